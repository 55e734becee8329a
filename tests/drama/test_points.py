"""Awarding, spending and taking back Drama Points."""

import pytest

from apps.characters.dragonfly.points import drama_points_of
from apps.characters.models import Move
from tests.people import newest_event, state_of_play


@pytest.mark.played("dragonfly.drama-points")
def test_awarded_to_several_and_everybody_hears(table, gm, watcher, shannon, pell):
    gm.does("dragonfly.award", characters=[shannon.public_id, pell.public_id], points=2, why="The rescue")
    assert (drama_points_of(shannon), drama_points_of(pell)) == (12, 12)
    assert "awards 2 Drama Points (The rescue)" in watcher.log()
    assert "+2" in watcher.panel("points")
    assert {one.event for one in Move.objects.filter(why="The rescue")} == {newest_event(table)}


def test_awarded_to_every_players_character(gm, shannon, pell, brute):
    gm.does("dragonfly.award", to="all", points=1)
    assert (drama_points_of(shannon), drama_points_of(pell), drama_points_of(brute)) == (11, 11, 0)


def test_what_the_gms_own_get_is_theirs_to_know(gm, ines, shannon, voss):
    gm.does("dragonfly.award", characters=[shannon.public_id, voss.public_id], points=3)
    assert "Voss" not in ines.page()
    assert "Shannon Reyes now has 13" in ines.log()
    assert "Voss now has 3" in gm.log()


def test_how_many_one_has_stands_where_one_spends_them(gm, ines, watcher, shannon, pell):
    assert ines.panel("points").startswith("Drama Points 10 Spend")
    ines.does("dragonfly.spend", character=shannon.public_id, points=2)
    assert ines.panel("points").startswith("Drama Points 8 Spend")
    assert gm.panel("points").startswith("Drama Points Award")
    assert watcher.panel("points").startswith("Drama Points How they moved")


@pytest.mark.played("dragonfly.drama-points")
def test_spent_by_the_player(gm, ines, marek, shannon):
    assert "10 Drama Points held now" in ines.get("dragonfly.spend", character=shannon.public_id).content.decode()
    ines.does("dragonfly.spend", character=shannon.public_id, points=2, why="A kinder judge")
    assert drama_points_of(shannon) == 8
    assert "spends 2 Drama Points of Shannon Reyes (A kinder judge): 8 left" in marek.log()
    ines.does("undo")
    assert drama_points_of(shannon) == 10
    assert not Move.objects.filter(why="A kinder judge").exists()


@pytest.mark.played("dragonfly.drama-points")
def test_nobody_spends_what_they_lack(ines, shannon):
    before = state_of_play(ines.table)
    refused = ines.post("dragonfly.spend", character=shannon.public_id, points=11)
    assert refused.status_code == 422
    assert "would need 11, and 10 are left" in refused.content.decode()
    assert state_of_play(ines.table) == before


def test_taken_back(gm, ines, shannon):
    gm.does("dragonfly.take-back", character=shannon.public_id, points=3, why="A mistake")
    assert drama_points_of(shannon) == 7
    assert "takes 3 Drama Points from Shannon Reyes (A mistake): 7 left" in ines.log()
    assert newest_event(gm.table).by_gm
    assert gm.post("dragonfly.take-back", character=shannon.public_id, points=8).status_code == 422
    assert ines.post("dragonfly.take-back", character=shannon.public_id, points=1).status_code == 403


@pytest.mark.parametrize("act", ["dragonfly.award", "dragonfly.spend", "dragonfly.take-back"])
@pytest.mark.parametrize(
    "wrong", [{"points": 0}, {"points": -3}, {"points": "many"}, {"points": 10**12}, {"points": ""}, {"why": "x" * 200},
              {"character": "xforeign", "characters": ["xforeign"]}, {"character": "", "characters": []}],
)  # fmt: skip
def test_bad_values_change_nothing(gm, shannon, act, wrong):
    before = state_of_play(gm.table)
    data = {"character": shannon.public_id, "characters": [shannon.public_id], "points": 1, **wrong}
    assert gm.post(act, **data).status_code == 422
    assert state_of_play(gm.table) == before


def test_others_may_not(gm, ines, marek, watcher, stranger, shannon):
    before = state_of_play(ines.table)
    assert ines.post("dragonfly.award", characters=[shannon.public_id], points=5).status_code == 403
    assert marek.post("dragonfly.spend", character=shannon.public_id, points=1).status_code == 422
    assert watcher.post("dragonfly.spend", character=shannon.public_id, points=1).status_code == 403
    assert stranger.at(ines).post("dragonfly.spend", character=shannon.public_id, points=1).status_code == 404
    assert state_of_play(ines.table) == before


def test_script_is_text_and_without_javascript(gm, ines, shannon):
    assert (
        ines.post("dragonfly.spend", plain=True, character=shannon.public_id, points=1, why="<script>x").status_code
        == 302
    )
    assert "<script>x" not in ines.page() + gm.page()


def test_the_same_submit_twice_pays_once(ines, shannon):
    for _ in range(2):
        ines.post("dragonfly.spend", nonce="samesubmit1", character=shannon.public_id, points=1)
    assert drama_points_of(shannon) == 9
