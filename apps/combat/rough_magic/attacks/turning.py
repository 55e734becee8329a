"""A plot point after the roll: an attack that has missed hits all the same (rough_magic.automatic-success)."""

from __future__ import annotations

from dataclasses import replace

from django import forms

from apps.characters import points
from apps.characters.forms import acting_for
from apps.characters.rough_magic.points import held_for, payer_of, spend
from apps.checks.rough_magic.buying import RULE
from apps.combat.rough_magic.attacks import opening
from apps.combat.rough_magic.attacks.strike import KINDS, Clash, Strike, clash_of, options_of
from apps.rules.rough_magic.drama.bought import automatic_success
from apps.table import exchanges, log
from apps.table.acts import ActForm, act
from apps.table.models import Exchange
from apps.table.sure import sure
from apps.table.turn import Turn

BEFORE = "At this table the point is paid before the dice fall."


class HitAfterAllForm(ActForm):
    """About an attack whose card this seat sees."""

    event = forms.CharField(widget=forms.HiddenInput, max_length=16)

    def clean_event(self) -> log.Told:
        found = log.find(self.viewer, self.cleaned_data["event"])
        if found is None or found.event.kind != opening.MADE or found.event.undone_by_id:
            raise forms.ValidationError("There is no such attack, or it was taken back.")
        if (clash := self._clash(found)) is None:
            raise forms.ValidationError("It has hit, or is paid for already.")
        if not self.viewer.is_gm and clash.attacker.seat_id != self.viewer.seat.pk:
            raise forms.ValidationError("It is somebody else’s attack.")
        return found

    def _clash(self, found: log.Told) -> Clash | None:
        row = missed_by(self.viewer.desk.all(Exchange, opened_by=found.event))
        return clash_of(self.viewer.desk, exchanges.state_of(row)) if row else None


def missed_by(rows: list[Exchange]) -> Exchange | None:
    """The attack among them, if it missed and nobody has paid for it."""
    for row in rows:
        if row.kind in KINDS:
            strike: Strike = exchanges.state_of(row)
            return row if not strike.bought and strike.roll().success is False else None
    return None


@act(
    "rough_magic.hit-after-all",
    title="It hits, for a plot point",
    form=HitAfterAllForm,
    button="It hits, for 1 plot point",
)
def hit_after_all(turn: Turn, form: HitAfterAllForm) -> None:
    """A point makes a hit of a miss, by a margin of 0. Refused where nothing could hit, and by the switch
    auto-success-after-roll."""
    told: log.Told = form.cleaned_data["event"]
    row = sure(missed_by(turn.desk.all(Exchange, opened_by=told.event)))
    clash, options = sure(clash_of(turn.desk, exchanges.state_of(row))), options_of(row)
    acting_for(turn, clash.attacker)
    if clash.strike.fails:
        turn.refuse("impossible", "It could not hit whatever is rolled: no point turns that.", "event")
    payer = payer_of(clash.attacker)
    roll = clash.strike.roll()
    if not automatic_success(
        points=held_for(clash.attacker), total=roll.total, dv=clash.strike.dv, options=options
    ).legal:
        turn.refuse(
            "too-late", "It costs 1 plot point, and none is left." if options.auto_success_after_roll else BEFORE
        )
    move = spend(turn, payer, "Automatic success", RULE)
    bought = replace(clash, strike=replace(clash.strike, bought=True))
    exchanges.advance(turn, row, bought.strike)
    turn.cause = told.event
    event = opening.make(turn, bought, options, used_up=False)
    points.told_by(turn, event, move)
