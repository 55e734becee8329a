"""Random plays through the door against the book's own text, worked out here once more and by nothing of apps.rules.

The book: d10 + Attribute + skill against 9; Success Levels by the total; an attack lands with 9 or more unless a
defense of 9 or more equals or beats it; Full Offense +2, Full Defense +3, each additional action 2 less off the same
die, a gang +2 to +4, a Knockout -2, a Grapple +2, an injury -2 or -4, held by a limb -2, by the body -1; base damage
+ levels (+ 10) - armor, at least 0, times the damage type. The seed is fixed, so that what fails once fails again.
"""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from apps.characters.models import Character, Rating
from apps.table.models import Ask
from tests.checks.conftest import condition, full_sheet, score_sheet
from tests.combat.arena import answers as answers_blow
from tests.combat.arena import armoured, declared, life, maneuver, settled, strikes, up
from tests.combat.armed import SETTLED, armed, cannot_defend, in_actions, shoots, unlike_humans
from tests.combat.armed import answers as answers_shot
from tests.combat.conftest import start
from tests.combat.test_fear import FEAR, decides, frighten, throws
from tests.combat.wounded import asks, does, harm, now, seizes, the_ask, told, with_life

played = pytest.mark.played


# the book once more


LEVELS = ((9, 1), (11, 2), (13, 3), (15, 4), (17, 5), (21, 6), (24, 7), (27, 8), (30, 9), (33, 10))


def levels(total: int) -> int:
    if total >= 36:
        return 10 + (total - 33) // 3
    return max([many for least, many in LEVELS if total >= least], default=0)


def lands(attack: int, defense: int | None) -> bool:
    return attack >= 9 and not (defense is not None and defense >= 9 and defense >= attack)


def injury(points: int, most: int) -> int:
    if points == most or points > 10:
        return 0
    return -2 if points >= 5 else -4


def gang(attackers: int) -> int:
    return min(attackers, 4) if attackers > 1 else 0


def damage(base: int, added: int, armor: int, times: int) -> int:
    return max(0, base + added - armor) * times


# people at random


class Luck:
    """What this play is about: sheets, faces, and everything that is chosen."""

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)
        self.of, self.one = self.random.randint, self.random.choice

    def often(self) -> bool:
        return self.random.random() < 0.5

    def numbers(self) -> dict[str, int]:
        keys = ("strength", "dexterity", "constitution", "willpower", "perception")
        skills = ("kung_fu", "getting_medieval", "acrobatics", "gun_fu")
        return {**{key: self.of(1, 9) for key in keys}, **{key: self.of(0, 6) for key in skills}}

    def hurt(self) -> tuple[int, int]:
        """The most Life Points and how many are gone, so that some are left."""
        most = self.one((8, 40, 400))
        return most, max(0, most - self.one((most, 11, 10, 5, 4, 1)))


class Body:
    """Somebody in the fight, with the numbers that this file works with."""

    def __init__(self, luck: Luck, table: Any, name: str, player: Any, hurt: bool) -> None:
        self.full = luck.often()
        self.numbers: dict[str, Any] = (
            luck.numbers() if self.full else {"muscle": luck.of(5, 18), "combat": luck.of(5, 20), "brains": 9}
        )
        make: Any = full_sheet if self.full else score_sheet
        given: dict[str, Any] = {"person": player} if self.full and luck.often() else {}
        self.who: Character = with_life(
            make(table, name, **given, **self.numbers), *((400, 0) if not hurt else luck.hurt())
        )
        self.points, self.most = life(self.who), Rating.objects.get(character=self.who, key="life-points").value
        self.armor = luck.of(0, 6)
        armoured(self.who, self.armor)
        self.other = luck.one((None, None, 1, 3))
        if self.other is not None:
            unlike_humans(self.who, self.other)
        self.condition = luck.one((0, 0, -2, 3))
        if self.condition:
            condition(self.who, "Circumstances", self.condition)

    def __getitem__(self, key: str) -> int:
        return int(self.numbers.get(key, 0))

    @property
    def lasting(self) -> int:
        """What counts on every roll of theirs in the fight."""
        return injury(self.points, self.most) + self.condition

    def times(self, type_: str) -> int:
        return (2 if type_ in {"bullet", "slash-stab"} else 1) if self.other is None else self.other

    def more(self) -> int:
        return max(0, (self["dexterity"] - 3) // 2) if self.full else 0


HANDS = ("unarmed", "bash", "kung_fu")
CLUB = ("hand-weapon", "bash", "getting_medieval")
BLADE = ("hand-weapon", "slash-stab", "getting_medieval")


# blows


class Blows:
    """A Turn of one attacker's on one target, worked out and played beside each other."""

    def __init__(self, luck: Luck, gm: Any, table: Any, ines: Any, marek: Any) -> None:
        self.luck, self.gm = luck, gm
        self.mine, self.theirs = Body(luck, table, "Ana", ines, True), Body(luck, table, "Guard", marek, luck.often())
        start(gm, self.mine.who, self.theirs.who)
        up(self.mine.who)
        self.weapon, self.type, self.skill = luck.one((HANDS, CLUB, BLADE))
        self.base, self.sort = luck.of(0, 15), luck.one(("hit", "hit", "hit", "knockout", "grapple"))
        if self.sort == "knockout" and self.type != "bash":
            self.sort = "hit"
        own = {"damage_type": self.type} | ({"skill": self.skill.replace("_", "-")} if self.mine.full else {})
        self.way = maneuver(self.mine.who, "The way", self.base, self.weapon, **own)
        self.club = maneuver(self.theirs.who, "Club", luck.of(0, 9), "hand-weapon")
        self.stances()
        self.seized = luck.one(("", "", "body", "left-arm", "right-leg")) if self.mine.full else ""
        if self.seized:
            seizes(gm, self.theirs.who, self.mine.who, self.seized)
        self.setting_upon = luck.one((1, 1, 2, 3, 4, 7))

    def stances(self) -> None:
        luck = self.luck
        self.stance, self.guard = (
            luck.one(("normal", "full-offense")),
            luck.one(("normal", "full-defense", "full-offense")),
        )
        self.feats = {luck.one(("", "", "attack", "damage"))} - {""} if self.mine.full else set()
        self.lifted = {luck.one(("", "defense"))} - {""} if self.theirs.full else set()
        self.attacks = 1 if self.sort == "grapple" else 1 + luck.of(0, min(2, self.mine.more()))
        self.defenses = luck.of(0, min(2, self.theirs.more())) if self.guard != "full-offense" else 0
        extra = {"extra": ["attack"] * (self.attacks - 1), "drama": sorted(self.feats)}
        declared(self.mine.who, stance=self.stance, **extra)
        declared(
            self.theirs.who,
            stance=self.guard,
            action="other",
            extra=["defense"] * self.defenses,
            drama=sorted(self.lifted),
        )

    # worked out

    @property
    def attack(self) -> int:
        """All that is added to the first attack, or the Ability Score with it."""
        skill = "kung_fu" if self.sort == "grapple" else self.skill
        own = self.mine["dexterity"] + self.mine[skill] if self.mine.full else self.mine["combat"]
        held = {"": 0, "body": -1}.get(self.seized, -2)
        feat = 10 * ("attack" in self.feats)
        stance = 2 * (self.stance == "full-offense")
        sort = {"knockout": -2, "grapple": 2}.get(self.sort, 0)
        return own + held + feat + stance + sort + gang(self.setting_upon) + self.mine.lasting

    def feeble(self) -> bool:
        return not self.mine.full and self.mine["combat"] <= 8 and self.stance != "full-offense"

    def defense(self, how: str, number: int) -> int:
        """All that is added to this defense of the Turn, or the Ability Score with it."""
        theirs, free = self.theirs, 2 if self.guard == "full-defense" else 1
        skills = {
            "dodge": ("acrobatics", "getting_medieval", "kung_fu"),
            "bare": ("kung_fu",),
            "club": ("getting_medieval",),
        }
        own = theirs["dexterity"] + max(theirs[one] for one in skills[how]) if theirs.full else theirs["combat"]
        feat, stance = 10 * ("defense" in self.lifted), 3 * (self.guard == "full-defense")
        return own + feat + stance - 2 * max(0, number - free) + theirs.lasting

    def ways(self) -> list[str]:
        if self.sort == "grapple":
            return ["dodge", "take"]
        return ["dodge", "club", "take", *(["bare"] if self.weapon == "unarmed" else [])]

    def harm(self, total: int) -> int:
        if self.sort == "grapple":
            return 0
        added = (levels(total) if self.mine.full else 0) + 10 * ("damage" in self.feats)
        found = damage(self.base, added, self.theirs.armor, self.theirs.times(self.type))
        return found // 2 if self.sort == "knockout" else found

    # played

    def play(self, dice: Any) -> None:
        face, guard = self.luck.of(1, 10), self.luck.of(1, 10)
        made = 0
        for number in range(self.attacks):
            total = self.attack - 2 * number + (face if self.mine.full else 0)
            known = number > 0 or not self.mine.full
            dice(*([face] if self.mine.full and not number else []))
            strikes(self.gm, self.mine.who, self.theirs.who, way=self.way, sort=self.sort, attackers=self.setting_upon,
                    grip="left-arm")  # fmt: skip
            free = 2 if self.guard == "full-defense" else 1
            able = self.guard != "full-offense" and made < free + self.defenses
            asked = able and not (known and (total < 9 or self.feeble()))
            how = self.luck.one(self.ways()) if asked else "take"
            made += how != "take"
            met = self.defense(how, made) + (guard if self.theirs.full else 0) if how != "take" else None
            if asked:
                dice(*([guard] if met is not None and self.theirs.full and made == 1 else []))
                answers_blow(self.gm, {"bare": "parry", "club": self.club.public_id}.get(how, how))
            if not self.compare(total, met, how):
                return

    def compare(self, total: int, met: int | None, how: str) -> bool:
        """Whether the series goes on."""
        facts, hit = settled(self.gm), lands(total, met) and not self.feeble()
        told = (facts["attack"]["total"], facts["defense"] and facts["defense"]["total"], facts["result"] == "hit")
        assert told == (total, met, hit)
        assert facts["damage"] == (self.harm(total) if hit else 0)
        if hit and self.sort != "grapple":
            self.feats.discard("damage")
        self.theirs.points = life(self.theirs.who)
        stopped = total >= 9 and not hit and met is not None and not self.feeble()
        back = stopped and how == "club" and self.weapon == "unarmed" and self.sort != "grapple"
        assert bool(facts.get("back")) is back
        if back:
            added = levels(met or 0) if self.theirs.full else 0
            struck = damage(self.club.facts["base_damage"], added, self.mine.armor, self.mine.times("bash"))
            assert facts["back"]["damage"] == struck
        going = now(self.theirs.who).can_act and now(self.mine.who).can_act
        return not stopped and going and not asks(self.gm.table)


@played("dragonfly.close-attack", "dragonfly.attack-outcome", "dragonfly.damage", "dragonfly.multiple-attacks",
        "dragonfly.defense-allowance")  # fmt: skip
@pytest.mark.parametrize("seed", range(24))
def test_blows(gm: Any, table: Any, ines: Any, marek: Any, dice: Any, seed: int) -> None:
    Blows(Luck(seed), gm, table, ines, marek).play(dice)


# shots


BANDS = {"pistol": (5, 20, 50), "rifle": (20, 100, 300)}


def range_of(weapon: str, yards: int) -> int:
    short, medium, _ = BANDS[weapon]
    return 0 if yards < short else -1 if yards < medium else -3


class Shots:
    """One roll of one shooter's at one target, worked out and played beside each other."""

    def __init__(self, luck: Luck, gm: Any, table: Any, ines: Any, marek: Any) -> None:
        self.luck, self.gm, self.table = luck, gm, table
        self.mine, self.theirs = Body(luck, table, "Ana", ines, True), Body(luck, table, "Guard", marek, luck.often())
        self.weapon, self.base = luck.one(("pistol", "rifle", "automatic")), luck.of(1, 15)
        self.gun = armed(self.mine.who, "The gun", self.weapon, self.base, 30)
        self.bands = "rifle" if self.weapon == "automatic" else self.weapon
        self.yards, self.many = luck.of(0, BANDS[self.bands][2]), luck.of(1, 6)
        self.burst = self.weapon == "automatic" and self.many >= 3 and luck.often()
        self.aims, self.dodges, self.bonus = luck.often(), luck.often(), 0
        self.stance = luck.one(("normal", "full-offense"))
        self.feat = luck.one(("", "attack", "damage")) if self.mine.full else ""
        in_actions(gm, self.mine.who, self.theirs.who)
        declared(self.mine.who, stance=self.stance, aim=self.aims, drama=[self.feat] if self.feat else [])
        if not self.dodges:
            cannot_defend(self.theirs.who)

    def throw(self, dice: Any, side: Body) -> int:
        """The face that this side's roll shows; 0 for a score, for which none falls."""
        face = self.luck.of(1, 10) if side.full else 0
        dice(*([face] if face else []))
        return face

    def aim(self, dice: Any) -> None:
        face, mine = self.throw(dice, self.mine), self.mine
        does(self.gm, "dragonfly.aim", character=mine.who.public_id, maneuver=self.gun.public_id)
        own = mine["perception"] + mine["gun_fu"] + face if mine.full else mine["brains"]
        self.bonus = levels(own + mine.lasting)
        assert told(self.table, "dragonfly.aimed")["bonus"] == self.bonus

    def attack(self) -> int:
        """All that is added, or the Combat Score with it."""
        mine = self.mine
        own = mine["dexterity"] + mine["gun_fu"] if mine.full else mine["combat"]
        stance, feat = 2 * (self.stance == "full-offense"), 10 * (self.feat == "attack")
        return own + range_of(self.bands, self.yards) + self.bonus + stance + feat + mine.lasting

    def feeble(self) -> bool:
        return not self.mine.full and self.mine["combat"] <= 8 and self.stance != "full-offense"

    def dodge(self, dice: Any) -> int:
        theirs, face = self.theirs, self.throw(dice, self.theirs)
        skill = max(theirs[one] for one in ("acrobatics", "getting_medieval", "kung_fu"))
        answers_shot(self.gm, self.table, "dodge")
        return (theirs["dexterity"] + skill + face if theirs.full else theirs["combat"]) - 2 + theirs.lasting

    def play(self, dice: Any) -> None:
        if self.aims:
            self.aim(dice)
        total = self.attack() + self.throw(dice, self.mine)
        more: dict[str, Any] = {"bands": self.bands} if self.bands != self.weapon else {}
        more |= {"burst": "on"} if self.burst else {}
        shoots(self.gm, self.mine.who, self.theirs.who, self.gun, shots=self.many, yards=self.yards, **more)
        hopeless = not self.mine.full and (total < 9 or self.feeble())
        met = self.dodge(dice) if self.dodges and not hopeless else None
        self.compare(total, met, lands(total, met) and not self.feeble())

    def compare(self, total: int, met: int | None, hit: bool) -> None:
        facts = told(self.table, SETTLED)
        assert (facts["attack"]["total"], facts["defense"] and facts["defense"]["total"]) == (total, met)
        hits = min(levels(total), self.many) if hit else 0
        expected = self.of_a_burst(hits) if self.burst else self.of_shots(total, hits)
        assert (facts["result"] == "hit", facts["hits"], facts["damage"]) == (hit, hits, expected)

    def lift(self, place: int) -> int:
        """A Heroic Feat for damage goes on the first hit."""
        return 10 * (self.feat == "damage" and place == 0)

    def of_a_burst(self, hits: int) -> int:
        through = sum(max(0, self.base + self.lift(n) - self.theirs.armor) for n in range(hits))
        return through * self.theirs.times("bullet")

    def of_shots(self, total: int, hits: int) -> int:
        """Each later one a level less; of a listed damage a point less."""
        first = levels(total) if self.mine.full else 0
        times, armor = self.theirs.times("bullet"), self.theirs.armor
        return sum(damage(self.base, first - n + self.lift(n), armor, times) for n in range(hits))


@played("dragonfly.ranged-attack", "dragonfly.range-bands", "dragonfly.multiple-shots", "dragonfly.burst-fire",
        "dragonfly.aiming")  # fmt: skip
@pytest.mark.parametrize("seed", range(16))
def test_shots(gm: Any, table: Any, ines: Any, marek: Any, dice: Any, seed: int) -> None:
    Shots(Luck(1000 + seed), gm, table, ines, marek).play(dice)


# tests


@played("dragonfly.survival-test", "dragonfly.consciousness-test", "dragonfly.life-points")
@pytest.mark.parametrize("seed", range(16))
def test_harm_and_what_it_asks_for(gm: Any, table: Any, ines: Any, dice: Any, seed: int) -> None:
    """Again and again, until nobody is left to test: the first Survival Test, then Consciousness with each harm."""
    luck = Luck(2000 + seed)
    numbers: dict[str, Any] = {key: luck.of(1, 12) for key in ("constitution", "willpower")}
    jess = with_life(full_sheet(table, "Jess", ines, drama=9, **numbers), most := luck.of(10, 40))
    points, tested = most, False
    while now(jess).can_act and points > -60:
        harm(gm, jess, -(by := luck.of(1, 25)))
        points -= by
        lives = True
        if points <= -10 and not tested:
            tested = True
            lives = _passes(luck, gm, table, dice, numbers, "survival", -(-points // 10))
            assert bool(now(jess).dead) is not lives
        if points <= 0 and lives:
            awake = _passes(luck, gm, table, dice, numbers, "consciousness", points)
            assert bool(now(jess).unconscious) is not awake
        assert not asks(table)


def _passes(luck: Luck, gm: Any, table: Any, dice: Any, numbers: dict[str, int], sort: str, penalty: int) -> bool:
    """Answers the test that is open; whether it was passed, as it is worked out here."""
    face, more, feat = luck.of(1, 10), luck.one((0, 0, 4, -3)), luck.often()
    dice(face)
    given: dict[str, Any] = {"modifier": more} | ({"heroic_feat": "on"} if feat else {})
    does(gm, "dragonfly.answer-test", ask=the_ask(table).public_id, **given)
    total = face + sum(numbers.values()) + penalty + more + 10 * feat
    facts = told(table, "dragonfly.tested")
    assert (facts["sort"], facts["total"], facts["success"]) == (sort, total, total >= 9)
    return total >= 9


ROWS = ((7, "startled"), (5, "freak-out"), (3, "run-away"))


@played("dragonfly.fear-test", "dragonfly.panic-table", "dragonfly.panic-retest", "dragonfly.qualities")
@pytest.mark.parametrize("seed", range(12))
def test_fear(gm: Any, table: Any, ines: Any, dice: Any, seed: int) -> None:
    luck = Luck(3000 + seed)
    willpower, first = luck.of(0, 5), luck.of(-8, 2)
    jess = with_life(full_sheet(table, "Jess", ines, willpower=willpower), 40)
    calm = 0
    for key, value in (("nerves-of-steel", 2), ("fast-reaction-time", 1)):
        if luck.often():
            Rating.objects.create(character=jess, group="quality", key=key, value=1)
            calm += value
    frighten(gm, jess, modifier=first)
    for retest in range(6):
        modifier = min(0, first + retest) if first < 0 else first
        face, more = luck.of(1, 10), luck.one((0, 0, 2, -2))
        throws(gm, table, dice, face, modifier=more)
        total = face + 2 * willpower + calm + modifier + more
        facts = told(table, "dragonfly.fear-tested")
        assert (facts["total"], facts["success"]) == (total, total >= 9)
        if total >= 9:
            assert not Ask.objects.filter(table=table, closed_at=None).exists()
            assert now(jess).panic == "none"
            return
        decides(gm)
        panic = next((name for least, name in ROWS if total >= least), "total-terror")
        assert now(jess).panic == panic
        if panic != "run-away":
            return
        does(gm, "dragonfly.snap-out", character=jess.public_id)
        assert the_ask(table, FEAR)
