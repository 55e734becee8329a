"""Combat Maneuvers on the sheet."""

import pytest

from apps.characters.dragonfly.sheet import sheet_of
from tests.people import newest_event, state_of_play

KICK = {"name": "Kick", "attribute": "dexterity", "skill": "kung-fu", "modifier": -1, "base_damage": 6,
        "damage_type": "bash", "weapon": "unarmed", "note": "Strength + 2"}  # fmt: skip


def added(person, character, **fields):
    return person.post("dragonfly.maneuver-add", character=character.public_id, **{**KICK, **fields})


@pytest.mark.played("dragonfly.combat-maneuvers")
def test_a_maneuver_stands_on_the_sheet_with_its_numbers(table, ines, marek, shannon):
    assert added(ines, shannon).status_code == 200
    (one,) = sheet_of(shannon).maneuvers
    assert (one.name, one.attribute, one.skill, one.modifier) == ("Kick", "dexterity", "kung-fu", -1)
    assert (one.base_damage, one.damage_type, one.weapon, one.ammunition) == (6, "bash", "unarmed", None)
    assert "Kick" in ines.panel("sheet")
    assert newest_event(table).kind == "dragonfly.maneuver-added"
    assert "Kick" not in marek.page()


@pytest.mark.played("dragonfly.combat-maneuvers")
def test_a_score_sheet_rolls_a_score(gm, brute):
    gm.does("dragonfly.maneuver-add", character=brute.public_id, name="Wrench", score="combat",
                       base_damage=9, damage_type="bash", weapon="hand-weapon")  # fmt: skip
    assert sheet_of(brute).maneuvers[0].score == "combat"


def test_an_own_skill_may_be_its_skill(ines, make):
    shannon = make(ines, own_skill_1_name="Whip", own_skill_1_value=5)
    key = next(one.key for one in sheet_of(shannon).skills if one.own)
    added(ines, shannon, skill=key)
    assert sheet_of(shannon).maneuvers[0].skill == key


def test_editing_says_what_it_was_and_undo_puts_it_back(ines, shannon):
    added(ines, shannon, ammunition=6, weapon="pistol", damage_type="bullet")
    one = sheet_of(shannon).maneuvers[0]
    page = ines.get("dragonfly.maneuver-edit", maneuver=one.id).content.decode()
    assert 'value="Kick"' in page
    assert 'value="6"' in page
    ines.does("dragonfly.maneuver-edit", maneuver=one.id, **{**KICK, "name": "High kick", "base_damage": 8})
    after = sheet_of(shannon).maneuvers[0]
    assert (after.id, after.name, after.base_damage, after.ammunition) == (one.id, "High kick", 8, None)
    assert "damage 6 to 8" in ines.log()
    ines.does("undo")
    assert sheet_of(shannon).maneuvers[0] == one


def test_taking_it_off(ines, shannon):
    added(ines, shannon)
    one = sheet_of(shannon).maneuvers[0]
    ines.does("dragonfly.maneuver-remove", maneuver=one.id)
    assert not sheet_of(shannon).maneuvers
    ines.does("undo")
    assert sheet_of(shannon).maneuvers == (one,)


@pytest.mark.parametrize(
    "wrong",
    [{"name": ""}, {"attribute": "charm"}, {"skill": "cooking"}, {"base_damage": -1}, {"base_damage": 10**9},
     {"damage_type": "cold"}, {"weapon": "words"}, {"ammunition": "lots"}, {"character": "xforeign"}],
)  # fmt: skip
def test_bad_values_change_nothing(ines, shannon, wrong):
    before = state_of_play(ines.table)
    assert ines.post("dragonfly.maneuver-add", **{"character": shannon.public_id, **KICK, **wrong}).status_code == 422
    assert state_of_play(ines.table) == before


def test_nobody_else_may(ines, marek, watcher, stranger, shannon):
    added(ines, shannon)
    one = sheet_of(shannon).maneuvers[0]
    before = state_of_play(ines.table)
    assert added(marek, shannon).status_code == 422
    assert marek.post("dragonfly.maneuver-edit", maneuver=one.id, **KICK).status_code == 422
    assert "Kick" not in marek.get("dragonfly.maneuver-edit", maneuver=one.id).content.decode()
    assert marek.post("dragonfly.maneuver-remove", maneuver=one.id).status_code == 422
    assert added(watcher, shannon).status_code == 403
    assert added(stranger.at(ines), shannon).status_code == 404
    assert state_of_play(ines.table) == before


def test_without_javascript(ines, shannon):
    assert ines.post("dragonfly.maneuver-add", plain=True, character=shannon.public_id, **KICK).status_code == 302


def test_the_number_on_the_sheet_says_that_it_is_damage(ines, shannon):
    """Elsewhere the number beside a weapon is its rounds."""
    added(ines, shannon, weapon="pistol", ammunition=8, base_damage=12)
    assert "Kick 12 damage" in ines.panel("sheet")
