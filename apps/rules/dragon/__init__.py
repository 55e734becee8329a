"""Dragon: pools of d10, speed dice and phases."""

from apps.rules.dragon import characters, checks, combat, lists, odds, visibility
from apps.rules.dragon.combat import (
    attack,
    bonus,
    damage,
    defences,
    harm,
    holds,
    parts,
    phases,
    picks,
    prices,
    split,
    turns,
)
from apps.rules.dragon.combat import odds as fight_odds
from apps.rules.dragon.options import DEFAULTS, Options

__all__ = [
    "DEFAULTS",
    "Options",
    "attack",
    "bonus",
    "characters",
    "checks",
    "combat",
    "damage",
    "defences",
    "fight_odds",
    "harm",
    "holds",
    "lists",
    "odds",
    "parts",
    "phases",
    "picks",
    "prices",
    "split",
    "turns",
    "visibility",
]
