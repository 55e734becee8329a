"""Weapons that shoot, as a sheet has them (dragonfly.combat-maneuvers), and who has one in the fight."""

from __future__ import annotations

from dataclasses import replace

from django import forms
from django.utils.html import format_html
from django.utils.safestring import SafeString

from apps.characters.dragonfly.sheet import DragonflySheet, Maneuver
from apps.characters.forms import CharacterChoice
from apps.characters.models import Entry
from apps.checks.dragonfly.sides import Line, labelled, so_far
from apps.combat.dragonfly.blows import attacking, blow
from apps.combat.dragonfly.blows.striking import FightingForm
from apps.rules.dragonfly.combat import defenses, ranged
from apps.rules.dragonfly.lists import WEAPON_KINDS

CLOSE = ("unarmed", "hand-weapon")
SHOOTING = tuple(row.id for row in WEAPON_KINDS if row.id not in CLOSE)
SHARP = ("slash-stab", "bash")
NOT_ON_SHEETS = ("weapon_name", "weapon_damage", "weapon_type")
NO_WEAPON = "Nothing on that sheet shoots or is thrown: add it as a Combat Maneuver."


def shooting(sheet: DragonflySheet) -> list[Maneuver]:
    """The maneuvers of a sheet that shoot or are thrown."""
    return [one for one in sheet.maneuvers if one.weapon in SHOOTING]


def entry_of(sheet: DragonflySheet, maneuver: Maneuver) -> Entry:
    """The row of a maneuver, where its ammunition is counted."""
    return sheet.character.desk.all(Entry, public_id=maneuver.id)[0]


def skill_of(maneuver: Maneuver) -> str:
    """The skill that shoots and aims it: what its maneuver says, else what the book has for its kind."""
    return maneuver.skill or ranged.shot_skill(maneuver.weapon) or "gun-fu"


def attack_kind(maneuver: Maneuver) -> str:
    """What it sends at its target. Of other weapons, what cuts or strikes is thrown and the rest counts as bullets."""
    if maneuver.weapon == "other":
        return "thrown" if maneuver.damage_type in SHARP else "bullet"
    return defenses.attack_kind_of(maneuver.weapon)


def complete(maneuver: Maneuver) -> Maneuver:
    """The maneuver with the Attribute and the skill that the book has for its kind, where the sheet names none."""
    return replace(maneuver, attribute=maneuver.attribute or "dexterity", skill=skill_of(maneuver))


def attack_values(sheet: DragonflySheet, maneuver: Maneuver) -> tuple[list[Line], str]:
    """Attribute and skill, or the Ability Score, as the maneuver names them, its modifier, and what that is called."""
    return attacking.values_of(sheet, complete(maneuver), blow.way_of(sheet, maneuver), blow.SHOTS)


class WeaponForm(FightingForm):
    """Somebody in the fight, a player's own or any for a GM, and one of their weapons that shoot."""

    character = CharacterChoice(
        label="Who", empty_label=None, error_messages={"invalid_choice": "That one is not yours, or not in it."}
    )
    maneuver = forms.ChoiceField(
        label="With",
        widget=forms.RadioSelect,
        error_messages={"required": NO_WEAPON, "invalid_choice": "That weapon is not on the sheet any more."},
    )

    def setup(self) -> None:
        super().setup()
        for name in NOT_ON_SHEETS:
            self.fields.pop(name, None)
        self.weapons = {one.id: one for one in shooting(self.sheet)} if self.sheet else {}
        self.offer_if_there("maneuver", [(one.id, _with_rounds(one)) for one in self.weapons.values()])
        if not self.is_bound and so_far(self, "maneuver") not in self.weapons:
            self.initial["maneuver"] = next(iter(self.weapons), "")

    @property
    def weapon(self) -> Maneuver:
        return self.weapons[self.cleaned_data["maneuver"]]


def _with_rounds(one: Maneuver) -> SafeString:
    """Its name with the rounds that are left, where they are counted."""
    if one.ammunition is None:
        return labelled(one.name)
    rounds = f"{one.ammunition} round{'' if one.ammunition == 1 else 's'}"
    return format_html('{} <span class="n">{}</span>', one.name, rounds)
