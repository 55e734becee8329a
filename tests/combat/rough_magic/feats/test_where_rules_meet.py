"""Where two rules of a fight meet: what goes on already, what several do at once, and who is down."""

from __future__ import annotations

from typing import Any

import pytest

from apps.characters.models import Character, Condition
from apps.table.models import Ask, Exchange
from tests.combat.conftest import in_words
from tests.combat.rough_magic.feats.test_strikes import strikes, weapon
from tests.combat.rough_magic.standing import fights, full, lost, states, the_ask, used
from tests.combat.wounded import does


def put(character: Character, *names: str, by: Character | None = None) -> None:
    for name in names:
        Condition.objects.create(character=character, name=name, by=by)


def leaps(person: Any, who: Character, exchange: str, status: int = 200) -> str:
    return does(person, "rough_magic.leap-in", status, attack=exchange, character=who.public_id)


def the_attack(table: Any) -> str:
    return Exchange.objects.filter(table=table, closed_at=None).latest("pk").public_id


def strikes_together(gm: Any, target: Character, *attackers: Character) -> None:
    """Each with bare hands."""
    chosen: dict[str, Any] = {"attackers": [one.public_id for one in attackers], "target": target.public_id}
    does(gm, "rough_magic.combined-attack", **chosen)
    for one in attackers:
        ask = the_ask(gm.table, one) if one.seat_id else the_ask(gm.table)
        does(gm, "rough_magic.join-attack", ask=ask, weapon="hands")


@pytest.mark.parametrize("running", ["blocking", ""])
def test_the_odds_count_a_block_that_goes_on(gm: Any, jun: Character, sel: Character, running: str) -> None:
    """4 + 3 against 14 hits with a 7: 58 %; of a block that goes on a 10 is left to reach."""
    fights(gm, jun, sel)
    if running:
        put(sel, running)
    given = {"character": jun.public_id, "target": sel.public_id, "weapon": weapon(jun, "Longsaber")}
    words = in_words(gm.get("rough_magic.attack", **given))
    assert (("If taken 17% 83%" in words), ("If blocked" in words)) == (bool(running), not running)


@pytest.mark.played("rough_magic.exhausted")
def test_who_is_defeated_blocks_no_more(gm: Any, ines: Any, jun: Character, sel: Character, dice: Any) -> None:
    """A helpless defender is hit in any case; no block of before lessens that."""
    fights(gm, jun, sel)
    put(sel, "blocking", "dodging", "prone")
    gm.does("rough_magic.hurt", characters=[sel.public_id], levels=4, sort="stunning")
    assert states(sel) == ["prone"]
    dice(1, 1)
    strikes(ines, "attack", jun, sel)
    assert (full(gm.table, "attack-settled")["hit"], lost(sel)) == (True, 1)


@pytest.mark.played("rough_magic.grappling", "rough_magic.shielding")
def test_a_grapple_meets_no_armour_of_whoever_leaps_in(
    gm: Any, ines: Any, marek: Any, jun: Character, bramble: Character, sel: Character, dice: Any
) -> None:
    """Brawn 5 and 10 against Jun's Brawn 4 and, once she has leapt in, not her coat's 2: 12 were needed, and fell."""
    fights(gm, sel, jun, bramble)
    dice(3, 6)
    strikes(gm, "grapple", sel, bramble)
    leaps(ines, jun, the_attack(gm.table))
    told = full(gm.table, "attack-settled")
    assert (told["target_number"], told["margin_left"], states(jun)) == (12, 2, ["restrained"])


def test_a_shot_from_arms_length_gains_nothing_for_whoever_leaps_in_prone(
    gm: Any, ines: Any, jun: Character, bramble: Character, sel: Character, dice: Any
) -> None:
    """Jun's Agility 7 and her coat's 2: 17, and no 20."""
    fights(gm, sel, jun, bramble)
    put(jun, "prone")
    dice(5, 5)
    strikes(gm, "attack", sel, bramble, weapon=weapon(sel, "Rifle"), distance=1)
    leaps(ines, jun, the_attack(gm.table))
    assert full(gm.table, "attack-settled")["target_number"] == 17


@pytest.mark.played("rough_magic.sweep", "rough_magic.taunting")
@pytest.mark.parametrize("taunter", ["first", "second"])
def test_of_a_sweep_the_miss_of_the_taunter_alone_goes_past(
    gm: Any, jun: Character, bramble: Character, sel: Character, dice: Any, taunter: str
) -> None:
    fights(gm, sel, jun, bramble)
    by = {"first": jun, "second": bramble}[taunter]
    put(sel, "taunted", by=by)
    dice(1, 1, 1, 1)
    both = [jun.public_id, bramble.public_id]
    does(gm, "rough_magic.sweep", character=sel.public_id, weapon="hands", targets_swept=both)
    asked = Ask.objects.filter(table=gm.table, closed_at=None)
    assert [one.facts["who"] for one in asked] == [by.name]


@pytest.mark.played("rough_magic.combining-attacks", "rough_magic.distraction", "rough_magic.delaying")
def test_a_joint_attack_is_that_of_all_who_strike(
    gm: Any, jun: Character, bramble: Character, sel: Character, dice: Any
) -> None:
    """Each has made their next attack, and Jun, with the turn that she held, her turn: her block is over."""
    fights(gm, jun, bramble, sel)
    does(gm, "rough_magic.hold", character=jun.public_id)
    put(jun, "distracted", "blocking", "surprised")
    put(bramble, "distracted")
    dice(1, 1, 1, 2)
    strikes_together(gm, sel, jun, bramble)
    assert (states(jun), states(bramble), used(bramble, "task")) == ([], [], 1)


def test_a_held_turn_begins_before_its_blow(gm: Any, jun: Character, bramble: Character, sel: Character) -> None:
    """Jun ran in the turn before: what she shoots with a held turn is hindered by that no more."""
    fights(gm, jun, bramble, sel)
    does(gm, "rough_magic.hold", character=jun.public_id)
    put(jun, "running")
    both = [jun.public_id, bramble.public_id]
    does(gm, "rough_magic.combined-attack", attackers=both, target=sel.public_id)
    chosen = {"ask": the_ask(gm.table, jun), "weapon": weapon(jun, "Pistol"), "distance": 5}
    assert "Roll 2d6 + 9" in in_words(gm.get("rough_magic.join-attack", **chosen))


@pytest.mark.played("rough_magic.shielding")
def test_nobody_leaps_in_front_of_their_own_blow(
    gm: Any, ines: Any, jun: Character, bramble: Character, sel: Character, dice: Any
) -> None:
    fights(gm, jun, bramble, sel)
    does(gm, "rough_magic.hold", character=jun.public_id)
    dice(6, 6, 6, 6)
    strikes_together(gm, sel, jun, bramble)
    assert "the attack is theirs" in leaps(ines, jun, the_attack(gm.table), 422)


@pytest.mark.played("rough_magic.gait", "rough_magic.skill-modifiers")
@pytest.mark.parametrize("what", ["taunt", "distract"])
@pytest.mark.parametrize(("pace", "total"), [("running", 4), ("sprinting", None)])
def test_who_runs_taunts_and_distracts_badly(
    gm: Any, jun: Character, sel: Character, dice: Any, what: str, pace: str, total: int | None
) -> None:
    """Will 2, 5, and -3 at a run; at a sprint it fails, and nothing is rolled."""
    fights(gm, jun, sel)
    put(jun, pace)
    left = dice(*(() if total is None else (2, 3)))
    does(gm, f"rough_magic.{what}", character=jun.public_id, target=sel.public_id)
    told = full(gm.table, what)
    assert (told["total"], told["success"], list(left.left), used(jun, "task")) == (total, False, [], 1)


def test_a_point_makes_no_taunt_at_a_sprint_work(gm: Any, jun: Character, sel: Character) -> None:
    fights(gm, jun, sel)
    put(jun, "sprinting")
    given = {"character": jun.public_id, "target": sel.public_id, "point": "success"}
    assert "It fails whatever is rolled" in does(gm, "rough_magic.taunt", 422, **given)


@pytest.mark.played("rough_magic.break-free")
@pytest.mark.parametrize(("pace", "total"), [("running", 12), ("sprinting", 9)])
def test_to_break_free_is_close_combat(
    gm: Any, jun: Character, sel: Character, dice: Any, pace: str, total: int
) -> None:
    """Agility 7 and 5: a run hinders nothing, a sprint does."""
    fights(gm, jun, sel)
    put(jun, "restrained", by=sel)
    put(jun, pace)
    dice(2, 3)
    held = Condition.objects.get(character=jun, name="restrained").public_id
    does(gm, "rough_magic.break-free", character=jun.public_id, hold=held)
    assert full(gm.table, "break-free")["total"] == total
