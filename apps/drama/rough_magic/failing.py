"""A failure moves the story on (rough_magic.failure): the GM alone has a card with four ways, and chooses in secret.

On an extreme success the same card asks what it brings beyond what was wanted (rough_magic.extreme-success). Nothing
waits for either: a newer roll of the same character and the end of the scene take it away.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django import forms

from apps.characters.forms import named, one_line
from apps.characters.models import Character
from apps.characters.rough_magic.points import has_points
from apps.checks.rough_magic.outcomes import Outcome, when_it_came_out
from apps.rules.rough_magic.drama.story import failure_options
from apps.rules.rough_magic.lists import WAYS
from apps.table import exchanges
from apps.table.acts import act, gms
from apps.table.audience import GMS
from apps.table.desk import Desk
from apps.table.models import Ask, Event, Exchange, Span, Telling
from apps.table.shared.answers import AnswerForm
from apps.table.spans import ends_with_span
from apps.table.turn import Turn

KIND = "rough_magic.way-forward"
RULE, EXTREME = "rough_magic.failure-options", "rough_magic.extreme-success"
OWN, NONE = "own", "none"


@dataclass(frozen=True)
class CameOut:
    """Whose roll it was, which card told of it, and what for; `extreme` where it succeeded so far."""

    character: str
    card: str
    label: str
    extreme: bool


@when_it_came_out
def story_goes_on(turn: Turn, outcome: Outcome) -> None:
    """Puts the card before the GM after a failure or an extreme success of a player's character."""
    withdraw(turn, outcome.character)
    seat = outcome.character.seat
    if seat is None or not has_points(seat) or not _gm_knows(outcome.card):
        return
    if outcome.success and not outcome.extreme:
        return
    state = CameOut(outcome.character.public_id, outcome.card.public_id, outcome.label, outcome.extreme)
    exchange = exchanges.open_exchange(turn, KIND, state, outcome.card)
    facts = {"who": outcome.character.name, "label": outcome.label, "extreme": outcome.extreme}
    facts |= {"total": outcome.total, "target": outcome.target}
    exchanges.ask(turn, exchange, ("gms", 0), facts)


def _gm_knows(card: Event) -> bool:
    """A roll for oneself alone is no business of the GM's."""
    return any(one.audience in ("everybody", "gms") for one in card.desk.all(Telling, event=card))


def withdraw(turn: Turn, character: Character) -> None:
    """Takes the card of an older roll away."""
    for one in exchanges.about(turn.desk, KIND, character=character.public_id):
        exchanges.close(turn, one)


def open_cards(desk: Desk) -> list[Exchange]:
    return exchanges.open_exchanges(desk, KIND)


@ends_with_span("scene", game="rough_magic")
def cards_end(turn: Turn, span: Span) -> list[dict[str, Any]]:
    """What the GM has not answered by the end of the scene is let be."""
    for one in open_cards(turn.desk):
        exchanges.close(turn, one)
    return []


# answering


class WayForm(AnswerForm):
    kinds = (KIND,)
    way = forms.ChoiceField(label="How it goes on", widget=forms.RadioSelect)
    words = one_line("In your words", 200, required=False)

    def setup(self) -> None:
        extreme = self.row is not None and exchanges.state_of(self.row.exchange).extreme
        ways = [] if extreme else [(one.id, one.title) for one in WAYS]
        own = "What it brings besides" if extreme else "Another way, in your words"
        self.offer("way", [*ways, (OWN, own), (NONE, "Nothing more" if extreme else "None of these")])

    def clean(self) -> dict[str, Any]:
        if self.cleaned_data.get("way") == OWN and not self.cleaned_data.get("words") and not self.errors:
            self.add_error("words", "Say in a few words how it goes on.")
        return self.cleaned_data


@act(
    "rough_magic.choose-way",
    title="How it goes on",
    form=WayForm,
    who=gms,
    button="Choose it",
    template="drama/rough_magic/acts/choose_way.html",
)
def choose_way(turn: Turn, form: WayForm) -> None:
    """One of the four ways, another one or none; the GMs alone hear of it, until one reveals it.

    rough_magic.failure-options, rough_magic.extreme-success
    """
    one: Ask = form.cleaned_data["ask"]
    state: CameOut = form.state
    character = turn.desk.one(Character, public_id=state.character)
    way, words = form.cleaned_data["way"], form.cleaned_data["words"]
    facts = {"label": state.label, "extreme": state.extreme, **chosen(way, words)}
    facts |= named(character) if character else {"character": one.facts["who"], "character_id": ""}
    turn.cause = one.exchange.opened_by
    exchanges.answered(turn, one, turn.tell("rough_magic.way-chosen", facts, GMS))


def chosen(way: str, words: str) -> dict[str, str]:
    """What becomes of what was wanted, at what price; of a way of the GM's own the words alone."""
    if way in (OWN, NONE):
        return {"way": "", "wanted": "", "price": words if way == OWN else "", "rule": RULE}
    title = next(one.title for one in WAYS if one.id == way)
    found = failure_options(choice=title, price=words)
    return {"way": title, "wanted": found.wanted_result, "price": found.price, "rule": RULE}


exchanges.exchange_kind(
    name=KIND,
    state=CameOut,
    template="drama/rough_magic/asks/way",
    answer="rough_magic.choose-way",
    open=False,
    idle=True,
    context=lambda viewer, ask: {"ways": WAYS},
)
