"""Who is in trouble, in a fight or not: the dying, the unconscious, the burning, those in panic; what helps them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.db.models import Q, QuerySet

from apps.characters.access import people
from apps.characters.dragonfly.sheet import DragonflySheet, sheets_drawn
from apps.characters.models import Character, Track
from apps.combat.dragonfly.fear import TITLES, panicking
from apps.combat.dragonfly.stabilising import is_dying
from apps.combat.dragonfly.states import NONE, State, state_on
from apps.table.panels import panel
from apps.table.viewer import Viewer

DAMAGE = ("ordinary-damage", "fire-damage")
STATES = ("state-unconscious", "state-knocked-out", "state-dead", "state-on-fire")


@dataclass(frozen=True)
class Trouble:
    """One character and what is wrong, as everybody may see it."""

    sheet: DragonflySheet
    state: State

    @property
    def dying(self) -> bool:
        return self.sheet.is_full and is_dying(self.sheet)

    @property
    def down(self) -> bool:
        return not self.state.dead and not self.state.can_act

    @property
    def words(self) -> list[tuple[str, str]]:
        """Words and tones; of the Supporting Cast, who are simply out when they are down, only what still goes on."""
        on_fire = [("On fire", "bad")] if self.state.on_fire and not self.state.dead else []
        if not self.sheet.is_full:
            return on_fire
        if self.state.dead:
            return [("Dead", "bad")]
        found = [("Dying", "bad")] if self.dying else [("Stable", "warn")] if self.state.stable else []
        found += [("Unconscious", "bad")] if self.state.unconscious else []
        found += [("Knocked out", "bad")] if self.state.knocked_out and not self.state.unconscious else []
        panic = [(f"Panicked: {TITLES[self.state.panic]}", "warn")] if self.state.panic != NONE else []
        return found + on_fire + panic


@panel("troubles", template="combat/dragonfly/panels/troubles.html", slot="stage", order=16, game="dragonfly",
       per="role", watches=("characters", "cast", "fight", "seats"))  # fmt: skip
def troubles(viewer: Viewer) -> dict[str, Any]:
    """Those of whom everybody knows, and for the GMs the hidden too."""
    keys = _perhaps(viewer).values_list("pk", flat=True)
    found = [Trouble(sheet, state_on(sheet.character)) for sheet in sheets_drawn(viewer, keys)]
    rows = [one for one in found if one.words]
    return {"rows": rows, "dying": any(one.dying for one in rows), "acts": not (viewer.is_spectator or viewer.watching)}


def _perhaps(viewer: Viewer) -> QuerySet[Character]:
    """Those who could be in trouble: whoever is hurt, down, alight or in panic."""
    tracks = Track.objects.filter(character__table=viewer.table, value__gt=0, key__in=(*STATES, *DAMAGE))
    cast = people(viewer.table.characters.filter(present=True)).order_by("pk")
    cast = cast if viewer.is_gm else cast.filter(hidden=False)
    return cast.filter(Q(pk__in=tracks.values("character")) | Q(pk__in=panicking(cast).values("pk")))
