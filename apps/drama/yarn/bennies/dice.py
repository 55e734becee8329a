"""Procedural tokens and cards: a bonus die on one roll in a procedural scene, named before the dice fall
(yarn.bennie-procedural). A card is for the scene in which it was bought; a token is kept until it is used or burned."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial

from apps.characters import parts
from apps.characters.models import Track
from apps.characters.parts import Holder
from apps.characters.yarn import points
from apps.characters.yarn.people import Participant, player_of
from apps.characters.yarn.scenes import Scene, scene_of
from apps.checks.yarn.pools import Extra, Sought, adds_to_roll
from apps.drama.yarn.forms import OwnForm
from apps.rules.refusal import Refused
from apps.table.acts import act
from apps.table.desk import Desk
from apps.table.turn import Turn

PROCEDURAL = "procedural"
"""The key of a seat's track of procedural tokens."""
CARD_LIES, TOKEN_LIES = "procedural-card", "procedural-token"
"""The roles of those who have one ready for their next roll."""
RULE = "yarn.bennie-procedural"


def procedural_of(desk: Desk, who: Participant) -> int:
    """How many procedural tokens somebody holds."""
    held = desk.one(Track, seat=who.seat, key=PROCEDURAL) if who.seat is not None else None
    return held.value if held is not None else 0


def _procedural(desk: Desk) -> Scene | None:
    scene = scene_of(desk)
    return scene if scene is not None and not scene.dramatic else None


def lies(desk: Desk, who: Participant, role: str) -> bool:
    """Whether somebody has such a die ready in the procedural scene that is played."""
    scene = _procedural(desk)
    if scene is None or who.seat is None:
        return False
    return parts.of_seat(scene.span, role, who.seat) is not None


def why_no_card(desk: Desk, who: Participant) -> Refused | None:
    """Why no card, or none more, can be laid now; one is for one roll."""
    if _procedural(desk) is None:
        return Refused("not-procedural", "A card is for a procedural scene, and none is played.")
    if lies(desk, who, CARD_LIES) or lies(desk, who, TOKEN_LIES):
        return Refused("one-a-roll", "One lies ready already, and a roll takes one.")
    return None


def lay_card(turn: Turn, who: Participant) -> None:
    _lay(turn, who, CARD_LIES)


def _lay(turn: Turn, who: Participant, role: str) -> None:
    scene = _procedural(turn.desk)
    if scene is not None and who.seat is not None:
        parts.give(turn, scene.span, role, Holder(who.seat))


def _take(turn: Turn, who: Participant, role: str) -> None:
    scene = _procedural(turn.desk)
    held = parts.of_seat(scene.span, role, who.seat) if scene is not None and who.seat is not None else None
    if held is not None:
        parts.take(turn, held)


class UseForm(OwnForm):
    """The token that lies ready, or is to."""

    def why_not(self) -> Refused | None:
        return why_not_used(self.viewer.desk, self.who)


def why_not_used(desk: Desk, who: Participant) -> Refused | None:
    """Why no procedural token can be laid ready or taken back now, or None."""
    if lies(desk, who, TOKEN_LIES):
        return None
    if not procedural_of(desk, who):
        return Refused("no-token", f"{who.name} holds no procedural token.")
    return why_no_card(desk, who)


@act("yarn.use-procedural", title="A procedural token for the next roll", form=UseForm, button="Lay it ready")
def use_procedural(turn: Turn, form: UseForm) -> None:
    """Names it before the dice fall; the next roll in this procedural scene has a bonus die. Once more takes it back.

    Refuses it without one (no-token), elsewhere (not-procedural), and beside a card (one-a-roll).
    """
    back = lies(turn.desk, form.who, TOKEN_LIES)
    turn.tell("yarn.procedural-laid", {"back": back})
    if back:
        _take(turn, form.who, TOKEN_LIES)
    else:
        _lay(turn, form.who, TOKEN_LIES)


@adds_to_roll
def _ready(sought: Sought) -> Iterable[Extra]:
    """One for a roll, whichever lies ready; what somebody resists with is no roll that they name it for."""
    who, desk = player_of(sought.who), sought.who.desk
    if sought.what == "resistance" or desk.table.game != "yarn":
        return
    if lies(desk, who, CARD_LIES):
        yield Extra("bonus", 1, "A card for a bennie", RULE, partial(_used, who=who, role=CARD_LIES))
    elif lies(desk, who, TOKEN_LIES) and procedural_of(desk, who):
        yield Extra("bonus", 1, "A procedural token", RULE, partial(_used, who=who, role=TOKEN_LIES))


def _used(turn: Turn, who: Participant, role: str) -> None:
    _take(turn, who, role)
    if role == TOKEN_LIES:
        points.pay(turn, who, None, 1, "For a roll", RULE, PROCEDURAL)
