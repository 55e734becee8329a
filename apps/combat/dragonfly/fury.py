"""Righteous Fury (dragonfly.righteous-fury): asked for in Intentions, paid when the Director finds it provoked."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django import forms

from apps.characters.access import readers_of, watchers_of
from apps.characters.dragonfly.points import drama_points_of, spend_drama_point
from apps.characters.forms import acting_for, named, one_line
from apps.characters.models import Character, Use
from apps.combat import tracking
from apps.combat.dragonfly.moves import closes_with_fight
from apps.combat.dragonfly.plans import FURY_ANSWERED
from apps.combat.dragonfly.standing import FURY_RULE
from apps.combat.models import Declaration, Fight
from apps.rules.dragonfly import drama
from apps.rules.refusal import Refused
from apps.table import exchanges
from apps.table.acts import ActForm, act, gms
from apps.table.audience import Audience
from apps.table.models import Ask, Event
from apps.table.turn import Turn

KIND = "dragonfly.righteous-fury"
COST = drama.USES["righteous-fury"]


@dataclass(frozen=True)
class FuryAsked:
    """Whose fury waits for the Director's yes, and what provoked it. Nothing is paid yet."""

    character: str
    why: str


def lasts(fight: Fight, character: Character) -> bool:
    """Whether the character fights in Righteous Fury."""
    return Use.objects.filter(character=character, rule=FURY_RULE, span=fight.span).exists()


def began_in(fight: Fight, character: Character) -> bool:
    """Whether it began in the Turn that runs."""
    held = Use.objects.filter(character=character, rule=FURY_RULE, span=fight.span)
    return fight.turn is not None and held.filter(at__gte=fight.turn.opened_at).exists()


def why_not(fight: Fight, character: Character) -> Refused | None:
    """Why it cannot be asked for now (two points, once a fight), or None if it can."""
    no = drama.why_no_fury(points=drama_points_of(character), already=lasts(fight, character))
    return Refused(no.code, no.text, "fury") if no else None


def ask_for(turn: Turn, character: Character, why: str, by: Event) -> None:
    """Asks the GMs. Nothing is spent before their yes."""
    exchange = exchanges.open_exchange(turn, KIND, FuryAsked(character.public_id, why), by)
    exchanges.ask(turn, exchange, ("gms", 0), {"who": character.name, "why": why})


def is_asked(character: Character) -> bool:
    """Whether the question is still open."""
    return Ask.objects.filter(
        table=character.table_id, closed_at=None, exchange__kind=KIND, exchange__closed_at=None,
        exchange__state__character=character.public_id,
    ).exists()  # fmt: skip


class AnswerForm(ActForm):
    ask = forms.CharField(widget=forms.HiddenInput, max_length=16)
    allow = forms.ChoiceField(
        label="Is there reason for it", choices=[("yes", "Yes, it begins"), ("no", "No, nothing is spent")],
        widget=forms.RadioSelect,
    )  # fmt: skip
    words = one_line("In your words", 200, required=False)

    @property
    def asked(self) -> Ask | None:
        """The question that the form is about, from what was sent or from the address."""
        found = exchanges.may_answer(self.viewer, str(self["ask"].value() or "")[:24])
        return found if found is not None and found.exchange.kind == KIND else None

    def clean_ask(self) -> Ask:
        if (found := self.asked) is None:
            raise forms.ValidationError("This question is no longer open.", "closed")
        return found


@act("dragonfly.answer-fury", title="Answer Righteous Fury", form=AnswerForm, who=gms, button="Answer",
     template="combat/dragonfly/acts/answer_fury.html")  # fmt: skip
def answer_fury(turn: Turn, form: AnswerForm) -> None:
    """The Director's word: with a yes two Drama Points are paid and it lasts until the fight ends."""
    one: Ask = form.cleaned_data["ask"]
    state: FuryAsked = exchanges.state_of(one.exchange)
    character = turn.table.characters.filter(public_id=state.character).first()
    if character is None:
        turn.refuse("gone", "The character is no longer there. Call the question off.", "ask")
    fight = tracking.running(turn)
    acting_for(turn, character)
    allowed = form.cleaned_data["allow"] == "yes"
    spent = _begin(turn, fight, character) if allowed else None
    facts = named(character) | {
        "why": state.why, "allowed": allowed, "words": form.cleaned_data["words"], "left": drama_points_of(character),
    }  # fmt: skip
    told = turn.tell(FURY_ANSWERED, facts, to=_hearers(fight, character))
    if spent:
        spent.told_by(turn, told)
    exchanges.close_ask(turn, one, told)
    exchanges.close(turn, one.exchange)


def _hearers(fight: Fight, character: Character) -> Audience:
    """As long as what was declared is secret, so is this (switch secret-intentions)."""
    sealed = Declaration.objects.filter(combatant__character=character, turn=fight.turn, shown=False).exists()
    return readers_of(character) if sealed else watchers_of(character)


def _begin(turn: Turn, fight: Fight, character: Character) -> Any:
    if no := why_not(fight, character):
        raise Refused(no.code, f"{no.text} Answer no, or call the question off.", "allow")
    spent = spend_drama_point(turn, character, "Righteous Fury", FURY_RULE, COST, field="allow")
    turn.create(Use, character=character, rule=FURY_RULE, span=fight.span, at=turn.now)
    return spent


closes_with_fight(KIND)
