"""Powers used at random through the door, against arithmetic that was written beside the program from the game's text:
what is on counts, of several ranks the highest; switching is a free act, an attack switches on by itself, and a defence
that is raised out of turn costs the next one."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Any

import pytest

from apps.characters.models import Character, Entry, Track
from tests.checks.conftest import full_facts
from tests.combat.rough_magic.attacks.conftest import attacks, made, starts, table, told
from tests.combat.rough_magic.order.conftest import acting, place

__all__ = ["table"]

Dice = Callable[..., Any]
PLAYS = 11
RANKS = ("agility", "brawn", "reason", "will", "power")
DEFENCE = {"close": "brawn", "ranged": "agility"}
ATTACK = {"close": "brawn", "ranged": "agility", "mental": "will"}
GRADES = {"challenging": 3, "demanding": 6, "frustrating": 9}
FREE = 6


@dataclass
class Power:
    """One power as the sheet names it."""

    name: str
    rank: int
    on: bool
    defends: str
    attack: str
    attribute: str
    helps: bool
    metres: int

    def fields(self) -> dict[str, Any]:
        told = {"name": self.name, "rank": self.rank, "defends": self.defends, "attack": self.attack}
        told |= {"attribute": self.attribute, "helps": "Locks" if self.helps else ""}
        return told | ({"metres": self.metres} if self.metres else {}) | ({"on": "on"} if self.on else {})


@dataclass
class Adept:
    """Ranks, what is worn and carried, and powers; what of a turn is used."""

    ranks: dict[str, int]
    coat: int
    picks: int
    powers: list[Power]
    free: int = 0
    moved: bool = False
    task: bool = False
    owes: bool = False

    def defence(self, kind: str) -> int:
        """The attribute, and of all layers the highest."""
        layers = [one.rank for one in self.powers if one.on and one.defends in (kind, "both")]
        return self.ranks[DEFENCE[kind]] + max([self.coat, *layers])

    def action(self, attribute: str, with_: list[Power], picks: bool) -> int:
        """The highest finished way: tools go with the attribute that is used, a power rests on its own."""
        ways = [self.ranks[attribute] + self.picks * picks]
        return max([*ways, *(self.ranks[one.attribute or "power"] + one.rank for one in with_)])

    def strikes(self, power: Power) -> int:
        return self.ranks[power.attribute or ATTACK[power.attack]] + power.rank

    def begins(self) -> None:
        self.free, self.moved, self.task = 0, False, False


def a_power(random: Random, name: str) -> Power:
    attack = random.choice(["", "close", "ranged", "mental"])
    return Power(
        name,
        random.randint(1, 6),
        random.random() < 0.4,
        random.choice(["", "close", "ranged", "both"]),
        attack,
        random.choice(["", "", "reason", "will"]),
        random.random() < 0.5,
        random.choice([0, 0, 8, 20]),
    )


def an_adept(random: Random) -> Adept:
    powers = [a_power(random, name) for name in ("Ward", "Lance", "Loom", "Veil")]
    powers[0].defends, powers[0].on = "both", False
    powers[1].attack, powers[2].metres = "mental", 12
    return Adept({key: random.randint(1, 6) for key in RANKS}, random.randint(1, 3), random.randint(1, 3), powers)


def sheet_of(one: Adept) -> dict[str, Any]:
    gear = {"gear_1_name": "Coat", "gear_1_rank": one.coat, "gear_1_defends": "both"}
    gear |= {"gear_2_name": "Picks", "gear_2_rank": one.picks, "gear_2_helps": "Locks"}
    powers = {f"power_{n}_{key}": value for n, row in enumerate(one.powers, 1) for key, value in row.fields().items()}
    return {"name": "Ada", "role": "hero", "rows": 4, **one.ranks, **gear, **powers}


FOE = {
    "name": "Bo", "role": "enemy", "agility": 3, "brawn": 4, "will": 2, "gear_1_name": "Mail", "gear_1_rank": 1,
    "gear_1_defends": "both", "gear_2_name": "Rod", "gear_2_rank": 1, "gear_2_attack": "close", "gear_3_name": "Bow",
    "gear_3_rank": 1, "gear_3_attack": "ranged",
}  # fmt: skip
MET = {"close": 8 + 4 + 1, "ranged": 8 + 3 + 1, "mental": 8 + 2}
"""What has to be reached against that foe: of the mind no mail keeps anything off."""


class Play:
    """The adept as the book has it, beside the one at the table."""

    def __init__(self, gm: Any, ines: Any, random: Random, dice: Dice) -> None:
        self.gm, self.ines, self.random, self.dice = gm, ines, random, dice
        self.ada = an_adept(random)
        self.foe = made(gm, FOE)
        self.who = made(ines, sheet_of(self.ada))
        self.fights = False

    def id(self, name: str, of: Character | None = None) -> str:
        return Entry.objects.get(character=of or self.who, name=name).public_id

    def pair(self) -> tuple[int, int]:
        """Faces that are to fall."""
        found = self.random.randint(1, 6), self.random.randint(1, 6)
        self.dice(*found)
        return found

    def does(self, act: str, legal: bool, **given: Any) -> None:
        answer = self.ines.post(f"rough_magic.{act}", **given)
        assert (answer.status_code == 200) == legal, (act, given, self.ada)

    def own_turn(self) -> bool:
        return not self.fights or acting(self.gm) == "Ada"

    # what is tried

    def switch(self) -> None:
        power, on = self.random.choice(self.ada.powers), self.random.random() < 0.6
        legal = power.on != on and self.own_turn() and (not self.fights or self.ada.free < FREE)
        self.does("switch-power", legal, power=self.id(power.name), to="on" if on else "off")
        if legal:
            power.on = on
            self.ada.free += 1

    def roll(self) -> None:
        if self.fights and (self.ada.task or not self.own_turn()):
            return
        attribute, grade = self.random.choice(RANKS), self.random.choice(list(GRADES))
        helping = [one for one in self.ada.powers if one.helps and one.on and self.random.random() < 0.7]
        picks = self.random.random() < 0.5
        layers = [self.id(one.name) for one in helping] + ([self.id("Picks")] if picks else [])
        total = sum(self.pair()) + self.ada.action(attribute, helping, picks)
        self.does("check", True, character=self.who.public_id, attribute=attribute, grade=grade, layers=layers)
        found = full_facts(self.gm.table)
        assert (found["total"], found["success"]) == (total, total >= 8 + GRADES[grade]), (found, self.ada)
        self.ada.task = True
        off = [self.id(one.name) for one in self.ada.powers if one.helps and not one.on][:1]
        if off and not self.fights:
            self.does("check", False, character=self.who.public_id, attribute=attribute, grade=grade, layers=off)

    def strike(self) -> None:
        """Switched on or not: the attack switches it on, all in one task."""
        able = [one for one in self.ada.powers if one.attack]
        if not able or (self.fights and (self.ada.task or not self.own_turn())):
            return
        power = able[0] if self.random.random() < 0.5 else self.random.choice(able)
        total = sum(self.pair()) + self.ada.strikes(power)
        ask = attacks(self.ines, self.who, self.foe, self.id(power.name))
        found = told(self.gm, "attacked")
        assert (found["total"], found["target_number"]) == (total, MET[power.attack]), (power, self.ada)
        assert found["hit"] == (total >= MET[power.attack])
        if ask is not None and found["hit"]:
            self.gm.does("rough_magic.answer-attack", ask=ask.public_id, guard="take")
            Track.objects.filter(character=self.foe).delete()
        power.on, self.ada.task = True, True

    def is_met(self) -> None:
        """The foe strikes: what the defence comes to is what they need."""
        kind = self.random.choice(list(DEFENCE))
        self.dice(1, 1)
        attacks(self.gm, self.foe, self.who, self.id({"close": "Rod", "ranged": "Bow"}[kind], self.foe))
        assert told(self.gm, "attacked")["target_number"] == 8 + self.ada.defence(kind), (kind, self.ada)

    def move(self) -> None:
        power = self.random.choice([one for one in self.ada.powers if one.metres])
        if not self.fights:
            return
        metres = self.random.randint(1, 24)
        legal = power.on and self.own_turn() and not self.ada.moved and metres <= power.metres
        how = f"power-{self.id(power.name)}"
        self.does("move", legal, character=self.who.public_id, how=how, metres=metres)
        self.ada.moved = self.ada.moved or legal

    def raise_(self) -> None:
        """Out of turn, for the next turn not yet given up, once a round."""
        off = [one for one in self.ada.powers if one.defends and not one.on]
        if not self.fights or self.own_turn() or not off or self.ada.owes:
            return
        power = self.random.choice(off)
        self.does("force", True, character=self.who.public_id, what="power", power=self.id(power.name))
        power.on, self.ada.owes = True, True
        assert place(self.gm, self.who).owed == 1

    def begin(self) -> None:
        starts(self.gm, self.who, self.foe)
        self.fights = True
        self.ada.begins()

    def go_on(self) -> None:
        """To the next turn; one that is owed goes by."""
        self.gm.does("rough_magic.next")
        if acting(self.gm) == "Ada":
            self.ada.begins()
        elif self.ada.owes and place(self.gm, self.who).owed == 0:
            self.ada.owes = False


@pytest.mark.played("rough_magic.powers", "rough_magic.non-stacking", "rough_magic.action-value", "rough_magic.forcing")
@pytest.mark.parametrize("seed", range(2))
def test_powers_do_what_the_text_says(gm: Any, ines: Any, table: Any, dice: Dice, seed: int) -> None:
    play = Play(gm, ines, Random(f"powers {seed}"), dice)
    for number in range(2 * PLAYS):
        if number == PLAYS:
            play.begin()
        if play.fights and play.random.random() < 0.4:
            play.go_on()
        tries = (play.switch, play.strike, play.is_met, play.move, play.roll, play.raise_)
        tries[number % len(tries)]()
