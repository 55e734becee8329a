"""The order of play in rows: read as the rules' plain values (apps.rules.rough_magic.combat.turns), and written back
where these have changed. Places are named by the public ids of their combatants.

Who holds a place number of the order has turns; who is in the fight without one is not aware yet.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from apps.characters.models import Character
from apps.characters.rough_magic.endurance import is_dead, is_down
from apps.combat import tracking
from apps.combat.models import Combatant, Fight
from apps.combat.rough_magic.order import turns_of
from apps.rules.refusal import Refused
from apps.rules.rough_magic.combat import turns as rules
from apps.rules.rough_magic.combat.turns import HELD, Place, Play
from apps.rules.rough_magic.options import Options
from apps.table.sure import sure
from apps.table.turn import Turn

ROLLING, ROUND, SURROUNDINGS = "rolling", "round", "surroundings"
"""What a fight's `phase` says: the order is rolled for, places have their turns, or all have had them."""
KEPT_ROUND, KEPT_OWED, KEPT_FORCED = "held", "owed", "forced"
"""Tallies of the fight: the round from which a turn is held, turns that are owed; of the round: whether one forced."""
IN_ORDER = {"acted": 0, "acting": 1, "waiting": 2}
TASK = "task"


def options_of(fight: Fight) -> Options:
    """The switches with which the fight began."""
    return Options.from_switches(fight.span.options)


def ordered(fight: Fight) -> list[Combatant]:
    """Those who have a place, in the order of play; of a group those first whose turn has come."""
    placed = [one for one in fight.desk.all(Combatant, fight=fight) if one.state != "out" and one.place is not None]
    return sorted(placed, key=lambda one: (one.place, IN_ORDER[one.state], one.pk))


def unaware(fight: Fight) -> list[Combatant]:
    """Those who have no turns, because they know of no enemy (rough_magic.awareness-order)."""
    return [one for one in fight.desk.all(Combatant, fight=fight) if one.state != "out" and one.place is None]


def to_notice(fight: Fight) -> list[Combatant]:
    """Those of them who may become aware yet: the dead will not."""
    return [one for one in unaware(fight) if not is_dead(one.character)]


def everybody(fight: Fight) -> list[Combatant]:
    """All who are in it."""
    return [*ordered(fight), *unaware(fight)]


# reading


def play_of(fight: Fight) -> Play:
    """The order of play as the rules see it."""
    desk = fight.desk
    return desk.memo_of(fight, "rough play", lambda: _play(desk.own(fight)))


def _play(fight: Fight) -> Play:
    places = ordered(fight)
    gone = sum(one.state != "waiting" for one in places)
    at = len(places) if fight.phase == SURROUNDINGS else gone - 1
    return Play(tuple(map(_place, places)), sure(fight.turn).number, at)


def _place(one: Combatant) -> Place:
    """Nobody who is down holds or owes anything (rough_magic.turn-engine)."""
    of_round = tracking.tallies_of(one, one.fight.turn)
    forced = sure(one.fight.turn).number if of_round.get(KEPT_FORCED) else None
    if is_down(one.character):
        return Place(one.public_id, forced=forced, away=True)
    of_fight = tracking.tallies_of(one, one.fight.span)
    return Place(one.public_id, of_fight.get(KEPT_ROUND) or None, of_fight.get(KEPT_OWED, 0), forced)


def fighter_of(fight: Fight, character: Character) -> Place | None:
    """What somebody holds, owes and has forced; None for whoever has no place in the order."""
    one = tracking.combatant_of(fight, character)
    if one is None or one.state == "out" or one.place is None:
        return None
    return play_of(fight).place(one.public_id)


# writing


def keep(turn: Turn, fight: Fight, play: Play) -> None:
    """Brings the rows to where the rules have taken the order: debts, and whose place is on. Inside the hold."""
    before = play_of(fight)
    for place in play.places:
        keep_debts(turn, fight, _combatant(fight, place.name), place)
    if play.round != before.round:
        tracking.new_turn(turn, fight, ROUND)
    if (play.round, play.at, play.over) != (before.round, before.at, before.over):
        _keep_states(turn, fight, play)


def _combatant(fight: Fight, name: str) -> Combatant:
    return next(one for one in ordered(fight) if one.public_id == name)


def keep_debts(turn: Turn, fight: Fight, one: Combatant, place: Place) -> None:
    """Writes what somebody holds and owes, and whether they forced an action in this round, where it has changed."""
    forced = int(place.forced == sure(fight.turn).number)
    _set(turn, one, fight.span, KEPT_ROUND, place.held or 0)
    _set(turn, one, fight.span, KEPT_OWED, place.owed)
    _set(turn, one, sure(fight.turn), KEPT_FORCED, forced)


def _set(turn: Turn, one: Combatant, span: Any, key: str, value: int) -> None:
    if tracking.tallies_of(one, span).get(key, 0) != value:
        tracking.set_tally(turn, one, span, key, value)


def _keep_states(turn: Turn, fight: Fight, play: Play) -> None:
    turn.change(fight, phase=SURROUNDINGS if play.over else ROUND)
    rows = {one.public_id: one for one in ordered(fight)}
    for n, place in enumerate(play.places):
        state = "acting" if n == play.at else "acted" if n < play.at else "waiting"
        if rows[place.name].state != state:
            turn.change(rows[place.name], state=state)


# what is done out of turn


def why_not_force(fight: Fight, character: Character, what: str = "block") -> Refused | None:
    """Why somebody may not act in defence now, in words for them; None if they may.

    In the own turn it takes the task, and is refused where that is gone (rough_magic.forcing). Whoever was interrupted
    answers with the task of that turn too, and out of turn once it is gone.
    """
    one = tracking.combatant_of(fight, character)
    if one is None or one.state == "out" or one.place is None:
        return Refused("not-here", f"{character.name} has no place in the order of play.", "character")
    if turns_of.answers_with_task(one):
        return turns_of.why_no_task(one, options_of(fight))
    no = rules.why_not_force(play_of(fight), one.public_id, what=what, options=options_of(fight))
    return Refused(no.code, no.text.replace(one.public_id, character.name), "character") if no else None


def price_of(fight: Fight, character: Character, what: str = "block") -> str:
    """What a defence would cost now: "task", "held turn" or "round 7"; empty where it is refused."""
    one = tracking.combatant_of(fight, character)
    if one is None or why_not_force(fight, character, what) is not None:
        return ""
    if turns_of.answers_with_task(one):
        return TASK
    play = play_of(fight)
    return _paid(play, rules.force(play, one.public_id, what=what, options=options_of(fight)), one.public_id)


def _paid(before: Play, after: Play, name: str) -> str:
    was, now = before.place(name), after.place(name)
    if was.held is not None and now.held is None:
        return HELD
    return f"round {before.round + before.passed(name) + was.owed}"


def paid_in(price: str) -> int | None:
    """The round whose place pays for a block or a dodge at that price, as their state keeps it in `amount`: 0 where no
    place does, None where it is not known."""
    if price == TASK:
        return 0
    round = price.removeprefix("round ")
    return int(round) if round.isdecimal() else None


def force(turn: Turn, fight: Fight, character: Character, what: str = "block") -> str:
    """Somebody acts in defence out of turn; returns what is given up for it, as `price_of`. Refuses as
    `why_not_force`."""
    if no := why_not_force(fight, character, what):
        raise no
    price = price_of(fight, character, what)
    one = sure(tracking.combatant_of(fight, character))
    if price == TASK:
        turns_of.count(turn, one, TASK)
    else:
        keep(turn, fight, rules.force(play_of(fight), one.public_id, what=what, options=options_of(fight)))
    return price


def uses_task(turn: Turn, character: Character, struck: Collection[Character] = ()) -> None:
    """Somebody does the task of their turn, and strikes these with it. Outside a fight that is nothing; refuses players
    whose turn it is not, who have had their task (rough_magic.turn-actions), or who are taunted and strike others
    (rough_magic.taunting). The GM is never refused."""
    turns_of.uses(turn, character, TASK, struck=struck)
