"""How far a target is, and whether a weapon is made for that (rough_magic.range-bands, rough_magic.effective-range)."""

from __future__ import annotations

from apps.characters.rough_magic.sheet import Arm
from apps.combat.rough_magic.attacks.values import kind_of
from apps.rules.refusal import Refused
from apps.rules.rough_magic.combat import ranges as rules
from apps.rules.rough_magic.lists import BANDS
from apps.rules.rough_magic.options import Options

TITLES = {band.id: band.title for band in BANDS}
FROM_AFAR = "ask"
"""The answer of the switch beyond-range with which the GM is asked."""


def band_of(distance: int, options: Options) -> str:
    """The band of a distance, by its id."""
    return rules.range_bands(metres=distance, options=options).band


def is_adjacent(distance: int | None, options: Options) -> bool:
    """Whether a shot is made from within arm's length (rough_magic.prone)."""
    return distance is not None and band_of(distance, options) == BANDS[0].id


def beyond(arm: Arm, distance: int | None, options: Options) -> int:
    """How many bands a target is beyond the effective range, at least one where metres on the sheet are exceeded; 0
    where it is not, or where nobody knows how far it is."""
    if kind_of(arm) == "close" or distance is None or arm.range is None or distance <= arm.range:
        return 0
    return max(1, rules.beyond(band_of(distance, options), band_of(arm.range, options)))


def asks_gm(bands: int, options: Options) -> bool:
    """Whether the GM decides about such a shot before it is made."""
    return bands > 0 and options.beyond_range == FROM_AFAR


def why_out_of_reach(arm: Arm, distance: int | None, options: Options) -> Refused | None:
    """Why an attack from so far is none, whoever is asked; None if it may be tried, perhaps with the GM's yes."""
    if distance is None:
        return None
    if kind_of(arm) == "close":
        reach = max(options.close_range_m, arm.range or 0)
        words = f"{distance} m is too far for close combat: {arm.name} reaches {reach} m. Move first."
        return Refused("too-far", words, "target") if distance > reach else None
    bands = beyond(arm, distance, options)
    if rules.may_try(bands, True, options):
        return None
    words = f"{distance} m is beyond what {arm.name} is made for, {arm.range} m, and this table allows no such shot."
    return Refused("beyond", words, "target")
