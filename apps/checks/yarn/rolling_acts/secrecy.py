"""Who hears what of a roll. Of the GM's own in secret nobody hears anything at all, unless the table has it announced
(yarn.secret-gm-roll); of the GM's people nobody learns what their dice come from."""

from __future__ import annotations

from typing import Any

from apps.characters.models import Character
from apps.characters.yarn.people import player_of
from apps.checks.modes import tell_roll
from apps.checks.versus import SOMEBODY
from apps.table.audience import EVERYBODY, GMS
from apps.table.models import Event, Seat
from apps.table.turn import Turn

Facts = dict[str, Any]
OF_THE_NUMBER = ("against", "factor", "obstacle", "outcome", "difference", "gains")
ANNOUNCED: Facts = {"announced": True}


def without_sources(roll: Facts) -> Facts:
    """The dice and their total alone."""
    return roll | {"sources": [], "score": 0}


def open_version(facts: Facts, character: Character, *, hidden: bool = False) -> Facts | None:
    """What those hear who do not lead the game; None where nothing is kept from them. With `hidden` they learn neither
    the number to beat nor whether it was beaten."""
    known = dict(facts)
    if player_of(character).is_gm:
        known |= {"roll": without_sources(known["roll"]), "trait": "", "gains": False}
    if character.hidden:
        known |= {"character": SOMEBODY, "character_id": ""}
    if hidden:
        known = {name: value for name, value in known.items() if name not in OF_THE_NUMBER}
    return known if known != facts else None


def tell(turn: Turn, facts: Facts, character: Character, mode: str, roller: Seat, *, hidden: bool = False) -> Event:
    """Tells of somebody's roll in that mode of the roller's."""
    if mode in {"gm", "blind"} and roller.is_gm:
        return tell_secretly(turn, "yarn.check", facts | {"mode": mode})
    less = open_version(facts, character, hidden=hidden)
    if mode == "me":
        facts, less = less or facts, None
    return tell_roll(turn, "yarn.check", facts | {"mode": mode}, mode, roller, open_part=less)


def tell_secretly(turn: Turn, kind: str, facts: Facts) -> Event:
    """Tells the GMs alone, and everybody that there was a roll where the table wants that."""
    announced = turn.options.hidden_rolls_announced
    return turn.tell(kind, facts, GMS, {EVERYBODY: ANNOUNCED} if announced else None)


def tell_less(turn: Turn, kind: str, facts: Facts, less: Facts) -> Event:
    """Tells the GMs all and the others less, where there is less to tell."""
    return turn.tell(kind, facts) if facts == less else turn.tell(kind, facts, GMS, {EVERYBODY: less})
