"""A character as versioned JSON: written by the export, read strictly by the import."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

from apps.characters import documents
from apps.characters.documents import ConditionPart, Strict, Wrong
from apps.characters.documents import check_between as _between
from apps.characters.documents import check_lines as _lines
from apps.characters.documents import check_text as _text
from apps.characters.documents import check_unique as _unique
from apps.characters.dragonfly.sheet import LISTED
from apps.characters.dragonfly.sheet_form import MOST_TIMES
from apps.characters.dragonfly.writing import TEXTS
from apps.characters.models import Character, Entry, Rating, Track, Trait
from apps.rules.dragonfly.lists import (
    ATTRIBUTES,
    CAST_QUALITIES,
    DAMAGE_TYPES,
    ROLES,
    SCORES,
    SKILLS,
    WEAPON_KINDS,
)

VERSION = 1
MOST_ROWS = 60
TRACK_LIMITS = {
    "ordinary-damage": 9999,
    "fire-damage": 9999,
    "armor": 999,
    "drama-points": 999,
    "additional-actions": 20,
    "initiative": 999,
    "daily-healing": 999,
    "damage-multiplier": 0,
}
OVERRIDE_LIMITS = {"damage-multiplier": (0, MOST_TIMES)}


class RatingPart(Strict):
    group: Literal["attribute", "skill", "quality", "score", "life"]
    key: str
    value: int
    label: str = ""


class TrackPart(Strict):
    key: str
    value: int
    override: int | None = None


class TraitPart(Strict):
    key: Literal["character-type", "notes"]
    text: str


class ManeuverPart(Strict):
    name: str
    attribute: str
    skill: str
    score: str
    modifier: int
    base_damage: int
    damage_type: str
    weapon: str
    ammunition: int | None
    note: str
    one_shot: bool = False
    bands: Literal["", "pistol", "rifle"] = ""


class Document(Strict):
    """One character. `portrait` is a picture in base64, or nothing."""

    fireside: Literal["character"]
    version: Literal[1]
    game: Literal["dragonfly"]
    name: str
    sheet: Literal["full", "score"]
    role: str
    ratings: list[RatingPart]
    tracks: list[TrackPart]
    traits: list[TraitPart]
    conditions: list[ConditionPart]
    maneuvers: list[ManeuverPart]
    portrait: str | None = None


def written(character: Character) -> bytes:
    """The character's document."""
    desk = character.desk
    found = Document(
        fireside="character",
        version=1,
        game="dragonfly",
        name=character.name,
        sheet=character.sheet,  # type: ignore[arg-type]
        role=character.role,
        ratings=[
            RatingPart(group=row.group, key=row.key, value=row.value, label=row.label)  # type: ignore[arg-type]
            for row in desk.all(Rating, character=character)
        ],
        tracks=[
            TrackPart(key=row.key, value=row.value, override=row.override)
            for row in desk.all(Track, character=character)
            if row.key in TRACK_LIMITS
        ],
        traits=[
            TraitPart(key=row.key, text=row.text)  # type: ignore[arg-type]
            for row in desk.all(Trait, character=character)
            if row.key in TEXTS
        ],
        conditions=documents.conditions_of(character),
        maneuvers=[_maneuver(row) for row in desk.all(Entry, character=character, kind="maneuver")],
        portrait=documents.picture(character),
    )
    return documents.text_of(found)


def _maneuver(row: Any) -> ManeuverPart:
    facts = {name: row.facts.get(name, "") for name in ("attribute", "skill", "score", "damage_type", "weapon", "note")}
    numbers = {name: row.facts.get(name, 0) for name in ("modifier", "base_damage")}
    more = {"one_shot": bool(row.facts.get("one_shot")), "bands": row.facts.get("bands", "")}
    return ManeuverPart(name=row.name, ammunition=row.amount, **facts, **numbers, **more)


def read(text: bytes) -> Document:
    """The document in a text. Refuses (Wrong) whatever does not fit, naming the field."""
    return documents.read(text, Document, _check)


def made_of(plain: Mapping[str, Any]) -> Document:
    """The document of plain values."""
    return documents.made_of("dragonfly", plain, Document, _check)


# what the types cannot say


def _check(document: Document) -> None:
    _text("name", document.name, 60, needed=True)
    role = next((one for one in ROLES if one.id == document.role), None)
    if role is None:
        raise Wrong(f"role: “{document.role[:40]}” is not listed")
    if document.sheet not in role.sheets:
        raise Wrong(f"sheet: a {role.title} has no {document.sheet} sheet")
    for name in ("ratings", "tracks", "traits", "conditions", "maneuvers"):
        if len(getattr(document, name)) > MOST_ROWS:
            raise Wrong(f"{name}: {MOST_ROWS} are possible at most")
    _check_ratings(document)
    _check_tracks(document)
    for place_, trait in enumerate(document.traits):
        _lines(f"traits[{place_}].text", trait.text)
    _unique("traits", [one.key for one in document.traits])
    documents.check_conditions(document.conditions)
    for place_, maneuver in enumerate(document.maneuvers):
        _check_maneuver(f"maneuvers[{place_}]", maneuver, document)


GROUPS = {
    "attribute": {row.id for row in ATTRIBUTES},
    "skill": {row.id for row in SKILLS},
    "quality": {row.id for row in CAST_QUALITIES},
    "score": {row.id for row in SCORES},
    "life": {"life-points"},
}
LEAST = {"quality": -99, "skill": -99}


def _check_ratings(document: Document) -> None:
    for place_, one in enumerate(document.ratings):
        where = f"ratings[{place_}]"
        own = one.key.startswith("own-") and one.group in {"skill", "quality"}
        if not own and one.key not in GROUPS[one.group]:
            raise Wrong(f"{where}.key: “{one.key[:40]}” is no {one.group}")
        if one.group in _other_sheet(document.sheet):
            raise Wrong(f"{where}.group: a {document.sheet} sheet has no {one.group}")
        _text(f"{where}.key", one.key, 60, needed=True)
        _text(f"{where}.label", one.label, 40, needed=own)
        if one.label and not own:
            raise Wrong(f"{where}.label: {LISTED[one.key].title if one.key in LISTED else one.key} is named already")
        _between(f"{where}.value", one.value, LEAST.get(one.group, 0), 9999 if one.group == "life" else 99)
    _unique("ratings", [one.key for one in document.ratings])
    if "life-points" not in {one.key for one in document.ratings}:
        raise Wrong("ratings: life-points is missing")


def _other_sheet(sheet: str) -> set[str]:
    return {"score"} if sheet == "full" else {"attribute", "skill"}


def _check_tracks(document: Document) -> None:
    for place_, one in enumerate(document.tracks):
        where = f"tracks[{place_}]"
        if one.key not in TRACK_LIMITS:
            raise Wrong(f"{where}.key: “{one.key[:40]}” is no track")
        _between(f"{where}.value", one.value, 0, TRACK_LIMITS[one.key])
        if one.override is not None:
            _between(f"{where}.override", one.override, *OVERRIDE_LIMITS.get(one.key, (-99, 999)))
    _unique("tracks", [one.key for one in document.tracks])


def _check_maneuver(where: str, one: ManeuverPart, document: Document) -> None:
    _text(f"{where}.name", one.name, 60, needed=True)
    _text(f"{where}.note", one.note, 120)
    _between(f"{where}.modifier", one.modifier, -99, 99)
    _between(f"{where}.base_damage", one.base_damage, 0, 999)
    if one.ammunition is not None:
        _between(f"{where}.ammunition", one.ammunition, 0, 999)
    skills = GROUPS["skill"] | {row.key for row in document.ratings if row.group == "skill"}
    allowed = {
        "attribute": GROUPS["attribute"] | {""},
        "skill": skills | {""},
        "score": GROUPS["score"] | {""},
        "damage_type": {row.id for row in DAMAGE_TYPES},
        "weapon": {row.id for row in WEAPON_KINDS},
    }
    for name, known in allowed.items():
        if getattr(one, name) not in known:
            raise Wrong(f"{where}.{name}: “{getattr(one, name)[:40]}” is not listed")
