"""A plot point after the roll: an attack that has missed hits all the same (rough_magic.automatic-success)."""

from __future__ import annotations

from dataclasses import replace

from django import forms

from apps.characters import points
from apps.characters.forms import acting_for
from apps.characters.models import Character
from apps.characters.rough_magic.points import NO_POINT, held_for, payer_of, spend
from apps.checks.rough_magic.buying import RULE, plays
from apps.checks.rough_magic.retelling import PAID_BEFORE
from apps.combat import tracking
from apps.combat.rough_magic.attacks import opening
from apps.combat.rough_magic.attacks.strike import KINDS, QUIETLY, Clash, Facts, Strike, clash_of, options_of
from apps.rules.rough_magic.drama.bought import automatic_success
from apps.table import exchanges, log
from apps.table.acts import ActForm, act
from apps.table.models import Event, Exchange, Mention, Span
from apps.table.spans import ends_with_span
from apps.table.sure import sure
from apps.table.turn import Turn
from apps.table.viewer import Viewer


class HitAfterAllForm(ActForm):
    """About an attack whose card this seat sees."""

    event = forms.CharField(widget=forms.HiddenInput, max_length=16)

    def clean_event(self) -> log.Told:
        found = log.find(self.viewer, self.cleaned_data["event"])
        if found is None or found.event.kind != opening.MADE or found.event.undone_by_id:
            raise forms.ValidationError("There is no such attack, or it was taken back.")
        clash = self._clash(found)
        if clash is None or not found.facts.get("may_turn"):
            raise forms.ValidationError("It has hit, is paid for already, or play has gone on since.")
        if not payers_among(self.viewer, clash):
            raise forms.ValidationError("It is somebody else’s attack.")
        return found

    def _clash(self, found: log.Told) -> Clash | None:
        row = missed_by(self.viewer.desk.all(Exchange, opened_by=found.event))
        return clash_of(self.viewer.desk, exchanges.state_of(row)) if row else None


def payers_among(viewer: Viewer, clash: Clash) -> list[Character]:
    """Those of the attackers whose player's points this seat may spend; those with a point first."""
    able = [one for one in clash.attackers if plays(one) and (viewer.is_gm or one.seat_id == viewer.seat.pk)]
    return sorted(able, key=lambda one: held_for(one) < 1)


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
    """A point makes a hit of a miss, by a margin of 0; of several who struck together any pays. Refused where nothing
    could hit, where play has gone on, and by the switch auto-success-after-roll."""
    told: log.Told = form.cleaned_data["event"]
    row = sure(missed_by(turn.desk.all(Exchange, opened_by=told.event)))
    clash, options = sure(clash_of(turn.desk, exchanges.state_of(row))), options_of(row)
    character = payers_among(form.viewer, clash)[0]
    acting_for(turn, character)
    if clash.strike.fails:
        turn.refuse("impossible", "It could not hit whatever is rolled: no point turns that.", "event")
    payer = payer_of(character)
    roll = clash.strike.roll()
    if not automatic_success(points=held_for(character), total=roll.total, dv=clash.strike.dv, options=options).legal:
        turn.refuse("too-late", NO_POINT if options.auto_success_after_roll else PAID_BEFORE)
    move = spend(turn, payer, "Automatic success", RULE)
    bought = replace(clash, strike=replace(clash.strike, bought=True))
    exchanges.advance(turn, row, bought.strike)
    turn.cause = told.event
    opening.is_final(turn, told.event)
    for asked in turn.desk.all(Exchange, opened_by=told.event, closed_at=None):
        exchanges.close(turn, asked)
    event = opening.make(turn, bought, options, used_up=False, about=[told.event])
    points.told_by(turn, event, move)


@ends_with_span(tracking.KIND, "scene", game="rough_magic")
def come_too_late(turn: Turn, span: Span) -> list[Facts]:
    """With the fight, and with the scene, what has missed in it has missed for good."""
    closed = [one for one in turn.desk.all(Exchange, kind=QUIETLY) if one.closed_at and one.closed_at >= span.opened_at]
    misses = [sure(one.opened_by) for one in closed if missed_by([one]) is not None]
    final = [one for one in misses if opening.is_final(turn, one)]
    turn.later(lambda: told_with(turn, final))
    return []


def told_with(turn: Turn, cards: list[Event]) -> None:
    """What this act tells at its end is about these cards too: everybody hears that."""
    for one in cards:
        turn.add(Mention, event=turn.events[-1], card=one)
