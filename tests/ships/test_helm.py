"""Whoever is at the helm rolls as the pilot, though another one was asked who has handed it over since."""

from __future__ import annotations

from typing import Any

import pytest

from apps.characters.dragonfly.points import drama_points_of
from apps.characters.models import Character
from apps.ships.models import Encounter, Post
from apps.table.models import Ask
from tests.people import state_of_play
from tests.ships.conftest import person_made, seated, ship_made
from tests.ships.fleet import (
    answer,
    ask_of,
    at_fire,
    evade,
    facts_of,
    fire,
    go_on,
    meet,
    rated,
    said,
    set_vessel,
    undone,
    vessel,
)
from tests.ships.hiders import flee, search, to_the_run

BOW = "Bow gun"
LEFT = "has left the helm of The Kestrel"


def leaves(player: Any, ship: Character, person: Character, post: str = "pilot") -> None:
    held = Post.objects.get(ship=ship, person=person, key=post)
    player.does("dragonfly.leave-post", post=held.public_id)


def refused(response: Any, why: str) -> None:
    assert response.status_code == 422, said(response)
    assert why in said(response)


@pytest.fixture
def asked(gm: Any, crewed: Any, kestrel: Character, ashfall: Character, pell: Character) -> None:
    """Shannon is asked to maneuver; Pell, at the turret, is the better pilot."""
    rated(pell, dexterity=6)
    meet(gm, kestrel, ashfall)
    go_on(gm)


@pytest.fixture
def fired_on(gm: Any, crewed: Any, kestrel: Character, ashfall: Character, patrol: Character) -> None:
    """Ashfall has fired at the Kestrel with 13; Shannon is asked to evade."""
    at_fire(gm, ashfall, kestrel, levels=0)
    assert fire(gm, patrol, ashfall, BOW, kestrel).status_code == 200


@pytest.mark.played("dragonfly.ship-sheet", "dragonfly.maneuver-for-position")
def test_whoever_has_taken_the_helm_maneuvers(asked, gm, ines, marek, dice, kestrel, shannon, pell):
    leaves(ines, kestrel, shannon)
    before = state_of_play(gm.table)
    refused(answer(ines, shannon), LEFT)
    assert LEFT in ines.panel("asks")
    assert state_of_play(gm.table) == before
    assert seated(marek, kestrel, pell).status_code == 200
    assert ask_of(shannon) is None
    assert "maneuver for position" not in ines.panel("asks")
    assert "Pell: maneuver for position" in marek.panel("asks")
    dice(5)
    assert answer(marek, pell).status_code == 200
    assert vessel(kestrel).piloting == 5 + 6 + 4
    assert facts_of(gm.table, "dragonfly.maneuvered")["sides"][0]["who"] == "Pell"


@pytest.mark.played("dragonfly.ship-sheet", "dragonfly.maneuver-for-position")
def test_an_ability_score_at_the_helm_stands_at_once(asked, gm, ines, kestrel, shannon, voss):
    leaves(ines, kestrel, shannon)
    assert seated(gm, kestrel, voss).status_code == 200
    assert not Ask.objects.filter(table=gm.table, closed_at=None).exists()
    assert vessel(kestrel).piloting == 12


@pytest.mark.played("dragonfly.ship-sheet", "dragonfly.maneuver-for-position")
def test_what_fell_and_was_taken_back_falls_for_the_next_pilot_too(
    asked, gm, ines, marek, dice, kestrel, shannon, pell
):
    dice(2)
    assert answer(ines, shannon).status_code == 200
    undone(gm, "dragonfly.maneuvered")
    leaves(ines, kestrel, shannon)
    seated(marek, kestrel, pell)
    assert "the die shows 2" in marek.panel("asks")
    dice()
    assert answer(marek, pell).status_code == 200
    assert vessel(kestrel).piloting == 2 + 6 + 4


def test_a_helm_taken_back_asks_the_first_pilot_again(asked, gm, ines, marek, kestrel, shannon, pell):
    leaves(ines, kestrel, shannon)
    before = state_of_play(gm.table)
    seated(marek, kestrel, pell)
    undone(gm, "dragonfly.post-taken")
    assert ask_of(pell) is None
    assert ask_of(shannon) is not None
    assert {name: rows for name, rows in state_of_play(gm.table).items() if name in {"Ask", "Exchange", "Post"}} == {
        name: before[name] for name in ("Ask", "Exchange", "Post")
    }
    undone(gm, "dragonfly.post-left")
    assert LEFT not in ines.panel("asks")


def test_the_director_rolls_for_a_pilot_who_has_left(asked, gm, ines, dice, kestrel, shannon):
    leaves(ines, kestrel, shannon)
    dice(4)
    assert answer(gm, shannon).status_code == 200


@pytest.mark.played("dragonfly.ship-sheet", "dragonfly.evasive-action")
def test_whoever_has_taken_the_helm_evades(fired_on, gm, ines, marek, dice, kestrel, shannon, pell):
    rated(pell, dexterity=6)
    leaves(ines, kestrel, shannon)
    refused(evade(ines, shannon), f"{LEFT}: whoever takes it rolls. Take it instead.")
    seated(marek, kestrel, pell)
    assert ask_of(shannon) is None
    dice(3)
    assert evade(marek, pell).status_code == 200
    facts = facts_of(gm.table, "dragonfly.shot")
    assert (facts["hit"], facts["sides"][1]["who"], facts["sides"][1]["total"]) == (False, "Pell", 3 + 6 + 4)


def test_a_ship_without_a_pilot_takes_the_shot(fired_on, gm, ines, kestrel, shannon):
    leaves(ines, kestrel, shannon)
    assert evade(ines, shannon, "take").status_code == 200
    assert facts_of(gm.table, "dragonfly.shot")["hit"]


@pytest.fixture
def chased(gm: Any, crewed: Any, kestrel: Character, ashfall: Character) -> None:
    """The Kestrel runs from Ashfall with equal engines; Shannon is asked."""
    meet(gm, kestrel, ashfall)
    set_vessel(ashfall, choice="engage", target=vessel(kestrel))
    to_the_run(gm)
    assert flee(gm, kestrel).status_code == 200


def race(who: Any, person: Character, **given: Any) -> Any:
    return answer(who, person, "dragonfly.answer-chase", **given)


@pytest.mark.played("dragonfly.ship-sheet", "dragonfly.chase")
def test_whoever_has_taken_the_helm_rolls_in_the_chase(chased, gm, ines, marek, dice, kestrel, shannon, pell):
    rated(pell, dexterity=6)
    leaves(ines, kestrel, shannon)
    refused(race(ines, shannon), LEFT)
    seated(marek, kestrel, pell)
    dice(8)
    assert race(marek, pell).status_code == 200
    facts = facts_of(gm.table, "dragonfly.chased")
    assert (facts["winner"], facts["sides"][0]["total"], facts["sides"][1]["total"]) == ("fleeing", 18, 13)


@pytest.mark.played("dragonfly.ship-sheet", "dragonfly.chase")
def test_an_ability_score_at_the_helm_is_in_the_chase_at_once(chased, gm, ines, kestrel, shannon, voss):
    leaves(ines, kestrel, shannon)
    assert seated(gm, kestrel, voss).status_code == 200
    assert facts_of(gm.table, "dragonfly.chased")["sides"][0]["total"] == 12
    assert not Ask.objects.filter(table=gm.table, closed_at=None).exists()


@pytest.mark.played("dragonfly.ship-sheet", "dragonfly.hiding")
def test_whoever_has_taken_over_the_sensors_watches_them(
    crewed, gm, ines, marek, dice, kestrel, ashfall, shannon, pell
):
    meet(gm, kestrel, ashfall)
    assert search(gm, kestrel).status_code == 200
    leaves(ines, kestrel, shannon)
    assert "does not watch the sensors of The Kestrel any more" in ines.panel("asks")
    assert seated(marek, kestrel, pell, "sensor-operator").status_code == 200
    assert ask_of(shannon) is None
    dice(5)
    assert answer(marek, pell, "dragonfly.detect").status_code == 200
    assert facts_of(gm.table, "dragonfly.detected")["sides"][0]["total"] == 5 + 4 + 2 + 2


def test_another_post_or_another_ship_changes_nothing(asked, gm, ines, marek, kestrel, shannon, pell):
    assert seated(marek, kestrel, pell, "engineer").status_code == 200
    assert ask_of(shannon) is not None
    tern, orla = ship_made(gm, name="Tern", seat=ines.seat.public_id), person_made(ines, "Orla")
    assert seated(ines, tern, orla).status_code == 200
    assert ask_of(shannon) is not None
    assert Encounter.objects.get().phase == "maneuver"


def test_a_crew_learns_nothing_of_a_ship_that_it_does_not_see(
    gm, ines, marek, crewed, kestrel, widow, shannon, pell, voss
):
    """The Widow runs from nobody: it is after the Kestrel, whose crew knows nothing of it, and the GMs roll for it."""
    seated(gm, widow, voss)
    meet(gm, kestrel, widow)
    set_vessel(widow, choice="engage", target=vessel(kestrel))
    to_the_run(gm)
    assert flee(gm, kestrel).status_code == 200
    leaves(ines, kestrel, shannon)
    seated(marek, kestrel, pell)
    for person in (ines, marek):
        assert "Widow" not in person.page()
    assert "The Widow" in gm.panel("asks")


def test_whose_points_are_spent_is_the_new_pilot_s(asked, gm, ines, marek, dice, kestrel, shannon, pell):
    leaves(ines, kestrel, shannon)
    seated(marek, kestrel, pell)
    dice(5)
    assert answer(marek, pell, heroic_feat="on").status_code == 200
    assert (drama_points_of(shannon), drama_points_of(pell)) == (10, 9)


@pytest.mark.played("dragonfly.heroic-feat", "dragonfly.drama-points")
def test_a_feat_of_the_first_pilot_is_not_the_next_one_s(asked, gm, ines, marek, dice, kestrel, shannon, pell):
    """It was announced with a roll that was taken back: whoever takes the helm neither has it nor pays for it."""
    dice(5)
    assert answer(ines, shannon, heroic_feat="on").status_code == 200
    undone(gm, "dragonfly.maneuvered")
    leaves(ines, kestrel, shannon)
    seated(marek, kestrel, pell)
    assert f"{5 + 6 + 4}: the die shows 5" in marek.panel("asks")
    refused(answer(marek, pell, heroic_feat="on"), "announced before it")
    dice()
    assert answer(marek, pell).status_code == 200
    assert (vessel(kestrel).piloting, drama_points_of(pell)) == (5 + 6 + 4, 10)


@pytest.mark.played("dragonfly.heroic-feat")
def test_a_feat_comes_back_with_its_own_pilot(asked, gm, ines, marek, dice, kestrel, shannon, pell):
    dice(5)
    assert answer(ines, shannon, heroic_feat="on").status_code == 200
    total = vessel(kestrel).piloting
    undone(gm, "dragonfly.maneuvered")
    leaves(ines, kestrel, shannon)
    seated(marek, kestrel, pell)
    leaves(marek, kestrel, pell)
    seated(ines, kestrel, shannon)
    assert f"{total}: the die shows 5" in ines.panel("asks")
