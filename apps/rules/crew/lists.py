"""What the book of Crew lists. The ids are stable; the titles are the book's words."""

from dataclasses import dataclass
from typing import Literal

from apps.rules.listed import pick as pick

RoleId = Literal["crewmember", "major-gmc", "minor-gmc", "extra"]
ShipTypeId = Literal["ship", "land-vehicle", "watercraft"]


@dataclass(frozen=True)
class Attribute:
    """One of the three of a character, a ship or a vehicle. `used_for` suggests when it is rolled."""

    id: str
    title: str
    used_for: str


ATTRIBUTES = (
    Attribute("mental", "Mental", "thinking, knowing, perceiving, keeping your nerve"),
    Attribute("physical", "Physical", "strength, speed, a steady hand, taking a blow"),
    Attribute("social", "Social", "dealing with people: talking, charming, lying, leading"),
)


@dataclass(frozen=True)
class ShipType:
    """A ship, a land vehicle or a watercraft, with its attributes. `skill` is the usual one of whoever steers it."""

    id: ShipTypeId
    title: str
    attributes: tuple[Attribute, ...]
    skill: str


SHIP_TYPES = (
    ShipType(
        "ship",
        "Ship",
        (
            Attribute("engines", "Engines", "speed and manoeuvre"),
            Attribute("hull", "Hull", "toughness, ramming, holding together"),
            Attribute("systems", "Systems", "sensors, communication, computers, weapons"),
        ),
        "fly",
    ),
    ShipType(
        "land-vehicle",
        "Land vehicle",
        (
            Attribute("body", "Body", "toughness, ramming, rough ground, what it carries"),
            Attribute("handling", "Handling", "tight turns, dodging, staying on the road"),
            Attribute("speed", "Speed", "chases and getaways, being there first"),
        ),
        "drive",
    ),
    ShipType(
        "watercraft",
        "Watercraft",
        (
            Attribute("hull", "Hull", "toughness, ramming, heavy seas"),
            Attribute("maneuverability", "Maneuverability", "narrow channels, dodging, mooring"),
            Attribute("power", "Power", "speed, towing, holding against wind and current"),
        ),
        "drive",
    ),
)
SHIP_ATTRIBUTES = {kind.id: kind.attributes for kind in SHIP_TYPES}


@dataclass(frozen=True)
class Skill:
    """One of the nineteen. `covers` says what it is rolled for."""

    id: str
    title: str
    covers: str


SKILLS = (
    Skill("craft", "Craft", "making new things from raw material"),
    Skill("drive", "Drive", "steering land and water craft: mules, boats, hover cars"),
    Skill("fight", "Fight", "close combat, armed or bare-handed"),
    Skill("fix", "Fix", "repairing and patching whatever has working or replaceable parts"),
    Skill("fly", "Fly", "piloting spaceships and aircraft"),
    Skill("focus", "Focus", "concentrating: firmness of will, staring somebody down, finding a new answer"),
    Skill("influence", "Influence", "getting others to act, think or feel as you wish"),
    Skill("know", "Know", "general knowledge of the setting, with a Specialty for its field"),
    Skill("labor", "Labor", "hard bodily work: lifting, pushing, digging, hauling"),
    Skill("move", "Move", "running, sprinting, jumping, climbing"),
    Skill("notice", "Notice", "spotting people or things that stand out"),
    Skill("operate", "Operate", "using machines, from computers to cutting torches"),
    Skill("perform", "Perform", "acting or putting on a show"),
    Skill("shoot", "Shoot", "firing pistols, rifles, launchers"),
    Skill("sneak", "Sneak", "hiding, camouflage, slipping past"),
    Skill("survive", "Survive", "enduring harsh conditions"),
    Skill("throw", "Throw", "throwing things such as grenades, or throwing opponents"),
    Skill("treat", "Treat", "healing injuries, counselling"),
    Skill("trick", "Trick", "lies, cons, sleight of hand"),
)


@dataclass(frozen=True)
class Rating:
    """How good somebody with a skill die of this `size` is."""

    size: int
    id: str
    title: str


RATINGS = (
    Rating(4, "untrained", "Untrained"),
    Rating(6, "competent", "Competent"),
    Rating(8, "expert", "Expert"),
    Rating(10, "master", "Master"),
    Rating(12, "grandmaster", "Grandmaster"),
)


@dataclass(frozen=True)
class Difficulty:
    """The die that a task alone opposes."""

    size: int
    id: str
    title: str


DIFFICULTIES = (
    Difficulty(4, "very-easy", "Very easy"),
    Difficulty(6, "easy", "Easy"),
    Difficulty(8, "challenging", "Challenging"),
    Difficulty(10, "hard", "Hard"),
    Difficulty(12, "really-hard", "Really hard"),
)


@dataclass(frozen=True)
class Role:
    """Who somebody is in the story. `may_stay`: the bank may keep them in the fight."""

    id: RoleId
    title: str
    may_stay: bool = False


CREWMEMBER = Role("crewmember", "Crewmember")
GMCS = (
    Role("major-gmc", "Major GMC", may_stay=True),
    Role("minor-gmc", "Minor GMC", may_stay=True),
    Role("extra", "Extra"),
)
ROLES = (CREWMEMBER, *GMCS)


@dataclass(frozen=True)
class PlotPointUse:
    """What one plot point buys: when, and by which rule; `per` says what is paid for anew."""

    id: str
    title: str
    when: str
    rule: str
    per: str = ""


PLOT_POINT_USES = (
    PlotPointUse("extra-die", "keep one more die", "after your own roll, before comparing", "crew.extra-dice", "each"),
    PlotPointUse(
        "trigger",
        "Distinction or Signature Asset trigger that asks for a plot point",
        "as the trigger says",
        "crew.triggers",
    ),
    PlotPointUse("asset", "create an Asset d6 for the scene", "before the roll", "crew.asset"),
    PlotPointUse("asset-keep", "make an Asset last for the Episode", "before the scene ends", "crew.asset-keep"),
    PlotPointUse(
        "hero-die", "roll a Big Damn Hero die and add it", "after comparing", "crew.big-damn-hero-use", "each"
    ),
    PlotPointUse("stay", "stay in the fight", "after losing a high stakes roll", "crew.stay-in-the-fight"),
    PlotPointUse("opportunity", "step down a Complication", "after the GM rolled 1s", "crew.opportunity"),
    PlotPointUse(
        "limited-action", "act while Taken Out", "before building the pool", "crew.limited-action", "per action"
    ),
)


@dataclass(frozen=True)
class PlotPointGain:
    """What brings a player one plot point from the pile, and who says so."""

    id: str
    title: str
    decides: str
    rule: str


PLOT_POINT_GAINS = (
    PlotPointGain("distinction", "Distinction rolled as d4", "the player", "crew.distinction"),
    PlotPointGain(
        "trigger",
        "other trigger that pays a plot point",
        "the player, and the GM agrees that it applies",
        "crew.triggers",
    ),
    PlotPointGain("jinx", "the GM buys a Complication after a jinx", "the GM", "crew.jinx"),
    PlotPointGain("award", "great play, a snappy line, an impressive description", "the GM", "crew.award"),
)


@dataclass(frozen=True)
class PileReason:
    """Why the GM hands out a plot point of the pile."""

    id: str
    title: str
    rule: str


PILE_REASONS = (
    PileReason("new", "new Complication on a jinx, d6 or larger", "crew.jinx"),
    PileReason("step-up", "existing Complication stepped up on a jinx", "crew.jinx"),
    PileReason("reward", "reward for a great moment", "crew.award"),
)


@dataclass(frozen=True)
class BankUse:
    """What one plot point of the bank buys the GM; `per` says what is paid for anew."""

    id: str
    title: str
    rule: str
    per: str = ""


BANK_USES = (
    BankUse("extra-die", "one more die in a total of the GM", "crew.extra-dice", "each"),
    BankUse("trigger", "a trigger of a Major GMC", "crew.triggers"),
    BankUse("stay", "a Major or Minor GMC stays in the fight", "crew.gmc-stay"),
)


@dataclass(frozen=True)
class TriggerEffect:
    """What the program does for a trigger, to a "pool" before it is thrown, a "roll" that has fallen, or the "sheet".

    The effect with the empty id is done by the people at the table.
    """

    id: str
    title: str
    on: Literal["pool", "roll", "sheet", ""]


BY_THE_TABLE = TriggerEffect("", "Something else, done by the table", "")
TRIGGER_EFFECTS = (
    BY_THE_TABLE,
    TriggerEffect("step-up", "Step a die up", "pool"),
    TriggerEffect("step-down", "Step a die down", "pool"),
    TriggerEffect("double", "Double a die", "pool"),
    TriggerEffect("reroll", "Reroll a die", "roll"),
    TriggerEffect("create-asset", "Create an Asset", "sheet"),
    TriggerEffect("step-up-asset", "Step up an Asset", "sheet"),
    TriggerEffect("create-complication", "Create a Complication", "sheet"),
    TriggerEffect("step-down-complication", "Step down a Complication", "sheet"),
    TriggerEffect("gain-hero-die", "Gain a Big Damn Hero die", "sheet"),
)


@dataclass(frozen=True)
class SheetRow:
    """One field of a sheet: what stands in it, and whether it changes in play."""

    id: str
    title: str
    holds: str
    changes: bool


CREW_SHEET = (
    SheetRow("name", "Name, portrait, owner", "text", changes=False),
    SheetRow("role", "Role", "Crewmember, Major GMC, Minor GMC or Extra", changes=False),
    SheetRow("attributes", "Mental, Physical, Social", "d6 to d10", changes=False),
    SheetRow("skills", "Nineteen skills", "d4 to d12, d4 if empty", changes=False),
    SheetRow("specialties", "Specialties", "name and skill, always d6", changes=False),
    SheetRow("distinctions", "Distinctions", "name, text, triggers (text, plot points, effect)", changes=False),
    SheetRow("signature-assets", "Signature Assets", "name, d6 or d8, triggers", changes=False),
    SheetRow("assets", "Assets", "name, die, lasts for the scene or the Episode, shared with", changes=True),
    SheetRow("complications", "Complications", "name, d6 to d12+, treated in this scene", changes=True),
    SheetRow("hero-dice", "Big Damn Hero dice", "their sizes", changes=True),
    SheetRow("plot-points", "Plot points", "0 or more", changes=True),
    SheetRow("taken-out", "Taken Out", "no, by high stakes, by a Complication", changes=True),
    SheetRow("acted", "Acted in this round", "yes or no", changes=True),
    SheetRow("episodes", "Past Episodes", "title, called back in this Episode", changes=True),
)

SHIP_SHEET = (
    SheetRow("name", "Name, picture, class", "text", changes=False),
    SheetRow("type", "Type", "ship, land vehicle or watercraft", changes=False),
    SheetRow("attributes", "Three attributes", "by type; d6 to d10, d4 and d12 with the GM's leave", changes=False),
    SheetRow("distinctions", "Distinctions", "name, text, triggers", changes=False),
    SheetRow("signature-assets", "Signature Assets", "name, d6 or d8, triggers", changes=False),
    SheetRow("assets", "Assets", "name, die, lasts for the scene or the Episode; for the whole crew", changes=True),
    SheetRow("complications", "Complications", "name, d6 to d12+", changes=True),
    SheetRow("taken-out", "Taken Out", "while a Complication is d12+", changes=True),
    SheetRow("aboard", "Crew aboard", "characters", changes=True),
)
