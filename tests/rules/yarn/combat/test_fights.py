"""Attacks, rounds, and what a fight leaves behind."""

import random
from fractions import Fraction
from math import ceil
from typing import Any

import pytest

from apps.rules import Refused
from apps.rules.dice import ScriptedDice
from apps.rules.yarn import Options
from apps.rules.yarn.combat.fighting import (
    advantage,
    attack_roll,
    desperate_defence,
    ganging_up,
    gunfire,
    predictable_attack,
    psychological_advantage,
    surprise,
    trait_lock,
)
from apps.rules.yarn.combat.harm import (
    death,
    down,
    down_states,
    messed_up,
    recovery_conditions,
    recovery_fraction,
    recovery_half,
    serious_wound,
    serious_wound_outcome,
    taser,
    word_on_wound,
)
from apps.rules.yarn.combat.lists import DOWN_STATES, SPEEDS
from apps.rules.yarn.combat.rounds import (
    delay_turn,
    gestalt_combat,
    initiative,
    initiative_seating,
    movement_speeds,
    round_length,
    rounds,
)


def no_dice(count, sides):
    raise AssertionError("a die fell")


@pytest.mark.rule("yarn.attack-roll")
def test_an_attack_from_its_dice_to_the_damage():
    given: dict[str, Any] = {
        "attack": {"base": 2, "bonus": 1},
        "defence": {"base": 2},
        "weapon": "Sword, axe",
        "armour": ["Armored Jacket"],
    }
    found = attack_roll(**given, dice=ScriptedDice([5, 6, 1, 3, 4, 5]))
    assert (found.attack_total, found.defence_total, found.gross, found.suffered) == (11, 7, 12, 7)
    missed = attack_roll(**given, dice=ScriptedDice([1, 1, 1, 3, 4]))
    assert (missed.hit, missed.difference, missed.suffered) == (False, -5, 0)
    helpless = attack_roll(attack={"base": 1}, defence={"base": 0}, dice=ScriptedDice([1]))
    assert (helpless.hit, helpless.gross) == (True, None)
    kept: dict[str, Any] = {"attack": {"base": 1}, "defence": {"base": 1}, "kept_defence": 6}
    assert attack_roll(**kept, dice=ScriptedDice([4, 3])).defence_total == 3
    per_attacker = Options(defence_rolls="per attacker")
    assert attack_roll(**kept, options=per_attacker, dice=ScriptedDice([4])).defence_total == 6
    botch = attack_roll(
        attack={"base": 2}, defence={"base": 1}, options=Options(botch="on"), dice=ScriptedDice([1, 1, 1])
    )
    assert not botch.hit


@pytest.mark.rule("yarn.attack-roll", "yarn.ranged-attack")
def test_a_shoot_out_from_its_dice():
    shot: dict[str, Any] = {"weapon": "Light Handgun", "metres": 8, "attack": {"base": 4}, "maximum": 14, "current": 14}
    found = gunfire(**shot, dice=ScriptedDice([6, 5, 4, 3, 2, 6]))
    assert (found.attack_total, found.defence_total, found.gross, found.current) == (18, 8, 30, -16)
    assert (found.messed_up, found.down, found.dying) == (True, True, True)
    assert gunfire(weapon="Light Handgun", metres=8, attack_total=9, dice=ScriptedDice([6, 5])).suffered == 0


@pytest.mark.rule("yarn.trait-lock")
@pytest.mark.parametrize(
    ("combat", "used", "now", "locked"),
    [
        (False, ["attack"], "attack", False),
        (False, ["attack"], "dodge a shot", True),
        (False, ["defence"], "attack", True),
        (False, ["defence"], "dodge a shot", False),
        (True, ["attack", "defence"], "attack", False),
    ],
)
def test_a_broad_trait_is_for_one_side(combat, used, now, locked):
    found = trait_lock(
        trait="x", combat_trait=combat, uses_this_round=used, used_last_round=["attack"], now=now, score=4
    )
    assert (found.locked, found.base, found.dodge_bonus) == (locked, 2 if locked else 4, 2 if locked else 4)


@pytest.mark.rule("yarn.predictable-attack", "yarn.advantage", "yarn.desperate-defence")
def test_dice_for_and_against():
    dull: dict[str, Any] = {"base": 1, "predictable": True}
    assert predictable_attack(attacker="GMC", **dull, dice=ScriptedDice([5])).thrown == 1
    off = Options(predictable_attacks=False)
    assert predictable_attack(attacker="player", **dull, options=off, dice=ScriptedDice([5])).thrown == 1
    edge = advantage(base=1, granted=["surprise", "a chair"], penalty=1, dice=ScriptedDice([2, 6]))
    assert (edge.granted_bonus, edge.thrown, edge.total) == (2, 2, 6)
    on = Options(desperate_defence="on")
    last: dict[str, Any] = {"base": 1, "attack_given_up": True}
    assert desperate_defence(**last, messed_up=True, options=on, dice=ScriptedDice([3])).thrown == 1
    assert desperate_defence(base=0, attack_given_up=False, dice=no_dice).total == 0
    with pytest.raises(Refused, match="plays without desperate defence"):
        desperate_defence(**last, dice=no_dice)
    with pytest.raises(Refused, match="cannot be given up"):
        desperate_defence(**last, already_attacked=True, options=on, dice=no_dice)


@pytest.mark.rule("yarn.ganging-up", "yarn.surprise", "yarn.psychological-advantage")
def test_edges_that_need_no_roll():
    for fighting in range(5):
        for count in range(7):
            names = [f"thug {n}" for n in range(count)]
            found = ganging_up(pairs=[[fighting, count]], fighting=fighting, attackers=names)
            assert found.bonus_attackers == (max(0, count - fighting),)
            assert sum(found.bonus.values()) == max(0, count - fighting)
    assert ganging_up(fighting=1, attackers=["A", "B"], defender_chooses=["A"]).bonus == {"A": 1, "B": 0}
    assert surprise(stealth=8, alertness=8).bonus == 0
    assert surprise(unaware=True, granted=4).bonus == 4
    assert psychological_advantage(gained_in_round=2, duration="whole combat", rounds=[1, 2, 9]).bonus == (0, 1, 1)


# Harm


@pytest.mark.rule("yarn.messed-up", "yarn.down", "yarn.down-states", "yarn.death")
def test_states_of_every_level():
    for maximum in range(1, 30):
        pairs = [(level, maximum) for level in range(-maximum - 2, maximum + 1)]
        assert messed_up(pairs=pairs).messed_up == tuple(Fraction(n) <= Fraction(maximum, 2) for n, _ in pairs)
        assert down(pairs=pairs).down == tuple(n < 1 for n, _ in pairs)
        assert death(pairs=pairs).dying == down(pairs=pairs).dying == tuple(n + maximum <= 0 for n, _ in pairs)
    rolled = messed_up(current=3, maximum=20, base=2, bonus=1, dice=ScriptedDice([2, 3]))
    assert (rolled.own_penalty, rolled.thrown, rolled.total) == (1, 2, 5)
    assert [down_states(weapon=row.title).state for row in DOWN_STATES] == [row.state for row in DOWN_STATES]


@pytest.mark.rule("yarn.death")
def test_a_reason_to_live():
    gone: dict[str, Any] = {"maximum": 14, "current": 1, "damage": 15}
    asked = death(**gone)
    assert (asked.current, asked.pending, asked.alive) == (-14, "reason to live", None)
    assert death(**gone, choice="let go").alive is False
    hold: dict[str, Any] = {**gone, "choice": "hold on", "reason": "a child"}
    assert death(**hold).pending == "verdict"
    assert (death(**hold, accepted=True).alive, death(**hold, accepted=False).alive) == (True, False)
    assert death(maximum=14, current=1, damage=14).alive


@pytest.mark.rule("yarn.taser")
def test_a_taser_hurts_for_a_while():
    given: dict[str, Any] = {"difference": 9, "metres": 5, "maximum": 20, "lasting": 4, "temporary": 2}
    found = taser(**given)
    assert (found.temporary, found.effective, found.down, found.dying) == (47, -31, True, False)
    assert found.after_recovery == 18
    assert taser(**given, options=Options(taser_can_kill=True)).dying
    assert taser(difference=1, metres=1, maximum=20, lasting=4, reference=17).after_recovery == 17


@pytest.mark.rule("yarn.recovery-half", "yarn.recovery-fraction")
def test_random_wounds_recover_by_half():
    chance = random.Random(2)
    for _ in range(200):
        level = point = start = chance.randint(10, 30)
        steps, levels = [], []
        for _ in range(chance.randint(1, 8)):
            if chance.random() < 0.5:
                lost = chance.randint(0, 25)
                steps.append(f"-{lost}")
                level -= lost
            else:
                steps.append("recover")
                level = point = ceil(Fraction(level + point, 2))
            levels.append(level)
        assert recovery_half(start=start, steps=steps).levels == tuple(levels)
    assert recovery_half(start=20, maximum=20, steps=["-10", "daily healing +4", "-2", "recover"]).levels == (
        10,
        14,
        12,
        16,
    )
    assert recovery_half(current=-10, reference=5).recovered == -2
    third = Options(recovery_share="1/3")
    assert recovery_fraction(current=0, reference=10).recovered == 5
    assert recovery_fraction(current=0, reference=10, options=third).recovered == 4


@pytest.mark.rule("yarn.recovery-conditions", "yarn.serious-wound", "yarn.serious-wound-outcome")
def test_after_the_fight():
    found = recovery_conditions(open=["Ann", "Bo"], granted=["Bo"])
    assert (found.applied, found.left_pending) == (("Bo",), ("Ann",))
    assert recovery_conditions(open=["Ann"], granted=["Ann"], roll_outcome="draw").applied == ()
    blows = [{"suffered": 20}, {"suffered": 40, "temporary": True}, {"suffered": 19, "gross": 40}]
    assert serious_wound(blows=blows, options=Options(serious_wounds="on")).serious == (True, False, False)
    assert serious_wound(blows=blows).serious == (False, False, False)
    assert serious_wound_outcome(current=7, loss_per_day=4, days=2, care=True).levels == (7, 7)
    marked = serious_wound_outcome(mis_healing=True, normal_rate_per_day=1, days=[1, 2, 3, 4])
    assert (marked.points_regained_in_all, marked.lasting_mark) == ((0, 1, 1, 2), True)


# Rounds


@pytest.mark.rule("yarn.gestalt-combat")
def test_one_roll_for_a_fight():
    side: dict[str, Any] = {
        "players": [{"base": 1}, {"base": 1}],
        "gm_side": [{"base": 2}] * 2,
        "gm_way": "combining dice",
    }
    found = gestalt_combat(**side, dice=ScriptedDice([4, 5, 1, 2, 3, 6]))
    assert (found.players_sum, found.gm_sum, found.winner, found.difference) == (9, 9, "draw", 0)
    assert gestalt_combat(players_totals=[3], gm_totals=[4, 1]).winner == "gm"


@pytest.mark.rule("yarn.rounds", "yarn.round-length", "yarn.movement-speeds")
def test_time_in_a_fight():
    slow = Options(seconds_per_round=10)
    seen = [rounds(order=["A", "B"], acted=n, options=slow) for n in range(5)]
    assert [(now.turn, now.round, now.seconds) for now in seen] == [("A", 1, 0), ("B", 1, 0), ("A", 2, 10), ("B", 2, 10), ("A", 3, 20)]  # fmt: skip # noqa: E501
    assert round_length(timers_seconds=[30, 31], options=slow).rounds == (3, 4)
    assert round_length(timers_seconds=[1], seconds_per_round=0.4).rounds == (3,)
    assert movement_speeds(speed="Jogging", options=slow).metres == 25
    for row in SPEEDS:
        assert movement_speeds(speed=row.title).metres * 3600 / 3 == pytest.approx(1000 * row.km_per_hour, rel=0.01)


@pytest.mark.rule("yarn.initiative")
def test_ties_for_initiative():
    def roll(who, pc, dice, total):
        return {"who": who, "pc": pc, "dice": dice, "total": total}

    rolls = [roll("A", True, 2, 9), roll("B", False, 3, 9), roll("C", True, 3, 9), roll("D", True, 2, 12)]
    assert initiative(rolls=rolls, dice=no_dice).order == ("D", "C", "B", "A")
    tied = [roll(name, True, 2, 9) for name in "ABC"]
    assert initiative(rolls=tied, dice=ScriptedDice([3, 5, 3, 2, 2, 1, 4])).order == ("B", "C", "A")


@pytest.mark.rule("yarn.initiative-seating", "yarn.delay-turn")
def test_other_orders():
    first = Options(turn_order="seating, GM first")
    assert initiative_seating(seats=["Ann"], options=first).order == ("GM's characters", "Ann")
    last = Options(turn_order="seating, GM last")
    assert initiative_seating(seats=["Ann"], options=last).order == ("Ann", "GM's characters")
    with pytest.raises(Refused, match="rolls for initiative"):
        initiative_seating(seats=["Ann"])
    acted = [
        delay_turn(order=["A", "B"], waiter=words).waiter_acted
        for words in ("waits", "waits and breaks in after B", "waits and never breaks in", "does not wait")
    ]
    assert acted == [False, True, False, True]
    assert delay_turn(order=["A", "B"], waiter="waits").order_next_round == ("A", "B")


@pytest.mark.parametrize(
    ("call", "code"),
    [
        (lambda: attack_roll(attack_total=3, dice=no_dice), "no-roll"),
        (lambda: attack_roll(attack={"base": 0}, defence_total=3, dice=no_dice), "no-dice"),
        (lambda: gunfire(weapon="Light Handgun", metres=8, dice=no_dice), "no-roll"),
        (lambda: trait_lock(trait="x", combat_trait=False, now="sleep", score=3), "not-a-choice"),
        (lambda: predictable_attack(attacker="cat", base=2, predictable=False, dice=no_dice), "not-a-choice"),
        (lambda: ganging_up(fighting=1, attackers=["A", "B"], defender_chooses=["A", "B"]), "how-many"),
        (lambda: ganging_up(fighting=1, attackers=["A", "B"], defender_chooses=["C"]), "not-a-choice"),
        (lambda: messed_up(), "no-hit-points"),
        (lambda: death(maximum=4), "no-hit-points"),
        (lambda: death(maximum=4, current=-4, choice="hold on"), "no-reason"),
        (lambda: down_states(weapon="words"), "not-listed"),
        (lambda: taser(difference=1, metres=6, maximum=20), "out-of-range"),
        (lambda: recovery_half(), "no-hit-points"),
        (lambda: recovery_half(start=9, steps=["rest"]), "no-step"),
        (lambda: recovery_fraction(current=1, reference=9, share="2"), "no-share"),
        (lambda: recovery_conditions(open=[], granted=["Ann"]), "not-a-choice"),
        (lambda: serious_wound_outcome(current=9, loss_per_day=16, days=1), "too-high"),
        (lambda: gestalt_combat(players_totals=[3]), "no-side"),
        (lambda: rounds(order=[]), "nobody"),
        (lambda: round_length(timers_seconds=[3], seconds_per_round=0), "no-length"),
        (lambda: movement_speeds(speed="Flying"), "not-listed"),
        (lambda: delay_turn(order=["A"], waiter=" "), "no-words"),
    ],
)
def test_refusals_come_before_any_die(call, code):
    with pytest.raises(Refused) as no:
        call()
    assert no.value.code == code


@pytest.mark.rule("yarn.serious-wound")
@pytest.mark.parametrize(("switch", "hard"), [("off", ""), ("on", "sure"), ("asked each time", "asked")])
def test_a_table_says_whether_a_blow_leaves_one_or_asks(switch: str, hard: str) -> None:
    options = Options(serious_wounds=switch)  # type: ignore[arg-type]
    assert [word_on_wound(n, options) for n in (19, 20)] == ["", hard]
    assert word_on_wound(1, options, botched=True) == ("asked" if hard else "")
    assert word_on_wound(20, options, botched=True) == hard
    assert word_on_wound(0, options, botched=True) == word_on_wound(25, options, temporary=True) == ""
