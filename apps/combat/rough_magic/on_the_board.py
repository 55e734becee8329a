"""Rough Magic on the board: the movement of a turn, as far as the pace carries (rough_magic.movement-action)."""

from __future__ import annotations

from apps.board.going import Harder, Reach, Ways, Word, goes_by
from apps.characters.models import Character
from apps.characters.rough_magic.sheet import Arm, sheet_of
from apps.combat import tracking
from apps.combat.models import Combatant
from apps.combat.rough_magic.order import moving, stored
from apps.combat.rough_magic.order.ways import Way, gait_of, left_of, way_of, why_not_move
from apps.rules.rough_magic.roll import STEP
from apps.table.models import Event
from apps.table.sure import sure
from apps.table.turn import Turn
from apps.table.viewer import Viewer

TOLD = {
    "walk": "A walk. To get further, declare first that you run or sprint.",
    "run": "At a run.",
    "sprint": "At a sprint.",
}


def word(viewer: Viewer, character: Character) -> Word:
    """How far somebody goes now, at the pace that they have declared; outside a fight nothing is said."""
    one = tracking.fighting(character)
    if one is None:
        return None
    options = stored.options_of(one.fight)
    way = sure(way_of(character, gait_of(character), options))
    return why_not_move(one, way, None, options) or _reach(one, way)


def _reach(one: Combatant, way: Way) -> Reach:
    def walked(turn: Turn, event: Event) -> None:
        """A walk that ends sooner may be ended after the task; the distance is the one that was told."""
        metres = int(turn.desk.tellings_of(event)[0].facts["distance"])
        moving.moves_by(turn, one, way, min(metres, left_of(one, way)))
        moving.arrives(turn, one.character, way)

    return Reach(left_of(one, way), walked, TOLD[way.gait], price="Your movement")


def harder(character: Character) -> Harder:
    """What distances add to a shot: beyond the farthest effective range a penalty (rough_magic.effective-range)."""
    shots = [one for one in sheet_of(character).arms if one.kind != "close"]
    if not shots or any(one.range is None for one in shots):
        return lambda length: ""
    farthest = max(map(_range, shots))
    return lambda length: f"−{STEP}" if length > farthest else ""


def _range(arm: Arm) -> int:
    return arm.range or 0


goes_by("rough_magic", Ways(word, harder))
