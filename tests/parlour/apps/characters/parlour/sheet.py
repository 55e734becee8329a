from __future__ import annotations

from dataclasses import dataclass

from apps.characters import entries
from apps.characters.models import Character
from apps.table.viewer import Viewer


@dataclass(frozen=True)
class ParlourSheet:
    character: Character
    lines: tuple[str, ...]


def sheet_for(viewer: Viewer, character: Character) -> ParlourSheet:
    """The sheet as these eyes read it."""
    return ParlourSheet(character, tuple(one.name for one in entries.read_by(viewer, character, "line")))
