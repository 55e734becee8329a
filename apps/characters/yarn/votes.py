"""Votes of participants: hands that are shown at once, and a tie that somebody breaks.

Whoever calls a vote says under which purpose; what follows from its outcome is registered for that purpose.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django import forms

from apps.characters.yarn.people import Participant, of_key
from apps.table import answering, exchanges
from apps.table.acts import act
from apps.table.exchanges import exchange_kind
from apps.table.models import Ask, Event, Exchange
from apps.table.shared.answers import AnswerForm
from apps.table.turn import Turn
from apps.table.viewer import Viewer

CLOSED, LIVE, TIE = "yarn.vote", "yarn.vote-live", "yarn.tie"
VOTES = (CLOSED, LIVE)
FOLDER = "characters/yarn/asks"


@dataclass(frozen=True)
class Tile:
    """One of the answers: what is stored, what it says, and what comes of it."""

    value: str
    title: str
    line: str = ""


@dataclass(frozen=True)
class Vote:
    """`purpose` says what follows, `about` is a public id that it knows. `tie` is the key of whoever breaks one; empty
    where a tie stands.
    """

    purpose: str
    question: str
    tiles: tuple[Tile, ...]
    tie: str = ""
    about: str = ""


@dataclass(frozen=True)
class Outcome:
    """How it came out: `hands` by the participants' keys, `winner` None where a tie stands, `broken_by` whoever broke
    one."""

    vote: Vote
    hands: Mapping[str, str]
    winner: str | None
    broken_by: str = ""


Following = Callable[[Turn, Exchange, Outcome], None]
_following: dict[str, Following] = {}


def when_voted(purpose: str) -> Callable[[Following], Following]:
    """Registers what follows from a vote of that purpose, inside the act in which the last hand came in."""

    def register(following: Following) -> Following:
        if purpose in _following:
            raise RuntimeError(f"two things follow from a vote on {purpose}")
        _following[purpose] = following
        return following

    return register


def call_vote(
    turn: Turn, vote: Vote, electorate: Sequence[Participant], by: Event, inside: Exchange | None = None
) -> Exchange:
    """Asks everybody of the electorate. With the switch vote-reveal at "live" each hand is seen as it is shown."""
    if vote.purpose not in _following:
        raise LookupError(vote.purpose)
    kind = LIVE if turn.options.vote_reveal == "live" else CLOSED
    exchange = exchanges.open_exchange(turn, kind, vote, by=by, inside=inside)
    for one in electorate:
        exchanges.ask(turn, exchange, one.atom, {"who": one.name, "key": one.key, "question": vote.question})
    return exchange


# answering


class VoteForm(AnswerForm):
    kinds = (CLOSED, LIVE, TIE)
    hand = forms.ChoiceField(label="Your hand", widget=forms.RadioSelect)

    def setup(self) -> None:
        if self.row is None:
            return
        vote = vote_of(self.row.exchange)
        self.offer("hand", [(one.value, one.title) for one in vote.tiles])
        self.fields["hand"].initial = answering.seen_by(self.viewer, self.row)

    @property
    def heading(self) -> str:
        """What is voted on, where the form is a page of its own."""
        return vote_of(self.row.exchange).question if self.row is not None else ""


@act("yarn.vote", title="Vote", form=VoteForm, button="Show this hand")
def vote(turn: Turn, form: VoteForm) -> None:
    """One's own hand, which may be changed until the last one is in; nobody's but one's own."""
    ask: Ask = form.cleaned_data["ask"]
    answering.give(turn, ask, form.cleaned_data["hand"])
    turn.tell("yarn.voted", {}, to=answering.asked_of(ask))


def vote_of(exchange: Exchange) -> Vote:
    """What is voted on; of a tie that is to be broken the vote that tied."""
    outer = exchange.inside if exchange.kind == TIE else exchange
    found: Vote = exchanges.state_of(outer or exchange)
    return found


# counting


def _all_in(turn: Turn, exchange: Exchange) -> None:
    found, hands = vote_of(exchange), hands_of(exchange)
    leading = most(hands, found)
    breaker = of_key(turn.desk, found.tie) if found.tie else None
    if len(leading) > 1 and breaker is not None:
        _ask_the_breaker(turn, exchange, breaker)
    else:
        _settle(turn, exchange, Outcome(found, hands, leading[0] if len(leading) == 1 else None))


def hands_of(exchange: Exchange) -> dict[str, str]:
    """Every hand by its participant's key, in the order in which they were asked."""
    return {one.facts["key"]: str(hand) for one, hand in answering.answers_in(exchange)}


def most(hands: Mapping[str, str], found: Vote) -> list[str]:
    """The answers with the most hands, in the order of the tiles; all of them where nobody showed one."""
    count = Counter(hands.values())
    top = max((count[one.value] for one in found.tiles), default=0)
    return [one.value for one in found.tiles if count[one.value] == top]


def _ask_the_breaker(turn: Turn, exchange: Exchange, breaker: Participant) -> None:
    """From now on no hand changes any more."""
    for one in exchanges.asks_of(exchange):
        exchanges.close_ask(turn, one, turn.events[0])
    tie = exchanges.open_exchange(turn, TIE, vote_of(exchange), by=turn.events[0], inside=exchange)
    exchanges.ask(turn, tie, breaker.atom, {"who": breaker.name, "key": breaker.key, "question": vote_of(tie).question})


def _nobody_breaks_it(turn: Turn, exchange: Exchange) -> None:
    """Whoever was asked to break a tie is asked no longer: it stands."""
    if answering.all_in(exchange):
        _settle(turn, exchange, Outcome(vote_of(exchange), hands_of(exchange), None))


def _tie_broken(turn: Turn, tie: Exchange) -> None:
    outer = tie.inside
    if outer is None:
        raise LookupError(tie.public_id)
    word = next(iter(hands_of(tie).items()), None)
    by, winner = word if word else ("", None)
    _settle(turn, outer, Outcome(vote_of(outer), hands_of(outer), winner, by))


def _settle(turn: Turn, exchange: Exchange, outcome: Outcome) -> None:
    exchanges.close(turn, exchange)
    turn.tell("yarn.vote-opened", told(turn, exchange, outcome))
    _following[outcome.vote.purpose](turn, exchange, outcome)


def told(turn: Turn, exchange: Exchange, outcome: Outcome) -> dict[str, Any]:
    """The hands side by side, for the event."""
    names = {one.facts["key"]: one.facts["who"] for one in turn.desk.all(Ask, exchange=exchange)}
    breaker = of_key(turn.desk, outcome.broken_by) if outcome.broken_by else None
    return {
        "question": outcome.vote.question,
        "tiles": [
            {
                "title": tile.title,
                "line": tile.line,
                "names": [names[key] for key, hand in outcome.hands.items() if hand == tile.value],
                "won": tile.value == outcome.winner,
            }
            for tile in outcome.vote.tiles
        ],
        "tied": outcome.winner is None,
        "broken_by": breaker.name if breaker else "",
    }


# drawing


@dataclass(frozen=True)
class Hand:
    """Somebody who is asked: whether they are in, and their hand as far as these eyes may know it."""

    name: str
    is_in: bool
    title: str


def hands_for(viewer: Viewer, exchange: Exchange) -> list[Hand]:
    """Everybody who was asked, in the order in which they were."""
    titles = {one.value: one.title for one in vote_of(exchange).tiles}
    return [
        Hand(one.facts["who"], one.answer is not None, titles.get(answering.seen_by(viewer, one), ""))
        for one in viewer.desk.all(Ask, exchange=exchange)
    ]


def breaker_of(vote: Exchange) -> str:
    """Who is asked to break its tie, while nobody has."""
    asked = [ask for tie in exchanges.inside_of(vote) for ask in exchanges.asks_of(tie)]
    return str(asked[0].facts["who"]) if asked else ""


def _context(viewer: Viewer, one: Ask) -> Mapping[str, Any]:
    return {"vote": vote_of(one.exchange), "given": answering.seen_by(viewer, one), "breaks": one.exchange.kind == TIE}


for _name, _sealed, _done in ((CLOSED, "till-all-in", _all_in), (LIVE, "own", _all_in), (TIE, "own", _tie_broken)):
    exchange_kind(
        name=_name,
        state=Vote,
        template=f"{FOLDER}/vote",
        answer="yarn.vote",
        sealed=_sealed,
        all_in=_done,
        inner_closed=None if _name == TIE else _nobody_breaks_it,
        waits_for="their hand",
        context=_context,
    )
