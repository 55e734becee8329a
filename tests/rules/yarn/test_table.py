"""Efforts of a group, orders of precedence, and who sees what."""

from collections import Counter
from itertools import permutations, product
from typing import Any

import pytest

from apps.rules import Refused
from apps.rules.dice import ScriptedDice
from apps.rules.yarn import Options
from apps.rules.yarn.groups import (
    combined,
    combining_dice,
    either_or,
    group_effort,
    picked_place,
    simple_addition,
    worst_roller,
)
from apps.rules.yarn.lists import OCCASIONS, WORDS
from apps.rules.yarn.orders import occasions, precedence, shuffled
from apps.rules.yarn.pool import Pool
from apps.rules.yarn.visibility import ITEMS, secret_gm_roll, story_visibility
from apps.rules.yarn.words import glossary, series_pitch

TWO = [{"base": 2, "bonus": 1}, {"base": 3}]


def no_dice(count, sides):
    raise AssertionError("a die fell")


@pytest.mark.rule("yarn.group-simple-addition", "yarn.group-worst-roller", "yarn.group-combining-dice")
def test_three_ways_with_the_same_dice():
    faces = [1, 5, 4, 2, 2, 2]
    added = simple_addition(participants=TWO, factor=14, dice=ScriptedDice(faces))
    assert (added.totals, added.total, added.outcome, added.thrown) == ((9, 6), 15, "success", 6)
    worst = worst_roller(participants=TWO, against=6, dice=ScriptedDice(faces))
    assert (worst.total, worst.outcome) == (6, "draw")
    best = combining_dice(participants=TWO, dice=ScriptedDice(faces))
    assert (best.total, best.counted, best.dropped, best.outcome) == (11, 3, (1, 2, 2), None)


@pytest.mark.rule("yarn.group-combining-dice")
def test_bonus_and_penalty_dice_are_pooled_with_the_lent_ones():
    assert combined(TWO) == Pool(3, net_bonus=3)
    assert combined(TWO, penalty=5) == Pool(3, net_penalty=2)
    assert combined([{"base": 2, "penalty": 4}, {"base": 2}], bonus=1) == Pool(2, net_penalty=1)


@pytest.mark.rule("yarn.group-either-or")
def test_everybody_has_the_same_chance_of_the_pick():
    for count in range(1, 8):
        sides = 6 if 6 % count == 0 else count
        picks = Counter(picked_place(count, ScriptedDice([face])) for face in range(1, sides + 1))
        assert set(picks) == set(range(count))
        assert len(set(picks.values())) == 1


@pytest.mark.rule("yarn.group-either-or")
def test_the_others_fail_whatever_they_rolled():
    found = either_or(participants=["Ann", "Bo", "Cy"], totals=[9, 7, 20], factor=7, dice=ScriptedDice([3]))
    assert (found.picked, found.told) == ("Bo", {"Ann": "failure", "Bo": "draw", "Cy": "failure"})


@pytest.mark.rule("yarn.group-effort")
@pytest.mark.parametrize(
    ("way", "faces", "total"),
    [
        ("simple addition", [1, 2, 3, 4], 10),
        ("combining dice", [1, 2, 3, 4], 7),
        ("worst roller", [1, 2, 3, 4], 3),
        ("either/or", [1, 2, 3, 4, 5], 7),
    ],
)
def test_the_gm_names_the_way(way, faces, total):
    found = group_effort(way=way, participants=[{"base": 2}] * 2, factor=5, dice=ScriptedDice(faces))
    assert (found.total, found.difference) == (total, total - 5)


@pytest.mark.rule("yarn.precedence")
def test_every_order_is_equally_likely():
    drawn = Counter(shuffled("ABCD", ScriptedDice(f)) for f in product(range(1, 5), range(1, 4), range(1, 3)))
    assert set(drawn) == set(permutations("ABCD"))
    assert set(drawn.values()) == {1}


@pytest.mark.rule("yarn.precedence")
def test_an_order_is_shuffled_or_laid_by_the_gm():
    found = precedence(present=["Ann", "Bob"], purpose="themes", latecomers=["Cy"], dice=ScriptedDice([2]))
    assert (found.order, found.log) == (("Bob", "Ann", "Cy"), "themes: Bob, Ann, Cy")
    by_hand = Options(precedence_source="GM arranges")
    assert precedence(present=["A", "B"], drawn=["B", "A"], options=by_hand, dice=no_dice).order == ("B", "A")
    with pytest.raises(Refused, match="the GM arranges the order"):
        precedence(present=["A", "B"], options=by_hand, dice=no_dice)


@pytest.mark.rule("yarn.precedence-occasions")
def test_some_orders_are_drawn_once():
    for row in OCCASIONS:
        again = occasions(occasion=row.title, round=3)
        once = row.id in ("names", "themes")
        assert (again.new_order, again.order_number, again.lasts) == (not once, 1 if once else 3, row.lasts)
        assert occasions(occasion=row.id).new_order


@pytest.mark.rule("yarn.series-pitch", "yarn.glossary")
def test_what_is_looked_up():
    entries = {"nutshell": "A lighthouse goes dark.", "themes": ["guilt"], "tightening the screws": "a storm"}
    pitch = series_pitch(entries=entries)
    assert (pitch.complete, pitch.themes, pitch.complications) == (True, ("guilt",), ("a storm",))
    assert pitch.names == {"people": (), "places": (), "things": ()}
    assert all(glossary(word=row.title).meaning == row.meaning for row in WORDS)
    assert len(WORDS) == 25


@pytest.mark.rule("yarn.story-visibility")
def test_who_sees_what():
    seen = {
        viewer: {item for item in ITEMS if story_visibility(viewer=viewer, item=item, whose="Bob").shown}
        for viewer in ("Ann", "Bob", "GM")
    }
    hidden = {"sums", "scores", "GM notes", "unknown trait", "ballot", "draft", "private intent"}
    assert set(ITEMS) - seen["Ann"] == hidden
    assert hidden & seen["Bob"] == {"ballot", "draft", "private intent"}
    assert set(ITEMS) - seen["GM"] == {"private intent"}


@pytest.mark.rule("yarn.story-visibility")
@pytest.mark.parametrize(
    ("item", "released", "options", "seen_by"),
    [
        ("hands", None, Options(tokens_public=False), {"Bob", "GM"}),
        ("sheet", None, Options(sheets_open=False), {"Bob", "GM"}),
        ("sheet", False, Options(), {"Bob", "GM"}),
        ("votes", False, Options(), {"Bob"}),
        ("votes", False, Options(vote_reveal="live"), {"Ann", "Bob", "GM"}),
        ("ballot", None, Options(anonymous_ballots=True), {"Bob"}),
        ("unknown trait", True, Options(), {"Ann", "Bob", "GM"}),
    ],
)
def test_what_switches_and_time_open(item, released, options, seen_by):
    given: dict[str, Any] = {"item": item, "whose": "Bob", "released": released, "options": options}
    assert {who for who in ("Ann", "Bob", "GM") if story_visibility(viewer=who, **given).shown} == seen_by


@pytest.mark.rule("yarn.secret-gm-roll")
def test_of_a_hidden_roll_players_see_nothing():
    rolled = secret_gm_roll(roller="GM", base=2, hidden=True, dice=ScriptedDice([4, 5]))
    assert (rolled.gm_sees_total, rolled.player_sees) == (9, "nothing")
    told = Options(hidden_rolls_announced=True)
    assert secret_gm_roll(hidden=True, options=told, dice=no_dice).player_sees == "a roll"
    assert secret_gm_roll(base=1, hidden=False, dice=ScriptedDice([4])).player_sees == "total"
    with pytest.raises(Refused, match="and this one is Ann’s"):
        secret_gm_roll(roller="Ann", base=2, hidden=True, dice=no_dice)


@pytest.mark.parametrize(
    ("call", "given", "code"),
    [
        (simple_addition, {}, "nobody"),
        (worst_roller, {"totals": [-1]}, "too-low"),
        (worst_roller, {"participants": TWO, "against": -1}, "too-low"),
        (combining_dice, {"participants": TWO, "against": -1}, "too-low"),
        (either_or, {"participants": ["A", "B"], "totals": [1, 2], "factor": -1}, "too-low"),
        (combining_dice, {"participants": [{"base": 0}]}, "no-dice"),
        (group_effort, {"way": "prayer", "participants": TWO}, "not-a-choice"),
        (either_or, {"participants": ["A", "A"], "totals": [1, 2], "factor": 1}, "names"),
        (either_or, {"participants": ["A", "B"], "totals": [1], "factor": 1}, "totals"),
        (precedence, {"present": ["Ann", "GM"]}, "gm-has-no-card"),
        (precedence, {"present": ["Ann", "Ann"]}, "name-twice"),
        (precedence, {"present": ["Ann"], "drawn": ["Bob"]}, "not-the-cards"),
        (secret_gm_roll, {"hidden": True, "viewer": "Ann"}, "not-a-choice"),
    ],
)
def test_refusals_come_before_any_die(call, given, code):
    with pytest.raises(Refused) as no:
        call(**given, dice=no_dice)
    assert no.value.code == code


@pytest.mark.parametrize(
    "call",
    [
        lambda: occasions(occasion="never"),
        lambda: glossary(word="luck"),
        lambda: story_visibility(viewer="Ann", item="the future"),
    ],
)
def test_what_is_not_listed_is_refused(call):
    with pytest.raises(Refused):
        call()
