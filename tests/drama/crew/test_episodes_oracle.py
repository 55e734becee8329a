"""Episodes of Crew at random through the door, with what is paid, made and called back in them, against the book's own
text, worked out here once more and by nothing of apps.rules.

The book: everybody begins an Episode with one plot point, and the bank with one for each player. A point makes an
Asset, d6, for the scene, or keeps one till the Episode ends. To mention an earlier Episode does what a point does, each
once in an Episode, of whoever took part in it. Complications and Big Damn Hero dice outlast both, unless the table has
it otherwise. The seed is fixed, so that what fails once fails again.
"""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from apps.characters.crew import points
from apps.characters.models import Character, Entry
from tests.checks.crew.conftest import a_crewmember, entry, store_of
from tests.people import Person, open_a_table, sit_down

STEPS = 60


class Evening:
    def __init__(self, luck: Random) -> None:
        self.luck = luck
        self.carries, self.heroes_stay, self.free = (luck.random() < 0.3 for _ in range(3))
        self.clears = luck.choice(["never", "scene end", "episode end"])
        self.table = open_a_table(
            game="crew",
            plot_points_carry="on" if self.carries else "off",
            bdh_kept_between_episodes="on" if self.heroes_stay else "off",
            callback_limit="free" if self.free else "each once per Episode",
            complications_clear_at=self.clears,
        )
        self.gm = sit_down(self.table, "Robin", "gm")
        self.players: dict[str, Person] = {}
        self.crew: dict[str, Character] = {}
        for name, player in (("Wren", "Ines"), ("Kit", "Marek"), ("Odile", "Odd")):
            self.players[name] = sit_down(self.table, player)
            self.crew[name] = a_crewmember(self.table, name, self.players[name], 1, mental=6, physical=8, social=8)
        self.points = dict.fromkeys(self.crew, 1)
        self.bank = 0
        self.assets: dict[str, tuple[str, str]] = {}
        """Whose each is, and till when."""
        self.past: dict[str, list[tuple[str, bool]]] = {name: [] for name in self.crew}
        """The earlier Episodes of each, and whether it was called back in this one."""
        self.heroes: dict[str, list[int]] = {name: [] for name in self.crew}
        self.troubles: list[str] = []
        self.episode, self.scene, self.made = "", False, 0
        self.said: list[Any] = []

    def does(self, person: Person, act: str, can: bool, **data: Any) -> bool:
        answer = person.post(act, plain=True, **data)
        self.said.append((act, data, answer.status_code))
        assert answer.status_code == (302 if can else 422), self.said[-5:]
        return can

    def check(self) -> None:
        rows = Entry.objects.filter(character__table=self.table)
        assert {name: points.held(one) for name, one in self.crew.items()} == self.points, self.said[-5:]
        assert points.bank_of(self.table) == self.bank, self.said[-5:]
        assets = {one.name: (one.character.name, one.facts["lasts"], one.amount) for one in rows.filter(kind="asset")}
        assert assets == {name: (*about, 6) for name, about in self.assets.items()}, self.said[-5:]
        for name, who in self.crew.items():
            held = rows.filter(kind="episode", character=who).order_by("pk").values_list("name", "amount")
            assert [(title, bool(ticked)) for title, ticked in held] == self.past[name], self.said[-5:]
            assert store_of(who) == sorted(self.heroes[name]), self.said[-5:]
        troubles = rows.filter(kind="complication").order_by("pk").values_list("name", flat=True)
        assert list(troubles) == self.troubles, self.said[-5:]

    # what is paid

    def paid(self, name: str) -> tuple[bool, dict[str, str], int | None]:
        """Whether it can be paid, what is sent for it, and which earlier Episode is called back instead."""
        past = self.past[name]
        if not past or self.luck.random() < 0.5:
            return self.points[name] > 0, {}, None
        place = self.luck.randrange(len(past))
        row = Entry.objects.filter(kind="episode", character=self.crew[name]).order_by("pk")[place]
        return self.free or not past[place][1], {"callback": row.public_id}, place

    def pays(self, name: str, place: int | None) -> None:
        if place is None:
            self.points[name] -= 1
        else:
            self.past[name][place] = self.past[name][place][0], True

    def spends(self) -> None:
        name = self.luck.choice(list(self.crew))
        can, sent, place = self.paid(name)
        data = {"character": self.crew[name].public_id, "what": "A favour", **sent}
        if self.does(self.players[name], "crew.spend", can, **data):
            self.pays(name, place)

    def makes(self) -> None:
        name, title = self.luck.choice(list(self.crew)), f"Rope {self.made}"
        self.made += 1
        can, sent, place = self.paid(name)
        data = {"character": self.crew[name].public_id, "name": title, **sent}
        if self.does(self.players[name], "crew.asset", can, **data):
            self.pays(name, place)
            self.assets[title] = name, "scene"

    def keeps(self) -> None:
        if not self.assets:
            return
        title = self.luck.choice(list(self.assets))
        name, lasts = self.assets[title]
        can, sent, place = self.paid(name)
        row = Entry.objects.get(kind="asset", name=title)
        data = {"character": self.crew[name].public_id, "asset": row.public_id, **sent}
        if self.does(self.players[name], "crew.asset-keep", can and lasts == "scene", **data):
            self.pays(name, place)
            self.assets[title] = name, "episode"

    def gives(self) -> None:
        name = self.luck.choice(list(self.crew))
        who, many = self.crew[name].public_id, self.luck.randint(1, 2)
        if self.luck.random() < 0.6:
            self.does(self.gm, "crew.award", True, characters=[who], why="A line")
            self.points[name] += 1
        elif self.does(self.gm, "crew.take-back", self.points[name] >= many, character=who, points=many):
            self.points[name] -= many

    def comes(self) -> None:
        """A Big Damn Hero die, or trouble."""
        name = self.luck.choice(list(self.crew))
        if self.luck.random() < 0.5:
            entry(self.crew[name], "hero-die", "d8", 8)
            self.heroes[name].append(8)
        else:
            self.troubles.append(f"Woe {self.made}")
            entry(self.crew[name], "complication", self.troubles[-1], 8)
            self.made += 1

    # scenes and Episodes

    def scene_ends(self) -> None:
        if not self.scene:
            return
        self.scene = False
        self.assets = {title: about for title, about in self.assets.items() if about[1] != "scene"}
        if self.clears == "scene end":
            self.troubles.clear()

    def next_scene(self) -> None:
        if self.luck.random() < 0.4:
            self.does(self.gm, "close-scene", self.scene)
            self.scene_ends()
            return
        self.does(self.gm, "open-scene", True, title=f"Scene {len(self.said)}")
        self.scene_ends()
        self.scene = True

    def episode_ends(self, title: str, there: list[str]) -> None:
        self.scene_ends()
        self.assets.clear()
        if self.clears == "episode end":
            self.troubles.clear()
        for name in there:
            self.past[name].append((title, False))
        self.episode = ""

    def closes(self) -> None:
        absent = [name for name in self.crew if self.luck.random() < 0.3]
        more = {"title": f"Called {len(self.said)}"} if self.luck.random() < 0.3 else {}
        title, ids = more.get("title", self.episode), [self.crew[name].public_id for name in absent]
        if self.does(self.gm, "crew.close-episode", bool(self.episode), absent=ids, **more):
            self.episode_ends(title, [name for name in self.crew if name not in absent])

    def opens(self) -> None:
        title, players = f"Episode {len(self.said)}", self.luck.choice([None, 2, 5])
        more = {} if players is None else {"players": players}
        self.does(self.gm, "crew.open-episode", True, title=title, **more)
        if self.episode:
            self.episode_ends(self.episode, list(self.crew))
        self.episode, many = title, 3 if players is None else players
        self.points = {name: left * self.carries + 1 for name, left in self.points.items()}
        self.bank = self.bank * self.carries + many
        self.past = {name: [(one, False) for one, _ in past] for name, past in self.past.items()}
        if not self.heroes_stay:
            self.heroes = {name: [] for name in self.crew}

    def step(self) -> None:
        paying = [self.spends, self.makes, self.keeps, self.gives]
        self.luck.choice([*paying * 3, self.comes, self.next_scene, self.next_scene, self.closes, self.opens])()
        self.check()


@pytest.mark.played("crew.episode", "crew.plot-point-start", "crew.callback", "crew.asset-keep", "crew.scene")
@pytest.mark.parametrize("seed", range(1))
def test_points_assets_and_titles(db: None, seed: int) -> None:
    evening = Evening(Random(seed))
    for _ in range(STEPS):
        evening.step()
