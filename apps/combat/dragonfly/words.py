"""How attacks ended in words, filters of the library `rolls`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from apps.checks.dragonfly.words import levels
from apps.checks.templatetags.rolls import in_words, register

Facts = Mapping[str, Any]
BEFORE_ARMOUR = "Before armour"


@register.filter
def blow_end(blow: Facts) -> str:
    """What became of an attack hand to hand: a hold, a hit and how well, or why it missed."""
    if blow["result"] != "hit":
        return _missed(blow)
    return f"{blow['target']} is held: {blow['grip']}" if blow.get("grip") else f"Hit, {levels(blow['levels'])}"


@register.filter
def shots_end(shots: Facts) -> str:
    """What became of one shot or of several."""
    if shots["result"] != "hit":
        return _missed(shots)
    if shots["mode"] == "one":
        return f"Hit, {levels(shots['levels'])}"
    hits = in_words(shots["hits"]).capitalize()
    return f"{hits} of {in_words(shots['shots'])} {'hits' if shots['hits'] == 1 else 'hit'}"


@register.filter
def before_armour(attack: Facts) -> int | None:
    """What reached a target whose numbers are the Director's; None where its damage is told, or nothing was done."""
    steps = attack.get("steps") or []
    told = attack.get("damage") is None and bool(steps) and steps[-1]["label"] == BEFORE_ARMOUR
    return steps[-1]["value"] if told else None


def _missed(attack: Facts) -> str:
    if attack["result"] == "defended":
        return "Dodged" if attack.get("how") == "dodge" else "Parried"
    return "Missed" if attack.get("counts") else "Missed: too feeble without Full Offense"
