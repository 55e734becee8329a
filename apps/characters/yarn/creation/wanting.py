"""Wants: what one character seeks from another, why it is not given, and the words on which both players agree
(yarn.wants)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from django import forms

from apps.characters.forms import CharacterChoice, named, one_line
from apps.characters.models import Character
from apps.characters.yarn import ties
from apps.characters.yarn.creation.steps import WORDING, Creation, StepForm, WordForm
from apps.characters.yarn.people import Participant, mains, player_of
from apps.characters.yarn.sheet import MAIN
from apps.rules.yarn.cast import wants, why_not_wanted
from apps.table import exchanges
from apps.table.acts import act
from apps.table.desk import Desk
from apps.table.exchanges import exchange_kind
from apps.table.models import Ask, Event, Exchange
from apps.table.sure import sure
from apps.table.turn import Turn
from apps.table.viewer import Viewer


@dataclass(frozen=True)
class Wording:
    """Two characters by their public ids; `by` is the key of whoever proposed the `wording`, empty before anybody."""

    one: str
    target: str
    want: str
    reason: str = ""
    wording: str = ""
    by: str = ""


def towards(character: Character) -> list[str]:
    """The ids of the main characters of whom they want something, in the order in which it was said."""
    found = [one.about for one in ties.wants_of(character)]
    return [one.public_id for one in found if one is not None and one.role == MAIN]


def may_want_of(character: Character) -> list[Character]:
    """Of whom they may want something now: nobody twice while somebody is unnamed."""
    cast = mains(character.desk)
    before = towards(character)
    pcs = [one.public_id for one in cast]
    return [
        one
        for one in cast
        if why_not_wanted(wants_of=character.public_id, target=one.public_id, towards=before, pcs=pcs) is None
    ]


class StateForm(WordForm):
    does = "yarn.state-want"
    target = CharacterChoice(
        label="Of whom",
        widget=forms.RadioSelect,
        error_messages={"invalid_choice": "Of this one they want something already, and of another not yet."},
    )
    want = one_line("What they want", 240, help_text="Something that only the other can give: a word, a look, a place")

    def setup(self) -> None:
        self.choose("target", may_want_of(self.main) if self.main is not None else [])


@act("yarn.state-want", title="A want", form=StateForm, button="Say it")
def state_want(turn: Turn, form: StateForm) -> None:
    """Step 10: what the character wants, emotionally, from another player's."""
    data, main = form.cleaned_data, sure(form.main)
    target: Character = data["target"]
    event = turn.tell("yarn.want-stated", _facts(main, target) | {"want": data["want"]})
    exchanges.close_ask(turn, data["ask"], event)
    state = Wording(main.public_id, target.public_id, data["want"])
    inner = exchanges.open_exchange(turn, WORDING, state, by=event, inside=data["ask"].exchange)
    _ask(turn, inner, player_of(target), "yarn.answer-want")


def _facts(one: Character, target: Character) -> dict[str, Any]:
    return named(one) | {"target": target.name}


def _ask(turn: Turn, exchange: Exchange, who: Participant, does: str) -> None:
    exchanges.ask(turn, exchange, who.atom, {"who": who.name, "key": who.key, "does": does})


def between(desk: Desk, state: Wording) -> tuple[Character, Character]:
    """Who wants something, and of whom."""
    return sure(desk.one(Character, public_id=state.one)), sure(desk.one(Character, public_id=state.target))


class ReasonForm(StepForm):
    kinds = (WORDING,)
    does = "yarn.answer-want"
    reason = one_line("Why they cannot have it", 240)


@act("yarn.answer-want", title="Why not", form=ReasonForm, button="Say why")
def answer_want(turn: Turn, form: ReasonForm) -> None:
    """Step 11: the player of whom it is wanted says why it is not given. Then whoever wants it finds the wording."""
    data, state = form.cleaned_data, form.state
    one, target = between(turn.desk, state)
    event = turn.tell("yarn.want-answered", _facts(one, target) | {"reason": data["reason"]})
    _goes_on(turn, data["ask"], replace(state, reason=data["reason"], wording=state.want), event, player_of(one))


def _goes_on(turn: Turn, ask: Ask, state: Wording, by: Event, who: Participant) -> None:
    """Asks the other one for the wording."""
    exchanges.close_ask(turn, ask, by)
    exchanges.advance(turn, ask.exchange, state)
    _ask(turn, ask.exchange, who, "yarn.agree-want")


class AgreeForm(StepForm):
    kinds = (WORDING,)
    does = "yarn.agree-want"
    wording = one_line("As the one who wants it understands it", 240)

    def setup(self) -> None:
        if self.row is not None:
            self.start_with({"wording": exchanges.state_of(self.row.exchange).wording})


@act("yarn.agree-want", title="The wording of a want", form=AgreeForm, button="So it is")
def agree_want(turn: Turn, form: AgreeForm) -> None:
    """Step 12: words that stand when both have said them; others are a proposal to the other one."""
    data, state = form.cleaned_data, form.state
    one, target = between(turn.desk, state)
    ask: Ask = data["ask"]
    if state.by and state.by != ask.facts["key"] and data["wording"] == state.wording:
        _agreed(turn, ask, state)
        return
    event = turn.tell("yarn.want-worded", _facts(one, target) | {"wording": data["wording"]})
    other = player_of(target) if ask.facts["key"] == player_of(one).key else player_of(one)
    _goes_on(turn, ask, replace(state, wording=data["wording"], by=ask.facts["key"]), event, other)


def _agreed(turn: Turn, ask: Ask, state: Wording) -> None:
    """It stands on the sheet; who comes next is asked when this is closed."""
    one, target = between(turn.desk, state)
    pcs = [each.public_id for each in mains(turn.desk)]
    found = wants(
        wants_of=state.one, target=state.target, want=state.want, reason=state.reason, wording=state.wording,
        towards=towards(one), pcs=pcs,
    )  # fmt: skip
    if not found.legal:
        raise found.no
    ties.want(turn, one, target, sure(found.want))
    turn.tell("yarn.want-agreed", _facts(one, target) | {"wording": found.want, "number": found.want_number})
    outer = sure(ask.exchange.inside)
    exchanges.close(turn, ask.exchange)
    _had_their_turn(turn, outer, player_of(one).key)


def _had_their_turn(turn: Turn, outer: Exchange, key: str) -> None:
    state: Creation = exchanges.state_of(outer)
    exchanges.advance(turn, outer, replace(state, done=(*state.done, key)))


def _context(viewer: Viewer, one: Ask) -> dict[str, Any]:
    state: Wording = exchanges.state_of(one.exchange)
    wanting, target = between(viewer.desk, state)
    return {"state": state, "one": wanting, "target": target}


exchange_kind(
    name=WORDING,
    state=Wording,
    template="characters/yarn/creation/asks/want",
    answer="yarn.answer-want",
    answers=lambda one: str(one.facts["does"]),
    waits_for="words for a want",
    context=_context,
    bare_row=True,
)
