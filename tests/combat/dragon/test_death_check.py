"""The Death Check: who is asked, what falls, what becomes of them, who hears how close it was."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from apps.characters.dragon.states import UNCONSCIOUS, badges_of
from apps.characters.models import Character
from apps.combat.models import Fight
from apps.rules.dragon.checks import Pool
from apps.rules.dragon.combat.odds import death_odds
from tests.characters.dragon.conftest import made
from tests.checks.conftest import everything_shown_to, full_facts
from tests.combat.conftest import in_words
from tests.combat.dragon.conftest import in_round
from tests.combat.dragon.struck import check_of, now, open_checks, switch, takes
from tests.people import newest_event, state_of_play

Dice = Callable[..., Any]


def answers(person: Any, status: int = 200, **more: Any) -> str:
    """Answers the oldest Death Check that is open."""
    ask = open_checks(person.table)[0]
    answer = person.post("dragon.death-check", ask=ask.public_id, **more)
    assert answer.status_code == status, in_words(answer)
    return str(in_words(answer))


@pytest.mark.played("dragon.death-check", "dragon.dying")
def test_fewer_than_the_damage_past_hit_points_and_one_is_dying_by_the_gap(
    gm: Any, ines: Any, ana: Character, dice: Dice
) -> None:
    takes(gm, ana, 57)
    dice(8, 9, 3, 2, 6)
    answers(ines)
    facts = full_facts(gm.table)
    assert (facts["target"], facts["successes"], facts["total"], facts["past"]) == (7, 2, 10, 12)
    assert (facts["outcome"], facts["gap"]) == ("dying", 2)
    assert (now(ana).dying, now(ana).gap) == (True, 2)
    assert open_checks(gm.table) == []


@pytest.mark.played("dragon.death-check")
def test_more_and_one_is_unconscious(gm: Any, ines: Any, ana: Character, dice: Dice) -> None:
    takes(gm, ana, 52)
    dice(8, 9, 3, 2, 6)
    answers(ines)
    assert full_facts(gm.table)["outcome"] == "unconscious"
    assert now(ana).life == UNCONSCIOUS


@pytest.mark.played("dragon.death-check", "dragon.table-options")
@pytest.mark.parametrize(("value", "dying"), [("unconscious", 0), ("dying", 1)])
def test_what_a_tie_is_the_switch_says(gm: Any, ines: Any, ana: Character, dice: Dice, value: str, dying: int) -> None:
    switch(gm.table, "death-check-tie", value)
    takes(gm, ana, 55)
    dice(8, 9, 3, 2, 6)
    answers(ines)
    assert now(ana).dying == dying


@pytest.mark.played("dragon.death-check", "dragon.skills")
def test_the_skill_lowers_the_number(gm: Any, dice: Dice) -> None:
    gm.does("dragon.make", name="Old Bai", role="ally", health=3, skill_1_name="Death Check", skill_1_level=1)
    bai = Character.objects.get(name="Old Bai")
    takes(gm, bai, 34)
    dice(6, 2, 5)
    answers(gm)
    facts = full_facts(gm.table)
    assert (facts["target"], facts["total"], facts["outcome"]) == (6, 5, "unconscious")
    assert [(one["label"], one["value"]) for one in facts["lines"]] == [
        ("Health", 3), ("Every roll", 7), ("Death Check", -1),
    ]  # fmt: skip


@pytest.mark.played("dragon.death-check", "dragon.dying")
def test_the_dying_stay_dying_with_the_larger_gap(gm: Any, ines: Any, ana: Character, dice: Dice) -> None:
    takes(gm, ana, 57)
    dice(8, 9, 3, 2, 6)
    answers(ines)
    takes(gm, ana, 1)
    assert "dying already, short by 2" in ines.panel("asks")
    dice(8, 9, 7, 2, 6)
    answers(ines)
    assert (now(ana).dying, now(ana).gap) == (1, 2)
    takes(gm, ana, 10)
    dice(8, 1, 1, 2, 6)
    answers(ines)
    assert now(ana).gap == 23 - 5


def test_the_ask_and_its_form_have_the_exact_chances(gm: Any, ines: Any, ana: Character) -> None:
    takes(gm, ana, 57)
    throws = list(product(range(1, 11), repeat=5))
    lives = Fraction(sum(5 * sum(face >= 7 for face in faces) >= 12 for faces in throws), len(throws))
    assert death_odds(Pool(5, 7), 12).unconscious == lives
    for words in (ines.panel("asks"), in_words(ines.get("dragon.death-check", ask=check_of(gm.table).public_id))):
        assert "12 past hit points" in words
        assert "three successes or more" in words
        assert f"Unconscious {round(100 * lives)}%" in words
        assert f"Unconscious and dying {round(100 * (1 - lives))}%" in words
        assert "Roll 5 dice" in words


def test_real_dice_are_typed_in_and_refused_if_they_are_too_few(gm: Any, ines: Any, ana: Character) -> None:
    takes(gm, ana, 57)
    before = state_of_play(gm.table)
    assert "The pool has 5 dice, and 2 faces are written here" in answers(ines, 422, faces="7 1")
    assert state_of_play(gm.table) == before
    answers(ines, faces="7 7 7 1 1")
    assert (full_facts(gm.table)["typed"], now(ana).dying) == (True, 0)
    assert "real dice, typed in" in ines.log()


# who


def test_the_others_see_the_roll_and_not_the_gap(
    gm: Any, ines: Any, marek: Any, watcher: Any, ana: Character, dice: Dice
) -> None:
    takes(gm, ana, 57)
    dice(8, 9, 3, 2, 6)
    answers(ines)
    for person in (gm, ines):
        assert "10 against 12 past hit points: short by 2" in person.log()
    for other in (marek, watcher):
        assert "Ana: Death Check" in other.log()
        assert "Dying two successes" in other.log()
        assert "short by 2" not in everything_shown_to(other)
        assert "past hit points" not in other.log().replace("all damage past hit points", "")
    assert badges_of(ana) == [("Dying", "bad")]
    assert badges_of(ana, reads=True) == [("Dying, check short by 2", "bad")]


@pytest.mark.played("dragon.visibility")
def test_of_an_enemy_nobody_hears_but_that_they_are_down(gm: Any, ines: Any, guard: Character, dice: Dice) -> None:
    takes(gm, guard, 40)
    assert "guard is down: Death Check" in gm.panel("asks")
    dice(7, 1, 1)
    answers(gm)
    assert "Lantern guard: Death Check" in gm.log()
    assert "guard: Death Check" not in everything_shown_to(ines)
    assert "past hit points" not in everything_shown_to(ines)
    assert badges_of(guard) == [("Down", "bad")]
    assert badges_of(guard, reads=True) == [("Dying, check short by 5", "bad")]


def test_the_gm_answers_for_a_player_and_nobody_else_does(
    gm: Any, marek: Any, watcher: Any, stranger: Any, ines: Any, ana: Character, dice: Dice
) -> None:
    takes(gm, ana, 57)
    assert "This is no longer open" in answers(marek, 422)
    answers(watcher, 403)
    answers(stranger.at(ines), 404)
    dice(8, 9, 3, 2, 6)
    answers(gm)
    assert newest_event(gm.table).by_gm


def test_whoever_is_gone_is_asked_nothing(gm: Any, ana: Character) -> None:
    takes(gm, ana, 57)
    gm.does("delete-character", character=ana.public_id)
    assert "no longer at the table" in answers(gm, 422)
    gm.does("call-off", exchange=check_of(gm.table).exchange.public_id)
    assert open_checks(gm.table) == []


def test_called_off_they_are_simply_down(gm: Any, guard: Character) -> None:
    takes(gm, guard, 31)
    gm.does("call-off", exchange=check_of(gm.table).exchange.public_id)
    assert badges_of(guard, reads=True) == [("Down", "bad")]


def test_taken_back_the_same_dice_count_again(gm: Any, ines: Any, ana: Character, dice: Dice) -> None:
    takes(gm, ana, 57)
    dice(8, 9, 3, 2, 6)
    answers(ines)
    gm.does("undo", event=newest_event(gm.table).public_id)
    assert (now(ana).dying, now(ana).gap, now(ana).down) == (0, 0, 1)
    assert "The dice fell before this was taken back" in ines.panel("asks")
    assert "They count again" in answers(ines, 422, faces="9 9 9 9 9")
    answers(ines)
    assert now(ana).gap == 2


# the turn that waits for it


def part(gm: Any) -> str:
    return Fight.objects.get(table=gm.table).phase


@pytest.mark.played("dragon.death-check", "dragon.sub-rounds")
@pytest.mark.parametrize("how", ["rolled", "called off"])
def test_the_turn_goes_on_when_it_is_over(
    gm: Any, ines: Any, ana: Character, guard: Character, dice: Dice, how: str
) -> None:
    """Nobody else could do anything in that part."""
    in_round(gm, {ana: (2,), guard: (2,)}, (2, "Good"))
    gm.does("dragon.hurt", characters=[ana.public_id], damage=60)
    ines.does("dragon.pass", character=ana.public_id)
    assert part(gm) == "good"
    if how == "rolled":
        dice(8, 9, 3, 2, 6)
        answers(ines)
    else:
        gm.does("call-off")
    assert part(gm) == "bad"


@pytest.mark.played("dragon.sub-rounds")
def test_the_turn_goes_on_when_an_attack_is_called_off(gm: Any, ana: Character, guard: Character, dice: Dice) -> None:
    in_round(gm, {ana: (2,), guard: (2,)}, (2, "Good"))
    dice(1, 1, 1, 1, 1, 1)
    gm.does("dragon.attack", character=ana.public_id, target=guard.public_id, weapon="fist")
    assert part(gm) == "good"
    gm.does("call-off")
    assert part(gm) == "bad"


# several who fell together


def fall_together(gm: Any, *those: Character, damage: int = 34) -> None:
    gm.does("dragon.hurt", characters=[one.public_id for one in those], damage=damage, why="The roof comes down.")


@pytest.fixture
def wardens(gm: Any) -> list[Character]:
    """Three of a kind: Health 3, 30 hit points."""
    return [made(gm, name=f"Tide warden {n}", role="enemy") for n in (1, 2, 3)]


@pytest.mark.played("dragon.death-check")
def test_for_those_who_fell_together_the_gm_is_asked_once(
    gm: Any, ines: Any, ana: Character, wardens: list[Character], dice: Dice
) -> None:
    fall_together(gm, *wardens, ana, damage=57)
    hers, theirs = open_checks(gm.table)
    assert (theirs.facts["who"], hers.facts["who"]) == ("Tide warden 1, 2 and 3", "Ana")
    assert "Tide warden 1, 2 and 3 are down: Death Check" in gm.panel("asks")
    assert "Roll for all three" in gm.panel("asks")
    dice(7, 7, 7, 1, 1, 1, 7, 1, 1)
    assert gm.post("dragon.death-check", ask=theirs.public_id).status_code == 200
    assert [(now(one).dying, now(one).gap) for one in wardens] == [(1, 12), (1, 27), (1, 22)]
    assert open_checks(gm.table) == [hers]
    assert "Tide warden 2: Death Check" in gm.log()
    assert "Tide warden 2: Death Check" not in everything_shown_to(ines)


def test_their_real_dice_are_typed_one_after_the_other(gm: Any, wardens: list[Character]) -> None:
    fall_together(gm, *wardens)
    assert "The pool has 9 dice, and 3 faces are written here" in answers(gm, 422, faces="7 1 1")
    answers(gm, faces="7 1 1 1 1 1 7 7 7")
    assert [now(one).dying for one in wardens] == [0, 1, 0]


def test_taken_back_all_of_it_is_open_again_with_the_same_dice(gm: Any, wardens: list[Character], dice: Dice) -> None:
    fall_together(gm, *wardens)
    dice(7, 1, 1, 1, 1, 1, 7, 7, 7)
    answers(gm)
    gm.does("undo")
    assert [now(one).dying for one in wardens] == [0, 0, 0]
    answers(gm)
    assert [now(one).dying for one in wardens] == [0, 1, 0]


def test_who_is_dead_by_the_gm_s_word_is_asked_about_no_more(gm: Any, wardens: list[Character], dice: Dice) -> None:
    fall_together(gm, *wardens)
    gm.does("dragon.fate", character=wardens[0].public_id, word="dead")
    assert check_of(gm.table).facts["who"] == "Tide warden 2 and 3"
    gm.does("delete-character", character=wardens[1].public_id)
    dice(7, 7, 7)
    answers(gm)
    assert now(wardens[2]).life == UNCONSCIOUS


def test_who_falls_later_is_another_question(gm: Any, wardens: list[Character]) -> None:
    for one in wardens[:2]:
        fall_together(gm, one)
    assert len(open_checks(gm.table)) == 2
