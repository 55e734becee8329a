"""Where the making of the cast stands, and whose word it is (yarn.character-creation).

It is one exchange for all 22 steps, so it can be left for tonight and gone on with another time.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from django import forms

from apps.characters import rows
from apps.characters.models import Character
from apps.characters.yarn import orders
from apps.characters.yarn.people import Participant, main_of, mains, players, the_gm
from apps.characters.yarn.sheet import sheet_of
from apps.characters.yarn.spans import SERIES, open_now
from apps.characters.yarn.ties import wanted_by
from apps.rules.yarn.cast import creation, enough, wants_rounds
from apps.table import exchanges
from apps.table.desk import Desk
from apps.table.exchanges import exchange_kind
from apps.table.models import Ask, Event, Exchange, Seat
from apps.table.seating.leaving import when_somebody_leaves
from apps.table.shared.answers import AnswerForm
from apps.table.turn import Turn

CREATION, WORDING, OBJECTION = "yarn.creation", "yarn.want-wording", "yarn.tie-objection"
NAMES, DESIRES, POLES, NEW_ROUND, WANTS, OWN, PLAY = 3, 7, 8, 9, 10, 15, 22
"""The steps at which somebody else, or something else, is asked for."""
LAST = {NAMES: 6, DESIRES: 7, POLES: 8, NEW_ROUND: 9, WANTS: 14, OWN: 21, PLAY: 22}
DOES = {
    NAMES: "yarn.proclaim", DESIRES: "yarn.proclaim-desire", POLES: "yarn.proclaim-poles",
    NEW_ROUND: "yarn.new-round", WANTS: "yarn.state-want", OWN: "yarn.own-steps", PLAY: "yarn.begin-play",
}  # fmt: skip
"""The act with which each is answered."""
OF_THE_GM = (NEW_ROUND, PLAY)
IN_ORDER = {NAMES: orders.NAMES, DESIRES: orders.NAMES, POLES: orders.NAMES, WANTS: orders.WANTS}
"""The order in which players have their turn at it; what is in none is done by all at the same time."""


@dataclass(frozen=True)
class Creation:
    """`step` is one of DOES; `done` are the keys of those who have had their turn at it. `round` counts the rounds of
    wants, `visit` how often the GM went to a step by hand. To the ties of the PC that is `newest`, a public id, others
    may object until the next one enters. While it is `resting` nobody is asked.
    """

    step: int
    done: tuple[str, ...] = ()
    round: int = 0
    visit: int = 0
    newest: str = ""
    resting: bool = False

    @property
    def shown(self) -> int:
        """The step of the book: the names take four of them."""
        return min(self.step + len(self.done), LAST[NAMES]) if self.step == NAMES else self.step


# reading


def creation_now(desk: Desk) -> tuple[Exchange, Creation] | None:
    """The making of the cast that is going on, or rests."""
    found = next(iter(exchanges.open_exchanges(desk, CREATION)), None)
    return (found, exchanges.state_of(found)) if found is not None else None


def order_now(desk: Desk, role: str) -> list[Participant]:
    """The order of the series for it; whoever came later stands at its end (yarn.precedence)."""
    span = open_now(desk, SERIES)
    drawn = orders.order_of(desk, span, role) if span is not None else []
    there = players(desk)
    return [*(one for one in drawn if one in there), *(one for one in there if one not in drawn)]


def still_to_come(desk: Desk, state: Creation) -> list[Participant]:
    """Who has not had their turn yet, in the order of it. All but names needs a character."""
    order = order_now(desk, IN_ORDER[state.step]) if state.step in IN_ORDER else players(desk)
    there = order if state.step == NAMES else [one for one in order if main_of(one, desk) is not None]
    return [one for one in there if one.key not in state.done]


def asked_now(desk: Desk, exchange: Exchange, state: Creation) -> list[Participant]:
    """Whose word it is: one after the other, the GM's, or that of all who have own steps left."""
    if state.step in OF_THE_GM:
        return [the_gm(desk)]
    left = still_to_come(desk, state)
    if state.step == OWN:
        finished = finished_in(desk, exchange, state)
        return [one for one in left if one.key not in finished]
    return left[:1]


def finished_in(desk: Desk, exchange: Exchange, state: Creation) -> set[str]:
    """The keys of those who are done with their own steps."""
    found = [one for one in desk.all(Ask, exchange=exchange) if one.answered_by_id is not None]
    return {one.facts["key"] for one in found if (one.facts["step"], one.facts["visit"]) == (OWN, state.visit)}


def proclaimed(desk: Desk, state: Creation) -> list[Character]:
    """The main characters that have entered by now, in the order in which they did."""
    order = order_now(desk, orders.NAMES)
    entered = [one for one in order if state.step != NAMES or one.key in state.done]
    return [main for one in entered if (main := main_of(one, desk)) is not None]


# going on


def next_state(desk: Desk, state: Creation) -> Creation:
    """What comes when all have had their turn; the wants come again until every PC is wanted by two."""
    cast = mains(desk)
    found = creation(players=max(2, len(cast)), step=LAST[state.step], least_named=least_named(cast))
    step = found.next_step or PLAY
    return replace(state, step=OWN if step == NEW_ROUND and len(cast) < 2 else step, done=())


def least_named(cast: list[Character]) -> int:
    """By how many others the PC is wanted that is wanted least (yarn.wants-rounds)."""
    return enough(len(cast)) - max(short_of(cast).values(), default=0) if len(cast) > 1 else enough(2)


def short_of(cast: list[Character]) -> dict[str, int]:
    """The ids of those who are wanted by too few, and how many are lacking."""
    ids = {one.public_id for one in cast}
    wants = [
        f"{by.public_id}>{one.public_id}" for one in cast for by in wanted_by(one) if by != one and by.public_id in ids
    ]
    return dict(wants_rounds(pcs=[one.public_id for one in cast], rounds=[wants]).short) if len(cast) > 1 else {}


def go_on(turn: Turn, exchange: Exchange, state: Creation) -> None:
    """Asks whoever comes next; a step that all have had gives way to the next one."""
    while not (found := asked_now(turn.desk, exchange, state)):
        state = next_state(turn.desk, state)
    for ask in exchanges.asks_of(exchange):
        exchanges.close_ask(turn, ask, None)
    exchanges.advance(turn, exchange, state)
    for one in [] if state.resting or _being_worded(exchange) else found:
        facts = {"who": one.name, "key": one.key, "step": state.step, "visit": state.visit, "does": DOES[state.step]}
        exchanges.ask(turn, exchange, one.atom, facts)


def _being_worded(exchange: Exchange) -> bool:
    """Whether two are still at a want, so that nobody else is asked for one."""
    return any(one.kind == WORDING for one in exchanges.inside_of(exchange))


def word_given(turn: Turn, exchange: Exchange, key: str, newest: str = "") -> None:
    """Somebody has had their turn, in which the `newest` PC may have entered: the next one is asked."""
    state: Creation = exchanges.state_of(exchange)
    go_on(turn, exchange, replace(state, done=(*state.done, key), newest=newest))


def answered(turn: Turn, one: Ask, by: Event, newest: str = "") -> None:
    """What they were asked is answered; the next one is asked."""
    exchanges.close_ask(turn, one, by)
    word_given(turn, one.exchange, one.facts["key"], newest)


def finished(turn: Turn, one: Ask, by: Event) -> None:
    """Somebody's own steps are done; with the last one's the next step comes."""
    exchanges.close_ask(turn, one, by)
    if not exchanges.asks_of(one.exchange):
        go_on(turn, one.exchange, exchanges.state_of(one.exchange))


def _inner_closed(turn: Turn, exchange: Exchange) -> None:
    """What two had to settle is settled, or was called off: whoever comes next is asked, once more if need be."""
    state: Creation = exchanges.state_of(exchange)
    if not (state.resting or exchanges.asks_of(exchange) or exchanges.inside_of(exchange)):
        go_on(turn, exchange, state)


@when_somebody_leaves
def _without_them(turn: Turn, seat: Seat) -> None:
    """An empty seat is waited for no longer."""
    now = creation_now(turn.desk) if turn.table.game == "yarn" else None
    mine = [one for one in exchanges.asks_of(now[0]) if (one.audience, one.subject) == ("seat", seat.pk)] if now else []
    for one in mine:
        exchanges.close_ask(turn, one, None)
    if now and mine and not exchanges.asks_of(now[0]):
        turn.later(lambda: go_on(turn, *now))


# answering


class StepForm(AnswerForm):
    """An answer to a question that goes back and forth: `does` names the act that it waits for now."""

    does = ""

    def clean_ask(self) -> Ask:
        found = super().clean_ask()
        if found.facts["does"] != self.does:
            raise forms.ValidationError("Something else is asked for now.")
        return found


class WordForm(AnswerForm):
    """The answer of whoever has the word in a step: with the act `does`."""

    kinds = (CREATION,)
    does = ""
    needs_main = True

    @cached_property
    def row(self) -> Ask | None:
        found = exchanges.may_answer(self.viewer, str(self["ask"].value() or ""))
        return found if found is not None and self._fits(found) else None

    def _fits(self, found: Ask) -> bool:
        return found.exchange.kind in self.kinds and found.facts["does"] == self.does

    def clean_ask(self) -> Ask:
        found = super().clean_ask()
        if not self._fits(found):
            raise forms.ValidationError("Something else is asked for now.")
        if self.needs_main and self.main is None:
            raise forms.ValidationError(
                "There is no main character to say it of: leave it open, or go to another step."
            )
        return found

    @property
    def who(self) -> Participant | None:
        """Whose word it is, whoever gives it."""
        if self.row is None:
            return None
        return next((one for one in players(self.viewer.desk) if one.key == self.row.facts["key"]), None)

    @property
    def main(self) -> Character | None:
        """Their main character, once there is one."""
        return main_of(self.who, self.viewer.desk) if self.who is not None else None


@rows.when_deleted
def _settled_with_nobody(turn: Turn, character: Character) -> None:
    """What two were to settle is over when one of their characters is gone."""
    for one in exchanges.open_exchanges(turn.desk, WORDING, OBJECTION):
        if character.public_id in one.state.values():
            exchanges.close(turn, one)


def _context(viewer: Any, one: Ask) -> dict[str, Any]:
    state: Creation = exchanges.state_of(one.exchange)
    cast = mains(viewer.desk)
    short = short_of(cast) if state.step == NEW_ROUND and state.round else {}
    sheets = [sheet_of(one) for one in cast] if state.step in (OWN, PLAY) else []
    return {
        "state": state,
        "short": [one for one in cast if one.public_id in short],
        "rolls": viewer.options.hp_roll_without_trait or _is_tough(viewer.desk, one),
        "not_approved": [each for each in sheets if not each.approved],
    }


def _is_tough(desk: Desk, one: Ask) -> bool:
    """Whether a trait of whom they make counts for hit points, so that there is something to roll."""
    who = next((each for each in players(desk) if each.key == one.facts["key"]), None)
    main = main_of(who, desk) if who is not None else None
    return main is not None and bool(sheet_of(main).tough)


exchange_kind(
    name=CREATION,
    state=Creation,
    template="characters/yarn/creation/asks/word",
    answer="yarn.proclaim",
    answers=lambda one: str(one.facts["does"]),
    waits_for="their word",
    context=_context,
    inner_closed=_inner_closed,
    bare_row=True,
)
