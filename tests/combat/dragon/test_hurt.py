"""Damage without an attack: the GM's hand, to one or several."""

from __future__ import annotations

from typing import Any

import pytest

from apps.characters.models import Character
from apps.combat.models import Fight
from tests.characters.dragon.conftest import made
from tests.checks.conftest import everything_shown_to
from tests.combat.conftest import in_words
from tests.combat.dragon.conftest import fighter
from tests.combat.dragon.struck import left, now, open_checks
from tests.combat.wounded import undo
from tests.people import newest_event, state_of_play


def hurts(gm: Any, *characters: Character, status: int = 200, **more: Any) -> str:
    data = {"damage": 20, "why": "The roof comes down."} | more
    answer = gm.post("dragon.hurt", characters=[one.public_id for one in characters], **data)
    assert answer.status_code == status, in_words(answer)
    return str(in_words(answer))


@pytest.mark.played("dragon.hit-points", "dragon.falling")
def test_each_takes_it_less_their_own_resistance(gm: Any, ines: Any, ana: Character, guard: Character) -> None:
    hurts(gm, ana, guard, damage=33, resisted="on")
    assert (left(ana), left(guard)) == (45 - 30, 0)
    hurts(gm, ana, guard, damage=1)
    assert (left(ana), left(guard), now(guard).down) == (14, -1, 1)
    assert "does damage: Ana takes 30 (15 of 45 left)" in ines.log()
    assert "Lantern guard takes 1 and falls" in ines.log()


@pytest.mark.played("dragon.visibility")
def test_the_hit_points_of_an_enemy_are_the_gm_s(gm: Any, ines: Any, marek: Any, guard: Character) -> None:
    hurts(gm, guard, damage=8)
    assert "Lantern guard takes 8 (22 of 30 left)" in gm.log()
    assert "Lantern guard takes 8." in marek.log()
    assert "22 of 30" not in everything_shown_to(ines)


def test_nobody_hears_of_somebody_hidden(gm: Any, ines: Any, ana: Character) -> None:
    witch = made(gm, name="Bell-witch", role="enemy", hidden="on")
    before = ines.log()
    hurts(gm, witch, damage=90, why="The salt burns.")
    assert ines.log() == before
    hurts(gm, witch, ana, damage=2, why="The bells.")
    assert "Ana takes 2 (43 of 45 left)." in ines.log()
    assert "Bell-witch" not in everything_shown_to(ines)


def test_in_a_fight_the_fallen_lose_their_phases(gm: Any, guard: Character, duel: Fight) -> None:
    hurts(gm, guard, damage=31)
    assert fighter(gm, guard).later(0) == ()


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"damage": 0}, "Nothing was changed"),
        ({"damage": 5000}, "Nothing was changed"),
        ({"characters": ["xAAAA"]}, "not yours to choose"),
        ({"characters": []}, "Nobody is named yet"),
    ],
)
def test_what_is_no_damage_is_refused(gm: Any, ana: Character, given: dict[str, Any], words: str) -> None:
    before = state_of_play(gm.table)
    data = {"characters": [ana.public_id], "damage": 20, "why": "The roof"} | given
    answer = gm.post("dragon.hurt", **data)
    assert (answer.status_code, words in in_words(answer)) == (422, True), in_words(answer)
    assert state_of_play(gm.table) == before


def test_it_is_the_gm_s_alone_and_can_be_taken_back(
    gm: Any, ines: Any, watcher: Any, stranger: Any, ana: Character
) -> None:
    for person, status in ((ines, 403), (watcher, 403)):
        hurts(person, ana, status=status)
    hurts(stranger.at(ines), ana, status=404)
    hurts(gm, ana, damage=46)
    assert len(open_checks(gm.table)) == 1
    gm.does("undo")
    assert (left(ana), now(ana).down, open_checks(gm.table)) == (45, 0, [])


@pytest.mark.played("dragon.falling")
def test_damage_written_on_the_sheet_fells_as_well(gm: Any, ana: Character, duel: Fight) -> None:
    gm.does("dragon.set-damage", character=ana.public_id, set=50, why="The fall.")
    event = newest_event(gm.table)
    assert (now(ana).down, open_checks(gm.table)[0].facts["past"]) == (1, 5)
    assert fighter(gm, ana).down
    undo(gm, event)
    assert (now(ana).down, fighter(gm, ana).down, open_checks(gm.table)) == (0, False, [])
