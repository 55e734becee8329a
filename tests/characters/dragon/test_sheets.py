"""Sheets of Dragon: made, read by the table's switches, edited, copied, brought in, harmed and healed by hand."""

import json

import pytest
from bs4 import BeautifulSoup
from django.core.files.uploadedfile import SimpleUploadedFile

from apps.characters import ready
from apps.characters.dragon.sheet import sheet_of
from apps.characters.dragon.sheet_form import MakeForm, starting_values
from apps.characters.models import Character, Rating
from apps.rules.dragon.characters import skills as skill_rule
from apps.rules.dragon.combat.defences import defences
from apps.rules.dragon.lists import SUBSTATS
from tests.characters.dragon.conftest import ANA, made
from tests.combat.conftest import in_words
from tests.open_table import Open, OpenTable
from tests.people import open_a_table, sit_down, state_of_play

TITLES = ("Body", "Reflexes", "Mind", "Social", "Tao")


def kept(person, character, **fields):
    """The sheet's form, sent with these changed."""
    values = {key: value for key, value in starting_values(sheet_of(character)).items() if value not in (None, False)}
    return person.post("dragon.edit", character=character.public_id, **values | fields)


# reading


@pytest.mark.played("dragon.primary-stats", "dragon.hit-points", "dragon.movement", "dragon.shticks")
def test_numbers_are_worked_out_from_the_stats(ana):
    sheet = sheet_of(ana)
    assert [(one.title, one.value) for one in sheet.primaries] == list(zip(TITLES, (3, 3, 3, 3, 0), strict=True))
    assert (sheet.maximum, sheet.movement, sheet.left) == (5 * (5 + 3) + 5, 4, 45)
    assert (sheet.value("accuracy"), sheet.value("yin"), sheet.side) == (6, 0, "good")
    assert sheet.switches == ("hit-points = 5", "parry-ranged")
    assert sheet.shticks[0].told == "Adds hit points: 5, Parries ranged attacks"
    assert [(one.name, one.level, one.melee) for one in sheet.skills] == [("Sword", 2, True), ("Dodge", 1, False)]
    (sabre,) = sheet.weapons
    assert (sabre.name, sabre.multiple, sabre.attack, sabre.skill) == ("Sabre", 3, "melee", "Sword")


@pytest.mark.played("dragon.primary-stats", "dragon.hit-points", "dragon.movement")
def test_what_is_entered_counts_instead(ines, ana):
    assert kept(ines, ana, body=7, hit_points=12, movement=9).status_code == 200
    sheet = sheet_of(ana)
    assert (sheet.primaries[0].value, sheet.primaries[0].speed_dice) == (7, 4)
    assert (sheet.maximum, sheet.movement) == (12, 9)
    assert kept(ines, ana, body="", hit_points="", movement="").status_code == 200
    assert (sheet_of(ana).primaries[0].value, sheet_of(ana).maximum) == (3, 45)


@pytest.mark.played("dragon.table-options", "dragon.speed-divisor")
def test_the_tables_switches_say_what_is_entered_and_how_many_dice(db):
    table = open_a_table(game="dragon", hit_points_formula="entered", speed_points_per_die="3")
    ines = sit_down(table, "Ines")
    refused = ines.post("dragon.make", **ANA)
    assert "this number is entered" in refused.content.decode()
    ana = made(ines, **ANA, hit_points=20)
    assert (sheet_of(ana).maximum, sheet_of(ana).primaries[0].speed_dice) == (20, 1)
    taken = sit_down(table, "Marek")
    taken.does("take-ready", ready="liu-ansa")
    assert sheet_of(Character.objects.latest("pk")).maximum is None
    assert "0 taken" in sit_down(table, "Kai", "gm").panel("dragon-party")


def test_what_is_left_empty_counts_as_ordinary(guard):
    sheet = sheet_of(guard)
    assert {one.key: one.value for one in sheet.substats} == {
        row.id: 4 if row.id == "accuracy" else 0 if row.category == "Spiritual" else 3 for row in SUBSTATS
    }
    assert (sheet.side, Rating.objects.filter(character=guard).count()) == ("bad", 1)


# making and editing


@pytest.mark.parametrize(
    ("name", "said", "attack"),
    [
        ("Longbow", "", "ranged"),
        ("Bow of yew", "", "ranged"),
        ("Bowl", "", "melee"),
        ("Elbow", "", "melee"),
        ("Bow", "melee", "melee"),
    ],
)
def test_a_weapon_of_whose_use_nothing_is_said_is_used_as_its_name_says(gm, name, said, attack):
    one = made(gm, name="Somebody", role="enemy", weapon_1_name=name, weapon_1_multiple=3, weapon_1_attack=said)
    assert [each.attack for each in sheet_of(one).weapons] == [attack]


@pytest.mark.rule("dragon.weapons")
@pytest.mark.parametrize(
    ("name", "said", "multiple"), [("Quarterstaff", "", 2), ("Her longbow", "", 3), ("Sling", "", 1), ("Blade", 4, 4)]
)
def test_a_weapon_of_whose_multiple_nothing_is_said_has_that_of_the_list(gm, name, said, multiple):
    one = made(gm, name="Somebody", role="enemy", weapon_1_name=name, weapon_1_multiple=said)
    assert [each.multiple for each in sheet_of(one).weapons] == [multiple]


def test_who_hears_what_of_a_new_one(gm, ines, marek, ana, guard):
    assert "makes Ana, Hero. Body 3, Reflexes 3, Mind 3, Social 3, Tao 0; 45 hit points." in ines.log()
    assert "makes Ana, Hero." in marek.log()
    assert "hit points" not in marek.log()
    assert "30 hit points" in gm.log()
    made(gm, name="Ambusher", role="enemy", hidden="on")
    assert "Ambusher" not in ines.page()


def test_a_player_makes_heroes_alone(ines):
    assert ines.post("dragon.make", **ANA | {"role": "enemy"}).status_code == 422
    assert not Character.objects.exists()


def test_an_edit_says_what_changed_and_is_taken_back(ines, marek, ana):
    before = starting_values(sheet_of(ana))
    assert kept(ines, ana, wit=5, skill_2_name="", weapon_2_name="Bow", weapon_2_attack="ranged").status_code == 200
    assert "edits the sheet of Ana: Wit: 5; Skills Sword 2 (melee); Dodge 1 to Sword 2 (melee); Weapons" in ines.log()
    assert [one.name for one in sheet_of(ana).skills] == ["Sword"]
    assert "edits the sheet of Ana." in marek.log()
    ines.does("undo")
    assert starting_values(sheet_of(ana)) == before


def test_refusals_change_nothing(ines, marek, watcher, stranger, ana):
    state = state_of_play(ana.table)
    assert "says all of that already" in kept(ines, ana).content.decode()
    assert "By how much" in kept(ines, ana, shtick_2_name="Big", shtick_2_does_1="damage").content.decode()
    assert "no name yet" in kept(ines, ana, shtick_2_text="Something").content.decode()
    assert kept(marek, ana, wit=5).status_code == 422
    assert kept(watcher, ana, wit=5).status_code == 403
    assert kept(stranger.at(ines), ana, wit=5).status_code == 404
    assert state_of_play(ana.table) == state


def test_without_javascript_the_whole_sheet_is_there(ines, ana):
    page = ines.get("dragon.edit", plain=True, character=ana.public_id).content.decode()
    for words in ("Iron hide", "Sabre", "Limps.", "Parries ranged attacks"):
        assert words in page
    more = ines.get("dragon.edit", character=ana.public_id, more="yes").content.decode()
    assert more.count("A melee skill") > page.count("A melee skill")


def test_a_form_has_no_more_rows_than_it_shows_or_than_were_sent(ines, ana):
    """There may be 24 skills; to make and read the fields of all of them takes longer than the act."""
    skills = {name for name in _fields(ines) if name.startswith("skill_") and name.endswith("_name")}
    assert skills == {f"skill_{place}_name" for place in range(1, 5)}
    assert "skill_12_name" in _fields(ines, {"skill_11_name": "Sailing"})
    assert "skill_24_name" in _fields(ines, {"skill_999_name": "Sailing"})
    assert "skill_25_name" not in _fields(ines, {"skill_999_name": "Sailing"})
    assert kept(ines, ana, skill_24_name="Sailing").status_code == 200
    assert [one.name for one in sheet_of(ana).skills] == ["Sword", "Dodge", "Sailing"]


def test_what_was_typed_into_a_row_stays_while_more_rows_are_asked_for(ines, ana):
    typed = {"skill_9_name": "Sailing", "skill_9_level": 4, "more": "yes", "character": ana.public_id}
    for way in (ines.get("dragon.edit", **typed), ines.post("dragon.edit", plain=True, look="yes", **typed)):
        page = BeautifulSoup(way.content, "lxml")
        assert [page.select(f"[name=skill_9_{part}]")[0]["value"] for part in ("name", "level")] == ["Sailing", "4"]
        assert page.select("[name=skill_10_name]")


def _fields(person, sent=None):
    return MakeForm(sent, viewer=person.viewer).fields


# harm and healing by hand


@pytest.mark.played("dragon.hit-points")
def test_a_gm_harms_and_heals_with_a_reason(gm, ines, marek, ana):
    gm.does("dragon.set-damage", character=ana.public_id, by=50, why="The roof comes down.")
    sheet = sheet_of(ana)
    assert (sheet.left, sheet.is_past) == (-5, True)
    assert "from 0 to 50: −5 left. The roof comes down." in ines.log()
    assert "Down" in marek.panel("dragon-here")
    form = gm.get("dragon.set-damage", character=ana.public_id).content.decode()
    assert "50 damage taken, −5 of 45 hit points left" in form
    gm.does("dragon.set-damage", character=ana.public_id, set=45, why="A splint")
    assert (sheet_of(ana).left, sheet_of(ana).is_past) == (0, False)
    gm.does("undo")
    assert sheet_of(ana).taken == 50


def test_damage_by_hand_is_the_gms_and_an_enemys_is_told_to_nobody_else(gm, ines, ana, guard):
    gm.does("dragon.set-damage", character=guard.public_id, by=3, why="Fell.")
    assert "Fell." in gm.log()
    assert "Fell." not in ines.log()
    state = state_of_play(ana.table)
    assert ines.post("dragon.set-damage", character=ana.public_id, by=-1, why="Please").status_code == 403
    for given in ({"by": -1}, {}, {"by": 1, "set": 1}, {"by": 0}):
        assert gm.post("dragon.set-damage", character=ana.public_id, **{"why": "x"} | given).status_code == 422
    assert state_of_play(ana.table) == state


def test_harm_by_hand_needs_no_reason_and_healing_does(gm, ana):
    """The book heals nobody. The button says what it comes to."""
    assert "12 damage · 33 left" in in_words(gm.get("dragon.set-damage", character=ana.public_id, by=12))
    gm.does("dragon.set-damage", character=ana.public_id, by=12)
    refused = gm.post("dragon.set-damage", character=ana.public_id, by=-5)
    assert (refused.status_code, "Say what heals them." in in_words(refused)) == (422, True)
    assert "Heal 5 · 38 left" in in_words(gm.get("dragon.set-damage", character=ana.public_id, by=-5, why="Salve"))
    gm.does("dragon.set-damage", character=ana.public_id, by=-5, why="Salve")
    assert sheet_of(ana).left == 38


# copies and documents


def test_copies_are_unhurt(gm, guard):
    gm.does("dragon.set-damage", character=guard.public_id, by=3, why="Fell.")
    gm.does("dragon.edit", character=guard.public_id, name="Lantern guard", role="enemy", accuracy=4, hit_points=9)
    gm.does("dragon.duplicate", character=guard.public_id, copies=2)
    twins = [sheet_of(one) for one in Character.objects.exclude(pk=guard.pk).order_by("pk")]
    assert [one.name for one in twins] == ["Lantern guard 2", "Lantern guard 3"]
    assert {(one.maximum, one.taken) for one in twins} == {(9, 0)}
    assert twins[0].value("accuracy") == 4


def test_what_is_exported_comes_back(gm, ines, marek, ana):
    gm.does("dragon.set-damage", character=ana.public_id, by=7, why="x")
    kept(ines, ana, mind=6)
    text = ines.at_address("export", character=ana.public_id).content
    marek.does("dragon.import", file=SimpleUploadedFile("ana.json", text, "application/json"))
    twin = Character.objects.latest("pk")
    assert twin.seat == marek.seat
    one, other = starting_values(sheet_of(ana)), starting_values(sheet_of(twin))
    assert {k: v for k, v in one.items() if "_key" not in k} == {k: v for k, v in other.items() if "_key" not in k}
    assert sheet_of(twin).taken == 7


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"role": "enemy"}, "players bring heroes"),
        ({"role": "god"}, "role: “god” is not listed"),
        ({"substats": [{"key": "luck", "value": 1}]}, "substats[0].key"),
        ({"substats": [{"key": "wit", "value": 99}]}, "from 0 to 40"),
        ({"skills": [{"name": "Dodge", "level": 0, "melee": False}]}, "skills[0].level"),
        ({"shticks": [{"name": "Odd", "text": "", "switches": ["fly"]}]}, "shticks[0].switches[0]"),
        ({"weapons": [{"name": "Wand", "multiple": 1, "attack": "magic", "skill": ""}]}, "weapons[0].attack"),
    ],
)
def test_what_does_not_fit_is_refused_and_named(ines, marek, ana, change, why):
    document = json.loads(ines.at_address("export", character=ana.public_id).content) | change
    answer = marek.post("dragon.import", text=json.dumps(document))
    assert answer.status_code == 422
    assert why in answer.content.decode()


def test_a_sheet_on_paper(ines, marek, ana):
    words = ines.at_address("print", character=ana.public_id).content.decode()
    for one in ("Ana", "Accuracy", "Sabre", "Iron hide", "45"):
        assert one in words
    assert marek.at_address("print", character=ana.public_id).status_code == 404


# panels


def test_what_each_sees(gm, ines, marek, watcher, ana, guard):
    assert "45 of 45" in ines.panel("dragon-sheet")
    assert "Ana" in gm.panel("dragon-party")
    assert "30 of 30" in gm.panel("dragon-cast")
    for other in (marek, watcher):
        assert "Lantern guard" in other.panel("dragon-here")
        assert "30 of 30" not in other.page()
        assert "45 of 45" not in other.page()


def test_what_the_sockets_were_sent_is_what_a_fresh_page_shows(table, gm, ines, marek, watcher):
    people = {"gm": gm, "ines": ines, "marek": marek, "watcher": watcher}
    pages = OpenTable(table, **{name: Open(one) for name, one in people.items()})
    ana = made(ines, **ANA)
    made(gm, name="Ambusher", role="enemy", hidden="on")
    gm.does("dragon.set-damage", character=ana.public_id, by=46, why="An arrow.")
    assert kept(ines, ana, wit=5).status_code == 200
    gm.does("character-present", character=ana.public_id, present="no")
    gm.does("undo")
    pages.settle()
    for one in pages.pages.values():
        assert one.page.same_as(one.fresh()) == []


# ready heroes


@pytest.mark.parametrize("one", [pytest.param(one, id=one.id) for one in ready.people("dragon")])
def test_a_ready_hero_has_what_the_others_have_and_can_fight(one):
    found = one.document
    stats = {row.key: row.value for row in found.substats}
    tao = [stats.pop(key) for key in ("yang", "yin", "chi")]
    assert (len(stats), sum(stats.values()), sum(tao)) == (12, 40, 5)
    assert all(2 <= value <= 6 for value in stats.values())
    levels = {row.name: row.level for row in found.skills}
    assert (sum(levels.values()), max(levels.values()) <= 3, len(found.shticks)) == (6, True, 1)
    melee = [row.name for row in found.skills if row.melee]
    assert defences(attack="melee", skills=levels, melee_skills=melee).offered
    assert any(levels.get(weapon.skill) for weapon in found.weapons)
    assert all(skill_rule(skill_name=name, skill=1, melee=name in melee) for name in levels)


def test_a_ready_hero_is_taken_and_reads_well(ines):
    ines.does("take-ready", ready="brother-oak")
    sheet = sheet_of(Character.objects.get())
    assert (sheet.maximum, sheet.movement, sheet.role_title) == (5 * (4 + 4) + 10, 5, "Hero")
    assert "Skin like bark" in ines.panel("dragon-sheet")


def test_a_tap_on_a_substat_opens_its_roll(ines, ana):
    tiles = ines.soup().select("#panel-dragon-sheet .attrs a")
    assert len(tiles) == 15
    wit = next(one for one in tiles if "Wit" in one.get_text())
    form = BeautifulSoup(ines.client.get(ines.url + wit["href"]).content, "lxml")
    assert form.select("[name=substat][checked]")[0]["value"] == "wit"
