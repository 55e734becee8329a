"""Righteous Fury in a fight (dragonfly.righteous-fury): asked for in Intentions, begun by the Director's word."""

from __future__ import annotations

from apps.characters.access import knowers_of, readers_of
from apps.characters.dragonfly.points import FURY_RULE
from apps.characters.models import Character, Use
from apps.checks.dragonfly import fury
from apps.combat import tracking
from apps.combat.dragonfly.fighters import questions
from apps.combat.models import Fight
from apps.rules.refusal import Refused
from apps.table.acts import act, gms
from apps.table.audience import Audience
from apps.table.sure import sure
from apps.table.turn import Turn


def began_in(fight: Fight, character: Character) -> bool:
    """Whether it began in the Turn that runs."""
    uses = fight.desk.all(Use, character=character, rule=FURY_RULE, span=fight.span)
    return fight.turn is not None and any(one.at >= fight.turn.opened_at for one in uses)


def why_not(character: Character) -> Refused | None:
    """Why it cannot be declared now, or None if it can."""
    no = fury.why_not(character)
    return Refused(no.code, no.text, "fury") if no else None


class FuryAnswerForm(fury.FuryAnswerForm):
    kinds = (questions.FURY,)


@act(
    "dragonfly.answer-fury",
    title="Answer Righteous Fury",
    form=FuryAnswerForm,
    who=gms,
    button="Answer",
    template="checks/dragonfly/acts/answer-fury.html",
)
def answer_fury(turn: Turn, form: FuryAnswerForm) -> None:
    """The Director's word: with a yes two Drama Points are paid and it lasts until the fight ends."""
    fight = tracking.running(turn)
    fury.answer(turn, form, fight.span, _hearers(fight, sure(form.character)))


def _hearers(fight: Fight, character: Character) -> Audience:
    """Whoever knows of the character: all see it in the list of the fight. As long as what was declared is secret, so
    is this (switch secret-intentions)."""
    combatant = tracking.combatant_of(fight, character)
    declared = tracking.declaration_of(fight, combatant) if combatant else None
    return knowers_of(character) if declared is None or declared.shown else readers_of(character)


fury.fury_kind(questions.FURY, "dragonfly.answer-fury")
