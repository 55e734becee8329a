"""Crew: step dice, the two highest kept, jinxes and plot points."""

from apps.rules.crew import (
    building,
    characters,
    combat,
    contest,
    drama,
    exchange,
    heroes,
    lending,
    lists,
    odds,
    opposition,
    pools,
    ships,
    steps,
    totals,
    visibility,
)
from apps.rules.crew.options import DEFAULTS, Options

__all__ = [
    "DEFAULTS",
    "Options",
    "building",
    "characters",
    "combat",
    "contest",
    "drama",
    "exchange",
    "heroes",
    "lending",
    "lists",
    "odds",
    "opposition",
    "pools",
    "ships",
    "steps",
    "totals",
    "visibility",
]
