"""Defences, attacks, damage, split dice, falling, Death Checks and dying."""

from itertools import product
from typing import Any

import pytest

from apps.rules import Refused
from apps.rules.dice import ScriptedDice
from apps.rules.dragon import Options
from apps.rules.dragon.combat.attack import attack
from apps.rules.dragon.combat.damage import cover, damage, weapons
from apps.rules.dragon.combat.defences import defences, why_no_defence
from apps.rules.dragon.combat.harm import death_check, dying, falling
from apps.rules.dragon.combat.split import SplitAction, split_dice, why_no_split
from apps.rules.dragon.lists import COVERS

TIES = Options(zero_net_hits=True)
ADDS = Options(skill_effect="adds dice")


@pytest.mark.rule("dragon.defences", "dragon.shticks")
@pytest.mark.parametrize("attack_kind", ["melee", "ranged"])
def test_what_is_on_offer(attack_kind):
    for dodge, sword, shtick in product((0, 1), (0, 2), ([], ["parry-ranged"])):
        held = {"Dodge": dodge, "Sword": sword, "Bow": 3}
        found = defences(attack=attack_kind, skills=held, melee_skills=["Sword"], shticks=shtick)
        parry = bool(sword) and (attack_kind == "melee" or bool(shtick))
        assert found.offered == ("dodge",) * dodge + ("parry",) * parry
        for one in ("dodge", "parry"):
            why = why_no_defence(one, attack=attack_kind, skills=held, melee_skills=["Sword"], shticks=shtick)
            assert (why is None) == (one in found.offered)


@pytest.mark.rule("dragon.defences")
def test_a_parry_takes_the_best_melee_skill():
    given: dict[str, Any] = {
        "attack": "melee",
        "skills": {"Sword": 1, "Axe": 3, "dodge": 1},
        "melee_skills": ["Sword", "Axe"],
    }
    assert defences(**given).rolled_on == {"dodge": ("Dexterity", "dodge"), "parry": ("Dexterity", "Axe")}
    accuracy = Options(parry_substat="Accuracy")
    assert defences(**given, options=accuracy).rolled_on["parry"] == ("Accuracy", "Axe")


@pytest.mark.parametrize(
    ("defence", "attack_kind", "skills", "code"),
    [("dodge", "melee", {}, "no-dodge"), ("parry", "melee", {"Sword": 0}, "no-parry"),
     ("parry", "ranged", {"Sword": 2}, "ranged")],
)  # fmt: skip
def test_why_there_is_none(defence, attack_kind, skills, code):
    why = why_no_defence(defence, attack=attack_kind, skills=skills, melee_skills=["Sword"])
    assert why is not None
    assert why.code == code


# Damage


@pytest.mark.rule("dragon.damage", "dragon.weapons")
@pytest.mark.parametrize(
    ("weapon", "multiple"), [("Fist", 1), ("club", 2), ("Quarterstaff", 2), ("Blade", 3), ("Bow", 3)]
)
def test_damage_of_every_weapon(weapon, multiple):
    kind = weapons(weapon=weapon).attack
    for net, strength, resistance in product(range(-2, 4), (0, 5), (0, 4, 30)):
        found = damage(net=net, weapon=weapon, attack=kind, strength=strength, resistance=resistance)
        raw = net * multiple + strength * (kind == "melee") if net > 0 else 0
        assert (found.raw_damage, found.damage) == (raw, max(0, raw - resistance))


@pytest.mark.rule("dragon.damage", "dragon.attack")
def test_a_tie_hits_only_where_the_table_says_so():
    given: dict[str, Any] = {"net": 0, "weapon": "Blade", "strength": 5, "resistance": 2}
    assert damage(**given, attack="melee").damage == 0
    assert damage(**given, attack="melee", options=TIES).damage == 3
    assert damage(**given, attack="ranged", options=TIES).damage == 0
    assert damage(**given | {"net": -1}, attack="melee", options=TIES).damage == 0


@pytest.mark.rule("dragon.damage", "dragon.cover")
def test_cover_and_defence_add_up_and_a_tables_own_weapon_counts():
    for row in COVERS:
        assert cover(attack_successes=5, defence_successes=1, cover=row.successes).net == 4 - row.successes
    given: dict[str, Any] = {
        "attack_successes": 5,
        "defence_successes": 1,
        "cover": 2,
        "attack": "ranged",
        "resistance": 1,
    }
    assert damage(**given, multiple=4, bonus=2).damage == 2 * 4 + 2 - 1


@pytest.mark.rule("dragon.attack")
def test_an_attack_to_its_end():
    given: dict[str, Any] = {
        "accuracy": 3,
        "weapon": "Bow",
        "attack": "ranged",
        "distance": 20,
        "skill": 2,
        "strength": 9,
        "resistance": 1,
        "maximum": 10,
        "taken": 6,
        "cover": 1,
    }
    hit = attack(**given, dice=ScriptedDice([7, 8, 9]))
    assert (hit.target, hit.net, hit.hit, hit.damage) == (7, 2, True, 5)
    assert (hit.left, hit.up, hit.death_check) == (-1, False, True)
    dodged = attack(**given, defence="dodge", dexterity=2, dice=ScriptedDice([7, 8, 9, 7, 10]))
    assert (dodged.defence_successes, dodged.net, dodged.hit, dodged.damage) == (2, 0, False, 0)
    assert (dodged.left, dodged.up, dodged.death_check) == (4, True, False)
    tied = attack(**given, defence="dodge", dexterity=2, options=TIES, dice=ScriptedDice([7, 8, 9, 7, 10]))
    assert tied.hit


@pytest.mark.parametrize(
    ("given", "field"),
    [({"weapon": "Spoon"}, "weapon"), ({"defence": "dodge"}, "dexterity"), ({"defence": "hide"}, "defence"),
     ({"cover": -1}, "cover"), ({"resistance": -1}, "resistance"), ({"attack": "magic"}, "attack")],
)  # fmt: skip
def test_an_attack_is_refused_before_any_die(given, field):
    asked: dict[str, Any] = {"accuracy": 3, "weapon": "Fist", "attack": "melee", "strength": 1, "resistance": 1}
    with pytest.raises(Refused) as no:
        attack(**asked | given, dice=ScriptedDice([]))
    assert no.value.field == field


# Split dice

STRIKE = SplitAction("Accuracy", 6, 1, "thug A", "ranged", 12)
DODGE = SplitAction("Dexterity", 4, 2, "the blow of thug B")


@pytest.mark.rule("dragon.split-dice")
@pytest.mark.parametrize(
    ("actions", "shares", "shticks", "code"),
    [
        ([STRIKE, DODGE], [3, 1], [], None),
        ([STRIKE, DODGE], [1, 1], [], None),
        ([STRIKE, DODGE], [4, 1], [], "too-many-dice"),
        ([STRIKE, DODGE], [4, 0], [], "no-share"),
        ([STRIKE, DODGE], [4], [], "no-share"),
        ([STRIKE], [4], [], "one-action"),
        ([STRIKE, STRIKE], [3, 3], [], "same-target"),
        ([STRIKE, STRIKE], [3, 3], ["split-same-target"], None),
        ([STRIKE, DODGE, SplitAction("Accuracy", 6)], [1, 1, 1], [], "too-many-ways"),
        ([STRIKE, DODGE, SplitAction("Accuracy", 6)], [1, 1, 1], ["split-ways = 3"], None),
        ([SplitAction("Wit", 1), SplitAction("Wit", 1)], [1, 1], [], "too-many-dice"),
    ],
)
def test_how_dice_may_be_divided(actions, shares, shticks, code):
    why = why_no_split(actions=actions, shares=shares, shticks=shticks)
    assert (why and why.code) == code
    faces = [1] * (0 if code else sum(shares))
    assert split_dice(actions=actions, shares=shares, shticks=shticks, dice=ScriptedDice(faces)).legal == (not code)


@pytest.mark.rule("dragon.split-dice", "dragon.skill-effect")
def test_each_part_has_its_own_skill_and_difficulty():
    found = split_dice(actions=[STRIKE, DODGE], shares=[2, 2], dice=ScriptedDice([7, 6, 5, 4]))
    assert (found.pool, found.targets, found.successes) == (4, (7, 5), (1, 1))
    more = split_dice(actions=[STRIKE, DODGE], shares=[2, 1], options=ADDS, dice=ScriptedDice([8, 7, 9, 7, 7, 1]))
    assert (more.targets, more.successes) == ((8, 7), (2, 2))
    with pytest.raises(Refused):
        split_dice(actions=[SplitAction("Wit", 2), SplitAction("Wit", 3)], shares=[1, 1])


# Falling and dying


@pytest.mark.rule("dragon.falling")
@pytest.mark.parametrize(
    ("taken", "new", "down", "up", "check"),
    [(8, 2, False, True, False), (8, 3, False, False, True), (12, 1, True, False, True), (12, 0, True, False, False),
     (0, 0, False, True, False), (4, 1, True, False, True)],
)  # fmt: skip
def test_who_falls_and_who_checks(taken, new, down, up, check):
    found = falling(maximum=10, taken=taken, new_damage=new, already_down=down)
    assert (found.up, found.death_check, found.left) == (up, check, 10 - taken - new)


@pytest.mark.rule("dragon.falling", "dragon.damage")
def test_a_blow_says_what_falls_by_it():
    blow: dict[str, Any] = {"net": 3, "weapon": "Blade", "attack": "melee", "strength": 2, "resistance": 4}
    found = falling(maximum=10, taken=4, **blow)
    assert (found.damage, found.up, found.past) == (7, False, 1)
    with pytest.raises(Refused):
        falling(maximum=10, taken=4, weapon="Blade")


@pytest.mark.rule("dragon.death-check")
@pytest.mark.parametrize(
    ("past", "outcome", "gap"),
    [(9, "unconscious", None), (10, "unconscious", None), (11, "dying", 1), (30, "dying", 20)],
)
def test_two_successes_are_ten(past, outcome, gap):
    found = death_check(health=3, past=past, dice=ScriptedDice([7, 10, 6]))
    assert (found.total, found.outcome, found.gap) == (10, outcome, gap)
    tie = death_check(health=3, past=past, options=Options(death_check_tie="dying"), dice=ScriptedDice([7, 10, 6]))
    assert tie.outcome == ("dying" if past >= 10 else "unconscious")


@pytest.mark.rule("dragon.death-check", "dragon.dying")
def test_whoever_is_dying_stays_dying_with_the_larger_gap():
    for old, past, gap in ((4, 3, 4), (4, 30, 20), (25, 30, 25)):
        found = death_check(health=2, past=past, gap=old, dice=ScriptedDice([9, 9]))
        assert (found.outcome, found.gap) == ("dying", gap)


@pytest.mark.rule("dragon.death-check")
def test_whoever_stands_throws_nothing_and_no_penalty_counts():
    standing = death_check(health=3, maximum=10, taken=8, new_damage=2, dice=ScriptedDice([]))
    assert (standing.up, standing.outcome, standing.left) == (True, None, 0)
    untrained = Options(untrained_penalty=3)
    fell = death_check(health=1, maximum=10, taken=8, new_damage=4, options=untrained, dice=ScriptedDice([7]))
    assert (fell.target, fell.past, fell.outcome) == (7, 2, "unconscious")
    assert death_check(health=1, skill=1, past=1, options=ADDS, dice=ScriptedDice([6, 7])).total == 5
    with pytest.raises(Refused):
        death_check(health=3, maximum=10)


@pytest.mark.rule("dragon.dying")
def test_nobody_dies_by_themselves():
    assert not dying(gap=50, countdown="1 round").dead
    assert dying(gap=1, countdown="3 turns", gm="death").dead
    assert dying(gap=1, countdown="3 turns", gm="rescue").countdown is None
    with pytest.raises(Refused):
        dying(gap=1, countdown="soon")


@pytest.mark.rule("dragon.split-dice", "dragon.shticks")
def test_what_a_shtick_takes_off_the_target_number_counts_for_each_share() -> None:
    first = SplitAction("Accuracy", 5, skill=1, target="a", bonus=1)
    second = SplitAction("Dexterity", 4, target="b", bonus=1)
    found = split_dice(actions=[first, second], shares=[2, 2], dice=ScriptedDice((5, 4, 6, 5)))
    assert (found.targets, found.successes) == ((5, 6), (1, 1))
