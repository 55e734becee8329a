"""Two diced actions in one phase, for the dice of one."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from apps.rules.dice import Dice, system_dice
from apps.rules.dragon.characters import lifts, ways
from apps.rules.dragon.checks import Pool, Rolled, pool_of, range_of, thrown
from apps.rules.dragon.lists import substat_of
from apps.rules.dragon.options import DEFAULTS, Options
from apps.rules.numbers import whole
from apps.rules.refusal import Refused
from apps.rules.registry import rule


@dataclass(frozen=True)
class SplitAction:
    """One of the actions: the `value` of its substat, the levels that apply, and what it is aimed at or meets.

    `bonus` is what shticks take off the target number.
    """

    substat: str
    value: int
    skill: int = 0
    target: str = ""
    attack: str = ""
    distance: int | None = None
    difficulty: int = 0
    bonus: int = 0

    def pool(self, share: int, options: Options = DEFAULTS) -> Pool:
        """What it throws with its share of the dice: all skills count in full, range and difficulty are its own."""
        far = range_of(self.attack, self.distance) if self.attack else 0
        hard = self.difficulty + far
        return pool_of(dice=share, skill=self.skill, difficulty=hard, bonus=self.bonus, options=options)


@dataclass(frozen=True)
class Split:
    """The dice to divide, and for each action its target number and its successes; none of these if not `legal`."""

    pool: int
    legal: bool
    targets: tuple[int, ...]
    successes: tuple[int, ...]
    rolls: tuple[Rolled, ...]


def dice_to_split(actions: Sequence[SplitAction]) -> int:
    """The smaller of the two substats. Refuses one substat with two values."""
    values: dict[str, int] = {}
    for one in actions:
        substat = substat_of(one.substat, "actions").title
        if values.setdefault(substat, whole("actions", one.value, least=0)) != one.value:
            raise Refused("two-values", f"{substat} stands there with two values.", "actions")
    return min(values.values(), default=0)


def why_no_split(
    *, actions: Sequence[SplitAction], shares: Sequence[int], shticks: Collection[str] = ()
) -> Refused | None:
    """Why the dice cannot be divided like this, or None if they can."""
    pool, most = dice_to_split(actions), ways(shticks)
    if len(actions) < 2:
        return Refused("one-action", "Dice are split between two actions.", "actions")
    if len(actions) > most:
        return Refused("too-many-ways", f"Dice are split {most} ways at most, without a shtick for more.", "actions")
    if len(shares) != len(actions) or any(whole("shares", one) < 1 for one in shares):
        return Refused("no-share", "Each action gets at least 1 die.", "shares")
    if sum(shares) > pool:
        return Refused("too-many-dice", f"{sum(shares)} dice are too many: the smaller substat is {pool}.", "shares")
    aims = [one.target.strip().casefold() for one in actions if one.target.strip()]
    if len(set(aims)) < len(aims) and not any(lifts(one, "split-same-target") for one in shticks):
        return Refused("same-target", "Split dice go against two targets, or meet two attacks.", "actions")
    return None


@rule("dragon.split-dice")
def split_dice(
    *,
    actions: Sequence[SplitAction | Mapping[str, Any]],
    shares: Sequence[int],
    shticks: Collection[str] = (),
    options: Options = DEFAULTS,
    dice: Dice = system_dice,
) -> Split:
    """The smaller substat, divided between the actions, which are rolled one after the other (dragon.split-dice).

    Dice left over are lost. Not `legal`: a share of none, more dice than there are, one target for both, more than two
    ways; shticks lift the last two.
    """
    given = [one if isinstance(one, SplitAction) else SplitAction(**one) for one in actions]
    pool = dice_to_split(given)
    if why_no_split(actions=given, shares=shares, shticks=shticks):
        return Split(pool, False, (), (), ())
    pools = [one.pool(share, options) for one, share in zip(given, shares, strict=True)]
    rolls = tuple(thrown(one, dice) for one in pools)
    return Split(pool, True, tuple(one.target for one in pools), tuple(one.successes for one in rolls), rolls)
