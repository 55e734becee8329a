"""A montage: days pass in pictures if nobody objects, and the same caller may call again (yarn.montage)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django import forms

from apps.characters.access import knowers_of
from apps.characters.forms import OwnCharacterForm, named, number, one_line, some_lines
from apps.characters.models import Character
from apps.characters.yarn import clock
from apps.characters.yarn.people import mains, of_key, of_viewer, participants, players
from apps.characters.yarn.scenes import BYSTANDER, MONTAGE, Called, Scene, call, scene_of
from apps.characters.yarn.votes import Outcome, Tile, Vote, call_vote, when_voted
from apps.drama.yarn import turns
from apps.drama.yarn.calling.callers import CallerForm
from apps.drama.yarn.calling.marks import MONTAGES
from apps.drama.yarn.challenging.voting import count_in
from apps.drama.yarn.window import when_window_opens
from apps.rules.yarn.drama.calling import days_of
from apps.rules.yarn.drama.challenges import CALL, CHALLENGE
from apps.rules.yarn.drama.practical import montage
from apps.rules.yarn.orders import GM
from apps.table import answering, exchanges
from apps.table.acts import act
from apps.table.exchanges import exchange_kind
from apps.table.models import Ask, Event, Exchange
from apps.table.shared.answers import AnswerForm
from apps.table.turn import Turn
from apps.table.viewer import Viewer

KIND, FOLDER = MONTAGES, "drama/yarn/calling/asks"
UNITS = {"day": "Days", "week": "Weeks", "month": "Months", "year": "Years"}
FINE, OBJECTS = "fine", "objects"
WHAT = "A montage"


@dataclass(frozen=True)
class Montage:
    """Who calls it, by their key, how long it lasts, and what it is about."""

    caller: str
    count: int
    unit: str
    text: str = ""

    @property
    def lasts(self) -> str:
        return f"{self.count} {self.unit}" + ("s" if self.count > 1 else "")


class MontageForm(CallerForm):
    """On one's own turn: nobody jumps the queue for one."""

    count = number("How long", 1, 99, initial=1)
    unit = forms.ChoiceField(label="In", choices=list(UNITS.items()), initial="week", widget=forms.RadioSelect)
    text = some_lines("What it tells of", 500, required=False)

    def setup(self) -> None:
        super().setup()
        del self.fields["jump"]

    def clean(self) -> dict[str, Any]:
        data = self.cleaned_data
        no = self.why_not()
        if no is None and "count" in data and "unit" in data:
            no = montage(
                order=[one.key for one in turns.order_of(self.viewer.desk)], caller=self.who.key, amount=data["count"],
                unit=data["unit"], then_calls="montage" if self._again else "",
            ).why  # fmt: skip
        if no is None and exchanges.open_exchanges(self.viewer.desk, KIND):
            self.add_error(None, "A montage is proposed already.")
        if no is not None:
            self.add_error(no.field if no.field in self.fields else None, no.text)
        return data

    @property
    def _again(self) -> bool:
        return self.in_turn and self.coming is not None and self.coming.again == "montage"


@act(
    "yarn.call-montage",
    title=WHAT,
    form=MontageForm,
    button="Propose it",
    template="drama/yarn/calling/acts/montage.html",
)
def call_montage(turn: Turn, form: MontageForm) -> None:
    """Proposes one; it costs nothing. Refuses a second one at once (no-second)."""
    data = form.cleaned_data
    turn.for_somebody_else = turn.viewer.is_gm and not form.who.is_gm
    state = Montage(form.who.key, data["count"], data["unit"], data["text"])
    facts = {"caller": form.who.name, "lasts": state.lasts, "text": state.text}
    event = turn.tell("yarn.montage-called", facts)
    exchange = exchanges.open_exchange(turn, KIND, state, by=event)
    others = [one for one in participants(turn.desk) if one.key != form.who.key]
    for one in others:
        exchanges.ask(turn, exchange, one.atom, {"who": one.name, "key": one.key, **facts})
    if not others:
        _plays(turn, exchange)


def proposed_for(viewer: Viewer) -> Mapping[str, Any] | None:
    """The montage that waits for everybody's word: how long it lasts, who has answered, and whether it is one's own."""
    desk, who = viewer.desk, of_viewer(viewer)
    exchange = next(iter(exchanges.open_exchanges(desk, KIND)), None)
    if exchange is None:
        return None
    state: Montage = exchanges.state_of(exchange)
    gone = [(one.facts["who"], one.answer is not None) for one in desk.all(Ask, exchange=exchange)]
    own = who is not None and who.key == state.caller
    return {"lasts": state.lasts, "own": own, "gone": gone, "gone_on": sum(is_in for _, is_in in gone)}


class ObjectForm(AnswerForm):
    kinds = (KIND,)
    word = forms.ChoiceField(
        label="Your word", choices=[(FINE, "Let it pass"), (OBJECTS, "Object")], widget=forms.RadioSelect
    )


@act("yarn.object-montage", title="Answer to the montage", form=ObjectForm, button="So be it")
def object_montage(turn: Turn, form: ObjectForm) -> None:
    """Has nothing against it, or objects: that is put to the vote, or stops it (switch montage-objection)."""
    ask: Ask = form.cleaned_data["ask"]
    objects = form.cleaned_data["word"] == OBJECTS
    answering.give(turn, ask, form.cleaned_data["word"])
    turn.tell("yarn.montage-answered", {"objects": objects})
    if objects and turn.options.montage_objection != "vote":
        _stopped(turn, ask.exchange)


def _all_in(turn: Turn, exchange: Exchange) -> None:
    if OBJECTS in [word for _, word in answering.answers_in(exchange)]:
        _to_the_vote(turn, exchange, turn.events[0])
    else:
        _plays(turn, exchange)


def _to_the_vote(turn: Turn, exchange: Exchange, by: Event) -> None:
    """As any challenge of a time jump: the players vote, the GM breaks a tie (yarn.challenge-time); whoever proposes it
    and whoever objects are counted on their own sides from the start (yarn.challenge-vote)."""
    state: Montage = exchanges.state_of(exchange)
    stands = state.caller == GM and turn.options.gm_party_tie == "call stands"
    tiles = (Tile(CALL, f"{state.lasts} pass", "no token moves"), Tile(CHALLENGE, "They do not", "no token moves"))
    vote = Vote("montage", f"Shall {state.lasts} pass in a montage?", tiles, tie="" if stands else GM)
    sides = {one.facts["key"]: CHALLENGE for one, word in answering.answers_in(exchange) if word == OBJECTS}
    sides[state.caller] = CALL
    for ask in exchanges.asks_of(call_vote(turn, vote, players(turn.desk), by=by, inside=exchange)):
        if ask.facts["key"] in sides:
            count_in(turn, ask, sides[ask.facts["key"]])


@when_voted("montage")
def _voted(turn: Turn, exchange: Exchange, outcome: Outcome) -> None:
    outer = exchange.inside
    if outer is None:
        raise LookupError(exchange.public_id)
    (_stopped if outcome.winner == CHALLENGE else _plays)(turn, outer)


def _stopped(turn: Turn, exchange: Exchange) -> None:
    """The turn stays with its caller, who makes it shorter or calls something else."""
    state: Montage = exchanges.state_of(exchange)
    caller = of_key(turn.desk, state.caller)
    exchanges.close(turn, exchange)
    turn.tell("yarn.montage-stopped", {"caller": caller.name if caller else "", "lasts": state.lasts})


def _plays(turn: Turn, exchange: Exchange) -> None:
    """The days pass; everybody may say what their character does in them."""
    state: Montage = exchanges.state_of(exchange)
    exchanges.close(turn, exchange)
    caller = of_key(turn.desk, state.caller)
    if caller is None:
        return
    in_turn = (coming := turns.coming(turn.desk)) is not None and coming.who.key == caller.key
    cast = [(one, BYSTANDER) for one in mains(turn.desk)]
    scene, ended = call(turn, Called(caller, MONTAGE, cast, f"{WHAT}: {state.lasts}", situation=state.text))
    if in_turn:
        turns.taken(turn, caller, scene.span)
    else:
        turns.mark(turn, scene.span, turns.BY_HAND)
    over = clock.passes(turn, days_of(state.count, state.unit) * 86400)
    facts = {"caller": caller.name, "lasts": state.lasts, "text": state.text}
    clock.tell_passed(turn, "yarn.montage-plays", facts, [*ended, *over])


@when_window_opens
def _gives_way(turn: Turn, scene: Scene, window: Exchange) -> None:
    """The GM has called a scene meanwhile: no montage takes its place any more."""
    for one in exchanges.open_exchanges(turn.desk, KIND):
        exchanges.close(turn, one)


class InMontageForm(OwnCharacterForm):
    text = one_line("What they do meanwhile", 240)

    def clean(self) -> dict[str, Any]:
        scene = scene_of(self.viewer.desk)
        if scene is None or scene.mode != MONTAGE:
            self.add_error(None, "No montage is played.")
        return self.cleaned_data


@act("yarn.in-montage", title="What somebody does meanwhile", form=InMontageForm, button="Tell it")
def in_montage(turn: Turn, form: InMontageForm) -> None:
    """Preparing, training, shopping, travel: what needs no real talk (yarn.montage)."""
    who: Character = form.cleaned_data["character"]
    turn.for_somebody_else = turn.viewer.is_gm and who.seat is not None and who.seat.pk != turn.seat.pk
    turn.tell("yarn.in-montage", named(who) | {"text": form.cleaned_data["text"]}, to=knowers_of(who))


def _context(viewer: Viewer, one: Ask) -> Mapping[str, Any]:
    stops = viewer.options.montage_objection != "vote"
    return {"given": answering.seen_by(viewer, one), "stops": stops}


exchange_kind(
    name=KIND,
    state=Montage,
    template=f"{FOLDER}/montage",
    answer="yarn.object-montage",
    sealed="own",
    all_in=_all_in,
    waits_for="their word on the montage",
    context=_context,
)
