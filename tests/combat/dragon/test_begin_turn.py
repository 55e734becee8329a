"""The next turn: speeds are picked anew, and what was held goes with its fighter."""

from __future__ import annotations

from typing import Any

import pytest

from apps.characters.models import Character
from apps.combat.dragon import turns as stored
from apps.combat.dragon.fight import picking, picks
from apps.combat.models import Fight, Slot
from apps.rules.dragon.combat import turns as rules
from apps.rules.dragon.combat.parts import Moment
from apps.table.models import Span, Switch
from apps.table.turn import Turn
from tests.combat.dragon.conftest import fighter, in_round, now, taken_to
from tests.combat.dragon.picking import picked, rounds_of, to_turn
from tests.combat.wounded import a_turn_of


def held_over(gm: Any, ana: Character, guard: Character) -> None:
    """Ana, or whoever it is, holds the phase of round 9; then the turn ends and the next begins."""

    def ends(turn: Turn) -> None:
        fight = turn.desk.get(Fight, now(gm).pk)
        combatant = next(one for one in stored.fighters_of(fight) if one.character_id == ana.pk)
        stored.write(turn, fight, rules.hold(stored.state_of(fight), combatant.public_id))
        taken_to(turn, fight, Moment(10, "Late"))
        over = rules.close(stored.state_of(fight))
        assert over.over
        stored.write(turn, fight, over.state)
        picking.begin_turn(turn, fight)

    in_round(gm, {ana: (9,), guard: (2,)}, (9, "Bad" if ana.role == "enemy" else "Good"))
    a_turn_of(gm, ends)


@pytest.mark.played("dragon.turn", "dragon.hold", "dragon.speed-choice")
def test_a_hold_goes_into_the_next_turn_and_everybody_picks_again(
    gm: Any, ines: Any, ana: Character, guard: Character, dice: Any
) -> None:
    held_over(gm, ana, guard)
    fight = now(gm)
    assert fight.turn is not None
    assert (fight.phase, fight.turn.number) == (picks.PICKS, 2)
    assert "Turn 2 begins: everybody picks a speed." in ines.log()
    assert "Ana: pick a speed, in secret" in ines.panel("asks")
    picked(gm)
    dice(4, 8, 2, 3)
    picked(ines, ana, "body")
    held = fighter(gm, ana).kept
    assert held is not None
    assert (held.round, held.carried, rounds_of(ana)) == (9, True, [4, 8])


@pytest.mark.played("dragon.hold")
def test_a_hold_is_lost_where_round_1_is_an_own_one(
    gm: Any, ines: Any, ana: Character, guard: Character, dice: Any
) -> None:
    held_over(gm, ana, guard)
    picked(gm)
    dice(1, 8, 2, 3)
    picked(ines, ana, "body")
    assert fighter(gm, ana).kept is None


@pytest.mark.played("dragon.hold", "dragon.yahtzee")
@pytest.mark.parametrize(("chosen", "kept"), [([3, 6], [9]), ([1, 6], [])])
def test_dice_that_the_gm_turns_once_round_1_is_on_end_a_hold_by_what_they_are_turned_to(
    gm: Any, ines: Any, ana: Character, guard: Character, dice: Any, chosen: list[int], kept: list[int]
) -> None:
    """Till then they stand at 1 and 2, and nothing is lost by that."""
    held_over(gm, guard, ana)
    picked(gm)
    dice(7, 7, 4, 8)
    picked(ines, ana, "body")
    assert (held_from(guard), rounds_of(guard)) == ([9], [1, 2])
    gm.does("dragon.turn-dice", ask=to_turn(gm, guard), chosen=chosen)
    assert (held_from(guard), rounds_of(guard)) == (kept, chosen)
    gm.does("undo")
    assert held_from(guard) == [9]


def held_from(character: Character) -> list[int]:
    """The round of the phase that they hold."""
    return list(Slot.objects.filter(combatant__character=character, kind=stored.KEPT).values_list("number", flat=True))


def test_with_the_switch_off_a_hold_ends_with_its_turn(gm: Any, ana: Character, guard: Character) -> None:
    Switch.objects.filter(table=gm.table, key="hold-survives-turn").update(value="off")
    held_over(gm, ana, guard)
    assert not Slot.objects.filter(combatant__character=ana, kind=stored.KEPT).exists()


def test_the_round_of_the_turn_before_is_closed(gm: Any, ana: Character, guard: Character) -> None:
    held_over(gm, ana, guard)
    assert not Span.objects.filter(kind=stored.ROUND, closed_at=None).exists()


def test_the_fallen_pick_nothing_and_have_no_phases(
    gm: Any, ines: Any, ana: Character, guard: Character, dice: Any
) -> None:
    in_round(gm, {ana: (9,), guard: (2,)}, (1, "Good"))

    def falls(turn: Turn) -> None:
        fight = turn.desk.get(Fight, now(gm).pk)
        combatant = next(one for one in stored.fighters_of(fight) if one.character_id == guard.pk)
        stored.write(turn, fight, rules.falls(stored.state_of(fight), combatant.public_id))
        picking.begin_turn(turn, fight)

    a_turn_of(gm, falls)
    picked(gm)
    dice(4, 8)
    picked(ines, ana, "body")
    assert (rounds_of(guard), rounds_of(ana)) == ([], [4, 8])
