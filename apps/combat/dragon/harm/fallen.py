"""Who lies there, in a fight or not, and what the GM can do about it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from apps.characters.access import people
from apps.characters.dragon.sheet import DragonSheet, sheet_of
from apps.characters.dragon.states import Badge, State, badges_of, state_of
from apps.characters.models import Character
from apps.table.panels import panel
from apps.table.viewer import Viewer


@dataclass(frozen=True)
class Fallen:
    """One who lies there, with the words that this role may read."""

    sheet: DragonSheet
    state: State
    words: list[Badge]

    @property
    def may_wake(self) -> bool:
        return not self.sheet.is_past


@panel("dragon-fallen", template="combat/dragon/panels/fallen.html", slot="stage", order=17, game="dragon", per="role")
def fallen(viewer: Viewer) -> Mapping[str, Any]:
    """Those of whom everybody knows, and for the GMs the hidden too; for the dead nothing can be done."""
    here = [one for one in people(viewer.desk.all(Character)) if one.present and (viewer.is_gm or not one.hidden)]
    found = [Fallen(sheet_of(one), state_of(one), badges_of(one, reads=viewer.is_gm)) for one in here]
    return {"rows": [one for one in found if one.state.down and not one.state.dead]}
