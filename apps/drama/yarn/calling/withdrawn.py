"""What a call said that was withdrawn: its form begins with it when the same person calls again."""

from __future__ import annotations

from typing import Any

from apps.characters.yarn.people import Participant
from apps.characters.yarn.scenes import DRAMATIC, SOFT_OPEN, Scene, scene_in
from apps.drama.yarn.calling.history import caller_of
from apps.drama.yarn.calling.marks import scenes_of
from apps.drama.yarn.calling.times import AFTER, DAY, LATER, break_of
from apps.drama.yarn.said import Said
from apps.drama.yarn.turns import TAKEN_BACK, marked
from apps.drama.yarn.window import said_in
from apps.table.desk import Desk


def said_before(desk: Desk, who: Participant) -> dict[str, Any]:
    """The values of the form as they were; none where the newest call of theirs was not withdrawn."""
    last = next((one for one in reversed(scenes_of(desk)) if caller_of(desk, one) == who), None)
    return _values(scene_in(desk, last), said_in(desk, last)) if last is not None and marked(last, TAKEN_BACK) else {}


def _values(scene: Scene, said: Said) -> dict[str, Any]:
    untold = scene.mode == SOFT_OPEN and not scene.span.text
    return {
        "cast": [one.public_id for one in scene.present],
        "place": scene.place.public_id if scene.place is not None else "",
        "mode": DRAMATIC if untold else scene.mode,
        "situation": scene.span.text,
        **{name: getattr(said, name) for name in ("seeks", "of", "what", "news")},
        **_time(said),
    }


def _time(said: Said) -> dict[str, Any]:
    """How long it said that passes, as the form asks it; in hours where the GM has corrected it to something else."""
    hours, days = max(1, said.seconds // 3600), max(1, said.seconds // 86400)
    ways = [(AFTER, None), (DAY, days), (LATER, None), (LATER, hours)]
    time, count = next((one for one in ways if break_of(*one).words == said.time), ways[-1])
    return {"time": time, "count": count}
