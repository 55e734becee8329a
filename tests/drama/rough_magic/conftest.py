"""The heroes of an evening of Rough Magic, made at the door, and what their players have."""

from __future__ import annotations

from typing import Any

from apps.characters.models import Character, Condition
from apps.characters.rough_magic import endurance, points
from apps.characters.rough_magic.lasting import end_of
from apps.characters.rough_magic.states import states_of
from apps.table.models import Ask, Event, Telling
from apps.table.turn import Turn
from tests.characters.rough_magic.conftest import ash, bramble, jun, made, table
from tests.people import Person
from tests.rough_evening_points import in_a_turn

__all__ = ["ash", "bramble", "jun", "made", "table"]


def has(person: Person) -> int:
    """The plot points of a person."""
    assert person.seat is not None
    return points.held_by(person.seat)


def gets(gm: Person, person: Person, count: int) -> None:
    """So many plot points more, for nothing."""
    assert person.seat is not None
    seat = person.seat
    in_a_turn(gm, lambda turn, card: points.earn(turn, turn.desk.own(seat), "A fine evening", "", count))


def hurt(gm: Person, character: Character, levels: int, *, stunning: bool = False) -> None:
    def happens(turn: Turn, card: Event) -> None:
        endurance.lose(turn, turn.desk.own(character), levels, stunning=stunning)

    in_a_turn(gm, happens)


def the_ask(table: Any) -> str:
    """The public id of the only question that is open."""
    (found,) = Ask.objects.filter(table=table, closed_at=None, exchange__closed_at=None)
    return str(found.public_id)


def no_ask(table: Any) -> bool:
    return not Ask.objects.filter(table=table, closed_at=None, exchange__closed_at=None).exists()


def states(character: Character) -> list[Condition]:
    return states_of(character)


def ends(character: Character) -> list[str]:
    """When each of somebody's states ends."""
    return [end_of(one) for one in states_of(character)]


def told(table: Any, audience: str = "") -> Any:
    """The facts of the newest event: the fullest version, or the one for this audience."""
    found = Telling.objects.filter(event__table=table).order_by("-event", "-rank")
    return (found.filter(audience=audience) if audience else found)[0].facts


def said(answer: Any) -> str:
    """The words of an answer."""
    return " ".join(answer.content.decode().split())
