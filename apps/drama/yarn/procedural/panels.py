"""A procedural scene on the stage: its goal and what is thrown for it, and what breaks have left behind."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from apps.characters.models import Entry
from apps.characters.yarn.people import of_viewer, player_of
from apps.characters.yarn.scenes import PROCEDURAL, scene_of
from apps.checks.yarn.breaks import all_marks
from apps.drama.yarn.procedural import telling
from apps.drama.yarn.procedural.consequences import plays, reads, seen_by
from apps.drama.yarn.window import said_in, window_of
from apps.table import exchanges
from apps.table.panels import panel
from apps.table.viewer import Viewer


@panel("yarn-practical", template="drama/yarn/procedural/panels/practical.html", slot="stage", order=16, game="yarn")
def practical(viewer: Viewer) -> Mapping[str, Any]:
    """What they want to achieve, and how one goes about it; empty outside a procedural scene that is played."""
    scene = scene_of(viewer.desk)
    if scene is None or scene.mode != PROCEDURAL or window_of(viewer.desk) is not None:
        return {}
    who = of_viewer(viewer)
    mine = [one for one in scene.present if who is not None and player_of(one).key == who.key]
    return {
        "scene": scene,
        "goal": said_in(viewer.desk, scene.span).what,
        "mine": mine[0] if mine and viewer.may_act and not viewer.acts_as_gm else None,
        "leads": viewer.acts_as_gm,
    }


@panel("yarn-breaks", template="drama/yarn/procedural/panels/breaks.html", slot="stage", order=27, game="yarn")
def breaks(viewer: Viewer) -> Mapping[str, Any]:
    """Open consequences, and for the GM the breaks of the scene so far."""
    rows = [_row(viewer, one) for one in seen_by(viewer)]
    return {"rows": rows, "marks": all_marks(viewer.desk) if viewer.acts_as_gm else []}


def _row(viewer: Viewer, one: Entry) -> dict[str, Any]:
    mine = viewer.is_gm or plays(viewer, one)
    shown: dict[str, Any] = one.facts if reads(viewer, one) else one.facts | {"text": "", "used": [], "private": False}
    return shown | {"id": one.public_id, "title": one.name, "who": one.character.name, "mine": mine}


@panel("yarn-telling", template="drama/yarn/procedural/panels/telling.html", slot="stage", order=14, game="yarn")
def told(viewer: Viewer) -> Mapping[str, Any]:
    """A success that is told, while anybody may still object to it."""
    rows = []
    for one in exchanges.open_exchanges(viewer.desk, telling.KIND):
        state: telling.Telling = exchanges.state_of(one)
        goes_on = not viewer.is_spectator and telling.may_go_on(viewer, state)
        rows.append({"id": one.public_id, "state": state, "goes_on": goes_on})
    return {"rows": rows}
