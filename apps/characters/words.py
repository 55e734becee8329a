"""Names and texts that people type."""

from __future__ import annotations

import unicodedata

from django.core.exceptions import ValidationError

INVISIBLE = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}


def visible(text: str) -> None:
    """Refuses signs that cannot be seen or that turn the writing round."""
    if any(unicodedata.category(letter) in INVISIBLE for letter in set(text)):
        raise ValidationError("A sign in here cannot be seen or turns the writing round. Leave it out.", "invisible")


def visible_lines(text: str) -> None:
    """As `visible`, for a text of several lines."""
    visible(text.replace("\r\n", "").replace("\n", "").replace("\t", ""))
