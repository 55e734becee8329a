"""Special attacks, and what lost levels do."""

import pytest

from apps.rules.dice import ScriptedDice
from apps.rules.rough_magic.combat.harm import exhausted, objects, unnamed
from apps.rules.rough_magic.combat.special import attack_types, exploding, penetrating, sensory, terrifying


def no_dice(count, sides):
    raise AssertionError("a die fell")


# Special attacks


@pytest.mark.rule("rough_magic.exploding")
def test_everybody_in_an_explosion_at_once():
    found = exploding(rank=12, targets=[(4, 5, 0), (9, 5, 0), (13, 0, -3), (0, 4, 3)])
    assert found.rank_here == (12, 6, 0, 12)
    assert found.remaining == (7, 1, 0, 5)
    assert found.endurance_lost == (3, 1, 0, 2)


@pytest.mark.rule("rough_magic.attack-types", "rough_magic.penetrating")
def test_types_join():
    made = attack_types(
        types=["sensory", "terrifying", "stunning"], av=5, dv=3, choice="flee", dice=ScriptedDice([4, 4])
    )
    assert (made.effects, made.stunning, made.endurance_lost) == (("blind and deaf", "fleeing"), True, 1)
    missed = attack_types(types=["terrifying"], av=5, dv=3, dice=ScriptedDice([1, 1]))
    assert (missed.effects, missed.endurance_lost, missed.rank_here) == ((), 0, None)
    blast = attack_types(types=["exploding", "terrifying"], rank=6, distance=4, dv=1, dice=no_dice)
    assert (blast.effects, blast.rank_here, blast.endurance_lost) == (("cowering",), 3, 1)
    pierced = penetrating(dv=5, av=4, dv_bonuses=1, dice=ScriptedDice([5, 5]))
    assert (pierced.effective_dv, pierced.target, pierced.endurance_lost) == (3, 14, 1)


@pytest.mark.rule("rough_magic.sensory", "rough_magic.terrifying")
def test_coming_round():
    made = sensory(perception=4, distracted=True, av_bonuses=1, dice=ScriptedDice([3, 4]))
    assert (made.recovered, made.state) == (True, "none")
    assert sensory(perception=1, dice=ScriptedDice([3, 4])).state == "blind and deaf"
    shaken = terrifying(will=5, exhausted=True, gait="sprint", dice=ScriptedDice([2, 4]))
    assert (shaken.total, shaken.target, shaken.recovered) == (8, 11, False)


@pytest.mark.rule("rough_magic.terrifying")
def test_attacks_on_the_terrified():
    cowers = terrifying(choice="cower", av=5, dv=4, dice=ScriptedDice([3, 3]))
    assert (cowers.total, cowers.target, cowers.av_bonuses, cowers.recovered) == (14, 12, 1, False)
    flees = terrifying(choice="flee", av=5, dv=4, attack="ranged", dice=ScriptedDice([3, 3]))
    assert (flees.margin, flees.dv_bonuses, flees.dv_net) == (-4, 1, 3)
    asked = terrifying(dice=no_dice)
    assert (asked.recovered, asked.av_net, asked.dv_net) == (False, 0, 0)


# Levels


@pytest.mark.rule("rough_magic.exhausted")
@pytest.mark.parametrize(
    ("lost", "action", "penalties"),
    [(2, "task", 0), (3, "task", 1), (3, "free", 1), (3, "roleplay", 0), (0, "movement", 0)],
)
def test_what_exhaustion_weighs_on(lost, action, penalties):
    made = exhausted(lost=lost, action=action, av=6, dv=4, dice=ScriptedDice([3, 3]))
    assert (made.legal, made.av_penalties, made.total) == (True, penalties, 12 - 3 * penalties)
    assert exhausted(lost=3, action="movement", dice=no_dice).av_penalties == 0
    assert exhausted(lost=4, av=6, dv=4, dice=no_dice).total is None


@pytest.mark.rule("rough_magic.unnamed")
def test_those_with_a_name_lose_levels_one_by_one():
    assert unnamed(unnamed=False, margin=4).level == "weakened"
    assert unnamed(margin=4, harmful=False).level == "fresh"
    shot = unnamed(margin_rolled=2, dodging=True, attack="ranged")
    assert (shot.margin, shot.level, shot.restrained) == (-1, "fresh", False)
    held = unnamed(margin_rolled=2, blocking=True, attack="grapple")
    assert (held.margin, held.level, held.restrained) == (2, "fresh", True)


@pytest.mark.rule("rough_magic.objects")
def test_things_break():
    hit = objects(lost=2, margin=7)
    assert (hit.endurance_lost, hit.lost, hit.level) == (3, 4, "Destroyed")
    assert objects(lost=0, margin=-1).level == "Intact"
