"""Turns as rows: whatever the rules make of one is read again as it was written, in turns that are played at random."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest

from apps.characters.rows import make_character
from apps.combat import tracking
from apps.combat.dragon import turns as stored
from apps.combat.models import Combatant, Declaration, Fight
from apps.rules.dragon.checks import Pool
from apps.rules.dragon.combat import turns as rules
from apps.rules.dragon.combat.prices import Price
from apps.rules.dragon.combat.turns import Share, State
from apps.rules.refusal import Refused
from apps.table.turn import Turn
from tests.combat.wounded import a_turn_of
from tests.desks import differs_from_fresh
from tests.people import open_a_table, sit_down

SPEEDS = ("body", "reflexes", "mind", "social", "tao")
ACTS = ("Accuracy", "Charisma", "Yang")


@pytest.fixture
def gm(db: None) -> Any:
    return sit_down(open_a_table(), "Director", "gm", "gm")


def begun(turn: Turn, chance: random.Random) -> Fight:
    """Three against three, each with a speed and phases of their own, at the start of a turn."""
    fight = tracking.start(turn, "good")
    stored.begin_round(turn, fight)
    for number in range(6):
        character = make_character(turn, name=f"Somebody {number}", sheet="dragon", role="extra", hidden=False)
        (combatant,) = tracking.join(turn, fight, [character])
        turn.change(combatant, side="good" if number < 3 else "bad")
        picks(turn, combatant, chance)
    return fight


def picks(turn: Turn, combatant: Combatant, chance: random.Random) -> None:
    plan = {"speed": chance.choice(SPEEDS)}
    turn.create(Declaration, combatant=combatant, turn=combatant.fight.turn, plan=plan)
    stored.deal(turn, combatant, sorted(chance.sample(range(1, 11), chance.randint(1, 5))))


def paid(price: Price | Refused, later: tuple[int, ...]) -> tuple[int, ...]:
    return price.suggested(later) if isinstance(price, Price) else ()


def acts(state: State, id: str, chance: random.Random) -> State:
    rolls = [chance.choice(ACTS)]
    return rules.act(state, id, rolls=rolls, pay=paid(rules.own_price(state, id, rolls), later(state, id)))


def defends(state: State, id: str, chance: random.Random) -> State:
    pay = paid(rules.defence_price(state, id, ["Dexterity"]), later(state, id))
    return rules.defend(state, id, rolls=["Dexterity"], pay=pay)


def later(state: State, id: str) -> tuple[int, ...]:
    return state.fighter(id).later(state.at.round)


MOVES: tuple[Callable[[State, str, random.Random], State], ...] = (
    acts,
    defends,
    lambda state, id, chance: rules.wait(state, id),
    lambda state, id, chance: rules.hold(state, id),
    lambda state, id, chance: rules.hold(state, id, "she runs", "shoot"),
    lambda state, id, chance: rules.break_in(state, id),
    lambda state, id, chance: rules.pass_by(state, id),
    lambda state, id, chance: rules.decline(state, id),
    lambda state, id, chance: rules.reserve(state, id, Share("dodge", Pool(2, 6))),
    lambda state, id, chance: rules.take_share(state, id)[0],
    lambda state, id, chance: rules.offer(state, id, chance.choice(state.fighters).id),
    lambda state, id, chance: rules.falls(state, id),
    lambda state, id, chance: rules.rises(state, id),
)


def moved(state: State, chance: random.Random) -> State | None:
    """The turn after something that somebody may do in it, or at the next part; None at its end."""
    for move in chance.sample(MOVES, 6):
        try:
            after = move(state, chance.choice(state.fighters).id, chance)
        except Refused:
            continue
        if after != state:
            return after
    closed = rules.close(state)
    return None if closed.over else closed.state


@pytest.mark.parametrize("seed", range(6))
def test_what_is_written_is_read_again(gm: Any, seed: int) -> None:
    chance, kept = random.Random(seed), []

    def plays(turn: Turn) -> None:
        fight = begun(turn, chance)
        while after := moved(stored.state_of(fight), chance):
            stored.write(turn, fight, after)
            assert stored.state_of(fight) == after
            kept.append(after)

    a_turn_of(gm, plays)
    assert {one.at.round for one in kept} == set(range(1, 11))
    assert differs_from_fresh(gm.table) == []


def test_a_held_phase_goes_with_its_fighter_into_the_next_turn(gm: Any) -> None:
    def plays(turn: Turn) -> None:
        chance = random.Random(1)
        fight = begun(turn, chance)
        before = stored.state_of(fight)
        one = next(one for one in before.fighters if one.side == "good" and one.has(before.fighters[0].phases[0].round))
        while not stored.state_of(fight).fighter(one.id).has(stored.state_of(fight).at.round):
            stored.write(turn, fight, rules.close(stored.state_of(fight)).state)
        stored.write(turn, fight, rules.hold(stored.state_of(fight), one.id, "a door opens", "shoot"))
        tracking.new_turn(turn, fight, "good")
        stored.begin_round(turn, fight)
        held = stored.state_of(fight).fighter(one.id)
        assert (held.phases, held.acted) == ((), False)
        assert held.kept is not None
        assert (held.kept.trigger, held.kept.carried, held.kept.category) == ("a door opens", True, one.category)

    a_turn_of(gm, plays)
