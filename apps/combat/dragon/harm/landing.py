"""Damage that has waited for the end of the part counts (the switch damage-at-sub-round-end)."""

from __future__ import annotations

from functools import partial
from typing import Any

from apps.characters import rows
from apps.characters.dragon.sheet import DAMAGE, sheet_of
from apps.characters.models import Character
from apps.combat import tracking
from apps.combat.dragon import turns as stored
from apps.combat.dragon.harm import taking
from apps.combat.dragon.harm.taking import PENDING, Facts
from apps.combat.dragon.phases.going_on import at_parts_end, holds_up
from apps.combat.models import Combatant, Fight
from apps.rules.dragon.combat.turns import Closed
from apps.table.models import Span
from apps.table.spans import ends_with_span
from apps.table.sure import sure
from apps.table.turn import Turn


@at_parts_end
def lands(turn: Turn, fight: Fight, closed: Closed) -> None:
    """Whoever falls by it had the whole part to act in, and nothing is due any more; told once the act has told."""
    _land(turn, fight, sure(fight.turn))


@holds_up
def asks(fight: Fight) -> bool:
    """Whoever falls by it rolls the Death Check before the turn goes on, as those who fall within a part do."""
    hits = [(one.character, _waiting(one, sure(fight.turn))) for one in stored.fighters_of(fight)]
    return any(taking.is_asked_openly(character, damage) for character, damage in hits if damage)


@ends_with_span(tracking.TURN, game="dragon")
def lands_at_the_end(turn: Turn, span: Span) -> list[dict[str, Any]]:
    """A fight that ends in the middle of a part lets nobody off."""
    fight = turn.desk.one(Fight, turn=span)
    if fight is not None:
        _land(turn, fight, span)
    return []


def _land(turn: Turn, fight: Fight, span: Span) -> None:
    hits = [(one.character, _landed(turn, one, span)) for one in stored.fighters_of(fight) if _waiting(one, span)]
    if hits:
        turn.later(partial(_tell, turn, hits))


def _waiting(combatant: Combatant, span: Span) -> int:
    return tracking.tallies_of(combatant, span).get(PENDING, 0)


def _landed(turn: Turn, combatant: Combatant, span: Span) -> Facts:
    character, damage = combatant.character, _waiting(combatant, span)
    tracking.set_tally(turn, combatant, span, PENDING, 0)
    before = sheet_of(character).taken
    rows.set_track(turn, character, DAMAGE, before + damage)
    return {"damage": damage, "at_once": True} | taking.struck(turn, character, before, interrupted=True)


def _tell(turn: Turn, hits: list[tuple[Character, Facts]]) -> None:
    taking.tell_hits(turn, "dragon.damage-landed", hits, {})
