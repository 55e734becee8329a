"""Dragon's moves on the board: one in a phase, as far as the sheet says, and what a roll has won besides."""

from __future__ import annotations

from apps.board.going import Harder, Reach, Ways, Word, goes_by
from apps.characters.dragon.sheet import sheet_of
from apps.characters.models import Character
from apps.combat import tracking
from apps.combat.dragon.moves import allowed, further
from apps.combat.dragon.phases import spending
from apps.combat.models import Combatant
from apps.rules.dragon.checks import range_of
from apps.rules.dragon.combat.prices import Price
from apps.rules.refusal import Refused
from apps.table.models import Ask, Event
from apps.table.turn import Turn
from apps.table.viewer import Viewer

OWED = ("phase", "bonus")
"""Phases that are lost anyway if nothing is done in them."""


def word(viewer: Viewer, character: Character) -> Word:
    """How far somebody goes now: what they have run, else the move of their phase. Of others nothing is said."""
    if asked := further.ask_of(viewer.desk, character):
        return _run(asked)
    combatant = tracking.fighting(character)
    if combatant is None:
        return None
    price = spending.price_of(combatant)
    return allowed.why_no_move(combatant, price) or _move(combatant, price)


def _run(asked: Ask) -> Reach:
    def walked(turn: Turn, event: Event) -> None:
        further.walked(turn, asked, event)

    return Reach(further.hexes_of(asked), walked, told="As far as the roll carries.")


def _move(combatant: Combatant, price: Price | Refused) -> Reach:
    def walked(turn: Turn, event: Event) -> None:
        spending.note_move(turn, combatant)

    most = allowed.movement_of(combatant) or 0
    dear = isinstance(price, Price) and price.way not in OWED
    return Reach(most, walked, "Without dice; a roll may follow.", allowed.price_words(combatant, price), dear)


def harder(character: Character) -> Harder:
    """What distances add to the difficulty of a shot, for whoever has a weapon to shoot with (dragon.range)."""
    shoots = any(one.attack != "melee" for one in sheet_of(character).weapons)
    return lambda length: f"+{more}" if shoots and (more := range_of("ranged", length)) else ""


goes_by("dragon", Ways(word, harder))
