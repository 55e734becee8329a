"""Finding ships and hiding from them."""

from dataclasses import dataclass
from typing import Literal

from apps.rules.dice import Dice, system_dice
from apps.rules.dragonfly.checks import SIDES, Check, resisted_winner, rolled
from apps.rules.dragonfly.lists import BEYOND, COVERS, SENSOR_GAINS, SPACE_RANGES, Cover, pick
from apps.rules.dragonfly.options import DEFAULTS, Options
from apps.rules.dragonfly.ships.sheet import counting, space_range
from apps.rules.numbers import one_of, whole
from apps.rules.parts import Part, total_of
from apps.rules.refusal import Refused
from apps.rules.registry import rule

RANGES = (*(row.id for row in SPACE_RANGES), BEYOND)


@dataclass(frozen=True)
class Sensed:
    """What the sensors show: that a ship is there and where, nothing, or that it takes a test (`hiding`)."""

    detected: Literal["yes", "no", "test-needed"]


@rule("dragonfly.automatic-sensing")
def automatic_sensing(*, range: str, target_hiding: bool, sensors_out: bool = False) -> Sensed:
    """What a ship knows of another one at this range, or "beyond" (dragonfly.automatic-sensing).

    With its sensors out it sees at visual range only.
    """
    one_of("range", range, RANGES)
    if range == BEYOND or (sensors_out and range != "visual"):
        return Sensed("no")
    return Sensed("test-needed" if target_hiding else "yes")


@dataclass(frozen=True)
class SensorModifier:
    """What range and gain add to an operator's roll."""

    modifier: int
    parts: tuple[Part, ...]


@rule("dragonfly.sensor-modifiers")
def sensor_modifiers(*, range: str, gain: str) -> SensorModifier:
    """The modifier of an operator's roll (dragonfly.sensor-modifiers). Refuses ranges beyond Extreme."""
    row = space_range(range=range)
    parts = counting(Part(f"range-{row.id}", row.sensor_modifier, "rule"), *find_parts(gain=gain))
    return SensorModifier(total_of(parts), parts)


# hiding, roll by roll


def find_parts(*, gain: str) -> tuple[Part, ...]:
    """What a ship's own sensors add to the Notice test for a place to hide."""
    row = pick("gain", gain, SENSOR_GAINS)
    return counting(Part(f"gain-{row.id}", row.modifier, "rule"))


def cover_on(face: int) -> Cover:
    """The cover that a d10 finds: 1-6 light, 7-9 medium, 10 heavy."""
    whole("face", face, least=1, most=SIDES)
    return next(row for row in COVERS if row.die_from and row.die_to and row.die_from <= face <= row.die_to)


def cover_of(*, cover: str | None, options: Options = DEFAULTS) -> Cover | None:
    """The cover that the Director named, or None where a die tells it.

    Refuses to leave it to the die where the switch random-cover is off.
    """
    if cover is not None:
        return pick("cover", cover, COVERS)
    if not options.random_cover:
        text = "At this table the Director names the cover: none, light, medium or heavy."
        raise Refused("name-cover", text, "cover")
    return None


def hide_parts(*, size: int, cover: str) -> tuple[Part, ...]:
    """What goes onto the hiding pilot's roll besides the pilot's own numbers."""
    smaller = counting(Part("size", -whole("size", size, least=0), "rule"))
    return (*smaller, *_cover_parts(pick("cover", cover, COVERS)))


def _cover_parts(cover: Cover) -> tuple[Part, ...]:
    return counting(Part(f"cover-{cover.id}", cover.modifier, "rule"))


def detect_parts(*, range: str, gain: str, size: int, options: Options = DEFAULTS) -> tuple[Part, ...]:
    """What goes onto the operator's roll; the `size` of the hider only with the switch size-counts-twice."""
    again = whole("size", size, least=0) if options.size_counts_twice else 0
    return (*sensor_modifiers(range=range, gain=gain).parts, *counting(Part("size", again, "rule")))


def hidden_from(hide_total: int, detect_total: int) -> bool:
    """Whether a ship is hidden from another: its pilot's total is 9 or more and beats the operator's."""
    return resisted_winner(hide_total, detect_total, has_defender=True) == "active"


@dataclass(frozen=True)
class Hiding:
    """An attempt to hide from one ship. Without a place `found` nothing more is rolled, and totals are None."""

    find_total: int
    found: bool
    cover: str | None
    hide_total: int | None
    detect_total: int | None
    hidden: bool
    find: Check
    cover_face: int | None
    hide: Check | None
    detect: Check | None


@rule("dragonfly.hiding")
def hiding(
    *,
    find_bonus: int,
    own_gain: str,
    hide_bonus: int,
    size: int,
    detect_bonus: int,
    detector_gain: str,
    range: str,
    cover: str | None = None,
    dice: Dice = system_dice,
    options: Options = DEFAULTS,
) -> Hiding:
    """An attempt to hide from one ship (dragonfly.hiding): find, cover, hide, detect, in this order of dice.

    `cover` is an id of COVERS if the Director names it. Of several ships that look each operator rolls against the
    same Pilot roll.
    """
    named = cover_of(cover=cover, options=options)
    search = _with("find_bonus", find_bonus, find_parts(gain=own_gain))
    hides = _with("hide_bonus", hide_bonus, hide_parts(size=size, cover="none"))
    sensors = detect_parts(range=range, gain=detector_gain, size=size, options=options)
    looks = _with("detect_bonus", detect_bonus, sensors)
    find = rolled(search, dice)
    if not find.success:
        return Hiding(find.total, False, None, None, None, False, find, None, None, None)
    face = None if named else dice(1, SIDES)[0]
    place = named or cover_on(face or 0)
    hide = rolled((*hides, *_cover_parts(place)), dice)
    detect = rolled(looks, dice)
    hidden = hidden_from(hide.total, detect.total)
    return Hiding(find.total, True, place.id, hide.total, detect.total, hidden, find, face, hide, detect)


def _with(field: str, bonus: int, parts: tuple[Part, ...]) -> tuple[Part, ...]:
    return counting(Part("bonus", whole(field, bonus), "modifier"), *parts)


@dataclass(frozen=True)
class Told:
    """What somebody learns of an attempt to hide: the `rolls`, the `place`, whether the ship is hidden."""

    rolls: bool
    place: bool
    outcome: bool


Who = Literal["director", "hider", "detector", "others"]


def told_of_hiding(*, who: Who, options: Options = DEFAULTS) -> Told:
    """Who learns what (dragonfly.hiding), so that a hidden ship is not given away by its roll.

    The Director learns all, the hider the place found, the ship that looks the outcome, and everybody all of it with
    the switch open-hiding-rolls.
    """
    one_of("who", who, ("director", "hider", "detector", "others"))
    if options.open_hiding_rolls or who == "director":
        return Told(True, True, True)
    return Told(False, who == "hider", who == "detector")


@dataclass(frozen=True)
class Noticed:
    """What the other ship learns; the hiding ends only where the location is known."""

    presence_known: bool
    location_known: bool


@rule("dragonfly.hidden-movement")
def hidden_movement(*, moved: bool, out_of_line_of_sight: bool) -> Noticed:
    """What gives a hidden ship away that `moved` or used its engines (dragonfly.hidden-movement)."""
    return Noticed(moved, moved and not out_of_line_of_sight)
