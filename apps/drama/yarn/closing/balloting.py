"""Ballots: everybody ranks the players, best first, for the eyes of the GM alone (yarn.bennie-ballot)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from django import forms

from apps.characters.yarn.people import Participant, the_gm
from apps.drama.yarn.closes import BALLOT
from apps.drama.yarn.closing.steps import Candidate, Closing, candidates, closing_in, here, poles_for
from apps.drama.yarn.closing.tallying import begin_winners
from apps.rules.yarn.drama.bennies import bennie_ballot
from apps.table import answering, exchanges
from apps.table.acts import act
from apps.table.desk import Desk
from apps.table.exchanges import exchange_kind
from apps.table.models import Ask, Event, Exchange, Span
from apps.table.shared.answers import AnswerForm
from apps.table.turn import Turn
from apps.table.viewer import Viewer

FOLDER = "drama/yarn/closing/asks"


def ranked_by(desk: Desk, closing: Closing, key: str) -> list[Candidate]:
    """Whom this participant ranks: everybody but oneself."""
    return [one for one in candidates(desk, closing) if one.key != key]


def begin_ballots(turn: Turn, closing: Closing, by: Event) -> None:
    """Asks all who took part, the GM last; whoever has nobody to rank is not asked."""
    voters: list[Participant] = [*here(turn.desk, closing), the_gm(turn.desk)]
    voters = [one for one in voters if ranked_by(turn.desk, closing, one.key)]
    if not voters:
        begin_winners(turn, closing, by)
        return
    exchange = exchanges.open_exchange(turn, BALLOT, closing, by=by)
    for one in voters:
        exchanges.ask(turn, exchange, one.atom, {"who": one.name, "key": one.key})


def _all_in(turn: Turn, exchange: Exchange) -> None:
    exchanges.close(turn, exchange)
    closing = replace(closing_in(exchange), ballots=exchange.public_id)
    begin_winners(turn, closing, turn.tell("yarn.ballots-in", {}))


@dataclass(frozen=True)
class Rank:
    """One line of a ballot: the place, 0 while there is none; `order` is the ballot after a tap on it."""

    candidate: Candidate
    place: int
    poles: tuple[str, ...]
    order: str
    by_itself: bool = False


class BallotForm(AnswerForm):
    """`order` are the names in their places, best first; the one that is left over takes the last by itself."""

    kinds = (BALLOT,)
    order = forms.CharField(required=False, max_length=600, widget=forms.HiddenInput)

    @cached_property
    def due(self) -> list[Candidate]:
        if self.row is None:
            return []
        return ranked_by(self.viewer.desk, closing_in(self.row.exchange), self.row.facts["key"])

    @cached_property
    def tapped(self) -> list[str]:
        """The keys that were put into their places, as far as they are on this ballot."""
        known = [one.key for one in self.due]
        given = str(self["order"].value() or "")
        return [key for key in dict.fromkeys(given.split(",")) if key in known]

    @cached_property
    def placed(self) -> list[str]:
        left = [one.key for one in self.due if one.key not in self.tapped]
        return [*self.tapped, *left] if len(left) == 1 else self.tapped

    @property
    def to_place(self) -> int:
        return len(self.due) - len(self.placed)

    @property
    def order_now(self) -> str:
        return ",".join(self.placed)

    @property
    def rows(self) -> list[Rank]:
        """As they sit, so that nobody moves away from under a thumb."""
        placed = {key: place for place, key in enumerate(self.placed, 1)}
        return [self._rank(one, placed.get(one.key, 0)) for one in self.due]

    def _rank(self, one: Candidate, place: int) -> Rank:
        taken = one.key in self.tapped
        after = [key for key in self.tapped if key != one.key] if taken else [*self.tapped, one.key]
        return Rank(one, place, poles_for(self.viewer, one.main), ",".join(after), bool(place) and not taken)

    def clean(self) -> dict[str, Any]:
        if self.row is None or self.errors:
            return self.cleaned_data
        names = {one.key: one.name for one in self.due}
        found = bennie_ballot(players=list(names.values()), ballot_of="GM", ballot=[names[key] for key in self.placed])
        if found.why:
            self.add_error(None, found.why.text)
        return self.cleaned_data


@act(
    "yarn.ballot",
    title="Whose poles came out best?",
    form=BallotForm,
    button="Send my ballot",
    template="drama/yarn/closing/acts/ballot.html",
)
def ballot(turn: Turn, form: BallotForm) -> None:
    """One's own ranking, which may be changed until the last one is in. Refuses one that leaves somebody out."""
    ask: Ask = form.cleaned_data["ask"]
    answering.give(turn, ask, form.placed)
    turn.tell("yarn.balloted", {}, to=answering.asked_of(ask))


def _context(viewer: Viewer, one: Ask) -> Mapping[str, Any]:
    closing = closing_in(one.exchange)
    given = answering.seen_by(viewer, one) or []
    names = {each.key: each.name for each in candidates(viewer.desk, closing)}
    return {
        "given": [names[key] for key in given if key in names],
        "order": ",".join(given),
        "theme": viewer.desk.get(Span, closing.span).title,
    }


exchange_kind(
    name=BALLOT,
    state=Closing,
    template=f"{FOLDER}/ballot",
    answer="yarn.ballot",
    sealed="to-gm",
    all_in=_all_in,
    waits_for="their ballot",
    bare_row=True,
    context=_context,
)
