"""An attack: its dice, its boxes, what it uses up, and what it is worth."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from bs4 import BeautifulSoup

from apps.characters.models import Character, Entry
from apps.characters.rough_magic.points import held_by, track_of
from apps.table.models import Ask, Event, Seat
from tests.combat.rough_magic.attacks.conftest import (
    answers,
    arm,
    attacks,
    form,
    hurt,
    lost,
    made,
    refused,
    starts,
    told,
)  # fmt: skip
from tests.combat.wounded import a_turn_of
from tests.people import open_a_table, sit_down
from tests.rough_evening import GUARD, JUN, SEL

Dice = Callable[..., Any]


@pytest.mark.played("rough_magic.attack-sequence", "rough_magic.close-combat-values", "rough_magic.endurance-loss")
def test_a_hit_waits_for_whoever_is_hit(gm: Any, ines: Any, jun: Character, sel: Character, dice: Dice) -> None:
    """7 and the dice against 8 + 6: 7 + 10 = 17, a margin of 3."""
    starts(gm, jun, sel)
    dice(5, 5)
    ask = attacks(ines, jun, sel, arm(jun, "Longsaber"))
    facts = told(gm, "attacked")
    assert (facts["total"], facts["target_number"], facts["margin"], facts["hit"]) == (17, 14, 3, True)
    assert ask is not None
    assert ask.audience == "gms"
    assert lost(sel) == (0, 0)
    assert ines.soup().select("#log-cards > li[data-awaited]:last-child")


@pytest.mark.parametrize("act", ["attack", "ram", "sweep", "grapple"])
def test_no_friend_is_proposed_as_a_target(
    gm: Any, ines: Any, jun: Character, bramble: Character, sel: Character, act: str
) -> None:
    def proposed() -> list[str]:
        found = BeautifulSoup(ines.get(f"rough_magic.{act}", character=jun.public_id).content, "lxml")
        return [str(one["value"]) for one in found.select("[name^=target][checked]")]

    starts(gm, jun, bramble)
    assert proposed() == []
    gm.does("rough_magic.fight-join", characters=[sel.public_id])
    hurt(sel, 4)
    assert proposed() == [sel.public_id], "an enemy who lies there comes before a friend who stands"


@pytest.mark.parametrize("act", ["taunt", "distract", "combined-attack"])
def test_no_friend_is_proposed_for_what_is_done_to_enemies(
    gm: Any, ines: Any, jun: Character, bramble: Character, sel: Character, act: str
) -> None:
    def proposed() -> list[str]:
        found = BeautifulSoup(ines.get(f"rough_magic.{act}").content, "lxml")
        return [str(one["value"]) for one in found.select("[name=target][checked]")]

    starts(gm, jun, bramble, sel)
    assert proposed() == [sel.public_id]
    gm.does("rough_magic.fight-side", character=sel.public_id, side="players")
    assert proposed() == []


def test_a_miss_is_final(gm: Any, ines: Any, jun: Character, sel: Character, dice: Dice) -> None:
    starts(gm, jun, sel)
    dice(3, 3)
    assert attacks(ines, jun, sel, arm(jun, "Longsaber")) is None
    assert told(gm, "attacked")["hit"] is False
    assert "Misses by 1" in ines.log()
    assert not ines.soup().select("#log-cards > [data-awaited]")


@pytest.mark.played("rough_magic.ranged-combat-values")
def test_a_shot_rests_on_agility(gm: Any, ines: Any, jun: Character, sel: Character, dice: Dice) -> None:
    """9 and the dice against 8 + 6."""
    starts(gm, jun, sel)
    dice(3, 3)
    attacks(ines, jun, sel, arm(jun, "Pistol"), distance=8)
    assert told(gm, "attacked")["margin"] == 1


@pytest.mark.played("rough_magic.unnamed")
def test_any_hit_defeats_who_has_no_name(gm: Any, ines: Any, jun: Character, guard: Character, dice: Dice) -> None:
    starts(gm, jun, guard)
    dice(3, 3)
    ask = attacks(ines, jun, guard, arm(jun, "Longsaber"))
    assert ask
    gm.does("rough_magic.take-all")
    assert lost(guard) == (4, 0)
    assert "Defeated" in ines.log()


@pytest.mark.played("rough_magic.objects")
def test_things_are_broken_and_asked_nothing(gm: Any, ines: Any, jun: Character, door: Character, dice: Dice) -> None:
    dice(6, 6)
    assert attacks(ines, jun, door, arm(jun, "Longsaber")) is None
    assert lost(door) == (2, 0)
    assert "Damaged" in ines.log()


@pytest.mark.played("rough_magic.combat-modifiers", "rough_magic.prone", "rough_magic.surprise")
def test_states_tick_their_boxes(gm: Any, ines: Any, jun: Character, sel: Character, dice: Dice) -> None:
    """Prone and surprised: both +3 on the attack, one counts."""
    starts(gm, jun, sel)
    for state in ("prone", "surprised", "cover"):
        gm.does("rough_magic.state", character=sel.public_id, state=state, does="begins")
    dice(3, 3)
    attacks(ines, jun, sel, arm(jun, "Longsaber"))
    facts = told(gm, "attacked")
    ticked = {one["id"] for one in facts["boxes"]}
    assert ticked == {"defender-prone", "defender-surprised", "defender-cover"}
    assert (facts["av_net"], facts["dv_net"], facts["total"], facts["target_number"]) == (3, 3, 16, 17)


@pytest.mark.played("rough_magic.prone", "rough_magic.cover")
def test_a_prone_target_is_harder_to_shoot_from_afar(
    gm: Any, ines: Any, jun: Character, sel: Character, dice: Dice
) -> None:
    starts(gm, jun, sel)
    gm.does("rough_magic.state", character=sel.public_id, state="prone", does="begins")
    dice(3, 3, 3, 3)
    attacks(ines, jun, sel, arm(jun, "Pistol"), distance=8)
    assert told(gm, "attacked")["dv_net"] == 3
    attacks(gm, jun, sel, arm(jun, "Pistol"), distance=2)
    assert (told(gm, "attacked")["dv_net"], told(gm, "attacked")["av_net"]) == (0, 3)


@pytest.mark.played("rough_magic.perceiving")
def test_who_cannot_perceive_does_not_hit(gm: Any, ines: Any, jun: Character, sel: Character, dice: Dice) -> None:
    starts(gm, jun, sel)
    gm.does("rough_magic.state", character=jun.public_id, state="blind and deaf", does="begins")
    thrown = dice(6, 6)
    assert attacks(ines, jun, sel, arm(jun, "Longsaber")) is None
    facts = told(gm, "attacked")
    assert (facts["auto"], facts["hit"], facts["faces"]) == ("fail", False, [])
    assert thrown(1, 6) == (6,)


@pytest.mark.played("rough_magic.distraction")
def test_a_distraction_is_used_up_by_the_attack(gm: Any, ines: Any, jun: Character, sel: Character, dice: Dice) -> None:
    starts(gm, jun, sel)
    gm.does("rough_magic.state", character=sel.public_id, state="distracted", does="begins")
    dice(1, 1)
    attacks(ines, jun, sel, arm(jun, "Longsaber"))
    assert told(gm, "attacked")["av_net"] == 3
    assert "Sel Marrow: no longer distracted" in ines.log()


@pytest.mark.played("rough_magic.exhausted")
def test_the_exhausted_attack_worse(gm: Any, ines: Any, jun: Character, sel: Character, dice: Dice) -> None:
    starts(gm, jun, sel)
    hurt(jun, 3)
    dice(6, 6)
    attacks(ines, jun, sel, arm(jun, "Longsaber"))
    assert told(gm, "attacked")["av_net"] == -3


@pytest.mark.played("rough_magic.two-handed")
def test_a_two_handed_weapon_in_one_hand(gm: Any, ines: Any, jun: Character, sel: Character, dice: Dice) -> None:
    starts(gm, jun, sel)
    assert "A two-handed weapon is used with one hand" in form(ines, jun, sel, arm(jun, "Longsaber"))
    dice(6, 6)
    attacks(ines, jun, sel, arm(jun, "Longsaber"), boxes=["two-handed-in-one"], seen="two-handed-in-one-")
    assert told(gm, "attacked")["av_net"] == -3


@pytest.mark.played("rough_magic.underwater-zero-g")
def test_underwater_is_for_those_at_home_there(
    gm: Any, ines: Any, marek: Any, jun: Character, bramble: Character, sel: Character, dice: Dice
) -> None:
    gm.does("open-scene", title="The lock")
    gm.does("rough_magic.environment", environment="underwater")
    starts(gm, jun, bramble, sel)
    dice(6, 6, 6, 6)
    attacks(ines, jun, sel, arm(jun, "Longsaber"))
    assert told(gm, "attacked")["av_net"] == -3
    attacks(gm, bramble, sel, arm(bramble, "Boat axe"))
    assert told(gm, "attacked")["av_net"] == 0
    gm.does("open-scene", title="The street")
    assert "not at home there" not in form(gm, jun, sel, arm(jun, "Longsaber"))


@pytest.mark.played("rough_magic.penetrating")
def test_penetrating_halves_the_defence(gm: Any, ines: Any, jun: Character, dice: Dice) -> None:
    """Brawn 4 and coat 2 are 6: halved 3; against 11."""
    lancer = made(gm, GUARD, name="Lancer", gear_1_types=["penetrating"])
    starts(gm, lancer, jun)
    dice(3, 3)
    attacks(gm, lancer, jun, arm(lancer, "Spear"))
    assert (told(gm, "attacked")["target_number"], told(gm, "attacked")["margin"]) == (11, 0)


def test_who_is_not_on_cannot_attack(gm: Any, ines: Any, jun: Character, sel: Character) -> None:
    starts(gm, sel, jun)
    given = {"character": jun.public_id, "target": sel.public_id, "weapon": arm(jun, "Longsaber")}
    assert "It is not Jun Vey’s turn" in refused(ines, "rough_magic.attack", **given)


def test_one_task_a_turn(gm: Any, ines: Any, jun: Character, sel: Character, dice: Dice) -> None:
    starts(gm, jun, sel)
    dice(1, 1)
    attacks(ines, jun, sel, arm(jun, "Longsaber"))
    given = {"character": jun.public_id, "target": sel.public_id, "weapon": arm(jun, "Longsaber")}
    assert "has had the task of this turn" in refused(ines, "rough_magic.attack", **given)


@pytest.mark.played("rough_magic.visibility")
def test_a_defence_is_known_after_the_first_open_roll(
    gm: Any, ines: Any, jun: Character, sel: Character, dice: Dice
) -> None:
    starts(gm, jun, sel)
    words = form(ines, jun, sel, arm(jun, "Longsaber"))
    assert "Defence, not seen yet" in words
    assert "to hit" not in words
    assert "Brawn 5 + Breastplate 1" in form(gm, jun, sel, arm(jun, "Longsaber"))
    dice(1, 1)
    attacks(ines, jun, sel, arm(jun, "Longsaber"))
    words = form(ines, jun, sel, arm(jun, "Longsaber"))
    assert "Defence, seen before 6" in words
    assert "Breastplate" not in words
    assert "Defence, not seen yet" in form(ines, jun, sel, arm(jun, "Pistol"))


@pytest.mark.played("rough_magic.visibility")
def test_a_secret_roll_says_no_more_than_that_it_hits(
    gm: Any, ines: Any, jun: Character, sel: Character, dice: Dice
) -> None:
    starts(gm, sel, jun)
    dice(5, 5)
    ask = attacks(gm, sel, jun, arm(sel, "Hook sword"), mode="gm")
    facts = told(gm, "attacked", "everybody")
    assert (facts["hit"], facts["secret"]) == (True, True)
    assert not {"total", "margin", "faces", "boxes", "theirs"} & set(facts)
    assert ask
    assert ask.facts["margin"] is None
    assert "hits Jun Vey by" not in ines.panel("asks")


def test_a_hidden_target_is_nobody_s_business(gm: Any, ines: Any, jun: Character, ash: Character, dice: Dice) -> None:
    dice(6, 6)
    attacks(gm, jun, ash, arm(jun, "Longsaber"))
    assert "Warden" not in ines.page()
    assert not Ask.objects.filter(audience="character").exists()


# what a point buys


def with_points(gm: Any, person: Any, count: int) -> None:
    a_turn_of(gm, lambda turn: turn.change(track_of(turn, turn.desk.get(Seat, person.seat.pk)), value=count))


@pytest.mark.played("rough_magic.automatic-success")
def test_a_point_makes_a_hit_of_a_miss(gm: Any, ines: Any, jun: Character, sel: Character, dice: Dice) -> None:
    """A margin of 0, which a block makes a miss."""
    starts(gm, jun, sel)
    with_points(gm, ines, 1)
    dice(1, 2)
    attacks(ines, jun, sel, arm(jun, "Longsaber"))
    missed = Event.objects.filter(table=gm.table, kind="rough_magic.attacked").latest("pk").public_id
    assert "It hits, for 1 plot point" in ines.page()
    ines.does("rough_magic.hit-after-all", event=missed)
    assert (told(gm, "attacked")["bought"], told(gm, "attacked")["margin"]) == (True, 0)
    assert "is paid for already" in refused(ines, "rough_magic.hit-after-all", event=missed)
    ask = Ask.objects.get(table=gm.table, closed_at=None)
    assert answers(gm, ask, "block")["hit"] is False


@pytest.mark.played("rough_magic.automatic-success")
def test_a_point_before_the_dice(gm: Any, ines: Any, jun: Character, sel: Character, dice: Dice) -> None:
    starts(gm, jun, sel)
    with_points(gm, ines, 1)
    dice(6, 6)
    ask = attacks(ines, jun, sel, arm(jun, "Longsaber"), point="success")
    assert ask
    assert (told(gm, "attacked")["auto"], told(gm, "attacked")["margin"]) == ("success", 5)


@pytest.mark.played("rough_magic.power-boost")
def test_a_boost_counts_at_once(gm: Any, ines: Any, jun: Character, sel: Character, dice: Dice) -> None:
    starts(gm, jun, sel)
    with_points(gm, ines, 1)
    dice(3, 3)
    attacks(ines, jun, sel, arm(jun, "Longsaber"), point="boost-brawn")
    assert told(gm, "attacked")["total"] == 14


# how far


@pytest.mark.played("rough_magic.effective-range", "rough_magic.range-bands")
def test_beyond_the_range_the_gm_is_asked_first(gm: Any, ines: Any, jun: Character, sel: Character, dice: Dice) -> None:
    """Nothing is spent before a yes; then it is rolled at once, with -3."""
    starts(gm, jun, sel)
    assert "Ask the GM" in form(ines, jun, sel, arm(jun, "Pistol"), distance=30)
    ask = attacks(ines, jun, sel, arm(jun, "Pistol"), distance=30)
    assert ask
    assert not Event.objects.filter(kind="rough_magic.attacked").exists()
    gm.does("rough_magic.answer-range", ask=ask.public_id, allow="no")
    ask = attacks(ines, jun, sel, arm(jun, "Pistol"), distance=30)
    assert ask
    dice(3, 3)
    gm.does("rough_magic.answer-range", ask=ask.public_id, allow="yes")
    assert (told(gm, "attacked")["av_net"], told(gm, "attacked")["total"]) == (-3, 12)
    given = {"character": jun.public_id, "target": sel.public_id, "weapon": arm(jun, "Pistol")}
    assert "has had the task" in refused(ines, "rough_magic.attack", **given)


@pytest.mark.parametrize(
    ("switch", "distance", "words"),
    [("never", 11, "this table allows no such shot"), ("one band further only", 51, "this table allows no such shot")],
)
@pytest.mark.played("rough_magic.effective-range")
def test_the_switch_answers_for_the_gm(db: None, switch: str, distance: int, words: str) -> None:
    table = open_a_table(game="rough_magic", beyond_range=switch)
    gm, ines = sit_down(table, "GM", "gm"), sit_down(table, "Ines")
    jun, sel = made(ines, JUN), made(gm, SEL)
    starts(gm, jun, sel)
    given = {"character": jun.public_id, "target": sel.public_id, "weapon": arm(jun, "Pistol"), "distance": distance}
    assert words in refused(ines, "rough_magic.attack", **given)


@pytest.mark.played("rough_magic.effective-range", "rough_magic.table-options/beyond-range")
def test_where_it_is_always_allowed_it_is_rolled_at_once(db: None, dice: Dice) -> None:
    """With -3, also from two bands further."""
    table = open_a_table(game="rough_magic", beyond_range="always allowed")
    gm, ines = sit_down(table, "GM", "gm"), sit_down(table, "Ines")
    jun, sel = made(ines, JUN), made(gm, SEL)
    starts(gm, jun, sel)
    assert "Ask the GM" not in form(ines, jun, sel, arm(jun, "Pistol"), distance=400)
    dice(3, 3)
    attacks(ines, jun, sel, arm(jun, "Pistol"), distance=400)
    assert (told(gm, "attacked")["av_net"], told(gm, "attacked")["total"]) == (-3, 12)


@pytest.mark.played("rough_magic.effective-range", "rough_magic.plot-point-spend")
def test_what_is_bought_for_a_shot_too_far_is_paid_with_the_yes(
    gm: Any, ines: Any, jun: Character, sel: Character, dice: Dice
) -> None:
    starts(gm, jun, sel)
    given = {"character": jun.public_id, "target": sel.public_id, "weapon": arm(jun, "Pistol"), "distance": 30}
    assert "none is left" in refused(ines, "rough_magic.attack", **given, point="success")
    with_points(gm, ines, 1)
    ask = attacks(ines, jun, sel, arm(jun, "Pistol"), distance=30, point="success")
    assert (ask is not None, held_by(ines.seat)) == (True, 1)
    dice(1, 1)
    gm.does("rough_magic.answer-range", ask=ask.public_id if ask else "", allow="yes")
    assert (told(gm, "attacked")["hit"], held_by(ines.seat)) == (True, 0)


@pytest.mark.played("rough_magic.effective-range", "rough_magic.attack-sequence")
def test_a_shot_that_waited_meets_the_defence_of_when_it_is_rolled(
    gm: Any, ines: Any, jun: Character, sel: Character, dice: Dice
) -> None:
    """Meanwhile Sel is in cover and quicker, Jun distracted; what Jun ticked and unticked by hand stays so."""
    starts(gm, jun, sel)
    gm.does("rough_magic.state", character=sel.public_id, state="running", does="begins")
    with_points(gm, ines, 1)
    shot = {"character": jun.public_id, "target": sel.public_id, "weapon": arm(jun, "Pistol"), "distance": 30}
    page = BeautifulSoup(ines.get("rough_magic.attack", **shot).content, "lxml")
    seen = page.select("[name=seen]")[0]["value"]
    ask = attacks(ines, jun, sel, arm(jun, "Pistol"), distance=30, seen=seen, boxes=["helps"], point="boost-agility")
    assert ask
    gm.does("rough_magic.state", character=sel.public_id, state="cover", does="begins")
    gm.does("rough_magic.state", character=jun.public_id, state="distracted", does="begins")
    gm.does("rough_magic.edit", character=sel.public_id, **SEL | {"agility": 6})
    dice(3, 3)
    gm.does("rough_magic.answer-range", ask=ask.public_id, allow="yes")
    facts = told(gm, "attacked")
    assert {one["id"] for one in facts["boxes"]} == {"helps", "defender-cover", "attacker-distracted"}
    assert {one["id"] for one in facts["left_out"]} == {"beyond-effective-range", "defender-running"}
    assert (facts["total"], facts["target_number"]) == (16, 18)


@pytest.mark.played("rough_magic.effective-range", "rough_magic.gear")
def test_a_shot_too_far_uses_one_up_with_the_yes(gm: Any, ines: Any, sel: Character, dice: Dice) -> None:
    jun = made(ines, JUN | {"gear_2_left": 1})
    starts(gm, jun, sel)
    ask = attacks(ines, jun, sel, arm(jun, "Pistol"), distance=30)
    assert ask
    dice(1, 1)
    gm.does("rough_magic.answer-range", ask=ask.public_id, allow="yes")
    assert Entry.objects.get(character=jun, name="Pistol").amount == 0


@pytest.mark.played("rough_magic.range-bands")
def test_close_combat_reaches_two_metres(gm: Any, ines: Any, jun: Character, sel: Character, dice: Dice) -> None:
    starts(gm, jun, sel)
    dice(1, 1)
    attacks(gm, jun, sel, arm(jun, "Pistol"), distance=8)
    given = {"character": jun.public_id, "target": sel.public_id, "weapon": arm(jun, "Longsaber")}
    assert "8 m is too far for close combat" in refused(ines, "rough_magic.attack", **given)


@pytest.mark.parametrize(("away", "ready"), [("", "Longsaber"), ("8", "Pistol"), ("400", "Longsaber")])
def test_what_reaches_the_target_lies_ready(
    gm: Any, ines: Any, jun: Character, sel: Character, away: str, ready: str
) -> None:
    """The first of the sheet where nobody knows how far it is, and where nothing reaches."""
    starts(gm, jun, sel)
    page = ines.get("rough_magic.attack", character=jun.public_id, target=sel.public_id, distance=away)
    chosen = BeautifulSoup(page.content, "lxml").select_one("input[name=weapon][checked]")
    assert chosen is not None
    assert chosen["value"] == arm(jun, ready)
