"""The table's options: every switch of the book, changed by the GM, seen by all."""

import pytest
from bs4 import BeautifulSoup

from apps.table.switches import offered
from tests.people import newest_event, state_of_play


def all_of(person):
    return dict(person.viewer.table.switches.values_list("key", "value"))


@pytest.mark.played("dragonfly.table-options")
def test_a_new_table_starts_with_the_books_defaults(gm):
    held = all_of(gm)
    assert held == gm.viewer.game.book.defaults()
    assert held["starting-drama-points"] == "10"


@pytest.mark.played("dragonfly.table-options/typed-dice")
def test_the_gm_changes_one_and_everybody_reads_it(table, gm, ines):
    gm.does("switches", **{**all_of(gm), "typed-dice": "off"})
    assert all_of(gm)["typed-dice"] == "off"
    assert newest_event(table).kind == "switches-changed"
    assert "from on to off" in ines.log()


def test_players_read_them_but_do_not_change_them(table, gm, ines):
    before = state_of_play(table)
    assert ines.post("switches", **{**all_of(gm), "typed-dice": "off"}).status_code == 403
    assert state_of_play(table) == before
    assert "Starting Drama Points" in ines.at_address("switches").content.decode()


@pytest.mark.parametrize("value", ["", "many", "-1", "1" * 40, "<b>"])
def test_a_wrong_number_is_refused_beside_its_field(table, gm, value):
    before = state_of_play(table)
    answer = gm.post("switches", **{**all_of(gm), "starting-drama-points": value})
    assert answer.status_code == 422
    assert state_of_play(table) == before


def test_a_choice_that_is_none_is_refused(table, gm):
    before = state_of_play(table)
    assert gm.post("switches", **{**all_of(gm), "healing-without-care": "twice"}).status_code == 422
    assert state_of_play(table) == before


def test_no_change_is_no_event(table, gm):
    before = state_of_play(table)
    assert gm.post("switches", **all_of(gm)).status_code == 422
    assert state_of_play(table) == before


def test_it_can_be_taken_back(gm):
    gm.does("switches", **{**all_of(gm), "typed-dice": "off"})
    gm.does("undo")
    assert all_of(gm)["typed-dice"] == "on"


def test_the_options_are_led_to_by_what_they_are_about(gm, ines):
    """Both pages, without a script: a list at the top, an anchor to each group, and the way back."""
    for page in (ines.at_address("switches"), gm.get("switches", plain=True)):
        found = BeautifulSoup(page.content, "lxml")
        links = {str(one["href"]): one.get_text() for one in found.select("#option-groups a")}
        assert list(links.values()) == ["Rolls", "Characters", "Fights and wounds", "The story", "Ships"]
        for address, title in links.items():
            assert [one.get_text() for one in found.select(f"{address} h2")] == [title]
            assert len(found.select(f"{address} a[href='#option-groups']")) == 1
    fields = {one["name"] for one in found.select("section[id^=options-] [name]")}
    assert fields == {one.key for one in offered(gm.viewer.game)}
    assert found.select("#options-ships [name=random-cover]")
