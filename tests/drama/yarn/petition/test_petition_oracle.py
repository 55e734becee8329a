"""Petitions at random through the door, against hands that were counted beside the program from the game's text: what
was granted, refused, put to the vote, forced and blocked, with gifts of whoever is there."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from apps.characters.models import Character
from apps.characters.yarn.people import the_gm
from apps.characters.yarn.points import hand_of
from apps.drama.yarn import bans
from tests.drama.yarn.petition.test_petition import Sides, says
from tests.people import Person
from tests.yarn_world import asked, held, made, opens, votes

SCENES = 5
PRICE = {"force": 2, "block": 3}


class Book:
    """Who holds how many, and who has laid how many on either side; what the kitty gives comes from nowhere."""

    def __init__(self, hands: dict[str, int]) -> None:
        self.hands = hands
        self.laid: dict[str, dict[str, int]] = {"force": {}, "block": {}}

    def lays(self, side: str, who: str, count: int = 1) -> None:
        self.hands[who] -= count
        self.laid[side][who] = self.laid[side].get(who, 0) + count

    def takes_back(self, side: str, who: str) -> None:
        self.hands[who] += self.laid[side].pop(who)

    def short(self, side: str) -> int:
        return PRICE[side] - sum(self.laid[side].values())

    def pays(self, payer: str, receiver: str) -> None:
        """One token, of the payer if they have one, else of the kitty."""
        self.hands[payer] -= bool(self.hands[payer])
        self.hands[receiver] += 1

    def ends(self, outcome: str, seeks: str, gives: str) -> None:
        """The side that stands is the other one's gain; everything else goes back to who laid it."""
        stands = {"forced": "force", "blocked": "block"}.get(outcome, "")
        for side, laid in self.laid.items():
            if side != stands:
                for who, count in laid.items():
                    self.hands[who] += count
        if outcome in ("granted", "refused"):
            self.pays(*((seeks, gives) if outcome == "granted" else (gives, seeks)))
        else:
            self.hands[gives if outcome == "forced" else seeks] += PRICE[stands]


class Scene:
    """One dramatic scene with its petition. `people` by name; those `there` have somebody in it."""

    def __init__(self, random: Random, book: Book, people: dict[str, Person], cast: dict[str, Character]) -> None:
        self.random, self.book, self.people, self.gm = random, book, people, people["GM"]
        self.there = [name for name in people if name != "Noor" or random.random() < 0.7]
        self.seeks, self.gives = random.sample(self.there, 2)
        self.helpers = [name for name in self.there if name not in (self.seeks, self.gives)]
        self.sides: Sides = {"petitioner": cast[self.seeks].public_id, "granter": cast[self.gives].public_id}
        self.pair = cast[self.seeks], cast[self.gives]
        self.gm.does(
            "yarn.set-scene", title="The attic", mode="dramatic", cast=[cast[name].public_id for name in self.there]
        )
        self.gm.does("yarn.start-anyway")

    def one_in(self, count: int) -> bool:
        return self.random.randrange(count) == 0

    def play(self) -> str:
        self.people[self.random.choice(self.there)].does("yarn.signal-end", **self.sides)
        outcome = self.is_it_granted()
        if outcome == "refused":
            outcome = self.is_it_forced()
        self.people[self.random.choice(self.there)].does("yarn.confirm-tokens")
        self.book.ends(outcome, self.seeks, self.gives)
        return outcome

    def is_it_granted(self) -> str:
        """The petitioner's yes ends it; a no that somebody doubts is put to the vote of all."""
        word = self.random.choice(["yes", "no", "no", "no"])
        says(self.people[self.seeks], "got-it", word)
        if word == "yes":
            return "granted"
        for name in [one for one in self.people if one != self.seeks]:
            doubts = self.one_in(5)
            says(self.people[name], "doubt", "yes" if doubts else "no")
            if doubts:
                return self.is_voted()
        return "refused"

    def is_voted(self) -> str:
        """A tie is broken by the caller of the scene."""
        hands = {name: self.random.choice(["granted", "refused"]) for name in self.people}
        for name, hand in hands.items():
            votes(self.people[name], hand)
        granted = sum(hand == "granted" for hand in hands.values())
        if 2 * granted == len(hands):
            broken = self.random.choice(["granted", "refused"])
            votes(self.gm, broken)
            return broken
        return "granted" if 2 * granted > len(hands) else "refused"

    def is_it_forced(self) -> str:
        seeking, book = self.people[self.seeks], self.book
        own = self.random.randint(0, min(2, book.hands[self.seeks]))
        sent: dict[str, Any] = {"ask": asked(seeking), "allow": "yes", "own": own}
        if own < 2 and not self.helpers:
            assert seeking.post("yarn.force", **sent).status_code == 422, "nobody is there who could help"
            own = 2
        if self.one_in(5) or book.hands[self.seeks] < own:
            says(seeking, "force", "no")
            return "refused"
        says(seeking, "force", "yes", own=own)
        if own:
            book.lays("force", self.seeks, own)
        return self.is_it_blocked() if self.gathers("force", self.seeks) else "refused"

    def is_it_blocked(self) -> str:
        if not self.gathers("block", self.gives):
            return "forced"
        return "blocked"

    def gathers(self, side: str, leader: str) -> bool:
        """Tokens are laid until that side has enough, or whoever leads it gives up."""
        book, leading = self.book, self.people[leader]
        while short := book.short(side):
            word = self.random.choice(["gift", "gift", "gift", "back", "own", "up"])
            if word == "gift":
                self.gift(side)
            elif word == "back":
                self.back(side)
            elif word == "own":
                self.own(side, leader, short)
            elif side == "force":
                leading.does("yarn.give-up", ask=asked(leading))
                return False
            else:
                says(leading, "block", "no")
                return False
        return True

    def own(self, side: str, leader: str, short: int) -> None:
        """The granter fills up a block with one word; the petitioner lays one more."""
        leading, count = self.people[leader], short if side == "block" else 1
        enough = self.book.hands[leader] >= count
        sent: dict[str, Any] = {"ask": asked(leading), "allow": "yes"} if side == "block" else {"side": side}
        answer = leading.post("yarn.block" if side == "block" else "yarn.give-to-force", **sent)
        assert answer.status_code == (200 if enough else 422)
        if enough:
            self.book.lays(side, leader, count)

    def gift(self, side: str) -> None:
        """One token of anybody who has one and is there, on no other side; anybody else is refused."""
        name = self.random.choice(list(self.people))
        other = "block" if side == "force" else "force"
        leads = {"force": self.seeks, "block": self.gives}
        able = name in self.there and name not in self.book.laid[other] and name != leads[other]
        able = able and self.book.hands[name] > 0
        answer = self.people[name].post("yarn.give-to-force", side=side)
        assert answer.status_code == (200 if able else 422), (name, side)
        if able:
            self.book.lays(side, name)

    def back(self, side: str) -> None:
        """All of one's own, while that side lacks some."""
        name = self.random.choice(list(self.people))
        lies = name in self.book.laid[side]
        assert self.people[name].post("yarn.take-gift-back").status_code == (200 if lies else 422)
        if lies:
            self.book.takes_back(side, name)


def hands_of(people: dict[str, Person]) -> dict[str, int]:
    desk = people["GM"].viewer.desk
    return {name: hand_of(desk, the_gm(desk)) if name == "GM" else held(one) for name, one in people.items()}


@pytest.mark.played(
    "yarn.token-exchange", "yarn.resolve-petition", "yarn.force", "yarn.force-block", "yarn.force-support"
)  # fmt: skip
@pytest.mark.parametrize("seed", range(3))
def test_hands_are_what_the_text_makes_of_them(
    maud: Character, joss: Character, bess: Character, gm: Person, ines: Person, marek: Person, sit: Any, hands: Any,
    seed: int,
) -> None:  # fmt: skip
    random, noor = Random(seed), sit("Noor")
    yssa = made(noor, name="Yssa", role="main")
    people = {"Ines": ines, "Marek": marek, "Noor": noor, "GM": gm}
    cast = {"Ines": maud, "Marek": joss, "Noor": yssa, "GM": bess}
    opens(gm)
    book = Book({name: random.randint(0, 4) for name in people})
    hands(*((name if name == "GM" else people[name], count) for name, count in book.hands.items() if count))
    forced: list[set[int]] = []
    for _ in range(SCENES):
        book.laid = {"force": {}, "block": {}}
        scene = Scene(random, book, people, cast)
        outcome = scene.play()
        told = outcome, scene.seeks, scene.gives
        assert hands_of(people) == book.hands, told
        if outcome in ("forced", "blocked"):
            forced.append({one.pk for one in scene.pair})
        assert bool(bans.banned_among(gm.viewer.desk, scene.pair)) == ({one.pk for one in scene.pair} in forced), told
