"""A character's rows read as one sheet of Crew (crew.sheet); ships and vehicles have theirs in apps/ships/crew."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar

from apps.characters.crew import out
from apps.characters.crew.holding import MINOR, ROLES
from apps.characters.crew.points import POINTS
from apps.characters.models import Character, Condition, Entry, Rating, Track, Trait, Use
from apps.rules.crew.lists import ATTRIBUTES, RATINGS, SKILLS, TRIGGER_EFFECTS, Attribute, Skill
from apps.rules.crew.steps import BEYOND, written
from apps.table.models import Span

EMPTY = 4
"""What a skill counts as that has nothing on the sheet (crew.skill-ratings)."""
USUAL_ATTRIBUTES = "attributes, usually a d10, a d8 and a d6, or three d8"
RECOVERY = "crew.recovery"
USUAL = 6
"""An attribute that was never written, the die of a GMC without one, a Specialty."""
GRADES = {row.size: row.title for row in RATINGS}
SKILL_TITLES = {row.id: row.title for row in SKILLS}
ATTRIBUTE_TITLES = {row.id: row.title for row in ATTRIBUTES}
EFFECT_TITLES = {row.id: row.title for row in TRIGGER_EFFECTS}


@dataclass(frozen=True)
class Rated:
    """An attribute or a skill: its die, and what it covers; `listed` says that the sheet has something there."""

    key: str
    title: str
    size: int
    covers: str = ""
    listed: bool = True

    @property
    def die(self) -> str:
        return written(self.size)

    @property
    def grade(self) -> str:
        """What the book calls a skill of that die (crew.skill-ratings)."""
        return GRADES.get(self.size, "")


@dataclass(frozen=True)
class Trigger:
    """What a Distinction or Signature Asset can do (crew.triggers): `points` is what it does to the player's plot
    points, -1, 0 or 1; `effect` the id of one of the list, empty where people carry it out."""

    text: str
    points: int = 0
    effect: str = ""

    @property
    def effect_title(self) -> str:
        """What the program does for it; nothing where the table does it."""
        return EFFECT_TITLES.get(self.effect, "") if self.effect else ""


@dataclass(frozen=True)
class Thing:
    """Anything with a name on the sheet. `id` is its entry's public id."""

    id: str
    name: str
    size: int = 0
    entry: Entry | None = None

    @property
    def die(self) -> str:
        return written(self.size)

    @property
    def sides(self) -> int:
        """The die as it is drawn and thrown."""
        return min(self.size, 12)


@dataclass(frozen=True)
class Specialty(Thing):
    """A d6 in its field of a skill (crew.specialty)."""

    skill: str = ""

    @property
    def skill_title(self) -> str:
        return SKILL_TITLES.get(self.skill, self.skill)


@dataclass(frozen=True)
class Feature(Thing):
    """A Distinction (d8, or d4 for a plot point) or a Signature Asset (d6 or d8), with its triggers."""

    text: str = ""
    triggers: tuple[Trigger, ...] = ()


@dataclass(frozen=True)
class Asset(Thing):
    """A created Asset: `lasts` is scene or episode, `creator` and `shared` are public ids."""

    lasts: str = "scene"
    creator: str = ""
    shared: tuple[str, ...] = ()


@dataclass(frozen=True)
class Complication(Thing):
    """A Complication, d6 to d12+ (14); `treated` says that it was tended in this scene already."""

    treated: bool = False

    @property
    def takes_out(self) -> bool:
        return self.size == BEYOND


@dataclass(frozen=True)
class PastEpisode(Thing):
    """An Episode that can be called back (crew.callback); once it was, `called_back` until the next Episode."""

    called_back: bool = False


@dataclass(frozen=True)
class CrewSheet:
    """Everything on a sheet, as plain values. A Minor GMC or an Extra has one `die` and neither attributes nor skills.

    What somebody did in the round of an action is the fight's own, and not here.
    """

    character: Character
    notes: str
    attributes: tuple[Rated, ...]
    skills: tuple[Rated, ...]
    die: int
    specialties: tuple[Specialty, ...]
    distinctions: tuple[Feature, ...]
    signature_assets: tuple[Feature, ...]
    assets: tuple[Asset, ...]
    complications: tuple[Complication, ...]
    hero_dice: tuple[Thing, ...]
    plot_points: int
    episodes: tuple[PastEpisode, ...]
    conditions: tuple[Condition, ...]

    shown_distinction_die: ClassVar[int] = 8

    @property
    def id(self) -> str:
        return self.character.public_id

    @property
    def name(self) -> str:
        return self.character.name

    @property
    def is_full(self) -> bool:
        """Whether it has attributes and skills; else a single die."""
        return self.character.sheet != MINOR

    @property
    def is_crewmember(self) -> bool:
        return self.character.role == "crewmember"

    @property
    def role_title(self) -> str:
        return ROLES.get(self.character.role, self.character.role)

    @property
    def die_text(self) -> str:
        return written(self.die)

    @property
    def by_stakes(self) -> Condition | None:
        """The condition of whoever lost a high stakes roll, which is in none of the `other_conditions`."""
        return next((one for one in self.conditions if one.name == out.NAME), None)

    @property
    def out_by(self) -> tuple[Complication, ...]:
        """The Complications at d12+."""
        return tuple(one for one in self.complications if one.takes_out)

    @property
    def taken_out(self) -> bool:
        """Both causes have to end before somebody is back (crew.taken-out)."""
        return bool(self.by_stakes or self.out_by)

    @property
    def why_out(self) -> str:
        """In words: "by high stakes", "by Broken Leg d12+", both, or nothing."""
        causes = ["high stakes"] if self.by_stakes else []
        causes += [f"{one.name} {one.die}" for one in self.out_by]
        return f"by {' and by '.join(causes)}" if causes else ""

    @property
    def other_conditions(self) -> tuple[Condition, ...]:
        return tuple(one for one in self.conditions if one.name != out.NAME)

    @property
    def callbacks(self) -> tuple[PastEpisode, ...]:
        """Those that were not called back in this Episode yet."""
        return tuple(one for one in self.episodes if not one.called_back)

    @cached_property
    def _rated(self) -> dict[str, Rated]:
        return {one.key: one for one in (*self.attributes, *self.skills)}

    def size(self, key: str) -> int:
        """The die of an attribute or skill; d4 where the sheet has nothing."""
        found = self._rated.get(key)
        return found.size if found else EMPTY

    def title(self, key: str) -> str:
        found = self._rated.get(key)
        return found.title if found else key

    @property
    def missing(self) -> tuple[str, ...]:
        """What a crewmember's sheet has nothing of yet, with what is usual (crew.sheet): every attribute still a d6,
        every skill still a d4, no Distinction."""
        if not self.is_crewmember:
            return ()
        lacking = {
            USUAL_ATTRIBUTES: all(one.size == USUAL for one in self.attributes),
            "skills better than d4": all(one.size == EMPTY for one in self.skills),
            "Distinctions, usually three": not self.distinctions,
        }
        return tuple(words for words, lacks in lacking.items() if lacks)

    @property
    def trained(self) -> tuple[Rated, ...]:
        """The skills better than d4, or with a Specialty, the best first."""
        known = {one.skill for one in self.specialties}
        found = (one for one in self.skills if one.size > EMPTY or one.key in known)
        return tuple(sorted(found, key=lambda one: -one.size))

    @property
    def untrained(self) -> tuple[Rated, ...]:
        return tuple(one for one in self.skills if one not in self.trained)


# reading


def sheet_of(character: Character) -> CrewSheet:
    """The character's sheet as it is now."""
    desk = character.desk
    return desk.memo_of(character, "crew sheet", lambda: _sheet(desk.own(character)))


def sheets_of(cast: Iterable[Character]) -> list[CrewSheet]:
    """The sheets of several characters."""
    return [sheet_of(one) for one in cast]


def _sheet(character: Character) -> CrewSheet:
    desk = character.desk
    ratings = {row.key: row for row in desk.all(Rating, character=character)}
    tracks = {row.key: row.value for row in desk.all(Track, character=character)}
    texts = {row.key: row.text for row in desk.all(Trait, character=character)}
    full = character.sheet != MINOR
    return CrewSheet(
        character=character,
        notes=texts.get("notes", ""),
        attributes=rated(ATTRIBUTES, ratings, USUAL) if full else (),
        skills=rated(SKILLS, ratings, EMPTY) if full else (),
        die=ratings["die"].value if "die" in ratings else USUAL,
        plot_points=tracks.get(POINTS, 0),
        conditions=tuple(desk.all(Condition, character=character)),
        **held_things(character),
    )


def rated(rows: Iterable[Attribute | Skill], ratings: dict[str, Rating], otherwise: int) -> tuple[Rated, ...]:
    """Every row of the list with its die, `otherwise` where the sheet has nothing."""
    return tuple(
        Rated(
            row.id,
            row.title,
            ratings[row.id].value if row.id in ratings else otherwise,
            row.covers if isinstance(row, Skill) else row.used_for,
            row.id in ratings,
        )
        for row in rows
    )


def held_things(character: Character) -> dict[str, Any]:
    """What stands on it by name, each kind in the order in which it came."""
    desk, entries = character.desk, dict[str, list[Entry]]()
    for row in desk.all(Entry, character=character):
        entries.setdefault(row.kind, []).append(row)
    uses = [one for one in desk.all(Use, character=character) if one.rule.startswith(f"{RECOVERY}:")]
    treated = {one.rule for one in uses if _counts_now(one)}
    return {
        "specialties": tuple(_specialty(row) for row in entries.get("specialty", [])),
        "distinctions": tuple(feature_of(row) for row in entries.get("distinction", [])),
        "signature_assets": tuple(feature_of(row) for row in entries.get("signature-asset", [])),
        "assets": tuple(asset_of(row) for row in entries.get("asset", [])),
        "complications": tuple(_complication(row, treated) for row in entries.get("complication", [])),
        "hero_dice": tuple(
            Thing(row.public_id, row.name, row.amount or EMPTY, row) for row in entries.get("hero-die", [])
        ),
        "episodes": tuple(
            PastEpisode(row.public_id, row.name, 0, row, row.amount == 1) for row in entries.get("episode", [])
        ),
    }


def _counts_now(use: Use) -> bool:
    """Whether it was in the scene that is open; without one, since the last scene was over."""
    if use.span is not None:
        return use.span.closed_at is None
    scenes = use.desk.all(Span, kind="scene")
    return all(one.closed_at is not None and one.closed_at <= use.at for one in scenes)


def _specialty(row: Entry) -> Specialty:
    return Specialty(row.public_id, row.name, USUAL, row, row.facts.get("skill", ""))


def feature_of(row: Entry) -> Feature:
    """A Distinction or a Signature Asset as it stands on the sheet."""
    size = row.amount or USUAL if row.kind == "signature-asset" else CrewSheet.shown_distinction_die
    return Feature(row.public_id, row.name, size, row, row.facts.get("text", ""), triggers_of(row))


def triggers_of(row: Entry) -> tuple[Trigger, ...]:
    """Its triggers beside the one that every Distinction has."""
    return tuple(
        Trigger(one.get("text", ""), one.get("points", 0), one.get("effect", ""))
        for one in row.facts.get("triggers", [])
    )


def asset_of(row: Entry) -> Asset:
    facts = row.facts
    return Asset(
        row.public_id,
        row.name,
        row.amount or USUAL,
        row,
        facts.get("lasts", "scene"),
        facts.get("creator", ""),
        tuple(facts.get("shared", [])),
    )


def _complication(row: Entry, treated: set[str]) -> Complication:
    return Complication(row.public_id, row.name, row.amount or USUAL, row, f"{RECOVERY}:{row.public_id}" in treated)
