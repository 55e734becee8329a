"""Everybody's plot points, and how they moved."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import islice
from typing import Any

from apps.characters.points import newest_moves
from apps.characters.rough_magic.points import held_by
from apps.drama.rough_magic.gaining import granted_since
from apps.drama.rough_magic.people import players
from apps.drama.rough_magic.wishes import open_wishes
from apps.table.panels import panel
from apps.table.turn import open_spans
from apps.table.viewer import Viewer

NEWEST = 4


@panel(
    "rough_magic-points", template="drama/rough_magic/panels/points.html", slot="stage", order=26, game="rough_magic"
)
def rough_points(viewer: Viewer) -> Mapping[str, Any]:
    """A line for each player with what they may do; for the GM how many each has earned in this session."""
    session = open_spans(viewer.desk).get("session")
    rows = [
        {
            "seat": one,
            "points": held_by(one),
            "waiting": open_wishes(viewer.desk, one),
            "mine": one.pk == viewer.seat.pk,
            "earned": granted_since(one, session.opened_at if session else None) if viewer.is_gm else 0,
        }
        for one in players(viewer.desk)
    ]
    return {
        "rows": rows,
        "session": session,
        "moves": list(islice(newest_moves(viewer), NEWEST)),
        "acts": viewer.may_act,
    }
