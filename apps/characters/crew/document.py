"""A character as versioned JSON: written by the export, read strictly by the import."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

from apps.characters import documents
from apps.characters.crew.holding import MINOR, ROLES
from apps.characters.crew.sheet import Feature, sheet_of
from apps.characters.crew.sheet_form import MOST_POINTS, SHEETS
from apps.characters.documents import (
    ConditionPart,
    Strict,
    Wrong,
    check_few,
    check_lines,
    check_text,
    check_unique,
)
from apps.characters.models import Character
from apps.rules.crew.characters import SIGNATURE_SIZES, attribute_sizes
from apps.rules.crew.lists import ATTRIBUTES, SKILLS, TRIGGER_EFFECTS
from apps.rules.crew.steps import LADDER, SIZES
from apps.rules.crew.steps import written as die_of

MOST_ROWS = 60
MOST_TRIGGERS = 12


class DiePart(Strict):
    """An attribute or a skill, its die 4 to 12."""

    key: str
    die: int


class SpecialtyPart(Strict):
    name: str
    skill: str


class TriggerPart(Strict):
    text: str
    points: Literal[-1, 0, 1]
    effect: str


class FeaturePart(Strict):
    """A Distinction (no die) or a Signature Asset."""

    name: str
    text: str
    triggers: list[TriggerPart]
    die: int | None = None


class AssetPart(Strict):
    name: str
    die: int
    lasts: Literal["scene", "episode"]


class ComplicationPart(Strict):
    """`die` is 6 to 12, 14 for d12+."""

    name: str
    die: int


class EpisodePart(Strict):
    title: str
    called_back: bool


class Document(Strict):
    """One character. `die`: of a Minor GMC or an Extra, null for a whole sheet. `portrait`: a picture in base64."""

    fireside: Literal["character"]
    version: Literal[1]
    game: Literal["crew"]
    name: str
    role: str
    die: int | None
    attributes: list[DiePart]
    skills: list[DiePart]
    specialties: list[SpecialtyPart]
    distinctions: list[FeaturePart]
    signature_assets: list[FeaturePart]
    assets: list[AssetPart]
    complications: list[ComplicationPart]
    hero_dice: list[int]
    plot_points: int
    episodes: list[EpisodePart]
    conditions: list[ConditionPart]
    notes: str
    portrait: str | None = None


def written(character: Character) -> bytes:
    """The character's document."""
    sheet = sheet_of(character)
    found = Document(
        fireside="character",
        version=1,
        game="crew",
        name=sheet.name,
        role=character.role,
        die=None if sheet.is_full else sheet.die,
        notes=sheet.notes,
        attributes=[DiePart(key=one.key, die=one.size) for one in sheet.attributes],
        skills=[DiePart(key=one.key, die=one.size) for one in sheet.skills if one.listed],
        specialties=[SpecialtyPart(name=one.name, skill=one.skill) for one in sheet.specialties],
        distinctions=[_feature(one) for one in sheet.distinctions],
        signature_assets=[_feature(one, one.size) for one in sheet.signature_assets],
        assets=[AssetPart(name=one.name, die=one.size, lasts=one.lasts) for one in sheet.assets],  # type: ignore[arg-type]
        complications=[ComplicationPart(name=one.name, die=one.size) for one in sheet.complications],
        hero_dice=[one.size for one in sheet.hero_dice],
        plot_points=sheet.plot_points,
        episodes=[EpisodePart(title=one.name, called_back=one.called_back) for one in sheet.episodes],
        conditions=documents.conditions_of(character),
        portrait=documents.picture(character),
    )
    return documents.text_of(found)


def _feature(one: Feature, die: int | None = None) -> FeaturePart:
    triggers = [TriggerPart(text=row.text, points=row.points, effect=row.effect) for row in one.triggers]  # type: ignore[arg-type]
    return FeaturePart(name=one.name, text=one.text, triggers=triggers, die=die)


def read(text: bytes) -> Document:
    """The document in a text. Refuses (Wrong) whatever does not fit, naming the field."""
    return documents.read(text, Document, _check)


def made_of(plain: Mapping[str, Any]) -> Document:
    """The document of plain values."""
    return documents.made_of("crew", plain, Document, _check)


# what the types cannot say

LISTS = (
    "attributes",
    "skills",
    "specialties",
    "distinctions",
    "signature_assets",
    "assets",
    "complications",
    "hero_dice",
    "episodes",
    "conditions",
)
WHOLE = ("attributes", "skills", "specialties", "distinctions", "signature_assets")


def _check(document: Document) -> None:
    check_text("name", document.name, 60, needed=True)
    check_lines("notes", document.notes)
    if document.role not in ROLES:
        raise Wrong(f"role: “{document.role[:40]}” is not listed")
    for name in LISTS:
        check_few(name, getattr(document, name), MOST_ROWS)
    _check_dice(document)
    _check_traits(document)
    _check_play(document)
    documents.check_conditions(document.conditions)


def _check_dice(document: Document) -> None:
    minor = SHEETS[document.role] == MINOR
    if minor != (document.die is not None):
        raise Wrong(f"die: {'a die is wanted' if minor else 'null is wanted'} for {ROLES[document.role]}")
    if minor:
        _die("die", document.die or 0, SIZES)
        _nothing(document, WHOLE, "has one die and nothing else")
        return
    _check_rated("attributes", document.attributes, {row.id for row in ATTRIBUTES}, attribute_sizes(document.role))
    _check_rated("skills", document.skills, {row.id for row in SKILLS}, SIZES)
    if missing := {row.id for row in ATTRIBUTES} - {one.key for one in document.attributes}:
        raise Wrong(f"attributes: {', '.join(sorted(missing))} is missing")


def _check_rated(name: str, held: list[DiePart], known: set[str], sizes: tuple[int, ...]) -> None:
    for number, one in enumerate(held):
        if one.key not in known:
            raise Wrong(f"{name}[{number}].key: “{one.key[:40]}” is not listed")
        _die(f"{name}[{number}].die", one.die, sizes)
    check_unique(name, [one.key for one in held])


def _nothing(document: Document, names: tuple[str, ...], why: str) -> None:
    for name in names:
        if getattr(document, name):
            raise Wrong(f"{name}: {ROLES[document.role]} {why}")


def _die(where: str, size: int, sizes: tuple[int, ...]) -> None:
    if size not in sizes:
        raise Wrong(f"{where}: {', '.join(die_of(one) for one in sizes)} are possible")


def _check_traits(document: Document) -> None:
    skills = {row.id for row in SKILLS}
    for number, one in enumerate(document.specialties):
        check_text(f"specialties[{number}].name", one.name, 60, needed=True)
        if one.skill not in skills:
            raise Wrong(f"specialties[{number}].skill: “{one.skill[:40]}” is not listed")
    for number, feature in enumerate(document.distinctions):
        if feature.die is not None:
            raise Wrong(f"distinctions[{number}].die: a Distinction is d8 or d4, as it is rolled")
        _check_feature(f"distinctions[{number}]", feature)
    for number, feature in enumerate(document.signature_assets):
        _die(f"signature_assets[{number}].die", feature.die or 0, SIGNATURE_SIZES)
        _check_feature(f"signature_assets[{number}]", feature)


def _check_feature(where: str, one: FeaturePart) -> None:
    check_text(f"{where}.name", one.name, 60, needed=True)
    check_text(f"{where}.text", one.text, 240)
    check_few(f"{where}.triggers", one.triggers, MOST_TRIGGERS)
    known = {row.id for row in TRIGGER_EFFECTS}
    for number, trigger in enumerate(one.triggers):
        check_text(f"{where}.triggers[{number}].text", trigger.text, 160, needed=True)
        if trigger.effect not in known:
            raise Wrong(f"{where}.triggers[{number}].effect: “{trigger.effect[:40]}” is not listed")


def _check_play(document: Document) -> None:
    for number, asset in enumerate(document.assets):
        check_text(f"assets[{number}].name", asset.name, 60, needed=True)
        _die(f"assets[{number}].die", asset.die, SIZES[1:])
    for number, one in enumerate(document.complications):
        check_text(f"complications[{number}].name", one.name, 60, needed=True)
        _die(f"complications[{number}].die", one.die, LADDER[1:])
    for number, size in enumerate(document.hero_dice):
        _die(f"hero_dice[{number}]", size, SIZES)
    for number, episode in enumerate(document.episodes):
        check_text(f"episodes[{number}].title", episode.title, 60, needed=True)
    documents.check_between("plot_points", document.plot_points, 0, MOST_POINTS)
    if document.role != "crewmember":
        if document.plot_points:
            raise Wrong("plot_points: only a crewmember has plot points")
        _nothing(document, ("hero_dice", "episodes"), "has none")
