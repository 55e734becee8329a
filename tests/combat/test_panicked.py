"""What panic does to those who fight (dragonfly.panic-table)."""

from __future__ import annotations

from typing import Any

import pytest

from apps.characters.models import Character, Trait
from apps.combat.dragonfly.fighters.standing import standing_of
from apps.combat.models import Fight
from tests.combat.arena import answers, declared, maneuver, settled, strikes, up
from tests.combat.conftest import fighter
from tests.combat.wounded import does, labels

PANICS = ("startled", "freak-out", "run-away", "total-terror")


def panics(character: Character, panic: str) -> None:
    Trait.objects.create(character=character, key="panic", text=panic)


@pytest.mark.played("dragonfly.panic-table", "dragonfly.close-attack")
@pytest.mark.parametrize(("panic", "status"), list(zip(PANICS, (200, 422, 422, 422), strict=True)))
def test_who_attacks(
    acting: Fight, ines: Any, shannon: Character, brute: Character, dice: Any, panic: str, status: int
) -> None:
    maneuver(shannon, "Kick")
    panics(shannon, panic)
    dice(5)
    said = strikes(ines, shannon, brute, status)
    assert ("cannot attack" in said) == (status == 422)


@pytest.mark.played("dragonfly.panic-table", "dragonfly.dodge", "dragonfly.defense-allowance")
@pytest.mark.parametrize(("panic", "penalty"), [("startled", 0), ("freak-out", 0), ("run-away", -2)])
def test_who_defends(acting: Fight, gm: Any, marek: Any, pell: Character, brute: Character, dice: Any, panic: str,
                     penalty: int) -> None:  # fmt: skip
    panics(pell, panic)
    up(brute)
    strikes(gm, brute, pell)
    dice(9)
    answers(marek, how="dodge")
    parts = labels(settled(gm)["defense"])
    assert parts.get("Run Away!", 0) == penalty


@pytest.mark.played("dragonfly.panic-table")
def test_in_total_terror_nobody_defends(acting: Fight, gm: Any, pell: Character, brute: Character) -> None:
    panics(pell, "total-terror")
    up(brute)
    strikes(gm, brute, pell)
    assert settled(gm)["defense"] is None


@pytest.mark.played("dragonfly.panic-table", "dragonfly.full-defense")
@pytest.mark.parametrize(("panic", "status"), list(zip(PANICS, (200, 422, 422, 422), strict=True)))
def test_who_goes_on_full_defense(fight: Fight, ines: Any, shannon: Character, panic: str, status: int) -> None:
    panics(shannon, panic)
    said = does(ines, "dragonfly.declare", status, character=shannon.public_id, stance="full-defense", action="other")
    assert ("cannot go on Full Defense" in said) == (status == 422)


@pytest.mark.played("dragonfly.panic-table", "dragonfly.full-defense")
@pytest.mark.parametrize(("panic", "stance"), [("startled", "full-defense"), ("freak-out", "normal")])
def test_panic_breaks_a_full_defense(acting: Fight, shannon: Character, panic: str, stance: str) -> None:
    declared(shannon, stance="full-defense", action="other")
    assert standing_of(fighter(shannon)).plan.stance == "full-defense"
    panics(shannon, panic)
    assert standing_of(fighter(shannon)).plan.stance == stance
