"""Many hands on one task: what is kept of it while people roll (rough_magic.combining-tasks)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from apps.characters.models import CharacterKey
from apps.checks.rough_magic.together.work import problem
from apps.rules.dice import ScriptedDice
from apps.rules.odds import Distribution
from apps.rules.rough_magic.odds import Chances, together_odds
from apps.rules.rough_magic.roll import STEP, Sides, target_of
from apps.rules.rough_magic.together import Together, combined, combining_tasks
from apps.table import exchanges
from apps.table.desk import Desk
from apps.table.models import Exchange
from apps.table.sure import sure
from apps.table.turn import Turn

KIND = "rough_magic.joint"
Facts = dict[str, Any]


@dataclass(frozen=True)
class Worker:
    """Who was asked to work. `roll` is what they rolled, as it is told; it is empty while they are waited for. Who is
    `out` neither rolls nor counts."""

    character: CharacterKey
    name: str
    roll: Facts = field(default_factory=dict)
    out: bool = False

    @property
    def waits(self) -> bool:
        return not self.roll and not self.out

    @property
    def total(self) -> int:
        return int(self.roll["total"])


@dataclass(frozen=True)
class Joint:
    """A joint attempt. `attribute` and `skill` are what the GM thinks of; people may use others. `work` is the public
    id of the long work that it counts for, if any, and `side` the number of the side in it. `paid_by` is who made sure
    of it with a plot point; `openly` who works against it, whose number players learn with the result."""

    label: str
    attribute: str
    skill: str
    dv: int
    net: int
    hidden: bool
    workers: tuple[Worker, ...]
    work: str = ""
    side: int = 1
    paid_by: str = ""
    openly: str = ""

    @property
    def known(self) -> bool:
        """Whether players know the target number while people roll."""
        return not (self.hidden or self.openly)

    @property
    def target(self) -> int:
        return sure(target_of(self.dv, Sides(**problem(self.net))))

    @property
    def in_it(self) -> tuple[Worker, ...]:
        """Those who have rolled."""
        return tuple(one for one in self.workers if one.roll)

    @property
    def waiting(self) -> tuple[Worker, ...]:
        """Those who have not."""
        return tuple(one for one in self.workers if one.waits)

    @property
    def so_far(self) -> int | None:
        """What it comes to as it stands."""
        return combined([one.total for one in self.in_it]) if self.in_it else None

    def worker(self, character: int) -> Worker | None:
        return next((one for one in self.workers if one.character == character), None)

    def odds(self, avs: Sequence[int]) -> Distribution[int]:
        """The combined total where those who are waited for roll with these values."""
        return together_odds(avs, [one.total for one in self.in_it])


def with_roll(joint: Joint, character: int, roll: Facts) -> Joint:
    """The same where one of them has rolled."""
    return _changed(joint, character, roll=roll, out=False)


def without(joint: Joint, *characters: int) -> Joint:
    """The same where these take no part."""
    for one in characters:
        joint = _changed(joint, one, roll={}, out=True)
    return joint


def _changed(joint: Joint, character: int, **fields: Any) -> Joint:
    workers = tuple(replace(one, **fields) if one.character == character else one for one in joint.workers)
    return replace(joint, workers=workers)


def with_one_more(joint: Joint, worker: Worker) -> Joint:
    return replace(joint, workers=(*joint.workers, worker))


def workers_of(facts: Mapping[str, Any]) -> set[str]:
    """The public ids of those who worked, by the facts of a card about it."""
    return {one.get("character_id", "") for one in facts.get("workers", (facts,))}


def result(joint: Joint) -> Together:
    """What all the rolls come to, by the rules: the dice that fell fall again."""
    rolls = [one.roll for one in joint.in_it]
    found = combining_tasks(
        workers=[[one["av"], one["av_bonuses"], one["av_penalties"]] for one in rolls],
        dv=joint.dv,
        **problem(joint.net),
        dice=ScriptedDice([face for one in rolls for face in one["faces"]]),
    )
    return replace(found, auto="success") if joint.paid_by else found


# rows


def open_ones(desk: Desk) -> list[tuple[Exchange, Joint]]:
    """The joint tasks that wait, the first opened first."""
    return [(one, exchanges.state_of(one)) for one in exchanges.open_exchanges(desk, KIND)]


def refuse_second(turn: Turn, work: str, side: int) -> None:
    """Refuses an attempt while a joint one of the same side waits."""
    if any((one.work, one.side) == (work, side) for _, one in open_ones(turn.desk)):
        turn.refuse("open", "They are at it together just now. Count that first, or call it off.", "work")


def chances(found: Distribution[int], target: int) -> Chances:
    """Of a combined total: to be enough, and to be an extreme success."""
    enough = found.chance(lambda total: total >= target)
    return Chances(enough, found.chance(lambda total: total >= target + STEP))
