"""How far somebody may go now: a game that limits it says so here. Without a word of a game's all go as far as they
like, where the GM leaves the board free."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from apps.characters.models import Character
from apps.rules.refusal import Refused
from apps.table.models import Event
from apps.table.turn import Turn
from apps.table.viewer import Viewer


@dataclass(frozen=True)
class Reach:
    """As far as somebody goes in this move, in the game's unit. `told` says what sort of move it is, `price` what it
    costs, if anything; `walked` writes it down once they have gone, and the event has told of it. What is `dear` costs
    more than the turn to move that they have: it is shown before it is done."""

    most: int
    walked: Callable[[Turn, Event], None]
    told: str = ""
    price: str = ""
    dear: bool = False


Word = Reach | Refused | None
"""What a game says of a move: so far, not now, or nothing."""


Harder = Callable[[int], str]
"""What a distance adds to a shot, in a few signs."""


@dataclass(frozen=True)
class Ways:
    """How a game rules moves on a board. `harder` says what each distance adds to a shot of somebody's, such as +1."""

    word: Callable[[Viewer, Character], Word]
    harder: Callable[[Character], Harder]


_ways: dict[str, Ways] = {}


def goes_by(game: str, ways: Ways) -> None:
    """In this game moves on the board go by these rules."""
    _ways[game] = ways


def word_of(viewer: Viewer, character: Character) -> Word:
    """What the table's game says of a move of theirs now, to whoever moves them; to others nothing."""
    ways = _ways.get(viewer.table.game)
    return ways.word(viewer, character) if ways and moves(viewer, character) else None


def moves(viewer: Viewer, character: Character) -> bool:
    """Whether this seat moves them at all: its own, and a GM everybody."""
    return viewer.is_gm or character.seat_id == viewer.seat.pk


def harder_for(viewer: Viewer, character: Character) -> Harder:
    """What distances add to a shot of theirs; nothing for whom this seat does not play."""
    ways = _ways.get(viewer.table.game)
    return ways.harder(character) if ways and moves(viewer, character) else lambda length: ""
