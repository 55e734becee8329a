"""Fear Tests, panic, and snapping out of it."""

from dataclasses import replace

import pytest

from apps.rules import Refused
from apps.rules.dice import ScriptedDice
from apps.rules.dragonfly import DEFAULTS
from apps.rules.dragonfly.combat.fear import (
    after_turn,
    fear_test,
    panic_parts,
    panic_retest,
    panic_row,
    panic_table,
    startled_order,
    why_no_retest,
    why_panicked,
)
from apps.rules.dragonfly.drama import FEAT
from apps.rules.dragonfly.lists import PANICS

NO_DICE = ScriptedDice([])
RETESTS = replace(DEFAULTS, retest_total_terror=True)


def code_of(no):
    return no and no.code


def field_of(call, **given):
    with pytest.raises(Refused) as no:
        call(**given)
    return no.value.field


@pytest.mark.rule("dragonfly.fear-test", "dragonfly.panic-table")
@pytest.mark.parametrize(
    ("face", "modifier", "total", "panic"),
    [
        (10, 0, 16, "none"),
        (3, 0, 9, "none"),
        (2, 0, 8, "startled"),
        (1, 0, 7, "startled"),
        (1, -1, 6, "freak-out"),
        (1, -2, 5, "freak-out"),
        (1, -3, 4, "run-away"),
        (1, -4, 3, "run-away"),
        (1, -5, 2, "total-terror"),
        (1, -7, 0, "total-terror"),
        (1, -20, -13, "total-terror"),
    ],
)
def test_a_fear_test_and_what_its_failure_does(face, modifier, total, panic):
    test = fear_test(willpower=3, modifier=modifier, dice=ScriptedDice([face]))
    assert (test.total, test.success, test.panic) == (total, total >= 9, panic)
    assert sum(part.value for part in test.check.parts) == total


@pytest.mark.rule("dragonfly.fear-test", "dragonfly.heroic-feat")
def test_willpower_is_doubled_and_nothing_else():
    test = fear_test(willpower=3, quality_bonus=2, modifier=-1, lines=[FEAT], dice=ScriptedDice([4]))
    assert [(part.label_id, part.value) for part in test.check.parts] == [
        ("d10", 4), ("willpower", 3), ("attribute-doubled", 3), ("qualities", 2), ("heroic-feat", 10), ("modifier", -1),
    ]  # fmt: skip


@pytest.mark.rule("dragonfly.fear-test", "dragonfly.panic-retest")
@pytest.mark.parametrize(
    ("given", "field"),
    [({"willpower": -1}, "willpower"), ({"quality_bonus": 0.5}, "quality_bonus"), ({"modifier": "-2"}, "modifier")],
)
def test_a_fear_test_refuses_before_the_die(given, field):
    assert field_of(fear_test, **{"willpower": 3, **given}, dice=NO_DICE) == field


@pytest.mark.rule("dragonfly.panic-table")
def test_every_row_of_the_table():
    assert [
        (row.id, row.attacks, row.defenses, row.defense_modifier, row.full_defense, row.ends_with_turn)
        for row in PANICS
    ] == [
        ("startled", True, True, 0, True, True),
        ("freak-out", False, True, 0, False, True),
        ("run-away", False, True, -2, False, False),
        ("total-terror", False, False, 0, False, False),
    ]
    found = {total: panic_table(total=total).panic for total in range(-3, 9)}
    assert found == {
        **dict.fromkeys(range(-3, 3), "total-terror"),
        **dict.fromkeys((3, 4), "run-away"),
        **dict.fromkeys((5, 6), "freak-out"),
        **dict.fromkeys((7, 8), "startled"),
    }
    assert panic_table(total=4).row is panic_row("run-away")


@pytest.mark.rule("dragonfly.panic-table")
def test_the_table_refuses_a_passed_test_and_an_unknown_panic():
    assert field_of(panic_table, total=9) == "total"
    assert panic_row("none") is None
    with pytest.raises(Refused):
        panic_row("bored")


@pytest.mark.rule("dragonfly.panic-table")
@pytest.mark.parametrize(
    ("panic", "attack", "defense", "full_defense", "modifier"),
    [
        ("none", True, True, True, 0),
        ("startled", True, True, True, 0),
        ("freak-out", False, True, False, 0),
        ("run-away", False, True, False, -2),
        ("total-terror", False, False, False, 0),
    ],
)
def test_what_panic_leaves_to_do(panic, attack, defense, full_defense, modifier):
    can = {act: why_panicked(panic=panic, act=act) is None for act in ("attack", "defense", "full-defense")}
    assert can == {"attack": attack, "defense": defense, "full-defense": full_defense}
    assert sum(part.value for part in panic_parts(panic)) == modifier


@pytest.mark.rule("dragonfly.panic-table")
def test_panic_says_what_it_keeps_from():
    no = why_panicked(panic="freak-out", act="full-defense")
    assert no is not None
    assert (no.code, no.text) == ("panic", "Freak Out: in this panic a character cannot go on Full Defense.")
    assert field_of(why_panicked, panic="startled", act="sing") == "act"


@pytest.mark.rule("dragonfly.panic-table", "dragonfly.panic-retest")
@pytest.mark.parametrize(
    ("panic", "left"),
    [
        ("none", "none"),
        ("startled", "none"),
        ("freak-out", "none"),
        ("run-away", "run-away"),
        ("total-terror", "total-terror"),
    ],
)
def test_the_milder_panics_end_with_their_turn(panic, left):
    assert after_turn(panic) == left


@pytest.mark.rule("dragonfly.panic-retest")
@pytest.mark.parametrize(
    ("first", "number", "used"),
    [(-3, 1, -2), (-3, 2, -1), (-3, 3, 0), (-3, 9, 0), (-1, 1, 0), (0, 1, 0), (0, 5, 0), (2, 1, 2), (2, 4, 2)],
)
def test_penalties_shrink_with_every_retest_and_bonuses_stay(first, number, used):
    given = {"willpower": 2, "quality_bonus": 1, "first_modifier": first, "retest_number": number}
    test = panic_retest(**given, dice=ScriptedDice([3]))
    assert (test.modifier_used, test.total) == (used, 8 + used)


@pytest.mark.rule("dragonfly.panic-retest")
@pytest.mark.parametrize(("face", "panic"), [(7, "none"), (6, "startled"), (4, "freak-out"), (2, "run-away")])
def test_a_failed_retest_has_a_row_of_its_own(face, panic):
    test = panic_retest(willpower=2, first_modifier=-3, retest_number=1, dice=ScriptedDice([face]))
    assert (test.success, test.panic) == (panic == "none", panic)


@pytest.mark.rule("dragonfly.panic-retest")
@pytest.mark.parametrize(
    ("given", "field"),
    [
        ({"retest_number": 0}, "retest_number"),
        ({"first_modifier": 0.5}, "first_modifier"),
        ({"willpower": -1}, "willpower"),
    ],
)
def test_a_retest_refuses_before_the_die(given, field):
    plain = {"willpower": 2, "first_modifier": -3, "retest_number": 1}
    assert field_of(panic_retest, **{**plain, **given}, dice=NO_DICE) == field


@pytest.mark.rule("dragonfly.panic-retest", "dragonfly.table-options/retest-total-terror")
@pytest.mark.parametrize(
    ("panic", "off", "on"),
    [
        ("none", "no-panic", "no-panic"),
        ("startled", "ends-with-turn", "ends-with-turn"),
        ("freak-out", "ends-with-turn", "ends-with-turn"),
        ("run-away", None, None),
        ("total-terror", "director-ends", None),
    ],
)
def test_who_has_a_retest(panic, off, on):
    assert code_of(why_no_retest(panic=panic)) == off
    assert code_of(why_no_retest(panic=panic, options=RETESTS)) == on


@pytest.mark.rule("dragonfly.panic-table", "dragonfly.initiative")
@pytest.mark.parametrize(
    ("places", "after"),
    [
        ([["Jess"], ["Pete"], ["it"], ["Ann"]], (("Pete",), ("it",), ("Jess",), ("Ann",))),
        ([["Pete"], ["it"], ["Ann"], ["Jess"]], (("Pete",), ("it",), ("Ann",), ("Jess",))),
        ([["Jess", "Pete"], ["it", "Ann"]], (("Pete",), ("it", "Ann"), ("Jess",))),
        ([["Jess", "it"], ["Ann"]], (("it",), ("Jess",), ("Ann",))),
    ],
)
def test_a_startled_one_waits_for_the_creature(places, after):
    assert startled_order(places=places, startled="Jess", creature="it") == after


@pytest.mark.rule("dragonfly.panic-table")
@pytest.mark.parametrize("field", ["startled", "creature"])
def test_who_is_not_in_the_order_cannot_wait_or_be_waited_for(field):
    given = {"startled": "Jess", "creature": "it", field: "nobody"}
    assert field_of(startled_order, places=[["Jess"], ["it"]], **given) == field
