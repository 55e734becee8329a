"""What acting costs, in words: on buttons, in forms, and on cards."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from apps.checks.templatetags.rolls import register
from apps.combat.dragon import turns as stored
from apps.combat.models import Combatant
from apps.rules.dragon.combat.prices import Price
from apps.rules.dragon.lists import substat_of
from apps.table.names import listed

BOUGHT = "Without a phase in this round, two later ones are given up for one."


def price_words(combatant: Combatant, price: Price, rolls: Sequence[str] = ()) -> tuple[str, str]:
    """What an act costs, and why it costs more than usual, if it does."""
    more = price.surcharge
    if price.way == "trade":
        costs, why = f"Costs {'three' if more else 'two'} later phases", [BOUGHT]
    else:
        costs, why = f"Costs {_with(combatant, price)}{', and one later phase' if more else ''}", []
    return costs, " ".join([*why, surcharge_words(combatant, price, rolls)] if more else why)


def surcharge_words(combatant: Combatant, price: Price, rolls: Sequence[str]) -> str:
    """Which roll is outside the category (dragon.off-category)."""
    kept = stored.fighter_of(combatant).kept
    mine = kept.category if price.way == "hold" and kept else stored.category_of(combatant)
    whose = "the kept phase" if price.way == "hold" else "this turn"
    off = next((one for one in map(substat_of, filter(None, rolls)) if one.category != mine), None)
    return f"{off.title} is {off.category}, {whose} is {mine}: that takes a later phase too." if off else ""


def _with(combatant: Combatant, price: Price) -> str:
    """What one acts with, later phases apart."""
    if price.way == "phase":
        return f"round {stored.round_of(combatant.fight).number}"
    if price.way == "next":
        return f"round {listed(price.next)}"
    kept = stored.fighter_of(combatant).kept
    return f"the phase kept from {kept.round}" if price.way == "hold" and kept else "the bonus phase"


@register.filter
def rounds(numbers: Any) -> str:
    """Rounds in a sentence."""
    return listed(list(numbers or ()))


@register.filter
def way_words(facts: Any) -> str:
    """With what somebody acts where it is not the phase of the round, from an event's facts; nothing of no facts."""
    facts = facts or {}
    gone = list(facts.get("gone") or ())
    more = [f"gives up {listed(gone)}"] if gone else []
    ways = {"hold": ["with a kept phase"], "bonus": ["with a bonus phase"], "trade": ["buys in"]}
    return ", ".join([*ways.get(facts.get("way", ""), []), *more])
