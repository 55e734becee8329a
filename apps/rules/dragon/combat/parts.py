"""The three parts of a round, and who may act in which."""

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from apps.rules.numbers import one_of, whole
from apps.rules.refusal import Refused
from apps.rules.registry import rule

Part = Literal["Good", "Bad", "Late"]
Side = Literal["good", "bad"]
Kind = Literal["defence", "planned reaction", "other"]
PARTS: tuple[Part, ...] = ("Good", "Bad", "Late")
SIDES: tuple[Side, ...] = ("good", "bad")
KINDS: tuple[Kind, ...] = ("defence", "planned reaction", "other")
OWN: dict[Side, tuple[Part, ...]] = {"good": ("Good", "Late"), "bad": ("Bad",)}
ANNOUNCED: dict[Part, str] = {"Good": "Good Guys in {}", "Bad": "Bad Guys in {}", "Late": "Late {}"}
ROUNDS = 10


@dataclass(frozen=True)
class Moment:
    """A part of a round; after Late of round 10 the turn is over."""

    round: int
    part: Part

    def __str__(self) -> str:
        return f"{self.part} {self.round}"

    @property
    def announced(self) -> str:
        """As it is called out at the table: "Bad Guys in 3"."""
        return ANNOUNCED[self.part].format(self.round)

    @property
    def ends_the_round(self) -> bool:
        return self.part == PARTS[-1]

    @property
    def ends_the_turn(self) -> bool:
        return self.ends_the_round and self.round == ROUNDS

    @property
    def next(self) -> "Moment":
        """The part that follows; that of round 1 belongs to the next turn where this one ends it."""
        after = self.round % ROUNDS + 1 if self.ends_the_round else self.round
        return Moment(after, PARTS[(PARTS.index(self.part) + 1) % len(PARTS)])


def moment(words: str, field: str) -> Moment:
    """Read from words such as "Good 1"; refuses others, naming the input `field`."""
    match = re.fullmatch(r"(Good|Bad|Late) ([1-9]|10)", words.strip())
    if match is None:
        raise Refused("no-moment", f"“{words}” is no part of a round: Good, Bad or Late, and 1 to 10.", field)
    return Moment(int(match[2]), next(part for part in PARTS if part == match[1]))


def is_own(side: str, part: str) -> bool:
    """Whether a side acts in that part: the good in Good and Late, the bad in Bad."""
    known = next(one for one in SIDES if one == one_of("side", side, SIDES))
    return one_of("sub_round", part, PARTS) in OWN[known]


def number(round: int) -> int:
    """A round's number, 1 to 10."""
    return whole("round", round, least=1, most=ROUNDS)


def rounds(field: str, given: Sequence[int], after: int = 0) -> tuple[int, ...]:
    """Rounds in ascending order. Refuses one twice, and one that is not later than `after`."""
    for one in given:
        whole(field, one, least=after + 1, most=ROUNDS)
    if len(set(given)) < len(given):
        raise Refused("twice", "A round stands there twice, and there is one phase in each.", field)
    return tuple(sorted(given))


@dataclass(frozen=True)
class SubRounds:
    """Who may act in each part of the round, by name."""

    may_go_in_good: tuple[str, ...]
    may_go_in_bad: tuple[str, ...]
    may_go_in_late: tuple[str, ...]


@rule("dragon.sub-rounds")
def sub_rounds(
    *,
    round: int,
    good: Mapping[str, Sequence[int]],
    bad: Mapping[str, Sequence[int]],
    goes_in_good: Collection[str] = (),
) -> SubRounds:
    """Good, Bad and Late of a round (dragon.sub-rounds): whoever did not go in Good may in Late.

    `good` and `bad` have the open phases by name. Refuses somebody in `goes_in_good` who has no phase there.
    """
    number(round)
    goods, bads = (tuple(name for name, phases in side.items() if round in phases) for side in (good, bad))
    for name in goes_in_good:
        if name not in goods:
            raise Refused("no-phase", f"{name} has no phase in round {round}.", "goes_in_good")
    return SubRounds(goods, bads, tuple(name for name in goods if name not in goes_in_good))


@dataclass(frozen=True)
class Allowed:
    legal: bool


def why_not_in(*, side: str, sub_round: str, kind: str = "other") -> Refused | None:
    """Why somebody of that side may do nothing of that kind in this part, or None."""
    one_of("kind", kind, KINDS)
    if is_own(side, sub_round) or kind != "other":
        return None
    why = "This part is the other side’s: only a defence, or a reaction that was planned, comes in between."
    return Refused("other-side", why, "sub_round")


@rule("dragon.enemy-sub-round")
def enemy_sub_round(
    *, side: str, sub_round: str, kind: str, round: int | None = None, phase_now: bool = True
) -> Allowed:
    """While the other side acts one may defend, or carry out what was planned (dragon.enemy-sub-round).

    A planned reaction costs a phase, so without `phase_now` there is none.
    """
    if round is not None:
        number(round)
    if why_not_in(side=side, sub_round=sub_round, kind=kind):
        return Allowed(False)
    return Allowed(phase_now or kind != "planned reaction")
