"""The unnamed, one or several of a kind, from a few numbers; and things."""

from __future__ import annotations

from typing import Any

import pytest

from apps.characters.access import known_to
from apps.characters.listed import Row
from apps.characters.models import Character
from apps.characters.rough_magic import ready
from apps.characters.rough_magic.sheet import sheet_of
from apps.characters.rough_magic.shown import best_attack
from tests.checks.conftest import everything_shown_to
from tests.combat.conftest import in_words
from tests.people import state_of_play


def adds(gm: Any, status: int = 200, **more: Any) -> str:
    answer = gm.post("rough_magic.quick-cast", **{"name": "Ferry thug", "attack": "close"} | more)
    assert answer.status_code == status, in_words(answer)
    return str(in_words(answer))


@pytest.mark.played("rough_magic.unnamed", "rough_magic.sheet")
def test_several_of_a_kind_with_a_weapon_and_armour(gm: Any) -> None:
    adds(gm, copies=3, brawn=4, agility=3, weapon="Club", weapon_rank=2, armour_rank=1)
    made = Character.objects.filter(table=gm.table).order_by("pk")
    assert [one.name for one in made] == ["Ferry thug 1", "Ferry thug 2", "Ferry thug 3"]
    sheet = sheet_of(made[2])
    assert (sheet.unnamed, sheet.group, sheet.role_title) == (True, "Ferry thug", "Enemy")
    assert (best_attack(sheet, "close"), sheet.defence("close"), sheet.defence("ranged")) == (6, 5, 4)


def test_whoever_is_added_while_a_fight_runs_is_said_not_to_be_in_it(gm: Any, ines: Any) -> None:
    adds(gm, name="Early bird")
    assert "Not in the fight yet" not in ines.log()
    assert "is not in the fight that runs" not in in_words(gm.get("rough_magic.quick-cast"))
    gm.does("rough_magic.start-fight", title="The ferry", characters=[])
    assert "is not in the fight that runs" in in_words(gm.get("rough_magic.quick-cast"))
    adds(gm, copies=2)
    assert "adds Ferry thug 1 and 2. Not in the fight yet." in ines.log()


@pytest.mark.parametrize("one", ready.listed_cast(), ids=lambda one: one.id)
def test_the_unnamed_come_with_one_tap_and_can_hurt(gm: Any, one: Row) -> None:
    """Within reach of a ready hero, and no match for one: their best attack is 4 to 8, their defence 6 at most."""
    gm.does("rough_magic.quick-cast", ready=one.id, copies=2, name="")
    made = Character.objects.filter(table=gm.table).order_by("pk")
    assert [each.name for each in made] == [f"{one.title} 1", f"{one.title} 2"]
    sheet = sheet_of(made[0])
    sort = one.values["attack"]
    assert sheet.unnamed
    assert best_attack(sheet, sort) in range(4, 9)
    assert sheet.defence(sort) in range(7)
    assert one.line in in_words(gm.get("rough_magic.quick-cast"))


def test_a_name_that_was_typed_stays(gm: Any) -> None:
    gm.does("rough_magic.quick-cast", ready="guard", name="Lefty", brawn=9)
    sheet = sheet_of(Character.objects.get(name="Lefty"))
    assert (sheet.rank("brawn"), best_attack(sheet, "close")) == (3, 5)


def test_a_name_alone_is_somebody_ordinary(gm: Any) -> None:
    adds(gm, attack="ranged", range=10)
    sheet = sheet_of(Character.objects.get(name="Ferry thug"))
    assert (sheet.rank("brawn"), sheet.rank("will"), sheet.defence("close")) == (2, 2, 2)
    assert (best_attack(sheet, "close"), best_attack(sheet, "ranged")) == (2, 2)


@pytest.mark.played("rough_magic.visibility")
def test_the_players_hear_the_names_and_of_somebody_hidden_nothing(gm: Any, ines: Any) -> None:
    adds(gm, copies=2, brawn=6)
    assert "adds Ferry thug 1 and 2. Agility 2, Brawn 6" in gm.log()
    assert "adds Ferry thug 1 and 2." in ines.log()
    assert "Brawn 6" not in everything_shown_to(ines)
    adds(gm, name="Net caster", hidden="on")
    assert "Net caster" not in everything_shown_to(ines)


def test_what_the_form_says_and_refuses(gm: Any, ines: Any, watcher: Any) -> None:
    assert "Add 4" in gm.get("rough_magic.quick-cast", name="Thug", copies=4, attack="close").content.decode()
    state = state_of_play(gm.table)
    assert "still empty" in adds(gm, 422, name="")
    adds(gm, 422, brawn=99)
    adds(gm, 422, attack="mental")
    for person in (ines, watcher):
        assert person.post("rough_magic.quick-cast", name="Thug", attack="close").status_code == 403
    assert state_of_play(gm.table) == state


# things


@pytest.mark.played("rough_magic.objects", "rough_magic.visibility")
def test_a_thing_is_nobody_and_its_dv_the_gms(gm: Any, ines: Any) -> None:
    gm.does("rough_magic.make-thing", name="Sluice door", dv=8)
    thing = Character.objects.get()
    sheet = sheet_of(thing)
    assert (sheet.is_thing, sheet.role_title, sheet.level) == (True, "Thing", "Intact")
    assert (sheet.defence("close"), sheet.defence("ranged")) == (8, 8)
    assert known_to(gm.viewer) == []
    assert "Intact" in ines.panel("rough_magic-here")
    assert "DV 8" in gm.panel("rough_magic-cast")
    assert "DV 8" not in everything_shown_to(ines)
    gm.does("rough_magic.hurt", characters=[thing.public_id], levels=4, sort="lasting", why="A ram")
    assert "Destroyed" in ines.panel("rough_magic-here")


def test_a_thing_is_changed_by_the_gm(gm: Any, ines: Any) -> None:
    gm.does("rough_magic.make-thing", name="Console", dv=5, hidden="on")
    thing = Character.objects.get().public_id
    assert "Console" not in everything_shown_to(ines)
    gm.does("rough_magic.edit-thing", character=thing, name="Big console", dv=6)
    assert "edits the sheet of Big console: Name Console to Big console; DV 5 to 6" in gm.log()
    state = state_of_play(gm.table)
    assert "already" in gm.post("rough_magic.edit-thing", character=thing, name="Big console", dv=6).content.decode()
    assert ines.post("rough_magic.edit-thing", character=thing, name="Mine", dv=0).status_code == 403
    assert ines.post("rough_magic.make-thing", name="Mine", dv=0).status_code == 403
    assert gm.post("rough_magic.make-thing", name="Mine", dv=99).status_code == 422
    assert state_of_play(gm.table) == state
