"""Conflicts of Crew: who is there, and ways to pass the baton."""

from __future__ import annotations

from typing import Any

import pytest

from apps.characters.models import Character, Rating
from apps.combat import tracking
from apps.combat.models import Combatant, Fight
from apps.table.models import Span
from tests.checks.crew.conftest import a_crewmember, bank, kit, make, table, tran, words_of, wren

__all__ = ["kit", "make", "table", "tran", "wren"]


def gmc(table: Any, name: str, role: str = "extra", die: int = 6, hidden: bool = False) -> Character:
    made = Character.objects.create(table=table, name=name, sheet="minor", role=role, hidden=hidden)
    Rating.objects.create(character=made, group="die", key="die", value=die)
    return made


@pytest.fixture
def deputy(table: Any) -> Character:
    """A Minor GMC with a d8."""
    return gmc(table, "Deputy", "minor-gmc", 8)


@pytest.fixture
def thug(table: Any) -> Character:
    """An Extra with a d6."""
    return gmc(table, "Thug")


@pytest.fixture
def sniper(table: Any) -> Character:
    """A Minor GMC of whom nobody else knows."""
    return gmc(table, "Sniper", "minor-gmc", 10, hidden=True)


@pytest.fixture
def odile(table: Any, sit: Any) -> Character:
    """A third crewmember, of Odd."""
    return a_crewmember(table, "Odile", sit("Odd", colour="moss"), 0, mental=8, physical=8, social=8)


@pytest.fixture
def full_bank(table: Any) -> Any:
    return bank(table, 3)


def opened(gm: Any, *characters: Character, title: str = "The cargo bay") -> Fight:
    gm.does("crew.open-conflict", title=title, characters=[one.public_id for one in characters])
    return now(gm)


def now(person: Any) -> Fight:
    found = tracking.fight_of(person.table)
    assert found is not None
    return found


def passes(person: Any, to: Character | None, status: int = 200, **more: Any) -> str:
    answer = person.post("crew.pass", live=True, to=to.public_id if to else "", **more)
    assert answer.status_code == status, words_of(answer)
    return words_of(answer)


def baton(person: Any) -> tuple[int, str, list[str]]:
    """The round, who has the baton, and who has acted, in their order."""
    fight = now(person)
    assert fight.turn is not None
    rows = Combatant.objects.filter(fight=fight).select_related("character").order_by("place", "pk")
    acting = [one.character.name for one in rows if one.state == "acting"]
    acted = [one.character.name for one in rows if one.state == "acted"]
    return fight.turn.number, acting[0] if acting else "", acted


def state_of_conflict() -> tuple[str, ...]:
    """Every row of the conflict, to show that a refusal changed nothing and that undo puts everything back."""
    from django.apps import apps

    models: list[Any] = [*apps.get_app_config("combat").get_models(), Span]
    return tuple(repr((model.__name__, tuple(model._base_manager.order_by("pk").values_list()))) for model in models)
