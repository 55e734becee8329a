"""How long a phase that is held now could be used, in words (dragon.hold)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from apps.combat.dragon import turns as stored
from apps.combat.dragon.phases import grid, spending, telling
from apps.combat.models import Combatant
from apps.rules.dragon.combat import turns as rules


def hold_words(combatant: Combatant) -> str:
    """How long a phase that is held now could be used."""
    fighter, now = stored.fighter_of(combatant), telling.at(combatant.fight).round
    options = spending.options_of(combatant.fight)
    held = rules.Kept(now, fighter.category)
    usable = grid.reach_of(replace(fighter, kept=held), options)
    end = next((one for one in fighter.later(now)), None)
    if not usable:
        return f"lost when {end} begins" if end else "for the next turn"
    return f"usable in {_span(usable)}" + (f", lost when {end} begins" if end else "")


def _span(rounds: Iterable[int]) -> str:
    first, *more = rounds
    return f"{first} to {more[-1]}" if more else str(first)
