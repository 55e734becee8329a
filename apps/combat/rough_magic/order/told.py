"""How steps of the order are told: all of it to the GMs, to the others what they may know."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from apps.combat.gathering import names, seen
from apps.combat.models import Combatant, Fight
from apps.combat.rough_magic.order import stored, surroundings
from apps.combat.rough_magic.order.stepping import Step
from apps.table.models import Event
from apps.table.sure import sure
from apps.table.telling import tell_both
from apps.table.turn import Turn

Facts = dict[str, Any]


def stand(fight: Fight) -> Facts:
    """Where the fight stands, which everybody may know."""
    return {"round": sure(fight.turn).number, "over": fight.phase == stored.SURROUNDINGS}


def of_step(step: Step, those: Iterable[Combatant]) -> Facts:
    """What a step brought about, as far as it is about `those`."""
    known = list(those)
    who = {one.pk: one.character.name for one in known}
    return {
        "now": _name(step.now, known),
        "paid": [who[one.pk] for one in step.paid if one in known],
        "lapsed": [who[one.pk] for one in step.lapsed if one in known],
        "ended": [{"who": who[key], "names": told} for key, told in step.ended.items() if key in who],
        "gone": [f"{one['name']}, {one['character']}" for one in step.over],
        "back": step.back and _name(step.now, known) != "",
        "new_round": step.new_round,
    }


def _name(one: Combatant | None, known: list[Combatant]) -> str:
    return one.character.name if one in known and one is not None else ""


def step(turn: Turn, kind: str, fight: Fight, step: Step, full: Facts, public: Facts | None) -> Event:
    """Tells an act that has taken the order on. `public` None: only the GMs hear of it."""
    everybody = stored.everybody(fight)
    facts = stand(fight)
    movers = surroundings.movers(fight) if facts["over"] and step.now is None else []
    moves, shown = surroundings.lines(movers), surroundings.lines([one for one in movers if not one.hidden])
    told = {**facts, **of_step(step, everybody), "moves": moves, **full}
    less = None if public is None else {**facts, **of_step(step, seen(everybody)), "moves": shown, **public}
    return tell_both(turn, kind, told, less)


def order(fight: Fight, *, public: bool) -> list[str]:
    """The names in their order."""
    placed = stored.ordered(fight)
    return names(seen(placed) if public else placed)
