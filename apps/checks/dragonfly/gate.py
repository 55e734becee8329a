"""Who may start a roll (dragonfly.when-to-roll)."""

from __future__ import annotations

from apps.checks.freely import gate
from apps.rules.dragonfly.checks import when_to_roll
from apps.rules.refusal import Refused
from apps.table.viewer import Viewer


@gate("dragonfly")
def why_not_unasked(viewer: Viewer) -> Refused | None:
    """Why this seat may not roll unasked, or None if it may."""
    try:
        when_to_roll(by_director=viewer.is_gm, options=viewer.options)
    except Refused as no:
        return no
    return None
