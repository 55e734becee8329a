"""What states keep somebody from: the taunted, the terrified, those who hold and are held."""

from __future__ import annotations

from typing import Any

import pytest

from apps.characters.models import Character, Condition
from tests.combat.rough_magic.feats.test_strikes import joins, strikes, sweeps, together
from tests.combat.rough_magic.standing import fights, full, states, used
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


def goes(person: Any, who: Character, how: str, status: int = 200) -> str:
    return does(person, "rough_magic.move", status, character=who.public_id, how=how)


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
    assert full(gm.table, "exploded")["rows"][0]["answer"] == "stays"  # 21 m are too far: she is not asked
    gm.does("rough_magic.environment", environment="normal")
    does(gm, "rough_magic.explode", **burst)
    assert "Dive clear" in ines.panel("asks")
