"""Answers that are given for a character."""

from __future__ import annotations

from django import forms

from apps.table.models import Ask

CALL_IT_OFF = "That character is no longer at the table. It can be called off."


def while_there(found: Ask, whom: object | None, otherwise: str = CALL_IT_OFF) -> Ask:
    """The ask, while those whom it is about are there. Refused (ValidationError) in these words where they are not."""
    if whom is None:
        raise forms.ValidationError(otherwise)
    return found
