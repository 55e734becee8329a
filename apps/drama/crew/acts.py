"""Importing this module registers every act of Crew's drama."""

from apps.drama.crew import (
    assets,
    bank,
    botches,
    episodes,
    jinxes,
    nominations,
    opportunities,
    place,
    points,
    recovery,
    spending,
    triggers,
)

__all__ = [
    "assets",
    "bank",
    "botches",
    "episodes",
    "jinxes",
    "nominations",
    "opportunities",
    "place",
    "points",
    "recovery",
    "spending",
    "triggers",
]
