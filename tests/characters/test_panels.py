"""The sheet, the party, the cast and who is here, as each seat sees them."""

import re

from bs4 import BeautifulSoup


def test_the_sheet_is_one_tap_from_a_roll(ines, shannon):
    soup = ines.soup()
    form = soup.find(id="sheet-form")
    assert form["hx-post"] == "act/dragonfly.check"
    assert form.find("input", {"name": "character"})["value"] == shannon.public_id
    assert form.find("input", {"name": "attribute", "checked": True})["value"] == "dexterity"
    assert form.find("input", {"name": "skill", "checked": True})["value"] == "acrobatics"
    assert soup.find("button", {"form": "sheet-form", "class": "main"}).get_text() == "Roll"
    assert "Dexterity 7 + Acrobatics 5" in ines.panel("sheet")
    assert ">99%" not in ines.panel("sheet")


def test_a_player_without_a_character_is_told_what_to_do(ines):
    assert "Make a character" in ines.panel("sheet")


def test_several_characters_have_a_switcher(ines, make, shannon):
    second = make(ines, name="Odile")
    assert ines.soup().find(id="panel-sheet").h2.get_text() == "Shannon Reyes"
    opened = ines.soup(sheet=second.public_id).find(id="panel-sheet")
    assert opened.h2.get_text() == "Odile"
    assert f"sheet={shannon.public_id}" in str(opened)


def test_no_other_sheet_opens(ines, marek, gm, shannon, voss):
    assert "White Hat" not in marek.soup(sheet=shannon.public_id).find(id="panel-sheet").get_text()
    assert "Voss" not in marek.page(sheet=voss.public_id)
    assert "White Hat" in gm.soup(sheet=shannon.public_id).find(id="panel-sheet").get_text()
    assert gm.soup().find(id="panel-sheet").get_text() == ""


def test_the_gm_has_every_track_with_plus_and_minus(gm, shannon, pell, brute):
    soup = gm.soup()
    party = soup.find(id="panel-party")
    labels = [button["aria-label"] for button in party.find_all("button")]
    assert "Shannon Reyes, Life Points: one less" in labels
    assert "Pell, Drama Points: one more" in labels
    assert "Ines" in gm.panel("party")
    assert "gone" in gm.panel("party")
    cast = soup.find(id="panel-cast")
    assert "Brute, Life Points: one less" in [button["aria-label"] for button in cast.find_all("button")]
    assert f"act/dragonfly.check?character={brute.public_id}" in str(cast)


def test_shared_panels_hold_nothing_of_one_seat(gm, ines, watcher, shannon, brute):
    for person, names in ((gm, ("party", "cast")), (ines, ("here",)), (watcher, ("here",))):
        for name in names:
            panel = str(person.soup().find(id=f"panel-{name}"))
            assert person.seat.public_id not in panel
            assert "csrf" not in panel
            fields = BeautifulSoup(panel, "lxml").select("input:not([type=hidden]), select, textarea")
            assert not fields


def test_panels_are_the_same_whenever_they_are_drawn(ines, gm, shannon, brute):
    for person in (ines, gm):
        first, second = person.soup(), person.soup()
        for found in first.find_all(id=re.compile("^panel-(sheet|party|cast|here|points)$")):
            assert str(found) == str(second.find(id=found["id"]))


def test_others_see_life_points_of_players_and_a_word_of_the_rest(gm, marek, watcher, shannon, brute):
    gm.does("dragonfly.adjust", character=brute.public_id, track="life-points", by=-36)
    for person in (marek, watcher):
        assert "42" in person.panel("here")
        assert "badly hurt" in person.panel("here")
        assert "36" not in person.panel("here")


def test_a_spectator_has_neither_sheet_nor_points_to_give(watcher, shannon):
    soup = watcher.soup()
    assert soup.find(id="panel-sheet") is None
    assert soup.find(id="panel-party") is None
    assert "act/" not in str(soup.find(id="panel-here")) + str(soup.find(id="panel-points"))
