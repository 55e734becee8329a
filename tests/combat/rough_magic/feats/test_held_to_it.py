"""What states keep somebody from: the taunted, the terrified, those who hold and are held."""

from __future__ import annotations

from typing import Any

import pytest

from apps.characters.models import Character, Condition, Track
from tests.combat.conftest import in_words
from tests.combat.rough_magic.blasts.test_exploding import throws
from tests.combat.rough_magic.feats.test_strikes import joins, strikes, sweeps, together, weapon
from tests.combat.rough_magic.standing import fights, full, on_the_board, states, the_ask, used
from tests.combat.wounded import does


def is_in(character: Character, name: str, by: Character | None = None) -> None:
    Condition.objects.create(character=character, name=name, by=by)


@pytest.mark.played("rough_magic.taunting")
def test_whoever_is_taunted_attacks_the_taunter_first(
    gm: Any, ines: Any, jun: Character, sel: Character, guard: Character, dice: Any
) -> None:
    fights(gm, jun, sel, guard)
    is_in(jun, "taunted", sel)
    assert "the next action is an attack on Sel Marrow" in strikes(ines, "attack", jun, guard, 422)
    assert "the next action is an attack on Sel Marrow" in sweeps(ines, jun, [guard.public_id], 422)
    dice(1, 1)
    strikes(ines, "slam", jun, sel)
    assert states(jun) == []


@pytest.mark.played("rough_magic.taunting", "rough_magic.task-action")
def test_the_taunted_spend_their_task_on_nothing_else(
    gm: Any, ines: Any, jun: Character, sel: Character, guard: Character, dice: Any
) -> None:
    """No roll, no block in advance, no flask at others; and the form says so before anybody tries."""
    fights(gm, jun, sel, guard)
    is_in(jun, "taunted", sel)
    held = "the next action is an attack on Sel Marrow. The GM can say otherwise."
    task = {"character": jun.public_id, "what": "block"}
    assert held in in_words(ines.get("rough_magic.take-task", **task))
    assert held in ines.panel("rough_magic-turn")
    flask = {"character": jun.public_id, "arm": weapon(jun, "Burst flask"), f"far_{guard.public_id}": 0}
    tries: dict[str, dict[str, Any]] = {
        "take-task": task,
        "check": {"character": jun.public_id, "attribute": "will", "mode": "everybody"},
        "distract": {"character": jun.public_id, "target": guard.public_id},
        "grapple": {"character": jun.public_id, "target": guard.public_id, "weapon": "hands"},
        "explode": flask,
    }
    for act, given in tries.items():
        assert held in does(ines, f"rough_magic.{act}", 422, **given), act
    dice(1, 1)
    does(gm, "rough_magic.distract", character=jun.public_id, target=guard.public_id)
    assert used(jun, "task") == 1


@pytest.mark.played("rough_magic.taunting", "rough_magic.exploding")
def test_what_explodes_in_the_taunters_face_is_an_attack_on_them(
    gm: Any, ines: Any, jun: Character, sel: Character
) -> None:
    fights(gm, jun, sel)
    is_in(jun, "taunted", sel)
    throws(ines, jun, (sel, 0))
    assert states(jun) == []


@pytest.mark.played("rough_magic.taunting", "rough_magic.combining-attacks")
def test_the_taunted_join_no_attack_on_others(
    gm: Any, ines: Any, marek: Any, jun: Character, bramble: Character, sel: Character, guard: Character, dice: Any
) -> None:
    fights(gm, jun, bramble, sel, guard)
    does(ines, "rough_magic.hold", character=jun.public_id)
    is_in(jun, "taunted", sel)
    together(marek, [jun, bramble], guard)
    assert "the next action is an attack on Sel Marrow" in joins(ines, jun, "Longsaber", 422)


@pytest.mark.played("rough_magic.taunting")
def test_whom_the_taunted_do_not_reach_they_go_to_first(
    gm: Any, ines: Any, jun: Character, sel: Character, guard: Character
) -> None:
    """Sixty metres are beyond all that Jun has; held there besides, she may do what she likes."""
    on_the_board(gm, jun="A1", sel="X16", guard="A2")
    fights(gm, jun, sel, guard)
    is_in(jun, "taunted", sel)
    words = "nothing of theirs reaches Sel Marrow from here: first move there"
    assert words in strikes(ines, "attack", jun, guard, 422, weapon=weapon(jun, "Longsaber"))
    goes(ines, jun, "walk", cell="D1")
    is_in(jun, "restrained", guard)
    does(ines, "rough_magic.take-task", character=jun.public_id, what="block")


@pytest.mark.parametrize("gone", ["down", "away", "hidden"])
def test_of_a_taunter_who_is_not_there_nobody_is_held_to(
    gone: str, gm: Any, ines: Any, jun: Character, sel: Character
) -> None:
    fights(gm, jun, sel)
    is_in(jun, "taunted", sel)
    if gone == "down":
        Track.objects.update_or_create(table=gm.table, character=sel, key="lost", defaults={"value": 4})
    elif gone == "away":
        gm.does("rough_magic.fight-leave", character=sel.public_id)
    else:
        Character.objects.filter(pk=sel.pk).update(hidden=True)
    does(ines, "rough_magic.take-task", character=jun.public_id, what="block")


def test_the_gm_says_otherwise_by_doing_it(
    gm: Any, jun: Character, sel: Character, guard: Character, dice: Any
) -> None:
    fights(gm, jun, sel, guard)
    is_in(jun, "taunted", sel)
    dice(1, 1)
    strikes(gm, "attack", jun, guard)


@pytest.mark.parametrize("state", ["cowering", "fleeing"])
@pytest.mark.played("rough_magic.terrifying")
def test_the_terrified_only_come_round(state: str, gm: Any, ines: Any, jun: Character, sel: Character) -> None:
    fights(gm, jun, sel)
    is_in(jun, state)
    given = {"character": jun.public_id, "target": sel.public_id}
    assert "can only come round" in does(ines, "rough_magic.taunt", 422, **given)
    assert "can only come round" in does(ines, "rough_magic.take-task", 422, character=jun.public_id, what="block")
    is_in(jun, "restrained", sel)
    hold = Condition.objects.get(character=jun, name="restrained").public_id
    assert "can only come round" in does(ines, "rough_magic.break-free", 422, character=jun.public_id, hold=hold)


@pytest.mark.played("rough_magic.terrifying", "rough_magic.gait")
def test_who_cowers_stays_and_who_flees_runs(gm: Any, ines: Any, jun: Character, sel: Character) -> None:
    fights(gm, jun, sel)
    is_in(jun, "cowering")
    assert "goes nowhere before coming round" in goes(ines, jun, "run", 422)
    Condition.objects.filter(character=jun).delete()
    is_in(jun, "fleeing")
    assert "at a run, or at a sprint" in goes(ines, jun, "walk", 422)
    goes(ines, jun, "run")
    assert used(jun, "move") == 1


def goes(person: Any, who: Character, how: str, status: int = 200, **more: Any) -> str:
    return does(person, "rough_magic.move", status, character=who.public_id, how=how, **more)


@pytest.mark.played("rough_magic.grappling", "rough_magic.restrained")
def test_who_walks_away_holds_nobody_any_more(gm: Any, ines: Any, jun: Character, sel: Character) -> None:
    fights(gm, jun, sel)
    is_in(sel, "restrained", jun)
    goes(ines, jun, "walk")
    assert states(sel) == []
    assert "No more restrained (Sel Marrow)" in gm.log()


@pytest.mark.played("rough_magic.grappling", "rough_magic.combining-attacks")
def test_a_grip_joined_with_blows_is_brawn_against_brawn(
    gm: Any, ines: Any, marek: Any, jun: Character, bramble: Character, sel: Character, dice: Any
) -> None:
    """Bramble's axe and Sel's breastplate count nothing: 6 + 12 and 2 more against 8 + 5."""
    together(marek, [jun, bramble], sel)
    dice(1, 1, 6, 6)
    joins(ines, jun, "Longsaber")
    joins(marek, bramble, "Boat axe", grapple="on")
    attacked = full(gm.table, "attacked")
    assert (attacked["joined"], attacked["target_number"], attacked["sort"]) == (20, 13, "grapple")


@pytest.mark.played("rough_magic.diving-clear", "rough_magic.swimming")
def test_in_water_a_dive_is_an_all_out_swim(gm: Any, ines: Any, jun: Character, sel: Character) -> None:
    """Agility 7: 14 metres swum, 63 on the ground."""
    burst: dict[str, Any] = {"what": "A mine", "rank": 12, "radius": 30, f"far_{jun.public_id}": 10}
    gm.does("rough_magic.environment", environment="underwater")
    does(gm, "rough_magic.explode", **burst)
    assert "It is 21 m to safety, and Jun Vey gets 14 m far" in ines.panel("asks")
    does(ines, "rough_magic.answer-blast", ask=the_ask(gm.table), divers=[])
    gm.does("rough_magic.environment", environment="normal")
    does(gm, "rough_magic.explode", **burst)
    assert "m to safety, and" not in ines.panel("asks")
    assert "Dive clear" in ines.panel("asks")
