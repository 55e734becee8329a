"""Making characters: full sheets and score sheets."""

import pytest

from apps.characters.dragonfly.sheet import sheet_of
from apps.characters.models import Character, Move
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
    from tests.characters.conftest import SHANNON

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
    from tests.characters.conftest import SHANNON

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
    from tests.characters.conftest import SHANNON

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
