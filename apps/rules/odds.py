"""Exact odds: distributions with whole-number weights, no floating point.

The cached functions are cheap to ask again: a form asks for them at every change.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import product
from math import comb
from typing import Generic, TypeVar, cast

T = TypeVar("T")
U = TypeVar("U")
F = TypeVar("F", bound=Callable[..., object])


def remembered(*, most: int) -> Callable[[F], F]:
    """What it gave for the last so many questions is not worked out again. `lru_cache` alone hides what is asked and
    given from the type checker."""
    return cast(Callable[[F], F], lru_cache(maxsize=most))


@dataclass(frozen=True)
class Distribution(Generic[T]):
    """How often each outcome falls: pairs of (outcome, weight), each outcome once, every weight over 0."""

    pairs: tuple[tuple[T, int], ...]

    @classmethod
    def of(cls, weights: Mapping[T, int]) -> "Distribution[T]":
        """From a mapping of outcome to weight; sorted where the outcomes can be, zero weights left out."""
        pairs = [(outcome, weight) for outcome, weight in weights.items() if weight]
        with suppress(TypeError):
            pairs.sort()
        return cls(tuple(pairs))

    @property
    def total(self) -> int:
        """All weights together."""
        return sum(weight for _, weight in self.pairs)

    @property
    def outcomes(self) -> tuple[T, ...]:
        return tuple(outcome for outcome, _ in self.pairs)

    @property
    def chances(self) -> tuple[tuple[T, Fraction], ...]:
        """Each outcome with its chance."""
        total = self.total
        return tuple((outcome, Fraction(weight, total)) for outcome, weight in self.pairs)

    def __iter__(self) -> Iterator[tuple[T, int]]:
        return iter(self.pairs)

    def weight(self, outcome: T) -> int:
        """The weight of one outcome, 0 if it cannot fall."""
        return dict(self.pairs).get(outcome, 0)

    def chance(self, predicate: Callable[[T], bool]) -> Fraction:
        """The chance that an outcome fits."""
        return Fraction(sum(weight for outcome, weight in self.pairs if predicate(outcome)), self.total)

    def map(self, function: Callable[[T], U]) -> "Distribution[U]":
        """The distribution of `function(outcome)`."""
        weights: dict[U, int] = {}
        for outcome, weight in self.pairs:
            image = function(outcome)
            weights[image] = weights.get(image, 0) + weight
        return Distribution.of(weights)

    def shift(self: "Distribution[int]", by: int) -> "Distribution[int]":
        """Every outcome greater by `by`."""
        return Distribution(tuple((outcome + by, weight) for outcome, weight in self.pairs))

    def with_(self, other: "Distribution[U]", function: Callable[[T, U], "V"]) -> "Distribution[V]":
        """The distribution of `function(mine, theirs)` where the two fall independently."""
        weights: dict[V, int] = {}
        for (mine, n), (theirs, m) in product(self.pairs, other.pairs):
            image = function(mine, theirs)
            weights[image] = weights.get(image, 0) + n * m
        return Distribution.of(weights)


V = TypeVar("V")


@dataclass(frozen=True)
class Comparison:
    """Chances that the first of two independent numbers is `higher`, `equal` or `lower`; they add up to 1."""

    higher: Fraction
    equal: Fraction
    lower: Fraction


def mean(falls: Distribution[int]) -> Fraction:
    """What falls on average."""
    return sum((outcome * chance for outcome, chance in falls.chances), Fraction())


@remembered(most=256)
def die(sides: int) -> Distribution[int]:
    """One die: 1 to `sides`, each equally likely."""
    return Distribution(tuple((face, 1) for face in range(1, sides + 1)))


@remembered(most=256)
def sum_of(count: int, sides: int) -> Distribution[int]:
    """The sum of `count` dice; 0 for certain if there are none."""
    weights = [1]
    for _ in range(count):
        weights = _one_die_more(weights, sides)
    return Distribution(tuple(enumerate(weights, start=count)))


def _one_die_more(weights: list[int], sides: int) -> list[int]:
    """Weights by sum, counted from the least one: a window of `sides` weights moves along."""
    window, wider = 0, []
    for n in range(len(weights) + sides - 1):
        window += weights[n] if n < len(weights) else 0
        window -= weights[n - sides] if n >= sides else 0
        wider.append(window)
    return wider


@remembered(most=256)
def highest_of(count: int, sides: int, keep: int) -> Distribution[int]:
    """The sum of the `keep` highest of `count` dice."""
    states = {(count, 0): 1}
    for face in range(sides, 0, -1):
        states = _those_showing(face, states, count - keep)
    return Distribution.of({total: weight for (left, total), weight in states.items() if not left})


def _those_showing(face: int, states: dict[tuple[int, int], int], drop: int) -> dict[tuple[int, int], int]:
    """States (dice not yet settled, sum so far), after any number of dice showed `face`; the highest comes first."""
    after: dict[tuple[int, int], int] = {}
    for (left, total), weight in states.items():
        for showing in range(left + 1):
            kept = min(showing, max(0, left - drop))
            state = left - showing, total + kept * face
            after[state] = after.get(state, 0) + weight * comb(left, showing)
    return after


@remembered(most=256)
def lowest_of(count: int, sides: int, keep: int) -> Distribution[int]:
    """The sum of the `keep` lowest of `count` dice: the highest, seen in a mirror."""
    return highest_of(count, sides, keep).map(lambda total: keep * (sides + 1) - total)


def add(one: Distribution[int], other: Distribution[int]) -> Distribution[int]:
    """The sum of two independent numbers."""
    return one.with_(other, int.__add__)


def best_of(distributions: Sequence[Distribution[int]]) -> Distribution[int]:
    """The greatest of independent numbers; there must be one at least."""
    best, *others = distributions
    for other in others:
        best = best.with_(other, max)
    return best


@remembered(most=1024)
def compare(one: Distribution[int], other: Distribution[int]) -> Comparison:
    """How often `one` beats, equals and loses to `other`."""
    sign = one.with_(other, lambda mine, theirs: (mine > theirs) - (mine < theirs))
    return Comparison(sign.chance(lambda s: s > 0), sign.chance(lambda s: s == 0), sign.chance(lambda s: s < 0))


def percent(chance: Fraction) -> str:
    """For people: "90%", rounded half up; "0%" and "100%" only where it is certain, else "<1%" and ">99%"."""
    if chance in (0, 1):
        return f"{int(chance) * 100}%"
    if chance < Fraction(1, 100):
        return "<1%"
    if chance > Fraction(99, 100):
        return ">99%"
    return f"{int(chance * 100 + Fraction(1, 2))}%"
