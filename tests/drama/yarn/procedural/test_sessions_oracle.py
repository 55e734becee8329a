"""Sessions at random through the door, against the game's text of breaks and experience, worked out here once more and
by nothing of apps.rules.

The text: bonus dice are thrown besides, and as many of the best count as the trait has; of penalty dice the worst.
Two sixes among those that count are a good break, two ones a bad one, where it is played in a procedural scene; when
that is over a 6 brings a good consequence, and a 1 a bad one. A die of the pool is a bonus die once a session. What
is bought with it is gone for good, used dice first: a trait for 5, one die better than anybody's; a better one for 5
up to 3, 10 to 4 and 15 to 5, twice for the central trait. What counts for hit points brings 7 or two dice, and where
another trait counts as well, twice its dice are thrown anew, for 12 more at most. The seed is fixed, so that what
fails once fails again.
"""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from apps.characters.models import Character, Entry
from apps.characters.yarn.levels import level_of
from apps.characters.yarn.sheet import sheet_of
from apps.checks.yarn import experience
from apps.checks.yarn.breaks import marks_of
from apps.table.models import Ask
from tests.people import Person
from tests.yarn_world import opens

STEPS = 40
PRICES = {2: 5, 3: 5, 4: 10, 5: 15}
MOST = 20


class Somebody:
    """A main character with numbers that are known here as well."""

    def __init__(self, luck: Random, who: Character, player: Person) -> None:
        self.luck, self.who, self.player = luck, who, player
        rows = list(Entry.objects.filter(character=who, kind="trait").order_by("pk"))
        self.central = next(one.public_id for one in rows if one.facts["place"] == "central")
        self.tough = {one.public_id for one in rows if one.facts["tough"]}
        self.scores: dict[str, int] = {}
        for one in rows:
            one.amount = self.scores[one.public_id] = luck.randint(1, 4)
            one.facts |= {"kind": "standard"}
            one.save()
        level = level_of(who)
        self.full, self.left = level.full, level.now
        self.pool, self.used = sheet_of(who).experience, 0
        self.good = self.bad = 0
        self.consequences = [0, 0]


class Sessions:
    def __init__(self, luck: Random, gm: Person, people: list[Somebody], dice: Any, per_break: bool) -> None:
        self.luck, self.gm, self.people, self.dice, self.per_break = luck, gm, people, dice, per_break
        self.scene, self.named = "", 0
        self.said: list[Any] = []

    def does(self, person: Person, act: str, can: bool, **data: Any) -> bool:
        answer = person.post(act, plain=True, **data)
        self.said.append((act, data, answer.status_code))
        assert answer.status_code == (302 if can else 422), self.said[-5:]
        return can

    def falls(self, count: int) -> list[int]:
        """Often a 1 or a 6."""
        faces = [self.luck.choice([1, 1, 6, 6, self.luck.randint(2, 5)]) for _ in range(count)]
        self.dice(*faces)
        return faces

    def asked(self, kind: str) -> str:
        found = Ask.objects.filter(table=self.gm.table, closed_at=None, exchange__kind=kind)
        return found.latest("pk").public_id

    def check(self) -> None:
        for one in self.people:
            row = Character.objects.get(pk=one.who.pk)
            sheet, level, marks = sheet_of(row), level_of(row), marks_of(row)
            assert (sheet.experience, experience.left_of(row)) == (one.pool, one.pool - one.used), self.said[-5:]
            assert {trait.id: trait.score for trait in sheet.traits} == one.scores, self.said[-5:]
            assert (level.full, level.now) == (one.full, one.left), self.said[-5:]
            assert (marks.good, marks.bad) == (one.good, one.bad), self.said[-5:]
            held = [one_.facts["good"] for one_ in Entry.objects.filter(character=row, kind="consequence")]
            assert [held.count(True), held.count(False)] == one.consequences, self.said[-5:]

    # play

    def sets_a_scene(self) -> None:
        mode = self.luck.choice(["procedural", "procedural", "dramatic"])
        self.ends()
        cast = [one.who.public_id for one in self.people]
        self.does(self.gm, "yarn.set-scene", True, title=f"Place {len(self.said)}", mode=mode, cast=cast)
        self.does(self.gm, "yarn.start-anyway", True)
        self.scene = mode

    def ends(self) -> None:
        if self.scene:
            self.does(self.gm, "yarn.end-scene", True)
            self.scene = ""
            for one in self.people:
                self.throws(one)

    def throws(self, one: Somebody) -> None:
        """A die for each kind of break, or for each break."""
        if not one.good and not one.bad:
            return
        found = Ask.objects.get(closed_at=None, exchange__kind="yarn.breaks", audience="character", subject=one.who.pk)
        declines = self.luck.random() < 0.3
        good, bad = one.good * (not declines), one.bad
        if not self.per_break:
            good, bad = min(good, 1), min(bad, 1)
        faces = self.falls(good + bad)
        more = {"declined": "on"} if declines else {}
        self.does(one.player, "yarn.throw-consequences", True, ask=found.public_id, **more)
        one.consequences[0] += 6 in faces[:good]
        one.consequences[1] += 1 in faces[good:]
        one.good = one.bad = 0

    def rolls(self) -> None:
        one = self.luck.choice(self.people)
        trait = self.luck.choice(["", *one.scores])
        counts = one.scores[trait] if trait else 2
        bonus, penalty = self.luck.choice([0, 0, 1, 2]), self.luck.choice([0, 0, 1, 2])
        pooled = self.luck.random() < 0.3
        sent: dict[str, Any] = {"trait": trait, "bonus": bonus, "penalty": penalty}
        sent |= {"experience": "on", "reasons": "Nine winters"} if pooled else {}
        net = bonus - penalty + pooled
        faces = self.falls(counts + abs(net))
        can = not pooled or one.used < one.pool
        if not self.does(one.player, "yarn.check", can, character=one.who.public_id, **sent):
            return
        one.used += pooled
        kept = sorted(faces, reverse=net >= 0)[:counts]
        if self.scene == "procedural":
            one.good += kept.count(6) > 1
            one.bad += kept.count(1) > 1

    def next_session(self) -> None:
        self.ends()
        self.does(self.gm, "yarn.break-off", True)
        opens(self.gm)
        for one in self.people:
            one.used = 0

    # growing

    def awards(self) -> None:
        there = self.luck.sample(self.people, self.luck.randint(1, 2))
        play, feats = self.luck.randint(0, 4), self.luck.randint(0, 4)
        can = play + feats > 0 and all(one.pool + play + feats <= MOST for one in there)
        cast = [one.who.public_id for one in there]
        if self.does(self.gm, "yarn.award-dice", can, characters=cast, play=play, feats=feats):
            for one in there:
                one.pool += play + feats

    def judged(self, one: Somebody, price: int) -> bool:
        """The GM's word."""
        allows = self.luck.random() < 0.7
        ask = self.asked("yarn.improvement")
        self.does(self.gm, "yarn.judge-improvement", True, ask=ask, allow="yes" if allows else "no")
        if allows:
            one.pool -= price
            one.used = max(0, one.used - price)
        return allows

    def develops(self) -> None:
        one, kind = self.luck.choice(self.people), self.luck.choice(["standard", "technical"])
        casual, trained, tough = (self.luck.random() < 0.5 for _ in range(3))
        self.named += 1
        sent: dict[str, Any] = {"name": f"Trait {self.named}", "kind": kind, "sign": "A look"}
        sent |= {"casual": "on"} if casual else {}
        sent |= {"training": "A year of it"} if trained else {}
        sent |= {"tough": "on"} if tough else {}
        can = one.pool >= 5 and (trained or (casual and kind == "standard"))
        if self.does(one.player, "yarn.new-trait", can, character=one.who.public_id, **sent) and self.judged(one, 5):
            score = 3 if kind == "standard" else 1
            key = Entry.objects.filter(character=one.who, kind="trait").latest("pk").public_id
            one.scores[key] = score
            self.may_rise(one, key, tough)

    def betters(self) -> None:
        one = self.luck.choice(self.people)
        trait, to = self.luck.choice([key for key, score in one.scores.items() if score < 5]), self.luck.randint(2, 5)
        deed = self.luck.random() < 0.7
        rows = range(one.scores[trait] + 1, to + 1)
        price = sum(PRICES[n] for n in rows) * (2 if trait == one.central else 1)
        can = len(rows) > 0 and one.pool >= price and (deed or one.scores[trait] >= 3)
        sent: dict[str, Any] = {"trait": trait, "to": to, **({"deed": "on"} if deed else {})}
        if self.does(one.player, "yarn.improve-trait", can, **sent) and self.judged(one, price):
            one.scores[trait] = to
            self.may_rise(one, trait, trait in one.tough)

    def may_rise(self, one: Somebody, trait: str, tough: bool) -> None:
        if not tough:
            return
        others = one.tough - {trait}
        one.tough.add(trait)
        choice = self.luck.choice(["roll", "leave"] if others else ["+7", "2d6", "leave"])
        faces = self.falls({"roll": 2 * one.scores[trait], "2d6": 2}.get(choice, 0))
        more = {"+7": 7, "2d6": sum(faces), "leave": 0, "roll": min(12, max(0, sum(faces) - one.full))}[choice]
        wrong = "+7" if others else "roll"
        ask = self.asked("yarn.hit-points-rise")
        self.does(one.player, "yarn.raise-hit-points", False, ask=ask, choice=wrong)
        self.does(one.player, "yarn.raise-hit-points", True, ask=ask, choice=choice)
        one.full, one.left = one.full + more, one.left + more

    def hurts(self) -> None:
        """So that what was lost is seen to stay lost."""
        one = self.luck.choice(self.people)
        if one.left == one.full:
            self.does(self.gm, "yarn.adjust", True, character=one.who.public_id, track="hit-points", by=-3)
            one.left -= 3

    def step(self) -> None:
        ways = [self.rolls] * 6 + [self.sets_a_scene] * 2 + [self.awards] * 3 + [self.develops, self.betters] * 2
        self.luck.choice([*ways, self.hurts, self.next_session])()
        self.check()


@pytest.mark.played(
    "yarn.break", "yarn.break-consequence", "yarn.experience-pool", "yarn.improve-trait", "yarn.hit-point-reroll"
)
@pytest.mark.parametrize("seed", range(2))
def test_breaks_and_experience(
    maud: Character, joss: Character, gm: Person, ines: Person, marek: Person, dice: Any, seed: int
) -> None:
    luck = Random(seed)
    per_break = luck.random() < 0.3
    gm.table.switches.filter(key="consequence-rolls").update(value="one per break" if per_break else "one per kind")
    opens(gm)
    people = [Somebody(luck, maud, ines), Somebody(luck, joss, marek)]
    sessions = Sessions(luck, gm, people, dice, per_break)
    for _ in range(STEPS):
        sessions.step()
