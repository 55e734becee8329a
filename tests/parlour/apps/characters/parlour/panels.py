from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from apps.characters import aside, parts
from apps.characters.access import known_to
from apps.characters.models import Track
from apps.table import answering, exchanges
from apps.table.models import Ask
from apps.table.panels import panel
from apps.table.turn import open_spans
from apps.table.viewer import Viewer

from .acts import COINS
from .sheet import sheet_for


@panel("parlour-room", template="characters/parlour/panels/room.html", slot="stage", game="parlour")
def room(viewer: Viewer) -> Mapping[str, Any]:
    """Who sits where and has how many coins; what is voted on, who has answered, and what these eyes know of it."""
    desk, scene = viewer.desk, open_spans(viewer.desk).get("scene")
    votes = [
        {
            "asks": [
                {"who": one.facts["who"], "in": one.answer is not None, "seen": answering.seen_by(viewer, one)}
                for one in desk.all(Ask, exchange=exchange)
            ],
            "aside": aside.aside_for(exchange),
        }
        for exchange in exchanges.open_exchanges(desk, "parlour.vote", "parlour.rank", "parlour.wait")
    ]
    return {
        "votes": votes,
        "order": parts.in_order(desk, scene, "order") if scene else [],
        "coins": [(one.seat.name, one.value) for one in desk.all(Track, key=COINS) if one.seat is not None],
        "sheets": [sheet_for(viewer, one) for one in known_to(viewer)],
    }
