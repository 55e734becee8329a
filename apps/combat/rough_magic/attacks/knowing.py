"""Whose defence is known to whom: a guard's only after the first open roll at it (rough_magic.visibility)."""

from __future__ import annotations

from collections.abc import Sequence

from apps.characters import rows
from apps.characters.access import sheet_open_to
from apps.characters.models import Character, Track
from apps.combat.rough_magic.attacks.strike import Clash, Part
from apps.combat.rough_magic.attacks.told import OPENLY
from apps.rules.rough_magic.options import Options
from apps.rules.rough_magic.visibility import TARGET, visibility
from apps.table.turn import Turn
from apps.table.viewer import Viewer

SEEN = "seen-"
"""Tracks of what everybody has seen, by the attribute that defends."""


def _key(theirs: Sequence[Part]) -> str:
    return f"{SEEN}{theirs[0].label.casefold()}"


def defence_known(viewer: Viewer, target: Character, theirs: Sequence[Part]) -> bool:
    """Whether this seat knows what an attack has to reach: of a sheet that it reads, and of what was seen once."""
    return sheet_open_to(viewer, target) or was_seen(target, theirs)


def was_seen(target: Character, theirs: Sequence[Part]) -> bool:
    """Whether everybody has seen a roll against this defence."""
    return target.desk.one(Track, character=target, key=_key(theirs)) is not None


def note_seen(turn: Turn, clash: Clash, options: Options) -> None:
    """An open roll shows the number that it has to reach."""
    strike = clash.strike
    shown = visibility(viewer="player", item=TARGET, options=options).shown
    if not shown or strike.mode != OPENLY or strike.fails or was_seen(clash.target, strike.theirs):
        return
    rows.set_track(turn, clash.target, _key(strike.theirs), 1)
