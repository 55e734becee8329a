"""Exact odds of what ships do, for forms.

What the other side may roll is a distribution: `total_spread(bonus)` of somebody whose numbers are known, `certain`
of a finished total, None of somebody unknown. Against the unknown no chance to win is told, only one's `own` odds.
"""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

from apps.rules.dragonfly.checks import SIDES, success_levels
from apps.rules.dragonfly.lists import COVERS, pick
from apps.rules.dragonfly.odds import CheckOdds, check_odds, total_spread
from apps.rules.dragonfly.options import DEFAULTS, Options
from apps.rules.dragonfly.ships.chase import Runner, even_chase
from apps.rules.dragonfly.ships.dogfight import hits, in_position
from apps.rules.dragonfly.ships.sensors import cover_on, hidden_from, hide_parts
from apps.rules.numbers import whole
from apps.rules.odds import Distribution, die, remembered
from apps.rules.parts import total_of

Totals = Distribution[int]


def certain(total: int) -> Totals:
    """A finished total, or an Ability Score."""
    return Distribution(((whole("total", total), 1),))


def _chance(own: Totals, other: Totals | None, wins: Callable[[int, int], bool]) -> Fraction | None:
    return None if other is None else own.with_(other, wins).chance(bool)


@dataclass(frozen=True)
class Odds:
    """The `chance` of what is tried, None against somebody unknown, and the odds of one's own total."""

    chance: Fraction | None
    own: CheckOdds


@dataclass(frozen=True)
class PositionOdds(Odds):
    """The chance of firing position, and how many piloting successes come with it."""

    piloting_levels: Distribution[int] | None


@remembered(most=4096)
def position_odds(
    *, bonus: int, target: Totals | None, options: Options = DEFAULTS, face: int | None = None
) -> PositionOdds:
    """Maneuver for Position with this bonus, qualities included; the target's total is 0 without drive controls."""

    def levels(mine: int, theirs: int) -> int:
        return success_levels(total=mine).success_levels if wins(mine, theirs) else 0

    def wins(mine: int, theirs: int) -> bool:
        return in_position(mine, theirs, options=options)

    own = check_odds(modifier=bonus, face=face)
    gained = None if target is None else own.totals.with_(target, levels)
    return PositionOdds(_chance(own.totals, target, wins), own, gained)


@remembered(most=4096)
def fire_odds(*, bonus: int, evades: bool, evasion: Totals | None = None) -> Odds:
    """A shot at a ship that does not evade, or that `evades` with this total."""
    own = check_odds(modifier=bonus)
    return Odds(_chance(own.totals, evasion, hits) if evades else own.chance, own)


@remembered(most=4096)
def evasion_odds(*, bonus: int, attack: Totals | None, face: int | None = None) -> Odds:
    """An evasion of a shot, whether the shot is over 9 or not: to stay unhit."""
    own = check_odds(modifier=bonus, face=face)
    return Odds(_chance(own.totals, attack, lambda mine, theirs: not hits(theirs, mine)), own)


@dataclass(frozen=True)
class HideOdds:
    """The chances to find a place, and to be hidden in the end: None if the operator is unknown.

    `totals` are those of the Pilot roll once a place is found, whatever cover it gives.
    """

    found: Fraction
    hidden: Fraction | None
    totals: Totals


@remembered(most=4096)
def hide_odds(*, find_bonus: int, hide_bonus: int, size: int, cover: str | None, detect: Totals | None) -> HideOdds:
    """Hiding; `find_bonus` with the gain of the own sensors, `cover` None where a die tells it."""
    found = check_odds(modifier=find_bonus).chance
    modifiers = {row.id: total_of(hide_parts(size=size, cover=row.id)) for row in COVERS}
    faces = die(SIDES).map(lambda face: modifiers[cover_on(face).id])
    covers = faces if cover is None else certain(modifiers[pick("cover", cover, COVERS).id])
    totals = total_spread(hide_bonus).with_(covers, int.__add__)
    stays = _chance(totals, detect, hidden_from)
    return HideOdds(found, None if stays is None else found * stays, totals)


@remembered(most=4096)
def detect_odds(*, bonus: int, hide: Totals | None, face: int | None = None) -> Odds:
    """An operator's roll, range and gain included: to notice a ship that hides with this total."""
    own = check_odds(modifier=bonus, face=face)
    return Odds(_chance(own.totals, hide, lambda mine, theirs: not hidden_from(theirs, mine)), own)


@dataclass(frozen=True)
class ChaseOdds:
    """The chances of each ending; they add up to 1."""

    fleeing: Fraction
    pursuing: Fraction
    none: Fraction


@remembered(most=4096)
def chase_odds(*, fleeing: Totals, pursuing: Totals, options: Options = DEFAULTS) -> ChaseOdds:
    """An even chase; who does not know the other pilot has the odds of a plain check."""

    def winner(flees: int, pursues: int) -> Runner:
        return even_chase(flees, pursues, options=options)

    ends: Distribution[Runner] = fleeing.with_(pursuing, winner)
    words: tuple[Runner, ...] = ("fleeing", "pursuing", "none")
    return ChaseOdds(*(Fraction(ends.weight(word), ends.total) for word in words))
