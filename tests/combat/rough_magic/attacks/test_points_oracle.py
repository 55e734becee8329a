"""Attacks for which points are paid and which powers meet, at random through the door, against arithmetic that was
written beside the program from the game's text.

The book: a point lifts one rank for the roll, or makes it hit: by what the dice show if that is 3 or more, else by 0.
Of several layers of defence the highest counts, a power's while it is on. The very same esoteric power takes 3 off the
margin, one of its like if the GM says so; what is met already is met once. Three levels lost cost whoever attacks 3.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random
from typing import Any

import pytest

from apps.characters.models import Character, Condition, Entry, Track
from apps.table.models import Ask, Event, Telling
from tests.checks.rough_magic.conftest import has_points, points_of
from tests.combat.rough_magic.attacks.conftest import in_words, lost, states
from tests.people import Person, open_a_table, sit_down

Dice = Callable[..., Any]
PLAYS = range(2)
ATTACKS = 16
BASE = {"close": "brawn", "ranged": "agility", "mental": "will"}
WEAPONS = {"close": "Bane", "ranged": "Dart", "mental": "Hex"}
GUARDS = ("take", "take", "block", "dodge", "Hex", "Ward")


@dataclass
class Body:
    """Ranks, what is lifted, and what goes on."""

    ranks: dict[str, int]
    armour: int
    types: dict[str, list[str]]
    harmless: bool
    lost: int = 0
    stun: int = 0
    on: set[str] = field(default_factory=set)
    lifted: list[str] = field(default_factory=list)
    runs: set[str] = field(default_factory=set)
    """A block, a dodge, or the power that a block with a power goes on against."""

    def rank(self, trait: str) -> int:
        return self.ranks[trait] + self.lifted.count(trait)

    def sheet(self, name: str) -> dict[str, Any]:
        arms = {
            "gear_1_name": "Bane", "gear_1_attack": "close", "gear_2_name": "Dart", "gear_2_attack": "ranged",
            "gear_2_range": 50, "gear_3_name": "Mail", "gear_3_defends": "both", "gear_3_rank": self.armour,
        }  # fmt: skip
        powers = {
            "power_1_name": "Hex", "power_1_attack": "mental", "power_1_range": 50, "power_1_esoteric": "on",
            "power_1_on": "on", "power_2_name": "Ward", "power_2_esoteric": "on", "power_3_name": "Skin",
            "power_3_defends": "both",
        }  # fmt: skip
        found = {"name": name, "role": "hero", "mass": 60} | arms | powers
        for n, one in enumerate(("Bane", "Dart"), 1):
            found |= {f"gear_{n}_rank": self.ranks[one], f"gear_{n}_types": self.types[one]}
            found |= {f"gear_{n}_harmless": "on"} if self.harmless else {}
        found |= {f"power_{n}_rank": self.ranks[one] for n, one in enumerate(("Hex", "Ward", "Skin"), 1)}
        return found | {key: self.ranks[key] for key in BASE.values()} | {"power_1_types": self.types["Hex"]}


def a_body(luck: Random) -> Body:
    ranks = {key: luck.randint(1, 6) for key in (*BASE.values(), "Bane", "Dart", "Hex", "Ward", "Skin")}
    types = {one: luck.sample(["penetrating", "stunning"], luck.choice([0, 0, 1])) for one in WEAPONS.values()}
    return Body(ranks, luck.randint(1, 3), types, luck.random() < 0.15)


@dataclass
class Strike:
    """Ana against Bo."""

    mine: Body
    theirs: Body
    attack: str

    @property
    def weapon(self) -> str:
        return WEAPONS[self.attack]

    @property
    def harmless(self) -> bool:
        return self.mine.harmless and self.attack != "mental"

    def value(self) -> int:
        spent = 3 if self.mine.lost + self.mine.stun == 3 else 0
        return self.mine.rank(BASE[self.attack]) + self.mine.rank(self.weapon) - spent

    def needed(self) -> int:
        theirs = self.theirs
        layer = max(theirs.armour, theirs.rank("Skin") if "Skin" in theirs.on else 0)
        defence = theirs.rank(BASE[self.attack]) + (0 if self.attack == "mental" else layer)
        return 8 + (-(-defence // 2) if "penetrating" in self.mine.types[self.weapon] else defence)

    def fits(self, guard: str) -> bool:
        """Which answer meets such an attack at all."""
        if guard == "block":
            return self.attack == "close" and not self.harmless
        if guard == "dodge":
            return self.attack != "close"
        return guard in ("Hex", "Ward") and self.attack == "mental"

    def met(self) -> bool:
        """Whether something that goes on meets it."""
        against = {"block", "dodge", *({"Hex"} if self.attack == "mental" else ())}
        return any(self.fits(one) for one in self.theirs.runs & against)

    def may(self, guard: str) -> bool:
        return guard == "take" or (self.fits(guard) and not self.met() and guard not in self.theirs.runs)


class Play:
    """A table with two heroes, who attack each other for practice."""

    def __init__(self, seed: int, dice: Dice) -> None:
        self.luck, self.dice = Random(f"points {seed}"), dice
        self.after, self.holds = self.luck.random() < 0.7, self.luck.random() < 0.4
        self.table = open_a_table(game="rough_magic", auto_success_after_roll=on(self.after),
                                  auto_success_holds=on(self.holds))  # fmt: skip
        self.gm, self.ines = sit_down(self.table, "Director", "gm"), sit_down(self.table, "Ines")
        self.marek = sit_down(self.table, "Marek")
        self.bodies = {"Ana": a_body(self.luck), "Bo": a_body(self.luck)}
        self.owners = {"Ana": self.ines, "Bo": self.marek}
        self.cast = {name: self.joins(name) for name in self.bodies}
        self.points = {"Ana": 0, "Bo": 0}
        self.said: list[Any] = []

    def joins(self, name: str) -> Character:
        self.owners[name].does("rough_magic.make", **self.bodies[name].sheet(name))
        return Character.objects.filter(table=self.table).latest("pk")

    def id(self, name: str) -> str:
        return str(self.cast[name].public_id)

    def line(self, name: str, entry: str) -> str:
        return str(Entry.objects.get(character=self.cast[name], name=entry).public_id)

    def does(self, who: Person, act: str, allowed: bool, **data: Any) -> bool:
        answer = who.post(f"rough_magic.{act}", plain=True, **data)
        self.said.append((act, data, answer.status_code, allowed))
        assert answer.status_code == (302 if allowed else 422), (self.said[-5:], self.bodies, in_words(answer))
        return allowed

    def told(self, kind: str) -> dict[str, Any]:
        """The newest event of that kind, as whoever knows most of it is told."""
        event = Event.objects.filter(table=self.table, kind=f"rough_magic.{kind}").latest("pk")
        facts: list[dict[str, Any]] = [one.facts for one in Telling.objects.filter(event=event)]
        return max(facts, key=len) | {"id": event.public_id}

    # before the attack

    def again(self) -> None:
        """Both as fresh as chance has them; now and then what goes on is over."""
        for name, body in self.bodies.items():
            Track.objects.filter(character=self.cast[name]).delete()
            if self.luck.random() < 0.4:
                Condition.objects.filter(character=self.cast[name]).delete()
                body.runs, body.lifted = set(), []
            body.lost, body.stun = self.luck.choice([(0, 0), (0, 0), (1, 0), (2, 1), (0, 3), (3, 0), (1, 1)])
            for key, value in (("lost", body.lost), ("stun", body.stun)):
                Track.objects.create(table=self.table, character=self.cast[name], key=key, value=value)
            self.points[name] = self.luck.choice([0, 1, 2])
            has_points(self.owners[name], self.points[name])

    def lifts(self, name: str) -> None:
        """A rank for a round, bought in the menu."""
        trait = self.luck.choice(list(self.bodies[name].ranks))
        if trait in ("Bane", "Dart"):
            return
        allowed = self.points[name] > 0 and trait not in self.bodies[name].lifted
        sent = trait if trait in BASE.values() else self.line(name, trait)
        if self.does(self.owners[name], "boost", allowed, character=self.id(name), trait=sent):
            self.points[name] -= 1
            self.bodies[name].lifted.append(trait)

    def switches(self) -> None:
        """Bo's skin goes on or off."""
        to = self.luck.random() < 0.6
        allowed = to != ("Skin" in self.bodies["Bo"].on)
        if self.does(self.marek, "switch-power", allowed, power=self.line("Bo", "Skin"), to=on(to)):
            (self.bodies["Bo"].on.add if to else self.bodies["Bo"].on.discard)("Skin")

    # the attack

    def strikes(self) -> None:
        strike = Strike(self.bodies["Ana"], self.bodies["Bo"], self.luck.choice(list(BASE)))
        buys = self.luck.choice(["", "", "success", BASE[strike.attack], strike.weapon])
        pair = self.luck.randint(1, 6), self.luck.randint(1, 6)
        if not self.throws(strike, buys, pair):
            return
        rolled = sum(pair) + strike.value() - strike.needed()
        margin = max(0, rolled if rolled >= 3 else 0) if buys == "success" else rolled
        strike.mine.lifted = []
        found = self.told("attacked")
        assert (found["hit"], found["margin"]) == (margin >= 0, margin), (self.said[-3:], self.bodies, found)
        bought = buys == "success"
        if margin < 0:
            margin, bought = 0, self.turns(found["id"])
            if not bought:
                self.check()
                return
        self.ends(strike, margin, bought)

    def throws(self, strike: Strike, buys: str, pair: tuple[int, int]) -> bool:
        """Whether it was rolled: a boost counts for what is rolled with, of a power, and once."""
        free = buys in (*BASE.values(), "Hex") and buys not in strike.mine.lifted
        allowed = not buys or (self.points["Ana"] > 0 and (free or buys == "success"))
        sent = f"boost-{self.line('Ana', 'Hex') if buys == 'Hex' else buys}" if buys and buys != "success" else buys
        if strike.attack != "mental" and buys == strike.weapon:
            sent, allowed = f"boost-{self.line('Ana', buys)}", False
        self.dice(*(pair if allowed else ()))
        data = {"character": self.id("Ana"), "target": self.id("Bo"), "weapon": self.line("Ana", strike.weapon),
                "distance": 2 if strike.attack == "close" else 20, "mode": "everybody", "point": sent}  # fmt: skip
        if not self.does(self.ines, "attack", allowed, **data):
            return False
        self.points["Ana"] -= bool(buys)
        strike.mine.lifted += [buys] if buys and buys != "success" else []
        return True

    def turns(self, event: str) -> bool:
        """A miss that may be paid for after the dice."""
        if self.luck.random() < 0.4:
            return False
        allowed = self.after and self.points["Ana"] > 0
        if self.does(self.ines, "hit-after-all", allowed, event=event):
            self.points["Ana"] -= 1
        return allowed

    def ends(self, strike: Strike, margin: int, bought: bool) -> None:
        met = self.answers(strike)
        left = margin - 3 * met
        left = max(0, left) if bought and self.holds else left
        body = strike.theirs
        levels = 0 if strike.harmless or left < 0 else 1 + left // 3
        if "stunning" in strike.mine.types[strike.weapon]:
            body.stun = min(4 - body.lost, body.stun + levels)
        else:
            body.lost = min(4, body.lost + levels)
            body.stun = min(body.stun, 4 - body.lost)
        if body.lost + body.stun == 4:
            body.runs = set()
        found = self.told("attack-settled")
        assert (found["hit"], found["margin_left"]) == (left >= 0, left), (self.said[-5:], self.bodies)
        self.check()

    def answers(self, strike: Strike) -> bool:
        """Whether the hit is met in the end."""
        before, guard = strike.met(), self.luck.choice(GUARDS)
        if self.luck.random() < 0.5:
            guard = {"close": "block", "ranged": "dodge", "mental": "Ward"}[strike.attack]
        ask = Ask.objects.get(table=self.table, closed_at=None)
        sent = f"power:{self.line('Bo', guard)}" if guard in ("Hex", "Ward") else guard
        done = self.does(self.marek, "answer-attack", strike.may(guard), ask=ask.public_id, guard=sent)
        if not done or (guard == "Ward" and not self.agrees()):
            guard = "take"
            self.does(self.marek, "answer-attack", True, ask=ask.public_id, guard=guard)
        if guard != "take":
            strike.theirs.runs.add("Hex" if guard == "Ward" else guard)
        return before or guard != "take"

    def agrees(self) -> bool:
        """The GM says whether a power that is only alike will do."""
        ask = Ask.objects.get(table=self.table, closed_at=None, exchange__kind="rough_magic.power-asked")
        yes = self.luck.random() < 0.5
        return self.does(self.gm, "answer-power", True, ask=ask.public_id, allow="yes" if yes else "no") and yes

    # what is compared

    def check(self) -> None:
        assert not Ask.objects.filter(table=self.table, closed_at=None).exists()
        for name, body in self.bodies.items():
            assert lost(self.cast[name]) == (body.lost, body.stun), (name, self.said[-5:], self.bodies)
            assert points_of(self.owners[name]) == self.points[name], (name, self.said[-5:])
            runs = sorted("dodging" if one == "dodge" else "blocking" for one in body.runs)
            assert sorted(states(self.cast[name])) == sorted([*runs, *["boosted"] * len(body.lifted)]), self.said[-5:]


def on(what: bool) -> str:
    return "on" if what else "off"


@pytest.mark.played(
    "rough_magic.automatic-success", "rough_magic.esoteric-block", "rough_magic.powers", "rough_magic.power-boost",
    "rough_magic.exhausted",
)  # fmt: skip
@pytest.mark.parametrize("seed", PLAYS)
def test_attacks_with_points_and_powers(db: None, dice: Dice, seed: int) -> None:
    play = Play(seed, dice)
    for _ in range(ATTACKS):
        play.again()
        for name in play.bodies:
            if play.luck.random() < 0.4:
                play.lifts(name)
        if play.luck.random() < 0.4:
            play.switches()
        play.strikes()
