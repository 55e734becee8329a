"""Whether somebody may move now, and how far: the act without dice of their phase (dragon.movement)."""

from __future__ import annotations

from apps.characters.dragon.sheet import sheet_of
from apps.combat.dragon.phases import spending, words
from apps.combat.models import Combatant
from apps.rules.dragon.combat.prices import Price
from apps.rules.refusal import Refused


def why_no_move(combatant: Combatant, price: Price | Refused) -> Refused | None:
    """Why they make no move now, or None if they can: a phase has one act without dice (dragon.phase-action)."""
    if isinstance(price, Refused):
        return price
    name = combatant.character.name
    if spending.has_moved(combatant):
        text = f"{name} moves no further in this phase: one act without dice is done. A roll can carry further."
        return Refused("moved", text, "character")
    if movement_of(combatant) is None:
        return Refused("no-movement", f"How far {name} goes is not on the sheet yet: enter it there.", "character")
    return None


def movement_of(combatant: Combatant) -> int | None:
    """The hexes of one move, by the sheet."""
    return sheet_of(combatant.character).movement


def price_words(combatant: Combatant, price: Price | Refused) -> str:
    """What the phase costs that the move is made in."""
    return words.price_words(combatant, price)[0] if isinstance(price, Price) else ""
