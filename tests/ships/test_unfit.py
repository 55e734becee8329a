"""Whoever is dead or unconscious does nothing aboard; the Director is never locked out."""

from __future__ import annotations

from typing import Any

import pytest

from apps.characters.models import Character, Track
from apps.ships.dragonfly.looking import operator_of
from tests.people import state_of_play
from tests.ships.conftest import seated
from tests.ships.fleet import (
    answer,
    ask_of,
    asked,
    at_fire,
    damaged,
    engage,
    evade,
    facts_of,
    fire,
    go_on,
    meet,
    said,
    set_vessel,
    vessel,
)
from tests.ships.hiders import emerge, flee, hide, to_the_run

BOW, TURRET = "Bow gun", "Top turret"
STATES = {"dead": "Shannon is dead and cannot act", "unconscious": "Shannon is unconscious and cannot act"}


def falls(person: Character, state: str = "unconscious") -> None:
    Track.objects.create(table=person.table, character=person, key=f"state-{state}", value=1)


def refused(response: Any, why: str) -> None:
    assert response.status_code == 422, said(response)
    assert why in said(response)


@pytest.mark.parametrize("state", STATES)
@pytest.mark.played("dragonfly.consciousness-test", "dragonfly.engage-or-disengage", "dragonfly.chase")
def test_such_a_pilot_neither_chooses_nor_runs_nor_hides(gm, ines, crewed, kestrel, ashfall, shannon, state):
    meet(gm, kestrel, ashfall)
    assert "engage or disengage" in ines.page()
    falls(shannon, state)
    assert STATES[state] in ines.panel("dogfight")
    assert "engage or disengage" not in ines.page()
    before = state_of_play(gm.table)
    refused(engage(ines, kestrel, ashfall), STATES[state])
    assert state_of_play(gm.table) == before
    to_the_run(gm)
    before = state_of_play(gm.table)
    for one in (flee, hide, emerge):
        refused(one(ines, kestrel), STATES[state])
    assert "cannot act" in ines.panel("dogfight")
    assert state_of_play(gm.table) == before
    assert flee(gm, kestrel).status_code == 200


@pytest.mark.played("dragonfly.consciousness-test", "dragonfly.maneuver-for-position")
def test_a_ship_whose_pilot_is_unconscious_does_not_maneuver(gm, crewed, kestrel, ashfall, shannon):
    meet(gm, kestrel, ashfall)
    falls(shannon)
    go_on(gm)
    assert ask_of(shannon) is None
    assert (vessel(kestrel).piloting, vessel(kestrel).levels) == (0, None)


@pytest.mark.played("dragonfly.consciousness-test", "dragonfly.maneuver-for-position")
def test_whoever_falls_before_the_roll_does_not_make_it(gm, ines, dice, crewed, kestrel, ashfall, shannon):
    meet(gm, kestrel, ashfall)
    go_on(gm)
    falls(shannon)
    before = state_of_play(gm.table)
    refused(answer(ines, shannon), STATES["unconscious"])
    assert STATES["unconscious"] in said(ines.get("dragonfly.answer-maneuver", ask=asked(shannon)))
    assert state_of_play(gm.table) == before
    dice(4)
    assert answer(gm, shannon).status_code == 200


@pytest.mark.played("dragonfly.consciousness-test", "dragonfly.open-fire")
def test_nobody_unconscious_fires(gm, marek, dice, crewed, kestrel, ashfall, pell):
    at_fire(gm, kestrel, ashfall)
    falls(pell)
    assert "Pell is unconscious and cannot act" in marek.panel("dogfight")
    refused(fire(marek, pell, kestrel, TURRET, ashfall), "Pell is unconscious and cannot act")
    dice(4)
    assert fire(gm, pell, kestrel, TURRET, ashfall).status_code == 200


@pytest.mark.parametrize("before_the_shot", [True, False])
@pytest.mark.played("dragonfly.consciousness-test", "dragonfly.evasive-action")
def test_a_ship_whose_pilot_is_unconscious_does_not_evade(
    gm, ines, dice, crewed, kestrel, ashfall, shannon, patrol, before_the_shot
):
    at_fire(gm, ashfall, kestrel)
    if before_the_shot:
        falls(shannon)
    assert fire(gm, patrol, ashfall, BOW, kestrel).status_code == 200
    if before_the_shot:
        assert ask_of(shannon) is None
    else:
        falls(shannon)
        refused(evade(ines, shannon), STATES["unconscious"])
        assert evade(ines, shannon, "take").status_code == 200
    assert facts_of(gm.table, "dragonfly.shot")["hit"]


@pytest.mark.played("dragonfly.consciousness-test", "dragonfly.ship-repair")
def test_nobody_unconscious_repairs(gm, ines, kestrel, shannon):
    seated(ines, kestrel, shannon, "engineer")
    damaged(kestrel, engines=1, engines_out=1)
    falls(shannon)
    given = {"character": shannon.public_id, "system": "engines"}
    refused(ines.post("dragonfly.repair", live=True, **given), STATES["unconscious"])


@pytest.mark.played("dragonfly.consciousness-test", "dragonfly.hiding")
def test_where_the_operator_is_unconscious_the_pilot_watches_and_else_nobody(
    gm, ines, marek, crewed, kestrel, ashfall, shannon, pell
):
    meet(gm, kestrel, ashfall)
    seated(marek, kestrel, pell, "sensor-operator")
    assert operator_of(vessel(kestrel)) == pell
    falls(pell)
    assert operator_of(vessel(kestrel)) == shannon
    falls(shannon)
    assert operator_of(vessel(kestrel)) is None


@pytest.mark.played("dragonfly.consciousness-test", "dragonfly.chase")
def test_an_even_chase_asks_no_pilot_who_is_unconscious(gm, ines, crewed, kestrel, ashfall, shannon):
    meet(gm, kestrel, ashfall)
    set_vessel(kestrel, choice="engage", target=vessel(ashfall))
    falls(shannon)
    to_the_run(gm)
    assert flee(gm, ashfall).status_code == 200
    assert ask_of(shannon) is None
    facts = facts_of(gm.table, "dragonfly.chased")
    assert (facts["engines"], facts["winner"], facts["sides"][1]["total"]) == ("equal", "fleeing", 0)
