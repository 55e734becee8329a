"""What is asked of people in a fight: the kinds of questions, who answers them, and how long they wait."""

from __future__ import annotations

from typing import Any

from apps.characters.dragonfly.points import Spent, spent_told_by
from apps.characters.models import Character
from apps.checks.versus import whom_to_ask
from apps.table import exchanges
from apps.table.audience import Atom
from apps.table.models import Ask, Event, Exchange
from apps.table.shared.answers import AnswerForm
from apps.table.turn import Turn

ATTACK, BREAK_FREE = "dragonfly.attack", "dragonfly.break-free"
INITIATIVE, FURY = "dragonfly.initiative", "dragonfly.righteous-fury"
SURVIVAL, CONSCIOUSNESS, KNOCKOUT = "dragonfly.survival", "dragonfly.consciousness", "dragonfly.knockout-test"
DOWN, WAKING = "dragonfly.down-at-zero", "dragonfly.waking"
FEAR, PANIC = "dragonfly.fear", "dragonfly.panic"
OF_THE_AWAKE = (BREAK_FREE, CONSCIOUSNESS, FEAR, KNOCKOUT, PANIC)
"""Nobody waits for these any more once the character they are about is down."""


def kinds_for(*kinds: str) -> tuple[str, ...]:
    """These kinds of exchange and their secret twins, for characters of whom not everybody knows."""
    return tuple(name for kind in kinds for name in (kind, f"{kind}-secret"))


END_WITH_FIGHT = (*kinds_for(ATTACK, BREAK_FREE, INITIATIVE), FURY)
"""Nobody waits for these any more once the fight is over."""


def kind_for(kind: str, character: Character) -> str:
    return f"{kind}-secret" if character.hidden else kind


def open_about(character: Character, *kinds: str) -> list[Exchange]:
    """The open exchanges of these kinds about this character."""
    found = exchanges.open_exchanges(character.desk, *kinds_for(*kinds))
    return [one for one in found if one.state.get("character") == character.pk]


def call_off(turn: Turn, character: Character, *kinds: str) -> None:
    """Closes what is open about this character and has become needless."""
    for one in open_about(character, *kinds):
        exchanges.close(turn, one)


def ask_about(
    turn: Turn,
    kind: str,
    character: Character,
    state: Any,
    facts: dict[str, Any],
    whom: Atom | None = None,
    by: Event | None = None,
) -> Ask:
    """Opens an exchange about a character and asks its player, or `whom`. The turn has told its event already."""
    exchange = exchanges.open_exchange(turn, kind_for(kind, character), state, by=by or turn.events[0])
    named = {"who": character.name, "character_id": character.public_id}
    return exchanges.ask(turn, exchange, whom or whom_to_ask(character), named | facts)


class AboutForm(AnswerForm):
    """The Director answers about a character."""

    def character(self, turn: Turn) -> Character:
        """Whom it is about. Refuses where nobody is there any more."""
        found = turn.desk.find(Character, self.state.character)
        if found is None:
            turn.refuse("gone", "That character is no longer at the table. Call the question off.", "ask")
        return found


def settle(turn: Turn, ask: Ask, event: Event, spent: Spent | None = None) -> None:
    """The ask is answered: its point is told of, its exchange is over."""
    spent_told_by(turn, event, spent)
    exchanges.close_ask(turn, ask, event)
    exchanges.close(turn, ask.exchange)
