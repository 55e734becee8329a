"""Traits, the flaw, weapons, armour, powers, spells and belongings on the form of a sheet."""

from __future__ import annotations

from typing import Any

from django import forms

from apps.characters.forms import number, one_line
from apps.characters.lines import Facts, Fields, Kind, Row
from apps.characters.models import Entry
from apps.characters.yarn.written import EFFECTS, PLACES, SHOWN
from apps.rules.yarn.combat.lists import AMMUNITION, ARMOURS, FIREARMS
from apps.rules.yarn.lists import KINDS as TRAIT_KINDS
from apps.rules.yarn.lists import WEAPONS
from apps.rules.yarn.magic.powers import POWERS
from apps.rules.yarn.magic.spells import SPELLS
from apps.table.choices import Pairs

MOST_DICE = 20
MOST_ROUNDS = 999


def choice(label: str, choices: dict[Any, str], **about: Any) -> forms.ChoiceField:
    return forms.ChoiceField(label=label, choices=Pairs(choices.items()), required=False, **about)


def tick(label: str) -> forms.BooleanField:
    return forms.BooleanField(label=label, required=False)


# traits


def _sign_fields() -> Fields:
    return {
        "text": one_line("What it means", 240, required=False),
        "sign": one_line("Its sign", 120, required=False, help_text="What others can notice"),
        "visible": choice("The sign shows", SHOWN),
    }


def _trait_fields() -> Fields:
    return {
        "place": choice("Which", PLACES, initial="more"),
        "kind": choice("Kind", {row.id: row.title.capitalize() for row in TRAIT_KINDS}),
        "superior": tick("The superior one"),
        "score": number("Dice", 1, MOST_DICE, required=False, help_text="Empty: by its kind"),
        **_sign_fields(),
        "tough": tick("Counts for hit points"),
        "combat": tick("For fighting"),
    }


def _trait_facts(row: Row) -> Facts:
    facts = {part: row[part] for part in ("superior", "text", "sign", "tough", "combat")}
    usual = {"place": row["place"] or "more", "kind": row["kind"] or "standard", "visible": row["visible"] or "always"}
    return facts | usual, row["score"]


def _parts(row: Entry) -> dict[str, Any]:
    return dict(row.facts)


def _trait_parts(row: Entry) -> dict[str, Any]:
    return {**row.facts, "score": row.amount}


def _flaw_fields() -> Fields:
    penalty = number("Penalty dice", 0, MOST_DICE, required=False, initial=1)
    return {**_sign_fields(), "effect": choice("It", EFFECTS), "penalty": penalty}


def _flaw_facts(row: Row) -> Facts:
    facts = {"text": row["text"], "sign": row["sign"], "visible": row["visible"] or "always"}
    penalty = 1 if row["penalty"] is None else row["penalty"]
    return facts | {"effect": row["effect"] or "penalty dice", "penalty": penalty}, None


# belongings


def _weapon_fields() -> Fields:
    return {
        "listed": choice("Harms as", {row.id: row.title for row in WEAPONS}),
        "firearm": choice("Fires as", {"": "No firearm"} | {row.id: row.title for row in FIREARMS}),
        "ammunition": choice("Loaded with", {one: one.capitalize() for one in AMMUNITION}),
        "left": number("Rounds in it", 0, MOST_ROUNDS, required=False, help_text="Empty: not counted"),
        "clip": number("Rounds at most", 0, MOST_ROUNDS, required=False),
    }


def _weapon_facts(row: Row) -> Facts:
    usual = {"listed": row["listed"] or WEAPONS[0].id, "ammunition": row["ammunition"] or AMMUNITION[0]}
    return {"firearm": row["firearm"], "clip": row["clip"], **usual}, row["left"]


def _weapon_parts(row: Entry) -> dict[str, Any]:
    return {**row.facts, "left": row.amount}


def _armour_fields() -> Fields:
    return {"listed": choice("Protects as", {row.id: row.title for row in ARMOURS}), "off": tick("Not worn")}


def _armour_facts(row: Row) -> Facts:
    return {"listed": row["listed"] or ARMOURS[0].id, "worn": not row["off"]}, None


def _armour_parts(row: Entry) -> dict[str, Any]:
    return {"listed": row.facts["listed"], "off": not row.facts["worn"]}


# powers and spells


def _power_fields() -> Fields:
    return {
        "listed": choice("Power", {row.id: row.title for row in POWERS}),
        "score": number("Dice", 1, MOST_DICE, required=False),
        "text": one_line("How it looks", 240, required=False),
    }


def _power_facts(row: Row) -> Facts:
    return {"listed": row["listed"] or POWERS[0].id, "text": row["text"]}, row["score"] or 1


def _spell_fields() -> Fields:
    return {
        "listed": choice("Spell", {"": "One of the table’s own"} | {row.id: row.title for row in SPELLS}),
        "learning": tick("Still being learned"),
        "failed": number("Noted towards it", 0, MOST_DICE, required=False),
    }


def _spell_facts(row: Row) -> Facts:
    return {"listed": row["listed"], "known": not row["learning"]}, row["failed"] or 0


def _spell_parts(row: Entry) -> dict[str, Any]:
    return {"listed": row.facts["listed"], "learning": not row.facts["known"], "failed": row.amount}


TRAIT = Kind("trait", "Trait", 10, 3, _trait_fields, _trait_facts, _trait_parts)
FLAW = Kind("flaw", "Flaw", 3, 1, _flaw_fields, _flaw_facts, _parts)
WEAPON = Kind("weapon", "Weapon", 8, 1, _weapon_fields, _weapon_facts, _weapon_parts)
ARMOUR = Kind("armour", "Armour", 4, 1, _armour_fields, _armour_facts, _armour_parts)
POWER = Kind("power", "Power", 8, 1, _power_fields, _power_facts, _trait_parts)
SPELL = Kind("spell", "Spell", 10, 1, _spell_fields, _spell_facts, _spell_parts)
THING = Kind("thing", "Thing", 12, 1, dict, lambda row: ({}, None), lambda row: {})
KINDS = (TRAIT, FLAW, WEAPON, ARMOUR, POWER, SPELL, THING)
