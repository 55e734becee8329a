"""High stakes, staying in the fight, being Taken Out, the order of actions, timed actions and ganging up."""

from dataclasses import replace
from itertools import product
from typing import Any

import pytest

from apps.rules import Refused
from apps.rules.crew import DEFAULTS
from apps.rules.crew.combat import (
    action_order,
    exact,
    gang_dice,
    ganging_up,
    gmc_stay,
    high_stakes,
    limited_action,
    price_choices,
    price_size,
    stay_in_the_fight,
    taken_out,
    timed_action,
    who_picks,
    why_no_gmc_stay,
    why_no_stay,
    why_not_limited,
    why_not_picked,
)


def code_of(no):
    return no and no.code


def refused(call, **given):
    with pytest.raises(Refused) as no:
        call(**given)
    return no.value.code, no.value.field


# High stakes


@pytest.mark.rule("crew.high-stakes")
@pytest.mark.parametrize(
    ("stakes", "defender_out", "aggressor_out"),
    [
        ("no", False, False),
        (False, False, False),
        ("both", True, True),
        (True, True, True),
        ("defender", True, False),
        ("aggressor", False, True),
    ],
)
def test_the_loser_is_out_where_it_was_at_stake(stakes, defender_out, aggressor_out):
    for totals in product(range(4), repeat=2):
        rolled: dict[str, Any] = {"high_stakes": stakes, "defender_total": totals[0], "aggressor_total": totals[1]}
        defender, aggressor = high_stakes(**rolled, player="defender"), high_stakes(**rolled, player="aggressor")
        wins = totals[1] > totals[0]
        assert defender.success == aggressor.success == wins
        assert defender.taken_out == defender.lost == (wins and defender_out)
        assert aggressor.taken_out == aggressor.lost == (not wins and aggressor_out)
        assert aggressor.until == ("end of the conflict" if aggressor.taken_out else "")


@pytest.mark.rule("crew.high-stakes")
@pytest.mark.parametrize(("pp", "pays", "out"), [(0, False, True), (0, True, True), (1, False, True), (1, True, False)])
def test_whoever_pays_is_not_out(pp, pays, out):
    lost = high_stakes(high_stakes="both", player="aggressor", defender_total=9, aggressor_total=9, pp=pp, pays=pays)
    assert (lost.lost, lost.taken_out) == (True, out)


@pytest.mark.rule("crew.high-stakes")
def test_high_stakes_from_dice():
    pools: dict[str, Any] = {"defender": ["d8", "d6"], "aggressor": [10, 4, 6]}
    fallen = [(8, 5), (6, 4), (10, 6), (4, 1), (6, 2)]
    rolled = high_stakes(high_stakes=True, player="aggressor", **pools, dice=fallen)
    assert (rolled.success, rolled.taken_out) == (False, True)
    assert refused(high_stakes, high_stakes=True, player="defender", **pools, dice=fallen[:4]) == ("other-dice", "dice")


@pytest.mark.rule("crew.high-stakes")
@pytest.mark.parametrize(("field", "value"), [("high_stakes", "maybe"), ("player", "gm"), ("defender_total", -1)])
def test_high_stakes_refuse(field, value):
    case: dict[str, Any] = {"high_stakes": "both", "player": "defender", "defender_total": 1, "aggressor_total": 2}
    assert refused(high_stakes, **{**case, field: value})[1] == field


# Staying in the fight


@pytest.mark.rule("crew.stay-in-the-fight")
@pytest.mark.parametrize(("highest", "size"), [(None, 6), (4, 6), (6, 6), (8, 8), (10, 10), (12, 12), (14, 12)])
def test_the_price_is_as_large_as_the_highest_rolling_die(highest, size):
    assert price_size(highest=highest) == size
    stayed = stay_in_the_fight(pp=2, pays=True, gm="new", existing=8, highest=highest)
    assert (stayed.complication, stayed.existing, stayed.pp, stayed.taken_out) == (size, 8, 1, False)


@pytest.mark.rule("crew.stay-in-the-fight")
@pytest.mark.parametrize(
    ("highest", "existing", "choices"),
    [
        (8, None, ("new",)),
        (8, 6, ("new", "raise", "step up")),
        (8, 8, ("new", "step up")),
        (8, 10, ("new", "step up")),
        (8, 12, ("new", "step up")),
        (8, 14, ("new",)),
        (4, 6, ("new", "step up")),
    ],
)
def test_what_the_gm_may_choose_from(highest, existing, choices):
    assert price_choices(highest=highest, existing=existing) == choices
    stayed = stay_in_the_fight(pp=1, pays=True, existing=existing, highest=highest)
    assert (stayed.gm_choices, stayed.complication, stayed.existing) == (choices, None, existing)
    assert (stayed.pp, stayed.taken_out) == (0, False)
    for choice in {"new", "raise", "step up"} - set(choices):
        with pytest.raises(Refused):
            exact(choice=choice, highest=highest, existing=existing)


@pytest.mark.rule("crew.stay-in-the-fight")
@pytest.mark.parametrize(
    ("gm", "existing", "outcome"),
    [("raise", 6, (10, False)), ("raise", 8, (10, False)), ("step up", 6, (8, False)), ("step up", 10, (12, False)),
     ("step up", 12, (14, True))],
)  # fmt: skip
def test_an_existing_complication_pays_for_staying(gm, existing, outcome):
    stayed = stay_in_the_fight(pp=1, pays=True, gm=gm, existing=existing, highest=10)
    assert (stayed.existing, stayed.taken_out) == outcome
    assert (stayed.complication, stayed.pp) == (None, 0)


@pytest.mark.rule("crew.stay-in-the-fight")
@pytest.mark.parametrize(
    ("given", "out"),
    [
        ({"pays": False}, True),
        ({"pp": 0}, True),
        ({"lost": False}, False),
        ({"high_stakes": False}, False),
    ],
)
def test_without_paying_nothing_else_changes(given, out):
    case: dict[str, Any] = {"pp": 1, "pays": True, "gm": "new", "existing": 8, "highest": 10, **given}
    stayed = stay_in_the_fight(**case)
    assert (stayed.pp, stayed.gm_choices, stayed.complication, stayed.existing) == (case["pp"], (), None, 8)
    assert stayed.taken_out is out


@pytest.mark.rule("crew.stay-in-the-fight", "crew.table-options/highest-die-tie")
@pytest.mark.parametrize(("tie", "size"), [("larger", 10), ("smaller", 6)])
@pytest.mark.parametrize("player", ["defender", "aggressor"])
def test_the_opposing_pool_of_two(player, tie, size):
    theirs, mine = [(6, 6), (10, 6)], [(12, 12), (8, 2)]
    dice = theirs + mine if player == "aggressor" else mine + theirs
    pools: dict[str, Any] = {"defender": [one for one, _ in dice[:2]], "aggressor": [one for one, _ in dice[2:]]}
    options = replace(DEFAULTS, highest_die_tie=tie)
    stayed = stay_in_the_fight(pp=1, pays=True, gm="new", player=player, **pools, dice=dice, options=options)
    assert stayed.complication == size
    alone = stay_in_the_fight(pp=1, pays=True, gm="new", player=player, **pools, dice=theirs, options=options)
    assert alone.complication == size


@pytest.mark.rule("crew.stay-in-the-fight")
@pytest.mark.parametrize(
    ("given", "no"),
    [
        ({"gm": "raise"}, ("none-to-step-up", "existing")),
        ({"gm": "raise", "existing": 10}, ("as-large", "gm")),
        ({"gm": "step up", "existing": 14}, ("as-large", "gm")),
        ({"gm": "double"}, ("not-a-choice", "gm")),
        ({"existing": 4}, ("no-size", "existing")),
        ({"highest": 5}, ("no-size", "highest")),
        ({"pp": -1}, ("too-low", "pp")),
        ({"highest": None, "player": "gm"}, ("not-a-choice", "player")),
    ],
)
def test_staying_refuses(given, no):
    assert refused(stay_in_the_fight, **{"pp": 1, "pays": True, "gm": "new", "highest": 10, **given}) == no


@pytest.mark.rule("crew.stay-in-the-fight")
def test_a_button_can_tell_why_nobody_stays():
    assert why_no_stay(pp=1) is None
    assert code_of(why_no_stay(pp=0)) == "no-points"
    assert code_of(why_no_stay(pp=1, lost=False)) == "not-out"


@pytest.mark.rule("crew.gmc-stay", "crew.table-options/gmc-stay-complication")
@pytest.mark.parametrize(("gmc", "may"), [("major-gmc", True), ("minor-gmc", True), ("extra", False)])
@pytest.mark.parametrize("pays", [True, False])
@pytest.mark.parametrize("takes", [True, False])
def test_the_bank_keeps_a_gmc_in_the_fight(gmc, may, pays, takes):
    options = replace(DEFAULTS, gmc_stay_complication=takes)
    kept = gmc_stay(gmc=gmc, bank=2, gm_pays=pays, winner="new", highest=8, options=options)
    stays = may and pays
    assert (kept.legal, kept.bank, kept.taken_out) == (may, 2 - stays, not stays)
    assert kept.gmc_complication == (8 if stays and takes else None)
    assert kept.choices == (("new",) if stays and takes else ())


@pytest.mark.rule("crew.gmc-stay")
@pytest.mark.parametrize(
    ("winner", "outcome"),
    [("", (None, 12, False)), ("new", (6, 12, False)), ("step up", (None, 14, True))],
)
def test_the_winner_picks_what_the_gmc_takes(winner, outcome):
    kept = gmc_stay(gmc="Major GMC", bank=1, gm_pays=True, winner=winner, existing=12)
    assert (kept.gmc_complication, kept.existing, kept.taken_out) == outcome
    assert kept.choices == ("new", "step up")


@pytest.mark.rule("crew.gmc-stay")
@pytest.mark.parametrize(
    ("given", "code", "out"),
    [
        ({"gmc": "extra"}, "extra", True),
        ({"bank": 0}, "no-points", True),
        ({"lost": False}, "not-out", False),
        ({"high_stakes": False}, "not-out", False),
    ],
)
def test_a_button_can_tell_why_no_gmc_stays(given, code, out):
    case: dict[str, Any] = {"gmc": "minor-gmc", "bank": 1, **given}
    assert code_of(why_no_gmc_stay(**case)) == code
    kept = gmc_stay(**case, gm_pays=True, winner="new")
    assert (kept.legal, kept.bank, kept.taken_out, kept.gmc_complication) == (False, case["bank"], out, None)


@pytest.mark.rule("crew.gmc-stay")
@pytest.mark.parametrize(
    ("given", "field"), [({"gmc": "crewmember"}, "gmc"), ({"bank": -1}, "bank"), ({"winner": "raise"}, "existing")]
)
def test_keeping_a_gmc_refuses(given, field):
    assert refused(gmc_stay, **{"gmc": "minor-gmc", "bank": 1, "gm_pays": True, **given})[1] == field


# Out, and what is still possible


@pytest.mark.rule("crew.taken-out")
@pytest.mark.parametrize(("events", "out"), [([], True), (["conflict end"], False), (["scene end"], False)])
def test_out_by_high_stakes_until_the_conflict_is_over(events, out):
    assert taken_out(cause="high stakes", events=events).taken_out is out


@pytest.mark.rule("crew.taken-out")
@pytest.mark.parametrize(
    ("size", "steps", "after"),
    [(12, 0, 12), (12, 1, 14), (14, 0, 14), (14, -1, 12), (14, 1, 14), (6, -1, None), (6, 4, 14)],
)
def test_out_by_a_complication_while_it_is_d12_plus(size, steps, after):
    for events in ([], ["conflict end"], ["scene end"]):
        result = taken_out(cause="complication", complication=size, steps=steps, events=events)
        assert (result.complication, result.taken_out) == (after, after == 14)


@pytest.mark.rule("crew.taken-out")
@pytest.mark.parametrize(
    ("given", "field"),
    [
        ({"cause": "sleep"}, "cause"),
        ({"cause": "complication"}, "complication"),
        ({"cause": "high stakes", "events": ["lunch"]}, "events"),
    ],
)
def test_taken_out_refuses(given, field):
    assert refused(taken_out, **given)[1] == field


@pytest.mark.rule("crew.limited-action")
def test_every_limited_action_of_three_dice():
    for faces in product(range(1, 5), range(1, 7), range(1, 7)):
        dice = list(zip((4, 6, 6), faces, strict=True))
        counting = sorted((face for face in faces if face > 1), reverse=True)
        for pp, extra, scale in product(range(4), range(3), (False, True)):
            done = limited_action(pp=pp, extra=extra, scale=scale, dice=dice)
            legal = pp >= 1 + extra and extra <= max(0, len(counting) - 1)
            assert done.legal is legal
            assert done.pp == (pp - 1 - extra if legal else pp)
            assert done.total == (sum(counting[: 1 + extra]) if legal else None)


@pytest.mark.rule("crew.limited-action")
def test_why_no_limited_action():
    assert why_not_limited(pp=1) is None
    assert code_of(why_not_limited(pp=0)) == "no-points"
    assert code_of(why_not_limited(pp=1, taken_out=False)) == "not-out"
    assert limited_action(taken_out=False, pp=1, dice=[(6, 3)]).legal is False
    assert refused(limited_action, pp=-1, dice=[(6, 3)]) == ("too-low", "pp")
    assert refused(limited_action, pp=1, extra=-1, dice=[(6, 3)]) == ("too-low", "extra")


# Passing the baton

CREW = ("ana", "bo", "thug")


@pytest.mark.rule("crew.action-order")
def test_everybody_acts_once_whoever_picks():
    def rounds(acted):
        order = action_order(characters=CREW, acted=acted)
        assert order.round_over == (not order.may_pick)
        if order.round_over:
            return [acted]
        return [way for picks in order.may_pick for way in rounds((*acted, picks))]

    ways = rounds(())
    assert len(ways) == len(set(ways)) == 6
    assert all(sorted(way) == sorted(CREW) for way in ways)


@pytest.mark.rule("crew.action-order")
@pytest.mark.parametrize(("picks", "code"), [("ana", "acted"), ("zed", "not-here"), ("bo", None)])
def test_who_cannot_be_picked(picks, code):
    no = why_not_picked(picks=picks, characters=CREW, acted=("ana",))
    assert code_of(no) == code
    order = action_order(characters=CREW, acted=("ana",), picks=picks)
    assert (order.legal, order.next) == (code is None, picks if code is None else None)
    assert order.may_pick == (("thug",) if code is None else ("bo", "thug"))
    assert order.round_over is False
    assert action_order(characters=CREW, acted=CREW, picks=picks).round_over is True


@pytest.mark.rule("crew.action-order")
def test_the_round_does_not_wait_for_whoever_is_out():
    order = action_order(characters=CREW, acted=("ana", "thug"), skipped={"bo"})
    assert (order.may_pick, order.round_over) == ((), True)
    paid = action_order(characters=CREW, acted=("ana", "thug"), picks="bo", skipped={"bo"})
    assert (paid.legal, paid.next, paid.round_over) == (True, "bo", False)


@pytest.mark.rule("crew.action-order", "crew.table-options/next-round-starter")
@pytest.mark.parametrize(
    ("starter", "acted", "last", "who"),
    [
        ("GM picks", (), "", ""),
        ("GM picks", ("ana",), "", "ana"),
        ("GM picks", ("ana", "thug"), "", ""),
        ("GM picks", (), "ana", ""),
        ("last actor picks", (), "", ""),
        ("last actor picks", (), "ana", "ana"),
        ("last actor picks", (), "thug", ""),
        ("last actor picks", ("bo",), "ana", "bo"),
    ],
)
def test_who_picks(starter, acted, last, who):
    options = replace(DEFAULTS, next_round_starter=starter)
    assert who_picks(acted=acted, last_of_round=last, gmcs={"thug"}, options=options) == who


# Timed actions


@pytest.mark.rule("crew.timed-action")
def test_every_way_a_timed_action_can_go():
    for results in product(("success", "exceptional", "failure"), repeat=4):
        beats = actions = 2
        for place, result in enumerate(results):
            now = timed_action(beats=2, actions=2, results=results[: place + 1])
            beats -= result in ("success", "failure")
            actions -= result in ("success", "exceptional")
            assert (now.beats_left, now.actions_left) == (beats, actions)
            if actions == 0 or beats == 0:
                assert now.state == ("won" if actions == 0 else "lost")
                break
            assert now.state == "going on"


@pytest.mark.rule("crew.timed-action")
def test_the_last_beat_for_the_last_action_is_won():
    now = timed_action(beats=1, actions=1, results=["success"])
    assert (now.beats_left, now.actions_left, now.state) == (0, 0, "won")


@pytest.mark.rule("crew.timed-action")
@pytest.mark.parametrize(
    ("given", "no"),
    [
        ({"beats": 0}, ("too-low", "beats")),
        ({"actions": 0}, ("too-low", "actions")),
        ({"results": ["luck"]}, ("not-a-choice", "results")),
        ({"results": ["success", "success"]}, ("over", "results")),
        ({"beats": 1, "actions": 2, "results": ["failure", "success"]}, ("over", "results")),
    ],
)
def test_a_timed_action_refuses(given, no):
    assert refused(timed_action, **{"beats": 3, "actions": 1, **given}) == no


# Ganging up


@pytest.mark.rule("crew.ganging-up", "crew.table-options/ganging-up-count")
@pytest.mark.parametrize(
    ("thugs", "crew", "every", "excess"),
    [(4, 3, 4, 1), (3, 2, 3, 1), (5, 2, 5, 3), (2, 2, 1, 1), (1, 3, 1, 1), (0, 2, 0, 0), (3, 0, 3, 3)],
)
def test_every_gmc_adds_a_die_or_only_the_excess(thugs, crew, every, excess):
    only = replace(DEFAULTS, ganging_up_count="only the excess")
    for options, count in ((DEFAULTS, every), (only, excess)):
        gang = ganging_up(difficulty=8, extras=[6] * thugs, characters=crew, options=options)
        assert (gang.outnumbered, gang.pool, gang.joining) == (thugs > crew, (8,) + (6,) * count, (6,) * count)
        assert gang_dice(extras=thugs, characters=crew, options=options) == count


@pytest.mark.rule("crew.ganging-up", "crew.table-options/ganging-up-count")
@pytest.mark.parametrize(
    ("thugs", "crew", "outnumbered", "every", "excess"),
    [(2, 2, True, 2, 1), (1, 2, False, 1, 1), (0, 1, False, 0, 0), (3, 1, True, 3, 3), (1, 0, True, 1, 1)],
)
def test_the_major_gmc_counts_and_brings_the_own_pool(thugs, crew, outnumbered, every, excess):
    only = replace(DEFAULTS, ganging_up_count="only the excess")
    for options, count in ((DEFAULTS, every), (only, excess)):
        gang = ganging_up(major=["d10", "d8"], extras=["d6"] * thugs, characters=crew, options=options)
        assert (gang.outnumbered, gang.pool) == (outnumbered, (10, 8) + (6,) * count)


@pytest.mark.rule("crew.ganging-up")
def test_the_first_named_join_first():
    assert ganging_up(difficulty=8, extras=[4, 12], characters=2).pool == (8, 4)
    assert ganging_up(difficulty=8, extras=[4, 12], characters=1).pool == (8, 4, 12)


@pytest.mark.rule("crew.ganging-up")
@pytest.mark.parametrize(
    ("given", "no"),
    [
        ({"difficulty": None}, ("one-opposition", "difficulty")),
        ({"major": [8, 8]}, ("one-opposition", "difficulty")),
        ({"difficulty": 5}, ("no-size", "difficulty")),
        ({"extras": [14]}, ("no-size", "extras")),
        ({"characters": -1}, ("too-low", "characters")),
    ],
)
def test_ganging_up_refuses(given, no):
    assert refused(ganging_up, **{"difficulty": 8, "extras": [6], "characters": 1, **given}) == no
