"""Dragonfly's own words for rolls, filters of the library `rolls`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from apps.checks.templatetags.rolls import in_words, register
from apps.rules.dragonfly.lists import DIFFICULTIES, SUCCESS_LEVELS

Facts = Mapping[str, Any]


@register.filter
def levels(number: int) -> str:
    """Success Levels in words: one Success Level, three Success Levels."""
    return f"{in_words(number)} Success Level{'' if number == 1 else 's'}"


@register.filter
def difficulty_title(id: str | None) -> str:
    """What Dragonfly's table calls a difficulty."""
    return next((row.title for row in DIFFICULTIES if row.id == id), "Circumstances")


@register.filter
def band(total: object) -> str:
    """The row of the Success Levels that a total falls in: 17 to 20: five levels."""
    if not isinstance(total, int):
        return ""
    if total < SUCCESS_LEVELS[0].total_from:
        return f"{SUCCESS_LEVELS[0].total_from - 1} or less: no level."
    for row in SUCCESS_LEVELS:
        if row.total_to is not None and total <= row.total_to:
            many = "level" if row.success_levels == 1 else "levels"
            return f"{row.total_from} to {row.total_to}: {in_words(row.success_levels)} {many}."
    least = total - total % 3
    return f"{least} to {least + 2}: {in_words(10 + (least - 33) // 3)} levels."


@register.filter
def verdict(check: Facts) -> str:
    """What a check came to: the word for its levels, or that it failed."""
    word = check.get("word")
    if check["success"]:
        return word or "Success"
    return f"{word}, not enough" if word else "Failure"


@register.filter
def reached(check: Facts) -> str:
    """How many levels a check reached, and how many are needed where that is more than one."""
    found = levels(check["levels"]) if check.get("levels") else "9 was needed"
    if check.get("required", 1) <= 1:
        return found
    so_far = f", {in_words(check['so_far'])} so far" if check.get("before") else ""
    return f"{found}{so_far} of {in_words(check['required'])} needed"


@register.filter
def without_winner(contest: Facts) -> str:
    """How a resisted check ended that nobody won."""
    return "a tie" if contest["winner"] == "tie" else "both fail"


@register.filter
def breaks_a_tie(contest: Facts) -> str:
    """Who defends in a resisted check, and what that means for a tie."""
    if contest["defender"] == "nobody":
        return "Nobody defends: equal totals tie."
    defender = contest["character"] if contest["defender"] == "active" else contest["opponent"]
    return f"{defender} defends and wins a tie."


@register.filter
def by_name(contest: Facts) -> list[tuple[str, Facts]]:
    """The sides of a resisted check, each with whose it is."""
    return list(zip((contest["character"], contest["opponent"]), contest["sides"], strict=True))
