"""Who acts when, actions against the clock, and being outnumbered."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Literal

from apps.rules.crew.options import DEFAULTS, Options
from apps.rules.crew.steps import Size, read, read_all
from apps.rules.numbers import one_of, whole
from apps.rules.refusal import Refused
from apps.rules.registry import rule

# Passing the baton


@dataclass(frozen=True)
class Order:
    """`may_pick`: who may still be picked, after the pick where there is a legal one."""

    legal: bool
    next: str | None
    may_pick: tuple[str, ...]
    round_over: bool


def why_not_picked(*, picks: str, characters: Sequence[str], acted: Sequence[str]) -> Refused | None:
    """Why this character cannot act next, or None if it can."""
    if picks not in characters:
        return Refused("not-here", f"{picks} has no part in this conflict.", "picks")
    if picks in acted:
        return Refused("acted", f"{picks} has acted in this round already: one action each.", "picks")
    return None


@rule("crew.action-order")
def action_order(
    *, characters: Sequence[str], acted: Sequence[str], picks: str | None = None, skipped: Collection[str] = ()
) -> Order:
    """Who may act next, and whether a pick is allowed (crew.action-order).

    `skipped` are those Taken Out who do not pay for a limited action: the round does not wait for them, but one of them
    can still be picked, to pay.
    """
    waiting = tuple(one for one in characters if one not in acted and one not in skipped)
    if picks is None:
        return Order(True, None, waiting, not waiting)
    if why_not_picked(picks=picks, characters=characters, acted=acted):
        return Order(False, None, waiting, not waiting)
    left = tuple(one for one in waiting if one != picks)
    return Order(True, picks, left, False)


GM = ""
"""In place of a character's id: the GM picks."""


def who_picks(
    *, acted: Sequence[str], last_of_round: str = GM, gmcs: Collection[str] = (), options: Options = DEFAULTS
) -> str:
    """The id of the character whose player picks who acts next; the GM (empty) for `gmcs` and at the start.

    Under the switch next-round-starter "last actor picks" a new round is begun by `last_of_round`, who acted last in
    the one before and may pick themselves.
    """
    starter = last_of_round if options.next_round_starter == "last actor picks" else GM
    picker = acted[-1] if acted else starter
    return GM if picker in gmcs else picker


# Timed actions

Result = Literal["success", "exceptional", "failure"]
RESULTS: tuple[Result, ...] = ("success", "exceptional", "failure")


@dataclass(frozen=True)
class Timed:
    """What is left of the beats and of the actions to get done."""

    beats_left: int
    actions_left: int
    state: Literal["won", "lost", "going on"]


@rule("crew.timed-action")
def timed_action(*, beats: int, actions: int, results: Sequence[str] = ()) -> Timed:
    """How a timed action stands after these `results` (crew.timed-action), each one of RESULTS.

    A success gets an action done for a beat, an exceptional one for none, a failure costs a beat. Done with the last
    beat is won. Refuses a result after the end.
    """
    left = _state(whole("beats", beats, least=1), whole("actions", actions, least=1))
    for result in results:
        one_of("results", result, RESULTS)
        if left.state != "going on":
            raise Refused("over", f"This timed action is {left.state} already.", "results")
        left = _state(left.beats_left - (result != "exceptional"), left.actions_left - (result != "failure"))
    return left


def _state(beats: int, actions: int) -> Timed:
    return Timed(beats, actions, "won" if not actions else "going on" if beats else "lost")


# Ganging up


@dataclass(frozen=True)
class Gang:
    """The opposition's pool; `joining` are the dice of the other GMCs in it."""

    outnumbered: bool
    pool: tuple[int, ...]
    joining: tuple[int, ...]


def gang_dice(*, extras: int, characters: int, major: bool = False, options: Options = DEFAULTS) -> int:
    """How many dice of the `extras` other GMCs may join the pool, against so many `characters`.

    `major` counts the Major GMC who rolls. One where the characters are not outnumbered, else every one of them; under
    the switch ganging-up-count "only the excess" as many as there are GMCs too many.
    """
    gmcs = whole("extras", extras, least=0) + major
    excess = gmcs - whole("characters", characters, least=0)
    if excess <= 0:
        return min(1, extras)
    return extras if options.ganging_up_count == "every GMC" else min(excess, extras)


@rule("crew.ganging-up")
def ganging_up(
    *,
    difficulty: Size | None = None,
    major: Sequence[Size] = (),
    extras: Sequence[Size],
    characters: int,
    options: Options = DEFAULTS,
) -> Gang:
    """The dice of Minor GMCs and Extras that join the opposition (crew.ganging-up), the first of `extras` first.

    The pool begins with the `difficulty` die or with the dice of the `major` GMC who rolls; exactly one of the two is
    given. Outnumbered: more GMCs, the Major one among them, than `characters` who face them.
    """
    if (difficulty is None) == (not major):
        raise Refused(
            "one-opposition", "The pool begins with a difficulty die or with a Major GMC's dice.", "difficulty"
        )
    base = read_all(major, "major") if difficulty is None else (read(difficulty, "difficulty"),)
    others = read_all(extras, "extras")
    count = gang_dice(extras=len(others), characters=characters, major=bool(major), options=options)
    return Gang(len(others) + bool(major) > characters, (*base, *others[:count]), others[:count])
