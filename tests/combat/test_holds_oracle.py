"""Random holds of several on each other, through the door, against the book, worked out here once more.

The book: a Grapple is Dexterity + Kung Fu + 2 or a Combat Score + 2, against a dodge. A held limb is -2, the body -1,
two attackers on both arms -4 in place of their two -2, and no dodge and no parry; both arms held by one are a hold
round the body; all others add up. Breaking free is twice Strength or a Muscle Score, less all holds, against a new
Grapple of each holder, whom their own holds hinder too; a tie, or less than 9, keeps the hold. Whoever goes down holds
nobody. The seed is fixed, so that what fails once fails again.
"""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from apps.characters.models import Character
from tests.checks.conftest import full_sheet, score_sheet
from tests.combat import conftest as fights
from tests.combat.arena import answers, life, maneuver, settled, strikes, up
from tests.combat.test_oracle import damage, injury, lands, levels
from tests.combat.wounded import asks, does, now, told, with_life

BREAKING = "dragonfly.break-free"
ARMS = {"left-arm", "right-arm"}
GRIPS = (*ARMS, "left-arm", "right-arm", "left-leg", "body")


class Wrestler:
    """Somebody with the numbers that this file works with, and who holds them where."""

    def __init__(self, luck: Random, table: Any, name: str, person: Any) -> None:
        self.name, self.person, self.full = name, person, person is not None or luck.random() < 0.4
        of = luck.randint
        self.strength, self.dexterity, self.kung_fu, self.acrobatics = of(1, 9), of(1, 4), of(0, 6), of(0, 6)
        self.muscle, self.combat, self.base = of(6, 24), of(6, 20), of(0, 3)
        own: dict[str, Any] = {"strength": self.strength, "dexterity": self.dexterity, "constitution": 0}
        made = (
            full_sheet(table, name, person, kung_fu=self.kung_fu, acrobatics=self.acrobatics, **own)
            if self.full
            else score_sheet(table, name, muscle=self.muscle, combat=self.combat, brains=9)
        )
        self.most, gone = luck.choice(((40, 0), (40, 31), (60, 50)))
        self.who: Character = with_life(made, self.most, gone)
        self.way = maneuver(made, "Fist", self.base)
        self.holds: set[tuple[str, str]] = set()
        """Holder and grip."""
        self.down = False

    @property
    def lasting(self) -> int:
        """What counts on every roll of theirs: their injury and who holds them."""
        return injury(life(self.who), self.most) + self.held()

    def held(self) -> int:
        if self.arms_by_two():
            return -4 + sum(-1 if grip == "body" else -2 for _, grip in self.holds if grip not in ARMS)
        body = {holder for holder, grip in self.holds if grip == "body"} | self.around()
        limbs = [one for one in self.holds if one[1] != "body" and not (one[1] in ARMS and one[0] in self.around())]
        return -len(body) - 2 * len(limbs)

    def around(self) -> set[str]:
        """Those who hold both arms by themselves."""
        holders = {holder for holder, _ in self.holds}
        return {one for one in holders if {(one, grip) for grip in ARMS} <= self.holds}

    def arms_by_two(self) -> bool:
        return {grip for _, grip in self.holds} >= ARMS and not self.around()

    def own(self, skill: int) -> int:
        return (self.dexterity + skill if self.full else self.combat) + self.lasting

    def grapples(self) -> int:
        return self.own(self.kung_fu) + 2

    @property
    def key(self) -> str:
        return self.who.public_id


class Scuffle:
    """Some Turns, worked out and played beside each other."""

    def __init__(self, seed: int, gm: Any, table: Any, people: list[Any], dice: Any) -> None:
        self.luck, self.gm, self.table, self.dice = Random(seed), gm, table, dice
        names = ("Ana", "Bo", "Cid", "Dor")
        players = dict(zip(names, people, strict=False))
        self.all = [Wrestler(self.luck, table, name, players.get(name)) for name in names]
        self.named = {one.name: one for one in self.all}
        fights.start(gm, *(one.who for one in self.all))

    def here(self) -> list[Wrestler]:
        return [one for one in self.all if not one.down]

    def face(self, one: Wrestler) -> int:
        """What their die shows; 0 for a score, for which none falls."""
        face = self.luck.randint(1, 10) if one.full else 0
        self.dice(*([face] if face else []))
        return face

    def turn(self) -> None:
        before = fights.turn_number(self.gm)
        self.defended: set[str] = set()
        self.upon: set[tuple[str, str]] = set()
        for one in self.luck.sample(self.all, len(self.all)):
            if not one.down and len(self.here()) > 1:
                up(one.who)
                self.act(one)
                self.compare()
        while fights.turn_number(self.gm) == before and len(self.here()) > 1:
            self.dice(*(self.luck.randint(1, 10) for _ in range(30)))
            fights.go_on(self.gm)

    def act(self, one: Wrestler) -> None:
        deeds = [self.seize, self.seize, self.seize, self.blow, self.lets_go]
        deeds += [self.pull] * 2 if one.holds else []
        self.luck.choice(deeds)(one)

    def compare(self) -> None:
        for one in self.all:
            rows = fights.fighter(one.who).held_by.all()
            assert {(row.holder.character.name, row.grip) for row in rows} == one.holds, one.name

    # seizing and striking

    def seize(self, one: Wrestler) -> None:
        at, grip = self.luck.choice([other for other in self.here() if other is not one]), self.luck.choice(GRIPS)
        taken = {held for _, held in at.holds}
        if (one.name, grip) in at.holds:
            self.dice()
            strikes(self.gm, one.who, at.who, 422, sort="grapple", grip=grip)
        elif grip not in taken:
            total = one.grapples() + self.sets_upon(one, at) + self.face(one)
            strikes(self.gm, one.who, at.who, sort="grapple", grip=grip)
            if self.met(one, at, total, parries=False):
                at.holds.add((one.name, grip))

    def sets_upon(self, one: Wrestler, at: Wrestler) -> int:
        self.upon.add((one.name, at.name))
        return self.gang(one, at)

    def gang(self, one: Wrestler, at: Wrestler) -> int:
        """What helps this one against that one: +1 for each who has set upon them in the Turn, from two on."""
        many = sum(name == at.name for _, name in self.upon)
        return min(many, 4) if many > 1 and (one.name, at.name) in self.upon else 0

    def blow(self, one: Wrestler) -> None:
        at = self.luck.choice([other for other in self.here() if other is not one])
        total, before = one.own(one.kung_fu) + self.sets_upon(one, at) + self.face(one), life(at.who)
        strikes(self.gm, one.who, at.who, way=one.way)
        if self.met(one, at, total, parries=True):
            hurt = damage(one.base, levels(total) if one.full else 0, 0, 1)
            assert life(at.who) == before - hurt
            self.falls(at)

    def met(self, one: Wrestler, at: Wrestler, total: int, parries: bool) -> bool:
        """The target's answer; whether the attack lands."""
        feeble = not one.full and one.combat <= 8
        able = at.name not in self.defended and not at.arms_by_two() and not (not one.full and (total < 9 or feeble))
        met = None
        if asks(self.table, "dragonfly.attack"):
            assert at.name not in self.defended
            how = self.luck.choice(("dodge", "parry", "take"))
            if how != "take" and (not able or (how == "parry" and not parries)):
                self.dice()
                answers(self.gm, how, 422)
                how = "take"
            if how != "take":
                self.defended.add(at.name)
                skill = at.kung_fu if how == "parry" else max(at.kung_fu, at.acrobatics)
                met = at.own(skill) + self.gang(at, one) + self.face(at)
            answers(self.gm, how)
        else:
            assert not able
        facts, hit = settled(self.gm), lands(total, met) and not feeble
        found = (facts["attack"]["total"], facts["defense"] and facts["defense"]["total"], facts["result"] == "hit")
        assert found == (total, met, hit), (one.name, at.name, facts)
        return hit

    # getting loose

    def lets_go(self, one: Wrestler) -> None:
        held = [(at, grip) for at in self.all for holder, grip in at.holds if holder == one.name]
        if held:
            at, grip = self.luck.choice(sorted(held, key=lambda pair: (pair[0].name, pair[1])))
            keys = (fights.fighter(one.who).public_id, fights.fighter(at.who).public_id, grip)
            does(self.gm, "dragonfly.let-go", hold="-".join(keys))
            at.holds.remove((one.name, grip))

    def pull(self, one: Wrestler) -> None:
        holders = [self.named[name] for name in sorted({name for name, _ in one.holds})]
        face = self.face(one)
        total = face + (2 * one.strength if one.full else one.muscle) + one.lasting
        theirs = {holder.name: holder.grapples() for holder in holders}
        does(self.gm, BREAKING, character=one.key)
        for ask in self.luck.sample(asks(self.table, BREAKING), len(asks(self.table, BREAKING))):
            holder = next(found for found in holders if found.key == ask.facts["character_id"])
            if self.luck.random() < 0.15 and len(self.here()) > 2:
                self.faints(holder)
                del theirs[holder.name]
                continue
            theirs[holder.name] += self.face(holder)
            does(self.gm, "dragonfly.answer-hold", ask=ask.public_id)
        loose = {name for name, held in theirs.items() if total >= 9 and not (held >= 9 and held >= total)}
        one.holds = {(name, grip) for name, grip in one.holds if name not in loose}
        facts = told(self.table, "dragonfly.broke-free")
        found = (facts["victim"]["total"], {side["who"]: side["total"] for side in facts["sides"]}, facts["loose"])
        assert found == (total, theirs, len(loose))

    # going down

    def faints(self, one: Wrestler) -> None:
        does(self.gm, "dragonfly.fate", character=one.key, fate="unconscious")
        self.is_down(one)

    def falls(self, one: Wrestler) -> None:
        """At 0 Life Points whoever has scores is out, and whoever rolls tests, which nobody here can pass."""
        if life(one.who) > 0:
            return
        for ask in asks(self.table, "dragonfly.consciousness"):
            self.dice(self.luck.randint(1, 8))
            does(self.gm, "dragonfly.answer-test", ask=ask.public_id)
        assert not now(one.who).can_act
        self.is_down(one)

    def is_down(self, one: Wrestler) -> None:
        """They hold nobody; whoever has scores is out of it, and nobody holds them."""
        one.down = True
        for other in self.all:
            other.holds = {held for held in other.holds if held[0] != one.name}
        if not one.full:
            one.holds = set()


@pytest.mark.played("dragonfly.grapple", "dragonfly.grapple-effects", "dragonfly.break-free",
                    "dragonfly.resisted-action", "dragonfly.dodge")  # fmt: skip
@pytest.mark.parametrize("seed", range(5))
def test_a_scuffle(gm: Any, table: Any, ines: Any, marek: Any, dice: Any, seed: int) -> None:
    play = Scuffle(seed, gm, table, [ines, marek], dice)
    for _ in range(4):
        if len(play.here()) > 1:
            play.turn()
