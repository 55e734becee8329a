"""Automatic detection: who sees whom without a roll."""

from __future__ import annotations

import pytest

from apps.rules.dragonfly.lists import BEYOND
from apps.ships.board import gap_between
from tests.ships.conftest import seated, ship_made
from tests.ships.fleet import damaged, engage, meet, vessel
from tests.ships.hiders import beside_the_log, out_of_sight, shown


@pytest.fixture
def ashfall(gm):
    return ship_made(gm, name="Ashfall", size=2, weapon_2_name="")


@pytest.fixture
def heron(gm, ines, shannon):
    """Shannon flies it."""
    ship = ship_made(gm, name="The Heron", seat=ines.seat.public_id)
    seated(ines, ship, shannon)
    return ship


def _at(one, other, range_):
    gap = gap_between(vessel(one), vessel(other))
    assert gap is not None
    gap.range = range_
    gap.save(update_fields=["range"])


@pytest.mark.played("dragonfly.automatic-sensing", "dragonfly.space-range")
@pytest.mark.parametrize("range_", ["visual", "close", "medium", "long", "extreme"])
def test_every_ship_out_to_extreme_is_known_without_a_roll(gm, ines, dice, heron, ashfall, range_):
    dice()
    meet(gm, heron, ashfall, range_=range_)
    assert "Ashfall" in beside_the_log(ines)
    assert engage(ines, heron, ashfall).status_code == 200


@pytest.mark.played("dragonfly.automatic-sensing")
def test_beyond_extreme_there_is_nothing_on_the_page(gm, ines, heron, ashfall):
    meet(gm, heron, ashfall)
    _at(heron, ashfall, BEYOND)
    assert "Ashfall" not in beside_the_log(ines)
    assert vessel(ashfall).public_id not in ines.page()
    response = engage(ines, heron, ashfall)
    assert response.status_code == 422
    assert "Ashfall" not in response.content.decode()
    assert "Ashfall" in beside_the_log(gm)


@pytest.mark.played("dragonfly.automatic-sensing", "dragonfly.ship-damage-table")
@pytest.mark.parametrize(("range_", "seen"), [("visual", True), ("close", False), ("extreme", False)])
def test_with_the_sensors_out_it_sees_at_visual_range_only(gm, ines, heron, ashfall, range_, seen):
    damaged(heron, sensors_out=1)
    meet(gm, heron, ashfall, range_=range_)
    assert ("Ashfall" in beside_the_log(ines)) is seen
    assert (engage(ines, heron, ashfall).status_code == 200) is seen


@pytest.mark.played("dragonfly.automatic-sensing")
def test_a_ship_that_hides_is_known_to_nobody_it_hides_from(gm, ines, marek, watcher, heron, ashfall):
    """The crew from which it hides, and a spectator who belongs to no crew, lose it; whoever it does not hide from
    does not."""
    meet(gm, heron, ashfall, range_="long")
    out_of_sight(ashfall, heron)
    for who in (ines, watcher):
        assert "Ashfall" not in beside_the_log(who)
        assert vessel(ashfall).public_id not in who.page()
    assert engage(ines, heron, ashfall).status_code == 422
    assert "Ashfall" in beside_the_log(gm)


@pytest.mark.played("dragonfly.automatic-sensing")
def test_a_page_is_the_same_without_the_ship_that_hides(gm, ines, heron, ashfall, widow):
    """Not its name, not a number, not the size of a panel."""
    meet(gm, heron, ashfall, range_="long")
    before = shown(ines)
    gm.does("dragonfly.dogfight-join", ships=[widow.public_id], range="close")
    out_of_sight(widow, heron)
    assert shown(ines) == before


@pytest.mark.played("dragonfly.automatic-sensing")
def test_each_crew_sees_with_its_own_sensors(gm, ines, marek, heron, ashfall, pell):
    magpie = ship_made(gm, name="Magpie", seat=marek.seat.public_id)
    seated(marek, magpie, pell)
    meet(gm, heron, magpie, ashfall, range_="long")
    out_of_sight(ashfall, heron)
    assert "Ashfall" not in beside_the_log(ines)
    assert "Ashfall" in beside_the_log(marek)
    assert engage(ines, heron, ashfall).status_code == 422
    assert engage(marek, magpie, ashfall).status_code == 200


def test_a_ship_that_is_not_seen_is_boarded_by_nobody(gm, ines, marek, heron, pell):
    magpie = ship_made(gm, name="Magpie", seat=marek.seat.public_id)
    seated(marek, magpie, pell)
    assert "Take a post aboard Magpie" in beside_the_log(ines)
    meet(gm, heron, magpie)
    out_of_sight(magpie, heron)
    assert "Magpie" not in beside_the_log(ines)
    assert "Magpie" not in ines.get("dragonfly.take-post").content.decode()
    assert ines.post("dragonfly.take-post", ship=magpie.public_id).status_code == 422
