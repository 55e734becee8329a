"""The GM sets the total of a side while a contest runs: every number has an override, and the override is told."""

import pytest

from apps.checks.crew import drafts
from apps.rules.crew.contest import total
from tests.checks.crew.conftest import (
    ask_of,
    contest,
    full_facts,
    of,
    oppose,
    pool,
    the_exchange,
    the_side,
    throw,
    undo_last,
    waits_for,
    words_of,
)
from tests.people import state_of_play


def overrules(person, place, made, reason="The wind has turned", **more):
    exchange = the_exchange(person.table).public_id
    return person.post("crew.overrule", exchange=exchange, place=place, total=made, reason=reason, **more)


@pytest.fixture
def thrown(table, gm, ines, wren, dice):
    """Wren acts; the opposition stands at 7, and she has thrown 6, 5 and 2: 11, with a plot point left."""
    contest(ines, wren)
    dice(4, 3)
    oppose(gm)
    quick = wren.entries.get(kind="distinction")
    pool(table, "aggressor", *of("physical", "shoot"), drafts.Chosen("distinction", quick.public_id, size=8))
    dice(6, 5, 2)
    throw(ines, "aggressor")


@pytest.mark.played("crew.total", "crew.raise-the-stakes")
def test_the_result_follows(table, gm, ines, marek, wren, thrown):
    assert overrules(gm, "defender", 15).status_code == 200
    assert total(the_side(table, "defender")) == 15
    told = "sets the total of The opposition to 15, not 7, in “Get past the guard”: The wind has turned"
    assert told in marek.log()
    assert "7 by the rules, 15 by the GM’s word" in marek.panel("crew-contest")
    ines.does("crew.keep", ask=ask_of(table, "aggressor").public_id, dice=["2"])
    assert (full_facts(table, "crew.result")["winner"], total(the_side(table, "aggressor"))) == ("defender", 13)


def test_a_die_bought_afterwards_counts_on_top(table, gm, ines, thrown):
    overrules(gm, "aggressor", 3)
    assert waits_for(table) == [("aggressor", "keep")]
    ines.does("crew.keep", ask=ask_of(table, "aggressor").public_id, dice=["2"])
    assert full_facts(table, "crew.result")["aggressor"]["total"] == 5
    assert full_facts(table, "crew.result")["winner"] == "defender"


def test_whoever_has_yet_to_roll_stands_without_dice(table, gm, ines, marek, wren):
    contest(ines, wren)
    assert overrules(gm, "defender", 9, "As before").status_code == 200
    assert "lets The opposition stand at 9 without dice" in marek.log()
    assert waits_for(table) == [("aggressor", "roll")]
    assert drafts.draft_of(the_exchange(table), "defender") is None
    undo_last(gm)
    assert (waits_for(table), the_side(table, "defender").announced) == ([("defender", "roll")], False)
    assert drafts.draft_of(the_exchange(table), "defender") is not None


def test_it_is_taken_back(table, gm, thrown):
    overrules(gm, "defender", 15)
    undo_last(gm)
    assert total(the_side(table, "defender")) == 7


def test_refusals_change_nothing(table, gm, ines, watcher, thrown):
    before = state_of_play(table)
    assert "The total is 7 already" in words_of(overrules(gm, "defender", 7))
    assert overrules(gm, "defender", 9, "").status_code == 422
    assert overrules(gm, "defender", -1).status_code == 422
    assert overrules(ines, "aggressor", 30).status_code == 403
    assert overrules(watcher, "aggressor", 30).status_code == 403
    assert state_of_play(table) == before


def test_not_before_the_stakes_are_set_and_not_after_the_result(table, gm, ines, wren, dice):
    contest(ines, wren)
    assert "The defender sets the stakes first" in words_of(overrules(gm, "aggressor", 9))
    dice(4, 3)
    oppose(gm)
    wren.tracks.update(value=0)
    pool(table, "aggressor", *of("physical", "shoot"))
    dice(1, 5)
    throw(ines, "aggressor")
    assert "The result was told" in words_of(overrules(gm, "aggressor", 9))


def test_without_javascript(table, gm, thrown):
    drawn = words_of(gm.get("crew.overrule", exchange=the_exchange(table).public_id))
    assert "The opposition, the defender" in drawn
    assert "Wren, the aggressor" in drawn
    assert overrules(gm, "defender", 12, plain=True).status_code == 302
    assert total(the_side(table, "defender")) == 12
