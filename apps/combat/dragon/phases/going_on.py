"""The turn going on: a part is closed when nobody is waited for, and the next turn begins after round 10.

Somebody hidden is not waited for: how far a turn has come would tell of them. Under the switch enemy-phases-hidden
the Bad Guys' part is closed by the GM's hand alone, because a part that is skipped says that nobody had a phase in it.
It is for the GM to say that of parts that are over: by hand the turn goes on to where something happens.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial

from apps.characters.dragon import states
from apps.checks.dragon import asking, opposing
from apps.combat import gathering, tracking
from apps.combat.dragon import turns as stored
from apps.combat.dragon.phases import spending, telling
from apps.combat.dragon.phases.telling import Ended
from apps.combat.models import Combatant, Fight
from apps.rules.dragon.combat import turns as rules
from apps.rules.dragon.combat.parts import PARTS, Moment
from apps.rules.dragon.combat.turns import Closed, State
from apps.table import exchanges
from apps.table.models import Exchange
from apps.table.turn import Turn

AtPartsEnd = Callable[[Turn, Fight, Closed], None]
HoldsUp = Callable[[Fight], bool]
_beside = {*asking.KINDS, *opposing.KINDS}
_at_parts_end: list[AtPartsEnd] = []
_holds_up: list[HoldsUp] = []


def goes_on_beside(*kinds: str) -> None:
    """Says that the turn does not wait for exchanges of these kinds, as it does not for rolls that are asked for."""
    _beside.update(kinds)


def at_parts_end(does: AtPartsEnd) -> AtPartsEnd:
    """Registers what happens whenever a part has closed, before the turn goes on; it is given what came of it."""
    _at_parts_end.append(does)
    return does


def holds_up(asks: HoldsUp) -> HoldsUp:
    """Registers what says beforehand whether a question of which players know comes with the end of the part that is
    on: then the turn goes no further by itself until it is answered."""
    _holds_up.append(asks)
    return asks


def go_on(turn: Turn, fight: Fight) -> None:
    """At the end of every act that spends something: skips what is empty, as far as that goes by itself."""
    _go(turn, fight, [], lambda: _skips(fight))


def close_by_hand(turn: Turn, fight: Fight, far: bool = False) -> None:
    """The GM closes the part, whoever is waited for; `far`: and those after it, up to one in which something happens.
    What a part's end and a round's beginning bring comes of each of them."""
    until = _time_is_up(fight)
    goes = (lambda: not _stops(fight, until)) if far else (lambda: _skips(fight))
    _go(turn, fight, [_close(turn, fight)], goes)


def when_over(turn: Turn, exchange: Exchange) -> None:
    """What the turn may have waited for is closing, however it ends: then the turn goes on."""
    turn.later(partial(_goes_on_after, turn))


def _goes_on_after(turn: Turn) -> None:
    fight = tracking.fight_of(turn.table)
    if fight is not None:
        go_on(turn, fight)


def _go(turn: Turn, fight: Fight, ended: list[Ended], goes: Callable[[], bool]) -> None:
    while spending.under_way(fight) and not (ended and ended[-1].stops) and goes():
        ended.append(_close(turn, fight))
    if not ended:
        return
    telling.tell_ended(turn, fight, ended)
    if ended[-1].closed.over:
        from apps.combat.dragon.fight import picking  # it calls back here, when the dice have fallen

        picking.begin_turn(turn, fight)


def _close(turn: Turn, fight: Fight) -> Ended:
    """Ends the part that is on. Whoever has moved in it has used the phase."""
    asked = _is_held_up(fight)
    used = tuple(one.public_id for one in stored.fighters_of(fight) if spending.use_move(turn, one))
    closed = rules.close(stored.state_of(fight), spending.options_of(fight))
    stored.write(turn, fight, closed.state)
    for does in _at_parts_end:
        does(turn, fight, closed)
    return Ended(closed, used, asked)


def _is_held_up(fight: Fight) -> bool:
    return any(asks(fight) for asks in _holds_up)


# who is waited for


def _skips(fight: Fight) -> bool:
    """Whether the part ends by itself."""
    return not known_to_wait(fight) and _is_empty(fight, stored.state_of(fight))


def _is_empty(fight: Fight, state: State) -> bool:
    """Whether nobody of whom everybody knows could do anything in the part (dragon.sub-rounds)."""
    options = spending.options_of(fight)
    return not _is_by_hand(fight, state) and rules.is_over(_as_known(fight, state), options)


def _stops(fight: Fight, until: int) -> bool:
    """Whether the GM's way to the next part in which something happens ends here."""
    return waits_for_answers(fight) or _happens(fight, stored.state_of(fight), until)


def _happens(fight: Fight, state: State, until: int) -> bool:
    """Whether somebody is due in this part, or a countdown is over, or the good could act for the last time before the
    others do. Which of the bad could is not asked: to stop for them would tell of phases that are to come."""
    if rules.due(state) or (state.at.round == until and state.at.part == PARTS[0]):
        return True
    return _good_could(fight, state) and _is_last_chance(fight, state)


def _good_could(fight: Fight, state: State) -> bool:
    """Whether anybody of whom players know could use a hold or buy in, in a part of the good."""
    return state.at.part != "Bad" and bool(rules.could(_as_known(fight, state), spending.options_of(fight)))


def _is_last_chance(fight: Fight, state: State) -> bool:
    closed = _closed(fight, state)
    while not closed.over and not rules.due(closed.state):
        if _good_could(fight, closed.state):
            return False
        closed = _closed(fight, closed.state)
    if closed.over:
        return not spending.options_of(fight).hold_survives_turn
    return closed.state.at.part == "Bad"


def _time_is_up(fight: Fight) -> int:
    """The next round of this turn in which somebody's countdown is over; 0 where none is."""
    left = [found for one in stored.fighters_of(fight) if (found := states.state_of(one.character).rounds)]
    return stored.round_of(fight).number + min(left) if left else 0


def _is_by_hand(fight: Fight, state: State) -> bool:
    """Whether the GM alone closes this part, so that nothing is told by its being skipped."""
    return state.at.part == "Bad" and spending.options_of(fight).enemy_phases_hidden


def waits_for_answers(fight: Fight) -> bool:
    """Whether an attack, a Death Check or an offer is still open."""
    return bool(_open(fight))


def known_to_wait(fight: Fight) -> bool:
    """Whether players know of one that is open: what lies between the GM and somebody hidden holds no part up, because
    that would tell of them."""
    return any(exchanges.kind_of(one).open or _asks_a_player(one) for one in _open(fight))


def _asks_a_player(exchange: Exchange) -> bool:
    return any(one.audience != "gms" for one in exchanges.asks_of(exchange))


def _open(fight: Fight) -> list[Exchange]:
    return [one for one in exchanges.open_exchanges(fight.desk) if one.of_play and one.kind not in _beside]


def _as_known(fight: Fight, state: State) -> State:
    """The turn as if nobody were hidden in it."""
    known = {one.public_id for one in gathering.seen(stored.fighters_of(fight))}
    return replace(state, fighters=tuple(one for one in state.fighters if one.id in known))


def waited_for(fight: Fight, known: bool = True) -> list[Combatant]:
    """Who has a phase in this part and has not said what becomes of it; all of them, or those whom everybody knows."""
    return _named(fight, rules.due(_seen(fight, known)))


def might_still(fight: Fight, known: bool = True) -> list[Combatant]:
    """Who could use a kept phase or buy in, and has not declined."""
    return _named(fight, rules.could(_seen(fight, known), spending.options_of(fight)))


def _seen(fight: Fight, known: bool) -> State:
    state = stored.state_of(fight)
    return _as_known(fight, state) if known else state


def _named(fight: Fight, ids: tuple[str, ...]) -> list[Combatant]:
    return [one for one in stored.fighters_of(fight) if one.public_id in ids]


def ahead(fight: Fight, far: bool = False) -> Moment | None:
    """Where the turn will be when the GM closes the part; None: in the next turn."""
    kept = "dragon far ahead" if far else "dragon ahead"
    closed: Closed = fight.desk.memo_of(fight, kept, lambda: _next(fight, far))
    return None if closed.over else closed.state.at


def _next(fight: Fight, far: bool) -> Closed:
    """What comes of closing the part, and those after it that are skipped, or in which nothing happens."""
    until = _time_is_up(fight)
    closed = _closed(fight, stored.state_of(fight))
    if _is_held_up(fight):
        return closed
    while not closed.over and _is_passed(fight, closed.state, far, until):
        closed = _closed(fight, closed.state)
    return closed


def _is_passed(fight: Fight, state: State, far: bool, until: int) -> bool:
    if far:
        return not _happens(fight, state, until)
    return not known_to_wait(fight) and _is_empty(fight, state)


def _closed(fight: Fight, state: State) -> Closed:
    return rules.close(state, spending.options_of(fight))
