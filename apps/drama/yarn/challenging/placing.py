"""Details of a place: challenged on one of four grounds, admitted by the GM, voted on (yarn.location-challenge)."""

from __future__ import annotations

from dataclasses import dataclass

from django import forms

from apps.characters.yarn.people import of_key, the_gm
from apps.characters.yarn.votes import Outcome, when_voted
from apps.drama.yarn.challenging.narrating import ObjectForm
from apps.drama.yarn.challenging.raising import PLACE, raised
from apps.drama.yarn.challenging.voting import close_without_ask, put_to_vote, upheld
from apps.rules.yarn.lists import GROUNDS
from apps.table import exchanges
from apps.table.acts import act
from apps.table.exchanges import exchange_kind
from apps.table.models import Ask, Exchange
from apps.table.shared.answers import AnswerForm, yes_or_no
from apps.table.turn import Turn

DETAIL = "yarn.place"
FOLDER = "drama/yarn/challenging/asks"
STRUCK = "may tell something else"


@dataclass(frozen=True)
class Detail:
    """Whose detail it is, who challenges it, and the words."""

    author: str
    by: str
    text: str


class PlaceForm(ObjectForm):
    """The detail and its ground."""

    kind = PLACE
    ground = forms.ChoiceField(label="It", choices=list(GROUNDS.items()), widget=forms.RadioSelect)


@act("yarn.object-place", title="Challenge a detail of a place", form=PlaceForm, button="Challenge it")
def object_place(turn: Turn, form: PlaceForm) -> None:
    """Any participant; if the GM agrees that it fails the test, the players vote."""
    data, who = form.cleaned_data, form.who
    author = of_key(turn.desk, data["narrator"]) or the_gm(turn.desk)
    window = raised(turn, who, PLACE)
    facts = {"who": who.name, "narrator": author.name, "text": data["text"], "ground": GROUNDS[data["ground"]]}
    told = turn.tell("yarn.detail-challenged", facts)
    exchange = exchanges.open_exchange(turn, DETAIL, Detail(author.key, who.key, data["text"]), by=told, inside=window)
    exchanges.ask(turn, exchange, ("gms", 0), facts)


class AdmitForm(AnswerForm):
    kinds = (DETAIL,)
    allow = yes_or_no("Does it fail the test?", "Yes: the players vote", "No: the detail stands")


@act("yarn.admit-place", title="A detail is challenged", form=AdmitForm, button="So I judge")
def admit_place(turn: Turn, form: AdmitForm) -> None:
    """The GM admits the challenge, also of a detail of hers or one that she challenged, or lets the detail stand."""
    ask: Ask = form.cleaned_data["ask"]
    state: Detail = exchanges.state_of(ask.exchange)
    told = turn.tell("yarn.detail-judged", {"admitted": form.allowed, "text": state.text})
    if not form.allowed:
        exchanges.answered(turn, ask, told)
        return
    exchanges.close_ask(turn, ask, told)
    gm = the_gm(turn.desk)
    author, challenger = of_key(turn.desk, state.author) or gm, of_key(turn.desk, state.by) or gm
    question, tiles = f"Does this detail stand? {state.text}", ("It stands", "It is struck")
    put_to_vote(turn, PLACE, question, author, challenger, told, ask.exchange, tiles, STRUCK)


@when_voted(PLACE)
def _voted(turn: Turn, exchange: Exchange, outcome: Outcome) -> None:
    outer = exchange.inside
    if outer is None or outer.closed_at is not None:
        return
    state: Detail = exchanges.state_of(outer)
    exchanges.close(turn, outer)
    if upheld(turn, outcome):
        who = of_key(turn.desk, state.author) or the_gm(turn.desk)
        turn.tell("yarn.struck", {"who": who.name, "text": state.text})


exchange_kind(
    name=DETAIL,
    state=Detail,
    template=f"{FOLDER}/place",
    answer="yarn.admit-place",
    waits_for="a judgement on a detail",
    bare_row=True,
    inner_closed=close_without_ask,
)
