"""A check that somebody is asked for: what is kept of it, and how it is opened."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from apps.characters.dragonfly.sheet import DragonflySheet, sheet_of
from apps.characters.models import Character, CharacterKey
from apps.checks.dragonfly.sides import own_numbers
from apps.checks.versus import whom_to_ask
from apps.table import exchanges
from apps.table.models import Ask, Event
from apps.table.turn import Turn

OPEN = "dragonfly.asked-check"
QUIETLY = "dragonfly.asked-check-secret"
KINDS = (OPEN, QUIETLY)
CHOICE = "choice"


@dataclass(frozen=True)
class AskedCheck:
    """What is asked of one character. With `attribute` "choice" they choose; with `hidden` they learn no difficulty.

    `other` is a modifier that came with it, beside the difficulty.
    """

    character: CharacterKey
    attribute: str
    skill: str
    withheld: bool
    difficulty: str
    exact: int
    hidden: bool
    label: str
    mode: str
    required_levels: int
    other: int = 0
    other_name: str = ""

    @property
    def theirs_to_choose(self) -> bool:
        return self.attribute == CHOICE


def what_is_asked(wanted: AskedCheck, sheet: DragonflySheet | None) -> str:
    """Dexterity + Gun Fu; or that they choose."""
    if wanted.theirs_to_choose or sheet is None:
        return "their choice"
    return own_numbers(sheet, wanted.attribute, wanted.skill, wanted.withheld)[1]


def told_of_asked(wanted: AskedCheck, character: Character) -> dict[str, Any]:
    """What the asked may know: with a hidden difficulty neither its number nor how many levels are needed."""
    facts: dict[str, Any] = {
        "who": character.name,
        "character_id": character.public_id,
        "label": wanted.label,
        "what": what_is_asked(wanted, sheet_of(character)),
        "mode": wanted.mode,
        "hidden": wanted.hidden,
    }
    if not wanted.hidden:
        facts |= {"difficulty": wanted.difficulty, "exact": wanted.exact, "required": wanted.required_levels}
    return facts


def open_asked_check(
    turn: Turn, wanted: AskedCheck, character: Character, facts: dict[str, Any], by: Event, secret: bool
) -> Ask:
    """Asks whoever plays the character; the GMs where nobody does."""
    exchange = exchanges.open_exchange(turn, QUIETLY if secret else OPEN, wanted, by=by)
    return exchanges.ask(turn, exchange, whom_to_ask(character), facts)
