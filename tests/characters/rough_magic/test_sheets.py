"""Sheets of Rough Magic: made, read, edited, copied, brought in and printed."""

from __future__ import annotations

import json
from typing import Any

import pytest
from bs4 import BeautifulSoup
from django.core.files.uploadedfile import SimpleUploadedFile

from apps.characters import ready
from apps.characters.models import Character, Rating, Track
from apps.characters.rough_magic.endurance import is_dead, may_rest, recent_of
from apps.characters.rough_magic.lines import usual_attributes
from apps.characters.rough_magic.sheet import sheet_of
from apps.characters.rough_magic.sheet_form import starting_values
from apps.characters.rough_magic.shown import best_attack, steps_of
from apps.rules.rough_magic.lists import ATTRIBUTES
from apps.rules.rough_magic.sheet import attribute_scale
from tests.characters.rough_magic.conftest import made
from tests.checks.conftest import everything_shown_to
from tests.combat.conftest import in_words
from tests.open_table import Open, OpenTable
from tests.people import open_a_table, sit_down, state_of_play
from tests.rough_evening import JUN, SEL


def kept(person: Any, character: Character, **fields: Any) -> Any:
    """The sheet's form, sent with these changed."""
    values = {key: value for key, value in starting_values(sheet_of(character)).items() if value not in (None, False)}
    return person.post("rough_magic.edit", character=character.public_id, **values | fields)


# reading


@pytest.mark.played("rough_magic.attributes", "rough_magic.gear", "rough_magic.sheet")
def test_numbers_come_of_ranks_and_the_best_layer(jun: Character) -> None:
    sheet = sheet_of(jun)
    assert [sheet.rank(row.id) for row in ATTRIBUTES] == [7, 4, 3, 5, 2, 1]
    assert (sheet.defence("close"), sheet.defence("ranged")) == (4 + 2, 7 + 2)
    assert (best_attack(sheet, "close"), best_attack(sheet, "ranged")) == (4 + 3, 7 + 2)
    assert (sheet.walk_m, sheet.mass, sheet.level) == (11, 62, "Fresh")
    flask = next(one for one in sheet.gear if one.name == "Burst flask")
    assert flask.arm
    assert (flask.arm.types, flask.arm.radius, flask.arm.left, flask.arm.range) == (("exploding",), 6, 3, 10)
    assert flask.about == "ranged to 10 m, exploding, 3 left"


@pytest.mark.played("rough_magic.skills", "rough_magic.complications")
def test_skills_have_areas_and_their_usual_attribute(jun: Character) -> None:
    sheet = sheet_of(jun)
    assert [(one.name, one.areas, one.attributes) for one in sheet.skills] == [
        ("Athletics", ("Climbing",), ("agility", "brawn")),
        ("Stealth", (), ("agility", "perception")),
        ("Culture", ("Harbour law", "Songs"), ("reason",)),
    ]
    assert [one.name for one in sheet.complications] == ["Owes the Salt Court a life"]
    assert usual_attributes("Knots") == []


def test_a_usual_attribute_of_ones_own_stands(ines: Any, jun: Character) -> None:
    assert kept(ines, jun, skill_1_attributes=["will"]).status_code == 200
    assert sheet_of(jun).skills[0].attributes == ("will",)
    assert kept(ines, jun, skill_1_areas=" Ropes ,, Climbing, Ropes").status_code == 200
    assert sheet_of(jun).skills[0].areas == ("Ropes", "Climbing")


@pytest.mark.played("rough_magic.powers")
def test_powers_attack_defend_and_move(bramble: Character) -> None:
    skin, torment, step = sheet_of(bramble).powers
    assert (skin.rank, skin.defends, skin.on, skin.arm) == (4, "both", False, None)
    assert torment.arm
    assert (torment.arm.kind, torment.arm.attribute, torment.arm.types) == ("mental", "will", ("terrifying",))
    assert (torment.esoteric, torment.on, step.metres, step.all_out) == (True, True, 30, 60)
    assert sheet_of(bramble).homes == ["At home underwater"]


@pytest.mark.played("rough_magic.sheet", "rough_magic.unnamed")
def test_the_unnamed_have_a_short_sheet(guard: Character, gm: Any) -> None:
    sheet = sheet_of(guard)
    assert (sheet.unnamed, sheet.group, sheet.rank("reason"), sheet.mass) == (True, "Guard", 2, 80)
    assert kept(gm, guard, unnamed="").status_code == 200
    sheet = sheet_of(Character.objects.get(pk=guard.pk))
    assert (sheet.unnamed, sheet.group) == (False, "")
    assert "Unnamed: no" in gm.log()


def test_gear_that_is_put_away_neither_attacks_nor_defends(ines: Any, jun: Character) -> None:
    assert kept(ines, jun, gear_1_stowed="on", gear_3_stowed="on").status_code == 200
    sheet = sheet_of(jun)
    assert (best_attack(sheet, "close"), sheet.defence("close")) == (4, 4)
    assert sheet.gear[0].about == "close, two hands, put away"


@pytest.mark.played("rough_magic.attribute-scale", "rough_magic.brawn-table", "rough_magic.table-options")
def test_what_ranks_are_called_and_what_they_cost(db: None) -> None:
    """A price is shown where the table wants to see points."""
    for shown in ("off", "on"):
        table = open_a_table(game="rough_magic", point_costs_shown=shown)
        ines = sit_down(table, "Ines")
        made(ines, **JUN)
        panel = ines.panel("rough_magic-sheet")
        assert "Legendary" in panel
        assert "Lifts 116 kg, throws 3 m, weighs 62 kg" in panel
        assert ("12 points" in panel, "character points in all" in panel) == (shown == "on", shown == "on")


@pytest.mark.played("rough_magic.endurance-levels")
def test_endurance_has_five_steps(gm: Any, jun: Character) -> None:
    for levels, sort in ((1, "lasting"), (2, "stunning")):
        gm.does("rough_magic.hurt", characters=[jun.public_id], levels=levels, sort=sort, why="A fall")
    steps = steps_of(sheet_of(jun))
    assert [(one.title, one.how) for one in steps] == [
        ("Fresh", ""), ("Winded", "lost"), ("Weakened", "stun"), ("Exhausted", "stun"), ("Defeated", ""),
    ]  # fmt: skip
    assert [one.now for one in steps].index(True) == 3


# making and editing


@pytest.mark.played("rough_magic.visibility", "rough_magic.sheet")
def test_who_hears_what_of_a_new_one(gm: Any, ines: Any, marek: Any, jun: Character, sel: Character) -> None:
    assert "makes Jun Vey, Hero. Agility 7, Brawn 4, Perception 3, Reason 5, Will 2, Power 1." in ines.log()
    assert "makes Jun Vey, Hero." in marek.log()
    assert "Agility 7" not in everything_shown_to(marek)
    assert "makes Sel Marrow, Enemy. Agility 5" in gm.log()
    assert "Agility 5" not in everything_shown_to(ines)
    made(gm, name="Ambusher", role="enemy", hidden="on")
    assert "Ambusher" not in everything_shown_to(ines)


@pytest.mark.played("rough_magic.skills", "rough_magic.gear")
def test_the_form_says_which_skills_there_are_and_what_a_rank_is(ines: Any) -> None:
    form = in_words(ines.get("rough_magic.make"))
    assert "such as Athletics, Computing, Stealth" in form
    assert "Rank 1 is simple, 2 ordinary, 3 made for the purpose" in form
    assert "Esoteric May block the same power of others" in form


def test_a_player_makes_heroes_with_a_name_alone(ines: Any) -> None:
    assert ines.post("rough_magic.make", **JUN | {"role": "enemy"}).status_code == 422
    assert not Character.objects.exists()
    assert not sheet_of(made(ines, **JUN | {"unnamed": "on"})).unnamed


def test_an_edit_says_what_changed_and_is_taken_back(ines: Any, marek: Any, jun: Character) -> None:
    before = starting_values(sheet_of(jun))
    assert kept(ines, jun, reason=6, skill_2_name="", gear_2_rank=3).status_code == 200
    assert "edits the sheet of Jun Vey: Reason 5 to 6; Skills Athletics (Climbing); Stealth; Culture" in ines.log()
    assert "Pistol 2; Scale coat" in ines.log()
    assert "edits the sheet of Jun Vey." in marek.log()
    ines.does("undo")
    assert starting_values(sheet_of(jun)) == before


def test_a_detail_alone_is_told_as_that(ines: Any, jun: Character) -> None:
    assert kept(ines, jun, gear_2_range=50).status_code == 200
    assert "edits the sheet of Jun Vey: Pistol, in detail." in ines.log()


def test_refusals_change_nothing(ines: Any, marek: Any, watcher: Any, stranger: Any, jun: Character) -> None:
    state = state_of_play(jun.table)
    assert "says all of that already" in kept(ines, jun).content.decode()
    assert "no name yet" in kept(ines, jun, power_2_text="Something").content.decode()
    assert kept(ines, jun, gear_1_rank=99).status_code == 422
    assert kept(ines, jun, gear_1_types=["sticky"]).status_code == 422
    assert kept(ines, jun, gear_1_attack="mental").status_code == 422
    assert kept(marek, jun, reason=6).status_code == 422
    assert kept(watcher, jun, reason=6).status_code == 403
    assert kept(stranger.at(ines), jun, reason=6).status_code == 404
    assert state_of_play(jun.table) == state


def test_without_javascript_the_whole_sheet_is_there(ines: Any, bramble: Character, marek: Any) -> None:
    page = marek.get("rough_magic.edit", plain=True, character=bramble.public_id).content.decode()
    for words in ("Stone skin", "Short bow", "Hears through walls", "Hunted by the tide guild"):
        assert words in page
    more = marek.get("rough_magic.edit", character=bramble.public_id, more="yes").content.decode()
    assert more.count("Areas of expertise") > page.count("Areas of expertise")


# copies, documents, paper


def test_copies_are_fresh_and_in_no_state(gm: Any, guard: Character) -> None:
    gm.does("rough_magic.hurt", characters=[guard.public_id], levels=2, sort="lasting", why="A net")
    gm.does("rough_magic.duplicate", character=guard.public_id, copies=2)
    twins = [sheet_of(one) for one in Character.objects.exclude(pk=guard.pk).order_by("pk")]
    assert [one.name for one in twins] == ["Guard 2", "Guard 3"]
    assert {(one.level, one.unnamed, one.defence("close")) for one in twins} == {("Fresh", True, 4)}


def test_what_is_exported_comes_back(gm: Any, ines: Any, marek: Any, bramble: Character) -> None:
    gm.does("rough_magic.hurt", characters=[bramble.public_id], levels=1, sort="lasting", why="x")
    gm.does("rough_magic.state", character=bramble.public_id, state="prone", does="begins")
    text = marek.at_address("export", character=bramble.public_id).content
    ines.does("rough_magic.import", file=SimpleUploadedFile("b.json", text, "application/json"))
    twin = Character.objects.latest("pk")
    assert twin.seat == ines.seat
    one, other = (
        {key: value for key, value in starting_values(sheet_of(each)).items() if "_key" not in key}
        for each in (bramble, twin)
    )
    assert one == other
    assert (sheet_of(twin).level, sheet_of(twin).states) == ("Winded", ())


@pytest.mark.played("rough_magic.recovery")
def test_how_far_somebody_has_recovered_goes_with_them(gm: Any, ines: Any, jun: Character) -> None:
    """The half hour is taken, and three days of the week: four more bring the level, at the other table as well."""
    gm.does("rough_magic.hurt", characters=[jun.public_id], levels=3, sort="lasting", why="x")
    gm.does("rough_magic.time-passes", characters=[jun.public_id], days=3, care="no", rest_first="on")
    text = ines.at_address("export", character=jun.public_id).content
    ines.does("rough_magic.import", file=SimpleUploadedFile("j.json", text, "application/json"))
    twin = Character.objects.latest("pk")
    assert "Day 3 of the week without care" in ines.soup(sheet=twin.public_id).get_text()
    gm.post("rough_magic.rest", characters=[twin.public_id])
    assert counts_of(twin) == counts_of(jun) == {"lost": 2, "lost-since-rest": 0, "rest-open": 0, "days-without": 3}
    gm.does("rough_magic.time-passes", characters=[twin.public_id], days=4, care="no", rest_first="on")
    assert counts_of(twin)["lost"] == 1


def counts_of(character: Character) -> dict[str, int]:
    """What is counted of recovering, as far as anything is."""
    rows = {row.key: row.value for row in Track.objects.filter(character=character)}
    return {key: value for key, value in rows.items() if value or key in ("lost-since-rest", "rest-open")}


@pytest.mark.played("rough_magic.rally", "rough_magic.death")
def test_who_may_still_rest_and_who_is_dead_is_so_at_another_table(gm: Any, ines: Any, jun: Character) -> None:
    gm.does("rough_magic.hurt", characters=[jun.public_id], levels=2, sort="lasting", why="x")
    document = json.loads(ines.at_address("export", character=jun.public_id).content)
    assert document["recovery"] == {
        "since_rest": 2, "rest_open": True, "days_with_care": 0, "days_without": 0, "dead": False,
    }  # fmt: skip
    document["recovery"] |= {"since_rest": 1, "dead": True}
    ines.does("rough_magic.import", text=json.dumps(document))
    twin = Character.objects.latest("pk")
    assert (is_dead(twin), may_rest(twin), recent_of(twin)) == (True, True, 1)


def test_a_document_from_before_the_counts_is_read_as_lost_just_now(ines: Any, jun: Character) -> None:
    document = json.loads(ines.at_address("export", character=jun.public_id).content) | {"lost": 2}
    del document["recovery"]
    ines.does("rough_magic.import", text=json.dumps(document))
    twin = Character.objects.latest("pk")
    assert (may_rest(twin), recent_of(twin)) == (True, 2)


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"since_rest": 1}, "recovery.since_rest"),
        ({"days_without": 7}, "recovery.days_without"),
        ({"days_with_care": -1}, "recovery.days_with_care"),
        ({"dead": "perhaps"}, "recovery.dead"),
    ],
)
def test_counts_that_cannot_be_are_refused_and_named(ines: Any, jun: Character, change: Any, why: str) -> None:
    document = json.loads(ines.at_address("export", character=jun.public_id).content)
    document["recovery"] |= change
    answer = ines.post("rough_magic.import", text=json.dumps(document))
    assert answer.status_code == 422
    assert why in answer.content.decode()


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"role": "enemy"}, "players bring heroes"),
        ({"role": "god"}, "role: “god” is not listed"),
        ({"ranks": {"luck": 1}}, "ranks: “luck” is not listed"),
        ({"ranks": {"will": 99}}, "ranks.will: from 0 to 40"),
        ({"mass": 0}, "mass"),
        ({"at_home": ["space"]}, "at_home: “space”"),
        ({"lost": 3, "stun": 2}, "stun: from 0 to 1"),
        ({"skills": [{"name": "Knots", "areas": [","], "attributes": []}]}, "skills[0].areas"),
        ({"complications": [""]}, "complications[0]"),
    ],
)
def test_what_does_not_fit_is_refused_and_named(ines: Any, marek: Any, jun: Character, change: Any, why: str) -> None:
    document = json.loads(ines.at_address("export", character=jun.public_id).content) | change
    answer = marek.post("rough_magic.import", text=json.dumps(document))
    assert answer.status_code == 422
    assert why in answer.content.decode()


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"types": ["sticky"]}, "gear[0].types"),
        ({"attack": "mental"}, "gear[0].attack"),
        ({"attribute": "luck"}, "gear[0].attribute"),
        ({"hands": 3}, "gear[0].hands"),
        ({"left": -1}, "gear[0].left"),
        ({"range": 0}, "gear[0].range"),
    ],
)
def test_gear_that_does_not_fit_is_refused_and_named(ines: Any, jun: Character, change: Any, why: str) -> None:
    document = json.loads(ines.at_address("export", character=jun.public_id).content)
    document["gear"][0] |= change
    answer = ines.post("rough_magic.import", text=json.dumps(document))
    assert answer.status_code == 422
    assert why in answer.content.decode()


def test_a_sheet_on_paper(ines: Any, marek: Any, jun: Character) -> None:
    words = ines.at_address("print", character=jun.public_id).content.decode()
    for one in ("Jun Vey", "Agility", "Longsaber", "Harbour law", "Owes the Salt Court"):
        assert one in words
    assert "rough_magic.draw" not in words
    assert marek.at_address("print", character=jun.public_id).status_code == 404


# panels


@pytest.mark.played("rough_magic.visibility")
def test_what_each_sees(gm: Any, ines: Any, marek: Any, watcher: Any, jun: Character, sel: Character) -> None:
    gm.does("rough_magic.hurt", characters=[sel.public_id], levels=1, sort="lasting", why="x")
    assert "Longsaber" in ines.panel("rough_magic-sheet")
    assert "Jun Vey" in gm.panel("rough_magic-party")
    assert "Sel Marrow" in gm.panel("rough_magic-cast")
    for other in (marek, watcher):
        assert "Winded" in other.panel("rough_magic-here")
        assert "Longsaber" not in everything_shown_to(other)
        assert "Hook sword" not in everything_shown_to(other)


@pytest.mark.played("rough_magic.visibility")
def test_an_owner_lets_the_others_read_the_ranks(
    gm: Any, ines: Any, marek: Any, jun: Character, sel: Character
) -> None:
    assert "Agility 7" not in marek.panel("rough_magic-here")
    ines.does("rough_magic.open-sheet", character=jun.public_id, open="yes")
    assert "Agility 7" in marek.panel("rough_magic-here")
    assert "lets everybody read the ranks of Jun Vey." in marek.log()
    state = state_of_play(jun.table)
    assert "is so already" in ines.post("rough_magic.open-sheet", character=jun.public_id, open="yes").content.decode()
    assert marek.post("rough_magic.open-sheet", character=jun.public_id, open="no").status_code == 422
    assert gm.post("rough_magic.open-sheet", character=sel.public_id, open="yes").status_code == 422
    assert state_of_play(jun.table) == state
    gm.does("rough_magic.duplicate", character=jun.public_id)
    assert not sheet_of(Character.objects.latest("pk")).open
    ines.does("rough_magic.open-sheet", character=jun.public_id, open="no")
    assert "Agility 7" not in marek.panel("rough_magic-here")


def test_what_the_sockets_were_sent_is_what_a_fresh_page_shows(
    table: Any, gm: Any, ines: Any, marek: Any, watcher: Any
) -> None:
    people = {"gm": gm, "ines": ines, "marek": marek, "watcher": watcher}
    pages = OpenTable(table, **{name: Open(one) for name, one in people.items()})
    jun = made(ines, **JUN)
    made(gm, name="Ambusher", role="enemy", hidden="on")
    gm.does("rough_magic.hurt", characters=[jun.public_id], levels=3, sort="lasting", why="An arrow.")
    assert kept(ines, jun, reason=6).status_code == 200
    gm.does("character-present", character=jun.public_id, present="no")
    gm.does("undo")
    pages.settle()
    for one in pages.pages.values():
        assert one.page.same_as(one.fresh()) == []


@pytest.mark.played("rough_magic.table-options", "rough_magic.visibility")
@pytest.mark.parametrize(("shown", "told"), [("on", True), ("off", False)])
def test_the_levels_of_enemies_are_told_in_words_where_the_table_wants_it(db: None, shown: str, told: bool) -> None:
    table = open_a_table(game="rough_magic", enemy_levels_shown=shown)
    gm, ines = sit_down(table, "Kai", "gm"), sit_down(table, "Ines")
    sel = made(gm, **SEL)
    jun = made(ines, **JUN)
    gm.does("rough_magic.hurt", characters=[sel.public_id, jun.public_id], levels=2, sort="lasting", why="A fall")
    here = ines.panel("rough_magic-here")
    assert here.count("Weakened") == 1 + told, "her own is told in any case"
    assert "Weakened" in gm.panel("rough_magic-cast")


# ready heroes


@pytest.mark.parametrize("one", [pytest.param(one, id=one.id) for one in ready.people("rough_magic")])
def test_a_ready_hero_has_what_the_others_have(one: Any) -> None:
    found = one.document
    assert sum(attribute_scale(rank=rank).total_cost for rank in found.ranks.values()) == 30
    assert (len(found.skills), sum(len(skill.areas) for skill in found.skills)) == (3, 3)
    owned = [*found.gear, *found.powers]
    assert sum(piece.rank for piece in owned if "exploding" not in piece.types) == 9
    kinds = {piece.attack for piece in owned}
    assert "close" in kinds
    assert kinds & {"ranged", "mental"}
    assert found.complications
    assert all(usual_attributes(skill.name) for skill in found.skills)


def test_a_ready_hero_is_taken_and_reads_well(ines: Any) -> None:
    ines.does("take-ready", ready="ione-marsh")
    sheet = sheet_of(Character.objects.get())
    assert (sheet.role_title, sheet.rank("will"), len(sheet.powers)) == ("Hero", 6, 3)
    assert "Glass veil" in ines.panel("rough_magic-sheet")
    assert Rating.objects.filter(character=sheet.character, key="mass").get().value == 58


@pytest.mark.played("rough_magic.complications")
def test_a_complication_of_the_sheet_leads_to_its_point(gm: Any, ines: Any, jun: Character) -> None:
    for person, act in ((ines, "propose-point"), (gm, "award")):
        page = person.soup(sheet=jun.public_id)
        (link,) = page.select(f"#panel-rough_magic-sheet a[href*='rough_magic.{act}']")
        form = BeautifulSoup(person.client.get(person.url + link["href"]).content, "html.parser")
        chosen = form.select_one("select[name=complication] option[selected]")
        assert chosen is not None
        assert "Owes the Salt Court a life" in chosen.text
