"""The scenes of an episode as they came, with what is marked on them: the opener, the closer, those never played."""

from __future__ import annotations

from apps.characters import parts
from apps.characters.parts import Holder
from apps.characters.yarn.spans import EPISODE, SCENE, open_now
from apps.drama.yarn.turns import WITHDRAWN, marked
from apps.rules.yarn.drama.calling import SceneType, scene_types
from apps.table.desk import Desk, kept
from apps.table.models import Span
from apps.table.turn import Turn

CLOSER = "closer"
MONTAGES = "yarn.montage"


def scenes_of(desk: Desk) -> list[Span]:
    """All scenes of the episode that is open, in the order in which they were called."""
    episode = open_now(desk, EPISODE)
    found = desk.all(Span, inside=episode, kind=SCENE) if episode else []
    return sorted(found, key=lambda one: one.pk)


@kept
def played_in(desk: Desk) -> tuple[Span, ...]:
    """Those of them that were played, or still wait to be."""
    return tuple(one for one in scenes_of(desk) if not marked(one, WITHDRAWN))


@kept
def type_of(desk: Desk, scene: Span) -> SceneType:
    """Whether it is the opener, one of the many, or the closer (yarn.scene-types)."""
    before = [one for one in played_in(desk) if one.pk < scene.pk]
    return scene_types(scene_number=len(before) + 1, closer=marked(scene, CLOSER))


@kept
def closer_played(desk: Desk) -> bool:
    """Whether the closer is over, and with it all that is played in the episode."""
    return any(marked(one, CLOSER) and one.closed_at is not None for one in played_in(desk))


def declare_closer(turn: Turn, scene: Span) -> None:
    """It is the closer, in the place of another."""
    for one in scenes_of(turn.desk):
        for held in parts.in_order(turn.desk, one, CLOSER):
            parts.take(turn, held)
    parts.give(turn, scene, CLOSER, Holder(turn.seat))
