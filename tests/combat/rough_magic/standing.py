"""Who stands where at a table of Rough Magic: the people of its evening, made as people make them."""

from __future__ import annotations

from typing import Any

from apps.characters.models import Character, Condition, Track
from apps.characters.rough_magic.points import track_of
from apps.combat.models import Fight, Tally
from apps.table.models import Ask, Event, Seat, Telling
from tests.characters.rough_magic.conftest import bramble, door, guard, jun, made, sel, table
from tests.combat.wounded import a_turn_of

__all__ = ["bramble", "door", "guard", "jun", "made", "sel", "table"]


def states(character: Character) -> list[str]:
    return [one.name for one in Condition.objects.filter(character=character).order_by("pk")]


def lost(character: Character) -> int:
    """How many levels they have lost."""
    found = Track.objects.filter(character=character, key="lost").first()
    return found.value if found else 0


def full(table: Any, kind: str) -> dict[str, Any]:
    """All that the newest event of that kind tells, to those who hear most."""
    event = Event.objects.filter(table=table, kind=f"rough_magic.{kind}").latest("pk")
    return dict(Telling.objects.filter(event=event).latest("rank").facts)


def told_to(table: Any, kind: str, audience: str) -> dict[str, Any]:
    """What the newest event of that kind tells the GMs ("gms") or everybody ("everybody")."""
    event = Event.objects.filter(table=table, kind=f"rough_magic.{kind}").latest("pk")
    return dict(Telling.objects.get(event=event, audience=audience).facts)


def the_ask(table: Any, of: Character | None = None) -> str:
    """The newest open ask; that of a character's player."""
    found = Ask.objects.filter(table=table, closed_at=None)
    if of is not None:
        found = found.filter(audience="character", subject=of.pk)
    return found.latest("pk").public_id


def used(character: Character, key: str) -> int:
    """How often they have done it in the turn that they have."""
    fight = Fight.objects.filter(table=character.table).latest("pk")
    found = Tally.objects.filter(combatant__character=character, span=fight.turn, key=key).first()
    return found.value if found else 0


def fights(gm: Any, *those: Character) -> None:
    """A fight of these in this order; the first one is on."""
    ids = [one.public_id for one in those]
    gm.does("rough_magic.start-fight", title="The lock gate", characters=ids, noticed=ids)


def with_points(gm: Any, person: Any, count: int = 1) -> None:
    """This person has so many plot points."""
    a_turn_of(gm, lambda turn: turn.change(track_of(turn, turn.desk.get(Seat, person.seat.pk)), value=count))


def card(table: Any, kind: str = "attacked") -> str:
    """The public id of the newest event of that kind."""
    return Event.objects.filter(table=table, kind=f"rough_magic.{kind}").latest("pk").public_id


def on_the_board(gm: Any, **cells: str) -> None:
    """A board, with these on it: the name's first word in small letters, and the cell."""
    gm.does("lay-board", grid="hex", columns=24, rows=16, per_cell=2, free="on")
    for first, cell in cells.items():
        who = next(one for one in Character.objects.filter(table=gm.table) if one.name.lower().startswith(first))
        gm.does("place", characters=[who.public_id], to=cell)
