"""What acting costs, as the rows have it: the phase of the round, and later ones that are named."""

from __future__ import annotations

from typing import Any

import pytest

from apps.characters.models import Character
from apps.combat.dragon.phases import spending
from apps.combat.models import Combatant, Fight
from apps.rules.refusal import Refused
from apps.table.turn import Turn
from tests.combat.dragon.conftest import fighter
from tests.combat.wounded import a_turn_of


def spent(gm: Any, character: Character, *rolls: str, pay: tuple[int, ...] = ()) -> dict[str, Any]:
    found: list[dict[str, Any]] = []

    def pays(turn: Turn) -> None:
        combatant = turn.desk.one(Combatant, character=character)
        assert combatant
        found.append(spending.spend(turn, combatant, rolls, pay))

    a_turn_of(gm, pays)
    return found[0]


def test_a_phase_of_the_round_is_used(gm: Any, ana: Character, duel: Fight) -> None:
    assert spent(gm, ana, "Accuracy") == {"way": "phase", "gone": [], "surcharge": False}
    assert fighter(gm, ana).acted


def test_a_roll_outside_the_category_costs_the_phase_that_is_named(gm: Any, ana: Character, duel: Fight) -> None:
    assert spent(gm, ana, "Wit", pay=(9,)) == {"way": "phase", "gone": [9], "surcharge": True}
    assert fighter(gm, ana).later(2) == (5,)


def test_nobody_acts_in_the_other_side_s_part(gm: Any, guard: Character, duel: Fight) -> None:
    with pytest.raises(Refused):
        spent(gm, guard, "Accuracy")
