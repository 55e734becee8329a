"""Combat Maneuvers (dragonfly.combat-maneuvers): each way of attacking, with its finished numbers."""

from __future__ import annotations

from typing import Any

from django import forms

from apps.characters.access import played_by, readers_of
from apps.characters.dragonfly.sheet import maneuver_of, sheet_of
from apps.characters.dragonfly.weapons import SHEET, listed_weapons
from apps.characters.forms import OwnCharacterForm, acting_for, named, number, one_line
from apps.characters.listed import ListedForm, Row
from apps.characters.models import Character, Entry
from apps.rules.dragonfly.lists import ATTRIBUTES, DAMAGE_TYPES, SCORES, SKILLS, WEAPON_KINDS
from apps.table.acts import ActForm, act
from apps.table.choices import OneRow
from apps.table.turn import Turn
from apps.table.viewer import Viewer

MOST = 40
FACTS = ("attribute", "skill", "score", "modifier", "base_damage", "damage_type", "weapon", "note", "one_shot", "bands")
BANDS = [("", "None of its own"), ("pistol", "A pistol’s"), ("rifle", "A rifle’s")]


class ManeuverFields(ActForm):
    """What a Combat Maneuver is."""

    name = one_line("Name")
    attribute = forms.ChoiceField(label="Attribute", required=False)
    skill = forms.ChoiceField(label="Skill", required=False)
    score = forms.ChoiceField(label="Ability Score", required=False)
    modifier = number("Modifier", -99, required=False)
    base_damage = number("Base damage", most=999, required=False, help_text="The finished number")
    damage_type = forms.ChoiceField(label="Damage type", choices=[(row.id, row.title) for row in DAMAGE_TYPES])
    weapon = forms.ChoiceField(label="With", choices=[(row.id, row.title) for row in WEAPON_KINDS])
    ammunition = number("Rounds loaded", most=999, required=False, help_text="Empty: it needs none")
    one_shot = forms.BooleanField(label="It holds one shot, and is loaded again after each", required=False)
    bands = forms.ChoiceField(label="Its range in yards counts as", choices=BANDS, required=False)
    note = one_line("Note", 120, required=False, help_text="Such as the formula of its damage")

    def shape(self, character: Character | None) -> None:
        """Rolls of a full sheet, or the Ability Scores of a score sheet."""
        if character is not None and character.sheet == "score":
            self._offer_one_of("score", [(row.id, row.title) for row in SCORES])
            for name in ("attribute", "skill"):
                del self.fields[name]
            self.fields["score"].initial = "combat"
            return
        own = [(one.key, one.title) for one in sheet_of(character).skills if one.own] if character else []
        self._offer_one_of("attribute", [(row.id, row.title) for row in ATTRIBUTES])
        self._offer_one_of("skill", [("", "No skill"), *((row.id, row.title) for row in SKILLS), *own])
        self.fields["attribute"].initial = "dexterity"
        del self.fields["score"]

    def _offer_one_of(self, name: str, choices: list[tuple[str, str]]) -> None:
        """As `offer`; one of them is to be chosen, unless the first is to choose none."""
        self.offer(name, choices).required = choices[0][0] != ""

    def facts(self) -> dict[str, Any]:
        given = {key: self.cleaned_data.get(key) for key in FACTS}
        return {
            key: value if value is not None else (0 if key in {"modifier", "base_damage"} else "")
            for key, value in given.items()
        }


class AddForm(ListedForm, ManeuverFields, OwnCharacterForm):
    """One of the list with one tap, or whatever is typed."""

    def setup(self) -> None:
        OwnCharacterForm.setup(self)
        self.shape(self.chosen())
        self.fill_in()

    def listed(self) -> list[Row]:
        chosen = self.chosen()
        return listed_weapons(chosen.sheet if chosen else SHEET)


def own_entries(viewer: Viewer) -> list[Entry]:
    played = {one.pk for one in played_by(viewer)}
    return [one for one in viewer.desk.all(Entry, kind="maneuver") if one.character_id in played]


class OfManeuver(ActForm):
    """About one maneuver that is there."""

    maneuver = OneRow(
        widget=forms.HiddenInput,
        label="Maneuver",
        error_messages={"invalid_choice": "That maneuver is not there any more."},
    )

    def setup(self) -> None:
        self.choose("maneuver", own_entries(self.viewer))

    def chosen(self) -> Entry | None:
        value = str(self["maneuver"].value())
        return next((one for one in own_entries(self.viewer) if one.public_id == value), None)


class EditForm(ManeuverFields, OfManeuver):
    def setup(self) -> None:
        OfManeuver.setup(self)
        entry = self.chosen()
        self.shape(entry.character if entry else None)
        if entry is not None:
            self.start_with({"name": entry.name, "ammunition": entry.amount} | entry.facts)


@act(
    "dragonfly.maneuver-add",
    title="Add a Combat Maneuver",
    form=AddForm,
    button="Add it",
    template="characters/dragonfly/acts/maneuver.html",
)
def add(turn: Turn, form: AddForm) -> None:
    """A new maneuver on a sheet."""
    character = form.cleaned_data["character"]
    if len(turn.desk.all(Entry, character=character, kind="maneuver")) >= MOST:
        turn.refuse("too-many", f"A sheet holds {MOST} maneuvers at most.", "name")
    acting_for(turn, character)
    entry = turn.create(
        Entry,
        character=character,
        kind="maneuver",
        name=form.cleaned_data["name"],
        facts=form.facts(),
        amount=form.cleaned_data["ammunition"],
    )
    turn.tell("dragonfly.maneuver-added", facts_of(entry), to=readers_of(character))


@act(
    "dragonfly.maneuver-edit",
    title="Edit a Combat Maneuver",
    form=EditForm,
    button="Keep it",
    template="characters/dragonfly/acts/maneuver.html",
)
def edit(turn: Turn, form: EditForm) -> None:
    """Writes a maneuver's numbers; the event says what they were."""
    entry = form.cleaned_data["maneuver"]
    before = facts_of(entry)
    acting_for(turn, entry.character)
    turn.change(entry, name=form.cleaned_data["name"], facts=form.facts(), amount=form.cleaned_data["ammunition"])
    after = facts_of(entry)
    if before == after:
        turn.refuse("same", "The maneuver is just so already. Nothing was changed.")
    turn.tell("dragonfly.maneuver-edited", after | {"before": before}, to=readers_of(entry.character))


@act(
    "dragonfly.maneuver-remove",
    title="Take a Combat Maneuver off",
    form=OfManeuver,
    button="Take it off",
    template="characters/dragonfly/acts/maneuver_remove.html",
    preview=lambda viewer, form: {"maneuver": maneuver_of(form.cleaned_data["maneuver"])},
)
def remove(turn: Turn, form: OfManeuver) -> None:
    entry = form.cleaned_data["maneuver"]
    facts, character = facts_of(entry), entry.character
    acting_for(turn, character)
    turn.delete(entry)
    turn.tell("dragonfly.maneuver-removed", facts, to=readers_of(character))


def facts_of(entry: Entry) -> dict[str, Any]:
    one = maneuver_of(entry)
    return named(entry.character) | {
        "maneuver": one.name,
        "base_damage": one.base_damage,
        "damage_type": one.damage_title,
        "weapon": one.weapon_title,
        "modifier": one.modifier,
        "ammunition": one.ammunition,
        "note": one.note,
        "one_shot": one.one_shot,
        "bands": one.bands,
        "roll": [one.attribute, one.skill, one.score],
    }
