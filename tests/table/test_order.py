"""The table's page by importance: what waits, the scene and who is in it, what can be done; what grows is folded."""

import pytest

from tests.people import open_a_table, sit_down

SHANNON = {"name": "Shannon", "sheet": "full", "role": "cast-member", "strength": 4, "life_points": 30}


def stage(person):
    return [one["id"] for one in person.soup().select("#table > [id^=panel-]")]


def in_order(found, *names):
    places = [found.index(f"panel-{name}") for name in names]
    return places == sorted(places)


def test_a_gm_s_stage(gm):
    assert in_order(stage(gm), "asks", "door", "scene", "party", "beginnings", "cast", "points", "rolls")


def test_a_player_s_stage(ines):
    assert in_order(stage(ines), "asks", "scene", "here", "points", "rolls")


def test_the_stages_of_crew(db):
    table = open_a_table(game="crew")
    gm, ines = sit_down(table, "Robin", "gm", "gm"), sit_down(table, "Ines")
    assert in_order(stage(gm), "asks", "scene", "crew-party", "crew-points", "crew-ships")
    assert in_order(stage(ines), "asks", "scene", "crew-here", "crew-points")


def test_every_way_to_supporting_cast_leads_to_one_form(gm):
    found = [one["href"] for one in gm.soup().select("a[href*=quick-cast]")]
    assert len(found) > 1
    assert set(found) == {"act/dragonfly.quick-cast"}


@pytest.mark.parametrize("person", ["gm", "ines"])
def test_the_ledger_is_folded(request, person):
    fold = request.getfixturevalue(person).soup().select_one("#panel-points details")
    assert not fold.has_attr("open")
    assert fold.select_one("a[href=points]")


def test_a_pause_lies_over_the_stage_and_the_name_says_it_everywhere(ines, gm):
    gm.does("pause")
    page = ines.soup()
    assert page.select_one("body > #panel-pause .pause")
    assert not page.select("#table .pause")
    assert "Paused" in page.select_one(".top h1").text
    gm.does("go-on")
    assert "Paused" not in ines.soup().select_one(".top h1").text


def test_through_somebody_s_eyes_the_sheet_has_nothing_to_press(gm, ines):
    ines.does("dragonfly.make", **SHANNON)
    page = gm.at_address(f"as/{ines.seat.public_id}/").content.decode()
    own = ines.page()
    for words in ('id="sheet-more"', 'form="sheet-form"', "delete-character"):
        assert words in own
        assert words not in page


def test_more_life_than_there_is_cannot_be_pressed(gm, ines):
    ines.does("dragonfly.make", **SHANNON)

    def more():
        return gm.soup().select_one('#panel-party button[aria-label^="Shannon, Life Points"]:not([aria-label*=less])')

    assert more()["aria-disabled"] == "true"
    assert "all there are" in more()["aria-label"]
    shannon = ines.soup().select_one("#panel-sheet [name=character]")["value"]
    gm.does("dragonfly.adjust", character=shannon, track="life-points", by=-1)
    assert not more().has_attr("aria-disabled")
