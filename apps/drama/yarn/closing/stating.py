"""Statements on the dramatic poles: one player after the other, in seating order (yarn.bennie-statements)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from apps.characters.forms import some_lines
from apps.characters.yarn.people import main_of, of_key
from apps.drama.yarn.closes import STATEMENTS
from apps.drama.yarn.closing.balloting import begin_ballots
from apps.drama.yarn.closing.steps import Candidate, Closing, Said, candidates, closing_in, facts_of, poles_for
from apps.rules.yarn.drama.bennies import bennie_statements
from apps.table import exchanges
from apps.table.acts import act
from apps.table.exchanges import exchange_kind
from apps.table.models import Ask, Event, Exchange, Span
from apps.table.shared.answers import AnswerForm
from apps.table.turn import Turn
from apps.table.viewer import Viewer

FOLDER = "drama/yarn/closing/asks"


def begin_statements(turn: Turn, closing: Closing, by: Event) -> None:
    _ask_next(turn, exchanges.open_exchange(turn, STATEMENTS, closing, by=by))


def still_to_speak(closing: Closing, there: list[Candidate]) -> list[Candidate]:
    """Whoever has not spoken yet, in seating order."""
    order = bennie_statements(seats=[one.key for one in there]).order
    spoken = {one.key for one in closing.said}
    return [one for one in there if one.key in order and one.key not in spoken]


def _ask_next(turn: Turn, exchange: Exchange) -> None:
    closing = closing_in(exchange)
    left = still_to_speak(closing, candidates(turn.desk, closing))
    if left:
        exchanges.ask(turn, exchange, left[0].who.atom, facts_of(left[0]))
        return
    exchanges.close(turn, exchange)
    begin_ballots(turn, closing, turn.events[0])


class StateForm(AnswerForm):
    kinds = (STATEMENTS,)
    text = some_lines("In a line or two", 600, required=False)

    @property
    def poles(self) -> tuple[str, ...]:
        """The poles of whom it is about, as far as this seat may read them."""
        who = of_key(self.viewer.desk, self.asked.facts["key"]) if self.asked is not None else None
        main = main_of(who, self.viewer.desk) if who is not None else None
        return tuple(poles_for(self.viewer, main))

    def clean(self) -> dict[str, Any]:
        if not self.viewer.is_gm and not self.errors and not self.cleaned_data.get("text"):
            self.add_error("text", "Say it in a few words, or let the GM say it.")
        return self.cleaned_data


@act(
    "yarn.state",
    title="How the poles came out",
    form=StateForm,
    button="Say it",
    template="drama/yarn/closing/acts/state.html",
)
def state(turn: Turn, form: StateForm) -> None:
    """A player's words on their own poles; the GM may say them, or that there are none. Refuses a player none."""
    ask: Ask = form.cleaned_data["ask"]
    said = Said(ask.facts["key"], form.cleaned_data["text"], by_gm=turn.viewer.is_gm)
    exchanges.advance(turn, ask.exchange, closing_in(ask.exchange).with_words(said))
    told = turn.tell("yarn.stated", {**ask.facts, "text": said.text, "by_gm": said.by_gm})
    exchanges.close_ask(turn, ask, told)
    _ask_next(turn, ask.exchange)


class HandForm(AnswerForm):
    kinds = (STATEMENTS,)


@act("yarn.hand-statement", title="Let the GM say it", form=HandForm, button="Let the GM say it")
def hand_statement(turn: Turn, form: HandForm) -> None:
    """Who cannot put it into words leaves it to the GM (yarn.bennie-statements). Refuses to hand it on twice."""
    ask: Ask = form.cleaned_data["ask"]
    if ask.audience == "gms":
        turn.refuse("handed", "It is the GM’s to say already.")
    told = turn.tell("yarn.statement-handed", dict(ask.facts))
    exchanges.close_ask(turn, ask, told)
    exchanges.ask(turn, ask.exchange, ("gms", 0), ask.facts)


def _context(viewer: Viewer, one: Ask) -> Mapping[str, Any]:
    closing = closing_in(one.exchange)
    who = of_key(viewer.desk, one.facts["key"])
    found = next((each for each in candidates(viewer.desk, closing) if who and each.key == who.key), None)
    order = [each.key for each in candidates(viewer.desk, closing)]
    return {
        "poles": poles_for(viewer, found.main if found else None),
        "hand": closing.hands.get(one.facts["key"], 0),
        "theme": viewer.desk.get(Span, closing.span).title,
        "place": order.index(one.facts["key"]) + 1 if one.facts["key"] in order else 0,
        "count": len(order),
        "own": bool(who and who.seat and who.seat.pk == viewer.seat.pk),
    }


exchange_kind(
    name=STATEMENTS,
    state=Closing,
    template=f"{FOLDER}/statement",
    answer="yarn.state",
    waits_for="their statement",
    bare_row=True,
    context=_context,
)
