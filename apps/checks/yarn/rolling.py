"""A pool that falls, and what is told of it: the same for every roll of the game."""

from __future__ import annotations

from typing import Any

from apps.checks.yarn.breaks import note_breaks
from apps.checks.yarn.pools import Built
from apps.rules.dice import Dice
from apps.rules.yarn.options import Options
from apps.rules.yarn.pool import SIDES, Rolled, ready, throw
from apps.table.turn import Turn


def rolled(
    turn: Turn, found: Built, *, own_action: bool = True, dice: Dice | None = None, options: Options | None = None
) -> Rolled:
    """Throws the pool, with the turn's dice and switches where no others are given, and notes breaks. Refuses an own
    action with no die left to count (no-dice); any other roll without dice totals 0 (yarn.pool-order)."""
    pool = ready(found.pool) if own_action else found.pool
    fallen = throw(pool, options or turn.options, dice or turn.dice)
    note_breaks(turn, found, fallen)
    for one in found.extras:
        if one.used is not None:
            one.used(turn)
    return fallen


def facts_of(found: Built, fallen: Rolled, *, typed: bool = False) -> dict[str, Any]:
    """What an event says of a roll, for checks/yarn/_roll.html: the dice as they fell, each kept, a six or dropped; the
    total, each source with its dice, what the kept ones show, and whether they are real dice that were typed."""
    kept = set(found.pool.kept(fallen.faces)) if fallen.faces else set()
    return {
        "dice": [{"face": face, "is": _look(face, place in kept)} for place, face in enumerate(fallen.faces)],
        "further": list(fallen.further),
        "total": fallen.total,
        "counted": found.pool.counted,
        "score": found.score,
        "sources": [
            {"sort": one.sort, "count": one.count, "source": one.source, "rule": one.rule} for one in found.extras
        ],
        "sixes": fallen.sixes,
        "good_break": fallen.good_break,
        "bad_break": fallen.bad_break,
        "botch": fallen.botch,
        "typed": typed,
    }


def _look(face: int, kept: bool) -> str:
    return "dropped" if not kept else "six" if face == SIDES else "kept"
