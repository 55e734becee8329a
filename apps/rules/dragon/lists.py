"""What the book of Dragon lists. The ids are stable; the titles are the book's words."""

from dataclasses import dataclass
from typing import Literal

from apps.rules.listed import pick

Category = Literal["Physical", "Mental", "Spiritual"]
CATEGORIES: tuple[Category, ...] = ("Physical", "Mental", "Spiritual")
AttackKind = Literal["melee", "ranged"]
ATTACKS: tuple[AttackKind, ...] = ("melee", "ranged")
Defence = Literal["dodge", "parry"]
DEFENCES: tuple[Defence, ...] = ("dodge", "parry")

# Stats


@dataclass(frozen=True)
class Primary:
    """One of the five stats that can be picked as speed."""

    id: str
    title: str
    category: Category


PRIMARIES = (
    Primary("body", "Body", "Physical"),
    Primary("reflexes", "Reflexes", "Physical"),
    Primary("mind", "Mind", "Mental"),
    Primary("social", "Social", "Mental"),
    Primary("tao", "Tao", "Spiritual"),
)
SPEND_ON: dict[Category, str] = {
    "Physical": "fighting and other bodily acts",
    "Mental": "talking, persuading, noticing, thinking",
    "Spiritual": "spiritual powers",
}
"""When a stat of the category is a good speed."""


@dataclass(frozen=True)
class Substat:
    """One of the fifteen stats that are rolled. `primary` is the id of the one it stands under."""

    id: str
    title: str
    primary: str
    used_for: str

    @property
    def category(self) -> Category:
        return pick("stat", self.primary, PRIMARIES).category


SUBSTATS = (
    Substat("strength", "Strength", "body", "damage in melee, going further than one’s movement"),
    Substat("resistance", "Resistance", "body", "taken off incoming damage"),
    Substat("health", "Health", "body", "Death Checks, hit points"),
    Substat("accuracy", "Accuracy", "reflexes", "attacks"),
    Substat("dexterity", "Dexterity", "reflexes", "dodging and parrying"),
    Substat("energy", "Energy", "reflexes", "going further than one’s movement, hit points"),
    Substat("intelligence", "Intelligence", "mind", "reasoning and lore"),
    Substat("wit", "Wit", "mind", "noticing, seeing through tricks"),
    Substat("resolve", "Resolve", "mind", "willpower, against orders and fear"),
    Substat("charisma", "Charisma", "social", "persuading, seducing"),
    Substat("grace", "Grace", "social", "withstanding persuasion, reading people"),
    Substat("status", "Status", "social", "social standing"),
    Substat("yang", "Yang", "tao", "spiritual offence"),
    Substat("yin", "Yin", "tao", "spiritual defence and healing"),
    Substat("chi", "Chi", "tao", "spiritual reserve"),
)
UNWRITTEN: dict[Category, int] = {"Physical": 3, "Mental": 3, "Spiritual": 0}
"""What a substat counts as that the sheet leaves empty."""


def primary_of(name: str, field: str = "speed") -> Primary:
    """The primary stat of this name. Refuses any other."""
    return pick(field, name, PRIMARIES)


def substat_of(name: str, field: str = "roll") -> Substat:
    """The substat of this name. Refuses any other."""
    return pick(field, name, SUBSTATS)


def substats_under(primary: str) -> tuple[Substat, ...]:
    """The three that stand under a primary stat, by its id."""
    return tuple(row for row in SUBSTATS if row.primary == primary)


# Skills and shticks


@dataclass(frozen=True)
class Skill:
    """A skill that the program knows: `helps` are the titles of the substats it is usually rolled with."""

    id: str
    title: str
    helps: tuple[str, ...]
    covers: str


KNOWN_SKILLS = (
    Skill("dodge", "Dodge", ("Dexterity",), "needed to dodge, against melee and ranged attacks"),
    Skill("perception", "Perception", ("Wit",), "noticing what is hidden"),
    Skill("death-check", "Death Check", ("Health",), "lowers the target number of Death Checks; nobody needs it"),
)
MELEE_SKILL = Skill("melee", "A melee skill", ("Accuracy", "Dexterity"), "needed to parry; melee attacks only")
OTHER_SKILL = Skill("other", "Any other skill", (), "used where the roller names it and the GM lets it stand")


@dataclass(frozen=True)
class ShtickSwitch:
    """What a shtick can do that the program carries out; `counts` says that a number follows, as in split-ways = 3."""

    id: str
    title: str
    counts: bool


SHTICK_SWITCHES = (
    ShtickSwitch("parry-ranged", "Parries ranged attacks", counts=False),
    ShtickSwitch("split-same-target", "May aim both parts of split dice at one target", counts=False),
    ShtickSwitch("split-ways", "Splits dice into more parts", counts=True),
    ShtickSwitch("multiple", "Adds to the weapon multiple", counts=True),
    ShtickSwitch("target", "Lowers the target number", counts=True),
    ShtickSwitch("damage", "Adds to damage", counts=True),
    ShtickSwitch("hit-points", "Adds hit points", counts=True),
    ShtickSwitch("movement", "Adds hexes of movement", counts=True),
)
LIMITS = ("parry-ranged", "split-same-target", "split-ways")
"""The limits that only a shtick lifts; the other switches add to a number."""

# What is done in a phase


@dataclass(frozen=True)
class Diceless:
    """An action that comes first in a phase and needs no roll."""

    id: str
    title: str
    limit: str


DICELESS = (
    Diceless("move", "Move", "up to the movement number, in hexes"),
    Diceless("look-around", "Look around", "the GM may ask for a roll"),
    Diceless("draw-a-weapon", "Draw a weapon", "one simple task"),
    Diceless("drink", "Drink an antidote or potion", "one simple task"),
    Diceless("other-simple-task", "Other simple task", "the GM’s word"),
)


@dataclass(frozen=True)
class Diced:
    """An action that asks for successes. `substats` are the titles of those it may be rolled on."""

    id: str
    title: str
    substats: tuple[str, ...]
    skill: str = ""


DICED = (
    Diced("attack", "Attack", ("Accuracy",), "the weapon’s"),
    Diced("seduce", "Seduce", ("Charisma",)),
    Diced("gain-extra-movement", "Gain extra movement", ("Strength", "Energy")),
    Diced("search-a-chaotic-scene", "Search a chaotic scene", ("Wit",), "Perception"),
    Diced("dodge", "Dodge", ("Dexterity",), "Dodge"),
    Diced("parry", "Parry", ("Dexterity",), "a melee skill"),
)


@dataclass(frozen=True)
class Resistance:
    """On what an attempt that is no blow is usually resisted; the GM may name another substat."""

    id: str
    title: str
    against: str


RESISTANCES = (
    Resistance("grace", "Grace", "charm and persuasion"),
    Resistance("resolve", "Resolve", "orders and fear"),
    Resistance("wit", "Wit", "tricks"),
)
"""What somebody talks with or is talked round by in a fight counts as Mental (dragon.talk-in-a-fight)."""


# Weapons and cover


@dataclass(frozen=True)
class Weapon:
    """Net successes are multiplied by `multiple`."""

    id: str
    title: str
    multiple: int
    attack: AttackKind


WEAPONS = (
    Weapon("fist", "Fist", 1, "melee"),
    Weapon("club", "Club", 2, "melee"),
    Weapon("quarterstaff", "Quarterstaff", 2, "melee"),
    Weapon("blade", "Blade", 3, "melee"),
    Weapon("bow", "Bow", 3, "ranged"),
)


@dataclass(frozen=True)
class Cover:
    """A suggestion: the GM names any number."""

    id: str
    title: str
    successes: int


COVERS = (Cover("light", "Light", 1), Cover("half", "Half", 2), Cover("heavy", "Heavy", 3))

# The sheet


@dataclass(frozen=True)
class SheetRow:
    """One field of a sheet: what stands in it, and whether it changes in a fight."""

    id: str
    title: str
    holds: str
    changes: bool


SHEET = (
    SheetRow("name", "Name, portrait, owner", "text", changes=False),
    SheetRow("side", "Side", "good or bad, set by the GM", changes=False),
    SheetRow("substats", "Fifteen substats", "0 or more; empty 3, under Tao 0", changes=False),
    SheetRow("primaries", "Five primary stats", "worked out, may be entered", changes=False),
    SheetRow("skills", "Skills", "name, level, melee or not", changes=False),
    SheetRow("shticks", "Shticks", "name, text, switches", changes=False),
    SheetRow("weapons", "Weapons", "name, multiple, melee or ranged, skill; drawn or not", changes=True),
    SheetRow("hit-points", "Hit points", "worked out, may be entered", changes=False),
    SheetRow("taken", "Damage taken", "0 or more", changes=True),
    SheetRow("state", "State", "up, unconscious, dying and how far short", changes=True),
    SheetRow("movement", "Movement", "hexes; worked out, may be entered", changes=False),
    SheetRow("position", "Position", "a hex of the map", changes=True),
    SheetRow("speed", "Speed of this turn", "a primary stat and its category", changes=True),
    SheetRow("speed-dice", "Speed dice", "the faces rolled", changes=True),
    SheetRow("phases", "Phases", "rounds 1 to 10: open, used, traded, aborted, held or lost", changes=True),
    SheetRow("held", "Held phase", "its round, its category, its trigger if any", changes=True),
    SheetRow("acted", "Acted in this round", "yes or no", changes=True),
    SheetRow("bonus", "Bonus phase of this round", "offered by whom; accepted, refused or used", changes=True),
    SheetRow("reserved", "Reserved dice of a split", "how many, for which defence", changes=True),
)
