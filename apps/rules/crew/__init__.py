"""Crew: step dice, the two highest kept, jinxes and plot points."""

from apps.rules.crew import characters, combat, contest, drama, lists, pools, ships, steps, totals
from apps.rules.crew.options import DEFAULTS, Options

__all__ = [
    "DEFAULTS",
    "Options",
    "characters",
    "combat",
    "contest",
    "drama",
    "lists",
    "pools",
    "ships",
    "steps",
    "totals",
]
