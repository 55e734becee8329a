"""The faces of real dice, typed in for a whole pool."""

from __future__ import annotations

import re
from typing import Any

from django import forms

from apps.rules.dice import HandDice
from apps.rules.refusal import Refused

LONGEST = 5  # no face of a die has so many digits


class FacesField(forms.CharField):
    """The faces in the order of the pool; `cleaned_data` has a list of numbers, empty where the program rolls."""

    def __init__(self, **about: Any) -> None:
        given: dict[str, Any] = {
            "label": "The faces of my real dice",
            "required": False,
            "max_length": 120,
            "widget": forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "off", "placeholder": "7 4 1"}),
            "help_text": "In the order of the pool, with spaces between them.",
        }
        super().__init__(**given | about)

    def to_python(self, value: Any) -> Any:
        words = re.findall(r"[^\s,]+", super().to_python(value) or "")
        if not all(word.isascii() and word.isdigit() and len(word) < LONGEST for word in words):
            raise forms.ValidationError("Numbers with spaces between them are wanted, such as 7 4 1.")
        return [int(word) for word in words]


def hand_of(given: list[int], count: int, fell_before: bool = False) -> HandDice | None:
    """The real dice that were typed in, or None. Refuses more or fewer than the pool holds, and faces typed over dice
    that fell before their act was taken back."""
    if not given:
        return None
    if fell_before:
        raise Refused("fallen", "The dice fell before this was taken back. They count again.", "faces")
    if len(given) != count:
        written = "1 face is" if len(given) == 1 else f"{len(given)} faces are"
        pool = "1 die" if count == 1 else f"{count} dice"
        raise Refused("faces", f"The pool has {pool}, and {written} written here.", "faces")
    return HandDice(given)
