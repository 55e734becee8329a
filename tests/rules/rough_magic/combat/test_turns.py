"""The order of play: who is in it, how it runs, and what a turn holds."""

import pytest

from apps.rules import Refused
from apps.rules.dice import ScriptedDice
from apps.rules.rough_magic import Options
from apps.rules.rough_magic.combat.actions import free_action, reaction, turn_actions
from apps.rules.rough_magic.combat.order import awareness_order, environment_last, perception_order
from apps.rules.rough_magic.combat.turns import (
    begin,
    delay,
    delaying,
    force,
    forcing,
    join,
    leave,
    next_place,
    next_round,
    rounds,
    take,
    turn_engine,
    use_held,
    why_not_force,
)

STRICT = Options(force_again_while_owing=False)


def until(play, name):
    """The places one after the other until that one's turn is offered; those before it take theirs."""
    while True:
        play, offered = next_place(play)
        if offered == name:
            return play
        play = take(play, offered) if offered else play
        play = next_round(play) if play.over else play


# Who is in it


@pytest.mark.rule("rough_magic.awareness-order", "rough_magic.environment-last")
def test_who_is_unaware_waits_and_what_is_steered_moves_with_its_driver():
    found = awareness_order(noticed=["Ana", "Bo"], unaware=["Thugs"])
    assert (found.order, found.waiting) == (("Ana", "Bo"), ("Thugs",))
    assert environment_last(vehicles=[("skiff", "steered on Ana's turn")]).end_of_round == ()
    assert environment_last(falling=["Bo", "crate"]).end_of_round == ("Bo falls", "crate falls")


@pytest.mark.rule("rough_magic.perception-order")
def test_ties_go_to_perception_then_players_then_new_dice():
    ana, bo, thugs = ("Ana", 4, "player"), ("Bo", 4, "player"), ("Thugs", 4, "gm")
    level = [3, 3, 3, 3, 3, 3]
    found = perception_order(fighters=[thugs, bo, ana], dice=ScriptedDice([*level, 1, 1, 2, 2]))
    assert found.order == ("Ana", "Bo", "Thugs")
    twice = perception_order(fighters=[bo, ana], dice=ScriptedDice([3, 3, 3, 3, 5, 5, 5, 5, 6, 5, 5, 5]))
    assert (twice.order, twice.totals) == (("Bo", "Ana"), (10, 10))
    keen = ("Keen", 5, "gm")
    assert perception_order(fighters=[ana, keen], dice=ScriptedDice([4, 3, 3, 3])).order == ("Keen", "Ana")


@pytest.mark.rule("rough_magic.perception-order")
def test_the_bonus_or_penalty_of_the_roll_counts_and_settles_no_tie():
    """Bo's penalty brings him level with Ana; of the two the higher rank of Perception goes first."""
    bo, ana = ("Bo", 6, "player", -3), ("Ana", 4, "player")
    found = perception_order(fighters=[ana, bo], dice=ScriptedDice([3, 3, 4, 3]))
    assert (found.totals, found.order) == ((10, 10), ("Bo", "Ana"))
    with pytest.raises(Refused):
        perception_order(fighters=[("Bo", 6, "player", 6)], dice=ScriptedDice([]))


# How it runs


@pytest.mark.rule("rough_magic.turn-engine")
def test_a_turn_is_offered_taken_and_the_round_goes_on():
    play = until(begin(["Ana", "Bo"]), "Bo")
    play, offered = next_place(take(play, "Bo"))
    assert (offered, play.over, play.told) == (None, True, ("Ana", "Bo"))
    play = next_round(play)
    assert (play.round, play.told, play.passed("Ana")) == (2, (), False)


@pytest.mark.rule("rough_magic.delaying", "rough_magic.turn-engine")
def test_a_held_turn_is_used_once_or_lapses():
    play = delay(until(begin(["Ana", "Bo"]), "Ana"), "Ana")
    assert use_held(until(play, "Bo"), "Ana").told == ("Ana (delayed)",)
    with pytest.raises(Refused, match="holds no turn"):
        use_held(use_held(play, "Ana"), "Ana")
    with pytest.raises(Refused, match="has lapsed"):
        use_held(until(play, "Ana"), "Ana")
    late = delaying(order=["A", "B", "C"], delays="B", used_in_turn_of="A", rounds_later=1)
    assert (late.sequence, late.next_round) == (("A", "B (delayed)", "B", "C"), ("A", "B", "C"))


@pytest.mark.rule("rough_magic.forcing", "rough_magic.turn-engine")
def test_a_forced_action_takes_the_first_turn_not_yet_given_up():
    play = force(until(begin(["Ana", "Bo"]), "Ana"), "Bo")
    assert (play.told, play.place("Bo").owed) == (("Bo (forced from 1)",), 1)
    no = why_not_force(play, "Bo")
    assert no is not None
    assert (no.code, no.text) == ("forced", "Bo has forced an action in round 1: it is done once a round.")
    play, offered = next_place(play)
    assert (offered, play.place("Bo").owed) == (None, 0)
    again = force(until(next_round(play), "Bo"), "Ana")
    assert again.told[-1] == "Ana (forced from 3)"
    owing = until(begin(["Ana", "Bo", "Cy"]), "Bo")
    owing = next_round(force(owing, "Ana"))
    no = why_not_force(owing, "Ana", options=STRICT)
    assert no is not None
    assert no.text == "Ana owes 1: at this table nobody forces before that is paid."
    assert force(owing, "Ana").told == ("Ana (forced from 3)",)


@pytest.mark.rule("rough_magic.forcing")
def test_a_held_turn_pays_first_and_anything_else_asks_the_gm():
    play = delay(until(begin(["Ana", "Bo"]), "Ana"), "Ana")
    play = force(until(play, "Bo"), "Ana")
    assert (play.told, play.place("Ana").held, play.place("Ana").owed) == (("Ana (forced from 1)",), None, 0)
    assert forcing(round=3, holds_delayed_turn=True).sacrificed == "held turn"
    assert not forcing(round=3, what="other").legal
    assert forcing(round=3, what="other", gm_accepts=True).sacrificed == "round 4"


@pytest.mark.rule("rough_magic.turn-engine", "rough_magic.round")
def test_coming_and_going():
    play = until(begin(["Ana", "Bo"]), "Bo")
    early, late = join(play, "Cy", "Bo"), join(play, "Cy")
    assert next_place(early)[1] is None
    assert next_place(late)[1] == "Cy"
    down = leave(force(play, "Ana"), "Ana")
    assert (down.place("Ana").owed, why_not_force(down, "Ana") is None) == (0, False)
    assert until(next_round(down), "Bo").told == ()
    events = [["1", "force", "B", "in turn of A"], ["1", "join", "D", "before C"], ["2", "leave", "A"]]
    told = turn_engine(order=["A", "B", "C"], rounds=2, events=events).sequence
    assert told == (("A", "B (forced from 1)", "D", "C"), ("B", "D", "C"))
    assert rounds(order=["A", "B"], rounds=10).seconds == 60


# What fits in it


@pytest.mark.rule("rough_magic.turn-actions")
@pytest.mark.parametrize(
    ("used", "wanted", "legal"),
    [
        ([], "task", True),
        (["movement"], "task", True),
        (["movement"], "half of the walk", False),
        (["half of the walk"], "movement", False),
        (["movement"], "other half of the walk", False),
        (["half of the walk", "other half of the walk"], "other half of the walk", False),
        (["free"] * 6, "roleplay", True),
        (["roleplay"] * 6, "roleplay", False),
        (["task", "movement"], "reaction", True),
    ],
)
def test_what_fits(used, wanted, legal):
    assert turn_actions(used=used, wanted=wanted).legal == legal
    swaps = Options(swap_task_for_movement=True)
    assert not turn_actions(used=["task", "task"], wanted="movement", options=swaps).legal


@pytest.mark.rule("rough_magic.reaction", "rough_magic.free-action")
def test_reactions_cost_nothing_and_free_actions_wait_for_the_own_turn():
    made = reaction(roll="Agility", av=4, dv=6, av_penalties=1, dice=ScriptedDice([6, 6]))
    assert (made.total, made.target, made.action_spent) == (13, 14, False)
    assert reaction(roll="Reason", av=4, difficulty="routine", dice=ScriptedDice([1, 1])).target is None
    assert [free_action(own_turn=own).legal for own in (True, False)] == [True, False]
