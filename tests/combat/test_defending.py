"""Defenses: how many there are in a Turn, what can be parried with what, and what is known before the choice."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from apps.characters.models import Character
from apps.combat.models import Fight
from apps.rules.odds import percent
from tests.checks.conftest import everything_shown_to, full_sheet, score_sheet, words_of
from tests.combat.arena import (
    answers,
    asked,
    declared,
    life,
    maneuver,
    settled,
    strikes,
    switch,
    tallies,
    up,
)
from tests.combat.armed import unlike_humans
from tests.combat.conftest import fighter, go_on, start, state_of_fight, with_life
from tests.combat.conftest import now as running
from tests.combat.wounded import asks, does, labels, undo

played = pytest.mark.played


@pytest.fixture
def kick(shannon: Character) -> Any:
    return maneuver(shannon, "Kick", 6)


@pytest.fixture
def two(table: Any, gm: Any, shannon: Character, thugs: list[Character]) -> Fight:
    """Shannon against two thugs, the actions under way."""
    fight = start(gm, shannon, *thugs)
    up(thugs[0])
    return fight


def attacked(gm: Any, thug: Character, whom: Character, **data: Any) -> None:
    up(thug)
    strikes(gm, thug, whom, **({"attackers": 1} | data))


# how many


@played("dragonfly.defense-allowance")
def test_one_defense_is_free_and_taking_a_blow_keeps_it(
    two: Fight, gm: Any, ines: Any, shannon: Character, thugs: list[Character], dice: Any
) -> None:
    attacked(gm, thugs[0], shannon)
    answers(ines, "take")
    assert "defenses" not in tallies(gm, shannon)
    attacked(gm, thugs[1], shannon)
    dice(1)
    answers(ines, "dodge")
    assert labels(settled(gm)["defense"]) == {"Dexterity": 7, "Acrobatics": 5}
    assert tallies(gm, shannon)["defenses"] == 1


@played("dragonfly.defense-allowance", "dragonfly.extra-action-penalty")
def test_a_further_defense_takes_an_additional_action_and_the_same_die(
    two: Fight, gm: Any, ines: Any, shannon: Character, thugs: list[Character], dice: Any
) -> None:
    declared(shannon, extra=["defense"])
    attacked(gm, thugs[0], shannon)
    dice(3)
    answers(ines, "dodge")
    attacked(gm, thugs[1], shannon)
    dice()
    assert "it shows 3" in words_of(ines.get("dragonfly.defend", ask=asked(ines).public_id))
    assert "the die of the first: it shows 3" in answers(ines, "dodge", 422, face=9)
    answers(ines, "dodge")
    defense = settled(gm)["defense"]
    assert (defense["face"], defense["total"]) == (3, 13)
    assert labels(defense)["Additional action"] == -2
    attacked(gm, thugs[0], shannon, anyway="on")
    assert settled(gm)["how"] == "none"


@played("dragonfly.full-defense")
def test_full_defense_has_two_without_penalty(
    two: Fight, gm: Any, ines: Any, shannon: Character, thugs: list[Character], dice: Any
) -> None:
    declared(shannon, stance="full-defense", action="other")
    dice(1)
    for thug in thugs:
        attacked(gm, thug, shannon)
        answers(ines, "dodge")
        assert labels(settled(gm)["defense"]) == {"Dexterity": 7, "Acrobatics": 5, "Full Defense": 3}
    attacked(gm, thugs[0], shannon, anyway="on")
    assert settled(gm)["how"] == "none"


@pytest.mark.parametrize(("switched", "step"), [("off", -4), ("on", -2)])
def test_penalties_count_on_or_apart_by_the_switch(
    table: Any, gm: Any, ines: Any, shannon: Character, thugs: list[Character], dice: Any, switched: str, step: int
) -> None:
    switch(table, "penalty-per-series", switched)
    kick = maneuver(shannon, "Kick", 0)
    start(gm, shannon, *thugs)
    declared(shannon, extra=["attack", "defense"])
    up(shannon)
    dice(5, 5)
    strikes(ines, shannon, thugs[0], way=kick)
    answers(gm, "take")
    strikes(ines, shannon, thugs[1], way=kick)
    answers(gm, "take")
    attacked(gm, thugs[0], shannon)
    answers(ines, "dodge")
    attacked(gm, thugs[1], shannon)
    answers(ines, "dodge")
    assert labels(settled(gm)["defense"])["Additional action"] == step


def test_actions_cut_off_may_defend_with_free_use(
    table: Any, gm: Any, ines: Any, shannon: Character, thugs: list[Character], dice: Any
) -> None:
    switch(table, "free-use-of-additional-actions", "on")
    kick = maneuver(shannon, "Kick", 6)
    start(gm, shannon, *thugs)
    up(shannon)
    dice(1, 6)
    strikes(ines, shannon, thugs[0], way=kick)
    answers(gm, "take")
    for thug in thugs:
        attacked(gm, thug, shannon)
        answers(ines, "dodge")
    assert labels(settled(gm)["defense"])["Additional action"] == -2


def test_whom_the_director_marks_is_not_asked(
    two: Fight, gm: Any, ines: Any, shannon: Character, thugs: list[Character]
) -> None:
    does(gm, "dragonfly.fight-undefended", character=shannon.public_id, unable="yes")
    attacked(gm, thugs[0], shannon)
    assert "marked" in settled(gm)["answer"]
    assert settled(gm)["result"] == "hit"


# parries


@played("dragonfly.parry", "dragonfly.parry-limits")
def test_a_weapon_is_parried_with_a_weapon_alone(
    two: Fight, gm: Any, ines: Any, shannon: Character, thugs: list[Character], dice: Any
) -> None:
    club = maneuver(thugs[0], "Club", 4, "hand-weapon")
    pole = maneuver(shannon, "Pole", 4, "hand-weapon", skill="getting-medieval")
    attacked(gm, thugs[0], shannon, way=club)
    before = state_of_fight()
    assert "parried only with a weapon" in answers(ines, "parry", 422)
    assert state_of_fight() == before
    assert "parried only with a weapon" in ines.page()
    dice(2)
    answers(ines, pole.public_id)
    facts = settled(gm)
    assert labels(facts["defense"]) == {"Dexterity": 7}
    assert (facts["result"], facts["answer"]) == ("defended", "Parry with Pole")
    assert "back" not in facts


@played("dragonfly.grapple", "dragonfly.parry-limits")
def test_a_grapple_is_dodged_or_not_at_all(
    two: Fight, gm: Any, ines: Any, shannon: Character, thugs: list[Character], dice: Any
) -> None:
    attacked(gm, thugs[0], shannon, sort="grapple", grip="left-leg")
    assert "Parry" not in words_of(ines.get("dragonfly.defend", ask=asked(ines).public_id)).replace("parried", "")
    answers(ines, "parry", 422)
    dice(1)
    answers(ines, "dodge")
    assert tallies(gm, shannon)["defenses"] == 1


@pytest.fixture
def pier(table: Any, gm: Any, ines: Any, marek: Any) -> tuple[Character, Character]:
    """Jo, whom Ines plays, strikes with bare hands at Kit, whom Marek plays and who has a knife."""
    jo = with_life(full_sheet(table, "Jo", ines, dexterity=3, kung_fu=1), 30)
    kit = with_life(full_sheet(table, "Kit", marek, dexterity=4, getting_medieval=2), 30)
    start(gm, jo, kit)
    up(jo)
    return jo, kit


@played("dragonfly.parry-hurts-unarmed", "dragonfly.parry")
@pytest.mark.parametrize(("switched", "damage"), [("off", 14), ("on", 10)])
def test_a_bare_hand_that_meets_a_blade_takes_its_damage(
    pier: tuple[Character, Character], table: Any, gm: Any, ines: Any, marek: Any, dice: Any, switched: str, damage: int
) -> None:
    jo, kit = pier
    turn_switch(fighter(jo), "weapon-parry-without-levels", switched)
    knife = maneuver(kit, "Knife", 5, "hand-weapon", damage_type="slash-stab", skill="getting-medieval")
    dice(5)
    strikes(ines, jo, kit, maneuver="bare-hands", weapon_damage=3)
    dice(6)
    answers(marek, knife.public_id)
    facts = settled(gm)
    assert (facts["defense"]["total"], facts["result"]) == (12, "defended")
    assert facts["back"]["damage"] == damage
    assert life(jo) == 30 - damage
    assert f"Jo: {damage} damage, Life Points 30 to {30 - damage}" in ines.log()
    undo(gm)
    assert life(jo) == 30


@played("dragonfly.parry-hurts-unarmed", "dragonfly.damage-types")
def test_a_blade_that_parries_is_not_doubled_against_whoever_is_no_ordinary_human(
    pier: tuple[Character, Character], gm: Any, ines: Any, marek: Any, dice: Any
) -> None:
    jo, kit = pier
    unlike_humans(jo)
    knife = maneuver(kit, "Knife", 5, "hand-weapon", damage_type="slash-stab", skill="getting-medieval")
    dice(5)
    strikes(ines, jo, kit, maneuver="bare-hands", weapon_damage=3)
    dice(6)
    answers(marek, knife.public_id)
    assert settled(gm)["back"]["damage"] == 7


def turn_switch(one: Any, key: str, value: str) -> None:
    """A switch of the Turn that runs."""
    span = one.fight.turn
    span.options = {**(span.options or {}), key: value}
    span.save(update_fields=["options"])


@played("dragonfly.parry-hurts-unarmed")
def test_a_parry_that_fails_hurts_nobody_but_the_one_it_failed(
    pier: tuple[Character, Character], gm: Any, ines: Any, marek: Any, dice: Any
) -> None:
    jo, kit = pier
    dice(9)
    strikes(ines, jo, kit, maneuver="bare-hands", weapon_damage=3)
    dice(6)
    answers(marek, "weapon", weapon_name="Oar", weapon_damage=5, weapon_type="bash")
    facts = settled(gm)
    assert facts["result"] == "hit"
    assert "back" not in facts
    assert (life(jo), life(kit)) == (30, 30 - 3 - 3)


def test_a_scores_listed_damage_strikes_back_without_levels(
    table: Any, gm: Any, ines: Any, shannon: Character, kick: Any, dice: Any
) -> None:
    guard = with_life(score_sheet(table, "Guard", muscle=12, combat=18, brains=8), 20)
    spear = maneuver(guard, "Spear", 6, "hand-weapon", damage_type="slash-stab")
    start(gm, shannon, guard)
    up(shannon)
    dice(3)
    strikes(ines, shannon, guard, way=kick)
    answers(gm, spear.public_id)
    assert settled(gm)["back"]["damage"] == 12
    assert "Damage on the sheet" not in ines.log()
    assert life(shannon) == 30


# dodges


@played("dragonfly.dodge")
def test_the_best_skill_dodges_unless_the_director_rules_it_out(
    two: Fight, gm: Any, ines: Any, shannon: Character, thugs: list[Character], dice: Any
) -> None:
    attacked(gm, thugs[0], shannon)
    assert "ruled_out" not in ines.get("dragonfly.defend", ask=asked(ines).public_id).content.decode()
    dice(1)
    answers(gm, "dodge", ruled_out="acrobatics")
    assert labels(settled(gm)["defense"]) == {"Dexterity": 7, "Kung Fu": 4}


@played("dragonfly.heroic-feat")
def test_a_feat_announced_for_the_defense_is_on_it(
    two: Fight, gm: Any, ines: Any, shannon: Character, thugs: list[Character], dice: Any
) -> None:
    declared(shannon, drama=["defense"])
    attacked(gm, thugs[0], shannon)
    dice(1)
    answers(ines, "dodge")
    assert settled(gm)["defense"]["total"] == 1 + 12 + 10


# what is known before the choice


@pytest.mark.parametrize(("switched", "known"), [("off", None), ("on", 16)])
def test_the_die_of_the_attack_is_seen_before_the_choice_only_with_the_switch(
    table: Any,
    gm: Any,
    ines: Any,
    marek: Any,
    shannon: Character,
    pell: Character,
    dice: Any,
    switched: str,
    known: Any,
) -> None:
    switch(table, "defend-after-seeing", switched)
    kick = maneuver(shannon, "Kick", 6)
    start(gm, shannon, pell)
    up(shannon)
    dice(5)
    strikes(ines, shannon, pell, way=kick)
    assert asked(marek).facts.get("total") == known
    assert ("The attack makes" in marek.page()) == (known is not None)


def test_an_attack_that_is_seen_to_miss_asks_nobody(
    table: Any, gm: Any, ines: Any, pell: Character, shannon: Character, dice: Any
) -> None:
    switch(table, "defend-after-seeing", "on")
    start(gm, shannon, pell)
    up(pell)
    dice(1)
    strikes(gm, pell, shannon)
    assert settled(gm)["result"] == "missed"
    assert not tallies(gm, shannon).get("defenses")


def test_odds_of_each_answer_are_those_of_all_faces(
    two: Fight, gm: Any, ines: Any, shannon: Character, thugs: list[Character]
) -> None:
    attacked(gm, thugs[0], shannon, modifier=8)
    shown = " ".join(ines.soup().find(class_="ask").get_text(" ").split())
    dodges = Fraction(sum(face + 12 >= 17 for face in range(1, 11)), 10)
    parries = Fraction(sum(face + 11 >= 17 for face in range(1, 11)), 10)
    assert f"Dexterity + Acrobatics · d10 + 12 {percent(dodges)}" in shown
    assert f"Dexterity + Kung Fu · d10 + 11 {percent(parries)}" in shown
    assert "Take it no defense: it lands" in shown


def test_the_attackers_odds_are_those_of_all_pairs_of_faces(gm: Any, table: Any, shannon: Character) -> None:
    foe = with_life(full_sheet(table, "Foe", dexterity=5, kung_fu=3), 30)
    start(gm, shannon, foe)
    up(foe)
    fist = maneuver(foe, "Fist", 5)
    shown = words_of(gm.get("dragonfly.attack", character=foe.public_id, target=shannon.public_id,
                            maneuver=fist.public_id))  # fmt: skip
    pairs = list(product(range(1, 11), repeat=2))
    lands = [a + 8 >= 9 and (d + 12 < 9 or a + 8 > d + 12) for a, d in pairs]
    assert f"{percent(Fraction(sum(lands), 100))} to hit against: Dodge" in shown
    levels = {9: 1, 10: 1, 11: 2, 12: 2, 13: 3, 14: 3, 15: 4, 16: 4, 17: 5, 18: 5}
    mean = sum(5 + levels[face + 8] for face in range(1, 11)) / 10
    assert f"{mean:.1f} damage on average, if it hits" in shown


# who answers


def test_others_do_not_answer_and_the_director_may(
    two: Fight, gm: Any, ines: Any, marek: Any, shannon: Character, thugs: list[Character], dice: Any
) -> None:
    attacked(gm, thugs[0], shannon)
    before = state_of_fight()
    assert "no longer open" in does(marek, "dragonfly.defend", 422, ask=asked(ines).public_id, how="dodge")
    assert state_of_fight() == before
    dice(1)
    answers(gm, "dodge")
    from tests.people import newest_event

    assert newest_event(gm.table).by_gm


def test_an_answer_taken_back_is_given_with_the_same_face(
    two: Fight, gm: Any, ines: Any, shannon: Character, thugs: list[Character], dice: Any
) -> None:
    attacked(gm, thugs[0], shannon)
    dice(7)
    answers(ines, "dodge")
    undo(gm)
    assert not tallies(gm, shannon).get("defenses")
    assert "Dexterity + Acrobatics · 19 100%" in ines.panel("asks"), "7 and 12 against a Combat Score of 9"
    assert "Dodge: 19" in words_of(ines.get("dragonfly.defend", ask=asked(ines).public_id, how="dodge"))
    dice()
    answers(ines, "parry")
    assert settled(gm)["defense"]["face"] == 7


def levels(total: int) -> int:
    """Success Levels, written out again."""
    return sum(total >= bound for bound in (9, 11, 13, 15, 17, 21, 24, 27, 30, 33))


@played("dragonfly.attack-outcome")
def test_what_taking_it_costs_is_said_where_the_numbers_are_known(
    two: Fight, gm: Any, ines: Any, shannon: Character, thugs: list[Character], kick: Any, dice: Any
) -> None:
    attacked(gm, thugs[0], shannon)
    assert "Take it no defense: it lands More" in ines.panel("asks"), "a thug’s numbers are the Director’s"
    assert "Ties go to Shannon." in ines.panel("asks")
    answers(ines, "take")
    up(shannon)
    dice(9)
    strikes(ines, shannon, thugs[0], way=kick)
    lost = [6 + levels(total) for total in (12, 21)]  # Dexterity 7 and Kung Fu 4 with a 1 and a 10
    tile = f"Life Points 20 to {20 - lost[0]}, or down to {20 - lost[1]} −{lost[0]} to −{lost[1]}"
    assert tile in gm.panel("asks"), "the Director knows both sheets"


def test_a_real_die_is_typed_once(two: Fight, gm: Any, ines: Any, shannon: Character, thugs: list[Character]) -> None:
    attacked(gm, thugs[0], shannon)
    answers(ines, "dodge", face=4)
    defense = settled(gm)["defense"]
    assert (defense["face"], defense["typed"]) == (4, True)


def test_whoever_left_the_fight_is_past_defending(
    two: Fight, gm: Any, ines: Any, shannon: Character, thugs: list[Character]
) -> None:
    attacked(gm, thugs[0], shannon)
    does(gm, "dragonfly.fight-leave", character=thugs[0].public_id)
    assert "not in the fight any more" in answers(ines, "take", 422)
    assert "can call it off" in ines.page()


def test_a_secret_plan_does_not_show_in_the_odds(
    table: Any, gm: Any, ines: Any, marek: Any, shannon: Character, pell: Character, kick: Any
) -> None:
    start(gm, shannon, pell)
    up(shannon)
    query = {"character": shannon.public_id, "target": pell.public_id, "maneuver": kick.public_id}
    plain = words_of(ines.get("dragonfly.attack", **query))
    row = declared(pell, stance="full-offense")
    row.shown = False
    row.save(update_fields=["shown"])
    assert words_of(ines.get("dragonfly.attack", **query)) == plain
    assert "nobody defends" in words_of(gm.get("dragonfly.attack", **query))


def test_a_hidden_defender_is_asked_in_secret(
    table: Any, gm: Any, ines: Any, marek: Any, shannon: Character, voss: Character, brute: Character, dice: Any
) -> None:
    start(gm, shannon, voss, brute)
    up(brute)
    strikes(gm, brute, voss)
    assert asks(table, "dragonfly.attack-secret")
    shown = everything_shown_to(ines)
    assert "Voss" not in shown
    assert "attacks" not in shown
    dice(9)
    answers(gm, "dodge")
    assert "Dodge" not in everything_shown_to(ines)


def test_declared_targets_make_a_gang_before_the_first_blow(
    two: Fight, gm: Any, ines: Any, shannon: Character, thugs: list[Character]
) -> None:
    for thug in thugs:
        declared(thug, at=fighter(shannon).public_id)
    up(thugs[0])
    strikes(gm, thugs[0], shannon)
    answers(ines, "take")
    assert labels(settled(gm)["attack"])["Ganging up"] == 2


def test_a_defense_in_the_next_turn_stops_no_series_of_that_turn(
    two: Fight, gm: Any, ines: Any, shannon: Character, thugs: list[Character], dice: Any
) -> None:
    attacked(gm, thugs[0], shannon)
    for _ in range(6):
        if turn_number(gm) == 1:
            go_on(gm)
    assert turn_number(gm) == 2
    dice(9)
    answers(ines, "dodge")
    assert settled(gm)["result"] == "defended"
    assert not tallies(gm, thugs[0]).get("stopped")


def turn_number(gm: Any) -> int:
    span = running(gm).turn
    assert span is not None
    return span.number
