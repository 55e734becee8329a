"""An act of one's own in a fight that is no attack: whether it is one's move, and what it uses up."""

from __future__ import annotations

from apps.characters.dragonfly.doing import OwnActs, fights_count
from apps.characters.models import Character
from apps.combat import tracking
from apps.combat.dragonfly.fighters import moves
from apps.combat.dragonfly.fighters.standing import Standing, count, standing_of
from apps.rules.dragonfly.combat import turns
from apps.rules.parts import Part
from apps.rules.refusal import Refused
from apps.table.turn import Turn
from apps.table.viewer import Viewer


def why_not_act(viewer: Viewer, character: Character) -> Refused | None:
    """Why this seat's character cannot act now, or None. Outside a fight only the dead and unconscious cannot."""
    if (no := moves.why_unfit(character)) and not viewer.is_gm:
        return no
    combatant = tracking.fighting(character)
    if combatant is None:
        return None
    standing = standing_of(combatant)
    if (no := moves.why_not_now(viewer, standing, "other")) or viewer.is_gm:
        return no
    return moves.why_not_other(standing, moves.options_of(viewer, standing.fight))


def refuse_unless_free(turn: Turn, character: Character, field: str = "character") -> Standing | None:
    """Refuses who cannot act now; returns how they stand in the fight, None outside one. Before any die."""
    if no := why_not_act(turn.viewer, character):
        turn.refuse(no.code, no.text, field)
    combatant = tracking.fighting(character)
    return standing_of(combatant) if combatant else None


def spend(turn: Turn, standing: Standing | None) -> None:
    """The act is made: it counts among those of the Turn."""
    if standing is not None and standing.fight.turn is not None:
        count(turn, standing, "other")
        moves.acted(turn, standing)


def extra_line(viewer: Viewer, character: Character) -> tuple[Part, ...]:
    """What this act is at where it is an additional action of the Turn (dragonfly.extra-action-penalty)."""
    combatant = tracking.fighting(character)
    if combatant is None:
        return ()
    standing = standing_of(combatant)
    return turns.additional_part(standing.additional("other", moves.options_of(viewer, standing.fight)))


def _done(turn: Turn, character: Character) -> None:
    combatant = tracking.fighting(character)
    spend(turn, standing_of(combatant) if combatant else None)


def _is_counted(character: Character) -> bool:
    return tracking.fighting(character) is not None


fights_count(OwnActs(why_not_act, extra_line, _done, moves.why_unfit, _is_counted))
