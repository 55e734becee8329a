"""A trigger that comes in the middle of an attack: the held act is settled before the attack goes on."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from bs4 import BeautifulSoup

from apps.characters.models import Character
from apps.combat.models import Fight
from apps.table.models import Ask, Exchange
from tests.characters.dragon.conftest import made
from tests.combat.conftest import in_words, refused
from tests.combat.dragon.conftest import fighter, in_round
from tests.combat.dragon.struck import switch
from tests.combat.dragon.test_attack import attacks, sabre
from tests.combat.dragon.test_triggers import goes_to, holds
from tests.combat.wounded import asks, the_ask, undo

Dice = Callable[..., Any]


@pytest.fixture
def struck(gm: Any, ana: Character, guard: Character, dice: Dice) -> Ask:
    return strikes_at_ana(gm, ana, guard, dice)


def strikes_at_ana(gm: Any, ana: Character, guard: Character, dice: Dice) -> Ask:
    """Ana holds round 2 for a blow; in Bad of round 3 the guard, who has phases in 3 and 6, strikes at her."""
    in_round(gm, {ana: (2, 5, 9), guard: (3, 6)}, (2, "Good"))
    holds(gm, ana, "somebody strikes", "strike first")
    goes_to(gm, 3, "Bad")
    dice(6, 9, 1, 2)
    return attacks(gm, guard, ana)


def breaks_in(gm: Any, ines: Any, ana: Character) -> None:
    """Ana's trigger is claimed and confirmed."""
    ines.does("dragon.claim-trigger", character=ana.public_id)
    gm.does("dragon.answer-trigger", ask=the_ask(gm.table, "dragon.trigger").public_id, allow="yes")


def strikes_first(ines: Any, ana: Character, guard: Character, dice: Dice, *faces: int) -> Ask:
    dice(*faces)
    return attacks(ines, ana, guard, **sabre(ana))


def first_target(person: Any, own: Character) -> str:
    form = BeautifulSoup(person.get("dragon.attack", character=own.public_id).content, "lxml")
    return str(form.select("[name=target][checked]")[0]["value"])


def test_whose_attack_is_broken_into_is_the_first_target(
    gm: Any, ines: Any, ana: Character, guard: Character, dice: Dice
) -> None:
    other = made(gm, name="Warden", role="enemy")
    in_round(gm, {ana: (2, 5), guard: (6,), other: (3,)}, (2, "Good"))
    holds(gm, ana, "somebody strikes", "strike first")
    goes_to(gm, 3, "Bad")
    dice(6, 9, 1)
    attacks(gm, other, ana)
    assert first_target(ines, ana) == guard.public_id
    breaks_in(gm, ines, ana)
    assert first_target(ines, ana) == other.public_id


def test_who_has_moved_is_the_first_target_of_who_breaks_in(
    gm: Any, ines: Any, ana: Character, guard: Character
) -> None:
    other = made(gm, name="Warden", role="enemy")
    in_round(gm, {ana: (2, 5), guard: (6,), other: (3,)}, (2, "Good"))
    holds(gm, ana, "somebody comes near", "strike first")
    goes_to(gm, 3, "Bad")
    gm.does("dragon.move", character=other.public_id, hexes=2)
    breaks_in(gm, ines, ana)
    assert first_target(ines, ana) == other.public_id


@pytest.mark.played("dragon.conditional-hold", "dragon.simultaneous")
@pytest.mark.parametrize("late", ["off", "on"])
def test_whoever_falls_by_it_attacks_no_more(
    gm: Any, ines: Any, ana: Character, guard: Character, dice: Dice, late: str
) -> None:
    """Also where damage otherwise counts when the part closes."""
    switch(gm.table, "damage-at-sub-round-end", late)
    struck = strikes_at_ana(gm, ana, guard, dice)
    breaks_in(gm, ines, ana)
    inner = strikes_first(ines, ana, guard, dice, 9, 9, 9, 9, 9, 9)
    assert fighter(gm, ana).kept is None
    assert inner.exchange.inside == struck.exchange
    gm.does("dragon.set-damage", character=guard.public_id, by=29, why="Wounded before")
    gm.does("dragon.defend", ask=inner.public_id, guard="none")
    assert Exchange.objects.get(pk=struck.exchange_id).closed_at is not None
    assert fighter(gm, guard).down
    assert not asks(gm.table, "dragon.attack", "dragon.break-in")


def test_whoever_stands_goes_on(gm: Any, ines: Any, ana: Character, guard: Character, struck: Ask, dice: Dice) -> None:
    breaks_in(gm, ines, ana)
    inner = strikes_first(ines, ana, guard, dice, 1, 1, 1, 1, 1, 1)
    gm.does("dragon.defend", ask=inner.public_id, guard="none")
    assert [one.pk for one in asks(gm.table)] == [struck.pk]
    ines.does("dragon.defend", ask=struck.public_id, guard="none")
    assert not asks(gm.table)


def test_the_attack_waits_from_the_claim_to_the_act(
    gm: Any, ines: Any, ana: Character, guard: Character, struck: Ask, dice: Dice
) -> None:
    waits = "Somebody breaks in with what they held"
    assert waits not in ines.panel("asks")
    ines.does("dragon.claim-trigger", character=ana.public_id)
    assert waits in ines.panel("asks")
    refused(ines.post("dragon.defend", ask=struck.public_id, guard="none"), waits)
    gm.does("dragon.answer-trigger", ask=the_ask(gm.table, "dragon.trigger").public_id, allow="yes")
    refused(ines.post("dragon.defend", ask=struck.public_id, guard="none"), waits)
    assert "The attack waits until this is done." in ines.panel("asks")
    inner = strikes_first(ines, ana, guard, dice, 1, 1, 1, 1, 1, 1)
    refused(ines.post("dragon.defend", ask=struck.public_id, guard="none"), "breaks in before this one")
    gm.does("dragon.defend", ask=inner.public_id, guard="none")
    ines.does("dragon.defend", ask=struck.public_id, guard="none")


def test_a_no_lets_the_attack_go_on(
    gm: Any, ines: Any, ana: Character, guard: Character, struck: Ask, dice: Dice
) -> None:
    ines.does("dragon.claim-trigger", character=ana.public_id)
    gm.does("dragon.answer-trigger", ask=the_ask(gm.table, "dragon.trigger").public_id, allow="no")
    ines.does("dragon.defend", ask=struck.public_id, guard="none")
    assert fighter(gm, ana).kept is not None


def test_the_form_says_that_the_hold_pays(gm: Any, ines: Any, ana: Character, guard: Character, struck: Ask) -> None:
    form = {"character": ana.public_id, "target": guard.public_id}
    assert "This part is the other side’s" in in_words(ines.get("dragon.attack", **form))
    breaks_in(gm, ines, ana)
    assert "the phase kept from 2" in in_words(ines.get("dragon.attack", **form))


def test_the_strike_is_taken_back_and_the_trigger_is_open_again(
    gm: Any, ines: Any, ana: Character, guard: Character, struck: Ask, dice: Dice
) -> None:
    breaks_in(gm, ines, ana)
    before = ines.panel("asks"), gm.panel("asks")
    strikes_first(ines, ana, guard, dice, 1, 1, 1, 1, 1, 1)
    undo(gm)
    assert (ines.panel("asks"), gm.panel("asks")) == before
    assert fighter(gm, ana).kept is not None


@pytest.mark.played("dragon.once-per-round", "dragon.phase-action")
def test_whoever_has_moved_meets_what_breaks_in_without_a_defence(
    gm: Any, ines: Any, ana: Character, guard: Character, dice: Dice
) -> None:
    """The phase is used by the move: it pays for no defence beside it, bought in as it is."""
    in_round(gm, {ana: (4, 6, 9), guard: (1, 8)}, (1, "Bad"))
    holds(gm, guard, "somebody runs", "strike him")
    goes_to(gm, 3, "Good")
    ines.does("dragon.move", character=ana.public_id, hexes=2)
    gm.does("dragon.claim-trigger", character=guard.public_id)
    dice(1, 1, 1, 1)
    struck = attacks(gm, guard, ana)
    refused(ines.post("dragon.defend", ask=struck.public_id, guard="dodge", pay=[6]), "has used the phase")
    ines.does("dragon.defend", ask=struck.public_id, guard="none")
    gm.does("dragon.next-part")
    assert (fighter(gm, ana).acted, fighter(gm, ana).later(3)) == (True, (4,))


def test_with_the_fight_all_of_it_ends(gm: Any, ines: Any, ana: Character, guard: Character, struck: Ask) -> None:
    breaks_in(gm, ines, ana)
    gm.does("dragon.end-fight")
    assert not Exchange.objects.filter(table=gm.table, closed_at=None).exists()
    assert Fight.objects.get(table=gm.table).span.closed_at is not None
