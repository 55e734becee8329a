"""Fear Tests, what panic does, and snapping out of it."""

from __future__ import annotations

import pytest

from apps.characters.dragonfly.points import drama_points_of
from apps.characters.models import Rating
from apps.combat.dragonfly.fighters.badges import badges_of
from apps.combat.dragonfly.fighters.standing import standing_of
from apps.combat.dragonfly.wounds.panic import TITLES
from tests.checks.conftest import everything_shown_to, full_sheet, words_of
from tests.combat.conftest import fighter, go_on, start
from tests.combat.test_wounds import end_turn
from tests.combat.wounded import (
    asks,
    does,
    harm,
    jess_of,
    labels,
    now,
    seated,
    seizes,
    the_ask,
    thug_of,
    told,
    undo,
    with_life,
)
from tests.people import newest_event, state_of_play

FEAR, PANIC = "dragonfly.fear", "dragonfly.panic"


@pytest.fixture
def jess(ines):
    """Ines plays her: Willpower 3, Fast Reaction Time, 3 Drama Points."""
    made = jess_of(ines, willpower=3)
    Rating.objects.create(character=made, group="quality", key="fast-reaction-time", value=1)
    return made


def frighten(gm, *whom, status=200, **more):
    return does(gm, "dragonfly.ask-fear", status, characters=[one.public_id for one in whom], **more)


def throws(person, table, dice, face=None, status=200, **more):
    dice(*([face] if face else []))
    return does(person, "dragonfly.answer-fear", status, ask=the_ask(table, FEAR).public_id, **more)


def decides(gm, panic="rolled", **more):
    return does(gm, "dragonfly.answer-panic", ask=the_ask(gm.table, PANIC).public_id, panic=panic, **more)


@pytest.mark.played("dragonfly.fear-test", "dragonfly.panic-table")
def test_the_catalogue_s_example(table, ines, gm, marek, jess, dice):
    frighten(gm, jess, modifier=-4, label="It has too many eyes")
    panel = ines.panel("asks")
    for words in ("Jess: Fear Test, It has too many eyes", "Roll d10 + 3", "modifier −4", "50%", "6 or more on the die",
                  "Startled 20%", "Freak Out 20%", "Run Away! 10%", "100%"):  # fmt: skip
        assert words in panel
    throws(ines, table, dice, 3)
    facts = told(table, "dragonfly.fear-tested")
    assert (facts["total"], facts["success"]) == (6, False)
    assert [(one["label"], one["value"]) for one in facts["parts"]] == [
        ("Willpower", 3), ("the same again", 3), ("Qualities", 1), ("Modifier", -4),
    ]  # fmt: skip
    assert now(jess).panic == "none"
    assert "Jess panics: Freak Out" in gm.panel("asks")
    decides(gm)
    assert now(jess).panic == "freak-out"
    assert "Freak Out: screams or shrinks back" in marek.log()


@pytest.mark.played("dragonfly.fear-test")
def test_nine_is_enough(table, gm, dice, ines):
    calm = jess_of(ines, willpower=3)
    frighten(gm, calm)
    throws(ines, table, dice, 3)
    assert told(table)["total"] == 9
    assert not asks(table)
    assert now(calm).panic == "none"
    assert "Keeps a cool head" in gm.log()


@pytest.mark.played("dragonfly.panic-table")
@pytest.mark.parametrize(
    ("modifier", "panic"),
    [
        (0, "startled"),
        (-1, "startled"),
        (-2, "freak-out"),
        (-4, "run-away"),
        (-6, "total-terror"),
        (-20, "total-terror"),
    ],
)
def test_each_row(table, ines, gm, jess, dice, modifier, panic):
    frighten(gm, jess, modifier=modifier)
    throws(ines, table, dice, 1)
    decides(gm)
    assert now(jess).panic == panic


def test_several_panics_leave_room_for_the_fight(table, ines, gm, jess, dice):
    """Each shows its two usual answers; the rest of the table is folded."""
    frighten(gm, jess, modifier=-3)
    throws(ines, table, dice, 2)
    ask = gm.soup().select_one("#panel-asks .ask")
    folded = ask.select_one("details.more:not([open])").extract()
    assert [one.text.split()[0] for one in ask.select(".opts button")] == ["As", "No"]
    assert len(folded.select(".opts button")) == len(TITLES) - 1
    assert folded.find("a", string=lambda text: text and "Answer in words" in text)


@pytest.mark.played("dragonfly.panic-table")
@pytest.mark.parametrize(("chosen", "panic"), [("run-away", "run-away"), ("none", "none")])
def test_the_director_may_replace_it(table, ines, gm, jess, dice, chosen, panic):
    frighten(gm, jess, modifier=-3)
    throws(ines, table, dice, 2)
    does(ines, "dragonfly.answer-panic", 403, ask=the_ask(table, PANIC).public_id, panic="none")
    does(gm, "dragonfly.answer-panic", 422, ask=the_ask(table, PANIC).public_id, panic="giggles")
    decides(gm, chosen, words="The door holds.")
    assert now(jess).panic == panic
    assert "the Panic Table says Freak Out" in ines.log()
    assert "The door holds." in ines.log()


@pytest.mark.played("dragonfly.fear-test", "dragonfly.heroic-feat")
def test_a_feat_at_the_moment_of_the_test(table, ines, gm, jess, dice):
    start(gm, jess, thug_of(table))
    frighten(gm, jess, modifier=-4)
    throws(ines, table, dice, 1, heroic_feat="on")
    assert (told(table)["total"], told(table)["points_left"]) == (14, 2)


@pytest.mark.played("dragonfly.fear-test")
def test_a_hidden_modifier_stays_hidden(table, ines, marek, gm, jess, dice):
    pages = []
    for modifier in (-4, -2):
        frighten(gm, jess, modifier=modifier, hidden="hidden")
        held = the_ask(table, FEAR)
        form = words_of(ines.get("dragonfly.answer-fear", ask=held.public_id))
        pages.append((ines.panel("asks"), form))
        assert "modifier is hidden" in ines.panel("asks")
        assert "Roll d10 + 7" in form
        assert "%" not in ines.panel("asks").replace("100%", "")
        does(gm, "call-off", exchange=held.exchange.public_id)
    assert pages[0] == pages[1]
    frighten(gm, jess, modifier=-4, hidden="hidden")
    throws(ines, table, dice, 3)
    for person in (ines, marek):
        facts = newest_event(table).tellings.get(audience="everybody").facts
        assert facts["open_total"] == 10
        assert "total" not in facts
        assert "10 before a hidden modifier" in person.at_address("export-log", **{"as": "md"}).content.decode()
    assert told(table)["total"] == 6


@pytest.mark.played("dragonfly.panic-retest")
def test_the_catalogue_s_example_of_a_retest(db, dice):
    table, gm, ines, _, _ = seated()
    pell = with_life(full_sheet(table, "Pell", ines, willpower=2), 30)
    start(gm, pell, thug_of(table))
    frighten(gm, pell, modifier=-3)
    throws(ines, table, dice, 2)
    decides(gm)
    assert now(pell).panic == "run-away"
    end_turn_to_the_retest(gm, dice)
    panel = ines.panel("asks")
    assert "Run Away! now" in panel
    assert "Roll d10 + 2" in panel
    assert "No test now" in panel
    throws(ines, table, dice, 8)
    facts = told(table, "dragonfly.fear-tested")
    assert (facts["total"], facts["success"], facts["retest"]) == (10, True, 1)
    assert now(pell).panic == "none"
    assert "Run Away! ends" in gm.log()


def end_turn_to_the_retest(gm, dice):
    for _ in range(12):
        if asks(gm.table, FEAR):
            return
        dice(5, 5, 5, 5)
        go_on(gm)
    raise AssertionError("no retest was offered")


def running(gm, ines, table, dice, character, modifier=-5):
    """The character runs away."""
    frighten(gm, character, modifier=modifier)
    throws(ines, table, dice, 1)
    decides(gm, "run-away")


@pytest.mark.played("dragonfly.panic-retest")
def test_it_may_be_left_be_and_the_penalty_shrinks_with_each(table, ines, gm, jess, dice):
    start(gm, jess, thug_of(table))
    running(gm, ines, table, dice, jess)
    end_turn_to_the_retest(gm, dice)
    throws(ines, table, dice, None, decline="on")
    assert now(jess).panic == "run-away"
    end_turn_to_the_retest(gm, dice)
    assert the_ask(table, FEAR).facts["modifier"] == -4
    throws(ines, table, dice, 1)
    decides(gm, "run-away")
    assert now(jess).panic_retests == 1
    end_turn_to_the_retest(gm, dice)
    assert the_ask(table, FEAR).facts["modifier"] == -3


def test_the_first_test_is_not_declined(table, ines, gm, jess, dice):
    frighten(gm, jess)
    assert "the first one is rolled" in throws(ines, table, dice, None, 422, decline="on")


@pytest.mark.played("dragonfly.panic-retest", "dragonfly.panic-table")
@pytest.mark.parametrize("panic", ["startled", "freak-out"])
def test_they_end_with_the_turn(table, ines, gm, jess, dice, panic):
    start(gm, jess, thug_of(table))
    frighten(gm, jess, modifier=-3)
    throws(ines, table, dice, 1)
    decides(gm, panic)
    badge = (f"Panicked: {TITLES[panic]}", "warn")
    assert badge in badges_of(standing_of(fighter(jess)))
    end_turn(gm, dice)
    assert now(jess).panic == "none"
    assert not asks(table, FEAR)
    assert f"{TITLES[panic]} of Jess is over" in ines.log()


@pytest.mark.played("dragonfly.panic-table")
@pytest.mark.parametrize(("panic", "after"), [("startled", "none"), ("freak-out", "none"), ("run-away", "run-away")])
@pytest.mark.parametrize("ends", ["fight", "scene"])
def test_what_lasts_for_a_turn_outlives_no_fight_and_no_scene(table, ines, gm, jess, dice, panic, after, ends):
    gm.does("open-scene", title="The hold")
    if ends == "fight":
        start(gm, jess, thug_of(table))
    frighten(gm, jess, modifier=-3)
    throws(ines, table, dice, 1)
    decides(gm, panic)
    gm.does("dragonfly.end-fight" if ends == "fight" else "close-scene")
    assert now(jess).panic == after
    assert (TITLES[panic] in " ".join(one["name"] for one in told(table)["ended"])) is (after == "none")
    undo(gm)
    assert now(jess).panic == panic


@pytest.mark.played("dragonfly.panic-table")
@pytest.mark.parametrize(("face", "waits"), [(3, 0), (1, 1)], ids=["freak-out", "run-away"])
@pytest.mark.parametrize("ends", ["fight", "scene"])
def test_nobody_decides_afterwards_on_what_lasts_for_a_turn(table, ines, gm, jess, dice, face, waits, ends):
    gm.does("open-scene", title="The hold")
    start(gm, jess, thug_of(table))
    frighten(gm, jess, modifier=-4)
    throws(ines, table, dice, face)
    gm.does("dragonfly.end-fight" if ends == "fight" else "close-scene")
    assert len(asks(table, PANIC)) == waits
    assert ("Jess panics" in gm.panel("asks")) is bool(waits)
    undo(gm)
    assert len(asks(table, PANIC)) == 1


@pytest.mark.played("dragonfly.panic-table", "dragonfly.turn")
@pytest.mark.parametrize(("face", "waits"), [(3, 0), (1, 1)], ids=["freak-out", "run-away"])
def test_nobody_decides_on_what_lasts_for_a_turn_once_the_turn_is_over(table, ines, gm, jess, dice, face, waits):
    start(gm, jess, thug_of(table))
    frighten(gm, jess, modifier=-4)
    throws(ines, table, dice, face)
    to_the_end_of_the_turn(gm, dice)
    assert ("what panic does is not decided for Jess" in gm.panel("fight")) is not bool(waits)
    go_on(gm)
    assert len(asks(table, PANIC)) == waits
    assert now(jess).panic == "none"
    undo(gm)
    assert len(asks(table, PANIC)) == 1


def to_the_end_of_the_turn(gm, dice):
    while "End Turn" not in gm.panel("fight"):
        dice(5, 5, 5, 5)
        go_on(gm)


@pytest.mark.played("dragonfly.panic-table", "dragonfly.panic-retest")
def test_a_new_test_that_ends_in_a_freak_out_leaves_no_flight_behind_the_turn(table, ines, gm, jess, dice):
    start(gm, jess, thug_of(table))
    frighten(gm, jess, modifier=-4)
    throws(ines, table, dice, 1)
    decides(gm)
    end_turn_to_the_retest(gm, dice)
    throws(ines, table, dice, 2)
    assert (now(jess).panic, len(asks(table, PANIC))) == ("run-away", 1)
    go_on(gm)
    assert len(asks(table, PANIC)) == 1
    to_the_end_of_the_turn(gm, dice)
    go_on(gm)
    assert (now(jess).panic, len(asks(table))) == ("none", 0)


@pytest.mark.played("dragonfly.panic-table", "dragonfly.panic-retest")
def test_a_new_test_that_ends_in_a_freak_out_leaves_no_flight_behind(table, ines, gm, jess, dice):
    gm.does("open-scene", title="The hold")
    frighten(gm, jess, modifier=-4)
    throws(ines, table, dice, 1)
    decides(gm)
    does(ines, "dragonfly.snap-out", character=jess.public_id)
    throws(ines, table, dice, 2)
    assert (now(jess).panic, len(asks(table, PANIC))) == ("run-away", 1)
    gm.does("close-scene")
    assert (now(jess).panic, len(asks(table, PANIC))) == ("none", 0)


@pytest.mark.played("dragonfly.fear-test", "dragonfly.panic-retest")
@pytest.mark.parametrize("flees", [False, True])
def test_a_fear_test_ends_with_its_scene_but_whoever_flees_may_still_snap_out(table, ines, gm, jess, dice, flees):
    gm.does("open-scene", title="The hold")
    frighten(gm, jess, modifier=-4)
    if flees:
        throws(ines, table, dice, 1)
        decides(gm)
        does(ines, "dragonfly.snap-out", character=jess.public_id)
    gm.does("close-scene")
    assert len(asks(table, FEAR)) == int(flees)


def test_the_end_of_a_panic_of_somebody_hidden_is_told_to_nobody_else(table, ines, gm, dice):
    gm.does("open-scene", title="The hold")
    voss = full_sheet(table, "Voss", hidden=True, willpower=1)
    frighten(gm, voss, modifier=2)
    throws_secretly(gm, table, dice)
    assert now(voss).panic == "freak-out"
    gm.does("close-scene")
    assert now(voss).panic == "none"
    assert "Voss" not in ines.page()


@pytest.mark.played("dragonfly.panic-table", "dragonfly.table-options/retest-total-terror")
@pytest.mark.parametrize(("switch", "offered"), [("off", 0), ("on", 1)])
def test_total_terror(db, dice, switch, offered):
    table, gm, ines, _, jess = seated(retest_total_terror=switch)
    start(gm, jess, thug_of(table))
    frighten(gm, jess, modifier=-9)
    throws(ines, table, dice, 1)
    decides(gm)
    end_turn(gm, dice)
    assert now(jess).panic == "total-terror"
    assert len(asks(table, FEAR)) == offered
    does(gm, "dragonfly.end-panic", character=jess.public_id, why="It is gone")
    assert now(jess).panic == "none"
    assert not asks(table, FEAR)
    assert "It is gone" in ines.log()


@pytest.mark.played("dragonfly.panic-table", "dragonfly.initiative")
def test_the_startled_act_after_the_creature(table, ines, gm, jess, dice):
    thing = thug_of(table, "Thing", combat=5)
    start(gm, jess, thing)
    dice(9)
    go_on(gm)
    go_on(gm)
    assert places(jess, thing) == [1, 2]
    frighten(gm, jess, modifier=0, creature=thing.public_id)
    assert "Before Thing" in ines.panel("asks")
    throws(ines, table, dice, 1)
    decides(gm)
    assert places(jess, thing) == [2, 1]


def places(*characters):
    return [fighter(one).place for one in characters]


@pytest.mark.played("dragonfly.panic-retest")
def test_outside_a_fight_one_tries_every_few_seconds(table, ines, marek, gm, jess, dice):
    does(ines, "dragonfly.snap-out", 422, character=jess.public_id)
    running(gm, ines, table, dice, jess)
    does(marek, "dragonfly.snap-out", 422, character=jess.public_id)
    does(ines, "dragonfly.snap-out", character=jess.public_id)
    assert the_ask(table, FEAR).facts["modifier"] == -4
    assert "asked for a Fear Test already" in does(ines, "dragonfly.snap-out", 422, character=jess.public_id)
    throws(ines, table, dice, 10)
    assert now(jess).panic == "none"


def test_in_a_fight_it_comes_with_the_turn(table, ines, gm, jess, dice):
    start(gm, jess, thug_of(table))
    running(gm, ines, table, dice, jess)
    assert "end of each Turn" in does(ines, "dragonfly.snap-out", 422, character=jess.public_id)
    does(gm, "dragonfly.snap-out", character=jess.public_id)
    assert the_ask(table, FEAR).facts["retest"] == 1
    assert "Jess tries to snap out of it" in ines.log()


@pytest.mark.played("dragonfly.fear-test")
def test_who_is_asked_and_who_answers(table, ines, marek, watcher, gm, jess, dice):
    amari = full_sheet(table, "Amari", willpower=5)
    thug = thug_of(table)
    assert "is not yours to choose" in frighten(gm, thug, status=422)
    assert "Nobody is named" in frighten(gm, status=422)
    does(ines, "dragonfly.ask-fear", 403, characters=[jess.public_id])
    frighten(gm, jess, amari)
    assert [one.audience for one in asks(table)] == ["character", "gms"]
    assert "asked for a Fear Test already" in frighten(gm, jess, status=422)
    mine, theirs = asks(table)
    before = state_of_play(table)
    does(marek, "dragonfly.answer-fear", 422, ask=mine.public_id)
    does(ines, "dragonfly.answer-fear", 422, ask=theirs.public_id)
    does(watcher, "dragonfly.answer-fear", 403, ask=mine.public_id)
    assert state_of_play(table) == before
    dice(4)
    does(gm, "dragonfly.answer-fear", ask=mine.public_id)
    assert newest_event(table).by_gm
    dice(1)
    does(gm, "dragonfly.answer-fear", ask=theirs.public_id)
    assert "Amari keeps a cool head" in ines.log()
    assert "parts" not in newest_event(table).tellings.get(audience="everybody").facts


def test_the_unconscious_are_not_frightened(table, gm, jess):
    does(gm, "dragonfly.fate", character=jess.public_id, fate="unconscious")
    assert "in no state to be frightened" in frighten(gm, jess, status=422)


@pytest.mark.played("dragonfly.fear-test")
def test_undo_gives_the_ask_back_with_its_die(table, ines, gm, jess, dice):
    frighten(gm, jess, modifier=-4)
    throws(ines, table, dice, 3)
    decides(gm)
    undo(gm)
    assert now(jess).panic == "none"
    assert the_ask(table, PANIC)
    undo(gm)
    assert the_ask(table, FEAR).thrown == [[10, 3]]
    assert "the die shows 3" in ines.panel("asks")
    assert "100%" in ines.panel("asks"), "one row of the Panic Table is certain"
    throws(ines, table, dice, None)
    assert told(table)["face"] == 3
    undo(gm, newest_event(table).cause)
    assert not asks(table)


@pytest.mark.played("dragonfly.fear-test", "dragonfly.panic-table")
def test_the_hidden_leave_no_trace(table, ines, watcher, gm, jess, dice):
    voss = full_sheet(table, "Voss", hidden=True, willpower=1)
    lurker = thug_of(table, "Lurker", hidden=True)
    cards = [one.log() for one in (ines, watcher)]
    frighten(gm, voss, creature=lurker.public_id)
    throws_secretly(gm, table, dice)
    assert now(voss).panic == "run-away"
    does(gm, "dragonfly.end-panic", character=voss.public_id)
    assert [one.log() for one in (ines, watcher)] == cards
    assert "the Director" not in ines.panel("awaited")
    frighten(gm, jess, creature=lurker.public_id)
    assert "before Somebody" in ines.log()
    for text in (everything_shown_to(one) for one in (ines, watcher)):
        assert "Voss" not in text
        assert "Lurker" not in text


def throws_secretly(gm, table, dice):
    dice(2)
    does(gm, "dragonfly.answer-fear", ask=the_ask(table, f"{FEAR}-secret").public_id)
    does(gm, "dragonfly.answer-panic", ask=the_ask(table, f"{PANIC}-secret").public_id, panic="rolled")


def test_without_javascript(table, ines, gm, jess, dice):
    assert gm.post("dragonfly.ask-fear", plain=True, characters=[jess.public_id]).status_code == 302
    page = ines.get("dragonfly.answer-fear", plain=True, ask=the_ask(table).public_id).content.decode()
    assert "Fear Test" in page
    dice(9)
    assert ines.post("dragonfly.answer-fear", plain=True, ask=the_ask(table).public_id).status_code == 302


@pytest.mark.played("dragonfly.fear-test", "dragonfly.qualities", "dragonfly.table-options/quality-bonuses")
@pytest.mark.parametrize(("switch", "bonus"), [("1 and 2", 3), ("2 and 4", 6), ("0 and 0", 0)])
def test_what_qualities_add(db, dice, switch, bonus):
    """Both together, and neither doubled."""
    table, gm, ines, _, jess = seated(quality_bonuses=switch)
    for key in ("fast-reaction-time", "nerves-of-steel"):
        Rating.objects.create(character=jess, group="quality", key=key, value=1)
    frighten(gm, jess)
    assert f"Roll d10 + {8 + bonus}" in ines.panel("asks")
    throws(ines, table, dice, 1)
    facts = told(table, "dragonfly.fear-tested")
    assert facts["total"] == 9 + bonus
    assert {one["label"]: one["value"] for one in facts["parts"]}.get("Qualities", 0) == bonus


@pytest.mark.played("dragonfly.panic-retest", "dragonfly.panic-table")
def test_another_dread_does_not_end_a_panic_and_may_replace_it(table, ines, gm, jess, dice):
    running(gm, ines, table, dice, jess)
    frighten(gm, jess, label="A second one")
    throws(ines, table, dice, 10)
    assert now(jess).panic == "run-away"
    frighten(gm, jess, modifier=-9)
    throws(ines, table, dice, 1)
    decides(gm)
    assert (now(jess).panic, now(jess).panic_modifier) == ("total-terror", -9)


@pytest.mark.played("dragonfly.panic-retest")
@pytest.mark.parametrize(("modifier", "used"), [(-1, [0, 0]), (-3, [-2, -1]), (0, [0, 0]), (2, [2, 2])])
def test_a_penalty_shrinks_and_a_bonus_stays(table, ines, gm, jess, dice, modifier, used):
    Rating.objects.filter(character=jess, key="willpower").update(value=1)
    frighten(gm, jess, modifier=modifier)
    throws(ines, table, dice, 1)
    decides(gm, "run-away")
    for expected in used:
        does(ines, "dragonfly.snap-out", character=jess.public_id)
        assert the_ask(table, FEAR).facts["modifier"] == expected
        throws(ines, table, dice, 1)
        decides(gm, "run-away")


@pytest.mark.played("dragonfly.fear-test")
def test_what_was_rolled_with_a_hidden_modifier_is_not_told(table, ines, gm, jess, dice):
    frighten(gm, jess, modifier=-9, hidden="hidden")
    throws(ines, table, dice, 1)
    decides(gm, "startled")
    assert "the Panic Table says Total Terror" in gm.log()
    assert "Total Terror" not in ines.log()
    assert "Startled" in ines.log()


@pytest.mark.played("dragonfly.fear-test")
def test_neither_injury_nor_holds_nor_what_one_does_counts(table, ines, gm, jess, dice):
    thug = thug_of(table)
    start(gm, jess, thug)
    seizes(gm, thug, jess)
    harm(gm, jess, -36)
    frighten(gm, jess)
    throws(ines, table, dice, 3)
    assert labels(told(table, "dragonfly.fear-tested")) == {"Willpower": 3, "the same again": 3, "Qualities": 1}


@pytest.mark.played("dragonfly.drama-points", "dragonfly.heroic-feat", "dragonfly.table-options/strict-drama-timing")
@pytest.mark.parametrize(("strict", "status"), [("off", 200), ("on", 422)])
def test_whether_a_feat_may_be_announced_in_mid_turn(db, dice, strict, status):
    table, gm, ines, _, jess = seated(strict_drama_timing=strict)
    start(gm, jess, thug_of(table))
    dice(9)
    go_on(gm)
    go_on(gm)
    frighten(gm, jess, modifier=-9)
    throws(ines, table, dice, 5 if status == 200 else None, status, heroic_feat="on")


@pytest.mark.played("dragonfly.heroic-feat", "dragonfly.fear-test", "dragonfly.intentions")
@pytest.mark.parametrize("strict", ["off", "on"])
def test_a_feat_announced_for_another_roll_is_for_a_fear_test_too(db, dice, strict):
    table, gm, ines, _, jess = seated(strict_drama_timing=strict)
    start(gm, jess, thug_of(table))
    does(ines, "dragonfly.declare", character=jess.public_id, text="Looks down", action="other", drama="other")
    dice(9)
    go_on(gm)
    frighten(gm, jess, modifier=-9)
    assert "With Heroic Feat, +10 announced in Intentions" in ines.panel("asks")
    throws(ines, table, dice, 5, heroic_feat="on")
    assert labels(told(table, "dragonfly.fear-tested"))["Heroic Feat"] == 10
    assert drama_points_of(jess) == 2
    frighten(gm, jess, modifier=-9)
    throws(ines, table, dice, None, 422, heroic_feat="on")


@pytest.mark.played("dragonfly.heroic-feat", "dragonfly.fear-test")
def test_a_fear_test_leaves_what_was_announced_to_another_roll(table, ines, gm, jess, dice):
    start(gm, jess, thug_of(table))
    does(ines, "dragonfly.declare", character=jess.public_id, text="Leaps", action="other", drama="other")
    frighten(gm, jess)
    throws(ines, table, dice, 5)
    assert "Heroic Feat" not in labels(told(table, "dragonfly.fear-tested"))
    frighten(gm, jess)
    assert "With Heroic Feat, +10 announced in Intentions" in ines.panel("asks")


def test_a_switch_counts_from_the_next_turn_on(table, ines, gm, jess, dice):
    """What the Turn began with counts for the tests in it."""
    start(gm, jess, thug_of(table))
    table.switches.filter(key="quality-bonuses").update(value="5 and 9")
    frighten(gm, jess)
    assert "Roll d10 + 7" in ines.panel("asks")
    throws(ines, table, dice, 9)
    end_turn(gm, dice)
    frighten(gm, jess)
    assert "Roll d10 + 11" in ines.panel("asks")


@pytest.mark.played("dragonfly.fear-test")
def test_a_real_die_and_a_modifier_by_hand(table, ines, gm, jess, dice):
    frighten(gm, jess, modifier=-4)
    form = words_of(ines.get("dragonfly.answer-fear", ask=the_ask(table).public_id, face=2, modifier=1))
    assert "Enter 2 + 4" in form
    does(ines, "dragonfly.answer-fear", ask=the_ask(table).public_id, face=2, modifier=1, modifier_name="A charm")
    facts = told(table, "dragonfly.fear-tested")
    assert (facts["face"], facts["typed"], facts["total"]) == (2, True, 6)
    assert labels(facts)["A charm"] == 1
