"""Narration: the right to describe, objections to it, and going to dice (yarn.right-to-describe,
yarn.narration-challenge, yarn.go-procedural)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from django import forms

from apps.characters.forms import some_lines
from apps.characters.yarn.people import Participant, of_key, of_seat, participants, the_gm
from apps.characters.yarn.scenes import scene_of
from apps.characters.yarn.votes import Outcome, when_voted
from apps.drama.yarn.challenging.raising import DICE, NARRATION, raised, why_not_raised
from apps.drama.yarn.challenging.voting import close_without_ask, put_to_vote, upheld
from apps.drama.yarn.forms import OwnForm
from apps.rules.refusal import Refused
from apps.rules.yarn.drama.challenges import go_procedural, narration_challenge, right_to_describe
from apps.table import exchanges
from apps.table.acts import ActForm, act
from apps.table.exchanges import exchange_kind
from apps.table.models import Ask, Exchange
from apps.table.shared.answers import AnswerForm, yes_or_no
from apps.table.turn import Turn
from apps.table.viewer import Viewer

TOLD = "yarn.narration"
FOLDER = "drama/yarn/challenging/asks"
ADJUST, VOTE, ROLL, WITHDRAW = "adjust", "vote", "roll", "withdraw"
ABOUT = {"circumstance": "A circumstance", "walk-on character": "A walk-on", "own character": "My own character"}


@dataclass(frozen=True)
class Objected:
    """Whose narration it is, who objects, on what `kind` of challenge, the text, and how it reads by now."""

    kind: str
    narrator: str
    by: str
    text: str
    adjusted: str = ""


# telling


class DescribeForm(ActForm):
    text = some_lines("What there is, or happens", 1000)
    kind = forms.ChoiceField(
        label="About", choices=list(ABOUT.items()), initial="circumstance", widget=forms.RadioSelect
    )


@act(
    "yarn.describe",
    title="Tell a detail",
    form=DescribeForm,
    button="Tell it",
    menu=13,
    due=lambda viewer: scene_of(viewer.desk) is not None,
)
def describe(turn: Turn, form: DescribeForm) -> None:
    """Whoever has a character in the scene tells details; of somebody else it is a suggestion. Refuses it outside a
    scene (no-scene)."""
    scene, who = scene_of(turn.desk), of_seat(turn.seat)
    if scene is None:
        turn.refuse("no-scene", "No scene is open.", "text")
    data = form.cleaned_data
    found = right_to_describe(player=who.key, pc_present=scene.has(who), narration=data["text"], kind=data["kind"])
    turn.tell("yarn.described", {"text": data["text"], "binding": found.stands, "key": who.key})


# objecting


class ObjectForm(OwnForm):
    narrator = forms.ChoiceField(label="Who told it")
    text = some_lines("What was told", 1000)
    kind = NARRATION

    def setup(self) -> None:
        others = [one for one in participants(self.viewer.desk) if one.key != self.key]
        self.offer("narrator", [(one.key, one.name) for one in others])

    @property
    def key(self) -> str:
        return "" if self.viewer.is_spectator else of_seat(self.viewer.seat).key

    def why_not(self) -> Refused | None:
        return why_not_raised(self.viewer.desk, self.who, self.kind)


class DemandForm(ObjectForm):
    text = some_lines("Which success was told", 1000)
    kind = DICE


@act("yarn.object-narration", title="Object to what is told", form=ObjectForm, button="Object")
def object_narration(turn: Turn, form: ObjectForm) -> None:
    """Any player, to any piece of narration: the narrator changes it or lets the vote decide."""
    _asked(turn, form)


@act("yarn.demand-dice", title="Play it out with dice", form=DemandForm, button="Ask for dice")
def demand_dice(turn: Turn, form: DemandForm) -> None:
    """One objection to a practical success that is told is enough, the GM's too (yarn.go-procedural)."""
    _asked(turn, form)


def _asked(turn: Turn, form: ObjectForm) -> None:
    data = form.cleaned_data
    narrator = of_key(turn.desk, data["narrator"]) or the_gm(turn.desk)
    window = raised(turn, form.who, form.kind)
    facts = {"who": form.who.name, "narrator": narrator.name, "text": data["text"], "kind": form.kind}
    told = turn.tell("yarn.objected", facts)
    state = Objected(form.kind, narrator.key, form.who.key, data["text"])
    exchange = exchanges.open_exchange(turn, TOLD, state, by=told, inside=window)
    exchanges.ask(turn, exchange, narrator.atom, {**facts, "stage": form.kind})


# answering


class TellAnewForm(AnswerForm):
    kinds = (TOLD,)
    answer = forms.ChoiceField(label="Your answer", widget=forms.RadioSelect)
    text = some_lines("How it reads instead", 600, required=False)
    stage = NARRATION
    choices: tuple[tuple[str, str], ...] = ((ADJUST, "Change it"), (VOTE, "Let the vote decide"))

    def setup(self) -> None:
        self.offer("answer", self.choices)

    def clean_ask(self) -> Ask:
        ask = super().clean_ask()
        if ask.facts["stage"] != self.stage:
            raise forms.ValidationError(exchanges.GONE)
        return ask

    def clean(self) -> dict[str, Any]:
        if self.cleaned_data.get("answer") == ADJUST:
            try:
                narration_challenge(narration="", objectors=("one",), new_narration=self.cleaned_data.get("text", ""))
            except Refused as no:
                self.add_error("text", no.text)
        return self.cleaned_data


class DiceForm(TellAnewForm):
    stage = DICE
    choices = ((ROLL, "Roll for it"), (WITHDRAW, "Take it back"), (ADJUST, "Change it"))


@act("yarn.answer-narration", title="Somebody objects", form=TellAnewForm, button="Answer")
def answer_narration(turn: Turn, form: TellAnewForm) -> None:
    """The narrator changes what was told, or lets it go to the vote. Refuses a change without words (no-words)."""
    ask, data = form.cleaned_data["ask"], form.cleaned_data
    state: Objected = exchanges.state_of(ask.exchange)
    told = turn.tell("yarn.narration-answered", {"answer": data["answer"], "text": data["text"]})
    if data["answer"] == ADJUST:
        exchanges.answered(turn, ask, told)
        return
    narrator, challenger = _both(turn, state)
    exchanges.close_ask(turn, ask, told)
    put_to_vote(
        turn, NARRATION, f"Does this stand? {state.text}", narrator, challenger, told, ask.exchange,
        ("It stands", "It is struck"), "may tell something else",
    )  # fmt: skip


def _both(turn: Turn, state: Objected) -> tuple[Participant, Participant]:
    gm = the_gm(turn.desk)
    return of_key(turn.desk, state.narrator) or gm, of_key(turn.desk, state.by) or gm


@when_voted(NARRATION)
def _voted(turn: Turn, exchange: Exchange, outcome: Outcome) -> None:
    """The text is struck, and the narrator may tell something else; or it stands."""
    outer = exchange.inside
    if outer is None or outer.closed_at is not None:
        return
    state: Objected = exchanges.state_of(outer)
    exchanges.close(turn, outer)
    if upheld(turn, outcome):
        turn.tell("yarn.struck", {"who": _both(turn, state)[0].name, "text": state.text})


@act("yarn.answer-demand", title="Somebody asks for dice", form=DiceForm, button="Answer")
def answer_demand(turn: Turn, form: DiceForm) -> None:
    """The narrator rolls, takes it back, or changes it until whoever objected is content. Refuses a change without
    words (no-words)."""
    ask, data = form.cleaned_data["ask"], form.cleaned_data
    state: Objected = exchanges.state_of(ask.exchange)
    found = go_procedural(
        narration=state.text, objectors=(state.by,), narrator=data["answer"], new_narration=data["text"]
    )
    facts = {"answer": data["answer"], "text": data["text"], "dice": data["answer"] == ROLL, "told": state.text}
    told = turn.tell("yarn.demand-answered", facts)
    if data["answer"] != ADJUST:
        exchanges.answered(turn, ask, told)
        return
    exchanges.close_ask(turn, ask, told)
    exchanges.advance(turn, ask.exchange, replace(state, adjusted=found.narration))
    challenger = _both(turn, state)[1]
    exchanges.ask(turn, ask.exchange, challenger.atom, {**ask.facts, "stage": "content", "adjusted": found.narration})


class ContentForm(AnswerForm):
    kinds = (TOLD,)
    allow = yes_or_no("Are you content with it?", "Yes, so it may stand", "No, dice decide")

    def clean_ask(self) -> Ask:
        ask = super().clean_ask()
        if ask.facts["stage"] != "content":
            raise forms.ValidationError(exchanges.GONE)
        return ask


@act("yarn.content", title="Told otherwise now", form=ContentForm, button="Answer")
def content(turn: Turn, form: ContentForm) -> None:
    """Whoever asked for dice is content with the change, or dice decide."""
    ask: Ask = form.cleaned_data["ask"]
    state: Objected = exchanges.state_of(ask.exchange)
    found = go_procedural(
        narration=state.text, objectors=(state.by,), narrator=ADJUST, new_narration=state.adjusted,
        objectors_content=form.allowed,
    )  # fmt: skip
    told = turn.tell("yarn.contented", {"dice": found.procedural_required, "text": found.narration})
    exchanges.answered(turn, ask, told)


def _answered_with(ask: Ask) -> str:
    answers = {NARRATION: "yarn.answer-narration", DICE: "yarn.answer-demand"}
    return answers.get(ask.facts["stage"], "yarn.content")


def _context(viewer: Viewer, one: Ask) -> Mapping[str, Any]:
    return {"stage": one.facts["stage"]}


exchange_kind(
    name=TOLD,
    state=Objected,
    template=f"{FOLDER}/narration",
    answer="yarn.answer-narration",
    answers=_answered_with,
    waits_for="their word on what is told",
    bare_row=True,
    context=_context,
    inner_closed=close_without_ask,
)
