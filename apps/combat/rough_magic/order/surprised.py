"""What somebody who is surprised reads: what it means for them, and until when (rough_magic.surprise)."""

from __future__ import annotations

from dataclasses import dataclass

from apps.characters.access import played_by
from apps.characters.rough_magic import states
from apps.characters.rough_magic.badges import ends_in_words
from apps.characters.rough_magic.endurance import is_down
from apps.combat.models import Combatant, Fight
from apps.combat.rough_magic.order import stored, turns_of
from apps.combat.rough_magic.order.starting import SURPRISED
from apps.rules.rough_magic.states import KNOWN
from apps.table.viewer import Viewer


@dataclass(frozen=True)
class Surprised:
    """One of a seat's own; `unaware`: they know of no enemy yet, and have no turns till they do."""

    one: Combatant
    unaware: bool
    effect: str
    ends: str

    @property
    def on(self) -> bool:
        """Whether their turn is on: then it stands on its card."""
        return turns_of.has_turn(self.one)


def surprised_of(viewer: Viewer, fight: Fight) -> list[Surprised]:
    """Those of a player's own whom the fight has surprised; the GM reads it in the order."""
    mine = [] if viewer.is_gm else played_by(viewer)
    effect, ends = KNOWN[SURPRISED].effect, ends_in_words(SURPRISED, viewer.options)
    return [
        Surprised(one, one.place is None, effect, ends)
        for one in stored.everybody(fight)
        if one.character in mine and not is_down(one.character) and states.is_in(one.character, SURPRISED)
    ]
