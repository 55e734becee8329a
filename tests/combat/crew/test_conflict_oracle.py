"""Conflicts and clocks of Crew at random through the door, against the book's own text, worked out here once more and
by nothing of apps.rules.

The book: the GM picks who goes first, and whoever has gone picks the next, until each has had one action; the next
round is begun by whom the GM picks, or the last to act, as the table has it. Taken Out is whoever bears a d12+: the
round goes on without them, and they act for a point of theirs, or of the bank. Against a clock each roll is a beat: a
success gets an action done, one by five and more for no beat, a failure none. The seed is fixed, so that what fails
once fails again.
"""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from apps.characters.models import Character, Entry
from apps.combat.crew import timed
from tests.checks.crew.conftest import a_crewmember, ask_of, bank, oppose
from tests.combat.crew.conftest import baton, gmc, opened
from tests.crew_play import attacks, complication, with_points
from tests.people import Person, open_a_table, sit_down

STEPS = 60
GM = "Robin"


class Conflict:
    """Three players with a crewmember each, and of the GM's a thug, a deputy, and a sniper of whom nobody knows."""

    def __init__(self, luck: Random) -> None:
        self.luck, self.last_picks = luck, luck.random() < 0.5
        starter = "last actor picks" if self.last_picks else "GM picks"
        table = open_a_table(game="crew", next_round_starter=starter)
        self.people: dict[str, Person] = {GM: sit_down(table, GM, "gm")}
        self.cast: dict[str, Character] = {}
        self.points: dict[str, int] = {}
        for player, name in (("Ines", "Wren"), ("Marek", "Kit"), ("Odd", "Odile")):
            self.people[player] = sit_down(table, player)
            self.cast[name] = a_crewmember(table, name, self.people[player], 1, mental=6, physical=8, social=8, shoot=8)
            self.points[name] = 1
        self.plays = {"Wren": "Ines", "Kit": "Marek", "Odile": "Odd"}
        for name in ("Thug", "Deputy", "Sniper"):
            self.cast[name] = gmc(table, name, hidden=name == "Sniper")
        self.bank = luck.randint(0, 1)
        bank(table, self.bank)
        self.inside = ["Wren", "Kit", "Thug", "Sniper"]
        self.gm = self.people[GM]
        opened(self.gm, *(self.cast[name] for name in self.inside))
        self.now, self.acted, self.round = "", list[str](), 1
        self.out: set[str] = set()
        self.said: list[Any] = []

    def does(self, person: str, act: str, can: bool, **data: Any) -> bool:
        answer = self.people[person].post(act, plain=True, **data)
        self.said.append((person, act, data, answer.status_code))
        told = self.said[-5:], self.now, self.acted, self.out, self.inside, self.last_picks
        assert answer.status_code == (302 if can else 422), told
        return can

    # the book once more

    def known(self, person: str) -> list[str]:
        return [name for name in self.inside if person == GM or name != "Sniper"]

    def is_over(self, person: str) -> bool:
        """Whether each has had an action, as far as this person knows; the Taken Out are not waited for."""
        gone = [name for name in self.known(person) if name in (*self.acted, self.now)]
        return bool(gone) and all(name in gone or name in self.out for name in self.known(person))

    def picks(self, person: str) -> bool:
        """Whether it is this person's pick."""
        if person == GM:
            return True
        now = self.now if self.now in self.known(person) else ""
        acted = [name for name in self.acted if name in self.known(person)]
        last = now or (acted[-1] if acted else "")
        mine = bool(last) and self.plays.get(last) == person
        return mine and (self.last_picks if self.is_over(person) else bool(now))

    def can_be_picked(self, person: str, name: str) -> bool:
        pays = name not in self.out or self.points.get(name, self.bank) > 0
        waits = name not in (*self.acted, self.now) or self.is_over(person)
        return name in self.known(person) and waits and pays

    # what happens

    def passes(self) -> None:
        person, to = self.luck.choice([*self.people, GM, GM]), self.luck.choice(list(self.cast))
        if self.luck.random() < 0.7 and self.plays.get(self.now):
            person = self.plays[self.now]
        if person != GM and self.is_over(person) and not self.last_picks and to in self.out:
            return  # whether it is theirs to give the Taken Out the last word of a round is not said
        can = self.picks(person) and self.can_be_picked(person, to)
        if self.does(person, "crew.pass", can, to=self.cast[to].public_id):
            self.goes_on(to)

    def goes_on(self, to: str) -> None:
        before = [*self.acted, *([self.now] if self.now else [])]
        if to in before:
            self.acted, self.round = [], self.round + 1
        else:
            self.acted = before
        self.now = to

    def is_done(self) -> None:
        """Whoever acts leaves the pick to the GM."""
        person = self.luck.choice(list(self.people))
        can = bool(self.now) and (person == GM or self.plays.get(self.now) == person)
        if self.does(person, "crew.pass", can, to=""):
            self.acted.append(self.now)
            self.now = ""

    def comes_or_goes(self) -> None:
        name = self.luck.choice(list(self.cast))
        who = self.cast[name].public_id
        if name in self.inside and len(self.inside) > 3:
            self.does(GM, "crew.conflict-leave", True, character=who)
            self.inside.remove(name)
            self.now = "" if self.now == name else self.now
            self.acted = [one for one in self.acted if one != name]
        elif name not in self.inside:
            self.does(GM, "crew.conflict-join", True, characters=[who])
            self.inside.append(name)

    def is_hurt(self) -> None:
        """Taken Out by a d12+, or no longer."""
        name = self.luck.choice(list(self.cast))
        if name in self.out:
            Entry.objects.filter(character=self.cast[name], kind="complication").delete()
        else:
            complication(self.cast[name], size=14)
        self.out ^= {name}

    def is_paid(self) -> None:
        name = self.luck.choice(list(self.points))
        self.points[name] = self.luck.randint(0, 1)
        with_points(self.cast[name], self.points[name])

    def step(self) -> None:
        self.luck.choice([self.passes] * 8 + [self.is_done, self.comes_or_goes, self.is_hurt, self.is_paid])()
        assert baton(self.gm) == (self.round, self.now, self.acted), (self.said[-5:], self.out, self.inside)


@pytest.mark.played("crew.action-order", "crew.taken-out", "crew.limited-action")
@pytest.mark.parametrize("seed", range(1))
def test_who_may_act_next(db: None, seed: int) -> None:
    conflict = Conflict(Random(seed))
    for _ in range(STEPS):
        conflict.step()


class Clocks:
    """Two crewmembers, who have no points, against what the GM sets."""

    def __init__(self, luck: Random, gm: Person, crew: dict[str, tuple[Person, Character]], dice: Any) -> None:
        self.luck, self.gm, self.crew, self.dice = luck, gm, crew, dice
        self.left: dict[str, list[int]] = {}

    def find(self, name: str) -> str:
        return next(one.span.public_id for one in timed.running(self.gm.table) if one.name == name)

    def sets(self) -> None:
        name, numbers = f"Clock {self.luck.random()}", [self.luck.randint(1, 5), self.luck.randint(1, 4)]
        self.gm.does("crew.timed", name=name, beats=numbers[0], actions=numbers[1])
        self.left[name] = numbers

    def adjusts(self, name: str) -> None:
        numbers = [self.luck.randint(1, 5), self.luck.randint(1, 4)]
        data: dict[str, Any] = {"timed": self.find(name), "beats": numbers[0], "actions": numbers[1]}
        status = self.gm.post("crew.timed-adjust", plain=True, **data).status_code
        assert status == (422 if numbers == self.left[name] else 302)
        self.left[name] = numbers

    def a_beat(self, name: str) -> None:
        person, who = self.crew[self.luck.choice(list(self.crew))]
        person.does("crew.beat", timed=self.find(name), character=who.public_id)
        theirs, mine = [self.luck.randint(2, 6) for _ in range(2)], [self.luck.randint(2, 8) for _ in range(2)]
        self.dice(*theirs)
        oppose(self.gm)
        attacks(person, self.dice, tuple(mine))
        if self.gm.table.exchanges.filter(kind="crew.contest", closed_at=None).exists():
            self.gm.does("crew.announce", ask=ask_of(self.gm.table, "aggressor").public_id)
        margin = sum(mine) - sum(theirs)
        self.left[name][0] -= margin < 5
        self.left[name][1] -= margin > 0
        if 0 in self.left[name]:
            del self.left[name]

    def step(self) -> None:
        if not self.left or (len(self.left) < 3 and self.luck.random() < 0.15):
            self.sets()
            return
        name = self.luck.choice(list(self.left))
        (self.adjusts if self.luck.random() < 0.1 else self.a_beat)(name)
        found = {one.name: [one.beats.value, one.actions.value] for one in timed.running(self.gm.table)}
        assert found == self.left


@pytest.mark.played("crew.timed-action", "crew.exceptional-success")
@pytest.mark.parametrize("seed", range(1))
def test_beats_and_actions(table: Any, gm: Person, ines: Person, marek: Person, dice: Any, seed: int) -> None:
    players: dict[str, Person] = {"Wren": ines, "Kit": marek}
    numbers: dict[str, Any] = {"mental": 6, "physical": 8, "social": 8, "shoot": 8}
    crew = {name: (person, a_crewmember(table, name, person, 0, **numbers)) for name, person in players.items()}
    clocks = Clocks(Random(seed), gm, crew, dice)
    for _ in range(STEPS // 3):
        clocks.step()
