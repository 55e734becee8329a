"""What acting costs somebody in the running fight, and paying it: the one place that writes a spent phase."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Literal

from apps.combat import tracking
from apps.combat.dragon import turns as stored
from apps.combat.models import Combatant, Fight
from apps.rules.dragon.combat import turns as rules
from apps.rules.dragon.combat.parts import PARTS
from apps.rules.dragon.combat.prices import Price, Way
from apps.rules.dragon.options import Options
from apps.rules.refusal import Refused
from apps.table.games import game_of
from apps.table.turn import Turn

Facts = dict[str, Any]
How = Literal["own", "defence", "trigger"]
PRICES: dict[How, Callable[..., Price | Refused]] = {
    "own": rules.own_price,
    "defence": rules.defence_price,
    "trigger": rules.trigger_price,
}
WAYS: tuple[Way, ...] = ("phase", "bonus", "hold", "next", "trade")
ACTED_BY, DEFENDED, UNSEEN = "acted-by", "defended", "unseen"
"""Tallies of a round: with what they acted (1 is the first of WAYS); that was a defence; that only the GM knows it."""
PAYS: dict[How, Callable[..., rules.State]] = {"own": rules.act, "defence": rules.defend, "trigger": rules.break_in}


def options_of(fight: Fight) -> Options:
    """The switches that the fight began with."""
    span = fight.span
    found: Options = fight.desk.memo_of(span, "dragon options", lambda: game_of(fight.table).options(span.options))
    return found


def under_way(fight: Fight | None) -> bool:
    """Whether the rounds of a turn run: not while speeds are picked and dice are settled."""
    return fight is not None and fight.phase in map(stored.part_word, PARTS)


def price_of(combatant: Combatant, rolls: Sequence[str] = (), how: How = "own") -> Price | Refused:
    """What it costs them now to act with rolls on these substats, or why they cannot (dragon.stacked-costs)."""
    fight = combatant.fight
    if not under_way(fight):
        return Refused("no-round", "The rounds of this turn have not begun.")
    return PRICES[how](stored.state_of(fight), combatant.public_id, rolls, options_of(fight))


def later_of(combatant: Combatant) -> tuple[int, ...]:
    """The later rounds of this turn in which they have an open phase."""
    fight = combatant.fight
    if not under_way(fight):
        return ()
    return stored.state_of(fight).fighter(combatant.public_id).later(stored.round_of(fight).number)


def spend(
    turn: Turn, combatant: Combatant, rolls: Sequence[str] = (), pay: Sequence[int] = (), how: How = "own"
) -> Facts:
    """Pays for an act before any die of it falls, and gives what the card tells of the price.

    `rolls` are the substats rolled, by id or title, `pay` the later rounds that the player names. Refuses as `price_of`
    and Price.left do.
    """
    fight = combatant.fight
    price = price_of(combatant, rolls, how)
    if isinstance(price, Refused):
        raise price
    before = stored.state_of(fight)
    stored.write(turn, fight, PAYS[how](before, combatant.public_id, rolls=rolls, pay=pay, options=options_of(fight)))
    _note_how(turn, combatant, price.way, how)
    return {"way": price.way, "gone": sorted({*price.next, *pay}), "surcharge": price.surcharge}


def _note_how(turn: Turn, combatant: Combatant, way: Way, how: How) -> None:
    """The phases alone do not say which round an act was bought for."""
    span = stored.round_of(combatant.fight)
    tracking.set_tally(turn, combatant, span, ACTED_BY, WAYS.index(way) + 1)
    if how == "defence":
        tracking.set_tally(turn, combatant, span, DEFENDED, 1)


def note_unseen(turn: Turn, combatant: Combatant) -> None:
    """What they have done in this round was done to somebody hidden: that they have acted is told to nobody else."""
    tracking.set_tally(turn, combatant, stored.round_of(combatant.fight), UNSEEN, 1)


def note_move(turn: Turn, combatant: Combatant) -> None:
    """Somebody has moved: the phase is used in this part, whatever else comes of it (dragon.phase-action)."""
    fight = combatant.fight
    stored.write(turn, fight, rules.moves(stored.state_of(fight), combatant.public_id))


def has_moved(combatant: Combatant) -> bool:
    """Whether the diceless act of this round is done, as a move; what is rolled after it is still free."""
    return under_way(combatant.fight) and stored.fighter_of(combatant).moved


def use_move(turn: Turn, combatant: Combatant) -> bool:
    """The part closes on somebody who has moved and did nothing more: the phase is used. Says whether it was."""
    if not has_moved(combatant):
        return False
    price = price_of(combatant)
    if isinstance(price, Refused):
        return False
    spend(turn, combatant, pay=price.suggested(later_of(combatant)))
    return True


def running_turn(turn: Turn) -> Fight:
    """The fight, in the rounds of a turn. Refuses where none runs, and between two turns."""
    fight = tracking.running(turn)
    if not under_way(fight):
        turn.refuse("no-round", "The rounds of this turn have not begun: speeds are being picked.")
    return fight
