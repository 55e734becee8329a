"""What other parts ask of a fight, and what they are told: whose place it is, tasks that are done, who goes down."""

from __future__ import annotations

from apps.characters.models import Character
from apps.characters.rough_magic import endurance, lasting
from apps.checks.rough_magic import acting
from apps.combat import tracking
from apps.combat.rough_magic.order import stored, turns_of
from apps.rules.rough_magic.combat.turns import Place
from apps.rules.rough_magic.endurance import Damage
from apps.table.desk import Desk
from apps.table.sure import sure
from apps.table.turn import Turn


@lasting.tells_the_place
def place_now(desk: Desk) -> lasting.Place | None:
    """Whose own place it is, also while somebody breaks in; the last one's while the surroundings move."""
    fight = tracking.fight_of(desk.table)
    rows = stored.ordered(fight) if fight else []
    if fight is None or not rows:
        return None
    at = min(max(stored.play_of(fight).at, 0), len(rows) - 1)
    order = tuple(one.character.public_id for one in rows)
    return lasting.Place(order[at], sure(fight.turn).number, order)


@acting.when_acting
def counts(turn: Turn, character: Character, kind: acting.Kind) -> None:
    """A task or a free act of the turn is done (rough_magic.turn-actions)."""
    turns_of.uses(turn, character, kind)


@acting.tells_cost
def cost(character: Character, kind: acting.Kind) -> str:
    """What it takes of the turn that somebody has now; of a player's character why it is refused them now."""
    one = tracking.fighting(character)
    if one is None:
        return ""
    if no := turns_of.why_not(one, kind, stored.options_of(one.fight)):
        return no.text if character.seat_id else ""
    return "It takes the task of your turn." if kind == "task" else "It is a free act of your turn."


@endurance.follows_harm
def wipes(turn: Turn, character: Character, before: Damage, after: Damage) -> None:
    """Whoever goes down holds and owes nothing any more (rough_magic.turn-engine)."""
    fight = tracking.fight_of(turn.table)
    place = stored.fighter_of(fight, character) if fight else None
    if fight is not None and place is not None and place.away:
        one = sure(tracking.combatant_of(fight, character))
        stored.keep_debts(turn, fight, one, Place(place.name, forced=place.forced, away=True))
