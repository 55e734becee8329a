"""What is done in a phase, and who may act in which part of a round."""

from itertools import product
from typing import Any

import pytest

from apps.rules import Refused
from apps.rules.dice import ScriptedDice
from apps.rules.dragon import Options
from apps.rules.dragon.combat.bonus import bonus_phase
from apps.rules.dragon.combat.holds import conditional_hold, hold
from apps.rules.dragon.combat.parts import Moment, enemy_sub_round, moment, sub_rounds
from apps.rules.dragon.combat.phases import (
    diced_actions,
    diceless_actions,
    extra_movement,
    look_around,
    phase_action,
    why_not_in_order,
)


@pytest.mark.rule("dragon.phase-action")
@pytest.mark.parametrize(
    ("order", "code"),
    [
        ([], None),
        (["look around", "Wit"], None),
        (["move 3", "attack"], None),
        (["move"], None),
        (["attack", "draw a sword"], "diceless-first"),
        (["draw a sword", "look around"], "one-diceless"),
        (["draw a sword", "attack", "look around"], "one-diceless"),
        (["attack", "seduce"], "one-diced"),
        (["move 4", "attack"], "too-far"),
    ],
)
def test_diceless_comes_before_diced_once_each(order, code):
    why = why_not_in_order(order=order, movement=3)
    assert (why and why.code) == code
    found = phase_action(order=order, movement=3)
    diced = bool(order) and order[-1] in ("Wit", "attack")
    assert (found.legal, found.phase_used) == (code is None, code is None and bool(order))
    assert found.diced_action_left == (code is not None or not diced)


@pytest.mark.rule("dragon.diceless-actions", "dragon.diced-actions")
def test_the_two_lists():
    assert diceless_actions(action="Look around").legal
    assert not diceless_actions(action="move", movement=3, hexes=4).legal
    for action in ("attack", "gain extra movement", "dodge", "parry"):
        assert not diced_actions(action=action, speed="Body").surcharge
        assert diced_actions(action=action, speed="Tao").surcharge
    assert diced_actions(action="seduce", speed="Mind").category == "Mental"
    for given in ({"action": "attack"}, {"action": "move", "hexes": 2}):
        with pytest.raises(Refused):
            diceless_actions(**given)


@pytest.mark.rule("dragon.look-around")
def test_a_look_that_is_declined_or_cannot_be_paid():
    asked: dict[str, Any] = {
        "round": 2,
        "phase_now": True,
        "later": [6],
        "speed": "Body",
        "roll": "Wit",
        "pool": 2,
        "gm": "diced",
    }
    no_dice = ScriptedDice([])
    declined = look_around(**asked, player="no", dice=no_dice)
    assert (declined.legal, declined.successes, declined.left, declined.diced_action_left) == (True, None, (6,), True)
    unpaid = look_around(**asked, dice=no_dice)
    assert (unpaid.legal, unpaid.left, unpaid.diced_action_left) == (False, (6,), True)
    assert not look_around(**asked | {"later": [], "gm": "diced"}, dice=no_dice).legal
    assert look_around(**asked | {"later": [], "gm": "free"}, dice=ScriptedDice([7, 7])).successes == 2


@pytest.mark.rule("dragon.extra-movement")
def test_each_success_carries_as_far_as_the_table_says():
    for hexes in (1, 2, 5):
        options = Options(extra_move_per_success=hexes)
        found = extra_movement(substat="Strength", pool=2, options=options, dice=ScriptedDice([7, 8]))
        assert found.extra_hexes == 2 * hexes
    with pytest.raises(Refused):
        extra_movement(substat="Wit", pool=2)


def test_what_shticks_take_off_the_target_carries_further() -> None:
    found = extra_movement(substat="Energy", pool=2, bonus=1, dice=ScriptedDice([6, 5]))
    assert (found.target, found.extra_hexes) == (6, 2)


# Parts of a round


@pytest.mark.rule("dragon.sub-rounds")
def test_good_bad_and_late():
    asked: dict[str, Any] = {
        "round": 3,
        "good": {"Ana": [3, 5], "Bo": [3], "Cy": [4]},
        "bad": {"thug": [2], "boss": [3]},
    }
    found = sub_rounds(**asked, goes_in_good=["Bo"])
    assert found.may_go_in_good == ("Ana", "Bo")
    assert (found.may_go_in_bad, found.may_go_in_late) == (("boss",), ("Ana",))
    with pytest.raises(Refused):
        sub_rounds(**asked, goes_in_good=["Cy"])


@pytest.mark.rule("dragon.sub-rounds", "dragon.turn")
def test_thirty_parts_make_a_turn():
    at, seen = Moment(1, "Good"), []
    for _ in range(30):
        seen.append(str(at))
        assert at.ends_the_turn == (str(at) == "Late 10")
        at = at.next
    assert (len(set(seen)), seen[:4], at) == (30, ["Good 1", "Bad 1", "Late 1", "Good 2"], Moment(1, "Good"))
    assert [Moment(3, part).announced for part in ("Good", "Bad", "Late")] == [
        "Good Guys in 3",
        "Bad Guys in 3",
        "Late 3",
    ]
    assert moment(" Late 10 ", "x") == Moment(10, "Late")


@pytest.mark.rule("dragon.enemy-sub-round")
def test_only_defences_and_plans_come_in_between():
    for side, part, kind, phase in product(
        ("good", "bad"), ("Good", "Bad", "Late"), ("defence", "planned reaction", "other"), (True, False)
    ):
        own = (part == "Bad") == (side == "bad")
        expected = kind == "defence" or (kind == "planned reaction" and phase) or (kind == "other" and own)
        found = enemy_sub_round(round=3, sub_round=part, side=side, kind=kind, phase_now=phase)
        assert found.legal == expected, (side, part, kind, phase)


@pytest.mark.parametrize("words", ["Good 0", "good 1", "Late 11", "Bad", "3"])
def test_words_that_are_no_part(words):
    with pytest.raises(Refused) as no:
        moment(words, "offered_in")
    assert no.value.field == "offered_in"


# Holds


@pytest.mark.rule("dragon.hold")
@pytest.mark.parametrize(
    ("other", "given_up", "next_turn", "outcome"),
    [
        ([], [], None, ((9, 10), None, (), None)),
        ([], [], [3, 4], ((9, 10), None, (1, 2), 3)),
        ([], [], [], ((9, 10), None, tuple(range(1, 11)), None)),
        ([10], [], [3], ((9,), 10, (), None)),
        ([10], [10], [1], ((9, 10), None, (), 1)),
        ([9, 10], [9], [3], ((9,), 10, (), None)),
    ],
)
def test_how_long_a_hold_lasts(other, given_up, next_turn, outcome):
    found = hold(held=8, other=other, given_up=given_up, next_turn=next_turn)
    assert (found.usable, found.lost_at_start_of) == outcome[:2]
    assert (found.usable_next_turn, found.lost_at_start_of_next_turn_round) == outcome[2:]
    short = hold(held=8, other=other, given_up=given_up, next_turn=next_turn, options=Options(hold_survives_turn=False))
    assert (short.usable, short.usable_next_turn) == (outcome[0], ())


@pytest.mark.rule("dragon.conditional-hold")
@pytest.mark.parametrize(
    ("round", "event", "legal", "left"),
    [(5, "he moves", True, False), (5, "", False, True), (4, "he moves", True, False), (3, "he moves", False, False),
     (7, "he moves", False, False)],
)  # fmt: skip
def test_breaking_in(round, event, legal, left):
    asked: dict[str, Any] = {"held": 4, "other": [7, 9], "trigger": "who moves", "act": "shoot"}
    for part in ("Good", "Bad", "Late"):
        found = conditional_hold(**asked, round=round, sub_round=part, event=event)
        assert (found.legal, found.hold_left, found.lost_at_start_of) == (legal, left, 7)
    for missing in ("trigger", "act"):
        with pytest.raises(Refused):
            conditional_hold(**asked | {missing: " "})


# Bonus phases


@pytest.mark.rule("dragon.bonus-phase")
@pytest.mark.parametrize(
    ("offered_in", "by", "acts_in", "next_turn"),
    [
        ("Good 4", "good", "Bad 4", False),
        ("Bad 4", "bad", "Late 4", False),
        ("Late 4", "good", "Bad 5", False),
        ("Late 10", "good", "Bad 1", True),
        ("Good 4", "bad", "Late 4", False),
        ("Bad 4", "good", "Bad 5", False),
    ],
)
def test_an_offer_is_for_the_other_sides_next_part(offered_in, by, acts_in, next_turn):
    found = bonus_phase(offered_in=offered_in, by=by, accepts=True)
    assert (found.acts_in, found.next_turn, found.times, found.can_hold) == (acts_in, next_turn, 1, False)
    barred = bonus_phase(offered_in=offered_in, by=by, accepts=True, options=Options(late_bonus_target="not allowed"))
    assert barred.legal == (not offered_in.startswith("Late"))


@pytest.mark.rule("dragon.bonus-phase")
@pytest.mark.parametrize(
    ("given", "legal", "times", "left"),
    [
        ({}, True, 1, (8,)),
        ({"receiver_acted": True}, False, 1, (8,)),
        ({"receiver_phases": [1, 8]}, True, 1, (8,)),
        ({"receiver_phases": [1, 8], "accepts": False}, True, 1, (8,)),
        ({"accepts": False}, True, 0, (8,)),
        ({"gm": "refuse"}, False, 0, (8,)),
        ({"wants": "hold"}, False, 0, (8,)),
        ({"speed": "Body", "roll": "Charisma"}, False, 0, (8,)),
        ({"speed": "Body", "roll": "Charisma", "pay": [8]}, True, 1, ()),
    ],
)
def test_what_the_receiver_makes_of_it(given, legal, times, left):
    asked: dict[str, Any] = {"offered_in": "Good 1", "by": "good", "receiver_phases": [8], "accepts": True}
    found = bonus_phase(**asked | given)
    assert (found.legal, found.times, found.left) == (legal, times, left)
