"""A fight of Rough Magic in its order: who is there, and ways to take it on."""

from __future__ import annotations

from typing import Any

import pytest

from apps.characters.models import Character, Condition, Rating, Track
from apps.combat import tracking
from apps.combat.models import Combatant, Fight
from apps.combat.rough_magic.order import stored
from apps.rules.rough_magic.combat.turns import Place, Play
from apps.table.models import Event, Span, Telling
from apps.table.turn import Turn
from tests.combat.wounded import a_turn_of
from tests.people import newest_event, open_a_table


@pytest.fixture
def table(db: None) -> Any:
    """A table of Rough Magic with every switch at its default."""
    return open_a_table("Salt and Lanterns", game="rough_magic")


def somebody(
    table: Any, name: str, person: Any = None, sheet: str = "character", hidden: bool = False, **ranks: int
) -> Character:
    """Somebody with these ranks; nobody's is an enemy."""
    role, seat = ("hero", person.seat) if person else ("enemy", None)
    made = Character.objects.create(table=table, name=name, sheet=sheet, role=role, seat=seat, hidden=hidden)
    for key, value in ranks.items():
        Rating.objects.create(character=made, group="attribute", key=key, value=value)
    return made


@pytest.fixture
def jun(table: Any, ines: Any) -> Character:
    """Ines plays her: Agility 4, Brawn 3, Perception 5."""
    return somebody(table, "Jun Vey", ines, agility=4, brawn=3, perception=5)


@pytest.fixture
def bramble(table: Any, marek: Any) -> Character:
    """Marek plays him: Agility 3, Brawn 5, Perception 2."""
    return somebody(table, "Bramble Oke", marek, agility=3, brawn=5, perception=2)


@pytest.fixture
def sel(table: Any) -> Character:
    """The GM's, with a name: Perception 4."""
    return somebody(table, "Sel Marrow", agility=4, brawn=4, perception=4)


@pytest.fixture
def guards(table: Any) -> list[Character]:
    """Three without names of their own."""
    return [somebody(table, f"Guard {n}", sheet="unnamed", agility=2, brawn=3, perception=2) for n in (1, 2, 3)]


@pytest.fixture
def ash(table: Any) -> Character:
    """Nobody but the GM knows of her."""
    return somebody(table, "Warden Ash", hidden=True, agility=5, brawn=4, perception=6)


def ids(*those: Character) -> list[str]:
    return [one.public_id for one in those]


def starts(gm: Any, *those: Character, unaware: tuple[Character, ...] = (), **more: Any) -> Fight:
    """The GM taps these names in their order; the others are there as well."""
    given = {"title": "The lock gate", "characters": ids(*those, *unaware), "noticed": ids(*those)}
    gm.does("rough_magic.start-fight", **given | more)
    return now(gm)


def now(person: Any) -> Fight:
    """The fight that runs, as the database has it."""
    return Fight.objects.filter(table=person.table).latest("pk")


def words(answer: Any) -> str:
    return str(answer.content.decode())


def goes_on(gm: Any, **more: Any) -> None:
    gm.does("rough_magic.next", **more)


def play(gm: Any) -> Play:
    """The order as the rules see it."""
    found: list[Play] = []
    a_turn_of(gm, lambda turn: found.append(stored.play_of(_running(turn))))
    return found[0]


def place(gm: Any, character: Character) -> Place:
    """What somebody holds and owes."""
    return play(gm).place(Combatant.objects.get(character=character).public_id)


def _running(turn: Turn) -> Fight:
    fight = tracking.fight_of(turn.table)
    assert fight is not None
    return fight


def acting(gm: Any) -> str:
    """Whose turn it is: who broke in last, else whose place it is; nobody's when the surroundings move."""
    from apps.combat.rough_magic.order import turns_of

    found: list[str] = []

    def reads(turn: Turn) -> None:
        one = turns_of.on_turn(_running(turn))
        found.append(one.character.name if one else "")

    a_turn_of(gm, reads)
    return found[0]


def forces(gm: Any, character: Character, what: str = "block") -> str:
    """Somebody acts in defence, as an attack would have them do it."""
    found: list[str] = []

    def does(turn: Turn) -> None:
        mine = turn.desk.one(Character, public_id=character.public_id)
        assert mine
        found.append(stored.force(turn, _running(turn), mine, what))

    a_turn_of(gm, does)
    return found[0]


def states(character: Character) -> list[str]:
    return [one.name for one in Condition.objects.filter(character=character).order_by("pk")]


def down(character: Character) -> None:
    Track.objects.create(table=character.table, character=character, key="lost", value=4)


def dead(character: Character) -> None:
    Track.objects.create(table=character.table, character=character, key="dead", value=1)


def newest(person: Any, kind: str) -> Event:
    return Event.objects.filter(table=person.table, kind=f"rough_magic.{kind}").latest("pk")


def told_to(event: Event, audience: str) -> dict[str, Any]:
    """What an event says to the GMs ("gms") or to everybody ("everybody")."""
    return dict(Telling.objects.get(event=event, audience=audience).facts)


def state_of_fight() -> tuple[str, ...]:
    """Every row of the fight, to show that a refusal changed nothing and that undo puts everything back."""
    from django.apps import apps

    models: list[Any] = [*apps.get_app_config("combat").get_models(), Span, Condition]
    return tuple(repr((model.__name__, tuple(model._base_manager.order_by("pk").values_list()))) for model in models)


__all__ = ["newest_event"]
