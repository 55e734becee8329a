"""What fallen dice are worth: the total, dice bought in, the highest rolling die, who has won and by how much."""

from collections.abc import Sequence
from dataclasses import dataclass

from apps.rules.crew.options import DEFAULTS, Options
from apps.rules.crew.steps import Fallen, read_fallen, sides
from apps.rules.numbers import whole
from apps.rules.refusal import Refused
from apps.rules.registry import rule

KEEP, KEEP_WITH_SCALE, KEEP_WHEN_LIMITED = 2, 3, 1
EXCEPTIONAL = 5


def kept_free(*, scale: bool, limited: bool = False) -> int:
    """How many dice count for nothing: one for whoever is Taken Out, three with a Scale die, else two."""
    if limited:
        return KEEP_WHEN_LIMITED
    return KEEP_WITH_SCALE if scale else KEEP


def highest_first(faces: Sequence[int]) -> tuple[int, ...]:
    """The places of all dice that do not show 1, the highest first and equal ones in the order thrown."""
    return tuple(sorted((place for place, face in enumerate(faces) if face > 1), key=lambda place: -faces[place]))


@dataclass(frozen=True)
class Total:
    """`kept` are the dice that make up the total, as (size, face), the highest first; `jinxes` counts the 1s."""

    total: int
    kept: tuple[tuple[int, int], ...]
    jinxes: int
    botch: bool


@rule("crew.total")
def total(*, keep: int = KEEP, extra: int = 0, dice: Fallen) -> Total:
    """The sum of the `keep` highest of the fallen `dice` and of `extra` more; 1s never count (crew.total).

    Of fewer results above 1 the total is those few; 0 with no die at all. Refuses a face that is not on its die.
    """
    fallen = read_fallen(dice)
    faces = [face for _, face in fallen]
    count = whole("keep", keep, least=0) + whole("extra", extra, least=0)
    kept = tuple(fallen[place] for place in highest_first(faces)[:count])
    jinxes = faces.count(1)
    return Total(sum(face for _, face in kept), kept, jinxes, bool(faces) and jinxes == len(faces))


@dataclass(frozen=True)
class Bought:
    """`legal` is False where nothing was bought: total and points are then as before, and `why` says why."""

    legal: bool
    total: int
    pp: int
    jinxes: int
    why: str = ""


@rule("crew.extra-dice")
def extra_dice(*, keep: int = KEEP, pp: int, extra: int = 1, dice: Fallen) -> Bought:
    """The total with `extra` further dice for a plot point apiece, the highest first (crew.extra-dice).

    Not legal with too few points or without that many dice above 1 left to buy.
    """
    whole("pp", pp, least=0)
    before = total(keep=keep, dice=dice)
    left = len(dice) - before.jinxes - len(before.kept)
    try:
        refuse_extra(extra, left, pp)
    except Refused as no:
        return Bought(False, before.total, pp, before.jinxes, no.text)
    return Bought(True, total(keep=keep, extra=extra, dice=dice).total, pp - extra, before.jinxes)


def refuse_extra(wanted: int, left: int, points: int) -> None:
    """Refuses, naming the field "extra", more dice than are `left` to buy or than the `points` pay for."""
    if wanted > left:
        why = "a jinx never counts and everything else does already" if not left else f"only {left} can still be bought"
        raise Refused("nothing-to-buy", f"{_more(wanted)} cannot be kept: {why}.", "extra")
    if wanted > points:
        has = "there is none" if not points else f"there {'is' if points == 1 else 'are'} only {points}"
        raise Refused("no-points", f"{_more(wanted)} cost{'s' * (wanted == 1)} {_points(wanted)}, and {has}.", "extra")


def _more(count: int) -> str:
    return "One more die" if count == 1 else f"{count} more dice"


def _points(count: int) -> str:
    return f"{count} plot point{'' if count == 1 else 's'}"


@dataclass(frozen=True)
class Scale:
    """How many dice are kept, and what that makes of those that fell."""

    keep: int
    total: int
    jinxes: int


@rule("crew.scale")
def scale(*, scale: bool = True, dice: Fallen) -> Scale:
    """The total of fallen `dice`, three kept for the side with the advantage of `scale`, else two (crew.scale).

    The Scale die is among the dice but need not be among the three.
    """
    keep = kept_free(scale=scale)
    made = total(keep=keep, dice=dice)
    return Scale(keep, made.total, made.jinxes)


@dataclass(frozen=True)
class HighestDie:
    """The size of the highest rolling die."""

    die: int


@rule("crew.highest-rolling-die")
def highest_rolling_die(*, dice: Fallen, options: Options = DEFAULTS) -> HighestDie:
    """The die that shows the highest face, kept or not (crew.highest-rolling-die); d12+ counts as d12.

    Of several the largest, or the smallest where the switch highest-die-tie says so. Refuses no dice at all.
    """
    fallen = read_fallen(dice)
    if not fallen:
        raise Refused("no-dice", "No die was thrown here, so there is no highest one.", "dice")
    top = max(face for _, face in fallen)
    sizes = [sides(size) for size, face in fallen if face == top]
    return HighestDie(min(sizes) if options.highest_die_tie == "smaller" else max(sizes))


@dataclass(frozen=True)
class Raised:
    """`success` is the aggressor's; else the defender has won. `margin` is the winner's total less the loser's."""

    success: bool
    margin: int
    exceptional: bool


@rule("crew.raise-the-stakes")
def raise_the_stakes(*, defender_total: int, aggressor_total: int) -> Raised:
    """The aggressor needs a higher total than the defender's; an equal one is not enough (crew.raise-the-stakes)."""
    whole("defender_total", defender_total, least=0)
    whole("aggressor_total", aggressor_total, least=0)
    margin = abs(aggressor_total - defender_total)
    return Raised(aggressor_total > defender_total, margin, margin >= EXCEPTIONAL)


@rule("crew.exceptional-success")
def exceptional_success(*, defender_total: int, aggressor_total: int) -> Raised:
    """Whether the side that wins, either of them, does so by 5 or more (crew.exceptional-success)."""
    return raise_the_stakes(defender_total=defender_total, aggressor_total=aggressor_total)
