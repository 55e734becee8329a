"""The encounter as each seat sees it: ranges, positions, whose move it is, and no trace of a ship that hides."""

from __future__ import annotations

from typing import Any
from urllib.parse import parse_qsl

import pytest
from bs4 import BeautifulSoup, Tag

from apps.ships.dragonfly import plot
from apps.ships.models import Concealment
from tests.ships.conftest import seated, ship_made
from tests.ships.fleet import (
    answer,
    at_fire,
    disengage,
    encounter,
    engage,
    evade,
    fire,
    go_on,
    meet,
    said,
    set_range,
    set_vessel,
    switched,
    vessel,
)


def board(person: Any) -> Tag:
    found = person.soup().find(id="panel-dogfight")
    assert isinstance(found, Tag)
    return found


def rows(person: Any) -> list[str]:
    """The list of pairs, each as its words."""
    return [" ".join(one.get_text(" ").split()) for one in board(person).select(".pairs tbody tr")]


def drawn(person: Any) -> Tag:
    found = board(person).find("svg", class_="board")
    assert isinstance(found, Tag)
    return found


def names(person: Any) -> list[str]:
    return [one.get_text() for one in drawn(person).select(".name")]


@pytest.fixture
def hides(gm, crewed, kestrel, ashfall):
    """Of three ships one has hidden from the Kestrel."""
    third = ship_made(gm, name="Patrol Two")
    meet(gm, kestrel, ashfall, third)
    Concealment.objects.create(hider=vessel(third), seeker=vessel(kestrel), cover="medium", roll=17)
    return third


# what everybody sees


def test_before_ships_meet_the_director_is_offered_that(gm, ines, kestrel, ashfall):
    assert "Ships meet" in gm.panel("beginnings")
    assert ines.panel("dogfight") == ""


@pytest.mark.played("dragonfly.ship-turn", "dragonfly.space-range")
def test_a_crew_sees_each_pair_with_its_range_and_what_it_means(gm, ines, marek, crewed, kestrel, ashfall):
    meet(gm, kestrel, ashfall, range_="medium")
    for person in (ines, marek):
        assert "Dogfight · Turn 1" in person.panel("dogfight")
        assert rows(person) == ["The Kestrel, Ashfall Medium guns −1, sensors −2 −1 −2 nobody"]
        assert names(person) == ["Ashfall", "The Kestrel"]
        assert drawn(person)["aria-label"] == "Seen from The Kestrel. Ashfall: medium range."


def test_the_other_crew_sees_it_from_its_own_ship(gm, ines, marek, kestrel, shannon, pell):
    other = ship_made(gm, name="Tug", seat=marek.seat.public_id)
    seated(ines, kestrel, shannon)
    seated(marek, other, pell)
    meet(gm, kestrel, other)
    assert "Seen from The Kestrel." in str(drawn(ines)["aria-label"])
    assert "Seen from Tug." in str(drawn(marek)["aria-label"])
    assert rows(marek)[0].startswith("Tug, The Kestrel Close")


@pytest.mark.played("dragonfly.maneuver-for-position")
def test_who_has_position_on_whom(gm, ines, watcher, crewed, kestrel, ashfall):
    at_fire(gm, kestrel, ashfall)
    assert "you on Ashfall, three Success Levels" in rows(ines)[0]
    assert "The Kestrel on Ashfall, three Success Levels" in rows(gm)[0]
    assert "The Kestrel on Ashfall" in rows(watcher)[0]
    assert "The Kestrel in firing position on Ashfall" in str(drawn(ines)["aria-label"])
    assert len(drawn(ines).select("path.pos.us")) == 1
    set_vessel(kestrel, piloting=8)
    set_vessel(ashfall, choice="engage", target=vessel(kestrel), levels=1, piloting=10)
    assert "Ashfall on you, one Success Level" in rows(ines)[0]
    assert len(drawn(ines).select("path.pos")) == 1
    assert not drawn(ines).select("path.pos.us")


def test_position_is_not_told_before_every_pilot_has_rolled(gm, ines, crewed, kestrel, ashfall):
    meet(gm, kestrel, ashfall)
    engage(gm, ashfall, kestrel)
    go_on(gm)
    assert "on you" not in rows(ines)[0]
    assert "Still to maneuver The Kestrel" in ines.panel("dogfight")


def test_a_ship_that_nobody_flies_is_told_to_the_director_alone(gm, ines, kestrel, ashfall, shannon, pell):
    """With the way to its helm: such as a ready one, which comes without a crew."""
    seated(ines, kestrel, shannon)
    meet(gm, kestrel, ashfall)
    says = "Nobody flies Ashfall: it neither maneuvers nor evades."
    assert says in gm.panel("dogfight")
    assert "Nobody flies The Kestrel" not in gm.panel("dogfight")
    assert "Nobody flies" not in ines.panel("dogfight")
    link = gm.soup().select_one(f"#unflown-{ashfall.public_id} a")
    assert link is not None
    assert link["href"] == f"act/dragonfly.take-post?ship={ashfall.public_id}&post=pilot"
    seated(gm, ashfall, pell)
    assert "Nobody flies" not in gm.panel("dogfight")


def test_whose_move_it_is(gm, ines, dice, crewed, kestrel, ashfall, shannon):
    meet(gm, kestrel, ashfall)
    assert "Still to choose The Kestrel, Ashfall" in gm.panel("dogfight")
    assert "Still to choose The Kestrel Engage" in ines.panel("dogfight")
    engage(ines, kestrel, ashfall)
    assert "Still to choose Ashfall" in gm.panel("dogfight")
    go_on(gm)
    dice(9)
    answer(ines, shannon)
    go_on(gm)
    now = board(ines).select_one(".firing .now")
    assert now is not None
    assert now.get_text(" ").split() == ["The", "Kestrel", "18"]


# taps


def _taps(person: Any) -> list[str]:
    found = board(person).select(".deeds .btn")
    return [" ".join(one.get_text(" ").split()) for one in found if "Take a post" not in one.get_text()]


def _fury(name: str) -> str:
    return f"Righteous Fury: {name} · 2 Drama Points"


def test_the_pilot_is_offered_each_target_and_the_others_nothing(gm, ines, marek, watcher, crewed, kestrel, ashfall):
    meet(gm, kestrel, ashfall)
    assert _taps(ines) == ["Engage Ashfall", "Disengage", _fury("Shannon")]
    assert _taps(marek) == [_fury("Pell")]
    assert _taps(watcher) == []
    engage(ines, kestrel, ashfall)
    pressed = board(ines).select_one('[aria-pressed="true"]')
    assert pressed is not None
    assert "Engage Ashfall" in pressed.get_text()


@pytest.mark.played("dragonfly.open-fire")
def test_whoever_sits_at_a_weapon_is_offered_the_shot_with_its_odds(gm, ines, marek, crewed, kestrel, ashfall):
    """d10 + 8 hits with every face, d10 + 8 at Extreme range with a 6 or more."""
    at_fire(gm, kestrel, ashfall, levels=0)
    assert _taps(ines) == ["Bow gun at Ashfall · 100%", _fury("Shannon")]
    assert _taps(marek) == ["Top turret at Ashfall · 100%", _fury("Pell")]
    set_range(kestrel, ashfall, "extreme")
    assert _taps(marek) == ["Top turret at Ashfall · 50%", _fury("Pell")]
    set_vessel(ashfall, piloting=14)
    assert "only from firing position" in _taps(ines)[0]


def test_a_further_shot_says_what_it_makes_and_who_has_none_is_not_waited_for(
    gm, ines, marek, dice, crewed, kestrel, ashfall, pell, patrol
):
    at_fire(gm, kestrel, ashfall, levels=0)
    dice(3)
    fire(marek, pell, kestrel, "Top turret", ashfall)
    assert not board(marek).select("[data-due]"), "while a shot waits nothing is waited for from its gunner"
    evade(gm, patrol, "take")
    assert _taps(marek) == ["Top turret at Ashfall · once more, makes 9", _fury("Pell")]
    form = board(marek).select_one(".deeds a")
    assert form is not None
    assert "The die has fallen already: it shows 3" in said(marek.at_address(str(form["href"])))
    assert board(marek).select("[data-due]")
    fire(marek, pell, kestrel, "Top turret", ashfall)
    evade(gm, patrol, "take")
    assert "1 additional action" in _taps(marek)[0]
    assert not board(marek).select("[data-due]"), "who has fired all that they can is waited for"
    assert board(ines).select("[data-due]")


def test_what_the_directors_ships_wait_for_stands_above_the_board(gm, ines, crewed, kestrel, ashfall):
    """A player's own choice is theirs: it stands on the ship's card alone."""
    meet(gm, kestrel, ashfall)
    row = f"#deeds-{vessel(ashfall).public_id}"
    above = [one.get_text(strip=True) for one in board(gm).select(f"{row} button")]
    assert above == ["Engage The Kestrel", "Disengage"]
    assert not board(gm).select(f"#deeds-{vessel(kestrel).public_id}")
    engage(gm, ashfall, kestrel)
    assert not board(gm).select(row)


def test_what_is_asked_stands_on_the_board(gm, ines, marek, crewed, kestrel, ashfall):
    meet(gm, kestrel, ashfall)
    go_on(gm)
    assert _taps(ines) == ["Maneuver for position"]
    assert _taps(marek) == []


@pytest.mark.played("dragonfly.chase-to-hide")
def test_whoever_disengages_is_offered_to_run_or_hide(gm, ines, crewed, kestrel, ashfall):
    meet(gm, kestrel, ashfall)
    disengage(ines, kestrel)
    assert _taps(ines)[2:] == ["Run", "Hide", "Come out of hiding", _fury("Shannon")]


def test_a_ship_of_which_nobody_knows_is_shown_from_the_board(gm, ines, crewed, kestrel, ashfall, widow):
    """Two taps in the middle of it: there, and to keep what the form says."""
    meet(gm, kestrel, ashfall, widow)
    found = board(gm).find_all("a", string=lambda text: text and text.strip() == "Show to the players")
    [link] = [one for one in found if not one.find_parent("details")]
    assert link in board(gm).select(f"#vessel-{vessel(widow).public_id} a")
    act, _, query = str(link["href"]).removeprefix("act/").partition("?")
    form = BeautifulSoup(gm.get(act, **dict(parse_qsl(query))).content, "lxml")
    chosen = {str(one["name"]): str(one.select("[selected]")[0]["value"]) for one in form.select("select")}
    gm.does(act, **chosen)
    assert "The Widow" in ines.panel("dogfight")
    assert "Show to the players" not in board(gm).get_text()


def test_a_tap_works_without_a_script(gm, ines, crewed, kestrel, ashfall):
    meet(gm, kestrel, ashfall)
    form = board(ines).select_one(".deeds form")
    assert form is not None
    given = {str(one["name"]): str(one["value"]) for one in form.select("input")}
    act = str(form["action"]).removeprefix("act/")
    assert ines.get(act, plain=True, **given).status_code == 200
    assert ines.post(act, plain=True, **given).status_code == 302
    assert vessel(kestrel).target == vessel(ashfall)


def test_the_director_steps_on_and_back_and_changes_ranges(gm, ines, crewed, kestrel, ashfall):
    meet(gm, kestrel, ashfall, range_="visual")
    assert not board(gm).select('[aria-label$="one step nearer"]')
    assert len(board(gm).select('[aria-label="The Kestrel and Ashfall one step farther"]')) == 1
    assert not board(ines).select('[aria-label$="one step farther"]')
    go_on(gm)
    assert gm.soup().body.get_text().count("Step back") == 1  # the bar's, which keeps play safe
    address = next(str(one["href"]) for one in board(gm).select("a.btn") if "Undo this step" in one.get_text())
    gm.does("undo", event=address.partition("event=")[2])
    assert encounter(gm.table).phase == "choose"


def test_a_director_who_looks_as_a_player_does_touches_nothing(gm, ines, crewed, kestrel, ashfall):
    meet(gm, kestrel, ashfall)
    page = gm.at_address(f"as/{ines.seat.public_id}/").content.decode()
    found = BeautifulSoup(page, "lxml").find(id="panel-dogfight")
    assert isinstance(found, Tag)
    assert "Seen from The Kestrel." in str(found)
    assert not found.select("a, form, button")


# secrets


@pytest.mark.played("dragonfly.automatic-sensing")
def test_a_ship_that_hides_is_on_no_page_of_the_crew_it_hides_from(gm, ines, marek, watcher, hides, kestrel):
    for person in (ines, marek, watcher):
        assert "Patrol Two" not in person.panel("dogfight")
        assert vessel(hides).public_id not in str(board(person))
        assert names(person) == ["Ashfall", "The Kestrel"]
    assert "Patrol Two hides from The Kestrel" in gm.panel("dogfight")
    assert "Patrol Two" in names(gm)


def test_the_page_is_the_same_with_and_without_it(gm, ines, crewed, kestrel, ashfall, widow):
    meet(gm, kestrel, ashfall)
    without = str(board(ines))
    gm.does("dragonfly.dogfight-join", ships=[widow.public_id], range="close")
    assert str(board(ines)) == without
    engage(gm, widow, kestrel)
    assert str(board(ines)) == without
    set_vessel(ashfall, choice="engage", target=vessel(widow))
    assert str(board(ines)) == without


def test_its_own_crew_does_not_learn_whether_it_is_hidden(gm, ines, crewed, kestrel, ashfall):
    meet(gm, kestrel, ashfall)
    before = str(board(ines))
    Concealment.objects.create(hider=vessel(kestrel), seeker=vessel(ashfall), cover="light", roll=15)
    assert str(board(ines)) == before
    assert "hidden from Ashfall, light" in gm.panel("dogfight")


@pytest.mark.played("dragonfly.automatic-sensing")
def test_what_is_beyond_extreme_is_on_no_sensors(gm, ines, crewed, kestrel, ashfall):
    meet(gm, kestrel, ashfall)
    set_range(kestrel, ashfall, "beyond")
    assert "Nothing else is on the sensors" in ines.panel("dogfight")
    assert "Ashfall" not in ines.panel("dogfight")
    assert "Beyond Extreme" in gm.panel("dogfight")


def test_the_sensors_may_show_that_something_is_there(gm, ines, hides):
    assert "Something is out there" not in ines.panel("dogfight")
    Concealment.objects.update(presence_known=True)
    assert "Something is out there" in ines.panel("dogfight")


def test_choices_made_in_secret_are_not_on_the_board(gm, ines, marek, watcher, crewed, kestrel, ashfall):
    switched(gm, secret_intentions="on")
    meet(gm, kestrel, ashfall)
    before = (str(board(watcher)), str(board(ines)))
    engage(gm, ashfall, kestrel)
    assert (str(board(watcher)), str(board(ines))) == before
    assert "engages The Kestrel" in gm.panel("dogfight")


# the drawing


def test_ships_are_drawn_in_the_middle_of_their_ring_with_their_noses_to_the_middle():
    for order in range(5):
        (spot,) = plot.spots([order])
        away = ((spot.x - plot.MIDDLE) ** 2 + (spot.y - plot.FLOOR) ** 2) ** 0.5
        assert plot.BAND * order < away < plot.BAND * (order + 1)
        assert spot.turn == 135


def test_no_two_of_many_ships_stand_in_one_place():
    spots = plot.spots([2] * 8)
    assert len({(one.x, one.y) for one in spots}) == 8
    assert all(-44 < one.x < 684 and 6 < one.name_y < 430 for one in plot.spots([4] * 12))


def test_a_long_name_is_cut_in_the_drawing_alone(gm, ines, crewed, kestrel):
    long = ship_made(gm, name="The Inconvenient Daughter of Vashti")
    meet(gm, kestrel, long)
    assert names(ines)[0] == "The Inconvenient…"
    assert "The Inconvenient Daughter of Vashti" in rows(ines)[0]
