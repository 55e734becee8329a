"""Challenges for novelty: the GM judges whether a scene is too like a lost one, and whether enough has changed; after a
force the players vote on it (yarn.challenge-novelty, yarn.repeat-scene-ban)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from django import forms

from apps.characters.forms import some_lines
from apps.characters.yarn import scenes
from apps.characters.yarn.people import Participant
from apps.characters.yarn.scenes import Scene, scene_of
from apps.characters.yarn.votes import Outcome, when_voted
from apps.drama.yarn.bans import banned_among
from apps.drama.yarn.challenging.raising import caller_of, known_cast
from apps.drama.yarn.challenging.voting import put_to_vote, upheld
from apps.drama.yarn.window import said_of
from apps.rules.yarn.drama.challenges import challenge_novelty
from apps.table import exchanges
from apps.table.acts import act
from apps.table.exchanges import exchange_kind
from apps.table.models import Ask, Event, Exchange
from apps.table.shared.answers import AnswerForm, yes_or_no
from apps.table.turn import Turn
from apps.table.viewer import Viewer

NOVEL = "yarn.novelty"
PURPOSE = "novelty"
FOLDER = "drama/yarn/challenging/asks"
ALIKE, NAME, ENOUGH = "alike", "name", "enough"


@dataclass(frozen=True)
class Repeated:
    """What the challenger says, and what the caller says has changed since."""

    text: str
    change: str = ""


def judged(turn: Turn, scene: Scene, who: Participant, text: str, window: Exchange, by: Event) -> None:
    """Asks the GM whether it is too alike; where a force stands between two of the cast the players vote."""
    if banned_among(turn.desk, known_cast(scene)):
        news = said_of(window).news or text
        question = f"Is enough new since the force? {news}"
        caller = caller_of(scene, turn.desk)
        tiles = ("Enough is new", "Another scene")
        put_to_vote(turn, PURPOSE, question, caller, who, by, window, tiles, "calls another one")
        return
    exchange = exchanges.open_exchange(turn, NOVEL, Repeated(text), by=by, inside=window)
    _ask(turn, exchange, None, ALIKE)


def _ask(turn: Turn, exchange: Exchange, caller: Participant | None, stage: str) -> None:
    """The caller where one is named, else the GM."""
    state: Repeated = exchanges.state_of(exchange)
    facts = {"stage": stage, "text": state.text, "change": state.change, "who": caller.name if caller else ""}
    exchanges.ask(turn, exchange, caller.atom if caller is not None else ("gms", 0), facts)


@when_voted(PURPOSE)
def _voted(turn: Turn, exchange: Exchange, outcome: Outcome) -> None:
    scene = scene_of(turn.desk)
    if scene is not None and upheld(turn, outcome):
        _another_scene(turn, scene)


class JudgeForm(AnswerForm):
    kinds = (NOVEL,)
    allow = yes_or_no("Your judgement", "Yes", "No")

    def setup(self) -> None:
        if self.row is not None:
            alike = self.row.facts["stage"] == ALIKE
            self.fields["allow"].label = "Too alike?" if alike else "Has enough changed?"

    def clean_ask(self) -> Ask:
        ask = super().clean_ask()
        if ask.facts["stage"] == NAME:
            raise forms.ValidationError("The caller is asked what has changed: it is not for you to judge yet.")
        return ask


@act("yarn.judge-novelty", title="Is there anything new in it?", form=JudgeForm, button="So I judge")
def judge_novelty(turn: Turn, form: JudgeForm) -> None:
    """The GM alone: whether it is too like a lost scene, then whether the change named is enough.
    Refuses it once the call is over."""
    ask: Ask = form.cleaned_data["ask"]
    state: Repeated = exchanges.state_of(ask.exchange)
    scene, first = scene_of(turn.desk), ask.facts["stage"] == ALIKE
    told = turn.tell("yarn.novelty-judged", {"stage": ask.facts["stage"], "yes": form.allowed})
    if scene is None:
        turn.refuse("no-call", "The call is over.")
    if first and form.allowed:
        exchanges.close_ask(turn, ask, told)
        _ask(turn, ask.exchange, caller_of(scene, turn.desk), NAME)
        return
    found = challenge_novelty(too_alike=not first, change=state.change, enough=form.allowed)
    exchanges.answered(turn, ask, told)
    if found.different_scene:
        _another_scene(turn, scene)


class NameForm(AnswerForm):
    kinds = (NOVEL,)
    text = some_lines("What has changed since", 600, required=False, help_text="Nothing: then you call another scene")

    def clean_ask(self) -> Ask:
        ask = super().clean_ask()
        if ask.facts["stage"] != NAME:
            raise forms.ValidationError("It is for the GM to judge.")
        return ask


@act("yarn.name-change", title="What has changed since?", form=NameForm, button="That has changed")
def name_change(turn: Turn, form: NameForm) -> None:
    """The caller names what has changed, and the GM judges it; who can name nothing calls an entirely different
    scene."""
    ask, text = form.cleaned_data["ask"], form.cleaned_data["text"]
    state, scene = replace(exchanges.state_of(ask.exchange), change=text), scene_of(turn.desk)
    told = turn.tell("yarn.change-named", {"text": text})
    if not challenge_novelty(too_alike=True, change=text, enough=True).stands and scene is not None:
        exchanges.answered(turn, ask, told)
        _another_scene(turn, scene)
        return
    exchanges.close_ask(turn, ask, told)
    exchanges.advance(turn, ask.exchange, state)
    _ask(turn, ask.exchange, None, ENOUGH)


def _another_scene(turn: Turn, scene: Scene) -> None:
    """The call falls; it is the same caller's turn."""
    caller = caller_of(scene, turn.desk)
    ended = scenes.end(turn, scene)
    turn.tell("yarn.call-fell", {"title": scene.span.title, "caller": caller.name, "ended": ended})


def _context(viewer: Viewer, one: Ask) -> Mapping[str, Any]:
    return {"stage": one.facts["stage"]}


exchange_kind(
    name=NOVEL,
    state=Repeated,
    template=f"{FOLDER}/novelty",
    answer="yarn.judge-novelty",
    answers=lambda ask: "yarn.name-change" if ask.facts["stage"] == NAME else "yarn.judge-novelty",
    waits_for="a judgement on what is new",
    bare_row=True,
    context=_context,
)
