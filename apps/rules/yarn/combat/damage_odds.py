"""Exact odds of what a hit leaves: damage through armour, as numbers of hit points that are suffered."""

from apps.rules.odds import Distribution, sum_of
from apps.rules.yarn.combat.armour import HOLLOW_FACTOR, Worn, half_up
from apps.rules.yarn.combat.lists import HOLLOW, PIERCING
from apps.rules.yarn.odds import blow_odds, hit_odds
from apps.rules.yarn.options import DEFAULTS, Options
from apps.rules.yarn.pool import SIDES, Pool

Points = Distribution[int]
Blows = Distribution[tuple[int, int]]
"""By how much an attack is better, and its damage before anything divides it; both 0 for a miss."""


def certain(points: int) -> Points:
    """A number that is sure."""
    return Distribution(((points, 1),))


def dealt_odds(
    attack: Pool,
    defence: Pool,
    factor: int,
    most: int,
    options: Options = DEFAULTS,
    *,
    others: Options | None = None,
) -> Blows:
    """How often an attack deals so much: the difference times the factor, or by dice (yarn.alternate-damage). What is
    better by more than `most` counts as better by `most`; `others` are the options of the defence."""
    if options.alternate_damage != "on":
        return hit_odds(attack, defence, options, others=others).map(lambda n: (min(n, most), n * factor))
    times = blow_odds(attack, defence, options, others=others)
    falls = times.map(lambda blow: (min(blow[0], most), (blow[0] > 0) + blow[1]))
    return falls.with_(sum_of(factor, SIDES), lambda blow, n: (blow[0], n * blow[1]))


def suffered_odds(
    gross: Points, kind: str, armour: Worn, ammunition: str = "standard", options: Options = DEFAULTS
) -> Points:
    """How often so many points come through armour, of damage that falls so often (yarn.damage-order).

    `kind` is "normal" or "bullet", as `kind_of_attack` says; what a taser does `taser_odds` tells.
    """
    if kind == "bullet" and ammunition == PIERCING:
        return gross.map(lambda n: half_up(max(0, n - armour.rating), 2))
    roll = sum_of(armour.dice, SIDES).shift(armour.points)
    if kind != "bullet":
        return gross.with_(roll, lambda n, off: max(0, n - off - armour.bullet_proof))
    times = HOLLOW_FACTOR if ammunition in HOLLOW else 0
    left = gross.with_(roll, lambda n, off: max(0, n - (off * times if times else off // 2)))
    return left.with_(_divisors(armour.bullet_proof, times or 1, options), half_up)


def _divisors(count: int, times: int, options: Options) -> Points:
    """What bullet-proof dice divide by; a single 1 was not in the way."""
    if not count:
        return certain(1)
    missed = count == 1 and (times == 1 or options.vest_one_with_hollow_point == "no effect")
    return sum_of(count, SIDES).map(lambda n: 1 if missed and n == 1 else times * n)


def shocked_odds(blows: Blows, armour: Worn) -> Points:
    """All of it, or nothing where armour is worth the difference (yarn.taser-armour)."""
    return blows.with_(_worth(armour), lambda blow, protection: 0 if protection >= blow[0] else blow[1])


def taser_odds(difference: int, full: int, armour: Worn) -> Points:
    """The same for a difference that is known."""
    return shocked_odds(Distribution((((difference, full), 1),)), armour)


def stops_at_most(armour: Worn) -> int:
    """The greatest difference at which a taser may be stopped."""
    return max(_worth(armour).outcomes)


def _worth(armour: Worn) -> Points:
    return sum_of(armour.dice, SIDES).shift(armour.points + armour.bullet_proof)
