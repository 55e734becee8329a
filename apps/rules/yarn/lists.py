"""What the book of Yarn lists. The ids are stable; the titles are the book's words."""

from collections.abc import Mapping
from dataclasses import dataclass

from apps.rules.listed import pick

# The dice


@dataclass(frozen=True)
class Task:
    """A class of task: the number to beat, and how many dice may be thrown in its place."""

    id: str
    title: str
    factor: int
    dice: tuple[int, ...]


TASKS = (
    Task("easy", "Easy", 4, (1,)),
    Task("moderate", "Moderate", 7, (2,)),
    Task("hard", "Hard", 11, (3,)),
    Task("really-difficult", "Really Difficult", 14, (4,)),
    Task("near-impossible", "Near Impossible", 18, (5, 6)),
)


@dataclass(frozen=True)
class Weapon:
    """A weapon: the factor of its damage, and the row of ranges that it is shot by, or melee."""

    id: str
    title: str
    factor: int
    range_row: str
    note: str = ""


MELEE = "melee"
WEAPONS = (
    Weapon("unarmed", "Unarmed combat", 1, MELEE),
    Weapon("knife", "Knife, lead pipe", 2, MELEE),
    Weapon("sword", "Sword, axe", 3, MELEE),
    Weapon("throwing-knife", "Throwing knife, slingshot", 1, "Thrown, balanced"),
    Weapon("crossbow", "Crossbow", 2, "Crossbow"),
    Weapon("throwing-axe", "Throwing axe", 2, "Thrown, balanced"),
    Weapon("taser", "Taser", 5, "Taser", "all damage temporary, recorded apart, all comes back on recovery"),
    Weapon("light-handgun", "Light Handgun", 3, "Pistol"),
    Weapon("light-smg", "Light SMG", 3, "SMG"),
    Weapon("medium-handgun", "Medium Handgun", 4, "Pistol"),
    Weapon("medium-smg", "Medium SMG", 4, "SMG"),
    Weapon("large-handgun", "Large handgun", 5, "Pistol"),
    Weapon("large-smg", "Large SMG", 5, "SMG"),
    Weapon("light-rifle", "Light Rifle", 6, "Rifle"),
    Weapon("heavy-rifle", "Heavy Rifle", 7, "Rifle"),
    Weapon("shotgun", "12ga Shotgun", 10, "Shotgun", "divided by distance dice"),
)

# The table


@dataclass(frozen=True)
class OccasionRow:
    """When an order of precedence is drawn; `again` if it comes up more than once."""

    id: str
    title: str
    used_for: str
    lasts: str
    again: bool = True


OCCASIONS = (
    OccasionRow(
        "names",
        "creation step 2",
        "names, roles, relationships, desires, dramatic poles",
        "to step 8",
        again=False,
    ),
    OccasionRow("wants", "creation step 9, again at each repeat", "who states a want next", "one round of wants"),
    OccasionRow(
        "calling",
        "creation step 22 / before the first scene of every episode",
        "calling order",
        "the episode",
    ),
    OccasionRow("themes", "end of the first session", "who chooses the themes", "the series", again=False),
    OccasionRow("quiz", "quiz after a scene with several petitioners", "who answers next", "that quiz"),
    OccasionRow("other", "any other moment the GM needs an order", "as she says", "as she says"),
)


@dataclass(frozen=True)
class PitchEntry:
    """What a pitch holds."""

    id: str
    title: str
    holds: str


PITCH = (
    PitchEntry("nutshell", "nutshell", "one exciting sentence to introduce the series with"),
    PitchEntry("characters", "characters", "the sorts of roles to be had in the ensemble"),
    PitchEntry("setting", "setting", "the qualities of time and place that touch the action most"),
    PitchEntry(
        "themes", "themes", "list of likely themes for episodes, with or without a note on how they may show in play"
    ),
    PitchEntry(
        "tightening-the-screws",
        "tightening the screws",
        "complications with which participants may rekindle tension in the main cast",
    ),
    PitchEntry("names", "names", "sample names of people, places and, where fitting, things"),
    PitchEntry("additional-elements", "additional elements", "anything else the pitch needs"),
)


@dataclass(frozen=True)
class Word:
    """A word of the game and what it means."""

    id: str
    title: str
    meaning: str


WORDS = (
    Word("bennie", "bennie", "reward that can be cashed in for advantages in play"),
    Word("bonus-die", "bonus die", "extra die for an advantage; the lowest die is dropped before adding"),
    Word("drama-token", "drama token", "currency that makes players balance refusing and granting petitions"),
    Word("dramatic-scene", "dramatic scene", "scene of conflict in words over an emotional aim"),
    Word("episode", "episode", "one storyline with the standing characters"),
    Word(
        "experience-pool",
        "experience pool",
        "number of dice usable as bonus dice in each session; measure of experience, spent on new or better traits",
    ),
    Word(
        "fraught-relationships",
        "fraught relationships",
        "the first and second PC named as source of the emotional reward wanted",
    ),
    Word("fringe-powers", "fringe powers", "powers the ordinary world does not believe in, psychic or magical"),
    Word(
        "game-moderator-gm",
        "game moderator (GM)",
        "the one participant who coordinates the series, guides its pace and helps the players work together",
    ),
    Word("gmc", "GMC", "game moderator character, any character run by the GM"),
    Word(
        "granter",
        "granter",
        "the one in a dramatic scene who can give or withhold what the petitioner wants; its object",
    ),
    Word(
        "hit-points",
        "hit points",
        "how much damage a character bears; at 0 out of the fight, far below dead or dying without medical care",
    ),
    Word("minor-character", "minor character", "named supporting character to whom no PC is tied emotionally"),
    Word("pc", "PC", "player character, run by a player"),
    Word("penalty-die", "penalty die", "extra die for a disadvantage; the highest die is dropped before adding"),
    Word(
        "petitioner",
        "petitioner",
        "the one who starts a dramatic scene in search of an emotional goal; its subject",
    ),
    Word("player", "player", "participant who plays one protagonist of the ensemble"),
    Word("procedural-scene", "procedural scene", "scene in which PCs strive for an outer, practical goal"),
    Word(
        "procedural-token",
        "procedural token",
        "currency for influencing success in procedural scenes, bought with a bennie",
    ),
    Word("psychic-pool", "psychic pool", "how often a character can use fringe powers"),
    Word(
        "recurring-character",
        "recurring character",
        "important supporting character who can be in dramatic scenes with PCs",
    ),
    Word("round", "round", "in combat and the like about 3 seconds, usually one action"),
    Word("series", "series", "string of sessions, a campaign"),
    Word("session", "session", "one meeting of the group"),
    Word(
        "trait",
        "trait",
        "feature of a character: skill, quality, power, talent or background; mostly good, bad ones are flaws",
    ),
)

# Characters


@dataclass(frozen=True)
class ChecklistRow:
    """A kind of entry of a sheet; how many there must be, or one for every other PC."""

    id: str
    title: str
    count: int | None

    def needed(self, players: int) -> int:
        return players - 1 if self.count is None else self.count


CHECKLIST = (
    ChecklistRow("name", "name", 1),
    ChecklistRow("role", "role in the group", 1),
    ChecklistRow("relationships", "relationships", None),
    ChecklistRow("desire", "desire", 1),
    ChecklistRow("dramatic_poles", "dramatic poles", 2),
    ChecklistRow("wants", "wants", 1),
    ChecklistRow("central_trait", "central trait", 1),
    ChecklistRow("side_traits", "side traits", 2),
    ChecklistRow("flaw", "flaw", 1),
    ChecklistRow("signs", "signs", 4),
    ChecklistRow("hit_points", "hit points and the word for them", 1),
    ChecklistRow("experience_pool", "experience pool", 1),
    ChecklistRow("finances", "finances and equipment", 1),
    ChecklistRow("my_story", "my story sentence", 1),
)


@dataclass(frozen=True)
class Step:
    """A step of creation: who does it, and what."""

    number: int
    who: str
    does: str


STEPS = (
    Step(1, "GM", "sums up setting and premise and names the group the main characters come from"),
    Step(2, "GM", "draws the first precedence order"),
    Step(3, "first player", "proclaims name and role"),
    Step(4, "second player", "proclaims name, role and relationship to the first PC; everybody notes it on the map"),
    Step(5, "third player", "proclaims name, role and relationship to both earlier PCs"),
    Step(6, "each remaining player in order", "the same, with a relationship to every PC proclaimed so far"),
    Step(7, "each player, same order", "proclaims a desire"),
    Step(8, "each player, same order", "defines two dramatic poles"),
    Step(9, "GM", "draws a new precedence order"),
    Step(10, "first player of it", "states what their PC wants from some other PC"),
    Step(11, "the player of that PC", "states why the PC cannot have it"),
    Step(12, "both", "adjust the wording to what the wanting PC understands of the matter"),
    Step(13, "each remaining player in order", "steps 10 to 12"),
    Step(14, "all", "steps 9 to 13 again until every PC is the object of wants of at least two other PCs"),
    Step(15, "each player", "defines traits"),
    Step(16, "each player", "defines the flaw"),
    Step(17, "each player", "defines the signs"),
    Step(18, "each player", "finds hit points"),
    Step(19, "each player", "sets the experience pool"),
    Step(20, "each player", "outlines finances and equipment"),
    Step(21, "each player", "completes the my story sentence, minding the dramatic poles"),
    Step(22, "GM", "draws the order for play; the first scene is framed and play begins"),
)


@dataclass(frozen=True)
class Desire:
    """A desire that the book offers."""

    id: str
    title: str


DESIRES = tuple(
    Desire(title.replace(" ", "-"), title)
    for title in (
        "approval",
        "acceptance",
        "forgiveness",
        "respect",
        "love",
        "subservience",
        "reassurance",
        "power",
        "to punish",
        "to be punished",
    )
)


@dataclass(frozen=True)
class TraitKind:
    """The dice of a trait of this kind: `superior`, `good`, and the `average` of whoever has none."""

    id: str
    title: str
    superior: int
    good: int
    average: int
    instances: str
    narrow: bool = False


KINDS = (
    TraitKind("standard", "standard", 4, 3, 2, "stealth, strength, straight-facing"),
    TraitKind(
        "technical",
        "technical or unusual",
        2,
        1,
        0,
        "doctor, medicine, channeling, quantum physics, fringe powers",
    ),
    TraitKind(
        "narrow",
        "narrow",
        6,
        4,
        2,
        "public speaking, cooking, painting, chess, folksinging, ghost stories",
        narrow=True,
    ),
    TraitKind("narrow-and-technical", "narrow and technical", 4, 2, 0, "helicopter pilot, dentistry", narrow=True),
)


@dataclass(frozen=True)
class Raise:
    """From a score to the next: experience dice, and what it takes in the game world; twice the dice if central."""

    score: int
    dice: int
    takes: str
    takes_central: str
    months: int = 0
    """Of full-time training; beside other activities it takes twice as long."""


RAISES = (
    Raise(1, 5, "some action in the game world", "the same"),
    Raise(2, 5, "some action in the game world", "the same"),
    Raise(
        3,
        10,
        "training: 1 year beside other activities, or 6 months full time",
        "2 years, or 12 months full time",
        months=6,
    ),
    Raise(
        4,
        15,
        "highly specialized, nearly full-time training, 1,000 US dollars a month or more, a trainer found",
        "twice the time",
    ),
)
HIGHEST = 5
"""A score of 6 is outside the rules."""


@dataclass(frozen=True)
class Heals:
    """Hit points that come back in so many days; with a star (`loss`) the GM may take some instead."""

    points: int
    days: int = 1
    loss: bool = False


HEALING: Mapping[tuple[str, str], Heals | None] = {
    ("active", "mobile"): Heals(0, loss=True),
    ("active", "bed-ridden"): None,
    ("active", "critical"): None,
    ("rest", "mobile"): Heals(1),
    ("rest", "bed-ridden"): Heals(1, days=2, loss=True),
    ("rest", "critical"): Heals(0, loss=True),
    ("medical care", "mobile"): Heals(2),
    ("medical care", "bed-ridden"): Heals(1),
    ("medical care", "critical"): Heals(1, days=2),
}
ACTIVITIES = ("active", "rest", "medical care")
STATES = ("mobile", "bed-ridden", "critical")

# Scenes


@dataclass(frozen=True)
class ChallengeKind:
    """What may be challenged of a call, by whom, how it is settled, for what price and by which rule."""

    id: str
    title: str
    who: str
    settled_by: str
    price: str
    rule: str
    gm_may: bool = False


CHALLENGES = (
    ChallengeKind(
        "own-casting",
        "own casting",
        "a player cast (the GM for a recurring character)",
        "caller gives way or compels; duck",
        "1 token to the caller to duck a compulsion",
        "yarn.duck",
        gm_may=True,
    ),
    ChallengeKind(
        "being-left-out",
        "being left out",
        "a player not cast",
        "caller's consent, else rush; block",
        "1 token or 1 bennie to the caller; block 1 bennie",
        "yarn.rush",
    ),
    ChallengeKind("time-jump", "time jump", "any player", "vote", "none", "yarn.challenge-time"),
    ChallengeKind("plot-jump", "plot jump", "any player", "vote", "none", "yarn.challenge-plot"),
    ChallengeKind(
        "narration",
        "what one's character is said to do, or other narration",
        "any player",
        "adjusting, else vote",
        "none",
        "yarn.narration-challenge",
    ),
    ChallengeKind("novelty", "novelty", "any player", "the GM", "none", "yarn.challenge-novelty"),
    ChallengeKind(
        "practical-success",
        "practical success told",
        "any participant",
        "one objection is enough",
        "none",
        "yarn.go-procedural",
        gm_may=True,
    ),
    ChallengeKind(
        "location",
        "detail of a location",
        "any participant",
        "GM admits it, then vote",
        "none",
        "yarn.location-challenge",
        gm_may=True,
    ),
)
GROUNDS = {
    "consistency": "is out of its time or does not suit setting and genre",
    "continuity": "contradicts what is already established",
    "tone": "is ridiculous in some way",
    "believability": "goes against common sense",
}
"""On what grounds a detail of a place is challenged: it ..."""


@dataclass(frozen=True)
class Benefit:
    """What one bennie buys, when, and by which rule."""

    id: str
    title: str
    when: str
    rule: str


BENEFITS = (
    Benefit("drama-token", "1 drama token", "during play", "yarn.bennie-token"),
    Benefit("procedural-token", "1 procedural token", "during play", "yarn.bennie-procedural"),
    Benefit("card", "1 additional card in a procedural scene", "in a procedural scene", "yarn.bennie-procedural"),
    Benefit("queue-jump", "jump the queue and call the next scene", "after any scene", "yarn.bennie-queue-jump"),
    Benefit("rush", "join a scene the caller wants to keep you out of", "at the call or in the scene", "yarn.rush"),
    Benefit("block", "block somebody's attempt to join a scene you called", "at that attempt", "yarn.rush-block"),
    Benefit("burn", "burn 1 token held by another player", "during play", "yarn.bennie-burn"),
)
FORCE, BLOCK = 2, 3
"""What a force and its block cost."""


def kind_of(name: str, field: str) -> TraitKind:
    """The kind of trait of this name. Refuses any other."""
    return pick(field, name, KINDS)
