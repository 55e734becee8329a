"""Exact odds of Crew's pools, for forms: whole weights, quick enough to be asked at every tap."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import accumulate, zip_longest
from math import comb, prod

from apps.rules.crew.contest import Place
from apps.rules.crew.pools import Pool
from apps.rules.crew.steps import LADDER, SIZES, Size, read, read_all, sides
from apps.rules.crew.totals import EXCEPTIONAL, raise_the_stakes
from apps.rules.dice import Fallen
from apps.rules.numbers import whole
from apps.rules.odds import Distribution, mean

Weights = tuple[int, ...]
"""How often each total falls, from 0 upwards."""


@dataclass(frozen=True)
class PoolOdds:
    """How a pool falls when so many dice are kept. `joint` has the weights of the totals for each number of 1s, which
    stand in `jinxes` by themselves; `jinx` and `two_jinxes` are the chances of at least so many, `botch` that of
    nothing else."""

    keep: int
    totals: Distribution[int]
    jinxes: Distribution[int]
    jinx: Fraction
    two_jinxes: Fraction
    botch: Fraction
    joint: tuple[Weights, ...]

    @property
    def weights(self) -> Weights:
        return _together(self.joint)

    @property
    def mean(self) -> Fraction:
        return mean(self.totals)

    def at_least(self, number: int) -> Fraction:
        """The chance of a total of `number` or more."""
        return self.totals.chance(lambda total: total >= number)


def sides_of(pool: Pool) -> tuple[int, ...]:
    """The dice of a pool, as the functions here take them: the same dice in any order are the same tuple."""
    return tuple(sorted((die.sides for die in pool), reverse=True))


def pool_odds(*, dice: Sequence[Size], keep: int, extra: int = 0, fallen: Iterable[Fallen] = ()) -> PoolOdds:
    """The odds of throwing `dice` and keeping the `keep` highest and `extra` more; 1s never count (crew.total). Of
    dice that fell in a throw that was taken back, those that are in the pool show the same faces again."""
    count = whole("keep", keep, least=0) + whole("extra", extra, least=0)
    return _pool_odds(*_told_apart(_multiset(dice), fallen), count)


def _told_apart(dice: tuple[int, ...], fallen: Iterable[Fallen]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The dice that are still to fall, and the faces of those that have."""
    left, faces = list(dice), list[int]()
    for size, face in fallen:
        if size in left:
            left.remove(size)
            faces.append(face)
    return tuple(left), tuple(sorted(faces))


def _multiset(dice: Sequence[Size]) -> tuple[int, ...]:
    return tuple(sorted(map(sides, read_all(dice, "dice", LADDER)), reverse=True))


@lru_cache(maxsize=4096)
def _pool_odds(dice: tuple[int, ...], faces: tuple[int, ...], keep: int) -> PoolOdds:
    joint = _joint(dice, faces, keep)
    by_jinxes = [sum(weights) for weights in joint]
    everything = sum(by_jinxes)
    one, two = (Fraction(sum(by_jinxes[jinxes:]), everything) for jinxes in (1, 2))
    botch = Fraction(by_jinxes[-1] if dice or faces else 0, everything)
    totals = Distribution.of(dict(enumerate(_together(joint))))
    return PoolOdds(keep, totals, Distribution.of(dict(enumerate(by_jinxes))), one, two, botch, joint)


def forget() -> None:
    """Forgets what has been worked out, so that its cost can be measured."""
    _pool_odds.cache_clear()


def _together(joint: Sequence[Weights]) -> Weights:
    return tuple(map(sum, zip_longest(*joint, fillvalue=0)))


# A die known to show no more than a face f shows each of 1 to f equally often, whatever its size. So the faces are gone
# through from the highest down, and all that matters is how many dice have not shown one yet: those left in the end
# show 1. The weights by total for each such number are the digits of one large whole number, which makes adding a face
# a shift and adding weights an addition. Dice whose faces are known are kept along with those that show the same.


def _joint(dice: tuple[int, ...], faces: tuple[int, ...], keep: int) -> tuple[Weights, ...]:
    """For each number of 1s the weights of the totals."""
    digit = prod(dice).bit_length() + 1
    left = {0: 1}
    come = 0
    for face in range(max((*dice, *faces), default=1), 1, -1):
        new, certain = dice.count(face), faces.count(face)
        come += new
        left = _those_showing(face * digit, {n + new: packed for n, packed in left.items()}, keep - come, certain)
        come += certain
    jinxes = (n - faces.count(1) for n in range(len(dice) + len(faces) + 1))
    return tuple(_digits(left.get(n, 0), digit) for n in jinxes)


def _those_showing(shift: int, left: dict[int, int], room: int, certain: int) -> dict[int, int]:
    """After any number of the dice left showed a face, and `certain` ones too; with n dice left, `room` + n more can be
    kept."""
    after: dict[int, int] = {}
    for n, packed in left.items():
        for showing in range(n + 1):
            kept = max(0, min(showing + certain, room + n))
            after[n - showing] = after.get(n - showing, 0) + comb(n, showing) * (packed << kept * shift)
    return after


def _digits(packed: int, digit: int) -> Weights:
    mask = (1 << digit) - 1
    return tuple(packed >> at & mask for at in range(0, max(packed.bit_length(), 1), digit))


@dataclass(frozen=True)
class Versus:
    """The `chance` to win; to win `clean`, with no 1 thrown; of an `exceptional` success, and of the other side's."""

    chance: Fraction
    clean: Fraction
    exceptional: Fraction
    beaten_exceptionally: Fraction


def _versus(odds: PoolOdds, other: Weights, place: Place) -> Versus:
    mine, least = odds.weights, _least_ahead(place)
    everything = sum(mine) * sum(other)
    ahead = (
        _ahead(mine, other, least),
        _ahead(odds.joint[0], other, least),
        _ahead(mine, other, EXCEPTIONAL),
        _ahead(other, mine, EXCEPTIONAL),
    )
    return Versus(*(Fraction(weight, everything) for weight in ahead))


def _least_ahead(place: Place) -> int:
    """By how much a total must be ahead to win: the rule itself says who has an equal one."""
    equal_is_enough = raise_the_stakes(defender_total=0, aggressor_total=0).success == (place == "aggressor")
    return 0 if equal_is_enough else 1


def _ahead(mine: Weights, other: Weights, by: int) -> int:
    """How often mine is ahead of the other by so much."""
    up_to = tuple(accumulate(other))
    return sum(weight * up_to[min(total - by, len(up_to) - 1)] for total, weight in enumerate(mine) if total >= by)


@dataclass(frozen=True)
class Preview:
    """What a pool is worth before it is thrown, and what `one_more` plot point would make of it (None where there is no
    die left to buy). `versus` and `versus_one_more` are None where nothing is known of the other side."""

    odds: PoolOdds
    one_more: PoolOdds | None
    versus: Versus | None = None
    versus_one_more: Versus | None = None


def preview(
    *,
    dice: Sequence[Size],
    keep: int,
    place: Place = "aggressor",
    number: int | None = None,
    other: Sequence[Size] = (),
    other_keep: int = 2,
    fallen: Sequence[Fallen] = (),
    other_fallen: Sequence[Fallen] = (),
) -> Preview:
    """The odds of a pool of `dice` against the `number` that stands, else against the `other` pool, if there is one.

    `keep` are the free dice of crew.pool, `other_keep` the other side's; nobody's bought dice are counted, except for
    the one more. `fallen` and `other_fallen` are dice of a throw that was taken back. Refuses a size that is none.
    """
    odds = pool_odds(dice=dice, keep=keep, fallen=fallen)
    more = pool_odds(dice=dice, keep=keep, extra=1, fallen=fallen) if len(dice) > keep else None
    if number is None and not other:
        return Preview(odds, more)
    theirs = None if number is not None else pool_odds(dice=other, keep=other_keep, fallen=other_fallen)
    against = theirs.weights if theirs else _standing(number or 0)
    return Preview(odds, more, _versus(odds, against, place), _versus(more, against, place) if more else None)


def _standing(number: int) -> Weights:
    return (0,) * whole("number", number, least=0) + (1,)


@dataclass(frozen=True)
class HeroOdds:
    """What one Big Damn Hero die may do: the `chance` to win with it, of an `exceptional` success, and of a `jinx`."""

    chance: Fraction
    exceptional: Fraction
    jinx: Fraction


def hero_odds(*, size: Size, mine: int, theirs: int, place: Place = "aggressor", face: int | None = None) -> HeroOdds:
    """The odds of adding a stored die to my total (crew.big-damn-hero-use), hero dice counting for the margin; `face`
    is that of one that has fallen already."""
    faces = range(1, read(size, "size", SIZES) + 1) if face is None else (face,)
    ends = [mine + (one if one > 1 else 0) - theirs for one in faces]
    wins, far = (sum(margin >= by for margin in ends) for by in (_least_ahead(place), EXCEPTIONAL))
    count = len(faces)
    return HeroOdds(Fraction(wins, count), Fraction(far, count), Fraction(sum(one == 1 for one in faces), count))
