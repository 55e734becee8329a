"""I Think I'm OK outside a fight."""

import pytest

from apps.characters.dragonfly.sheet import sheet_of
from tests.people import open_a_table, sit_down, state_of_play


def hurt(gm, character, ordinary, fire=0):
    gm.does("dragonfly.adjust", character=character.public_id, track="ordinary-damage", set=ordinary)
    if fire:
        gm.does("dragonfly.adjust", character=character.public_id, track="fire-damage", set=fire)


@pytest.mark.played("dragonfly.i-think-im-ok")
def test_half_of_all_damage_for_a_point_again_and_again(gm, ines, marek, make):
    jess = make(ines, name="Jess", life_points=38)
    hurt(gm, jess, 51)
    page = ines.get("dragonfly.im-ok", character=jess.public_id).content.decode()
    assert "−13 to 13" in page
    ines.does("dragonfly.im-ok", character=jess.public_id)
    sheet = sheet_of(jess)
    assert (sheet.ordinary_damage, sheet.life_points, sheet.drama_points) == (25, 13, 9)
    ines.does("dragonfly.im-ok", character=jess.public_id)
    assert (sheet_of(jess).ordinary_damage, sheet_of(jess).life_points) == (12, 26)
    assert "Life Points −13 to 13 of 38, 9 left" in marek.log()
    ines.does("undo")
    assert (sheet_of(jess).ordinary_damage, sheet_of(jess).drama_points) == (25, 9)


@pytest.mark.played("dragonfly.i-think-im-ok")
def test_fire_damage_is_halved_alone(gm, ines, shannon):
    hurt(gm, shannon, 10, 5)
    ines.does("dragonfly.im-ok", character=shannon.public_id)
    assert (sheet_of(shannon).ordinary_damage, sheet_of(shannon).fire_damage) == (5, 2)


def test_the_switch_lets_an_odd_point_stay(db, make):
    table = open_a_table(ok_heals_rounded_down="on")
    gm, ines = sit_down(table, "Director", "gm"), sit_down(table, "Ines")
    jess = make(ines)
    hurt(gm, jess, 51)
    ines.does("dragonfly.im-ok", character=jess.public_id)
    assert sheet_of(jess).ordinary_damage == 26


def test_refused_where_it_buys_nothing(gm, ines, shannon):
    refused = ines.post("dragonfly.im-ok", character=shannon.public_id)
    assert refused.status_code == 422
    assert "not hurt" in refused.content.decode()
    hurt(gm, shannon, 10)
    gm.does("dragonfly.take-back", character=shannon.public_id, points=10)
    before = state_of_play(gm.table)
    refused = ines.post("dragonfly.im-ok", character=shannon.public_id)
    assert refused.status_code == 422
    assert "No Drama Points are left" in refused.content.decode()
    assert state_of_play(gm.table) == before


def test_others_may_not_and_without_javascript(gm, ines, marek, watcher, stranger, shannon):
    hurt(gm, shannon, 10)
    before = state_of_play(gm.table)
    assert marek.post("dragonfly.im-ok", character=shannon.public_id).status_code == 422
    assert watcher.post("dragonfly.im-ok", character=shannon.public_id).status_code == 403
    assert stranger.at(ines).post("dragonfly.im-ok", character=shannon.public_id).status_code == 404
    assert ines.post("dragonfly.im-ok", character="xforeign").status_code == 422
    assert state_of_play(gm.table) == before
    page = ines.get("dragonfly.im-ok", plain=True, character=shannon.public_id).content.decode()
    assert "Work it out with these" not in page, "there is nothing to fill in"
    assert ines.post("dragonfly.im-ok", plain=True, character=shannon.public_id).status_code == 302
