"""Was it granted? The petitioner's word, and the doubts of the others (yarn.resolve-petition, yarn.concession)."""

from __future__ import annotations

from typing import Any

from apps.drama.yarn.petition import course
from apps.drama.yarn.petition.sides import names
from apps.table import exchanges
from apps.table.acts import ActForm, act, gms
from apps.table.models import Ask, Exchange
from apps.table.shared.answers import AnswerForm, yes_or_no
from apps.table.turn import Turn


class StageForm(AnswerForm):
    """An answer to what a petition asks at one of its stages."""

    kinds = (course.KIND,)
    stage = ""

    def clean(self) -> dict[str, Any]:
        ask: Ask | None = self.cleaned_data.get("ask")
        if ask is not None and ask.facts["stage"] != self.stage:
            self.add_error(None, exchanges.GONE)
        return self.cleaned_data


def for_whom(turn: Turn, ask: Ask) -> dict[str, str]:
    """Who answers, for the event; notes that the GM does it for somebody."""
    turn.for_somebody_else = not exchanges.is_asked(turn.viewer, ask)
    return {"who": ask.facts["who"] if turn.for_somebody_else else ""}


class GotItForm(StageForm):
    stage = course.GOT_IT
    allow = yes_or_no("Was a significant concession won?", "Yes", "No")


@act("yarn.got-it", title="Was it won?", form=GotItForm, button="So it was")
def got_it(turn: Turn, form: GotItForm) -> None:
    """A yes is granted, and nobody contradicts it; a no may be doubted by everybody else."""
    ask: Ask = form.cleaned_data["ask"]
    told = names(course.sure_sides(turn, ask.exchange)) | for_whom(turn, ask)
    turn.tell("yarn.got-it-said", told | {"won": form.allowed})
    if form.allowed:
        course.decided(turn, ask.exchange, course.GRANTED)
    else:
        course.ask_the_others(turn, ask.exchange)


class DoubtForm(StageForm):
    stage = course.DOUBT
    allow = yes_or_no("Do you see it otherwise?", "I doubt it", "Let it be")


@act("yarn.doubt", title="Do you doubt it?", form=DoubtForm, button="That is my word")
def doubt(turn: Turn, form: DoubtForm) -> None:
    """One doubt puts it to the vote of all; where everybody lets it be it is refused."""
    ask: Ask = form.cleaned_data["ask"]
    told = _doubted(turn, ask.exchange) | for_whom(turn, ask)
    if form.allowed:
        course.put_to_vote(turn, ask.exchange, by=turn.tell("yarn.doubted", told))
        return
    event = turn.tell("yarn.let-be", told | {"all": False})
    exchanges.close_ask(turn, ask, event)
    if not exchanges.asks_of(ask.exchange):
        course.ask_whether_to_force(turn, ask.exchange)


def _doubted(turn: Turn, exchange: Exchange) -> dict[str, str]:
    return names(course.sure_stake(turn, exchange))


class LetBeForm(ActForm):
    """A no that nobody doubts as yet."""

    def doubted(self) -> Exchange | None:
        found = course.open_petition(self.viewer.desk)
        return found if found is not None and found.stage == course.DOUBT else None

    def clean(self) -> dict[str, Any]:
        if self.doubted() is None:
            self.add_error(None, "No doubt is waited for.")
        return self.cleaned_data


@act("yarn.let-it-be", title="Nobody doubts it", form=LetBeForm, who=gms, button="Nobody doubts it")
def let_it_be(turn: Turn, form: LetBeForm) -> None:
    """The GM waits for doubts no longer: it is refused."""
    exchange = form.doubted()
    if exchange is None:
        raise LookupError("a form that is valid has its petition")
    turn.tell("yarn.let-be", _doubted(turn, exchange) | {"all": True, "who": ""})
    course.ask_whether_to_force(turn, exchange)
