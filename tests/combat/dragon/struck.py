"""Ways to strike somebody down, and to look at what has become of them."""

from __future__ import annotations

from typing import Any

from apps.characters.dragon.sheet import sheet_of
from apps.characters.dragon.states import State, state_of
from apps.characters.models import Character
from apps.combat.dragon.harm import taking
from apps.table.models import Ask, Switch
from apps.table.turn import Turn
from tests.combat.wounded import a_turn_of


def takes(gm: Any, character: Character, damage: int, **how: bool) -> dict[str, Any]:
    """Damage as an attack does it; the facts of its card."""
    found: list[dict[str, Any]] = []

    def struck(turn: Turn) -> None:
        found.append(taking.take(turn, turn.desk.own(character), damage, **how))

    a_turn_of(gm, struck)
    return found[0]


def now(character: Character) -> State:
    return state_of(Character.objects.get(pk=character.pk))


def left(character: Character) -> int | None:
    return sheet_of(Character.objects.get(pk=character.pk)).left


def open_checks(table: Any) -> list[Ask]:
    """The Death Checks that are waited for, oldest first."""
    found = Ask.objects.filter(table=table, closed_at=None, exchange__kind__startswith="dragon.death-check")
    return list(found.order_by("pk"))


def check_of(table: Any) -> Ask:
    (found,) = open_checks(table)
    return found


def switch(table: Any, key: str, value: str) -> None:
    row = Switch.objects.get(table=table, key=key)
    row.value = value
    row.save()
