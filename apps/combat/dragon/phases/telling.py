"""Who hears what of the phases (dragon.visibility): an enemy's are the GM's under the switch enemy-phases-hidden."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from apps.characters.access import readers_of
from apps.characters.forms import named
from apps.combat import gathering
from apps.combat.dragon import turns as stored
from apps.combat.dragon.phases import spending
from apps.combat.models import Combatant, Fight
from apps.rules.dragon.combat.parts import Moment
from apps.rules.dragon.combat.turns import Closed
from apps.rules.dragon.visibility import PHASES, visibility
from apps.table.audience import EVERYBODY
from apps.table.models import Event
from apps.table.telling import tell_both
from apps.table.turn import Turn

Facts = Mapping[str, Any]
PART = "dragon.part"


@dataclass(frozen=True)
class Ended:
    """A part that was closed, whose phase was `used` by a move alone, and whether a question that came with its end
    holds the turn up."""

    closed: Closed
    used: tuple[str, ...] = ()
    asked: bool = False

    @property
    def stops(self) -> bool:
        return self.asked or self.closed.over


def phases_open(combatant: Combatant) -> bool:
    """Whether everybody sees this fighter's phases."""
    if combatant.character.hidden:
        return False
    options = spending.options_of(combatant.fight)
    return combatant.side == "good" or visibility(viewer="player", item=PHASES, options=options).shown


def tell(
    turn: Turn,
    kind: str,
    combatant: Combatant,
    facts: Facts,
    *,
    secret: Facts | None = None,
    public: Facts | None = None,
) -> Event:
    """Tells of what somebody does with a phase: `facts` to whoever may see their phases, `public` to the others.

    `secret` is for their player and the GM alone. Of somebody hidden nobody else hears anything.
    """
    character = combatant.character
    full = {**named(character), **facts, **(secret or {})}
    known = facts if phases_open(combatant) else public
    if character.hidden or known is None:
        return turn.tell(kind, full, readers_of(character))
    less = {**named(character), **known}
    return turn.tell(kind, full) if less == full else turn.tell(kind, full, readers_of(character), {EVERYBODY: less})


def at(fight: Fight) -> Moment:
    """The part that is on."""
    return Moment(stored.round_of(fight).number, stored.part_of(fight))


def moment(fight: Fight) -> dict[str, Any]:
    """The part that is on, as facts have it."""
    now = at(fight)
    return {"round": now.round, "part": now.part, "announced": now.announced}


# a part that has closed


def tell_ended(turn: Turn, fight: Fight, ended: Sequence[Ended]) -> Event:
    """One event for all the parts that were closed at once: where the turn is now, and what came of phases."""
    facts = {"turn": _turn(fight), "over": ended[-1].closed.over} | moment(fight)
    open_ones = [one for one in stored.fighters_of(fight) if phases_open(one)]
    full = facts | _came_of(ended, stored.fighters_of(fight))
    return tell_both(turn, PART, full, facts | _came_of(ended, open_ones))


def _turn(fight: Fight) -> int:
    return fight.turn.number if fight.turn else 0


def _came_of(ended: Sequence[Ended], cast: Iterable[Combatant]) -> dict[str, list[str]]:
    """By what became of it, whose phases: the names of those of the `cast`."""
    fighters = list(cast)

    def those(*groups: tuple[str, ...]) -> list[str]:
        ids = {id for group in groups for id in group}
        return gathering.names(one for one in fighters if one.public_id in ids)

    return {
        "used": those(*(one.used for one in ended)),
        "held": those(*(one.closed.held for one in ended)),
        "lost": those(*(one.closed.lost for one in ended)),
        "lapsed": those(*(one.closed.lapsed for one in ended)),
        "unmet": those(*(one.closed.unmet for one in ended)),
    }
