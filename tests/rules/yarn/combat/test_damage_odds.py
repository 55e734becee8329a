"""The odds of what an attack costs, against every way in which its dice can fall."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations_with_replacement, product
from math import factorial, prod

import pytest

from apps.rules.dice import ScriptedDice
from apps.rules.yarn import Options
from apps.rules.yarn.checks import clash
from apps.rules.yarn.combat.armour import kind_of_attack, worn
from apps.rules.yarn.combat.damage import damage_order, factor_of
from apps.rules.yarn.combat.damage_odds import dealt_odds, shocked_odds, stops_at_most, suffered_odds
from apps.rules.yarn.pool import Pool, pool_of, throw

DICE, PLAIN = Options(alternate_damage="on"), Options()
ALL = Options(alternate_damage="on", botch="on")


def fell(count: int) -> Iterator[tuple[tuple[int, ...], int]]:
    """Every fall of so many dice whose order does not matter, and in how many ways it falls."""
    for faces in combinations_with_replacement(range(1, 7), count):
        yield faces, factorial(count) // prod(factorial(n) for n in Counter(faces).values())


def counted(attack: Pool, defence: Pool, weapon: str, armour: list[str], options: Options) -> dict[int, Fraction]:
    """What is suffered, of all faces played through the rules."""
    found: Counter[int] = Counter()
    thrown = factor_of(weapon, "standard", "none", None) if options.alternate_damage == "on" else 0
    for mine, theirs in product(fell(attack.thrown), fell(defence.thrown)):
        struck, met = throw(attack, options, ScriptedDice(mine[0])), throw(defence, options, ScriptedDice(theirs[0]))
        hit, difference = clash(struck, met, options)
        for more, stopped in product(fell(thrown), fell(worn(armour).dice)):
            done = damage_order(
                difference=difference, weapon=weapon, armour=armour, totals=(struck.total, met.total),
                options=options, dice=ScriptedDice(more[0] + stopped[0]),
            )  # fmt: skip
            found[done.suffered if hit else 0] += mine[1] * theirs[1] * more[1] * stopped[1]
    return {points: Fraction(n, found.total()) for points, n in found.items()}


@pytest.mark.rule("yarn.alternate-damage", "yarn.damage-order")
@pytest.mark.parametrize("options", [PLAIN, DICE, ALL], ids=["by difference", "by dice", "with botches"])
@pytest.mark.parametrize("weapon", ["Knife, lead pipe", "Light Handgun"])
def test_what_an_attack_costs_is_all_falls_counted(weapon: str, options: Options) -> None:
    attack, defence, armour = pool_of(base=1, bonus=1), pool_of(base=1), ["Jacket"]
    factor = factor_of(weapon, "standard", "none", None)
    gross = dealt_odds(attack, defence, factor, 1, options).map(lambda blow: blow[1])
    odds = suffered_odds(gross, kind_of_attack(weapon), worn(armour), options=options)
    chances = {points: Fraction(n, odds.total) for points, n in odds}
    assert chances == counted(attack, defence, weapon, armour, options)


@pytest.mark.rule("yarn.taser-armour")
@pytest.mark.parametrize("options", [PLAIN, DICE], ids=["by difference", "by dice"])
def test_a_taser_is_all_or_nothing_by_the_difference(options: Options) -> None:
    attack, defence, armour = pool_of(base=1), pool_of(base=0), ["Jacket"]
    blows = dealt_odds(attack, defence, 5, 1 + stops_at_most(worn(armour)), options)
    odds = shocked_odds(blows, worn(armour))
    chances = {points: Fraction(n, odds.total) for points, n in odds}
    assert chances == counted(attack, defence, "Taser", armour, options)


@pytest.mark.rule("yarn.alternate-damage", "yarn.botch")
def test_a_botched_defence_is_hit_though_its_total_is_higher() -> None:
    done = damage_order(
        difference=1, weapon="Knife, lead pipe", totals=(2, 3), options=ALL, dice=ScriptedDice([4, 5])
    )  # fmt: skip
    assert (done.faces, done.doubled, done.suffered) == ((4, 5), False, 9)
