"""Drama Points (dragonfly.drama-points): paying, and what is left."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from apps.characters.dragonfly.sheet import track_of
from apps.characters.models import Character, Move, Use
from apps.characters.points import move, told_by
from apps.rules.dragonfly import drama
from apps.rules.refusal import Refused
from apps.table.models import Event
from apps.table.turn import Turn
from apps.table.viewer import Viewer

FURY_RULE = "dragonfly.righteous-fury"
Clock = Callable[[Character, Any], "tuple[bool, Any] | None"]
_clocks: list[Clock] = []


@dataclass(frozen=True)
class FeatsOfTurn:
    """The Heroic Feats of a Turn that runs, of fights or of ships: how many somebody has made, whether one waits for
    its roll that was announced and paid for, and the note that one is made."""

    made: Callable[[Character], int]
    waits: Callable[[Character], bool]
    note: Callable[[Turn, Character], None]


_feats: list[FeatsOfTurn] = []


def turns_count(feats: FeatsOfTurn) -> None:
    """Registers what counts the Heroic Feats of a Turn (dragonfly.heroic-feat: one in each)."""
    _feats.append(feats)


def why_no_feat(viewer: Viewer, character: Character) -> Refused | None:
    """Why no Heroic Feat can be made now on a check or a treatment, or None if it can: one point, one feat in a Turn
    that runs, and with strict-drama-timing in a fight only what was announced during Intentions."""
    if feat_waits(character):
        return None
    if no := why_late(viewer, character, "test-feat"):
        return Refused(no.code, no.text, "heroic_feat")
    made = sum(one.made(character) for one in _feats)
    return drama.why_no_feat(points=drama_points_of(character), feats_this_turn=made)


def feat_waits(character: Character) -> bool:
    """Whether a Heroic Feat of theirs waits for its roll that was announced and paid for."""
    return any(one.waits(character) for one in _feats)


def fights_tell(clock: Clock) -> Clock:
    """Registers what knows, of a character in a fight, whether Intentions run and which switches it is played by."""
    _clocks.append(clock)
    return clock


def why_late(viewer: Viewer, character: Character, use: drama.Use) -> Refused | None:
    """Why a Drama Point is announced too late in a fight, or None if it is not (dragonfly.drama-points)."""
    for clock in _clocks:
        told = clock(character, viewer)
        if told is None:
            continue
        in_intentions, options = told
        try:
            drama.timing(use=use, in_fight=True, in_intentions=in_intentions, options=options)
        except Refused as no:
            return no
    return None


def refuse_late(turn: Turn, character: Character, use: drama.Use, field: str) -> None:
    """Refuses, naming `field`, what is announced too late."""
    if no := why_late(turn.viewer, character, use):
        raise Refused(no.code, no.text, field)


@dataclass(frozen=True)
class Spent:
    """A payment: its line of the ledger, and how many points are left."""

    move: Move
    left: int


def spent_told_by(turn: Turn, event: Event, spent: Spent | None) -> None:
    """Ties the ledger's line of a payment, where there was one, to the event that tells of it: who hears that event
    sees the line."""
    told_by(turn, event, spent.move if spent else None)


def is_furious(character: Character) -> bool:
    """Whether the character is in Righteous Fury, in a fight that is not over (dragonfly.righteous-fury)."""
    found = character.desk.all(Use, character=character, rule=FURY_RULE)
    return any(one.span is not None and one.span.closed_at is None for one in found)


def drama_points_of(character: Character) -> int:
    """How many it holds now. Read inside the hold."""
    track = track_of(character, "drama-points")
    return track.value if track else 0


def pay_for_feat(turn: Turn, character: Character) -> Spent | None:
    """Pays for a Heroic Feat before any die falls, and counts it in the Turn; one that was announced is paid for.
    Refuses a second one in a Turn, and one that is announced too late."""
    no, waits = why_no_feat(turn.viewer, character), feat_waits(character)
    if no and no.code != "no-points":
        raise no
    spent = None if waits else spend_drama_point(turn, character)
    for one in _feats:
        one.note(turn, character)
    return spent


def spend_drama_point(
    turn: Turn,
    character: Character,
    why: str = "Heroic Feat",
    rule: str = "dragonfly.heroic-feat",
    cost: int = 1,
    field: str | None = "heroic_feat",
) -> Spent:
    """Pays before any die falls. Refuses, naming `field`, where there are too few points.

    Afterwards call `spent_told_by` with the event that tells of it.
    """
    track = track_of(character, "drama-points")
    held = track.value if track else 0
    paid = drama.drama_points(points=held, cost=cost)
    if track is None or not paid.accepted:
        left = "None is left" if not held else f"{held} is left" if held == 1 else f"{held} are left"
        raise Refused("no-points", f"{why} costs {cost}. {left} to {character.name}.", field)
    return Spent(move(turn, track, None, cost, why, rule), paid.points_left)
