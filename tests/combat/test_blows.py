"""The catalogue's worked examples of blows, each played through the door."""

from __future__ import annotations

from typing import Any

import pytest

from apps.characters.models import Character
from tests.checks.conftest import full_sheet, score_sheet
from tests.combat.arena import answers, armoured, asked, declared, life, maneuver, settled, strikes, tallies, up
from tests.combat.conftest import start, with_life
from tests.combat.wounded import asks, does, labels, now, told

played = pytest.mark.played


@pytest.fixture
def monks(table: Any) -> list[Character]:
    """Three opponents with Combat 18."""
    return [with_life(score_sheet(table, f"Monk {n}", muscle=12, combat=18, brains=7), 90) for n in (1, 2, 3)]


@played("dragonfly.multiple-attacks", "dragonfly.extra-action-penalty", "dragonfly.additional-actions")
def test_shannon_against_three(gm: Any, ines: Any, shannon: Character, monks: list[Character], dice: Any) -> None:
    """Dexterity 7 + Kung Fu 4, a 9 on the die: 20 hits the first, 18 is defended, the third is lost."""
    kick = maneuver(shannon, "Kick", 6)
    start(gm, shannon, *monks)
    declared(shannon, extra=["attack", "attack"])
    up(shannon)
    dice(9)
    found = []
    for monk in monks[:2]:
        strikes(ines, shannon, monk, way=kick)
        answers(gm, "dodge")
        facts = settled(gm)
        found.append((facts["attack"]["total"], facts["result"], facts["levels"]))
    assert found == [(20, "hit", 5), (18, "defended", 0)]
    up(shannon)
    assert "no more attacks" in strikes(ines, shannon, monks[2], 422, way=kick)


@played("dragonfly.defense-allowance", "dragonfly.dodge", "dragonfly.grapple")
def test_then_one_dodge_is_left_to_her_and_the_second_blow_goes_unhindered(
    gm: Any, ines: Any, shannon: Character, monks: list[Character], dice: Any
) -> None:
    kick = maneuver(shannon, "Kick", 6)
    start(gm, shannon, *monks)
    declared(shannon, extra=["attack", "attack"])
    up(shannon)
    dice(9, 9)
    for monk in monks[:2]:
        strikes(ines, shannon, monk, way=kick)
        answers(gm, "dodge")
    up(monks[0])
    strikes(gm, monks[0], shannon, sort="grapple", grip="right-arm", attackers=1)
    answers(ines, "dodge")
    defense = settled(gm)["defense"]
    assert (defense["total"], labels(defense)) == (21, {"Dexterity": 7, "Acrobatics": 5})
    up(monks[1])
    strikes(gm, monks[1], shannon, attackers=1)
    facts = settled(gm)
    assert (facts["result"], facts["levels"], facts["defense"]) == ("hit", 5, None)
    assert tallies(gm, shannon)["defenses"] == 1


@played("dragonfly.damage", "dragonfly.heroic-feat-damage")
@pytest.mark.parametrize(("base", "face", "feat", "armor", "expected"), [
    (12, 8, False, 5, 22), (12, 8, True, 5, 42), (6, 2, False, 8, 0), (8, 4, True, 6, 28)])  # fmt: skip
def test_damage_by_the_book(
    table: Any, gm: Any, ines: Any, monks: list[Character], dice: Any, base: int, face: int, feat: bool, armor: int,
    expected: int,
) -> None:  # fmt: skip
    """Faces that make four, four, one and two levels with Dexterity 5 + Getting Medieval 2."""
    jo = with_life(full_sheet(table, "Jo", ines, dexterity=5, getting_medieval=2), 30)
    blade = maneuver(jo, "Blade", base, "hand-weapon", damage_type="slash-stab", skill="getting-medieval")
    armoured(monks[0], armor)
    start(gm, jo, monks[0])
    declared(jo, drama=["damage"] if feat else [])
    up(jo)
    dice(face)
    strikes(ines, jo, monks[0], way=blade)
    answers(gm, "take")
    assert settled(gm)["damage"] == expected
    assert life(monks[0]) == 90 - expected


@played("dragonfly.knockout")
def test_the_knockout_of_the_example(table: Any, gm: Any, ines: Any, marek: Any, dice: Any) -> None:
    """8 + 7 - 2 = 13: three levels, half of 6 + 3, and 6 + 4 - 3 = 7 is too little to stay up."""
    jo = with_life(full_sheet(table, "Jo", ines, dexterity=4, kung_fu=4), 30)
    kit = with_life(full_sheet(table, "Kit", marek, constitution=2, dexterity=2), 30)
    fist = maneuver(jo, "Fist", 6)
    start(gm, jo, kit)
    up(jo)
    dice(7)
    strikes(ines, jo, kit, way=fist, sort="knockout")
    answers(marek, "take")
    facts = settled(gm)
    assert (facts["attack"]["total"], facts["levels"], facts["damage"]) == (13, 3, 4)
    dice(6)
    does(marek, "dragonfly.answer-test", ask=asks(table, "dragonfly.knockout-test")[0].public_id)
    tested = told(table, "dragonfly.tested")
    assert (tested["total"], labels(tested)["Success Levels of the attack"]) == (7, -3)
    assert now(kit).knocked_out


@played("dragonfly.full-offense", "dragonfly.full-defense")
def test_stances_of_the_examples(table: Any, gm: Any, ines: Any, marek: Any, dice: Any) -> None:
    """8 + 5 + 2 = 15 on Full Offense, 6 + 4 + 3 = 13 on Full Defense."""
    jo = with_life(full_sheet(table, "Jo", ines, dexterity=4, kung_fu=4), 30)
    kit = with_life(full_sheet(table, "Kit", marek, dexterity=4, acrobatics=2), 30)
    start(gm, jo, kit)
    declared(jo, stance="full-offense")
    declared(kit, stance="full-defense", action="other")
    up(jo)
    dice(5)
    strikes(ines, jo, kit)
    dice(4)
    answers(marek, "dodge")
    facts = settled(gm)
    assert (facts["attack"]["total"], facts["defense"]["total"], facts["result"]) == (15, 13, "hit")


@played("dragonfly.feeble-attacker")
@pytest.mark.parametrize(("modifier", "total", "result"), [(0, 7, "missed"), (3, 10, "hit")])
def test_a_score_of_five_on_full_offense(
    table: Any, gm: Any, ines: Any, shannon: Character, modifier: int, total: int, result: str
) -> None:
    imp = with_life(score_sheet(table, "Imp", muscle=5, combat=5, brains=7), 20)
    start(gm, shannon, imp)
    declared(imp, stance="full-offense")
    up(imp)
    strikes(gm, imp, shannon, modifier=modifier)
    if result == "hit":
        assert asked(ines).facts["total"] == total
        answers(ines, "take")
    facts = settled(gm)
    assert (facts["attack"]["total"], facts["result"]) == (total, result)


@played("dragonfly.ganging-up")
def test_three_add_three(gm: Any, ines: Any, shannon: Character, monks: list[Character]) -> None:
    start(gm, shannon, *monks)
    for monk in monks:
        up(monk)
        strikes(gm, monk, shannon)
        answers(ines, "take")
    assert labels(settled(gm)["attack"]) == {"Combat": 18, "Ganging up": 3}
