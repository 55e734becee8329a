"""Who is in trouble, in a fight or not: the dying, the unconscious, the burning, those in panic; what helps them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from apps.characters.access import people
from apps.characters.dragonfly.badges import badges_come_from
from apps.characters.dragonfly.sheet import DragonflySheet, sheet_of
from apps.characters.models import Character
from apps.combat.dragonfly.fighters import questions
from apps.combat.dragonfly.fighters.states import NONE, State, state_of
from apps.combat.dragonfly.wounds.panic import TITLES
from apps.combat.dragonfly.wounds.stabilising import is_dying
from apps.table.panels import panel
from apps.table.viewer import Viewer


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
    def may_wake(self) -> bool:
        """Whether a GM is asked if they wake."""
        return bool(questions.open_about(self.sheet.character, questions.WAKING))

    @property
    def treatable(self) -> bool:
        """Whether a treatment is what helps: whoever is dying is made stable first, and healed by it."""
        return self.down and not self.dying and self.sheet.is_full and self.sheet.damage > 0

    @property
    def panicked(self) -> bool:
        return self.state.panic != NONE and not self.state.dead

    @property
    def words(self) -> list[tuple[str, str]]:
        """Words and tones; of the Supporting Cast, who are simply out when they are down, only what still goes on, and
        what their Life Points do not say."""
        on_fire = [("On fire", "bad")] if self.state.on_fire and not self.state.dead else []
        knocked_out = [("Knocked out", "bad")] if self.state.knocked_out and not self.state.unconscious else []
        if not self.sheet.is_full:
            return on_fire + (knocked_out if self.sheet.state != "down" and not self.state.dead else [])
        if self.state.dead:
            return [("Dead", "bad")]
        found = [("Dying", "bad")] if self.dying else [("Stable", "warn")] if self.state.stable else []
        found += [("Unconscious", "bad")] if self.state.unconscious else []
        found += knocked_out
        panic = [(f"Panicked: {TITLES[self.state.panic]}", "warn")] if self.state.panic != NONE else []
        return found + on_fire + panic


@badges_come_from
def in_words(character: Character) -> list[tuple[str, str]]:
    return Trouble(sheet_of(character), state_of(character)).words


@panel(
    "troubles", template="combat/dragonfly/panels/troubles.html", slot="stage", order=16, game="dragonfly", per="role"
)
def troubles(viewer: Viewer) -> dict[str, Any]:
    """Those of whom everybody knows, and for the GMs the hidden too."""
    here = [one for one in people(viewer.desk.all(Character)) if one.present and (viewer.is_gm or not one.hidden)]
    found = [Trouble(sheet_of(one), state_of(one)) for one in here]
    rows = [one for one in found if one.words]
    return {"rows": rows, "minutes_pass": viewer.acts_as_gm and any(one.dying for one in rows)}
