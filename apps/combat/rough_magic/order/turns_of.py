"""Whose turn it is, also inside another's, and what they have done with it (rough_magic.turn-actions)."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from apps.characters.models import Character
from apps.characters.rough_magic.endurance import is_down
from apps.checks.rough_magic import waiting
from apps.combat import tracking
from apps.combat.models import Combatant, Fight
from apps.combat.rough_magic.order import provoked
from apps.rules.refusal import Refused
from apps.rules.rough_magic.combat.actions import HALF, OTHER_HALF, turn_actions
from apps.rules.rough_magic.options import Options
from apps.table.sure import sure
from apps.table.turn import Turn

INNER = "breaks-in"
"""The tally of a round that says how deep inside other turns somebody's held turn runs; 0 when it is over."""
USED = {"movement": "move", HALF: "half", OTHER_HALF: "other-half", "task": "task", "free": "free"}
"""What is counted of a turn, by the words of the rules: tallies of the round, set back when a turn comes."""
TOO_OFTEN = {
    "task": "{} has had the task of this turn already: one task, one movement.",
    "movement": "{} has moved in this turn already: one movement, one task.",
    "free": "{} has had as many free acts as this table allows in a turn. More are the {}’s word.",
}


def deep(one: Combatant) -> int:
    """How deep inside others' turns their held turn runs; 0 where none does."""
    return tracking.tallies_of(one, one.fight.turn).get(INNER, 0)


def breaking_in(fight: Fight) -> list[Combatant]:
    """Those whose held turn runs inside another, the outermost first."""
    return sorted(filter(deep, tracking.still_in(fight)), key=deep)


def on_turn(fight: Fight) -> Combatant | None:
    """Who acts now: whoever broke in last, else whose place it is."""
    inner = breaking_in(fight)
    return inner[-1] if inner else at_place(fight)


def outside_of(one: Combatant) -> Combatant | None:
    """Whose turn it interrupts; None where it runs inside nobody's, at the end of a round."""
    inner = breaking_in(one.fight)
    if inner.index(one):
        return inner[inner.index(one) - 1]
    return at_place(one.fight)


def at_place(fight: Fight) -> Combatant | None:
    """Whose own place is on, also while somebody breaks in."""
    return next((one for one in tracking.still_in(fight) if one.state == "acting" and one.place is not None), None)


def has_turn(one: Combatant) -> bool:
    """Whether it is their turn now."""
    return on_turn(one.fight) == one


def is_interrupted(one: Combatant) -> bool:
    """Whether somebody broke into their turn, which goes on afterwards."""
    inner = breaking_in(one.fight)
    return bool(inner) and one != inner[-1] and one in (at_place(one.fight), *inner)


def answers_with_task(one: Combatant) -> bool:
    """Whether a defence is the task of the turn that they have: it is no other where somebody broke in, as long as
    the task is not done."""
    return has_turn(one) or (is_interrupted(one) and "task" not in used(one))


def used(one: Combatant) -> tuple[str, ...]:
    """What they have done in the turn that they have or had last, in the words of the rules."""
    counted = tracking.tallies_of(one, one.fight.turn)
    return tuple(word for word, key in USED.items() for _ in range(counted.get(key, 0)))


def begins(turn: Turn, one: Combatant) -> None:
    """A turn of theirs begins: nothing of it is used yet."""
    counted = tracking.tallies_of(one, one.fight.turn)
    for key in USED.values():
        if counted.get(key):
            tracking.set_tally(turn, one, sure(one.fight.turn), key, 0)


def why_nothing(one: Combatant) -> Refused | None:
    """Why somebody does nothing with the turn that they have; None if they may (rough_magic.exhausted)."""
    beaten = f"{one.character.name} is defeated and does nothing."
    return Refused("defeated", beaten, "character") if is_down(one.character) else None


def why_not(one: Combatant, act: str, options: Options, gm: str = "GM", besides: Sequence[str] = ()) -> Refused | None:
    """Why somebody may not do such an act now, in words for them; None if they may. `besides`: what goes with it."""
    if not has_turn(one):
        return Refused("not-your-turn", f"It is not {one.character.name}’s turn.", "character")
    return why_nothing(one) or _why_too_often(one, act, options, gm, besides)


def why_no_task(one: Combatant, options: Options) -> Refused | None:
    """Why the task of the turn that somebody has, interrupted or not, is no answer to an attack; None if it is."""
    return why_nothing(one) or _why_too_often(one, "task", options)


def _why_too_often(
    one: Combatant, act: str, options: Options, gm: str = "GM", besides: Sequence[str] = ()
) -> Refused | None:
    if turn_actions(used=(*used(one), *besides), wanted=act, options=options).legal:
        return None
    words = TOO_OFTEN.get(act, TOO_OFTEN["movement"])
    return Refused("used", words.format(one.character.name, gm), "character")


def uses(turn: Turn, character: Character, act: str, *, struck: Collection[Character] = ()) -> None:
    """Counts such an act of somebody's turn. Outside a fight that is nothing; refuses players as `why_not`, the
    taunted a task that strikes others than their taunter, and everybody's task while somebody waits before it."""
    one = tracking.fighting(character)
    if one is None:
        return
    options = Options.from_switches(one.fight.span.options)
    if not turn.viewer.is_gm and (no := why_not(one, act, options, turn.viewer.game.gm)):
        raise no
    if act == "task":
        if no := provoked.why_not(turn.viewer, character, struck):
            raise no
        waiting.hold_up(turn, character)
    count(turn, one, act)


def count(turn: Turn, one: Combatant, act: str) -> None:
    """Counts an act of somebody's turn, asking nothing."""
    tracking.raise_tally(turn, one, sure(one.fight.turn), USED[act])
