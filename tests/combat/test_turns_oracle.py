"""Random Turns of several people through the door against the book, worked out here once more.

The book: d10 + Dexterity + Fast Reaction Time, the highest acts first, a Cast Member before an equal score, the higher
Dexterity before an equal one, else a d10 each until it differs, and whoever takes aim after all others; one die for all
attacks of a Turn, one for all defenses, 2 less for each additional action made so far, of whatever sort; what is
declared is what can be done; two or more on one target +1 for each, at most +4, on attacks on it and defenses against
it; one Heroic Feat a Turn, paid when it is announced, +10. The seed is fixed, so that what fails once fails again.
"""

from __future__ import annotations

from itertools import groupby
from random import Random
from typing import Any

import pytest

from apps.characters.models import Character, Rating, Track
from tests.checks.conftest import full_sheet, score_sheet
from tests.combat.arena import answers, armoured, life, maneuver, settled, strikes
from tests.combat.conftest import acting_names, fighter, go_on, order, start
from tests.combat.test_oracle import damage, injury, lands, levels
from tests.combat.wounded import asks, does, now, told, with_life

FREE = {"normal": 1, "full-offense": 0, "full-defense": 2}
Plan = dict[str, Any]


class Somebody:
    """One of the fight: numbers, what was declared for the Turn, and what has been done in it."""

    def __init__(self, luck: Random, table: Any, name: str, person: Any) -> None:
        self.name, self.person, self.full = name, person, person is not None or luck.random() < 0.3
        self.dexterity, self.kung_fu, self.acrobatics = luck.randint(1, 9), luck.randint(0, 5), luck.randint(0, 5)
        self.combat, self.points = luck.randint(6, 18), luck.randint(0, 3)
        own: dict[str, Any] = {"kung_fu": self.kung_fu, "acrobatics": self.acrobatics, "dexterity": self.dexterity}
        made = (
            full_sheet(table, name, person, drama=self.points, **own)
            if self.full
            else score_sheet(table, name, muscle=9, combat=self.combat, brains=9)
        )
        self.most, gone = luck.choice(((400, 0), (40, 30), (40, 36))) if self.full else (luck.choice((12, 40)), 0)
        self.who: Character = with_life(made, self.most, gone)
        self.armor = 99 if gone else luck.randint(0, 5)
        armoured(self.who, self.armor)
        self.fast = int(self.full and luck.random() < 0.3)
        if self.fast:
            Rating.objects.create(character=made, group="quality", key="fast-reaction-time", value=1)
        self.base = luck.randint(0, 12)
        self.way = maneuver(made, "Fist", self.base)
        self.life = life(made)

    def begin(self, plan: Plan) -> None:
        self.plan = plan
        self.extra: list[str] = plan["extra"]
        self.attacks = self.defenses = self.others = 0
        self.attack_die = self.defense_die = 0
        self.stopped = False
        self.upon: set[str] = set()
        self.feat = plan["drama"]

    @property
    def key(self) -> str:
        return fighter(self.who).public_id

    @property
    def able(self) -> bool:
        return self.life > 0

    @property
    def more(self) -> int:
        return max(0, (self.dexterity - 3) // 2) if self.full else 0

    def many(self, act: str) -> int:
        return int(self.plan["action"] == act) + self.extra.count(act)

    def sets_upon(self, other: Somebody) -> bool:
        """Whether an attack on that one was declared, and can still come."""
        closes = self.plan["at"] is other and not self.plan["aim"]
        return self.able and closes and self.many("attack") > 0

    def guards(self) -> int:
        return FREE[self.plan["stance"]] + self.extra.count("defense")

    def additional(self) -> int:
        """How many additional actions were made so far."""
        return max(0, self.attacks + self.others - 1) + max(0, self.defenses - FREE[self.plan["stance"]])

    def own(self, skill: int) -> int:
        return (self.dexterity + skill if self.full else self.combat) + injury(self.life, self.most)

    def feeble(self) -> bool:
        return not self.full and self.combat <= 8 and self.plan["stance"] != "full-offense"


class Turns:
    """Some Turns, worked out and played beside each other."""

    def __init__(self, seed: int, gm: Any, table: Any, people: list[Any], dice: Any) -> None:
        self.luck, self.gm, self.dice = Random(seed), gm, dice
        names = ("Ana", "Bo", "Cid", "Dor", "Eve")[: self.luck.randint(3, 5)]
        players = dict(zip(names, people, strict=False))
        self.all = [Somebody(self.luck, table, name, players.get(name)) for name in names]
        start(gm, *(one.who for one in self.all))

    def face(self) -> int:
        return self.luck.randint(1, 10)

    def turn(self) -> None:
        for one in self.all:
            if one.able:
                self.declare(one)
            else:
                one.begin({"stance": "normal", "action": "attack", "extra": [], "drama": "", "at": "", "aim": False})
        self.initiative()
        for one in sorted(self.order, key=lambda one: bool(one.plan["aim"])):
            if one.able:
                self.act(one)

    # Intentions

    def declare(self, one: Somebody) -> None:
        one.begin(self.wish(one))
        while no := self.why_not(one):
            self.post_plan(one, 422, no)
            one.begin(self.wish(one))
        if one.feat:
            one.points -= 1
        self.post_plan(one, 200, "")
        if one.full:
            assert Track.objects.get(character=one.who, key="drama-points").value == one.points

    def wish(self, one: Somebody) -> Plan:
        pick = self.luck.choice
        return {
            "stance": pick(("normal", "normal", "full-offense", "full-defense")),
            "action": pick(("attack", "attack", "other")),
            "extra": [pick(("attack", "defense", "other")) for _ in range(self.luck.randint(0, one.more))],
            "aim": self.luck.random() < 0.2,
            "drama": pick(("", "", "attack", "defense", "damage", "initiative")) if one.full else "",
            "at": pick([other for other in self.all if other is not one and other.able])
            if self.luck.random() < 0.6
            else "",
        }

    @staticmethod
    def why_not(one: Somebody) -> str:
        if one.plan["stance"] == "full-defense" and one.plan["aim"]:
            return "On Full Defense nobody takes aim"
        if one.plan["stance"] == "full-defense" and one.many("attack"):
            return "On Full Defense nobody attacks"
        if one.plan["stance"] == "full-offense" and "defense" in one.plan["extra"]:
            return "On Full Offense nobody defends"
        return "No Drama Points are left" if one.feat and not one.points else ""

    def post_plan(self, one: Somebody, status: int, says: str) -> None:
        plan = one.plan
        given = {f"extra_{place}": act for place, act in enumerate(plan["extra"], 1)}
        given |= {key: plan[key] for key in ("stance", "action", "drama")} | {"text": "Fights"}
        given |= {"at": plan["at"].key} if plan["at"] else {}
        given |= {"aim": "on"} if plan["aim"] else {}
        words = does(self.gm, "dragonfly.declare", status, character=one.who.public_id, **given)
        assert says in words, (plan, words)

    # Initiative

    def initiative(self) -> None:
        here = [one for one in self.all if one.able]
        self.totals: dict[str, int] = {}
        first: list[int] = []
        for one in here:
            if not one.full:
                self.totals[one.name] = one.combat
            elif one.person is None:
                first.append(self.throw(one))
        throwers = [one for one in here if one.full and one.person is not None]
        ties = [self.face() for _ in range(40)]
        self.dice(*first, *ties)
        go_on(self.gm)
        for place, one in enumerate(throwers, 1):
            face = self.throw(one)
            self.dice(face, *(ties if place == len(throwers) else ()))
            ask = next(found for found in asks(self.gm.table) if found.subject == one.who.pk)
            one.person.does("dragonfly.initiative", ask=ask.public_id)
        self.order = self.ordered(here, ties)
        found = [(name, total) for name, total in order(self.gm) if total is not None]
        assert found == [(one.name, self.totals[one.name]) for one in self.order]

    def throw(self, one: Somebody) -> int:
        face = self.face()
        self.totals[one.name] = face + one.dexterity + one.fast + 10 * (one.feat == "initiative")
        return face

    def ordered(self, here: list[Somebody], ties: list[int]) -> list[Somebody]:
        ties = list(ties)

        def rank(one: Somebody) -> tuple[int, bool, int]:
            return -self.totals[one.name], not one.full, -one.dexterity if one.full else 0

        found: list[Somebody] = []
        for _, equal in groupby(sorted(here, key=rank), key=rank):
            found += thrown_for(list(equal), ties)
        return found

    # what is done

    def act(self, one: Somebody) -> None:
        assert one.name in acting_names(self.gm), (one.name, acting_names(self.gm))
        todo = ["attack"] * one.many("attack") + ["other"] * one.many("other")
        self.luck.shuffle(todo)
        for act in todo:
            if act == "other":
                self.something_else(one)
            elif not one.stopped and (targets := [to for to in self.all if to.able and to is not one]):
                self.strike(one, self.target(one, targets))
        if one.name in acting_names(self.gm):
            does(self.gm, "dragonfly.fight-act", character=one.who.public_id, what="done")
        assert one.name not in acting_names(self.gm)

    def target(self, one: Somebody, targets: list[Somebody]) -> Somebody:
        at = one.plan["at"]
        return at if at in targets and self.luck.random() < 0.7 else self.luck.choice(targets)

    def something_else(self, one: Somebody) -> None:
        penalty = -2 * (one.additional() + 1) if one.attacks + one.others else 0
        does(self.gm, "dragonfly.fight-act", character=one.who.public_id, what="other", words="Pulls a lever")
        assert told(self.gm.table, "dragonfly.fight-acted")["penalty"] == penalty
        one.others += 1

    def gang(self, one: Somebody, upon: Somebody) -> int:
        """What helps this one against that one."""
        mine = {by.name for by in self.all if upon.name in by.upon or by.sets_upon(upon)}
        return min(len(mine), 4) if one.name in mine and len(mine) > 1 else 0

    def strike(self, one: Somebody, at: Somebody) -> None:
        kept, drops = bool(one.attack_die), 2 * (one.additional() + 1) if one.attacks + one.others else 0
        one.attack_die = one.attack_die or self.face()
        one.upon.add(at.name)
        stance, feat = 2 * (one.plan["stance"] == "full-offense"), 10 * (one.feat == "attack")
        bonus = one.own(one.kung_fu) + stance + feat + self.gang(one, at) - drops
        total = bonus + (one.attack_die if one.full else 0)
        self.dice(*([one.attack_die] if one.full and not kept else []))
        person = one.person if one.person and self.luck.random() < 0.5 else self.gm
        strikes(person, one.who, at.who, way=one.way)
        one.attacks += 1
        known = kept or not one.full
        met = self.defend(at, one) if not (known and (total < 9 or one.feeble())) else None
        self.compare(one, at, total, met)

    def defend(self, at: Somebody, one: Somebody) -> int | None:
        if at.defenses >= at.guards():
            assert not asks(self.gm.table)
            return None
        how = self.luck.choice(("dodge", "parry", "take"))
        if how == "take":
            answers(self.gm, "take")
            return None
        free = FREE[at.plan["stance"]]
        drops = 2 * (at.additional() + 1) if at.defenses >= free else 0
        kept, at.defense_die = bool(at.defense_die), at.defense_die or self.face()
        skill = at.kung_fu if how == "parry" else max(at.kung_fu, at.acrobatics)
        bonus: int = at.own(skill) + 3 * (at.plan["stance"] == "full-defense") + 10 * (at.feat == "defense") - drops
        self.dice(*([at.defense_die] if at.full and not kept else []))
        answers(self.gm, how)
        at.defenses += 1
        return bonus + self.gang(at, one) + (at.defense_die if at.full else 0)

    def compare(self, one: Somebody, at: Somebody, total: int, met: int | None) -> None:
        hit, facts = lands(total, met) and not one.feeble(), settled(self.gm)
        found = (facts["attack"]["total"], facts["defense"] and facts["defense"]["total"], facts["result"] == "hit")
        assert found == (total, met, hit), (one.name, at.name, facts)
        lifted = 10 * (one.feat == "damage")
        struck = damage(one.base, (levels(total) if one.full else 0) + lifted, at.armor, 1) if hit else 0
        assert facts["damage"] == struck
        if hit and lifted:
            one.feat = ""
        at.life -= struck
        assert life(at.who) == at.life
        assert now(at.who).can_act is at.able
        one.stopped = total >= 9 and met is not None and not hit and not one.feeble()


def thrown_for(equal: list[Somebody], ties: list[int]) -> list[Somebody]:
    if len(equal) < 2:
        return equal
    faces = {one.name: ties.pop(0) for one in equal}
    found: list[Somebody] = []
    for _, same in groupby(sorted(equal, key=lambda one: -faces[one.name]), key=lambda one: faces[one.name]):
        found += thrown_for(list(same), ties)
    return found


@pytest.mark.played("dragonfly.initiative", "dragonfly.intentions", "dragonfly.extra-action-penalty",
                    "dragonfly.ganging-up", "dragonfly.heroic-feat")  # fmt: skip
@pytest.mark.parametrize("seed", range(8))
def test_turns(gm: Any, table: Any, ines: Any, marek: Any, dice: Any, seed: int) -> None:
    play = Turns(seed, gm, table, [ines, marek], dice)
    for _ in range(2):
        play.turn()
        if sum(one.able for one in play.all) < 2:
            return
        go_on(gm)
