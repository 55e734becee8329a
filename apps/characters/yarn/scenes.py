"""The scene that plays: who called it as what, where it is, and who is in it in which role (yarn.call-scene).

Each of these is a row of its own, so that a role that changes does not stand in the way of taking another one back.
What waits in a scene (a window, a petition, a force) are exchanges of those who ask.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from apps.characters import parts
from apps.characters.models import Character, Part
from apps.characters.parts import Holder
from apps.characters.yarn.bennies import next_scene_begins
from apps.characters.yarn.people import Participant, of_seat, player_of
from apps.characters.yarn.spans import EPISODE, SCENE, open_now
from apps.table.desk import Desk, kept
from apps.table.models import Seat, Span
from apps.table.spans import close_span, open_span
from apps.table.turn import Turn
from apps.table.viewer import seated

DRAMATIC, PROCEDURAL, SOFT_OPEN, CONFERENCE, MONTAGE, SHOPPING = MODES = (
    "dramatic", "procedural", "soft-open", "conference", "montage", "shopping",
)  # fmt: skip
PETITIONER, GRANTER, BYSTANDER, DUCKED, BLOCKED = CAST = ("petitioner", "granter", "bystander", "ducked", "blocked")
OUTSIDE = (DUCKED, BLOCKED)
"""Roles of those who are kept out of the scene."""
CALLS = "calls"
AT = "place"


@dataclass(frozen=True)
class Called:
    """A call: by whom, as what, with whom in which role, where; `title` names the scene, `situation` says how things
    stand."""

    caller: Participant
    mode: str
    cast: Sequence[tuple[Character, str]]
    title: str
    place: Character | None = None
    situation: str = ""


@dataclass(frozen=True)
class Scene:
    """The scene as it is now. `caller` is None for one that the GM has merely set, without a call."""

    span: Span
    mode: str
    caller: Participant | None
    place: Character | None
    cast: tuple[Part, ...]

    @property
    def dramatic(self) -> bool:
        """Whether somebody may seek something of somebody in it."""
        return self.mode in (DRAMATIC, SOFT_OPEN, CONFERENCE)

    def role_of(self, character: Character) -> str:
        """Their role in it; empty for somebody who is not cast."""
        return next((one.role for one in self.cast if one.character_id == character.pk), "")

    def in_role(self, role: str) -> list[Character]:
        """Those in that role, in the order in which they came to it."""
        return [one.character for one in self.cast if one.role == role and one.character is not None]

    @property
    def present(self) -> list[Character]:
        """Everybody who is in the scene."""
        return [one.character for one in self.cast if one.role not in OUTSIDE and one.character is not None]

    def has(self, who: Participant) -> bool:
        """Whether a character of theirs is in it."""
        return any(player_of(one).key == who.key for one in self.present)


def call(turn: Turn, called: Called) -> tuple[Scene, list[dict[str, Any]]]:
    """Opens the scene in the place of one that still plays; returns it with the facts of what ended with that one.

    Refuses (ValueError) a mode or a role that there is not.
    """
    if called.mode not in MODES or any(role not in CAST for _, role in called.cast):
        raise ValueError(f"no such scene: {called.mode}, {[role for _, role in called.cast]}")
    before = turn.span(SCENE)
    ended = close_span(turn, before) if before else []
    span = open_span(turn, SCENE, called.title, called.situation, turn.span(EPISODE))
    next_scene_begins(turn, span)
    parts.give(turn, span, f"{CALLS} {called.mode}", Holder(_calling(turn, called)))
    if called.place is not None:
        parts.give(turn, span, AT, Holder(character=called.place))
    for character, role in called.cast:
        parts.give(turn, span, role, Holder(character=character))
    return scene_in(turn.desk, span), ended


def _calling(turn: Turn, called: Called) -> Seat:
    """Whose seat stands for the caller; of a call of the GM's the seat of one who leads."""
    return called.caller.seat or next(one for one in (turn.seat, *seated(turn.desk)) if one.is_gm)


def scene_of(desk: Desk) -> Scene | None:
    """The scene that plays now, called or set."""
    span = open_now(desk, SCENE)
    return None if span is None else scene_in(desk, span)


def in_scene(desk: Desk) -> list[Character] | None:
    """Whom the scene is about; None where none is played, or nobody is in it."""
    scene = scene_of(desk)
    return (scene.present or None) if scene is not None else None


@kept
def scene_in(desk: Desk, span: Span) -> Scene:
    """What is played in that span."""
    held = sorted(desk.all(Part, span=span), key=lambda one: one.pk)
    calls = next((one for one in held if one.role.startswith(CALLS)), None)
    at = next((one for one in held if one.role == AT), None)
    return Scene(
        span=span,
        mode=calls.role.removeprefix(f"{CALLS} ") if calls else SOFT_OPEN,
        caller=of_seat(calls.seat) if calls and calls.seat else None,
        place=at.character if at else None,
        cast=tuple(one for one in held if one.role in CAST),
    )


def give_role(turn: Turn, scene: Scene, character: Character, role: str) -> None:
    """Puts somebody into a role, whatever they were before; somebody who was not cast comes in by it."""
    if role not in CAST:
        raise ValueError(f"no such role: {role}")
    held = parts.of_character(scene.span, scene.role_of(character), character)
    if held is not None:
        turn.change(held, role=role)
    else:
        parts.give(turn, scene.span, role, Holder(character=character))


def move_to(turn: Turn, scene: Scene, place: Character) -> None:
    """The scene goes on in another place (yarn.locations)."""
    held = next(iter(parts.in_order(turn.desk, scene.span, AT)), None)
    if held is not None:
        turn.change(held, character=place)
    else:
        parts.give(turn, scene.span, AT, Holder(character=place))


def end(turn: Turn, scene: Scene) -> list[dict[str, Any]]:
    """Closes it; returns the facts of all that ended with it."""
    return close_span(turn, scene.span)
