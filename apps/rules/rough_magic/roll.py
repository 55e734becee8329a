"""The roll: 2d6 and an action value against 8 and a difficulty value, with one modifier on either side at the most."""

from collections.abc import Sequence
from dataclasses import dataclass, fields, replace
from typing import Any, TypedDict

from apps.rules.dice import Dice, system_dice
from apps.rules.listed import pick
from apps.rules.numbers import whole
from apps.rules.registry import rule
from apps.rules.rough_magic.lists import GRADES, Auto

DICE, SIDES = 2, 6
BASE = 8
STEP = 3
"""A bonus, a penalty; and so far past the target number a success is extreme."""

# Bonuses and penalties


class Boxes(TypedDict, total=False):
    """The four inputs that count bonuses and penalties on the two sides of a roll; each is 0 unless told."""

    av_bonuses: int
    av_penalties: int
    dv_bonuses: int
    dv_penalties: int


@dataclass(frozen=True)
class Sides:
    """Bonuses and penalties counted on the two sides of a roll. Refuses a count below 0."""

    av_bonuses: int = 0
    av_penalties: int = 0
    dv_bonuses: int = 0
    dv_penalties: int = 0

    def __post_init__(self) -> None:
        for field in fields(Sides):
            whole(field.name, getattr(self, field.name), least=0)

    @property
    def av_net(self) -> int:
        return net(self.av_bonuses, self.av_penalties)

    @property
    def dv_net(self) -> int:
        return net(self.dv_bonuses, self.dv_penalties)

    def plus(self, **more: int) -> "Sides":
        """With so many more."""
        return replace(self, **{name: getattr(self, name) + count for name, count in more.items()})


def net(bonuses: int, penalties: int) -> int:
    """One bonus or one penalty, however many there are; nothing where there are both."""
    return STEP * ((bonuses > 0) - (penalties > 0))


@dataclass(frozen=True)
class Netted:
    """The nets of one side asked alone, and of both."""

    net: int
    av_net: int
    dv_net: int


@rule("rough_magic.bonus-penalty")
def bonus_penalty(
    *,
    bonuses: int = 0,
    penalties: int = 0,
    av_bonuses: int = 0,
    av_penalties: int = 0,
    dv_bonuses: int = 0,
    dv_penalties: int = 0,
) -> Netted:
    """Each side is netted by itself to +3, -3 or 0 (rough_magic.bonus-penalty); the sides never cancel each other."""
    own = net(whole("bonuses", bonuses, least=0), whole("penalties", penalties, least=0))
    sides = Sides(av_bonuses, av_penalties, dv_bonuses, dv_penalties)
    return Netted(own, sides.av_net, sides.dv_net)


# The roll itself


def levels(margin: int) -> int:
    """The endurance levels that a hit by this margin costs: one, and one for each full 3."""
    return 1 + margin // STEP if margin >= 0 else 0


def bought(margin: int) -> int:
    """The margin of a success that did not depend on the dice: theirs if they show an extreme one, else 0."""
    return margin if margin >= STEP else 0


@dataclass(frozen=True, kw_only=True)
class Roll:
    """A roll, or as much of it as can be told: `total` None where nothing fell, `target` None where no DV was named.

    `auto`: what settled it outright.
    """

    total: int | None = None
    target: int | None = None
    faces: tuple[int, ...] = ()
    auto: Auto = "none"

    @property
    def margin(self) -> int | None:
        """Total - target; of an automatic success what the dice add to it, of an automatic failure none."""
        if self.total is None or self.target is None or self.auto == "fail":
            return 0 if self.auto == "success" else None
        margin = self.total - self.target
        return bought(margin) if self.auto == "success" else margin

    @property
    def success(self) -> bool | None:
        """None where it cannot be told."""
        if self.auto == "fail":
            return False
        return None if self.margin is None else self.margin >= 0

    @property
    def extreme(self) -> bool | None:
        return None if self.success is None else self.margin is not None and self.margin >= STEP

    @property
    def extreme_from(self) -> int | None:
        """The smallest total that is an extreme success."""
        return None if self.target is None else self.target + STEP

    @property
    def endurance_lost(self) -> int | None:
        """The levels that it costs as an attack."""
        return None if self.success is None else levels(-1 if self.margin is None else self.margin)


def target_of(dv: int | None, sides: Sides) -> int | None:
    """The target number; None without a DV."""
    return None if dv is None else BASE + whole("dv", dv) + sides.dv_net


def rolled(av: int | None, dv: int | None, sides: Sides, dice: Dice | None, auto: Auto = "none") -> Roll:
    """2d6 + AV against 8 + DV, each with its net. Without an AV or dice, and of a sure failure, nothing is rolled."""
    target = target_of(dv, sides)
    if av is None or dice is None or auto == "fail":
        return Roll(target=target, auto=auto)
    modified = whole("av", av) + sides.av_net
    faces = dice(DICE, SIDES)
    return Roll(total=sum(faces) + modified, target=target, faces=faces, auto=auto)


def facts(roll: Roll, **changed: Any) -> dict[str, Any]:
    """The fields of a roll, for an outcome that is one and more."""
    return {**vars(roll), **changed}


@rule("rough_magic.roll")
def roll(
    *,
    av: int | None = None,
    av_bonuses: int = 0,
    av_penalties: int = 0,
    dv: int,
    dv_bonuses: int = 0,
    dv_penalties: int = 0,
    total: int | None = None,
    dice: Dice = system_dice,
) -> Roll:
    """2d6 + AV against 8 + DV: equal or above succeeds, 3 above is extreme (rough_magic.roll).

    A `total` is of a roll already made: nothing is rolled then.
    """
    sides = Sides(av_bonuses, av_penalties, dv_bonuses, dv_penalties)
    if total is not None:
        return Roll(total=whole("total", total), target=target_of(dv, sides))
    return rolled(av, dv, sides, dice)


@rule("rough_magic.automatic-results")
def automatic_results(
    *,
    auto_fail: bool = False,
    auto_success: bool = False,
    av: int | None = None,
    dv: int | None = None,
    av_bonuses: int = 0,
    av_penalties: int = 0,
    dv_bonuses: int = 0,
    dv_penalties: int = 0,
    dice: Dice = system_dice,
) -> Roll:
    """What settles a roll outright; failing wins over succeeding (rough_magic.automatic-results).

    Of an automatic success the margin is the rolled one if it is 3 or more, else 0; of a failure nothing is rolled.
    """
    sides = Sides(av_bonuses, av_penalties, dv_bonuses, dv_penalties)
    auto: Auto = "fail" if auto_fail else "success" if auto_success else "none"
    return rolled(av, dv, sides, dice, auto)


@dataclass(frozen=True)
class Worth:
    """What a margin is worth."""

    margin: int
    target: int | None = None

    @property
    def success(self) -> bool:
        return self.margin >= 0

    @property
    def extreme(self) -> bool:
        return self.margin >= STEP


@rule("rough_magic.success")
def success(*, margin: int) -> Worth:
    """A margin of 0 or more succeeds in full (rough_magic.success)."""
    return Worth(whole("margin", margin))


@rule("rough_magic.extreme-success")
def extreme_success(*, margin: int | None = None, total: int | None = None, dv: int | None = None) -> Worth:
    """A margin of 3 or more is extreme (rough_magic.extreme-success). Told by `margin`, or by `total` and `dv`."""
    if margin is not None:
        return success(margin=margin)
    target = BASE + whole("dv", dv)
    return Worth(whole("total", total) - target, target)


# The two values


@dataclass(frozen=True)
class ActionValue:
    av: int


@dataclass(frozen=True)
class Layered:
    value: int


@dataclass(frozen=True)
class Difficulty:
    """`dv` and `target` are None for what is routine and needs no roll."""

    dv: int | None
    target: int | None


def highest(field: str, ranks: Sequence[int]) -> int:
    """The one layer that counts; 0 where there is none."""
    return max((whole(field, rank, least=0) for rank in ranks), default=0)


@rule("rough_magic.action-value")
def action_value(*, attribute_rank: int, gear_ranks: Sequence[int] = ()) -> ActionValue:
    """The attribute and the highest rank of equipment (rough_magic.action-value)."""
    return ActionValue(whole("attribute_rank", attribute_rank, least=0) + highest("gear_ranks", gear_ranks))


@rule("rough_magic.non-stacking")
def non_stacking(*, attribute_rank: int, layers: Sequence[int]) -> Layered:
    """Layers never add up: the highest one counts (rough_magic.non-stacking)."""
    return Layered(whole("attribute_rank", attribute_rank, least=0) + highest("layers", layers))


@rule("rough_magic.difficulty-values")
def difficulty_values(*, difficulty: str | int) -> Difficulty:
    """The DV of a grade, or of any whole number (rough_magic.difficulty-values). Refuses other words."""
    dv = pick("difficulty", difficulty, GRADES).dv if isinstance(difficulty, str) else difficulty
    return Difficulty(dv, None if dv is None else BASE + whole("difficulty", dv, least=0))


@rule("rough_magic.opposed-task")
def opposed_task(*, opponent_attribute: int, opponent_gear_ranks: Sequence[int] = ()) -> Difficulty:
    """The opponent's attribute and highest gear are the DV; they do not roll (rough_magic.opposed-task)."""
    attribute = whole("opponent_attribute", opponent_attribute, least=0)
    dv = attribute + highest("opponent_gear_ranks", opponent_gear_ranks)
    return Difficulty(dv, BASE + dv)
