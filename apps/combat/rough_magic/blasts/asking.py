"""What is thrown farther than it reaches goes off there with the GM's leave alone (rough_magic.exploding)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from apps.characters.models import Character, CharacterKey
from apps.checks.versus import openly
from apps.combat.rough_magic.attacks.paying import use_one
from apps.combat.rough_magic.blasts import opening
from apps.combat.rough_magic.blasts.charge import Blast, Facts, explosives_of
from apps.combat.rough_magic.order.stored import uses_task
from apps.rules.distance import name_of
from apps.table import exchanges
from apps.table.acts import act, gms
from apps.table.audience import EVERYBODY, GMS, players_of
from apps.table.models import Ask, Event
from apps.table.shared.answers import AnswerForm, yes_or_no
from apps.table.turn import Turn
from apps.table.viewer import Viewer

KIND = "rough_magic.blast-asked"
RULE = "rough_magic.exploding"


@dataclass(frozen=True)
class Held:
    """What would go off there: nothing is spent yet. `arm` is the public id of what is thrown, `at` whoever stands in
    its middle; 0 is nobody. `typed`: whose distance was said otherwise than the board has it."""

    blast: Blast
    arm: str
    at: CharacterKey = 0
    typed: tuple[CharacterKey, ...] = ()


def ask(turn: Turn, held: Held, metres: int, range: int) -> None:
    """Asks the GM before it goes off."""
    by = turn.desk.get(Character, held.blast.by)
    full = {"character": by.name, "character_id": by.public_id, "what": held.blast.what, "metres": metres}
    full |= {"range": range, "where": _where(turn, held), "rule": RULE}
    event = turn.tell(KIND, full, GMS | players_of(by.pk) if _is_secret(turn, held, by) else EVERYBODY)
    exchange = exchanges.open_exchange(turn, KIND, held, event)
    exchanges.ask(turn, exchange, ("gms", 0), full)


def _where(turn: Turn, held: Held) -> str:
    at = turn.desk.find(Character, held.at) if held.at else None
    return openly(at) if at else name_of(held.blast.cell) if held.blast.cell else ""


def _is_secret(turn: Turn, held: Held, by: Character) -> bool:
    at = turn.desk.find(Character, held.at) if held.at else None
    return by.hidden or (at is not None and at.hidden)


class AnswerThrowForm(AnswerForm):
    kinds = (KIND,)
    allow = yes_or_no("May it go off there", "Yes", "No")


@act(
    "rough_magic.answer-throw",
    title="Thrown beyond its range",
    form=AnswerThrowForm,
    button="This it is",
    who=gms,
    template="combat/rough_magic/acts/answer-throw.html",
)
def answer(turn: Turn, form: AnswerThrowForm) -> None:
    """On a yes it goes off at once, with no penalty; on a no the task and what would explode are kept."""
    ask: Ask = form.cleaned_data["ask"]
    held: Held = form.state
    by = turn.desk.find(Character, held.blast.by)
    arm = explosives_of(by).get(held.arm) if by else None
    if by is None or arm is None:
        turn.refuse("gone", "It is used up, or whoever would throw it is gone. It can be called off.", "ask")
    turn.cause = ask.exchange.opened_by
    if not form.allowed:
        exchanges.answered(turn, ask, _refused(turn, held, by))
        return
    use_one(turn, by, arm.id)
    uses_task(turn, by)
    blast = opening.where_they_stand_now(turn.viewer, held.blast, held.typed)
    event = opening.goes_off(turn, blast, turn.desk.find(Character, held.at) if held.at else None)
    exchanges.answered(turn, ask, event)


def _refused(turn: Turn, held: Held, by: Character) -> Event:
    facts: Facts = {"character": by.name, "character_id": by.public_id, "what": held.blast.what}
    to = GMS | players_of(by.pk) if _is_secret(turn, held, by) else EVERYBODY
    return turn.tell("rough_magic.blast-refused", facts, to)


def context(viewer: Viewer, ask: Ask) -> Mapping[str, Any]:
    return {"asked": ask.facts}
