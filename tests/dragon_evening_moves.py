"""An evening of Dragon on the board and without one: moves, hexes that a roll has won, and somebody who hides."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tests.acts_of_an_evening import Data, Step, all_of, of_ask, of_event, step, who
from tests.dragon_evening import under_way
from tests.dragon_evening_attacks import goes_to

PHASES = {"Ketta Vane": (2, 3, 9), "Oskar Thule": (2, 3), "Captain Sorrel": (2, 3), "Bell-witch": (2, 3)}
GROUND: dict[str, Any] = {"grid": "hex", "columns": 12, "rows": 10, "per_cell": 1, "free": "on"}
STAND = {"Ketta Vane": "B5", "Oskar Thule": "C7", "Captain Sorrel": "K5", "Bell-witch": "J8"}


def runs(name: str, **more: Any) -> Data:
    return who(name, substat="strength", **more)


def stands(name: str, cell: str) -> Data:
    return lambda e: {"characters": all_of(e, name), "to": cell}


def goes(name: str, at: str = "", **more: Any) -> Data:
    """The card of somebody's phase, with a fist for the one struck at."""
    struck = {"then": "strike", "weapon": "fist"} if at else {}
    return lambda e: {
        "character": e.character(name), **struck, **({"target": e.character(at)} if at else {}), **more,
    }  # fmt: skip


def moves() -> Iterator[Step]:
    """Each act of moving at least once: by a player and the GM, an enemy and the hidden one."""
    yield step("gm", "lay-board", **GROUND)
    for name, cell in STAND.items():
        yield step("gm", "place", stands(name, cell), note=name)
    yield step("ines", "move-token", who("Ketta Vane", to="F5"), first=under_way(PHASES, (2, "Good")),
               note="in her phase")  # fmt: skip
    yield step("ines", "dragon.run", runs("Ketta Vane"), dice=(7, 8, 1, 2))
    yield step("ines", "move-token", who("Ketta Vane", to="J5"), note="as far as she ran")
    yield step("marek", "dragon.run", runs("Oskar Thule", faces="9 9 1 1 1 1"), note="real dice")
    yield step("gm", "dragon.stay", of_ask("Oskar Thule"), note="for a player")
    yield step("gm", "undo", of_event("dragon.stayed"))
    yield step("marek", "dragon.stay", of_ask("Oskar Thule"))
    yield step("gm", "move-token", who("Captain Sorrel", to="L5", put="on"), note="set right")
    yield step("gm", "move-token", who("Captain Sorrel", to="C5"), note="further than a move")
    yield step("gm", "dragon.run", runs("Captain Sorrel"), dice=(7, 1, 1, 1), note="an enemy")
    yield step("gm", "dragon.stay", of_ask(), note="an enemy")
    yield step("gm", "move-token", who("Bell-witch", to="J6"), note="hidden")
    yield step("gm", "dragon.run", runs("Bell-witch"), dice=(7, 8, 1), note="hidden")
    yield step("gm", "dragon.stay", of_ask(), note="hidden")
    yield step("gm", "clear-board")
    yield step("gm", "dragon.next-part")
    yield step("ines", "dragon.move", who("Ketta Vane", hexes=3))
    yield step("gm", "dragon.move", who("Oskar Thule", hexes=9), note="for a player, further than a move")
    yield step("gm", "dragon.next-part", note="both have used their phases")
    yield step("gm", "dragon.move", who("Captain Sorrel", hexes=2), note="an enemy")
    yield step("gm", "dragon.move", who("Bell-witch", hexes=2), note="hidden")
    yield step("gm", "dragon.go", goes("Captain Sorrel", "Ketta Vane"), dice=(1, 1, 1, 1, 1), note="an enemy")
    yield step("ines", "dragon.defend", of_ask("Ketta Vane", guard="none"))
    yield step("gm", "dragon.go", goes("Bell-witch", "Ketta Vane"), dice=(1, 1, 1), note="hidden")
    yield step("ines", "dragon.defend", of_ask("Ketta Vane", guard="none"), note="hidden")
    yield step("ines", "dragon.go", goes("Ketta Vane", before="move", hexes=2), first=goes_to(9, "Good"))
    yield step("gm", "undo", of_event("dragon.moved"), note="a phase of one tap")
    yield step("gm", "dragon.go", goes("Ketta Vane", before="task", first="kneels"), note="for a player")
