"""One against another: both put their dice together before any falls."""

from __future__ import annotations

from typing import Any

import pytest

from apps.characters.models import Character
from apps.table.models import Ask, Exchange, Telling
from tests.people import Person
from tests.yarn_world import refused, told


def begins(person: Person, who: Character, other: Character, **more: Any) -> str:
    person.does("yarn.oppose", character=who.public_id, opponent=other.public_id, trait="", **more)
    return Ask.objects.filter(closed_at=None).latest("pk").public_id


@pytest.mark.played("yarn.opposed-roll")
def test_two_players_see_all_of_it(
    maud: Character, joss: Character, ines: Person, marek: Person, gm: Person, dice: Any
) -> None:
    ask = begins(ines, maud, joss, bonus=1, label="Who blinks first")
    card = " ".join(marek.panel("asks").split())
    assert "Maud Ferrin rolls against Joss Amber" in card
    assert "%" in card
    dice(4, 2, 6, 3, 5)
    marek.does("yarn.answer-oppose", ask=ask, trait="")
    found = told(gm.table)
    assert (found["mine"]["roll"]["total"], found["theirs"]["roll"]["total"]) == (10, 8)
    assert (found["outcome"], found["difference"]) == ("success", 2)
    assert not Exchange.objects.filter(closed_at=None).exists()


def test_whoever_answers_reads_the_chance_of_a_draw_as_well(
    maud: Character, joss: Character, ines: Person, marek: Person
) -> None:
    """Two dice against two: 146 of 1296 throws are equal."""
    ask = begins(ines, maud, joss)
    page = " ".join(marek.get("yarn.answer-oppose", ask=ask, trait="").content.decode().split())
    assert "44%" in page
    assert "11% a draw" in page


@pytest.mark.played("yarn.secret-gm-roll")
@pytest.mark.parametrize(
    ("shown", "theirs", "outcome"), [("", None, None), ("outcome", None, "failure"), ("dice", 9, "failure")]
)
def test_of_the_gms_side_they_learn_what_she_says(
    maud: Character, bess: Character, ines: Person, gm: Person, dice: Any, shown: str, theirs: Any, outcome: Any
) -> None:
    ask = begins(ines, maud, bess)
    dice(1, 3, 4, 5)
    gm.does("yarn.answer-oppose", ask=ask, trait="", shown=shown)
    found = told(gm.table, audience="everybody")
    assert found["mine"]["roll"]["total"] == 4
    assert (found["theirs"] and found["theirs"]["roll"]["total"]) == theirs
    assert found["outcome"] == outcome
    assert told(gm.table)["difference"] == -5


def test_what_the_gm_throws_against_somebody_is_in_no_chance(
    maud: Character, hale: Character, ines: Person, gm: Person, dice: Any
) -> None:
    ask = begins(gm, hale, maud)
    assert "Somebody rolls against Maud" in " ".join(ines.panel("asks").split())
    assert "%" not in ines.panel("asks")
    page = ines.client.get(f"{ines.url}act/yarn.answer-oppose", {"ask": ask, "trait": ""}).content.decode()
    assert "Chance to win" not in page
    dice(6, 6, 1, 1)
    ines.does("yarn.answer-oppose", ask=ask, trait="")
    assert told(gm.table, audience="everybody")["character"] == "Somebody"


def test_nobody_begins_with_no_die_left(maud: Character, joss: Character, ines: Person) -> None:
    chosen = {"character": maud.public_id, "opponent": joss.public_id, "trait": "", "technical": "on"}
    assert "impossible" in refused(ines, "yarn.oppose", **chosen)


def test_whoever_answers_may_throw_real_dice(
    maud: Character, joss: Character, ines: Person, marek: Person, gm: Person, dice: Any
) -> None:
    ask = begins(ines, maud, joss)
    assert "2 dice, and 3 faces are" in refused(marek, "yarn.answer-oppose", ask=ask, trait="", faces="1 2 3")
    dice(4, 2)
    marek.does("yarn.answer-oppose", ask=ask, trait="", faces="6 5")
    found = told(gm.table)
    assert (found["mine"]["roll"]["total"], found["theirs"]["roll"]["total"], found["theirs"]["typed"]) == (6, 11, True)
    assert "Real dice" in ines.log()
    gm.does("undo", event=Telling.objects.filter(event__kind="yarn.opposed-rolled").latest("pk").event.public_id)
    dice()
    assert "count again" in refused(marek, "yarn.answer-oppose", ask=ask, trait="", faces="6 6")
    marek.does("yarn.answer-oppose", ask=ask, trait="")
    assert told(gm.table)["theirs"]["roll"]["total"] == 11


def test_real_dice_of_whoever_begins_lie_closed_till_the_other_throws(
    maud: Character, joss: Character, ines: Person, marek: Person, gm: Person, dice: Any
) -> None:
    chosen = {"character": maud.public_id, "opponent": joss.public_id, "trait": ""}
    assert "The faces of my real dice" in ines.get("yarn.oppose").content.decode()
    assert "2 dice, and 1 face is" in refused(ines, "yarn.oppose", **chosen, faces="4")
    assert "7 is not on a d6" in refused(ines, "yarn.oppose", **chosen, faces="7 1")
    dice()
    before = marek.panel("asks"), gm.panel("asks")
    ask = begins(ines, maud, joss)
    asked = marek.panel("asks").replace(ask, "")
    gm.does("undo")
    again = begins(ines, maud, joss, faces="6 5")
    assert marek.panel("asks").replace(again, "") == asked
    assert before == ("", gm.panel("asks"))
    dice(1, 2)
    marek.does("yarn.answer-oppose", ask=again, trait="")
    found = told(gm.table)
    assert [found[side]["roll"]["total"] for side in ("mine", "theirs")] == [11, 3]
    assert [found[side]["typed"] for side in ("mine", "theirs")] == [True, False]
    gm.does("undo")
    dice()
    marek.does("yarn.answer-oppose", ask=again, trait="")
    assert told(gm.table)["mine"] == found["mine"]
