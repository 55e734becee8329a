"""Both sought something of each other (yarn.two-way): the GM proposes it, both players confirm, else all vote.
What one of them says was denied may be doubted, as a no by itself may (yarn.resolve-petition).
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from django import forms

from apps.characters.yarn.people import of_key
from apps.characters.yarn.votes import Outcome, Tile, Vote, call_vote, when_voted
from apps.drama.yarn.petition import course
from apps.drama.yarn.petition.deciding import StageForm, for_whom
from apps.drama.yarn.petition.ending import sure_scene, why_not_now
from apps.drama.yarn.petition.sides import SidesForm, name_sides, names
from apps.table import exchanges
from apps.table.acts import act, gms
from apps.table.models import Ask, Event, Exchange
from apps.table.turn import Turn

PURPOSE, YES, NO = "two-way", "yes", "no"
SAID = [
    ("granted", "Yes, and it was won"),
    ("refused", "Yes, and it was denied"),
    (NO, "No, it was one petition"),
]


class ProposeForm(SidesForm):
    def clean(self) -> dict[str, Any]:
        data, desk = super().clean(), self.viewer.desk
        found = course.open_petition(desk)
        late = why_not_now(found, course.GOT_IT, course.DOUBT, course.TOKENS)
        if found is not None and course.petition_of(found).outcome in ("forced", "blocked"):
            late = "What was forced has its own end; the other petition is settled as an ordinary one."
        if self.scene is not None and course.has_come_out_in(desk, self.scene.span):
            late = "A petition of this scene is decided already: another one is settled as an ordinary one."
        if exchanges.open_exchanges(desk, course.SOUGHT, course.QUIZ):
            late = "Everybody is being asked already."
        if late:
            self.add_error(None, late)
        return data


@act("yarn.two-way", title="It was two-way", form=ProposeForm, who=gms, button="Ask both")
def two_way(turn: Turn, form: ProposeForm) -> None:
    """Both players are asked whether their character sought something of the other, and whether it was won."""
    scene, sides = sure_scene(form), form.sides
    name_sides(turn, scene, sides)
    event = turn.tell("yarn.two-way-asked", names(sides))
    before = course.open_petition(turn.desk)
    if before is not None:
        exchanges.close(turn, before)
    exchange = course.begin(turn, scene, sides, by=event)
    course.to_stage(turn, exchange, course.BOTH, [sides.seeks, sides.gives], voted=False)


class SayForm(StageForm):
    stage = course.BOTH
    said = forms.ChoiceField(
        label="Did both seek something of each other?", choices=SAID, widget=forms.RadioSelect
    )  # fmt: skip

    def setup(self) -> None:
        if self.row is not None and self.row.facts.get("voted"):
            self.offer("said", SAID[:-1])


@act("yarn.say-two-way", title="Two petitions?", form=SayForm, button="That is my word")
def say_two_way(turn: Turn, form: SayForm) -> None:
    """One player's word on the own character's petition. Where one says that there was but one, all vote."""
    ask: Ask = form.cleaned_data["ask"]
    said, exchange = form.cleaned_data["said"], ask.exchange
    told = names(course.sure_sides(turn, exchange)) | for_whom(turn, ask)
    event = turn.tell("yarn.two-way-said", told | {"said": said})
    turn.change(ask, answer=said)
    exchanges.close_ask(turn, ask, event)
    if not exchanges.asks_of(exchange):
        _both_have_spoken(turn, exchange, event)


def words_of(exchange: Exchange) -> dict[str, course.Won]:
    """The newest word of each by their keys, the petitioner's first."""
    return {one.facts["key"]: one.answer for one in exchange.desk.all(Ask, exchange=exchange) if one.answer}


def _both_have_spoken(turn: Turn, exchange: Exchange, event: Event) -> None:
    petitioners, granters = words_of(exchange).values()
    if NO in (petitioners, granters):
        _put_to_vote(turn, exchange, event)
    else:
        state = replace(course.petition_of(exchange), outcome=petitioners, other=granters)
        exchanges.advance(turn, exchange, state)
        course.next_denial(turn, exchange)


def _put_to_vote(turn: Turn, exchange: Exchange, event: Event) -> None:
    told = names(course.sure_sides(turn, exchange))
    question = f"Did {told['petitioner']} and {told['granter']} both seek something of each other?"
    alone = f"{told['petitioner']} petitioned: 1 token moves"
    tiles = (Tile(YES, "Both did", "a token each way, or 2 of who alone refused"), Tile(NO, "Only one did", alone))
    course.to_stage(turn, exchange, course.BOTH_VOTE)
    vote = Vote(PURPOSE, question, tiles, tie=course.caller_in(turn.desk), about=exchange.public_id)
    call_vote(turn, vote, course.here(turn.desk), by=event, inside=exchange)


@when_voted(PURPOSE)
def _voted(turn: Turn, vote: Exchange, outcome: Outcome) -> None:
    exchange = vote.inside
    if exchange is None:
        raise LookupError(PURPOSE)
    if outcome.winner != YES:
        course.ask_petitioner(turn, exchange)
        return
    silent = [of_key(turn.desk, key) for key, word in words_of(exchange).items() if str(word) == NO]
    course.to_stage(turn, exchange, course.BOTH, [one for one in silent if one is not None], voted=True)
