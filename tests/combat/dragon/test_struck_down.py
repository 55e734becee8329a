"""An attack that strikes somebody down, from the first die to the Death Check, as the people at the table play it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from apps.characters.models import Character, Entry
from apps.table.models import Ask, Event, Telling
from tests.combat.dragon.conftest import fighter, in_round
from tests.combat.dragon.struck import check_of, left, now
from tests.people import state_of_play

Dice = Callable[..., Any]


def strikes(person: Any, own: Character, target: Character, dice: Dice, *faces: int) -> None:
    """With the sabre, or else the fist; nobody does anything against it."""
    weapon = Entry.objects.filter(character=own, kind="weapon").first()
    dice(*faces)
    given = {"character": own.public_id, "target": target.public_id, "weapon": weapon.public_id if weapon else "fist"}
    person.does("dragon.attack", **given)
    ask = Ask.objects.filter(table=person.table, closed_at=None, exchange__kind__startswith="dragon.attack").first()
    if ask is not None:
        person.does("dragon.defend", ask=ask.public_id, guard="none")


@pytest.mark.played("dragon.damage", "dragon.falling", "dragon.death-check", "dragon.visibility")
def test_an_enemy_falls_and_the_gm_rolls_for_him(
    gm: Any, ines: Any, marek: Any, ana: Character, guard: Character, dice: Dice
) -> None:
    """Six dice, six successes: 6 x 3 + 4 - 3 = 19."""
    in_round(gm, {ana: (2, 5), guard: (2, 6)}, (2, "Good"))
    gm.does("dragon.set-damage", character=guard.public_id, by=20, why="The first blow.")
    strikes(gm, ana, guard, dice, *[10] * 6)
    assert (left(guard), now(guard).down, fighter(gm, guard).later(0)) == (-9, True, ())
    assert "Lantern guard falls" in marek.log()
    facts = Telling.objects.get(event__kind="dragon.attack-settled", audience="everybody").facts
    assert facts["harm"] == {"damage": 19, "at_once": True, "up": False, "fell": True, "death_check": True}
    dice(7, 1, 1)
    gm.does("dragon.death-check", ask=check_of(gm.table).public_id)
    assert (now(guard).dying, now(guard).gap) == (True, 4)


@pytest.mark.played("dragon.simultaneous", "dragon.falling")
def test_a_hero_who_falls_in_the_other_side_s_part_has_no_late(
    gm: Any, ines: Any, ana: Character, guard: Character, dice: Dice
) -> None:
    in_round(gm, {ana: (2, 5), guard: (2, 6)}, (2, "Good"))
    ines.does("dragon.wait", character=ana.public_id)
    gm.does("dragon.set-damage", character=ana.public_id, by=45, why="Burnt.")
    while Event.objects.filter(table=gm.table, kind="dragon.part").count() == 0:
        gm.does("dragon.next-part")
    strikes(gm, guard, ana, dice, *[10] * 4)
    assert (left(ana), now(ana).down, fighter(gm, ana).due) == (-4, True, False)
    assert "−4 of 45 hit points left" in ines.log()
    before = state_of_play(gm.table)
    answer = ines.post("dragon.act", character=ana.public_id, what="Runs")
    assert answer.status_code == 422
    assert state_of_play(gm.table) == before
