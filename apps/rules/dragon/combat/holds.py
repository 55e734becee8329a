"""Kept phases: how long they last, and those that wait for a trigger."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from apps.rules.dragon.combat.parts import PARTS, ROUNDS, number, rounds
from apps.rules.dragon.options import DEFAULTS, Options
from apps.rules.numbers import one_of
from apps.rules.refusal import Refused
from apps.rules.registry import rule

BREAKS_IN = "before the interrupted action goes on"


@dataclass(frozen=True)
class Lasting:
    """In which later rounds a held phase can be used, and at whose start it is lost: None where it is not.

    The same of the next turn; nothing there while its phases are not known.
    """

    usable: tuple[int, ...]
    lost_at_start_of: int | None
    usable_next_turn: tuple[int, ...]
    lost_at_start_of_next_turn_round: int | None


def lost_at(phases: Sequence[int], given_up: Collection[int] = ()) -> int | None:
    """The first round with a phase of one's own that is not given up: a held phase is lost at its start."""
    return min((one for one in phases if one not in given_up), default=None)


@rule("dragon.hold")
def hold(
    *,
    held: int,
    other: Sequence[int] = (),
    given_up: Collection[int] = (),
    next_turn: Sequence[int] | None = None,
    options: Options = DEFAULTS,
) -> Lasting:
    """A phase held for later (dragon.hold), until the first later round with a phase of one's own.

    A phase that was given up is none. The hold outlasts the turn, unless the switch hold-survives-turn is off.
    """
    whole_round = number(held)
    end = lost_at(rounds("other", other, whole_round), given_up)
    usable = tuple(range(whole_round + 1, end or ROUNDS + 1))
    if end or next_turn is None or not options.hold_survives_turn:
        return Lasting(usable, end, (), None)
    there = lost_at(rounds("next_turn", next_turn))
    return Lasting(usable, None, tuple(range(1, there or ROUNDS + 1)), there)


@dataclass(frozen=True)
class BreakIn:
    """Whether the holder may break in with the act, and when it is carried out; None where not."""

    legal: bool
    resolved: str | None
    hold_left: bool
    lost_at_start_of: int | None


def why_no_trigger(*, trigger: str, act: str) -> Refused | None:
    """Why nothing can be held for in these words, or None: both the event and the act are written down."""
    if not trigger.strip():
        return Refused("no-trigger", "What is waited for? It is written down when the hold begins.", "trigger")
    if not act.strip():
        return Refused("no-act", "What is done then? Only the act that is written down may break in.", "act")
    return None


@rule("dragon.conditional-hold")
def conditional_hold(
    *,
    held: int,
    other: Sequence[int] = (),
    trigger: str,
    act: str,
    round: int | None = None,
    sub_round: str = "",
    event: str = "",
) -> BreakIn:
    """A phase held for an event and the act that answers it (dragon.conditional-hold), in any part of a round.

    `event`: what happens now, claimed by the holder and confirmed by the GM. Refuses a hold without either text.
    """
    if why := why_no_trigger(trigger=trigger, act=act):
        raise why
    end = lost_at(rounds("other", other, number(held)))
    if round is None:
        return BreakIn(False, None, True, end)
    one_of("sub_round", sub_round, PARTS)
    there = held <= number(round) < (end or ROUNDS + 1)
    legal = there and bool(event.strip())
    return BreakIn(legal, BREAKS_IN if legal else None, there and not legal, end)
