"""What the book of Dragonfly lists. The ids are stable; the titles are the book's words."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, Protocol, TypeVar

from apps.rules.refusal import Refused

SheetGroup = Literal["attribute", "skill", "quality", "score", "track", "label"]
SheetKind = Literal["full", "score"]


class Listed(Protocol):
    """Anything with a stable id."""

    @property
    def id(self) -> str: ...


Row = TypeVar("Row", bound=Listed)


def pick(field: str, id: str, rows: Sequence[Row]) -> Row:
    """The row with this id; refuses any other, naming the input `field`."""
    for row in rows:
        if row.id == id:
            return row
    known = ", ".join(row.id for row in rows)
    raise Refused("not-listed", f"“{id}” is not listed: {field.replace('_', ' ')} is one of {known}.", field)


@dataclass(frozen=True)
class SheetRow:
    """One line of a sheet. `covers` says what it is used for."""

    id: str
    title: str
    group: SheetGroup
    covers: str


ATTRIBUTES = (
    SheetRow("strength", "Strength", "attribute", "climbing; contests of strength; breaking a grapple (doubled)"),
    SheetRow(
        "dexterity",
        "Dexterity",
        "attribute",
        "attacks, parries, dodges, grapples, initiative, extra actions, balance (doubled), ship gunnery",
    ),
    SheetRow(
        "constitution",
        "Constitution",
        "attribute",
        "resisting Knockout and taser (doubled); Consciousness and Survival Tests; daily healing",
    ),
    SheetRow("intelligence", "Intelligence", "attribute", "with Doctor: healing, and making a dying character stable"),
    SheetRow("perception", "Perception", "attribute", "aiming; with Notice"),
    SheetRow("willpower", "Willpower", "attribute", "Fear Test (doubled); Consciousness and Survival Tests"),
)

SKILLS = (
    SheetRow("acrobatics", "Acrobatics", "skill", "climbing, jumping, dodging"),
    SheetRow("kung-fu", "Kung Fu", "skill", "unarmed attack, parry, dodge, grapple, Knockout"),
    SheetRow(
        "getting-medieval",
        "Getting Medieval",
        "skill",
        "attack, parry, dodge and Knockout with hand weapons; archaic ranged weapons and aiming them",
    ),
    SheetRow("sports", "Sports", "skill", "if need be, swinging a stick such as a baseball bat or a hockey stick"),
    SheetRow("gun-fu", "Gun Fu", "skill", "guns and aiming them; spacecraft weapons"),
    SheetRow("doctor", "Doctor", "skill", "healing and making stable"),
    SheetRow("pilot", "Pilot", "skill", "maneuvering, evading, chases, hiding a ship (also called Piloting)"),
    SheetRow("notice", "Notice", "skill", "finding a place to hide; working sensors"),
    SheetRow("repair", "Repair", "skill", "getting a ship's failed system going again"),
)

CAST_QUALITIES = (
    SheetRow("nerves-of-steel", "Nerves of Steel", "quality", "bonus to Fear Tests"),
    SheetRow(
        "fast-reaction-time",
        "Fast Reaction Time",
        "quality",
        "bonus to Fear Tests and initiative; +1 to Maneuver for Position",
    ),
    SheetRow("situational-awareness", "Situational Awareness", "quality", "+2 to Maneuver for Position"),
)

LIFE_POINTS = SheetRow("life-points", "Life Points", "track", "maximum, ordinary damage, fire damage")
ARMOR = SheetRow("armor", "Armor Value", "track", "taken off damage")

CAST_TRACKS = (
    LIFE_POINTS,
    SheetRow("drama-points", "Drama Points", "track", "how many are left"),
    ARMOR,
    SheetRow("combat-maneuvers", "Combat Maneuvers", "track", "attacks with their rolls and base damage"),
    SheetRow("plot-twist-used", "Plot Twist used", "track", "once per session"),
)

CAST_LABELS = (
    SheetRow("role", "Role", "label", "Cast Member, Guest Star, Adversary or Supporting Cast"),
    SheetRow("character-type", "Character type", "label", "free text, such as White Hat"),
)

SCORES = (
    SheetRow("muscle", "Muscle", "score", "contests of strength, breaking a grapple, resisting Knockout and taser"),
    SheetRow("combat", "Combat", "score", "every attack and defense; also piloting and ship gunnery"),
    SheetRow("brains", "Brains", "score", "perception, aiming, thinking; also sensors, repairs and doctoring"),
)

SUPPORTING_TRACKS = (
    LIFE_POINTS,
    ARMOR,
    SheetRow("combat-maneuvers", "Combat Maneuvers", "track", "name, listed damage, damage type"),
    SheetRow("initiative", "Initiative", "track", "a fixed number, at first the Combat Score"),
    SheetRow(
        "additional-actions", "Additional actions", "track", "beyond one attack and one defense a Turn, at first 0"
    ),
)


@dataclass(frozen=True)
class Role:
    """What a character is in the story. `sheets`: the kinds of sheet it may have, a new one's first."""

    id: str
    title: str
    sheets: tuple[SheetKind, ...]


ROLES = (
    Role("cast-member", "Cast Member", ("full",)),
    Role("guest-star", "Guest Star", ("score", "full")),
    Role("adversary", "Adversary", ("score", "full")),
    Role("supporting-cast", "Supporting Cast", ("score",)),
)


@dataclass(frozen=True)
class Difficulty:
    """A row of the Base Modifiers: from `lowest` (None: without limit) to `highest`, both included."""

    id: str
    title: str
    lowest: int | None
    highest: int


DIFFICULTIES = (
    Difficulty("easy", "Easy", 5, 5),
    Difficulty("moderate", "Moderate", 3, 4),
    Difficulty("average", "Average", 1, 2),
    Difficulty("challenging", "Challenging", 0, 0),
    Difficulty("difficult", "Difficult", -2, -1),
    Difficulty("very-difficult", "Very Difficult", -5, -3),
    Difficulty("heroic", "Heroic", -9, -6),
    Difficulty("shaah-right", "Shaah, right", None, -10),
)


@dataclass(frozen=True)
class SuccessLevel:
    """A row of the Success Levels: totals from `total_from` to `total_to`, both included (None: without end)."""

    total_from: int
    total_to: int | None
    success_levels: int
    description: str


SUCCESS_LEVELS = (
    SuccessLevel(9, 10, 1, "Adequate"),
    SuccessLevel(11, 12, 2, "Decent"),
    SuccessLevel(13, 14, 3, "Good"),
    SuccessLevel(15, 16, 4, "Very good"),
    SuccessLevel(17, 20, 5, "Excellent"),
    SuccessLevel(21, 23, 6, "Extraordinary"),
    SuccessLevel(24, 26, 7, "Mind-boggling"),
    SuccessLevel(27, 29, 8, "Outrageous"),
    SuccessLevel(30, 32, 9, "Superheroic"),
    SuccessLevel(33, 35, 10, "God-like"),
    SuccessLevel(36, None, 11, "Wow!"),
)


@dataclass(frozen=True)
class DamageType:
    """How harm is done; `multiplier` counts against normal humans, against anybody else it is 1."""

    id: str
    title: str
    multiplier: int
    examples: str


DAMAGE_TYPES = (
    DamageType("bash", "Bash", 1, "punches, kicks, baseball bats"),
    DamageType("bullet", "Bullet", 2, "guns"),
    DamageType("slash-stab", "Slash/stab", 2, "blades, axes, arrows, bolts, throwing stars"),
    DamageType("fire", "Fire", 1, "being on fire"),
    DamageType("taser", "Taser", 1, "no damage of its own"),
)


@dataclass(frozen=True)
class WeaponKind:
    """What an attack is made with."""

    id: str
    title: str


WEAPON_KINDS = (
    WeaponKind("unarmed", "Unarmed"),
    WeaponKind("hand-weapon", "Hand weapon"),
    WeaponKind("thrown", "Thrown"),
    WeaponKind("bow", "Bow"),
    WeaponKind("crossbow", "Crossbow"),
    WeaponKind("pistol", "Pistol"),
    WeaponKind("rifle", "Rifle"),
    WeaponKind("automatic", "Automatic"),
    WeaponKind("other", "Other"),
)


@dataclass(frozen=True)
class SpaceRange:
    """How far apart two ships are. `order` counts from near to far."""

    id: str
    title: str
    order: int
    gunnery_modifier: int
    sensor_modifier: int


SPACE_RANGES = (
    SpaceRange("visual", "Visual", 0, 0, 5),
    SpaceRange("close", "Close", 1, 0, 0),
    SpaceRange("medium", "Medium", 2, -1, -2),
    SpaceRange("long", "Long", 3, -3, -5),
    SpaceRange("extreme", "Extreme", 4, -5, -10),
)
BEYOND = "beyond"
"""Beyond Extreme: out of reach of guns and sensors."""


@dataclass(frozen=True)
class SensorGain:
    """How good a ship's sensors are: in finding others, and in finding a place to hide."""

    id: str
    title: str
    modifier: int


SENSOR_GAINS = (
    SensorGain("low", "Low gain", -2),
    SensorGain("normal", "Normal gain", 0),
    SensorGain("high", "High gain", 2),
    SensorGain("very-high", "Very high gain", 5),
)


@dataclass(frozen=True)
class Cover:
    """What a ship hides behind; `modifier` helps the hider. Falls on faces `die_from` to `die_to` of a d10."""

    id: str
    title: str
    modifier: int
    die_from: int | None
    die_to: int | None


COVERS = (
    Cover("none", "No cover", 0, None, None),
    Cover("light", "Light cover", 2, 1, 6),
    Cover("medium", "Medium cover", 5, 7, 9),
    Cover("heavy", "Heavy cover", 10, 10, 10),
)


@dataclass(frozen=True)
class Mount:
    """How a ship's weapon is built in."""

    id: str
    title: str


MOUNTS = (Mount("fixed-forward", "Fixed-forward"), Mount("turret", "Turret"))


@dataclass(frozen=True)
class Post:
    """Who does what aboard. `several`: more than one person may have it. Rolled with `attribute` and `skill`, or an
    Ability Score, `score`; the switch pilot-attribute may name another Attribute for the pilot.
    """

    id: str
    title: str
    several: bool
    does: str
    attribute: str
    skill: str
    score: str


POSTS = (
    Post(
        "pilot",
        "Pilot",
        False,
        "maneuvers, evades, flees and hides; fires the fixed-forward weapons",
        "dexterity",
        "pilot",
        "combat",
    ),
    Post("gunner", "Gunner", True, "fires a turret", "dexterity", "gun-fu", "combat"),
    Post("sensor-operator", "Sensor operator", False, "finds ships that hide", "perception", "notice", "brains"),
    Post("engineer", "Engineer", True, "gets failed systems going again", "intelligence", "repair", "brains"),
)


@dataclass(frozen=True)
class ShipSystem:
    """What can fail. `counts`: a hit on it is remembered, and it can be repaired; else a hit is just a loss."""

    id: str
    title: str
    effect: str
    counts: bool


SHIP_SYSTEMS = (
    ShipSystem("life-support", "Life support", "1d10 hours of it remain", True),
    ShipSystem("engines", "Engines", "the ship can neither chase nor flee", True),
    ShipSystem("medical-facilities", "Medical facilities", "out of use", True),
    ShipSystem("drive-controls", "Drive controls", "the ship cannot maneuver", True),
    ShipSystem("weapons", "Weapons", "out of use", True),
    ShipSystem("sensors", "Sensors", "the ship sees only at visual range", True),
    ShipSystem("cargo-space", "Cargo space", "one cargo unit is destroyed", False),
    ShipSystem("crew-quarters", "Crew quarters", "random possessions are destroyed", False),
    ShipSystem("food-and-supplies", "Food and supplies", "none left", False),
)


@dataclass(frozen=True)
class ShipDamage:
    """A row of the Ship Damage Table; `system` is an id of SHIP_SYSTEMS, `instead` where a ship has no such thing."""

    roll_from: int
    roll_to: int
    system: str
    instead: str | None = None


SHIP_DAMAGE = (
    ShipDamage(1, 1, "life-support"),
    ShipDamage(2, 3, "engines"),
    ShipDamage(4, 4, "medical-facilities", instead="life-support"),
    ShipDamage(5, 5, "drive-controls"),
    ShipDamage(6, 6, "weapons", instead="sensors"),
    ShipDamage(7, 8, "cargo-space"),
    ShipDamage(9, 9, "crew-quarters"),
    ShipDamage(10, 10, "food-and-supplies"),
)


@dataclass(frozen=True)
class ShipRow:
    """One line of a ship's sheet. `used_for` says which rules need it."""

    id: str
    title: str
    group: Literal["number", "choice", "list", "yes-no", "track", "crew"]
    used_for: str


SHIP_ROWS = (
    ShipRow("size", "Size", "number", "hits before trouble, hits before wreck, how hard it is to hide"),
    ShipRow("speed", "Engine speed", "number", "chases; only compared"),
    ShipRow("gain", "Sensor gain", "choice", "low, normal, high or very high"),
    ShipRow("weapons", "Weapons", "list", "each fixed-forward or turret; a ship without any is unarmed"),
    ShipRow("medical", "Medical facilities", "yes-no", "Ship Damage Table"),
    ShipRow("cargo", "Cargo units", "number", "Ship Damage Table"),
    ShipRow("supplies", "Food and supplies", "number", "Ship Damage Table"),
    ShipRow("hits", "Hits taken", "track", "against Size"),
    ShipRow("systems", "Damage to each system", "track", "times hit, working or not"),
    ShipRow("life-support-hours", "Hours of life support left", "track", "after a hit on life support"),
    ShipRow("range", "Range to each other ship", "track", "visual, close, medium, long or extreme"),
    ShipRow("hidden-from", "Hidden from", "track", "the ships, with cover"),
    ShipRow("posts", "Crew", "crew", "pilot, gunners, sensor operator, engineer: who rolls what"),
)


@dataclass(frozen=True)
class Phase:
    """A part of a Turn; they come in the order of the list."""

    id: str
    title: str


PHASES = (
    Phase("intentions", "Intentions"),
    Phase("initiative", "Initiative"),
    Phase("actions", "Actions"),
    Phase("aimed-shots", "Aimed shots"),
    Phase("end-of-turn", "End of the Turn"),
)


@dataclass(frozen=True)
class EndStep:
    """Something that goes on from Turn to Turn and happens at the end of each; `rule` says what it does."""

    id: str
    title: str
    rule: str


END_STEPS = (
    EndStep("fire", "Fire", "dragonfly.fire"),
    EndStep("survival-test", "Survival Test", "dragonfly.survival-test"),
    EndStep("consciousness-test", "Consciousness Test", "dragonfly.consciousness-test"),
    EndStep("panic-retest", "Snapping out of it", "dragonfly.panic-retest"),
)


@dataclass(frozen=True)
class Stance:
    """How a character fights for a Turn. `free_defenses` are those without penalty."""

    id: Literal["normal", "full-offense", "full-defense"]
    title: str
    attack_bonus: int
    defense_bonus: int
    free_defenses: int
    may_attack: bool
    may_defend: bool


STANCES = (
    Stance("normal", "Normal", 0, 0, 1, may_attack=True, may_defend=True),
    Stance("full-offense", "Full Offense", 2, 0, 0, may_attack=True, may_defend=False),
    Stance("full-defense", "Full Defense", 0, 3, 2, may_attack=False, may_defend=True),
)


@dataclass(frozen=True)
class ExtraActions:
    """A row of the Additional Actions Table, both ends included."""

    dexterity_from: int
    dexterity_to: int
    additional_actions: int


ADDITIONAL_ACTIONS = (
    ExtraActions(5, 6, 1),
    ExtraActions(7, 8, 2),
    ExtraActions(9, 10, 3),
    ExtraActions(11, 12, 4),
)
"""Each 2 points of Dexterity beyond the last row give one more."""


@dataclass(frozen=True)
class AttackKind:
    """What comes at the target: with what it can be parried, at which modifier, and whether it is a missile.

    `weapon_parry_hurts`: the attacker is hurt by a weapon that parries it.
    """

    id: str
    title: str
    parry_unarmed: bool
    parry_with_weapon: bool
    modifier: int
    weapon_parry_hurts: bool
    missile: bool


ATTACK_KINDS = (
    AttackKind("unarmed", "Unarmed", True, True, 0, weapon_parry_hurts=True, missile=False),
    AttackKind("weapon", "Weapon", False, True, 0, weapon_parry_hurts=False, missile=False),
    AttackKind("thrown", "Thrown weapon", False, True, -2, weapon_parry_hurts=False, missile=True),
    AttackKind("arrow-or-bolt", "Arrow or bolt", False, True, -6, weapon_parry_hurts=False, missile=True),
    AttackKind("bullet", "Bullet", False, False, 0, weapon_parry_hurts=False, missile=True),
    AttackKind("grapple", "Grapple", False, False, 0, weapon_parry_hurts=False, missile=False),
)


@dataclass(frozen=True)
class RangeBand:
    """How far a shot goes: from `yards_from` to `yards_to`, both included; `weapon` is an id of WEAPON_KINDS."""

    weapon: str
    id: str
    title: str
    yards_from: int
    yards_to: int
    modifier: int


RANGE_BANDS = (
    RangeBand("pistol", "short", "Short", 0, 4, 0),
    RangeBand("pistol", "medium", "Medium", 5, 19, -1),
    RangeBand("pistol", "long", "Long", 20, 50, -3),
    RangeBand("rifle", "short", "Short", 0, 19, 0),
    RangeBand("rifle", "medium", "Medium", 20, 99, -1),
    RangeBand("rifle", "long", "Long", 100, 300, -3),
)
OUT_OF_RANGE = "out-of-range"
"""Beyond the last band of a weapon."""


@dataclass(frozen=True)
class Panic:
    """What a failed Fear Test does. `ends_with_turn`: it is over when the Turn is; the others last on."""

    id: Literal["startled", "freak-out", "run-away", "total-terror"]
    title: str
    total_from: int | None
    total_to: int
    attacks: bool
    defenses: bool
    defense_modifier: int
    full_defense: bool
    ends_with_turn: bool
    effect: str


PANICS = (
    Panic("startled", "Startled", 7, 8, True, True, 0, True, True, "acts as normal, but after the creature"),
    Panic("freak-out", "Freak Out", 5, 6, False, True, 0, False, True, "screams or shrinks back, and only defends"),
    Panic(
        "run-away", "Run Away!", 3, 4, False, True, -2, False, False, "runs, or cowers when cornered; tests each Turn"
    ),
    Panic(
        "total-terror", "Total Terror", None, 2, False, False, 0, False, False, "out of control: sick, in a faint or so"
    ),
)


@dataclass(frozen=True)
class Hold:
    """What being held costs: a held limb the actions that use it, the others all actions."""

    id: Literal["limb", "body", "both-arms"]
    title: str
    modifier: int
    applies_to: str
    may_dodge: bool


HOLDS = (
    Hold("limb", "Held by a limb", -2, "actions that use the held limb", True),
    Hold("body", "Held round the body", -1, "all actions", True),
    Hold("both-arms", "Both arms held by two", -4, "all actions", False),
)


@dataclass(frozen=True)
class Grip:
    """What an attacker can seize; `hold` is an id of HOLDS."""

    id: str
    title: str
    hold: Literal["limb", "body"]


GRIPS = (
    Grip("left-arm", "Left arm", "limb"),
    Grip("right-arm", "Right arm", "limb"),
    Grip("left-leg", "Left leg", "limb"),
    Grip("right-leg", "Right leg", "limb"),
    Grip("body", "Body", "body"),
)
