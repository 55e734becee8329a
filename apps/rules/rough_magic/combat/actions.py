"""What fits in a turn, and what costs none."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Unpack

from apps.rules.dice import Dice, system_dice
from apps.rules.numbers import one_of
from apps.rules.registry import rule
from apps.rules.rough_magic.options import DEFAULTS, Options
from apps.rules.rough_magic.roll import Boxes, Roll, Sides, difficulty_values, facts, rolled

HALF, OTHER_HALF = "half of the walk", "other half of the walk"
USED = ("movement", "task", "free", "roleplay", "reaction", HALF)
WANTED = (*USED, OTHER_HALF)
BOTH = 2
"""A task and a movement."""


@dataclass(frozen=True)
class Fits:
    legal: bool


@rule("rough_magic.turn-actions")
def turn_actions(*, used: Sequence[str], wanted: str, options: Options = DEFAULTS) -> Fits:
    """One movement and one task in any order, free acts and talk up to the limit (rough_magic.turn-actions).

    The task may stand in the middle of the walk. Beyond free-action-limit the GM is asked; 0 is no limit. With
    swap-task-for-movement one may be given up for a second of the other.
    """
    one_of("wanted", wanted, WANTED)
    for act in used:
        one_of("used", act, WANTED)
    if wanted == "reaction":
        return Fits(True)
    if wanted in ("free", "roleplay"):
        return Fits(not options.free_action_limit or used.count(wanted) < options.free_action_limit)
    if wanted == OTHER_HALF:
        return Fits(HALF in used and OTHER_HALF not in used)
    tasks, moves = used.count("task"), used.count("movement") + used.count(HALF)
    if options.swap_task_for_movement:
        return Fits(tasks + moves < BOTH)
    return Fits(not (tasks if wanted == "task" else moves))


@dataclass(frozen=True)
class Act:
    """Whether something may be done now, and what it takes."""

    legal: bool
    uses: str


@rule("rough_magic.free-action")
def free_action(*, own_turn: bool, action: str = "") -> Act:
    """What takes no time is done on the own turn alone (rough_magic.free-action)."""
    return Act(own_turn, "free action")


@rule("rough_magic.task-action")
def task_action(*, task: str) -> Act:
    """One attempt at something (rough_magic.task-action)."""
    return Act(True, "one task action")


@dataclass(frozen=True, kw_only=True)
class Reacted(Roll):
    action_spent: bool = False


@rule("rough_magic.reaction")
def reaction(
    *,
    asked_by: str = "gm",
    roll: str = "",
    av: int | None = None,
    difficulty: str | int | None = None,
    dv: int | None = None,
    dice: Dice = system_dice,
    **boxes: Unpack[Boxes],
) -> Reacted:
    """An answer to what others do, at any time and for nothing (rough_magic.reaction)."""
    if dv is None and difficulty is not None:
        dv = difficulty_values(difficulty=difficulty).dv
    return Reacted(**facts(rolled(av, dv, Sides(**boxes), dice)))
