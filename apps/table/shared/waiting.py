"""What waits for people: reminding them, going on without them, and calling it off."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from django import forms

from apps.table import answering, exchanges
from apps.table.acts import ActForm, act, gms
from apps.table.audience import EVERYBODY, GMS, one_seat
from apps.table.models import Ask, Exchange
from apps.table.turn import Turn, Version


class AskForm(ActForm):
    """An open ask, whoever is asked."""

    ask = forms.CharField(widget=forms.HiddenInput, max_length=16)

    def clean_ask(self) -> Ask:
        found = exchanges.may_know(self.viewer, self.cleaned_data["ask"])
        if found is None:
            raise forms.ValidationError(exchanges.why_gone(self.viewer, self.cleaned_data["ask"]))
        return found


@act("remind", title="Remind", form=AskForm, button="Remind", who=gms, quiet=True, shown_in="panel-waiting")
def remind(turn: Turn, form: AskForm) -> None:
    """Lets whoever is asked know that the table waits."""
    ask: Ask = form.cleaned_data["ask"]
    turn.keep(ask, reminded=ask.reminded + 1)


class SealedForm(AskForm):
    """An ask of which nobody gives the answer for somebody else."""

    def clean_ask(self) -> Ask:
        found = super().clean_ask()
        if found.answer is not None:
            raise forms.ValidationError("They have answered meanwhile.")
        if not exchanges.kind_of(found.exchange).sealed:
            raise forms.ValidationError("This can be answered for them.")
        return found


@act("leave-out", title="Close without it", form=SealedForm, button="Close without it", who=gms)
def leave_out(turn: Turn, form: SealedForm) -> None:
    """Waits no longer for an answer that nobody may give for somebody else; everybody hears whose it was."""
    ask: Ask = form.cleaned_data["ask"]
    seat = one_seat(turn.desk, ask.audience, ask.subject)
    hearers = EVERYBODY if exchanges.kind_of(ask.exchange).open else GMS | answering.asked_of(ask)
    answering.leave_out(turn, ask)
    turn.tell("left-out", {"who": seat.name if seat else ""}, to=hearers)


class ExchangeForm(ActForm):
    exchange = forms.CharField(widget=forms.HiddenInput, max_length=16, required=False)

    def clean_exchange(self) -> list[Exchange]:
        chosen = self.cleaned_data["exchange"]
        found = [one for one in exchanges.open_exchanges(self.viewer.desk) if not chosen or one.public_id == chosen]
        if not found:
            raise forms.ValidationError("Nothing is open here.")
        return found


@act("call-off", title="Call it off", form=ExchangeForm, button="Call it off", who=gms)
def call_off(turn: Turn, form: ExchangeForm) -> None:
    """Closes what waits, one exchange or all of them, without an answer. Each hears of what they knew to wait."""
    found: list[Exchange] = form.cleaned_data["exchange"]
    versions = list(_told_of_calling_off(turn, found))
    for exchange in found:
        exchanges.close(turn, exchange)
    turn.record("called-off", versions)


def _told_of_calling_off(turn: Turn, found: list[Exchange]) -> Iterator[Version]:
    """Everybody hears of what all knew of, whoever was asked in secret of that as well, the GMs of all."""
    secret = [one for one in found if not exchanges.kind_of(one).open]
    known = len(found) - len(secret)
    asked = Counter((ask.audience, ask.subject) for one in secret for ask in exchanges.asks_of(one))
    counts = {("everybody", 0): known, **{atom: known + own for atom, own in asked.items()}}
    if secret:
        counts["gms", 0] = len(found)
    for (audience, subject), count in counts.items():
        if count:
            yield Version(audience, subject, {"everybody": 0, "gms": 2}.get(audience, 1), {"count": count})
