"""The ship as its crew, the Director and everybody else see it."""

import pytest
from bs4 import BeautifulSoup

from apps.characters.models import Track
from apps.ships.models import Post
from tests.ships.conftest import seated, sheet, ship_made


def test_the_crew_sees_the_ship_and_others_may_come_aboard(gm, ines, marek, watcher, kestrel, shannon, pell):
    assert "Size 4" in ines.panel("ship")
    assert "high gain" in ines.panel("ship")
    assert "0 of 4 before trouble" in ines.panel("ship")
    assert "Bow gun, fixed-forward" in ines.panel("ship")
    assert marek.panel("ship") == "Take a post aboard The Kestrel"
    seated(marek, kestrel, pell, "engineer")
    assert "Size 4" in marek.panel("ship")
    assert "Take a post aboard" not in marek.panel("ship")
    assert watcher.soup().find(id="panel-ship") is None
    assert watcher.soup().find(id="panel-ships") is None


def test_a_ship_without_a_portrait_looks_like_no_human(gm, ines, kestrel, shannon):
    ship, person = ines.soup().find(id=f"ship-{kestrel.public_id}"), ines.soup().find(id="panel-sheet")
    assert ship.select_one(".portrait use")["href"].endswith("#hull")
    assert person.select_one(".portrait use")["href"].endswith("#bust")


def test_only_who_runs_it_is_offered_its_acts(gm, ines, marek, kestrel, pell):
    seated(marek, kestrel, pell, "engineer")
    for person, offered in ((ines, True), (marek, False)):
        panel = str(person.soup().find(id="panel-ship"))
        for act in ("edit-ship", "delete-character", "portrait", "condition-add"):
            assert (f"act/{act}" in panel or f"act/dragonfly.{act}" in panel) is offered
        assert "act/dragonfly.leave-post" in panel
    assert "act/character-hidden" not in str(ines.soup().find(id="panel-ship"))
    assert "act/character-hidden" in str(gm.soup().find(id="panel-ships"))


def test_no_other_ship_is_shown_to_the_players(gm, ines, ashfall, widow, kestrel):
    for name in ("Ashfall", "Widow"):
        assert name in gm.panel("ships")
        assert name not in ines.panel("ship")


def test_who_is_aboard_a_hidden_ship_sees_it(gm, marek, ines, widow, pell):
    seated(gm, widow, pell)
    assert "The Widow" in marek.panel("ship")
    assert "Widow" not in ines.page()


@pytest.mark.rule("dragonfly.ship-sheet")
@pytest.mark.parametrize(
    ("hits", "words", "marked"),
    [
        (1, "1 of 4 before trouble", 1),
        (4, "4 of 4 before trouble", 4),
        (5, "5 of 8 before debris", 5),
        (8, "8: debris", 8),
    ],
)
def test_hits_in_words_and_boxes(ines, kestrel, hits, words, marked):
    Track.objects.filter(character=kestrel, key="hits").update(value=hits)
    panel = ines.soup().find(id="panel-ship")
    assert words in " ".join(panel.get_text(" ").split())
    assert len(panel.select(".hits .x")) == marked
    assert len(panel.select(".hits i")) == (4 if hits <= 4 else 8)


def test_a_big_ship_has_a_number_and_no_boxes(gm):
    big = ship_made(gm, name="Ark", size=30)
    assert "0 of 30 before trouble" in gm.panel("ships")
    assert not gm.soup().find(id=f"ship-{big.public_id}").select(".hits")


def test_what_is_out_of_order_is_said(gm, ines, kestrel):
    for key, value in (("engines", 1), ("engines-out", 1), ("sensors", 3), ("sensors-out", 1), ("weapons", 1),
                       ("life-support-hours", 1)):  # fmt: skip
        Track.objects.create(table=kestrel.table, character=kestrel, key=key, value=value)
    words = ines.panel("ship")
    assert "Engines hit 1 time the ship can neither chase nor flee" in words
    assert "Sensors hit 3 times beyond repair" in words
    assert "Weapons hit 1 time works" in words
    assert "1 hour left" in words


def test_a_system_that_works_is_not_beyond_repair_however_often_it_was_hit(ines, kestrel):
    Track.objects.create(table=kestrel.table, character=kestrel, key="engines", value=3)
    assert "Engines hit 3 times works" in ines.panel("ship")
    assert not sheet(kestrel).dead


def test_a_silent_weapon_is_marked(gm, kestrel):
    weapon = sheet(kestrel).weapons[1]
    Track.objects.create(table=kestrel.table, character=kestrel, key=f"weapon-{weapon.id}-out", value=1)
    assert "Top turret, turret: silent" in gm.panel("ships")
    assert (sheet(kestrel).weapons[0].out, sheet(kestrel).weapons[1].out) == (False, True)


def test_numbers_of_the_directors_people_stay_with_the_director(gm, ines, marek, kestrel, shannon, patrol):
    seated(ines, kestrel, shannon)
    seated(gm, kestrel, patrol, "gunner")
    hers, his = (Post.objects.get(person=one).public_id for one in (shannon, patrol))
    for person, numbers in ((gm, ["9", "13"]), (ines, ["9", None])):
        rows = [person.soup().find(id=f"post-{one}").find(class_="num") for one in (hers, his)]
        assert [row and row.get_text() for row in rows] == numbers


def test_panels_are_the_same_for_every_director_and_whenever_drawn(gm, sit, ines, kestrel, ashfall, shannon):
    seated(ines, kestrel, shannon)
    second = sit("Second", "gm", "gm")
    one, other = (str(person.soup().find(id="panel-ships")) for person in (gm, second))
    assert one == other
    assert gm.seat.public_id not in one
    assert not BeautifulSoup(one, "lxml").select("input:not([type=hidden]), select, textarea")
    assert str(ines.soup().find(id="panel-ship")) == str(ines.soup().find(id="panel-ship"))
