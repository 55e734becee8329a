"""Damage that somebody takes: hit points, who falls, what they lose by it, and when it counts."""

from __future__ import annotations

from typing import Any

import pytest

from apps.characters.models import Character, Track
from apps.combat.dragon import turns as stored
from apps.combat.dragon.harm import taking
from apps.combat.dragon.phases import stepping
from apps.combat.models import Fight
from apps.rules.dragon.combat import turns as rules
from apps.rules.dragon.combat.parts import Part
from apps.rules.dragon.combat.turns import Phase
from apps.table.models import Event
from apps.table.turn import Turn
from tests.combat.dragon.conftest import fighter, in_round
from tests.combat.dragon.conftest import now as latest
from tests.combat.dragon.struck import check_of, left, now, open_checks, switch, takes
from tests.combat.wounded import a_turn_of, undo


@pytest.mark.played("dragon.hit-points", "dragon.falling")
def test_with_exactly_0_hit_points_one_stands(gm: Any, ana: Character) -> None:
    assert takes(gm, ana, 30)["points"] == {"taken": 30, "left": 15, "past": 0, "maximum": 45}
    found = takes(gm, ana, 15)
    assert (found["up"], found["fell"], found["death_check"]) == (True, False, False)
    assert (left(ana), now(ana).down, open_checks(gm.table)) == (0, 0, [])


@pytest.mark.played("dragon.falling", "dragon.death-check")
def test_more_damage_than_hit_points_fells_and_asks_for_a_death_check(gm: Any, ana: Character) -> None:
    found = takes(gm, ana, 46)
    assert (found["up"], found["fell"], found["death_check"], found["points"]["past"]) == (False, True, True, 1)
    assert now(ana).down
    (ask,) = open_checks(gm.table)
    assert (ask.audience, ask.subject, ask.facts["past"]) == ("character", ana.pk, 1)


@pytest.mark.played("dragon.falling")
def test_each_further_damage_while_down_asks_again_but_none_that_resistance_took_off(gm: Any, ana: Character) -> None:
    takes(gm, ana, 46)
    assert takes(gm, ana, 3)["death_check"]
    found = takes(gm, ana, 0)
    assert (found["up"], found["fell"], found["death_check"]) == (False, False, False)
    assert [one.facts["past"] for one in open_checks(gm.table)] == [1, 4]


def test_where_hit_points_are_to_be_entered_and_are_not_nobody_falls(gm: Any, ana: Character) -> None:
    switch(gm.table, "hit-points-formula", "entered")
    found = takes(gm, ana, 400)
    assert (found["up"], "points" in found, now(ana).down) == (True, False, 0)


def test_what_everybody_is_told_of_an_enemy_has_no_hit_points(gm: Any, ana: Character, guard: Character) -> None:
    assert "points" in taking.seen(takes(gm, ana, 5), ana)
    found = taking.seen(takes(gm, guard, 31), guard)
    assert found == {"damage": 31, "at_once": True, "up": False, "fell": True, "death_check": True}
    (ask,) = open_checks(gm.table)
    assert (ask.audience, ask.exchange.kind) == ("gms", "dragon.death-check-secret")


# in a fight


@pytest.mark.played("dragon.falling", "dragon.simultaneous")
def test_the_fallen_lose_all_phases_but_the_one_that_is_due_in_this_part(
    gm: Any, ana: Character, guard: Character, duel: Fight
) -> None:
    takes(gm, ana, 46)
    found = fighter(gm, ana)
    assert (found.down, found.due) == (True, True)
    assert found.phases == (Phase(2), Phase(5, "lost"), Phase(9, "lost"))
    takes(gm, guard, 31)
    assert fighter(gm, guard).phases == (Phase(2, "lost"), Phase(6, "lost"))


@pytest.mark.played("dragon.simultaneous")
def test_what_breaks_in_takes_even_that(gm: Any, ana: Character, duel: Fight) -> None:
    takes(gm, ana, 46, interrupted=True)
    found = fighter(gm, ana)
    assert (found.due, {one.spent for one in found.phases}) == (False, {"lost"})


def test_a_hold_is_void(gm: Any, ana: Character, duel: Fight) -> None:
    def holds(turn: Turn) -> None:
        fight = turn.desk.own(duel)
        state = stored.state_of(fight)
        stored.write(turn, fight, rules.hold(state, state.fighters[0].id, "the door opens", "shoot"))

    a_turn_of(gm, holds)
    assert fighter(gm, ana).kept
    takes(gm, ana, 46)
    assert fighter(gm, ana).kept is None


def waits(gm: Any, ana: Character, guard: Character, part: Part = "Good") -> None:
    """31 damage for the guard, who has 30 hit points, in a part at whose end it counts."""
    switch(gm.table, "damage-at-sub-round-end", "on")
    in_round(gm, {ana: (2, 5), guard: (2, 6)}, (2, part))
    assert takes(gm, guard, 20) == {"damage": 20, "at_once": False, "up": True}
    takes(gm, guard, 11)
    assert (left(guard), now(guard).down, open_checks(gm.table)) == (30, False, [])


@pytest.mark.played("dragon.simultaneous", "dragon.table-options")
@pytest.mark.parametrize("part", ["Good", "Bad", "Late"])
def test_by_the_switch_damage_counts_when_the_part_closes(
    gm: Any, ines: Any, ana: Character, guard: Character, part: Part
) -> None:
    waits(gm, ana, guard, part)
    gm.does("dragon.next-part")
    event = Event.objects.get(table=gm.table, kind="dragon.part")
    assert (left(guard), now(guard).down, len(open_checks(gm.table))) == (-1, True, 1)
    assert fighter(gm, guard).later(0) == ()
    assert "The damage of this part counts now: Lantern guard takes 31 and falls." in ines.log()
    assert "(−1 of 30 left)" in gm.log()
    gm.does("dragon.next-part")
    assert gm.log().count("counts now") == 1
    undo(gm, Event.objects.filter(table=gm.table, kind="dragon.part").latest("pk"))
    undo(gm, event)
    assert (left(guard), now(guard).down, open_checks(gm.table)) == (30, False, [])


@pytest.mark.played("dragon.simultaneous", "dragon.death-check", "dragon.sub-rounds")
@pytest.mark.parametrize("far", ["", "on"])
def test_whoever_falls_as_the_part_closes_rolls_before_empty_parts_are_skipped(
    gm: Any, ines: Any, ana: Character, guard: Character, dice: Any, far: str
) -> None:
    """Nobody has a phase before round 6; the button says where the turn waits."""
    switch(gm.table, "damage-at-sub-round-end", "on")
    switch(gm.table, "enemy-phases-hidden", "off")
    in_round(gm, {ana: (2,), guard: (6,)}, (2, "Good"))
    takes(gm, ana, 46)
    assert stepping.next_words(latest(gm), bool(far)) == "Bad Guys in 2"
    gm.does("dragon.next-part", far=far)
    assert (stored.round_of(latest(gm)).number, latest(gm).phase, now(ana).down) == (2, "bad", True)
    dice(8, 9, 3, 2, 6)
    ines.does("dragon.death-check", ask=check_of(gm.table).public_id)
    assert (stored.round_of(latest(gm)).number, latest(gm).phase) == (6, "bad")


@pytest.mark.played("dragon.simultaneous")
def test_it_counts_as_well_when_the_fight_ends_before(gm: Any, ana: Character, guard: Character) -> None:
    waits(gm, ana, guard)
    gm.does("dragon.end-fight")
    assert (left(guard), now(guard).down, len(open_checks(gm.table))) == (-1, True, 1)
    assert "The damage of this part counts now" in gm.log()


@pytest.mark.played("dragon.visibility")
def test_the_turn_does_not_wait_for_the_death_check_of_an_enemy(gm: Any, ana: Character, guard: Character) -> None:
    switch(gm.table, "enemy-phases-hidden", "off")
    in_round(gm, {ana: (2,), guard: (3,)}, (1, "Good"))
    gm.does("dragon.hurt", characters=[guard.public_id], damage=31, why="A rope")
    assert len(open_checks(gm.table)) == 1
    fight = latest(gm)
    assert (stored.round_of(fight).number, fight.phase) == (2, "good")


@pytest.mark.played("dragon.death-check")
def test_the_turn_waits_for_that_of_a_hero(gm: Any, ana: Character, guard: Character) -> None:
    switch(gm.table, "enemy-phases-hidden", "off")
    in_round(gm, {ana: (2,), guard: (3,)}, (1, "Good"))
    gm.does("dragon.hurt", characters=[ana.public_id], damage=60, why="A rope")
    fight = latest(gm)
    assert (len(open_checks(gm.table)), stored.round_of(fight).number) == (1, 1)


def test_taken_back_all_is_as_it_was(gm: Any, ana: Character, duel: Fight) -> None:
    before = fighter(gm, ana)
    takes(gm, ana, 46)
    gm.does("undo")
    assert fighter(gm, ana) == before
    assert (now(ana).down, open_checks(gm.table)) == (0, [])
    assert not Track.objects.filter(character=ana, key="damage", value__gt=0)
