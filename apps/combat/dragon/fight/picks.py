"""Picks of a turn as rows: a declaration that lies sealed until the last is in, then with the faces and the phases."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from apps.characters.dragon.sheet import sheet_of
from apps.combat import tracking
from apps.combat.dragon import turns as stored
from apps.combat.dragon.fight.groups import are_alike
from apps.combat.models import Combatant, CombatantKey, Declaration, Fight
from apps.rules.dragon.combat.picks import default_pick
from apps.rules.dragon.lists import primary_of
from apps.table import exchanges
from apps.table.keys import SpanKey
from apps.table.models import Ask, Exchange
from apps.table.sure import sure
from apps.table.turn import Turn

PICKS, DICE = "picks", "dice"
"""What a fight's `phase` is before the rounds of a turn."""
OPEN, QUIETLY, OF_GM, LATE_OF_GM = "dragon.pick", "dragon.pick-secret", "dragon.pick-gm", "dragon.pick-late"
OF_PLAYERS, OF_GMS = (OPEN, QUIETLY), (OF_GM, LATE_OF_GM)
KINDS = (*OF_PLAYERS, *OF_GMS)


@dataclass(frozen=True)
class Picking:
    """A player's pick is waited for."""

    turn: SpanKey
    combatant: CombatantKey


@dataclass(frozen=True)
class GmPicking:
    """The GM's picks are waited for, as those of one person, whomever he moves (dragon.speed-choice)."""

    turn: SpanKey


# whose


def able(fight: Fight) -> list[Combatant]:
    """Those who pick: whoever has fallen does not."""
    return [one for one in stored.fighters_of(fight) if not stored.is_down(one)]


def has_player(one: Combatant) -> bool:
    return one.character.seat_id is not None


def pick_of(one: Combatant) -> Declaration | None:
    return tracking.declaration_of(one.fight, one)


def has_rolled(one: Combatant) -> bool:
    """Whether speed dice have fallen for them in this turn."""
    found = pick_of(one)
    return found is not None and "faces" in found.plan


def of_the_gm(fight: Fight) -> list[Combatant]:
    """For whom the GM picks: all of his while speeds are picked, in mid-turn those who have no pick."""
    mine = [one for one in able(fight) if not has_player(one)]
    return mine if fight.phase == PICKS else [one for one in mine if pick_of(one) is None]


def usual(one: Combatant) -> str:
    """What is picked for somebody about whom nothing is said."""
    return default_pick({stat.key: stat.value or 0 for stat in sheet_of(one.character).primaries})


def seal(turn: Turn, one: Combatant, speed: str, secret: bool = True, typed: Sequence[int] = ()) -> None:
    """Writes a pick, or another one in its place; `typed` are the faces of real dice that were thrown for it."""
    plan: dict[str, Any] = {"speed": primary_of(speed).id, **({"typed": list(typed)} if typed else {})}
    if held := pick_of(one):
        turn.change(held, plan=plan, shown=not secret)
    else:
        turn.create(Declaration, combatant=one, turn=one.fight.turn, plan=plan, shown=not secret)


def typed_for(one: Combatant) -> list[int]:
    """The faces of real dice that lie sealed with their pick."""
    held = pick_of(one)
    return list(held.plan.get("typed", ())) if held and not has_rolled(one) else []


def roll(turn: Turn, one: Combatant, faces: Sequence[int], phases: Sequence[int]) -> None:
    """Lays a pick open, with the dice that fell for it and the phases that they give."""
    held = sure(pick_of(one))
    turn.change(held, plan={**held.plan, "faces": list(faces), "phases": list(phases)}, shown=True)


def set_speed(turn: Turn, one: Combatant, speed: str) -> None:
    """Another speed by the GM's hand, in mid-turn."""
    if held := pick_of(one):
        turn.change(held, plan={**held.plan, "speed": primary_of(speed).id})
    else:
        seal(turn, one, speed, secret=False)


def phases_of(one: Combatant) -> tuple[int, ...]:
    """The phases that their dice gave in this turn."""
    held = pick_of(one)
    return tuple(held.plan.get("phases", ())) if held else ()


def kin_of(one: Combatant) -> Declaration | None:
    """The pick of somebody of the same kind for whom dice have fallen."""
    others = (other for other in stored.fighters_of(one.fight) if other != one and has_rolled(other))
    return next((pick_of(other) for other in others if are_alike(one, other)), None)


# what waits


def waiting(fight: Fight, *kinds: str) -> list[Ask]:
    """The picks that are still waited for."""
    found = exchanges.open_exchanges(fight.desk, *(kinds or KINDS))
    return [ask for one in found for ask in exchanges.asks_of(one)]


def of_this_turn(fight: Fight, *kinds: str) -> list[Exchange]:
    """What was asked in this turn, answered or not, the newest first."""
    found = [one for kind in kinds for one in fight.desk.all(Exchange, kind=kind)]
    return sorted((one for one in found if one.state["turn"] == fight.turn_id), key=lambda one: -one.pk)


def ask_for(one: Combatant) -> Ask | None:
    """What was asked of whoever picks for them in this turn."""
    if has_player(one):
        mine = (row for row in of_this_turn(one.fight, *OF_PLAYERS) if row.state["combatant"] == one.pk)
        found = next(mine, None)
    else:
        found = next(iter(of_this_turn(one.fight, *OF_GMS)), None)
    return next(iter(one.desk.all(Ask, exchange=found)), None) if found else None
