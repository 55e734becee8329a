"""Ready ships of Dragonfly, and the way to a post for whoever has none."""

import pytest

from apps.characters.models import Character
from apps.rules.dragonfly.lists import MOUNTS, POSTS
from apps.ships.dragonfly import ready
from apps.ships.models import Post
from tests.people import newest_event
from tests.ships.conftest import seated, sheet

LISTED = [pytest.param(one, id=one.id) for one in ready.listed_ships()]


def the_newest(gm):
    return Character.objects.filter(table=gm.table, sheet="ship").latest("pk")


@pytest.mark.played("dragonfly.ship-sheet")
@pytest.mark.parametrize("row", LISTED)
def test_one_tap_adds_one_of_the_list_whole(gm, row):
    assert f'name="ready" value="{row.id}"' in gm.get("dragonfly.make-ship").content.decode()
    gm.does("dragonfly.make-ship", ready=row.id, size=3, speed=3, gain="normal", supplies=40)
    found = sheet(the_newest(gm))
    assert (found.name, found.size, found.speed, found.gain) == (
        row.title,
        *map(row.values.get, ("size", "speed", "gain")),
    )
    assert (found.medical, found.cargo, found.supplies) == tuple(map(row.values.get, ("medical", "cargo", "supplies")))
    assert {one.mount for one in found.weapons} <= {one.id for one in MOUNTS}
    assert found.armed is ("unarmed" not in row.line)


def the_crew(ship):
    return [(one.post.id, one.person.name, one.person.seat, one.is_score) for one in sheet(ship).crew]


@pytest.mark.played("dragonfly.ship-sheet")
def test_a_ready_ship_of_the_directors_comes_flown_with_somebody_at_each_turret(gm, ines):
    gm.does("dragonfly.make-ship", ready="patrol-frigate")
    frigate = the_newest(gm)
    assert the_crew(frigate) == [
        ("pilot", "Patrol frigate pilot", None, True),
        ("gunner", "Patrol frigate gunner 1", None, True),
        ("gunner", "Patrol frigate gunner 2", None, True),
    ]
    assert not any(one.present or one.hidden for one in Character.objects.filter(sheet="score"))
    assert "Aboard: Patrol frigate pilot as pilot, " in gm.log()
    assert "frigate pilot" not in ines.log() + ines.panel("here")
    gm.does("undo", event=newest_event(gm.table).public_id)
    assert not Character.objects.exists()


def test_a_ready_ship_of_a_players_leaves_its_posts_to_the_players(gm, ines):
    gm.does("dragonfly.make-ship", ready="raider", seat=ines.seat.public_id)
    assert the_crew(the_newest(gm)) == []
    assert "ready-crew" not in gm.panel("ships")


def test_whoever_flies_an_unknown_ship_is_unknown_too(gm, ines):
    gm.does("dragonfly.make-ship", ready="raider", hidden="on")
    assert all(one.hidden for one in Character.objects.all())
    assert "Raider" not in ines.page() + ines.log()


def test_one_tap_seats_whoever_is_wanting_aboard_a_ship_of_the_directors(gm, ines, ashfall, kestrel, patrol):
    seated(gm, ashfall, patrol, "gunner")
    gm.does("dragonfly.start-dogfight", ships=[kestrel.public_id, ashfall.public_id], range="long")
    taps = gm.soup().select("#panel-dogfight .notice form[action*='ready-crew'] input")
    assert [one["value"] for one in taps] == [ashfall.public_id]
    gm.does("dragonfly.ready-crew", ship=ashfall.public_id)
    assert [one[:2] for one in the_crew(ashfall)] == [("pilot", "Ashfall pilot"), ("gunner", "Patrol pilot")]
    assert newest_event(gm.table).kind == "dragonfly.crew-came"
    assert "Ashfall pilot" not in ines.log()
    assert "ready-crew" not in gm.panel("dogfight")
    for ship in (ashfall, kestrel):
        assert gm.post("dragonfly.ready-crew", ship=ship.public_id).status_code == 422
    assert ines.post("dragonfly.ready-crew", ship=kestrel.public_id).status_code == 403


def test_a_name_of_its_own_and_whose_it_is_stay_as_typed(gm, ines):
    gm.does("dragonfly.make-ship", ready="courier", name="The Kestrel", seat=ines.seat.public_id)
    assert (the_newest(gm).name, the_newest(gm).seat) == ("The Kestrel", ines.seat)
    assert sheet(the_newest(gm)).speed == 7


def test_two_of_a_kind_are_told_apart(gm):
    for _ in range(2):
        gm.does("dragonfly.make-ship", ready="raider")
    assert {one.name for one in Character.objects.filter(sheet="ship")} == {"Raider", "Raider 1"}


def test_who_has_no_post_is_led_to_one(gm, ines, marek, watcher, shannon, pell, kestrel):
    assert "still has posts to take: pilot, gunner, sensor operator, engineer." in marek.panel("post-call")
    page = marek.get("dragonfly.take-post", ship=kestrel.public_id, post="gunner").content.decode()
    assert "Gunner: fires a turret" in page
    seated(marek, kestrel, pell, "gunner")
    assert marek.panel("post-call") == ""
    assert "still has posts to take: pilot, sensor operator, engineer." in ines.panel("post-call")
    assert "post-call" not in gm.page() + watcher.page()


def test_on_the_ground_nobody_is_called_aboard_till_ships_meet(gm, ines, shannon, kestrel, ashfall):
    gm.does("open-scene", title="The market")
    assert ines.panel("post-call") == ""
    gm.does("dragonfly.start-dogfight", ships=[kestrel.public_id, ashfall.public_id], range="long")
    assert "still has posts to take" in ines.panel("post-call")
    [call] = ines.soup().select("#panel-post-call [data-due]")
    assert call["data-due"] == "The Kestrel waits for somebody at its posts."


def test_a_ship_that_is_not_for_them_calls_nobody(gm, marek, pell, ashfall, widow):
    assert marek.panel("post-call") == ""


def test_a_vacant_post_is_taken_from_the_ships_card(gm, ines, shannon, kestrel):
    rows = ines.soup().select(f"#ship-{kestrel.public_id} a[href*='take-post'][href*='post=']")
    assert [one["href"].rpartition("=")[2] for one in rows] == [row.id for row in POSTS]
    ines.does("dragonfly.take-post", ship=kestrel.public_id, person=shannon.public_id, post="pilot")
    assert newest_event(gm.table).kind == "dragonfly.post-taken"
    assert Post.objects.get().key == "pilot"
    assert len(ines.soup().select(f"#ship-{kestrel.public_id} a[href*='take-post'][href*='post=']")) == len(POSTS) - 1
