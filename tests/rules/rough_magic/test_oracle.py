"""Random plays against arithmetic that was written beside the rules, from the book's tables and words."""

from random import Random
from typing import Any

import pytest

from apps.rules import find
from apps.rules.dice import ScriptedDice
from apps.rules.rough_magic.combat.attack import attack_sequence
from apps.rules.rough_magic.combat.order import perception_order
from apps.rules.rough_magic.combat.special import attack_types, exploding
from apps.rules.rough_magic.combat.strikes import combining_attacks, sweep
from apps.rules.rough_magic.combat.turns import turn_engine
from apps.rules.rough_magic.endurance import damage_record, recovery
from apps.rules.rough_magic.roll import roll
from apps.rules.rough_magic.together import combining_tasks, extended_race, extended_task

PLAYS = 400
SEEDS = pytest.mark.parametrize("seed", range(5))


def faces(random, rolls):
    return [random.randint(1, 6) for _ in range(2 * rolls)]


def modifier(plus, minus):
    if plus and minus:
        return 0
    if plus:
        return 3
    return -3 if minus else 0


def lost_by(margin):
    """Read off the table of the book, row by row."""
    if margin < 0:
        return 0
    lost = 1
    while margin >= 3:
        margin, lost = margin - 3, lost + 1
    return lost


@SEEDS
@pytest.mark.rule("rough_magic.roll", "rough_magic.bonus-penalty", "rough_magic.endurance-loss")
def test_rolls(seed):
    random = Random(seed)
    for _ in range(PLAYS):
        av, dv = random.randint(0, 12), random.randint(0, 15)
        boxes = [random.randint(0, 2) for _ in range(4)]
        fell = faces(random, 1)
        names = ("av_bonuses", "av_penalties", "dv_bonuses", "dv_penalties")
        made = roll(av=av, dv=dv, **dict(zip(names, boxes, strict=True)), dice=ScriptedDice(fell))
        total = fell[0] + fell[1] + av + modifier(*boxes[:2])
        need = 8 + dv + modifier(*boxes[2:])
        assert (made.total, made.target, made.margin) == (total, need, total - need)
        assert (made.success, made.extreme) == (total >= need, total >= need + 3)
        assert made.endurance_lost == lost_by(total - need)


# Boxes of an attack, as the two columns of the book's table

HELPS = {
    "attacker-ramming", "defender-distracted", "defender-restrained", "defender-surprised",
    "defender-cannot-perceive", "defender-blind-and-deaf", "defender-cowering",
}  # fmt: skip
HAMPERS = {
    "attacker-distracted", "attacker-restrained", "attacker-surprised", "attacker-sweeping", "two-handed-in-one",
    "beyond-effective-range", "underwater", "zero-g", "attacker-exhausted",
}  # fmt: skip
GUARDS = {"defender-cover", "defender-running", "defender-fleeing"}
BY_KIND = {"attacker-running", "attacker-sprinting", "defender-prone"}
SETTLES = {"attacker-cannot-perceive", "defender-helpless"}
ALL = sorted(HELPS | HAMPERS | GUARDS | BY_KIND | SETTLES)


def strike(given, fell):
    """The margin of an attack as the book tells it; None for a sure failure."""
    keys, far = set(given["circumstances"]), given["attack"] == "ranged"
    if "attacker-cannot-perceive" in keys or ("attacker-sprinting" in keys and far):
        return None
    plus, minus, guard = keys & HELPS, keys & HAMPERS, keys & GUARDS
    if "defender-prone" in keys:
        (guard if far else plus).add("defender-prone")
    if ("attacker-running" in keys and far) or ("attacker-sprinting" in keys and not far):
        minus.add("haste")
    margin = sum(fell) + given["av"] + modifier(plus, minus) - (8 + given["dv"] + modifier(guard, set()))
    if "defender-helpless" in keys:
        return margin if margin >= 3 else 0
    return margin


def answered(margin, given):
    """The margin after the target's answer; None where the attack is got away from."""
    if margin is None or margin < 0:
        return margin
    if given["dive_clear"]:
        return None
    fits = given["block"] and given["attack"] == "close" and given["harmful"] and given["kind"] != "grapple"
    fits = fits or (given["dodge"] and given["attack"] == "ranged")
    return margin - 3 if fits else margin


@SEEDS
@pytest.mark.rule(
    "rough_magic.attack-sequence", "rough_magic.combat-modifiers", "rough_magic.blocking", "rough_magic.dodging"
)
def test_attacks(seed):
    random = Random(seed)
    for _ in range(PLAYS):
        given: dict[str, Any] = {
            "av": random.randint(2, 10),
            "dv": random.randint(0, 10),
            "attack": random.choice(["close", "ranged"]),
            "kind": random.choice(["plain", "plain", "slam", "grapple"]),
            "circumstances": random.sample(ALL, random.choice([0, 1, 2, 4])),
            "harmful": random.random() < 0.8,
            "block": random.random() < 0.4,
            "dodge": random.random() < 0.4,
            "dive_clear": random.random() < 0.2,
            "unnamed": random.random() < 0.3,
        }
        fell = faces(random, 1)
        made = attack_sequence(**given, dice=ScriptedDice(fell))
        rolled = strike(given, fell)
        left = answered(rolled, given)
        hit = left is not None and left >= 0
        hurts = hit and given["harmful"] and given["kind"] != "grapple"
        assert (made.margin_rolled, made.margin, made.hit) == (rolled, left, hit)
        assert made.endurance_lost == (lost_by(left) if hurts else 0)
        assert made.restrained == (hit and given["kind"] == "grapple")
        dived = given["dive_clear"] and rolled is not None and rolled >= 0
        assert made.prone == ((hit and given["kind"] == "slam") or dived)
        assert ("defeated" in made.states_set) == (hurts and given["unnamed"])


@SEEDS
@pytest.mark.rule("rough_magic.sweep", "rough_magic.combining-attacks", "rough_magic.combining-tasks")
def test_many_rolls(seed):
    random = Random(seed)
    for _ in range(PLAYS):
        count = random.randint(1, 4)
        fell = faces(random, count)
        pairs = [fell[n] + fell[n + 1] for n in range(0, 2 * count, 2)]
        targets = [random.randint(0, 9) for _ in range(count)]
        found = sweep(av=7, targets=targets, dice=ScriptedDice(fell))
        assert list(found.margins) == [pair + 7 - 3 - 8 - dv for pair, dv in zip(pairs, targets, strict=True)]
        avs = [random.randint(0, 8) for _ in range(count)]
        joint = combining_tasks(workers=[[av, 0, 0] for av in avs], dv=9, dice=ScriptedDice(fell))
        best = max(pair + av for pair, av in zip(pairs, avs, strict=True)) + (count if count > 1 else 0)
        assert (joint.combined, joint.margin) == (best, best - 17)
        gang: Any = [[av, random.choice([-3, 0, 3]), random.choice(["close", "ranged"])] for av in avs]
        blow = combining_attacks(attackers=gang, dv_close=4, dv_ranged=6, dice=ScriptedDice(fell))
        sums = [pair + av + net for pair, (av, net, _) in zip(pairs, gang, strict=True)]
        easiest = min(4 if one[2] == "close" else 6 for one, it in zip(gang, sums, strict=True) if it == max(sums))
        assert blow.margin == max(sums) + (count if count > 1 else 0) - 8 - easiest


@SEEDS
@pytest.mark.rule("rough_magic.extended-task", "rough_magic.extended-race")
def test_long_work(seed):
    random = Random(seed)
    for _ in range(PLAYS):
        av, dv, needed, limit = (random.randint(a, b) for a, b in ((2, 9), (0, 9), (1, 6), (1, 8)))
        fell = faces(random, limit)
        found = extended_task(av=av, dv=dv, needed=needed, max_attempts=limit, dice=ScriptedDice(fell))
        margins: list[int] = []
        got = 0
        while len(margins) < limit and got < needed:
            at = 2 * len(margins)
            margins.append(fell[at] + fell[at + 1] + av - 8 - dv)
            got += 2 if margins[-1] > 2 else 1 if margins[-1] >= 0 else 0
        assert list(found.margins) == margins
        assert found.state == ("done" if got >= needed else "failed")
        assert found.tally[-1] == min(got, needed)
        mine, theirs = ([random.randint(-2, 5) for _ in range(random.randint(1, 5))] for _ in range(2))
        assert extended_race(needed=needed, sides=[("Ana", mine), ("Bo", theirs)]).winner == race(needed, mine, theirs)


def race(needed, mine, theirs):
    """Turn by turn: nobody has won before both have made their attempt."""
    counts = [0, 0]
    for pair in zip(mine, theirs, strict=False):
        counts = [count + (margin >= 0) + (margin >= 3) for count, margin in zip(counts, pair, strict=True)]
        if max(counts) >= needed and (counts[0], pair[0]) != (counts[1], pair[1]):
            return "Ana" if (counts[0], pair[0]) > (counts[1], pair[1]) else "Bo"
    return "none"


# Harm


@SEEDS
@pytest.mark.rule("rough_magic.damage-record", "rough_magic.recovery", "rough_magic.stunning")
def test_harm_and_rest(seed):
    random = Random(seed)
    for _ in range(PLAYS):
        cells = ["free"] * 4
        lost = stun = 0
        for _ in range(random.randint(1, 6)):
            new, stunning = random.randint(0, 3), random.random() < 0.5
            for _ in range(new):
                kind = "stun" if stunning else "lost"
                taken = [n for n, cell in enumerate(cells) if cell == "free" or (kind == "lost" and cell == "stun")]
                if taken:
                    cells[next((n for n in taken if cells[n] == "free"), taken[0])] = kind
            damage = damage_record(lost=lost, stun=stun, new=new, stunning=stunning)
            lost, stun = damage.lost, damage.stun
            assert (lost, stun) == (cells.count("lost"), cells.count("stun"))
            names = ["fresh", "winded", "weakened", "exhausted", "defeated"]
            assert damage.level == names[4 - cells.count("free")]
        days, without = random.randint(0, 2), random.randint(0, 30)
        after = recovery(lost=lost, stun=stun, half_hour_rest=True, days_with_care=days, days_without=without)
        assert (after.lost, after.stun) == (max(0, lost - 1 - days - without // 7), 0)


@SEEDS
@pytest.mark.rule("rough_magic.exploding", "rough_magic.explosion-falloff", "rough_magic.attack-types")
def test_explosions(seed):
    random = Random(seed)
    for _ in range(PLAYS):
        rank, radius, dv = random.randint(0, 15), random.randint(1, 16), random.randint(0, 8)
        distance, guard = random.randint(0, 36) / 2, random.randint(0, 1)
        here = rank if distance <= radius / 2 else rank // 2 if distance <= radius else 0
        found: Any = exploding(rank=rank, radius=radius, distance=distance, dv=dv, dv_bonuses=guard)
        points = max(0, here - dv - 3 * guard)
        assert (found.rank_here, found.remaining) == (here, points)
        assert found.endurance_lost == len(range(0, points, 3))
        types = ["exploding", "penetrating"]
        pierced = attack_types(types=types, rank=rank, radius=radius, distance=distance, dv=dv, dv_bonuses=guard)
        assert pierced.remaining == max(0, here - (dv + 1) // 2 - 3 * guard)


# Order


@SEEDS
@pytest.mark.rule("rough_magic.perception-order")
def test_places_by_roll(seed):
    random = Random(seed)
    for _ in range(PLAYS):
        fighters: Any = [(name, random.randint(2, 6), random.choice(["player", "gm"])) for name in "ABCDE"]
        fell = faces(random, 60)
        found = perception_order(fighters=fighters, dice=ScriptedDice(fell))
        totals = {row[0]: fell[2 * n] + fell[2 * n + 1] + row[1] for n, row in enumerate(fighters)}
        assert list(found.totals) == list(totals.values())
        rows = {row[0]: (totals[row[0]], row[1], row[2] == "player") for row in fighters}
        order = [rows[name] for name in found.order]
        assert order == sorted(order, reverse=True)
        assert sorted(found.order) == list("ABCDE")


NAMES = ["Ana", "Bo", "Cy", "Di"]


def play(random, rounds=6):
    """A fight made up as it goes: what happened and, from a calendar of lost turns, how the rounds come out."""
    order = random.sample(NAMES, random.randint(2, 4))
    gone: dict[str, set[int]] = {name: set() for name in order}
    held: dict[str, int | None] = dict.fromkeys(order)
    forced, events, told = set(), [], []
    for now in range(1, rounds + 1):
        row: list[str] = []
        for place, name in enumerate(order):
            held[name] = None
            if now in gone[name]:
                continue
            if random.random() < 0.25:
                held[name] = now
                events.append([str(now), "delay", name])
                continue
            row.append(name)
            twice = f"{name} (delayed)" in row  # in which of the two turns, the notation could not say
            for other in (one for one in order if one != name and not twice):
                when = [other, f"in turn of {name}"]
                if held[other] and random.random() < 0.4:
                    row.append(f"{other} (delayed)")
                    events.append([str(now), "use-delayed", *when])
                    held[other] = None
                elif (now, other) not in forced and random.random() < 0.25:
                    first = now + (order.index(other) < place)
                    while not held[other] and first in gone[other]:
                        first += 1
                    row.append(f"{other} (forced from {held[other] or first})")
                    events.append([str(now), "force", *when])
                    gone[other] |= set() if held[other] else {first}
                    held[other] = None
                    forced.add((now, other))
        told.append(row)
    return order, events, told


@SEEDS
@pytest.mark.rule("rough_magic.turn-engine", "rough_magic.delaying", "rough_magic.forcing")
def test_turns(seed):
    random = Random(seed)
    for _ in range(PLAYS // 2):
        order, events, told = play(random)
        found = turn_engine(order=order, rounds=len(told), events=events)
        assert [list(row) for row in found.sequence] == told


# Tables, as printed

WALK = {1: (2, 3, 9), 2: (3, 6, 18), 3: (5, 9, 27), 4: (6, 12, 36), 5: (8, 15, 45), 6: (9, 18, 54), 7: (11, 21, 63),
        8: (12, 24, 72), 9: (14, 27, 81), 10: (15, 30, 90), 0: (0, 0, 0), 12: (18, 36, 108)}  # fmt: skip
SWIM = {1: (1, 1, 2), 2: (1, 1, 4), 3: (1, 2, 6), 4: (1, 3, 8), 5: (2, 3, 10), 6: (2, 4, 12), 7: (2, 5, 14),
        8: (3, 5, 16), 9: (3, 6, 18), 10: (3, 7, 20), 0: (0, 0, 0), 12: (4, 8, 24)}  # fmt: skip
JUMP = [0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5]
LIFTS = [25, 37, 54, 79, 116, 170, 250, 367, 539, 791, 1160, 1703, 2500]
THROWS = [1, 1, 1, 2, 3, 5, 7, 10, 15, 22, 32, 46, 68]


@pytest.mark.rule("rough_magic.movement", "rough_magic.swimming", "rough_magic.long-jump", "rough_magic.running-jump")
def test_distances_are_those_of_the_tables():
    walk, swim, leap = (find(f"rough_magic.{id}") for id in ("movement", "swimming", "running-jump"))
    for rank, row in WALK.items():
        assert tuple(walk(agility=rank, gait=gait).metres for gait in ("walk", "run", "sprint")) == row
        assert leap(agility=rank, brawn=5, gait="run").metres == row[1] + 3
    for rank, row in SWIM.items():
        assert tuple(swim(agility=rank, gait=gait).metres for gait in ("swim", "fast", "sprint")) == row
    assert [find("rough_magic.long-jump")(brawn=rank).metres for rank in range(11)] == JUMP


@pytest.mark.rule("rough_magic.brawn-table", "rough_magic.grapple-move", "rough_magic.grappling")
def test_masses_are_those_of_the_table():
    table, moves, grapple = (find(f"rough_magic.{id}") for id in ("brawn-table", "grapple-move", "grappling"))
    rows = [table(brawn=rank) for rank in range(13)]
    assert ([row.lift_kg for row in rows], [row.throw_m for row in rows]) == (LIFTS, THROWS)
    for mass in range(0, 2500, 7):
        near = min(abs(lift - mass) for lift in LIFTS)
        rank = max(n for n, lift in enumerate(LIFTS) if abs(lift - mass) == near)
        found = moves(brawn=9, mass=mass)
        metres = THROWS[9 - rank] if rank <= 9 else None
        assert (found.mass_rank, found.lookup_rank, found.metres) == (rank, 9 - rank, metres)
        assert grapple(brawn=6, target_mass=mass, dice=ScriptedDice([1, 1])).legal == (mass <= 250)
