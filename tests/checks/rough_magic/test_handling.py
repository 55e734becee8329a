"""Gear is used up, worn and taken off, drawn and put away."""

from __future__ import annotations

from typing import Any

import pytest

from apps.characters.models import Character, Entry
from apps.characters.rough_magic.sheet import sheet_of
from tests.characters.rough_magic.conftest import ash, jun, table
from tests.checks.conftest import everything_shown_to
from tests.combat.conftest import in_words
from tests.people import state_of_play

__all__ = ["ash", "jun", "table"]


def handles(person: Any, act: str, one: Character, gear: str, status: int = 200, **more: Any) -> str:
    row = Entry.objects.get(character=one, name=gear)
    answer = person.post(f"rough_magic.{act}", gear=row.public_id, **more)
    assert answer.status_code == status, in_words(answer)
    return str(in_words(answer))


def left(one: Character, gear: str) -> int | None:
    return Entry.objects.get(character=one, name=gear).amount


@pytest.mark.played("rough_magic.gear")
def test_what_is_counted_is_used_up(ines: Any, marek: Any, jun: Character) -> None:
    handles(ines, "use-up", jun, "Burst flask", count=2)
    assert left(jun, "Burst flask") == 1
    assert "Jun Vey uses up Burst flask, 2 of them. 1 left." in ines.log()
    assert "Jun Vey uses up Burst flask, 2 of them." in marek.log()
    assert "1 left" not in marek.log()
    before = state_of_play(ines.table)
    assert "only 1 left of Burst flask" in handles(ines, "use-up", jun, "Burst flask", status=422, count=2)
    assert state_of_play(ines.table) == before
    handles(ines, "use-up", jun, "Burst flask", count=1)
    assert "none left" in handles(ines, "use-up", jun, "Burst flask", status=422, count=1)


def test_nobody_uses_up_what_is_not_counted(ines: Any, jun: Character) -> None:
    handles(ines, "use-up", jun, "Pistol", status=422, count=1)


@pytest.mark.played("rough_magic.gear", "rough_magic.ranged-combat-values", "rough_magic.close-combat-values")
def test_only_what_is_worn_defends(ines: Any, marek: Any, jun: Character) -> None:
    def defence() -> tuple[int, int]:
        sheet = sheet_of(Character.objects.get(pk=jun.pk))
        return sheet.defence("close"), sheet.defence("ranged")

    assert defence() == (6, 9)
    handles(ines, "wear", jun, "Scale coat", on="no")
    assert defence() == (4, 7)
    assert "Jun Vey takes off Scale coat." in marek.log()
    handles(ines, "wear", jun, "Scale coat", on="yes")
    assert defence() == (6, 9)
    assert "so already" in handles(ines, "wear", jun, "Scale coat", status=422, on="yes")


@pytest.mark.played("rough_magic.gear")
def test_weapons_are_drawn_and_put_away(ines: Any, marek: Any, jun: Character) -> None:
    handles(ines, "draw", jun, "Pistol", on="no")
    arms = {one.name: one.on for one in sheet_of(Character.objects.get(pk=jun.pk)).arms}
    assert (arms["Pistol"], arms["Longsaber"]) == (False, True)
    assert "Jun Vey puts away Pistol." in marek.log()
    handles(ines, "wear", jun, "Pistol", status=422, on="no")
    handles(ines, "draw", jun, "Scale coat", status=422, on="no")


def test_the_defeated_draw_nothing(gm: Any, ines: Any, jun: Character) -> None:
    gm.does("rough_magic.hurt", characters=[jun.public_id], levels=4, sort="lasting", why="Fire")
    assert "Jun Vey is defeated" in handles(ines, "draw", jun, "Pistol", status=422, on="no")
    handles(gm, "draw", jun, "Pistol", on="no")


def test_of_the_hidden_nobody_hears(gm: Any, ines: Any, ash: Character) -> None:
    handles(gm, "draw", ash, "Needle gun", on="no")
    assert "Needle gun" not in everything_shown_to(ines)


def test_only_one_s_own_and_it_can_be_taken_back(
    ines: Any, marek: Any, watcher: Any, stranger: Any, jun: Character
) -> None:
    handles(marek, "use-up", jun, "Burst flask", status=422, count=1)
    handles(watcher, "use-up", jun, "Burst flask", status=403, count=1)
    handles(stranger.at(marek), "use-up", jun, "Burst flask", status=404, count=1)
    handles(ines, "use-up", jun, "Burst flask", count=1)
    ines.does("undo")
    assert left(jun, "Burst flask") == 3
