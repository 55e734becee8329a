"""A turn of Dragon that is under way: who fights, on which side, with which phases, and where the turn is."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from apps.characters.models import Character
from apps.combat import tracking
from apps.combat.dragon import turns as stored
from apps.combat.models import Combatant, Declaration, Fight
from apps.rules.dragon.combat import turns as rules
from apps.rules.dragon.combat.parts import Moment, Part
from apps.table.models import Event, Telling
from apps.table.turn import Turn
from tests.characters.dragon.conftest import ana, guard, table
from tests.combat.wounded import a_turn_of

__all__ = ["ana", "guard", "table"]


def in_round(
    gm: Any,
    phases: Mapping[Character, Sequence[int]],
    at: tuple[int, Part] = (1, "Good"),
    speeds: Mapping[Character, str] | None = None,
) -> Fight:
    """A fight of these, enemies on the bad side, with these phases and speeds (Reflexes), taken to this part."""

    def begins(turn: Turn) -> None:
        fight = tracking.start(turn, "good")
        stored.begin_round(turn, fight)
        for character, rounds in phases.items():
            (combatant,) = tracking.join(turn, fight, [character])
            turn.change(combatant, side="bad" if character.role == "enemy" else "good")
            plan = {"speed": (speeds or {}).get(character, "reflexes")}
            turn.create(Declaration, combatant=combatant, turn=fight.turn, plan=plan)
            stored.deal(turn, combatant, rounds)
        taken_to(turn, fight, Moment(*at))

    a_turn_of(gm, begins)
    return now(gm)


def taken_to(turn: Turn, fight: Fight, at: Moment) -> None:
    """Closes part after part; nobody does anything in them."""
    while stored.state_of(fight).at != at:
        stored.write(turn, fight, rules.close(stored.state_of(fight)).state)


def now(person: Any) -> Fight:
    """The newest fight of the table, as the database has it."""
    return Fight.objects.filter(table=person.table).latest("pk")


def fighter(gm: Any, character: Character) -> rules.Fighter:
    """One fighter as the rules see them now."""
    found: list[rules.Fighter] = []

    def reads(turn: Turn) -> None:
        combatant = turn.desk.one(Combatant, character=character)
        assert combatant
        found.append(stored.fighter_of(combatant))

    a_turn_of(gm, reads)
    return found[0]


@pytest.fixture
def duel(gm: Any, ana: Character, guard: Character) -> Fight:
    """Ana with phases in 2, 5 and 9 against the guard with phases in 2 and 6, in Good of round 2."""
    return in_round(gm, {ana: (2, 5, 9), guard: (2, 6)}, (2, "Good"))


def newest(person: Any, kind: str) -> Event:
    """The newest event of that kind: the turn may have gone on after it."""
    return Event.objects.filter(table=person.table, kind=f"dragon.{kind}").latest("pk")


def told_to_gms(person: Any, kind: str) -> dict[str, Any]:
    """All that the newest event of that kind tells."""
    found: dict[str, Any] = Telling.objects.filter(event=newest(person, kind)).latest("rank").facts
    return found
