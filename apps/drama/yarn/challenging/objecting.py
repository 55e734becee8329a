"""Challenges to a time jump and to a plot jump: the vote, and what the caller makes of a call that lost it
(yarn.challenge-time, yarn.challenge-plot)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from django import forms

from apps.characters.forms import number, some_lines
from apps.characters.yarn.clock import MOST, UNITS
from apps.characters.yarn.people import of_key, the_gm
from apps.characters.yarn.scenes import Scene, scene_of
from apps.characters.yarn.votes import Outcome, when_voted
from apps.drama.yarn.challenging import novelty
from apps.drama.yarn.challenging.raising import NOVELTY, PLOT, TIME, caller_of, raised, why_not_raised
from apps.drama.yarn.challenging.voting import CHALLENGE, put_to_vote, supporters, upheld
from apps.drama.yarn.forms import OwnForm
from apps.drama.yarn.window import opened_anew, said_of, window_of
from apps.rules.refusal import Refused
from apps.rules.yarn.drama.challenges import PlotChallenged, challenge_plot
from apps.table import exchanges
from apps.table.acts import act
from apps.table.exchanges import exchange_kind
from apps.table.models import Ask, Event, Exchange
from apps.table.shared.answers import AnswerForm, yes_or_no
from apps.table.turn import Turn
from apps.table.viewer import Viewer

REWORK = "yarn.rework"
FOLDER = "drama/yarn/challenging/asks"
TITLES = {
    TIME: "The time jump",
    PLOT: "A step of the plot is skipped",
    NOVELTY: "Nothing new since it was lost",
}
TILES = {TIME: ("The time passes", "Less of it"), PLOT: ("The situation stands", "It is reworked")}
THEN = {TIME: "says how much less", PLOT: "tells it anew"}
NO_TIME = "no time in between"


@dataclass(frozen=True)
class Reworking:
    """What was challenged and lost the vote; by whom, whose consent it takes, the caller's words, and the tries."""

    kind: str
    challenger: str
    must: tuple[str, ...]
    text: str = ""
    tries: int = 0


class ChallengeForm(OwnForm):
    kind = forms.ChoiceField(label="What is challenged", choices=list(TITLES.items()), widget=forms.RadioSelect)
    text = some_lines("What is wrong with it", 600)

    def why_not(self) -> Refused | None:
        kind = self.cleaned_data.get("kind")
        return why_not_raised(self.viewer.desk, self.who, kind) if kind else None


@act("yarn.challenge", title="Challenge the call", form=ChallengeForm, button="Challenge it")
def challenge(turn: Turn, form: ChallengeForm) -> None:
    """The players vote on time and plot; of what is nothing new the GM judges, after a force the players. It costs
    nothing. Refuses the GM, the caller, and a second challenge of the kind."""
    kind, text = form.cleaned_data["kind"], form.cleaned_data["text"]
    window, scene = raised(turn, form.who, kind), scene_of(turn.desk)
    if window is None or scene is None:
        turn.refuse("no-call", "No call waits that could be challenged.", "kind")
    caller = caller_of(scene, turn.desk)
    facts = {"title": TITLES[kind], "text": text, "caller": caller.name}
    told = turn.tell("yarn.challenged", facts)
    if kind == NOVELTY:
        novelty.judged(turn, scene, form.who, text, window, told)
    else:
        question = f"{TITLES[kind]}: {text}"
        put_to_vote(turn, kind, question, caller, form.who, told, window, TILES[kind], THEN[kind])


@when_voted(TIME)
def _time(turn: Turn, exchange: Exchange, outcome: Outcome) -> None:
    if upheld(turn, outcome):
        _to_be_reworked(turn, Reworking(TIME, outcome.vote.about, ()), outcome.vote.question)


@when_voted(PLOT)
def _plot(turn: Turn, exchange: Exchange, outcome: Outcome) -> None:
    if upheld(turn, outcome):
        must = _judged(Reworking(PLOT, outcome.vote.about, supporters(outcome)), ()).must_accept
        _to_be_reworked(turn, Reworking(PLOT, outcome.vote.about, must), outcome.vote.question)


def _judged(state: Reworking, accepts: tuple[str, ...]) -> PlotChallenged:
    """Whether the reworked situation meets the objections of all who hold them."""
    votes = {**dict.fromkeys(state.must, CHALLENGE), state.challenger: CHALLENGE}
    return challenge_plot(
        challenger=state.challenger, votes=votes, new_situation=state.text, accepts=accepts, tries=state.tries
    )


def _to_be_reworked(turn: Turn, state: Reworking, question: str) -> None:
    scene, window = scene_of(turn.desk), window_of(turn.desk)
    if scene is None or window is None:
        return
    exchange = exchanges.open_exchange(turn, REWORK, state, by=turn.events[0], inside=window)
    _ask_the_caller(turn, exchange, scene, question)


def _ask_the_caller(turn: Turn, exchange: Exchange, scene: Scene, question: str) -> None:
    caller = caller_of(scene, turn.desk)
    facts = {"who": caller.name, "key": caller.key, "question": question, "stage": "rework"}
    exchanges.ask(turn, exchange, caller.atom, facts)


class ReworkForm(AnswerForm):
    """The situation anew; of a time jump how much time passes instead."""

    kinds = (REWORK,)

    def setup(self) -> None:
        if self.row is None:
            return
        state: Reworking = exchanges.state_of(self.row.exchange)
        if state.kind == TIME:
            self.fields["count"] = number("How much time passes instead", 0, MOST, initial=0)
            units = [(one, one.capitalize()) for one in UNITS if one != "seconds"]
            self.fields["unit"] = forms.ChoiceField(label="In", choices=units, initial="hours")
        else:
            scene = scene_of(self.viewer.desk)
            text = scene.span.text if scene is not None else ""
            self.fields["text"] = some_lines("How things stand", 2000, initial=state.text or text)

    def clean_ask(self) -> Ask:
        return _at_the_stage(super().clean_ask(), "rework")

    def clean(self) -> dict[str, Any]:
        """Of a time jump that lost the vote less is left, wherever it was said how much it was."""
        data, window = self.cleaned_data, window_of(self.viewer.desk)
        said = said_of(window) if window is not None and {"count", "unit"} <= data.keys() else None
        if said is not None and 0 < said.seconds <= data["count"] * UNITS[data["unit"]]:
            self.add_error("count", f"The vote was for less than that: it is {said.time} so far.")
        return data


def _at_the_stage(ask: Ask, *stages: str) -> Ask:
    if ask.facts["stage"] not in stages:
        raise forms.ValidationError(exchanges.GONE)
    return ask


@act("yarn.rework", title="The call, reworked", form=ReworkForm, button="So it is")
def rework(turn: Turn, form: ReworkForm) -> None:
    """The caller who lost the vote: another time break, at worst none; or another situation, which the challenger and
    all who voted so must accept."""
    ask: Ask = form.cleaned_data["ask"]
    state: Reworking = exchanges.state_of(ask.exchange)
    if state.kind == TIME:
        _other_time(turn, ask, form.cleaned_data["count"], form.cleaned_data["unit"])
    else:
        _other_situation(turn, ask, replace(state, text=form.cleaned_data["text"], tries=state.tries + 1))


def _other_time(turn: Turn, ask: Ask, count: int, unit: str) -> None:
    scene, window = scene_of(turn.desk), window_of(turn.desk)
    if scene is None or window is None:
        turn.refuse("no-call", "The call is over.")
    words = f"{count} {unit if count > 1 else unit.removesuffix('s')} later" if count else ""
    told = turn.tell("yarn.time-reworked", {"time": words or NO_TIME})
    exchanges.answered(turn, ask, told)
    said = said_of(window)
    if said.time:
        turn.change(scene.span, title=scene.span.title.removesuffix(f", {said.time}") + (f", {words}" if words else ""))
    opened_anew(turn, window, told, replace(said, seconds=count * UNITS[unit], time=words))


def _other_situation(turn: Turn, ask: Ask, state: Reworking) -> None:
    told = turn.tell("yarn.reworked", {"text": state.text})
    exchanges.close_ask(turn, ask, told)
    exchanges.advance(turn, ask.exchange, state)
    for key in state.must:
        who = of_key(turn.desk, key)
        if who is not None:
            facts = {"who": who.name, "key": key, "question": ask.facts["question"], "stage": "accept"}
            exchanges.ask(turn, ask.exchange, who.atom, facts | {"text": state.text})


class AcceptForm(AnswerForm):
    kinds = (REWORK,)
    allow = yes_or_no("Does it meet the objection?", "Yes, it does", "No")

    def clean_ask(self) -> Ask:
        return _at_the_stage(super().clean_ask(), "accept", "judge")


@act("yarn.accept-rework", title="The situation, reworked", form=AcceptForm, button="Answer")
def accept_rework(turn: Turn, form: AcceptForm) -> None:
    """Each who objected accepts it or not; after two tries the GM judges (yarn.challenge-plot)."""
    ask: Ask = form.cleaned_data["ask"]
    told = turn.tell("yarn.rework-judged", {"accepts": form.allowed, "who": ask.facts["who"]})
    turn.change(ask, answer="yes" if form.allowed else "no")
    exchanges.close_ask(turn, ask, told)
    if not exchanges.asks_of(ask.exchange):
        _goes_on(turn, ask, told)


def _goes_on(turn: Turn, ask: Ask, told: Event) -> None:
    scene, state = scene_of(turn.desk), exchanges.state_of(ask.exchange)
    if scene is None:
        return
    found = _judged(state, _accepting(turn, ask.exchange, state))
    if ask.facts["stage"] == "judge" and ask.answer == "no":
        _ask_the_caller(turn, ask.exchange, scene, ask.facts["question"])
    elif ask.facts["stage"] == "judge" or found.stands:
        _changed(turn, ask.exchange, scene, state.text, told)
    elif found.gm_judges:
        gm = the_gm(turn.desk)
        facts = {**ask.facts, "who": gm.name, "key": gm.key, "stage": "judge"}
        exchanges.ask(turn, ask.exchange, gm.atom, facts)
    else:
        _ask_the_caller(turn, ask.exchange, scene, ask.facts["question"])


def _accepting(turn: Turn, exchange: Exchange, state: Reworking) -> tuple[str, ...]:
    """Who accepts this try; who has left since objects no longer."""
    asked = [one for one in turn.desk.all(Ask, exchange=exchange) if one.facts["stage"] == "accept"]
    latest = {one.facts["key"]: one.answer for one in asked}
    return tuple(key for key in state.must if latest.get(key) == "yes" or of_key(turn.desk, key) is None)


def _changed(turn: Turn, exchange: Exchange, scene: Scene, text: str, told: Event) -> None:
    exchanges.close(turn, exchange)
    turn.change(scene.span, text=text)
    window = window_of(turn.desk)
    if window is not None:
        opened_anew(turn, window, told)


def _context(viewer: Viewer, one: Ask) -> Mapping[str, Any]:
    state: Reworking = exchanges.state_of(one.exchange)
    return {"state": state, "time": state.kind == TIME}


exchange_kind(
    name=REWORK,
    state=Reworking,
    template=f"{FOLDER}/rework",
    answer="yarn.rework",
    answers=lambda ask: "yarn.rework" if ask.facts["stage"] == "rework" else "yarn.accept-rework",
    waits_for="the call, reworked",
    bare_row=True,
    context=_context,
)
