"""The GM overrules a total: people decide, and the cards say what the dice said."""

from __future__ import annotations

from django import forms

from apps.characters.forms import one_line
from apps.checks.crew import contests, course, drafts
from apps.checks.crew.opening import RunningForm
from apps.rules.crew import contest as rules
from apps.rules.crew.contest import side_of
from apps.table import exchanges
from apps.table.acts import act, gms
from apps.table.turn import Turn

MOST = 200


class OverruleForm(RunningForm):
    place = forms.ChoiceField(
        label="Whose total",
        choices=[("defender", "The defender’s"), ("aggressor", "The aggressor’s")],
        widget=forms.RadioSelect,
    )
    total = forms.IntegerField(label="The total that counts", min_value=0, max_value=MOST)
    reason = one_line("Why", 120)

    def setup(self) -> None:
        """Each side goes by its name."""
        wanted = str(self["exchange"].value() or "")
        held = next((one for one in contests.running(self.viewer.table) if one.public_id == wanted), None)
        if held is None:
            return
        contest = contests.contest_of(held)
        self.offer(
            "place",
            [
                (place, f"{side_of(contest, place).name or contests.OPPOSITION}, the {place}")
                for place in contests.PLACES
            ],
        )


@act("crew.overrule", title="Overrule a total", form=OverruleForm, button="Set the total", who=gms)
def overrule(turn: Turn, form: OverruleForm) -> None:
    """Sets the total of a side while the contest runs; what is kept or added afterwards counts on top of it.

    A side that has yet to roll stands at it without dice. Refused once the result was told.
    """
    exchange, place, total = form.cleaned_data["exchange"], form.cleaned_data["place"], form.cleaned_data["total"]
    if exchange.stage == contests.RESULT:
        turn.refuse("told", "The result was told. Take the last roll back, then say what counts.", "total")
    held = contests.contest_of(exchange)
    before = side_of(held, place)
    after = rules.overruled(held, place, total)
    exchanges.advance(turn, exchange, after)
    drafts.put_away_of(turn, exchange, place)
    facts = {
        "name": contests.open_name(before, contests.character_of(turn, before)),
        "place": place,
        "what": held.what,
        "rolled": rules.has_rolled(before),
        "before": rules.total(before),
        "total": total,
        "by_the_rules": rules.total(before) - before.overruled,
        "reason": form.cleaned_data["reason"],
    }
    course.settle(turn, exchange, turn.tell("crew.overruled", facts))
