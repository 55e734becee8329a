"""The end of a Turn: what goes on by itself, in the order of dragonfly.turn."""

from __future__ import annotations

from functools import partial
from typing import Any

from apps.characters.dragonfly.sheet import sheet_of
from apps.characters.models import Character
from apps.combat import tracking
from apps.combat.dragonfly.fighters import moves, questions
from apps.combat.dragonfly.fighters.states import NONE, State, set_state, state_of
from apps.combat.dragonfly.fighters.tests_due import Facts
from apps.combat.dragonfly.wounds import burning, enduring, fear, panic
from apps.combat.models import Fight
from apps.rules.dragonfly.combat import fear as fear_rules
from apps.rules.dragonfly.combat import injury, turns
from apps.table.turn import Turn


def end_of_turn(turn: Turn, fight: Fight) -> list[Facts]:
    """Does what happens at the end of this Turn; the tests are asked for once the act has told its event.

    Returns a line for each: `character`, `step` (an id of END_STEPS, or "panic-ends"), `text`, and `hidden` for what
    only the GMs may know. Whoever is out of the fight burns and dies on all the same.
    """
    options = moves.options_of(turn.viewer, fight)
    found: list[Facts] = []
    for one in tracking.combatants_of(fight):
        if not state_of(one.character).dead:
            found += _of_one(turn, one.character, options)
    return found


def _of_one(turn: Turn, character: Character, options: Any) -> list[Facts]:
    """Fire first: what it does counts for the tests."""
    state = state_of(character)
    if state.on_fire:
        facts = burning.burn(turn, character, 1, options)
        turn.later(partial(burning.tell, turn, character, facts))
    due = _tests(turn, character, options)
    undecided = panic.call_off_for_turn(turn, character)
    retest = state.can_act and not undecided and fear.may_retest(state, options)
    if due.survival is not None or due.consciousness:
        turn.later(partial(enduring.ask_for, turn, character, due))
    if retest:
        turn.later(partial(fear.offer_retest, turn, character))
    steps = turns.end_of_turn(
        on_fire=bool(state.on_fire),
        survival=due.survival is not None,
        consciousness=due.consciousness,
        panicking=retest,
    )
    lines = [_line(character, step.id, f"{step.title}: {character.name}.") for step in steps]
    return lines + _calmed(turn, character, state, undecided)


def _line(character: Character, step: str, text: str) -> Facts:
    return {"character": character.name, "step": step, "text": text, "hidden": character.hidden}


def _tests(turn: Turn, character: Character, options: Any) -> injury.Due:
    """What has come due; the Turns between two Survival Tests are counted for whoever is dying."""
    state, sheet = state_of(character), sheet_of(character)
    dying = injury.is_dying(life_points=sheet.life_points, stabilised=bool(state.stable))
    waiting = bool(questions.open_about(character, questions.SURVIVAL))
    if sheet.is_full and dying and state.survival_tests and not waiting:
        state = set_state(turn, character, turns_since_test=state.turns_since_test + 1)
    due = injury.due_after_turn(
        life_points=sheet.life_points,
        tests=state.survival_tests,
        turns_since_test=state.turns_since_test,
        stabilised=bool(state.stable),
        conscious=state.can_act,
        supporting=not sheet.is_full,
        options=options,
    )
    return injury.Due(None, due.consciousness, due.tests, due.stabilised) if waiting else due


def _calmed(turn: Turn, character: Character, state: State, undecided: bool) -> list[Facts]:
    """Startled and Freak Out are over with their Turn, decided on or not, and so is the flight that they would end."""
    if state.panic == NONE or (fear_rules.after_turn(state.panic) != NONE and not undecided):
        return []
    panic.no_panic(turn, character)
    return [_line(character, "panic-ends", f"{panic.TITLES[state.panic]} of {character.name} is over.")]
