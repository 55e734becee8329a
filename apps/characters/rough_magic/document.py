"""A character as versioned JSON: written by the export, read strictly by the import."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

import msgspec

from apps.characters import documents, lines
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
from apps.characters.models import Character, Entry
from apps.characters.rough_magic.endurance import is_dead, may_rest, recent_of
from apps.characters.rough_magic.lines import GEAR, MOST_LEFT, MOST_METRES, MOST_RANK, POWER, SKILL, TITLES
from apps.characters.rough_magic.resting import days_counted
from apps.characters.rough_magic.sheet import AT_HOME, ROLES, Defends, sheet_of
from apps.characters.rough_magic.sheet_form import MOST_MASS
from apps.rules.rough_magic.endurance import WEEK
from apps.rules.rough_magic.lists import ATTRIBUTES, MOST, TYPES
from apps.rules.rough_magic.states import KNOWN

MOST_ROWS = 40
MOST_DAYS = 9999


class SkillPart(Strict):
    """`attributes` are the usual ones by id."""

    name: str
    areas: list[str]
    attributes: list[str]


class AttackPart(Strict):
    """What gear and powers have alike; an attribute is an id, or empty for the usual one, `range` in metres."""

    name: str
    rank: int
    attack: Literal["", "close", "ranged", "mental"]
    range: int | None
    types: list[str]
    radius: int
    harmless: bool
    attribute: str
    against: str
    defends: Defends
    helps: str


class GearPart(AttackPart):
    """`left` is how many there are, null without a count."""

    hands: Literal[1, 2]
    worn: bool
    left: int | None


class PowerPart(AttackPart):
    text: str
    metres: int
    all_out: int
    esoteric: bool
    on: bool


class RecoveryPart(Strict):
    """How far somebody has come in recovering: levels lost since the last half hour of rest, whether that is still to
    be had, and days so far (rough_magic.recovery). `dead`: GM and player agreed that they died."""

    since_rest: int
    rest_open: bool
    days_with_care: int
    days_without: int
    dead: bool


class Document(Strict):
    """One character. What the ranks and the mass leave out counts as the book says; without `recovery`, as documents
    were written before it, what is lost counts as lost just now."""

    fireside: Literal["character"]
    version: Literal[1]
    game: Literal["rough_magic"]
    name: str
    role: str
    unnamed: bool
    ranks: dict[str, int]
    mass: int | None
    at_home: list[str]
    senses: str
    skills: list[SkillPart]
    gear: list[GearPart]
    powers: list[PowerPart]
    complications: list[str]
    lost: int
    stun: int
    conditions: list[ConditionPart]
    notes: str
    recovery: RecoveryPart | None = None
    portrait: str | None = None


def written(character: Character) -> bytes:
    """The character's document. The states of a fight stay with the fight."""
    sheet = sheet_of(character)
    found = Document(
        fireside="character",
        version=1,
        game="rough_magic",
        name=sheet.name,
        role=character.role,
        unnamed=sheet.unnamed,
        ranks=sheet.ranks,
        mass=sheet.mass,
        at_home=sorted(sheet.at_home),
        senses=sheet.senses,
        skills=[_part(SkillPart, one) for one in lines.held_by(character, SKILL)],
        gear=[_part(GearPart, one, left=one.amount) for one in lines.held_by(character, GEAR)],
        powers=[_part(PowerPart, one, on=bool(one.amount)) for one in lines.held_by(character, POWER)],
        complications=[one.name for one in sheet.complications],
        lost=sheet.damage.lost,
        stun=sheet.damage.stun,
        recovery=_recovery(character),
        conditions=[one for one in documents.conditions_of(character) if one.name not in KNOWN],
        notes=sheet.notes,
        portrait=documents.picture(character),
    )
    return documents.text_of(found)


def _recovery(character: Character) -> RecoveryPart:
    care, without = days_counted(character)
    return RecoveryPart(
        since_rest=recent_of(character),
        rest_open=may_rest(character),
        days_with_care=care,
        days_without=without,
        dead=is_dead(character),
    )


def _part(kind: type[Any], row: Entry, **more: Any) -> Any:
    return msgspec.convert({"name": row.name, **row.facts, **more}, kind)


def read(text: bytes) -> Document:
    """The document in a text. Refuses (Wrong) whatever does not fit, naming the field."""
    return documents.read(text, Document, _check)


def made_of(plain: Mapping[str, Any]) -> Document:
    """The document of plain values."""
    return documents.made_of("rough_magic", plain, Document, _check)


# what the types cannot say


def _check(document: Document) -> None:
    check_text("name", document.name, 60, needed=True)
    check_lines("notes", document.notes)
    check_text("senses", document.senses, 240)
    if document.role not in ROLES:
        raise Wrong(f"role: “{document.role[:40]}” is not listed")
    for name in ("skills", "gear", "powers", "complications", "conditions"):
        check_few(name, getattr(document, name), MOST_ROWS)
    _check_numbers(document)
    _check_lists(document)
    documents.check_conditions(document.conditions)


def _check_numbers(document: Document) -> None:
    _check_listed("ranks", list(document.ranks), {row.id for row in ATTRIBUTES})
    for key, value in document.ranks.items():
        check_between(f"ranks.{key}", value, 0, MOST_RANK)
    check_between("mass", 1 if document.mass is None else document.mass, 1, MOST_MASS)
    _check_listed("at_home", document.at_home, AT_HOME)
    check_between("lost", document.lost, 0, MOST)
    check_between("stun", document.stun, 0, MOST - document.lost)
    if document.recovery is not None:
        _check_recovery(document.recovery, document.lost + document.stun)


def _check_recovery(found: RecoveryPart, lacking: int) -> None:
    check_between("recovery.since_rest", found.since_rest, 0, lacking)
    check_between("recovery.days_with_care", found.days_with_care, 0, MOST_DAYS)
    check_between("recovery.days_without", found.days_without, 0, WEEK - 1)


def _check_listed(where: str, given: list[str], known: Any) -> None:
    for one in given:
        if one not in known:
            raise Wrong(f"{where}: “{one[:40]}” is not listed")
    check_unique(where, given)


def _check_lists(document: Document) -> None:
    for place, skill in enumerate(document.skills):
        _check_skill(f"skills[{place}]", skill)
    for place, piece in enumerate(document.gear):
        _check_attack(f"gear[{place}]", piece)
        if piece.attack == "mental":
            raise Wrong(f"gear[{place}].attack: a mental attack takes a power")
        check_between(f"gear[{place}].left", piece.left or 0, 0, MOST_LEFT)
    for place, power in enumerate(document.powers):
        _check_attack(f"powers[{place}]", power)
        check_text(f"powers[{place}].text", power.text, 240)
        check_between(f"powers[{place}].metres", power.metres, 0, MOST_METRES)
        check_between(f"powers[{place}].all_out", power.all_out, 0, MOST_METRES)
    for place, trouble in enumerate(document.complications):
        check_text(f"complications[{place}]", trouble, 60, needed=True)


def _check_skill(where: str, skill: SkillPart) -> None:
    check_text(f"{where}.name", skill.name, 60, needed=True)
    check_text(f"{where}.areas", ", ".join(skill.areas), 240)
    for area in skill.areas:
        if not area.strip() or "," in area:
            raise Wrong(f"{where}.areas: each is a text without a comma")
    _check_listed(f"{where}.attributes", skill.attributes, TITLES)


def _check_attack(where: str, one: AttackPart) -> None:
    check_text(f"{where}.name", one.name, 60, needed=True)
    check_text(f"{where}.helps", one.helps, 60)
    check_between(f"{where}.rank", one.rank, 0, MOST_RANK)
    check_between(f"{where}.range", 1 if one.range is None else one.range, 1, MOST_METRES)
    check_between(f"{where}.radius", one.radius, 0, MOST_METRES)
    _check_listed(f"{where}.types", one.types, TYPES)
    for name, key in (("attribute", one.attribute), ("against", one.against)):
        _check_listed(f"{where}.{name}", [key] if key else [], TITLES)
