"""What a task is done against, and what helps or hinders whoever works at it (rough_magic.combining-tasks)."""

from __future__ import annotations

from django import forms

from apps.checks.modes import hidden_field
from apps.checks.rough_magic.difficulty import DifficultyForm
from apps.checks.rough_magic.together.work import problem
from apps.rules.rough_magic.options import Options
from apps.rules.rough_magic.roll import Sides, target_of
from apps.rules.rough_magic.visibility import TARGET, visibility
from apps.table.sure import sure

NETS = {"": "Neither", "-3": "Easier, −3", "3": "Harder, +3"}


class ProblemForm(DifficultyForm):
    """How hard it is, the same for everybody who works at it."""

    net = forms.ChoiceField(
        label="What makes it", choices=list(NETS.items()), widget=forms.RadioSelect, required=False, initial=""
    )
    hidden = hidden_field("They see the number")

    @property
    def problem_net(self) -> int:
        return int(self.cleaned_data["net"] or 0)

    def target(self, dv: int) -> int:
        """What has to be reached against this difficulty value."""
        return sure(target_of(dv, Sides(**problem(self.problem_net))))

    @property
    def is_hidden(self) -> bool:
        """Whether players are told no target number: the GM's choice, or the table's (rough_magic.visibility)."""
        options: Options = self.viewer.options
        return bool(self.cleaned_data["hidden"]) or not visibility(viewer="player", item=TARGET, options=options).shown
