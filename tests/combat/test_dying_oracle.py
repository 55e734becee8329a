"""Random ways of somebody hurt between life and death, through the door, against the book, worked out here once more.

The book: at 0 Life Points or fewer a Consciousness Test, and again with each harm there: d10 + Constitution + Willpower
less the points below zero. At -10 a Survival Test before it, and one a minute, less 1 for each full 10 below zero and
1 for each test before; a failure is death. A success with Intelligence + Doctor makes stable, each healer once between
two Survival Tests, and heals its Success Levels where a treatment is left in the scene; so does Doctor by itself. New
harm to the stable, and to whoever was above -10 again, begins with the first test; above -10 none is made, above 0 no
test at all, and the Director says who wakes. The seed is fixed, so that what fails once fails again.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from apps.characters.dragonfly.sheet import sheet_of
from apps.characters.models import Character
from tests.checks.conftest import full_sheet, score_sheet
from tests.combat import conftest as fights
from tests.combat.test_oracle import levels
from tests.combat.wounded import asks, does, harm, now, told, with_life
from tests.people import open_a_table, sit_down

ALIVE, AWAKE, WAKING = "dragonfly.survival", "dragonfly.consciousness", "dragonfly.waking"
TURNS = 3
"""How many Turns a minute has here."""


class Patient:
    """Somebody between life and death: what the book has of them, and which tests wait."""

    def __init__(self, luck: Random) -> None:
        self.most = luck.choice((20, 38, 60))
        self.constitution, self.willpower = luck.randint(2, 6), luck.randint(2, 7)
        self.ordinary = self.fire = self.tests = self.turns = 0
        self.stable = self.dead = self.asleep = self.burning = False
        self.treated = self.wakes = False
        self.alive_test = 0
        """Which Survival Test waits; 0 for none."""
        self.awake_test = self.then_awake = False
        self.tried: set[str] = set()

    @property
    def life(self) -> int:
        return self.most - self.ordinary - self.fire

    @property
    def damage(self) -> int:
        return self.ordinary + self.fire

    @property
    def dying(self) -> bool:
        return self.life <= -10 and not self.stable and not self.dead

    def changed(self, before: int) -> None:
        """What follows from a change of Life Points."""
        if self.dead or before == self.life:
            return
        hurt = self.life < before
        if self.life > -10:
            self.awake_test |= self.alive_test > 0 and self.then_awake
            self.alive_test, self.tests, self.turns, self.stable, self.then_awake = 0, 0, 0, False, False
            self.tried.clear()
        elif hurt and (before > -10 or self.stable):
            self.then_awake = self.awake_test
            self.alive_test, self.awake_test, self.stable, self.tests, self.turns = 1, False, False, 0, 0
            self.tried.clear()
        if hurt and self.life <= 0 and not self.asleep:
            if self.alive_test:
                self.then_awake = True
            else:
                self.awake_test = True
        if self.life > 0:
            self.awake_test = False
        self.wakes = self.life > 0 and (self.wakes or (self.asleep and before <= 0))

    def heal(self, points: int) -> None:
        before = self.life
        first = min(points, self.ordinary)
        self.ordinary -= first
        self.fire -= min(points - first, self.fire)
        self.changed(before)

    def minute(self) -> None:
        """The next Survival Test comes due."""
        self.alive_test = self.tests + 1
        self.then_awake, self.awake_test = self.awake_test, False

    def tested(self, total: int) -> None:
        """The test that waits is made."""
        if self.alive_test:
            self.tests, self.turns, self.alive_test = self.alive_test, 0, 0
            self.tried.clear()
            if total < 9:
                self.dead, self.then_awake, self.wakes, self.burning = True, False, False, self.burning
            elif self.then_awake and not self.asleep:
                self.awake_test = True
            self.then_awake = False
        else:
            self.awake_test, self.asleep = False, total < 9

    def bonus(self) -> int:
        """What counts on the test that waits."""
        off = -(-self.life // 10) - (self.alive_test - 1) if self.alive_test else min(0, self.life)
        return self.constitution + self.willpower + off


class Hour:
    """The table, its patient, and two who help."""

    def __init__(self, seed: int, dice: Callable[..., Any]) -> None:
        self.luck, self.dice = Random(seed), dice
        self.table = open_a_table(turns_per_minute=str(TURNS))
        self.gm, ines = sit_down(self.table, "Director", "gm", "gm"), sit_down(self.table, "Ines")
        self.it = one = Patient(self.luck)
        self.person = ines if self.luck.random() < 0.5 else None
        own: dict[str, Any] = {"constitution": one.constitution, "willpower": one.willpower}
        self.who = with_life(full_sheet(self.table, "Jess", self.person, drama=0, **own), one.most)
        self.skills = {"Amari": self.luck.randint(3, 9), "Oro": self.luck.randint(6, 14)}
        self.healers: dict[str, Character] = {
            "Amari": with_life(full_sheet(self.table, "Amari", intelligence=self.skills["Amari"] - 2, doctor=2), 20),
            "Oro": with_life(score_sheet(self.table, "Oro", muscle=9, combat=9, brains=self.skills["Oro"]), 20),
        }
        self.gm.does("open-session", title="One")
        self.gm.does("open-scene", title="Two")
        self.fights = False
        self.acts: dict[str, int] = {}
        """How often each of those who help has acted in the Turn."""

    def play(self, steps: int) -> None:
        deeds = [self.hurt, self.hurt, self.hurt, self.hurt, self.test, self.test, self.test, self.heal, self.stabilise,
                 self.stabilise, self.treat, self.time, self.time, self.wake, self.alight, self.scene]  # fmt: skip
        for _ in range(steps):
            deed = self.luck.choice(deeds)
            deed()
            self.compare(deed)

    def compare(self, deed: Any) -> None:
        it, state = self.it, now(self.who)
        sheet = sheet_of(Character.objects.get(pk=self.who.pk))
        assert (sheet.ordinary_damage, sheet.fire_damage) == (it.ordinary, it.fire), (deed, vars(it))
        mine = (it.dead, it.asleep or it.dead, it.dying, bool(state.stable and not it.dead))
        found = (bool(state.dead), not state.can_act, self.is_dying(), it.stable and not it.dead)
        assert found == mine, (deed, vars(it), state)
        waiting = sorted(one.exchange.kind.removesuffix("-secret") for one in asks(self.table))
        kinds = {ALIVE: it.alive_test > 0, AWAKE: it.awake_test, WAKING: it.wakes}
        assert waiting == sorted(key for key, open_ in kinds.items() if open_), (deed, vars(it), state)
        for one in asks(self.table, ALIVE):
            assert one.exchange.state["number"] == it.alive_test, (deed, vars(it))

    def is_dying(self) -> bool:
        """Whether a minute can pass for somebody."""
        return 'value="' + self.who.public_id in self.gm.get("dragonfly.minute").content.decode()

    # what happens

    def hurt(self) -> None:
        before, by = self.it.life, self.luck.choice((1, 3, 8, 15, 30))
        if before - by < -80:
            return
        harm(self.gm, self.who, -by)
        self.it.ordinary += by
        self.it.changed(before)

    def heal(self) -> None:
        if self.it.damage and not self.it.dead:
            by = self.luck.randint(1, min(self.it.damage, 25))
            harm(self.gm, self.who, by)
            self.it.heal(by)

    def test(self) -> None:
        it = self.it
        if not (it.alive_test or it.awake_test):
            return
        face, by = self.luck.randint(1, 10), self.luck.choice((0, 0, 3, 12))
        kind = ALIVE if it.alive_test else AWAKE
        [ask] = asks(self.table, kind)
        self.dice(face)
        total = face + it.bonus() + by
        does(self.person or self.gm, "dragonfly.answer-test", ask=ask.public_id, modifier=by)
        facts = told(self.table, "dragonfly.tested")
        assert (facts["total"], facts["success"]) == (total, total >= 9), str(vars(it))
        it.tested(total)

    # who helps

    def throw(self, name: str) -> int:
        """What a healer's roll makes."""
        rolls = name == "Amari"
        face = self.luck.randint(1, 10) if rolls else 0
        self.dice(*([face] if rolls else []))
        return self.skills[name] + face - 2 * self.acted(name)

    def acted(self, name: str) -> int:
        """How often they have acted in the Turn before: an additional action each."""
        before = self.acts.get(name, 0)
        self.acts[name] = before + self.fights
        return before

    def healed(self, total: int, treats: bool) -> int:
        return min(levels(total), self.it.damage) if treats else 0

    def stabilise(self) -> None:
        it, name = self.it, self.luck.choice([*self.healers])
        given: dict[str, Any] = {"character": self.healers[name].public_id, "patient": self.who.public_id}
        if not it.dying or it.alive_test or name in it.tried:
            self.dice()
            does(self.gm, "dragonfly.stabilise", 422, **given)
            return
        total = self.throw(name)
        does(self.gm, "dragonfly.stabilise", **given)
        it.tried.add(name)
        facts, points = told(self.table, "dragonfly.stabilised"), self.healed(total, not it.treated)
        assert (facts["total"], facts["stable"], facts["healed"]) == (total, total >= 9, points), str(vars(it))
        it.stable |= total >= 9
        it.treated |= points > 0
        it.heal(points)

    def treat(self) -> None:
        it, name = self.it, self.luck.choice([*self.healers])
        given: dict[str, Any] = {"doctor": self.healers[name].public_id, "patient": self.who.public_id}
        if it.treated or not it.damage:
            self.dice()
            does(self.gm, "dragonfly.treat", 422, **given)
            return
        total = self.throw(name)
        does(self.gm, "dragonfly.treat", **given)
        facts, points = told(self.table, "dragonfly.treated"), self.healed(total, True)
        assert (facts["total"], facts["healed"]) == (total, points)
        it.treated = total >= 9
        it.heal(points)

    def scene(self) -> None:
        if self.luck.random() < 0.5:
            self.gm.does("open-scene", title="The next one")
            self.it.treated = self.fights = False
            self.acts.clear()

    # time

    def time(self) -> None:
        """A minute outside of a fight, a Turn in one; now and then a fight begins."""
        if self.fights:
            self.turn()
        elif self.luck.random() < 0.3:
            fights.start(self.gm, *self.healers.values(), self.who)
            self.fights = True
            self.acts.clear()
        elif self.it.dying and not self.it.alive_test:
            does(self.gm, "dragonfly.minute", characters=[self.who.public_id])
            self.it.minute()
        else:
            does(self.gm, "dragonfly.minute", 422, characters=[self.who.public_id])

    def turn(self) -> None:
        before = fights.turn_number(self.gm)
        self.acts.clear()
        for _ in range(14):
            self.dice(*(self.luck.randint(1, 10) for _ in range(20)))
            fights.go_on(self.gm)
            if fights.now(self.gm).phase == "end-of-turn" or fights.turn_number(self.gm) != before:
                break
        ends = fights.now(self.gm).phase == "end-of-turn"
        self.turn_ends()
        self.compare(self.turn)
        if ends:
            fights.go_on(self.gm)

    def turn_ends(self) -> None:
        """Fire first; then whoever has been dying for a minute tests."""
        it = self.it
        if it.dead:
            return
        before = it.life
        it.fire += 3 * it.burning
        counts = it.dying and it.tests and not it.alive_test
        it.changed(before)
        if counts and it.dying:
            it.turns += 1
            if it.turns >= TURNS and not it.alive_test:
                it.minute()

    def alight(self) -> None:
        it = self.it
        if it.dead or self.luck.random() < 0.6:
            return
        if it.burning:
            patient = self.who.public_id
            does(self.gm, "dragonfly.put-out", character=self.healers["Oro"].public_id, patient=patient)
            self.acted("Oro")
        else:
            does(self.gm, "dragonfly.set-alight", characters=[self.who.public_id])
        it.burning = not it.burning

    def wake(self) -> None:
        if self.it.wakes:
            yes = self.luck.random() < 0.6
            [ask] = asks(self.table, WAKING)
            does(self.gm, "dragonfly.answer-waking", ask=ask.public_id, allow="yes" if yes else "no")
            self.it.wakes, self.it.asleep = False, not yes


@pytest.mark.played("dragonfly.consciousness-test", "dragonfly.survival-test", "dragonfly.stabilise",
                    "dragonfly.doctor-healing", "dragonfly.life-points")  # fmt: skip
@pytest.mark.parametrize("seed", range(5))
def test_between_life_and_death(db: None, dice: Any, seed: int) -> None:
    Hour(seed, dice).play(40)
