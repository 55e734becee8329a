"""A contest while it waits for people (crew.exchange): two sides, the stakes, what has fallen and what was decided."""

from dataclasses import dataclass
from typing import Literal

from apps.rules.crew.pools import Pool

Place = Literal["defender", "aggressor"]
Stage = Literal["defender-rolls", "defender-keeps", "aggressor-rolls", "aggressor-keeps", "heroes", "after"]
Stakes = Literal["no", "both", "defender", "aggressor"]
Purpose = Literal["contest", "recovery", "timed"]
RollerKind = Literal["crewmember", "major-gmc", "minor-gmc", "extra", "opposition"]


@dataclass(frozen=True)
class HeroDie:
    """A Big Damn Hero die that was added: its size, the face, and whether it went back into store on a jinx."""

    size: int
    face: int
    returned: bool = False


@dataclass(frozen=True)
class Side:
    """One side. `character` is the public id of who rolls, empty for the GM's bare opposition. The pool is empty until
    it is thrown; `faces` are in its order; `extra` are the places in the pool of the dice that were bought in.
    `limited` says that the roller was Taken Out and paid to act; `at_zero` that they set the stakes at 0 instead.
    `passed` is set by whoever adds no (further) Big Damn Hero die.
    """

    kind: RollerKind = "opposition"
    character: str = ""
    name: str = ""
    pool: Pool = ()
    faces: tuple[int, ...] = ()
    extra: tuple[int, ...] = ()
    limited: bool = False
    at_zero: bool = False
    announced: bool = False
    heroes: tuple[HeroDie, ...] = ()
    passed: bool = False


@dataclass(frozen=True)
class Contest:
    """`what` is tried, in the words of whoever opened it. `subject` is the public id of the Complication's entry that
    a recovery is about, or of the timed action that this roll is a beat of."""

    what: str
    defender: Side
    aggressor: Side
    purpose: Purpose = "contest"
    subject: str = ""
    high_stakes: Stakes = "no"
