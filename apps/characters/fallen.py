"""Who is dead, as each game says it: whoever played them is led to somebody else."""

from __future__ import annotations

from collections.abc import Callable

from apps.characters.access import played_by
from apps.characters.models import Character
from apps.table.viewer import Viewer

Says = Callable[[Character], bool]

_dead: dict[str, Says] = {}


def says_who_is_dead(game: str) -> Callable[[Says], Says]:
    """Registers a game's word on it; in others nobody dies by the rules."""

    def register(is_dead: Says) -> Says:
        if game in _dead:
            raise RuntimeError(f"{game} says twice who is dead")
        _dead[game] = is_dead
        return is_dead

    return register


def is_dead(character: Character) -> bool:
    """Whether they are dead by the rules of their game."""
    says = _dead.get(character.desk.table.game)
    return says is not None and says(character)


def alive_of(viewer: Viewer) -> list[Character]:
    """This seat's own characters who are not dead."""
    return [one for one in played_by(viewer) if not is_dead(one)]
