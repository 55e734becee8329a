"""Exact odds of a roll as the kit draws them, and in one line for the phone."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from apps.rules.odds import percent, sum_of
from apps.rules.rough_magic.lists import Auto
from apps.rules.rough_magic.odds import Chances, chances
from apps.rules.rough_magic.roll import DICE, SIDES, STEP
from apps.table.chances import NEVER, column, row
from apps.table.templatetags.kit import minus

Drawn = dict[str, Any]


def drawn(bonus: int, target: int | None, auto: Auto = "none", *, boost: bool = False) -> Drawn:
    """The chances of a roll; where the target number is not known here, how often each total or more falls.

    `boost`: what one rank more would bring is drawn beside it.
    """
    if target is None and auto == "none":
        return totals(bonus)
    found = settled(bonus, target, auto)
    ghost = chances(bonus + 1 - target, auto) if boost and target is not None else None
    sentence = "It is settled" if auto != "none" else f"Chance of {minus(target or 0)} or more"
    return told(found, sentence, ghost)


def settled(bonus: int, target: int | None, auto: Auto) -> Chances:
    """The chances of a roll. Without a target number, because nothing is rolled or it is not known here, what is
    settled outright is not extreme as far as anybody can say."""
    if target is None:
        return Chances(Fraction(auto == "success"), Fraction(0))
    return chances(bonus - target, auto)


def told(found: Chances, sentence: str, ghost: Chances | None = None) -> Drawn:
    """These chances under that sentence."""
    return {
        "headline": percent(found.success),
        "sentence": sentence,
        "hints": [f"{percent(found.extreme)} for an extreme success"] if found.extreme else [],
        "rows": _rows(found, ghost),
        "ghost_text": f"one rank higher: {percent(ghost.success)}" if ghost else "",
    }


def _rows(found: Chances, ghost: Chances | None) -> list[Drawn]:
    names = (("Failure", "fail"), ("Success", ""), ("Extreme", "best"))
    values, ghosts = _parts(found), _parts(ghost) if ghost else (Fraction(0),) * 3
    return [
        row(name, value or None, ghost=over, fail=kind == "fail", best=kind == "best")
        for (name, kind), value, over in zip(names, values, ghosts, strict=True)
    ]


def _parts(found: Chances) -> tuple[Fraction, Fraction, Fraction]:
    """Failure, plain success, extreme success."""
    return 1 - found.success, found.success - found.extreme, found.extreme


def at_least(bonus: int) -> list[tuple[int, Fraction]]:
    """How often each total or more falls."""
    fallen = sum_of(DICE, SIDES).shift(bonus)
    return [(total, fallen.chance(lambda one, least=total: one >= least)) for total in fallen.outcomes]  # type: ignore[misc]


def totals(bonus: int) -> Drawn:
    """Columns of totals: nothing of a number that is hidden is in them."""
    columns = [column(total, chance) for total, chance in at_least(bonus) if chance < 1]
    return {"sentence": "Chance to make each total or more; what is needed is not known yet", "columns": columns}


def glance(bonus: int, target: int | None, auto: Auto = "none") -> Drawn:
    """The same in one line, for the foot of a phone's form."""
    if target is None and auto == "none":
        some = at_least(bonus)[STEP::STEP]
        return {
            "head": ["", *(f"{minus(total)} or more" for total, _ in some)],
            "rows": [["Chance", *(percent(chance) for _, chance in some)]],
        }
    return in_one_line(settled(bonus, target, auto))


def in_one_line(found: Chances) -> Drawn:
    """These chances in the foot of a phone's form."""
    return {
        "head": ["", "Success", "Extreme", "Failure"],
        "rows": [
            ["Chance", *(percent(one) if one else NEVER for one in (found.success, found.extreme, 1 - found.success))]
        ],
    }


def chance(bonus: int, target: int, auto: Auto = "none") -> str:
    """The chance to succeed, in words."""
    return percent(chances(bonus - target, auto).success)
