"""What stands in the way of a task before anybody fills in its form: it is not their turn, or the task is done."""

from __future__ import annotations

from dataclasses import dataclass

from apps.characters.models import Character
from apps.combat import tracking
from apps.combat.models import Combatant
from apps.combat.rough_magic.order import stored, turns_of
from apps.combat.rough_magic.order.holding import why_not_break_in
from apps.rules.refusal import Refused
from apps.table.viewer import Viewer


@dataclass(frozen=True)
class Before:
    """Why not now, in the words of the refusal, and whether a held turn would help."""

    one: Combatant
    no: Refused

    @property
    def id(self) -> str:
        return self.one.character.public_id

    @property
    def why(self) -> str:
        return self.no.text

    @property
    def out_of_turn(self) -> bool:
        return not turns_of.has_turn(self.one)

    @property
    def holds(self) -> bool:
        """Whether they hold a turn that can break in."""
        return self.out_of_turn and why_not_break_in(self.one) is None


def before_a_task(viewer: Viewer, character: Character | None, act: str = stored.TASK) -> Before | None:
    """What a player reads first; None where nothing is in the way. A GM is never refused (rough_magic.turn-actions)."""
    one = tracking.fighting(character) if character else None
    if viewer.is_gm or one is None:
        return None
    no = turns_of.why_not(one, act, stored.options_of(one.fight), viewer.game.gm)
    return Before(one, no) if no else None
