"""What a plot point buys where several rolls are made, and how long a miss may still be turned."""

from __future__ import annotations

from typing import Any

import pytest

from apps.characters.models import Character, Condition
from apps.characters.rough_magic.points import held_by
from tests.combat.conftest import in_words
from tests.combat.rough_magic.feats.test_strikes import behind, joins, strikes, sweeps, takes, together, weapon
from tests.combat.rough_magic.standing import card, fights, full, lost, states, the_ask, told_to, with_points
from tests.combat.wounded import does, undo
from tests.people import state_of_play

OFFER = "It hits, for 1 plot point"


def pays(person: Any, status: int = 200) -> str:
    return does(person, "rough_magic.hit-after-all", status, event=card(person.table))


# a sweep


@pytest.mark.played("rough_magic.sweep", "rough_magic.power-boost")
def test_one_rank_more_counts_in_every_roll_of_a_sweep(
    gm: Any, ines: Any, jun: Character, sel: Character, guard: Character, dice: Any
) -> None:
    """Brawn 5 and 3 and 2 against 12 and 14."""
    fights(gm, jun, sel, guard)
    with_points(gm, ines)
    dice(3, 3, 3, 3)
    sweeps(ines, jun, [sel.public_id, guard.public_id], point="boost-brawn")
    totals = [full(gm.table, "attacked")["total"], full(gm.table, "attacked")["av_net"]]
    assert (totals, held_by(ines.seat)) == ([11, -3], 0)
    assert "boosted" in states(jun)


@pytest.mark.played("rough_magic.sweep", "rough_magic.automatic-success")
def test_a_point_makes_sure_of_one_of_those_who_are_swept(
    gm: Any, ines: Any, jun: Character, sel: Character, guard: Character, dice: Any
) -> None:
    fights(gm, jun, sel, guard)
    with_points(gm, ines)
    both = [sel.public_id, guard.public_id]
    form = in_words(ines.get("rough_magic.sweep", character=jun.public_id, targets_swept=both))
    assert "It hits Sel Marrow" in form
    assert "It hits Guard 1" in form
    dice(1, 1, 1, 1)
    sweeps(ines, jun, both, point=f"success:{guard.public_id}")
    takes(gm, the_ask(gm.table))
    assert (lost(sel), lost(guard), held_by(ines.seat)) == (0, 4, 0)


def test_what_a_point_cannot_buy_in_a_sweep(
    gm: Any, ines: Any, jun: Character, sel: Character, guard: Character
) -> None:
    fights(gm, jun, sel, guard)
    before = state_of_play(gm.table)
    sweeps(ines, jun, [sel.public_id], 422, point=f"success:{guard.public_id}")
    sweeps(ines, jun, [sel.public_id], 422, point=f"success:{sel.public_id}")  # there is no point
    assert state_of_play(gm.table) == before
    Condition.objects.create(character=jun, name="blind and deaf")
    with_points(gm, ines)
    assert "fails whatever" in sweeps(ines, jun, [sel.public_id], 422, point=f"success:{sel.public_id}")
    assert held_by(ines.seat) == 1


@pytest.mark.played("rough_magic.sweep")
def test_the_form_has_a_line_for_each_who_is_swept(
    gm: Any, ines: Any, jun: Character, sel: Character, guard: Character, dice: Any
) -> None:
    """4 and a die of 2d6: 12 needs 8, nobody has seen Sel's defence yet."""
    fights(gm, jun, sel, guard)
    dice(1, 1)
    sweeps(gm, jun, [guard.public_id])
    both = {"character": jun.public_id, "targets_swept": [sel.public_id, guard.public_id]}
    words = in_words(ines.get("rough_magic.sweep", **both, weapon=weapon(jun, "Longsaber")))
    assert "Sel Marrow ? not known Guard 1 12 42%" in words


# together


@pytest.mark.played("rough_magic.combining-attacks", "rough_magic.power-boost")
def test_one_rank_more_lifts_the_roll_of_who_pays(
    gm: Any, ines: Any, marek: Any, jun: Character, bramble: Character, sel: Character, dice: Any
) -> None:
    together(marek, [jun, bramble], sel)
    with_points(gm, ines)
    dice(3, 3, 1, 1)
    joins(ines, jun, "Longsaber", point="boost-brawn")
    assert full(gm.table, "joined-attack")["total"] == 14
    assert "boosted" not in states(jun)  # outside a fight it is for that roll
    joins(marek, bramble, "Boat axe")
    assert full(gm.table, "attacked")["joined"] == 16


@pytest.mark.played("rough_magic.combining-attacks", "rough_magic.automatic-success")
def test_any_of_them_makes_sure_of_the_whole(
    gm: Any, ines: Any, marek: Any, jun: Character, bramble: Character, sel: Character, dice: Any
) -> None:
    together(marek, [jun, bramble], sel)
    with_points(gm, ines)
    assert "It hits, all together" in in_words(ines.get("rough_magic.join-attack", ask=the_ask(gm.table, jun)))
    dice(1, 1, 1, 1)
    joins(ines, jun, "Longsaber", point="success")
    assert "a plot point makes sure of them all" in marek.log()
    joins(marek, bramble, "Boat axe")
    attacked = full(gm.table, "attacked")
    assert (attacked["attacker"], attacked["hit"], attacked["margin"]) == ("Bramble Oke", True, 0)
    assert held_by(ines.seat) == 0


@pytest.mark.played("rough_magic.combining-attacks", "rough_magic.automatic-success")
def test_whoever_struck_with_them_may_turn_the_miss(
    gm: Any, ines: Any, marek: Any, jun: Character, bramble: Character, sel: Character, dice: Any
) -> None:
    """Bramble rolled best; Jun has the point."""
    together(marek, [jun, bramble], sel)
    with_points(gm, ines)
    dice(1, 1, 1, 1)
    joins(ines, jun, "Longsaber")
    joins(marek, bramble, "Boat axe")
    assert full(gm.table, "attacked")["hit"] is False
    assert OFFER in ines.page()
    assert OFFER in marek.page()
    pays(ines)
    assert (full(gm.table, "attacked")["hit"], held_by(ines.seat)) == (True, 0)


# contests


@pytest.mark.parametrize("what", ["taunt", "distract"])
@pytest.mark.played("rough_magic.taunting", "rough_magic.distraction", "rough_magic.power-boost")
def test_one_rank_more_lifts_a_taunt_and_a_distraction(
    what: str, gm: Any, marek: Any, bramble: Character, sel: Character, dice: Any
) -> None:
    """Will 5 and 1 against Will 6: the form tells what it buys."""
    fights(gm, bramble, sel)
    with_points(gm, marek)
    given: dict[str, Any] = {"character": bramble.public_id, "target": sel.public_id}
    form = in_words(marek.get(f"rough_magic.{what}", **given))
    assert "Your 1 plot point" in form
    assert "Will 6" in form
    dice(4, 4)
    does(marek, f"rough_magic.{what}", **given, point="boost-will")
    told = full(gm.table, what)
    assert (told["total"], told["target"], told["success"], held_by(marek.seat)) == (14, 14, True, 0)
    assert "1 plot point: Will 6" in marek.log()


@pytest.mark.played("rough_magic.taunting", "rough_magic.automatic-success")
def test_a_point_makes_sure_of_a_taunt(gm: Any, marek: Any, bramble: Character, sel: Character, dice: Any) -> None:
    fights(gm, bramble, sel)
    with_points(gm, marek)
    dice(1, 1)
    given: dict[str, Any] = {"character": bramble.public_id, "target": sel.public_id, "point": "success"}
    does(marek, "rough_magic.taunt", **given)
    assert (full(gm.table, "taunt")["margin"], states(sel), held_by(marek.seat)) == (0, ["taunted"], 0)
    undo(gm)
    assert (states(sel), held_by(marek.seat)) == ([], 1)
    with_points(gm, marek, 0)
    before = state_of_play(gm.table)
    assert "none is left" in does(marek, "rough_magic.taunt", 422, **given)
    assert state_of_play(gm.table) == before


@pytest.mark.played("rough_magic.break-free", "rough_magic.automatic-success")
def test_a_point_frees_by_a_margin_of_nothing_and_the_task_is_gone(
    gm: Any, ines: Any, jun: Character, bramble: Character, dice: Any
) -> None:
    fights(gm, jun, bramble)
    with_points(gm, ines)
    hold = Condition.objects.create(character=jun, name="restrained", by=bramble).public_id
    dice(1, 1)
    does(ines, "rough_magic.break-free", character=jun.public_id, hold=hold, point="success")
    assert (states(jun), full(gm.table, "break-free")["spent"], held_by(ines.seat)) == ([], "task", 0)


@pytest.mark.parametrize("what", ["taunt", "distract"])
@pytest.mark.played("rough_magic.automatic-success")
def test_what_was_in_vain_works_after_all(
    what: str, gm: Any, ines: Any, marek: Any, bramble: Character, sel: Character, dice: Any
) -> None:
    fights(gm, bramble, sel)
    with_points(gm, marek)
    dice(1, 2)
    does(marek, f"rough_magic.{what}", character=bramble.public_id, target=sel.public_id)
    offer, event = "It succeeds, for 1 plot point", card(gm.table, what)
    assert offer in marek.page()
    assert offer not in ines.page()
    assert "somebody else’s roll" in does(ines, "rough_magic.automatic-success", 422, event=event)
    does(marek, "rough_magic.automatic-success", event=event)
    assert (states(sel), held_by(marek.seat)) == ([f"{what}ed"], 0)
    assert offer not in marek.page()
    seen = told_to(gm.table, what, "everybody")
    assert (seen["success"], seen["dv"], seen["margin"]) == (True, None, 0)
    undo(gm)
    assert (states(sel), held_by(marek.seat)) == ([], 1)
    assert "There is no such roll" in does(gm, "rough_magic.overrule", 422, event=event, total=20)


@pytest.mark.played("rough_magic.break-free", "rough_magic.automatic-success")
def test_who_was_held_still_pulls_free_after_all(
    gm: Any, ines: Any, jun: Character, sel: Character, bramble: Character, dice: Any
) -> None:
    """Of the one whose hold it was; another's goes on."""
    fights(gm, jun, bramble)
    with_points(gm, ines)
    Condition.objects.create(character=jun, name="restrained", by=sel)
    hold = Condition.objects.create(character=jun, name="restrained", by=bramble).public_id
    dice(1, 2)
    does(ines, "rough_magic.break-free", character=jun.public_id, hold=hold)
    does(ines, "rough_magic.automatic-success", event=card(gm.table, "break-free"))
    assert Condition.objects.get(character=jun).by == sel


# how long


@pytest.mark.played("rough_magic.automatic-success")
def test_the_button_goes_with_the_point_and_comes_back_with_it(
    gm: Any, ines: Any, marek: Any, jun: Character, sel: Character, dice: Any
) -> None:
    fights(gm, jun, sel)
    with_points(gm, ines)
    dice(1, 2)
    strikes(ines, "attack", jun, sel)
    assert OFFER in ines.page()
    assert OFFER not in marek.page()
    pays(ines)
    assert OFFER not in ines.page()
    undo(gm)
    assert OFFER in ines.page()


@pytest.mark.played("rough_magic.automatic-success")
def test_a_player_pays_for_what_the_gm_threw(gm: Any, ines: Any, jun: Character, sel: Character, dice: Any) -> None:
    fights(gm, jun, sel)
    with_points(gm, ines)
    dice(1, 2)
    strikes(gm, "attack", jun, sel)
    assert OFFER in ines.page()
    pays(ines)
    assert full(gm.table, "attacked")["hit"] is True


@pytest.mark.parametrize("over", ["rough_magic.end-fight", "close-scene"])
@pytest.mark.played("rough_magic.automatic-success")
def test_after_the_fight_a_miss_has_missed(
    over: str, gm: Any, ines: Any, jun: Character, sel: Character, dice: Any
) -> None:
    gm.does("open-scene", title="The drowned foundry")
    fights(gm, jun, sel)
    with_points(gm, ines)
    dice(1, 2)
    strikes(ines, "attack", jun, sel)
    gm.does(over)
    assert OFFER not in ines.page()
    assert "play has gone on since" in pays(ines, 422)


@pytest.mark.played("rough_magic.taunting", "rough_magic.automatic-success")
def test_what_went_past_is_turned_before_somebody_behind_is_struck(
    gm: Any, ines: Any, jun: Character, sel: Character, guard: Character, dice: Any
) -> None:
    """Jun was provoked and misses Sel: either she pays, or the guard behind is struck."""
    fights(gm, jun, sel)
    with_points(gm, ines)
    Condition.objects.create(character=jun, name="taunted", by=sel)
    dice(1, 2)
    strikes(ines, "attack", jun, sel)
    pays(ines)
    assert "who is directly behind" not in gm.panel("asks")
    undo(gm)
    behind(gm, guard)
    assert OFFER not in ines.page()


@pytest.mark.played("rough_magic.one-round")
def test_outside_a_fight_a_boost_is_for_one_attack(
    gm: Any, ines: Any, jun: Character, sel: Character, dice: Any
) -> None:
    with_points(gm, ines)
    dice(3, 3)
    strikes(ines, "attack", jun, sel, point="boost-brawn")
    assert "boosted" not in states(jun)
