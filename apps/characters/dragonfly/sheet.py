"""A character's rows read as one Dragonfly sheet."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from apps.characters.models import Character, Condition, Entry, Rating, Track, Trait
from apps.rules.dragonfly import characters as rules
from apps.rules.dragonfly.lists import (
    ATTRIBUTES,
    CAST_QUALITIES,
    DAMAGE_TYPES,
    ROLES,
    SCORES,
    SKILLS,
    WEAPON_KINDS,
    SheetRow,
)

LISTED = {row.id: row for row in (*ATTRIBUTES, *SKILLS, *CAST_QUALITIES, *SCORES)}
ROLE_TITLES = {role.id: role.title for role in ROLES}
DAMAGE_TITLES = {row.id: row.title for row in DAMAGE_TYPES}
WEAPON_TITLES = {row.id: row.title for row in WEAPON_KINDS}


HURT, BADLY_HURT, DOWN = STATES = ("hurt", "badly hurt", "down")
"""How badly somebody is hurt, as everybody sees it, the worst last."""


@dataclass(frozen=True)
class Number:
    """A number of the sheet: an Attribute, a skill, a quality or an Ability Score."""

    key: str
    title: str
    value: int
    own: bool = False

    @property
    def short(self) -> str:
        """The title where room is scarce."""
        return {"Constitution": "Constit.", "Intelligence": "Intellig.", "Perception": "Percept."}.get(
            self.title, self.title
        )


@dataclass(frozen=True)
class Maneuver:
    """A Combat Maneuver (dragonfly.combat-maneuvers). Rolled with `attribute` and `skill`, or a `score`.

    `one_shot`: it holds one shot and is then loaded again; `bands`: whose range bands are its own, "pistol" or "rifle".
    """

    id: str
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
    bands: str = ""

    @property
    def damage_title(self) -> str:
        return DAMAGE_TITLES.get(self.damage_type, self.damage_type)

    @property
    def weapon_title(self) -> str:
        return WEAPON_TITLES.get(self.weapon, self.weapon)


@dataclass(frozen=True)
class DragonflySheet:
    """Everything on a sheet, as plain values; `life_points` by the rules (dragonfly.life-points). `own_multiplier` is
    what damage is multiplied by for somebody who is not an ordinary human (dragonfly.damage-types)."""

    character: Character
    character_type: str
    notes: str
    attributes: tuple[Number, ...]
    skills: tuple[Number, ...]
    qualities: tuple[Number, ...]
    scores: tuple[Number, ...]
    max_life_points: int
    ordinary_damage: int
    fire_damage: int
    armor: int
    drama_points: int
    daily_healing: int | None
    initiative_override: int | None
    own_multiplier: int | None
    additional_actions: int
    maneuvers: tuple[Maneuver, ...]
    conditions: tuple[Condition, ...]

    @property
    def id(self) -> str:
        return self.character.public_id

    @property
    def name(self) -> str:
        return self.character.name

    @property
    def is_full(self) -> bool:
        """Whether it has Attributes and skills and rolls; else it has Ability Scores (dragonfly.rolling-opposition)."""
        return self.character.sheet == "full"

    @property
    def role_title(self) -> str:
        return ROLE_TITLES.get(self.character.role, self.character.role)

    @property
    def life_points(self) -> int:
        return rules.life_points(
            max_life_points=self.max_life_points, ordinary_damage=self.ordinary_damage, fire_damage=self.fire_damage
        ).life_points

    @property
    def damage(self) -> int:
        return self.ordinary_damage + self.fire_damage

    @property
    def initiative(self) -> int:
        """The fixed number of Supporting Cast: the override, or the Combat Score."""
        return self.number("combat") if self.initiative_override is None else self.initiative_override

    @property
    def unlike_humans(self) -> str:
        """What bullets and blades do to somebody who is not an ordinary human; nothing for one who is."""
        if self.own_multiplier is None:
            return ""
        times = "not doubled" if self.own_multiplier == 1 else f"multiplied by {self.own_multiplier}"
        return f"Not an ordinary human: damage is {times}"

    @cached_property
    def _numbers(self) -> dict[str, Number]:
        return {one.key: one for one in (*self.attributes, *self.skills, *self.qualities, *self.scores)}

    def has(self, key: str) -> bool:
        return key in self._numbers

    def number(self, key: str) -> int:
        """The value of an Attribute, skill, quality or score; 0 where the sheet has none."""
        found = self._numbers.get(key)
        return found.value if found else 0

    def title(self, key: str) -> str:
        found = self._numbers.get(key)
        return found.title if found else key

    def maneuver(self, id: str) -> Maneuver | None:
        return next((one for one in self.maneuvers if one.id == id), None)

    @property
    def state(self) -> str:
        """What everybody at the table can see of how badly it is hurt; nothing where it is well."""
        left = self.life_points
        if self.max_life_points <= 0 or left >= 10 or not self.damage:
            return ""
        if left <= 0:
            return DOWN
        return BADLY_HURT if left < 5 else HURT


def sheet_of(character: Character) -> DragonflySheet:
    """The character's sheet as it is now: one worked out before a change does not know of it."""
    desk = character.desk
    return desk.memo_of(character, "sheet", lambda: _sheet(desk.own(character)))


def sheets_of(cast: Iterable[Character]) -> list[DragonflySheet]:
    """The sheets of several characters."""
    return [sheet_of(one) for one in cast]


def _sheet(character: Character) -> DragonflySheet:
    desk = character.desk
    ratings = {row.key: row for row in desk.all(Rating, character=character)}
    tracks = {row.key: row for row in desk.all(Track, character=character)}
    traits = {row.key: row.text for row in desk.all(Trait, character=character)}
    full = character.sheet == "full"
    return DragonflySheet(
        character=character,
        character_type=traits.get("character-type", ""),
        notes=traits.get("notes", ""),
        attributes=_listed(ATTRIBUTES, ratings) if full else (),
        skills=(*_listed(SKILLS, ratings), *_own("skill", ratings)) if full else (),
        qualities=(*_held(CAST_QUALITIES, ratings), *_own("quality", ratings)),
        scores=() if full else _listed(SCORES, ratings),
        max_life_points=ratings["life-points"].value if "life-points" in ratings else 0,
        maneuvers=tuple(maneuver_of(row) for row in desk.all(Entry, character=character, kind="maneuver")),
        conditions=tuple(desk.all(Condition, character=character)),
        **_of_tracks(tracks),
    )


def _of_tracks(tracks: dict[str, Track]) -> dict[str, Any]:
    values = {key: row.value for key, row in tracks.items()}
    overrides = {key: row.override for key, row in tracks.items()}
    return {
        "ordinary_damage": values.get("ordinary-damage", 0),
        "fire_damage": values.get("fire-damage", 0),
        "armor": values.get("armor", 0),
        "drama_points": values.get("drama-points", 0),
        "additional_actions": values.get("additional-actions", 0),
        "daily_healing": overrides.get("daily-healing"),
        "initiative_override": overrides.get("initiative"),
        "own_multiplier": overrides.get("damage-multiplier"),
    }


def _listed(rows: tuple[SheetRow, ...], ratings: dict[str, Rating]) -> tuple[Number, ...]:
    return tuple(Number(row.id, row.title, ratings[row.id].value if row.id in ratings else 0) for row in rows)


def _held(rows: tuple[SheetRow, ...], ratings: dict[str, Rating]) -> tuple[Number, ...]:
    return tuple(Number(row.id, row.title, ratings[row.id].value) for row in rows if row.id in ratings)


def _own(group: str, ratings: dict[str, Rating]) -> tuple[Number, ...]:
    mine = (row for row in ratings.values() if row.group == group and row.label)
    return tuple(Number(row.key, row.label, row.value, own=True) for row in mine)


def maneuver_of(row: Entry) -> Maneuver:
    """One Combat Maneuver as it stands on the sheet."""
    facts = row.facts
    return Maneuver(
        id=row.public_id,
        name=row.name,
        attribute=facts.get("attribute", ""),
        skill=facts.get("skill", ""),
        score=facts.get("score", ""),
        modifier=facts.get("modifier", 0),
        base_damage=facts.get("base_damage", 0),
        damage_type=facts.get("damage_type", "bash"),
        weapon=facts.get("weapon", "other"),
        ammunition=row.amount,
        note=facts.get("note", ""),
        one_shot=bool(facts.get("one_shot")),
        bands=facts.get("bands", ""),
    )


def track_of(character: Character, key: str) -> Track | None:
    """One of its tracks: "drama-points", "ordinary-damage", "fire-damage", "armor" and so on."""
    return character.desk.one(Track, character=character, key=key)
