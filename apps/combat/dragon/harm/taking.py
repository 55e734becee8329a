"""Damage that somebody takes, and what comes of it."""

from __future__ import annotations

from functools import partial
from typing import Any

from apps.characters import rows
from apps.characters.access import watchers_of
from apps.characters.dragon.sheet import DAMAGE, sheet_of
from apps.characters.dragon.states import FALLEN, State, set_state, state_of
from apps.characters.forms import named
from apps.characters.models import Character
from apps.combat import tracking
from apps.combat.dragon import turns as stored
from apps.combat.dragon.harm import asking
from apps.combat.dragon.phases.spending import options_of, under_way
from apps.combat.models import Fight
from apps.rules.dragon.combat import turns as rules
from apps.rules.dragon.combat.harm import Fallen, falling
from apps.table.audience import EVERYBODY, GMS
from apps.table.models import Event, Span
from apps.table.turn import Turn

Facts = dict[str, Any]
PENDING = "damage"
"""A tally of the turn: damage that counts when the part closes."""


def take(turn: Turn, character: Character, damage: int, *, interrupted: bool = False) -> Facts:
    """Damage after Resistance is written down (dragon.falling); what a card tells of it is given back.

    `interrupted`: a trigger broke in, so that the fallen lose even what was due in this part (dragon.simultaneous).
    The Death Check that comes due is asked for once the act has told its event. With the switch
    damage-at-sub-round-end all but that of a trigger waits for the end of the part, and `at_once` is false. Others than
    the GMs are told what `seen` leaves of the facts. Inside the hold; the act goes on with the turn itself.
    """
    found = tracking.fighting(character)
    if found is not None and _waits(found.fight, interrupted):
        if damage and found.fight.turn:
            tracking.raise_tally(turn, found, found.fight.turn, PENDING, damage)
        return {"damage": damage, "at_once": False, "up": not state_of(character).down}
    before = sheet_of(character).taken
    rows.set_track(turn, character, DAMAGE, before + damage)
    return {"damage": damage, "at_once": True} | struck(turn, character, before, interrupted=interrupted)


def seen(facts: Facts, character: Character) -> Facts:
    """What a card tells everybody of damage: hit points only of those whose numbers everybody knows."""
    return facts if watchers_of(character).public else {name: facts[name] for name in facts if name != "points"}


def in_round(fight: Fight) -> bool:
    """Whether a round of the turn runs: no longer, where the fight is just ending."""
    return under_way(fight) and bool(fight.desk.all(Span, inside=fight.turn, kind=stored.ROUND, closed_at=None))


def _waits(fight: Fight, interrupted: bool) -> bool:
    """Whether damage counts only when the part closes."""
    options = options_of(fight)
    return under_way(fight) and not rules.simultaneous(due=False, interrupted=interrupted, options=options).at_once


# what comes of it


def is_asked_openly(character: Character, damage: int) -> bool:
    """Whether so much damage would call for a Death Check of which players know."""
    sheet, state = sheet_of(character), state_of(character)
    if sheet.maximum is None or state.dead or not watchers_of(character).public:
        return False
    found = falling(maximum=sheet.maximum, taken=sheet.taken, already_down=state.down, new_damage=damage)
    return found.death_check


def struck(turn: Turn, character: Character, before: int, *, interrupted: bool = False) -> Facts:
    """What follows from damage that is written down; `before` was taken until then."""
    sheet = sheet_of(character)
    was_down = state_of(character).down
    if sheet.maximum is None or sheet.taken <= before:
        return {"up": not was_down, "fell": False, "death_check": False}
    found = falling(maximum=sheet.maximum, taken=before, already_down=was_down, new_damage=sheet.taken - before)
    if not found.up and not was_down:
        falls(turn, character, interrupted=interrupted)
    due = found.death_check and not state_of(character).dead
    if due:
        turn.later(partial(asking.ask_for, turn, character, found.past))
    return {"up": found.up, "fell": not found.up and not was_down, "death_check": due} | _points(found, sheet.maximum)


def _points(found: Fallen, maximum: int) -> Facts:
    return {"points": {"taken": found.taken, "left": found.left, "past": found.past, "maximum": maximum}}


def falls(turn: Turn, character: Character, *, interrupted: bool = False) -> None:
    """Down: in a fight phases and holds are void, but for the action that was due in this very part."""
    found = tracking.fighting(character)
    if found is not None and in_round(found.fight):
        state = stored.state_of(found.fight)
        stored.write(turn, found.fight, rules.falls(state, found.public_id, interrupted=interrupted))
    else:
        set_state(turn, character, State(FALLEN))


# telling


def tell_hits(turn: Turn, kind: str, hits: list[tuple[Character, Facts]], facts: Facts) -> Event:
    """The GMs hear all; everybody of those of whom they know, without the hit points of enemies. `facts` are of all."""
    full = facts | {"hits": [named(one) | hit for one, hit in hits]}
    shown = [named(one) | seen(hit, one) for one, hit in hits if not one.hidden]
    return turn.tell(kind, full, to=GMS, also={EVERYBODY: facts | {"hits": shown}} if shown else {})
