"""An enemy of few numbers, one or several of a kind."""

from __future__ import annotations

from typing import Any

import pytest

from apps.characters.dragon import ready
from apps.characters.dragon.sheet import sheet_of
from apps.characters.listed import Row
from apps.characters.models import Character, Rating
from apps.rules.dragon import Options
from tests.checks.conftest import everything_shown_to
from tests.combat.conftest import in_words
from tests.people import open_a_table, sit_down, state_of_play


def adds(gm: Any, status: int = 200, **more: Any) -> str:
    answer = gm.post("dragon.quick-cast", **{"name": "Tide warden", "weapon": "blade"} | more)
    assert answer.status_code == status, in_words(answer)
    return str(in_words(answer))


@pytest.mark.played("dragon.sheet", "dragon.hit-points", "dragon.weapons")
def test_several_of_a_kind_with_a_weapon_and_its_skill(gm: Any) -> None:
    adds(gm, copies=3, reflexes=4, body=5, skill=2, dodge=1)
    made = Character.objects.filter(table=gm.table).order_by("pk")
    assert [one.name for one in made] == ["Tide warden 1", "Tide warden 2", "Tide warden 3"]
    sheet = sheet_of(made[2])
    assert (sheet.side, sheet.maximum, sheet.movement) == ("bad", 5 * (5 + 4), 5)
    assert [(one.title, one.value) for one in sheet.primaries] == [
        ("Body", 5), ("Reflexes", 4), ("Mind", 3), ("Social", 3), ("Tao", 0),
    ]  # fmt: skip
    assert [(one.name, one.level, one.melee) for one in sheet.skills] == [("Blade", 2, True), ("Dodge", 1, False)]
    (weapon,) = sheet.weapons
    assert (weapon.name, weapon.multiple, weapon.attack, weapon.skill) == ("Blade", 3, "melee", "Blade")
    assert Rating.objects.filter(character=made[2]).count() == 6


@pytest.mark.parametrize("one", ready.listed_cast(Options()), ids=lambda one: one.id)
def test_enemies_come_with_one_tap_and_can_hurt(gm: Any, one: Row) -> None:
    gm.does("dragon.quick-cast", ready=one.id, copies=2, name="")
    made = Character.objects.filter(table=gm.table).order_by("pk")
    assert [each.name for each in made] == [f"{one.title} 1", f"{one.title} 2"]
    sheet = sheet_of(made[0])
    (weapon,) = sheet.weapons
    skill = next(each for each in sheet.skills if each.name == weapon.skill)
    assert (sheet.maximum, skill.level) == (5 * (one.values["body"] + one.values["reflexes"]), one.values["skill"])
    assert one.line in in_words(gm.get("dragon.quick-cast"))


def test_where_hit_points_are_entered_they_come_with_the_tap(db: None) -> None:
    table = open_a_table("Typed", game="dragon", hit_points_formula="entered")
    gm = sit_down(table, "Robin", "gm")
    gm.does("dragon.quick-cast", ready="guard")
    assert sheet_of(Character.objects.get(table=table)).maximum == 35


def test_a_name_alone_is_somebody_ordinary(gm: Any) -> None:
    adds(gm, weapon="bow", skill=0)
    sheet = sheet_of(Character.objects.get(name="Tide warden"))
    assert (sheet.maximum, sheet.skills, sheet.weapons[0].skill) == (30, (), "")


@pytest.mark.played("dragon.visibility")
def test_the_players_hear_the_names_and_of_somebody_hidden_nothing(gm: Any, ines: Any) -> None:
    adds(gm, copies=2, body=6)
    assert "adds Tide warden 1 and 2. Body 6" in gm.log()
    assert "adds Tide warden 1 and 2." in ines.log()
    assert "Body 6" not in everything_shown_to(ines)
    adds(gm, name="Bell-witch", hidden="on")
    assert "Bell-witch" not in everything_shown_to(ines)


def test_the_form_says_the_hit_points_and_how_many_come(gm: Any) -> None:
    words = in_words(gm.get("dragon.quick-cast", name="Warden", weapon="club", body=5, copies=4))
    assert "40 hit points each." in words
    assert "Add 4" in words
    assert "12 hit points each." in in_words(gm.get("dragon.quick-cast", name="W", weapon="club", hit_points=12))


@pytest.mark.played("dragon.table-options", "dragon.hit-points", "dragon.movement")
def test_what_the_table_wants_entered_is_asked_for(db: None) -> None:
    entered = dict.fromkeys(("hit_points_formula", "move_formula", "primary_from_substats"), "entered")
    gm = sit_down(open_a_table(game="dragon", **entered), "Kai", "gm")
    assert "Nothing was changed" in adds(gm, 422)
    adds(gm, hit_points=14, movement=6, social=7)
    sheet = sheet_of(Character.objects.get())
    assert (sheet.maximum, sheet.movement) == (14, 6)
    assert [one.value for one in sheet.primaries] == [3, 3, 3, 7, 0]


@pytest.mark.parametrize("given", [{"name": ""}, {"copies": 40}, {"weapon": "cannon"}, {"body": 400}])
def test_what_cannot_be_is_refused(gm: Any, given: dict[str, Any]) -> None:
    before = state_of_play(gm.table)
    assert "Nothing was changed" in adds(gm, 422, **given)
    assert state_of_play(gm.table) == before


def test_it_is_the_gm_s_and_can_be_taken_back(gm: Any, ines: Any, watcher: Any, stranger: Any) -> None:
    for person in (ines, watcher):
        adds(person, 403)
    adds(stranger.at(ines), 404)
    adds(gm, copies=2)
    gm.does("undo")
    assert not Character.objects.exists()
