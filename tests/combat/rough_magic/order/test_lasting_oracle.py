"""Power boosts bought at random moments of a fight, against the book's own text, on top of the order of play of
test_order_oracle: a round is over as the same place comes up in the next one, taken, skipped or held; by the switch as
the round ends that runs."""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random
from typing import Any

import pytest

from apps.characters.models import Character
from apps.characters.rough_magic.sheet import sheet_of
from tests.checks.rough_magic.conftest import has_points, points_of
from tests.combat.rough_magic.order.test_order_oracle import Book, Evening
from tests.people import Person, open_a_table, sit_down

STEPS = 40
PLAYS = 2


@dataclass
class Lasting(Book):
    """The order with what was bought in it: who has which trait lifted up to whose place in which round."""

    to_the_end: bool = False
    lifted: dict[tuple[str, str], tuple[int, str]] = field(default_factory=dict)

    def buys(self, name: str, trait: str) -> None:
        """In the place that is on, also inside another's turn; while the surroundings move it is the last one's."""
        whose = self.order[min(self.at, len(self.order) - 1)]
        self.lifted[name, trait] = (self.round, "") if self.to_the_end else (self.round + 1, whose)

    def ends(self, whose: str = "") -> None:
        """Of this round: what lasts up to that place, or to the round's end where none is told."""
        self.lifted = {
            key: until for key, until in self.lifted.items()
            if until[0] > self.round or (until[0] == self.round and whose and until[1] != whose)
        }  # fmt: skip

    def next_place(self) -> None:
        before = self.at
        super().next_place()
        for whose in self.order[before + 1 : self.at + 1]:
            self.ends(whose)

    def goes_on(self) -> None:
        if not self.inside and not self.on():
            self.ends()
        super().goes_on()


class Fight(Evening):
    """One fight in which players lift what they can."""

    book: Lasting

    def __init__(self, random: Random, gm: Any, ines: Any, table: Any, to_the_end: bool) -> None:
        super().__init__(random, gm, ines, table)
        self.owner: Person = ines
        plain = self.book
        self.book = Lasting(plain.order, plain.of, plain.round, plain.at, plain.inside, to_the_end)

    def step(self) -> str:
        return self._boost() if self.random.random() < 0.4 else super().step()

    def _boost(self) -> str:
        """One who is in the fight lifts something, with a point or without."""
        mine = [name for name, (_, person) in self.people.items() if person is self.owner]
        if not mine:
            return ""
        name, trait, point = self.random.choice(mine), self.random.choice(["will", "brawn"]), self.random.random() < 0.9
        has_points(self.owner, int(point))
        allowed = point and (name, trait) not in self.book.lifted
        given: dict[str, Any] = {"character": self.people[name][0].public_id, "trait": trait}
        answer = self.owner.post("rough_magic.boost", plain=True, **given)
        assert answer.status_code == (302 if allowed else 422), (name, trait, self.book)
        assert points_of(self.owner) == int(point) - allowed
        if allowed:
            self.book.buys(name, trait)
        return f"boost {name} {trait}"

    def lifted(self) -> set[tuple[str, str]]:
        """What is lifted now, by the rows."""
        sheets = {name: sheet_of(Character.objects.get(pk=one.pk)) for name, (one, _) in self.people.items()}
        return {(name, trait) for name, one in sheets.items() for trait in ("will", "brawn") if one.boosted(trait)}


@pytest.mark.played("rough_magic.one-round", "rough_magic.power-boost")
@pytest.mark.parametrize("seed", range(PLAYS))
def test_what_lasts_a_round(db: None, seed: int) -> None:
    random = Random(f"lasting {seed}")
    to_the_end = seed % 2 == 1
    switch = "end of the current round" if to_the_end else "same place"
    table = open_a_table(game="rough_magic", one_round_ends=switch)
    gm, ines = sit_down(table, "Director", "gm"), sit_down(table, "Ines")
    fight = Fight(random, gm, ines, table, to_the_end)
    told = [*fight.book.order]
    for _ in range(STEPS):
        told.append(fight.step())
        assert fight.lifted() == set(fight.book.lifted), (told, fight.book.lifted)
        assert fight.by_the_door() == fight.by_the_book(), told
