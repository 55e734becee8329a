"""The Director's word: who is down at 0, who wakes, and the last one on anybody's fate."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import forms

from apps.characters.access import known_to
from apps.characters.dragonfly.sheet import sheet_of
from apps.characters.forms import CharacterChoice, acting_for, named, one_line
from apps.characters.models import Character
from apps.combat import tracking
from apps.combat.dragonfly.fighters import questions, tests_due
from apps.combat.dragonfly.fighters.states import State, set_state, state_of
from apps.combat.dragonfly.wounds.falling import dies, fell, goes_down
from apps.table import exchanges
from apps.table.acts import ActForm, act, gms
from apps.table.models import Ask, Event
from apps.table.shared.answers import yes_or_no
from apps.table.turn import Turn
from apps.table.viewer import Viewer


class AnswerDownForm(questions.AboutForm):
    kinds = questions.kinds_for(questions.DOWN)
    allow = yes_or_no("What happens", "Down, out of the fight", "Stays in it")


@act("dragonfly.answer-down", title="At 0 Life Points", form=AnswerDownForm, who=gms, button="So it is")
def answer_down(turn: Turn, form: AnswerDownForm) -> None:
    """What becomes of one of the Supporting Cast at 0 Life Points."""
    ask: Ask = form.cleaned_data["ask"]
    character = form.character(turn)
    turn.cause = ask.exchange.opened_by
    event = fell(turn, character) if form.allowed else _tell_fate(turn, character, "stays")
    questions.settle(turn, ask, event)


class AnswerWakingForm(questions.AboutForm):
    kinds = questions.kinds_for(questions.WAKING)
    allow = yes_or_no("What happens", "Wakes now", "Not yet")


@act("dragonfly.answer-waking", title="Above 0 Life Points again", form=AnswerWakingForm, who=gms, button="So it is")
def answer_waking(turn: Turn, form: AnswerWakingForm) -> None:
    """Whether somebody wakes who has more than 0 Life Points again."""
    ask: Ask = form.cleaned_data["ask"]
    character = form.character(turn)
    turn.cause = ask.exchange.opened_by
    if form.allowed:
        _set_fate(turn, character, "awake")
    event = _tell_fate(turn, character, "awake" if form.allowed else "sleeps")
    questions.settle(turn, ask, event)


FATES = {"awake": "Awake", "unconscious": "Unconscious", "dead": "Dead"}


class SomebodyForm(ActForm):
    """The Director names somebody; `why` in a few words."""

    character = CharacterChoice()
    why = one_line("Why, in a few words", 120, required=False)

    def setup(self) -> None:
        self.choose("character", known_to(self.viewer))


class FateForm(SomebodyForm):
    fate = forms.ChoiceField(label="What they are now", choices=list(FATES.items()), widget=forms.RadioSelect)
    field_order = ("character", "fate", "why")


@act("dragonfly.fate", menu=47, title="Awake, unconscious or dead", form=FateForm, who=gms, button="So it is")
def fate(turn: Turn, form: FateForm) -> None:
    """The Director's last word, whatever tests say; what is open about the character is over."""
    data = form.cleaned_data
    character: Character = data["character"]
    if _fate_of(state_of(character)) == data["fate"]:
        turn.refuse("same", f"{character.name} is {data['fate']} already.", "fate")
    acting_for(turn, character)
    _set_fate(turn, character, data["fate"])
    _tell_fate(turn, character, data["fate"], data["why"])


@act("dragonfly.wake", title="Wake somebody", form=SomebodyForm, who=gms, button="Wakes")
def wake(turn: Turn, form: SomebodyForm) -> None:
    """Somebody unconscious or knocked out wakes. The dead do not: their fate is set by hand."""
    character: Character = form.cleaned_data["character"]
    if (now := _fate_of(state_of(character))) != "unconscious":
        turn.refuse("not-asleep", f"{character.name} is {now}: only the unconscious wake.", "character")
    acting_for(turn, character)
    _set_fate(turn, character, "awake")
    _tell_fate(turn, character, "awake", form.cleaned_data["why"])


def _fate_of(state: State) -> str:
    if state.dead:
        return "dead"
    return "awake" if state.can_act else "unconscious"


def _set_fate(turn: Turn, character: Character, fate: str) -> None:
    questions.call_off(turn, character, questions.CONSCIOUSNESS, questions.KNOCKOUT, questions.DOWN, questions.WAKING)
    if fate == "dead":
        dies(turn, character)
        return
    set_state(turn, character, dead=0, knocked_out=0)
    if fate == "unconscious":
        goes_down(turn, character, unconscious=1)
    else:
        _back_on_their_feet(turn, character)


def _back_on_their_feet(turn: Turn, character: Character) -> None:
    set_state(turn, character, unconscious=0)
    found = tracking.in_the_fight(character)
    if found is not None and found.state == "out":
        turn.change(found, state="waiting")


UNSEEN = frozenset({"stays", "sleeps"})
"""Words of the Director's that nobody sees happen: they would tell how many Life Points somebody has."""


def _tell_fate(turn: Turn, character: Character, fate: str, why: str = "") -> Event:
    facts = named(character) | {"fate": fate, "why": why}
    openly = () if fate in UNSEEN else None
    return tests_due.tell_about(turn, "dragonfly.fate-set", character, facts, openly)


def question_context(viewer: Viewer, ask: Ask) -> Mapping[str, Any]:
    """Life Points as they are now."""
    character = viewer.desk.find(Character, exchanges.state_of(ask.exchange).character)
    return {"asked": ask.facts, "life_points": sheet_of(character).life_points if character else 0}
