"""Sheets of people: attributes, skills, and the traits that join a pool."""

from collections.abc import Sequence
from dataclasses import dataclass

from apps.rules.crew.lists import ATTRIBUTES, CREW_SHEET, RATINGS, ROLES, SKILLS, TRIGGER_EFFECTS, SheetRow, pick
from apps.rules.crew.options import DEFAULTS, Options
from apps.rules.crew.steps import SIZES, Size, read, read_all
from apps.rules.numbers import whole
from apps.rules.refusal import Refused
from apps.rules.registry import rule

UNTRAINED = 4
"""The die of a skill with nothing on the sheet."""
SPECIALTY = 6
DISTINCTION, IN_THE_WAY = 8, 4
"""The die of a Distinction that helps, and of one that gets in the way and earns a plot point."""
SIGNATURE_SIZES = (6, 8)
CREW_SIZES = (6, 8, 10)


@dataclass(frozen=True)
class Rated:
    """Whether an attribute may be rated so, and the die that it brings to a pool."""

    legal: bool
    added: tuple[int, ...]


def attribute_sizes(kind: str) -> tuple[int, ...]:
    """What the attributes of somebody of this role may be: d6 to d10, any size for GMCs."""
    return CREW_SIZES if pick("kind", kind, ROLES).id == "crewmember" else SIZES


@rule("crew.attributes")
def attributes(*, attribute: str, size: Size, kind: str = "crewmember") -> Rated:
    """The die of one of the three attributes (crew.attributes); `kind` is a role's id. Not `legal`: a size refused."""
    pick("attribute", attribute, ATTRIBUTES)
    die = read(size)
    legal = die in attribute_sizes(kind)
    return Rated(legal, (die,) * legal)


@dataclass(frozen=True)
class Grade:
    """How good somebody with this die is."""

    die: int
    rating: str


@rule("crew.skill-ratings")
def skill_ratings(*, die: Size = UNTRAINED) -> Grade:
    """What a skill's die tells of its owner (crew.skill-ratings); with nothing on the sheet it is d4."""
    size = read(die, "die")
    return Grade(size, RATINGS[SIZES.index(size)].title)


@dataclass(frozen=True)
class SkillDie:
    """A skill with its die."""

    id: str
    title: str
    size: int
    covers: str


@rule("crew.skills")
def skills(*, skill: str, size: Size = UNTRAINED) -> SkillDie:
    """One of the nineteen skills (crew.skills); with nothing on the sheet it is d4."""
    row = pick("skill", skill, SKILLS)
    return SkillDie(row.id, row.title, read(size), row.covers)


@dataclass(frozen=True)
class Joined:
    """What joins the pool, and the plot points once it is thrown."""

    added: tuple[int, ...]
    pp: int = 0


@rule("crew.specialty")
def specialty(*, skill: Size, specialty: bool = True) -> Joined:
    """A d6 where a Specialty of the skill in the pool, whose die is `skill`, fits (crew.specialty)."""
    read(skill, "skill")
    return Joined((SPECIALTY,) * specialty)


@rule("crew.distinction")
def distinction(*, distinction: Size, pp: int = 0) -> Joined:
    """d8 where it helps; d4, and a plot point once the dice are thrown, where it is in the way (crew.distinction)."""
    die = read(distinction, "distinction", (IN_THE_WAY, DISTINCTION))
    whole("pp", pp, least=0)
    return Joined((die,), pp + (die == IN_THE_WAY))


@rule("crew.signature-asset")
def signature_asset(*, signature_assets: Sequence[Size], options: Options = DEFAULTS) -> Joined:
    """The dice of those that fit, each d6 or d8 (crew.signature-asset).

    Refuses a second one under the switch signature-assets-per-roll.
    """
    dice = read_all(signature_assets, "signature_assets", SIGNATURE_SIZES)
    if options.signature_assets_per_roll == "1" and len(dice) > 1:
        why = f"{len(dice)} Signature Assets are too many: this table plays with one in a pool."
        raise Refused("one-signature-asset", why, "signature_assets")
    return Joined(dice)


@dataclass(frozen=True)
class Triggered:
    """Plot points (of the bank for a Major GMC) afterwards; `effect` is empty where nothing happens or people do it."""

    legal: bool
    pp: int
    effect: str


def why_no_trigger(*, trigger_pp: int, pp: int, wanted: bool = True, agreed: bool = True) -> Refused | None:
    """Why a trigger cannot be activated now, or None if it can. `pp`: plot points at hand, a callback is one more."""
    whole("trigger_pp", trigger_pp, least=-1, most=1)
    whole("pp", pp, least=0)
    if not wanted:
        return Refused("not-wanted", "A trigger happens only if its player wants it.")
    if not agreed:
        return Refused("not-agreed", "The GM does not see this trigger apply here.")
    if pp + trigger_pp < 0:
        return Refused("no-points", "This trigger costs 1 plot point, and none is left.", "pp")
    return None


@rule("crew.triggers")
def triggers(*, trigger_pp: int, pp: int, effect: str = "", wanted: bool = True, agreed: bool = True) -> Triggered:
    """A trigger that costs a plot point (-1), costs nothing (0) or pays one (+1) (crew.triggers).

    `effect` is an id of TRIGGER_EFFECTS, empty for what the people do themselves.
    """
    known = pick("effect", effect, TRIGGER_EFFECTS).id
    if why_no_trigger(trigger_pp=trigger_pp, pp=pp, wanted=wanted, agreed=agreed):
        return Triggered(False, pp, "")
    return Triggered(True, pp + trigger_pp, known)


@dataclass(frozen=True)
class Sheet:
    """The fields of a sheet, and the die that the skill counts as."""

    fields: tuple[SheetRow, ...]
    size: int


@rule("crew.sheet")
def sheet(*, skill: Size = "") -> Sheet:
    """What a crewmember's or Major GMC's sheet holds (crew.sheet); an empty skill counts as d4."""
    return Sheet(CREW_SHEET, read(skill or UNTRAINED, "skill"))
