"""The panels: one's own sheet, party and cast for the GM, who is here for all."""

import lxml.html
import pytest

from tests.characters.crew.conftest import gmcs, made
from tests.crew_evening import WREN
from tests.wording import words_of


def test_without_a_character_the_sheet_offers_to_make_one(ines, gm):
    assert "Make a crewmember" in ines.panel("crew-sheet")
    assert "The crew will be here." in gm.panel("crew-party")
    assert gm.panel("crew-sheet") == ""


def test_the_sheet_offers_the_ways_to_act(ines, wren):
    soup = ines.soup()
    links = {one["href"] for one in soup.find(id="panel-crew-sheet").find_all("a", href=True)}
    for act in ("crew.contest", "crew.edit", "crew.asset", "crew.spend", "crew.trigger", "crew.duplicate", "portrait"):
        assert f"act/{act}?character={wren.public_id}" in links, act
        assert ines.get(act, character=wren.public_id).status_code == 200, act
    assert f"export?character={wren.public_id}" in links


ATTRIBUTES = "attributes, usually a d10, a d8 and a d6, or three d8"


@pytest.mark.played("crew.sheet")
def test_what_a_crewmember_s_sheet_lacks_is_said_where_it_is_read(gm, ines, marek):
    bare = {"name": "Wren", "role": "crewmember", "mental": 6, "physical": 6, "social": 6}
    character = made(ines, **bare)
    lacks = f"Still missing: {ATTRIBUTES}; skills better than d4; Distinctions, usually three."
    assert lacks in ines.panel("crew-sheet")
    assert lacks in gm.panel("crew-party")
    assert "Still missing" not in marek.page()
    given = bare | {"mental": 8, "shoot": 6, "distinction_1_name": "Loyal"}
    ines.does("crew.edit", character=character.public_id, **given)
    assert "Still missing" not in ines.panel("crew-sheet") + gm.panel("crew-party")


def test_a_major_gmc_needs_nothing_more(gm):
    tran = made(gm, name="Tran", role="major-gmc", mental=6, physical=6, social=6)
    assert "Still missing" not in str(gm.soup(sheet=tran.public_id))


def test_the_form_says_what_a_trigger_is(ines):
    form = lxml.html.document_fromstring(ines.get("crew.make").content.decode())
    said = [words_of(one) for one in form.xpath("//details[summary='Triggers']/p")]
    assert said
    assert all("pays a plot point, costs one, or neither" in one for one in said)


def test_a_skill_with_a_specialty_is_not_folded_away(ines):
    cook = made(ines, **{**WREN, "craft": "", "specialty_1_name": "Stews", "specialty_1_skill": "craft"})
    assert "Stews" in ines.panel("crew-sheet")
    assert "Stews" not in ines.soup().find(id=f"crew-untrained-{cook.public_id}").get_text()


def test_each_complication_is_treated_by_a_tap(gm, ines, wren):
    gm.does("crew.complication", character=wren.public_id, do="new", name="Twisted Ankle", size=8)
    entry = wren.entries.get(kind="complication")
    link = ines.soup().find(id="panel-crew-sheet").find("a", href=f"act/crew.recover?complication={entry.public_id}")
    assert link.get_text() == "Treat Twisted Ankle"
    assert ines.get("crew.recover", complication=entry.public_id).status_code == 200
    taken_off = gm.soup(sheet=wren.public_id).find("button", attrs={"aria-label": "Twisted Ankle of Wren: take it off"})
    sent = {one["name"]: one["value"] for one in taken_off.find_parent("form").find_all("input")}
    gm.does("crew.complication", **sent)
    assert not wren.entries.filter(kind="complication").exists()


def test_what_lasts_and_is_shared_stands_on_the_sheet(gm, ines, marek, wren, kit):
    ines.does("crew.asset", character=wren.public_id, name="Smoke Grenade")
    asset = wren.entries.get(kind="asset")
    assert "shared with" not in ines.panel("crew-sheet")
    assert ines.post("crew.asset-share", asset=asset.public_id, whom=kit.public_id).status_code == 200
    panel = ines.panel("crew-sheet")
    assert "Smoke Grenade for the scene · shared with Kit" in panel
    assert "Plot points 0" in panel


def test_the_gm_opens_any_sheet_with_taps_by_hand(gm, ines, wren, deputy):
    page = str(gm.soup(sheet=wren.public_id).find(id="panel-crew-sheet"))
    for words in ("plot points: one more", "A Big Damn Hero die", "Give to somebody", "Hide from the players"):
        assert words in page, words
    for words in ("plot points: one more", "A Big Damn Hero die", "Give to somebody"):
        assert words not in ines.page()
    minor = str(gm.soup(sheet=deputy.public_id).find(id="panel-crew-sheet"))
    assert "Its one die, d8." in minor
    assert "Attributes" not in minor


def test_the_party_at_a_glance(gm, wren, kit):
    gm.does("crew.complication", character=kit.public_id, do="new", name="Half blind", size=8)
    gm.does("crew.set-hero-die", character=kit.public_id, do="put", die=10)
    gm.does("crew.set-taken-out", character=wren.public_id, out="yes")
    panel = gm.panel("crew-party")
    for words in ("Wren", "Kit", "Half blind d8", "Hero dice", "Taken Out by high stakes", "Plot points"):
        assert words in panel, words


def test_whose_complication_is_past_d12_is_taken_out(gm, kit):
    gm.does("crew.complication", character=kit.public_id, do="new", name="Half blind", size=12)
    assert "Taken Out" not in gm.panel("crew-party")
    gm.does("crew.complication", character=kit.public_id, do="new", name="Broken Leg", size=14)
    assert "Taken Out" in gm.panel("crew-party")


def test_the_cast_a_row_each_with_their_die(gm, ines, tran, deputy):
    gmcs(gm, name="Thug", role="extra", die=6, copies=3)
    rows = gm.soup().find(id="panel-crew-cast").find_all("li")
    assert [row.b.get_text() for row in rows] == ["Marshal Tran", "Deputy", "Thug 1", "Thug 2", "Thug 3"]
    assert [one["aria-label"] for one in rows[1].find_all("svg", class_="die")] == ["d8"]
    assert len(rows[0].find_all("svg", class_="die")) == 3
    here = ines.panel("crew-here")
    assert "Marshal Tran" in here
    assert ines.soup().find(id="here-" + tran.public_id).find("svg", class_="die") is None


def test_everybody_sees_what_is_open(gm, ines, watcher, wren, deputy):
    gm.does("crew.complication", character=deputy.public_id, do="new", name="Drunk", size=6)
    for person in (ines, watcher):
        panel = person.panel("crew-here")
        assert "plot point" not in panel, "they stand in the list of points"
        assert "Drunk d6" in panel


def test_who_is_away_is_not_here(gm, ines, wren):
    gm.does("character-present", character=wren.public_id, present="no")
    assert "Wren" not in ines.panel("crew-here")
    assert "away" in gm.panel("crew-party")


def test_one_with_two_characters_chooses(ines, marek, wren, make):
    from tests.crew_evening import KIT

    other = make(ines, **KIT)
    assert "Kit" in ines.panel("crew-sheet")
    opened = str(ines.soup(sheet=other.public_id).find(id="panel-crew-sheet"))
    assert "Talks to machines" in opened
    assert "Talks to machines" not in str(marek.soup(sheet=other.public_id))
