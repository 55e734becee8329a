"""What a roll is up against when nobody resists: a difficulty factor, or dice thrown for the obstacle."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django import forms

from apps.characters.forms import number
from apps.rules.dice import Dice
from apps.rules.yarn.lists import TASKS
from apps.rules.yarn.options import DEFAULTS
from apps.rules.yarn.pool import Pool, Rolled, throw
from apps.table.acts import ActForm

MOST_FACTOR = 99
OPEN = ""
FACTOR, DICE, MORE = "", "dice", "more"


@dataclass(frozen=True)
class Against:
    """The number to beat, or how many dice are thrown for the obstacle; neither where the GM reads the total."""

    words: str = ""
    factor: int | None = None
    dice: int = 0

    @property
    def to_beat(self) -> str:
        """Beat 5, or beat 3d6; nothing where the GM reads the total."""
        if self.factor is not None:
            return f"beat {self.factor}"
        return f"beat {self.dice}d6" if self.dice else ""

    @property
    def obstacle(self) -> Pool | None:
        return Pool(self.dice) if self.dice else None

    def thrown(self, dice: Dice) -> Rolled | None:
        """The obstacle's dice. They are nobody's roll, and no optional rule reads them (yarn.difficulty-by-dice)."""
        return throw(self.obstacle, DEFAULTS, dice) if self.obstacle else None


class DifficultyForm(ActForm):
    task = forms.ChoiceField(
        label="How hard", required=False, widget=forms.RadioSelect,
        choices=[(OPEN, "Just roll"), *((one.id, f"{one.title} {one.factor}") for one in TASKS)],
    )  # fmt: skip
    factor = number("Another number to beat", 0, MOST_FACTOR, required=False)
    how = forms.ChoiceField(
        label="Against", required=False, widget=forms.RadioSelect,
        choices=[(FACTOR, "The number"), (DICE, "Dice for it"), (MORE, "6 dice")],
    )  # fmt: skip

    def clean(self) -> dict[str, Any]:
        given = super().clean() or self.cleaned_data
        task = next((one for one in TASKS if one.id == given.get("task")), None)
        if given.get("how") and task is None:
            self.add_error("how", "For which class of task are dice thrown?")
        elif given.get("how") == MORE and task is not None and len(task.dice) == 1:
            self.add_error("how", "Six dice are those of what is near impossible.")
        return given

    @property
    def against(self) -> Against:
        """What was chosen, of a form that is right; a number that is typed counts."""
        given = self.cleaned_data
        task = next((one for one in TASKS if one.id == given["task"]), None)
        if given["factor"] is not None:
            return Against(task.title if task else "", given["factor"])
        if task is None:
            return Against()
        if given["how"]:
            return Against(task.title, dice=task.dice[given["how"] == MORE])
        return Against(task.title, task.factor)
