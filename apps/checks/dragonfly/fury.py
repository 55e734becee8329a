"""Righteous Fury (dragonfly.righteous-fury), in a fight and where ships meet: asked for, and paid when the Director
finds it provoked. It lasts as long as the span of that fight."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from apps.characters.access import watchers_of
from apps.characters.answers import while_there
from apps.characters.dragonfly.points import (
    FURY_RULE,
    Spent,
    drama_points_of,
    is_furious,
    raged_in,
    spend_drama_point,
    spent_told_by,
)
from apps.characters.forms import acting_for, named, one_line
from apps.characters.models import Character, Use
from apps.rules.dragonfly import drama
from apps.rules.refusal import Refused
from apps.table import exchanges
from apps.table.audience import Audience
from apps.table.exchanges import exchange_kind
from apps.table.models import Ask, Event, Span
from apps.table.shared.answers import AnswerForm, yes_or_no
from apps.table.sure import sure
from apps.table.turn import Turn

ANSWERED = "dragonfly.fury-answered"
COST = drama.USES["righteous-fury"]


@dataclass(frozen=True)
class FuryAsked:
    """Whose fury waits for the Director's yes, and what provoked it. Nothing is paid yet."""

    character: str
    why: str


def fury_kind(name: str, answer: str) -> str:
    """Registers a kind of exchange in which Righteous Fury is asked for, and the act that answers it."""
    exchange_kind(name=name, state=FuryAsked, template="checks/dragonfly/asks/fury", answer=answer, open=False)
    return name


def raging_in(span: Span) -> list[Character]:
    """All who are in Righteous Fury in the fight of this span."""
    return [one.character for one in span.desk.all(Use, span=span, rule=FURY_RULE)]


Hearers = Callable[[Character, Span], Audience | None]
_hearers: list[Hearers] = []


def is_heard_of_by(hearers: Hearers) -> Hearers:
    """Registers who hears of a fury that began in fights of some kind; None of any other. Where nobody says so, whoever
    knows of the character does."""
    _hearers.append(hearers)
    return hearers


def is_heard_of(character: Character) -> bool:
    """Whether all who know of somebody know that they are in Righteous Fury."""
    return any(_openly(character, span) for span in raged_in(character))


def _openly(character: Character, span: Span) -> bool:
    found = (hearers(character, span) for hearers in _hearers)
    return all(one is None or one.public for one in found)


def why_not(character: Character) -> Refused | None:
    """Why it cannot be asked for now (two points, and none that lasts, from a fight or aboard), or None if it can."""
    return drama.why_no_fury(points=drama_points_of(character), already=is_furious(character))


def ask_for(turn: Turn, kind: str, character: Character, why: str, by: Event) -> None:
    """Asks the GMs. Nothing is spent before their yes."""
    exchange = exchanges.open_exchange(turn, kind, FuryAsked(character.public_id, why), by)
    exchanges.ask(turn, exchange, ("gms", 0), {"who": character.name, "why": why})


def is_asked(character: Character, kind: str) -> bool:
    """Whether the question is still open."""
    return bool(exchanges.about(character.desk, kind, character=character.public_id))


class FuryAnswerForm(AnswerForm):
    """The Director's word; what answers in a fight of its own names its kind of exchange."""

    allow = yes_or_no("Is there reason for it", "Yes, it begins", "No, nothing is spent")
    words = one_line("In your words", 200, required=False)

    @cached_property
    def character(self) -> Character | None:
        """Whose fury it is, while they are there."""
        return self.viewer.desk.one(Character, public_id=self.state.character) if self.row else None

    def clean_ask(self) -> Ask:
        return while_there(super().clean_ask(), self.character)


def answer(turn: Turn, form: FuryAnswerForm, span: Span, to: Audience) -> None:
    """With a yes two Drama Points are paid and it lasts until the span is closed; else nothing is spent."""
    one: Ask = form.cleaned_data["ask"]
    character = sure(form.character)
    acting_for(turn, character)
    spent = _begin(turn, character, span) if form.allowed else None
    facts = named(character) | {
        "why": form.state.why,
        "allowed": form.allowed,
        "words": form.cleaned_data["words"],
        "left": drama_points_of(character),
    }
    told = _tell(turn, character, facts, to)
    spent_told_by(turn, told, spent)
    exchanges.answered(turn, one, told)


def _tell(turn: Turn, character: Character, facts: dict[str, Any], to: Audience) -> Event:
    """To these; how many points are left only to those of them who hear of the character's numbers."""
    hears = watchers_of(character)
    if hears.public or hears == to:
        return turn.tell(ANSWERED, facts, to=to)
    return turn.tell(ANSWERED, facts, to=hears, also={to: {key: facts[key] for key in facts if key != "left"}})


def _begin(turn: Turn, character: Character, span: Span) -> Spent:
    if no := why_not(character):
        raise Refused(no.code, f"{no.text} Answer no, or call the question off.", "allow")
    spent = spend_drama_point(turn, character, "Righteous Fury", FURY_RULE, COST, field="allow")
    turn.create(Use, character=character, rule=FURY_RULE, span=span, at=turn.now)
    return spent
