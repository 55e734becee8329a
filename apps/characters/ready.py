"""Ready characters: a game lists them in `ready.toml` of its folder, and its module `ready` says what one is.

That module has `SHEET`, the kind of sheet; `document(plain)`, the character as the export writes one, which raises
Wrong where the rules do not allow it; `best(document)`, what a newcomer looks at first; `bring(turn, character,
document)`, which writes it on a new sheet with the points of one.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from apps.characters import rows
from apps.characters.access import all_known_to
from apps.characters.fallen import is_dead
from apps.characters.models import Character, Trait
from apps.table import games
from apps.table.models import Seat
from apps.table.turn import Turn
from apps.table.viewer import Viewer

MARK = "ready"
"""The text of a character that says which ready one it was; it stays whatever is edited, and no copy has it."""

BACK = "ready-back"
"""The text of one that somebody gave back: whoever chooses may take them again, as they are, till the GM says whose
they are."""


@dataclass(frozen=True)
class Ready:
    """A character whom anybody may take: who that is in a line, what they are best at, and the sheet."""

    id: str
    name: str
    line: str
    best: tuple[str, ...]
    document: Any


@cache
def module_of(game: str) -> Any:
    """What the game says about its ready characters; None where it brings none."""
    return games.module_of("apps.characters", game, "ready")


@cache
def listed(game: str, what: str) -> tuple[Mapping[str, Any], ...]:
    """The game's own list of that name in its ready.toml, as it is written there."""
    module = module_of(game)
    if module is None:
        return ()
    return tuple(tomllib.loads(Path(module.__file__).with_name("ready.toml").read_text()).get(what, ()))


@cache
def people(game: str) -> tuple[Ready, ...]:
    """The game's ready characters, in the order in which they are offered."""
    return tuple(_ready(module_of(game), one) for one in listed(game, "people"))


def _ready(module: Any, plain: Mapping[str, Any]) -> Ready:
    sheet = {key: value for key, value in plain.items() if key not in {"id", "line"}}
    document = module.document(sheet)
    return Ready(plain["id"], document.name, plain["line"], module.best(document), document)


def taken(viewer: Viewer) -> dict[str, Character]:
    """The ready characters that are at this table already, by their ids, as far as this seat knows."""
    return {
        mark.text: one
        for one in all_known_to(viewer)
        if (mark := viewer.desk.one(Trait, character=one, key=MARK)) is not None
    }


@dataclass(frozen=True)
class Offer:
    """A ready character, and the one of this table that it has become, if any."""

    ready: Ready
    taken: Character | None

    @property
    def back(self) -> Character | None:
        """The one of this table, where whoever played them gave them back."""
        return self.taken if self.taken is not None and is_back(self.taken) else None


def is_back(character: Character) -> bool:
    """Whether a ready one waits for somebody to take them again: not the dead."""
    given_back = character.desk.one(Trait, character=character, key=BACK) is not None
    return given_back and character.seat_id is None and not is_dead(character)


def comes_back(turn: Turn, character: Character) -> None:
    """Whoever played a ready one has given them back."""
    if turn.desk.one(Trait, character=character, key=MARK) is not None:
        rows.set_trait(turn, character, BACK, "yes")


def goes_to(turn: Turn, character: Character, seat: Seat | None) -> None:
    """From now on this seat plays them; the GM's, where it is none."""
    turn.change(character, seat=seat)
    rows.set_trait(turn, character, BACK, "")


def offers(viewer: Viewer) -> list[Offer]:
    """All that the game has, those that are gone among them: nothing moves when somebody takes one. Whoever chooses
    again finds nobody there who has died on them."""
    gone = taken(viewer)
    return [Offer(one, gone.get(one.id)) for one in people(viewer.game.key) if not _has_died(viewer, gone.get(one.id))]


def _has_died(viewer: Viewer, one: Character | None) -> bool:
    """Whether they are dead, and this seat's own or the GM's to know."""
    return one is not None and (viewer.is_gm or one.seat_id == viewer.seat.pk) and is_dead(one)
