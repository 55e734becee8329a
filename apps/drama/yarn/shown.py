"""A call as everybody sees it: who is in it, as far as these eyes know of them, and what was said."""

from __future__ import annotations

from dataclasses import dataclass

from apps.characters.access import knows_of
from apps.characters.models import Character
from apps.characters.yarn.scenes import DUCKED, GRANTER, OUTSIDE, PETITIONER, Scene
from apps.drama.yarn.said import Said
from apps.table.viewer import Viewer

TITLES = {PETITIONER: "petitioner", GRANTER: "granter", DUCKED: "kept out", "blocked": "blocked"}


@dataclass(frozen=True)
class Cast:
    """Somebody of a scene, and their part in it where they have one."""

    character: Character
    role: str


@dataclass(frozen=True)
class Call:
    """`line` says by whom and as what, `sought` who seeks what of whom."""

    cast: tuple[Cast, ...]
    line: str
    text: str
    sought: str
    news: str


def call_for(viewer: Viewer, scene: Scene, said: Said) -> Call:
    """What this seat is shown of it: whoever hides from it is in no list of it."""
    by = f"Called by {scene.caller.name}" if scene.caller else "Set by hand"
    return Call(
        cast=cast_for(viewer, scene),
        line=f"{by} · {scene.mode.replace('-', ' ')}" + (f" · {said.time}" if said.time else ""),
        text=scene.span.text,
        sought=_sought(viewer, said),
        news=said.news,
    )


def cast_for(viewer: Viewer, scene: Scene, *, all_of_it: bool = False) -> tuple[Cast, ...]:
    """Who is in the scene; with `all_of_it` also who was kept out of it."""
    return tuple(
        Cast(one.character, TITLES.get(one.role, ""))
        for one in scene.cast
        if one.character is not None and knows_of(viewer, one.character) and (all_of_it or one.role not in OUTSIDE)
    )


def _sought(viewer: Viewer, said: Said) -> str:
    seeks, of = (_name(viewer, one) for one in (said.seeks, said.of))
    if not seeks:
        return f"Sought: {said.what}" if said.what else ""
    of_whom = f" from {of}" if of else ""
    return f"{seeks} seeks something{of_whom}" + (f": {said.what}" if said.what else ".")


def _name(viewer: Viewer, public_id: str) -> str:
    found = viewer.desk.one(Character, public_id=public_id) if public_id else None
    return found.name if found is not None and knows_of(viewer, found) else ""
