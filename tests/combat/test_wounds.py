"""Life Points in a fight: penalties, the tests that come due, falling, dying, and the Director's word."""

from __future__ import annotations

import pytest

from apps.characters.dragonfly.points import drama_points_of
from apps.characters.models import Track
from apps.combat.dragonfly.fighters import states
from apps.combat.dragonfly.fighters.badges import badges_of
from apps.combat.dragonfly.fighters.standing import standing_of
from apps.combat.models import Combatant
from apps.table.models import Ask, Event, Exchange
from tests.checks.conftest import everything_shown_to, full_sheet, words_of
from tests.combat.conftest import fighter, go_on, start
from tests.combat.wounded import (
    asks,
    does,
    harm,
    jess_of,
    labels,
    now,
    seated,
    the_ask,
    thug_of,
    told,
    undo,
    with_life,
)
from tests.people import newest_event, state_of_play

SURVIVAL, CONSCIOUS = "dragonfly.survival", "dragonfly.consciousness"


@pytest.fixture
def jess(ines):
    """Ines plays her: Constitution 2, Willpower 4, 38 Life Points, 3 Drama Points."""
    return jess_of(ines)


def answer(person, table, dice, falls=None, status=200, **more):
    dice(*([falls] if falls else []))
    return does(person, "dragonfly.answer-test", status, ask=the_ask(table).public_id, **more)


@pytest.mark.played("dragonfly.survival-test", "dragonfly.consciousness-test", "dragonfly.life-points")
def test_jess_lives_on_and_stays_conscious_by_a_feat(table, ines, gm, jess, dice):
    harm(gm, jess, -51)
    held = the_ask(table)
    assert (held.exchange.kind, held.audience, held.subject) == (SURVIVAL, "character", jess.pk)
    panel = ines.panel("asks")
    for words in ("Jess: Survival Test", "−13", "Roll d10 + 5", "4 or more on the die", "70%", "With Heroic Feat"):
        assert words in panel
    answer(ines, table, dice, 4)
    facts = told(table, "dragonfly.tested")
    assert (facts["total"], facts["success"], facts["sort"]) == (9, True, "survival")
    assert labels(facts) == {"Constitution": 2, "Willpower": 4, "Life Points below zero": -1}
    assert the_ask(table).exchange.kind == CONSCIOUS
    assert "no face of the die is enough" in ines.panel("asks")
    assert "50%" in ines.panel("asks")
    answer(ines, table, dice, 6, heroic_feat="on")
    facts = told(table, "dragonfly.tested")
    assert (facts["total"], facts["success"], facts["points_left"]) == (9, True, 2)
    assert now(jess).can_act
    assert not asks(table)
    assert "Jess stays conscious" in gm.log()


@pytest.mark.played("dragonfly.survival-test")
def test_a_three_is_not_enough(table, ines, gm, jess, dice):
    harm(gm, jess, -51)
    answer(ines, table, dice, 3)
    assert told(table)["total"] == 8
    assert now(jess).dead
    assert not asks(table)
    assert "Jess dies" in ines.log()
    harm(gm, jess, -5)
    assert not asks(table)


@pytest.mark.played("dragonfly.consciousness-test")
def test_without_a_feat_she_cannot_make_it(table, ines, gm, jess, dice):
    harm(gm, jess, -51)
    answer(ines, table, dice, 4)
    answer(ines, table, dice, 10)
    assert told(table)["total"] == 3
    assert now(jess).unconscious
    harm(gm, jess, -1)
    assert not asks(table)


@pytest.mark.played("dragonfly.survival-test")
def test_a_minute_later_there_is_a_further_minus_one(table, ines, gm, jess, dice):
    table.switches.filter(key="turns-per-minute").update(value="2")
    thug = thug_of(table)
    start(gm, jess, thug)
    harm(gm, jess, -51)
    answer(ines, table, dice, 4)
    answer(ines, table, dice, 10)
    end_turn(gm, dice)
    assert not asks(table, SURVIVAL)
    end_turn(gm, dice)
    assert "number 2" not in ines.panel("asks")
    answer(ines, table, dice, 5)
    facts = told(table)
    assert (facts["total"], facts["number"], facts["success"]) == (9, 2, True)
    assert labels(facts)["Life Points below zero"] == -2


def end_turn(gm, dice):
    """Through the phases, whatever initiative throws are left, until what ends the Turn has happened."""
    before = newest_turn(gm)
    for _ in range(12):
        dice(5, 5, 5, 5)
        go_on(gm)
        fight = Combatant.objects.filter(fight__table=gm.table).latest("pk").fight
        if fight.phase == "end-of-turn" or newest_turn(gm) != before:
            break
    if fight.phase == "end-of-turn":
        go_on(gm)


def newest_turn(gm):
    turn = Combatant.objects.filter(fight__table=gm.table).latest("pk").fight.turn
    assert turn is not None
    return turn.number


@pytest.mark.played("dragonfly.consciousness-test")
@pytest.mark.parametrize(("before", "after", "due"), [(-30, 8, 0), (-37, 1, 0), (-38, 0, 1), (-40, -2, 1)])
def test_it_comes_due_at_zero(table, ines, gm, jess, before, after, due):
    harm(gm, jess, before)
    assert len(asks(table, CONSCIOUS)) == due


@pytest.mark.played("dragonfly.consciousness-test")
def test_again_with_each_harm_and_never_twice_at_once(table, ines, gm, jess, dice):
    harm(gm, jess, -40)
    harm(gm, jess, -3)
    dice(10)
    assert "d10 + 1" in ines.panel("asks")
    answer(ines, table, dice, 8)
    assert told(table)["total"] == 9
    harm(gm, jess, -1)
    assert the_ask(table).exchange.kind == CONSCIOUS


@pytest.mark.played("dragonfly.survival-test", "dragonfly.life-points")
def test_healing_ends_the_tests(table, ines, gm, jess):
    harm(gm, jess, -51)
    harm(gm, jess, 2)
    assert the_ask(table).exchange.kind == SURVIVAL
    harm(gm, jess, 2)
    assert the_ask(table).exchange.kind == CONSCIOUS
    harm(gm, jess, -1)
    assert the_ask(table).exchange.kind == SURVIVAL
    harm(gm, jess, 11)
    assert not asks(table)


@pytest.mark.played("dragonfly.survival-test")
def test_more_harm_goes_on_with_the_count(table, ines, gm, jess, dice):
    harm(gm, jess, -51)
    answer(ines, table, dice, 4)
    answer(ines, table, dice, 10)
    harm(gm, jess, -10)
    assert not asks(table)
    assert now(jess).survival_tests == 1
    harm(gm, jess, 30)
    assert now(jess).survival_tests == 0


# the Director's word


@pytest.mark.played("dragonfly.consciousness-test")
def test_above_zero_waking_is_proposed(table, ines, gm, jess, dice):
    harm(gm, jess, -40)
    answer(ines, table, dice, 1)
    assert now(jess).unconscious
    harm(gm, jess, 1)
    assert not asks(table)
    harm(gm, jess, 5)
    held = the_ask(table)
    assert held.audience == "gms"
    assert "Jess has 4 Life Points again" in gm.panel("asks")
    assert "Waiting" not in ines.panel("awaited")
    assert "The Director says whether they wake." in ines.panel("troubles")
    does(ines, "dragonfly.answer-waking", 403, ask=held.public_id, allow="yes")
    does(gm, "dragonfly.answer-waking", ask=held.public_id, allow="no")
    assert now(jess).unconscious
    assert "whether they wake" not in ines.panel("troubles")
    harm(gm, jess, -9)
    assert not asks(table)
    harm(gm, jess, 9)
    does(gm, "dragonfly.answer-waking", ask=the_ask(table).public_id, allow="yes")
    assert now(jess).can_act
    assert "Jess is awake" in ines.log()


def test_in_a_fight_whoever_may_wake_reads_who_says_so(table, ines, gm, jess, dice):
    start(gm, jess)
    harm(gm, jess, -40)
    answer(ines, table, dice, 1)
    assert "says whether Jess wakes" not in ines.panel("my-fight")
    harm(gm, jess, 9)
    assert "Above 0 Life Points again: the Director says whether Jess wakes." in ines.panel("my-fight")


@pytest.mark.played("dragonfly.survival-test", "dragonfly.consciousness-test")
def test_the_director_has_the_last_word(table, ines, gm, jess, dice):
    harm(gm, jess, -51)
    answer(ines, table, dice, 1)
    assert now(jess).dead
    does(gm, "dragonfly.wake", 422, character=jess.public_id)
    does(gm, "dragonfly.fate", character=jess.public_id, fate="unconscious", why="A pulse after all")
    assert (now(jess).dead, now(jess).unconscious) == (0, 1)
    does(gm, "dragonfly.wake", character=jess.public_id, why="Smelling salts")
    assert now(jess).can_act
    does(gm, "dragonfly.fate", character=jess.public_id, fate="dead")
    assert now(jess).dead
    assert "Jess is dead" in ines.log()
    undo(gm)
    assert now(jess).can_act


def test_refusals_of_the_director_s_acts(table, ines, gm, jess):
    before = state_of_play(table)
    assert "is awake already" in does(gm, "dragonfly.fate", 422, character=jess.public_id, fate="awake")
    assert "only the unconscious wake" in does(gm, "dragonfly.wake", 422, character=jess.public_id)
    does(gm, "dragonfly.fate", 422, character=jess.public_id, fate="sleepy")
    does(ines, "dragonfly.fate", 403, character=jess.public_id, fate="dead")
    does(ines, "dragonfly.wake", 403, character=jess.public_id)
    for act in ("answer-test", "answer-down", "answer-waking"):
        assert "no longer open" in does(gm, f"dragonfly.{act}", 422, ask="zzz", allow="yes")
    assert state_of_play(table) == before


# answering


@pytest.mark.played("dragonfly.survival-test")
def test_the_gm_answers_for_anybody_and_others_do_not(table, ines, marek, gm, watcher, stranger, jess, dice):
    harm(gm, jess, -51)
    held = the_ask(table).public_id
    before = state_of_play(table)
    does(marek, "dragonfly.answer-test", 422, ask=held)
    does(watcher, "dragonfly.answer-test", 403, ask=held)
    assert stranger.at(ines).post("dragonfly.answer-test", ask=held).status_code == 404
    assert state_of_play(table) == before
    assert "Jess: Survival Test" in gm.panel("waiting")
    answer(gm, table, dice, 7)
    assert newest_event(table).by_gm
    assert told(table)["total"] == 12


@pytest.mark.played("dragonfly.survival-test", "dragonfly.heroic-feat")
def test_a_feat_costs_a_point_and_none_is_refused(table, ines, gm, jess, dice):
    harm(gm, jess, -51)
    Track.objects.filter(character=jess, key="drama-points").update(value=0)
    before = state_of_play(table)
    assert "no Drama Points left" in ines.panel("asks")
    assert "Heroic Feat costs 1" in answer(ines, table, dice, None, 422, heroic_feat="on")
    assert state_of_play(table) == before


@pytest.mark.played("dragonfly.heroic-feat")
def test_one_feat_in_a_turn(table, ines, gm, jess, dice):
    start(gm, jess, thug_of(table))
    harm(gm, jess, -51)
    answer(ines, table, dice, 1, heroic_feat="on")
    assert "one in this Turn already" in ines.panel("asks")
    assert "1 is the limit" in answer(ines, table, dice, None, 422, heroic_feat="on")


@pytest.mark.played("dragonfly.table-options", "dragonfly.drama-points", "dragonfly.table-options/strict-drama-timing")
@pytest.mark.parametrize(("strict", "status"), [("off", 200), ("on", 422)])
def test_a_feat_when_the_need_arises(db, dice, strict, status):
    table, gm, ines, _, jess = seated(strict_drama_timing=strict)
    start(gm, jess, thug_of(table))
    dice(5, 5)
    go_on(gm)
    harm(gm, jess, -51)
    for ask in asks(table, "dragonfly.initiative"):
        ask.exchange.asks.all().delete()
    assert ("announced during Intentions only" in ines.panel("asks")) == (strict == "on")
    answer(ines, table, dice, 5 if strict == "off" else None, status, heroic_feat="on")


@pytest.mark.played("dragonfly.heroic-feat", "dragonfly.survival-test", "dragonfly.intentions")
def test_a_feat_announced_for_another_roll_is_for_the_tests_of_the_dying_too(table, ines, gm, jess, dice):
    start(gm, jess, thug_of(table))
    does(ines, "dragonfly.declare", character=jess.public_id, text="Holds on", action="other", drama="other")
    harm(gm, jess, -51)
    assert "With Heroic Feat, +10 announced in Intentions" in ines.panel("asks")
    answer(ines, table, dice, 4)
    assert the_ask(table).exchange.kind == CONSCIOUS
    answer(ines, table, dice, 6, heroic_feat="on")
    facts = told(table, "dragonfly.tested")
    assert (facts["total"], facts["success"], "points_left" in facts) == (9, True, False)
    assert Track.objects.get(character=jess, key="drama-points").value == 2


def test_a_real_die_and_a_modifier(table, ines, gm, jess, dice):
    harm(gm, jess, -51)
    form = words_of(ines.get("dragonfly.answer-test", ask=the_ask(table).public_id, modifier=2, face=0))
    assert "Enter 10 + 7" in form
    assert "90%" in form
    answer(ines, table, dice, None, face=0, modifier=2, modifier_name="A charm")
    facts = told(table)
    assert (facts["face"], facts["typed"], facts["total"]) == (10, True, 17)
    assert labels(facts)["A charm"] == 2


def test_without_javascript(table, ines, gm, jess, dice):
    harm(gm, jess, -51)
    dice(6)
    found = ines.post("dragonfly.answer-test", plain=True, ask=the_ask(table).public_id)
    assert found.status_code == 302
    assert told(table, "dragonfly.tested")["total"] == 11
    page = ines.get("dragonfly.answer-test", plain=True, ask=the_ask(table).public_id)
    assert "Consciousness Test" in page.content.decode()


# undo


@pytest.mark.played("dragonfly.survival-test")
def test_undo_gives_the_ask_back_with_its_die(table, ines, gm, jess, dice):
    harm(gm, jess, -51)
    before = state_of_play_less_dice(table)
    answer(ines, table, dice, 3)
    undo(gm)
    assert not now(jess).dead
    assert the_ask(table).thrown == [[10, 3]]
    assert "the same face counts again" in ines.panel("asks")
    assert state_of_play_less_dice(table) == before
    assert "shows 3" in answer(ines, table, dice, None, 422, face=9)
    answer(ines, table, dice, None, modifier=2)
    assert (told(table)["face"], told(table)["total"]) == (3, 10)


@pytest.mark.played("dragonfly.heroic-feat", "dragonfly.drama-points")
def test_no_feat_comes_on_a_die_that_has_fallen(table, ines, gm, jess, dice):
    harm(gm, jess, -51)
    answer(ines, table, dice, 3)
    undo(gm)
    assert "With Heroic Feat announced before the die falls" in ines.panel("asks")
    form = words_of(ines.get("dragonfly.answer-test", ask=the_ask(table).public_id))
    assert "Heroic Feat · announced before the die falls" in form
    for person in (ines, gm):
        assert "announced before it" in answer(person, table, dice, None, 422, heroic_feat="on")
    assert drama_points_of(jess) == 3


@pytest.mark.played("dragonfly.heroic-feat", "dragonfly.drama-points")
def test_a_feat_stays_on_the_die_with_which_it_fell(table, ines, gm, jess, dice):
    harm(gm, jess, -51)
    answer(ines, table, dice, 3, heroic_feat="on")
    undo(gm)
    assert drama_points_of(jess) == 3
    panel = ines.panel("asks")
    assert "18: the die shows 3 the die shows 3 100%" in panel
    assert "With Heroic Feat on it again, as when the die fell" in panel
    answer(ines, table, dice)
    facts = told(table, "dragonfly.tested")
    assert (facts["face"], facts["total"], facts["feat"], facts["points_left"]) == (3, 18, True, 2)
    undo(gm)
    Track.objects.filter(character=jess, key="drama-points").update(value=0)
    answer(ines, table, dice)
    assert (told(table, "dragonfly.tested")["total"], now(jess).dead) == (8, 1)


@pytest.mark.played("dragonfly.survival-test")
def test_the_chance_of_a_die_that_fell_is_what_it_makes(table, ines, gm, jess, dice):
    harm(gm, jess, -51)
    asked = the_ask(table).public_id
    assert "Roll d10 + 5 4 or more on the die 70%" in ines.panel("asks")
    answer(ines, table, dice, 3)
    undo(gm)
    for person, panel in ((ines, "asks"), (gm, "waiting")):
        assert "70%" not in person.panel(panel)
    assert "8: the die shows 3 the die shows 3 0%" in ines.panel("asks")
    assert "0%" in gm.panel("waiting")
    form = words_of(ines.get("dragonfly.answer-test", ask=asked))
    assert "Chance of 9 or more: lives on 0% the die shows 3" in form
    assert "with Heroic Feat" not in form
    assert "100%" in words_of(ines.get("dragonfly.answer-test", ask=asked, modifier=1))


def state_of_play_less_dice(table):
    """The open asks and the states."""
    rows = Ask.objects.filter(table=table).values_list("public_id", "closed_at", "facts")
    tracks = Track.objects.filter(table=table).values_list("character", "key", "value")
    return list(rows), list(tracks)


@pytest.mark.played("dragonfly.life-points")
def test_undo_of_the_harm_takes_the_tests_with_it(table, ines, gm, jess, dice):
    harm(gm, jess, -51)
    event = newest_event(table)
    answer(ines, table, dice, 4)
    undo(gm, event)
    assert not asks(table)
    assert now(jess) == states.State()
    assert not Exchange.objects.filter(table=table, closed_at=None).exists()


# the Supporting Cast


@pytest.mark.played("dragonfly.ability-scores", "dragonfly.table-options/supporting-cast-down-at-zero")
def test_they_are_out_at_zero(table, ines, gm, jess):
    thug = thug_of(table)
    start(gm, jess, thug)
    harm(gm, thug, -19)
    assert fighter(thug).state != "out"
    harm(gm, thug, -1)
    assert fighter(thug).state == "out"
    assert now(thug).unconscious
    assert not asks(table)
    assert "Thug is down" in ines.log()
    undo(gm)
    assert fighter(thug).state != "out"


@pytest.mark.played("dragonfly.ability-scores", "dragonfly.table-options/supporting-cast-down-at-zero")
@pytest.mark.parametrize(("allow", "state"), [("yes", "out"), ("no", "waiting")])
def test_or_the_director_decides_each_time(db, allow, state):
    table, gm, ines, _, jess = seated(supporting_cast_down_at_zero="off")
    thug = thug_of(table)
    start(gm, jess, thug)
    harm(gm, thug, -21)
    assert fighter(thug).state == "waiting"
    assert "Thug has −1 Life Points" in gm.panel("asks")
    assert "Life Points" not in ines.panel("asks") + ines.panel("awaited")
    does(ines, "dragonfly.answer-down", 403, ask=the_ask(table).public_id, allow=allow)
    does(gm, "dragonfly.answer-down", ask=the_ask(table).public_id, allow=allow)
    assert fighter(thug).state == state
    harm(gm, thug, -1)
    assert len(asks(table)) == (allow == "no")


@pytest.mark.played("dragonfly.ability-scores")
def test_whoever_is_healed_before_the_answer_is_not_asked_about(db):
    table, gm, _, _, jess = seated(supporting_cast_down_at_zero="off")
    thug = thug_of(table)
    start(gm, jess, thug)
    harm(gm, thug, -20)
    harm(gm, thug, 3)
    assert not asks(table)


# penalties


@pytest.mark.played("dragonfly.injury-penalty")
@pytest.mark.parametrize(
    ("harm_done", "word"), [(-27, ""), (-28, "Injured −2"), (-33, "Injured −2"), (-34, "Injured −4")]
)
def test_the_badge_says_what_injury_costs(table, ines, gm, jess, harm_done, word):
    start(gm, jess, thug_of(table))
    harm(gm, jess, harm_done)
    words = [text for text, _ in badges_of(standing_of(fighter(jess)))]
    assert [one for one in words if one.startswith("Injured")] == ([word] if word else [])
    lines = standing_of(fighter(jess)).lines("attack", ines.viewer.options)
    assert sum(one.value for one in lines) == int(word[-2:].replace("−", "-") or 0 if word else 0)


@pytest.mark.played("dragonfly.injury-penalty", "dragonfly.table-options/injury-hurts-supporting-cast")
@pytest.mark.parametrize(("hurts", "penalty"), [("on", -2), ("off", 0)])
def test_of_the_supporting_cast(db, hurts, penalty):
    table, gm, ines, _, jess = seated(injury_hurts_supporting_cast=hurts)
    thug = thug_of(table)
    start(gm, jess, thug)
    harm(gm, thug, -12)
    lines = standing_of(fighter(thug)).lines("attack", ines.viewer.options)
    assert sum(one.value for one in lines) == penalty
    assert (("Injured −2", "bad") in badges_of(standing_of(fighter(thug)))) == (hurts == "on")


@pytest.mark.played("dragonfly.consciousness-test", "dragonfly.table-options/consciousness-every-turn")
@pytest.mark.parametrize(("every", "due"), [("off", 0), ("on", 1)])
def test_a_test_every_turn(db, dice, every, due):
    table, gm, ines, _, jess = seated(consciousness_every_turn=every)
    start(gm, jess, thug_of(table))
    harm(gm, jess, -40)
    answer(ines, table, dice, 10)
    end_turn(gm, dice)
    assert len(asks(table, CONSCIOUS)) == due


@pytest.mark.played("dragonfly.survival-test", "dragonfly.table-options/turns-per-minute")
@pytest.mark.parametrize(("turns", "due"), [("1", 1), ("2", 0), ("12", 0)])
def test_turns_between_two_survival_tests(db, dice, turns, due):
    table, gm, ines, _, jess = seated(turns_per_minute=turns)
    start(gm, jess, thug_of(table))
    harm(gm, jess, -51)
    answer(ines, table, dice, 4)
    answer(ines, table, dice, 1)
    end_turn(gm, dice)
    assert len(asks(table, SURVIVAL)) == due


# what others may know


@pytest.mark.played("dragonfly.survival-test")
def test_the_numbers_of_the_gm_s_people_stay_with_the_gm(table, ines, gm, dice):
    amari = with_life(full_sheet(table, "Amari", constitution=3, willpower=5), 30)
    harm(gm, amari, -43)
    assert the_ask(table).audience == "gms"
    dice(7)
    does(gm, "dragonfly.answer-test", ask=the_ask(table).public_id)
    assert "Amari lives on" in ines.log()
    shown = everything_shown_to(ines)
    assert "Willpower" not in [line for line in shown.splitlines() if "Amari" in line]
    public = Event.objects.get(table=table, kind="dragonfly.tested").tellings.get(audience="everybody")
    assert set(public.facts) == {"character", "character_id", "sort", "title", "success", "end", "rule"}


@pytest.mark.played("dragonfly.survival-test", "dragonfly.ability-scores")
def test_the_hidden_leave_no_trace(table, ines, watcher, gm, jess, dice):
    voss = with_life(full_sheet(table, "Voss", hidden=True, constitution=3, willpower=5), 30)
    thug = thug_of(table, "Lurker", hidden=True)
    cards = [one.log() for one in (ines, watcher)]
    harm(gm, voss, -43)
    assert the_ask(table).exchange.kind == "dragonfly.survival-secret"
    harm(gm, thug, -20)
    dice(1)
    does(gm, "dragonfly.answer-test", ask=the_ask(table).public_id)
    does(gm, "dragonfly.fate", character=voss.public_id, fate="unconscious")
    assert [one.log() for one in (ines, watcher)] == cards
    for text in (everything_shown_to(one) for one in (ines, watcher)):
        assert "Voss" not in text
        assert "Lurker" not in text
    assert "the Director" not in ines.panel("awaited")


# Knockout and taser


def knocked(gm, victim, levels, taser=False):
    """What an attack that lands does: asks through the act of another, as the attacker's act does."""
    from apps.combat.dragonfly.wounds import enduring
    from apps.rules.dice import ScriptedDice
    from apps.table.hold import hold
    from apps.table.turn import Turn

    with hold(gm.table.public_id):
        turn = Turn(gm.viewer, "dragonfly.attack", ScriptedDice([]))
        by = turn.tell("dragonfly.fell", {"character": "Somebody"})
        enduring.ask_knockout(turn, fighter(victim), by, levels, taser)
        turn.finish()


@pytest.mark.played("dragonfly.knockout")
def test_a_victim_resists_a_knockout(table, ines, gm, jess, dice):
    start(gm, jess, thug_of(table))
    knocked(gm, jess, 3)
    assert "Roll d10 + 1" in ines.panel("asks")
    answer(ines, table, dice, 6)
    facts = told(table)
    assert (facts["total"], facts["success"]) == (7, False)
    assert labels(facts) == {"Constitution": 2, "the same again": 2, "Success Levels of the attack": -3}
    assert now(jess).knocked_out
    assert ("Knocked out", "bad") in badges_of(standing_of(fighter(jess)))
    does(gm, "dragonfly.wake", character=jess.public_id)
    assert now(jess).can_act


@pytest.mark.played("dragonfly.taser")
def test_a_taser(db, dice):
    table, gm, ines, _, _ = seated()
    pell = with_life(full_sheet(table, "Pell", ines, constitution=3), 30)
    start(gm, pell, thug_of(table))
    knocked(gm, pell, 3, taser=True)
    answer(ines, table, dice, 9)
    facts = told(table)
    assert (facts["total"], facts["success"]) == (7, False)
    assert labels(facts)["Taser"] + labels(facts)["Success Levels of the attack"] == -8


@pytest.mark.played("dragonfly.knockout", "dragonfly.ability-scores")
@pytest.mark.parametrize(("muscle", "down"), [(11, False), (10, True)])
def test_a_muscle_score_answers_at_once(table, ines, gm, jess, muscle, down):
    thug = thug_of(table, muscle=muscle + 1)
    start(gm, jess, thug)
    knocked(gm, thug, 3)
    assert not asks(table)
    assert bool(now(thug).knocked_out) == down
    assert (fighter(thug).state == "out") == down
    assert ("Thug is knocked out" in ines.log()) == down
    gm.does("dragonfly.end-fight")
    assert ("Knocked out" in ines.panel("troubles")) == down, "no Life Points say it when the fight is over"
    assert ("Knocked out Wake" in gm.panel("troubles")) == down


def test_whoever_is_down_is_not_asked(table, ines, gm, jess):
    start(gm, jess, thug_of(table))
    does(gm, "dragonfly.fate", character=jess.public_id, fate="unconscious")
    knocked(gm, jess, 3)
    assert not asks(table)
