"""Who has ducked a scene of which nothing was left is not cast in the next call of the same caller
(yarn.duck-pair); by rushing they come in all the same."""

from __future__ import annotations

from collections.abc import Iterable

from apps.characters import parts
from apps.characters.models import Character, Part
from apps.characters.parts import Holder
from apps.characters.yarn.people import Participant
from apps.characters.yarn.scenes import Scene
from apps.characters.yarn.spans import EPISODE, open_now
from apps.drama.yarn.turns import BY_HAND, marked
from apps.drama.yarn.window import when_scene_begins, when_window_opens
from apps.table.desk import Desk
from apps.table.models import Exchange
from apps.table.turn import Turn

BARRED = "barred"


def _held(desk: Desk) -> list[Part]:
    episode = open_now(desk, EPISODE)
    return parts.in_order(desk, episode, BARRED) if episode is not None else []


def bar(turn: Turn, caller: Participant, cast: Iterable[Character]) -> None:
    """Until the next scene is played, none of these stands in a call of this caller."""
    episode, there = turn.span(EPISODE), barred_for(turn.desk, caller)
    if episode is not None:
        for one in cast:
            if one not in there:
                parts.give(turn, episode, BARRED, Holder(caller.seat, one))


def lift(turn: Turn, character: Character) -> None:
    """They may be in it after all: they have rushed in."""
    for one in _held(turn.desk):
        if one.character_id == character.pk:
            parts.take(turn, one)


def barred_for(desk: Desk, caller: Participant | None) -> list[Character]:
    """Whom this caller does not cast now."""
    seat = caller.seat if caller is not None else None
    key = seat.pk if seat is not None else None
    return [one.character for one in _held(desk) if one.character is not None and one.seat_id == key]


@when_window_opens
def _not_again(turn: Turn, scene: Scene, window: Exchange) -> None:
    """Refuses a call with somebody who has just ducked one (ducked); what the GM sets by hand is her own word."""
    if marked(scene.span, BY_HAND):
        return
    there = {one.pk for one in scene.present}
    for one in barred_for(turn.desk, scene.caller):
        if one.pk in there:
            turn.refuse("ducked", f"{one.name} has ducked: the new call is one without them.", "cast")


@when_scene_begins
def _over(turn: Turn, scene: Scene) -> None:
    for one in _held(turn.desk):
        turn.delete(one)
