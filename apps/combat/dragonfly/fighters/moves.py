"""Whose move it is (dragonfly.turn): who may act now, who has acted, and who comes next."""

from __future__ import annotations

from typing import Any, Literal

from apps.characters.dragonfly.points import fights_tell
from apps.characters.models import Character
from apps.combat import tracking
from apps.combat.dragonfly.fighters.standing import Standing, standing_of
from apps.combat.dragonfly.fighters.states import state_of
from apps.combat.gathering import seen
from apps.combat.models import Combatant, Declaration, Fight, Tally
from apps.rules.dragonfly.combat import turns
from apps.rules.parts import total_of
from apps.rules.refusal import Refused
from apps.table.turn import Turn
from apps.table.viewer import Viewer

AIM, UNDEFENDED = "aim", "undefended"
STARTLED_BY = tracking.holds_key("startled-by", "combat.combatant")
AIM_BONUS = "aim-bonus"
"""What an aim that was rolled adds to its shot."""
ACTING_PHASES = ("actions", "aimed-shots")
Own = Literal["attack", "other", "done"]


def options_of(viewer: Viewer, fight: Fight) -> Any:
    """The switches by which this Turn is played: those that it began with."""
    return viewer.game.options(fight.turn.options) if fight.turn else viewer.options


def options_for(viewer: Viewer, character: Character) -> Any:
    """The switches that count for this character now: in a fight those that the Turn began with."""
    found = tracking.fighting(character)
    return options_of(viewer, found.fight) if found else viewer.options


@fights_tell
def drama_clock(character: Character, viewer: Viewer) -> tuple[bool, Any] | None:
    """Of a combatant: whether Intentions run, when Drama Points are announced (dragonfly.drama-points)."""
    found = tracking.fighting(character)
    if found is None:
        return None
    return found.fight.phase == "intentions", options_of(viewer, found.fight)


# who may act now


def why_not_now(viewer: Viewer, standing: Standing, act: Own = "other") -> Refused | None:
    """Why this seat's combatant cannot act now, or None if it can. A GM is never locked out: see `advice`."""
    return None if viewer.is_gm else advice(viewer, standing, act)


def why_unfit(character: Character) -> Refused | None:
    """Why they can do nothing at all: dead or unconscious (dragonfly.consciousness-test). None for the others."""
    state = state_of(character)
    if state.can_act:
        return None
    return Refused("cannot-act", f"{character.name} is {'dead' if state.dead else 'unconscious'} and cannot act.")


def advice(viewer: Viewer, standing: Standing, act: Own = "other") -> Refused | None:
    """What speaks against acting now: the phase, whose move it is, the Director's word, the state of the actor.

    Whoever is only "done" needs no word of the Director's.
    """
    name, gm = standing.character.name, viewer.game.gm
    if standing.combatant.state == "out":
        return Refused("not-fighting", f"{name} is not in the fight any more. The {gm} can bring them back.")
    if no := why_unfit(standing.character):
        return no
    if standing.fight.phase not in ACTING_PHASES:
        return Refused("not-yet", _not_yet(standing.fight.phase))
    if standing.combatant.state == "acted":
        return Refused("acted", f"{name} has acted already in this Turn.")
    if standing.combatant.state != "acting":
        return Refused("not-your-move", f"It is not {name}’s move yet. The list says who comes before.")
    return None if act == "done" else _of_the_verdict(standing, gm)


def _not_yet(phase: str) -> str:
    return {
        "intentions": "Intentions are still being declared: what was declared is rolled afterwards.",
        "initiative": "The order of acting is not settled yet: initiative comes first.",
    }.get(phase, "The Turn is over: wait for the next one.")


def _of_the_verdict(standing: Standing, gm: str) -> Refused | None:
    declared = standing.declaration
    if declared is None:
        return None
    if declared.verdict == "no":
        return Refused("refused", f"The {gm} said no to what was declared. Agree on something else first.")
    if goes_on(declared):
        return Refused("longer", f"This takes {declared.turns_left} Turns from now on: it is not finished in this one.")
    return None


def goes_on(declared: Declaration) -> bool:
    """Whether the Director said that it takes longer than this Turn (dragonfly.intentions)."""
    return declared.verdict == "longer" and declared.turns_left > 1


def undefended(standing: Standing) -> bool:
    """Whether the GM has marked that this target cannot defend in this Turn."""
    return bool(standing.tallies.get(UNDEFENDED))


def own_left(standing: Standing, options: Any) -> bool:
    """Whether an attack or another act of one's own still fits into the Turn (dragonfly.additional-actions).

    Where nothing was declared there is the one action, for whatever it is.
    """
    if standing.declaration is None and not options.free_use_of_additional_actions:
        return not _made(standing)
    return standing.why_no_attack(options) is None or standing.why_not_more("other", options) is None


def may_attack(standing: Standing, options: Any) -> bool:
    """Whether an attack of one's own still fits into the Turn."""
    if standing.declaration is None and not _made(standing):
        return True
    return standing.why_no_attack(options) is None


def why_not_other(standing: Standing, options: Any) -> Refused | None:
    """Why no act but an attack fits into the Turn any more, or None if one does."""
    if standing.declaration is None and not _made(standing):
        return None
    return standing.why_not_more("other", options)


def penalty(standing: Standing, act: turns.Act, options: Any) -> int:
    """What the next act of this sort takes off its total (dragonfly.extra-action-penalty); 0 for the free one."""
    return total_of(turns.additional_part(standing.additional(act, options)))


def _made(standing: Standing) -> int:
    return standing.done.attacks + standing.done.others


# who has acted, and who comes next


def acted(turn: Turn, standing: Standing) -> None:
    """An act of one's own was made and counted. Whoever has none left has acted, and the next one is up."""
    combatant = standing.combatant
    now = standing_of(combatant)
    if combatant.state in {"acting", "waiting"} and not own_left(now, options_of(turn.viewer, now.fight)):
        finish(turn, combatant)


def finish(turn: Turn, combatant: Combatant) -> list[Combatant]:
    """This combatant has acted; returns who acts now instead, if nobody else is still acting."""
    turn.change(combatant, state="acted")
    return go_on(turn, combatant.fight)


def go_on(turn: Turn, fight: Fight) -> list[Combatant]:
    """While actions run and nobody is acting, whoever comes next is up. The Turn's end waits for the GM.

    Somebody hidden holds nobody up: they are up beside whoever comes after them, so that the others cannot tell.
    """
    if fight.phase not in ACTING_PHASES:
        return []
    acting = up_now(fight)
    phase, group = up_next(fight)
    if seen(acting) or (acting and not seen(group)):
        return []
    if group:
        turn.change(fight, phase=phase)
    for one in group:
        turn.change(one, state="acting")
    return group


def up_now(fight: Fight) -> list[Combatant]:
    """Those who are acting."""
    return [one for one in tracking.combatants_of(fight) if one.state == "acting"]


def up_next(fight: Fight) -> tuple[str, list[Combatant]]:
    """The phase and who acts in it next, those of one place together; nobody where the Turn is over."""
    waiting = [one for one in tracking.combatants_of(fight) if one.state == "waiting"]
    able, aiming = [one for one in waiting if state_of(one.character).can_act], _aiming(fight)
    later = [one for one in able if one.pk in aiming]
    order = [*(one for one in able if one not in later), *later]
    if not order:
        return "end-of-turn", []
    first = next(iter(seen(order)), order[0])
    return ("aimed-shots" if first in seen(later) else fight.phase), _together(order, first, aiming)


def _together(order: list[Combatant], first: Combatant, aiming: frozenset[int]) -> list[Combatant]:
    """The first of whom all know, those of the same place and sort, the hidden ones before them, and with the last of
    whom all know the hidden ones after them."""
    before, after = order[: order.index(first)], order[order.index(first) + 1 :]
    alike = [
        one
        for one in after
        if first.place is not None and one.place == first.place and (one.pk in aiming) == (first.pk in aiming)
    ]
    last = not any(one not in alike for one in seen(after))
    return [*before, first, *(after if last else alike)]


def _aiming(fight: Fight) -> frozenset[int]:
    """The keys of the combatants who take aim in this Turn: see `aims`."""
    declared = fight.desk.all(Declaration, turn=fight.turn, shown=True)
    marked = fight.desk.all(Tally, span=fight.turn, key=AIM)
    return frozenset(
        [one.combatant_id for one in declared if one.plan.get(AIM)] + [one.combatant_id for one in marked if one.value]
    )


def would_be_done(fight: Fight) -> list[Combatant]:
    """Who has acted when the GM takes the fight on: the hidden ones only where nobody else comes."""
    acting = up_now(fight)
    _, group = up_next(fight)
    return seen(acting) if seen(group) else acting


def aims(standing: Standing) -> bool:
    """Whether they take aim in this Turn and so shoot after everybody else (dragonfly.aiming), as all may know it."""
    declared = standing.declaration
    return bool(declared and declared.shown and declared.plan.get(AIM)) or bool(standing.tallies.get(AIM))
