"""An attack that waits for its answer: telling of it, and asking its target."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from apps.characters.models import Character
from apps.checks import versus
from apps.combat import gaps, tracking
from apps.combat.dragon import turns as stored
from apps.combat.dragon.attacks import guards, landing, told
from apps.combat.dragon.attacks.strike import OPEN, QUIETLY, Facts, Sides, open_attacks, sides_of
from apps.combat.dragon.cutting_in import triggers
from apps.combat.dragon.phases import going_on, spending
from apps.combat.ending import falls_with_a_fight
from apps.combat.models import Combatant, Fight
from apps.rules.refusal import Refused
from apps.table import exchanges
from apps.table.desk import Desk
from apps.table.models import Event, Exchange, Span
from apps.table.spans import ends_with_span
from apps.table.turn import Turn

MADE, LOST = "dragon.attacked", "dragon.attack-lost"


def strike_facts(sides: Sides) -> Facts:
    """What is told of an attack before it is answered: its dice only where they are seen before the answer."""
    strike = sides.strike
    seen = sides.options.defence_after_attack_roll
    return {
        "target": sides.target.character.name,
        "weapon": strike.arms.name,
        "distance": strike.distance if strike.arms.is_ranged else None,
        "cover": strike.cover,
        "dice": strike.chosen.dice if strike.of else None,
        "attack": strike.side(sides.options) if seen else None,
    }


def tell_made(turn: Turn, attacker: Combatant, strikes: Sequence[Sides], more: Facts, kind: str = MADE) -> Event:
    """That somebody attacks, and what it costs; of split dice all that is done with them. How far it was is known from
    now on."""
    for one in strikes:
        if one.strike.distance is not None:
            gaps.note(turn, attacker, one.target, one.strike.distance)
    full = {"attacker": attacker.character.name, "strikes": [strike_facts(one) for one in strikes], **more}
    full["round"] = stored.round_of(attacker.fight).number
    targets = [one.target for one in strikes]
    if targets and told.is_secret(targets) and not more.get("rolls"):
        spending.note_unseen(turn, attacker)
    return told.tell(turn, kind, full, attacker, targets, lambda facts, to: _cut(facts, to, attacker, strikes))


def _cut(full: Facts, to: told.Knows, attacker: Combatant, strikes: Sequence[Sides]) -> Facts:
    numbers = to.numbers(attacker)
    known = [
        facts
        | {"target": to.name(one.target), "weapon": to.arms(one), "attack": told.side(facts["attack"], numbers)}
        | ({} if numbers else {"dice": None})
        for facts, one in zip(full["strikes"], strikes, strict=True)
        if not one.target.character.hidden or one.target.character == to.owner
    ]
    less = full | {"attacker": to.name(attacker), "strikes": known}
    less |= {} if numbers else {"of": None}
    return less if to.phases(attacker) else less | {"paid": None, "kept": None}


def await_answer(turn: Turn, sides: Sides, by: Event) -> None:
    """Asks the target's owner; whoever lies on the ground is asked nothing, and the attack lands at once. One that was
    held for a trigger is asked for inside the attack that it breaks into."""
    if stored.is_down(sides.target):
        landing.land(turn, sides, landing.Answer(guards.NOTHING, "Has fallen"))
        return
    secret = sides.attacker.character.hidden or sides.target.character.hidden
    inside = triggers.interrupted_by(sides.attacker) if sides.strike.interrupts else None
    exchange = exchanges.open_exchange(turn, QUIETLY if secret else OPEN, sides.strike, by, inside)
    exchanges.ask(turn, exchange, versus.whom_to_ask(sides.target.character), _asked(sides))


def _asked(sides: Sides) -> Facts:
    target: Character = sides.target.character
    return {
        "who": target.name,
        "character_id": target.public_id,
        "by": versus.openly(sides.attacker.character),
        "weapon": told.Knows().arms(sides),
    }


def then_goes_on(turn: Turn, fight: Fight) -> None:
    """The turn goes on once the Death Check of whoever fell is asked for, which comes before it."""
    turn.later(lambda: going_on.go_on(turn, fight))


# what it waits for, and what ends it without an answer


def why_wait(exchange: Exchange) -> Refused | None:
    """Why an attack cannot be answered yet: one that breaks into it goes first. Nobody waits for somebody hidden."""
    if all(one.kind != OPEN for one in exchanges.inside_of(exchange)):
        return triggers.why_wait(exchange)
    return Refused("interrupted", "An attack breaks in before this one: that is answered first.", "ask")


def cut_off(turn: Turn, sides: Sides) -> None:
    """Whoever fell by an attack that was held for a trigger attacks no more (dragon.conditional-hold)."""
    if not (sides.strike.interrupts and stored.is_down(sides.target)):
        return
    for one in open_attacks(turn.desk):
        lost = sides_of(turn.desk, exchanges.state_of(one))
        if lost is not None and lost.attacker == sides.target:
            tell_lost(turn, lost)
            exchanges.close(turn, one)


def tell_lost(turn: Turn, lost: Sides) -> Event:
    full = {"attacker": lost.attacker.character.name, "target": lost.target.character.name}
    return told.tell(
        turn, LOST, full, lost.attacker, [lost.target], lambda facts, to: told.named(to, lost.attacker, lost.target)
    )


@falls_with_a_fight("dragon")
def attacks_that_wait(desk: Desk) -> list[str]:
    """No rule says what becomes of an attack that is not answered when the fight ends."""
    waiting = (sides_of(desk, exchanges.state_of(one)) for one in open_attacks(desk))
    return [
        f"{one.attacker.character.name}’s attack on {one.target.character.name} still waits for its answer: it comes "
        "to nothing."
        for one in waiting
        if one is not None
    ]


@ends_with_span(tracking.KIND, game="dragon")
def attacks_end(turn: Turn, span: Span) -> list[dict[str, Any]]:
    """With the fight nobody is waited for any more."""
    for one in open_attacks(turn.desk):
        exchanges.close(turn, one)
    return []
