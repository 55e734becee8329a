"""The GM's word on whoever has fallen: who wakes, how long the dying have, who is saved and who is dead."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from django import forms

from apps.characters.access import knowers_of, readers_of, watchers_of
from apps.characters.dragon.sheet import sheet_of
from apps.characters.dragon.sheet_form import MOST_DAMAGE
from apps.characters.dragon.states import DEAD, DYING, UNCONSCIOUS, State, set_state, state_of
from apps.characters.forms import KnownCharacterForm, acting_for, named, number, one_line
from apps.characters.models import Character
from apps.combat import tracking
from apps.combat.dragon import turns as stored
from apps.combat.dragon.fight import picking, picks
from apps.combat.dragon.harm import asking, taking
from apps.combat.dragon.harm.by_hand import goes_on
from apps.combat.dragon.phases.spending import under_way
from apps.rules.dragon.combat import turns as rules
from apps.rules.dragon.combat.harm import dying
from apps.table.acts import act, gms
from apps.table.audience import Audience
from apps.table.turn import Turn

MOST_COUNTED = 99


class WakeForm(KnownCharacterForm):
    """Whoever is down."""

    def open_characters(self) -> list[Character]:
        return [one for one in super().open_characters() if state_of(one).down]


@act("dragon.wake", title="Wake somebody", form=WakeForm, who=gms, button="Gets up")
def wake(turn: Turn, form: WakeForm) -> None:
    """Up again, by the GM's word, with 0 hit points at least (dragon.falling). The phases of the turn stay lost; who
    lay there when it began comes in as somebody new does."""
    character: Character = form.cleaned_data["character"]
    if state_of(character).dead:
        turn.refuse("dead", f"{character.name} is dead. Take that back first.", "character")
    sheet = sheet_of(character)
    if sheet.is_past:
        turn.refuse("past", f"{character.name} has {sheet.left} hit points: heal them to 0 at least.", "character")
    acting_for(turn, character)
    event = turn.tell("dragon.woke", named(character), to=knowers_of(character))
    asking.call_off(turn, character)
    rises(turn, character)
    if (found := tracking.fighting(character)) is not None and picks.pick_of(found) is None:
        picking.ask_newcomers(turn, found.fight, [found], event)
    goes_on(turn, character)


def rises(turn: Turn, character: Character) -> None:
    found = tracking.fighting(character)
    if found is not None and under_way(found.fight):
        stored.write(turn, found.fight, rules.rises(stored.state_of(found.fight), found.public_id))
    set_state(turn, character, State())


# fate

WORDS = {
    "countdown": "Dying: how long it takes",
    "dying": "Dying, so far short of the Death Check",
    "saved": "Saved: no longer dying",
    "down": "Falls, without a Death Check",
    "dead": "Dead",
    "alive": "Not dead after all",
}


class FateForm(KnownCharacterForm):
    word = forms.ChoiceField(label="Your word", choices=list(WORDS.items()), widget=forms.RadioSelect)
    count = number("How long", 0, MOST_COUNTED, required=False, help_text="Empty: no countdown")
    unit = forms.ChoiceField(
        label="Counted in", choices=[("rounds", "rounds"), ("turns", "turns")], widget=forms.RadioSelect,
        required=False, initial="rounds",
    )  # fmt: skip
    gap = number("Check short by", 0, MOST_DAMAGE, required=False, help_text="The more, the faster they die")
    why = one_line("Why", 120, required=False)


@act("dragon.fate", menu=42, title="Somebody’s fate", form=FateForm, who=gms, button="So it is")
def fate(turn: Turn, form: FateForm) -> None:
    """The last word on anybody: nobody dies by themselves, and what the program has done can be set right."""
    data = form.cleaned_data
    character: Character = data["character"]
    if why := why_not(data["word"], character):
        turn.refuse("not-so", why, "word")
    acting_for(turn, character)
    told = named(character) | {"word": data["word"], "why": data["why"]}
    full = told | _facts(data, state_of(character))
    hearers = _hearers(data["word"], character)
    also = {hearers: told} if full != told and hearers.public else {}
    turn.tell("dragon.fate-set", full, to=readers_of(character) if also else hearers, also=also)
    DOES[data["word"]](turn, character, data)
    goes_on(turn, character)


def why_not(word: str, character: Character) -> str:
    """Why that word says nothing new of them, or nothing."""
    state, name = state_of(character), character.name
    refusals = {
        "countdown": not state.dying and f"{name} is not dying.",
        "dying": state.dead and f"{name} is dead. Take that back first.",
        "saved": not state.dying and f"{name} is not dying.",
        "down": state.down and f"{name} is down already.",
        "dead": state.dead and f"{name} is dead already.",
        "alive": not state.dead and f"{name} is not dead.",
    }
    return refusals[word] or ""


def _facts(data: Mapping[str, Any], state: State) -> dict[str, Any]:
    """What GM and owner alone are told: how far the check fell short, or a countdown as the rule reads it."""
    if data["word"] == "dying":
        return {"gap": dying(gap=data["gap"] or 0).gap}
    if data["word"] != "countdown" or data["count"] is None:
        return {}
    unit = data["unit"] or "rounds"
    words = f"{data['count']} {unit if data['count'] != 1 else unit[:-1]}"
    return {"countdown": dying(gap=state.gap, countdown=words).countdown}


def _hearers(word: str, character: Character) -> Audience:
    """Up, down and dead everybody sees; of the dying those hear who know the numbers, of a countdown GM and owner."""
    if word == "countdown":
        return readers_of(character)
    return watchers_of(character) if word in ("saved", "dying") else knowers_of(character)


def _countdown(turn: Turn, character: Character, data: Mapping[str, Any]) -> None:
    left = {"rounds": None, "turns": None} | {data["unit"] or "rounds": data["count"]}
    set_state(turn, character, replace(state_of(character), **left))


def _dying(turn: Turn, character: Character, data: Mapping[str, Any]) -> None:
    _lies_there(turn, character, data)
    set_state(turn, character, State(DYING, data["gap"] or 0))


def _lies_there(turn: Turn, character: Character, data: Mapping[str, Any]) -> None:
    if not state_of(character).down:
        taking.falls(turn, character)
    set_state(turn, character, State(UNCONSCIOUS))


def _dead(turn: Turn, character: Character, data: Mapping[str, Any]) -> None:
    asking.call_off(turn, character)
    if not state_of(character).down:
        taking.falls(turn, character, interrupted=True)
    set_state(turn, character, State(DEAD))


DOES: dict[str, Callable[[Turn, Character, Mapping[str, Any]], None]] = {
    "countdown": _countdown,
    "dying": _dying,
    "saved": _lies_there,
    "down": _lies_there,
    "dead": _dead,
    "alive": _lies_there,
}
