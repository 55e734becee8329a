"""How Dragon's fights are told in words, filters of the library `rolls`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from apps.checks.templatetags.rolls import register


@register.filter
def rounds_at_a_glance(fighters: Sequence[Mapping[str, Any]]) -> str:
    """In which rounds those go whose rounds are told, in one line."""
    told = (f"{one['name']} {_rounds_of(one)}" for one in fighters if one.get("phases"))
    return " · ".join(told)


def _rounds_of(fighter: Mapping[str, Any]) -> str:
    return "all equal" if fighter["equal"] else ", ".join(map(str, fighter["phases"]))


@register.filter
def attack_end(attack: Mapping[str, Any]) -> str:
    """What became of an attack."""
    if not attack["hit"]:
        return "It misses"
    if not attack["damage"]:
        return "Hit, and Resistance takes it all"
    return f"Hit: {attack['damage']} damage"
