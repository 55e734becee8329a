"""A practical success that is told without dice: it is so unless somebody objects; then it is rolled for, put off or
dropped (yarn.success-by-narration). A goal that the story does not resist is told in the same way, and its caller calls
the scene that follows from it (yarn.unresisted-goal).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from django import forms

from apps.characters.forms import one_line
from apps.characters.yarn.people import Participant, of_key, of_seat, participants
from apps.characters.yarn.scenes import PROCEDURAL, Scene, end, scene_of
from apps.drama.yarn.turns import calls_again, over_unplayed
from apps.drama.yarn.window import window_of
from apps.rules.yarn.drama.practical import success_by_narration, unresisted_goal
from apps.rules.yarn.orders import GM
from apps.table import exchanges
from apps.table.acts import ActForm, act, gms
from apps.table.choices import OneRow
from apps.table.exchanges import exchange_kind
from apps.table.models import Ask, Event, Exchange, Span
from apps.table.shared.answers import AnswerForm
from apps.table.spans import ends_with_span
from apps.table.sure import sure
from apps.table.turn import Turn
from apps.table.viewer import Viewer

KIND = "yarn.telling"
FOLDER = "drama/yarn/procedural/asks"
FINE, OBJECTS = "fine", "object"
HEARS, DECIDES = "hears", "decides"
WAYS = {"roll": "Roll for it", "put off": "Put it off", "drop": "Drop it"}
MOST_TEXT = 400


@dataclass(frozen=True)
class Telling:
    """What is told as reached, and by whom: the key of a participant. A `goal` is that of a whole scene; `objector` is
    who has objected, by name."""

    text: str
    narrator: str
    goal: bool = False
    objector: str = ""


def _open(turn: Turn, state: Telling, by: Event) -> None:
    """Everybody else may object."""
    exchange = exchanges.open_exchange(turn, KIND, state, by=by)
    narrator = of_key(turn.desk, state.narrator)
    name = narrator.name if narrator else ""
    asks_whom = GM if state.goal else state.narrator
    for one in participants(turn.desk):
        if one.key not in {asks_whom, state.narrator}:
            facts = {"step": HEARS, "who": one.name, "narrator": name, "text": state.text, "goal": state.goal}
            exchanges.ask(turn, exchange, one.atom, facts)
    if not exchanges.asks_of(exchange):
        _settle(turn, exchange)


class TellForm(ActForm):
    text = one_line("What succeeds, and how", MOST_TEXT)

    def clean(self) -> dict[str, Any]:
        if exchanges.open_exchanges(self.viewer.desk, KIND):
            self.add_error(None, "Something is told already, and waits for whoever objects.")
        return self.cleaned_data


@act("yarn.tell-success", title="Tell a success without dice", form=TellForm, button="Tell it", menu=18)
def tell_success(turn: Turn, form: TellForm) -> None:
    """Any player tells it, caller or not; everybody else may object to it."""
    text = form.cleaned_data["text"]
    event = turn.tell("yarn.success-told", {"text": text, "goal": False})
    _open(turn, Telling(text, of_seat(turn.seat).key), event)


class GoalForm(TellForm):
    text = one_line("What they want to achieve", MOST_TEXT)

    @property
    def scene(self) -> Scene | None:
        return scene_of(self.viewer.desk)

    def clean(self) -> dict[str, Any]:
        scene = self.scene
        if scene is None or scene.mode != PROCEDURAL or scene.caller is None:
            self.add_error(None, "This is for a procedural scene that somebody has called.")
        return super().clean()


def _practical_scene(viewer: Viewer) -> bool:
    scene = scene_of(viewer.desk)
    return scene is not None and scene.mode == PROCEDURAL


@act(
    "yarn.nobody-resists",
    title="Nothing in the story resists",
    form=GoalForm,
    who=gms,
    button="Ask whether anybody objects",
    due=_practical_scene,
    menu=19,
)
def nobody_resists(turn: Turn, form: GoalForm) -> None:
    """The GM sees no reason for resistance, and asks whether anybody else objects to success."""
    caller, text = sure(sure(form.scene).caller), form.cleaned_data["text"]
    event = turn.tell("yarn.success-told", {"text": text, "goal": True, "caller": caller.name})
    _open(turn, Telling(text, caller.key, goal=True), event)


# objecting


class HearForm(AnswerForm):
    kinds = (KIND,)
    word = forms.ChoiceField(
        label="Is it so", choices=[(FINE, "Nothing against it"), (OBJECTS, "I object")], widget=forms.RadioSelect
    )

    def clean_ask(self) -> Ask:
        found = super().clean_ask()
        if found.facts["step"] != HEARS:
            raise forms.ValidationError("It was objected to already.")
        return found


@act("yarn.hear-success", title="A success is told", form=HearForm, button="Answer")
def hear_success(turn: Turn, form: HearForm) -> None:
    """Has nothing against it, or objects; one objection is enough."""
    ask: Ask = form.cleaned_data["ask"]
    state: Telling = form.state
    objects = form.cleaned_data["word"] == OBJECTS
    event = turn.tell("yarn.success-heard", {"who": ask.facts["who"], "objects": objects})
    exchanges.close_ask(turn, ask, event)
    if objects:
        _objected(turn, ask.exchange, state, ask.facts["who"])
    elif not exchanges.asks_of(ask.exchange):
        _settle(turn, ask.exchange)


def _objected(turn: Turn, exchange: Exchange, state: Telling, objector: str) -> None:
    """Whoever told it is asked what they do; a whole scene's goal is played."""
    for one in exchanges.asks_of(exchange):
        exchanges.close_ask(turn, one, None)
    state = replace(state, objector=objector)
    exchanges.advance(turn, exchange, state)
    narrator = of_key(turn.desk, state.narrator)
    if state.goal or narrator is None:
        _settle(turn, exchange)
        return
    facts = {"step": DECIDES, "who": narrator.name, "text": state.text, "objector": objector}
    exchanges.ask(turn, exchange, narrator.atom, facts)


class DecideForm(AnswerForm):
    kinds = (KIND,)
    word = forms.ChoiceField(label="Then", choices=list(WAYS.items()), widget=forms.RadioSelect)

    def clean_ask(self) -> Ask:
        found = super().clean_ask()
        if found.facts["step"] != DECIDES:
            raise forms.ValidationError("Nobody has objected to it.")
        return found


@act("yarn.decide-success", title="Somebody objects", form=DecideForm, button="So be it")
def decide_success(turn: Turn, form: DecideForm) -> None:
    """It is rolled for, put off, perhaps to bring helpers, or dropped: it is harder than it looked."""
    _settle(turn, form.cleaned_data["ask"].exchange, form.cleaned_data["word"])


class GoOnForm(ActForm):
    telling = OneRow(label="Which", empty_label=None, error_messages={"invalid_choice": "That is settled already."})

    def setup(self) -> None:
        waiting = [] if self.viewer.is_spectator else exchanges.open_exchanges(self.viewer.desk, KIND)
        self.choose("telling", [one for one in waiting if may_go_on(self.viewer, exchanges.state_of(one))])


def may_go_on(viewer: Viewer, state: Telling) -> bool:
    """The GM or whoever told it goes on with the story, where nobody has objected; of a whole scene's goal the GM."""
    return not state.objector and (viewer.is_gm or (not state.goal and state.narrator == of_seat(viewer.seat).key))


@act("yarn.success-stands", title="The story goes on", form=GoOnForm, button="It is so")
def success_stands(turn: Turn, form: GoOnForm) -> None:
    """Whoever has said nothing has nothing against it."""
    _settle(turn, form.cleaned_data["telling"])


def _settle(turn: Turn, exchange: Exchange, word: str = "roll") -> None:
    state: Telling = exchanges.state_of(exchange)
    exchanges.close(turn, exchange)
    objectors = [state.objector] if state.objector else []
    if state.goal:
        _goal_settled(turn, state, objectors)
        return
    found = success_by_narration(narration=state.text, objectors=objectors, narrator=word)
    turn.tell("yarn.success-settled", {"text": state.text, "result": found.result})


def _goal_settled(turn: Turn, state: Telling, objectors: list[str]) -> None:
    """What nobody resists is reached: the scene is over, and the turn stays with its caller."""
    scene = scene_of(turn.desk)
    found = unresisted_goal(caller=state.narrator, goal=state.text, gm_resists=False, objectors=objectors)
    caller: Participant | None = of_key(turn.desk, state.narrator)
    facts = {"text": state.text, "result": "reached" if found.success else "played"}
    if not found.success or scene is None or caller is None:
        turn.tell("yarn.success-settled", facts | {"caller": ""})
        return
    if window_of(turn.desk) is not None:
        over_unplayed(turn, caller, scene.span)
    ended = end(turn, scene)
    calls_again(turn, caller, "unresisted goal")
    turn.tell("yarn.success-settled", facts | {"caller": caller.name, "ended": ended})


@ends_with_span("scene", game="yarn")
def _goal_of_that_scene(turn: Turn, span: Span) -> list[dict[str, Any]]:
    """The goal of a scene that closes is reached no more: it would end the next one."""
    for one in exchanges.open_exchanges(turn.desk, KIND):
        if exchanges.state_of(one).goal:
            exchanges.close(turn, one)
    return []


def _answered_with(ask: Ask) -> str:
    return "yarn.hear-success" if ask.facts["step"] == HEARS else "yarn.decide-success"


def _context(viewer: Viewer, ask: Ask) -> Mapping[str, Any]:
    return {"asked": ask.facts, "ways": WAYS.items()}


exchange_kind(
    name=KIND,
    state=Telling,
    template=f"{FOLDER}/telling",
    answer="yarn.hear-success",
    answers=_answered_with,
    context=_context,
    waits_for="whether they object",
)
