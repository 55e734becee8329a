"""Ends of episodes at random through the door, one after another, against the game's text, worked out here once more
and by nothing of apps.rules.

The text: everybody ranks the players who were there, not themselves, and nobody the GM; the ranks added up, less the
tokens in hand, and the two lowest gain a bennie: two or more who are tied for lowest alone, with one lowest all who
are tied for second. Tokens go back. In an order that is drawn once the players choose the themes, round and round, and
who is not there changes places with the next who is, for this pass. The chooser calls first in the next episode, then
the others as drawn, the GM in the place that is left empty; she calls first in the first, and where the chooser is not
there. The seed is fixed, so that what fails once fails again.
"""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from bs4 import BeautifulSoup

from apps.characters.models import Character
from apps.characters.yarn.people import the_gm
from apps.characters.yarn.points import hand_of
from apps.drama.yarn import turns
from apps.table.models import Ask
from tests.people import Person, sit_down
from tests.yarn_world import held, made

GM = "Director"
EPISODES = 4


class Series:
    """Four players, of whom some are not there in each episode, and Piet with no character of his own."""

    def __init__(self, luck: Random, gm: Person, players: dict[str, Person], dice: Any) -> None:
        self.luck, self.gm, self.players, self.dice = luck, gm, players, dice
        self.bennies = dict.fromkeys(players, 0)
        self.themes: list[str] = []
        self.left: list[str] = []
        self.chooser = GM
        self.said: list[Any] = []

    def key(self, name: str) -> str:
        seat = self.players[name].seat
        assert seat is not None
        return seat.public_id

    def asked(self, kind: str, name: str) -> str:
        seat = self.gm.seat if name == GM else self.players[name].seat
        assert seat is not None
        whose = {"audience": "gms"} if name == GM else {"audience": "seat", "subject": seat.pk}
        return Ask.objects.get(table=seat.table, closed_at=None, exchange__kind=kind, **whose).public_id

    def drawn(self, names: list[str]) -> list[str]:
        """The cards as they will lie, by the dice that fall for them."""
        cards, order, faces = list(names), list[str](), list[int]()
        while len(cards) > 1:
            faces.append(self.luck.randint(1, len(cards)))
            order.append(cards.pop(faces[-1] - 1))
        self.dice(*faces)
        return order + cards

    def opens(self) -> None:
        away = [name for name in self.players if self.luck.random() < 0.25]
        self.here = [name for name in self.players if name not in away] or ["Ines"]
        absent = [name for name in self.players if name not in self.here]
        order = self.drawn(self.here)
        self.gm.does("yarn.open-episode", title="A theme", absent=[self.key(name) for name in absent])
        if self.chooser in order:
            place = order.index(self.chooser)
            order.remove(self.chooser)
            order.insert(place, GM)
            order.insert(0, self.chooser)
        else:
            order.insert(0, GM)
        there = [one.name for one in turns.order_of(self.gm.viewer.desk) if one.name not in absent]
        assert there == order, (there, order, self.chooser, absent)

    def closes(self) -> None:
        hands = {name: self.luck.randint(0, 4) for name in [*self.players, GM]}
        for name, count in hands.items():
            if count:
                key = "GM" if name == GM else self.key(name)
                self.gm.does("yarn.set-hand", who=key, points="tokens", count=count)
        self.gm.does("yarn.close-episode", here=[self.key(name) for name in self.here])
        ranked = [name for name in self.here if name != "Piet"]
        for name in ranked:
            self.players[name].does("yarn.state", ask=self.asked("yarn.statements", name), text="I did.")
        self.gains(self.ballots(ranked), ranked, hands)

    def ballots(self, ranked: list[str]) -> dict[str, int]:
        """Everybody's ranks added up."""
        sums = dict.fromkeys(ranked, 0)
        for name in [*self.here, GM]:
            ballot = [one for one in ranked if one != name]
            self.luck.shuffle(ballot)
            if not ballot:
                continue
            for rank, one in enumerate(ballot, 1):
                sums[one] += rank
            person, order = self.gm if name == GM else self.players[name], ",".join(self.key(one) for one in ballot)
            person.does("yarn.ballot", ask=self.asked("yarn.ballot", name), order=order)
        return sums

    def gains(self, sums: dict[str, int], ranked: list[str], hands: dict[str, int]) -> None:
        scores = {name: total - hands[name] for name, total in sums.items()}
        self.said.append((sums, hands, scores))
        low = min(scores.values(), default=0)
        gain = {name for name, score in scores.items() if score == low}
        if len(gain) == 1 and len(scores) > 1:
            second = min(score for score in scores.values() if score > low)
            gain |= {name for name, score in scores.items() if score == second}
        themes = [] if self.themes else self.drawn(list(self.players))
        if ranked:
            ask = self.asked("yarn.winners", GM)
            page = BeautifulSoup(self.gm.get("yarn.confirm-winners", ask=ask).content, "lxml")
            ticked = [str(one["value"]) for one in page.select("[name=winners][checked]")]
            assert sorted(ticked) == sorted(self.key(name) for name in gain), self.said[-1]
            self.gm.does("yarn.confirm-winners", ask=ask, winners=ticked)
            for name in gain:
                self.bennies[name] += 1
        self.themes = self.themes or themes
        self.check(reset=bool(ranked))
        self.chooses()

    def check(self, reset: bool) -> None:
        desk = self.gm.viewer.desk
        assert {name: held(one, "bennies") for name, one in self.players.items()} == self.bennies, self.said[-1]
        if reset:
            hands = [held(one) for one in self.players.values()]
            assert [*hands, hand_of(desk, the_gm(desk))] == [0] * (len(hands) + 1), self.said[-1]

    def chooses(self) -> None:
        """The first of this pass who is there; whoever was due before them takes their place in it."""
        due = [*self.left, *self.themes]
        name = next(one for one in due if one in self.here)
        self.left = self.left or list(self.themes)
        if name not in self.left:
            self.left += self.themes
        place = self.left.index(name)
        self.left[0], self.left[place] = self.left[place], self.left[0]
        self.left.pop(0)
        self.chooser = name
        self.players[name].does("yarn.choose-theme", ask=self.asked("yarn.theme", name), theme="Debts")
        self.gm.does("yarn.finish-episode", ask=self.asked("yarn.last-step", GM))


@pytest.mark.played(
    "yarn.bennie-tally", "yarn.bennie-winners", "yarn.token-reset", "yarn.theme-order", "yarn.calling-order"
)
@pytest.mark.parametrize("seed", range(1))
def test_ballots_themes_and_orders(
    maud: Character, joss: Character, gm: Person, ines: Person, marek: Person, sit: Any, dice: Any, seed: int
) -> None:
    players = {"Ines": ines, "Marek": marek, "Noor": sit("Noor"), "Odd": sit("Odd"), "Piet": sit_down(gm.table, "Piet")}
    for name in ("Noor", "Odd"):
        made(players[name], name=f"{name}’s own", role="main")
    series = Series(Random(seed), gm, players, dice)
    for _ in range(EPISODES):
        series.opens()
        series.closes()
