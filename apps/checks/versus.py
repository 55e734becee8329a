"""One against another: what both players hear of it, and what the others do, of whom nobody hidden has a name."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from apps.characters.models import Character
from apps.checks.modes import tell_roll
from apps.table.models import Event, Seat
from apps.table.turn import Turn

Facts = dict[str, Any]
SOMEBODY = "Somebody"
NAMED = ("winner_name", "moved")
"""Facts that name one of the two."""


def openly(character: Character) -> str:
    """How a character is called before everybody."""
    return SOMEBODY if character.hidden else character.name


def arms_unseen(ranged: bool) -> str:
    """What is told in place of a weapon where nobody sees in whose hands it is: whether it comes from afar."""
    return "from afar" if ranged else "hand to hand"


def names(active: Character, opponent: Character) -> Facts:
    """Who acts against whom."""
    return {
        "character": active.name,
        "character_id": active.public_id,
        "opponent": opponent.name,
        "opponent_id": opponent.public_id,
    }


def whom_to_ask(character: Character) -> tuple[str, int]:
    """Whoever plays them; the GMs where nobody does."""
    return ("character", character.pk) if character.seat_id else ("gms", 0)


def tell(
    turn: Turn,
    kind: str,
    full: Facts,
    mode: str,
    roller_key: int,
    sides: tuple[Character, Character],
    about: Iterable[Event] = (),
    cut: Facts | None = None,
) -> Event:
    """Tells of it in that mode of the roller's, to both players in any. `full` has the facts of `names`, and `cut` is
    what all but the GMs may know of it, where that is less."""
    less = masked(cut or full, *sides) if cut or any(one.hidden for one in sides) else None
    roller = turn.desk.find(Seat, roller_key) or turn.seat
    people = tuple(one.seat for one in sides if one.seat and one.seat_id != roller.pk)
    return tell_roll(turn, kind, full, mode, roller, open_part=less, also=people, about=tuple(about))


def masked(full: Facts, active: Character, opponent: Character) -> Facts:
    """The same where those who are hidden are somebody."""
    known = dict(full)
    hidden = {one.name for one in (active, opponent) if one.hidden}
    if active.hidden:
        known |= {"character": SOMEBODY, "character_id": ""}
    if opponent.hidden:
        known |= {"opponent": SOMEBODY, "opponent_id": ""}
    return known | {name: SOMEBODY for name in NAMED if known.get(name) in hidden}
