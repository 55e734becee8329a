"""Levels lost and given back by the GM's hand, with a reason if one is told (rough_magic.damage-record)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import forms

from apps.characters.access import all_known_to
from apps.characters.forms import CharactersChoice, OwnCharacterForm, acting_for, number, one_line
from apps.characters.models import PLACE, SHIP, THING, Character
from apps.characters.rough_magic import endurance
from apps.characters.rough_magic.endurance import damage_of, set_damage, word_for
from apps.characters.rough_magic.sheet import UNNAMED
from apps.characters.rough_magic.told import Facts, levels_told, tell_levels
from apps.rules.rough_magic.endurance import Damage, damage_record
from apps.rules.rough_magic.lists import MOST
from apps.rules.rough_magic.options import Options
from apps.table.acts import ActForm, act, gms
from apps.table.turn import Turn
from apps.table.viewer import Viewer

LASTING, STUNNING = "lasting", "stunning"
SORTS = [(LASTING, "Lasting"), (STUNNING, "Stunning: back after the rest")]


def breakable(viewer: Viewer) -> list[Character]:
    """All who have levels and of whom this seat knows, things among them."""
    return [one for one in all_known_to(viewer) if one.sheet not in (SHIP, PLACE)]


def after_harm(character: Character, levels: int, stunning: bool, options: Options) -> Damage:
    """What so many levels leave. A stunning blow does nothing to a thing, unless by switch (rough_magic.objects); any
    level defeats whoever has no name (rough_magic.unnamed)."""
    before = damage_of(character)
    levels = MOST if character.sheet == UNNAMED else levels
    if character.sheet == THING and stunning:
        if not options.stun_hurts_objects:
            return before
        stunning = False
    return damage_record(lost=before.lost, stun=before.stun, new=levels, stunning=stunning)


class HurtForm(ActForm):
    """Whom, and how many levels: a fall, a fire, what the GM finds just."""

    characters = CharactersChoice(label="Whom", error_messages={"required": "Nobody is named yet."})
    levels = number("Levels lost", 1, MOST, initial=1)
    sort = forms.ChoiceField(label="The harm is", choices=SORTS, initial=LASTING, widget=forms.RadioSelect)
    why = one_line("Why", 120, required=False)

    def setup(self) -> None:
        self.choose("characters", [one for one in breakable(self.viewer) if one.present])

    @property
    def stunning(self) -> bool:
        return bool(self.cleaned_data["sort"] == STUNNING)


def hurt_outlook(viewer: Viewer, form: HurtForm) -> Mapping[str, Any]:
    """What each would be afterwards."""
    levels, stunning = form.cleaned_data["levels"], form.stunning
    rows = [(one, after_harm(one, levels, stunning, viewer.options)) for one in form.cleaned_data["characters"]]
    return {"outlook": [levels_told(one, damage_of(one), after) for one, after in rows]}


@act(
    "rough_magic.hurt",
    menu=40,
    title="Take levels",
    form=HurtForm,
    who=gms,
    button="Take the levels",
    preview=hurt_outlook,
    template="characters/rough_magic/acts/levels.html",
)
def hurt(turn: Turn, form: HurtForm) -> None:
    """Levels lost without an attack. Refuses where nobody named loses any (nothing-left)."""
    data = form.cleaned_data
    lines = [(one, _struck(turn, one, data["levels"], form.stunning)) for one in data["characters"]]
    if not any(_changed(line) for _, line in lines):
        turn.refuse("nothing-left", "Nobody named loses anything by that. Nothing was changed.", "characters")
    tell_levels(turn, "rough_magic.hurt", lines, {"why": data["why"]})


def _struck(turn: Turn, character: Character, levels: int, stunning: bool) -> Facts:
    before = damage_of(character)
    after = after_harm(character, levels, stunning, turn.options)
    set_damage(turn, character, after)
    return levels_told(character, before, after)


def _changed(line: Facts) -> bool:
    return bool(line["lost"][0] != line["lost"][1] or line["stun"][0] != line["stun"][1])


# healing


class HealForm(OwnCharacterForm):
    levels = number("Levels back", 1, MOST, initial=1)
    sort = forms.ChoiceField(
        label="Which", choices=[(LASTING, "Lasting"), (STUNNING, "Stunned")], initial=LASTING, widget=forms.RadioSelect
    )
    why = one_line("Why", 120, required=False)

    def open_characters(self) -> list[Character]:
        return breakable(self.viewer)


def after_healing(character: Character, levels: int, sort: str) -> Damage:
    """So many back of that count as far as there are, what is left over of the other one."""
    damage = damage_of(character)
    if sort == STUNNING:
        stun = max(0, damage.stun - levels)
        return Damage(max(0, damage.lost - max(0, levels - damage.stun)), stun)
    return Damage(max(0, damage.lost - levels), max(0, damage.stun - max(0, levels - damage.lost)))


def why_not_heal(character: Character) -> str:
    """Nobody gives back what was not lost, and what is destroyed stays so (rough_magic.objects)."""
    damage = damage_of(character)
    if damage.lost + damage.stun == 0:
        return f"{character.name} has lost nothing: {word_for(character, damage)} already."
    if character.sheet == THING and endurance.is_down(character):
        return f"{character.name} is destroyed, beyond repair."
    return ""


def heal_outlook(viewer: Viewer, form: HealForm) -> Mapping[str, Any]:
    data = form.cleaned_data
    one: Character = data["character"]
    after = after_healing(one, data["levels"], data["sort"])
    return {"outlook": [levels_told(one, damage_of(one), after)], "no": why_not_heal(one)}


@act(
    "rough_magic.heal",
    menu=41,
    title="Give levels back",
    form=HealForm,
    who=gms,
    button="Give them back",
    preview=heal_outlook,
    template="characters/rough_magic/acts/levels.html",
)
def heal(turn: Turn, form: HealForm) -> None:
    """Levels back by the GM's word, never more than were lost. Refuses the unhurt and what is destroyed."""
    data = form.cleaned_data
    character: Character = data["character"]
    if why := why_not_heal(character):
        turn.refuse("not-so", why, "character")
    before, after = damage_of(character), after_healing(character, data["levels"], data["sort"])
    acting_for(turn, character)
    set_damage(turn, character, after)
    tell_levels(turn, "rough_magic.healed", [(character, levels_told(character, before, after))], {"why": data["why"]})
