"""Free dice: what an event tells of them, and their odds."""

from __future__ import annotations

from typing import Any

from apps.rules.dice import Dice
from apps.rules.notation import FreeRoll, NumberTerm, parse, roll, spread
from apps.rules.odds import Distribution, mean
from apps.table.chances import column

MOST_COLUMNS = 20


def rolled(text: str, dice: Dice) -> dict[str, Any]:
    """Rolls a formula and returns what is told of it. Refuses what cannot be read before any die falls."""
    return told(roll(parse(text), dice))


def told(fallen: FreeRoll) -> dict[str, Any]:
    return {
        "formula": fallen.formula.text,
        "total": fallen.total,
        "listed": fallen.formula.listed,
        "parts": [
            {"text": part.text, "value": part.value, "dice": [[one.sides, one.face, one.kept] for one in part.dice]}
            for part in fallen.parts
        ],
    }


def odds_of(text: str) -> dict[str, Any]:
    """The exact odds as the kit draws them: a column for each total where they are few, else the ends and the mean."""
    formula = parse(text)
    found = spread(formula)
    least, most = _ends(text)
    facts = [
        {"number": str(least).replace("-", "−"), "text": "at least"},
        {"number": str(most).replace("-", "−"), "text": "at most"},
    ]
    if found is None:
        return {"sentence": f"{formula.text}: too many dice for exact odds", "facts": facts}
    facts.insert(1, {"number": f"{float(mean(found)):.4g}".replace("-", "−"), "text": "on average"})
    return {"sentence": f"How {formula.text} falls", "columns": _columns(found), "facts": facts}


def _columns(found: Distribution[int]) -> list[dict[str, Any]]:
    if len(found.outcomes) > MOST_COLUMNS:
        return []
    return [column(total, chance) for total, chance in sorted(found.chances)]


def _ends(text: str) -> tuple[int, int]:
    """The least and the greatest total."""
    least = most = 0
    for term in parse(text).terms:
        if isinstance(term, NumberTerm):
            low = high = term.value
        else:
            kept = term.pick.kept(term.count) if term.pick else term.count
            low, high = kept, kept * term.sides
        least += low if term.sign > 0 else -high
        most += high if term.sign > 0 else -low
    return least, most
