"""Righteous Fury (dragonfly.righteous-fury): asked for in Intentions, paid when the Director finds it provoked."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from apps.characters.access import readers_of, watchers_of
from apps.characters.dragonfly.points import FURY_RULE, drama_points_of, spend_drama_point
from apps.characters.forms import acting_for, named, one_line
from apps.characters.models import Character, Use
from apps.combat import tracking
from apps.combat.dragonfly.fighters import questions
from apps.combat.dragonfly.fighters.plans import FURY_ANSWERED
from apps.combat.dragonfly.fighters.standing import rages
from apps.combat.models import Fight
from apps.rules.dragonfly import drama
from apps.rules.refusal import Refused
from apps.table import exchanges
from apps.table.acts import act, gms
from apps.table.audience import Audience
from apps.table.models import Ask, Event
from apps.table.shared.answers import AnswerForm, yes_or_no
from apps.table.turn import Turn

COST = drama.USES["righteous-fury"]


@dataclass(frozen=True)
class FuryAsked:
    """Whose fury waits for the Director's yes, and what provoked it. Nothing is paid yet."""

    character: str
    why: str


def began_in(fight: Fight, character: Character) -> bool:
    """Whether it began in the Turn that runs."""
    uses = fight.desk.all(Use, character=character, rule=FURY_RULE, span=fight.span)
    return fight.turn is not None and any(one.at >= fight.turn.opened_at for one in uses)


def why_not(fight: Fight, character: Character) -> Refused | None:
    """Why it cannot be asked for now (two points, once a fight), or None if it can."""
    no = drama.why_no_fury(points=drama_points_of(character), already=rages(fight, character))
    return Refused(no.code, no.text, "fury") if no else None


def ask_for(turn: Turn, character: Character, why: str, by: Event) -> None:
    """Asks the GMs. Nothing is spent before their yes."""
    exchange = exchanges.open_exchange(turn, questions.FURY, FuryAsked(character.public_id, why), by)
    exchanges.ask(turn, exchange, ("gms", 0), {"who": character.name, "why": why})


def is_asked(character: Character) -> bool:
    """Whether the question is still open."""
    waiting = exchanges.open_exchanges(character.desk, questions.FURY)
    return any(one.state["character"] == character.public_id for one in waiting)


class FuryAnswerForm(AnswerForm):
    kind = questions.FURY
    allow = yes_or_no("Is there reason for it", "Yes, it begins", "No, nothing is spent")
    words = one_line("In your words", 200, required=False)


@act(
    "dragonfly.answer-fury",
    title="Answer Righteous Fury",
    form=FuryAnswerForm,
    who=gms,
    button="Answer",
    template="combat/dragonfly/acts/answer_fury.html",
)
def answer_fury(turn: Turn, form: FuryAnswerForm) -> None:
    """The Director's word: with a yes two Drama Points are paid and it lasts until the fight ends."""
    one: Ask = form.cleaned_data["ask"]
    state: FuryAsked = exchanges.state_of(one.exchange)
    character = turn.desk.one(Character, public_id=state.character)
    if character is None:
        turn.refuse("gone", "The character is no longer there. Call the question off.", "ask")
    fight = tracking.running(turn)
    acting_for(turn, character)
    spent = _begin(turn, fight, character) if form.allowed else None
    facts = named(character) | {
        "why": state.why,
        "allowed": form.allowed,
        "words": form.cleaned_data["words"],
        "left": drama_points_of(character),
    }
    told = turn.tell(FURY_ANSWERED, facts, to=_hearers(fight, character))
    if spent:
        spent.told_by(turn, told)
    exchanges.close_ask(turn, one, told)
    exchanges.close(turn, one.exchange)


def _hearers(fight: Fight, character: Character) -> Audience:
    """As long as what was declared is secret, so is this (switch secret-intentions)."""
    combatant = tracking.combatant_of(fight, character)
    declared = tracking.declaration_of(fight, combatant) if combatant else None
    return watchers_of(character) if declared is None or declared.shown else readers_of(character)


def _begin(turn: Turn, fight: Fight, character: Character) -> Any:
    if no := why_not(fight, character):
        raise Refused(no.code, f"{no.text} Answer no, or call the question off.", "allow")
    spent = spend_drama_point(turn, character, "Righteous Fury", FURY_RULE, COST, field="allow")
    turn.create(Use, character=character, rule=FURY_RULE, span=fight.span, at=turn.now)
    return spent
