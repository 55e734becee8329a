"""Answers of several people that wait for each other: each lies in the row of whoever was asked.

Who has answered is open, what they answered is not: a kind's `sealed` says to whom it is laid open, and when. So the
event of an act that gives an answer never says which, and its readers are those whom `asked_of` names.
"""

from __future__ import annotations

from typing import Any

from apps.table.audience import Audience
from apps.table.exchanges import ALL_IN, asks_of, close_ask, kind_of
from apps.table.models import Ask, Exchange, Seat
from apps.table.seating.leaving import when_somebody_leaves
from apps.table.turn import Turn
from apps.table.viewer import Viewer


def asked_of(one: Ask) -> Audience:
    """Whoever is asked, and nobody else."""
    return Audience(frozenset({(one.audience, one.subject)}))


# giving and leaving out


def give(turn: Turn, one: Ask, answer: Any) -> None:
    """Notes an answer, which may be given anew until all are in; with the last of them the exchange goes on."""
    if answer is None:
        raise ValueError("no answer is none at all: leave it out")
    turn.change(one, answer=answer)
    turn.later(lambda: _go_on(turn, one.exchange))


def leave_out(turn: Turn, one: Ask) -> None:
    """Waits for this answer no longer; the exchange goes on where it was the last one."""
    close_ask(turn, one, None)
    turn.later(lambda: _go_on(turn, one.exchange))


def _go_on(turn: Turn, exchange: Exchange) -> None:
    """All are in: from now on they are read."""
    all_in = kind_of(exchange).all_in
    if all_in is not None and exchange.closed_at is None and not awaited_in(exchange):
        turn.change(exchange, stage=ALL_IN)
        all_in(turn, exchange)


@when_somebody_leaves
def _leaves_out_their_answers(turn: Turn, seat: Seat) -> None:
    """Nobody else may answer where answers are sealed, so an empty seat is waited for no longer."""
    for one in turn.desk.all(Ask, closed_at=None):
        if (one.audience, one.subject) == ("seat", seat.pk) and kind_of(one.exchange).sealed:
            leave_out(turn, one)


# reading


def awaited_in(exchange: Exchange) -> list[Ask]:
    """The asks of an exchange that nobody has answered yet."""
    return [one for one in asks_of(exchange) if one.answer is None]


def all_in(exchange: Exchange) -> bool:
    """Whether every answer was given or left out, so that what is sealed until then lies open."""
    return exchange.stage == ALL_IN


def answers_in(exchange: Exchange) -> list[tuple[Ask, Any]]:
    """Who answered what, in the order in which they were asked. For the rules: what somebody is shown says `seen_by`.

    Raises StillSealed where answers wait for each other and one is not in yet.
    """
    if kind_of(exchange).sealed == "till-all-in" and not all_in(exchange):
        raise StillSealed(exchange.kind)
    return [(one, one.answer) for one in exchange.desk.all(Ask, exchange=exchange) if one.answer is not None]


class StillSealed(RuntimeError):  # noqa: N818 - reads as what is the case
    """Nobody reads these answers yet."""


def unsigned_in(exchange: Exchange) -> list[Any]:
    """The answers in an order that says nothing of whose they are, nor of which came first."""
    return sorted((answer for _, answer in answers_in(exchange)), key=repr)


def seen_by(viewer: Viewer, one: Ask) -> Any:
    """The answer as far as these eyes may know it: always one's own; where it is for the GM theirs; where answers wait
    for each other everybody's, once all are in. None where there is none for them."""
    if not viewer.watching and (one.audience, one.subject) in viewer.atoms:
        return one.answer
    match kind_of(one.exchange).sealed:
        case "to-gm":
            return one.answer if viewer.acts_as_gm else None
        case "till-all-in":
            return one.answer if all_in(one.exchange) else None
    return one.answer
