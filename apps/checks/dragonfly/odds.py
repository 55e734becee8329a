"""Exact odds as the kit draws them."""

from __future__ import annotations

from typing import Any

from apps.checks.dragonfly.sides import FEAT, Added
from apps.checks.templatetags.rolls import in_words
from apps.rules.dragonfly.lists import SUCCESS_LEVELS
from apps.rules.dragonfly.odds import AbilityOdds, CheckOdds, check_odds, total_spread
from apps.rules.odds import percent
from apps.table.chances import column, row
from apps.table.templatetags.kit import minus

Drawn = dict[str, Any]


def of_added(added: Added, required_levels: int, feat: bool | None = None, face: int | None = None) -> CheckOdds:
    """The odds of a check with all that is added; `feat` puts the Heroic Feat in or leaves it out. A `face` is that of
    a die that has fallen already."""
    bonus = added.bonus - (FEAT.value if added.feat else 0)
    with_feat = added.feat if feat is None else feat
    return check_odds(modifier=bonus, required_levels=required_levels, heroic_feat=with_feat, face=face)


def drawn(added: Added, required_levels: int, may_feat: bool, face: int | None = None) -> Drawn:
    """The chance, the least face, every number of Success Levels, and what a Heroic Feat would buy."""
    odds = of_added(added, required_levels, face=face)
    found = {"headline": percent(odds.chance), "sentence": asked(required_levels), "hints": [least(odds, face)]}
    ghost = of_added(added, required_levels, feat=True, face=face) if may_feat and not added.feat else None
    if ghost is not None:
        found |= {
            "bought": f"{percent(ghost.chance)} with Heroic Feat",
            "ghost_text": f"with Heroic Feat: {_span(ghost)}",
        }
    return found | {"rows": _rows(odds, ghost, required_levels)}


def asked(required_levels: int) -> str:
    if required_levels == 1:
        return "Chance of 9 or more"
    return f"Chance of {in_words(required_levels)} Success Levels: {total_for(required_levels)} or more"


def total_for(success_levels: int) -> int:
    """The least total that is worth so many Success Levels."""
    for level in SUCCESS_LEVELS[:-1]:
        if level.success_levels == success_levels:
            return level.total_from
    return SUCCESS_LEVELS[-1].total_from + 3 * (success_levels - SUCCESS_LEVELS[-1].success_levels)


def least(odds: CheckOdds, face: int | None = None) -> str:
    return least_face(odds.least_face, face)


def least_face(least: int | None, fallen: int | None = None) -> str:
    """Which faces of the die are enough; of one that has fallen, what it shows."""
    if fallen is not None:
        return f"the die shows {fallen}"
    if least is None:
        return "no face of the die is enough"
    return "every face of the die" if least <= 1 else f"{least} or more on the die"


def _span(odds: CheckOdds) -> str:
    worth = [level.success_levels for level in odds.levels]
    if worth[0] == worth[-1]:
        return f"{in_words(worth[0])} Success Levels"
    return f"{in_words(worth[0])} to {in_words(worth[-1])} levels"


def _rows(odds: CheckOdds, ghost: CheckOdds | None, required_levels: int) -> list[Drawn]:
    names = {level.success_levels: level.description for level in (*(ghost.levels if ghost else ()), *odds.levels)}
    chances = {level.success_levels: level.chance for level in odds.levels}
    ghosts = {level.success_levels: level.chance for level in ghost.levels} if ghost else {}
    return [
        row(names[n] or "Failure", chances.get(n), n, ghosts.get(n), fail=n < required_levels) for n in sorted(names)
    ]


def open_part(added: Added, face: int | None = None) -> Drawn:
    """How the known part of a total falls where the difficulty is hidden: nothing of the hidden number is in it."""
    columns = [column(total, chance) for total, chance in total_spread(added.bonus, face).chances]
    return {"sentence": "What the die and your own numbers make. The difficulty is hidden.", "columns": columns}


def against_score(odds: AbilityOdds, total: int, cast_name: str) -> Drawn:
    """A roll against a score that this seat knows."""
    facts = [{"number": percent(odds.supporting), "text": "the other side wins"}]
    if odds.neither:
        facts.append({"number": percent(odds.neither), "text": "both fail"})
    if odds.tie:
        facts.append({"number": percent(odds.tie), "text": "a tie"})
    return {
        "headline": percent(odds.cast),
        "sentence": f"Chance that {cast_name} wins against {minus(total)}",
        "facts": facts,
    }


def d10(bonus: int) -> str:
    """d10 + 7, d10 − 2, d10."""
    if not bonus:
        return "d10"
    return f"d10 {'+' if bonus > 0 else '−'} {abs(bonus)}"


def button(bonus: int, face: int | None = None, fallen: int | None = None) -> str:
    """What the main button says: Roll d10 + 7; with a real die's face, Enter 6 + 7; with one that has fallen, 8: the
    die shows 1."""
    if face is None and fallen is not None:
        return f"{minus(fallen + bonus)}: the die shows {fallen}"
    if face is None:
        return f"Roll {d10(bonus)}"
    return f"Enter {face or 10}{d10(bonus).removeprefix('d10')}"
