"""Attacks in close combat, in every pairing of those who roll and those who have scores."""

from __future__ import annotations

from typing import Any

import pytest
from bs4 import BeautifulSoup

from apps.characters.dragonfly.points import drama_points_of
from apps.characters.models import Character
from apps.combat.models import Declaration, Fight, Hold
from apps.table import log
from apps.table.models import Event
from apps.table.templatetags.told import telling
from tests.checks.conftest import condition, everything_shown_to, score_sheet, words_of
from tests.combat.arena import (
    KINDS,
    answers,
    armoured,
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
from tests.combat.wounded import asks, does, labels, now, told, undo

played = pytest.mark.played


@pytest.fixture
def kick(shannon: Character) -> Any:
    return maneuver(shannon, "Kick", 6)


# a Cast Member strikes


@played("dragonfly.close-attack", "dragonfly.attack-outcome")
def test_the_die_is_sealed_until_the_target_has_chosen(
    acting: Fight, gm: Any, ines: Any, marek: Any, shannon: Character, brute: Character, kick: Any, dice: Any
) -> None:
    dice(9)
    strikes(ines, shannon, brute, way=kick)
    assert asked(gm).facts.get("total") is None
    assert not asks(gm.table, "dragonfly.attack-secret")
    for one in (gm, ines, marek):
        log = one.log()
        assert "Shannon attacks Brute: Kick. The target chooses a defense." in log
        assert "20" not in log
        assert one.soup().select_one("#log-cards [data-awaited]") is not None
    answers(gm, "take")
    facts = settled(gm)
    assert facts["result"] == "hit"
    assert facts["attack"]["total"] == 20
    assert facts["levels"] == 5
    assert labels(facts["attack"]) == {"Dexterity": 7, "Kung Fu": 4}
    assert life(brute) == 30 - 6 - 5


def test_the_sentence_of_a_blow_has_no_gap_before_its_marks(
    acting: Fight, gm: Any, ines: Any, shannon: Character, brute: Character, kick: Any, dice: Any
) -> None:
    dice(9)
    strikes(ines, shannon, brute, way=kick)
    answers(gm, "take")
    made = Event.objects.filter(table=gm.table, kind="dragonfly.attack-made").latest("pk")
    sentence = log.told(ines.viewer, made)
    assert sentence is not None
    assert sentence.text.endswith("attacks Brute: Kick. The target chooses a defense.")
    event = Event.objects.filter(table=gm.table, kind="dragonfly.attack-settled").latest("pk")
    for one in (gm, ines):
        told = log.told(one.viewer, event)
        assert told is not None
        assert "Hit, five Success Levels" in told.text
        assert " ." not in told.text
        assert " :" not in told.text


def test_whoever_stands_across_is_offered_first(
    acting: Fight, gm: Any, ines: Any, shannon: Character, pell: Character, brute: Character
) -> None:
    def offered(person: Any, who: Character) -> list[str]:
        page = BeautifulSoup(person.get("dragonfly.attack", character=who.public_id).content, "lxml")
        return [str(one["value"]) for one in page.select("input[name=target]")]

    assert offered(ines, shannon)[0] == brute.public_id
    assert set(offered(gm, brute)[:2]) == {shannon.public_id, pell.public_id}
    assert len(offered(gm, brute)) == 4, "and the thugs"


@played("dragonfly.damage", "dragonfly.damage-types")
def test_damage_in_its_order_with_every_number(
    acting: Fight, gm: Any, ines: Any, shannon: Character, brute: Character, dice: Any
) -> None:
    armoured(brute, 5)
    blade = maneuver(shannon, "Blade", 12, "hand-weapon", damage_type="slash-stab", skill="getting-medieval")
    dice(9)
    strikes(ines, shannon, brute, way=blade)
    answers(gm, "take")
    facts = settled(gm)
    assert facts["levels"] == 4
    steps = [(one["label"], one["sign"], one["value"]) for one in facts["steps"]]
    assert steps == [
        ("Base damage", "", 12), ("Success Levels of the roll", "+", 4), ("Before armour", "=", 16),
        ("Armour", "−", 5), ("After armour, at least 0", "=", 11), ("Damage type: Slash/stab", "×", 2),
        ("Damage", "=", 22),
    ]  # fmt: skip
    assert facts["damage"] == 22
    assert life(brute) == 8
    assert "22" not in words_of_card(ines)
    assert "Before armour 16" in words_of_card(ines)
    assert "Brute is hurt" in words_of_card(ines)
    assert "Life Points 30 to 8" in gm.log()


def words_of_card(person: Any) -> str:
    return " ".join(person.log().replace("Why", "").split())


@played("dragonfly.attack-outcome")
def test_a_defense_that_equals_the_attack_stops_it_and_ends_the_series(
    acting: Fight, gm: Any, ines: Any, shannon: Character, brute: Character, kick: Any, dice: Any
) -> None:
    declared(shannon, extra=["attack"])
    dice(2)
    strikes(ines, shannon, brute, way=kick)
    answers(gm, "dodge")
    facts = settled(gm)
    assert (facts["attack"]["total"], facts["defense"]["total"], facts["result"]) == (13, 13, "defended")
    assert life(brute) == 30
    assert tallies(gm, shannon)["stopped"] == 1
    assert "acted already" in strikes(ines, shannon, brute, 422, way=kick)
    up(shannon)
    assert "defended against: no more attacks" in strikes(ines, shannon, brute, 422, way=kick)


@played("dragonfly.extra-action-penalty", "dragonfly.multiple-attacks")
def test_further_attacks_use_the_same_die_two_lower_and_their_total_is_known(
    acting: Fight, gm: Any, ines: Any, shannon: Character, thugs: list[Character], kick: Any, dice: Any
) -> None:
    declared(shannon, extra=["attack", "attack"])
    dice(9)
    strikes(ines, shannon, thugs[0], way=kick)
    answers(gm, "take")
    form = words_of(ines.get("dragonfly.attack", character=shannon.public_id, target=thugs[1].public_id))
    dice()
    strikes(ines, shannon, thugs[1], way=kick)
    assert asked(gm).facts["total"] == 18
    assert "the die of the first: it shows 9" in form
    assert "the die shows 9" in form
    assert "no face of the die" not in form
    answers(gm, "dodge")
    facts = settled(gm)
    assert (facts["attack"]["total"], facts["kept"], facts["result"]) == (18, True, "hit")
    assert labels(facts["attack"])["Additional action"] == -2


def test_an_attack_waits_for_its_defense_before_the_next(
    acting: Fight, gm: Any, ines: Any, shannon: Character, thugs: list[Character], kick: Any, dice: Any
) -> None:
    declared(shannon, extra=["attack"])
    dice(9)
    strikes(ines, shannon, thugs[0], way=kick)
    assert "still waits" in strikes(ines, shannon, thugs[1], 422, way=kick)


def test_nobody_attacks_out_of_turn_or_with_nothing_left(
    acting: Fight, gm: Any, ines: Any, marek: Any, shannon: Character, pell: Character, brute: Character, kick: Any,
    dice: Any,
) -> None:  # fmt: skip
    before = state_of_fight()
    assert "not Pell’s move" in strikes(marek, pell, brute, 422)
    assert "not yours to choose" in strikes(marek, shannon, brute, 422)
    assert state_of_fight() == before
    dice(9)
    strikes(ines, shannon, brute, way=kick)
    answers(gm, "take")
    assert fighter(shannon).state == "acted"
    assert "acted already" in strikes(ines, shannon, brute, 422, way=kick)


# the Supporting Cast strikes


@played("dragonfly.supporting-cast-damage", "dragonfly.close-attack")
def test_a_score_strikes_a_cast_member_with_its_total_known_and_its_listed_damage(
    acting: Fight, gm: Any, ines: Any, shannon: Character, brute: Character, dice: Any
) -> None:
    armoured(shannon, 3)
    knife = maneuver(brute, "Knife", 10, "hand-weapon", damage_type="slash-stab")
    up(brute)
    strikes(gm, brute, shannon, way=knife)
    assert asked(ines).facts["total"] == 13
    assert "The attack makes 13" in ines.page().replace("<b>", "")
    dice(1)
    answers(ines, "take")
    facts = settled(gm)
    assert facts["damage"] == 14
    assert facts["steps"][0]["label"] == "Damage on the sheet, levels included"
    assert life(shannon) == 28
    card = ines.log()
    assert "14 damage, Life Points 42 to 28" in card
    assert "Damage on the sheet" not in card


@played("dragonfly.dodge", "dragonfly.defense-allowance")
def test_shannon_dodges_the_grapple_and_has_nothing_left_for_the_next_blow(
    table: Any, gm: Any, ines: Any, shannon: Character, dice: Any
) -> None:
    """The source's example: 18 + 2 against her 21; then the second one strikes at 18, and nothing stops it."""
    first, second = (with_life(score_sheet(table, f"Monk {n}", muscle=9, combat=18, brains=7), 20) for n in (1, 2))
    fist = maneuver(second, "Fist", 7)
    start(gm, shannon, first, second)
    up(first)
    strikes(gm, first, shannon, sort="grapple", grip="body", attackers=1)
    assert asked(ines).facts["total"] == 20
    dice(9)
    answers(ines, "dodge")
    facts = settled(gm)
    assert (facts["defense"]["total"], facts["result"]) == (21, "defended")
    assert not Hold.objects.exists()
    up(second)
    strikes(gm, second, shannon, way=fist, attackers=1)
    facts = settled(gm)
    assert (facts["attack"]["total"], facts["result"], facts["levels"]) == (18, "hit", 5)
    assert "no more were declared" in facts["answer"]
    assert life(shannon) == 35


@played("dragonfly.feeble-attacker", "dragonfly.full-offense")
def test_a_feeble_score_lands_only_on_full_offense(
    table: Any, gm: Any, ines: Any, shannon: Character, dice: Any
) -> None:
    imp = with_life(score_sheet(table, "Imp", muscle=5, combat=7, brains=7), 20)
    start(gm, shannon, imp)
    up(imp)
    strikes(gm, imp, shannon, modifier=3, modifier_name="From behind")
    facts = settled(gm)
    assert (facts["attack"]["total"], facts["result"], facts["counts"]) == (10, "missed", False)
    assert not asks(table, *KINDS)
    undo(gm)
    declared(imp, stance="full-offense")
    strikes(gm, imp, shannon)
    assert asked(ines).facts["total"] == 9
    assert labels(settled_by_taking(ines, gm)["attack"])["Full Offense"] == 2


def settled_by_taking(person: Any, gm: Any) -> dict[str, Any]:
    answers(person, "take")
    return settled(gm)


def test_feeble_by_arithmetic(table: Any, gm: Any, ines: Any, shannon: Character) -> None:
    imp = with_life(score_sheet(table, "Imp", muscle=5, combat=7, brains=7), 20)
    switch(table, "feeble-by-arithmetic", "on")
    start(gm, shannon, imp)
    up(imp)
    strikes(gm, imp, shannon, modifier=3)
    assert settled_by_taking(ines, gm)["result"] == "hit"


def test_listed_damage_is_final(table: Any, gm: Any, ines: Any, shannon: Character, brute: Character) -> None:
    switch(table, "listed-damage-is-final", "on")
    knife = maneuver(brute, "Knife", 10, "hand-weapon", damage_type="slash-stab")
    start(gm, shannon, brute)
    up(brute)
    strikes(gm, brute, shannon, way=knife)
    assert settled_by_taking(ines, gm)["damage"] == 10


def test_score_against_score_needs_no_die(acting: Fight, gm: Any, brute: Character, thugs: list[Character]) -> None:
    up(brute)
    club = maneuver(brute, "Club", 8, "hand-weapon")
    strikes(gm, brute, thugs[0], way=club)
    answers(gm, "dodge")
    facts = settled(gm)
    assert (facts["attack"]["total"], facts["attack"]["face"]) == (13, None)
    assert facts["result"] == "hit"


# stances


@played("dragonfly.full-defense", "dragonfly.full-offense")
def test_stances_forbid_what_they_give_up(
    acting: Fight, gm: Any, ines: Any, shannon: Character, brute: Character, kick: Any, dice: Any
) -> None:
    declared(shannon, stance="full-defense", action="other")
    assert "On Full Defense nobody attacks" in strikes(ines, shannon, brute, 422, way=kick)
    up(brute)
    strikes(gm, brute, shannon)
    dice(5)
    answers(ines, "dodge")
    assert labels(settled(gm)["defense"]) == {"Dexterity": 7, "Acrobatics": 5, "Full Defense": 3}
    undo(gm)


@played("dragonfly.full-offense")
def test_nobody_on_full_offense_is_asked(
    acting: Fight, gm: Any, ines: Any, shannon: Character, brute: Character, kick: Any, dice: Any
) -> None:
    declared(shannon, stance="full-offense")
    dice(1)
    strikes(ines, shannon, brute, way=kick)
    answers(gm, "take")
    assert labels(settled(gm)["attack"])["Full Offense"] == 2
    up(brute)
    strikes(gm, brute, shannon)
    assert "On Full Offense nobody defends" in settled(gm)["answer"]


def test_the_reason_why_nobody_is_asked_ends_no_sentence_within_one(
    acting: Fight, gm: Any, ines: Any, shannon: Character, brute: Character, kick: Any, dice: Any
) -> None:
    declared(shannon, stance="full-offense")
    dice(1)
    strikes(ines, shannon, brute, way=kick)
    answers(gm, "take")
    up(brute)
    strikes(gm, brute, shannon)
    for words in (telling("dragonfly.attack-settled", settled(gm)), ines.log()):
        assert "until the next Intentions" in words
        assert ".." not in words
        assert ". ." not in words


# Knockout, taser, grapple


@played("dragonfly.knockout")
def test_a_knockout_halves_the_damage_and_the_victim_tests(
    acting: Fight, gm: Any, ines: Any, marek: Any, shannon: Character, pell: Character, kick: Any, dice: Any
) -> None:
    dice(4)
    strikes(ines, shannon, pell, way=kick, sort="knockout")
    answers(marek, "take")
    facts = settled(gm)
    assert (facts["attack"]["total"], facts["levels"], facts["damage"]) == (13, 3, 4)
    assert labels(facts["attack"])["Knockout"] == -2
    test = asks(gm.table, "dragonfly.knockout-test")
    assert len(test) == 1
    dice(5)
    does(marek, "dragonfly.answer-test", ask=test[0].public_id)
    assert now(pell).knocked_out
    assert life(pell) == 36


def test_a_knockout_needs_bash_and_a_fitting_skill(
    acting: Fight, ines: Any, shannon: Character, brute: Character
) -> None:
    blade = maneuver(shannon, "Blade", 5, "hand-weapon", damage_type="slash-stab", skill="getting-medieval")
    assert "needs a bash attack" in strikes(ines, shannon, brute, 422, way=blade, sort="knockout")
    bat = maneuver(shannon, "Bat", 5, "hand-weapon", skill="sports")
    assert "only if the Director allows it" in strikes(ines, shannon, brute, 422, way=bat)
    declared(shannon)
    assert "Kung Fu or Getting Medieval" in strikes(ines, shannon, brute, 422, way=bat, sort="knockout")


def test_with_the_directors_yes_sports_swings_a_bat(
    acting: Fight, ines: Any, shannon: Character, brute: Character, dice: Any
) -> None:
    bat = maneuver(shannon, "Bat", 5, "hand-weapon", skill="sports")
    declared(shannon)
    dice(3)
    strikes(ines, shannon, brute, way=bat)
    assert asked(ines).facts["way"] == "Bat"


@played("dragonfly.taser")
def test_a_taser_does_no_damage_of_its_own(
    acting: Fight, gm: Any, ines: Any, marek: Any, shannon: Character, pell: Character, dice: Any
) -> None:
    prod = maneuver(shannon, "Prod", 0, "hand-weapon", damage_type="taser", skill="getting-medieval")
    dice(7)
    strikes(ines, shannon, pell, way=prod)
    answers(marek, "take")
    facts = settled(gm)
    assert (facts["attack"]["total"], facts["levels"], facts["damage"], facts["resist"]) == (14, 3, 0, "taser")
    dice(9)
    does(marek, "dragonfly.answer-test", ask=asks(gm.table, "dragonfly.knockout-test")[0].public_id)
    tested = told(gm.table, "dragonfly.tested")
    assert tested["total"] == 7
    assert now(pell).knocked_out


@played("dragonfly.grapple", "dragonfly.grapple-effects")
def test_a_grapple_holds_where_it_says_and_costs_what_it_costs(
    acting: Fight, gm: Any, ines: Any, shannon: Character, brute: Character, thugs: list[Character], kick: Any,
    dice: Any,
) -> None:  # fmt: skip
    up(brute)
    strikes(gm, brute, shannon, sort="grapple", grip="left-arm")
    answers(ines, "take")
    facts = settled(gm)
    assert (facts["attack"]["total"], facts["grip"], facts["damage"]) == (15, "left arm", 0)
    assert labels(facts["attack"])["Grapple"] == 2
    assert life(shannon) == 42
    up(shannon)
    dice(5)
    strikes(ines, shannon, thugs[0], way=kick)
    answers(gm, "take")
    assert labels(settled(gm)["attack"])["Held: left arm"] == -2


def test_a_limb_that_is_not_needed_costs_nothing(
    acting: Fight, gm: Any, ines: Any, shannon: Character, brute: Character, kick: Any, dice: Any
) -> None:
    Hold.objects.create(holder=fighter(brute), held=fighter(shannon), grip="left-arm")
    dice(5)
    strikes(ines, shannon, brute, way=kick, spare_limb="on")
    answers(gm, "take")
    assert "Held: left arm" not in labels(settled(gm)["attack"])


@played("dragonfly.grapple-effects")
def test_both_arms_held_by_two_leave_no_defense(
    acting: Fight, gm: Any, ines: Any, shannon: Character, brute: Character, thugs: list[Character]
) -> None:
    for holder, grip in zip(thugs, ("left-arm", "right-arm"), strict=True):
        Hold.objects.create(holder=fighter(holder), held=fighter(shannon), grip=grip)
    up(brute)
    strikes(gm, brute, shannon)
    facts = settled(gm)
    assert "both arms" in facts["answer"]
    assert facts["result"] == "hit"


def test_the_same_hold_cannot_be_taken_twice(acting: Fight, gm: Any, shannon: Character, brute: Character) -> None:
    Hold.objects.create(holder=fighter(brute), held=fighter(shannon), grip="body")
    up(brute)
    assert "holds the victim there already" in strikes(gm, brute, shannon, 422, sort="grapple", grip="body")


# what is added


@played("dragonfly.ganging-up")
def test_a_gang_is_counted_from_what_was_done(
    acting: Fight, gm: Any, ines: Any, shannon: Character, thugs: list[Character]
) -> None:
    up(thugs[0])
    strikes(gm, thugs[0], shannon)
    facts = settled_by_taking(ines, gm)
    assert "Ganging up" not in labels(facts["attack"])
    up(thugs[1])
    strikes(gm, thugs[1], shannon)
    assert labels(settled_by_taking(ines, gm)["attack"])["Ganging up"] == 2


@played("dragonfly.ganging-up")
@pytest.mark.parametrize(
    ("plan", "verdict", "bonus"),
    [
        ({}, "", 2),
        ({"action": "other", "extra": ["attack"]}, "yes", 2),
        ({"action": "other"}, "", None),
        ({"stance": "full-defense", "action": "other"}, "", None),
        ({}, "no", None),
        ({}, "longer", None),
    ],
)
def test_a_gang_is_counted_from_the_attacks_that_were_declared(
    acting: Fight, gm: Any, ines: Any, shannon: Character, thugs: list[Character], plan: Any, verdict: str, bonus: Any
) -> None:
    """Whoever named a target and then does something else has not set upon it."""
    declared(thugs[1], at=fighter(shannon).public_id, **plan)
    Declaration.objects.update(verdict=verdict, turns_left=3)
    up(thugs[0])
    strikes(gm, thugs[0], shannon)
    assert labels(settled_by_taking(ines, gm)["attack"]).get("Ganging up") == bonus


@played("dragonfly.ganging-up")
def test_the_director_takes_the_gang_off(
    acting: Fight, gm: Any, ines: Any, shannon: Character, thugs: list[Character]
) -> None:
    up(thugs[0])
    strikes(gm, thugs[0], shannon, attackers=7)
    assert labels(settled_by_taking(ines, gm)["attack"])["Ganging up"] == 4
    up(thugs[1])
    strikes(gm, thugs[1], shannon, attackers=1)
    assert "Ganging up" not in labels(settled_by_taking(ines, gm)["attack"])


def test_without_the_switch_nobody_gangs_up(
    table: Any, gm: Any, ines: Any, shannon: Character, thugs: list[Character]
) -> None:
    switch(table, "ganging-up", "off")
    start(gm, shannon, *thugs)
    up(thugs[0])
    strikes(gm, thugs[0], shannon, attackers=3)
    assert "Ganging up" not in labels(settled_by_taking(ines, gm)["attack"])


@played("dragonfly.ganging-up")
def test_the_gangs_defenses_are_helped_unless_the_switch_says_not(
    acting: Fight, gm: Any, ines: Any, shannon: Character, thugs: list[Character], kick: Any, dice: Any
) -> None:
    for thug in thugs:
        up(thug)
        strikes(gm, thug, shannon)
        answers(ines, "take")
    up(shannon)
    dice(2)
    strikes(ines, shannon, thugs[0], way=kick)
    answers(gm, "dodge")
    assert labels(settled(gm)["defense"]) == {"Combat": 9, "Ganging up": 2}


def test_with_the_switch_the_gangs_defenses_are_not_helped(
    table: Any, gm: Any, ines: Any, shannon: Character, thugs: list[Character], dice: Any
) -> None:
    switch(table, "ganging-up-on-attacks-only", "on")
    start(gm, shannon, *thugs)
    for thug in thugs:
        up(thug)
        strikes(gm, thug, shannon)
        answers(ines, "take")
    assert labels(settled(gm)["attack"])["Ganging up"] == 2
    up(shannon)
    dice(2)
    strikes(ines, shannon, thugs[0])
    answers(gm, "dodge")
    assert labels(settled(gm)["defense"]) == {"Combat": 9}


def test_a_hidden_attacker_is_not_counted_in_a_gang_that_others_see(
    table: Any, gm: Any, ines: Any, shannon: Character, voss: Character, brute: Character, dice: Any
) -> None:
    start(gm, shannon, voss, brute)
    up(voss)
    dice(2)
    strikes(gm, voss, brute)
    answers(gm, "take")
    up(shannon)
    shown = words_of(ines.get("dragonfly.attack", character=shannon.public_id, target=brute.public_id))
    assert "set upon this target" not in shown.replace("How many set upon", "")
    dice(2)
    strikes(ines, shannon, brute)
    answers(gm, "take")
    assert "Ganging up" not in labels(settled(gm)["attack"])


def test_a_target_that_is_no_normal_human_takes_what_the_director_says(
    acting: Fight, gm: Any, shannon: Character, brute: Character
) -> None:
    knife = maneuver(brute, "Knife", 10, "hand-weapon", damage_type="slash-stab")
    up(brute)
    strikes(gm, brute, shannon, way=knife, multiplier=1)
    answers(gm, "take")
    assert settled(gm)["damage"] == 10


@played("dragonfly.damage")
def test_whoever_hits_learns_what_got_as_far_as_the_armour(
    acting: Fight, gm: Any, ines: Any, marek: Any, shannon: Character, brute: Character, kick: Any, dice: Any
) -> None:
    dice(9)
    strikes(ines, shannon, brute, way=kick)
    answers(gm, "take")
    facts = settled(gm)
    reached = 6 + facts["levels"]
    for person in (ines, marek):
        assert f"{reached} damage before armour" in person.log()
        assert person.soup().select("[data-glance]")[-1]["data-glance"] == f"{reached} damage before armour"
        assert "Life Points" not in person.log()
    assert f"Brute: {facts['damage']} damage, Life Points 30 to" in gm.log()


@played("dragonfly.damage-types")
def test_a_player_doubles_nothing_against_a_sheet_that_says_not(
    acting: Fight, gm: Any, ines: Any, shannon: Character, brute: Character, dice: Any
) -> None:
    unlike_humans(brute)
    knife = maneuver(shannon, "Knife", 10, "hand-weapon", damage_type="slash-stab", skill="getting-medieval")
    dice(9)
    strikes(ines, shannon, brute, way=knife)
    answers(gm, "take")
    assert settled(gm)["damage"] == 10 + settled(gm)["levels"]


def test_conditions_and_what_is_said_by_hand_count(
    acting: Fight, gm: Any, ines: Any, shannon: Character, brute: Character, kick: Any, dice: Any
) -> None:
    condition(shannon, "Off balance", -2)
    dice(5)
    strikes(ines, shannon, brute, way=kick, modifier=1, modifier_name="High ground")
    answers(gm, "take")
    assert labels(settled(gm)["attack"]) == {"Dexterity": 7, "Kung Fu": 4, "Off balance": -2, "High ground": 1}


def test_a_weapon_on_no_sheet(
    acting: Fight, gm: Any, ines: Any, shannon: Character, brute: Character, dice: Any
) -> None:
    dice(9)
    strikes(ines, shannon, brute, maneuver="weapon", weapon_name="Chair leg", weapon_damage=4)
    answers(gm, "take")
    facts = settled(gm)
    assert facts["way"] == "Chair leg"
    assert facts["damage"] == 4 + 4


def test_a_typed_face_counts_where_the_table_types(
    acting: Fight, gm: Any, ines: Any, shannon: Character, brute: Character, kick: Any
) -> None:
    strikes(ines, shannon, brute, way=kick, face=0)
    answers(gm, "take")
    attack = settled(gm)["attack"]
    assert (attack["face"], attack["typed"]) == (10, True)


# Drama Points


@played("dragonfly.heroic-feat")
def test_a_feat_announced_for_the_attack_is_on_the_whole_series(
    acting: Fight, gm: Any, ines: Any, shannon: Character, thugs: list[Character], kick: Any, dice: Any
) -> None:
    declared(shannon, extra=["attack"], drama=["attack"])
    dice(1)
    strikes(ines, shannon, thugs[0], way=kick)
    answers(gm, "take")
    assert labels(settled(gm)["attack"])["Heroic Feat"] == 10
    strikes(ines, shannon, thugs[1], way=kick)
    answers(gm, "take")
    assert settled(gm)["attack"]["total"] == 1 + 11 + 10 - 2


@played("dragonfly.heroic-feat-damage")
def test_a_feat_for_damage_goes_on_the_first_hit(
    acting: Fight, gm: Any, ines: Any, shannon: Character, brute: Character, thugs: list[Character], dice: Any
) -> None:
    armoured(brute, 6)
    blade = maneuver(shannon, "Blade", 8, "hand-weapon", damage_type="slash-stab", skill="getting-medieval")
    declared(shannon, extra=["attack"], drama=["damage"])
    dice(5)
    strikes(ines, shannon, brute, way=blade)
    answers(gm, "take")
    facts = settled(gm)
    assert (facts["levels"], facts["damage"]) == (2, 28)
    strikes(ines, shannon, thugs[0], way=blade)
    answers(gm, "take")
    assert settled(gm)["damage"] == (8 + 1) * 2


@pytest.mark.parametrize(("switched", "feat", "points"), [
    ("off", "damage", 3), ("on", "damage", 4), ("on", "defense", 4), ("on", "attack", 3)])  # fmt: skip
def test_what_came_to_nothing_comes_back_only_with_the_switch(
    table: Any, gm: Any, ines: Any, shannon: Character, brute: Character, dice: Any, switched: str, feat: str,
    points: int,
) -> None:  # fmt: skip
    switch(table, "refund-unused-drama", switched)
    kick = maneuver(shannon, "Kick", 6)
    start(gm, shannon, brute)
    declared(shannon, drama=[feat])
    up(shannon)
    dice(1)
    strikes(ines, shannon, brute, way=kick)
    answers(gm, "dodge")
    for _ in range(2):
        go_on(gm)
    assert drama_points_of(shannon) == points
    assert ("comes back" in ines.log()) == (points == 4)


def test_one_die_serves_attacks_and_defenses_with_the_switch(
    table: Any, gm: Any, ines: Any, shannon: Character, brute: Character, dice: Any
) -> None:
    switch(table, "one-die-per-turn", "on")
    kick = maneuver(shannon, "Kick", 6)
    start(gm, shannon, brute)
    up(shannon)
    dice(6)
    strikes(ines, shannon, brute, way=kick)
    answers(gm, "take")
    up(brute)
    strikes(gm, brute, shannon)
    dice()
    answers(ines, "dodge")
    assert settled(gm)["defense"]["face"] == 6


# undo, and what is not to be seen


def test_undo_takes_all_of_it_back(
    acting: Fight, gm: Any, ines: Any, shannon: Character, brute: Character, kick: Any, dice: Any
) -> None:
    before = state_of_fight()
    dice(9)
    strikes(ines, shannon, brute, way=kick)
    answers(gm, "take")
    assert life(brute) < 30
    undo(gm)
    assert life(brute) == 30
    assert asked(gm)
    from apps.table.models import Event

    undo(gm, Event.objects.filter(kind="dragonfly.attack-made").latest("pk"))
    assert state_of_fight() == before


def test_a_hidden_attacker_is_somebody(
    table: Any, gm: Any, ines: Any, marek: Any, shannon: Character, voss: Character, dice: Any
) -> None:
    start(gm, shannon, voss)
    up(voss)
    kick = maneuver(voss, "Lotus kick", 6)
    dice(7)
    strikes(gm, voss, shannon, way=kick)
    for one in (ines, marek):
        assert "Voss" not in everything_shown_to(one)
        assert "Somebody attacks Shannon: hand to hand" in one.log()
    assert "Lotus" not in words_of(ines.get("dragonfly.defend", ask=asked(ines).public_id))
    dice(1)
    answers(ines, "dodge")
    for one in (ines, marek):
        shown = everything_shown_to(one)
        assert "Voss" not in shown
        assert voss.public_id not in shown
        assert "Lotus" not in shown
    assert "Voss" in gm.log()
    assert "Lotus kick" in gm.log()


def test_a_hidden_target_is_no_choice_and_no_card(
    table: Any, gm: Any, ines: Any, marek: Any, shannon: Character, pell: Character, voss: Character, dice: Any
) -> None:
    start(gm, shannon, pell, voss)
    up(shannon)
    shown = words_of(ines.get("dragonfly.attack", character=shannon.public_id))
    assert "Voss" not in shown
    assert "Select a valid choice" not in strikes(ines, shannon, voss, 422)
    up(pell)
    before = ines.log()
    dice(4)
    strikes(gm, pell, voss)
    dice(4)
    answers(gm, "dodge")
    assert ines.log() == before
    assert "Voss" not in everything_shown_to(marek)


def test_the_cast_score_is_nobodys_but_the_directors(
    acting: Fight, gm: Any, ines: Any, shannon: Character, brute: Character, kick: Any
) -> None:
    query = {"character": shannon.public_id, "target": brute.public_id, "maneuver": kick.public_id}
    assert "Dodge (" not in words_of(ines.get("dragonfly.attack", **query))
    assert "13" not in words_of(ines.get("dragonfly.attack", **query))
    assert "to hit against: Dodge (13)" in words_of(gm.get("dragonfly.attack", **query))


def test_it_works_without_javascript(
    acting: Fight, gm: Any, ines: Any, shannon: Character, brute: Character, kick: Any, dice: Any
) -> None:
    dice(9)
    answer = ines.post("dragonfly.attack", plain=True, character=shannon.public_id, target=brute.public_id,
                       maneuver=kick.public_id)  # fmt: skip
    assert answer.status_code == 302
    answer = gm.post("dragonfly.defend", plain=True, ask=asked(gm).public_id, how="take")
    assert answer.status_code == 302
    assert life(brute) == 19


def test_the_director_is_warned_of_an_attack_that_waits(
    acting: Fight, gm: Any, ines: Any, shannon: Character, brute: Character, kick: Any, dice: Any
) -> None:
    assert "an attack still waits" not in gm.panel("fight")
    dice(9)
    strikes(ines, shannon, brute, way=kick)
    assert "an attack still waits for its defense" in gm.panel("fight")
    assert "An attack still waits for its defense" in gm.get("dragonfly.end-fight").content.decode()
    assert "an attack still waits" not in ines.panel("fight")


def test_the_end_of_the_fight_calls_it_off(
    acting: Fight, gm: Any, ines: Any, shannon: Character, brute: Character, kick: Any, dice: Any
) -> None:
    dice(9)
    strikes(ines, shannon, brute, way=kick)
    does(gm, "dragonfly.end-fight")
    assert not asks(gm.table, "dragonfly.attack")
