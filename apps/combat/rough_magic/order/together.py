"""Several act in the same moment: all but the last have held their turns (rough_magic.combining-attacks,
rough_magic.combining-tasks)."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from apps.characters.models import Character
from apps.characters.rough_magic import states
from apps.checks.rough_magic import acting
from apps.combat import tracking
from apps.combat.models import Combatant
from apps.combat.rough_magic.order import offering, provoked, stored, turns_of
from apps.rules.refusal import Refused
from apps.rules.rough_magic.combat import turns as rules
from apps.table.turn import Turn


def at_hand(one: Combatant) -> bool:
    """Whether a fighter has a turn to act with now: their own that is on, or one that they hold."""
    return turns_of.has_turn(one) or _held(one) is not None


def _held(one: Combatant) -> int | None:
    place = stored.fighter_of(one.fight, one.character)
    return place.held if place is not None else None


def pays(turn: Turn, character: Character, struck: Collection[Character] = ()) -> None:
    """Their task, or the turn that they hold, to strike these. Refuses players who have neither, and the taunted."""
    one = tracking.fighting(character)
    if no := provoked.why_not(turn.viewer, character, struck):
        raise no
    if one is None or turns_of.has_turn(one):
        stored.uses_task(turn, character, struck)
    elif _held(one) is not None:
        stored.keep(turn, one.fight, rules.use_held(stored.play_of(one.fight), one.public_id))
        _takes_the_turn(turn, one)
    elif not turn.viewer.is_gm:
        raise Refused("no-held-turn", f"{character.name} holds no turn with which to join in.", "ask")


def _takes_the_turn(turn: Turn, one: Combatant) -> None:
    """The turn that was held begins and is over with this: a block, a dodge and a pace of before have ended
    (rough_magic.delaying)."""
    offering.comes(turn, one)
    offering.is_over(turn, one)
    offering.forget(turn, one)


def acts_with_a_held_turn(character: Character) -> bool:
    """Whether it would be a turn of theirs that begins only now."""
    one = tracking.fighting(character)
    return one is not None and not turns_of.has_turn(one) and _held(one) is not None


@acting.tells_moment
def moment(character: Character) -> acting.Moment | None:
    """Whether somebody could act this moment, of those in a fight."""
    one = tracking.fighting(character)
    if one is None:
        return None
    held = _held(one)
    if turns_of.has_turn(one):
        return acting.Moment(True, "has the turn")
    if held is None:
        return acting.Moment(False, "has to hold a turn")
    over = offering.ended_by_a_turn(states.states_of(character), stored.options_of(one.fight))
    return acting.Moment(True, f"holds a turn since round {held}", over)


@acting.when_acting_together
def all_at_once(turn: Turn, character: Character, others: Sequence[Character]) -> None:
    """One of them acts, and the others are to act in the same moment. Refuses players while one could not."""
    if (late := acting.late_among(others)) and not turn.viewer.is_gm:
        raise Refused("not-at-once", acting.waits_for(late), "ask")
    pays(turn, character)
