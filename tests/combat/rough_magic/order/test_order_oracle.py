"""The order of play at random through the door, against one that was written beside the program from the game's text:
turns taken, held, used inside others', forced and paid for, people who come in, fall and stand up again."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random
from typing import Any

import pytest

from apps.characters.models import Character
from apps.characters.rough_magic import endurance
from apps.combat.models import Combatant
from apps.rules.rough_magic.endurance import Damage
from tests.combat.rough_magic.order.conftest import acting, forces, goes_on, play, somebody, starts
from tests.combat.wounded import a_turn_of
from tests.people import Person

STEPS = 60


@dataclass
class Fighter:
    """What the text has the table remember of one: the round of a turn that is held, turns that are owed, the round in
    which they forced an action last, whether they are defeated, and whether the task of this turn is gone."""

    held: int | None = None
    owed: int = 0
    forced: int | None = None
    down: bool = False
    spent: bool = False


@dataclass
class Book:
    """The order as the text has it. `inside`: whose held turns run now, the innermost last."""

    order: list[str]
    of: dict[str, Fighter]
    round: int = 1
    at: int = -1
    inside: list[str] = field(default_factory=list)

    def on(self) -> str:
        if self.inside:
            return self.inside[-1]
        return self.order[self.at] if self.at < len(self.order) else ""

    def next_place(self) -> None:
        """A place that owes pays and is passed over; a turn that is still held lapses there; the defeated wait."""
        self.at += 1
        while self.at < len(self.order):
            mine = self.of[self.order[self.at]]
            mine.held, mine.spent = None, False
            if not (mine.owed or mine.down):
                return
            mine.owed = max(0, mine.owed - 1)
            self.at += 1

    def goes_on(self) -> None:
        if self.inside:
            self.inside.pop()
            while self.on() and self.of[self.on()].down and self.inside:
                self.inside.pop()
            if not self.on() or not self.of[self.on()].down:
                return
        elif not self.on():
            self.round, self.at = self.round + 1, -1
        self.next_place()

    def holds(self, name: str) -> None:
        self.of[name].held = self.round
        self.next_place()

    def may_hold(self) -> bool:
        """One's own turn, before anything of it; not one that was held already. The defeated do nothing."""
        mine = self.of.get(self.on())
        return mine is not None and not (self.inside or mine.spent or mine.down)

    def breaks_in(self, name: str) -> None:
        self.of[name].held, self.of[name].spent = None, False
        self.inside.append(name)

    def in_their_turn(self, name: str) -> bool:
        """Theirs is on, or was interrupted before its task was done."""
        interrupted = [*self.order[self.at : self.at + 1], *self.inside][:-1]
        return self.on() == name or (name in interrupted and not self.of[name].spent)

    def forces(self, name: str) -> str:
        """What is given up for it: the task of the own turn, a held one, else the first that is not yet given up."""
        mine = self.of[name]
        if self.in_their_turn(name):
            mine.spent = True
            return "task"
        mine.forced = self.round
        if mine.held is not None:
            mine.held = None
            return "held turn"
        mine.owed += 1
        return f"round {self.round + (self.order.index(name) <= self.at) + mine.owed - 1}"

    def may_force(self, name: str) -> bool:
        mine = self.of[name]
        return not mine.down and not (mine.spent if self.in_their_turn(name) else mine.forced == self.round)

    def joins(self, name: str, before: str) -> None:
        """Behind all, or before somebody; in this round only if that place has not gone by."""
        at = self.order.index(before) if before else len(self.order)
        over = self.at >= len(self.order)
        self.order.insert(at, name)
        self.of[name] = Fighter()
        self.at += at <= self.at or over

    def falls(self, name: str) -> None:
        self.of[name].down, self.of[name].held, self.of[name].owed = True, None, 0


class Evening:
    """One fight that is played by the door and by the book at once."""

    def __init__(self, random: Random, gm: Any, ines: Any, table: Any) -> None:
        self.random, self.gm = random, gm
        self.people: dict[str, tuple[Character, Person]] = {}
        self.comers = ["Fenn", "Gil"]
        for name in random.sample(["Ana", "Bo", "Cato", "Dov", "Elin"], random.randint(3, 5)):
            player = ines if random.random() < 0.4 else None
            self.people[name] = somebody(table, name, player, agility=3, brawn=3, perception=3), player or gm
        starts(gm, *(one for one, _ in self.people.values()))
        self.book = Book(list(self.people), {name: Fighter() for name in self.people})
        self.book.next_place()

    def some(self, may: Callable[[str], bool]) -> str:
        found = [name for name in self.book.order if may(name)]
        return self.random.choice(found) if found else ""

    def does(self, name: str, act: str) -> None:
        """By the player or, as often, by the GM."""
        character, player = self.people[name]
        self.random.choice([self.gm, player]).does(f"rough_magic.{act}", character=character.public_id)

    def step(self) -> str:
        word = self.random.choice(["on", "on", "on", "hold", "hold", "in", "force", "join", "fall", "rise"])
        getattr(self, f"_{word}")()
        return word

    def _on(self) -> None:
        goes_on(self.gm)
        self.book.goes_on()

    def _hold(self) -> None:
        if self.book.may_hold():
            name = self.book.on()
            self.does(name, "hold")
            self.book.holds(name)
        elif name := self.book.on():
            answer = self.gm.post("rough_magic.hold", character=self.people[name][0].public_id)
            assert answer.status_code == 422

    def _in(self) -> None:
        if name := self.some(lambda one: self.book.of[one].held is not None):
            self.does(name, "break-in")
            self.book.breaks_in(name)

    def _force(self) -> None:
        if name := self.some(self.book.may_force):
            assert forces(self.gm, self.people[name][0]) == self.book.forces(name)

    def _join(self) -> None:
        if not self.comers:
            return
        name, before = self.comers.pop(), self.some(lambda one: self.random.random() < 0.7)
        self.people[name] = somebody(self.gm.table, name, agility=2, brawn=2, perception=2), self.gm
        ahead = {"before": self.people[before][0].public_id} if before else {}
        self.gm.does("rough_magic.fight-join", characters=[self.people[name][0].public_id], **ahead)
        self.book.joins(name, before)

    def _fall(self) -> None:
        if name := self.some(lambda one: not self.book.of[one].down):
            self.harmed(name, 4)
            self.book.falls(name)

    def _rise(self) -> None:
        if name := self.some(lambda one: self.book.of[one].down):
            self.harmed(name, 0)
            self.book.of[name].down = False

    def harmed(self, name: str, lost: int) -> None:
        character, _ = self.people[name]

        def writes(turn: Any) -> None:
            mine = turn.desk.get(Character, character.pk)
            endurance.set_damage(turn, mine, Damage(lost=lost, stun=0))

        a_turn_of(self.gm, writes)

    def by_the_door(self) -> tuple[Any, ...]:
        found = play(self.gm)
        names = dict(Combatant.objects.values_list("public_id", "character__name"))
        places = [(names[one.name], one.held, one.owed, one.forced, one.away) for one in found.places]
        return acting(self.gm), found.round, found.over, places

    def by_the_book(self) -> tuple[Any, ...]:
        book = self.book
        of = {name: book.of[name] for name in book.order}
        forced = {name: one.forced if one.forced == book.round else None for name, one in of.items()}
        places = [(name, one.held, one.owed, forced[name], one.down) for name, one in of.items()]
        return book.on(), book.round, book.at >= len(book.order), places


@pytest.mark.played("rough_magic.turn-engine", "rough_magic.delaying", "rough_magic.forcing")
@pytest.mark.parametrize("seed", range(3))
def test_the_order_goes_on_as_the_text_has_it(gm: Any, ines: Any, table: Any, seed: int) -> None:
    evening = Evening(Random(seed), gm, ines, table)
    told = [*evening.book.order]
    for _ in range(STEPS):
        told.append(evening.step())
        assert evening.by_the_door() == evening.by_the_book(), told
