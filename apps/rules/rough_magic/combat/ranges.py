"""Range bands, and shots beyond what a weapon is made for."""

from dataclasses import dataclass
from typing import Unpack

from apps.rules.dice import Dice, system_dice
from apps.rules.listed import pick
from apps.rules.refusal import Refused
from apps.rules.registry import rule
from apps.rules.rough_magic.lists import BANDS
from apps.rules.rough_magic.options import DEFAULTS, Options
from apps.rules.rough_magic.roll import Boxes, Roll, Sides, facts, rolled


@dataclass(frozen=True)
class InBand:
    band: str


@rule("rough_magic.range-bands")
def range_bands(*, metres: float, options: Options = DEFAULTS) -> InBand:
    """The nearest band that reaches so far (rough_magic.range-bands); close ends where close-range-m says."""
    if isinstance(metres, bool) or not metres >= 0:
        raise Refused("too-low", f"{metres} is no distance: metres are 0 or more.", "metres")
    if metres <= options.close_range_m:
        return InBand(BANDS[0].id)
    return InBand(next(band.id for band in BANDS[1:] if band.metres is None or metres <= band.metres))


def beyond(distance_band: str, effective_band: str) -> int:
    """How many bands a target is farther than the weapon is effective."""
    away = BANDS.index(pick("distance_band", distance_band, BANDS))
    return max(0, away - BANDS.index(pick("effective_band", effective_band, BANDS)))


def may_try(bands: int, gm_allows: bool, options: Options) -> bool:
    """Whether an attack so many bands beyond may be tried at all."""
    return (
        not bands
        or {
            "ask": gm_allows,
            "always allowed": True,
            "one band further only": bands == 1,
            "never": False,
        }[options.beyond_range]
    )


@dataclass(frozen=True, kw_only=True)
class Shot(Roll):
    """A shot; where it is not `legal` nothing was rolled and no action spent."""

    legal: bool
    av_penalties: int


@rule("rough_magic.effective-range")
def effective_range(
    *,
    distance_band: str,
    effective_band: str,
    gm_allows: bool = False,
    av: int | None = None,
    dv: int | None = None,
    options: Options = DEFAULTS,
    dice: Dice = system_dice,
    **boxes: Unpack[Boxes],
) -> Shot:
    """Beyond its range a weapon has a penalty, if the GM allows the attack at all (rough_magic.effective-range).

    The switch beyond-range answers in the GM's stead.
    """
    bands = beyond(distance_band, effective_band)
    penalties, sides = int(bands > 0), Sides(**boxes)
    if not may_try(bands, gm_allows, options):
        return Shot(legal=False, av_penalties=0)
    made = rolled(av, dv, sides.plus(av_penalties=penalties), dice)
    return Shot(**facts(made), legal=True, av_penalties=penalties)
