"""Rough Magic: 2d6 and an action value, netted boxes, and turns that are held, owed and forced."""

from apps.rules.rough_magic import endurance, lists, odds, roll, sheet, skills, states, together, visibility
from apps.rules.rough_magic.combat import (
    actions,
    attack,
    circumstances,
    defences,
    harm,
    holds,
    moves,
    order,
    ranges,
    special,
    strikes,
    turns,
    values,
    wits,
)
from apps.rules.rough_magic.drama import bought, points, story
from apps.rules.rough_magic.options import DEFAULTS, Options

__all__ = [
    "DEFAULTS",
    "Options",
    "actions",
    "attack",
    "bought",
    "circumstances",
    "defences",
    "endurance",
    "harm",
    "holds",
    "lists",
    "moves",
    "odds",
    "order",
    "points",
    "ranges",
    "roll",
    "sheet",
    "skills",
    "special",
    "states",
    "story",
    "strikes",
    "together",
    "turns",
    "values",
    "visibility",
    "wits",
]
