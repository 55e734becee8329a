"""Giving, duplicating, hiding, sending away and deleting characters."""

import pytest

from apps.characters.dragonfly.sheet import sheet_of
from apps.characters.models import Character, Condition, Entry, Move, Rating, Track, Trait
from tests.characters.test_maneuvers import KICK
from tests.people import newest_event, state_of_play

ROWS = (Character, Rating, Track, Trait, Condition, Entry, Move)


def counts():
    return [sorted(model.objects.values_list("pk", flat=True)) for model in ROWS]


# giving


def test_given_to_a_seat_and_taken_again(gm, ines, marek, shannon):
    gm.does("give-character", character=shannon.public_id, seat=marek.seat.public_id)
    assert "Shannon Reyes" in marek.panel("sheet")
    assert "Make a character" in ines.panel("sheet")
    assert "gives Shannon Reyes to Marek" in ines.log()
    gm.does("give-character", character=shannon.public_id, seat="")
    assert "takes Shannon Reyes from Marek" in ines.log()
    assert "Shannon Reyes" in gm.panel("cast")
    gm.does("undo")
    shannon.refresh_from_db()
    assert shannon.seat == marek.seat


def test_a_hidden_character_is_seen_by_whoever_plays_it(gm, ines, marek, voss):
    gm.does("give-character", character=voss.public_id, seat=ines.seat.public_id)
    assert "Voss" in ines.panel("sheet")
    assert "gives Voss to Ines" in ines.log()
    assert "Voss" not in marek.page()


def test_only_to_seats_of_this_table(gm, ines, watcher, shannon):
    before = state_of_play(gm.table)
    for seat in (watcher.seat.public_id, "xforeign", "<script>"):
        assert gm.post("give-character", character=shannon.public_id, seat=seat).status_code == 422
    assert gm.post("give-character", character=shannon.public_id, seat=ines.seat.public_id).status_code == 422
    assert ines.post("give-character", character=shannon.public_id, seat="").status_code == 403
    assert state_of_play(gm.table) == before


# the scene


def test_away_and_back(gm, ines, marek, shannon):
    ines.does("character-present", character=shannon.public_id, present="no")
    assert "Shannon" not in marek.panel("here")
    assert "out of the scene" in marek.log()
    assert ines.post("character-present", character=shannon.public_id, present="no").status_code == 422
    assert marek.post("character-present", character=shannon.public_id, present="yes").status_code == 422
    assert gm.post("character-present", plain=True, character=shannon.public_id, present="yes").status_code == 302
    assert newest_event(gm.table).by_gm
    gm.does("undo")
    assert "Shannon" not in marek.panel("here")


# hiding


def test_hiding_is_told_to_gms_alone(gm, ines, watcher, brute):
    gm.does("character-hidden", character=brute.public_id, hidden="yes")
    for person in (ines, watcher):
        assert "Brute" not in person.panel("here")
        assert "hides" not in person.log()
    assert "hides Brute" in gm.log()
    gm.does("character-hidden", character=brute.public_id, hidden="no")
    assert "shows Brute" in ines.log()
    assert "Brute" in ines.panel("here")
    assert ines.post("character-hidden", character=brute.public_id, hidden="yes").status_code == 403
    assert gm.post("character-hidden", character=brute.public_id, hidden="maybe").status_code == 422


# duplicating


def test_a_copy_is_unhurt_and_has_its_own_points(gm, ines, shannon):
    ines.does("dragonfly.maneuver-add", character=shannon.public_id, **KICK)
    gm.does("condition-add", character=shannon.public_id, name="Off balance")
    gm.does("dragonfly.adjust", character=shannon.public_id, track="life-points", by=-9)
    gm.does("dragonfly.adjust", character=shannon.public_id, track="drama-points", set=1)
    ines.does("dragonfly.duplicate", character=shannon.public_id)
    twin = sheet_of(Character.objects.latest("pk"))
    assert (twin.name, twin.life_points, twin.armor, twin.drama_points) == ("Shannon Reyes 2", 42, 2, 10)
    assert twin.attributes == sheet_of(shannon).attributes
    assert twin.maneuvers[0].name == "Kick"
    assert not twin.conditions
    assert twin.id != shannon.public_id


def test_several_copies_and_undo(gm, brute):
    before = counts()
    gm.post("dragonfly.duplicate", plain=True, character=brute.public_id, copies=3)
    assert list(Character.objects.values_list("name", flat=True)) == ["Brute", "Brute 2", "Brute 3", "Brute 4"]
    gm.does("undo")
    assert counts() == before
    assert gm.post("dragonfly.duplicate", character=brute.public_id, copies=1000).status_code == 422


def test_nobody_else_duplicates(ines, marek, watcher, stranger, shannon):
    before = state_of_play(ines.table)
    assert marek.post("dragonfly.duplicate", character=shannon.public_id).status_code == 422
    assert watcher.post("dragonfly.duplicate", character=shannon.public_id).status_code == 403
    assert stranger.at(ines).post("dragonfly.duplicate", character=shannon.public_id).status_code == 404
    assert state_of_play(ines.table) == before


# deleting


def test_deleted_with_everything_and_brought_back(gm, ines, marek, shannon):
    ines.does("dragonfly.maneuver-add", character=shannon.public_id, **KICK)
    gm.does("condition-add", character=shannon.public_id, name="Off balance")
    before, sheet = counts(), sheet_of(shannon)
    assert "goes with every number" in ines.get("delete-character", character=shannon.public_id).content.decode()
    ines.does("delete-character", character=shannon.public_id)
    assert not Character.objects.exists()
    assert not Move.objects.exists()
    assert "deletes Shannon Reyes" in marek.log()
    ines.does("undo")
    assert counts() == before
    assert sheet_of(Character.objects.get()).maneuvers == sheet.maneuvers
    assert "Shannon Reyes" in ines.panel("sheet")


def test_a_hidden_one_goes_unheard(gm, ines, voss):
    gm.post("delete-character", plain=True, character=voss.public_id)
    assert "Voss" in gm.log()
    assert "Voss" not in ines.page()


def test_nobody_else_deletes(ines, marek, watcher, stranger, shannon):
    before = state_of_play(ines.table)
    assert marek.post("delete-character", character=shannon.public_id).status_code == 422
    assert watcher.post("delete-character", character=shannon.public_id).status_code == 403
    assert stranger.at(ines).post("delete-character", character=shannon.public_id).status_code == 404
    ines.seat.removed_at = ines.table.opened_at
    ines.seat.save()
    assert ines.post("delete-character", character=shannon.public_id).status_code == 404
    ines.seat.removed_at = None
    ines.seat.save()
    assert state_of_play(ines.table) == before


@pytest.mark.parametrize(
    "act", ["give-character", "character-present", "character-hidden", "dragonfly.duplicate", "delete-character"]
)
def test_foreign_ids_are_refused(gm, act):
    before = state_of_play(gm.table)
    for one in ("", "xforeign", "1", "<script>", "x" * 5000):
        refused = gm.post(act, character=one, present="yes", hidden="yes")
        assert refused.status_code == 422
        assert "<script>" not in refused.content.decode()
    assert state_of_play(gm.table) == before
