"""A turn from its picks to its end: who may act when, and what becomes of each phase."""

from dataclasses import replace
from typing import Any

import pytest

from apps.rules import Refused
from apps.rules.dice import ScriptedDice
from apps.rules.dragon import Options
from apps.rules.dragon.checks import Pool
from apps.rules.dragon.combat.parts import Moment
from apps.rules.dragon.combat.prices import Price
from apps.rules.dragon.combat.turns import (
    Kept,
    Share,
    act,
    begin,
    break_in,
    close,
    could,
    decline,
    defence_price,
    defend,
    due,
    falls,
    fighter,
    hold,
    is_over,
    joins,
    moves,
    next_turn,
    offer,
    own_price,
    pass_by,
    reserve,
    rises,
    simultaneous,
    take_share,
    trigger_price,
    turn,
    wait,
    why_not_decline,
    why_not_keep,
    why_not_wait,
)


def fight(ana=(), bo=(), thug=(), boss=()):
    """Ana and Bo against a thug and a boss, all with Reflexes but Bo, who picked Social."""
    sides: dict[str, Any] = {
        "ana": ("good", "Reflexes", ana),
        "bo": ("good", "Social", bo),
        "thug": ("bad", "Reflexes", thug),
        "boss": ("bad", "Body", boss),
    }
    return begin(1, [fighter(id, *about) for id, about in sides.items()])


def until(state, words, options=Options()):  # noqa: B008 - frozen
    """The parts closed one after the other, until that one is on."""
    while str(state.at) != words:
        state = close(state, options).state
    return state


def spent(state, id):
    return {phase.round: phase.spent for phase in state.fighter(id).phases}


def refused(call, *given, **named):
    with pytest.raises(Refused) as no:
        call(*given, **named)
    return no.value.code


@pytest.mark.rule("dragon.turn", "dragon.sub-rounds")
def test_each_part_waits_for_those_who_may_act_in_it():
    state = fight(ana=[1], bo=[1, 2], thug=[1], boss=[2])
    assert due(state) == ("ana", "bo")
    state = act(wait(state, "bo"), "ana", rolls=["Accuracy"])
    assert (due(state), spent(state, "ana")) == ((), {1: "used"})
    state = close(state).state
    assert (str(state.at), due(state)) == ("Bad 1", ("thug",))
    state = close(act(state, "thug")).state
    assert (str(state.at), due(state)) == ("Late 1", ("bo",))
    state = close(act(state, "bo")).state
    assert (str(state.at), due(state), state.fighter("ana").acted) == ("Good 2", ("bo",), False)


@pytest.mark.rule("dragon.sub-rounds", "dragon.enemy-sub-round")
def test_who_may_not_wait_hold_or_act():
    state = fight(ana=[1], bo=[2], thug=[1])
    codes = {id: why.code for id in ("ana", "bo", "thug") if (why := why_not_wait(state, id))}
    assert codes == {"bo": "no-phase", "thug": "bad-waits"}
    assert refused(act, state, "thug") == "other-side"
    state = until(state, "Late 1")
    assert refused(wait, state, "ana") == "no-later-part"
    assert refused(act, act(state, "ana"), "ana") == "acted"
    keep = why_not_keep(act(state, "ana"), "ana")
    assert keep is not None
    assert keep.code == "acted"
    assert refused(act, state, "nobody") == "not-here"


@pytest.mark.rule("dragon.trade-two", "dragon.off-category", "dragon.stacked-costs")
def test_buying_in_out_of_turn_and_category():
    state = fight(bo=[3, 5, 7, 9])
    asked = own_price(state, "bo", ["Accuracy"])
    assert isinstance(asked, Price)
    assert (asked.count, asked.suggested(state.fighter("bo").later(1))) == (3, (5, 7, 9))
    assert refused(act, state, "bo", rolls=["Accuracy"], pay=[7, 9]) == "pay"
    state = act(state, "bo", rolls=["Accuracy"], pay=[5, 7, 9])
    assert spent(state, "bo") == {3: "open", 5: "traded", 7: "traded", 9: "traded"}
    assert refused(hold, state, "bo") == "acted"


@pytest.mark.rule("dragon.abort", "dragon.once-per-round")
def test_a_defence_takes_the_next_phase_whatever_it_is():
    here = until(fight(ana=[1, 4], thug=[1]), "Bad 1")
    assert spent(defend(here, "ana", rolls=["Dexterity"]), "ana") == {1: "used", 4: "open"}
    there = until(fight(ana=[4, 6], thug=[1]), "Bad 1")
    after = defend(there, "ana", rolls=["Dexterity"])
    assert spent(after, "ana") == {4: "aborted", 6: "open"}
    assert refused(defend, after, "ana", rolls=["Dexterity"]) == "acted"
    assert refused(act, close(after).state, "ana", pay=[6]) == "acted"
    held = until(hold(fight(ana=[1, 6], thug=[1]), "ana"), "Bad 2")
    after = defend(held, "ana", rolls=["Dexterity"])
    assert (after.fighter("ana").kept, spent(after, "ana")) == (None, {1: "held", 6: "open"})
    assert refused(defend, fight(), "ana", rolls=["Dexterity"]) == "too-few"


@pytest.mark.rule("dragon.hold", "dragon.turn")
def test_what_is_not_used_is_held_until_the_next_phase():
    closed = close(until(fight(ana=[2, 5]), "Late 2"))
    assert (closed.held, closed.state.fighter("ana").kept is not None) == (("ana",), True)
    used = act(until(closed.state, "Good 4"), "ana", rolls=["Accuracy"])
    assert (used.fighter("ana").kept, spent(used, "ana")) == (None, {2: "held", 5: "open"})
    lapsed = close(until(closed.state, "Late 4"))
    assert (lapsed.lapsed, lapsed.state.fighter("ana").kept) == (("ana",), None)
    lost = close(until(fight(ana=[2, 5]), "Late 2"), Options(unused_phase_auto_hold=False))
    assert (lost.lost, spent(lost.state, "ana")) == (("ana",), {2: "lost", 5: "open"})
    passed = close(until(pass_by(until(fight(ana=[2]), "Good 2"), "ana"), "Late 2"))
    assert (passed.held, passed.state.fighter("ana").kept) == ((), None)


@pytest.mark.rule("dragon.hold")
def test_a_phase_given_up_ends_no_hold():
    state = until(hold(fight(ana=[1, 3], thug=[2]), "ana", "who moves", "shoot"), "Bad 2")
    kept = state.fighter("ana").kept
    state = state.with_(state.fighter("ana").marked("aborted", 3))
    assert until(state, "Good 3").fighter("ana").kept == kept


@pytest.mark.rule("dragon.hold", "dragon.turn")
def test_a_hold_outlasts_the_turn_with_its_category():
    over = close(until(hold(fight(bo=[1]), "bo"), "Late 10"))
    assert over.over
    picks = {"bo": ("Body", [3]), "ana": ("Body", [1])}
    state = next_turn(over.state, picks)
    assert (state.number, due(state)) == (2, ("ana",))
    asked = own_price(state, "bo", ["Charisma"])
    assert isinstance(asked, Price)
    assert (asked.way, asked.count) == ("hold", 0)
    assert until(state, "Good 3").fighter("bo").kept is None
    assert next_turn(over.state, picks, Options(hold_survives_turn=False)).fighter("bo").kept is None
    assert next_turn(over.state, {"bo": ("Body", [1])}).fighter("bo").kept is None


@pytest.mark.rule("dragon.conditional-hold")
def test_a_trigger_breaks_in_on_the_enemy():
    state = until(hold(fight(ana=[1], thug=[1]), "ana", "the first who moves", "shoot"), "Bad 1")
    assert refused(act, state, "ana") == "other-side"
    after = break_in(state, "ana", rolls=["Accuracy"])
    assert (after.fighter("ana").kept, after.fighter("ana").acted) == (None, True)
    assert refused(break_in, after, "ana") == "no-trigger"
    plain = until(hold(fight(ana=[1]), "ana"), "Bad 1")
    assert isinstance(trigger_price(plain, "ana"), Refused)
    assert refused(hold, fight(ana=[1]), "ana", "somebody comes", "") == "no-act"


@pytest.mark.rule("dragon.hold")
def test_a_phase_held_now_is_for_a_later_round():
    state = until(hold(fight(ana=[1]), "ana"), "Late 1")
    assert refused(act, state, "ana") == "too-few"
    assert could(state) == ()
    assert could(until(state, "Good 2")) == ("ana",)


@pytest.mark.rule("dragon.sub-rounds")
def test_an_empty_part_is_over_unless_somebody_could_do_something():
    state = fight(ana=[5, 8], thug=[5])
    assert (due(state), could(state), is_over(state)) == ((), ("ana",), False)
    declined = decline(state, "ana")
    assert is_over(declined)
    assert is_over(close(declined).state)
    assert could(until(declined, "Late 1")) == could(until(declined, "Good 2")) == ("ana",)


@pytest.mark.rule("dragon.bonus-phase")
def test_a_bonus_phase_is_used_in_its_part_or_lapses():
    offered = close(offer(fight(ana=[1], thug=[8, 10]), "ana", "thug")).state
    assert due(offered) == ("thug",)
    assert refused(hold, offered, "thug") == "no-phase"
    used = act(offered, "thug", rolls=["Strength"])
    assert (spent(used, "thug"), used.fighter("thug").acted) == ({8: "open", 10: "open"}, True)
    assert close(offered).state.fighter("thug").bonus is None
    dodged = defend(offered, "thug", rolls=["Dexterity"])
    assert spent(dodged, "thug") == {8: "aborted", 10: "open"}


@pytest.mark.rule("dragon.bonus-phase", "dragon.sub-rounds")
def test_a_bonus_phase_may_be_left():
    offered = close(offer(fight(ana=[1], thug=[8]), "ana", "thug")).state
    left = decline(offered, "thug")
    assert (due(left), left.fighter("thug").bonus, is_over(left)) == ((), None, True)


@pytest.mark.rule("dragon.bonus-phase")
@pytest.mark.parametrize("keeps", [hold, pass_by])
def test_a_bonus_adds_nothing_to_a_round_with_a_phase_of_ones_own(keeps):
    state = close(offer(fight(ana=[1], thug=[1, 8]), "ana", "thug")).state
    assert refused(decline, state, "thug") == "due"
    kept = keeps(state, "thug")
    assert (due(kept), kept.fighter("thug").bonus) == ((), None)


@pytest.mark.rule("dragon.bonus-phase")
def test_who_cannot_be_offered_one():
    state = fight(ana=[1], thug=[1], boss=[1])
    assert refused(offer, state, "ana", "bo") == "own-side"
    assert refused(offer, offer(state, "ana", "thug"), "ana", "thug") == "one-bonus"
    acted = defend(state, "thug", rolls=["Dexterity"])
    assert refused(offer, acted, "ana", "thug") == "acted"
    late = until(acted, "Late 1")
    barred = Options(late_bonus_target="not allowed")
    assert refused(offer, late, "ana", "thug", barred) == "too-late"
    assert offer(late, "ana", "thug").fighter("thug").bonus == Moment(2, "Bad")
    last = offer(until(state, "Late 10"), "ana", "thug")
    assert next_turn(close(last).state, {}).fighter("thug").bonus == Moment(1, "Bad")


@pytest.mark.rule("dragon.simultaneous", "dragon.falling")
def test_the_fallen_still_do_what_was_due_in_that_part():
    state = until(fight(ana=[1, 4], thug=[1, 4], boss=[1]), "Bad 1")
    struck = falls(state, "thug")
    assert (due(struck), spent(struck, "thug")) == (("thug", "boss"), {1: "open", 4: "lost"})
    assert refused(act, act(struck, "thug"), "thug") == "down"
    assert spent(close(struck).state, "thug") == {1: "lost", 4: "lost"}
    assert due(falls(state, "thug", interrupted=True)) == ("boss",)
    assert spent(falls(act(state, "thug"), "thug"), "thug") == {1: "used", 4: "lost"}
    late = falls(state, "ana")
    assert (spent(late, "ana"), refused(defend, late, "ana")) == ({1: "lost", 4: "lost"}, "down")
    woken = rises(late, "ana")
    assert (woken.fighter("ana").down, refused(defend, woken, "ana")) == (False, "too-few")


@pytest.mark.rule("dragon.falling", "dragon.hold")
def test_the_fallen_keep_nothing_of_what_was_due():
    struck = falls(until(fight(ana=[1, 4], thug=[2]), "Good 1"), "ana")
    assert (refused(hold, struck, "ana"), refused(wait, struck, "ana")) == ("down", "down")
    assert spent(pass_by(struck, "ana"), "ana") == {1: "lost", 4: "lost"}


@pytest.mark.rule("dragon.simultaneous")
def test_damage_counts_at_once_or_when_the_part_closes():
    assert simultaneous(due=True).keeps
    assert not simultaneous(due=True, interrupted=True).keeps
    assert not simultaneous(due=False).keeps
    for late in (True, False):
        assert simultaneous(due=True, options=Options(damage_at_sub_round_end=late)).at_once != late
        assert simultaneous(due=True, interrupted=True, options=Options(damage_at_sub_round_end=late)).at_once


@pytest.mark.rule("dragon.split-dice")
def test_kept_dice_meet_one_attack_of_the_round():
    share = Share("dodge", Pool(2, 5))
    state = reserve(act(fight(ana=[1]), "ana", rolls=["Accuracy", "Dexterity"]), "ana", share)
    after, taken = take_share(until(state, "Bad 1"), "ana")
    assert (taken, refused(take_share, after, "ana")) == (share, "no-share")
    closed = close(until(state, "Late 1"))
    assert (closed.unmet, closed.state.fighter("ana").share) == (("ana",), None)
    assert refused(take_share, falls(state, "ana"), "ana") == "no-share"


@pytest.mark.rule("dragon.turn")
def test_whoever_joins_has_phases_in_rounds_to_come_only():
    state = joins(until(fight(ana=[4]), "Bad 4"), fighter("cy", "good", "Body", [1, 4, 5]))
    assert spent(state, "cy") == {5: "open"}


@pytest.mark.rule("dragon.turn", "dragon.speed-choice")
def test_a_turn_is_rolled_for_everybody():
    five = {"Body": 3, "Reflexes": 4, "Mind": 2, "Social": 6, "Tao": 0}
    fighters = [
        {"name": "Ana", "side": "good", "primaries": five},
        {"name": "Bo", "side": "good", "primaries": five, "speed": "Social"},
        {"name": "thug", "side": "bad", "primaries": {"Body": 1}},
    ]
    found = turn(fighters=fighters, dice=ScriptedDice([3, 3, 9, 1, 9, 7]))
    assert (found.good, found.bad) == ({"Ana": (1, 2), "Bo": (1, 9)}, {"thug": (7,)})
    assert (found.turn, found.round, found.sub_round) == (1, 1, "Good")


# An act without dice


@pytest.mark.rule("dragon.phase-action", "dragon.once-per-round", "dragon.abort")
def test_what_is_done_without_dice_uses_the_phase_and_leaves_a_roll_and_nothing_else():
    for phases in ((2, 5, 9), (5, 9)):
        one = moves(until(fight(ana=phases, thug=(2,)), "Good 2"), "ana")
        assert isinstance(own_price(one, "ana", ["Accuracy"]), Price)
        for why in (defence_price(one, "ana", ["Dexterity"]), trigger_price(hold_of(one), "ana")):
            assert isinstance(why, Refused)
            assert why.code == "moved"
        assert code_of(why_not_decline(one, "ana")) == "moved"
        with pytest.raises(Refused, match="Nobody acts twice"):
            offer(until(one, "Bad 2"), "thug", "ana")
    assert code_of(why_not_keep(moves(until(fight(ana=(2,)), "Good 2"), "ana"), "ana")) == "moved"


def code_of(why):
    return why and why.code


def hold_of(state):
    """With something held for a trigger besides."""
    return state.with_(replace(state.fighter("ana"), kept=Kept(1, "Physical", "a shot", "run")))


@pytest.mark.rule("dragon.once-per-round")
def test_in_the_next_round_a_move_counts_no_more():
    state = until(moves(fight(ana=(2, 5), thug=(2,)), "ana"), "Good 2")
    assert not state.fighter("ana").moved
