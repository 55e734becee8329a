"""Orders and casts: who has which place in something, as long as its span is open."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from apps.characters.models import Character, Part
from apps.table.desk import Desk
from apps.table.models import Seat, Span
from apps.table.seating.leaving import when_somebody_leaves
from apps.table.turn import Turn


@dataclass(frozen=True)
class Holder:
    """Who has a part: the person on a seat, a character, or both. Refuses (ValueError) nobody at all."""

    seat: Seat | None = None
    character: Character | None = None

    def __post_init__(self) -> None:
        if self.seat is None and self.character is None:
            raise ValueError("a part is somebody's")


def in_order(desk: Desk, span: Span, role: str) -> list[Part]:
    """The parts of that role, by their places; of equal places the older first."""
    return sorted(desk.all(Part, span=span, role=role), key=lambda one: one.place)


def seats_in(desk: Desk, span: Span, role: str) -> list[Seat]:
    """The people on seats who have a part of that role, in their order."""
    return [one.seat for one in in_order(desk, span, role) if one.seat is not None]


def of_seat(span: Span, role: str, seat: Seat) -> Part | None:
    """The first part of that role that this seat has."""
    return next((one for one in in_order(span.desk, span, role) if one.seat_id == seat.pk), None)


def of_character(span: Span, role: str, character: Character) -> Part | None:
    """The first part of that role that this character has."""
    return next((one for one in in_order(span.desk, span, role) if one.character_id == character.pk), None)


def give(turn: Turn, span: Span, role: str, holder: Holder, place: int | None = None) -> Part:
    """A part for somebody, by default behind all others; with a place those from there on move back."""
    others = in_order(turn.desk, span, role)
    behind = max((one.place for one in others), default=0) + 1
    if place is not None and place < behind:
        for one in others:
            if one.place >= place:
                turn.change(one, place=one.place + 1)
    return turn.create(
        Part, span=span, seat=holder.seat, character=holder.character, role=role, place=min(place or behind, behind)
    )


def arrange(turn: Turn, span: Span, role: str, holders: Iterable[Holder]) -> list[Part]:
    """These people in this order instead of whoever had parts of that role."""
    for one in in_order(turn.desk, span, role):
        turn.delete(one)
    return [give(turn, span, role, one) for one in holders]


def move(turn: Turn, part: Part, place: int) -> None:
    """Takes the part to that place, counted from 1; the others close up."""
    order = [one for one in in_order(turn.desk, part.span, part.role) if one.pk != part.pk]
    order.insert(max(0, place - 1), turn.desk.own(part))
    for number, one in enumerate(order, 1):
        turn.change(one, place=number)


def take(turn: Turn, part: Part) -> None:
    """Takes a part away; the others close up."""
    span, role = part.span, part.role
    turn.delete(part)
    for number, one in enumerate(in_order(turn.desk, span, role), 1):
        turn.change(one, place=number)


@when_somebody_leaves
def _without_them(turn: Turn, seat: Seat) -> None:
    """An empty seat has no place in what is still going on; a part that is a character's as well stays with them."""
    for one in turn.desk.all(Part, seat=seat):
        if one.span.closed_at is None and one.character_id is None:
            take(turn, one)
        elif one.character_id is not None:
            turn.change(one, seat=None)
