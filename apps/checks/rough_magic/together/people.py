"""Who can take part in a joint task, and who could come to one that waits."""

from __future__ import annotations

from apps.characters.access import known_to, played_by
from apps.characters.models import Character
from apps.checks.rough_magic.together.joint import Joint
from apps.table.viewer import Viewer


def may_work(viewer: Viewer) -> list[Character]:
    """Who can be asked to work: those who are here, and whom everybody knows of."""
    return [one for one in known_to(viewer) if one.present and not one.hidden]


def free_for(viewer: Viewer, joint: Joint) -> list[Character]:
    """Those whom this seat plays and who are not at it yet."""
    mine = played_by(viewer)
    at_it = {one.character for one in joint.workers if not one.out}
    return [one for one in may_work(viewer) if one in mine and one.pk not in at_it]
