"""A fight of Shannon, Pell, a Brute and two thugs, and ways to take it on."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest

from apps.characters.models import Character, Rating, Use
from apps.combat import tracking
from apps.combat.models import Combatant, Fight
from apps.table.models import Ask, Span
from tests.checks.conftest import full_sheet, score_sheet


def with_life(character: Character, points: int) -> Character:
    Rating.objects.create(character=character, group="life", key="life-points", value=points)
    return character


@pytest.fixture
def shannon(table: Any, ines: Any) -> Character:
    """Ines plays her: Dexterity 7, so two additional actions; 42 Life Points, 3 Drama Points."""
    numbers: dict[str, Any] = {"strength": 4, "dexterity": 7, "constitution": 3, "willpower": 4, "perception": 6}
    return with_life(full_sheet(table, "Shannon", ines, **numbers, kung_fu=4, acrobatics=5, gun_fu=3), 42)


@pytest.fixture
def pell(table: Any, marek: Any) -> Character:
    """Marek plays him: Dexterity 3, so no additional action; 40 Life Points."""
    numbers: dict[str, Any] = {"strength": 4, "dexterity": 3, "constitution": 3, "willpower": 3}
    return with_life(full_sheet(table, "Pell", marek, **numbers, gun_fu=4), 40)


@pytest.fixture
def brute(table: Any) -> Character:
    """One of the Supporting Cast: Combat 13, so initiative 13; 30 Life Points."""
    return with_life(score_sheet(table, "Brute", muscle=15, combat=13, brains=6), 30)


@pytest.fixture
def thugs(table: Any) -> list[Character]:
    """Two of them, Combat 9."""
    return [with_life(score_sheet(table, f"Thug {n}", muscle=9, combat=9, brains=7), 20) for n in (1, 2)]


@pytest.fixture
def voss(table: Any) -> Character:
    """Hidden, full, the GM's: Dexterity 5."""
    return with_life(full_sheet(table, "Voss", hidden=True, dexterity=5, gun_fu=5), 34)


def start(gm: Any, *characters: Character) -> Fight:
    """The GM starts a fight of these."""
    gm.does("dragonfly.start-fight", title="The gantry", characters=[one.public_id for one in characters])
    return now(gm)


def now(person: Any) -> Fight:
    found = tracking.fight_of(person.table)
    assert found is not None
    return found


@pytest.fixture
def fight(gm: Any, shannon: Character, pell: Character, brute: Character, thugs: list[Character]) -> Fight:
    """Turn 1, Intentions: Shannon, Pell, the Brute, two thugs."""
    return start(gm, shannon, pell, brute, *thugs)


def fighter(character: Character) -> Combatant:
    return Combatant.objects.select_related("fight__turn", "fight__span", "character__seat").get(character=character)


def go_on(gm: Any, status: int = 200) -> Any:
    """The GM taps Next."""
    answer = gm.post("dragonfly.fight-next", live=True)
    assert answer.status_code == status, answer.content.decode()
    return answer


def throw(person: Any, character: Character, face: int, dice: Callable[..., Any], *ties: int) -> Any:
    """A player throws initiative."""
    ask = Ask.objects.get(
        table=person.table, closed_at=None, exchange__closed_at=None, audience="character", subject=character.pk
    )
    dice(face, *ties)
    answer = person.post("dragonfly.initiative", live=True, ask=ask.public_id)
    assert answer.status_code == 200, answer.content.decode()
    return answer


@pytest.fixture
def acting(
    fight: Fight, gm: Any, ines: Any, marek: Any, shannon: Character, pell: Character, dice: Callable[..., Any]
) -> Fight:
    """Turn 1, Actions: Shannon 16, the Brute 13, Pell 11, the thugs 9; Shannon is up."""
    go_on(gm)
    throw(ines, shannon, 9, dice)
    throw(marek, pell, 8, dice, 4, 2)
    return now(gm)


def order(gm: Any) -> list[tuple[str, int | None]]:
    """Who acts when, first to last."""
    return [(one.character.name, one.initiative) for one in tracking.combatants_of(now(gm)) if one.state != "out"]


def state_of_fight() -> tuple[str, ...]:
    """Every row of the fight, to show that a refusal changed nothing and that undo puts everything back."""
    from django.apps import apps

    rows: list[Any] = [*apps.get_app_config("combat").get_models(), Span, Use]
    return tuple(repr((model.__name__, tuple(model._base_manager.order_by("pk").values_list()))) for model in rows)


def turn_number(person: Any) -> int:
    """The number of the Turn that runs."""
    turn = now(person).turn
    assert turn is not None
    return turn.number


def in_words(answer: Any) -> str:
    """What a page or an answer says, spaces joined."""
    return " ".join(re.sub(r"<[^>]+>", " ", answer.content.decode()).split())


def refused(answer: Any, words: str) -> None:
    assert answer.status_code == 422, answer.content.decode()
    assert words in " ".join(answer.content.decode().split())


def acting_names(gm: Any) -> list[str]:
    return [one.character.name for one in tracking.combatants_of(now(gm)) if one.state == "acting"]
