"""Which lines of a sheet somebody may read: the one place where those for the GMs alone are cut."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from apps.characters.models import Character, Entry
from apps.table.turn import Turn
from apps.table.viewer import Viewer


def held_by(character: Character, kind: str = "") -> list[Entry]:
    """All that stands there, of one kind or of any, hidden lines among them: what rules and acts go by. None of it is
    drawn, told or written for anybody."""
    of_kind = {"kind": kind} if kind else {}
    return character.desk.all(Entry, character=character, **of_kind)


def read_by(viewer: Viewer | None, character: Character, kind: str = "") -> list[Entry]:
    """What these eyes read of it, where the sheet is open to them: a GM all, anybody else (None) no hidden line."""
    return [one for one in held_by(character, kind) if not one.hidden or (viewer is not None and viewer.acts_as_gm)]


def sheet_for(viewer: Viewer, character: Character, of_game: Any) -> Any:
    """The sheet as a page shows it to these eyes. `of_game` is the game's module: its `sheet_for(viewer, character)`
    where not everybody reads the same, else `sheet_of(character)`."""
    own: Callable[[Viewer, Character], Any] | None = getattr(of_game, "sheet_for", None)
    return own(viewer, character) if own else of_game.sheet_of(character)


def written_for(viewer: Viewer, character: Character, of_game: Any) -> bytes:
    """The same as a document: `written_for(viewer, character)` of the game's module, else `written(character)`."""
    own: Callable[[Viewer, Character], bytes] | None = getattr(of_game, "written_for", None)
    found: bytes = own(viewer, character) if own else of_game.written(character)
    return found


def hide(turn: Turn, entry: Entry, *, hidden: bool = True) -> Entry:
    """Leaves a line to the GMs alone, or shows it to whoever reads the sheet."""
    return turn.change(entry, hidden=hidden)
