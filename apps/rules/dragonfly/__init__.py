"""Dragonfly: one d10 + Attribute + skill against 9."""

from apps.rules.dragonfly import characters, checks, drama, lists, odds, roll, ships
from apps.rules.dragonfly.combat import attacks, damage, defenses, fear, holds, injury, ranged, turns, wound_odds
from apps.rules.dragonfly.options import DEFAULTS, Options, QualityBonuses
from apps.rules.dragonfly.roll import Outcome, check

__all__ = [
    "DEFAULTS",
    "Options",
    "Outcome",
    "QualityBonuses",
    "attacks",
    "characters",
    "check",
    "checks",
    "damage",
    "defenses",
    "drama",
    "fear",
    "holds",
    "injury",
    "lists",
    "odds",
    "ranged",
    "roll",
    "ships",
    "turns",
    "wound_odds",
]
