"""Plot points, what they buy, and the story around the dice."""

from typing import Any

import pytest

from apps.rules.dice import ScriptedDice
from apps.rules.rough_magic import Options
from apps.rules.rough_magic.drama.bought import automatic_success, power_boost, power_stunt, rally
from apps.rules.rough_magic.drama.points import (
    inspiration,
    plot_point_gain,
    plot_point_session,
    plot_point_spend,
    retcon,
)
from apps.rules.rough_magic.drama.story import death, failure_options, roleplay_action
from apps.rules.rough_magic.lists import SPENDING, WAYS


def no_dice(count, sides):
    raise AssertionError("a die fell")


@pytest.mark.rule("rough_magic.plot-point-session", "rough_magic.plot-point-gain")
def test_points_come_by_the_gms_grant():
    capped = Options(plot_point_cap=3)
    assert plot_point_session(unspent=5, exception=True, options=capped).points == 5
    assert plot_point_session(unspent=2, exception=True, options=capped).points == 3
    one = plot_point_gain(points={"Ana": 1, "Bo": 0}, to="Bo", reason="setback")
    assert one.points == {"Ana": 1, "Bo": 1}
    assert plot_point_gain(points={"Ana": 1}, to="Ana", gm_accepts=False).points == {"Ana": 1}


@pytest.mark.rule("rough_magic.plot-point-spend")
@pytest.mark.parametrize("use", SPENDING, ids=lambda use: use.id)
def test_each_use_costs_one_point(use):
    spent = plot_point_spend(points=2, use=use.title)
    assert (spent.legal, spent.points, spent.effect, spent.lasts) == (True, 1, use.effect, use.lasts)
    assert spent.waits == (use.id in ("inspiration", "stunt", "retcon", "other"))
    refused = plot_point_spend(points=2, use=use.id, gm_accepts=False)
    assert (refused.legal, refused.points) == (False, 2)


@pytest.mark.rule("rough_magic.inspiration", "rough_magic.retcon")
def test_what_waits_for_the_gm_is_paid_when_it_comes():
    assert inspiration(points=1, player="Ana").points == 1
    given = inspiration(points=1, player="Ana", hint="the cellar", shown_to="all")
    assert (given.points, given.hint, given.shown_to) == (0, "the cellar", "all")
    changed = retcon(points=1, fact="I was a cook", sheet_change="Cooking")
    assert (changed.log, changed.sheet_change) == ("I was a cook", "Cooking")
    kept = retcon(points=1, fact="I was a cook", sheet_change="Cooking", gm_accepts=False)
    assert (kept.permanent, kept.sheet_change) == (False, "")


@pytest.mark.rule("rough_magic.automatic-success")
def test_a_success_that_was_bought():
    broke: dict[str, Any] = {"points": 0}
    for given in (broke, {"points": 1, "impossible": True}):
        refused = automatic_success(**given, av=4, dv=6, dice=no_dice)
        assert (refused.legal, refused.points, refused.success, refused.margin) == (False, given["points"], None, None)
        assert (refused.extreme, refused.endurance_lost) == (False, 0)
    late = automatic_success(points=1, total=19, dv=6, dice=no_dice)
    assert (late.margin, late.extreme, late.endurance_lost) == (5, True, 2)
    dodged = automatic_success(points=1, av=7, dv=4, attack="ranged", dodge=True, block=True, dice=ScriptedDice([6, 4]))
    assert (dodged.margin_rolled, dodged.margin, dodged.extreme) == (5, 2, True)
    blocked = automatic_success(points=1, av=4, dv=6, attack="close", block=True, dice=ScriptedDice([1, 1]))
    assert (blocked.success, blocked.margin) == (False, -3)
    unrolled = automatic_success(points=1, dice=no_dice)
    assert (unrolled.success, unrolled.margin) == (True, 0)


@pytest.mark.rule("rough_magic.power-boost")
def test_a_boost_is_one_rank_with_all_that_comes_of_it():
    given: dict[str, Any] = {"trait": "Brawn", "rank": 5, "weapon_rank": 2, "dv": 6}
    made = power_boost(points=1, **given, dice=ScriptedDice([3, 3]))
    assert (made.rank, made.total, made.success, made.run_m, made.dv_ranged_change) == (6, 14, True, None, 0)
    assert made.ends == "after the current roll or six seconds"
    ends = power_boost(points=1, trait="Will", rank=5, bought_in_turn_of="Bo", round=2, order=["Ana", "Bo"]).ends
    assert ends == "before Bo's place in round 3"
    scene = power_boost(points=1, trait="Will", rank=5, duration="scene")
    assert (scene.legal, scene.ends) == (True, "end of the scene")
    broke: dict[str, Any] = {"points": 0}
    for refused in (broke, {"points": 1, "duration": "scene", "gm_accepts": False}):
        kept = power_boost(**refused, **given, dice=no_dice)
        assert (kept.legal, kept.rank, kept.points, kept.total) == (False, 5, refused["points"], None)


@pytest.mark.rule("rough_magic.power-stunt")
def test_a_stunt_is_one_bonus_and_still_a_roll():
    tired: dict[str, Any] = {"distracted": True, "exhausted": True}
    made = power_stunt(
        points=1, power="Stasis", idea="freeze it", stunt_bonus=True, **tired, av=4, dv=3, dice=ScriptedDice([3, 4])
    )
    assert (made.total, made.av_bonuses, made.new_use, made.points) == (11, 1, "freeze it", 0)
    for_later = power_stunt(points=1, bonus_on="Computing", av=4, dv=3, dice=ScriptedDice([3, 4]))
    assert (for_later.av_bonuses, for_later.total) == (1, 11)
    refused = power_stunt(points=1, idea="freeze it", stunt_bonus=True, gm_accepts=False, av=4, dv=3, dice=no_dice)
    assert (refused.legal, refused.points, refused.av_bonuses, refused.new_use) == (False, 1, 0, "")


@pytest.mark.rule("rough_magic.rally")
@pytest.mark.parametrize(
    ("given", "after"),
    [
        ({"lost": 4}, (True, 3, 0)),
        ({"lost": 2, "stun": 1}, (True, 1, 1)),
        ({"lost": 2, "stun": 1, "count": "stun"}, (True, 2, 0)),
        ({"stun": 2}, (True, 0, 1)),
        ({"lost": 2, "stun": 2, "then": "half_hour_rest"}, (True, 0, 0)),
        ({"points": 0, "lost": 2}, (False, 2, 0)),
        ({}, (False, 0, 0)),
    ],
)
def test_who_rallies_gets_one_level_back(given, after):
    points = given.get("points", 1)
    found = rally(**{"points": 1, **given})
    assert (found.legal, found.lost, found.stun) == after
    assert found.points == points - found.legal
    assert found.half_hour_rest_open == ("then" not in given)


@pytest.mark.rule("rough_magic.death", "rough_magic.roleplay-action", "rough_magic.failure-options")
def test_the_story():
    assert death(gm_agrees=True, of_the_gm=True).dead
    assert not death(player_agrees=True).dead
    said = roleplay_action(text="You shall not pass", own_turn=False)
    assert (said.legal, said.penalty, said.log) == (True, 0, "You shall not pass")
    for way in WAYS:
        found = failure_options(choice=way.title.casefold())
        assert (found.wanted_result, found.log) == (way.wanted_result, f"{way.title}: {way.price}")
    assert failure_options(choice="quid pro quo", price="a favour").price == "a favour"
