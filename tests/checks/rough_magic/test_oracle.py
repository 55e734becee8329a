"""Rolls played at random through the door, against arithmetic that was written beside the program from the game's text:
two dice, attribute and best single layer, boxes netted on each side, grades, points, and the odds beforehand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import product
from random import Random
from typing import Any

import pytest
from bs4 import BeautifulSoup

from apps.characters.models import Character, Entry
from tests.checks.conftest import full_facts
from tests.checks.rough_magic.conftest import has_points, is_in, loses, made, points_of, rolls

PLAYS = 8
PAIRS = list(product(range(1, 7), repeat=2))
GRADES = {"routine": None, "challenging": 3, "demanding": 6, "frustrating": 9, "nigh-impossible": 12}
ATTRIBUTES = ("agility", "brawn", "perception", "reason", "will", "power")
ROPE, MIND = "Rope and hooks", "Far hand"


@dataclass
class Hero:
    """Who rolls: ranks, a skill with one area, gear that goes with any attribute, a power that rests on its own."""

    ranks: dict[str, int]
    skill: str
    gear: int
    power: int
    rests_on: str
    states: tuple[str, ...]
    lost: int

    def values(self, attribute: str, gear: bool, power: bool, higher: str = "") -> list[int]:
        """Each finished way by itself; of several layers the highest counts alone."""
        rank = {key: value + (key == higher) for key, value in self.ranks.items()}
        found = [rank[attribute]]
        if gear:
            found.append(rank[attribute] + self.gear)
        if power:
            found.append(rank[self.rests_on] + self.power + (higher == MIND))
        return found


@dataclass
class Boxes:
    """What is ticked: +3 and -3 of either side, and whether the attempt fails whatever is rolled."""

    mine: Counter[int] = field(default_factory=Counter)
    theirs: Counter[int] = field(default_factory=Counter)
    fails: bool = False


def net(side: Counter[int]) -> int:
    """However many of a kind count once, and one of each cancel."""
    return 3 * (bool(side[3]) - bool(side[-3]))


def ticked(names: list[str], athletic: bool) -> Boxes:
    """The rows of the table of bonuses and penalties, box by box."""
    found = Boxes()
    for name in names:
        word = name.split("-")[0]
        if word in ("area", "helps"):
            found.mine[3] += 1
        elif word in ("hinders", "distracted", "exhausted", "untrained"):
            found.mine[-3] += 1
        elif word == "running":
            found.mine[-3] += not athletic
        elif word == "sprinting":
            found.fails |= not athletic
            found.mine[-3] += athletic
        elif word == "impossible":
            found.fails = True
        else:
            found.theirs[{"harder": 3, "easier": -3}[word]] += 1
    return found


def in_percent(part: int) -> str:
    """So many of the 36 pairs, as people are told it."""
    if part in (0, 36):
        return "–" if not part else "100%"
    return f"{int(100 * part / 36 + 0.5)}%"


def expected_odds(by: int, fails: bool, sure: bool, bought: bool) -> list[str]:
    """Success, extreme success and failure, where the value is `by` over the target number before the dice."""
    hits = 0 if fails else 36 if sure or bought else sum(sum(pair) + by >= 0 for pair in PAIRS)
    extreme = 0 if fails or sure else sum(sum(pair) + by >= 3 for pair in PAIRS)
    return [in_percent(hits), in_percent(extreme), in_percent(36 - hits)]


def a_hero(random: Random, person: Any) -> tuple[Hero, Character]:
    """Made through the door, and put into states."""
    hero = Hero(
        ranks={key: random.randint(1, 8) for key in ATTRIBUTES},
        skill=random.choice(["Athletics", "Stealth"]),
        gear=random.randint(1, 4),
        power=random.randint(1, 4),
        rests_on=random.choice(ATTRIBUTES),
        states=tuple(random.sample(["distracted", "running", "sprinting"], random.choice([0, 0, 1, 1, 2]))),
        lost=random.choice([0, 0, 1, 3]),
    )
    character = made(
        person, name="Ott", role="hero", skill_1_name=hero.skill, skill_1_areas="Ledges", gear_1_name=ROPE,
        gear_1_rank=hero.gear, gear_1_helps="Ledges", power_1_name=MIND, power_1_rank=hero.power,
        power_1_helps="Ledges", power_1_attribute=hero.rests_on, power_1_on="on", **hero.ranks,
    )  # fmt: skip
    for state in hero.states:
        is_in(character, state)
    if hero.lost:
        loses(character, hero.lost)
    return hero, character


class Play:
    """One roll as somebody sets it up by taps, and what has to come of it."""

    def __init__(self, random: Random, person: Any, hero: Hero, character: Character) -> None:
        self.random, self.person, self.hero, self.character = random, person, hero, character
        ids = {row.name: row.public_id for row in Entry.objects.filter(character=character)}
        self.ids = ids
        self.skilled = random.random() < 0.6
        self.layers = random.sample([ROPE, MIND], random.randint(0, 2))
        self.sent: dict[str, Any] = {
            "attribute": random.choice(ATTRIBUTES),
            "skill": ids[hero.skill] if self.skilled else "",
            "layers": [ids[one] for one in self.layers],
        }
        self.sent["suited"] = f"{character.public_id}:{self.sent['skill']}"
        self.dv = self._difficulty()
        self._tick()

    def _difficulty(self) -> int | None:
        if self.random.random() < 0.3:
            self.sent["dv"] = self.random.randint(0, 14)
            return int(self.sent["dv"])
        self.sent["grade"] = self.random.choice(list(GRADES))
        return GRADES[self.sent["grade"]]

    def form(self) -> BeautifulSoup:
        answer = self.person.get("rough_magic.check", character=self.character.public_id, **self.sent)
        return BeautifulSoup(answer.content, "lxml")

    def _tick(self) -> None:
        """Any of the boxes that the form has; what is ticked by itself has to be what holds."""
        form = self.form()
        boxes = {str(one["value"]): one.has_attr("checked") for one in form.select("input[name=boxes]")}
        held = {name.split("-")[0] for name, on in boxes.items() if on}
        states = set(self.hero.states) - ({"running"} if self.athletic else set())
        assert held == states | ({"exhausted"} if self.hero.lost == 3 else set())
        self.boxes = [name for name in boxes if self.random.random() < 0.25]
        seen = form.select_one("input[name=seen]")
        assert seen is not None
        self.sent |= {"boxes": self.boxes, "seen": seen["value"]}

    @property
    def athletic(self) -> bool:
        return self.skilled and self.hero.skill == "Athletics"

    @property
    def counts(self) -> Boxes:
        return ticked(self.boxes, self.athletic)

    def value(self, higher: str = "") -> int:
        return max(self.hero.values(self.sent["attribute"], ROPE in self.layers, MIND in self.layers, higher))

    @property
    def sure(self) -> bool:
        """Routine succeeds by itself, unless it fails whatever is rolled."""
        return self.dv is None and not self.counts.fails

    def by(self, higher: str = "") -> int:
        """How far the value is over the target number before the dice."""
        counts = self.counts
        return self.value(higher) + net(counts.mine) - (8 + (self.dv or 0) + net(counts.theirs))

    def boosts(self) -> list[str]:
        """Whatever makes the value of this roll one higher, were it one rank higher."""
        return [one for one in (*ATTRIBUTES, MIND) if self.value(one) > self.value()]

    def buys(self) -> tuple[str, str]:
        """Perhaps a plot point: for a boost of something, or for certain success."""
        offered = {str(one["value"]) for one in self.form().select("#field-point input")}
        wanted = {f"boost-{self.ids.get(one, one)}" for one in self.boosts()}
        assert offered == {"", "success", *wanted}
        able = self.random.choice(["", "boost", "success"]) if not (self.counts.fails or self.sure) else ""
        higher = self.random.choice(self.boosts()) if able == "boost" else ""
        self.sent["point"] = f"boost-{self.ids.get(higher, higher)}" if higher else able
        return able, higher


@pytest.mark.played(
    "rough_magic.roll", "rough_magic.bonus-penalty", "rough_magic.non-stacking", "rough_magic.skill-modifiers",
    "rough_magic.automatic-results",
)  # fmt: skip
@pytest.mark.parametrize("seed", range(2))
def test_rolls_come_out_as_the_text_has_them(gm: Any, ines: Any, dice: Callable[..., Any], seed: int) -> None:
    random = Random(seed)
    hero, character = a_hero(random, ines)
    for _ in range(PLAYS):
        has_points(ines, 1)
        play = Play(random, random.choice([gm, ines]), hero, character)
        bought, higher = play.buys()
        by, counts = play.by(higher), play.counts
        told = [one.get_text() for one in play.form().select(".glance tbody td")]
        assert told == expected_odds(by, counts.fails, play.sure, bought == "success"), play.sent
        pair = () if counts.fails or play.sure else random.choice(PAIRS)
        dice(*pair)
        rolls(play.person, character, **play.sent)
        facts = full_facts(gm.table)
        assert (facts["av_net"], facts["dv_net"]) == (net(counts.mine), net(counts.theirs))
        assert (facts["success"], facts["extreme"], facts["margin"]) == outcome(play, pair, by, bought), play.sent
        if pair:
            assert facts["total"] == sum(pair) + play.value(higher) + net(counts.mine)
            assert facts["target"] == 8 + (play.dv or 0) + net(counts.theirs)
        assert points_of(ines) == (not bought)
        assert not character.conditions.filter(name="boosted").exists(), "outside a fight it lasts for this roll"


def outcome(play: Play, pair: tuple[int, ...], by: int, bought: str) -> tuple[bool, bool, int | None]:
    """Success, extreme success, and how far over the target number."""
    if not pair:
        return play.sure, False, 0 if play.sure else None
    margin = sum(pair) + by
    if bought == "success":
        return True, margin >= 3, margin if margin >= 3 else 0
    return margin >= 0, margin >= 3, margin
