"""Dice of all sources for one roll, and other ways to answer than with a trait."""

from __future__ import annotations

import pytest

from apps.characters.models import Character
from apps.characters.yarn.sheet import sheet_of
from apps.checks.yarn import answers, pools
from apps.checks.yarn.answers import Answer
from apps.checks.yarn.pools import Extra, Sought
from apps.rules.refusal import Refused
from apps.rules.yarn.pool import Pool
from tests.people import Person
from tests.yarn_evening import JOSS


def test_a_roll_begins_with_the_dice_of_its_trait(maud: Character) -> None:
    central = sheet_of(maud).traits[0]
    assert pools.built(Sought(maud, trait=central.id)).pool == Pool(4)
    assert pools.built(Sought(maud)).pool == Pool(2)
    assert pools.built(Sought(maud, base=5)).pool == Pool(5)


@pytest.mark.played("yarn.messed-up", "yarn.dice-cancel")
def test_who_is_messed_up_throws_a_penalty_die_but_resists_as_ever(maud: Character, gm: Person) -> None:
    gm.does("yarn.adjust", character=maud.public_id, track="hit-points", by=-11)
    found = pools.built(Sought(maud))
    assert found.extras == (Extra("penalty", 1, "Messed up", "yarn.messed-up"),)
    assert found.pool == Pool(2, net_penalty=1)
    chosen = [Extra("bonus", 2, "Above them", "yarn.advantage"), Extra("fewer", 1, "Another action", "")]
    assert pools.built(Sought(maud), chosen).pool == Pool(1, net_bonus=1)
    assert pools.built(Sought(maud, "resistance")).pool == Pool(2)


@pytest.fixture
def shield(monkeypatch: pytest.MonkeyPatch) -> list[Answer]:
    """Something that others offer to whoever is attacked."""
    offered = [Answer("shield", "Seven shields", "turns it away", dice=2, rule="yarn.spell-seven-shields")]
    monkeypatch.setattr(answers, "_offering", [])
    answers.may_answer_with(lambda who, what: offered if what == "attack" else [])
    return offered


def test_what_others_offer_may_be_chosen(maud: Character, shield: list[Answer]) -> None:
    assert answers.answers_for(maud, "attack") == shield
    assert answers.chosen(maud, "attack", "shield").dice == 2
    with pytest.raises(Refused, match="cannot answer so"):
        answers.chosen(maud, "power", "shield")


def test_what_cannot_be_chosen_now_says_why(maud: Character, shield: list[Answer]) -> None:
    shield[:] = [Answer("shield", "Seven shields", "", why_not=Refused("no-shot", "No shot is left.", "answer"))]
    with pytest.raises(Refused, match="No shot is left"):
        answers.chosen(maud, "attack", "shield")


def test_what_adds_to_rolls_is_asked_of_every_roll(maud: Character, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pools, "_adding", [])
    pools.adds_to_roll(lambda sought: [Extra("extra", 3, "Lightning", "yarn.power-lightning-strike")])
    assert pools.built(Sought(maud, "attack")).pool == Pool(5)


@pytest.mark.played("yarn.armour-penalty", "yarn.armour-stacking")
def test_armour_is_in_the_way_where_agility_matters(joss: Character, gm: Person, marek: Person) -> None:
    def penalty(*about: str, **more: bool) -> int:
        what, weapon = (*about, "")[:2]
        return pools.built(Sought(joss, what, weapon=weapon, **more)).of("penalty")  # type: ignore[arg-type]

    assert penalty("attack", "knife") == 0
    marek.does("yarn.edit", character=joss.public_id, **JOSS | {
        "armour_2_name": "Plate", "armour_2_listed": "plate"})  # fmt: skip
    assert [penalty("attack", one) for one in ("knife", "crossbow", "light-handgun", "taser")] == [2, 2, 0, 0]
    assert (penalty("defence", "knife"), penalty("defence", "light-rifle")) == (2, 0)
    assert penalty("defence", "light-rifle", agility=True) == 2
    assert (penalty("action"), penalty("action", agility=True), penalty("power")) == (0, 2, 0)


@pytest.mark.played("yarn.serious-wound-outcome")
def test_a_wound_that_mis_healed_may_hinder_for_good(maud: Character, gm: Person) -> None:
    who = maud.public_id
    gm.does("yarn.adjust", character=who, track="hit-points", by=-1)
    gm.does("yarn.serious-wound", character=who, note="The knee")
    gm.does("yarn.wound-outcome", character=who, outcome="mis-heals", hinders="on")
    gm.does("yarn.days-pass", **{f"days-{who}": 2, f"does-{who}": "rest"})
    found = pools.built(Sought(maud, agility=True)).extras
    assert [(one.source, one.count, one.sort) for one in found] == [("The knee", 1, "penalty")]
    assert not pools.built(Sought(maud)).extras
