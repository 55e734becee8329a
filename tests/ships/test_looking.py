"""The other side of hiding: the operator's roll, the contest rolled anew, and a search that the Director asks for."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest

from apps.rules.odds import percent
from apps.ships.board import spent_by
from apps.table.models import Exchange
from tests.people import newest_event, state_of_play
from tests.ships.conftest import seated
from tests.ships.fleet import ask_of, damaged, facts_of, meet, said, vessel
from tests.ships.hiders import (
    HIDER,
    SEEKER,
    asks_of,
    beside_the_log,
    concealment,
    hide,
    in_each,
    is_hidden,
    moved_apart,
    out_of_sight,
    person,
    players_ship,
    search,
    shown,
    spent,
    to_the_run,
    watch,
    words,
)


@pytest.fixture
def shannon(ines):
    return person(ines, "Shannon")


@pytest.fixture
def pell(marek):
    """Perception 4 + Notice 3; Dexterity 5, so one additional action."""
    return person(marek, "Pell", notice=3)


@pytest.fixture
def heron(gm, ines, shannon):
    return players_ship(gm, ines, shannon, **HIDER)


@pytest.fixture
def magpie(gm, marek, pell):
    return players_ship(gm, marek, pell, "sensor-operator", **SEEKER)


@pytest.fixture
def met(gm, heron, magpie):
    meet(gm, heron, magpie, range_="medium")
    return to_the_run(gm)


@pytest.fixture
def looking(met, ines, dice, heron):
    """The Heron lies low with 15; Pell is asked."""
    dice(4, 8, 3)
    assert hide(ines, heron).status_code == 200


# the operator's roll


def test_the_operators_player_is_asked_and_learns_only_their_own_numbers(marek, looking):
    page = words(marek.get("dragonfly.detect", ask=asks_of(marek.table, "dragonfly.detect")[0].public_id))
    assert "The Heron tries to vanish" in page
    assert "Roll d10 + 5" in page
    assert "What it is set against you do not know" in page
    assert "The Heron tries to vanish" in beside_the_log(marek)


def test_nobody_else_is_asked_or_told(ines, watcher, looking):
    assert "tries to vanish" not in ines.page()
    assert "tries to vanish" not in watcher.page()


@pytest.mark.played("dragonfly.hiding")
def test_the_director_sees_the_exact_chance(gm, looking):
    """15 or more with the die + 5: one face."""
    ask = asks_of(gm.table, "dragonfly.detect")[0]
    assert "Chance to notice The Heron 10%" in words(gm.get("dragonfly.detect", ask=ask.public_id))


def test_a_feat_helps_the_operator(gm, marek, dice, looking, heron, magpie):
    dice(1)
    assert watch(marek, heroic_feat="on").status_code == 200
    assert facts_of(gm.table, "dragonfly.detected")["sides"][1]["total"] == 16
    assert not is_hidden(heron, magpie)


def test_a_real_die_is_typed_in(gm, marek, looking, heron, magpie):
    assert watch(marek, face=10).status_code == 200
    side = facts_of(gm.table, "dragonfly.detected")["sides"][1]
    assert (side["total"], side["typed"]) == (15, True)
    assert not is_hidden(heron, magpie)


def test_only_who_is_asked_answers(gm, ines, watcher, stranger, marek, looking):
    before = state_of_play(gm.table)
    assert watch(ines).status_code == 422
    assert watch(watcher).status_code == 403
    assert watch(stranger.at(marek)).status_code == 404
    assert marek.post("dragonfly.detect", ask="nothing").status_code == 422
    assert state_of_play(gm.table) == before


def test_it_works_without_a_script_and_the_face_stays_when_it_is_taken_back(gm, marek, dice, looking, heron, magpie):
    dice(8)
    assert watch(marek, plain=True).status_code == 302
    assert is_hidden(heron, magpie)
    gm.does("undo", event=newest_event(gm.table).public_id)
    assert not is_hidden(heron, magpie)
    assert "the same face counts again" in marek.page()
    dice()
    assert watch(marek, face=9).status_code == 422
    assert watch(marek).status_code == 200
    assert facts_of(gm.table, "dragonfly.detected")["sides"][1]["total"] == 13


def test_sensors_out_help_nobody(gm, ines, marek, dice, heron, pell):
    magpie = players_ship(gm, marek, pell, "sensor-operator", **SEEKER | {"gain": "very-high"})
    damaged(magpie, sensors_out=1)
    meet(gm, heron, magpie, range_="visual")
    to_the_run(gm)
    dice(9, 1, 1)
    hide(ines, heron)
    dice(1)
    watch(marek)
    assert facts_of(gm.table, "dragonfly.detected")["sides"][1]["total"] == 13


# each roll beyond the first in a Turn is an additional action


@pytest.mark.played("dragonfly.ship-sheet")
def test_a_second_roll_of_the_turn_is_an_additional_action(gm, marek, dice, looking, pell, magpie):
    spent(pell, magpie, "maneuvers")
    dice(1)
    watch(marek)
    parts = facts_of(gm.table, "dragonfly.detected")["sides"][1]["parts"]
    assert {"label": "Additional action", "value": -2} in [{k: one[k] for k in ("label", "value")} for one in parts]
    assert spent_by(vessel(magpie), pell)["searches"] == 1


@pytest.mark.played("dragonfly.ship-sheet")
def test_without_an_action_left_nobody_watches(gm, ines, marek, dice, heron, magpie, shannon):
    slow = person(marek, "Slow", dexterity=3, notice=9)
    marek.does("dragonfly.leave-post", post=magpie.posts.get().public_id)
    seated(marek, magpie, slow, "sensor-operator")
    meet(gm, heron, magpie, range_="medium")
    to_the_run(gm)
    dice(9, 1, 1)
    hide(ines, heron)
    spent(slow, magpie, "maneuvers")
    assert "has no additional actions in a Turn" in beside_the_log(marek)
    dice()
    assert watch(marek).status_code == 200
    assert concealment(heron, magpie).roll == 10
    assert "nobody watches the sensors" in gm.log()


# the range changes


@pytest.mark.played("dragonfly.hiding")
def test_a_new_range_rolls_the_contest_anew(gm, marek, dice, met, heron, magpie):
    """Both sides, the hider's die first; of a ship that its crew does not see the Director answers."""
    out_of_sight(heron, magpie, cover="none")
    before = shown(marek)
    moved_apart(gm, heron, magpie)
    assert [one.audience for one in asks_of(gm.table, "dragonfly.detect")] == ["gms"]
    assert watch(marek).status_code == 422
    ask = asks_of(gm.table, "dragonfly.detect")[0]
    faces = range(1, 11)
    seen = sum(not (low + 7 >= 9 and low + 7 > look + 2) for low, look in product(faces, faces))
    assert f"Chance to notice The Heron {percent(Fraction(seen, 100))}" in words(
        gm.get("dragonfly.detect", ask=ask.public_id)
    )
    dice(4, 8)
    assert watch(gm).status_code == 200
    assert [one["total"] for one in facts_of(gm.table, "dragonfly.detected")["sides"]] == [11, 10]
    assert concealment(heron, magpie).roll == 11
    assert shown(marek) == before


@pytest.mark.played("dragonfly.hiding")
def test_a_ship_found_anew_is_on_the_sensors(gm, ines, marek, dice, met, heron, magpie):
    out_of_sight(heron, magpie, cover="none")
    moved_apart(gm, heron, magpie, -1)
    before = shown(ines)
    dice(1, 10)
    watch(gm)
    assert not is_hidden(heron, magpie)
    assert "The Heron is on the sensors" in marek.log()
    assert "The Heron" in beside_the_log(marek)
    assert shown(ines) == before


def test_the_contest_anew_keeps_its_faces_when_taken_back(gm, dice, met, heron, magpie):
    out_of_sight(heron, magpie)
    moved_apart(gm, heron, magpie)
    dice(4, 8)
    watch(gm)
    gm.does("undo", event=newest_event(gm.table).public_id)
    dice()
    assert watch(gm).status_code == 200
    assert [one["total"] for one in facts_of(gm.table, "dragonfly.detected")["sides"]] == [16, 10]


def test_what_was_asked_at_the_old_range_is_asked_anew(gm, marek, dice, looking, heron, magpie):
    """Its crew sees it still, so its operator is asked."""
    moved_apart(gm, heron, magpie)
    asks = asks_of(gm.table, "dragonfly.detect")
    assert [one.audience for one in asks] == ["character"]
    assert "both sides roll anew" in beside_the_log(marek)
    dice(2, 1)
    assert watch(marek).status_code == 200
    assert [one["total"] for one in facts_of(gm.table, "dragonfly.detected")["sides"]] == [14, 3]


def test_whoever_cannot_look_any_more_has_not_found_it(gm, dice, ines, looking, heron, magpie):
    moved_apart(gm, heron, magpie)
    moved_apart(gm, heron, magpie)
    moved_apart(gm, heron, magpie)
    assert asks_of(gm.table, "dragonfly.detect") == []
    assert is_hidden(heron, magpie)


def test_a_range_changed_back_by_undo_asks_nothing(gm, met, heron, magpie):
    out_of_sight(heron, magpie)
    moved_apart(gm, heron, magpie)
    gm.does("undo", event=newest_event(gm.table).public_id)
    assert asks_of(gm.table, "dragonfly.detect") == []
    assert is_hidden(heron, magpie)


def test_nothing_is_asked_where_nobody_hides(gm, met, heron, magpie):
    moved_apart(gm, heron, magpie)
    assert asks_of(gm.table, "dragonfly.detect") == []


@pytest.mark.played("dragonfly.automatic-sensing", "dragonfly.hiding")
def test_whoever_comes_in_does_not_see_what_hides_before_it_has_looked(gm, marek, dice, heron, magpie, ashfall):
    """Magpie's operator rolls against the finished roll; until then nothing of the Heron is on that crew's page."""
    meet(gm, heron, ashfall, range_="close")
    to_the_run(gm)
    out_of_sight(heron, ashfall, total=15)
    gm.does("dragonfly.dogfight-join", ships=[magpie.public_id], range="close")
    assert "The Heron" not in beside_the_log(marek)
    assert [one.audience for one in asks_of(gm.table, "dragonfly.detect")] == ["gms"]
    dice(8)
    assert watch(gm).status_code == 200
    assert not is_hidden(heron, magpie)
    assert "The Heron is on the sensors" in marek.log()
    assert is_hidden(heron, ashfall)


def test_a_ship_that_comes_back_looks_anew_and_hides_no_more(gm, marek, dice, heron, magpie, ashfall):
    meet(gm, heron, magpie, ashfall, range_="close")
    to_the_run(gm)
    out_of_sight(heron, magpie, total=15)
    out_of_sight(magpie, ashfall)
    held = vessel(magpie)
    held.state = "escaped"
    held.save(update_fields=["state"])
    gm.does("dragonfly.dogfight-join", ships=[magpie.public_id], range="close")
    assert not is_hidden(magpie, ashfall)
    assert [one.audience for one in asks_of(gm.table, "dragonfly.detect")] == ["gms"]
    dice(1)
    watch(gm)
    assert is_hidden(heron, magpie)


# a search


@pytest.mark.played("dragonfly.hiding")
def test_the_director_asks_for_a_search(gm, marek, dice, met, heron, magpie):
    """Against the finished roll of whoever hides; the question says nothing of what is there. The second one of a
    Turn is an additional action."""
    out_of_sight(heron, magpie, total=13)
    assert search(gm, magpie, heron).status_code == 200
    assert "where The Heron hides" in gm.log()
    assert "The Heron" not in beside_the_log(marek)
    dice(7)
    watch(marek)
    assert is_hidden(heron, magpie)
    assert "The sensors show nothing new" in marek.log()
    search(gm, magpie, heron)
    dice(10)
    watch(marek)
    assert not is_hidden(heron, magpie)
    assert "The Heron is on the sensors" in marek.log()


def test_a_search_for_nothing_reads_as_one_that_found_nothing(gm, ines, marek, watcher, dice, met, heron, magpie):
    out_of_sight(heron, magpie, total=25)

    def world(hider):
        def done():
            search(gm, magpie, hider)
            seen.append(marek.page())
            seen.append(words(marek.get("dragonfly.detect", ask=asks_of(gm.table, "dragonfly.detect")[0].public_id)))
            dice(3)
            watch(marek)

        return done

    seen: list[str] = []
    pages = in_each([world(heron), world(None)], lambda: [shown(one) for one in (marek, ines, watcher)])
    assert pages[0] == pages[1]
    assert seen[1] == seen[3]


def test_a_search_is_for_the_directors_to_ask(gm, ines, marek, met, heron, magpie):
    out_of_sight(heron, magpie)
    before = state_of_play(gm.table)
    assert search(marek, magpie).status_code == 403
    response = search(gm, heron, heron)
    assert response.status_code == 422
    assert "is not hidden from" in said(response)
    assert state_of_play(gm.table) == before


def test_nobody_searches_where_nobody_watches(gm, met, heron, magpie, ashfall):
    gm.does("dragonfly.dogfight-join", ships=[ashfall.public_id], range="close")
    response = search(gm, ashfall)
    assert response.status_code == 422
    assert "Nobody watches the sensors of Ashfall" in said(response)


def test_a_search_for_a_ship_that_is_gone_finds_nothing(gm, marek, dice, met, heron, magpie):
    out_of_sight(heron, magpie)
    search(gm, magpie, heron)
    held = vessel(heron)
    held.state = "escaped"
    held.save(update_fields=["state"])
    dice(10)
    assert watch(marek).status_code == 200
    assert "The sensors show nothing new" in marek.log()


def test_a_contest_with_a_ship_that_is_gone_is_called_off(gm, marek, looking, heron):
    held = vessel(heron)
    held.state = "escaped"
    held.save(update_fields=["state"])
    response = watch(marek)
    assert response.status_code == 422
    assert "no longer in the encounter" in said(response)
    exchange = Exchange.objects.get(table=gm.table, closed_at=None)
    gm.does("call-off", exchange=exchange.public_id)


def test_the_end_of_the_encounter_closes_what_waits(gm, looking, pell):
    assert ask_of(pell) is not None
    gm.does("dragonfly.end-dogfight")
    assert ask_of(pell) is None
