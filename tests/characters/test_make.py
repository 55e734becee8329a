"""Making characters: full sheets and score sheets."""

import pytest
from bs4 import BeautifulSoup

from apps.characters.dragonfly.ready import listed_cast
from apps.characters.dragonfly.sheet import sheet_of
from apps.characters.models import Character, Move
from apps.rules.dragonfly.combat.turns import additional_actions
from tests.characters.conftest import SHANNON
from tests.people import newest_event, open_a_table, sit_down, state_of_play


def test_a_player_makes_a_full_sheet(table, ines, marek, make):
    character = make(ines)
    sheet = sheet_of(character)
    assert (sheet.name, sheet.is_full, sheet.role_title) == ("Shannon Reyes", True, "Cast Member")
    assert (sheet.number("dexterity"), sheet.number("kung-fu"), sheet.number("pilot")) == (7, 4, 0)
    assert (sheet.life_points, sheet.armor, sheet.drama_points) == (42, 2, 10)
    assert character.seat == ines.seat
    assert "Shannon Reyes" in ines.panel("sheet")
    assert "Shannon Reyes" in marek.panel("here")
    assert "42 Life Points" in ines.log()
    assert "42 Life Points" not in marek.log()


def test_starting_points_are_a_move_of_the_ledger(table, ines, make):
    make(ines)
    move = Move.objects.get()
    assert (move.points, move.source, move.event) == (10, None, newest_event(table))


def test_the_switch_sets_the_starting_points(db, make):
    person = sit_down(open_a_table(starting_drama_points="3"), "Ines")
    assert sheet_of(make(person)).drama_points == 3


def test_own_skills_and_qualities(ines, make):
    character = make(ines, own_skill_1_name="Cooking", own_skill_1_value=6, nerves_of_steel=2,
                     own_quality_1_name="Lucky", own_quality_1_value=1)  # fmt: skip
    sheet = sheet_of(character)
    assert [(one.title, one.value) for one in sheet.skills if one.own] == [("Cooking", 6)]
    assert [(one.title, one.value) for one in sheet.qualities] == [("Nerves of Steel", 2), ("Lucky", 1)]


@pytest.mark.played("dragonfly.rolling-opposition")
def test_the_gm_chooses_the_kind_of_sheet_for_each_character(table, gm, make):
    assert 'value="score"' in gm.get("dragonfly.make").content.decode()
    full = make(gm, name="Voss", sheet="full", role="guest-star")
    score = make(gm, name="Brute", sheet="score", role="guest-star", muscle=12, combat=10, brains=8)
    assert sheet_of(full).is_full
    assert sheet_of(full).number("dexterity") == 7
    assert not sheet_of(score).is_full
    assert sheet_of(score).number("combat") == 10
    assert "Combat 10" in gm.panel("cast")
    refused = gm.post("dragonfly.make", name="Extra", sheet="full", role="supporting-cast", life_points=5)
    assert refused.status_code == 422


def test_a_player_makes_cast_members_only(ines):
    before = state_of_play(ines.table)
    refused = ines.post("dragonfly.make", name="Villain", role="adversary", life_points=10, sheet="score")
    assert refused.status_code == 422
    assert state_of_play(ines.table) == before


def test_quick_cast_adds_several_of_a_kind(gm, marek):
    gm.does("dragonfly.quick-cast", name="Dockhand", muscle=9, combat=9, brains=7, life_points=18, copies=3)
    assert list(Character.objects.values_list("name", flat=True)) == ["Dockhand 1", "Dockhand 2", "Dockhand 3"]
    assert "Dockhand 2" in marek.panel("here")
    assert "Muscle" not in marek.log()


def test_a_name_and_three_numbers_are_enough(gm):
    """As the form comes."""
    form = BeautifulSoup(gm.get("dragonfly.quick-cast").content, "lxml")
    typed = {str(one["name"]): one["value"] for one in form.select("input[type=number][value]")}
    gm.does("dragonfly.quick-cast", **{**typed, "name": "Dockhand", "muscle": 9, "combat": 9, "brains": 7})
    assert sheet_of(Character.objects.get(name__startswith="Dockhand")).max_life_points == 20


def test_hidden_characters_leave_no_trace(table, gm, ines, watcher, voss):
    for person in (ines, watcher):
        assert "Voss" not in person.page()
        assert voss.public_id not in person.page()
    for act in ("dragonfly.treat", "dragonfly.adjust", "condition-add", "dragonfly.edit", "delete-character"):
        assert voss.public_id not in ines.get(act).content.decode()
        assert voss.public_id not in ines.get(act, character=voss.public_id).content.decode().replace(
            f'value="{voss.public_id}"', ""
        )
    assert "Voss" in gm.panel("cast")


@pytest.mark.parametrize("field", ["name", "role", "life_points"])
def test_what_is_missing_is_named(ines, field):
    before = state_of_play(ines.table)
    refused = ines.post("dragonfly.make", **{key: value for key, value in SHANNON.items() if key != field})
    assert refused.status_code == 422
    assert f'id="field-{field}"' in refused.content.decode()
    assert state_of_play(ines.table) == before


@pytest.mark.parametrize(
    "wrong",
    [{"strength": -1}, {"strength": "four"}, {"life_points": 10**12}, {"name": "x" * 61}, {"name": "a\u202eb"},
     {"own_skill_1_value": 3}, {"role": "king"}, {"notes": "x" * 5000}],
)  # fmt: skip
def test_bad_values_change_nothing(ines, wrong):
    before = state_of_play(ines.table)
    assert ines.post("dragonfly.make", **{**SHANNON, **wrong}).status_code == 422
    assert state_of_play(ines.table) == before


def test_script_is_text(ines, marek, gm, make):
    make(ines, name="<script>alert(1)</script>", character_type="<b>x", notes="<img src=x>")
    for person in (ines, marek, gm):
        assert "<script>alert(1)" not in person.page()
    assert "<img src=x>" not in ines.page()


def test_others_may_not(table, ines, watcher, stranger):
    assert watcher.post("dragonfly.make", name="x").status_code == 403
    assert stranger.at(ines).post("dragonfly.make", name="x").status_code == 404
    ines.seat.removed_at = table.opened_at
    ines.seat.save()
    assert ines.post("dragonfly.make", name="x").status_code == 404
    assert not Character.objects.exists()


def test_without_javascript(ines):
    page = ines.get(
        "dragonfly.make", plain=True, rows=2, more="yes", name="Half a name", own_skill_1_name="Cooking"
    ).content.decode()
    assert "Half a name" in page
    assert "Cooking" in page
    assert "own_skill_6_name" in page
    assert "own_skill_8_name" not in page
    assert ines.post("dragonfly.make", plain=True, **SHANNON).status_code == 302


def test_undo_takes_it_all_away_again(gm, ines, make):
    before = Character.objects.count()
    make(ines)
    ines.does("undo")
    assert Character.objects.count() == before
    assert not Move.objects.exists()


# the list


def test_supporting_cast_comes_with_one_tap_and_can_hurt(gm, ines):
    gm.does("dragonfly.quick-cast", ready="guard", copies=2, muscle=10, combat=10, brains=10, life_points=20, name="")
    found = [sheet_of(one) for one in Character.objects.order_by("pk")]
    assert [one.name for one in found] == ["Guard 1", "Guard 2"]
    for one in found:
        assert (one.number("combat"), one.life_points, one.armor) == (13, 30, 3)
        assert [(way.name, way.score, way.base_damage) for way in one.maneuvers] == [
            ("Club", "combat", 11), ("Pistol", "combat", 10),
        ]  # fmt: skip
    assert "with Club, Pistol" in gm.log()
    assert "Pistol" not in ines.log()
    gm.does("undo")
    assert not Character.objects.exists()


@pytest.mark.parametrize("one", listed_cast(), ids=lambda one: one.id)
def test_everybody_on_the_list_is_a_match_for_a_cast_member(gm, one):
    """Above 8, at which the book has one give up every defense to hit at all; within its own example of 18."""
    gm.does("dragonfly.quick-cast", ready=one.id)
    sheet = sheet_of(Character.objects.get())
    assert 8 < sheet.number("combat") <= 18
    assert sheet.maneuvers
    assert all(way.base_damage > 0 for way in sheet.maneuvers)


def test_a_name_that_was_typed_stays_and_so_does_hidden(gm, ines):
    gm.does("dragonfly.quick-cast", ready="thug", name="Lefty", hidden="on")
    assert Character.objects.get().name == "Lefty"
    assert "Lefty" not in ines.page()


def test_the_same_tap_again_finds_another_name(gm):
    gm.does("dragonfly.quick-cast", ready="thug")
    gm.does("dragonfly.quick-cast", ready="thug")
    assert sorted(Character.objects.values_list("name", flat=True)) == ["Thug", "Thug 1"]


def test_cast_of_ones_own_attacks_with_what_is_chosen(gm):
    page = gm.get("dragonfly.quick-cast").content.decode()
    assert "Punch 8 bash" in page
    gm.does("dragonfly.quick-cast", name="Docker", muscle=12, combat=11, brains=8, life_points=30,
            weapons=["punch", "knife"])  # fmt: skip
    assert [(one.name, one.base_damage) for one in sheet_of(Character.objects.get()).maneuvers] == [
        ("Punch", 8), ("Knife", 7),
    ]  # fmt: skip


def test_what_is_on_no_list_is_as_if_nothing_was_tapped(gm):
    answer = gm.post("dragonfly.quick-cast", ready="dragon", name="")
    assert answer.status_code == 422
    assert not Character.objects.exists()


@pytest.mark.parametrize(("who", "skill", "score", "damage"), [("full", "gun-fu", "", 7), ("score", "", "combat", 10)])
def test_a_way_of_attacking_comes_with_one_tap(gm, shannon, brute, who, skill, score, damage):
    character = shannon if who == "full" else brute
    gm.does("dragonfly.maneuver-add", character=character.public_id, ready="pistol")
    (way,) = sheet_of(character).maneuvers
    assert (way.name, way.skill, way.score, way.base_damage, way.ammunition) == ("Pistol", skill, score, damage, 12)
    assert (way.damage_type, way.weapon) == ("bullet", "pistol")
    assert "Pistol" in gm.log()


# measures


def helps(page):
    """What stands beside the fields of a form, by its id."""
    return {one.get("id"): one.get_text() for one in BeautifulSoup(page.content, "lxml").select(".help")}


def test_every_number_of_a_form_has_its_measure(gm, ines):
    helped = helps(ines.get("dragonfly.make"))
    assert helped["id_strength_help"].startswith("Usually 2 to 5 · climbing")
    assert "5 and 6: a second action a Turn" in helped["id_dexterity_help"]
    assert helped["id_pilot_help"].startswith("3: trained · maneuvering")
    assert helped["id_life_points_help"] == "Usually 34 to 46"
    assert helped["id_armor_help"] == "Usually none"
    cast = helps(gm.get("dragonfly.make", sheet="score"))
    assert cast["id_combat_help"].startswith("Usually 11 to 18 · ")
    assert cast["id_life_points_help"] == "Usually 24 to 50"
    assert helps(gm.get("dragonfly.quick-cast"))["id_combat_help"] == "Usually 11 to 18"


@pytest.mark.parametrize(("dexterity", "actions"), [(4, 0), (5, 1), (6, 1), (7, 2), (8, 2)])
def test_the_measure_of_dexterity_is_the_rule(dexterity, actions):
    assert additional_actions(dexterity=dexterity).additional_actions == actions


def test_a_new_sheet_can_fight(ines):
    assert "Punch 5 bash" in ines.get("dragonfly.make").content.decode()
    ines.does("dragonfly.make", name="Bo", role="cast-member", life_points=40, weapons=["kick", "pistol"])
    assert [one.name for one in sheet_of(Character.objects.get()).maneuvers] == ["Kick", "Pistol"]


# what one made is what one sees next


def test_a_second_sheet_lies_open_when_it_is_made(ines, make):
    make(ines)
    answer = ines.post("dragonfly.make", live=True, **SHANNON | {"name": "Bo"})
    address = answer["HX-Redirect"]
    assert address == f"{ines.url}?sheet={Character.objects.get(name='Bo').public_id}#sheet"
    assert sheet_at(ines, address) == "Bo"
    assert sheet_at(ines, ines.url) == "Shannon Reyes"


def test_a_first_sheet_and_a_gms_need_no_other_page(ines, gm):
    assert "HX-Redirect" not in ines.post("dragonfly.make", live=True, **SHANNON).headers
    gm.does("dragonfly.make", **SHANNON | {"name": "Voss", "sheet": "full"})
    second = gm.post("dragonfly.make", live=True, **SHANNON | {"name": "Brute", "sheet": "full"})
    assert "HX-Redirect" not in second.headers


def test_without_javascript_the_second_sheet_lies_open_too(ines, make):
    make(ines)
    answer = ines.post("dragonfly.make", plain=True, **SHANNON | {"name": "Bo"})
    assert sheet_at(ines, answer["Location"]) == "Bo"


def test_a_submit_that_is_sent_again_leads_to_the_same_sheet(ines, make):
    make(ines)
    sent = [ines.post("dragonfly.make", nonce="n" * 12, live=True, **SHANNON | {"name": "Bo"}) for _ in range(2)]
    assert sent[0]["HX-Redirect"] == sent[1]["HX-Redirect"]
    assert Character.objects.filter(name="Bo").count() == 1


def test_a_copy_lies_open_as_well(ines, make):
    shannon = make(ines)
    answer = ines.post("dragonfly.duplicate", live=True, character=shannon.public_id, copies=2)
    assert sheet_at(ines, answer["HX-Redirect"]) == "Shannon Reyes 2"


def sheet_at(person, address):
    """Whose sheet the page at that address shows."""
    page = person.client.get(address.partition("#")[0]).content.decode()
    return BeautifulSoup(page, "lxml").select("#panel-sheet h2")[0].get_text(strip=True)
