"""The tally, which the GM alone reads, and who gains a bennie, which everybody hears (yarn.bennie-secrecy)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django import forms

from apps.characters.yarn import points
from apps.characters.yarn.orders import THEMES, order_of
from apps.characters.yarn.people import Participant, participants, players
from apps.characters.yarn.points import BENNIES, hand_of
from apps.characters.yarn.spans import SERIES, open_now
from apps.drama.yarn.closes import WINNERS
from apps.drama.yarn.closing.choosing import begin_theme
from apps.drama.yarn.closing.steps import Candidate, Closing, candidates, closing_in
from apps.rules.dice import Recorded
from apps.rules.yarn.drama.bennies import Winners, bennie_winners
from apps.rules.yarn.drama.tokens import token_reset
from apps.table import answering, exchanges
from apps.table.acts import act, gms
from apps.table.audience import EVERYBODY, GMS
from apps.table.desk import Desk
from apps.table.exchanges import exchange_kind
from apps.table.games import game_of
from apps.table.models import Ask, Event, Exchange
from apps.table.shared.answers import AnswerForm
from apps.table.turn import Turn, kept_answer
from apps.table.viewer import Viewer

FOLDER = "drama/yarn/closing/asks"
PLACE = "place_"


@dataclass(frozen=True)
class Score:
    """How somebody came out: the ranks added up, less the tokens that were in hand."""

    candidate: Candidate
    sum: int
    hand: int
    score: int
    gains: bool


@dataclass(frozen=True)
class Signed:
    """A ballot as the GM reads it: whose it is, where that is not kept from her, and the names on it."""

    who: str
    names: tuple[str, ...]


def begin_winners(turn: Turn, closing: Closing, by: Event) -> None:
    """The GM looks at the tally; where nobody is ranked there is none, and the theme is next."""
    if not candidates(turn.desk, closing):
        begin_theme(turn, closing, by)
        return
    exchange = exchanges.open_exchange(turn, WINNERS, closing, by=by)
    exchanges.ask(turn, exchange, ("gms", 0), {})


def _ballots(desk: Desk, closing: Closing) -> Exchange | None:
    return desk.one(Exchange, public_id=closing.ballots) if closing.ballots else None


def _as_it_began(desk: Desk, closing: Closing, options: Any) -> Any:
    """The switches with which the ballots were asked for: what was promised then is kept."""
    exchange = _ballots(desk, closing)
    return game_of(desk.table).options(exchange.options) if exchange is not None else options


def counted(desk: Desk, closing: Closing, options: Any) -> Winners:
    """Ranks of all ballots, less the hands as they were fixed. For the GM alone, and for who gains."""
    exchange = _ballots(desk, closing)
    cast = answering.answers_in(exchange) if exchange else []
    there = {one.key for one in candidates(desk, closing)}
    ballots = {one.facts["key"]: [key for key in ballot if key in there] for one, ballot in cast}
    tokens = token_reset(hands=closing.hands).used_in_tally
    held = {key: tokens.get(key, 0) for key in there}
    return bennie_winners(ballots=ballots, tokens=held, options=_as_it_began(desk, closing, options))


def scores_of(desk: Desk, closing: Closing, options: Any) -> list[Score]:
    """The tally, the lowest score first. For the GM alone."""
    found = counted(desk, closing, options)
    sums = found.sums or {}
    rows = [
        Score(one, sums[one.key], closing.hands.get(one.key, 0), found.scores[one.key], one.key in found.bennies)
        for one in candidates(desk, closing)
    ]
    return sorted(rows, key=lambda one: one.score)


def ballots_read(desk: Desk, closing: Closing, options: Any) -> list[Signed]:
    """The ballots for the GM; with the switch anonymous-ballots in an order that says nothing of whose they are."""
    exchange = _ballots(desk, closing)
    if exchange is None:
        return []
    names = {one.key: one.name for one in candidates(desk, closing)}
    if _as_it_began(desk, closing, options).anonymous_ballots:
        return [Signed("", _named(one, names)) for one in answering.unsigned_in(exchange)]
    return [Signed(one.facts["who"], _named(ballot, names)) for one, ballot in answering.answers_in(exchange)]


def _named(ballot: list[str], names: Mapping[str, str]) -> tuple[str, ...]:
    return tuple(names[key] for key in ballot if key in names)


class ConfirmForm(AnswerForm):
    """Who gains: the two lowest scores, or whom the GM says. Where she lays the cards for themes herself, their
    places."""

    kinds = (WINNERS,)
    winners = forms.MultipleChoiceField(label="Who gains a bennie", required=False, widget=forms.CheckboxSelectMultiple)

    def setup(self) -> None:
        if self.row is None or not self.viewer.is_gm:
            return
        desk, closing = self.viewer.desk, closing_in(self.row.exchange)
        self.offer("winners", [(one.key, one.name) for one in candidates(desk, closing)])
        self.fields["winners"].initial = list(counted(desk, closing, self.viewer.options).bennies)
        if laid_by_the_gm(desk, self.viewer.options):
            self._ask_for_places(players(desk))

    def _ask_for_places(self, who: list[Participant]) -> None:
        for place, one in enumerate(who, 1):
            self.fields[PLACE + one.key] = forms.IntegerField(
                label=f"{one.name}’s place in the order for themes", min_value=1, max_value=len(who), initial=place
            )

    @property
    def laid(self) -> list[Participant]:
        """The order for themes as the GM lays it; nobody where it is shuffled or there already."""
        there = [one for one in players(self.viewer.desk) if PLACE + one.key in self.cleaned_data]
        return sorted(there, key=lambda one: self.cleaned_data[PLACE + one.key])

    def clean(self) -> dict[str, Any]:
        places = [value for name, value in self.cleaned_data.items() if name.startswith(PLACE)]
        if len(set(places)) < len(places):
            self.add_error(None, "Each place in the order for themes is one player’s.")
        return self.cleaned_data


def laid_by_the_gm(desk: Desk, options: Any) -> bool:
    """Whether the order for themes is still to be laid, and by the GM's hand (yarn.precedence)."""
    span = open_now(desk, SERIES)
    drawn = order_of(desk, span, THEMES) if span else []
    return not drawn and options.precedence_source == "GM arranges"


@act("yarn.confirm-winners", title="Who gains a bennie", form=ConfirmForm, who=gms, button="Give the bennies")
def confirm_winners(turn: Turn, form: ConfirmForm) -> None:
    """Everybody hears who gains; tokens go back to the kitty, and then it is about the next theme
    (yarn.bennie-winners, yarn.token-reset). The GM's word counts, whatever the tally says. Cards for themes that were
    drawn and taken back lie as they lay.
    """
    ask: Ask = form.cleaned_data["ask"]
    turn.dice = Recorded(exchanges.dice_for(turn, ask))
    closing = closing_in(ask.exchange)
    winners = [one for one in candidates(turn.desk, closing) if one.key in form.cleaned_data["winners"]]
    open_facts = {"names": [one.name for one in winners]}
    scores = [_told(one) for one in scores_of(turn.desk, closing, turn.options)]
    told = turn.tell("yarn.bennies-gained", open_facts | {"scores": scores}, to=GMS, also={EVERYBODY: open_facts})
    exchanges.answered(turn, ask, told)
    _pay(turn, winners)
    begin_theme(turn, closing, told, form.laid)
    kept_answer(turn, ask, turn.dice)


def _told(one: Score) -> dict[str, Any]:
    return {"who": one.candidate.name, "sum": one.sum, "hand": one.hand, "score": one.score}


def _pay(turn: Turn, winners: list[Candidate]) -> None:
    for one in winners:
        points.pay(turn, None, one.who, 1, "Poles brought out", "yarn.bennie-winners", BENNIES)
    for who in participants(turn.desk):
        held = hand_of(turn.desk, who)
        if held:
            points.pay(turn, who, None, held, "End of the episode", "yarn.token-reset")


def _context(viewer: Viewer, one: Ask) -> Mapping[str, Any]:
    found = counted(viewer.desk, closing_in(one.exchange), viewer.options).bennies if viewer.acts_as_gm else ()
    gaining = [each for each in candidates(viewer.desk, closing_in(one.exchange)) if each.key in found]
    return {"gaining": gaining, "lays": laid_by_the_gm(viewer.desk, viewer.options)}


exchange_kind(
    name=WINNERS,
    state=Closing,
    template=f"{FOLDER}/winners",
    answer="yarn.confirm-winners",
    waits_for="the tally",
    bare_row=True,
    context=_context,
)
