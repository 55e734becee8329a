"""The odds against every way in which the dice can fall, under all ways of counting skill and difficulty."""

from collections import Counter
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from apps.rules.dice import ScriptedDice
from apps.rules.dragon import Options
from apps.rules.dragon.checks import Pool, pool_of
from apps.rules.dragon.combat.attack import attack, attack_pool
from apps.rules.dragon.combat.harm import death_check, death_pool
from apps.rules.dragon.combat.odds import (
    Blow,
    attack_odds,
    death_odds,
    extra_hexes_odds,
)
from apps.rules.dragon.combat.phases import extra_movement
from apps.rules.dragon.odds import at_least, success_odds

WAYS = [
    Options(skill_effect=skill, difficulty_applies_to=difficulty, untrained_penalty=penalty)
    for skill in ("lowers target", "adds dice")
    for difficulty in ("target number", "successes")
    for penalty in (0, 1)
]
EVERY_WAY = pytest.mark.parametrize("options", WAYS, ids=lambda it: f"{it.skill_effect}-{it.difficulty_applies_to}")


def counted(dice, outcome):
    """The outcome of every fall of so many d10."""
    return Counter(outcome(ScriptedDice(faces)) for faces in product(range(1, 11), repeat=dice))


def same(distribution, counter):
    """Whether the chances are the same; the weights need not be."""
    return {key: Fraction(n, distribution.total) for key, n in distribution} == {
        key: Fraction(n, counter.total()) for key, n in counter.items()
    }


@EVERY_WAY
@pytest.mark.rule("dragon.dice-pool", "dragon.target-number", "dragon.skill-effect")
def test_successes_are_all_falls_counted(options):
    for dice, skill, difficulty in product(range(3), range(2), (-1, 0, 2, 5)):
        pool = pool_of(dice=dice, skill=skill, difficulty=difficulty, options=options)
        falls = counted(pool.dice, lambda thrown, pool=pool: pool.successes(thrown(pool.dice, 10)))
        assert same(success_odds(pool), falls), pool


def test_the_ends_are_certain():
    assert dict(success_odds(Pool(3, 11))) == {0: 1000}
    assert dict(success_odds(Pool(3, 1))) == {3: 1000}
    assert (at_least(Pool(2, 6), 1), at_least(Pool(2, 6), 3)) == (Fraction(3, 4), Fraction(0))


@EVERY_WAY
@pytest.mark.rule("dragon.attack", "dragon.damage", "dragon.falling", "dragon.cover")
@pytest.mark.parametrize("tie", [True, False])
def test_an_attack_is_all_falls_counted(options, tie):
    options = Options(**{**vars(options), "zero_net_hits": tie})
    given: dict[str, Any] = {
        "accuracy": 2,
        "skill": 1,
        "attack": "ranged",
        "distance": 9,
        "strength": 3,
        "resistance": 1,
        "cover": 1,
    }
    met: dict[str, Any] = {"defence": "dodge", "dexterity": 1, "maximum": 6, "taken": 4}
    mine = attack_pool(accuracy=2, skill=1, attack="ranged", distance=9, options=options)
    theirs = pool_of(dice=1, options=options)
    found = attack_odds(mine, Blow(3, "ranged", 3, 1, 1, maximum=6, taken=4), theirs, options=options)

    def outcome(dice):
        done = attack(**given, **met, weapon="Bow", options=options, dice=dice)
        return done.hit, done.damage, done.up

    falls = counted(mine.dice + theirs.dice, outcome)
    total = falls.total()
    assert found.hit == Fraction(sum(n for (hit, _, _), n in falls.items() if hit), total)
    assert found.hurt == Fraction(sum(n for (_, harm, _), n in falls.items() if harm), total)
    assert found.falls == Fraction(sum(n for (_, _, up), n in falls.items() if not up), total)
    by_damage = Counter({(harm, up): 0 for _, harm, up in falls})
    for (_, harm, up), n in falls.items():
        by_damage[harm, up] += n
    assert {(one.damage, not one.falls): one.chance * total for one in found.columns} == dict(by_damage)


@EVERY_WAY
@pytest.mark.rule("dragon.extra-movement")
def test_hexes_are_all_falls_counted(options):
    given: dict[str, Any] = {"pool": 2, "skill": 1, "difficulty": 1, "options": options}
    pool = pool_of(dice=2, skill=1, difficulty=1, options=options)
    falls = counted(pool.dice, lambda dice: extra_movement(substat="Energy", **given, dice=dice).extra_hexes)
    assert same(extra_hexes_odds(pool, options), falls)


@EVERY_WAY
@pytest.mark.rule("dragon.death-check")
@pytest.mark.parametrize("tie", ["unconscious", "dying"])
def test_a_death_check_is_all_falls_counted(options, tie):
    options = Options(**{**vars(options), "death_check_tie": tie})
    pool = death_pool(health=2, skill=1, options=options)
    for past in (0, 5, 7, 20):

        def outcome(dice, past=past):
            done = death_check(health=2, skill=1, past=past, already_down=True, options=options, dice=dice)
            return done.outcome, done.gap

        falls, found = counted(pool.dice, outcome), death_odds(pool, past, options)
        total = falls.total()
        assert dict(found.gaps) == {gap: Fraction(n, total) for (_, gap), n in falls.items() if gap is not None}
        assert found.dying == Fraction(sum(n for (how, _), n in falls.items() if how == "dying"), total)
        assert found.unconscious + found.dying == 1
