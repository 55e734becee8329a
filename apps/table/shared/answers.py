"""Answers to open questions."""

from __future__ import annotations

from functools import cached_property
from typing import Any

from django import forms

from apps.table import exchanges
from apps.table.acts import ActForm
from apps.table.models import Ask
from apps.table.sure import sure
from apps.table.viewer import Viewer


def yes_or_no(label: str, yes: str, no: str, initial: str | None = None) -> forms.ChoiceField:
    """The two answers, in the words of what is asked."""
    return forms.ChoiceField(label=label, choices=[("yes", yes), ("no", no)], initial=initial, widget=forms.RadioSelect)


def open_ask(viewer: Viewer, public_id: str, *kinds: str) -> Ask:
    """The open ask of one of these kinds that this seat may answer. Refused (ValidationError) when there is none."""
    found = exchanges.may_know(viewer, public_id)
    if found is None or (kinds and found.exchange.kind not in kinds):
        raise forms.ValidationError(exchanges.why_gone(viewer, public_id))
    if exchanges.may_answer(viewer, public_id) is None:
        raise forms.ValidationError("Nobody answers this for somebody else: remind them, or close it without them.")
    return found


class AnswerForm(ActForm):
    """The answer to an open question of one of these `kinds`, of any where none is named. One that is answered with
    yes or no has a field `allow` (see `yes_or_no`)."""

    kinds: tuple[str, ...] = ()
    ask = forms.CharField(widget=forms.HiddenInput, max_length=16)

    @cached_property
    def row(self) -> Ask | None:
        """The question that the form is about, from what was sent or from the address."""
        found = exchanges.may_answer(self.viewer, str(self["ask"].value() or ""))
        return found if found is not None and (not self.kinds or found.exchange.kind in self.kinds) else None

    @property
    def asked(self) -> Ask | None:
        """What templates call it."""
        return self.row

    @property
    def state(self) -> Any:
        """The state of what was asked, in a form that is valid."""
        return exchanges.state_of(sure(self.row).exchange)

    def clean_ask(self) -> Ask:
        return open_ask(self.viewer, self.cleaned_data["ask"], *self.kinds)

    @property
    def allowed(self) -> bool:
        return bool(self.cleaned_data["allow"] == "yes")
