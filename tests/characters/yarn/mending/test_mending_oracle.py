"""Wounds and weeks at random through the door, against the game's text of healing, worked out here once more, a day at
a time, and by nothing of apps.rules.

The text: 1 point or more is mobile, none is bed-ridden, and critical is who the GM says. Active: nothing, and not in
bed. Rest: 1 a day, 1 in two days in bed, nothing for the critical. Care: 2, 1 in bed, 1 in two days for the critical.
Where the mobile are active, the bed-ridden rest or the critical do, the GM may take some instead. Half of what was
lost since the last recovery comes back when the GM says so, rounded up, and what a taser did goes. A wound that
mis-heals brings half of it, and a deadly one costs its points each day, until there is care. The seed is fixed, so
that what fails once fails again.
"""

from __future__ import annotations

from fractions import Fraction
from math import ceil
from random import Random
from typing import Any

import pytest

from apps.characters.models import Character, Condition, Track
from apps.characters.yarn import harm
from apps.characters.yarn.levels import level_of
from tests.people import Person
from tests.yarn_world import in_a_turn

STEPS = 40
POINTS = {
    ("rest", "mobile"): (1, 1), ("rest", "bed-ridden"): (1, 2), ("medical care", "mobile"): (2, 1),
    ("medical care", "bed-ridden"): (1, 1), ("medical care", "critical"): (1, 2),
}  # fmt: skip
"""So many points in so many days; nothing elsewhere."""
STARS = {("active", "mobile"), ("rest", "bed-ridden"), ("rest", "critical")}


class Patient:
    """Somebody with 21 hit points, who is hurt and healed."""

    def __init__(self, luck: Random, gm: Person, who: Character) -> None:
        self.luck, self.gm, self.who = luck, gm, who
        self.full = self.left = self.since = 21
        self.taser, self.waiting, self.loss = 0, 0, 0
        self.critical, self.wound = False, ""
        self.running: tuple[str, str] = ("", "")
        self.odd, self.half = 0, 0
        self.said: list[Any] = []

    def does(self, act: str, can: bool, **data: Any) -> bool:
        answer = self.gm.post(act, plain=True, **data)
        self.said.append((act, data, answer.status_code))
        assert answer.status_code == (302 if can else 422), self.said[-6:]
        return can

    def check(self) -> None:
        level = level_of(Character.objects.get(pk=self.who.pk))
        assert (level.lasting, level.temporary) == (self.left, self.taser), self.said[-6:]
        days = sum(Track.objects.filter(character=self.who, key="days-to-heal").values_list("value", flat=True))
        assert days == self.waiting, self.said[-6:]
        wounds = Condition.objects.filter(character=self.who, name="Serious wound").values_list("until", flat=True)
        assert list(wounds) == ([self.wound] if self.wound else []), self.said[-6:]

    @property
    def is_hurt(self) -> bool:
        return self.left - self.taser < self.full or bool(self.wound)

    @property
    def state(self) -> str:
        return "critical" if self.critical else "mobile" if self.left > 0 else "bed-ridden"

    # what happens

    def suffers(self) -> None:
        points, taser = self.luck.randint(1, 14), self.luck.random() < 0.25
        if self.left - points <= -self.full:
            return
        if self.left - self.taser == self.full:
            self.waiting = self.odd = self.half = 0
        in_a_turn(
            self.gm,
            lambda turn: harm.suffer(turn, turn.desk.own(self.who), points, weapon="fists", temporary=taser),
        )
        self.said.append(("suffers", points, taser))
        if taser:
            self.taser += points
        else:
            self.left -= points

    def recovers(self) -> None:
        share = self.luck.choice(["1/3", "1/2", "2/3"])
        roll = self.luck.choice(["", "", "success", "failure"])
        able = self.taser > 0 or self.left < self.since
        done = self.does("yarn.recover", able, characters=[self.who.public_id], share=share, roll=roll)
        if done and roll != "failure":
            self.left += ceil(Fraction(share) * max(0, self.since - self.left))
            self.since, self.taser = self.left, 0

    def by_hand(self) -> None:
        by = self.luck.randint(1, 12)
        if self.does("yarn.adjust", self.left < self.full, character=self.who.public_id, track="hit-points", by=by):
            self.left = min(self.full, self.left + by)
            self.since = max(self.since, self.left)

    def time_passes(self) -> None:
        days = self.luck.randint(1, 4)
        self.does("yarn.time-passes", True, count=days, unit="days")
        self.waiting += days * self.is_hurt

    def is_critical(self) -> None:
        self.critical = not self.critical
        word = "yes" if self.critical else "no"
        self.does("yarn.critical", True, character=self.who.public_id, critical=word)

    def is_wounded(self) -> None:
        who = self.who.public_id
        if not self.wound:
            self.does("yarn.serious-wound", True, character=who, note="The knee")
        self.wound = self.luck.choice(["mis-heals", "deadly"])
        self.loss = self.luck.randint(1, 4)
        more = {"loss": self.loss} if self.wound == "deadly" else {}
        self.does("yarn.wound-outcome", True, character=who, outcome=self.wound, **more)

    # days

    def days(self) -> None:
        count, does = self.luck.randint(1, 9), self.luck.choice(["active", "rest", "rest", "medical care"])
        takes = self.luck.choice([0, 0, self.luck.randint(1, 5)])
        if self.wound == "deadly" and does != "medical care" and self.left - count * self.loss - takes <= -self.full:
            return
        before = self.left, self.odd, self.running, self.half
        able, star = self.is_hurt, False
        for _ in range(count):
            able = able and (does != "active" or self.state == "mobile")
            star = star or (does, self.state) in STARS
            self.a_day(does)
        able = able and (star or not takes)
        id = self.who.public_id
        sent = {f"days-{id}": count, f"does-{id}": does, f"loss-{id}": takes}
        if not self.does("yarn.days-pass", able, **sent):
            self.left, self.odd, self.running, self.half = before
            return
        self.left -= takes
        self.since = max(self.since, self.left + takes)
        self.waiting = max(0, self.waiting - count)
        if self.wound and does == "medical care":
            self.wound = "tended"
        if self.left >= self.full:
            self.wound = ""

    def a_day(self, does: str) -> None:
        if self.wound == "deadly" and does != "medical care":
            self.left, self.odd = self.left - self.loss, 0
            return
        if self.running != (does, self.state):
            self.running, self.odd = (does, self.state), 0
        points, in_days = POINTS.get(self.running, (0, 1))
        self.odd = (self.odd + 1) % in_days
        twice = 0 if self.odd else 2 * points
        if self.wound == "mis-heals" and does != "medical care":
            twice = points * (not self.odd) + self.half
            self.half = twice % 2
        self.left = min(self.full, self.left + twice // 2)

    def step(self) -> None:
        ways = [self.suffers] * 3 + [self.days] * 4 + [self.recovers] * 2
        ways += [self.by_hand, self.time_passes, self.is_critical, self.is_wounded]
        self.luck.choice(ways)()
        self.check()


@pytest.mark.played(
    "yarn.healing-days", "yarn.long-term-healing", "yarn.patient-state", "yarn.recovery-half",
    "yarn.serious-wound-outcome",
)  # fmt: skip
@pytest.mark.parametrize("seed", range(2))
def test_hit_points_after_wounds_and_weeks(maud: Character, gm: Person, ines: Person, seed: int) -> None:
    patient = Patient(Random(seed), gm, maud)
    for _ in range(STEPS):
        patient.step()
