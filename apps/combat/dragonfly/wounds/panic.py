"""Panic, as the Director lets it happen (dragonfly.panic-table), and its end."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from django import forms

from apps.characters.access import known_to, somebody
from apps.characters.forms import CharacterChoice, OwnCharacterForm, acting_for, named, one_line
from apps.characters.models import Character, CharacterKey
from apps.combat import tracking
from apps.combat.dragonfly.fighters import initiative, questions
from apps.combat.dragonfly.fighters.states import NONE, set_state, state_of
from apps.combat.dragonfly.fighters.tests_due import Facts, tell_about
from apps.combat.models import Combatant, Fight
from apps.rules.dragonfly.combat import fear
from apps.rules.dragonfly.lists import PANICS
from apps.table import exchanges
from apps.table.acts import act, gms
from apps.table.audience import EVERYBODY, GMS
from apps.table.models import Ask, Event, Exchange, Span
from apps.table.spans import ends_with_span
from apps.table.turn import Turn
from apps.table.viewer import Viewer

TITLES: dict[str, str] = {row.id: row.title for row in PANICS}
SCENE = "scene"
CHOICES = [("rolled", "As rolled"), *TITLES.items(), (NONE, "No panic")]


@dataclass(frozen=True)
class Facing:
    """A Fear Test that waits. `veiled`: only the GMs know the modifier. `retest` counts new tests, 0 is the first.

    `creature` is the key of the character that frightens, 0 where none is named.
    """

    character: CharacterKey
    modifier: int
    veiled: bool
    creature: CharacterKey
    label: str
    retest: int = 0


@dataclass(frozen=True)
class Panicking:
    """A failed Fear Test whose row waits for the Director's word."""

    character: CharacterKey
    panic: str
    total: int
    facing: Facing


def ended(turn: Turn, character: Character, why: str = "") -> Event:
    """The panic is over. The event says which it was."""
    was = state_of(character).panic
    no_panic(turn, character)
    return tell_about(turn, "dragonfly.panic-ended", character, named(character) | {"panic": TITLES[was], "why": why})


def no_panic(turn: Turn, character: Character) -> None:
    set_state(turn, character, panic=NONE, panic_modifier=0, panic_retests=0, panic_veiled=0)


@ends_with_span(tracking.KIND, SCENE, game="dragonfly")
def outlives_no_scene(turn: Turn, span: Span) -> list[dict[str, Any]]:
    """Startled and Freak Out last for a Turn: where a fight or a scene is over, so are they, and nobody decides on them
    any more. Of somebody hidden nobody hears it."""
    cast = _cast_of(turn, span)
    waiting = [one for one in cast if call_off_for_turn(turn, one)]
    calmed = [(one, state_of(one).panic) for one in panicking(cast)]
    calmed = [(one, was) for one, was in calmed if one in waiting or fear.after_turn(was) == NONE]
    for one, _ in calmed:
        no_panic(turn, one)
    if span.kind == SCENE:
        _call_off_fear(turn, cast)
    return [named(one) | {"name": TITLES[was]} for one, was in calmed if not one.hidden]


def _cast_of(turn: Turn, span: Span) -> list[Character]:
    """Those who fought, or all."""
    desk = turn.desk
    fights = desk.all(Fight, span=span)
    fought = [one.character for fight in fights for one in desk.all(Combatant, fight=fight)]
    return desk.all(Character) if span.kind == SCENE else fought


def undecided_for_turn(character: Character) -> list[Exchange]:
    """What waits for the Director's word on a panic of theirs that lasts for a Turn alone."""
    waiting = questions.open_about(character, questions.PANIC)
    return [one for one in waiting if fear.after_turn(one.state["panic"]) == NONE]


def call_off_for_turn(turn: Turn, character: Character) -> bool:
    """Nobody decides on such a panic once its Turn is over; says whether somebody still would have had to."""
    waiting = undecided_for_turn(character)
    for one in waiting:
        exchanges.close(turn, one)
    return bool(waiting)


def _call_off_fear(turn: Turn, cast: list[Character]) -> None:
    """What frightened them stays behind with the scene; whoever runs from it may still snap out of that."""
    for one in cast:
        if state_of(one).panic == NONE:
            questions.call_off(turn, one, questions.FEAR)


class AnswerPanicForm(questions.AboutForm):
    kinds = questions.kinds_for(questions.PANIC)
    panic = forms.ChoiceField(label="What it does", choices=CHOICES, widget=forms.RadioSelect)
    words = one_line("In your words", 200, required=False)


@act("dragonfly.answer-panic", title="What panic does", form=AnswerPanicForm, who=gms, button="So it is")
def answer_panic(turn: Turn, form: AnswerPanicForm) -> None:
    """The Director lets a failed Fear Test do what was rolled, or something else (dragonfly.panic-table)."""
    ask: Ask = form.cleaned_data["ask"]
    state: Panicking = form.state
    character = form.character(turn)
    turn.cause = ask.exchange.opened_by
    chosen = form.cleaned_data["panic"]
    panic = state.panic if chosen == "rolled" else chosen
    event = _panic(turn, character, panic, state, form.cleaned_data["words"])
    questions.settle(turn, ask, event)


def _panic(turn: Turn, character: Character, panic: str, state: Panicking, words: str) -> Event:
    """Panic takes effect; "none" leaves the character as calm as before, or calms them."""
    facing = state.facing
    row = fear.panic_row(panic)
    facts = named(character) | {
        "panic": panic,
        "title": row.title if row else "",
        "effect": row.effect if row else "",
        "words": words,
        "replaced": TITLES[state.panic] if panic != state.panic else "",
        "rule": "dragonfly.panic-table",
    }
    if row is None:
        no_panic(turn, character)
    else:
        set_state(
            turn,
            character,
            panic=panic,
            panic_modifier=facing.modifier,
            panic_retests=facing.retest,
            panic_veiled=int(facing.veiled),
        )
    if panic == "startled":
        _acts_later(turn, character, facing.creature)
    return _tell_panicked(turn, character, facts, facing.veiled)


def _tell_panicked(turn: Turn, character: Character, facts: Facts, veiled: bool) -> Event:
    """What was rolled would tell of a hidden modifier: where something else happens, the GMs alone hear of it."""
    if not veiled or character.hidden:
        return tell_about(turn, "dragonfly.panicked", character, facts)
    return turn.tell("dragonfly.panicked", facts, GMS, {EVERYBODY: facts | {"replaced": ""}})


def _acts_later(turn: Turn, character: Character, creature_key: int) -> None:
    """In a fight the creature acts before whom it has startled."""
    creature = turn.desk.find(Character, creature_key)
    startled, first = tracking.fighting(character), tracking.fighting(creature) if creature else None
    if startled is not None and first is not None:
        initiative.startle(turn, startled, first)


def panic_context(viewer: Viewer, ask: Ask) -> Mapping[str, Any]:
    """What was rolled, and the other rows."""
    state: Panicking = exchanges.state_of(ask.exchange)
    others = [(row.id, row.title, row.effect) for row in PANICS if row.id != state.panic]
    rolled = fear.panic_row(state.panic)
    return {"asked": ask.facts, "effect": rolled.effect if rolled else "", "others": others}


def panicking(cast: Iterable[Character]) -> list[Character]:
    """Those of them who are in panic."""
    return [one for one in cast if state_of(one).panic != NONE]


class EndPanicForm(OwnCharacterForm):
    character = CharacterChoice()
    why = one_line("Why, in a few words", 120, required=False)

    def open_characters(self) -> list[Character]:
        return panicking(known_to(self.viewer))


@act(
    "dragonfly.end-panic",
    menu=18,
    due=somebody(panicking),
    title="End a panic",
    form=EndPanicForm,
    who=gms,
    button="It is over",
)
def end_panic(turn: Turn, form: EndPanicForm) -> None:
    """The Director ends a panic, and what is asked because of it."""
    character: Character = form.cleaned_data["character"]
    acting_for(turn, character)
    questions.call_off(turn, character, questions.FEAR, questions.PANIC)
    ended(turn, character, form.cleaned_data["why"])
