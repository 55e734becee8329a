"""Hexes that a roll has won and that are walked at once (dragon.extra-movement): until then the turn waits."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from apps.characters.access import knowers_of
from apps.characters.forms import acting_for, named
from apps.characters.models import Character, CharacterKey
from apps.checks.versus import whom_to_ask
from apps.combat import tracking
from apps.combat.dragon.phases.going_on import go_on
from apps.table import exchanges
from apps.table.acts import act
from apps.table.desk import Desk
from apps.table.models import Ask, Event, Span
from apps.table.shared.answers import AnswerForm
from apps.table.spans import ends_with_span
from apps.table.turn import Turn
from apps.table.viewer import Viewer

OPEN, QUIETLY = "dragon.further", "dragon.further-secret"
KINDS = (OPEN, QUIETLY)


@dataclass(frozen=True)
class Further:
    """So many hexes more are somebody's to walk on the board."""

    character: CharacterKey
    hexes: int


def open_for(turn: Turn, character: Character, hexes: int, by: Event) -> None:
    """Asks where they go."""
    kind = QUIETLY if character.hidden else OPEN
    exchange = exchanges.open_exchange(turn, kind, Further(character.pk, hexes), by=by)
    facts = {"who": character.name, "character_id": character.public_id, "hexes": hexes}
    exchanges.ask(turn, exchange, whom_to_ask(character), facts)


def ask_of(desk: Desk, character: Character) -> Ask | None:
    """What is asked of them, if some hexes are theirs to walk."""
    return exchanges.ask_about(desk, *KINDS, character=character.pk)


def hexes_of(ask: Ask) -> int:
    found: Further = exchanges.state_of(ask.exchange)
    return found.hexes


def walked(turn: Turn, ask: Ask, event: Event) -> None:
    """They are where the roll has carried them, and the turn goes on."""
    exchanges.answered(turn, ask, event)
    if fight := tracking.fight_of(turn.table):
        go_on(turn, fight)


class StayForm(AnswerForm):
    kinds = KINDS


@act(
    "dragon.stay",
    title="Stay there",
    form=StayForm,
    button="Stay there",
    template="combat/dragon/acts/stay.html",
)
def stay(turn: Turn, form: StayForm) -> None:
    """Whoever has run goes no further; the hexes are lost."""
    ask: Ask = form.cleaned_data["ask"]
    character = turn.desk.get(Character, form.state.character)
    acting_for(turn, character)
    walked(turn, ask, turn.tell("dragon.stayed", named(character), to=knowers_of(character)))


def context(viewer: Viewer, ask: Ask) -> Mapping[str, Any]:
    return {"asked": ask.facts}


@ends_with_span("turn", game="dragon")
def lost_with_the_turn(turn: Turn, span: Span) -> list[dict[str, Any]]:
    """Nobody walks in a turn what they have run in the one before."""
    for exchange in exchanges.open_exchanges(turn.desk, *KINDS):
        exchanges.close(turn, exchange)
    return []
