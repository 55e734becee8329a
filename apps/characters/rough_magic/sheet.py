"""A character's rows read as one sheet of Rough Magic (rough_magic.sheet), with the numbers that come of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from apps.characters.models import THING, Character, Condition, Entry, Rating, Trait
from apps.characters.rough_magic.endurance import damage_of, word_for
from apps.characters.rough_magic.parts import BARE_HANDS, Arm, Defends, Gear, Layer, Line, Power, Skill
from apps.characters.rough_magic.states import states_of
from apps.rules.rough_magic.endurance import Damage
from apps.rules.rough_magic.lists import ATTACKS, ATTRIBUTES, AttackKind
from apps.rules.rough_magic.sheet import MASS, UNWRITTEN, walk

__all__ = ["BARE_HANDS", "Arm", "Defends", "Gear", "Layer", "Line", "Power", "Skill"]

NAMED, UNNAMED = "character", "unnamed"
"""What kinds of people there are; the third kind of sheet is THING (rough_magic.sheet)."""
ROLES = {"hero": "Hero", "ally": "Ally", "enemy": "Enemy"}
OPEN = "open"
"""The text that is there where the owner lets everybody read the ranks."""
DV = "dv"
"""The rating that is all a thing has to meet an attack."""
AT_HOME = {"underwater": "At home underwater", "zero-g": "At home in zero-G"}


@dataclass(frozen=True)
class RoughSheet:
    """Everything on a sheet, as plain values. `ranks` are those written, without boosts."""

    character: Character
    notes: str
    senses: str
    ranks: dict[str, int]
    dv: int
    mass: int
    at_home: frozenset[str]
    skills: tuple[Skill, ...]
    gear: tuple[Gear, ...]
    powers: tuple[Power, ...]
    complications: tuple[Line, ...]
    damage: Damage
    states: tuple[Condition, ...]
    open: bool = False

    @property
    def id(self) -> str:
        return self.character.public_id

    @property
    def name(self) -> str:
        return self.character.name

    @property
    def is_thing(self) -> bool:
        return self.character.sheet == THING

    @property
    def unnamed(self) -> bool:
        return self.character.sheet == UNNAMED

    @property
    def role_title(self) -> str:
        return "Thing" if self.is_thing else ROLES.get(self.character.role, self.character.role)

    @property
    def level(self) -> str:
        """Fresh to Defeated, of a thing Intact to Destroyed."""
        return word_for(self.character, self.damage)

    def boosted(self, trait: str) -> int:
        """How many ranks a boost adds to an attribute, by its id, or to a power, by its entry's."""
        return sum(one.amount or 1 for one in self.states if one.name == "boosted" and one.note == trait)

    def rank(self, attribute: str) -> int:
        """The rank of an attribute as it is now (rough_magic.power-boost)."""
        return self.ranks.get(attribute, UNWRITTEN) + self.boosted(attribute)

    @property
    def arms(self) -> tuple[Arm, ...]:
        """All that attacks can be made with, bare hands last."""
        held, mastered = (one.arm for one in self.gear), (one.arm for one in self.powers)
        return (*(one for one in (*held, *mastered) if one is not None), BARE_HANDS)

    def layers(self, kind: AttackKind) -> list[Layer]:
        """What adds to the defence against such attacks, the highest first: what is worn, and powers that are on."""
        worn = [Layer(one.name, one.rank) for one in self.gear if one.worn and one.defends in (kind, "both")]
        on = [Layer(one.name, one.rank) for one in self.powers if one.on and one.defends in (kind, "both")]
        return sorted([*worn, *on], key=lambda one: one.rank, reverse=True)

    def defence(self, kind: AttackKind) -> int:
        """The defence value before bonuses and penalties (rough_magic.close-combat-values)."""
        if self.is_thing:
            return self.dv
        return self.rank("brawn" if kind == "close" else "agility") + max(
            (one.rank for one in self.layers(kind)), default=0
        )

    @property
    def titled_ranks(self) -> list[tuple[str, int]]:
        """The six by their titles, as they are now."""
        return [(row.title, self.rank(row.id)) for row in ATTRIBUTES]

    @property
    def homes(self) -> list[str]:
        """Where they are at home, in words."""
        return [title for key, title in AT_HOME.items() if key in self.at_home]

    @property
    def group(self) -> str:
        """What the unnamed of a kind are called without their number; of anybody else nothing."""
        return self.name.rstrip("0123456789 ") if self.unnamed else ""

    @property
    def defences(self) -> list[tuple[AttackKind, int]]:
        """Both defence values."""
        return [(kind, self.defence(kind)) for kind in ATTACKS]

    @property
    def walk_m(self) -> int:
        """How far they walk in a movement action, in metres (rough_magic.attributes)."""
        return walk(self.rank("agility"))


# reading


def sheet_of(character: Character) -> RoughSheet:
    """The character's sheet as it is now."""
    desk = character.desk
    return desk.memo_of(character, "rough sheet", lambda: _sheet(desk.own(character)))


def sheets_of(cast: Iterable[Character]) -> list[RoughSheet]:
    """The sheets of several characters."""
    return [sheet_of(one) for one in cast]


def _sheet(character: Character) -> RoughSheet:
    desk = character.desk
    ratings = {row.key: row.value for row in desk.all(Rating, character=character)}
    texts = {row.key: row.text for row in desk.all(Trait, character=character)}
    states = tuple(states_of(character))
    boosts = Counter[str]()
    for one in states:
        boosts[one.note] += (one.amount or 1) * (one.name == "boosted")
    return RoughSheet(
        character=character,
        notes=texts.get("notes", ""),
        senses=texts.get("senses", ""),
        ranks={row.id: ratings[row.id] for row in ATTRIBUTES if row.id in ratings},
        dv=ratings.get(DV, 0),
        mass=ratings.get("mass", MASS),
        at_home=frozenset(key for key in AT_HOME if ratings.get(f"at-home-{key}")),
        skills=tuple(map(_skill, _entries(character, "skill"))),
        gear=tuple(map(_gear, _entries(character, "gear"))),
        powers=tuple(_power(row, boosts[row.public_id]) for row in _entries(character, "power")),
        complications=tuple(Line(row.public_id, row.name) for row in _entries(character, "complication")),
        damage=damage_of(character),
        states=states,
        open=OPEN in texts,
    )


def _entries(character: Character, kind: str) -> list[Entry]:
    return character.desk.all(Entry, character=character, kind=kind)


def _skill(row: Entry) -> Skill:
    facts = row.facts
    return Skill(row.public_id, row.name, tuple(facts.get("attributes", ())), tuple(facts.get("areas", ())))


def _gear(row: Entry) -> Gear:
    """Its `amount` is how many are left, None without a count; `worn` stands among its facts."""
    facts = row.facts
    rank, worn = facts.get("rank", 0), facts.get("worn", True)
    arm = _arm(row, rank, left=row.amount, on=worn) if facts.get("attack") else None
    return Gear(
        id=row.public_id, name=row.name, rank=rank, defends=facts.get("defends", ""), helps=facts.get("helps", ""),
        worn=worn, arm=arm,
    )  # fmt: skip


def _power(row: Entry, boost: int) -> Power:
    """Its `amount` is 1 while it is on."""
    facts, on = row.facts, bool(row.amount)
    rank = facts.get("rank", 0) + boost
    return Power(
        id=row.public_id,
        name=row.name,
        text=facts.get("text", ""),
        rank=rank,
        attribute=facts.get("attribute") or "power",
        defends=facts.get("defends", ""),
        helps=facts.get("helps", ""),
        metres=facts.get("metres", 0),
        all_out=facts.get("all_out", 0),
        esoteric=bool(facts.get("esoteric")),
        on=on,
        arm=_arm(row, rank, on=on, power=True) if facts.get("attack") else None,
    )


def _arm(row: Entry, rank: int, **further: Any) -> Arm:
    facts = row.facts
    kind = facts["attack"]
    usual = {"close": "brawn", "ranged": "agility", "mental": "will"}[kind]
    return Arm(
        id=row.public_id,
        name=row.name,
        rank=rank,
        kind=kind,
        attribute=facts.get("attribute") or usual,
        against=facts.get("against", ""),
        range=facts.get("range"),
        hands=facts.get("hands", 1),
        types=tuple(facts.get("types", ())),
        radius=facts.get("radius", 0),
        harmless=bool(facts.get("harmless")),
        **further,
    )
