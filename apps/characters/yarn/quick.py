"""Somebody of the GM's from a name and a line (yarn.supporting-characters)."""

from __future__ import annotations

from typing import Any

from django import forms

from apps.characters import lines, rows
from apps.characters.forms import number, one_line
from apps.characters.listed import Row
from apps.characters.models import Character
from apps.characters.several import SeveralForm, tell_added
from apps.characters.yarn import ready, writing
from apps.characters.yarn.lines import MOST_DICE, TRAIT
from apps.characters.yarn.sheet import MINOR, PERSON, RECURRING, ROLES
from apps.characters.yarn.sheet_form import MOST_POINTS
from apps.rules.yarn.pool import AVERAGE
from apps.table.acts import act, gms
from apps.table.turn import Turn

FIGHTING = "Fighting"


class QuickForm(SeveralForm):
    """One of the list with one tap, or a name, a line about them, and what they need in a fight."""

    role = forms.ChoiceField(label="In the story", choices=[(one, ROLES[one]) for one in (MINOR, RECURRING)])
    text = one_line("Who that is", 240, required=False)
    fighting = number("Dice for fighting", 1, MOST_DICE, initial=AVERAGE, required=False)
    hit_points = number("Hit points", 1, MOST_POINTS, required=False, help_text="Empty: 14")

    def setup(self) -> None:
        self.fill_in()

    def listed(self) -> list[Row]:
        return ready.listed_cast()


@act(
    "yarn.quick-cast",
    title="Add somebody to the cast",
    form=QuickForm,
    who=gms,
    button="Add to the cast",
    template="characters/yarn/acts/quick.html",
)
def quick_cast(turn: Turn, form: QuickForm) -> None:
    """Adds a minor or recurring character, several of a kind if wanted; what is left empty is an average person's."""
    data = form.cleaned_data
    made = [_one(turn, name, data) for name in form.names()]
    tell_added(turn, "yarn.quick-cast", made, {}, role=ROLES[data["role"]], text=data["text"])


def _one(turn: Turn, name: str, data: dict[str, Any]) -> Character:
    character = rows.make_character(turn, name=name, sheet=PERSON, role=data["role"], seat=None, hidden=data["hidden"])
    rows.set_trait(turn, character, "notes", data["text"])
    if data["fighting"] and data["fighting"] != AVERAGE:
        lines.write(
            turn, character, TRAIT.word, [lines.plain_row(TRAIT, FIGHTING, score=data["fighting"], combat=True)]
        )
    writing.write_numbers(turn, character, full=data["hit_points"], experience=0, pool=0)
    return character
