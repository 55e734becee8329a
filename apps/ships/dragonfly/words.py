"""What a hit did to a ship in words, a filter of the library `rolls`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from apps.checks.templatetags.rolls import register

Facts = Mapping[str, Any]


@register.filter
def ship_hit(facts: Facts) -> str:
    """A hit in a sentence or two: that it holds, what fails, or that it is debris (dragonfly.ship-hits)."""
    return f"{facts['ship']} {_from_outside(facts) if facts.get('outside') else _to_its_crew(facts)}"


def _from_outside(facts: Facts) -> str:
    return "is hit and is debris." if facts["effect"] == "debris" else "is hit."


def _to_its_crew(facts: Facts) -> str:
    hit = f"takes hit {facts['hits']}"
    if facts["effect"] == "debris":
        return f"{hit} and is debris: whoever is aboard had better be in a space suit."
    if facts["effect"] == "holds":
        return f"{hit} of {facts['size']} before trouble."
    failed = ", ".join(one for one in (facts["system"].lower(), facts["weapon"]) if one)
    dead = " Beyond repair." if facts.get("dead") else ""
    return f"{hit}, table die {', '.join(map(str, facts['faces']))}: {failed}{_damage(facts)}{dead}"


def _damage(facts: Facts) -> str:
    """What the system that failed lost (dragonfly.ship-damage-table)."""
    if not facts["changed"]:
        return ", where it does nothing more."
    losses = {
        "life-support": _hours,
        "cargo-space": lambda facts: f"One unit is destroyed, {facts['cargo']} left.",
        "crew-quarters": lambda facts: "Random possessions are destroyed.",
        "food-and-supplies": _supplies,
    }
    if lost := losses.get(facts["id"]):
        return f". {lost(facts)}"
    return f", out of order, hit {facts['times']} times." if facts["times"] > 1 else ", out of order."


def _hours(facts: Facts) -> str:
    hours, rolled = facts["hours"], facts["hours_rolled"]
    remain = "hour of it remains" if hours == 1 else "hours of it remain"
    return f"{hours} {remain}." if rolled == hours else f"{hours} {remain} ({rolled} rolled)."


def _supplies(facts: Facts) -> str:
    return f"They fail; {facts['supplies']} are still there." if facts["supplies"] else "None are left."
