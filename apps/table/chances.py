"""Chances as the kit draws them: a row is a bar with its words, a column one of many totals (fields: docs/look.md)."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from apps.rules.odds import percent
from apps.table.templatetags.kit import minus

Drawn = dict[str, Any]
NEVER = "–"


def row(name: str, chance: Fraction | None, n: object = "", ghost: Fraction | None = None, **marks: bool) -> Drawn:
    """A bar; without a chance it is empty. `ghost`: the chance with what could be bought. Marks: `fail`, `best`."""
    return {
        "n": n,
        "name": name,
        "percent": NEVER if chance is None else percent(chance),
        "width": float(100 * (chance or 0)),
        "ghost": float(100 * (ghost or 0)),
        **marks,
    }


def column(n: int, chance: Fraction, kind: str = "open", *, target: bool = False) -> Drawn:
    """A column over its total; `target`: that is the number to beat. Kinds: open, win, best, ghost, or none."""
    return {"n": minus(n), "percent": percent(chance), "width": float(100 * chance), "kind": kind, "target": target}
