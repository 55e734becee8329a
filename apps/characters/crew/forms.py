"""What forms of Crew share: whoever pays a plot point may call back a past Episode instead (crew.callback)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django import forms

from apps.characters.crew import points
from apps.characters.crew.holding import is_crewmember
from apps.characters.models import Character, Entry
from apps.rules.crew.steps import SIZES, written
from apps.table.acts import ActForm
from apps.table.choices import OneRow


class CallbackChoice(OneRow):
    """A past Episode of whoever pays; without one the point is paid."""

    def __init__(self) -> None:
        super().__init__(
            required=False,
            empty_label="Pay the plot point",
            label="Or call back a past Episode",
            error_messages={"invalid_choice": "That Episode is not there to be called back."},
        )


class PaysForm(ActForm):
    """A form in which a crewmember may pay a plot point: `setup` calls `set_callbacks` with who pays.

    The field is there only for a crewmember with an Episode to call back, so a template asks `{% if form.callback %}`.
    Hand `callback_given()` to `points.pay(..., callback=)`.
    """

    callback = CallbackChoice()

    def set_callbacks(self, character: Character | None) -> None:
        """Offers the past Episodes of whoever pays; none for the GM's opposition or for nobody."""
        free = self.viewer.options.callback_limit == "free"
        can = character is not None and is_crewmember(character)
        episodes = points.callbacks_of(character, free) if character is not None and can else []
        self.choose("callback", episodes)
        if not episodes and not self["callback"].value():
            del self.fields["callback"]

    def callback_given(self) -> Entry | None:
        """The Episode that is called back instead of paying."""
        found: Entry | None = self.cleaned_data.get("callback")
        return found


def die_field(label: str, sizes: Sequence[int] = SIZES, empty: str = "", **about: Any) -> forms.TypedChoiceField:
    """A die to choose, given as a whole number; with `empty`, the words of a choice of none, maybe None."""
    choices = [(str(size), written(size)) for size in sizes]
    if empty:
        choices.insert(0, ("", empty))
        about.setdefault("required", False)
    return forms.TypedChoiceField(label=label, choices=choices, coerce=int, empty_value=None, **about)


class DieField(forms.TypedChoiceField):
    """The die of a skill. d4 is what a skill has that is not on the sheet: it gives None, as does nothing."""

    def __init__(self, label: str, covers: str) -> None:
        choices = [(str(size) if size > SIZES[0] else "", written(size)) for size in SIZES]
        super().__init__(
            label=label,
            choices=choices,
            coerce=int,
            empty_value=None,
            required=False,
            help_text=covers,
            widget=forms.RadioSelect,
        )

    def prepare_value(self, value: Any) -> Any:
        return "" if value == str(SIZES[0]) else value

    def to_python(self, value: Any) -> str:
        given = super().to_python(value)
        return "" if given == str(SIZES[0]) else str(given)
