"""More hit points, when a trait that counts for them is new or better (yarn.hit-point-increase,
yarn.hit-point-reroll)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django import forms

from apps.characters import rows
from apps.characters.access import readers_of
from apps.characters.forms import acting_for, named
from apps.characters.models import Character
from apps.characters.yarn.levels import Level, level_of, set_level, with_full
from apps.characters.yarn.people import player_of
from apps.rules.dice import Dice, Recorded
from apps.rules.odds import sum_of
from apps.rules.yarn.hit_points import A_DIE, MOST_RISE, Grown, hit_point_increase, hit_point_reroll
from apps.table import exchanges
from apps.table.acts import act
from apps.table.exchanges import exchange_kind
from apps.table.models import Ask, Event
from apps.table.shared.answers import AnswerForm
from apps.table.sure import sure
from apps.table.turn import Turn, kept_answer
from apps.table.viewer import Viewer

RISE = "yarn.hit-points-rise"
FLAT, TWO, ANEW, LEAVE = "+7", "2d6", "roll", "leave"


@dataclass(frozen=True)
class Rise:
    """Of a character, by the public id: the `score` of the trait, and how many `others` had a hand in the number."""

    character: str
    score: int
    others: int


def offer_rise(turn: Turn, character: Character, score: int, others: int, by: Event) -> None:
    """Asks whoever plays them how their hit points rise."""
    exchange = exchanges.open_exchange(turn, RISE, Rise(character.public_id, score, others), by=by)
    exchanges.ask(turn, exchange, player_of(character).atom, {"who": character.name})


def choices_of(state: Rise, full: int) -> list[tuple[str, str]]:
    """The ways that are open, each with what it brings."""
    if state.others:
        dice = 2 * state.score
        more = sum_of(dice, 6).chance(lambda n: n > full)
        words = f"Roll {dice}d6: {round(100 * more)}% for more than {full}, by {MOST_RISE} at most"
        return [(ANEW, words), (LEAVE, "Leave it")]
    return [(FLAT, f"{A_DIE} more, certain"), (TWO, "Roll 2d6: 2 to 12 more, 7 on average"), (LEAVE, "Leave it")]


class RaiseForm(AnswerForm):
    kinds = (RISE,)
    choice = forms.ChoiceField(label="Hit points", widget=forms.RadioSelect)

    def setup(self) -> None:
        if self.row is not None:
            state: Rise = exchanges.state_of(self.row.exchange)
            held = self.viewer.desk.one(Character, public_id=state.character)
            self.offer("choice", choices_of(state, level_of(sure(held)).full))


@act("yarn.raise-hit-points", title="More hit points", form=RaiseForm, button="So it is")
def raise_hit_points(turn: Turn, form: RaiseForm) -> None:
    """7 or two dice where no other trait had a hand in them, else a roll of the improved one. Chosen before it falls;
    what is lost stays lost.
    """
    state, ask, choice = form.state, form.cleaned_data["ask"], form.cleaned_data["choice"]
    character = sure(turn.desk.one(Character, public_id=state.character))
    acting_for(turn, character)
    facts: dict[str, Any] = {"from": level_of(character).full, "to": level_of(character).full, "faces": []}
    if choice != LEAVE:
        grown = _grown(turn, ask, character, state, choice)
        set_level(turn, character, with_full(level_of(character), grown.full))
        facts |= {"to": grown.full, "faces": list(grown.faces)}
    event = turn.tell("yarn.hit-points-raised", named(character) | facts, to=readers_of(character))
    exchanges.answered(turn, ask, event)


def _grown(turn: Turn, ask: Ask, character: Character, state: Rise, choice: str) -> Grown:
    dice = Recorded(exchanges.dice_for(turn, ask))
    grown = _by_rule(level_of(character), state, choice, dice)
    if dice.fallen:
        kept_answer(turn, ask, dice)
    return grown


def _by_rule(level: Level, state: Rise, choice: str, dice: Dice) -> Grown:
    if state.others:
        return hit_point_reroll(
            full=level.full,
            current=level.lasting,
            new_score=state.score,
            other_hit_point_traits=state.others,
            dice=dice,
        )
    return hit_point_increase(full=level.full, current=level.lasting, choice=choice, dice=dice)


@rows.when_deleted
def _nothing_rises(turn: Turn, character: Character) -> None:
    for one in exchanges.open_exchanges(turn.desk, RISE):
        if one.state["character"] == character.public_id:
            exchanges.close(turn, one)


def _context(viewer: Viewer, one: Ask) -> dict[str, Any]:
    state: Rise = exchanges.state_of(one.exchange)
    character = sure(viewer.desk.one(Character, public_id=state.character))
    return {"character": character, "choices": choices_of(state, level_of(character).full)}


exchange_kind(
    name=RISE,
    state=Rise,
    template="characters/yarn/growing/asks/rise",
    answer="yarn.raise-hit-points",
    open=False,
    waits_for="how their hit points rise",
    context=_context,
    bare_row=True,
)
