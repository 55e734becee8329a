"""Plot points that players earn (rough_magic.plot-point-gain): the GM gives them, anybody proposes."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django import forms

from apps.characters.forms import one_line
from apps.characters.models import Character, Entry, Move
from apps.characters.points import told_by
from apps.characters.rough_magic.points import earn, held_by
from apps.drama.rough_magic.people import PlayerChoice, PlayersChoice, player, players, purse
from apps.rules.rough_magic.drama.points import complications, plot_point_gain
from apps.table import exchanges
from apps.table.acts import ActForm, act, gms
from apps.table.audience import EVERYBODY, GMS, seats
from apps.table.choices import OneRow
from apps.table.models import Ask, Event, Seat
from apps.table.shared.answers import AnswerForm, yes_or_no
from apps.table.turn import Turn

RULE, TROUBLE = "rough_magic.plot-point-gain", "rough_magic.complications"
PROPOSED = "rough_magic.point-proposed"
REASONS = {
    "complication": "A complication caused serious trouble",
    "entertainment": "Especially entertaining or inventive",
    "setback": "Made things more harrowing",
}


@dataclass(frozen=True)
class Grant:
    """Who gets a point and why; `complication` is what stands on a sheet, `by` who pointed it out."""

    to: tuple[Seat, ...]
    reason: str
    why: str = ""
    complication: str = ""
    by: str = ""

    @property
    def rule(self) -> str:
        return TROUBLE if self.reason == "complication" else RULE


class ComplicationChoice(OneRow):
    """Of all whom it is offered for; the words say whose it is."""

    def label_from_instance(self, row: Entry) -> str:
        return f"{row.character.name}: {row.name}"


class ReasonForm(ActForm):
    """Why somebody earns a point."""

    reason = forms.ChoiceField(
        label="For what",
        choices=list(REASONS.items()),
        initial="entertainment",
        required=False,
        widget=forms.RadioSelect,
    )
    complication = ComplicationChoice(label="Which complication", required=False, empty_label="None of these")

    def offer_complications(self, cast: Iterable[Character]) -> None:
        found = [row for one in cast for row in one.desk.all(Entry, character=one, kind="complication")]
        self.choose("complication", found)
        if not found:
            self.fields["complication"].widget = forms.HiddenInput()

    def complication_given(self) -> Entry | None:
        return self.cleaned_data.get("complication")

    def reason_given(self) -> str:
        """Whoever names a complication means it."""
        return "complication" if self.complication_given() else self.cleaned_data["reason"] or "entertainment"


class AwardForm(ReasonForm):
    to = forms.ChoiceField(
        label="To",
        choices=[("some", "Those chosen below"), ("all", "Every player")],
        initial="some",
        required=False,
        widget=forms.RadioSelect,
    )
    seats = PlayersChoice(label="Whom", required=False)
    by = PlayerChoice(label="Pointed out by", required=False, empty_label="Nobody but you")
    why = one_line("In a few words", 120, required=False)

    field_order = ("to", "seats", "reason", "complication", "by", "why")

    def setup(self) -> None:
        there = players(self.viewer.desk)
        self.choose("seats", there)
        self.choose("by", there)
        self.offer_complications(one for seat in there for one in seat.desk.all(Character, seat=seat))

    def clean(self) -> dict[str, Any]:
        if not self.errors and not self.receivers() and self.cleaned_data["to"] != "all":
            self.add_error("seats", "Choose at least one player.")
        return self.cleaned_data

    def receivers(self) -> tuple[Seat, ...]:
        """Those named; whoever plays the one with the complication, where nobody is."""
        if self.cleaned_data.get("to") == "all":
            return tuple(players(self.viewer.desk))
        named: list[Seat] = self.cleaned_data.get("seats") or []
        row = self.complication_given()
        return tuple(named) if named or row is None or row.character.seat is None else (row.character.seat,)


@act(
    "rough_magic.award",
    menu=52,
    title="Give plot points",
    form=AwardForm,
    who=gms,
    button="Give 1 plot point",
)
def award(turn: Turn, form: AwardForm) -> None:
    """A point for one, several or every player (rough_magic.plot-point-gain). Refuses nobody, and all at the cap."""
    if not form.receivers():
        turn.refuse("nobody", "No player sits at the table yet.", "seats")
    row, by = form.complication_given(), form.cleaned_data["by"]
    grant = Grant(
        form.receivers(),
        form.reason_given(),
        form.cleaned_data["why"],
        row.name if row else "",
        by.name if by else "",
    )
    give(turn, grant, "seats")


def give(turn: Turn, grant: Grant, field: str) -> Event:
    """Gives it to all who may have one more by the switch plot-point-cap, and tells of it. Refuses when none may."""
    richer = [one for one in grant.to if _after(one, grant, turn.options) > held_by(one)]
    if not richer:
        turn.refuse("cap", f"At this table nobody earns points beyond {turn.options.plot_point_cap}.", field)
    why = grant.why or REASONS[grant.reason]
    moves: list[Move] = [earn(turn, one, why, grant.rule) for one in richer]
    told = _tell(turn, grant, richer)
    told_by(turn, told, *moves)
    return told


def _after(seat: Seat, grant: Grant, options: Any) -> int:
    held = held_by(seat)
    if grant.reason == "complication":
        called_by = "player" if grant.by else "gm"
        found = complications(points=held, complication=grant.complication, called_by=called_by, options=options)
        return found.points
    name = seat.public_id
    earned = plot_point_gain(points={name: held}, reason=grant.reason, to=name, proposed_by=grant.by, options=options)
    return earned.points[name]


def _tell(turn: Turn, grant: Grant, richer: list[Seat]) -> Event:
    """What a sheet calls a complication is for its readers alone."""
    public = {
        "to": [purse(one) for one in richer],
        "reason": grant.reason,
        "why": grant.why,
        "complication": "",
        "by": grant.by,
        "rule": grant.rule,
    }
    if not grant.complication:
        return turn.tell("rough_magic.awarded", public)
    full = public | {"complication": grant.complication}
    return turn.tell("rough_magic.awarded", full, GMS | seats(*richer), {EVERYBODY: public})


# proposals


@dataclass(frozen=True)
class Proposed:
    """Who proposes a point for whom, by public ids."""

    by: str
    to: str
    reason: str
    why: str
    complication: str = ""


class ProposeForm(ReasonForm):
    to = PlayerChoice(label="For whom")
    why = one_line("What happened", 120)

    field_order = ("to", "reason", "complication", "why")

    def setup(self) -> None:
        self.choose("to", players(self.viewer.desk))
        self.offer_complications(self.viewer.desk.all(Character, seat=self.viewer.seat))
        self.fields["why"].required = not self["complication"].value()  # which says it already
        self.fields["why"].help_text = f"The {self.viewer.game.gm} says yes or no"


@act(
    "rough_magic.propose-point",
    menu=53,
    title="Propose a plot point",
    form=ProposeForm,
    button="Propose it",
)
def propose_point(turn: Turn, form: ProposeForm) -> None:
    """Anybody proposes a point for anybody, themselves too; the GM decides (rough_magic.plot-point-gain)."""
    to, row = form.cleaned_data["to"], form.complication_given()
    reason, why = form.reason_given(), form.cleaned_data["why"]
    facts = {"to": to.name, "reason": reason, "why": why, "rule": RULE}
    told = turn.tell("rough_magic.point-proposed", facts)
    state = Proposed(turn.seat.public_id, to.public_id, reason, why, row.name if row else "")
    exchange = exchanges.open_exchange(turn, PROPOSED, state, told)
    exchanges.ask(turn, exchange, ("gms", 0), facts | {"who": turn.seat.name, "complication": state.complication})


class AnswerProposalForm(AnswerForm):
    kinds = (PROPOSED,)
    allow = yes_or_no("Does it earn a point", "Give the point", "Not this time")


@act(
    "rough_magic.answer-proposal",
    title="Answer a proposal",
    form=AnswerProposalForm,
    who=gms,
    button="Answer",
    template="drama/rough_magic/acts/answer_proposal.html",
)
def answer_proposal(turn: Turn, form: AnswerProposalForm) -> None:
    """The GM gives the point, or does not. Refuses a point for somebody who has left."""
    one: Ask = form.cleaned_data["ask"]
    state: Proposed = form.state
    turn.cause = one.exchange.opened_by
    if form.allowed:
        told = give(turn, _granted(turn, state, one.facts["who"]), "ask")
    else:
        told = turn.tell("rough_magic.proposal-refused", {"to": one.facts["to"], "why": state.why})
    exchanges.answered(turn, one, told)


def _granted(turn: Turn, state: Proposed, by: str) -> Grant:
    to = player(turn.desk, state.to)
    if to is None:
        turn.refuse("gone", "Whoever would get it has left the table. Say no.", "ask")
    return Grant((to,), state.reason, state.why, state.complication, by)


exchanges.exchange_kind(
    name=PROPOSED,
    state=Proposed,
    template="drama/rough_magic/asks/proposal",
    answer="rough_magic.answer-proposal",
    waits_for="whether it earns a plot point",
)


def granted_since(seat: Seat, began: Any) -> int:
    """How many points somebody has earned since then, for the GM's counter (rough_magic.plot-point-pace)."""
    rows: list[Move] = seat.desk.all(Move)
    mine = [one for one in rows if one.target is not None and one.target.seat_id == seat.pk]
    return sum(one.points for one in mine if one.rule in (RULE, TROUBLE) and (began is None or one.at >= began))
