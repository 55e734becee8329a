"""Evenings at random through the door against the book's own text of Complications and plot points, worked out here
once more and by nothing of apps.rules.

The book: a 1 never counts; the two highest count, one for whoever is out, and each further die costs a point. The GM
may buy the 1s of a roll for a point of the pile: a new Complication, d6 and a step for each further 1, or a step up for
each. Nothing but 1s makes one without a point. The GM's own 1s let a Complication be stepped down for a point. A
recovery that succeeds takes it off, one that fails steps it down, or up once for each 1. Past d12 its owner is out, and
a ship as well: to act costs a point then. Five more than the other side is a Big Damn Hero die of the size of its
highest rolling die, five less costs the largest that is no larger; one is added for a point, and on a 1 taken back or
left as one more 1. Who loses at high stakes is out for the scene, or pays and takes what the GM says. The seed is
fixed, so that what fails once fails again.
"""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from apps.characters.models import Character, Entry, Track
from apps.checks.crew.drafts import Chosen
from apps.rules.crew.contest import Place
from apps.table.models import Ask, Exchange
from tests.checks.crew.conftest import (
    a_crewmember,
    ask_of,
    contest,
    entry,
    of,
    oppose,
    pool,
    store_of,
    the_exchange,
    the_side,
)
from tests.checks.crew.pools import a_ship
from tests.crew_play import choice, complication
from tests.people import Person, open_a_table, sit_down

PLAYS = range(8)
ROLLS = 9
SIZES = (6, 8, 10, 12, 14)
"""From d6 to d12+."""


def stepped(size: int, by: int) -> int:
    """0 is gone."""
    place = SIZES.index(size) + by
    return SIZES[min(place, 4)] if place >= 0 else 0


def made(ones: int) -> int:
    return SIZES[min(ones, 5) - 1]


class Evening:
    """Wren and Kit aboard their ship, with numbers that are known here as well."""

    def __init__(self, seed: int, dice: Any) -> None:
        self.luck, self.dice = Random(seed), dice
        self.per_step = self.luck.random() < 0.3
        price = "one per step" if self.per_step else "one for all steps"
        self.limit = self.luck.choice(["per complication", "per patient", "per crew"])
        self.table = open_a_table(game="crew", opportunity_price=price, recovery_limit=self.limit)
        self.gm, ines, marek = (sit_down(self.table, *one) for one in (("Robin", "gm"), ("Ines",), ("Marek",)))
        self.wren = a_crewmember(self.table, "Wren", ines, 2, mental=6, physical=8, social=8, shoot=10, treat=8, fly=8)
        self.kit = a_crewmember(self.table, "Kit", marek, 1, mental=10, physical=8, social=6, shoot=6, treat=8, fly=8)
        self.players: dict[int, Person] = {self.wren.pk: ines, self.kit.pk: marek}
        self.lena = a_ship(self.table, self.wren, self.kit, engines=8, hull=10, systems=6)
        self.cast = (self.wren, self.kit, self.lena)
        for one in (self.wren, self.kit):
            entry(one, "signature-asset", "A carbine", 8, triggers=[])
        self.tran = a_crewmember(self.table, "Marshal Tran", role="major-gmc", mental=8, physical=10, social=6, shoot=8)
        self.points = {self.wren.pk: 2, self.kit.pk: 1}
        self.store: dict[int, list[int]] = {self.wren.pk: [], self.kit.pk: []}
        self.fell: set[int] = set()
        """Who lost at high stakes in this scene."""
        self.borne: dict[str, tuple[Character, int]] = {}
        self.tended: set[str] = set()
        self.said: list[Any] = [price, self.limit]
        for one in self.cast:
            held = complication(one, f"Trouble of {one.name}", self.luck.choice(SIZES[:4]))
            self.borne[held.public_id] = one, held.amount or 0

    # at the door

    def does(self, person: Person, act: str, **data: Any) -> bool:
        """Whether it was done; else it was refused."""
        answer = person.post(act, plain=True, **data)
        self.said.append((act, data, answer.status_code))
        assert answer.status_code in (302, 422), self.said[-1]
        return answer.status_code == 302

    def asks(self, kind: str) -> list[Ask]:
        found = Ask.objects.filter(table=self.table, exchange__kind=kind, closed_at=None, exchange__closed_at=None)
        return list(found.order_by("pk"))

    def waits(self, stage: str) -> list[Ask]:
        """What the roll waits for, if it is that."""
        return [one for one in self.asks("crew.contest") if one.facts["stage"] == stage]

    def check(self) -> None:
        """Every Complication and every point is where the book has them."""
        rows = Entry.objects.filter(kind="complication", character__table=self.table)
        assert {one.public_id: one.amount for one in rows} == {key: size for key, (_, size) in self.borne.items()}, (
            self.said[-6:]
        )
        held = Track.objects.filter(table=self.table, key="plot-points").values_list("character", "value")
        assert dict(held) == self.points, self.said[-6:]
        stored = {key: sorted(store_of(one)) for key, one in ((who.pk, who) for who in (self.wren, self.kit))}
        assert stored == {key: sorted(sizes) for key, sizes in self.store.items()}, self.said[-6:]

    # the book once more

    def of(self, *holders: Character) -> list[str]:
        return [key for key, (who, _) in self.borne.items() if who in holders]

    def steps(self, key: str, by: int) -> None:
        who, size = self.borne[key]
        after = stepped(size, by)
        self.borne[key] = who, after
        if not after:
            del self.borne[key]

    def comes(self, who: Character, size: int) -> None:
        """The newest row is the one that came."""
        new = Entry.objects.filter(kind="complication", character=who).latest("pk")
        assert new.public_id not in self.borne
        self.borne[new.public_id] = who, size

    def is_out(self, who: Character) -> bool:
        return who.pk in self.fell or any(self.borne[key][1] == 14 for key in self.of(who))

    def faces(self, *sizes: int) -> list[int]:
        """Often a 1."""
        return [1 if self.luck.random() < 0.3 else self.luck.randint(1, min(size, 12)) for size in sizes]

    # a roll from its beginning to its end

    def rolls(self) -> None:
        who = self.luck.choice([self.wren, self.kit])
        treats = self.luck.choice(list(self.borne)) if self.borne and self.luck.random() < 0.4 else ""
        foe = self.tran if not treats and self.luck.random() < 0.5 else None
        if foe or self.luck.random() < 0.4:
            self.gm.does("open-scene", title="Later")
            self.tended.clear()
            self.fell.clear()
        if treats and not self.begins_recovery(who, treats):
            return
        if not treats:
            contest(self.gm, who, foe, **({"high_stakes": "both"} if foe else {}))
        theirs = self.opposed(treats, foe)
        self.check()
        was_asked = self.opportunity(who, theirs.count(1))
        self.check()
        mine = self.throws(who, treats)
        if mine is None:
            self.gm.does("call-off", exchange=the_exchange(self.table).public_id)
            self.check()
            return
        self.ends(who, treats, foe, theirs, mine, 0 if was_asked else theirs.count(1))

    def ends(
        self,
        who: Character,
        treats: str,
        foe: Character | None,
        theirs: list[int],
        mine: tuple[list[int], bool, bool],
        unasked: int,
    ) -> None:
        """`unasked` are 1s of the GM's for which nobody had anything to step down, as yet."""
        faces, _, ship = mine
        against = sum(sorted(face for face in theirs if face > 1))
        total, ones = self.adds(who, self.keeps(who, *mine), against, faces.count(1))
        self.exceptional(who, total - against)
        if treats:
            self.treated(who, treats, total > against and set(faces) != {1}, ones)
        else:
            self.jinxed(who, faces, ship, ones)
        self.opportunity(who, unasked, nothing_more_comes=True)
        if foe:
            self.high_stakes(who, total > against)
        self.check()
        assert Exchange.objects.get(pk=the_exchange(self.table).pk).closed_at is not None, self.said[-4:]

    def begins_recovery(self, who: Character, treats: str) -> bool:
        patient = self.borne[treats][0].public_id
        key = {"per complication": treats, "per patient": patient, "per crew": "crew"}[self.limit]
        allowed = key not in self.tended
        data = {"complication": treats, "character": who.public_id, "difficulty": 8}
        assert self.does(self.gm, "crew.recover", **data) == allowed, (self.said[-3:], self.tended)
        self.tried = key
        return allowed

    def opposed(self, treats: str, foe: Character | None) -> list[int]:
        """The GM throws a difficulty d8 with the Situation d6, or with what is treated; the Marshal his own."""
        faces = self.faces(6, 6)
        self.dice(*faces)
        if foe:
            pool(self.table, "defender", *of("physical", "shoot"))
        if treats or foe:
            assert self.does(self.gm, "crew.throw", ask=ask_of(self.table, "defender").public_id)
        else:
            oppose(self.gm)
        return faces

    def throws(self, who: Character, treats: str) -> tuple[list[int], bool, bool] | None:
        """The faces, whether only one of them counts, and whether a die of the ship's was among them."""
        ship = not treats and self.luck.random() < 0.4
        dice: tuple[Chosen, ...] = of("physical", "treat" if treats else "shoot")
        if ship:
            dice = (Chosen("attribute", "engines", self.lena.public_id), Chosen("skill", "fly"))
        sizes = [6, 6]
        if self.luck.random() < 0.6:
            carbine = Entry.objects.get(character=who, kind="signature-asset")
            dice, sizes = (*dice, Chosen("signature-asset", carbine.public_id)), [*sizes, 8]
        pool(self.table, "aggressor", *dice)
        limited = self.is_out(who) or (ship and self.is_out(self.lena))
        faces = self.faces(*sizes)
        self.dice(*faces)
        allowed = not limited or self.points[who.pk] > 0
        thrown = self.does(self.players[who.pk], "crew.throw", ask=ask_of(self.table, "aggressor").public_id)
        assert thrown == allowed, (self.said[-3:], limited, self.points)
        if not allowed:
            return None
        self.points[who.pk] -= limited
        if treats:
            self.tended.add(self.tried)
        self.botches(who, faces, treats)
        return faces, limited, ship

    def botches(self, who: Character, faces: list[int], treats: str) -> None:
        """Nothing but 1s: it comes at once, and the GM may name it."""
        if set(faces) == {1} and not treats:
            self.comes(who, made(len(faces)))
            assert self.does(self.gm, "crew.answer-botch", ask=self.asks("crew.botch")[-1].public_id, name="A mess")

    def keeps(self, who: Character, faces: list[int], limited: bool, ship: bool) -> int:
        """What the total is: the best of them, and as many more as are paid for."""
        best = sorted((face for face in faces if face > 1), reverse=True)
        free = 1 if limited else 2
        total, more = sum(best[:free]), best[free:]
        asked = self.waits("keep")
        if not asked:
            return total
        person, ask = self.players[who.pk], asked[0].public_id
        if self.luck.random() < 0.5:
            count = self.luck.randint(1, len(more))
            places = sorted(range(len(faces)), key=lambda n: -faces[n])[free : free + count]
            can = self.points[who.pk] >= count
            assert self.does(person, "crew.keep", ask=ask, dice=places) == can, (self.said[-3:], faces, self.points)
            if can:
                self.points[who.pk] -= count
                total += sum(more[:count])
        if self.waits("keep"):
            assert self.does(person, "crew.announce", ask=ask)
        return total

    def adds(self, who: Character, total: int, against: int, ones: int) -> tuple[int, int]:
        """Big Damn Hero dice, as long as somebody is asked about them: the total, and how many 1s there are now."""
        person = self.players[who.pk]
        while asked := self.waits("hero"):
            ask, size = asked[0].public_id, self.luck.choice([0, *self.store[who.pk]])
            self.dice(face := self.faces(size or 6)[0])
            can = not size or self.points[who.pk] > 0
            assert self.does(person, "crew.hero", ask=ask, die=size or "pass") == can, (self.said[-3:], self.points)
            if not size:
                break
            if can:
                self.points[who.pk] -= 1
                self.store[who.pk].remove(size)
                total += face if face > 1 else 0
                ones += self.leaves(who, size) if face == 1 else 0
        return total, ones

    def leaves(self, who: Character, size: int) -> int:
        """A die that shows 1 goes back, or is one more 1."""
        (ask,) = self.waits("jinx")
        leave = self.luck.choice(["no", "yes"])
        assert self.does(self.players[who.pk], "crew.hero-jinx", ask=ask.public_id, leave=leave)
        self.store[who.pk] += [size] if leave == "no" else []
        return int(leave == "yes")

    # what follows

    def highest(self, place: Place) -> int:
        """The die of that pool with the highest face, of several the largest; d12+ is thrown as a d12."""
        side = the_side(self.table, place)
        return min(12, max(zip(side.faces, (die.size for die in side.pool), strict=True))[1])

    def exceptional(self, who: Character, margin: int) -> None:
        highest, store = self.highest("defender"), self.store[who.pk]
        if margin >= 5:
            store.append(highest)
        elif margin <= -5 and (fits := [size for size in store if size <= highest]):
            store.remove(max(fits))

    def high_stakes(self, who: Character, won: bool) -> None:
        """The Marshal's bank is empty: he cannot stay. A crewmember may, for a point."""
        asked = self.asks("crew.stay")
        assert bool(asked) == (not won and who.pk not in self.fell and self.points[who.pk] > 0), (won, self.said[-3:])
        if won or who.pk in self.fell:
            return
        stays = self.luck.choice(["yes", "no"]) if asked else "no"
        if asked:
            assert self.does(self.players[who.pk], "crew.answer-stay", ask=asked[0].public_id, stay=stays)
        if stays == "no":
            self.fell.add(who.pk)
            return
        self.points[who.pk] -= 1
        self.prices(who, max(6, self.highest("defender")))

    def prices(self, who: Character, size: int) -> None:
        """A new one of that size, one that is raised to it, or one more step."""
        borne = [(key, self.borne[key][1]) for key in self.of(who)]
        offered = [choice("new", who), *(f"raise:{key}" for key, held in borne if held < size)]
        offered += [f"step:{key}" for key, held in borne if held < 14 and stepped(held, 1) != size]
        picked = self.luck.choice(offered)
        (ask,) = self.asks("crew.stay-price")
        assert self.does(self.gm, "crew.stay-price", ask=ask.public_id, choice=picked, name=f"Woe {len(self.said)}")
        word, _, key = picked.partition(":")
        if word == "new":
            self.comes(who, size)
        elif word == "raise":
            self.borne[key] = who, size
        else:
            self.steps(key, 1)

    def jinxed(self, who: Character, faces: list[int], ship: bool, ones: int) -> None:
        """The GM buys the 1s, or lets them go."""
        asked = self.asks("crew.jinx")
        assert bool(asked) == (ones > 0 and set(faces) != {1}), (faces, ones, self.said[-3:])
        if not asked:
            return
        bearers = [who, *([self.lena] if ship else [])]
        larger = [key for key in self.of(*bearers) if self.borne[key][1] < 14]
        picked = self.luck.choice(["pass", "new", *["step"] * bool(larger)])
        self.buys(asked[0].public_id, who, picked, bearers, larger, ones)

    def buys(
        self, ask: str, who: Character, picked: str, bearers: list[Character], larger: list[str], ones: int
    ) -> None:
        bearer = self.luck.choice(bearers)
        key = self.luck.choice(larger) if picked == "step" else ""
        sent = f"step:{key}" if key else choice("new", bearer) if picked == "new" else "pass"
        assert self.does(self.gm, "crew.answer-jinx", ask=ask, choice=sent, name=f"Woe {len(self.said)}")
        self.points[who.pk] += picked != "pass"
        if picked == "new":
            self.comes(bearer, made(ones))
        elif key:
            self.steps(key, ones)

    def opportunity(self, who: Character, ones: int, nothing_more_comes: bool = False) -> bool:
        """Whoever is opposed is asked first, then the other; one buys for all. Whether anybody was asked."""
        other = self.kit if who == self.wren else self.wren
        may_come = self.points[who.pk] or not nothing_more_comes
        asks = [who] if ones and may_come and self.of(who, self.lena) else []
        asks += [other] if ones and self.of(other, self.lena) and self.points[other.pk] else []
        for one in asks:
            (ask,) = self.asks("crew.opportunity")
            assert ask.facts["who"] == one.name
            if self.takes(one, ask.public_id, ones):
                break
        assert not self.asks("crew.opportunity"), self.said[-3:]
        return bool(asks)

    def takes(self, one: Character, ask: str, ones: int) -> bool:
        key = self.luck.choice(["", *self.of(one, self.lena)])
        person = self.players[one.pk]
        if key:
            whole = min(ones, SIZES.index(self.borne[key][1]) + 1)
            wanted = self.luck.randint(1, ones) if self.per_step and self.luck.random() < 0.5 else 0
            steps = min(wanted or ones, whole)
            price = steps if self.per_step else 1
            more = {"steps": wanted} if wanted else {}
            can = self.points[one.pk] >= price
            done = self.does(person, "crew.answer-opportunity", ask=ask, choice=f"step:{key}", **more)
            assert done == can, (self.said[-3:], self.points)
            if done:
                self.points[one.pk] -= price
                self.steps(key, -steps)
                return True
        assert self.does(person, "crew.answer-opportunity", ask=ask, choice="pass")
        return False

    def treated(self, who: Character, key: str, won: bool, ones: int) -> None:
        if key in self.borne:
            patient = self.borne[key][0]
            if won:
                del self.borne[key]
            else:
                self.steps(key, ones or -1)
        else:
            patient = who
        asked = self.asks("crew.jinx")
        assert bool(asked) == (won and bool(ones)), (won, ones, self.said[-3:])
        if asked:
            bearers = list(dict.fromkeys([who, patient]))
            self.buys(asked[0].public_id, who, self.luck.choice(["pass", "new"]), bearers, [], ones)

    # points beside the rolls

    def pays(self) -> None:
        """An Asset, one that is kept, a payment by hand, a point of the GM's and one taken back."""
        who = self.luck.choice([self.wren, self.kit])
        person = self.players[who.pk]
        made_here = Entry.objects.filter(kind="asset", character=who, facts__lasts="scene").first()
        acts: list[tuple[Person, str, dict[str, Any], int]] = [
            (person, "crew.asset", {"character": who.public_id, "name": f"Rope {len(self.said)}"}, -1),
            (person, "crew.spend", {"character": who.public_id, "what": "A favour"}, -1),
            (self.gm, "crew.award", {"characters": [who.public_id], "why": "A line"}, 1),
            (self.gm, "crew.take-back", {"character": who.public_id, "points": 2}, -2),
        ]
        if made_here:
            acts.append((person, "crew.asset-keep", {"character": who.public_id, "asset": made_here.public_id}, -1))
        by, act, data, costs = self.luck.choice(acts)
        can = self.points[who.pk] + costs >= 0
        assert self.does(by, act, **data) == can, (self.said[-3:], self.points)
        self.points[who.pk] += costs if can else 0
        self.check()


@pytest.mark.played(
    "crew.recovery", "crew.jinx", "crew.opportunity", "crew.big-damn-hero-use", "crew.stay-in-the-fight"
)
@pytest.mark.parametrize("seed", PLAYS)
def test_complications_and_points(db: None, dice: Any, seed: int) -> None:
    evening = Evening(seed, dice)
    for _ in range(ROLLS):
        evening.rolls()
        evening.pays()
