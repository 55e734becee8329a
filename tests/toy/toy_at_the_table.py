"""The toy is played by people at a table, as any game is."""

from __future__ import annotations

import pytest

from apps.table import demonstration, games
from apps.table.doors import opening
from tests.open_table import Open, OpenTable
from tests.people import newest_event, open_a_table, sit_down, state_of_play


@pytest.fixture
def table(db):
    return open_a_table(game="toy")


def test_it_is_offered_and_opened(client, admin_client):
    assert [one.key for one in games.games()][-1] == "toy"
    assert "One die, two numbers" in admin_client.get("/open/").content.decode()
    assert opening.open_table("Ours", "toy").switches.get().key == "bold"
    assert "toy" not in [one.key for one in demonstration.shown()]


def test_an_act_is_played_through_the_door(table, gm, ines, marek, watcher, dice):
    pages = OpenTable(table, **{name: Open(one) for name, one in (("gm", gm), ("ines", ines), ("watcher", watcher))})
    ines.does("toy.make", name="Bix", luck=1, nerve=3)
    bix = table.characters.get()
    dice(4)
    ines.does("toy.dare", character=bix.public_id, number="nerve")
    event = newest_event(table)
    assert (event.kind, event.dice_fell) == ("toy.dared", True)
    for person in (gm, marek, watcher):
        assert "dares it for Bix: 4, in all 7, enough." in person.log()
    assert "nerve 3" in ines.panel("toy-sheet")
    pages.settle()
    for one in pages.pages.values():
        assert one.page.same_as(one.fresh()) == []
    gm.does("undo", event=event.public_id)


def test_what_can_be_done_stands_beside_the_scene(table, gm):
    panel = gm.soup().find(id="panel-rolls")
    assert next(one.text.strip() for one in panel.select("p .btn")) == "Dare it"
    assert panel.select("details a[href='act/toy.make']")


def test_who_may_not_is_told_so_and_nothing_changes(table, gm, ines, marek, watcher, stranger):
    ines.does("toy.make", name="Bix", luck=1, nerve=3)
    bix = table.characters.get().public_id
    state = state_of_play(table)
    assert watcher.post("toy.dare", character=bix, number="nerve").status_code == 403
    assert marek.post("toy.dare", character=bix, number="nerve").status_code == 422
    assert stranger.at(ines).post("toy.dare", character=bix, number="nerve").status_code == 404
    assert ines.post("dragonfly.check", character=bix).status_code == 404
    assert state_of_play(table) == state


def test_another_games_table_has_none_of_it(db):
    other = open_a_table(game="dragonfly")
    assert sit_down(other, "Ines").post("toy.dare").status_code == 404


RULE = "rule?id=toy.dare"
PAGES = ("", "log", "book", RULE, "switches", "points", "device", "news", "export-log", "invite", "seats")


@pytest.mark.parametrize("address", PAGES)
def test_every_page_of_the_house_is_there(table, sit, address):
    gm = sit("Kai", "gm", "gm")
    answer = gm.client.get(gm.url + address)
    assert answer.status_code == 200
    assert answer["Content-Type"].startswith("text/")
    assert "Director" not in answer.content.decode()


@pytest.mark.parametrize("address", ["print", "export", "odds"])
def test_what_it_does_not_have_is_not_found(table, ines, address):
    ines.does("toy.make", name="Bix", luck=1, nerve=3)
    assert ines.at_address(address, character=table.characters.get().public_id).status_code == 404
