"""Who is dead, as each game says it: whoever played them is led to somebody else."""

from __future__ import annotations

from apps.characters.access import played_by
from apps.characters.models import Character
from apps.table.viewer import Viewer
from apps.table.word import Word

says_who_is_dead: Word[Character] = Word("who is dead")
"""In a game that says nothing of it nobody dies by the rules."""


def is_dead(character: Character) -> bool:
    """Whether they are dead by the rules of their game."""
    return says_who_is_dead.of(character.desk.table.game, character)


def alive_of(viewer: Viewer) -> list[Character]:
    """This seat's own characters who are not dead."""
    return [one for one in played_by(viewer) if not is_dead(one)]
