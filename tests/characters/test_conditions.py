"""Conditions: added, shown, taken off, and ended with a stretch of play."""

import pytest

from apps.characters.models import Condition
from tests.people import state_of_play


def added(person, character, **fields):
    return person.post("condition-add", **{"character": character.public_id, "name": "Off balance", **fields})


def test_a_condition_is_seen_by_everybody(gm, ines, marek, watcher, shannon):
    assert added(gm, shannon, modifier=-2, note="The deck tilts").status_code == 200
    assert "Off balance −2" in ines.panel("sheet")
    assert "Off balance −2" in gm.panel("party")
    assert "Off balance −2" in watcher.panel("here")
    assert "puts “Off balance −2” on Shannon Reyes" in marek.log()


def test_a_phone_is_to_tell_of_it_where_its_owner_looks(gm, ines, shannon):
    added(gm, shannon)
    assert "news" in ines.soup().select("#log-cards > li")[-1]["class"]
    gm.does("condition-remove", condition=Condition.objects.get().public_id)
    assert "news" in ines.soup().select("#log-cards > li")[-1]["class"]


def test_a_tap_opens_it_and_takes_it_off(ines, shannon):
    added(ines, shannon, note="The deck tilts")
    row = Condition.objects.get()
    assert "The deck tilts" in ines.get("condition-remove", condition=row.public_id).content.decode()
    ines.does("condition-remove", condition=row.public_id)
    assert not Condition.objects.exists()
    assert "takes “Off balance” off" in ines.log()
    ines.does("undo")
    assert Condition.objects.get().note == "The deck tilts"


def test_it_ends_with_the_scene(gm, ines, shannon, voss):
    refused = added(gm, shannon, until="scene")
    assert refused.status_code == 422
    assert "No scene is open" in refused.content.decode()
    gm.does("open-scene", title="The engine corridor")
    added(gm, shannon, until="scene")
    added(gm, voss, name="Lurking", until="scene")
    added(gm, shannon, name="Tired")
    gm.does("close-scene")
    assert [row.name for row in Condition.objects.all()] == ["Tired"]
    assert "Shannon Reyes: Off balance" in ines.log()
    assert "Lurking" not in ines.page()
    gm.does("undo")
    assert Condition.objects.count() == 3


@pytest.mark.parametrize(
    "wrong", [{"name": ""}, {"name": "x" * 41}, {"modifier": "much"}, {"modifier": 1000}, {"tone": "loud"},
              {"until": "noon"}, {"note": "x" * 121}, {"name": "a\u202eb"}],
)  # fmt: skip
def test_bad_values_change_nothing(gm, shannon, wrong):
    before = state_of_play(gm.table)
    assert added(gm, shannon, **wrong).status_code == 422
    assert state_of_play(gm.table) == before


def test_nobody_else_may(ines, gm, marek, watcher, stranger, shannon, voss):
    added(gm, voss)
    row = Condition.objects.get()
    before = state_of_play(ines.table)
    assert added(marek, shannon).status_code == 422
    assert marek.post("condition-remove", condition=row.public_id).status_code == 422
    assert added(watcher, shannon).status_code == 403
    assert added(stranger.at(ines), shannon).status_code == 404
    assert state_of_play(ines.table) == before


def test_script_is_text(gm, ines, shannon):
    added(gm, shannon, name="<script>x", note="<b>y")
    assert "<script>x" not in ines.page() + gm.page()


def test_without_javascript(gm, shannon):
    assert gm.post("condition-add", plain=True, character=shannon.public_id, name="Tired").status_code == 302
