"""Scenes at random through the door in which several seek something, against hands that were counted beside the program
from the game's text.

Two petitions to each other: alike, each gets a token of the other, the kitty gives what one lacks; apart, whoever
denied pays two to whoever granted, and the kitty what they lack. A denial may be doubted and forced as ever; what was
forced or blocked has its own end, and the other comes out by itself. Among many everybody is asked in an order that
is drawn, the GM last: what was won is a token to whoever gave it, what was denied one to whoever sought it, of the
other if they have one. What has come out once does not come out again in its scene. The seed is fixed, so that what
fails once fails again.
"""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from apps.characters.models import Character
from apps.characters.yarn.scenes import scene_of
from tests.drama.yarn.petition.test_petition import says
from tests.drama.yarn.petition.test_petition_oracle import Book, Scene, hands_of
from tests.people import Person
from tests.yarn_world import asked, made, opens, votes

SCENES = 4
WORDS = ["granted", "refused", "refused", "no"]
Pair = tuple[str, str]


class Many(Scene):
    """One dramatic scene, in which petitions come out one after the other."""

    def __init__(
        self, random: Random, book: Book, people: dict[str, Person], cast: dict[str, Character], dice: Any
    ) -> None:
        super().__init__(random, book, people, cast)
        self.cast, self.dice = cast, dice
        self.settled: set[Pair] = set()
        self.quizzed: list[Pair] = []
        self.said: list[Any] = []

    def seek(self, seeks: str, gives: str) -> None:
        """From now on it is about this petition."""
        self.seeks, self.gives = seeks, gives
        self.helpers = [name for name in self.there if name not in (seeks, gives)]
        self.sides = {"petitioner": self.cast[seeks].public_id, "granter": self.cast[gives].public_id}

    def refuses(self, name: str, act: str, **data: Any) -> None:
        answer = self.people[name].post(act, **data)
        assert answer.status_code == 422, (self.said, name, act, data)

    def check(self) -> None:
        assert hands_of(self.people) == self.book.hands, self.said

    def tokens_move(self, outcome: str, *told: str) -> None:
        self.people[self.random.choice(self.there)].does("yarn.confirm-tokens")
        self.said.append((outcome, self.seeks, self.gives, *told, dict(self.book.hands)))
        self.check()

    # one petition

    def single(self) -> None:
        pair = self.seeks, self.gives
        if pair in self.settled:
            self.refuses(self.random.choice(self.there), "yarn.signal-end", **self.sides)
            return
        self.people[self.random.choice(self.there)].does("yarn.signal-end", **self.sides)
        self.comes_out(self.is_it_granted())

    def comes_out(self, outcome: str) -> None:
        """What is refused may be forced; then its tokens move."""
        if outcome == "refused":
            outcome = self.is_it_forced()
        self.settles(outcome)

    def settles(self, outcome: str) -> None:
        self.book.ends(outcome, self.seeks, self.gives)
        self.book.laid = {"force": {}, "block": {}}
        self.settled.add((self.seeks, self.gives))
        self.tokens_move(outcome)

    # two of them

    def both(self) -> None:
        if self.settled:
            self.refuses("GM", "yarn.two-way", **self.sides)
            return
        self.gm.does("yarn.two-way", **self.sides)
        won = self.words()
        if won is None:
            self.comes_out(self.is_it_granted())
            return
        self.denials(won)

    def words(self) -> dict[str, str] | None:
        """What came of the petition of each; None where it was but one."""
        both = (self.seeks, self.gives)
        said = {name: self.random.choice(WORDS) for name in both}
        for name in self.random.sample(both, 2):
            self.tells(name, said[name])
        if "no" not in said.values():
            return said
        if not self.voted("yes", "no"):
            return None
        for name in [one for one in both if said[one] == "no"]:
            said[name] = self.random.choice(["granted", "refused"])
            self.refuses(name, "yarn.say-two-way", ask=asked(self.people[name]), said="no")
            self.tells(name, said[name])
        return said

    def tells(self, name: str, word: str) -> None:
        self.people[name].does("yarn.say-two-way", ask=asked(self.people[name]), said=word)

    def voted(self, yes: str, no: str) -> bool:
        """All vote; the GM, who has called the scene, breaks a tie."""
        hands = {name: self.random.choice([yes, no]) for name in self.people}
        for name, hand in hands.items():
            votes(self.people[name], hand)
        for_it = sum(hand == yes for hand in hands.values())
        if 2 * for_it == len(hands):
            votes(self.gm, broken := self.random.choice([yes, no]))
            return broken == yes
        return 2 * for_it > len(hands)

    def denials(self, won: dict[str, str]) -> None:
        """Each denial in its turn, the petitioner's first: doubted, forced, or left."""
        first, second = self.seeks, self.gives
        for seeks, gives in ((first, second), (second, first)):
            if won[seeks] != "refused":
                continue
            self.seek(seeks, gives)
            if self.is_doubted():
                won[seeks] = "granted"
                continue
            forced = self.is_it_forced()
            if forced != "refused":
                self.settles(forced)
                self.the_other(won[gives], gives, seeks, again=seeks == first)
                return
            self.given_back()
        self.seek(first, second)
        self.together(won)

    def given_back(self) -> None:
        for laid in self.book.laid.values():
            for who, count in laid.items():
                self.book.hands[who] += count
            laid.clear()
        self.check()

    def is_doubted(self) -> bool:
        """Whether somebody doubts the no, and the vote says that it was won."""
        for name in [one for one in self.people if one != self.seeks]:
            doubts = self.one_in(5)
            says(self.people[name], "doubt", "yes" if doubts else "no")
            if doubts:
                return self.voted("granted", "refused")
        return False

    def the_other(self, word: str, seeks: str, gives: str, again: bool) -> None:
        """By itself, after what was forced; a no that nobody has had the chance to doubt is open as ever."""
        self.seek(seeks, gives)
        if word == "refused" and again:
            self.comes_out("granted" if self.is_doubted() else "refused")
        else:
            self.settles(word)

    def together(self, won: dict[str, str]) -> None:
        hands, a, b = self.book.hands, self.seeks, self.gives
        if won[a] == won[b]:
            hands[a], hands[b] = max(hands[a], 1), max(hands[b], 1)
        else:
            denier, other = (b, a) if won[a] == "refused" else (a, b)
            hands[denier] = max(0, hands[denier] - 2)
            hands[other] += 2
        self.settled |= {(a, b), (b, a)}
        self.tokens_move(f"{won[a]}, {won[b]}")

    # many

    def open_to(self, name: str) -> list[str]:
        """Of whom they may still have sought something."""
        return [one for one in self.there if one != name and (name, one) not in self.settled]

    def around(self) -> None:
        seekers = [name for name in self.there if self.open_to(name)]
        if not seekers:
            self.refuses("GM", "yarn.ask-around")
            return
        self.gm.does("yarn.ask-around")
        sought = [name for name in seekers if self.random.random() < 0.7]
        order = [name for name in self.deck(seekers) if name in sought and name != "GM"]
        faces = self.shuffled(order)
        for name in seekers:
            self.dice(*(faces if name == seekers[-1] else ()))
            says(self.people[name], "sought", "yes" if name in sought else "no")
        for name in [*order, *["GM"] * ("GM" in sought)]:
            self.answers(name)
        self.said.append(("quiz", dict(self.book.hands)))
        self.check()

    def deck(self, seekers: list[str]) -> list[str]:
        """As the cards lie before they are shuffled: in the order of the cast."""
        desk = self.gm.viewer.desk
        scene = scene_of(desk)
        assert scene is not None
        by_character = {one.pk: name for name, one in self.cast.items()}
        return [by_character[one.pk] for one in scene.present if by_character[one.pk] in seekers]

    def shuffled(self, order: list[str]) -> list[int]:
        """Draws one card after the other, and returns the faces for it; `order` is as they lie afterwards."""
        cards, faces, drawn = list(order), list[int](), list[str]()
        while len(cards) > 1:
            faces.append(face := self.random.randint(1, len(cards)))
            drawn.append(cards.pop(face - 1))
        order[:] = [*drawn, *cards]
        return faces

    def answers(self, name: str) -> None:
        person, open_to = self.people[name], self.open_to(name)
        shut = [one for one in self.there if one != name and one not in open_to]
        if shut:
            whom = self.cast[self.random.choice(shut)].public_id
            self.refuses(name, "yarn.quiz-answer", ask=asked(person), allow="yes", whom=whom)
        whom, got = self.random.choice(open_to), self.random.random() < 0.5
        says(person, "quiz-answer", "yes" if got else "no", whom=self.cast[whom].public_id)
        self.quizzed.append((name, whom))
        self.book.pays(*((name, whom) if got else (whom, name)))

    def play(self) -> str:
        for happens in self.random.choice(
            [
                [self.both, self.single, self.around],
                [self.single, self.both],
                [self.around, self.single, self.single],
                [self.single, self.single, self.around],
                [self.both, self.both, self.single],
            ]
        ):
            self.quizzed = []
            happens()
            self.settled |= set(self.quizzed)
            self.seek(*self.random.choice([(self.gives, self.seeks), tuple(self.random.sample(self.there, 2))]))
        return ""


@pytest.mark.played(
    "yarn.two-way", "yarn.two-way-alike", "yarn.two-way-split", "yarn.group-scene", "yarn.group-quiz"
)  # fmt: skip
@pytest.mark.parametrize("seed", range(2))
def test_hands_after_scenes_of_several(
    maud: Character, joss: Character, bess: Character, gm: Person, ines: Person, marek: Person, sit: Any, hands: Any,
    dice: Any, seed: int,
) -> None:  # fmt: skip
    random, noor = Random(seed), sit("Noor")
    people = {"Ines": ines, "Marek": marek, "Noor": noor, "GM": gm}
    cast = {"Ines": maud, "Marek": joss, "Noor": made(noor, name="Yssa", role="main"), "GM": bess}
    opens(gm)
    book = Book({name: random.randint(0, 4) for name in people})
    hands(*((name if name == "GM" else people[name], count) for name, count in book.hands.items() if count))
    for _ in range(SCENES):
        book.laid = {"force": {}, "block": {}}
        Many(random, book, people, cast, dice).play()
