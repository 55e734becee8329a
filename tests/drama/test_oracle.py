"""Random evenings of two who have Drama Points, through the door, against the book, worked out here once more.

The book: announced in Intentions, or before the die where nobody fights; tests of fear and of the dying, and I Think
I'm OK, when the need arises. A Heroic Feat is one point, +10, one in a Turn; I Think I'm OK one point, once in a Turn,
and the damage that stays is half of it, rounded down; a Plot Twist one point, once in a session, and the point comes
back if none is possible; Righteous Fury two, nothing if it is refused, once in a fight. The seed is fixed, so that
what fails once fails again.
"""

from __future__ import annotations

from collections.abc import Callable
from copy import deepcopy
from dataclasses import dataclass, replace
from random import Random
from typing import Any

import pytest

from apps.characters.dragonfly.sheet import sheet_of
from apps.characters.models import Character
from tests.checks.conftest import full_sheet, score_sheet
from tests.combat import conftest as fights
from tests.combat.wounded import asks, does, harm, told, undo, with_life
from tests.people import open_a_table, sit_down

NUMBERS: dict[str, Any] = {"strength": 4, "dexterity": 4, "constitution": 30, "willpower": 30, "notice": 2}
MOST = 60
CHECK, FEAR, AWAKE, ALIVE = "dragonfly.asked-check", "dragonfly.fear", "dragonfly.consciousness", "dragonfly.survival"
USES = ("attack", "defense", "damage", "initiative", "other")
WASTED = ("attack", "defense", "damage", "other")
"""Nobody strikes here, so that what is announced for these comes to nothing; initiative is always thrown."""


@dataclass
class Mind:
    """What one of them has left and has used up; `meant` is what a feat was announced for in the Turn."""

    points: int
    ordinary: int = 0
    fire: int = 0
    feats: int = 0
    oks: int = 0
    meant: str = ""
    made: bool = False
    fury: bool = False
    twisted: bool = False

    @property
    def life(self) -> int:
        return MOST - self.ordinary - self.fire

    @property
    def waits(self) -> bool:
        """Whether a feat announced for another roll has not been made."""
        return self.meant == "other" and not self.made


class Evening:
    """One table, its two who spend, and where it stands: "calm", or the phase of a fight's Turn."""

    def __init__(self, seed: int, dice: Callable[..., Any]) -> None:
        self.luck, self.dice = Random(seed), dice
        switch = {key: self.luck.random() < share for key, share in (("strict", 0.3), ("refund", 0.4), ("odd", 0.3))}
        self.strict, self.refund, self.odd_stays = (switch[key] for key in ("strict", "refund", "odd"))
        self.table = open_a_table(
            strict_drama_timing=self.word(self.strict),
            refund_unused_drama=self.word(self.refund),
            ok_heals_rounded_down=self.word(self.odd_stays),
        )
        self.gm, self.ines = sit_down(self.table, "Director", "gm", "gm"), sit_down(self.table, "Ines")
        self.cast: dict[str, Character] = {}
        self.minds: dict[str, Mind] = {}
        for name, person in (("Ana", self.ines), ("Vik", None)):
            points = self.luck.randint(1, 6)
            self.cast[name] = with_life(full_sheet(self.table, name, person, drama=points, **NUMBERS), MOST)
            self.minds[name] = Mind(points)
        self.brute = with_life(score_sheet(self.table, "Brute", muscle=12, combat=12, brains=9), 20)
        self.gm.does("open-session", title="One")
        self.phase = "calm"

    @staticmethod
    def word(on: bool) -> str:
        return "on" if on else "off"

    def play(self, steps: int) -> None:
        for _ in range(steps):
            before = deepcopy(self.minds)
            name = self.luck.choice([*self.cast])
            deed = self.luck.choice(self.deeds())
            deed(name)
            self.compare(deed)
            if deed in {self.check, self.im_ok, self.declare} and self.luck.random() < 0.2 and before != self.minds:
                undo(self.gm)
                self.minds = before
                self.compare(undo)

    def deeds(self) -> list[Callable[[str], None]]:
        rolls = [self.check, self.check, self.resist, self.asked, self.fear]
        own = [*rolls, self.im_ok, self.twist, self.hurt, self.award, self.award]
        steps = {
            "calm": [self.fight, self.fight, self.fight, self.session],
            "intentions": [self.declare, self.declare, self.declare, self.rage, self.next],
        }
        return [*own, *steps.get(self.phase, [self.next, self.next, self.end, self.declare, self.rage])]

    def compare(self, deed: Any) -> None:
        for name, mind in self.minds.items():
            sheet = sheet_of(Character.objects.get(pk=self.cast[name].pk))
            found = (sheet.drama_points, sheet.ordinary_damage, sheet.fire_damage)
            assert found == (mind.points, mind.ordinary, mind.fire), (deed, name, self.phase, mind)

    # Heroic Feats on rolls

    def may_feat(self, mind: Mind, when_needed: bool = False) -> bool:
        """Whether a feat can be put on the roll that is made now."""
        fighting = self.phase != "calm"
        if fighting and mind.waits:
            return True
        late = fighting and self.phase != "intentions" and (self.strict or not when_needed)
        return mind.points > 0 and not late and not (fighting and mind.feats)

    def puts_a_feat(self, mind: Mind) -> None:
        if self.phase == "calm":
            mind.points -= 1
        elif mind.waits:
            mind.made = True
        else:
            mind.points, mind.feats = mind.points - 1, 1

    def rolled(self, name: str, act: str, bonus: int, kind: str, when_needed: bool = False, **given: Any) -> None:
        """Rolls with or without a feat, and compares the total; what cannot be refuses, and rolls plainly."""
        mind, face, feat = self.minds[name], self.luck.randint(1, 10), self.luck.random() < 0.6
        if feat and not self.may_feat(mind, when_needed):
            self.dice()
            does(self.gm, act, 422, heroic_feat="on", **given)
            feat = False
        self.dice(face)
        does(self.gm, act, **given, heroic_feat="on" if feat else "")
        self.total(act, kind, face + bonus + 10 * feat)
        if "ask" in given and self.luck.random() < 0.3:
            self.again(act, feat, **given)
            self.total(act, kind, face + bonus + 10 * feat)
        if feat:
            self.puts_a_feat(mind)

    def total(self, act: str, kind: str, total: int) -> None:
        facts = told(self.table, kind)
        found = facts["sides"][0] if "sides" in facts and act == "dragonfly.resist" else facts
        assert found["total"] == total, (act, self.phase, self.minds)

    def again(self, act: str, feat: bool, **given: Any) -> None:
        """Taken back and given once more: the die stays, and with it whether a feat was on it."""
        undo(self.gm)
        self.dice()
        if not feat:
            does(self.gm, act, 422, heroic_feat="on", **given)
        does(self.gm, act, **given)

    def check(self, name: str) -> None:
        self.rolled(name, "dragonfly.check", 6, "dragonfly.check", character=self.cast[name].public_id,
                    attribute="dexterity", skill="notice")  # fmt: skip

    def resist(self, name: str) -> None:
        self.rolled(name, "dragonfly.resist", 6, "dragonfly.resisted", character=self.cast[name].public_id,
                    opponent=self.brute.public_id, attribute="dexterity", skill="notice")  # fmt: skip

    def asked(self, name: str) -> None:
        does(self.gm, "dragonfly.ask-check", characters=[self.cast[name].public_id], attribute="dexterity",
             skill="notice")  # fmt: skip
        [ask] = asks(self.table, CHECK)
        self.rolled(name, "dragonfly.answer-check", 6, "dragonfly.check", ask=ask.public_id)

    def fear(self, name: str) -> None:
        does(self.gm, "dragonfly.ask-fear", characters=[self.cast[name].public_id])
        [ask] = asks(self.table, FEAR)
        self.rolled(name, "dragonfly.answer-fear", 60, "dragonfly.fear-tested", True, ask=ask.public_id)

    # harm and I Think I'm OK

    def hurt(self, name: str) -> None:
        mind, by = self.minds[name], self.luck.randint(1, 40)
        if mind.life - by < -45:
            by = -(mind.ordinary // 2)
        if not by:
            return
        harm(self.gm, self.cast[name], -by)
        mind.ordinary += by
        for kind in (ALIVE, AWAKE):
            for ask in asks(self.table, kind):
                below = -(-mind.life // 10) - (ask.exchange.state["number"] - 1) if kind == ALIVE else mind.life
                self.rolled(name, "dragonfly.answer-test", 60 + below, "dragonfly.tested", True, ask=ask.public_id)

    def im_ok(self, name: str) -> None:
        mind, fighting = self.minds[name], self.phase != "calm"
        late = self.strict and fighting and self.phase != "intentions"
        able = mind.points and mind.life < MOST and not late and not (fighting and mind.oks)
        does(self.gm, "dragonfly.im-ok", 200 if able else 422, character=self.cast[name].public_id)
        if able:
            mind.points, mind.oks = mind.points - 1, int(fighting)
            left = (mind.ordinary + mind.fire + self.odd_stays) // 2
            mind.fire = (mind.fire + self.odd_stays) // 2
            mind.ordinary = left - mind.fire

    # Plot Twist and Righteous Fury

    def twist(self, name: str) -> None:
        mind, late = self.minds[name], self.phase not in {"calm", "intentions"}
        able, allowed = mind.points and not mind.twisted and not late, self.luck.random() < 0.5
        character = self.cast[name].public_id
        does(self.gm, "dragonfly.plot-twist", 200 if able else 422, character=character, what="A door")
        if able:
            assert sheet_of(Character.objects.get(pk=self.cast[name].pk)).drama_points == mind.points - 1
            self.answers("dragonfly.answer-twist", "dragonfly.plot-twist", allowed)
            mind.points, mind.twisted = mind.points - allowed, allowed

    def answers(self, act: str, kind: str, allowed: bool, status: int = 200) -> None:
        [ask] = asks(self.table, kind)
        does(self.gm, act, status, ask=ask.public_id, allow="yes" if allowed else "no")

    def rage(self, name: str) -> None:
        """Declared with what was declared before."""
        mind, allowed = self.minds[name], self.luck.random() < 0.6
        able = mind.points >= 2 and not mind.fury and self.phase == "intentions"
        if mind.fury:
            self.declared(name, mind.meant, 200)
        else:
            self.declared(name, mind.meant, 200 if able else 422, fury="on", fury_why="The lifeboat")
        if able:
            self.answers("dragonfly.answer-fury", "dragonfly.righteous-fury", allowed)
            mind.points, mind.fury = mind.points - 2 * allowed, allowed

    # the fight

    def declared(self, name: str, meant: str, status: int, **given: Any) -> None:
        does(self.gm, "dragonfly.declare", status, character=self.cast[name].public_id, text="Fights",
             action="other", drama=meant, **given)  # fmt: skip

    def declare(self, name: str) -> None:
        mind, meant = self.minds[name], self.luck.choice(("", *USES))
        if mind.meant:
            able = bool(meant) and (meant == mind.meant or (not mind.made and self.phase == "intentions"))
        else:
            able = not meant or (self.phase == "intentions" and mind.points > 0 and not mind.feats)
        self.declared(name, meant, 200 if able else 422)
        if able and meant:
            mind.points -= not mind.meant
            mind.meant, mind.feats = meant, 1

    def fight(self, name: str) -> None:
        fights.start(self.gm, *self.cast.values(), self.brute)
        self.phase = "intentions"
        self.new_turn()

    def new_turn(self) -> None:
        self.minds = {name: replace(one, feats=0, oks=0, meant="", made=False) for name, one in self.minds.items()}

    def turn_ends(self) -> None:
        for mind in self.minds.values():
            if self.refund and mind.meant in WASTED and not mind.made:
                mind.points += 1

    def next(self, name: str) -> None:
        before = fights.turn_number(self.gm)
        self.dice(*(self.luck.randint(1, 10) for _ in range(20)))
        fights.go_on(self.gm)
        fight = fights.now(self.gm)
        if fight.phase == "end-of-turn":
            fights.go_on(self.gm)
        if fights.turn_number(self.gm) != before:
            self.turn_ends()
            self.new_turn()
        self.phase = fights.now(self.gm).phase

    def end(self, name: str) -> None:
        does(self.gm, "dragonfly.end-fight")
        self.turn_ends()
        self.new_turn()
        self.phase = "calm"
        for mind in self.minds.values():
            mind.fury = False

    def session(self, name: str) -> None:
        self.gm.does("close-session")
        self.gm.does("open-session", title="Another")
        for mind in self.minds.values():
            mind.twisted = False

    def award(self, name: str) -> None:
        if self.minds[name].points < 3:
            does(self.gm, "dragonfly.award", characters=[self.cast[name].public_id], points=2, why="Well played")
            self.minds[name].points += 2


@pytest.mark.played("dragonfly.drama-points", "dragonfly.heroic-feat", "dragonfly.i-think-im-ok",
                    "dragonfly.plot-twist", "dragonfly.righteous-fury")  # fmt: skip
@pytest.mark.parametrize("seed", range(5))
def test_an_evening_of_points(db: None, dice: Any, seed: int) -> None:
    Evening(seed, dice).play(36)
