"""Fights in one roll: an open sum against a secret one, a word of the GM's, rounds after all."""

from __future__ import annotations

from typing import Any

import pytest
from bs4 import BeautifulSoup

from apps.characters.models import Character
from apps.combat import tracking
from apps.table.models import Ask, Telling
from tests.combat.yarn.standing import Dice, acting, asked_about, begins, now
from tests.people import Person
from tests.yarn_world import refused, told


@pytest.mark.played("yarn.gestalt-combat")
def test_the_players_sum_is_open_and_hers_is_not(
    gm: Person, ines: Person, marek: Person, maud: Character, joss: Character, bess: Character, dice: Dice
) -> None:
    begins(gm, maud, joss, bess, mode="gestalt")
    assert "Nobody of the players’ side" in refused(gm, "yarn.gestalt-sum", count=1, dice=2, way="simple addition")
    dice(6, 5)
    ines.does("yarn.gestalt-roll", ask=asked_about(maud))
    dice(2, 1)
    marek.does("yarn.gestalt-roll", ask=asked_about(joss))
    assert "The players’ sum: 14" in marek.panel("yarn-gestalt")
    dice(6, 5, 1, 1, 1, 2, 2, 3, 3, 4)
    gm.does("yarn.gestalt-sum", count=5, dice=2, way="combining dice")
    facts = told(gm.table, "yarn.gestalt-summed")
    assert facts == {"players_sum": 14, "gm_sum": 11, "winner": "players"}
    assert list(Telling.objects.filter(event__kind="yarn.gestalt-summed").values_list("audience", flat=True)) == ["gms"]
    assert "against your 11" in gm.page()
    assert "against your" not in ines.page()


def sums(gm: Person) -> str:
    return Ask.objects.filter(table=gm.table, closed_at=None, audience="gms").latest("pk").public_id


def summed(gm: Person, ines: Person, maud: Character, dice: Dice, **more: Any) -> None:
    begins(gm, maud, mode="gestalt")
    dice(3, 3)
    ines.does("yarn.gestalt-roll", ask=asked_about(maud))
    dice()
    gm.does("yarn.gestalt-sum", **{"count": 1, "dice": 2, "way": "simple addition", "total": 20, **more})


def test_a_close_one_is_turned_and_announced(gm: Person, ines: Person, maud: Character, dice: Dice) -> None:
    summed(gm, ines, maud, dice)
    gm.does("yarn.gestalt-turn", ask=sums(gm), winner="players", why="The rope")
    assert told(gm.table, "yarn.gestalt-turned")["winner"] == "players"
    assert "The rope" not in ines.page()
    gm.does("yarn.gestalt-announce", ask=sums(gm), winner="players", words="They run.")
    assert "They run." in ines.log()
    assert "20" not in " ".join(ines.log().split("They run.")[0].split()[-20:])
    assert tracking.fight_of(gm.table) is None


@pytest.mark.played("yarn.combat-modes")
def test_it_becomes_a_detailed_one_before_the_sums_and_not_after(
    gm: Person, ines: Person, maud: Character, bess: Character, dice: Dice
) -> None:
    begins(gm, maud, bess, mode="gestalt")
    gm.does("yarn.gestalt-rounds", dice=2)
    assert now(gm).phase == "initiative"
    dice(6, 6, 1, 1)
    ines.does("yarn.roll-initiative", ask=asked_about(maud))
    assert acting(gm) == ["Maud Ferrin"]
    gm.does("yarn.end-fight")
    summed(gm, ines, maud, dice)
    assert "it is decided" in refused(gm, "yarn.gestalt-rounds", dice=2)


def test_her_side_begins_with_the_dice_that_most_of_hers_fight_with(gm: Person, ines: Person, maud: Character) -> None:
    gm.does("yarn.quick-cast", name="Hand", copies=2, role="minor", fighting=4)
    gm.does("yarn.quick-cast", name="Clerk", role="minor", fighting=1)
    begins(gm, maud, *Character.objects.filter(role="minor"), mode="gestalt")
    form = BeautifulSoup(gm.get("yarn.gestalt-sum").content, "lxml")
    assert [form.select(f"[name={one}]")[0]["value"] for one in ("count", "dice")] == ["3", "4"]
    assert "Combine the dice" in form.get_text()


def test_who_has_won_is_told_on_a_card_of_its_own(gm: Person, ines: Person, maud: Character, dice: Dice) -> None:
    summed(gm, ines, maud, dice)
    gm.does("yarn.gestalt-announce", ask=sums(gm), winner="gm")
    card = ines.soup().select("#log-cards > .result")[-1].get_text(" ", strip=True)
    assert "The lock is over The other side wins" in card


def test_hers_are_not_asked_for_anything(gm: Person, ines: Person, maud: Character, bess: Character) -> None:
    begins(gm, maud, bess, mode="gestalt")
    assert Ask.objects.filter(table=gm.table, closed_at=None).count() == 1
    assert ines.post("yarn.gestalt-sum", count=1, dice=2, way="simple addition").status_code == 403


def both_roll(gm: Person, ines: Person, marek: Person, maud: Character, joss: Character, dice: Dice, way: str) -> None:
    """Maud makes 11 and Joss 3, or they lend 2 dice each."""
    begins(gm, maud, joss, mode="gestalt", way=way)
    dice(*(() if way == "combining dice" else (6, 5)))
    ines.does("yarn.gestalt-roll", ask=asked_about(maud))
    dice(*(() if way == "combining dice" else (2, 1)))
    marek.does("yarn.gestalt-roll", ask=asked_about(joss))


@pytest.mark.played("yarn.gestalt-combat", "yarn.group-combining-dice")
def test_the_players_may_combine_their_dice(
    gm: Person, ines: Person, marek: Person, maud: Character, joss: Character, dice: Dice
) -> None:
    both_roll(gm, ines, marek, maud, joss, dice, "combining dice")
    assert "lends 2 dice" in ines.log()
    assert "The players’ dice: 4" in marek.panel("yarn-gestalt")
    dice(1, 6, 2, 5, 4, 4)
    gm.does("yarn.gestalt-sum", count=1, dice=2, way="simple addition")
    assert told(gm.table, "yarn.gestalt-summed") == {"players_sum": 11, "gm_sum": 8, "winner": "players"}
    assert told(gm.table, "yarn.gestalt-combined")["roll"]["total"] == 11
    assert "dice, combined" in ines.log()


@pytest.mark.played("yarn.gestalt-combat", "yarn.group-worst-roller")
def test_the_worst_of_the_players_may_decide(
    gm: Person, ines: Person, marek: Person, maud: Character, joss: Character, dice: Dice
) -> None:
    both_roll(gm, ines, marek, maud, joss, dice, "worst roller")
    assert "The players’ lowest: 3" in marek.panel("yarn-gestalt")
    dice()
    gm.does("yarn.gestalt-sum", count=1, dice=2, way="simple addition", total=5)
    assert told(gm.table, "yarn.gestalt-summed")["players_sum"] == 3


@pytest.mark.played("yarn.gestalt-combat", "yarn.group-either-or")
def test_one_of_the_players_may_have_the_only_chance_and_nobody_knows_who(
    gm: Person, ines: Person, marek: Person, maud: Character, joss: Character, dice: Dice
) -> None:
    both_roll(gm, ines, marek, maud, joss, dice, "either/or")
    assert "secret" in marek.panel("yarn-gestalt")
    dice(6)
    gm.does("yarn.gestalt-sum", count=1, dice=2, way="simple addition", total=5)
    assert told(gm.table, "yarn.gestalt-summed")["picked"] == "Joss Amber"
    assert "Only Joss Amber had a chance" in " ".join(gm.page().split())
    gm.does("yarn.gestalt-announce", ask=sums(gm), winner="gm")
    assert "only chance" not in ines.log()
    assert told(gm.table, "yarn.gestalt-ended")["players_sum"] is None


@pytest.mark.played("yarn.group-either-or")
def test_hers_too_may_have_one_chance(gm: Person, ines: Person, maud: Character, dice: Dice) -> None:
    begins(gm, maud, mode="gestalt")
    dice(3, 3)
    ines.does("yarn.gestalt-roll", ask=asked_about(maud))
    dice(6, 6, 1, 1, 1)
    gm.does("yarn.gestalt-sum", count=2, dice=2, way="either/or")
    assert told(gm.table, "yarn.gestalt-summed")["gm_sum"] == 12


@pytest.mark.parametrize("way", ["simple addition", "combining dice", "either/or"])
def test_a_sum_that_was_taken_back_falls_the_same_again(
    gm: Person, ines: Person, marek: Person, maud: Character, joss: Character, dice: Dice, way: str
) -> None:
    both_roll(gm, ines, marek, maud, joss, dice, way)
    dice(*{"simple addition": (4, 4), "combining dice": (1, 6, 2, 5, 4, 4), "either/or": (6, 4, 4)}[way])
    gm.does("yarn.gestalt-sum", count=1, dice=2, way="simple addition")
    first = told(gm.table, "yarn.gestalt-summed")
    gm.does("undo")
    before = ines.panel("yarn-gestalt"), ines.panel("asks")
    dice()
    gm.does("yarn.gestalt-sum", count=1, dice=2, way="simple addition")
    assert told(gm.table, "yarn.gestalt-summed") == first
    gm.does("undo")
    assert (ines.panel("yarn-gestalt"), ines.panel("asks")) == before
    dice(5)
    gm.does("yarn.gestalt-sum", count=1, dice=3, way="simple addition")
    assert told(gm.table, "yarn.gestalt-summed")["gm_sum"] == 13


def test_without_a_word_all_is_added_up(gm: Person, maud: Character) -> None:
    begins(gm, maud, mode="gestalt")
    assert "add them up" in gm.panel("yarn-gestalt")


def test_real_dice_of_the_players_are_typed(gm: Person, ines: Person, maud: Character, dice: Dice) -> None:
    begins(gm, maud, mode="gestalt")
    assert "The pool has 2 dice, and 1 face is written here." in refused(
        ines, "yarn.gestalt-roll", ask=asked_about(maud), trait="", faces="6"
    )
    dice()
    ines.does("yarn.gestalt-roll", ask=asked_about(maud), trait="", faces="6 3")
    assert "The players’ sum: 9" in ines.panel("yarn-gestalt")
    assert told(gm.table, "yarn.gestalt-rolled")["roll"]["typed"] is True
    assert "Real dice" in ines.log()


def test_dice_that_are_lent_are_not_typed(gm: Person, ines: Person, maud: Character) -> None:
    begins(gm, maud, mode="gestalt", way="combining dice")
    assert "real dice" not in ines.panel("asks")
    assert 'name="faces"' not in ines.get("yarn.gestalt-roll", ask=asked_about(maud)).content.decode()


def test_her_real_dice_are_hers_alone(gm: Person, ines: Person, maud: Character, dice: Dice) -> None:
    """Two of hers with a bonus die each: three dice a time, the best two count."""
    begins(gm, maud, mode="gestalt")
    dice(3, 3)
    ines.does("yarn.gestalt-roll", ask=asked_about(maud), trait="")
    hers: dict[str, Any] = {"count": 2, "dice": 2, "bonus": 1, "way": "simple addition"}
    shown = " ".join(gm.get("yarn.gestalt-sum", **hers).content.decode().split())
    assert "In all 6 of your dice fall" in shown
    assert "players_faces" not in shown
    said = refused(gm, "yarn.gestalt-sum", **hers, faces="6 5 4")
    assert "6 dice are thrown for this, and 3 are here." in said
    assert "6 5 4" in said
    assert "0 is not on a d6" in refused(gm, "yarn.gestalt-sum", **hers, faces="6 5 4 3 2 0")
    assert "No dice are thrown for this" in refused(gm, "yarn.gestalt-sum", **hers, total=9, faces="6")
    dice()
    gm.does("yarn.gestalt-sum", **hers, faces="6 5 1 4 3 2")
    assert told(gm.table, "yarn.gestalt-summed") == {"players_sum": 6, "gm_sum": 18, "winner": "gm", "typed": True}
    assert "Real dice" in gm.log()
    assert "Real dice" not in ines.log()


def test_the_players_combined_dice_may_be_real_ones_and_fall_the_same_again(
    gm: Person, ines: Person, marek: Person, maud: Character, joss: Character, dice: Dice
) -> None:
    both_roll(gm, ines, marek, maud, joss, dice, "combining dice")
    hers: dict[str, Any] = {"count": 1, "dice": 2, "way": "simple addition"}
    assert "4 dice are thrown for this, and 2 are here." in refused(gm, "yarn.gestalt-sum", **hers, players_faces="6 5")
    dice(4, 4)
    gm.does("yarn.gestalt-sum", **hers, players_faces="1 6 2 5")
    assert told(gm.table, "yarn.gestalt-summed") == {"players_sum": 11, "gm_sum": 8, "winner": "players"}
    assert told(gm.table, "yarn.gestalt-combined")["roll"]["typed"] is True
    assert "Real dice" in ines.log()
    gm.does("undo")
    assert "They count again" in refused(gm, "yarn.gestalt-sum", **hers, players_faces="6 6 6 6")
    dice()
    gm.does("yarn.gestalt-sum", **hers)
    assert told(gm.table, "yarn.gestalt-summed")["gm_sum"] == 8
    assert told(gm.table, "yarn.gestalt-combined")["roll"]["typed"] is True
