"""Days of rest."""

import pytest

from apps.characters.dragonfly.sheet import sheet_of
from tests.people import open_a_table, sit_down, state_of_play


def hurt(gm, character, ordinary=20, fire=10):
    gm.does("dragonfly.adjust", character=character.public_id, track="ordinary-damage", set=ordinary)
    gm.does("dragonfly.adjust", character=character.public_id, track="fire-damage", set=fire)


def damage(character):
    sheet = sheet_of(character)
    return sheet.ordinary_damage, sheet.fire_damage


@pytest.mark.played("dragonfly.natural-healing")
def test_constitution_a_day_and_half_of_it_for_fire(gm, ines, marek, shannon):
    hurt(gm, shannon)
    page = gm.get("dragonfly.rest", days=2, care="on", characters=shannon.public_id).content.decode()
    assert "12 to 21" in page
    gm.does("dragonfly.rest", days=2, care="on", characters=[shannon.public_id])
    assert damage(shannon) == (14, 7)
    assert "2 days pass under medical care: Shannon Reyes 12 to 21" in marek.log()


@pytest.mark.played("dragonfly.natural-healing")
def test_of_days_that_pass_one_by_one_nothing_is_lost(gm, ines, shannon):
    hurt(gm, shannon)
    for day, left in enumerate([(17, 9), (14, 7), (11, 6), (8, 4)], 1):
        gm.does("dragonfly.rest", days=1, care="on", characters=[shannon.public_id])
        assert damage(shannon) == left, day
    gm.does("undo")
    assert damage(shannon) == (11, 6)
    gm.does("dragonfly.rest", days=1, care="on", characters=[shannon.public_id])
    assert damage(shannon) == (8, 4)


@pytest.mark.played("dragonfly.natural-healing")
def test_days_from_before_a_wound_do_not_heal_it(gm, ines, shannon):
    hurt(gm, shannon)
    gm.does("dragonfly.rest", days=1, care="on", characters=[shannon.public_id])
    gm.does("dragonfly.adjust", character=shannon.public_id, track="fire-damage", by=1)
    gm.does("dragonfly.rest", days=1, care="on", characters=[shannon.public_id])
    assert damage(shannon) == (14, 9)


@pytest.mark.played("dragonfly.natural-healing")
def test_the_sheets_own_rate(gm, ines, make):
    shannon = make(ines, daily_healing=10)
    hurt(gm, shannon)
    gm.does("dragonfly.rest", days=1, care="on", characters=[shannon.public_id])
    assert damage(shannon) == (10, 5)


@pytest.mark.parametrize(("share", "left"), [("none", (20, 10)), ("half", (17, 9)), ("full", (14, 7))])
def test_without_care_by_the_switch(db, make, share, left):
    table = open_a_table(healing_without_care=share)
    gm, ines = sit_down(table, "Director", "gm"), sit_down(table, "Ines")
    shannon = make(ines)
    hurt(gm, shannon)
    words = {"none": "Without it nobody heals by resting", "half": "heal half as much", "full": "heal as much"}
    assert words[share] in gm.get("dragonfly.rest").content.decode()
    gm.does("dragonfly.rest", days=2, characters=[shannon.public_id])
    assert damage(shannon) == left


def test_shared_by_the_switch(db, make):
    table = open_a_table(healing_is_shared="on")
    gm, ines = sit_down(table, "Director", "gm"), sit_down(table, "Ines")
    shannon = make(ines)
    hurt(gm, shannon, 2, 10)
    gm.does("dragonfly.rest", days=2, care="on", characters=[shannon.public_id])
    assert damage(shannon) == (0, 8)


def test_the_gms_own_rest_unheard(gm, ines, shannon, make):
    villain = make(gm, name="Villain", sheet="full", role="adversary", hidden="on")
    hurt(gm, shannon)
    hurt(gm, villain)
    gm.does("dragonfly.rest", days=1, care="on", characters=[shannon.public_id, villain.public_id])
    assert damage(villain) == (17, 9)
    assert "Villain" in gm.log()
    assert "Villain" not in ines.page()
    assert "Shannon Reyes 12 to 16" in ines.log()


@pytest.mark.parametrize(
    "wrong", [{"days": 0}, {"days": "x"}, {"days": 10**6}, {"characters": []}, {"characters": ["x"]}]
)
def test_bad_values_change_nothing(gm, shannon, wrong):
    hurt(gm, shannon)
    before = state_of_play(gm.table)
    data = {"days": 1, "care": "on", "characters": [shannon.public_id], **wrong}
    assert gm.post("dragonfly.rest", **data).status_code == 422
    assert state_of_play(gm.table) == before


def test_only_a_gm_and_undo(gm, ines, watcher, stranger, shannon):
    hurt(gm, shannon)
    before = state_of_play(gm.table)
    assert ines.post("dragonfly.rest", days=1, characters=[shannon.public_id]).status_code == 403
    assert watcher.post("dragonfly.rest", days=1, characters=[shannon.public_id]).status_code == 403
    assert stranger.at(ines).post("dragonfly.rest", days=1).status_code == 404
    assert state_of_play(gm.table) == before
    assert gm.post("dragonfly.rest", plain=True, days=1, care="on", characters=[shannon.public_id]).status_code == 302
    gm.does("undo")
    assert damage(shannon) == (20, 10)
