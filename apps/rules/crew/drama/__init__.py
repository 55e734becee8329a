"""Jinxes and Complications, plot points, Assets, scenes and Episodes."""

from apps.rules.crew.drama.complications import (
    botch,
    complication,
    jinx,
    ones,
    opportunity,
    recovery,
    recovery_limit,
    why_no_jinx,
    why_no_opportunity,
    why_no_recovery,
)
from apps.rules.crew.drama.points import (
    award,
    bank,
    callback,
    pile,
    plot_point_gains,
    plot_point_start,
    plot_point_uses,
    why_no_callback,
    why_no_nomination,
)
from apps.rules.crew.drama.stage import asset, asset_keep, episode, scene, why_no_asset

__all__ = [
    "asset",
    "asset_keep",
    "award",
    "bank",
    "botch",
    "callback",
    "complication",
    "episode",
    "jinx",
    "ones",
    "opportunity",
    "pile",
    "plot_point_gains",
    "plot_point_start",
    "plot_point_uses",
    "recovery",
    "recovery_limit",
    "scene",
    "why_no_asset",
    "why_no_callback",
    "why_no_jinx",
    "why_no_nomination",
    "why_no_opportunity",
    "why_no_recovery",
]
