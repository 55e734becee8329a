"""Who goes down and what ends with that; the Director's word on life and death; a minute outside of a fight."""

from __future__ import annotations

import pytest

from apps.characters.dragonfly import document
from apps.characters.dragonfly.sheet import sheet_of
from apps.characters.models import Track
from apps.combat.dragonfly.fighters.states import State
from tests.checks.conftest import everything_shown_to, full_sheet, words_of
from tests.combat.conftest import acting_names, fighter, go_on, start
from tests.combat.wounded import asks, does, harm, jess_of, now, seated, seizes, the_ask, thug_of, told, undo, with_life
from tests.people import state_of_play

SURVIVAL, CONSCIOUS, OK = "dragonfly.survival", "dragonfly.consciousness", "dragonfly.im-ok"


@pytest.fixture
def jess(ines):
    """Constitution 2, Willpower 4, 38 Life Points, 3 Drama Points."""
    return jess_of(ines)


def answers(person, table, dice, face, **more):
    dice(*([face] if face else []))
    return does(person, "dragonfly.answer-test", ask=the_ask(table).public_id, **more)


def dying(gm, ines, table, dice, jess):
    """Jess at -13, her first tests made: alive and unconscious."""
    harm(gm, jess, -51)
    answers(ines, table, dice, 5)
    answers(ines, table, dice, 1)


# what ends with going down


@pytest.mark.played("dragonfly.consciousness-test")
def test_whoever_falls_unconscious_is_asked_nothing_more(table, ines, gm, jess, dice):
    thug = thug_of(table)
    start(gm, jess, thug)
    seizes(gm, jess, thug)
    does(gm, "dragonfly.ask-fear", characters=[jess.public_id])
    harm(gm, jess, -38)
    dice(1)
    does(ines, "dragonfly.answer-test", ask=asks(table, CONSCIOUS)[0].public_id)
    assert not asks(table)
    assert not fighter(thug).held_by.exists()
    undo(gm)
    assert [one.exchange.kind for one in asks(table)] == ["dragonfly.fear", CONSCIOUS]
    assert fighter(thug).held_by.exists()


@pytest.mark.played("dragonfly.survival-test")
def test_whoever_dies_is_asked_nothing_more(table, ines, gm, jess, dice):
    start(gm, jess, thug_of(table))
    does(gm, "dragonfly.ask-fear", characters=[jess.public_id])
    harm(gm, jess, -51)
    dice(1)
    does(ines, "dragonfly.answer-test", ask=asks(table, SURVIVAL)[0].public_id)
    assert not asks(table)
    assert fighter(jess).state == "out"


@pytest.mark.played("dragonfly.turn")
def test_the_next_one_is_up_when_whoever_acts_goes_down(table, ines, gm, jess, dice):
    thug = thug_of(table)
    start(gm, jess, thug)
    go_on(gm)
    dice(9)
    go_on(gm)
    assert acting_names(gm) == ["Jess"]
    harm(gm, jess, -38)
    dice(1)
    does(ines, "dragonfly.answer-test", ask=the_ask(table).public_id)
    assert acting_names(gm) == ["Thug"]
    undo(gm)
    assert acting_names(gm) == ["Jess"]


def test_nobody_waits_for_the_initiative_of_the_fallen(table, ines, gm, jess, dice):
    start(gm, jess, thug_of(table))
    go_on(gm)
    assert asks(table, "dragonfly.initiative")
    does(gm, "dragonfly.fate", character=jess.public_id, fate="unconscious")
    assert not asks(table)


@pytest.mark.played("dragonfly.ability-scores")
@pytest.mark.parametrize("fighting", [False, True])
def test_what_is_told_of_one_of_the_supporting_cast_who_falls(table, ines, gm, jess, fighting):
    thug = thug_of(table)
    if fighting:
        start(gm, jess, thug)
    harm(gm, thug, -25)
    assert ("Thug is down and out of the fight." if fighting else "Thug is down.") in ines.log()
    assert "Life Points" not in ines.log()
    assert now(thug).unconscious


@pytest.mark.played("dragonfly.ability-scores", "dragonfly.table-options/supporting-cast-down-at-zero")
def test_that_one_stays_up_is_for_the_director_alone(db):
    table, gm, ines, _, _ = seated(supporting_cast_down_at_zero="off")
    thug = thug_of(table)
    before = ines.log()
    harm(gm, thug, -20)
    harm(gm, thug, -1)
    ask = the_ask(table)
    assert "Thug has −1 Life Points" in gm.panel("asks")
    does(gm, "dragonfly.answer-down", ask=ask.public_id, allow="no")
    assert "Thug stays up" in gm.log()
    assert ines.log() == before


# waking


@pytest.mark.played("dragonfly.consciousness-test")
def test_hurt_again_before_the_answer_nobody_wakes(table, ines, gm, jess, dice):
    harm(gm, jess, -40)
    answers(ines, table, dice, 1)
    harm(gm, jess, 5)
    assert "Jess has 3 Life Points again" in gm.panel("asks")
    harm(gm, jess, 2)
    assert "Jess has 5 Life Points again" in gm.panel("asks")
    harm(gm, jess, -5)
    assert not asks(table)


@pytest.mark.played("dragonfly.ability-scores")
def test_one_of_the_supporting_cast_wakes_by_the_director_s_word(table, ines, gm, jess):
    thug = thug_of(table)
    start(gm, jess, thug)
    harm(gm, thug, -25)
    harm(gm, thug, 10)
    does(gm, "dragonfly.answer-waking", ask=the_ask(table).public_id, allow="no")
    assert "does not wake" not in ines.log()
    does(gm, "dragonfly.wake", character=thug.public_id)
    assert (now(thug).can_act, fighter(thug).state) == (True, "waiting")
    assert "Thug is awake" in ines.log()


@pytest.mark.played("dragonfly.consciousness-test")
def test_the_fate_of_the_supporting_cast_takes_them_out_and_brings_them_back(table, gm, jess):
    thug = thug_of(table)
    start(gm, jess, thug)
    does(gm, "dragonfly.fate", character=thug.public_id, fate="unconscious")
    assert fighter(thug).state == "out"
    does(gm, "dragonfly.fate", character=thug.public_id, fate="awake")
    assert fighter(thug).state == "waiting"


def test_without_javascript(table, gm, jess):
    assert gm.post("dragonfly.fate", plain=True, character=jess.public_id, fate="unconscious").status_code == 302
    assert gm.post("dragonfly.wake", plain=True, character=jess.public_id).status_code == 302
    assert now(jess).can_act


# copies


@pytest.mark.parametrize("how", ["import", "duplicate"])
def test_a_copy_has_none_of_it(table, ines, gm, jess, dice, how):
    does(gm, "dragonfly.set-alight", characters=[jess.public_id])
    does(gm, "dragonfly.ask-fear", characters=[jess.public_id], modifier=-9)
    dice(1)
    does(ines, "dragonfly.answer-fear", ask=the_ask(table).public_id)
    does(gm, "dragonfly.answer-panic", ask=the_ask(table).public_id, panic="run-away")
    does(gm, "dragonfly.fate", character=jess.public_id, fate="dead")
    if how == "import":
        does(gm, "dragonfly.import", text=document.written(jess).decode())
    else:
        does(gm, "dragonfly.duplicate", character=jess.public_id, copies=1)
    twin = table.characters.exclude(pk=jess.pk).get()
    assert now(twin) == State()


# a minute


@pytest.mark.played("dragonfly.survival-test")
def test_outside_a_fight_the_director_says_that_a_minute_passes(table, ines, gm, jess, dice):
    dying(gm, ines, table, dice, jess)
    assert jess.name in words_of(gm.get("dragonfly.minute"))
    does(gm, "dragonfly.minute", characters=[jess.public_id])
    assert "a minute passes; Jess is still dying" in ines.log()
    assert "Roll d10 + 4" in ines.panel("asks")
    assert "asked for a Survival Test already" in does(gm, "dragonfly.minute", 422, characters=[jess.public_id])
    answers(ines, table, dice, 5)
    facts = told(table, "dragonfly.tested")
    assert (facts["number"], facts["total"], facts["success"]) == (2, 9, True)
    does(gm, "dragonfly.minute", characters=[jess.public_id])
    answers(ines, table, dice, 5)
    assert now(jess).dead


@pytest.mark.played("dragonfly.survival-test", "dragonfly.stabilise")
def test_a_minute_is_nothing_to_the_stable(table, ines, marek, gm, jess, dice):
    amari = with_life(full_sheet(table, "Amari", marek, intelligence=4, doctor=3), 30)
    dying(gm, ines, table, dice, jess)
    dice(3)
    does(marek, "dragonfly.stabilise", character=amari.public_id, patient=jess.public_id)
    assert now(jess).stable
    before = state_of_play(table)
    does(gm, "dragonfly.minute", 422, characters=[jess.public_id])
    does(gm, "dragonfly.minute", 422)
    does(ines, "dragonfly.minute", 403, characters=[jess.public_id])
    assert state_of_play(table) == before


@pytest.mark.played("dragonfly.survival-test", "dragonfly.consciousness-test")
def test_a_consciousness_test_that_waits_comes_after_the_next_survival_test(table, ines, gm, jess, dice):
    harm(gm, jess, -51)
    answers(ines, table, dice, 5)
    assert the_ask(table).exchange.kind == CONSCIOUS
    does(gm, "dragonfly.minute", characters=[jess.public_id])
    assert the_ask(table).exchange.kind == SURVIVAL
    answers(ines, table, dice, 9)
    assert the_ask(table).exchange.kind == CONSCIOUS


def test_a_minute_of_the_hidden_is_for_the_director_alone(table, ines, watcher, gm, jess, dice):
    voss = with_life(full_sheet(table, "Voss", hidden=True, constitution=5, willpower=5), 30)
    before = [one.log() for one in (ines, watcher)]
    harm(gm, voss, -43)
    answers(gm, table, dice, 5)
    answers(gm, table, dice, 1)
    does(gm, "dragonfly.minute", characters=[voss.public_id])
    assert "Voss is still dying" in gm.log()
    assert [one.log() for one in (ines, watcher)] == before
    assert "Voss" not in everything_shown_to(ines)


# I Think I'm OK


@pytest.mark.played("dragonfly.i-think-im-ok", "dragonfly.survival-test", "dragonfly.consciousness-test")
def test_jess_thinks_she_is_ok(table, ines, gm, jess, dice):
    """The example: 51 points of damage become 25, and in the next Turn 12."""
    start(gm, jess, thug_of(table))
    harm(gm, jess, -51)
    answers(ines, table, dice, 4)
    answers(ines, table, dice, 6, heroic_feat="on")
    does(ines, OK, character=jess.public_id)
    sheet = sheet_of(jess)
    assert (sheet.ordinary_damage, sheet.life_points, sheet.drama_points) == (25, 13, 1)
    assert "already used in this Turn" in does(ines, OK, 422, character=jess.public_id)
    dice(5, 5)
    for _ in range(4):
        go_on(gm)
    does(ines, OK, character=jess.public_id)
    assert (sheet_of(jess).ordinary_damage, sheet_of(jess).life_points) == (12, 26)


@pytest.mark.played("dragonfly.i-think-im-ok", "dragonfly.survival-test")
def test_it_makes_the_survival_test_needless(table, ines, gm, jess):
    harm(gm, jess, -51)
    assert "I Think I’m OK: −13 to 13 Life Points" in ines.panel("asks")
    does(ines, OK, character=jess.public_id)
    assert not asks(table)
    undo(gm)
    assert the_ask(table).exchange.kind == SURVIVAL


@pytest.mark.played("dragonfly.i-think-im-ok")
def test_whoever_was_out_does_not_have_to_wake_from_it(table, ines, gm, jess, dice):
    harm(gm, jess, -40)
    answers(ines, table, dice, 1)
    does(ines, OK, character=jess.public_id)
    assert now(jess).unconscious
    assert the_ask(table).audience == "gms"
    does(gm, "dragonfly.answer-waking", ask=the_ask(table).public_id, allow="no")
    assert now(jess).unconscious


@pytest.mark.played("dragonfly.i-think-im-ok")
def test_not_after_death(table, ines, gm, jess, dice):
    harm(gm, jess, -51)
    answers(ines, table, dice, 1)
    before = state_of_play(table)
    assert "does not bring anybody back" in does(ines, OK, 422, character=jess.public_id)
    assert state_of_play(table) == before


@pytest.mark.played("dragonfly.i-think-im-ok", "dragonfly.table-options/strict-drama-timing")
@pytest.mark.parametrize(("strict", "status"), [("off", 200), ("on", 422)])
def test_whether_it_is_in_time(db, dice, strict, status):
    table, gm, ines, _, jess = seated(strict_drama_timing=strict)
    start(gm, jess, thug_of(table))
    go_on(gm)
    dice(9)
    go_on(gm)
    harm(gm, jess, -51)
    does(ines, OK, status, character=jess.public_id)


def test_without_a_point_it_is_not_offered(table, ines, gm, jess):
    Track.objects.filter(character=jess, key="drama-points").update(value=0)
    harm(gm, jess, -51)
    assert "I Think I’m OK" not in ines.panel("asks")
