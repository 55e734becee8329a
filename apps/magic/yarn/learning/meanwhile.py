"""Study takes weeks and months: the story's clock goes on with it where whoever studies says so, else by the GM."""

from __future__ import annotations

from typing import Any

from django import forms

from apps.characters.access import watchers_of
from apps.characters.models import Character
from apps.characters.yarn.clock import UNITS, passes, tell_passed
from apps.characters.yarn.spans import SCENE, open_now
from apps.checks.yarn.real_dice import RealDiceForm
from apps.table.audience import EVERYBODY
from apps.table.models import Event
from apps.table.turn import Turn

DAYS_OF_A_WEEK, DAYS_OF_A_MONTH = 7, 30


class MeanwhileForm(RealDiceForm):
    """While a scene plays the clock is the GM's alone: a player is not asked. What is thrown for the study may be
    real dice."""

    meanwhile = forms.BooleanField(
        label="The story goes on meanwhile",
        required=False,
        initial=True,
        help_text="Untick it where others study at the same time: the clock moves once for all of them",
    )

    @property
    def first(self) -> list[Any]:
        """The fields above the odds of the study."""
        return [one for one in self.others if one.name != "meanwhile"]

    def offer_meanwhile(self) -> None:
        if not self.viewer.is_gm and open_now(self.viewer.desk, SCENE) is not None:
            del self.fields["meanwhile"]

    @property
    def goes_on(self) -> bool:
        return bool(self.cleaned_data.get("meanwhile"))


def time_of_study(turn: Turn, character: Character, days: int) -> Event:
    """The clock moves on by the days of a study, and all that ends by it is told; who studies only where everybody
    hears of it."""
    ended = passes(turn, days * UNITS["days"])
    why = f"{character.name} studies" if watchers_of(character) == EVERYBODY else ""
    facts = {"count": days, "unit": "days", "why": why}
    return tell_passed(turn, "yarn.time-passed", facts, ended)
