"""What the book lists for fights."""

from dataclasses import dataclass

from apps.rules.listed import pick
from apps.rules.refusal import Refused
from apps.rules.yarn.lists import MELEE, WEAPONS, Weapon

# Weapons and ranges

BANDS = ("point blank", "short", "medium", "long", "very long")
OUT = "out"


@dataclass(frozen=True)
class Range:
    """The largest distance in metres of each band that the weapon reaches."""

    id: str
    title: str
    metres: tuple[int, ...]
    note: str = ""


TASER = "taser"
RANGES = (
    Range("thrown-balanced", "Thrown, balanced", (2, 4, 8, 16, 32), "such as a ball or throwing knife"),
    Range("thrown-awkward", "Thrown, awkward", (2, 4, 6, 8, 10), "such as a sword or blender"),
    Range("crossbow", "Crossbow", (2, 10, 20, 40, 80)),
    Range(TASER, "Taser", (1, 2, 5), "the cords do not reach past 5 m"),
    Range("pistol", "Pistol", (2, 10, 20, 40, 80)),
    Range("smg", "SMG", (2, 25, 50, 100, 200)),
    Range("rifle", "Rifle", (2, 50, 100, 200, 400)),
    Range("shotgun", "Shotgun", (4, 8, 16, 32, 64)),
)
THROWN = ("thrown-balanced", "thrown-awkward")
FIREARM_ROWS = ("Pistol", "SMG", "Rifle", "Shotgun")


def weapon_of(name: str) -> Weapon:
    """The line of damage factors of this name. Refuses any other."""
    return pick("weapon", name, WEAPONS)


def range_of(name: str) -> Range:
    """The row of ranges of this name, or that of a weapon. Refuses what is not shot or thrown."""
    for weapon in WEAPONS:
        if name.casefold() in (weapon.id, weapon.title.casefold()):
            if weapon.range_row == MELEE:
                raise Refused("not-ranged", f"{weapon.title} is no weapon for a distance.", "weapon")
            return pick("weapon", weapon.range_row, RANGES)
    return pick("weapon", name, RANGES)


@dataclass(frozen=True)
class Firearm:
    """A class of firearm: single shots in a round, and whether it fires bursts and full auto."""

    id: str
    title: str
    shots: int
    automatic: bool = False


FIREARMS = (
    Firearm("revolver", "Revolver", 1),
    Firearm("automatic-pistol", "Automatic pistol", 2),
    Firearm("smg", "SMG", 2, automatic=True),
    Firearm("rifle", "Rifle", 1),
    Firearm("automatic-rifle", "Automatic rifle", 2, automatic=True),
    Firearm("shotgun", "Shotgun", 1),
    Firearm("taser", "Taser", 1),
)


@dataclass(frozen=True)
class Tactic:
    """Dice on the attack and what is added to the damage factor, for each band; a penalty is negative."""

    id: str
    title: str
    dice: tuple[int, ...]
    factor: tuple[int, ...]
    rounds: int


TACTICS = (
    Tactic("burst", "3 round burst", (1, 1, 1, 1, 1), (1, 1, 0, 0, 0), 3),
    Tactic("full-auto", "full auto, 1 target", (1, 1, 1, 1, 1), (2, 2, 1, 0, 0), 10),
    Tactic("spread", "full auto, spread", (1, 1, 0, -1, -2), (1, 0, 0, 0, 0), 10),
)
PER_TARGET = 5
"""Bullets of a spread for each target."""
AMMUNITION = ("standard", "armour-piercing", "hollow point", "safety slug")
PIERCING = AMMUNITION[1]
HOLLOW = AMMUNITION[2:]
"""Hollow points and safety slugs are one and the same to armour."""

# Armour


@dataclass(frozen=True)
class Armour:
    """A layer: dice or flat points of regular armour, dice of bullet-proof armour, and whether it is heavy."""

    id: str
    title: str
    regular_dice: int = 0
    regular_points: int = 0
    bullet_proof_dice: int = 0
    heavy: bool = False


ARMOURS = (
    Armour("leathers", "Leathers", regular_points=1),
    Armour("jacket", "Armored Jacket", regular_dice=1),
    Armour("plate", "Plate Mail", regular_dice=2, heavy=True),
    Armour("vest", "Bullet-proof Vest", bullet_proof_dice=1),
    Armour("suit", "Bullet-proof Suit", bullet_proof_dice=2),
    Armour("military", "Military Body Armor", regular_dice=3, bullet_proof_dice=2, heavy=True),
)


@dataclass(frozen=True)
class Summary:
    """What a kind of attack does to either kind of armour, and what follows."""

    id: str
    title: str
    regular: str
    bullet_proof: str
    then: str


SUMMARIES = (
    Summary("normal", "Normal", "full", "minimum", ""),
    Summary("bullet", "Bullet", "half", "divide", ""),
    Summary("armor-piercing", "Armor Piercing", "minimum", "minimum", "halve what is left"),
    Summary("hollow-point", "Hollow Point", "double", "divide double", "factor was 2 higher"),
    Summary("taser", "Taser", "full, against the difference", "minimum, against the difference", "all or nothing"),
)

# Rounds and harm


@dataclass(frozen=True)
class Speed:
    """Metres in a round of 3 seconds, and the pace in km/h."""

    id: str
    title: str
    metres: float
    km_per_hour: int


SPEEDS = (
    Speed("walking", "Walking", 2.5, 3),
    Speed("hurrying", "Hurrying", 5, 6),
    Speed("jogging", "Jogging", 7.5, 9),
    Speed("running-steady", "Running, steady", 10, 12),
    Speed("running-fast", "Running, fast", 15, 18),
    Speed("sprinting", "Sprinting", 20, 24),
)


@dataclass(frozen=True)
class DownState:
    """What being down usually means."""

    id: str
    title: str
    state: str


DOWN_STATES = (
    DownState(
        "fists",
        "Fists and kicks",
        "in great pain, demoralised, unable to fight, some broken bones; rarely lethal; back to impaired action with "
        "time or help, full recovery in the end",
    ),
    DownState(
        "clubs",
        "Clubs, pipes, wrenches",
        "badly broken bones, internal bleeding, perhaps concussion; probably stable; may move again after a while even "
        "alone",
    ),
    DownState(
        "knives",
        "Knives and other blades",
        "incapacitated and bleeding; untended may bleed to death (slashing) or die of internal injury (puncture)",
    ),
    DownState(
        "guns",
        "Guns and the like",
        "in shock, bleeding, helpless, perhaps dying; may need emergency care to live",
    ),
)
