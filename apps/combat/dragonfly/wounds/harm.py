"""What being hurt leads to: tests that come due by themselves, who falls, and the Director's last word."""

from __future__ import annotations

from dataclasses import dataclass, replace

from apps.characters.dragonfly import life
from apps.characters.dragonfly.sheet import sheet_of
from apps.characters.models import Character, CharacterKey
from apps.combat.dragonfly.fighters import moves, questions
from apps.combat.dragonfly.fighters.states import State, set_state, state_of
from apps.combat.dragonfly.wounds.enduring import ask_for
from apps.combat.dragonfly.wounds.falling import fell, healers_may_try
from apps.rules.dragonfly import checks
from apps.rules.dragonfly.combat import injury
from apps.table import exchanges
from apps.table.turn import Turn

# harm, and what follows from it


def hurt(turn: Turn, character: Character, ordinary: int, fire: int = 0) -> life.Change:
    """Does damage; the tests that come due are asked for once the act has told its event. Inside the hold."""
    sheet = sheet_of(character)
    return life.set_damage(turn, character, sheet.ordinary_damage + ordinary, sheet.fire_damage + fire)


@life.follows_harm
def what_follows(turn: Turn, character: Character, change: life.Change) -> None:
    """Asks for what has come due with a change of Life Points, and ends what no longer is."""
    before, after = change.life_points
    state, sheet = state_of(character), sheet_of(character)
    if before == after or state.dead:
        return
    if not sheet.is_full:
        _supporting(turn, character, state, before, after)
    else:
        _tested(turn, character, state, before, after)
    if not injury.may_wake(life_points=after):
        questions.call_off(turn, character, questions.WAKING)
    elif before <= injury.DOWN:
        _risen(turn, character)


def _tested(turn: Turn, character: Character, state: State, before: int, after: int) -> None:
    due = injury.due_after_change(
        before=before, after=after, tests=state.survival_tests, stabilised=bool(state.stable), conscious=state.can_act
    )
    _count_on(turn, character, state, due)
    if after > injury.DYING and _no_survival(turn, character):
        due = replace(due, consciousness=state.can_act)
    if after > injury.DOWN:
        questions.call_off(turn, character, questions.CONSCIOUSNESS)
        due = replace(due, consciousness=False)
    ask_for(turn, character, due)


def _no_survival(turn: Turn, character: Character) -> bool:
    """Calls off a Survival Test that waits; whether a Consciousness Test was to follow it."""
    waiting = questions.open_about(character, questions.SURVIVAL)
    questions.call_off(turn, character, questions.SURVIVAL)
    return any(exchanges.state_of(one).then for one in waiting)


def _count_on(turn: Turn, character: Character, state: State, due: injury.Due) -> None:
    anew = due.tests == 0
    set_state(
        turn,
        character,
        survival_tests=due.tests,
        stable=int(due.stabilised),
        turns_since_test=0 if anew else state.turns_since_test,
    )
    if anew:
        healers_may_try(turn, character)


def _supporting(turn: Turn, character: Character, state: State, before: int, after: int) -> None:
    """Nobody of the Supporting Cast tests: they fall, or the Director says (supporting-cast-down-at-zero)."""
    down = checks.supporting_cast_down(life_points=after, options=moves.options_for(turn.viewer, character))
    if down is False:
        questions.call_off(turn, character, questions.DOWN)
    elif after < before and state.can_act:
        if down:
            fell(turn, character)
        elif not questions.open_about(character, questions.DOWN):
            questions.ask_about(turn, questions.DOWN, character, About(character.pk), {}, ("gms", 0))


def _risen(turn: Turn, character: Character) -> None:
    """Above 0 again: whether the unconscious wake is for the Director to say."""
    unconscious = state_of(character).unconscious
    if unconscious and not questions.open_about(character, questions.WAKING):
        questions.ask_about(turn, questions.WAKING, character, About(character.pk), {}, ("gms", 0))


# Knockout and taser


# answering


# the Director's word


@dataclass(frozen=True)
class About:
    """A question to the Director about this character."""

    character: CharacterKey
