"""Healing and waking: the GM's hand and word, for the book heals nobody."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from apps.characters.dragon.states import UNCONSCIOUS, State
from apps.characters.models import Character
from apps.combat.models import Fight
from apps.rules.dragon.combat.turns import Phase
from tests.characters.dragon.conftest import made
from tests.checks.conftest import everything_shown_to
from tests.combat.conftest import in_words
from tests.combat.dragon.conftest import fighter
from tests.combat.dragon.struck import check_of, left, now, open_checks, switch, takes
from tests.combat.wounded import undo
from tests.people import newest_event, state_of_play

Dice = Callable[..., Any]


def heals(gm: Any, character: Character, status: int = 200, **more: Any) -> str:
    data = {"by": 10, "why": "Needle and thread."} | more
    answer = gm.post("dragon.heal", character=character.public_id, **data)
    assert answer.status_code == status, in_words(answer)
    return str(in_words(answer))


def wakes(gm: Any, character: Character, status: int = 200) -> str:
    answer = gm.post("dragon.wake", character=character.public_id)
    assert answer.status_code == status, in_words(answer)
    return str(in_words(answer))


def is_dying(gm: Any, character: Character, dice: Dice) -> None:
    """With a gap of 12, and 57 taken."""
    takes(gm, character, 57)
    dice(1, 1, 1, 1, 1)
    gm.does("dragon.death-check", ask=check_of(gm.table).public_id)
    assert now(character).dying


@pytest.mark.played("dragon.hit-points")
def test_damage_is_taken_off_never_more_than_there_is(gm: Any, marek: Any, ana: Character) -> None:
    takes(gm, ana, 12)
    heals(gm, ana)
    assert left(ana) == 43
    assert "heals Ana: damage from 12 to 2, 43 left. Needle and thread." in marek.log()
    heals(gm, ana)
    assert left(ana) == 45


@pytest.mark.played("dragon.hit-points", "dragon.dying")
def test_with_0_hit_points_nobody_is_dying_any_more(gm: Any, ana: Character, dice: Dice) -> None:
    is_dying(gm, ana, dice)
    heals(gm, ana, by=11)
    assert (left(ana), now(ana).dying) == (-1, 1)
    heals(gm, ana, by=1)
    assert (left(ana), now(ana)) == (0, State(UNCONSCIOUS))
    assert "Ana is no longer dying. Ana still lies there." in gm.log()


def test_nor_where_the_damage_is_set_on_the_sheet(gm: Any, ana: Character, dice: Dice) -> None:
    is_dying(gm, ana, dice)
    gm.does("dragon.set-damage", character=ana.public_id, set=0, why="A miracle.")
    assert (now(ana).dying, now(ana).down) == (0, 1)


@pytest.mark.played("dragon.visibility")
def test_of_an_enemy_the_gm_alone_hears(gm: Any, ines: Any, guard: Character) -> None:
    takes(gm, guard, 12)
    heals(gm, guard)
    assert "heals Lantern guard: damage from 12 to 2, 28 left" in gm.log()
    assert "Needle and thread" not in everything_shown_to(ines)


def test_what_is_no_healing_is_refused(gm: Any, ines: Any, watcher: Any, stranger: Any, ana: Character) -> None:
    before = state_of_play(gm.table)
    assert "Ana is unhurt" in heals(gm, ana, 422)
    assert "Nothing was changed" in heals(gm, ana, 422, by=0)
    assert "Nothing was changed" in heals(gm, ana, 422, why="")
    for person in (ines, watcher):
        heals(person, ana, 403)
    heals(stranger.at(ines), ana, 404)
    assert state_of_play(gm.table) == before


# waking


@pytest.mark.played("dragon.falling")
def test_whoever_is_healed_to_0_wakes_by_the_gm_s_word(gm: Any, ines: Any, ana: Character, dice: Dice) -> None:
    is_dying(gm, ana, dice)
    before = state_of_play(gm.table)
    assert "Ana has -12 hit points: heal them to 0 at least" in wakes(gm, ana, 422)
    assert state_of_play(gm.table) == before
    heals(gm, ana, by=12)
    wakes(gm, ana)
    assert now(ana) == State()
    assert "Ana comes to and gets up." in ines.log()
    assert "not yours to choose" in wakes(gm, ana, 422)


@pytest.mark.played("dragon.falling")
def test_in_a_fight_the_phases_of_the_turn_stay_lost(gm: Any, ana: Character, duel: Fight) -> None:
    takes(gm, ana, 46, interrupted=True)
    heals(gm, ana)
    wakes(gm, ana)
    event = newest_event(gm.table)
    found = fighter(gm, ana)
    assert (found.down, found.phases) == (False, (Phase(2, "lost"), Phase(5, "lost"), Phase(9, "lost")))
    assert open_checks(gm.table) == []
    undo(gm, event)
    assert (fighter(gm, ana).down, len(open_checks(gm.table))) == (True, 1)


def test_who_wakes_somebody_and_who_hears_of_it(gm: Any, ines: Any, watcher: Any, stranger: Any) -> None:
    witch = made(gm, name="Bell-witch", role="enemy", hidden="on")
    takes(gm, witch, 31)
    heals(gm, witch)
    for person, status in ((ines, 403), (watcher, 403)):
        wakes(person, witch, status)
    wakes(stranger.at(ines), witch, 404)
    wakes(gm, witch)
    assert newest_event(gm.table).kind == "dragon.woke"
    assert "Bell-witch" not in everything_shown_to(ines)


def test_the_form_says_what_there_is_to_heal(gm: Any, ana: Character) -> None:
    takes(gm, ana, 12)
    assert "12 damage taken, 33 of 45 hit points left" in in_words(gm.get("dragon.heal", character=ana.public_id))


@pytest.mark.played("dragon.death-check", "dragon.dying")
@pytest.mark.parametrize(("by", "gap"), [(0, 12), (2, 10), (11, 1), (12, None), (30, None)])
@pytest.mark.parametrize("tie", ["unconscious", "dying"])
def test_a_death_check_counts_what_was_healed_before_it(
    gm: Any, ana: Character, dice: Dice, by: int, gap: int | None, tie: str
) -> None:
    """45 hit points, 57 taken, no success."""
    switch(gm.table, "death-check-tie", tie)
    takes(gm, ana, 57)
    if by:
        heals(gm, ana, by=by)
    dice(1, 1, 1, 1, 1)
    gm.does("dragon.death-check", ask=check_of(gm.table).public_id)
    assert (now(ana).dying, now(ana).gap or None) == (gap is not None, gap)
