"""Whoever lies there stands in a panel, on the sheet, among those here, and on paper: each as far as one may know."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from apps.characters.dragon import document
from apps.characters.dragon.states import FALLEN, State
from apps.characters.models import Character
from tests.characters.dragon.conftest import made
from tests.combat.dragon.conftest import in_round
from tests.combat.dragon.struck import check_of, left, now, open_checks, takes

Dice = Callable[..., Any]


@pytest.fixture
def dying(gm: Any, ana: Character, dice: Dice) -> Character:
    takes(gm, ana, 57)
    dice(1, 1, 1, 1, 1)
    gm.does("dragon.death-check", ask=check_of(gm.table).public_id)
    return ana


@pytest.mark.played("dragon.dying", "dragon.visibility")
def test_gm_and_owner_read_the_gap_and_the_others_that_somebody_is_dying(
    gm: Any, ines: Any, marek: Any, watcher: Any, dying: Character
) -> None:
    gm.does("dragon.fate", character=dying.public_id, word="countdown", count=3)
    assert "Ana Dying, check short by 12 3 rounds" in gm.panel("dragon-fallen")
    assert "Dying, check short by 12 3 rounds past hit points" in ines.panel("dragon-sheet")
    assert "Dying, check short by 12" in gm.panel("dragon-party")
    for other in (ines, marek, watcher):
        assert other.panel("dragon-fallen") == "Down Ana Dying"
        assert "Ana" in other.panel("dragon-here")
        assert "Dying" in other.panel("dragon-here")
    for other in (marek, watcher):
        assert "short by 12" not in other.page()
        assert "3 rounds" not in other.page()


def test_paper_says_it_too(ines: Any, dying: Character) -> None:
    assert "Dying, check short by 12" in ines.at_address("print", character=dying.public_id).content.decode()


def test_whoever_is_brought_in_with_too_much_damage_lies_there(gm: Any, ana: Character) -> None:
    takes(gm, ana, 57)
    gm.does("dragon.import", text=document.written(Character.objects.get(pk=ana.pk)).decode())
    copy = Character.objects.latest("pk")
    assert (copy != ana, now(copy), left(copy)) == (True, State(FALLEN), -12)
    assert len(open_checks(gm.table)) == 1


@pytest.mark.played("dragon.visibility")
def test_of_an_enemy_others_see_that_they_are_down(gm: Any, ines: Any, guard: Character, dice: Dice) -> None:
    takes(gm, guard, 40)
    dice(1, 1, 1)
    gm.does("dragon.death-check", ask=check_of(gm.table).public_id)
    assert "Dying, check short by 10" in gm.panel("dragon-cast")
    assert ines.panel("dragon-fallen") == "Down Lantern guard Down"
    assert "short by 10" not in ines.page()


def test_nobody_sees_somebody_hidden_lie_there(gm: Any, ines: Any) -> None:
    witch = made(gm, name="Bell-witch", role="enemy", hidden="on")
    before = ines.panel("dragon-fallen")
    takes(gm, witch, 31)
    assert ines.panel("dragon-fallen") == before == ""
    assert "Bell-witch Down" in gm.panel("dragon-fallen")


def test_the_gm_s_buttons_are_those_that_can_be_pressed(gm: Any, ines: Any, dying: Character) -> None:
    assert "Heal Ana Saved Countdown My word" in gm.panel("dragon-fallen")
    assert "My word" not in ines.panel("dragon-fallen")
    gm.does("dragon.heal", character=dying.public_id, by=57, why="Rest")
    assert "Ana Unconscious Gets up My word" in gm.panel("dragon-fallen")
    gm.does("dragon.fate", character=dying.public_id, word="dead")
    assert gm.panel("dragon-fallen") == ""
    assert "Ana I Ines Dead" in ines.panel("dragon-here")


@pytest.mark.played("dragon.dying")
def test_in_a_fight_the_owner_s_card_says_how_close_it_is(
    gm: Any, ines: Any, ana: Character, guard: Character, dice: Dice
) -> None:
    in_round(gm, {ana: (5,), guard: (3,)}, (3, "Bad"))
    takes(gm, ana, 57)
    dice(1, 1, 1, 1, 1)
    gm.does("dragon.death-check", ask=check_of(gm.table).public_id)
    assert ines.panel("dragon-my-phase") == (
        "Ana Dying, check short by 12 −12 of 45 hit points · has fallen: phases and holds are void"
    )


def test_a_gm_is_led_to_the_end_once_one_side_alone_stands(
    gm: Any, ines: Any, ana: Character, guard: Character, dice: Dice
) -> None:
    in_round(gm, {ana: (5,), guard: (3,)}, (3, "Bad"))
    assert gm.panel("fight-decided") == ""
    takes(gm, guard, 40)
    assert gm.panel("fight-decided") == "One side alone still stands. End the fight"
    assert "hit points stay as they are" in gm.get("dragon.end-fight").content.decode()
    assert ines.soup().find(id="panel-fight-decided") is None
    takes(gm, ana, 57)
    assert gm.panel("fight-decided") == "Nobody is left standing. End the fight"


def test_a_fight_ends_too_when_the_last_foe_changes_sides(gm: Any, ana: Character, guard: Character) -> None:
    in_round(gm, {ana: (5,), guard: (3,)}, (3, "Bad"))
    gm.does("dragon.fight-side", character=guard.public_id, side="good")
    assert gm.panel("fight-decided") == "One side alone still stands. End the fight"
    gm.does("undo")
    assert gm.panel("fight-decided") == ""


def test_where_all_came_on_one_side_no_end_is_offered(gm: Any, ana: Character) -> None:
    in_round(gm, {ana: (5,)}, (3, "Bad"))
    assert gm.panel("fight-decided") == ""
