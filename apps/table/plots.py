"""Where odds lie on the page: the widths of bars and the places of columns (fields: docs/look.md)."""

import math
from collections.abc import Mapping, Sequence
from typing import Any

MOST_FIGURES = 12  # columns that have room for their percent above them
ROOM = 40  # of each of these


def drawn(odds: Any) -> dict[str, Any]:
    """All that the kit's template asks for. Widths are percentages: 40 fills the track unless one is larger, so that
    small chances stay readable."""
    rows, columns = list(_look(odds, "rows", ())), list(_look(odds, "columns", ()))
    widths = [float(_look(row, name, 0)) for row in rows for name in ("width", "ghost")]
    whole = max([40.0, *widths])
    names = ("headline", "sentence", "hints", "bought", "ghost_text", "facts")
    told = {name: _look(odds, name, "") for name in names}
    return told | {
        "rows": [_row(row, whole) for row in rows],
        "columns": _columns(columns),
        "plot_width": ROOM * min(len(columns), MOST_FIGURES),
        "figures": len(columns) <= MOST_FIGURES,
    }


def _look(thing: Any, name: str, default: Any = None) -> Any:
    found = thing.get(name, default) if isinstance(thing, Mapping) else getattr(thing, name, default)
    return default if found is None else found


def _row(row: Any, whole: float) -> dict[str, Any]:
    width, ghost = float(_look(row, "width", 0)), float(_look(row, "ghost", 0))
    return {
        "n": _look(row, "n", ""),
        "name": _look(row, "name", ""),
        "percent": _look(row, "percent", "–"),
        "width": share(width, whole),
        "ghost": share(ghost, whole) if ghost else "",
        "fail": bool(_look(row, "fail", False)),
        "best": bool(_look(row, "best", False)),
    }


def _columns(columns: Sequence[Any]) -> list[dict[str, Any]]:
    """Totals stand as columns: the tallest fills the plot, the number to beat is a filled label. Many of them share the
    room of a few, and not each has its number below; each is `spoken`."""
    tallest = max((float(_look(column, "width", 0)) for column in columns), default=0.0) or 1.0
    room = min(ROOM, ROOM * MOST_FIGURES / max(1, len(columns)))
    placed = [_column(column, place, tallest, room) for place, column in enumerate(columns)]
    return _numbered(placed, math.ceil(len(columns) / MOST_FIGURES))


def _numbered(placed: list[dict[str, Any]], step: int) -> list[dict[str, Any]]:
    """One in so many keeps its number, and the number to beat, beside which no other stands."""
    beat = next((place for place, column in enumerate(placed) if column["target"]), -step)
    for place, column in enumerate(placed):
        if place != beat and (place % step or abs(place - beat) < step):
            column["n"] = ""
    return placed


def _column(column: Any, place: int, tallest: float, room: float) -> dict[str, Any]:
    height = max(1.0, round(150 * float(_look(column, "width", 0)) / tallest, 1))
    return {
        "n": _look(column, "n", ""),
        "spoken": _look(column, "n", ""),
        "percent": _look(column, "percent", ""),
        "x": round(place * room + room / 20, 2),
        "wide": round(room * 0.9, 2),
        "middle": round((place + 0.5) * room, 2),
        "label": round((place + 0.5) * room - 18, 2),
        "height": height,
        "top": 152 - height,
        "over": 146 - height,
        "kind": _look(column, "kind", ""),
        "target": bool(_look(column, "target", False)),
    }


def share(part: float, whole: float) -> str:
    """A width such as "73.8%", held between nothing and all of it."""
    percent = 0.0 if whole <= 0 else max(0.0, min(100.0, 100 * part / whole))
    return f"{percent:.4g}%"
