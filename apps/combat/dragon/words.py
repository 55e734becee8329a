"""How Dragon's fights are told in words, filters of the library `rolls`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from apps.checks.templatetags.rolls import register


@register.filter
def attack_end(attack: Mapping[str, Any]) -> str:
    """What became of an attack."""
    if not attack["hit"]:
        return "It misses"
    if not attack["damage"]:
        return "Hit, and Resistance takes it all"
    return f"Hit: {attack['damage']} damage"
