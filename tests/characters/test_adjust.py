"""One number up or down, or set."""

import pytest

from apps.characters.dragonfly.sheet import sheet_of
from apps.characters.models import Move
from tests.people import newest_event, state_of_play


def adjusted(person, character, track, **how):
    return person.post("dragonfly.adjust", character=character.public_id, track=track, **how)


@pytest.mark.played("dragonfly.life-points")
def test_life_points_are_the_maximum_less_both_kinds_of_damage(gm, ines, marek, shannon):
    assert adjusted(gm, shannon, "life-points", by=-7).status_code == 200
    adjusted(gm, shannon, "fire-damage", by=4)
    sheet = sheet_of(shannon)
    assert (sheet.ordinary_damage, sheet.fire_damage, sheet.life_points) == (7, 4, 31)
    assert "31 of 42" in ines.panel("sheet")
    assert "31" in marek.panel("here")
    assert "Life Points 42 to 35 of 42" in marek.log()


@pytest.mark.played("dragonfly.life-points")
def test_far_below_zero_is_possible(gm, shannon):
    adjusted(gm, shannon, "ordinary-damage", set=55)
    assert sheet_of(shannon).life_points == -13
    assert "−13" in gm.panel("party")


def test_healing_takes_ordinary_damage_first_and_stops_at_the_maximum(gm, shannon):
    adjusted(gm, shannon, "ordinary-damage", set=3)
    adjusted(gm, shannon, "fire-damage", set=4)
    adjusted(gm, shannon, "life-points", by=5)
    assert (sheet_of(shannon).ordinary_damage, sheet_of(shannon).fire_damage) == (0, 2)
    before = state_of_play(gm.table)
    refused = adjusted(gm, shannon, "life-points", by=3)
    assert refused.status_code == 422
    assert "does not go over the maximum" in refused.content.decode()
    assert state_of_play(gm.table) == before


def test_set_by_hand(gm, shannon):
    adjusted(gm, shannon, "life-points", set=10)
    assert sheet_of(shannon).life_points == 10
    adjusted(gm, shannon, "life-points", set=20)
    assert sheet_of(shannon).ordinary_damage == 22
    adjusted(gm, shannon, "life-points-maximum", set=50)
    assert sheet_of(shannon).life_points == 28


def test_drama_points_move_through_the_ledger(table, gm, ines, shannon):
    adjusted(gm, shannon, "drama-points", by=-1, why="Bribery")
    move = Move.objects.latest("pk")
    assert (move.points, move.target, move.event, move.why) == (1, None, newest_event(table), "Bribery")
    assert sheet_of(shannon).drama_points == 9
    assert "Drama Points 10 to 9" in ines.log()
    assert adjusted(gm, shannon, "drama-points", by=-10).status_code == 422
    assert adjusted(ines, shannon, "drama-points", by=5).status_code == 422
    assert sheet_of(shannon).drama_points == 9


def test_armor_is_told_to_who_reads_the_sheet(gm, ines, marek, shannon):
    adjusted(ines, shannon, "armor", by=1)
    assert "Armor Value 2 to 3" in ines.log()
    assert "Armor Value 2 to 3" in gm.log()
    assert "Armor" not in marek.log()


def test_the_gms_characters_are_told_to_the_gm_alone(gm, ines, brute):
    adjusted(gm, brute, "life-points", by=-40)
    assert "Life Points 40 to 0" in gm.log()
    assert "Life Points" not in ines.log()
    assert "down" in ines.panel("here")


@pytest.mark.parametrize(
    "wrong",
    [{}, {"by": 0}, {"by": "x"}, {"by": 1, "set": 1}, {"by": 10**9}, {"by": -10000}, {"by": -1, "track": "<script>"},
     {"by": -1, "character": "xforeign"}, {"by": -1, "why": "x" * 200}],
)  # fmt: skip
def test_bad_values_change_nothing(gm, shannon, wrong):
    before = state_of_play(gm.table)
    data = {"character": shannon.public_id, "track": "life-points", **wrong}
    refused = gm.post("dragonfly.adjust", **data)
    assert refused.status_code == 422
    assert "<script>" not in refused.content.decode()
    assert state_of_play(gm.table) == before


def test_nobody_else_may(ines, marek, watcher, stranger, shannon, voss):
    before = state_of_play(ines.table)
    assert adjusted(marek, shannon, "armor", by=1).status_code == 422
    assert adjusted(ines, voss, "life-points", by=-1).status_code == 422
    assert adjusted(watcher, shannon, "armor", by=1).status_code == 403
    assert adjusted(stranger.at(ines), shannon, "armor", by=1).status_code == 404
    assert state_of_play(ines.table) == before


def test_undo_puts_the_damage_back(gm, shannon):
    adjusted(gm, shannon, "life-points", by=-7)
    adjusted(gm, shannon, "drama-points", by=2)
    gm.does("undo")
    assert (sheet_of(shannon).drama_points, Move.objects.count()) == (10, 1)
    gm.does("undo")
    assert sheet_of(shannon).life_points == 42


def test_one_tap_without_javascript_leads_to_a_filled_form(gm, shannon):
    page = gm.get("dragonfly.adjust", plain=True, character=shannon.public_id, track="life-points", by=-1)
    assert 'value="-1"' in page.content.decode()
    done = gm.post("dragonfly.adjust", plain=True, character=shannon.public_id, track="life-points", by=-1)
    assert done.status_code == 302
