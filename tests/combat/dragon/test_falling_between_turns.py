"""Who falls, or wakes, while speeds are being picked: nobody waits for the fallen, and the woken pick."""

from __future__ import annotations

from typing import Any

import pytest

from apps.characters.models import Character
from apps.combat.dragon.fight import picks
from apps.combat.models import Fight
from apps.table.models import Ask
from tests.characters.dragon.conftest import made
from tests.combat.dragon.conftest import now
from tests.combat.dragon.picking import ask_of, picked, rounds_of, speed_of, started
from tests.combat.dragon.struck import now as lies


@pytest.fixture
def oskar(marek: Any) -> Character:
    return made(marek, name="Oskar", role="hero", strength=6, resistance=4, health=5)


@pytest.fixture
def fight(gm: Any, ana: Character, oskar: Character, guard: Character) -> Fight:
    return started(gm, ana, oskar, guard)


def falls(gm: Any, character: Character) -> None:
    gm.does("dragon.hurt", characters=[character.public_id], damage=60, why="The stair gives way")
    assert lies(character).down


def wakes(gm: Any, character: Character) -> None:
    gm.does("dragon.heal", character=character.public_id, by=60, why="Salts")
    gm.does("dragon.wake", character=character.public_id)


def picks_open(gm: Any) -> int:
    kinds = (*picks.OF_PLAYERS, *picks.OF_GMS)
    return Ask.objects.filter(table=gm.table, closed_at=None, exchange__kind__in=kinds).count()


@pytest.mark.played("dragon.falling", "dragon.speed-choice")
def test_nobody_waits_for_the_pick_of_the_fallen(
    gm: Any, marek: Any, fight: Fight, ana: Character, oskar: Character, guard: Character, dice: Any
) -> None:
    dice()
    picked(gm)
    picked(marek, oskar, "body")
    dice(3, 7, 1, 9)
    falls(gm, ana)
    assert (picks_open(gm), now(gm).phase) == (0, "good")
    assert (rounds_of(ana), rounds_of(oskar), rounds_of(guard)) == ([], [3, 7], [1, 9])


def test_where_others_still_pick_the_fight_waits_for_them_alone(gm: Any, fight: Fight, ana: Character) -> None:
    falls(gm, ana)
    assert (picks_open(gm), now(gm).phase) == (2, "picks")
    gm.does("undo")
    assert (picks_open(gm), lies(ana).down) == (3, False)


@pytest.mark.played("dragon.falling", "dragon.speed-choice")
def test_the_woken_are_asked_for_their_pick(
    gm: Any, ines: Any, marek: Any, fight: Fight, ana: Character, oskar: Character, dice: Any
) -> None:
    dice()
    falls(gm, ana)
    wakes(gm, ana)
    picked(gm)
    picked(marek, oskar, "body")
    assert now(gm).phase == "picks"
    dice(4, 6, 3, 7, 1, 9)
    assert ask_of(ines, ana)
    picked(ines, ana, "mind")
    assert (speed_of(ana)["speed"], now(gm).phase) == ("mind", "good")
