"""The table options that a contest plays by, each value in which the outcome differs."""

import pytest

from apps.table.models import Ask, Switch
from tests.checks.crew.conftest import (
    bank,
    contest,
    entry,
    full_facts,
    of,
    oppose,
    points_of,
    pool,
    store_of,
    the_exchange,
    the_side,
    throw,
    waits_for,
    words_of,
)
from tests.checks.crew.test_heroes import hero
from tests.checks.crew.test_keeping import four_dice, keep
from tests.people import newest_event, state_of_play


def switch(table, key, value):
    Switch.objects.filter(table=table, key=key).update(value=value)


@pytest.mark.played("crew.table-options")
def test_the_gm_changes_the_switches_of_the_table(table, gm, ines):
    form = words_of(gm.get("switches"))
    for told in ("Big Damn Hero", "comparing"):
        assert told in form
    assert ines.get("switches").status_code == 403


# extra-dice-after-comparing


def compared(table, ines, gm, wren, dice):
    """12 against 14, two dice of Wren's still to be had and two points, and none of them kept before comparing."""
    wren.tracks.update(value=2)
    bank(table, 0)
    contest(ines, wren, defends="this")
    pool(table, "defender", *four_dice(wren))
    dice(5, 7, 4, 2)
    throw(ines, "defender")
    ines.does("crew.announce", ask=Ask.objects.get(closed_at=None).public_id)
    dice(8, 6)
    oppose(gm, place="aggressor")


@pytest.mark.played("crew.extra-dice", "crew.table-options")
def test_once_compared_no_die_is_kept(table, ines, gm, wren, dice):
    compared(table, ines, gm, wren, dice)
    assert full_facts(table, "crew.result")["winner"] == "aggressor"


@pytest.mark.played("crew.extra-dice", "crew.table-options")
def test_with_the_switch_dice_are_kept_after_comparing(table, ines, gm, wren, dice):
    switch(table, "extra-dice-after-comparing", "on")
    compared(table, ines, gm, wren, dice)
    assert waits_for(table) == [("defender", "hero")]
    assert "One more die may still be kept" in ines.panel("asks")
    assert keep(ines, "defender", 2).status_code == 200
    assert waits_for(table) == [("defender", "hero")]
    assert hero(ines, "defender", "pass").status_code == 200
    facts = full_facts(table, "crew.result")
    assert (facts["defender"]["total"], facts["winner"]) == (16, "defender")
    assert points_of(wren) == 1


@pytest.mark.played("crew.callback")
def test_a_die_kept_after_comparing_says_that_a_callback_pays_for_it(table, ines, gm, wren, dice):
    switch(table, "extra-dice-after-comparing", "on")
    compared(table, ines, gm, wren, dice)
    entry(wren, "episode", "Nine Moons", 0)
    wren.tracks.update(value=0)
    asked = ines.panel("asks")
    assert "a callback" in asked
    assert "1 plot point" not in asked


# highest-die-tie


@pytest.mark.played("crew.highest-rolling-die", "crew.big-damn-hero-gain")
@pytest.mark.parametrize(("value", "won"), [("larger", 10), ("smaller", 6)])
def test_which_of_two_dice_is_the_highest_rolling_one(table, ines, gm, wren, dice, value, won):
    switch(table, "highest-die-tie", value)
    bank(table, 0)
    contest(ines, wren)
    dice(5, 5)
    oppose(gm, 10)
    pool(table, "aggressor", *of("physical", "shoot"))
    dice(7, 8)
    throw(ines, "aggressor")
    assert store_of(wren) == [won]


# bdh-counts-for-exceptional


@pytest.mark.played("crew.exceptional-success", "crew.big-damn-hero-use")
@pytest.mark.parametrize(("value", "exceptional"), [("on", True), ("off", False)])
def test_whether_hero_dice_make_a_success_exceptional(table, ines, gm, wren, dice, value, exceptional):
    switch(table, "bdh-counts-for-exceptional", value)
    entry(wren, "hero-die", "d8", 8)
    bank(table, 0)
    contest(ines, wren)
    dice(6, 4)
    oppose(gm)
    pool(table, "aggressor", *of("physical", "shoot"))
    dice(2, 7)
    throw(ines, "aggressor")
    dice(6)
    hero(ines, "aggressor", 8)
    assert full_facts(table, "crew.result")["exceptional"] is exceptional
    assert bool(store_of(wren)) is exceptional


# bdh-per-roll


@pytest.mark.played("crew.big-damn-hero-use")
@pytest.mark.parametrize(("value", "asked"), [("any", [("aggressor", "hero")]), ("1", [])])
def test_how_many_hero_dice_one_roll_may_have(table, ines, gm, wren, dice, value, asked):
    switch(table, "bdh-per-roll", value)
    for size in (6, 8):
        entry(wren, "hero-die", f"d{size}", size)
    wren.tracks.update(value=2)
    bank(table, 0)
    contest(ines, wren)
    dice(6, 4)
    oppose(gm)
    pool(table, "aggressor", *of("physical", "shoot"))
    dice(2, 5)
    throw(ines, "aggressor")
    dice(2)
    hero(ines, "aggressor", 6)
    assert waits_for(table) == asked
    assert bool(the_exchange(table).closed_at) is not bool(asked)


# bdh-loss-choice


def beaten(table, ines, gm, wren, dice, *stored):
    for size in stored:
        entry(wren, "hero-die", f"d{size}", size)
    wren.tracks.update(value=0)
    bank(table, 0)
    contest(ines, wren)
    dice(9, 4)
    oppose(gm, 10)
    pool(table, "aggressor", *of("physical", "shoot"))
    dice(2, 3)
    throw(ines, "aggressor")


def lose(person, die, **more):
    ask = Ask.objects.filter(closed_at=None, exchange__kind="crew.hero-loss").first()
    return person.post("crew.lose-hero", ask=ask.public_id if ask else "none", die=die, **more)


@pytest.mark.played("crew.big-damn-hero-loss", "crew.table-options")
def test_the_owner_may_choose_which_die_goes(table, ines, marek, gm, watcher, wren, dice):
    switch(table, "bdh-loss-choice", "owner chooses")
    beaten(table, ines, gm, wren, dice, 6, 8, 12)
    assert the_exchange(table).closed_at is None
    assert "Wren loses a Big Damn Hero die" in ines.panel("asks")
    assert "which Big Damn Hero die goes" in watcher.panel("crew-contest")
    before = state_of_play(table)
    for person, die, code in ((ines, 12, 422), (ines, 10, 422), (marek, 6, 422), (watcher, 6, 403)):
        assert lose(person, die).status_code == code
    assert state_of_play(table) == before
    assert lose(ines, 6, plain=True).status_code == 302
    assert store_of(wren) == [8, 12]
    assert the_exchange(table).closed_at is not None
    assert "Wren loses a Big Damn Hero die to The opposition: the d6" in watcher.log()
    gm.does("undo", event=newest_event(table).public_id)
    assert store_of(wren) == [6, 8, 12]
    assert the_exchange(table).closed_at is None


@pytest.mark.played("crew.big-damn-hero-loss")
def test_among_one_nobody_is_made_to_choose(table, ines, gm, wren, dice):
    switch(table, "bdh-loss-choice", "owner chooses")
    beaten(table, ines, gm, wren, dice, 6, 12)
    assert store_of(wren) == [12]


def test_called_off_nothing_goes_and_the_contest_closes(table, ines, gm, wren, dice):
    switch(table, "bdh-loss-choice", "owner chooses")
    beaten(table, ines, gm, wren, dice, 6, 8)
    inner = Ask.objects.get(closed_at=None).exchange
    gm.does("call-off", exchange=inner.public_id)
    assert store_of(wren) == [6, 8]
    assert the_exchange(table).closed_at is not None


def test_a_contest_keeps_the_switches_it_began_with(table, ines, gm, wren, dice):
    bank(table, 0)
    contest(ines, wren)
    switch(table, "highest-die-tie", "smaller")
    dice(5, 5)
    oppose(gm, 10)
    pool(table, "aggressor", *of("physical", "shoot"))
    dice(7, 8)
    throw(ines, "aggressor")
    assert store_of(wren) == [10]
    assert the_side(table, "aggressor").announced
