"""A hidden ship that uses its engines gives itself away, unless it is screened from view."""

from __future__ import annotations

import pytest

from tests.people import newest_event, state_of_play
from tests.ships.conftest import seated
from tests.ships.fleet import answer, disengage, engage, facts_of, meet, said, vessel
from tests.ships.hiders import (
    HIDER,
    SEEKER,
    asks_of,
    beside_the_log,
    concealment,
    emerge,
    flee,
    in_each,
    is_hidden,
    out_of_sight,
    person,
    players_ship,
    shown,
    to_the_run,
)


@pytest.fixture
def shannon(ines):
    return person(ines, "Shannon")


@pytest.fixture
def pell(marek):
    return person(marek, "Pell", notice=3)


@pytest.fixture
def heron(gm, ines, shannon):
    return players_ship(gm, ines, shannon, **HIDER)


@pytest.fixture
def magpie(gm, marek, pell):
    return players_ship(gm, marek, pell, **SEEKER)


@pytest.fixture
def hidden(gm, heron, magpie):
    """The Heron is hidden from Magpie, at medium range."""
    meet(gm, heron, magpie, range_="medium")
    out_of_sight(heron, magpie)
    return to_the_run(gm)


def tell(who, *screened):
    ask = asks_of(who.table, "dragonfly.hidden-move")[-1]
    return who.post("dragonfly.hidden-move", ask=ask.public_id, screened=[vessel(one).public_id for one in screened])


@pytest.mark.played("dragonfly.hidden-movement")
def test_the_worked_example_a_ship_in_plain_sight_is_known_and_found(gm, ines, marek, hidden, heron, magpie):
    assert flee(ines, heron).status_code == 200
    assert "The Heron moves while it hides" in beside_the_log(gm)
    assert "Hidden from Magpie" in beside_the_log(gm)
    assert tell(gm).status_code == 200
    assert not is_hidden(heron, magpie)
    assert "The sensors of Magpie catch The Heron as it moves." in marek.log()
    assert "The Heron" in beside_the_log(marek)
    assert asks_of(gm.table, "dragonfly.hidden-move") == []


@pytest.mark.played("dragonfly.hidden-movement")
def test_out_of_the_line_of_sight_only_its_presence_is_known(gm, ines, marek, hidden, heron, magpie):
    named = shown(marek).count("The Heron")
    flee(ines, heron)
    assert tell(gm, magpie).status_code == 200
    row = concealment(heron, magpie)
    assert row.presence_known
    assert "Something moves near Magpie, out of the line of sight." in marek.log()
    assert "The Heron" not in beside_the_log(marek)
    assert vessel(heron).public_id not in marek.page()
    assert shown(marek).count("The Heron") == named
    gm.does("dragonfly.dogfight-next")
    response = engage(marek, magpie, heron)
    assert response.status_code == 422
    assert "The Heron" not in said(response)


@pytest.mark.played("dragonfly.hidden-movement")
def test_it_is_located_when_it_comes_out_of_cover(gm, ines, marek, hidden, heron, magpie):
    flee(ines, heron)
    tell(gm, magpie)
    emerge(ines, heron)
    assert not is_hidden(heron, magpie)
    assert "The Heron comes out of hiding." in marek.log()
    gm.does("dragonfly.dogfight-next")
    assert engage(marek, magpie, heron).status_code == 200


@pytest.mark.played("dragonfly.hidden-movement")
def test_some_have_it_in_the_line_of_sight_and_some_not(gm, ines, marek, hidden, heron, magpie, ashfall):
    gm.does("dragonfly.dogfight-join", ships=[ashfall.public_id], range="close")
    assert is_hidden(heron, ashfall)
    flee(ines, heron)
    tell(gm, magpie)
    assert (is_hidden(heron, magpie), is_hidden(heron, ashfall)) == (True, False)
    facts = facts_of(gm.table, "dragonfly.hidden-move")
    assert (facts["seen"], facts["felt"]) == (["Ashfall"], ["Magpie"])


@pytest.mark.played("dragonfly.hidden-movement")
def test_whoever_moves_does_not_learn_that_anybody_had_lost_it(gm, ines, marek, heron, magpie):
    meet(gm, heron, magpie, range_="medium")
    to_the_run(gm)

    def world(hides):
        def done():
            if hides:
                out_of_sight(heron, magpie)
            flee(ines, heron)
            if hides:
                tell(gm, magpie)

        return done

    pages = in_each([world(True), world(False)], lambda: shown(ines))
    assert pages[0] == pages[1]
    asked = in_each([world(False)], lambda: asks_of(gm.table, "dragonfly.hidden-move"))
    assert asked == [[]]


def test_before_the_director_has_said_nobody_knows(gm, ines, marek, watcher, hidden, heron):
    before = [shown(one) for one in (marek, watcher)]
    flee(ines, heron)
    assert [shown(one) for one in (marek, watcher)] == before


@pytest.mark.played("dragonfly.hidden-movement")
def test_a_hunter_that_hides_moves_when_it_hunts(gm, ines, marek, hidden, heron, magpie):
    """Magpie hides from the Heron and is after it."""
    emerge(ines, heron)
    out_of_sight(magpie, heron)
    held = vessel(magpie)
    held.choice, held.target = "engage", vessel(heron)
    held.save(update_fields=["choice", "target"])
    flee(ines, heron)
    assert [one.facts["ship"] for one in asks_of(gm.table, "dragonfly.hidden-move")] == ["Magpie"]


def test_it_is_asked_once(gm, ines, hidden, heron):
    flee(ines, heron)
    gm.does("dragonfly.dogfight-next")
    to_the_run(gm)
    flee(ines, heron)
    assert len(asks_of(gm.table, "dragonfly.hidden-move")) == 1


def test_only_the_director_says_so(gm, ines, marek, watcher, stranger, hidden, heron, magpie):
    flee(ines, heron)
    before = state_of_play(gm.table)
    assert tell(marek, magpie).status_code == 403
    assert tell(watcher, magpie).status_code == 403
    assert tell(stranger.at(gm), magpie).status_code == 404
    assert gm.post("dragonfly.hidden-move", ask="nothing").status_code == 422
    assert state_of_play(gm.table) == before


def test_it_works_without_a_script_and_is_taken_back(gm, ines, marek, hidden, heron, magpie):
    flee(ines, heron)
    ask = asks_of(gm.table, "dragonfly.hidden-move")[0]
    assert gm.post("dragonfly.hidden-move", plain=True, ask=ask.public_id).status_code == 302
    assert not is_hidden(heron, magpie)
    gm.does("undo", event=newest_event(gm.table).public_id)
    assert is_hidden(heron, magpie)
    assert len(asks_of(gm.table, "dragonfly.hidden-move")) == 1


def test_taking_the_run_back_takes_the_question_back(gm, ines, hidden, heron):
    flee(ines, heron)
    gm.does("undo", event=newest_event(gm.table).public_id)
    assert asks_of(gm.table, "dragonfly.hidden-move") == []


def test_a_ship_that_is_gone_is_told_of_in_words(gm, ines, hidden, heron):
    flee(ines, heron)
    held = vessel(heron)
    held.state = "lost"
    held.save(update_fields=["state"])
    response = tell(gm)
    assert response.status_code == 422
    assert "no longer in the encounter" in said(response)


@pytest.mark.played("dragonfly.hidden-movement", "dragonfly.maneuver-for-position")
def test_a_hidden_ship_that_maneuvers_on_a_target_moves(gm, ines, dice, heron, magpie):
    meet(gm, heron, magpie)
    out_of_sight(heron, magpie)
    engage(ines, heron, magpie)
    gm.does("dragonfly.dogfight-next")
    dice(5)
    assert answer(ines, heron.posts.get().person).status_code == 200
    assert [one.facts["ship"] for one in asks_of(gm.table, "dragonfly.hidden-move")] == ["The Heron"]


def test_a_ship_that_lies_low_while_others_maneuver_does_not_move(gm, ines, dice, heron, magpie):
    meet(gm, heron, magpie)
    out_of_sight(heron, magpie)
    disengage(ines, heron)
    gm.does("dragonfly.dogfight-next")
    dice(5)
    answer(ines, heron.posts.get().person)
    assert asks_of(gm.table, "dragonfly.hidden-move") == []


def test_taking_it_back_tells_whoever_moved_nothing(gm, ines, heron, magpie):
    """Whether or not something hidden came of it, the Director is asked."""
    meet(gm, heron, magpie, range_="medium")
    to_the_run(gm)

    def world(act, hides):
        def done():
            if hides:
                out_of_sight(heron, magpie)
            assert act(ines, heron).status_code == 200
            event = newest_event(gm.table)
            if hides and act is flee:
                tell(gm, magpie)
            ines.does("undo", event=event.public_id)
            assert asks_of(gm.table, "undo-request")

        return done

    for act in (flee, emerge):
        pages = in_each([world(act, True), world(act, False)], lambda: shown(ines))
        assert pages[0] == pages[1]


def test_of_a_ship_of_which_nobody_knows_no_name_is_told(gm, marek, magpie, widow, voss):
    seated(gm, widow, voss)
    meet(gm, magpie, widow)
    out_of_sight(widow, magpie)
    to_the_run(gm)
    before = shown(marek)
    flee(gm, widow)
    tell(gm)
    assert shown(marek) == before
