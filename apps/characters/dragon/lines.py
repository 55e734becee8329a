"""Skills, weapons and shticks on the form of a sheet: their fields, and their entries' facts."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django import forms

from apps.characters.forms import number, one_line
from apps.characters.lines import Facts, Fields, Kind, Row, nameless, starts
from apps.characters.models import Entry
from apps.rules.dragon.characters import read_switch
from apps.rules.dragon.lists import ATTACKS, SHTICK_SWITCHES, WEAPONS, AttackKind, Weapon
from apps.table.acts import ActForm

MOST_LEVEL = 20
MOST_BY = 99
SWITCHES = 2
"""So many things that the program carries out one shtick has room for."""
BY_NAME = ("", "as its name says")
NOTHING = ("", "Nothing: the table does it")
COUNTS = {row.id: row.counts for row in SHTICK_SWITCHES}


def _skill_fields() -> Fields:
    return {
        "level": number("Level", 1, MOST_LEVEL, required=False),
        "melee": forms.BooleanField(label="A melee skill", required=False),
    }


def _skill_facts(row: Row) -> Facts:
    return {"melee": row["melee"]}, row["level"] or 1


def _skill_parts(row: Entry) -> dict[str, Any]:
    return {"level": row.amount, "melee": bool(row.facts.get("melee"))}


WITH_NO_SKILL = "As it is called above. Left empty, at arm’s length: the only melee skill, if there is just one"


def _weapon_fields() -> Fields:
    return {
        "multiple": number("Multiple", 1, MOST_LEVEL, required=False, help_text="Left empty: as its name says, else 1"),
        "attack": forms.ChoiceField(label="Used", choices=[BY_NAME, *((one, one) for one in ATTACKS)], required=False),
        "skill": one_line("With the skill", 60, required=False, help_text=WITH_NO_SKILL),
    }


def _weapon_facts(row: Row) -> Facts:
    facts = {"attack": row["attack"] or attack_of(row["name"]), "skill": row["skill"]}
    return facts, row["multiple"] or multiple_of(row["name"])


def attack_of(name: str) -> AttackKind:
    """How a weapon is used of whose use nothing is said: a longbow as the bow of the list, all else at arm’s length."""
    listed = _listed(name)
    return listed.attack if listed else ATTACKS[0]


def multiple_of(name: str) -> int:
    """That of a weapon of which nothing else is said (dragon.weapons): of a quarterstaff 2, of what is not listed 1."""
    listed = _listed(name)
    return listed.multiple if listed else 1


def _listed(name: str) -> Weapon | None:
    words = [word for word in name.lower().split() if word != "elbow"]
    return next((one for one in WEAPONS if any(word.endswith(one.title.lower()) for word in words)), None)


def _weapon_parts(row: Entry) -> dict[str, Any]:
    return {"multiple": row.amount, "attack": row.facts.get("attack", "melee"), "skill": row.facts.get("skill", "")}


def _shtick_fields() -> Fields:
    found: Fields = {"text": one_line("What it does", 240, required=False)}
    choices = [NOTHING, *((row.id, row.title) for row in SHTICK_SWITCHES)]
    for place in range(1, SWITCHES + 1):
        found[f"does_{place}"] = forms.ChoiceField(
            label="What the program carries out", choices=choices, required=False
        )
        found[f"by_{place}"] = number("By how much", 1, MOST_BY, required=False)
    return found


def _shtick_parts(row: Entry) -> dict[str, Any]:
    found: dict[str, Any] = {"text": row.facts.get("text", "")}
    for place, (id, n) in enumerate(map(read_switch, row.facts.get("switches", [])), 1):
        found |= {f"does_{place}": id} | ({} if n is None else {f"by_{place}": n})
    return found


def _shtick_facts(row: Row) -> Facts:
    return {"text": row["text"], "switches": list(_switches(row))}, None


def _switches(row: Row) -> Iterator[str]:
    for place in range(1, SWITCHES + 1):
        does, by = row[f"does_{place}"], row[f"by_{place}"]
        if does:
            yield f"{does} = {by}" if COUNTS[does] else does


SKILL = Kind("skill", "Skill", 24, 4, _skill_fields, _skill_facts, _skill_parts)
WEAPON = Kind("weapon", "Weapon", 12, 2, _weapon_fields, _weapon_facts, _weapon_parts)
SHTICK = Kind("shtick", "Shtick", 12, 1, _shtick_fields, _shtick_facts, _shtick_parts)
KINDS = (SKILL, WEAPON, SHTICK)


def check(form: ActForm) -> None:
    """What a shtick does may need a number; nothing but a name makes a row."""
    for start in starts(form, SHTICK):
        for place in range(1, SWITCHES + 1):
            does, by = (form.cleaned_data.get(f"{start}_{part}_{place}") for part in ("does", "by"))
            if does and COUNTS[does] and not by:
                form.add_error(f"{start}_by_{place}", "By how much? It needs a number.")
    nameless(form, SHTICK, "text")
