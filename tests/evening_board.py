"""A board: laid out for the GMs, shown, walked on by those in sight and by somebody who hides, and put away."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tests.acts_of_an_evening import Step, all_of, picture, step, who

SMALL: dict[str, Any] = {"grid": "square", "columns": 12, "rows": 8, "per_cell": 2}
STAND = ("Shannon Reyes", "Pell", "Dockhand 1", "Voss")


def board() -> Iterator[Step]:
    yield step("gm", "lay-board", lambda e: SMALL | {"characters": all_of(e, *STAND), "hidden": "on", "free": "on"})
    yield step("gm", "move-token", who("Voss", to="G3"), note="before anybody sees it")
    yield step("gm", "show-board")
    yield step("ines", "move-token", who("Shannon Reyes", to="d4"))
    yield step("gm", "move-token", who("Voss", to="F4"), note="who hides")
    yield step("gm", "place", lambda e: {"characters": all_of(e, "Sniper", "Dockhand 2"), "to": "F4"})
    yield step("gm", "place", lambda e: {"characters": all_of(e, "Harbour master")}, note="at the edge")
    yield step("gm", "take-off", who("Harbour master"))
    yield step("gm", "take-off", who("Sniper"), note="who hides")
    yield step("gm", "change-board", **SMALL | {"rows": 9, "per_cell": 3})
    yield step("gm", "board-picture", lambda e: {"picture": picture()})
    yield step("gm", "board-picture-remove")
    yield step("gm", "clear-board")
    yield step("second", "lay-board", **SMALL | {"grid": "hex"}, note="and an empty one")
    yield step("gm", "open-scene", title="Below the crane", note="takes the board with it")
