"""An explosion as it waits for those who may dive clear, and what it does to each (rough_magic.exploding)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any, Literal

from apps.characters.models import Character, CharacterKey
from apps.characters.rough_magic.sheet import Arm, RoughSheet, sheet_of
from apps.characters.rough_magic.states import is_in
from apps.rules.rough_magic.combat.special import Typed, attack_types
from apps.rules.rough_magic.options import Options
from apps.table.desk import Desk

OPEN, QUIETLY = "rough_magic.blast", "rough_magic.blast-secret"
KINDS = (OPEN, QUIETLY)
EXPLODING = "exploding"
GUARDS = ("cover", "prone", "running", "sprinting", "fleeing")
"""States that put a bonus on the side of whoever is caught by an explosion."""
Answer = Literal["open", "stays", "dives", "ducks"]


@dataclass(frozen=True)
class Caught:
    """Somebody within it: how far from its middle, whether something guards them, and what they do. Who `dives` gets
    out of it, who `ducks` gets behind cover within."""

    character: CharacterKey
    distance: int
    guarded: bool = False
    answer: Answer = "stays"


@dataclass(frozen=True)
class Blast:
    """What goes off. `by` is 0 where nobody threw it; `cell` is its middle on the board, if it has one there."""

    by: CharacterKey
    what: str
    rank: int
    radius: int
    caught: tuple[Caught, ...]
    types: tuple[str, ...] = ()
    harmless: bool = False
    terror: str = "cower"
    cell: tuple[int, int] | None = None

    def of(self, character: Character) -> Caught | None:
        return next((one for one in self.caught if one.character == character.pk), None)

    def with_(self, changed: Iterable[Caught]) -> Blast:
        """With these as they are now."""
        by_key = {one.character: one for one in changed}
        return replace(self, caught=tuple(by_key.get(one.character, one) for one in self.caught))

    @property
    def waits(self) -> bool:
        return any(one.answer == "open" for one in self.caught)


@dataclass(frozen=True)
class Struck:
    """What it does to one of them; `levels` is 0 for who got out of it, or was not reached, and no `effects` begin."""

    sheet: RoughSheet
    one: Caught
    found: Typed
    levels: int
    effects: tuple[str, ...] = ()


def struck(desk: Desk, blast: Blast, one: Caught, options: Options) -> Struck | None:
    """What it does to them; None where they are gone."""
    character = desk.find(Character, one.character)
    if character is None:
        return None
    sheet = sheet_of(character)
    found = effect(blast, one, sheet, options)
    spared = one.answer == "dives" or (one.answer == "ducks" and options.dive_cover == "avoids")
    levels = 0 if spared or blast.harmless else found.endurance_lost or 0
    return Struck(sheet, one, found, levels, () if spared else found.effects)


def effect(blast: Blast, one: Caught, sheet: RoughSheet, options: Options) -> Typed:
    """Rank there less the defence, with the types of the attack (rough_magic.attack-types)."""
    return attack_types(
        types=[EXPLODING, *(name for name in blast.types if name != EXPLODING)],
        rank=blast.rank,
        radius=blast.radius,
        distance=one.distance,
        dv=sheet.defence("ranged"),
        dv_bonuses=int(one.guarded or one.answer == "ducks"),
        choice=blast.terror,
        options=options,
    )


def explosives_of(character: Character) -> dict[str, Arm]:
    """What they have that explodes and is not used up, by its id."""
    return {one.id: one for one in sheet_of(character).arms if EXPLODING in one.types and one.ready}


def is_guarded(character: Character) -> bool:
    """Whether a state puts a bonus on their side."""
    return any(is_in(character, name) for name in GUARDS)


def caught_in(desk: Desk, blast: Blast) -> list[Character]:
    """Who is in it, of those who are still there."""
    return [one for each in blast.caught if (one := desk.find(Character, each.character)) is not None]


def all_struck(desk: Desk, blast: Blast, options: Options) -> list[Struck]:
    found = (struck(desk, blast, one, options) for one in blast.caught)
    return [one for one in found if one is not None]


Facts = dict[str, Any]
