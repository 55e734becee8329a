"""How the steps of a fight are told: all of it to the GMs, to the others what they may know."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from apps.characters.models import Character
from apps.combat import tracking
from apps.combat.dragonfly.fighters.standing import turn_of
from apps.combat.gathering import names, seen
from apps.combat.models import Combatant, Fight
from apps.rules.dragonfly.combat.turns import Tie
from apps.rules.dragonfly.lists import GRIPS, PHASES
from apps.table.models import Event
from apps.table.telling import tell_both
from apps.table.turn import Turn

Facts = dict[str, Any]
STEP = "dragonfly.fight-step"
GRIP_TITLES = {row.id: row.title.lower() for row in GRIPS}
TITLES = {row.id: row.title for row in PHASES}


def step(
    turn: Turn,
    fight: Fight,
    now: list[Combatant],
    *,
    full: Mapping[str, Any] | None = None,
    public: Mapping[str, Any] | None = None,
    quietly: bool = False,
) -> Event:
    """Tells that the fight goes on: the Turn, the phase, who acts `now`; `full` and `public` are what comes with it.

    `quietly`: nothing happened of which everybody may know; the GMs alone hear it.
    """
    facts = {"turn": turn_of(fight).number, "phase": fight.phase, "title": TITLES[fight.phase]}
    known = seen(now)
    told = facts | {"now": names(now)} | dict(full or {})
    less = facts | {"now": names(known)} | dict(public or {})
    return tell_both(turn, STEP, told, None if quietly else less)


def order(fight: Fight, ties: Sequence[Tie] = ()) -> tuple[Facts, Facts]:
    """The order of acting, for the GMs and for everybody: of those whom nobody plays the others learn no number."""
    everybody = [one for one in tracking.still_in(fight) if one.place is not None]
    full = [{"name": one.character.name, "initiative": one.initiative} for one in everybody]
    public = [
        {"name": one.character.name, "initiative": one.initiative if is_open(one.character) else None}
        for one in seen(everybody)
    ]
    rows = {str(one.pk): one.character for one in everybody}
    known = [tie for tie in ties if all(is_open(rows[name]) for name in tie.names)]
    return {"order": full, "ties": _ties(ties, rows)}, {"order": public, "ties": _ties(known, rows)}


def _ties(ties: Iterable[Tie], rows: Mapping[str, Character]) -> list[list[Facts]]:
    return [
        [{"name": rows[name].name, "face": face} for name, face in zip(tie.names, tie.faces, strict=True)]
        for tie in ties
    ]


def is_open(character: Character) -> bool:
    """Whether everybody may know its numbers in play: a player's character that is not hidden."""
    return character.seat_id is not None and not character.hidden
