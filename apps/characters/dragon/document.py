"""A character as versioned JSON: written by the export, read strictly by the import."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Literal

from apps.characters import documents
from apps.characters.documents import (
    ConditionPart,
    Strict,
    Wrong,
    check_between,
    check_few,
    check_lines,
    check_text,
    check_unique,
)
from apps.characters.dragon.lines import MOST_LEVEL, SWITCHES
from apps.characters.dragon.sheet import ROLES, sheet_of
from apps.characters.dragon.sheet_form import MOST_DAMAGE, MOST_HEXES, MOST_HIT_POINTS, MOST_STAT
from apps.characters.models import Character
from apps.rules import Refused
from apps.rules.dragon.characters import read_switch
from apps.rules.dragon.lists import PRIMARIES, SUBSTATS

MOST_ROWS = 60


class NumberPart(Strict):
    """A substat, or a primary stat that is entered."""

    key: str
    value: int


class SkillPart(Strict):
    name: str
    level: int
    melee: bool


class WeaponPart(Strict):
    name: str
    multiple: int
    attack: Literal["melee", "ranged"]
    skill: str


class ShtickPart(Strict):
    """`switches` is what the program carries out, as "split-ways = 3"."""

    name: str
    text: str
    switches: list[str]


class Document(Strict):
    """One character. `primaries`, `hit_points` and `movement` are what is entered instead of what is worked out."""

    fireside: Literal["character"]
    version: Literal[1]
    game: Literal["dragon"]
    name: str
    role: str
    substats: list[NumberPart]
    primaries: list[NumberPart]
    hit_points: int | None
    movement: int | None
    skills: list[SkillPart]
    weapons: list[WeaponPart]
    shticks: list[ShtickPart]
    damage: int
    conditions: list[ConditionPart]
    notes: str
    portrait: str | None = None


def written(character: Character) -> bytes:
    """The character's document."""
    sheet = sheet_of(character)
    found = Document(
        fireside="character",
        version=1,
        game="dragon",
        name=sheet.name,
        role=character.role,
        notes=sheet.notes,
        substats=[NumberPart(key=one.key, value=one.value) for one in sheet.substats if one.listed],
        primaries=[NumberPart(key=one.key, value=one.entered) for one in sheet.primaries if one.entered is not None],
        hit_points=sheet.entered_hit_points,
        movement=sheet.entered_movement,
        skills=[SkillPart(name=one.name, level=one.level, melee=one.melee) for one in sheet.skills],
        weapons=[
            WeaponPart(name=one.name, multiple=one.multiple, attack=one.attack, skill=one.skill)  # type: ignore[arg-type]
            for one in sheet.weapons
        ],
        shticks=[ShtickPart(name=one.name, text=one.text, switches=list(one.switches)) for one in sheet.shticks],
        damage=sheet.taken,
        conditions=documents.conditions_of(character),
        portrait=documents.picture(character),
    )
    return documents.text_of(found)


def read(text: bytes) -> Document:
    """The document in a text. Refuses (Wrong) whatever does not fit, naming the field."""
    return documents.read(text, Document, _check)


def made_of(plain: Mapping[str, Any]) -> Document:
    """The document of plain values."""
    return documents.made_of("dragon", plain, Document, _check)


# what the types cannot say


def _check(document: Document) -> None:
    check_text("name", document.name, 60, needed=True)
    check_lines("notes", document.notes)
    if document.role not in ROLES:
        raise Wrong(f"role: “{document.role[:40]}” is not listed")
    for name in ("substats", "primaries", "skills", "weapons", "shticks", "conditions"):
        check_few(name, getattr(document, name), MOST_ROWS)
    _check_numbers("substats", document.substats, {row.id for row in SUBSTATS})
    _check_numbers("primaries", document.primaries, {row.id for row in PRIMARIES})
    check_between("hit_points", document.hit_points or 0, 0, MOST_HIT_POINTS)
    check_between("movement", document.movement or 0, 0, MOST_HEXES)
    check_between("damage", document.damage, 0, MOST_DAMAGE)
    _check_lists(document)
    documents.check_conditions(document.conditions)


def _check_numbers(name: str, held: Iterable[NumberPart], known: set[str]) -> None:
    for place, one in enumerate(held):
        if one.key not in known:
            raise Wrong(f"{name}[{place}].key: “{one.key[:40]}” is not listed")
        check_between(f"{name}[{place}].value", one.value, 0, MOST_STAT)
    check_unique(name, [one.key for one in held])


def _check_lists(document: Document) -> None:
    for place, skill in enumerate(document.skills):
        check_text(f"skills[{place}].name", skill.name, 60, needed=True)
        check_between(f"skills[{place}].level", skill.level, 1, MOST_LEVEL)
    for place, weapon in enumerate(document.weapons):
        check_text(f"weapons[{place}].name", weapon.name, 60, needed=True)
        check_text(f"weapons[{place}].skill", weapon.skill, 60)
        check_between(f"weapons[{place}].multiple", weapon.multiple, 1, MOST_LEVEL)
    for place, shtick in enumerate(document.shticks):
        _check_shtick(f"shticks[{place}]", shtick)


def _check_shtick(where: str, shtick: ShtickPart) -> None:
    check_text(f"{where}.name", shtick.name, 60, needed=True)
    check_text(f"{where}.text", shtick.text, 240)
    check_few(f"{where}.switches", shtick.switches, SWITCHES)
    for place, switch in enumerate(shtick.switches):
        try:
            read_switch(switch)
        except Refused as no:
            raise Wrong(f"{where}.switches[{place}]: {no.text}") from None
