"""What goes on by itself at the end of a Turn."""

from __future__ import annotations

import pytest

from apps.characters.models import Track
from apps.combat import tracking
from apps.table.models import Event
from tests.checks.conftest import full_sheet
from tests.combat.conftest import go_on, start
from tests.combat.test_wounds import end_turn
from tests.combat.wounded import asks, does, harm, jess_of, now, seated, the_ask, thug_of, told, undo, with_life

SURVIVAL, CONSCIOUS, FEAR = "dragonfly.survival", "dragonfly.consciousness", "dragonfly.fear"


@pytest.fixture
def jess(ines):
    """Constitution 2, Willpower 4, 38 Life Points."""
    return jess_of(ines)


def answers(person, table, dice, *faces):
    for face in faces:
        dice(face)
        does(person, "dragonfly.answer-test", ask=the_ask(table).public_id)


def panics(gm, ines, table, dice, character, panic="run-away"):
    does(gm, "dragonfly.ask-fear", characters=[character.public_id], modifier=-9)
    dice(1)
    does(gm, "dragonfly.answer-fear", ask=asks(table, FEAR, f"{FEAR}-secret")[0].public_id)
    kinds = ("dragonfly.panic", "dragonfly.panic-secret")
    does(gm, "dragonfly.answer-panic", ask=asks(table, *kinds)[0].public_id, panic=panic)


def to_the_end(gm, dice):
    """Until the Turn is over and what is due has been told; the next one has not begun."""
    for _ in range(12):
        running = tracking.fight_of(gm.table)
        assert running is not None
        if running.phase == "end-of-turn":
            return
        dice(5, 5, 5)
        go_on(gm)
    raise AssertionError("the Turn does not end")


@pytest.mark.played("dragonfly.turn", "dragonfly.fire", "dragonfly.panic-retest")
def test_all_that_is_due_in_its_order(db, dice):
    table, gm, ines, _, jess = seated(consciousness_every_turn="on", retest_total_terror="on")
    start(gm, jess, thug_of(table))
    harm(gm, jess, -38)
    answers(ines, table, dice, 9)
    panics(gm, ines, table, dice, jess, "total-terror")
    does(gm, "dragonfly.set-alight", characters=[jess.public_id])
    to_the_end(gm, dice)
    facts = told(table, "dragonfly.fight-step")
    assert [one["step"] for one in facts["due"]] == ["fire", "consciousness-test", "panic-retest"]
    assert sorted(one.exchange.kind for one in asks(table)) == [CONSCIOUS, FEAR]
    for words in (
        "Fire: Jess.",
        "Consciousness Test: Jess.",
        "Snapping out of it: Jess.",
        "Jess burns: 3 from the fire",
    ):
        assert words in ines.log()


@pytest.mark.played("dragonfly.turn")
def test_where_nothing_is_due_the_next_turn_opens_at_once(table, gm, jess, dice):
    start(gm, jess, thug_of(table))
    panics(gm, None, table, dice, jess, "total-terror")
    end_turn(gm, dice)
    running = tracking.fight_of(table)
    assert running is not None
    assert running.phase == "intentions"
    assert running.turn is not None
    assert running.turn.number == 2
    assert not told(table, "dragonfly.fight-step").get("due")


@pytest.mark.played("dragonfly.survival-test", "dragonfly.turn", "dragonfly.table-options/turns-per-minute")
def test_the_minute_is_counted_from_the_test_that_was_made(db, dice):
    table, gm, ines, _, jess = seated(turns_per_minute="3")
    start(gm, jess, thug_of(table))
    harm(gm, jess, -51)
    end_turn(gm, dice)
    assert len(asks(table, SURVIVAL)) == 1
    assert now(jess).turns_since_test == 0
    answers(ines, table, dice, 5, 1)
    for turns in (1, 2):
        end_turn(gm, dice)
        assert now(jess).turns_since_test == turns
        assert not asks(table, SURVIVAL)
    end_turn(gm, dice)
    answers(ines, table, dice, 9)
    assert (now(jess).survival_tests, now(jess).turns_since_test) == (2, 0)
    end_turn(gm, dice)
    assert not asks(table, SURVIVAL)


@pytest.mark.played("dragonfly.survival-test", "dragonfly.stabilise")
def test_the_stable_make_no_more(db, dice):
    table, gm, ines, marek, jess = seated(turns_per_minute="1")
    amari = with_life(full_sheet(table, "Amari", marek, intelligence=4, doctor=3), 30)
    start(gm, jess, amari)
    harm(gm, jess, -51)
    answers(ines, table, dice, 5, 1)
    dice(2)
    does(gm, "dragonfly.stabilise", character=amari.public_id, patient=jess.public_id)
    end_turn(gm, dice)
    assert not asks(table, SURVIVAL)


@pytest.mark.played("dragonfly.survival-test")
def test_a_test_that_was_called_off_comes_again_with_the_turn(table, ines, gm, jess, dice):
    start(gm, jess, thug_of(table))
    harm(gm, jess, -51)
    does(gm, "call-off", exchange=the_ask(table).exchange.public_id)
    assert not asks(table)
    end_turn(gm, dice)
    assert the_ask(table).exchange.kind == SURVIVAL
    assert the_ask(table).exchange.state["number"] == 1


@pytest.mark.played("dragonfly.survival-test", "dragonfly.turn")
def test_the_dying_who_are_out_of_the_fight_test_all_the_same(db, dice):
    table, gm, ines, _, jess = seated(turns_per_minute="1")
    start(gm, jess, thug_of(table))
    harm(gm, jess, -51)
    answers(ines, table, dice, 5, 1)
    does(gm, "dragonfly.fight-leave", character=jess.public_id)
    end_turn(gm, dice)
    assert the_ask(table).exchange.kind == SURVIVAL


@pytest.mark.played("dragonfly.turn")
def test_nothing_happens_to_the_dead(table, ines, gm, jess, dice):
    start(gm, jess, thug_of(table))
    does(gm, "dragonfly.set-alight", characters=[jess.public_id])
    does(gm, "dragonfly.fate", character=jess.public_id, fate="dead")
    end_turn(gm, dice)
    assert Track.objects.get(character=jess, key="state-on-fire").value == 1
    assert not Track.objects.filter(character=jess, key="fire-damage", value__gt=0).exists()


@pytest.mark.played("dragonfly.consciousness-test", "dragonfly.table-options/consciousness-every-turn")
def test_whoever_is_unconscious_already_tests_no_more(db, dice):
    table, gm, ines, _, jess = seated(consciousness_every_turn="on")
    start(gm, jess, thug_of(table))
    harm(gm, jess, -40)
    answers(ines, table, dice, 10)
    end_turn(gm, dice)
    answers(ines, table, dice, 1)
    assert now(jess).unconscious
    end_turn(gm, dice)
    assert not asks(table)


@pytest.mark.played("dragonfly.panic-table", "dragonfly.turn")
def test_what_befalls_the_hidden_is_told_to_the_gms_and_holds_nobody_up(table, ines, watcher, gm, jess, dice):
    voss = with_life(full_sheet(table, "Voss", hidden=True, willpower=1), 30)
    logs = []
    for hurt in (False, True):
        start(gm, jess, thug_of(table), voss)
        if hurt:
            panics(gm, ines, table, dice, voss, "freak-out")
            does(gm, "dragonfly.set-alight", characters=[voss.public_id])
            Track.objects.filter(character=voss, key="ordinary-damage").update(value=29)
        dice(5)
        end_turn(gm, dice)
        logs.append([one.log().rsplit("starts a fight", 1)[1] for one in (ines, watcher)])
        if not hurt:
            does(gm, "dragonfly.end-fight")
    assert logs[0] == logs[1]
    assert now(voss).panic == "none"
    assert "Freak Out of Voss is over" in gm.log()
    assert the_ask(table).exchange.kind == f"{CONSCIOUS}-secret"
    assert "the Director" not in ines.panel("awaited")


@pytest.mark.played("dragonfly.turn")
def test_the_end_of_a_turn_is_taken_back_with_all_of_it(table, ines, gm, jess, dice):
    start(gm, jess, thug_of(table))
    panics(gm, ines, table, dice, jess)
    does(gm, "dragonfly.set-alight", characters=[jess.public_id])
    to_the_end(gm, dice)
    assert asks(table, FEAR)
    assert now(jess).blaze == 3
    undo(gm, ended(table))
    assert not asks(table)
    assert now(jess).blaze == 0
    assert now(jess).panic == "run-away"


def ended(table):
    return Event.objects.filter(table=table, kind="dragonfly.fight-step", undone_by=None).latest("pk")


# what outlasts the fight


@pytest.mark.parametrize("kind", ["consciousness", "survival"])
def test_a_test_that_outlasts_the_fight_says_why_it_stands(table, ines, gm, jess, kind):
    start(gm, jess, thug_of(table))
    harm(gm, jess, -40 if kind == "consciousness" else -51)
    assert "The fight is over" not in ines.panel("asks") + gm.panel("waiting")
    does(gm, "dragonfly.end-fight")
    left, ends = ("−2", "stays conscious") if kind == "consciousness" else ("−13", "lives on")
    words = f"The fight is over. Jess is still at {left} Life Points: this roll tells whether Jess {ends}."
    assert words in ines.panel("asks")
    assert "the fight is over" in gm.panel("waiting")
    undo(gm)
    assert "The fight is over" not in ines.panel("asks")


def test_whoever_never_fought_is_told_of_no_fight(table, ines, gm, jess):
    harm(gm, jess, -40)
    start(gm, thug_of(table), thug_of(table, "Brute"))
    does(gm, "dragonfly.end-fight")
    assert "Consciousness Test" in ines.panel("asks")
    assert "fight is over" not in ines.panel("asks") + gm.panel("waiting")


def test_what_outlasts_the_fight_is_answered_as_ever(table, ines, gm, jess, dice):
    start(gm, jess, thug_of(table))
    harm(gm, jess, -40)
    does(gm, "dragonfly.end-fight")
    answers(ines, table, dice, 1)
    assert now(jess).unconscious
    assert not asks(table)
