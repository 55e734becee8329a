"""What waits for people: opening an exchange, asking, answering, and what is open for whom."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Literal

import msgspec

from apps.rules.dice import KeptDice
from apps.table.audience import Atom
from apps.table.desk import Desk
from apps.table.keys import NewKey, keys_elsewhere, with_new_keys
from apps.table.models import Ask, Event, Exchange
from apps.table.switches import values_of
from apps.table.turn import Turn
from apps.table.viewer import Viewer

ALL_IN = "all-in"
"""The stage of an exchange whose answers wait for each other, when all were given."""
GONE = "This is no longer open. Somebody answered it, or it was called off."
Sealed = Literal["", "own", "to-gm", "till-all-in"]


@dataclass(frozen=True)
class ExchangeKind:
    """`state` is the frozen dataclass that its rows hold. Two templates tell it: <template>.html draws one ask for who
    is asked, <template>_row.html tells the GM of it in one line. `context` adds what they need, from what this seat may
    know. `answer` is the name of the act that answers; `answers` names another one where that depends on the ask. With
    `open` everybody may know for whom the table waits, and `waits_for` says for what. A `bare_row` is told from the
    ask's facts alone: for it no context is made. `closing` is called before one closes, whoever closes it;
    `inner_closed` at the end of an act in which something inside it was closed while it is still open itself. Play
    waits for no answer to what is `idle`.

    With `sealed` nobody answers for anybody else, and what is answered is read by everybody at once ("own"), by the
    GMs alone ("to-gm") or by nobody before the last one is in ("till-all-in"). `all_in` is called then (see
    `apps.table.answering`).
    """

    name: str
    state: type
    template: str
    answer: str
    open: bool = True
    idle: bool = False
    waits_for: str = "something more"
    context: Callable[[Viewer, Ask], Mapping[str, Any]] = lambda viewer, ask: {}
    bare_row: bool = False
    answers: Callable[[Ask], str] | None = None
    closing: Callable[[Turn, Exchange], None] | None = None
    inner_closed: Callable[[Turn, Exchange], None] | None = None
    sealed: Sealed = ""
    all_in: Callable[[Turn, Exchange], None] | None = None

    @property
    def card(self) -> str:
        return f"{self.template}.html"

    @property
    def row(self) -> str:
        return f"{self.template}_row.html"

    def answered_with(self, one: Ask) -> str:
        """The act that answers this ask."""
        return self.answers(one) if self.answers else self.answer


_kinds: dict[str, ExchangeKind] = {}
_closings: list[Callable[[Turn, Exchange], None]] = []


def exchange_kind(**about: Any) -> ExchangeKind:
    """Registers a kind of exchange; `about` are the fields of ExchangeKind."""
    found = ExchangeKind(**about)
    if found.name in _kinds:
        raise RuntimeError(f"two kinds of exchanges are called {found.name}")
    if found.sealed and found.all_in is None:
        raise RuntimeError(f"{found.name} never comes to its sealed answers")
    _kinds[found.name] = found
    return found


def when_closing(closing: Callable[[Turn, Exchange], None]) -> Callable[[Turn, Exchange], None]:
    """Registers what is done before any exchange closes, after what its own kind does then."""
    _closings.append(closing)
    return closing


def kind_of(exchange: Exchange) -> ExchangeKind:
    return _kinds[exchange.kind]


def kinds_sealed(how: Sealed) -> list[str]:
    """The names of the kinds that are sealed so."""
    return [name for name, kind in _kinds.items() if kind.sealed == how]


def state_of(exchange: Exchange) -> Any:
    """The exchange's state, decoded strictly. Refuses (ValidationError) what does not fit the dataclass."""
    return msgspec.convert(exchange.state, kind_of(exchange).state, strict=True)


def open_exchange(turn: Turn, kind: str, state: Any, by: Event, inside: Exchange | None = None) -> Exchange:
    """Opens an exchange with the switches as they are now."""
    return turn.create(
        Exchange,
        table=turn.table,
        kind=kind,
        state=msgspec.to_builtins(state),
        opened_by=by,
        inside=inside,
        options=values_of(turn.desk),
    )


def advance(turn: Turn, exchange: Exchange, state: Any) -> Exchange:
    return turn.change(exchange, state=msgspec.to_builtins(state))


def ask(turn: Turn, exchange: Exchange, whom: Atom, facts: Mapping[str, Any]) -> Ask:
    """Holds a question open. `facts` may hold only what the asked person may know."""
    audience, subject = whom
    return turn.create(Ask, exchange=exchange, table=turn.table, audience=audience, subject=subject, facts=dict(facts))


def ask_instead(turn: Turn, one: Ask, whom: Atom, facts: Mapping[str, Any]) -> Ask:
    """Asks somebody else the same, with these facts changed. What fell in an answer taken back counts for them too."""
    audience, subject = whom
    return turn.change(one, audience=audience, subject=subject, facts={**one.facts, **facts})


def close_ask(turn: Turn, one: Ask, answered_by: Event | None) -> None:
    turn.change(one, closed_at=turn.now, answered_by=answered_by)


def answered(turn: Turn, one: Ask, by: Event) -> None:
    """Closes the ask, and with it the exchange."""
    close_ask(turn, one, by)
    close(turn, one.exchange)


def close(turn: Turn, exchange: Exchange) -> None:
    """Closes the exchange, all that is open inside it first, and every ask that it still holds open."""
    for inner in inside_of(exchange):
        close(turn, inner)
    if closing := kind_of(exchange).closing:
        closing(turn, exchange)
    for each in _closings:
        each(turn, exchange)
    for one in asks_of(exchange):
        close_ask(turn, one, None)
    turn.change(exchange, closed_at=turn.now)
    if exchange.inside_id is not None:
        turn.later(lambda: _tell_outer(turn, exchange))


def asks_of(exchange: Exchange) -> list[Ask]:
    """The asks that it still holds open."""
    return exchange.desk.all(Ask, exchange=exchange, closed_at=None)


def about(desk: Desk, *kinds: str, **said: Any) -> list[Exchange]:
    """The open exchanges of these kinds whose state says this, such as `character=3`; oldest first."""
    found = ((one, state_of(one)) for one in open_exchanges(desk, *kinds))
    return [one for one, state in found if all(getattr(state, name) == value for name, value in said.items())]


def ask_about(desk: Desk, *kinds: str, **said: Any) -> Ask | None:
    """The open ask of the oldest of them."""
    return next((ask for one in about(desk, *kinds, **said) for ask in asks_of(one)), None)


def inside_of(exchange: Exchange) -> list[Exchange]:
    """What is open inside it, the newest first."""
    return exchange.desk.all(Exchange, inside=exchange, closed_at=None)[::-1]


def _tell_outer(turn: Turn, exchange: Exchange) -> None:
    outer = exchange.inside
    if outer is not None and outer.closed_at is None and (inner_closed := kind_of(outer).inner_closed):
        inner_closed(turn, outer)


def dice_for(turn: Turn, one: Ask) -> KeptDice:
    """The dice for an answer: faces that fell in an answer that was taken back, then fresh ones."""
    return KeptDice([(sides, face) for sides, face in one.thrown], turn.dice)


def open_asks(viewer: Viewer) -> list[Ask]:
    """Every ask that this seat is asked, oldest first; a GM's own are those for the GMs."""
    return [one for one in all_open_asks(viewer) if is_asked(viewer, one)]


def awaited(viewer: Viewer) -> list[Ask]:
    """Every ask for whose answer the table waits: one that was given and may still be given anew is none."""
    return [one for one in all_open_asks(viewer) if one.answer is None]


def all_open_asks(viewer: Viewer) -> list[Ask]:
    """Every open ask at the table, for the GM."""
    return viewer.desk.memo("open asks", lambda: _open(viewer.desk))


def _open(desk: Desk) -> list[Ask]:
    return [one for one in desk.all(Ask, closed_at=None) if one.exchange.closed_at is None]


def open_exchanges(desk: Desk, *kinds: str) -> list[Exchange]:
    """The open exchanges of these kinds, or of any; oldest first."""
    if not kinds:
        return desk.all(Exchange, closed_at=None)
    found = [one for kind in kinds for one in desk.all(Exchange, kind=kind, closed_at=None)]
    return sorted(found, key=lambda one: one.pk)


def is_asked(viewer: Viewer, one: Ask) -> bool:
    """Whether the ask is this seat's own."""
    return (one.audience, one.subject) in viewer.atoms


def may_know(viewer: Viewer, public_id: str) -> Ask | None:
    """The open ask of that public id, if this seat is asked or is a GM."""
    for one in all_open_asks(viewer):
        if one.public_id == public_id and (viewer.is_gm or is_asked(viewer, one)):
            return one
    return None


def why_gone(viewer: Viewer, public_id: str) -> str:
    """Why an ask can be answered no more: by whom it was, where this seat was asked and answers are no secret."""
    one = viewer.desk.one(Ask, public_id=public_id)
    known = one is not None and is_asked(viewer, one) and not kind_of(one.exchange).sealed
    by = one.answered_by if one is not None and known else None
    if by is None or by.seat is None:
        return GONE
    who = "You have" if by.seat == viewer.seat else f"{by.seat.name} has"
    return f"This is no longer open. {who} answered it."


def may_answer(viewer: Viewer, public_id: str) -> Ask | None:
    """The same, if this seat may answer it: a GM does for anybody, but not where answers are sealed."""
    one = may_know(viewer, public_id)
    return one if one is not None and (is_asked(viewer, one) or not kind_of(one.exchange).sealed) else None


@keys_elsewhere("table.exchange", known_by=("kind",))
def _in_state(fields: dict[str, Any], known: Mapping[str, Any], new: NewKey) -> None:
    """Refuses (KeyError, ValidationError) a kind that there is not, and a state that does not fit it."""
    if "state" in fields:
        state = _kinds[known["kind"]].state
        msgspec.convert(fields["state"], state, strict=True)
        fields["state"] = with_new_keys(state, fields["state"], new)
