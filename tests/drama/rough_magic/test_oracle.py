"""An evening's harm, rest and plot points at random through the door, against the book's own text of endurance,
recovery and points, worked out here once more and by nothing of apps.rules.

The book: four levels in all; stun is kept apart and comes back with the first rest; half an hour gives one level once
for each conflict, after it a day with rest and care or a week without; days that count go on. A point is the player's,
one to a session; it rallies whoever lost levels since the last rest, lifts a rank for one roll or one scene, or buys
what the GM accepts. The seed is fixed, so that what fails once fails again.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random
from typing import Any

import pytest

from apps.characters.models import Character, Entry
from apps.characters.rough_magic.endurance import damage_of, is_dead, is_down, may_rest, recent_of, word_for
from apps.characters.rough_magic.resting import days_counted
from apps.characters.rough_magic.sheet import sheet_of
from apps.table.models import Ask
from apps.table.sure import sure
from tests.combat.conftest import in_words
from tests.drama.rough_magic.conftest import has, made, told
from tests.people import Person, open_a_table, sit_down
from tests.rough_evening import BRAMBLE, DOOR, GUARD, JUN, SEL

Dice = Callable[..., Any]
PLAYS = range(2)
STEPS = 45
WORDS = ("fresh", "winded", "weakened", "exhausted", "defeated")
OF_THINGS = ("intact", "scuffed", "damaged", "broken", "destroyed")
RANKS = {"Jun": JUN, "Bramble": BRAMBLE, "Sel": SEL, "Guard": GUARD}
OWNERS = {"Jun": "Ines", "Bramble": "Marek"}
ATTRIBUTES = ("agility", "brawn", "perception", "reason", "will", "power")


# the book once more


@dataclass
class Body:
    """Somebody's levels, and how far they have come in recovering."""

    kind: str
    lost: int = 0
    stun: int = 0
    recent: int = 0
    rest: bool = False
    days: dict[bool, int] = field(default_factory=lambda: {True: 0, False: 0})
    dead: bool = False
    on: set[str] = field(default_factory=set)
    boosts: list[tuple[str, str]] = field(default_factory=list)
    """What is lifted by one rank, and until what: roll, scene, or hand."""

    @property
    def gone(self) -> int:
        return self.lost + self.stun

    @property
    def down(self) -> bool:
        return self.gone == 4 or self.dead

    @property
    def word(self) -> str:
        return (OF_THINGS if self.kind == "thing" else WORDS)[self.gone]

    def hit(self, levels: int, stunning: bool, breaks: bool) -> bool:
        """Whether anything was lost by it."""
        before = (self.lost, self.stun)
        if self.kind == "thing" and stunning:
            levels, stunning = (levels, False) if breaks else (0, False)
        if self.kind == "unnamed" and levels:
            levels = 4
        if stunning:
            self.set(self.lost, min(4 - self.lost, self.stun + levels))
        else:
            lasting = min(4, self.lost + levels)
            self.set(lasting, min(self.stun, 4 - lasting))
        return before != (self.lost, self.stun)

    def set(self, lost: int, stun: int) -> None:
        """What is lost anew can be rallied from, and opens a half hour of rest."""
        more = lost + stun - self.gone
        self.lost, self.stun = lost, stun
        if more > 0 and self.kind != "thing":
            self.recent, self.rest = self.recent + more, True
        self.recent = min(self.recent, self.gone)
        if not self.lost:
            self.days = {True: 0, False: 0}

    def heal(self, levels: int, stun_first: bool) -> None:
        for _ in range(levels):
            if self.stun and (stun_first or not self.lost):
                self.set(self.lost, self.stun - 1)
            elif self.lost:
                self.set(self.lost - 1, self.stun)

    def half_hour(self) -> None:
        if self.rest:
            self.set(max(0, self.lost - 1), 0)
        self.rest, self.recent = False, 0

    def pass_days(self, days: int, care: bool, rest_first: bool) -> None:
        if rest_first:
            self.half_hour()
        self.rest, self.recent = False, 0
        self.days[care] += days
        self.days[not care] = 0
        if care:
            self.set(max(0, self.lost - days), 0)
        else:
            weeks, self.days[False] = divmod(self.days[False], 7)
            self.set(max(0, self.lost - weeks), self.stun)

    def rank(self, trait: str, base: int) -> int:
        return base + sum(1 for name, _ in self.boosts if name == trait)


@dataclass
class Asked:
    """A wish that waits: whose point, for what."""

    payer: str
    use: str
    hero: str = ""
    trait: str = ""


class Play:
    """A table at which everything is chosen at random, and done through the door."""

    def __init__(self, seed: int, dice: Dice) -> None:
        self.luck, self.dice = Random(seed), dice
        self.rally_down, self.stack, self.breaks = (self.luck.random() < 0.7 for _ in range(3))
        self.cap = self.luck.choice([0, 0, 2, 3])
        self.table = open_a_table(
            game="rough_magic", rally_when_defeated=on(self.rally_down), boosts_stack=on(self.stack),
            stun_hurts_objects=on(self.breaks), plot_point_cap=str(self.cap),
        )  # fmt: skip
        self.gm = sit_down(self.table, "Director", "gm")
        self.players = {"Ines": sit_down(self.table, "Ines"), "Marek": sit_down(self.table, "Marek")}
        self.cast: dict[str, Character] = {
            "Jun": made(self.players["Ines"], **JUN), "Bramble": made(self.players["Marek"], **BRAMBLE),
            "Sel": made(self.gm, **SEL), "Guard": made(self.gm, **GUARD), "Door": made(self.gm, "make-thing", **DOOR),
        }  # fmt: skip
        kinds = {"Guard": "unnamed", "Door": "thing"}
        self.bodies = {name: Body(kinds.get(name, "named")) for name in self.cast}
        self.bodies["Bramble"].on = {"Torment"}
        self.gm.does("rough_magic.open-session")
        self.points = {"Ines": 1, "Marek": 1}
        self.wishes: list[Asked] = []
        self.scene = False
        self.said: list[Any] = []

    def id(self, name: str) -> str:
        return str(self.cast[name].public_id)

    def seat(self, owner: str) -> str:
        return sure(self.players[owner].seat).public_id

    def does(self, who: Person, act: str, allowed: bool, **data: Any) -> bool:
        answer = who.post(act, plain=True, **data)
        self.said.append((act, data, answer.status_code, allowed))
        assert answer.status_code == (302 if allowed else 422), (self.said[-6:], in_words(answer))
        return allowed

    def some(self, among: tuple[str, ...]) -> list[str]:
        return self.luck.sample(among, self.luck.randint(1, min(3, len(among))))

    # harm and time

    def hurts(self) -> None:
        whom = self.some(tuple(self.cast))
        levels, stunning = self.luck.randint(1, 3), self.luck.random() < 0.4
        changed = [self.bodies[one].hit(levels, stunning, self.breaks) for one in whom]
        self.does(self.gm, "rough_magic.hurt", any(changed), characters=[self.id(one) for one in whom], levels=levels,
                  sort="stunning" if stunning else "lasting")  # fmt: skip

    def heals(self) -> None:
        name = self.luck.choice(list(self.cast))
        body, levels, stun_first = self.bodies[name], self.luck.randint(1, 2), self.luck.random() < 0.5
        allowed = body.gone > 0 and not (body.kind == "thing" and body.gone == 4)
        self.does(self.gm, "rough_magic.heal", allowed, character=self.id(name), levels=levels,
                  sort="stunning" if stun_first else "lasting")  # fmt: skip
        if allowed:
            body.heal(levels, stun_first)

    def rests(self) -> None:
        whom = self.some(("Jun", "Bramble", "Sel"))
        living = not any(self.bodies[one].dead for one in whom)
        allowed = living and any(self.bodies[one].rest for one in whom)
        if self.does(self.gm, "rough_magic.rest", allowed, characters=[self.id(one) for one in whom]):
            for one in whom:
                self.bodies[one].half_hour()

    def days(self) -> None:
        whom = self.some(("Jun", "Bramble", "Sel"))
        days, care, first = (
            self.luck.choice([1, 1, 2, 3, 5, 6, 7, 9]),
            self.luck.random() < 0.3,
            self.luck.random() < 0.6,
        )
        data = {"characters": [self.id(one) for one in whom], "days": days, "care": "yes" if care else "no"}
        allowed = not any(self.bodies[one].dead for one in whom)
        if self.does(self.gm, "rough_magic.time-passes", allowed, **data | ({"rest_first": "on"} if first else {})):
            for one in whom:
                self.bodies[one].pass_days(days, care, first)

    def level_by_hand(self) -> None:
        name = self.luck.choice(["Jun", "Bramble", "Sel"])
        body, (word, gone) = self.bodies[name], self.luck.choice([("exhausted", 3), ("defeated", 4)])
        begins = self.luck.random() < 0.6
        allowed = (body.gone == gone) != begins
        data = {"character": self.id(name), "state": word, "does": "begins" if begins else "ends"}
        if self.does(self.gm, "rough_magic.state", allowed, **data):
            wanted = gone if begins else gone - 1
            stun = min(body.stun, max(0, wanted - body.lost))
            body.set(wanted - stun, stun)

    def dies(self) -> None:
        name = self.luck.choice(["Sel", "Guard"])
        body = self.bodies[name]
        if body.dead:
            self.does(self.gm, "rough_magic.not-dead", True, character=self.id(name))
            body.dead = False
        elif self.luck.random() < 0.4:
            self.does(self.gm, "rough_magic.death", True, character=self.id(name), why="The end")
            body.dead = True

    def rallies(self) -> None:
        name = self.luck.choice(["Jun", "Bramble"])
        body, owner = self.bodies[name], OWNERS[name]
        count = self.luck.choice(["", "lost", "stun"])
        allowed = self.points[owner] > 0 and body.recent > 0 and (self.rally_down or body.gone < 4)
        who = self.luck.choice([self.gm, self.players[owner]])
        data = {"character": self.id(name)} | ({"count": count} if count else {})
        if self.does(who, "rough_magic.rally", allowed, **data):
            self.points[owner] -= 1
            recent = body.recent
            body.heal(1, stun_first=count == "stun")
            body.recent = min(recent - 1, body.gone)

    # points

    def gain(self, name: str, held: int) -> int:
        return max(held, min(held + 1, self.cap)) if self.cap else held + 1

    def awards(self) -> None:
        to_all = self.luck.random() < 0.5
        names = list(self.points) if to_all else [self.luck.choice(list(self.points))]
        allowed = any(self.gain(one, self.points[one]) > self.points[one] for one in names)
        given = {"to": "all"} if to_all else {"seats": [self.seat(one) for one in names]}
        if self.does(self.gm, "rough_magic.award", allowed, **given):
            self.points |= {one: self.gain(one, self.points[one]) for one in names}

    def sessions(self) -> None:
        kept = [one for one, count in self.points.items() if count and self.luck.random() < 0.4]
        keep = [self.seat(one) for one in kept]
        self.does(self.gm, "rough_magic.open-session", True, keep=keep)
        self.points = {one: self.gain(one, count if one in kept else 0) for one, count in self.points.items()}
        self.scene_ends()

    def scene_ends(self) -> None:
        self.scene = False
        for body in self.bodies.values():
            body.boosts = []

    def scenes(self) -> None:
        if self.scene:
            self.does(self.gm, "close-scene", True)
            self.scene_ends()
        else:
            self.does(self.gm, "open-scene", True, title="The sluice")
            self.scene = True

    def spare(self, owner: str) -> bool:
        return self.points[owner] > sum(one.payer == owner for one in self.wishes)

    def wishes_for(self) -> None:
        name = self.luck.choice(["Jun", "Bramble"])
        owner = OWNERS[name]
        use = self.luck.choice(["hint", "spend", "retcon"])
        data = {"hint": {"about": "The key"}, "spend": {"what": "A roof holds"}, "retcon": {"fact": "Was here once"}}[
            use
        ]
        data = data | ({"character": self.id(name)} if use == "retcon" else {})
        if self.does(self.players[owner], f"rough_magic.{use}", self.spare(owner), **data):
            self.wishes.append(Asked(owner, use, name))

    def traits(self, name: str) -> dict[str, tuple[str, int]]:
        """What may be boosted, with what the form sends and the rank on the sheet."""
        sheet = RANKS[name]
        found = {one: (one, sheet.get(one, 1)) for one in ATTRIBUTES}
        powers = {sheet[f"power_{n}_name"]: sheet[f"power_{n}_rank"] for n in (1, 2, 3) if f"power_{n}_name" in sheet}
        rows = {row.name: row.public_id for row in Entry.objects.filter(character=self.cast[name], kind="power")}
        return found | {one: (rows[one], rank) for one, rank in powers.items()}

    def boosts(self) -> None:
        name = self.luck.choice(["Jun", "Bramble"])
        owner, body = OWNERS[name], self.bodies[name]
        trait = self.luck.choice(list(self.traits(name)))
        scene = self.luck.random() < 0.4
        who = self.luck.choice([self.gm, self.players[owner]])
        free = self.points[owner] > 0 and (self.stack or not any(one == trait for one, _ in body.boosts))
        waits = scene and who is not self.gm
        if scene:
            free = free and self.spare(owner) and (waits or self.scene)
        data = {
            "character": self.id(name),
            "trait": self.traits(name)[trait][0],
            "duration": "scene" if scene else "round",
        }
        if not self.does(who, "rough_magic.boost", free, **data):
            return
        if waits:
            self.wishes.append(Asked(owner, "boost", name, trait))
        else:
            self.lifts(name, trait, "scene" if scene else "roll")

    def lifts(self, name: str, trait: str, until: str) -> None:
        self.points[OWNERS[name]] -= 1
        self.bodies[name].boosts.append((trait, until))

    def boosts_by_hand(self) -> None:
        name = self.luck.choice(["Jun", "Bramble"])
        body, trait = self.bodies[name], self.luck.choice(list(self.traits(name)))
        data = {"character": self.id(name), "state": "boosted"}
        if self.luck.random() < 0.5:
            allowed = (trait, "hand") not in body.boosts and not any(one == trait for one, _ in body.boosts)
            if self.does(
                self.gm, "rough_magic.state", allowed, does="begins", trait=self.traits(name)[trait][0], **data
            ):
                body.boosts.append((trait, "hand"))
        elif self.does(self.gm, "rough_magic.state", bool(body.boosts), does="ends", **data):
            body.boosts = []

    def answers(self) -> None:
        asks = list(Ask.objects.filter(table=self.table, closed_at=None, exchange__closed_at=None,
                                       exchange__kind="rough_magic.wish").order_by("pk"))  # fmt: skip
        assert len(asks) == len(self.wishes), self.said[-4:]
        if not asks:
            return
        at = self.luck.randrange(len(asks))
        wish, choices = self.wishes[at], ["yes", "yes", "no"]
        choices += ["round"] if wish.use == "boost" else []
        allow = self.luck.choice(choices)
        lasts = "roll" if allow == "round" else "scene"
        words = {"words": "Look up"} if wish.use == "hint" and allow != "no" else {}
        can = allow == "no" or self.points[wish.payer] > 0
        if wish.use == "boost" and allow != "no":
            held = [one for one, _ in self.bodies[wish.hero].boosts]
            can = can and (self.stack or wish.trait not in held) and (lasts == "roll" or self.scene)
        if not self.does(self.gm, "rough_magic.answer-wish", can, ask=asks[at].public_id, allow=allow, **words):
            return
        del self.wishes[at]
        if allow == "no":
            return
        if wish.use == "boost":
            self.lifts(wish.hero, wish.trait, lasts)
        else:
            self.points[wish.payer] -= 1

    # rolls and powers

    def rolls(self) -> None:
        """The exhausted have a penalty; what was bought for this roll is over with it."""
        name = self.luck.choice(["Jun", "Bramble", "Sel"])
        body, attribute = self.bodies[name], self.luck.choice(ATTRIBUTES)
        by_gm = name == "Sel" or self.luck.random() < 0.4
        who = self.gm if by_gm else self.players[OWNERS[name]]
        owner = OWNERS.get(name)
        buys = bool(owner) and self.luck.random() < 0.3
        pair = self.luck.randint(1, 6), self.luck.randint(1, 6)
        allowed = (by_gm or not body.down) and (not buys or self.points[owner or ""] > 0)
        self.dice(*(pair if allowed else ()))
        data = {"character": self.id(name), "attribute": attribute, "grade": "challenging"}
        if not self.does(who, "rough_magic.check", allowed, **data | ({"point": "success"} if buys else {})):
            return
        if buys:
            self.points[owner or ""] -= 1
        total = sum(pair) + body.rank(attribute, RANKS[name][attribute]) - 3 * (body.gone == 3)
        facts = told(self.table)
        assert facts["total"] == total, (facts, self.said[-5:], body)
        assert facts["success"] == (buys or total >= 11), facts
        assert facts["extreme"] == (total >= 14), facts
        body.boosts = [one for one in body.boosts if one[1] != "roll"]

    def switches(self) -> None:
        body = self.bodies["Bramble"]
        power, to = self.luck.choice(["Stone skin", "Torment", "Wave step"]), self.luck.random() < 0.6
        by_gm = self.luck.random() < 0.4
        who = self.gm if by_gm else self.players["Marek"]
        row = self.traits("Bramble")[power][0]
        allowed = (power in body.on) != to and (by_gm or not body.down)
        if self.does(who, "rough_magic.switch-power", allowed, power=row, to=on(to)):
            (body.on.add if to else body.on.discard)(power)

    # what is compared

    def check(self) -> None:
        for name, body in self.bodies.items():
            row = Character.objects.get(pk=self.cast[name].pk)
            damage = damage_of(row)
            found = (damage.lost, damage.stun, word_for(row, damage).lower(), is_down(row), is_dead(row))
            assert found == (body.lost, body.stun, body.word, body.down, body.dead), (name, self.said[-5:])
            if body.kind != "thing":
                back = (may_rest(row), recent_of(row), days_counted(row))
                assert back == (body.rest, body.recent, (body.days[True], body.days[False])), (name, self.said[-5:])
        assert {one: has(person) for one, person in self.players.items()} == self.points, self.said[-5:]
        for name in OWNERS:
            self.check_ranks(name)

    def check_ranks(self, name: str) -> None:
        body, sheet = self.bodies[name], sheet_of(Character.objects.get(pk=self.cast[name].pk))
        powers = {one.name: one.rank for one in sheet.powers}
        for trait, (_, base) in self.traits(name).items():
            rank = powers[trait] if trait in powers else sheet.rank(trait)
            assert rank == body.rank(trait, base), (trait, body.boosts, self.said[-5:])
        worn = 2 if name == "Jun" else body.rank("Stone skin", 4) if "Stone skin" in body.on else 0
        for kind, attribute in (("close", "brawn"), ("ranged", "agility")):
            wanted = body.rank(attribute, RANKS[name][attribute]) + worn
            assert sheet.defence(kind) == wanted, (kind, body, self.said[-5:])  # type: ignore[arg-type]

    def step(self) -> None:
        deeds: list[Callable[[], None]] = [
            self.hurts, self.hurts, self.hurts, self.heals, self.rests, self.rests, self.days, self.days,
            self.level_by_hand, self.dies, self.rallies, self.rallies, self.awards, self.awards, self.sessions,
            self.scenes, self.wishes_for, self.boosts, self.boosts, self.boosts_by_hand, self.answers, self.answers,
            self.rolls, self.rolls, self.switches,
        ]  # fmt: skip
        self.luck.choice(deeds)()
        self.check()


def on(what: bool) -> str:
    return "on" if what else "off"


@pytest.mark.played(
    "rough_magic.damage-record", "rough_magic.recovery", "rough_magic.rally", "rough_magic.plot-point-spend",
    "rough_magic.power-boost",
)  # fmt: skip
@pytest.mark.parametrize("seed", PLAYS)
def test_harm_rest_and_points(db: None, dice: Dice, seed: int) -> None:
    play = Play(seed, dice)
    for _ in range(STEPS):
        play.step()
