"""Random dogfights and chases through the door against the book, worked out here once more, by nothing of apps.rules.

The book: d10 + Dexterity + Pilot, Situational Awareness +2, Fast Reaction Time +1; the higher total is in firing
position and adds its Success Levels to its attacks on that target; d10 + Dexterity + Gun Fu, range 0, 0, -1, -3, -5,
Righteous Fury +5; an evasion of 9 or more that equals the attack evades it, the first of a Turn is free, each further
one 2 less off the same die; the faster engines win a chase, of equal ones the higher successful total. The seed is
fixed, so that what fails once fails again.
"""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from apps.characters.models import Character, Rating, Track
from apps.table.models import Ask
from tests.checks.conftest import full_sheet, score_sheet
from tests.combat.test_oracle import injury, lands, levels
from tests.combat.wounded import with_life
from tests.ships.conftest import seated, ship_made
from tests.ships.fleet import (
    answer,
    ask_of,
    condition,
    encounter,
    engage,
    evade,
    facts_of,
    fire,
    go_on,
    meet,
    quality,
    range_of,
    said,
    set_range,
    set_vessel,
    track,
    vessel,
)
from tests.ships.hiders import flee, to_the_run

RANGES = ("visual", "close", "medium", "long", "extreme")
GUNNERY = dict(zip(RANGES, (0, 0, -1, -3, -5), strict=True))
BOW, TURRET = "Bow gun", "Turret"
SHIP: dict[str, Any] = {"size": 9, "weapon_1_name": BOW, "weapon_1_mount": "fixed-forward", "weapon_2_name": TURRET,
                        "weapon_2_mount": "turret"}  # fmt: skip


class Mate:
    """Somebody aboard, with the numbers that this file works with."""

    def __init__(self, luck: Random, table: Any, name: str) -> None:
        self.full = luck.random() < 0.7
        keys = {"dexterity": luck.randint(1, 9), "pilot": luck.randint(0, 6), "gun_fu": luck.randint(0, 6)}
        self.numbers = keys if self.full else {"muscle": 9, "combat": luck.randint(5, 18), "brains": 9}
        most = luck.choice((9, 40))
        left = luck.choice((most, min(most, 10), 5, 4))
        make: Any = full_sheet if self.full else score_sheet
        self.who: Character = with_life(make(table, name, **self.numbers), most, most - left)
        self.lasting = injury(left, most)
        if by := luck.choice((0, 0, -3, 2)):
            condition(self.who, "Circumstances", by)
            self.lasting += by
        self.aware = 0
        for key, bonus in (("situational-awareness", 2), ("fast-reaction-time", 1)):
            if self.full and luck.random() < 0.4:
                quality(self.who, key)
                self.aware += bonus
        self.fury = 0

    def with_(self, skill: str) -> int:
        return (self.numbers["dexterity"] + self.numbers[skill] if self.full else self.numbers["combat"]) + self.lasting

    def more(self) -> int:
        return max(0, (self.numbers["dexterity"] - 3) // 2) if self.full else 0


class Ship:
    """A ship with its pilot and its gunner, and what it has done in the Turn."""

    def __init__(self, luck: Random, gm: Any, name: str) -> None:
        self.ship = ship_made(gm, **SHIP | {"name": name})
        self.pilot, self.gunner = (Mate(luck, gm.table, f"{name}’s {post}") for post in ("pilot", "gunner"))
        seated(gm, self.ship, self.pilot.who)
        seated(gm, self.ship, self.gunner.who, "gunner")
        self.target: Ship | None = None
        self.total = self.evasions = self.die = self.hits = 0

    def behind(self, other: Ship) -> bool:
        return self.target is other and self.total > other.total


class Dogfight:
    """One Turn of three ships, worked out and played beside each other."""

    def __init__(self, seed: int, gm: Any, dice: Any) -> None:
        self.luck, self.gm, self.dice = Random(seed), gm, dice
        self.ships = [Ship(self.luck, gm, name) for name in ("Heron", "Magpie", "Tern")]
        meet(gm, *(one.ship for one in self.ships))
        self.ranges: dict[frozenset[str], str] = {}
        for place, one in enumerate(self.ships):
            for other in self.ships[place + 1 :]:
                self.ranges[self.pair(one, other)] = self.luck.choice(RANGES)
                set_range(one.ship, other.ship, self.ranges[self.pair(one, other)])

    @staticmethod
    def pair(one: Ship, other: Ship) -> frozenset[str]:
        return frozenset((one.ship.name, other.ship.name))

    def face(self) -> int:
        return self.luck.randint(1, 10)

    def choose(self) -> None:
        for one in self.ships:
            one.target = self.luck.choice([other for other in self.ships if other is not one])
            assert engage(self.gm, one.ship, one.target.ship).status_code == 200
            for mate in (one.pilot, one.gunner):
                if mate.full and self.luck.random() < 0.3:
                    self.rage(mate)

    def rage(self, mate: Mate) -> None:
        self.gm.does("dragonfly.fury-aboard", character=mate.who.public_id, why="The lifeboat")
        self.gm.does("dragonfly.answer-fury-aboard", ask=Ask.objects.get(closed_at=None).public_id, allow="yes")
        mate.fury = 5

    def maneuver(self) -> None:
        go_on(self.gm)
        for one in self.ships:
            one.total = one.pilot.with_("pilot") + one.pilot.aware
            if one.pilot.full:
                face = self.face()
                self.dice(face)
                assert answer(self.gm, one.pilot.who).status_code == 200
                one.total += face
            assert vessel(one.ship).piloting == one.total
        go_on(self.gm)

    def open_fire(self) -> None:
        for total in sorted({one.total for one in self.ships}, reverse=True):
            assert encounter(self.gm.table).phase == f"fire:{total}"
            for one in self.ships:
                if one.total == total:
                    self.shoot(one, one.pilot, BOW)
                    self.shoot(one, one.gunner, TURRET)
            go_on(self.gm)
        assert encounter(self.gm.table).phase == "run"

    def shoot(self, one: Ship, mate: Mate, weapon: str) -> None:
        at = self.luck.choice([other for other in self.ships if other is not one])
        face = self.face()
        self.dice(*([face] if mate.full else []))
        response = fire(self.gm, mate.who, one.ship, weapon, at.ship)
        if weapon == BOW and not one.behind(at):
            assert response.status_code == 422
            assert "only from firing position" in said(response)
            return
        assert response.status_code == 200, said(response)
        position = levels(one.total) if one.behind(at) else 0
        attack = mate.with_("gun_fu") + GUNNERY[self.ranges[self.pair(one, at)]] + position + mate.fury
        self.settle(at, attack + (face if mate.full else 0))

    def settle(self, at: Ship, attack: int) -> None:
        met = None
        if at.evasions <= at.pilot.more():
            evades = self.luck.random() < 0.7
            fresh = at.pilot.full and not at.evasions
            if evades:
                at.evasions += 1
                at.die = self.face() if fresh else at.die
                met = at.pilot.with_("pilot") - 2 * (at.evasions - 1) + (at.die if at.pilot.full else 0)
            self.dice(*([at.die] if evades and fresh else []))
            response = evade(self.gm, at.pilot.who, "evade" if evades else "take")
            assert response.status_code == 200, said(response)
        else:
            assert ask_of(at.pilot.who) is None
        facts, hit = facts_of(self.gm.table, "dragonfly.shot"), lands(attack, met)
        totals = [side["total"] for side in facts["sides"]]
        assert (totals, facts["hit"]) == ([attack, *([] if met is None else [met])], hit)
        at.hits += hit
        assert (track(at.ship, "hits") or 0) == at.hits


@pytest.mark.played("dragonfly.ship-turn", "dragonfly.maneuver-for-position", "dragonfly.firing-arcs",
                    "dragonfly.open-fire", "dragonfly.evasive-action")  # fmt: skip
@pytest.mark.parametrize("seed", range(10))
def test_a_dogfight(gm: Any, dice: Any, seed: int) -> None:
    play = Dogfight(seed, gm, dice)
    play.choose()
    play.maneuver()
    play.open_fire()


@pytest.mark.played("dragonfly.chase", "dragonfly.space-range")
@pytest.mark.parametrize("seed", range(10))
def test_a_chase(gm: Any, dice: Any, seed: int) -> None:
    luck = Random(100 + seed)
    heron, magpie = (Ship(luck, gm, name) for name in ("Heron", "Magpie"))
    speeds = [luck.randint(2, 3) for _ in range(2)]
    for one, speed in zip((heron, magpie), speeds, strict=True):
        Rating.objects.filter(character=one.ship, key="speed").update(value=speed)
        if luck.random() < 0.2:
            Track.objects.create(table=gm.table, character=one.ship, key="engines-out", value=1)
            speeds[(heron, magpie).index(one)] = -1
    before = luck.randint(0, 4)
    meet(gm, heron.ship, magpie.ship, range_=RANGES[before])
    set_vessel(magpie.ship, choice="engage", target=vessel(heron.ship))
    to_the_run(gm)
    assert flee(gm, heron.ship).status_code == 200
    way = (speeds[0] > speeds[1]) - (speeds[0] < speeds[1])
    if not way and speeds[0] >= 0:
        totals = [_raced(gm, dice, luck, one.pilot) for one in (heron, magpie)]
        reached = [total if total >= 9 else 0 for total in totals]
        way = (reached[0] > reached[1]) - (reached[0] < reached[1])
        assert [side["total"] for side in facts_of(gm.table, "dragonfly.chased")["sides"]] == totals
    after = max(0, before + way)
    assert range_of(heron.ship, magpie.ship) == (RANGES[after] if after < 5 else "beyond")
    assert vessel(heron.ship).state == ("in" if after < 5 else "escaped")


def _raced(gm: Any, dice: Any, luck: Random, mate: Mate) -> int:
    if not mate.full:
        return mate.with_("pilot")
    face = luck.randint(1, 10)
    dice(face)
    assert answer(gm, mate.who, "dragonfly.answer-chase").status_code == 200
    return mate.with_("pilot") + face
