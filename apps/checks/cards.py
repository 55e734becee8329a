"""A roll that has fallen, named by its card: the GM overrules it, or something is bought of it."""

from __future__ import annotations

from collections.abc import Collection
from typing import ClassVar

from django import forms

from apps.table import log
from apps.table.acts import ActForm


class RollForm(ActForm):
    """About a roll whose card this seat sees. Refuses one whose card does not tell it the fact that the act `retells`,
    and one that was taken back."""

    retells: ClassVar[str]
    called: ClassVar[str] = "roll"
    event = forms.CharField(widget=forms.HiddenInput, max_length=16)

    @property
    def kinds(self) -> Collection[str]:
        """The kinds of events that it may be about."""
        raise NotImplementedError

    def clean_event(self) -> log.Told:
        found = log.find(self.viewer, self.cleaned_data["event"])
        if found is None or found.event.kind not in self.kinds or self.retells not in found.facts:
            raise forms.ValidationError(f"There is no such {self.called}.")
        if found.event.undone_by_id:
            raise forms.ValidationError(f"This {self.called} was taken back.")
        return found
