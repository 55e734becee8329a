"""What comes of a contest: who wins, by how much, and the Big Damn Hero dice won and lost by it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from django import forms

from apps.characters.answers import while_there
from apps.characters.crew import heroes
from apps.characters.forms import acting_for
from apps.characters.models import Character
from apps.checks.crew import cards, contests
from apps.checks.crew.aftermath import AnswerForm, ask_inside, asked_of, character_at, finish
from apps.rules.crew import contest as rules
from apps.rules.crew.contest import Contest, HeroChange, side_of
from apps.rules.crew.steps import written
from apps.table import exchanges
from apps.table.acts import act
from apps.table.audience import EVERYBODY, GMS
from apps.table.models import Ask, Event, Exchange
from apps.table.sure import sure
from apps.table.telling import tell_both
from apps.table.turn import Turn

LOSS = "crew.hero-loss"


@dataclass(frozen=True)
class Losing:
    """Whoever lost by 5 or more chooses which stored die goes; `largest` is the largest that may, `by` the winner."""

    character: str
    name: str
    largest: int
    by: str


def tell_result(turn: Turn, exchange: Exchange, contest: Contest) -> Event:
    """Tells of the result; dice are won and lost with it."""
    options = contests.options_of(exchange)
    ended = rules.result(contest, options)
    sides: dict[str, Any] = {place: cards.of_side(turn.table, exchange, contest, place) for place in contests.PLACES}
    changes, choices = _hero_changes(turn, contest, options)
    _note_loss(turn, exchange, next((one["size"] for one in changes if not one["won"]), 0))
    facts = {
        "what": contest.what,
        "purpose": contest.purpose,
        "high_stakes": contest.high_stakes,
        "winner": ended.winner,
        "winner_name": sides[ended.winner]["name"],
        "loser_name": sides[ended.loser]["name"],
        "margin": ended.margin,
        "exceptional": ended.exceptional,
        "success": ended.success,
        "heroes": changes,
        **sides,
    }
    event = _tell(turn, exchange, facts)
    for one, character, size in choices:
        _ask_which(turn, exchange, contest, one, character, size, event)
    return event


def _note_loss(turn: Turn, exchange: Exchange, size: int) -> None:
    """For as long as the table looks at the last roll."""
    if size:
        exchanges.advance(turn, exchange, replace(contests.contest_of(exchange), hero_lost=size))


def _tell(turn: Turn, exchange: Exchange, facts: dict[str, Any]) -> Event:
    """Of a side that the GM rolled in secret the others hear the total and the 1s."""
    less = {**facts, "heroes": [cards.openly(one) for one in facts["heroes"]]}
    for place in contests.PLACES:
        veiled = contests.is_veiled(contests.ask_of(exchange, place))
        less[place] = cards.veiled(facts[place]) if veiled else cards.openly(facts[place])
    return turn.tell("crew.result", facts, GMS, {EVERYBODY: less}) if less != facts else turn.tell("crew.result", facts)


Choice = tuple[HeroChange, Character, int]


def _hero_changes(turn: Turn, contest: Contest, options: Any) -> tuple[list[dict[str, Any]], list[Choice]]:
    """Puts dice won into store and takes lost ones away; where the owner chooses among several, the choice is left."""
    told, choices = [], []
    for one in rules.hero_changes(contest, options):
        character = contests.character_of(turn, side_of(contest, one.place))
        if character is None:
            continue
        facts = {
            "name": contests.open_name(side_of(contest, one.place), character),
            "place": one.place,
            "won": one.won,
            "by": written(one.size),
        } | cards.true_name(character)
        if one.won:
            heroes.put(turn, character, one.size)
            told.append({**facts, "size": one.size})
        elif fitting := sorted({size for size in heroes.store(character) if size <= one.size}):
            if options.bdh_loss_choice == "owner chooses" and len(fitting) > 1:
                choices.append((one, character, one.size))
            else:
                heroes.take(turn, character, fitting[-1])
                told.append({**facts, "size": fitting[-1]})
    return told, choices


# the owner chooses


def _ask_which(
    turn: Turn, exchange: Exchange, contest: Contest, one: HeroChange, character: Character, largest: int, event: Event
) -> None:
    by = side_of(contest, rules.other(one.place)).name
    state = Losing(character.public_id, character.name, largest, by)
    facts = {"who": character.name, "by": by, "largest": largest}
    ask_inside(turn, exchange, LOSS, state, event, asked_of(character), facts)


class LoseHeroForm(AnswerForm):
    kinds = (LOSS,)
    die = forms.TypedChoiceField(
        label="Which Big Damn Hero die goes",
        coerce=int,
        widget=forms.RadioSelect,
        error_messages={"invalid_choice": "No such die is in store that may go."},
    )
    character: Character | None = None

    def prepare(self, row: Ask) -> None:
        self.character = character_at(self.table, self.state.character)
        sizes = fitting(self.character, self.state) if self.character else []
        self.offer("die", [(size, written(size)) for size in sizes])

    def clean_ask(self) -> Ask:
        return while_there(super().clean_ask(), self.character)


def fitting(character: Character, state: Losing) -> list[int]:
    """The sizes in store that may go, the largest first."""
    return sorted({size for size in heroes.store(character) if size <= state.largest}, reverse=True)


@act("crew.lose-hero", title="A Big Damn Hero die goes", form=LoseHeroForm, button="That one")
def lose_hero(turn: Turn, form: LoseHeroForm) -> None:
    """Whoever lost says which die goes (crew.big-damn-hero-loss, the switch bdh-loss-choice)."""
    ask: Ask = form.cleaned_data["ask"]
    character = sure(form.character)
    acting_for(turn, character)
    size = form.cleaned_data["die"]
    heroes.take(turn, character, size)
    _note_loss(turn, sure(ask.exchange.inside), size)
    facts = {"name": character.name, "size": size, "by": ask.facts["by"]}
    public = facts | ({"name": contests.SOMEBODY} if character.hidden else {})
    event = tell_both(turn, "crew.hero-lost", facts, public)
    finish(turn, ask, event)
