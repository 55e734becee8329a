"""Many hands, and work too long for one roll."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import count
from typing import Literal

from apps.rules.dice import Dice, system_dice
from apps.rules.numbers import whole
from apps.rules.refusal import Refused
from apps.rules.registry import rule
from apps.rules.rough_magic.roll import STEP, Roll, Sides, rolled, target_of

Worker = Sequence[int]
"""An action value with its bonuses and penalties: [av, av_bonuses, av_penalties]."""


def combined(totals: Sequence[int]) -> int:
    """The highest total and one for everybody who takes part; one alone combines nothing."""
    return max(totals) + (len(totals) if len(totals) > 1 else 0)


@dataclass(frozen=True, kw_only=True)
class Together(Roll):
    """One result of many rolls: its total is `combined`."""

    totals: tuple[int, ...]
    combined: int


@rule("rough_magic.combining-tasks")
def combining_tasks(
    *,
    workers: Sequence[Worker],
    dv: int,
    dv_bonuses: int = 0,
    dv_penalties: int = 0,
    dice: Dice = system_dice,
) -> Together:
    """The highest total of all workers and one for each of them (rough_magic.combining-tasks). Refuses nobody."""
    if not workers:
        raise Refused("nobody", "0 work on it, and it takes at least 1.", "workers")
    sides = [_side(worker, dv_bonuses, dv_penalties) for worker in workers]
    target = target_of(dv, sides[0])
    rolls = [rolled(worker[0], dv, side, dice) for worker, side in zip(workers, sides, strict=True)]
    totals = tuple(roll.total or 0 for roll in rolls)
    faces = tuple(face for roll in rolls for face in roll.faces)
    best = combined(totals)
    return Together(total=best, target=target, faces=faces, totals=totals, combined=best)


def _side(worker: Worker, dv_bonuses: int = 0, dv_penalties: int = 0) -> Sides:
    av, bonuses, penalties = worker
    whole("av", av)
    return Sides(bonuses, penalties, dv_bonuses, dv_penalties)


# Long work

State = Literal["open", "done", "failed"]


@dataclass(frozen=True)
class Extended:
    """The attempts so far: their margins, the successes after each, and how the work stands."""

    margins: tuple[int, ...]
    tally: tuple[int, ...]
    state: State

    @property
    def attempts(self) -> int:
        return len(self.margins)


def worth(margin: int) -> int:
    """The successes of one attempt: an extreme one counts two."""
    return (margin >= 0) + (margin >= STEP)


def so_far(margins: Sequence[int], needed: int, limit: int | None = None) -> Extended:
    """How long work stands after attempts with these margins."""
    tally: list[int] = []
    for margin in margins:
        tally.append(min(needed, (tally[-1] if tally else 0) + worth(margin)))
    done = bool(tally) and tally[-1] >= needed
    failed = limit is not None and len(margins) >= limit
    return Extended(tuple(margins), tuple(tally), "done" if done else "failed" if failed else "open")


@rule("rough_magic.extended-task")
def extended_task(
    *,
    av: int | None = None,
    av_bonuses: int = 0,
    av_penalties: int = 0,
    dv: int,
    dv_bonuses: int = 0,
    dv_penalties: int = 0,
    needed: int,
    max_attempts: int | Literal["none"] = "none",
    rolls: Sequence[Worker] | None = None,
    dice: Dice = system_dice,
) -> Extended:
    """Attempts until the successes are there or the attempts used up (rough_magic.extended-task).

    The `rolls` are attempts of their own values; with one `av` for all there are as many as allowed. Refuses both, or
    neither, and one `av` without a limit: it might never end.
    """
    limit = None if max_attempts == "none" else whole("max_attempts", max_attempts, least=1)
    whole("needed", needed, least=1)
    if rolls is None:
        rolls = _attempts([av, av_bonuses, av_penalties], limit)
    elif av is not None:
        raise Refused("given-twice", f"The value is given twice: {av}, and one by one. Give one of them.", "av")
    sides = [_side(one, dv_bonuses, dv_penalties) for one in rolls[:limit]]
    found = so_far((), needed, limit)
    for one, side in zip(rolls, sides, strict=False):
        if found.state == "open":
            found = so_far((*found.margins, rolled(one[0], dv, side, dice).margin or 0), needed, limit)
    return found


def _attempts(worker: Sequence[int | None], limit: int | None) -> list[list[int]]:
    av, bonuses, penalties = (whole("av", value) for value in worker)
    if limit is None:
        raise Refused("no-limit", "With one value for all attempts say how many there are.", "max_attempts")
    return [[av, bonuses, penalties]] * limit


@dataclass(frozen=True)
class Race:
    """Each side's successes, and who has won: "none" while it is open. The `leaders` are those who go on."""

    tally: Mapping[str, int]
    winner: str
    leaders: tuple[str, ...]


@rule("rough_magic.extended-race")
def extended_race(*, needed: int, sides: Sequence[tuple[str, Sequence[int]]]) -> Race:
    """The first side with the successes wins (rough_magic.extended-race).

    One attempt of each is a turn. Of several who are there in the same one the larger tally wins, then the larger
    margin of the last roll, else they go on until one leads.
    """
    whole("needed", needed, least=1)
    margins = {name: tuple(whole("sides", margin) for margin in attempts) for name, attempts in sides}
    leaders = tuple(margins)
    for turn in count():
        if len(leaders) < 2 or any(len(margins[name]) <= turn for name in leaders):
            break
        leaders = _ahead(margins, leaders, turn, needed)
    tally = {name: _successes(attempts) for name, attempts in margins.items()}
    there = len(leaders) == 1 and tally[leaders[0]] >= needed
    return Race(tally, leaders[0] if there else "none", leaders)


def next_of(race: Race, attempts: Mapping[str, int]) -> tuple[str, ...]:
    """The sides whose attempt it is: of those who go on, whoever has made the fewest in this turn."""
    fewest = min((attempts[name] for name in race.leaders), default=0)
    return tuple(name for name in race.leaders if attempts[name] == fewest)


def _successes(margins: Sequence[int]) -> int:
    return sum(map(worth, margins))


def _ahead(margins: Mapping[str, Sequence[int]], among: tuple[str, ...], turn: int, needed: int) -> tuple[str, ...]:
    """Those who lead after this turn, or all of them while nobody is there."""
    standing = {name: (_successes(margins[name][: turn + 1]), margins[name][turn]) for name in among}
    best = max(standing.values())
    return tuple(name for name in among if standing[name] == best) if best[0] >= needed else among
