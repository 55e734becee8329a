"""Editing a sheet: one form, and the event says what changed."""

import pytest
from bs4 import BeautifulSoup

from apps.characters.dragonfly.sheet import sheet_of
from tests.characters.conftest import SHANNON
from tests.people import newest_event, state_of_play


def edited(person, character, **changes):
    return person.post("dragonfly.edit", character=character.public_id, **{**SHANNON, **changes})


def test_the_player_edits_and_the_event_says_what_changed(table, ines, gm, marek, shannon):
    assert edited(ines, shannon, dexterity=8, nerves_of_steel=2, own_skill_1_name="Cooking", own_skill_1_value=3,
                  daily_healing=5, notes="A key in the boot").status_code == 200  # fmt: skip
    sheet = sheet_of(shannon)
    assert (sheet.number("dexterity"), sheet.number("nerves-of-steel"), sheet.daily_healing) == (8, 2, 5)
    assert "Dexterity 7 to 8" in ines.log()
    assert "Dexterity 7 to 8" in gm.log()
    assert "edits the sheet of Shannon Reyes." in marek.log()
    assert "boot" not in marek.page() + gm.log()
    assert not newest_event(table).by_gm


def test_whoever_is_not_an_ordinary_human_says_so(ines, marek, shannon):
    assert "ordinary human" not in ines.panel("sheet")
    edited(ines, shannon, damage_multiplier=1)
    assert sheet_of(shannon).own_multiplier == 1
    assert "Not an ordinary human: damage is not doubled" in ines.panel("sheet")
    edited(ines, shannon, damage_multiplier=3)
    assert "Not an ordinary human: damage is multiplied by 3" in ines.panel("sheet")
    assert "Damage is multiplied by 1 to 3" in ines.log()
    edited(ines, shannon)
    assert sheet_of(shannon).own_multiplier is None


def test_the_form_shows_the_sheet_as_it_is(ines, shannon):
    edited(ines, shannon, own_skill_1_name="Cooking", own_skill_1_value=3)
    page = ines.get("dragonfly.edit", character=shannon.public_id).content.decode()
    for part in ('value="Shannon Reyes"', 'value="Cooking"', 'value="42"', 'value="White Hat"'):
        assert part in page


def test_own_skills_are_renamed_and_taken_off(ines, shannon):
    edited(ines, shannon, own_skill_1_name="Cooking", own_skill_1_value=3)
    key = next(one.key for one in sheet_of(shannon).skills if one.own)
    edited(ines, shannon, own_skill_1_key=key, own_skill_1_name="Baking", own_skill_1_value=4)
    assert [(one.key, one.title, one.value) for one in sheet_of(shannon).skills if one.own] == [(key, "Baking", 4)]
    edited(ines, shannon)
    assert not [one for one in sheet_of(shannon).skills if one.own]


def test_what_changed_in_play_meanwhile_stays(gm, ines, shannon):
    gm.does("dragonfly.adjust", character=shannon.public_id, track="armor", by=3)
    edited(ines, shannon, armor=2, seen_armor=2, strength=5)
    assert sheet_of(shannon).armor == 5


def test_the_gm_edits_for_somebody_and_moves_points(table, gm, shannon):
    assert edited(gm, shannon, drama_points=4, seen_drama_points=10).status_code == 200
    assert sheet_of(shannon).drama_points == 4
    assert newest_event(table).by_gm
    assert "Drama Points 10 to 4" in gm.log()


def test_a_player_does_not_set_drama_points(ines, shannon):
    edited(ines, shannon, drama_points=99, strength=5)
    assert sheet_of(shannon).drama_points == 10


def test_nothing_changed_is_said(ines, shannon):
    before = state_of_play(ines.table)
    refused = edited(ines, shannon)
    assert refused.status_code == 422
    assert "Nothing was changed" in refused.content.decode()
    assert state_of_play(ines.table) == before


@pytest.mark.parametrize(
    "wrong", [{"name": ""}, {"dexterity": "seven"}, {"life_points": -3}, {"role": "supporting-cast"}]
)
def test_bad_values_stay_in_the_form(ines, shannon, wrong):
    before = state_of_play(ines.table)
    refused = edited(ines, shannon, **{"character_type": "Typed and kept", **wrong})
    assert refused.status_code == 422
    assert "Typed and kept" in refused.content.decode()
    assert state_of_play(ines.table) == before


def test_nobody_else_edits(ines, marek, watcher, stranger, shannon):
    before = state_of_play(ines.table)
    refused = edited(marek, shannon, name="Mine now")
    assert refused.status_code == 422
    assert 'value="White Hat"' not in marek.get("dragonfly.edit", character=shannon.public_id).content.decode()
    assert edited(watcher, shannon).status_code == 403
    assert edited(stranger.at(ines), shannon).status_code == 404
    assert state_of_play(ines.table) == before


def test_the_gms_own_are_edited_in_secret(gm, ines, voss, brute):
    for one in (voss, brute):
        gm.does("dragonfly.edit", character=one.public_id, name=one.name, role="supporting-cast", muscle=20,
                       combat=10, brains=8, life_points=40)  # fmt: skip
    assert "edits" not in ines.log()
    assert "Muscle" in gm.log()


def test_without_javascript_and_undo(gm, ines, shannon):
    response = ines.post("dragonfly.edit", plain=True, character=shannon.public_id, **{**SHANNON, "strength": 9})
    assert response.status_code == 302
    assert sheet_of(shannon).number("strength") == 9
    ines.does("undo")
    assert sheet_of(shannon).number("strength") == 4


def test_a_name_and_its_number_stand_in_one_row(ines, shannon):
    """Of a skill and of a quality of one's own: a name is read beside its number in every width."""
    form = BeautifulSoup(ines.get("dragonfly.edit", character=shannon.public_id).content, "lxml")
    for what in ("skill", "quality"):
        [row] = form.select(f".pair:has([name=own_{what}_1_name])")
        assert [one["name"] for one in row.select("input:not([type=hidden])")] == [
            f"own_{what}_1_name", f"own_{what}_1_value",
        ]  # fmt: skip
