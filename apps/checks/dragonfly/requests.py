"""A player asks to roll, at a table where every roll waits for the GM (the switch players-may-roll-freely is off)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from apps.characters.forms import named
from apps.characters.models import Character
from apps.checks.dragonfly.asked import AskedCheck, open_asked_check, told_of_asked
from apps.checks.modes import mode_of
from apps.table import exchanges
from apps.table.acts import act, gms
from apps.table.audience import GMS, Audience, seats
from apps.table.models import Ask
from apps.table.shared.answers import AnswerForm, yes_or_no
from apps.table.turn import Turn

KIND = "dragonfly.roll-request"


@dataclass(frozen=True)
class RollRequest:
    """The roll as the player wants to make it."""

    check: AskedCheck


def ask_to_roll(turn: Turn, form: Any) -> None:
    """Puts a player's roll before the GM. Refuses a second one for the same character."""
    character: Character = form.sheet.character
    if not form.sheet.is_full:
        turn.refuse("director-asks", "At this table every roll waits for the Director to ask for it.")
    if _open_for(turn, character):
        turn.refuse("asked", f"The {turn.viewer.game.gm} has been asked already for {character.name}.")
    wanted = _wanted(form, character)
    facts = {**named(character), "what": form.everything().what, "label": wanted.label}
    event = turn.tell("dragonfly.roll-requested", facts, to=_between(turn, character))
    exchange = exchanges.open_exchange(turn, KIND, RollRequest(wanted), by=event)
    exchanges.ask(turn, exchange, ("gms", 0), {**facts, "who": character.name, "seat": turn.seat.name})


def _wanted(form: Any, character: Character) -> AskedCheck:
    """The roll as it is put together so far."""
    row, exact = form.how_hard()
    attribute, skill, withheld = form.chosen_roll()
    return AskedCheck(
        character=character.pk,
        attribute=attribute,
        skill=skill,
        withheld=withheld,
        difficulty=row,
        exact=exact,
        hidden=False,
        label=form.cleaned_data["label"],
        mode=mode_of(form),
        required_levels=form.needed,
        other=form.cleaned_data["modifier"] or 0,
        other_name=form.cleaned_data["modifier_name"],
    )


def _open_for(turn: Turn, character: Character) -> bool:
    held = exchanges.open_exchanges(turn.desk, KIND)
    return any(exchanges.state_of(one).check.character == character.pk for one in held)


def _between(turn: Turn, character: Character) -> Audience:
    return GMS | seats(character.seat or turn.seat)


class AnswerRequestForm(AnswerForm):
    kinds = (KIND,)
    allow = yes_or_no("The roll", "Let them roll", "No roll")


@act("dragonfly.answer-roll-request", title="A roll is wanted", form=AnswerRequestForm, button="Answer", who=gms)
def answer_roll_request(turn: Turn, form: AnswerRequestForm) -> None:
    """Yes: the player is asked for that roll. No: nothing is rolled."""
    ask: Ask = form.cleaned_data["ask"]
    wanted: AskedCheck = exchanges.state_of(ask.exchange).check
    character = turn.desk.find(Character, wanted.character)
    if character is None:
        turn.refuse("gone", "That character is no longer at the table.", "ask")
    allow = form.allowed
    facts = {**named(character), "what": ask.facts["what"], "allow": allow}
    event = turn.tell("dragonfly.roll-request-answered", facts, to=_between(turn, character))
    exchanges.answered(turn, ask, event)
    if allow:
        open_asked_check(turn, wanted, character, told_of_asked(wanted, character), event, secret=True)
