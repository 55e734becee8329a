"""Exact odds of what a hit leaves: damage through armour, as numbers of hit points that are suffered."""

from apps.rules.odds import Distribution, sum_of
from apps.rules.yarn.combat.armour import HOLLOW_FACTOR, Worn, half_up
from apps.rules.yarn.combat.lists import HOLLOW, PIERCING
from apps.rules.yarn.options import DEFAULTS, Options
from apps.rules.yarn.pool import SIDES

Points = Distribution[int]


def certain(points: int) -> Points:
    """A number that is sure."""
    return Distribution(((points, 1),))


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


def taser_odds(difference: int, full: int, armour: Worn) -> Points:
    """All of it, or nothing where armour is worth the difference (yarn.taser-armour)."""
    worth = sum_of(armour.dice, SIDES).shift(armour.points + armour.bullet_proof)
    return worth.map(lambda protection: 0 if protection >= difference else full)
