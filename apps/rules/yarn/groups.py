"""Several who work together: four ways in which one total comes of their dice."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from apps.rules.dice import Dice, system_dice
from apps.rules.numbers import one_of, whole
from apps.rules.refusal import Refused
from apps.rules.registry import rule
from apps.rules.yarn.checks import Outcome, checked, compare
from apps.rules.yarn.options import DEFAULTS, Options
from apps.rules.yarn.pool import SIDES, Faces, Pool, Rolled, pool_from, pool_of, ready, throw

Participants = Sequence[Mapping[str, Any]]

WAYS = ("simple addition", "combining dice", "either/or", "worst roller")


@dataclass(frozen=True)
class Effort:
    """What a group comes to: `totals` of each, and the `rolls` that gave them; of a roll for all there is one."""

    totals: tuple[int, ...]
    rolls: tuple[Rolled, ...]
    total: int
    outcome: str | None
    difference: int | None

    @property
    def thrown(self) -> int:
        return sum(roll.thrown for roll in self.rolls)

    @property
    def counted(self) -> int:
        return sum(roll.counted for roll in self.rolls)

    @property
    def dropped(self) -> Faces:
        return tuple(sorted(face for roll in self.rolls for face in roll.dropped))


def _effort(totals: Sequence[int], rolls: tuple[Rolled, ...], total: int, factor: int | None) -> Effort:
    found = None if factor is None else compare(total, factor)
    return Effort(tuple(totals), rolls, total, found.outcome if found else None, found.difference if found else None)


def pools_of(participants: Participants) -> tuple[Pool, ...]:
    """Everybody's dice. Refuses an effort of nobody, and a participant without dice."""
    if not participants:
        raise Refused("nobody", "An effort of a group needs people: nobody takes part.", "participants")
    return tuple(ready(pool_from(one, "participants")) for one in participants)


def _each(
    participants: Participants, totals: Sequence[int], factor: int | None, options: Options, dice: Dice
) -> tuple[tuple[int, ...], tuple[Rolled, ...]]:
    """The total of each, thrown unless it is given; what they are up against is looked at first."""
    if factor is not None:
        whole("factor", factor, least=0)
    if totals:
        return tuple(whole("totals", one, least=0) for one in totals), ()
    rolls = tuple(throw(pool, options, dice) for pool in pools_of(participants))
    return tuple(roll.total for roll in rolls), rolls


@rule("yarn.group-simple-addition")
def simple_addition(
    *,
    participants: Participants = (),
    totals: Sequence[int] = (),
    factor: int | None = None,
    options: Options = DEFAULTS,
    dice: Dice = system_dice,
) -> Effort:
    """Everybody's totals, added up (yarn.group-simple-addition). Refuses an effort of nobody."""
    each, rolls = _each(participants, totals, factor, options, dice)
    return _effort(each, rolls, sum(each), factor)


def combined(participants: Participants, bonus: int = 0, penalty: int = 0) -> Pool:
    """One roll for all: the others' dice are bonus dice for whoever has the most, the first among equals."""
    pools = pools_of(participants)
    best = max(pool.counted for pool in pools)
    lent = sum(pool.counted for pool in pools) - best
    own = sum(pool.net_bonus - pool.net_penalty for pool in pools)
    whole("bonus", bonus, least=0)
    whole("penalty", penalty, least=0)
    net = lent + own + bonus - penalty
    return pool_of(base=best, bonus=max(0, net), penalty=max(0, -net))


@rule("yarn.group-combining-dice")
def combining_dice(
    *,
    participants: Participants,
    bonus: int = 0,
    penalty: int = 0,
    against: int | None = None,
    options: Options = DEFAULTS,
    dice: Dice = system_dice,
) -> Effort:
    """All dice thrown together, as many counted as the best one rolls (yarn.group-combining-dice).

    Bonus and penalty dice of the effort and of each helper are pooled with the lent ones. Refuses an effort of nobody.
    """
    if against is not None:
        whole("against", against, least=0)
    roll = throw(combined(participants, bonus, penalty), options, dice)
    found = checked(roll, against, options)
    return Effort((roll.total,), (roll,), roll.total, found.outcome, found.difference)


@rule("yarn.group-worst-roller")
def worst_roller(
    *,
    participants: Participants = (),
    totals: Sequence[int] = (),
    against: int | None = None,
    options: Options = DEFAULTS,
    dice: Dice = system_dice,
) -> Effort:
    """All roll, and the lowest total decides for everybody (yarn.group-worst-roller). Refuses an effort of nobody."""
    each, rolls = _each(participants, totals, against, options, dice)
    return _effort(each, rolls, min(each), against)


# Either/or


@dataclass(frozen=True)
class Picked:
    """Who had the chance, which the GM alone knows, how it went, and what everybody is `told` of their own try."""

    picked: str
    outcome: Outcome
    told: Mapping[str, Outcome]
    pick_shown_to_players: bool = False


def picked_place(count: int, dice: Dice) -> int:
    """One of so many, evenly: by a d6 where its faces divide, else by a die of as many sides."""
    if SIDES % count:
        return dice(1, count)[0] - 1
    return (dice(1, SIDES)[0] - 1) * count // SIDES


@rule("yarn.group-either-or")
def either_or(*, participants: Sequence[str], totals: Sequence[int], factor: int, dice: Dice = system_dice) -> Picked:
    """Only one, picked at random and in secret, had a chance (yarn.group-either-or); the others fail.

    Refuses an effort of nobody, names that are not different, and totals that are not one for each.
    """
    if not participants or len(set(participants)) < len(participants):
        raise Refused("names", "Everybody who takes part is named, each once.", "participants")
    if len(totals) != len(participants):
        raise Refused("totals", f"{len(participants)} take part, and there are {len(totals)} totals.", "totals")
    for total in (*totals, factor):
        whole("totals", total, least=0)
    place = picked_place(len(participants), dice)
    outcome = compare(totals[place], factor).outcome
    told: dict[str, Outcome] = dict.fromkeys(participants, "failure")
    told[participants[place]] = outcome
    return Picked(participants[place], outcome, told)


@rule("yarn.group-effort")
def group_effort(
    *,
    way: str,
    participants: Participants,
    factor: int | None = None,
    against: int | None = None,
    options: Options = DEFAULTS,
    dice: Dice = system_dice,
) -> Effort:
    """Several at one task, in the way that the GM names (yarn.group-effort); all roll, or one roll is made for all.

    Refuses another way, and an effort of nobody.
    """
    one_of("way", way, WAYS)
    beat = factor if against is None else against
    if way == "combining dice":
        return combining_dice(participants=participants, against=beat, options=options, dice=dice)
    totals, rolls = _each(participants, (), beat, options, dice)
    takes: dict[str, Callable[[], int]] = {
        "simple addition": lambda: sum(totals),
        "worst roller": lambda: min(totals),
        "either/or": lambda: totals[picked_place(len(totals), dice)],
    }
    return _effort(totals, rolls, takes[way](), beat)
