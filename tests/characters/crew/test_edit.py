"""Editing a sheet, and duplicating one."""

import pytest
from bs4 import BeautifulSoup

from apps.characters.crew.sheet import sheet_of
from apps.characters.crew.sheet_form import starting_values
from apps.characters.models import Character, Rating
from tests.crew_evening import WREN
from tests.people import newest_event, state_of_play


def edited(person, character, **changes):
    """Posts the form as it stands on the page, with these changes; None leaves a field out."""
    values = {**starting_values(sheet_of(character)), **changes}
    sent = {name: value for name, value in values.items() if value is not None and value is not False}
    return person.post("crew.edit", character=character.public_id, **sent)


@pytest.mark.played("crew.sheet", "crew.skills")
def test_the_whole_sheet_is_written(ines, marek, wren):
    answer = edited(ines, wren, shoot=12, sneak="", physical=10, notes="Paid him off.", specialty_3_name="Rooftops",
                    specialty_3_skill="move", distinction_2_text="Faster than thought.")  # fmt: skip
    assert answer.status_code == 200
    sheet = sheet_of(wren)
    assert (sheet.size("shoot"), sheet.size("sneak"), sheet.size("physical")) == (12, 4, 10)
    assert [one.name for one in sheet.specialties] == ["Carbines", "Old star charts", "Rooftops"]
    assert sheet.distinctions[1].text == "Faster than thought."
    assert sheet.notes == "Paid him off."
    log = ines.log()
    for words in ("Shoot d10 to d12", "Sneak no longer d8", "Physical d8 to d10", "Quick on the draw, its sentence"):
        assert words in log, words
    assert "Paid him off" not in log
    (folded,) = ines.soup().select("#log-cards details.more")
    assert "And 2 more" in folded.get_text(), "a long edit is one line, and the rest where it is asked for"
    assert "Notes" in ines.at_address("export-log").content.decode(), "on the way out nothing is folded"
    assert "edits the sheet of Wren." in marek.log()
    assert "Shoot" not in marek.log()


def dice_of(page, key):
    """The dice that one tap chooses from, and the one that is chosen; each has its words without a script."""
    (group,) = page.select(f"#field-{key} [role=radiogroup]")
    named = page.find(id=group["aria-labelledby"]).get_text()
    options = {one.span.get_text(): one.input for one in group.select("label")}
    chosen = [words for words, option in options.items() if option.has_attr("checked")]
    return named, list(options), chosen


def test_every_die_is_one_tap(ines, gm, wren):
    page = BeautifulSoup(ines.get("crew.edit", character=wren.public_id, plain=True).content, "lxml")
    every = ["d4", "d6", "d8", "d10", "d12"]
    assert dice_of(page, "shoot") == ("Shoot", every, ["d10"])
    assert dice_of(page, "labor") == ("Labor", every, ["d4"])
    assert dice_of(page, "mental") == ("Mental", ["d6", "d8", "d10"], ["d6"])
    assert len(page.select("[role=radiogroup]")) == 22
    words = " ".join(page.get_text(" ").split())
    assert "one d10, three d8 and six d6; all else is d4" in words
    assert "d12 is grandmaster" in words
    assert "firing pistols" in page.select("#covered")[0].get_text()


def test_a_d4_that_is_written_down_is_chosen_as_well(gm, make, ines):
    wren = make(ines, **WREN)
    Rating.objects.create(character=wren, group="skill", key="labor", value=4)
    page = BeautifulSoup(ines.get("crew.edit", character=wren.public_id).content, "lxml")
    assert dice_of(page, "labor")[2] == ["d4"]


def test_entries_keep_their_ids_and_what_came_in_play(gm, ines, wren):
    gm.does("crew.complication", character=wren.public_id, do="new", name="Twisted Ankle", size=8)
    before = {one.public_id for one in wren.entries.all()}
    edited(ines, wren, distinction_1_name="Loyal beyond reason", signature_1_die=8)
    assert {one.public_id for one in wren.entries.all()} == before
    sheet = sheet_of(wren)
    assert sheet.distinctions[0].name == "Loyal beyond reason"
    assert sheet.distinctions[0].triggers[0].effect == "double"
    assert sheet.signature_assets[0].size == 8
    assert sheet.complications[0].name == "Twisted Ankle"


def test_a_row_that_is_emptied_goes(ines, wren):
    edited(ines, wren, specialty_1_name="", specialty_1_skill="", signature_2_name="", distinction_1_trigger_1="")
    sheet = sheet_of(wren)
    assert [one.name for one in sheet.specialties] == ["Old star charts"]
    assert [one.name for one in sheet.signature_assets] == ["Long coat full of pockets"]
    assert sheet.distinctions[0].triggers == ()


def test_what_came_while_somebody_typed_stays(ines, wren):
    from apps.characters.models import Entry

    values = starting_values(sheet_of(wren))
    Entry.objects.create(character=wren, kind="episode", name="The Long Night", amount=0)
    ines.does("crew.edit", character=wren.public_id, **{k: v for k, v in values.items() if v is not False}, fight=8)
    assert [one.name for one in sheet_of(wren).episodes] == ["The Harrow Heist", "Nine Moons", "The Long Night"]


def test_past_episodes_are_edited_and_only_the_gm_says_what_was_called_back(gm, ines, wren):
    edited(ines, wren, episode_3_name="The Fourth Moon", episode_1_called="on")
    assert [(one.name, one.called_back) for one in sheet_of(wren).episodes] == [
        ("The Harrow Heist", False), ("Nine Moons", False), ("The Fourth Moon", False),
    ]  # fmt: skip
    edited(gm, wren, episode_1_called="on", episode_2_name="")
    assert [(one.name, one.called_back) for one in sheet_of(wren).episodes] == [
        ("The Harrow Heist", True), ("The Fourth Moon", False),
    ]  # fmt: skip
    assert "called back" in ines.panel("crew-sheet")
    edited(ines, wren, fight=6)
    assert sheet_of(wren).episodes[0].called_back


def test_a_minor_gmc_has_a_die(gm, ines, deputy):
    page = gm.get("crew.edit", character=deputy.public_id).content.decode()
    assert 'name="die"' in page
    assert 'name="mental"' not in page
    assert edited(gm, deputy, die=10, role="extra").status_code == 200
    deputy.refresh_from_db()
    assert (sheet_of(deputy).die, sheet_of(deputy).role_title) == (10, "Extra")
    assert "Die d8 to d10" in gm.log()
    assert "Deputy" not in ines.log().replace("adds Deputy", "")


@pytest.mark.played("crew.attributes")
def test_a_gmc_becomes_a_crewmember_only_with_fitting_attributes(gm, tran):
    before = state_of_play(gm.table)
    refused = edited(gm, tran, role="crewmember")
    assert refused.status_code == 422
    assert "attributes are d6, d8, d10" in refused.content.decode()
    assert state_of_play(gm.table) == before
    assert edited(gm, tran, role="crewmember", social=10).status_code == 200
    assert "Marshal Tran" in gm.panel("crew-party")


def test_nothing_new_is_refused(ines, wren):
    before = state_of_play(ines.table)
    refused = edited(ines, wren)
    assert refused.status_code == 422
    assert "says all of that already" in refused.content.decode()
    assert state_of_play(ines.table) == before


def test_who_may_edit(table, gm, ines, marek, watcher, stranger, wren):
    assert edited(marek, wren, fight=8).status_code == 422
    assert edited(watcher, wren, fight=8).status_code == 403
    assert edited(stranger.at(ines), wren, fight=8).status_code == 404
    assert sheet_of(wren).size("fight") == 4
    assert edited(gm, wren, fight=8).status_code == 200
    assert newest_event(table).by_gm


def test_undo_brings_the_sheet_back(ines, wren):
    before = starting_values(sheet_of(wren))
    edited(ines, wren, shoot=4, specialty_1_name="", distinction_3_name="Lucky")
    ines.does("undo")
    assert starting_values(sheet_of(wren)) == before


def test_without_javascript(ines, wren):
    page = ines.get("crew.edit", plain=True, character=wren.public_id).content.decode()
    for words in ("Carbines", "Grandfather’s carbine", "Nine Moons", "Step up a Complication to double a die"):
        assert words in page
    values = {k: v for k, v in starting_values(sheet_of(wren)).items() if v is not False}
    values |= {"name": "Wren Hale", "character": wren.public_id}
    assert ines.post("crew.edit", plain=True, **values).status_code == 302
    assert Character.objects.get().name == "Wren Hale"


# duplicates


def test_a_duplicate_has_nothing_of_what_came_in_play(gm, wren):
    gm.does("crew.complication", character=wren.public_id, do="new", name="Half blind", size=6)
    gm.does("crew.set-hero-die", character=wren.public_id, do="put", die=8)
    gm.does("crew.adjust", character=wren.public_id, by=4)
    gm.does("crew.duplicate", character=wren.public_id)
    twin = sheet_of(Character.objects.get(name="Wren 2"))
    assert (twin.size("shoot"), twin.plot_points, twin.complications, twin.hero_dice) == (10, 1, (), ())
    assert [one.name for one in twin.specialties] == ["Carbines", "Old star charts"]
    assert twin.distinctions[0].triggers[0].effect == "double"
    assert twin.episodes == ()


def test_thugs_are_duplicated_and_taken_back(gm, ines, deputy):
    gm.does("crew.duplicate", character=deputy.public_id, copies=2)
    assert [one.name for one in Character.objects.order_by("pk")] == ["Deputy", "Deputy 2", "Deputy 3"]
    assert "duplicates Deputy: Deputy 2 and 3." in ines.log()
    gm.does("undo")
    assert Character.objects.count() == 1
    assert ines.post("crew.duplicate", character=deputy.public_id).status_code == 422
