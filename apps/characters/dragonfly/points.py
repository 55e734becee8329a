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
from apps.table.models import Event, Span
from apps.table.turn import Turn
from apps.table.viewer import Viewer

FURY_RULE = "dragonfly.righteous-fury"
OK_RULE = "dragonfly.i-think-im-ok"
Clock = Callable[[Character, Any], "tuple[bool, Any] | None"]
_clocks: list[Clock] = []


@dataclass(frozen=True)
class FeatsOfTurn:
    """What somebody has in a Turn, of fights or of ships: the Turn that runs for them, if one does, how many Heroic
    Feats they have made in it, whether one waits for its roll that was announced and paid for, and the note that one
    is made."""

    runs: Callable[[Character], Span | None]
    made: Callable[[Character], int]
    waits: Callable[[Character], bool]
    note: Callable[[Turn, Character], None]


_feats: list[FeatsOfTurn] = []


def turns_count(feats: FeatsOfTurn) -> None:
    """Registers what counts the Heroic Feats of a Turn (dragonfly.heroic-feat: one in each)."""
    _feats.append(feats)


def turns_of(character: Character) -> list[Span]:
    """The Turns that run for somebody: of the fight that they are in, and of the ships aboard which they have a
    post."""
    return [span for one in _feats if (span := one.runs(character))]


def oks_made(character: Character) -> int:
    """How often they have used I Think I'm OK in the Turns that run for them (dragonfly.i-think-im-ok)."""
    uses = character.desk.all(Use, character=character, rule=OK_RULE)
    return sum(one.span in turns_of(character) for one in uses)


def why_no_feat(viewer: Viewer, character: Character, use: drama.Use = "heroic-feat") -> Refused | None:
    """Why no Heroic Feat can be made now, or None if it can: one point, one feat in each Turn that runs for them, and
    in a fight only what was announced during Intentions; a test of fear or of the dying may do without, unless the
    switch strict-drama-timing is on (dragonfly.drama-points)."""
    if feat_waits(character):
        return None
    made = feats_made(character)
    no = drama.why_no_feat(points=drama_points_of(character), feats_this_turn=made) or why_late(viewer, character, use)
    return Refused(no.code, no.text, "heroic_feat") if no else None


def feats_made(character: Character) -> int:
    """How many Heroic Feats count in the Turns that run for them."""
    return sum(one.made(character) for one in _feats)


def note_feat(turn: Turn, character: Character) -> None:
    """Counts one that is made, or announced, in every Turn that runs for them."""
    for one in _feats:
        one.note(turn, character)


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
    return bool(raged_in(character))


def raged_in(character: Character) -> list[Span]:
    """The fights, none of them over, in which they are in Righteous Fury."""
    found = character.desk.all(Use, character=character, rule=FURY_RULE)
    return [one.span for one in found if one.span is not None and one.span.closed_at is None]


def drama_points_of(character: Character) -> int:
    """How many it holds now. Read inside the hold."""
    track = track_of(character, "drama-points")
    return track.value if track else 0


def pay_for_feat(turn: Turn, character: Character, use: drama.Use = "heroic-feat") -> Spent | None:
    """Pays for a Heroic Feat before any die falls, and counts it in the Turn; one that was announced is paid for.
    Refuses a second one in a Turn, and one that is announced too late."""
    no, waits = why_no_feat(turn.viewer, character, use), feat_waits(character)
    if no and no.code != "no-points":
        raise no
    spent = None if waits else spend_drama_point(turn, character)
    note_feat(turn, character)
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
