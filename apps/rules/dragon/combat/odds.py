"""Exact odds of a fight, for forms: binomials, worked out with the rules' own functions."""

from dataclasses import dataclass
from fractions import Fraction
from math import comb, factorial

from apps.rules.dragon.checks import SIDES, Pool
from apps.rules.dragon.combat.damage import damage, hits
from apps.rules.dragon.combat.harm import EACH, falling, is_dying
from apps.rules.dragon.odds import success_odds
from apps.rules.dragon.options import DEFAULTS, Options
from apps.rules.numbers import whole
from apps.rules.odds import Distribution, remembered

# The speed of a turn


@remembered(most=256)
def phase_odds(dice_count: int, rounds: int = SIDES) -> Distribution[int]:
    """How many phases so many speed dice give: different faces, and one for each die if all are the same.

    `rounds`: so many of the ten have not begun; other faces give nothing (dragon.turn).
    """
    weights: dict[int, int] = {}
    for different in range(min(dice_count, SIDES) + 1):
        ways = factorial(different) * _groupings(dice_count, different)
        for counting in range(different + 1):
            phases = min(dice_count, rounds) if different == 1 < dice_count else counting
            sets = comb(rounds, counting) * comb(SIDES - rounds, different - counting)
            weights[phases] = weights.get(phases, 0) + sets * ways
    return Distribution.of(weights)


def _groupings(dice: int, groups: int) -> int:
    """In how many ways dice fall into so many groups that show the same (Stirling's numbers of the second kind)."""
    signed: int = sum((-1) ** (groups - n) * comb(groups, n) * n**dice for n in range(groups + 1))
    return signed // factorial(groups)


# Attacks


@dataclass(frozen=True)
class Column:
    """So much damage, how likely it is, and whether the target falls by it."""

    damage: int
    chance: Fraction
    falls: bool


@dataclass(frozen=True)
class AttackOdds:
    """`hit`: the chance of one; `falls`: that the target falls, None where the hit points are not known."""

    hit: Fraction
    net: Distribution[int]
    columns: tuple[Column, ...]
    falls: Fraction | None

    @property
    def hurt(self) -> Fraction:
        """The chance of any damage: a hit may do none."""
        return sum((one.chance for one in self.columns if one.damage), Fraction())


@dataclass(frozen=True)
class Blow:
    """What an attack does beside its dice; `maximum` is None where the target's hit points are not known."""

    multiple: int
    attack: str
    strength: int = 0
    resistance: int = 0
    cover: int = 0
    bonus: int = 0
    maximum: int | None = None
    taken: int = 0


@remembered(most=4096)
def attack_odds(
    attack: Pool | int, blow: Blow, defence: Pool | None = None, *, options: Options = DEFAULTS
) -> AttackOdds:
    """The odds of an attack against nothing, or against a defence with that pool.

    `attack` is a number where its successes have fallen already (the switch defence-after-attack-roll).
    """
    struck = success_odds(attack) if isinstance(attack, Pool) else Distribution(((attack, 1),))
    stopped = success_odds(defence) if defence else NOTHING
    net = struck.with_(stopped, lambda mine, theirs: mine - theirs - blow.cover)
    harms = net.map(lambda n: _damage(n, blow, options))
    columns = tuple(Column(done, Fraction(n, harms.total), _falls(done, blow)) for done, n in harms)
    falls = None if blow.maximum is None else sum((one.chance for one in columns if one.falls), Fraction())
    return AttackOdds(net.chance(lambda n: hits(n, options)), net, columns, falls)


NOTHING: Distribution[int] = Distribution(((0, 1),))


def _damage(net: int, blow: Blow, options: Options) -> int:
    return damage(
        net=net,
        multiple=blow.multiple,
        attack=blow.attack,
        strength=blow.strength,
        resistance=blow.resistance,
        bonus=blow.bonus,
        options=options,
    ).damage


def _falls(done: int, blow: Blow) -> bool:
    return blow.maximum is not None and not falling(maximum=blow.maximum, taken=blow.taken, new_damage=done).up


# Split dice


# Further, and down


def extra_hexes_odds(pool: Pool, options: Options = DEFAULTS) -> Distribution[int]:
    """How much further somebody gets (dragon.extra-movement)."""
    return success_odds(pool).map(lambda n: n * options.extra_move_per_success)


@dataclass(frozen=True)
class DeathOdds:
    """`unconscious` and `dying` add up to 1; `gaps` has the chances of each gap."""

    unconscious: Fraction
    dying: Fraction
    gaps: tuple[tuple[int, Fraction], ...]


def death_odds(pool: Pool, past: int, options: Options = DEFAULTS) -> DeathOdds:
    """The odds of a Death Check of somebody who is not dying yet, with the pool that `death_pool` gives."""
    whole("past", past, least=0)
    falls = success_odds(pool)
    dying = falls.chance(lambda n: is_dying(n * EACH, past, options))
    gaps = [
        (past - n * EACH, Fraction(weight, falls.total)) for n, weight in falls if is_dying(n * EACH, past, options)
    ]
    return DeathOdds(1 - dying, dying, tuple(sorted(gaps)))
