"""Whoever sits down while ships are fighting hears what everybody was told, and nothing that was not for everybody."""

from __future__ import annotations

from typing import Any

import pytest

from apps.table.models import SeatDevice
from tests.people import Person, newest_event
from tests.ships.fleet import answer, at_fire, engage, fire, go_on, meet, set_range, switched, undone
from tests.ships.hiders import (
    HIDER,
    SEEKER,
    hide,
    in_each,
    moved_apart,
    out_of_sight,
    person,
    players_ship,
    shown,
    to_the_run,
    watch,
    words,
)

ENGAGED = "The Kestrel engages Ashfall"


def late(sit: Any, role: str = "player") -> str:
    """The log of somebody who sits down now."""
    return str(sit("June", role, "rose").log())


@pytest.mark.parametrize("role", ["player", "spectator"])
def test_a_late_seat_reads_of_the_dogfight_what_everybody_read(
    sit, gm, ines, dice, crewed, kestrel, ashfall, shannon, role
):
    meet(gm, kestrel, ashfall)
    engage(ines, kestrel, ashfall)
    moved_apart(gm, kestrel, ashfall)
    go_on(gm)
    dice(9)
    answer(ines, shannon)
    at_fire(gm, kestrel, ashfall)
    dice(9)
    fire(ines, shannon, kestrel, "Bow gun", ashfall)
    read = late(sit, role)
    assert ENGAGED in read
    assert "are farther apart" in read
    assert "Maneuver for Position" in read
    assert "fires on Ashfall" in read
    assert read == sit("Wim", role, "moss").log()


def test_the_same_seat_on_another_device_reads_the_same(table, gm, ines, marek, crewed, kestrel, ashfall):
    meet(gm, kestrel, ashfall)
    engage(ines, kestrel, ashfall)
    out_of_sight(kestrel, ashfall)
    moved_apart(gm, kestrel, ashfall)
    devices = SeatDevice.objects.count()
    assert Person(marek.seat, table).log() == marek.log()
    assert SeatDevice.objects.count() == devices + 1
    assert ENGAGED in marek.log()


def test_what_everybody_reads_is_no_secret_to_the_director_either(gm, ines, crewed, kestrel, ashfall):
    meet(gm, kestrel, ashfall)
    engage(ines, kestrel, ashfall)
    card = gm.soup().find(id=f"card-{newest_event(gm.table).public_id}")
    assert ENGAGED in card.get_text(" ")
    assert not card.select(".to")


# what was secret stays so


def test_a_late_seat_reads_nothing_of_a_ship_that_hid(sit, gm, ines, crewed, kestrel, ashfall):
    meet(gm, kestrel, ashfall)
    out_of_sight(kestrel, ashfall)
    engage(ines, kestrel, ashfall)
    moved_apart(gm, kestrel, ashfall)
    assert ENGAGED in ines.log()
    read = late(sit)
    assert ENGAGED not in read
    assert "are farther apart" not in read


def test_a_late_seat_reads_nothing_of_a_ship_of_which_nobody_knows(sit, gm, crewed, kestrel, ashfall, widow):
    meet(gm, kestrel, ashfall, widow)
    engage(gm, widow, kestrel)
    engage(gm, ashfall, widow)
    assert "The Widow" in gm.log()
    assert "The Widow" not in late(sit)


def test_a_late_seat_reads_nothing_that_was_out_of_somebodys_reach(
    sit, gm, ines, marek, kestrel, ashfall, shannon, pell
):
    """Marek's ship is too far away to see it: not everybody was told."""
    tug = players_ship(gm, marek, pell, name="Tug")
    players_ship(gm, ines, shannon, name="Dray")
    meet(gm, kestrel, ashfall, tug)
    for one in (kestrel, ashfall):
        set_range(one, tug, "beyond")
    moved_apart(gm, kestrel, ashfall)
    assert "are farther apart" in ines.log()
    assert "are farther apart" not in marek.log()
    assert "are farther apart" not in late(sit)


def test_a_choice_in_secret_is_told_a_late_seat_when_it_is_told_everybody(sit, gm, ines, crewed, kestrel, ashfall):
    switched(gm, secret_intentions="on")
    meet(gm, kestrel, ashfall)
    engage(ines, kestrel, ashfall)
    june = sit("June", "player", "rose")
    assert ENGAGED not in june.log()
    go_on(gm)
    assert ENGAGED in june.log()
    assert ENGAGED in sit("Wim", "player", "moss").log()


def test_no_card_tells_a_hider_of_success(gm, ines, marek, dice):
    """What she does next is told to everybody or not; her own page, what is taken back and what she cannot reveal are
    the same."""
    heron = players_ship(gm, ines, person(ines, "Shannon"), **HIDER)
    magpie = players_ship(gm, marek, person(marek, "Pell", notice=3), "sensor-operator", **SEEKER)
    meet(gm, heron, magpie, range_="medium")
    to_the_run(gm)

    def world(look: int) -> Any:
        def done() -> None:
            dice(4, 8, 3)
            hide(ines, heron)
            dice(look)
            watch(marek)
            go_on(gm)
            engage(ines, heron, magpie)
            asked.append(words(ines.post("reveal", event=newest_event(gm.table).public_id)))
            undone(gm, "dragonfly.engaged")

        return done

    asked: list[str] = []
    pages = in_each([world(8), world(10)], lambda: (shown(ines), "engages Magpie" in marek.log()))
    assert [knows for _, knows in pages] == [False, True]
    assert pages[0][0] == pages[1][0]
    assert asked[0] == asked[1]
