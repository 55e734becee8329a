"""Votes, ballots, orders, bets and secret lines."""

from __future__ import annotations

from typing import Any

from django import forms

from apps.characters import aside, lines, parts, rows
from apps.characters.access import known_to, readers_of
from apps.characters.forms import CharacterChoice, KnownCharacterForm, WholeSheetForm, named, number, one_line
from apps.characters.models import Entry, Track
from apps.characters.parts import Holder
from apps.characters.points import move, told_by
from apps.table import answering, exchanges
from apps.table.acts import ActForm, act, gms
from apps.table.audience import EVERYBODY, GMS
from apps.table.models import Ask, Exchange, Seat
from apps.table.shared.answers import AnswerForm
from apps.table.turn import Turn
from apps.table.viewer import seated

from .asks import Called

COINS = "coins"


class MakeForm(ActForm):
    name = one_line("Name")


@act("parlour.make", title="A new character", form=MakeForm, menu=1)
def make(turn: Turn, form: MakeForm) -> None:
    seat = None if turn.viewer.is_gm else turn.seat
    made = rows.make_character(turn, name=form.cleaned_data["name"], sheet="parlour", role="guest", seat=seat)
    turn.tell("parlour.made", named(made))


# lines of a sheet


class LineForm(KnownCharacterForm):
    text = one_line("Line")
    hidden = forms.BooleanField(required=False)


@act("parlour.line", title="A line", form=LineForm, who=gms, menu=2)
def line(turn: Turn, form: LineForm) -> None:
    data = form.cleaned_data
    turn.create(Entry, character=data["character"], kind="line", name=data["text"], hidden=data["hidden"])
    to = GMS if data["hidden"] else readers_of(data["character"])
    turn.tell("parlour.line-written", named(data["character"]) | {"text": data["text"]}, to=to)


LINE = lines.Kind("line", "Line", 3, 1, dict, lambda row: ({}, None), lambda entry: {})


class LinesForm(WholeSheetForm):
    """All lines at once, as far as whoever writes reads them."""

    character = CharacterChoice()

    def setup(self) -> None:
        cast = [one for one in known_to(self.viewer) if self.viewer.is_gm or one.seat_id == self.viewer.seat.pk]
        self.choose("character", cast)
        character = next((one for one in cast if one.public_id == self["character"].value()), None)
        lines.add_fields(self, LINE, character)
        if character is not None:
            self.start_with(lines.values(character, LINE, self.viewer))


@act("parlour.lines", title="The lines", form=LinesForm, menu=3)
def write_lines(turn: Turn, form: LinesForm) -> None:
    character = form.cleaned_data["character"]
    lines.write(turn, character, LINE.word, lines.given(form, LINE))
    turn.tell("parlour.line-written", named(character) | {"text": "all lines"}, to=readers_of(character))


# who sits where


class SitForm(ActForm):
    order = one_line("Names in their order", 200)


@act("parlour.sit", title="The order", form=SitForm, who=gms, menu=4)
def sit(turn: Turn, form: SitForm) -> None:
    scene = turn.span("scene")
    if scene is None:
        turn.refuse("no-scene", "No scene is open.", "order")
    by_name = {one.name: one for one in seated(turn.desk)}
    names = form.cleaned_data["order"].split()
    if not set(names) <= by_name.keys():
        turn.refuse("nobody", "Somebody of these is not here.", "order")
    parts.arrange(turn, scene, "order", [Holder(by_name[name]) for name in names])
    turn.tell("parlour.seated", {"names": names})


class PlaceForm(ActForm):
    name = one_line("Who")
    place = number("Place", 1, 9)


@act("parlour.place", title="Another place", form=PlaceForm, who=gms, menu=5)
def place(turn: Turn, form: PlaceForm) -> None:
    scene, data = turn.span("scene"), form.cleaned_data
    held = parts.in_order(turn.desk, scene, "order") if scene else []
    found = [one for one in held if one.seat is not None and one.seat.name == data["name"]]
    if not found:
        turn.refuse("nobody", "They have no place.", "name")
    parts.move(turn, found[0], data["place"])
    turn.tell("parlour.seated", {"names": [one.name for one in parts.seats_in(turn.desk, found[0].span, "order")]})


# votes and ballots


class CallForm(ActForm):
    question = one_line("About what")


def asked_people(turn: Turn) -> list[tuple[tuple[str, int], str]]:
    """All players, and whoever hosts, together."""
    players = [(("seat", one.pk), one.name) for one in seated(turn.desk) if one.role == "player"]
    return [*players, (("gms", 0), turn.viewer.game.gm)]


def call(turn: Turn, kind: str, question: str) -> None:
    told = turn.tell("parlour.called", {"question": question})
    exchange = exchanges.open_exchange(turn, kind, Called(question), by=told)
    for whom, who in asked_people(turn):
        exchanges.ask(turn, exchange, whom, {"who": who, "question": question})


@act("parlour.call-vote", title="Call a vote", form=CallForm, who=gms, menu=6)
def call_vote(turn: Turn, form: CallForm) -> None:
    call(turn, "parlour.vote", form.cleaned_data["question"])


@act("parlour.call-rank", title="Call for ballots", form=CallForm, who=gms, menu=7)
def call_rank(turn: Turn, form: CallForm) -> None:
    call(turn, "parlour.rank", form.cleaned_data["question"])


class VoteForm(AnswerForm):
    kinds = ("parlour.vote",)
    hand = forms.ChoiceField(choices=[("for", "For it"), ("against", "Against it")])


@act("parlour.vote", title="Vote", form=VoteForm)
def vote(turn: Turn, form: VoteForm) -> None:
    _answer(turn, form.cleaned_data["ask"], form.cleaned_data["hand"], "parlour.voted")


class RankForm(AnswerForm):
    kinds = ("parlour.rank",)
    ballot = one_line("Your ballot")


@act("parlour.rank", title="Your ballot", form=RankForm)
def rank(turn: Turn, form: RankForm) -> None:
    _answer(turn, form.cleaned_data["ask"], form.cleaned_data["ballot"], "parlour.ranked")


def _answer(turn: Turn, ask: Ask, answer: str, kind: str) -> None:
    answering.give(turn, ask, answer)
    turn.tell(kind, {}, to=answering.asked_of(ask))


@act("parlour.call-wait", title="Wait for all", form=CallForm, who=gms, menu=10)
def call_wait(turn: Turn, form: CallForm) -> None:
    call(turn, "parlour.wait", form.cleaned_data["question"])


class WaitForm(AnswerForm):
    kinds = ("parlour.wait",)


@act("parlour.wait", title="Go on", form=WaitForm)
def go_on(turn: Turn, form: WaitForm) -> None:
    _answer(turn, form.cleaned_data["ask"], "go on", "parlour.voted")


# coins


class CoinsForm(ActForm):
    coins = number("Coins for every player", 1, 9)


@act("parlour.coins", title="Coins", form=CoinsForm, who=gms, menu=8)
def coins(turn: Turn, form: CoinsForm) -> None:
    many = form.cleaned_data["coins"]
    players = [one for one in seated(turn.desk) if one.role == "player"]
    moves = [move(turn, None, purse(turn, one), many, "Coins") for one in players]
    told_by(turn, turn.tell("parlour.coins-given", {"coins": many}), *moves)


def purse(turn: Turn, seat: Seat) -> Track:
    held = turn.desk.one(Track, seat=seat, key=COINS)
    return held or turn.create(Track, table=turn.table, seat=seat, key=COINS)


class BetForm(ActForm):
    coins = number("Coins", 0, 9)

    def clean(self) -> dict[str, Any]:
        if not exchanges.open_exchanges(self.viewer.desk, "parlour.vote"):
            self.add_error(None, "Nothing is voted on.")
        return self.cleaned_data


@act("parlour.bet", title="Bet", form=BetForm, menu=9)
def bet(turn: Turn, form: BetForm) -> None:
    """So many coins lie aside for the open vote from now on."""
    (exchange, *_), mine = exchanges.open_exchanges(turn.desk, "parlour.vote"), purse(turn, turn.seat)
    there, wanted = aside.given_by(exchange, mine), form.cleaned_data["coins"]
    if there == wanted:
        turn.refuse("same", "So many lie there.", "coins")
    moved = _more(turn, mine, wanted - there, exchange)
    told_by(turn, turn.tell("parlour.bet", {"coins": wanted}, to=EVERYBODY), moved)


def _more(turn: Turn, mine: Track, more: int, exchange: Exchange) -> Any:
    if more < 0:
        return aside.take_back(turn, mine, -more, exchange, "A bet")
    return aside.set_aside(turn, mine, more, exchange, "A bet")
