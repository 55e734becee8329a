"""How hard it is: a row of the Base Modifiers and the exact number (dragonfly.difficulty-modifiers)."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.html import format_html
from django.utils.safestring import SafeString

from apps.checks.dragonfly.sides import MOST_MODIFIER, Line, so_far
from apps.rules.dragonfly.checks import difficulty_modifiers, difficulty_of
from apps.rules.dragonfly.lists import DIFFICULTIES, Difficulty
from apps.table.templatetags.kit import signed

NORMAL = "challenging"
TITLES = {row.id: row.title for row in DIFFICULTIES}
Settled = tuple[str, int]


def range_of(row: Difficulty) -> str:
    if row.lowest is None:
        return f"{signed(row.highest)} or worse"
    if row.lowest == row.highest:
        return signed(row.highest)
    word = "to" if abs(row.lowest - row.highest) > 1 else "or"
    mild, hard = (row.highest, row.lowest) if row.highest <= 0 else (row.lowest, row.highest)
    return f"{signed(mild)} {word} {signed(hard)}"


def tile(row: Difficulty) -> SafeString:
    return format_html("<b>{}</b><small>{}</small>", row.title, range_of(row))


class DifficultyForm(forms.Form):
    """The fields; `was` carries what they were when they were drawn, so that a new row brings its mildest number."""

    difficulty = forms.ChoiceField(
        label="How hard",
        choices=[(row.id, tile(row)) for row in DIFFICULTIES],
        widget=forms.RadioSelect,
        required=False,
        initial=NORMAL,
    )
    exact = forms.IntegerField(label="Difficulty", required=False, min_value=-MOST_MODIFIER, max_value=MOST_MODIFIER)
    was = forms.CharField(required=False, max_length=40, widget=forms.HiddenInput)

    def settle_difficulty(self) -> None:
        """Draws a form that is not sent yet with the number that its row begins with."""
        if self.is_bound:
            return
        row, exact = settled(so_far(self, "difficulty"), _number(self.initial.get("exact")), so_far(self, "was"))
        self.initial.update({"difficulty": row, "exact": exact, "was": f"{row}:{exact}"})

    def how_hard(self) -> Settled:
        """The row, "" where none fits, and the number that counts. Only with a valid form."""
        given = self.cleaned_data
        return settled(given.get("difficulty") or "", given.get("exact"), given.get("was") or "")

    @property
    def row_title(self) -> str:
        """What the number's row is called, as the form is drawn."""
        return TITLES.get(str(self["difficulty"].value() or ""), "")

    def difficulty_line(self) -> Line:
        return line_of(*self.how_hard())


def line_of(row: str, exact: int) -> Line:
    return Line("difficulty", TITLES.get(row, "Circumstances"), exact, "difficulty", "how hard it is")


def settled(row: str, exact: int | None, was: str) -> Settled:
    """What counts: a new row brings its mildest number unless the number was changed too; a new number its own row."""
    before, _, number = was.partition(":")
    if row not in TITLES:
        row = ""
    if exact is None or (was and row != before and str(exact) == number):
        return row or NORMAL, difficulty_modifiers(difficulty=row or NORMAL).modifier
    fitting = difficulty_of(exact)
    if not row or (was and row == before and str(exact) != number):
        return fitting.id if fitting else "", exact
    return row, difficulty_modifiers(difficulty=row, modifier=exact).modifier


def _number(value: Any) -> int | None:
    try:
        found = int(value)
    except (TypeError, ValueError):
        return None
    return found if abs(found) <= MOST_MODIFIER else None
