"""What the book of Rough Magic lists. The ids are stable; the titles are the book's words."""

from dataclasses import dataclass
from typing import Literal, get_args

# The roll

Auto = Literal["fail", "success", "none"]
"""What a circumstance makes of a roll outright."""


@dataclass(frozen=True)
class Grade:
    """A difficulty; `dv` None where no roll is needed."""

    id: str
    title: str
    dv: int | None
    shown_by: str


GRADES = (
    Grade("routine", "Routine", None, "grasp and alter simple machines; use familiar technology"),
    Grade("challenging", "Challenging", 3, "grasp and alter familiar technology; use advanced technology"),
    Grade("demanding", "Demanding", 6, "design and build familiar technology; grasp and alter advanced technology"),
    Grade("frustrating", "Frustrating", 9, "design and build advanced technology; use advanced alien technology"),
    Grade("nigh-impossible", "Nigh-impossible", 12, "grasp and alter advanced alien technology"),
)
CHALLENGING = 3
"""The DV of every roll to recover from an attack."""

# Moving and distance

Gait = Literal["walk", "run", "sprint"]
GAITS: tuple[Gait, ...] = ("walk", "run", "sprint")
Stroke = Literal["swim", "fast", "sprint"]
STROKES: tuple[Stroke, ...] = ("swim", "fast", "sprint")
Rolls = Literal["athletics", "skill", "close", "ranged"]
ROLLS: tuple[Rolls, ...] = ("athletics", "skill", "close", "ranged")


@dataclass(frozen=True)
class Band:
    """A range band; `metres` is its end, None where it has none."""

    id: str
    title: str
    metres: int | None
    weapons: str


BANDS = (
    Band("close", "Close", 2, "fist, sword, psiblade"),
    Band("short", "Short", 10, "blaster pistol, flamethrower, grenade"),
    Band("medium", "Medium", 50, "blaster rifle, wrist rocket"),
    Band("long", "Long", 500, "sniper rifle, blaster cannon"),
    Band("remote", "Remote", None, "long-range artillery, guided missile"),
)

# Attacks

AttackKind = Literal["close", "ranged"]
ATTACKS: tuple[AttackKind, ...] = ("close", "ranged")
When = Literal["any", "close", "ranged", "close or adjacent", "ranged, not adjacent"]


@dataclass(frozen=True)
class Circumstance:
    """A box of the attack form: `does` settles the roll, or is the modifier of its `side`; `when` it counts."""

    id: str
    title: str
    when: When
    does: Literal["fail", "success", -3, 0, 3]
    side: Literal["roll", "AV", "DV"]


CIRCUMSTANCES = (
    Circumstance("attacker-cannot-perceive", "the attacker cannot perceive the defender", "any", "fail", "roll"),
    Circumstance("attacker-sprinting", "the attacker sprints", "ranged", "fail", "roll"),
    Circumstance("defender-cover", "the defender has cover", "any", 3, "DV"),
    Circumstance("defender-prone", "the defender is prone", "ranged, not adjacent", 3, "DV"),
    Circumstance("defender-running", "the defender runs or sprints", "any", 3, "DV"),
    Circumstance("defender-fleeing", "the defender flees in terror", "any", 3, "DV"),
    Circumstance("attacker-distracted", "the attacker is distracted", "any", -3, "AV"),
    Circumstance("attacker-restrained", "the attacker is restrained", "any", -3, "AV"),
    Circumstance("attacker-running", "the attacker runs", "ranged", -3, "AV"),
    Circumstance("attacker-sprinting", "the attacker sprints", "close", -3, "AV"),
    Circumstance("attacker-surprised", "the attacker is surprised", "any", -3, "AV"),
    Circumstance("attacker-sweeping", "the attack is part of a sweep", "any", -3, "AV"),
    Circumstance("two-handed-in-one", "a two-handed weapon is used with one hand", "any", -3, "AV"),
    Circumstance("beyond-effective-range", "the target is beyond the effective range", "any", -3, "AV"),
    Circumstance("underwater", "the fight is underwater", "any", -3, "AV"),
    Circumstance("zero-g", "the fight is in zero-G", "any", -3, "AV"),
    Circumstance("attacker-exhausted", "the attacker is exhausted", "any", -3, "AV"),
    Circumstance("attacker-running", "the attacker runs", "close", 0, "AV"),
    Circumstance("attacker-ramming", "the attacker rams the defender", "any", 3, "AV"),
    Circumstance("defender-distracted", "the defender is distracted", "any", 3, "AV"),
    Circumstance("defender-prone", "the defender is prone", "close or adjacent", 3, "AV"),
    Circumstance("defender-restrained", "the defender is restrained", "any", 3, "AV"),
    Circumstance("defender-surprised", "the defender is surprised", "any", 3, "AV"),
    Circumstance("defender-cannot-perceive", "the defender cannot perceive the attacker", "any", 3, "AV"),
    Circumstance("defender-blind-and-deaf", "the defender is blind and deaf", "any", 3, "AV"),
    Circumstance("defender-cowering", "the defender cowers in terror", "any", 3, "AV"),
    Circumstance("defender-helpless", "the defender is helpless or unconscious", "any", "success", "roll"),
)
BOXES = tuple(dict.fromkeys(row.id for row in CIRCUMSTANCES))
"""The keys of all circumstances, each once."""


@dataclass(frozen=True)
class AttackType:
    """What a weapon or power may be besides; `free_again` is how its further effect ends, if it has one."""

    id: str
    title: str
    changes: str
    free_again: str


ATTACK_TYPES = (
    AttackType("exploding", "Exploding", "an area, no attack roll, rank minus DV", ""),
    AttackType("penetrating", "Penetrating", "the DV is halved, rounded up", ""),
    AttackType("sensory", "Sensory", "the target can neither see nor hear", "a task action, Perception against DV 3"),
    AttackType("stunning", "Stunning", "damage is counted apart", "rest after the fight"),
    AttackType("terrifying", "Terrifying", "the target cowers or flees, as the attacker chooses", "Will against DV 3"),
)
TYPES = tuple(row.id for row in ATTACK_TYPES)
Terror = Literal["cower", "flee"]
TERRORS: dict[Terror, str] = {"cower": "cowering", "flee": "fleeing"}
"""What an attacker chooses, and the state that it is."""

# Endurance

Level = Literal["fresh", "winded", "weakened", "exhausted", "defeated"]


@dataclass(frozen=True)
class Endurance:
    """What so many lost levels are called, of a character and of an object."""

    title: Level
    object: str
    effect: str


ENDURANCE = (
    Endurance("fresh", "Intact", "rested, unhurt, alert"),
    Endurance("winded", "Scuffed", "has exerted themselves, ready for more; no effect on play"),
    Endurance("weakened", "Damaged", "suffering but not done; no effect on play"),
    Endurance("exhausted", "Broken", "every action but roleplay has a penalty (−3)"),
    Endurance("defeated", "Destroyed", "cannot move or act; at most answers slowly when spoken to"),
)
MOST = len(ENDURANCE) - 1
"""So many levels can be lost."""

# States

Event = Literal[
    "own turn starts", "own turn taken", "own place passed", "own attack", "attacked", "got up", "left cover",
    "recovered", "released", "became aware", "its round is over", "end of scene", "end of session",
]  # fmt: skip
EVENTS: tuple[Event, ...] = get_args(Event)
COMBAT_ENDS: tuple[Event, ...] = ("end of scene", "end of session")
TURN_COMES: tuple[Event, ...] = ("own turn starts", "own turn taken")


@dataclass(frozen=True)
class Kept:
    """A state that lasts, and the events that end it."""

    title: str
    effect: str
    ends: tuple[Event, ...]


RECOVERED: tuple[Event, ...] = ("recovered",)
MOVING: tuple[Event, ...] = (*TURN_COMES, "own place passed", *COMBAT_ENDS)
SHORT: tuple[Event, ...] = ("its round is over", *COMBAT_ENDS)
STATES = (
    Kept("running", "penalties on own rolls; +3 DV", MOVING),
    Kept("sprinting", "penalties on own rolls; +3 DV", MOVING),
    Kept("blocking", "margin −3 of harmful close attacks on them", (*TURN_COMES, *COMBAT_ENDS)),
    Kept("dodging", "margin −3 of ranged attacks on them", (*TURN_COMES, *COMBAT_ENDS)),
    Kept("holding a turn", "may interrupt", ("own turn taken", "own place passed", *COMBAT_ENDS)),
    Kept("owing a turn", "the next place is skipped", ("own place passed", *COMBAT_ENDS)),
    Kept("prone", "+3 for adjacent and close attacks; +3 DV against ranged ones from afar", ("got up",)),
    Kept("cover", "+3 DV", ("left cover",)),
    Kept("distracted", "+3 for the next attack on them or −3 on their next; −3 on tasks",
         ("attacked", "own attack", *COMBAT_ENDS)),
    Kept("surprised", "+3 for attacks on them, −3 on their own", ("own turn taken", *COMBAT_ENDS)),
    Kept("restrained", "no normal movement; +3 for attacks on them, −3 on their own", ("released",)),
    Kept("taunted", "the next available action attacks the taunter", ("own attack", *COMBAT_ENDS)),
    Kept("blind and deaf", "+3 for attacks on them; their own fail", (*RECOVERED, *COMBAT_ENDS)),
    Kept("cowering", "+3 for attacks on them; nothing but the recovery roll", (*RECOVERED, *COMBAT_ENDS)),
    Kept("fleeing", "+3 DV; moves away; nothing but the recovery roll", (*RECOVERED, *COMBAT_ENDS)),
    Kept("exhausted", "−3 on every rolled action", RECOVERED),
    Kept("defeated", "no actions; helpless", RECOVERED),
    Kept("boosted", "one attribute or power +1", SHORT),
    Kept("power stunt", "as agreed, often +3 on one kind of roll", SHORT),
)  # fmt: skip

# Drama


@dataclass(frozen=True)
class Way:
    """How a failed roll moves the story on; `price` in short, unless the GM words it."""

    id: str
    title: str
    wanted_result: str
    price: str
    tells: str


WAYS = (
    Way("quid-pro-quo", "Quid pro quo", "gained", "something in exchange",
        "gained, only in exchange for something: money, more often something rare or unique"),
    Way("red-herring", "Red herring", "a false one", "an untruth",
        "what is learned is untrue or leads astray, perhaps onto somebody else’s troublemaker"),
    Way("stirring-the-pot", "Stirring the pot", "gained", "attention of a rival",
        "gained, and a rival party notices, races the characters to the prize or uses them as a stalking horse"),
    Way("alerting-the-enemy", "Alerting the enemy", "gained", "the enemy is warned",
        "gained, and the opponents learn of it and prepare, or it was an ambush all along"),
)  # fmt: skip


@dataclass(frozen=True)
class Spending:
    """What a plot point buys. `waits`: for the GM’s yes, always."""

    id: str
    title: str
    effect: str
    lasts: str
    waits: bool


A_ROUND = "one round; a scene if the GM agrees"
SPENDING = (
    Spending("automatic-success", "Automatic success", "the current roll succeeds (skill or attack)",
             "as long as the roll’s effects would", False),
    Spending("inspiration", "Inspiration", "a hint from the GM", "at once", True),
    Spending("boost", "Power boost", "one attribute or power +1 rank", A_ROUND, False),
    Spending("stunt", "Power stunt", "a new use of a power, or +3 on a roll", A_ROUND, True),
    Spending("rally", "Rally", "one recently lost level back", "at once", False),
    Spending("retcon", "Retcon", "a fact of the past changed in one’s favour", "permanent", True),
    Spending("other", "Other", "anything of like weight the GM accepts", "as agreed", True),
)  # fmt: skip

# Characters


@dataclass(frozen=True)
class Attribute:
    """One of the six, and what these rules use it for."""

    id: str
    title: str
    used_for: str


ATTRIBUTES = (
    Attribute("agility", "Agility",
              "walking, running, swimming; ranged attack and defence; slam; breaking free; stealth in a crowd"),
    Attribute("brawn", "Brawn",
              "close attack and defence; grapple; breaking free; lifting, throwing; long jump; climbing"),
    Attribute("perception", "Perception", "order of play; recovery from sensory attacks; creeping in the dark"),
    Attribute("reason", "Reason", "computers, technology, counter-intrusion"),
    Attribute("will", "Will",
              "distraction and taunt, attack and defence; recovery from terror; Telekinesis with Power"),
    Attribute("power", "Power", "with Will for Telekinesis; powers whose attribute is not stated"),
)  # fmt: skip


@dataclass(frozen=True)
class RankBand:
    """Ranks up to `top`, and what each of them costs in character points."""

    top: int
    title: str
    cost: int


SCALE = (
    RankBand(3, "Typical", 1),
    RankBand(6, "Great", 2),
    RankBand(9, "Legendary", 3),
    RankBand(12, "Superhuman", 4),
)


@dataclass(frozen=True)
class Skill:
    """A general skill the program knows; any other name may stand on a sheet."""

    id: str
    title: str
    attribute: str


KNOWN_SKILLS = (
    Skill("athletics", "Athletics", "Brawn or Agility"),
    Skill("computing", "Computing", "Reason"),
    Skill("stealth", "Stealth", "Agility or Perception"),
    Skill("engineering", "Engineering", "Reason"),
    Skill("science", "Science", "Reason"),
    Skill("culture", "Culture", "Reason"),
    Skill("survival", "Survival", "Perception"),
)
GEAR_FIELDS = (
    "name", "rank", "adds_to", "attack", "effective_range", "hands", "types", "radius", "no_damage", "count",
)  # fmt: skip
POWER_FIELDS = (
    "name", "text", "rank", "attribute", "defending_attribute", "attack", "effective_range", "types", "radius",
    "no_damage", "defends", "movement", "all_out", "esoteric", "active",
)  # fmt: skip
CHARACTER_FIELDS = (
    "name", "portrait", "owner", "unnamed", "members", "agility", "brawn", "perception", "reason", "will", "power",
    "mass", "skills", "gear", "powers", "senses", "at_home", "complications", "lost", "stun", "recovery", "states",
    "turn", "actions", "position",
)  # fmt: skip
UNNAMED_FIELDS = ("name", "members", "agility", "brawn", "perception", "will", "weapon_rank", "armour_rank")
OBJECT_FIELDS = ("name", "dv", "lost")
