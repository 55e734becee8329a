"""Switching a power on or off (rough_magic.powers): in a fight a free action of the own turn."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import forms

from apps.characters.access import readers_of, watchers_of
from apps.characters.forms import acting_for, named
from apps.characters.models import Entry
from apps.characters.rough_magic import powers as held
from apps.characters.rough_magic.endurance import is_down
from apps.characters.rough_magic.sheet import Power, RoughSheet, sheet_of
from apps.checks.rough_magic import acting
from apps.rules.rough_magic.sheet import Powered, powers
from apps.table.acts import ActForm, act
from apps.table.choices import OneRow
from apps.table.turn import Turn
from apps.table.viewer import Viewer

ON, OFF = "on", "off"


class PowerChoice(OneRow):
    """A power by its name and whose it is."""

    def label_from_instance(self, row: Entry) -> str:
        return f"{row.name}, {row.character.name}"


class SwitchForm(ActForm):
    """Which power goes on or off."""

    power = PowerChoice(label="Power", error_messages={"invalid_choice": "That power is not yours to switch."})
    to = forms.ChoiceField(label="Switch it", choices=[(ON, "On"), (OFF, "Off")], widget=forms.RadioSelect)

    def setup(self) -> None:
        self.choose("power", held.powers_at_hand(self.viewer))

    @property
    def on(self) -> bool:
        return bool(self.cleaned_data["to"] == ON)

    @property
    def sheet(self) -> RoughSheet:
        return sheet_of(self.cleaned_data["power"].character)

    @property
    def chosen(self) -> Power:
        """The power as the sheet has it."""
        return next(one for one in self.sheet.powers if one.id == self.cleaned_data["power"].public_id)

    @property
    def taken(self) -> Powered:
        """What it takes by the rules."""
        power = self.chosen
        return powers(
            power={"rank": power.rank, "movement": power.metres, "esoteric": power.esoteric},
            action="activate a power" if self.on else "deactivate a power",
            brawn=self.sheet.rank("brawn"),
            agility=self.sheet.rank("agility"),
        )


def defences(form: SwitchForm) -> list[int]:
    """Against close and ranged attacks, when it is switched so."""
    after = held.switched(form.sheet, form.chosen.id, form.on)
    return [after.defence("close"), after.defence("ranged")]


def outlook(viewer: Viewer, form: SwitchForm) -> Mapping[str, Any]:
    now = [form.sheet.defence("close"), form.sheet.defence("ranged")]
    return {"effects": held.effects_of(form.chosen), "uses": form.taken.uses, "now": now, "then": defences(form)}


@act(
    "rough_magic.switch-power",
    title="Switch a power",
    form=SwitchForm,
    button="Switch it",
    preview=outlook,
    template="magic/rough_magic/acts/switch.html",
)
def switch_power(turn: Turn, form: SwitchForm) -> None:
    """On or off. Refuses what is so already, and a player whose character is defeated (down)."""
    row: Entry = form.cleaned_data["power"]
    character = row.character
    if held.is_on(row) == form.on:
        turn.refuse("same", f"{row.name} is {form.cleaned_data['to']} already.", "to")
    if is_down(character) and not turn.viewer.is_gm:
        turn.refuse("down", f"{character.name} is defeated and does nothing now.", "power")
    acting_for(turn, character)
    acting.acts(turn, character, "free")
    shown = named(character) | {"power": row.name, "on": form.on, "uses": form.taken.uses, "rule": "rough_magic.powers"}
    full = shown | {"effects": held.effects_of(form.chosen), "defences": defences(form)}
    held.switch(turn, row, form.on)
    hears = watchers_of(character)
    also = {hears: shown} if hears.public else {}
    turn.tell("rough_magic.power-switched", full, to=readers_of(character), also=also)
