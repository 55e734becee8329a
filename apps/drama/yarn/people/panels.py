"""The supporting characters, as everybody reads of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from apps.characters.models import Character
from apps.characters.yarn.people import main_of, of_viewer
from apps.characters.yarn.scenes import scene_of
from apps.characters.yarn.sheet import MINOR, RECURRING
from apps.characters.yarn.ties import relation_between
from apps.drama.yarn.newcomers import listed_as
from apps.drama.yarn.people.keeping import keeper_of, keeps, listed
from apps.table.panels import panel
from apps.table.viewer import Viewer


@dataclass(frozen=True)
class Row:
    """One of the list, and what this seat may do about them."""

    character: Character
    text: str
    promote: bool
    link: bool


@panel("yarn-people", template="drama/yarn/people/panels/people.html", slot="stage", order=25, game="yarn")
def people(viewer: Viewer) -> Mapping[str, Any]:
    """Recurring and minor characters of whom everybody knows, with a way to make them more to one's own."""
    rows = [_row(viewer, one) for one in listed(viewer.desk)]
    keeper = keeper_of(viewer.desk)
    scene = scene_of(viewer.desk)
    return {
        "recurring": [one for one in rows if one.character.role == RECURRING],
        "minor": [one for one in rows if one.character.role == MINOR],
        "may_act": viewer.may_act,
        "keeps": viewer.may_act and keeps(viewer),
        "keeper": keeper.name if keeper is not None else "",
        "by_hand": viewer.acts_as_gm,
        "plays": viewer.may_act and scene is not None,
    }


def _row(viewer: Viewer, who: Character) -> Row:
    participant, scene = of_viewer(viewer), scene_of(viewer.desk)
    own = main_of(participant, viewer.desk) if participant is not None and viewer.may_act else None
    together = own is not None and scene is not None and {own, who} <= set(scene.present)
    tied = own is not None and relation_between(own, who) is not None
    return Row(who, listed_as(who), own is not None and who.role == MINOR, together and not tied)
