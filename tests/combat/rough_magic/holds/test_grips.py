"""Being held: letting go, being dragged and thrown, breaking free, and what ends a hold."""

from __future__ import annotations

from typing import Any

import pytest

from apps.characters.models import Character, Condition, Entry
from apps.combat import tracking
from apps.combat.rough_magic.holds import gripping
from tests.combat.conftest import in_words
from tests.combat.rough_magic.standing import fights, full, made, on_the_board, states, the_ask, told_to, used
from tests.combat.wounded import a_turn_of, does, undo
from tests.people import state_of_play
from tests.rough_evening import ASH


def seizes(gm: Any, holder: Character, held: Character) -> str:
    """A grapple has landed; returns how forms name it."""
    keys = holder.pk, held.pk
    a_turn_of(gm, lambda turn: gripping.seize(turn, *(turn.desk.get(Character, key) for key in keys)))
    return Condition.objects.get(character=held, by=holder, name="restrained").public_id


# breaking free


def pulls(person: Any, who: Character, hold: str, status: int = 200, **more: Any) -> str:
    return does(person, "rough_magic.break-free", status, character=who.public_id, hold=hold, **more)


@pytest.mark.played("rough_magic.break-free")
def test_the_better_of_two_against_the_better_of_the_grapplers(
    gm: Any, ines: Any, jun: Character, bramble: Character, dice: Any
) -> None:
    """Jun's Agility 7 against Bramble's Brawn 6: 14 is needed. Being held is no penalty."""
    hold = seizes(gm, bramble, jun)
    words = in_words(ines.get("rough_magic.break-free", character=jun.public_id, hold=hold))
    assert "Agility 7" in words
    assert "Brawn or Agility, not known" in words
    dice(3, 3)
    pulls(ines, jun, hold)
    told = full(gm.table, "break-free")
    assert (told["total"], told["target"], told["free"], states(jun)) == (13, 14, False, ["restrained"])
    dice(4, 3)
    pulls(ines, jun, hold)
    assert states(jun) == []
    assert full(gm.table, "break-free")["spent"] == "task"


def test_by_three_more_it_costs_no_task(gm: Any, ines: Any, jun: Character, bramble: Character, dice: Any) -> None:
    fights(gm, jun, bramble)
    hold = seizes(gm, bramble, jun)
    dice(2, 2)
    pulls(ines, jun, hold)
    assert used(jun, "task") == 1
    assert "has had the task" in pulls(ines, jun, hold, 422)
    undo(gm)
    dice(5, 5)
    pulls(ines, jun, hold)
    assert (states(jun), used(jun, "task")) == ([], 0)


def test_telekinesis_adds_will_and_power(gm: Any, marek: Any, bramble: Character, sel: Character, dice: Any) -> None:
    """Will 5 and Power 5 are more than Brawn 6."""
    Entry.objects.create(character=bramble, kind="power", name="Telekinesis", facts={"rank": 3}, amount=1)
    hold = seizes(gm, sel, bramble)
    dice(1, 2)
    pulls(marek, bramble, hold)
    assert (full(gm.table, "break-free")["what"], full(gm.table, "break-free")["total"]) == ("Will + Power 5", 13)


def test_who_is_distracted_pulls_worse(gm: Any, ines: Any, jun: Character, bramble: Character, dice: Any) -> None:
    hold = seizes(gm, bramble, jun)
    Condition.objects.create(character=jun, name="distracted")
    dice(4, 3)
    pulls(ines, jun, hold)
    assert full(gm.table, "break-free")["total"] == 11


def test_of_a_hidden_holder_only_the_hold_is_known(gm: Any, ines: Any, jun: Character, dice: Any) -> None:
    ash = made(gm, **ASH)
    hold = seizes(gm, ash, jun)
    words = in_words(ines.get("rough_magic.break-free", character=jun.public_id))
    assert "Somebody" in words
    assert "Warden" not in words
    dice(6, 6)
    pulls(ines, jun, hold)
    assert "Warden" not in ines.page()
    assert states(jun) == []


def test_who_is_held_by_nobody_or_not_yours(gm: Any, ines: Any, marek: Any, jun: Character, bramble: Character) -> None:
    hold = seizes(gm, bramble, jun)
    before = state_of_play(gm.table)
    assert "not yours" in pulls(marek, jun, hold, 422)
    assert "hold is over" in pulls(ines, jun, "nothing", 422)
    assert state_of_play(gm.table) == before


# letting go


@pytest.mark.played("rough_magic.grappling", "rough_magic.free-action")
def test_letting_go_is_a_free_act(gm: Any, marek: Any, bramble: Character, guard: Character) -> None:
    fights(gm, bramble, guard)
    hold = seizes(gm, bramble, guard)
    does(marek, "rough_magic.release", grip=hold)
    assert (states(guard), used(bramble, "free")) == ([], 1)
    assert "Bramble Oke lets go of Guard 1" in gm.log()
    assert "hold is over" in does(marek, "rough_magic.release", 422, grip=hold)


def test_a_hold_ends_with_its_holder_and_outlasts_the_fight(
    gm: Any, marek: Any, bramble: Character, guard: Character, sel: Character
) -> None:
    fights(gm, bramble, guard, sel)
    seizes(gm, bramble, guard)
    does(gm, "rough_magic.explode", rank=40, radius=99, **{f"far_{bramble.public_id}": 0})
    does(marek, "rough_magic.answer-blast", ask=the_ask(gm.table), divers=[])
    assert states(guard) == []
    hold = seizes(gm, sel, guard)
    a_turn_of(gm, lambda turn: tracking.end(turn, tracking.running(turn)))
    assert states(guard) == ["restrained"]
    does(gm, "rough_magic.release", grip=hold)
    assert states(guard) == []


# dragging and throwing


@pytest.mark.played("rough_magic.grapple-move", "rough_magic.brawn-table")
def test_the_held_are_dragged_as_far_as_brawn_and_mass_allow(
    gm: Any, marek: Any, bramble: Character, guard: Character
) -> None:
    """Brawn 6 and 80 kg, rank 3: 3 is looked up, 2 metres."""
    fights(gm, bramble, guard)
    hold = seizes(gm, bramble, guard)
    assert "3 of 2 m" in does(marek, "rough_magic.move-grappled", 422, grip=hold, metres=3)
    assert "At the most 2 m" in in_words(marek.get("rough_magic.move-grappled", grip=hold))
    does(marek, "rough_magic.move-grappled", grip=hold, metres=2)
    assert (states(guard), used(bramble, "move")) == (["restrained"], 1)
    does(marek, "rough_magic.throw", grip=hold, metres=2)
    assert (states(guard), used(bramble, "task")) == ([], 1)
    assert "throws Guard 1 2 m" in gm.log()


def test_the_gm_throws_further_and_onto_the_ground(gm: Any, sel: Character, jun: Character) -> None:
    hold = seizes(gm, sel, jun)
    does(gm, "rough_magic.throw", grip=hold, metres=5, prone="on")
    assert states(jun) == ["prone"]
    undo(gm)
    assert states(jun) == ["restrained"]


def test_on_the_board_both_stand_where_they_were_brought(
    gm: Any, marek: Any, bramble: Character, guard: Character
) -> None:
    on_the_board(gm, bramble="B5", guard="C5")
    hold = seizes(gm, bramble, guard)
    assert "is not on this board" in does(marek, "rough_magic.move-grappled", 422, grip=hold, cell="Z30")
    does(marek, "rough_magic.move-grappled", grip=hold, cell="D5")
    there = {spot.character.name: (spot.x, spot.y) for spot in guard.spots.all() | bramble.spots.all()}
    assert there["Guard 1"] == (3, 4)
    assert there["Bramble Oke"] in {(2, 4), (2, 3), (2, 5), (3, 3), (3, 5)}


def test_of_the_hidden_nobody_hears_a_name(gm: Any, ines: Any, sel: Character) -> None:
    ash = made(gm, **ASH)
    does(gm, "rough_magic.release", grip=seizes(gm, ash, sel))
    assert told_to(gm.table, "released", "everybody")["character"] == "Somebody"
    assert "Warden" not in ines.page()


def test_a_player_lets_go_for_nobody_else(gm: Any, ines: Any, bramble: Character, guard: Character) -> None:
    hold = seizes(gm, bramble, guard)
    for act in ("release", "throw", "move-grappled"):
        assert "not yours" in does(ines, f"rough_magic.{act}", 422, grip=hold, metres=1)


@pytest.mark.played("rough_magic.cover", "rough_magic.grapple-move")
def test_whoever_is_dragged_or_thrown_is_behind_no_cover_any_more(
    gm: Any, marek: Any, bramble: Character, guard: Character
) -> None:
    """Whoever drags comes along; whoever throws stays where they are."""
    grip = seizes(gm, bramble, guard)
    for one in (bramble, guard):
        gm.does("rough_magic.state", character=one.public_id, state="cover", does="begins")
    does(marek, "rough_magic.move-grappled", grip=grip, metres=0)
    assert ("cover" in states(bramble), "cover" in states(guard)) == (True, True)
    does(marek, "rough_magic.move-grappled", grip=grip, metres=1)
    assert ("cover" in states(bramble), "cover" in states(guard)) == (False, False)
    for one in (bramble, guard):
        gm.does("rough_magic.state", character=one.public_id, state="cover", does="begins")
    does(marek, "rough_magic.throw", grip=grip, metres=1)
    assert ("cover" in states(bramble), "cover" in states(guard)) == (True, False)
