"""The GM's word on states: any of them begins or ends by hand (rough_magic.conditions). And what ends with a scene."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import forms

from apps.characters.access import knowers_of, watchers_of
from apps.characters.forms import CharacterChoice, KnownCharacterForm, acting_for, named, one_line
from apps.characters.models import Character
from apps.characters.rough_magic import states
from apps.characters.rough_magic.badges import about, ends_in_words
from apps.characters.rough_magic.endurance import DEFEATED, EXHAUSTED, damage_of, set_damage
from apps.characters.rough_magic.sheet import sheet_of
from apps.characters.rough_magic.told import words_shown
from apps.rules.rough_magic.endurance import Damage
from apps.rules.rough_magic.lists import ATTRIBUTES, STATES, Event
from apps.rules.rough_magic.states import KNOWN
from apps.table.acts import act, gms
from apps.table.audience import GMS
from apps.table.models import Span
from apps.table.spans import ends_with_span
from apps.table.turn import Turn
from apps.table.viewer import Viewer

OF_THE_ORDER = ("holding a turn", "owing a turn")
"""What the order of play keeps: they begin and end there."""
BY_HAND = [one for one in STATES if one.title not in OF_THE_ORDER]
LEVELS = {"exhausted": EXHAUSTED, "defeated": DEFEATED}
"""States that levels tell: setting one sets the level."""
SAID = {"cover": "in cover", "power stunt": "at a power stunt"}
"""States whose name is not what one is."""
BEGINS, ENDS = "begins", "ends"
TRAITS, WORDS = ("boosted",), ("power stunt",)


class StateForm(KnownCharacterForm):
    """Which state of whom begins or ends; of some, by whose doing or of what."""

    state = forms.ChoiceField(
        label="State",
        choices=[(one.title, one.title.capitalize()) for one in BY_HAND],
        initial=BY_HAND[0].title,
        widget=forms.RadioSelect,
    )
    does = forms.ChoiceField(
        label="It", choices=[(BEGINS, "Begins"), (ENDS, "Ends")], initial=BEGINS, widget=forms.RadioSelect
    )
    by = CharacterChoice(label="Brought about by", required=False, empty_label="Nobody named")
    trait = forms.ChoiceField(label="What is boosted")
    note = one_line("What the stunt does", 120, required=False)

    def setup(self) -> None:
        super().setup()
        self.choose("by", self.open_characters())
        self.offer("trait", self._traits())
        state, begins = self["state"].value(), self["does"].value() != ENDS
        asked = {"by": begins, "trait": begins and state in TRAITS, "note": begins and state in WORDS}
        for name in (name for name, is_asked in asked.items() if not is_asked):
            del self.fields[name]

    def _traits(self) -> list[tuple[str, str]]:
        """What a boost can be of: an attribute, or a power of the sheet."""
        chosen = self.chosen()
        powers = [(one.id, one.name) for one in sheet_of(chosen).powers] if chosen else []
        return [*((row.id, row.title) for row in ATTRIBUTES), *powers]

    @property
    def begins(self) -> bool:
        return bool(self.cleaned_data.get("does") == BEGINS)

    @property
    def about(self) -> str:
        """What the state notes beside its name."""
        return str(self.cleaned_data.get("trait") or self.cleaned_data.get("note") or "")


def effect_of(viewer: Viewer, form: StateForm) -> Mapping[str, Any]:
    """What the state does, and what will end it at this table."""
    state = form.cleaned_data["state"]
    ends = "by recovery" if state in LEVELS else ends_in_words(state, viewer.options)
    return {"effect": KNOWN[state].effect, "ends": ends, "no": why_not(form)}


@act(
    "rough_magic.state",
    menu=42,
    title="A state begins or ends",
    form=StateForm,
    who=gms,
    button="So it is",
    preview=effect_of,
    template="characters/rough_magic/acts/state.html",
)
def state(turn: Turn, form: StateForm) -> None:
    """Any state by the GM's hand. Refuses one that has begun so already, and the end of one that nobody is in."""
    data = form.cleaned_data
    character: Character = data["character"]
    if why := why_not(form):
        turn.refuse("not-so", why, "state")
    acting_for(turn, character)
    facts = named(character) | {"state": said(data["state"]), "does": data["does"], "rule": "rough_magic.conditions"}
    if form.begins:
        facts |= {"about": about(character, form.about)} if form.about else {}
        facts |= {"effect": KNOWN[data["state"]].effect}
    _tell(turn, form, facts)
    (_begins if form.begins else _ends)(turn, form)


def said(state: str) -> str:
    """The state as one is in it."""
    return SAID.get(state, state)


def why_not(form: StateForm) -> str:
    """Why that word says nothing new, or nothing."""
    data = form.cleaned_data
    character, name = data["character"], data["state"]
    if form.begins:
        return f"{character.name} is {said(name)} already." if _is_so(form) else ""
    is_in = _level_is(character, name) if name in LEVELS else states.is_in(character, name)
    return "" if is_in else f"{character.name} is not {said(name)}."


def _is_so(form: StateForm) -> bool:
    """By the same doing, about the same."""
    data = form.cleaned_data
    if data["state"] in LEVELS:
        return _level_is(data["character"], data["state"])
    wanted = (data["state"], data.get("by"), form.about)
    return any((one.name, one.by, one.note) == wanted for one in states.states_of(data["character"]))


def _level_is(character: Character, name: str) -> bool:
    return damage_of(character).level == name


def _begins(turn: Turn, form: StateForm) -> None:
    data = form.cleaned_data
    if data["state"] in LEVELS:
        _set_level(turn, data["character"], LEVELS[data["state"]])
    else:
        states.begin(turn, data["character"], data["state"], by=data.get("by"), note=form.about)


def _ends(turn: Turn, form: StateForm) -> None:
    data = form.cleaned_data
    if data["state"] in LEVELS:
        _set_level(turn, data["character"], LEVELS[data["state"]] - 1)
    else:
        states.end(turn, data["character"], data["state"])


def _set_level(turn: Turn, character: Character, gone: int) -> None:
    """So many levels are gone in all: those more are lasting ones, and stun comes back first."""
    damage = damage_of(character)
    stun = min(damage.stun, max(0, gone - damage.lost))
    set_damage(turn, character, Damage(gone - stun, stun))


def _tell(turn: Turn, form: StateForm, facts: dict[str, Any]) -> None:
    """What shows everybody hears; by whose doing, who may know of them both."""
    character, by = form.cleaned_data["character"], form.cleaned_data.get("by")
    secret = form.cleaned_data["state"] in LEVELS and not words_shown(turn.options)
    to = watchers_of(character) if secret else knowers_of(character)
    full = facts | ({"by": by.name} if by else {})
    if by is not None and by.hidden and not character.hidden:
        turn.tell("rough_magic.state-set", full, to=GMS, also={to: facts})
    else:
        turn.tell("rough_magic.state-set", full, to=to)


# what ends with a stretch of play


@ends_with_span("scene", "session", game="rough_magic")
def states_end(turn: Turn, span: Span) -> list[dict[str, Any]]:
    """States that last no longer than a scene end with it (rough_magic.scene); those of the hidden are told nobody."""
    event: Event = "end of scene" if span.kind == "scene" else "end of session"
    ended = []
    for one in turn.desk.all(Character):
        over = states.happened(turn, one, event)
        ended += [] if one.hidden else [named(one) | {"name": name} for name in over]
    return ended
