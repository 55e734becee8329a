"""How a fight runs: one roll for all of it, or rounds and turns."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import ceil
from typing import Any

from apps.rules.dice import Dice, system_dice
from apps.rules.listed import pick
from apps.rules.numbers import whole
from apps.rules.refusal import Refused
from apps.rules.registry import rule
from apps.rules.yarn.combat.lists import SPEEDS
from apps.rules.yarn.groups import Participants, group_effort
from apps.rules.yarn.options import DEFAULTS, Options
from apps.rules.yarn.orders import Names, names_of
from apps.rules.yarn.pool import SIDES, pool_from, ready, throw

GM_SIDE = "GM's characters"
USUAL = 3
"""Seconds of a round, unless the GM says otherwise."""

# One roll


@dataclass(frozen=True)
class Gestalt:
    """Both sums; the GM's, the winner and the difference are for the GM alone."""

    players_sum: int
    gm_sum: int
    winner: str
    difference: int
    gm_sum_shown_to_players: bool = False


@rule("yarn.gestalt-combat")
def gestalt_combat(
    *,
    players_totals: Sequence[int] = (),
    gm_totals: Sequence[int] = (),
    players: Participants = (),
    gm_side: Participants = (),
    gm_way: str = "simple addition",
    options: Options = DEFAULTS,
    dice: Dice = system_dice,
) -> Gestalt:
    """All totals of one side against all of the other (yarn.gestalt-combat); the GM's side rolls in the way she says.

    Refuses a side without rolls.
    """
    pools = [ready(pool_from(roll, "players")) for roll in players]
    if not (players_totals or pools) or not (gm_totals or gm_side):
        raise Refused("no-side", "Each side has a roll: one of them has none.", "players_totals")
    mine = sum(whole("players_totals", n, least=0) for n in players_totals)
    theirs = sum(whole("gm_totals", n, least=0) for n in gm_totals)
    mine += sum(throw(pool, options, dice).total for pool in pools)
    if gm_side:
        theirs += group_effort(way=gm_way, participants=gm_side, options=options, dice=dice).total
    return Gestalt(mine, theirs, "players" if mine > theirs else "gm" if mine < theirs else "draw", mine - theirs)


# Rounds


@dataclass(frozen=True)
class Now:
    """Whose turn it is, in which round, and how many seconds have passed."""

    turn: str
    round: int
    seconds: int


@rule("yarn.rounds")
def rounds(*, order: Sequence[str], round: int = 1, acted: int = 0, options: Options = DEFAULTS) -> Now:
    """One after another in initiative order, and when all have acted a new round (yarn.rounds). Refuses nobody."""
    if not names_of("order", order):
        raise Refused("nobody", "Nobody fights in this order.", "order")
    full, place = divmod(whole("acted", acted, least=0), len(order))
    now = whole("round", round, least=1) + full
    return Now(order[place], now, (now - 1) * options.seconds_per_round)


@dataclass(frozen=True)
class Lasts:
    """How many rounds each timer lasts."""

    rounds: tuple[int, ...]


def _seconds(seconds_per_round: float | None, options: Options) -> Fraction:
    length = Fraction(str(options.seconds_per_round if seconds_per_round is None else seconds_per_round))
    if length <= 0:
        raise Refused("no-length", f"A round of {seconds_per_round} seconds is none.", "seconds_per_round")
    return length


@rule("yarn.round-length")
def round_length(
    *, timers_seconds: Sequence[float], seconds_per_round: float | None = None, options: Options = DEFAULTS
) -> Lasts:
    """Timers run in game time: the length of a round says how many they last (yarn.round-length).

    Refuses a round without length.
    """
    length = _seconds(seconds_per_round, options)
    return Lasts(tuple(ceil(Fraction(str(timer)) / length) for timer in timers_seconds))


@dataclass(frozen=True)
class Way:
    """The distance covered, and the pace."""

    metres: float
    km_per_hour: int


@rule("yarn.movement-speeds")
def movement_speeds(
    *, speed: str, rounds: int = 1, seconds_per_round: float | None = None, options: Options = DEFAULTS
) -> Way:
    """How far somebody goes at this speed (yarn.movement-speeds), to one decimal. Refuses one that is not listed."""
    row = pick("speed", speed, SPEEDS)
    length = _seconds(seconds_per_round, options) / USUAL
    metres = Fraction(str(row.metres)) * whole("rounds", rounds, least=0) * length
    return Way(float(round(metres, 1)), row.km_per_hour)


# Who acts first


@dataclass(frozen=True)
class Order:
    """Names from first to last."""

    order: Names


@rule("yarn.initiative")
def initiative(*, rolls: Sequence[Mapping[str, Any]], dice: Dice = system_dice) -> Order:
    """From the highest total down (yarn.initiative): ties go to more dice, then to players' characters, then to the
    higher of one die each, thrown until it differs. Refuses a name that stands twice.
    """
    names_of("rolls", [roll["who"] for roll in rolls])
    for roll in rolls:
        whole("rolls", roll["total"], least=0)
    groups: dict[tuple[int, int, bool], list[str]] = {}
    for roll in rolls:
        groups.setdefault((-roll["total"], -roll["dice"], not roll["pc"]), []).append(roll["who"])
    return Order(tuple(name for key in sorted(groups) for name in _thrown_for(groups[key], dice)))


def _thrown_for(names: list[str], dice: Dice) -> list[str]:
    """Those who are tied, by a die each; who is still tied throws again."""
    if len(names) < 2:
        return names
    faces = dice(len(names), SIDES)
    by_face: dict[int, list[str]] = {}
    for name, face in zip(names, faces, strict=True):
        by_face.setdefault(-face, []).append(name)
    return [name for face in sorted(by_face) for name in _thrown_for(by_face[face], dice)]


@rule("yarn.initiative-seating")
def initiative_seating(*, seats: Sequence[str], options: Options = DEFAULTS) -> Order:
    """Players act as they sit, the GM's characters first or last (yarn.initiative-seating).

    Refuses it where the switch turn-order rolls for initiative.
    """
    if options.turn_order == "initiative":
        raise Refused("rolls-initiative", "This table rolls for initiative.", "seats")
    seated = names_of("seats", seats)
    return Order((GM_SIDE, *seated) if options.turn_order == "seating, GM first" else (*seated, GM_SIDE))


@dataclass(frozen=True)
class Delayed:
    """Whether the one who waited acted in the round, and the order of the next."""

    waiter_acted: bool
    order_next_round: Names


@rule("yarn.delay-turn")
def delay_turn(*, order: Sequence[str], waiter: str, round: int = 1) -> Delayed:
    """Whoever waits may break in later in the round, else the action is lost (yarn.delay-turn); the next round runs in
    the rolled order. `waiter` says in words what the first in the order does. Refuses no words.
    """
    words = waiter.strip().casefold()
    if not words:
        raise Refused("no-words", "Does the first in the order wait, and when to break in?", "waiter")
    waits = "wait" in words and "not wait" not in words
    breaks_in = "break" in words and not any(no in words for no in ("never", "not break", "no break"))
    return Delayed(breaks_in or not waits, names_of("order", order))
