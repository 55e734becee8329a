"""Skills, gear, powers and complications on the form of a sheet: their fields, and their entries' facts."""

from __future__ import annotations

from typing import Any

from django import forms

from apps.characters.forms import number, one_line
from apps.characters.lines import Facts, Fields, Kind, Row
from apps.characters.models import Entry
from apps.characters.rough_magic.sheet import Defends
from apps.rules.rough_magic.lists import ATTACK_TYPES, ATTRIBUTES
from apps.rules.rough_magic.sheet import skills as skill_rule
from apps.table.choices import Pairs

MOST_RANK = 40
MOST_METRES = 99999
MOST_LEFT = 999
TITLES = {row.id: row.title for row in ATTRIBUTES}
EXPLODING = "exploding"
DEFENDS: dict[Defends, str] = {
    "": "Nothing", "close": "Close attacks", "ranged": "Ranged attacks", "both": "Close and ranged",
}  # fmt: skip
ATTACK = {"": "No attacks", "close": "Close attacks", "ranged": "Ranged attacks", "mental": "Mental attacks"}
USUAL = ("", "As usual")
HANDS = Pairs([(1, "One hand"), (2, "Two hands")])
NO_END = "Metres; empty: it has no end"


def _choice(label: str, choices: dict[Any, str], **about: Any) -> forms.ChoiceField:
    return forms.ChoiceField(label=label, choices=Pairs(choices.items()), required=False, **about)


def _attribute(label: str) -> forms.ChoiceField:
    return _choice(label, dict([USUAL]) | TITLES)


def _ticks(label: str, choices: dict[str, str]) -> forms.MultipleChoiceField:
    return forms.MultipleChoiceField(
        label=label, choices=Pairs(choices.items()), required=False, widget=forms.CheckboxSelectMultiple
    )


def _rank() -> forms.IntegerField:
    return number("Rank", 0, MOST_RANK, required=False)


def _attack_fields(*kinds: str) -> Fields:
    """What a weapon and a power that attacks have alike (rough_magic.attack-types)."""
    return {
        "attack": _choice("Used for", {one: ATTACK[one] for one in kinds}),
        "range": number("Effective range", 1, MOST_METRES, required=False, help_text=NO_END),
        "types": _ticks("Besides, it is", {row.id: row.title for row in ATTACK_TYPES}),
        "radius": number(
            "Radius of the explosion", 0, MOST_METRES, required=False, help_text="Metres; empty: its rank"
        ),
        "harmless": forms.BooleanField(label="Does no damage", required=False),
        "against": _attribute("Against"),
    }


# skills


def _skill_fields() -> Fields:
    return {
        "areas": one_line("Areas of expertise", 240, required=False, help_text="With commas between"),
        "attributes": _ticks("Usual attribute", TITLES),
    }


def _skill_facts(row: Row) -> Facts:
    """Where no attribute is ticked, that of the list (rough_magic.skills)."""
    areas = list(dict.fromkeys(filter(None, map(str.strip, row["areas"].split(",")))))
    return {"areas": areas, "attributes": list(row["attributes"]) or usual_attributes(row["name"])}, None


def usual_attributes(skill: str) -> list[str]:
    """The ids of the attributes with which this skill is usually rolled; none of a skill that the book has not."""
    told = skill_rule(skill=skill).attribute
    return [row.id for row in ATTRIBUTES if row.title in told.split(" or ")]


def _skill_parts(row: Entry) -> dict[str, Any]:
    return {**row.facts, "areas": ", ".join(row.facts["areas"])}


# gear


def _gear_fields() -> Fields:
    return {
        "rank": _rank(),
        **_attack_fields("", "close", "ranged"),
        "attribute": _attribute("Attacks with"),
        "hands": forms.TypedChoiceField(label="Held in", choices=HANDS, coerce=int, empty_value=None, required=False),
        "defends": _choice("Adds to the defence against", DEFENDS),
        "helps": one_line("Helps with a skill or task", 60, required=False),
        "left": number("How many are left", 0, MOST_LEFT, required=False, help_text="Empty: it is not counted"),
        "stowed": forms.BooleanField(label="Put away, not worn or drawn", required=False),
    }


def _attack_facts(row: Row) -> dict[str, Any]:
    return {
        "attack": row["attack"],
        "range": row["range"],
        "types": list(row["types"]),
        "radius": row["radius"] or 0,
        "harmless": row["harmless"],
        "against": row["against"],
        "attribute": row["attribute"],
    }


def _gear_facts(row: Row) -> Facts:
    facts = {"rank": row["rank"] or 0, "hands": row["hands"] or 1, "defends": row["defends"], "helps": row["helps"]}
    return facts | {"worn": not row["stowed"]} | _attack_facts(row), row["left"]


def _gear_parts(row: Entry) -> dict[str, Any]:
    return {**_without_zeros(row.facts), "stowed": not row.facts["worn"], "left": row.amount}


def _without_zeros(facts: dict[str, Any]) -> dict[str, Any]:
    """What is 0 when it is left empty stands empty on the form."""
    return {key: value or None if key in ("radius", "metres", "all_out") else value for key, value in facts.items()}


# powers


def _power_fields() -> Fields:
    return {
        "rank": _rank(),
        "text": one_line("What it does", 240, required=False),
        **_attack_fields(*ATTACK),
        "attribute": _attribute("Used with"),
        "defends": _choice("While it is on, adds to the defence against", DEFENDS),
        "helps": one_line("Helps with a skill or task", 60, required=False),
        "metres": number("Moves its owner, in metres", 0, MOST_METRES, required=False),
        "all_out": number("With the task action too", 0, MOST_METRES, required=False),
        "esoteric": forms.BooleanField(
            label="Esoteric", required=False, help_text="May block the same power of others"
        ),
        "on": forms.BooleanField(label="On", required=False),
    }


def _power_facts(row: Row) -> Facts:
    facts = {part: row[part] for part in ("text", "defends", "helps", "esoteric")}
    counts = {part: row[part] or 0 for part in ("rank", "metres", "all_out")}
    return facts | counts | _attack_facts(row), int(row["on"])


def _power_parts(row: Entry) -> dict[str, Any]:
    return {**_without_zeros(row.facts), "on": bool(row.amount)}


SKILL = Kind("skill", "Skill", 16, 3, _skill_fields, _skill_facts, _skill_parts)
GEAR = Kind("gear", "Piece of gear", 16, 2, _gear_fields, _gear_facts, _gear_parts)
POWER = Kind("power", "Power", 10, 1, _power_fields, _power_facts, _power_parts)
COMPLICATION = Kind("complication", "Complication", 10, 1, dict, lambda row: ({}, None), lambda row: {})
KINDS = (SKILL, GEAR, POWER, COMPLICATION)
