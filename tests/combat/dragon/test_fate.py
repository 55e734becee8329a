"""The GM's word on whoever has fallen: a countdown, rescue, death, and what sets the program right."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from apps.characters.dragon.states import DYING, UNCONSCIOUS, State, badges_of
from apps.characters.models import Character
from apps.combat import tracking
from apps.combat.dragon import turns as stored
from apps.combat.models import Fight
from apps.rules.dragon.combat.parts import Moment
from apps.table.turn import Turn
from tests.characters.dragon.conftest import made
from tests.checks.conftest import everything_shown_to
from tests.combat.conftest import in_words
from tests.combat.dragon.conftest import fighter, taken_to
from tests.combat.dragon.struck import check_of, now, open_checks, takes
from tests.combat.wounded import a_turn_of, undo
from tests.people import newest_event, state_of_play

Dice = Callable[..., Any]


def says(gm: Any, character: Character, word: str, status: int = 200, **more: Any) -> str:
    answer = gm.post("dragon.fate", character=character.public_id, word=word, **more)
    assert answer.status_code == status, in_words(answer)
    return str(in_words(answer))


@pytest.fixture
def dying(gm: Any, ana: Character, duel: Fight, dice: Dice) -> Character:
    """Ana, in a fight, with a gap of 12."""
    takes(gm, ana, 57)
    dice(1, 1, 1, 1, 1)
    gm.does("dragon.death-check", ask=check_of(gm.table).public_id)
    return ana


def goes_to(gm: Any, *moments: Moment) -> None:
    def goes(turn: Turn) -> None:
        fight = tracking.running(turn)
        for one in moments:
            taken_to(turn, fight, one)

    a_turn_of(gm, goes)


@pytest.mark.played("dragon.dying")
def test_the_gm_sets_a_countdown_that_rounds_lower_and_nobody_dies_of(
    gm: Any, ines: Any, marek: Any, dying: Character
) -> None:
    says(gm, dying, "countdown", count=2, unit="rounds")
    assert badges_of(dying, reads=True) == [("Dying, check short by 12", "bad"), ("2 rounds", "warn")]
    assert badges_of(dying) == [("Dying", "bad")]
    for person in (gm, ines):
        assert "Ana has 2 rounds to live." in person.log()
    assert "2 rounds" not in everything_shown_to(marek)
    goes_to(gm, Moment(3, "Bad"))
    assert now(dying).countdown == "1 round"
    goes_to(gm, Moment(5, "Good"))
    assert badges_of(dying, reads=True) == [("Dying, check short by 12", "bad"), ("Time is up", "warn")]
    assert not now(dying).dead
    says(gm, dying, "countdown")
    assert now(dying).countdown == ""
    assert "Ana is dying without a countdown." in gm.log()


@pytest.mark.played("dragon.dying")
def test_a_countdown_of_turns_goes_on_with_the_next_turn(gm: Any, dying: Character) -> None:
    says(gm, dying, "countdown", count=3, unit="turns", why="A slow bleeding")
    goes_to(gm, Moment(9, "Good"))
    assert now(dying).turns == 3

    def next_turn(turn: Turn) -> None:
        fight = tracking.running(turn)
        tracking.new_turn(turn, fight, "good")
        stored.begin_round(turn, fight)

    a_turn_of(gm, next_turn)
    assert (now(dying).turns, now(dying).rounds) == (2, None)


@pytest.mark.played("dragon.dying")
def test_the_saved_are_unconscious_and_no_more(gm: Any, marek: Any, dying: Character) -> None:
    says(gm, dying, "countdown", count=2)
    says(gm, dying, "saved", why="Marek ties it off.")
    assert now(dying) == State(UNCONSCIOUS)
    assert "Ana is saved: unconscious, and no longer dying. Marek ties it off." in marek.log()


@pytest.mark.played("dragon.dying", "dragon.visibility")
def test_dead_is_dead_by_the_gm_s_word_alone(gm: Any, ines: Any, guard: Character, duel: Fight) -> None:
    takes(gm, guard, 31)
    says(gm, guard, "dead")
    assert (badges_of(guard), open_checks(gm.table)) == ([("Dead", "bad")], [])
    assert "Lantern guard is dead." in ines.log()
    assert takes(gm, guard, 5)["death_check"] is False
    answer = gm.post("dragon.wake", character=guard.public_id)
    assert (answer.status_code, "Lantern guard is dead. Take that back first" in in_words(answer)) == (422, True)
    says(gm, guard, "alive")
    assert badges_of(guard) == [("Down", "bad")]


def test_somebody_dies_on_their_feet_and_loses_all(gm: Any, ana: Character, duel: Fight) -> None:
    says(gm, ana, "dead", why="The bell strikes.")
    event = newest_event(gm.table)
    found = fighter(gm, ana)
    assert (found.down, found.due, found.later(0)) == (True, False, ())
    undo(gm, event)
    assert (now(ana), fighter(gm, ana).later(2)) == (State(), (5, 9))


def test_somebody_goes_down_without_a_check(gm: Any, ana: Character, duel: Fight) -> None:
    says(gm, ana, "down", why="A blow from behind.")
    assert (now(ana), open_checks(gm.table)) == (State(UNCONSCIOUS), [])
    assert fighter(gm, ana).later(2) == ()
    assert badges_of(ana) == [("Unconscious", "bad")]


@pytest.mark.played("dragon.dying")
def test_the_gm_says_who_is_dying_and_by_which_gap(
    gm: Any, ines: Any, marek: Any, ana: Character, guard: Character, duel: Fight
) -> None:
    says(gm, ana, "dying", gap=7, why="The wound opens.")
    assert (now(ana), fighter(gm, ana).later(2)) == (State(DYING, 7), ())
    for person in (gm, ines):
        assert "Ana is dying, the check short by 7. The wound opens." in person.log()
    assert "Ana is dying. The wound opens." in marek.log()
    assert "short by 7" not in everything_shown_to(marek)
    says(gm, guard, "dying")
    assert now(guard) == State(DYING, 0)
    assert "guard is dying" not in everything_shown_to(ines)
    says(gm, guard, "dead")
    assert "Lantern guard is dead. Take that back first" in says(gm, guard, "dying", 422)


@pytest.mark.parametrize(
    ("word", "words"),
    [
        ("countdown", "Ana is not dying"),
        ("saved", "Ana is not dying"),
        ("alive", "Ana is not dead"),
        ("eaten", "Nothing was changed"),
    ],
)
def test_what_is_not_so_is_refused(gm: Any, ana: Character, word: str, words: str) -> None:
    before = state_of_play(gm.table)
    assert words in says(gm, ana, word, 422)
    assert state_of_play(gm.table) == before


def test_what_is_so_already_is_refused(gm: Any, ana: Character) -> None:
    says(gm, ana, "down")
    assert "Ana is down already" in says(gm, ana, "down", 422)
    says(gm, ana, "dead")
    assert "Ana is dead already" in says(gm, ana, "dead", 422)


def test_it_is_the_gm_s_word_and_of_the_hidden_nobody_hears(
    gm: Any, ines: Any, watcher: Any, stranger: Any, ana: Character
) -> None:
    for person in (ines, watcher):
        says(person, ana, "dead", 403)
    says(stranger.at(ines), ana, "dead", 404)
    witch = made(gm, name="Bell-witch", role="enemy", hidden="on")
    for word in ("down", "dead", "alive"):
        says(gm, witch, word)
    assert "Bell-witch" not in everything_shown_to(ines)
