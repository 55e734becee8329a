"""The order of play goes on: the next turn, inside another's or in its own place, the surroundings, the next round
(rough_magic.turn-engine, rough_magic.round, rough_magic.environment-last)."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

from apps.characters.models import Condition
from apps.characters.rough_magic import lasting, states
from apps.characters.rough_magic.endurance import is_down
from apps.combat import tracking
from apps.combat.models import Combatant, Fight
from apps.combat.rough_magic.order import offering, stored, surroundings, turns_of
from apps.rules.rough_magic.combat import turns as rules
from apps.rules.rough_magic.combat.turns import Play
from apps.table.sure import sure
from apps.table.turn import Turn

DEFENCES = ("blocking", "dodging")


@dataclass
class Step:
    """What happened on the way to the next turn: whose turn is over, places passed over because a turn was owed, turns
    held that lapsed, states that ended by their owners' keys, what lasted one round and is `over`, and who has the turn
    now, None when the surroundings move. `back`: it goes on where it was interrupted."""

    done: Combatant | None = None
    paid: list[Combatant] = field(default_factory=list)
    lapsed: list[Combatant] = field(default_factory=list)
    ended: dict[int, list[str]] = field(default_factory=dict)
    over: list[dict[str, Any]] = field(default_factory=list)
    now: Combatant | None = None
    back: bool = False
    new_round: bool = False


def go_on(turn: Turn, fight: Fight, first: Combatant | None = None) -> Step:
    """Whoever acts is done; what comes next is begun: what was interrupted, the next place, the surroundings, or after
    them the next round. `first` of the group that is next begins it."""
    step = Step(done=turns_of.on_turn(fight))
    if step.done is not None:
        is_done(turn, step.done, step)
    if step.back:
        return step
    if fight.phase == stored.SURROUNDINGS and step.done is None:
        _next_round(turn, fight, step)
    if stored.play_of(fight).over:
        return step
    return to_next(turn, fight, step, first)


def _next_round(turn: Turn, fight: Fight, step: Step) -> None:
    play = stored.play_of(fight)
    surroundings.have_moved(turn, fight)
    step.over += lasting.round_ends(turn, play.round)
    stored.keep(turn, fight, rules.next_round(play))
    step.new_round = True


def is_done(turn: Turn, one: Combatant, step: Step) -> None:
    """A turn is over; one that broke into another gives it back, and whoever is down by now is done as well."""
    step.now, step.back = None, False
    if ended := offering.is_over(turn, one):
        step.ended[one.pk] = ended
    offering.forget(turn, one)
    if one in turns_of.breaking_in(one.fight):
        tracking.set_tally(turn, one, sure(one.fight.turn), turns_of.INNER, 0)
        step.now = turns_of.on_turn(one.fight)
        step.back = True
    if step.now is not None and is_down(step.now.character):
        is_done(turn, step.now, step)


def to_next(turn: Turn, fight: Fight, step: Step, first: Combatant | None = None) -> Step:
    """The next place of this round whose turn can be had comes; after the last one the surroundings move."""
    play = _drawn_forward(stored.play_of(fight), first)
    rows = {one.public_id: one for one in stored.ordered(fight)}
    offered = None
    while not (play.over or offered):
        was = play
        play, offered = rules.next_place(play)
        if not play.over:
            _place_came(turn, was.places[play.at], rows[was.places[play.at].name], step, skipped=offered is None)
    stored.keep(turn, fight, play)
    if offered:
        step.now = rows[offered]
        offering.comes(turn, step.now)
    return step


def _drawn_forward(play: Play, first: Combatant | None) -> Play:
    """Members of a group act as the GM likes: the one that is drawn forward comes next."""
    if first is None:
        return play
    mine = play.place(first.public_id)
    others = [one for one in play.places if one != mine]
    at = play.at + 1
    return replace(play, places=(*others[:at], mine, *others[at:]))


def _place_came(turn: Turn, was: rules.Place, one: Combatant, step: Step, *, skipped: bool) -> None:
    step.over += lasting.place_comes(turn, one.character, sure(one.fight.turn).number)
    if was.held is not None:
        step.lapsed.append(one)
    if skipped and was.owed:
        step.paid.append(one)
    if skipped:
        _is_passed_over(turn, one, step)


def _is_passed_over(turn: Turn, one: Combatant, step: Step) -> None:
    """Ends what ends with a place that is passed over; a block or a dodge that this place has not paid for goes on
    (rough_magic.blocking)."""
    now = sure(one.fight.turn).number
    unpaid = [each for each in states.states_of(one.character) if each.name in DEFENCES and _is_unpaid(each, now)]
    if ended := states.happened(turn, one.character, "own place passed", but=unpaid):
        step.ended[one.pk] = [*step.ended.get(one.pk, []), *ended]


def _is_unpaid(state: Condition, round: int) -> bool:
    """Whether the task of a turn was given for it, or the place of a later round is."""
    return state.amount is not None and (not state.amount or state.amount > round)
