"""Weapons that hold one shot (dragonfly.single-shot-reload): whether they are loaded, and loading them again."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django import forms

from apps.characters import rows
from apps.characters.access import knowers_of
from apps.characters.dragonfly.sheet import DragonflySheet, Maneuver, sheet_of
from apps.characters.forms import CharacterChoice, OwnCharacterForm, acting_for, named
from apps.characters.models import Character, Track
from apps.checks.dragonfly.sides import labelled, so_far
from apps.combat.dragonfly.fighters import moves, spending
from apps.rules.dragonfly.combat import ranged
from apps.rules.dragonfly.lists import WEAPON_KINDS
from apps.rules.refusal import Refused
from apps.table.acts import act
from apps.table.turn import Turn
from apps.table.viewer import Viewer

RULE = "dragonfly.single-shot-reload"
UNLOADED = "unloaded-"
"""A track of the character: 0 for a loaded weapon, else 1 more than the actions already spent on loading it again."""

HOLDS_ONE = tuple(row.id for row in WEAPON_KINDS if ranged.single_shot(row.id))
ONE_SHOT = Refused("one-shot", "It holds 1 shot, and is loaded again after each.", "shots")
NO_MORE = Refused("none-left", "There is nothing left to load it with: the sheet counts 0.", "maneuver")


@dataclass(frozen=True)
class Chamber:
    """Whether a weapon of one shot is loaded, and the actions spent so far on loading it again."""

    loaded: bool
    reloaded: int


def holds_one(maneuver: Maneuver) -> bool:
    """Whether a weapon holds one shot: a crossbow does, of others the sheet tells."""
    return maneuver.weapon in HOLDS_ONE or maneuver.one_shot


def chamber_of(character: Character, maneuver: Maneuver) -> Chamber:
    found = character.desk.one(Track, character=character, key=UNLOADED + maneuver.id)
    steps = found.value if found else 0
    return Chamber(steps == 0, max(0, steps - 1))


def waits(sheet: DragonflySheet) -> bool:
    """Whether a weapon of this sheet waits to be loaded again."""
    return any(holds_one(one) and not chamber_of(sheet.character, one).loaded for one in sheet.maneuvers)


def why_not_shoot(character: Character, maneuver: Maneuver, shots: int, options: Any) -> Refused | None:
    """Why a weapon of one shot cannot be shot so now, or None if it can or holds more of them."""
    if not holds_one(maneuver):
        return None
    if shots > 1:
        return ONE_SHOT
    loaded = chamber_of(character, maneuver).loaded
    no = ranged.why_not_loading(loaded=loaded, action="shoot", options=options)
    return Refused(no.code, no.text, "maneuver") if no else None


def fired(turn: Turn, character: Character, maneuver: Maneuver, options: Any) -> None:
    """A weapon of one shot was shot: it has to be loaded again, unless that takes no time."""
    if holds_one(maneuver) and options.reload_actions:
        _write(turn, character, maneuver, ranged.single_shot_reload(loaded=True, action="shoot", options=options))


def _write(turn: Turn, character: Character, maneuver: Maneuver, found: ranged.Loading) -> None:
    rows.set_track(turn, character, UNLOADED + maneuver.id, 0 if found.loaded else found.reloaded + 1)


class ReloadForm(OwnCharacterForm):
    """Somebody who has a weapon of one shot, in a fight or outside."""

    character = CharacterChoice(
        label="Who loads", error_messages={"invalid_choice": "Nobody of yours has such a weapon."}
    )
    maneuver = forms.ChoiceField(
        label="What",
        widget=forms.RadioSelect,
        error_messages={"required": "Say which weapon.", "invalid_choice": "That weapon is not on the sheet any more."},
    )

    def setup(self) -> None:
        super().setup()
        character = self.chosen()
        held = sheet_of(character).maneuvers if character else ()
        self.held = {one.id: one for one in held if holds_one(one)}
        self.offer("maneuver", [(one.id, labelled(one.name)) for one in self.held.values()])
        if not self.is_bound and so_far(self, "maneuver") not in self.held:
            self.initial["maneuver"] = next(iter(self.held), "")

    def open_characters(self) -> list[Character]:
        return [one for one in super().open_characters() if any(map(holds_one, sheet_of(one).maneuvers))]


def reload_outlook(viewer: Viewer, form: ReloadForm) -> Mapping[str, Any]:
    """Whether it can be loaded now, and how many actions that takes yet."""
    character, maneuver = form.cleaned_data["character"], form.held[form.cleaned_data["maneuver"]]
    chamber, options = chamber_of(character, maneuver), moves.options_for(viewer, character)
    no = _why_not(character, maneuver, options)
    left = options.reload_actions - chamber.reloaded
    return {
        "heading": f"{character.name} loads",
        "subheading": maneuver.name,
        "left": left,
        "chamber": chamber,
        "refused_now": no.text if no else "",
    }


def _why_not(character: Character, maneuver: Maneuver, options: Any) -> Refused | None:
    loaded = chamber_of(character, maneuver).loaded
    no = ranged.why_not_loading(loaded=loaded, action="reload", options=options)
    if no is not None:
        return Refused(no.code, no.text, "maneuver")
    return NO_MORE if maneuver.ammunition == 0 else None


@act(
    "dragonfly.reload",
    menu=42,
    title="Load a weapon again",
    form=ReloadForm,
    button="Load it",
    preview=reload_outlook,
    template="combat/dragonfly/acts/reload.html",
)
def reload(turn: Turn, form: ReloadForm) -> None:
    """One action of loading a weapon that holds one shot, which counts among the acts of the Turn."""
    character, maneuver = form.cleaned_data["character"], form.held[form.cleaned_data["maneuver"]]
    options = moves.options_for(turn.viewer, character)
    if no := _why_not(character, maneuver, options):
        raise no
    standing = spending.refuse_unless_free(turn, character)
    acting_for(turn, character)
    before = chamber_of(character, maneuver)
    found = ranged.single_shot_reload(loaded=False, action="reload", reloaded=before.reloaded, options=options)
    _write(turn, character, maneuver, found)
    spending.spend(turn, standing)
    facts = named(character) | {
        "weapon": maneuver.name if character.seat_id else maneuver.weapon_title.lower(),
        "loaded": found.loaded,
        "left": 0 if found.loaded else options.reload_actions - found.reloaded,
        "rule": RULE,
    }
    turn.tell("dragonfly.reloaded", facts, to=knowers_of(character))
