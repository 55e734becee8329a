"""Random hits, repairs and hiding ships through the door against the book, worked out here once more.

The book: as many hits as Size do nothing, each further one fails a system by the table of a d10, twice Size is debris;
the second hit of a system is at -5 to repair, the third beyond it, and of life support the shorter clock counts.
Hiding: Notice with the own gain finds a place, a d10 tells its cover (+2 to 6, +5 to 9, +10), and Pilot - Size + cover
of 9 or more that beats Notice + gain + range of each that looks for it hides; a tie notices. The seed is fixed, so that
what fails once fails again.
"""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from apps.characters.models import Character
from apps.table.models import Telling
from tests.checks.conftest import full_sheet, score_sheet
from tests.combat.wounded import with_life
from tests.ships.conftest import seated, sheet, ship_made
from tests.ships.fleet import (
    at_fire,
    condition,
    damaged,
    encounter,
    facts_of,
    fire,
    go_on,
    meet,
    range_of,
    said,
    set_range,
    track,
)
from tests.ships.hiders import asks_of, hide, is_hidden, moved_apart, to_the_run
from tests.ships.test_oracle import RANGES

TURRET = "Turret"
CARGO, QUARTERS, STORES = "cargo-space", "crew-quarters", "food-and-supplies"
LIFE, MEDICAL = "life-support", "medical-facilities"
TABLE = (LIFE, "engines", "engines", MEDICAL, "drive-controls", "weapons", CARGO, CARGO, QUARTERS, STORES)
LASTING = (LIFE, "engines", MEDICAL, "drive-controls", "weapons", "sensors")
FACES = (1, 1, 1, 2, 4, 5, 5, 6, 6, 6, 8, 9, 10)
"""Of the table, so that the same system is hit again and again."""
GAINS = {"low": -2, "normal": 0, "high": 2, "very-high": 5}
SENSED = dict(zip(RANGES, (5, 0, -2, -5, -10), strict=True))


class Mate:
    """Somebody aboard with the numbers of these posts."""

    def __init__(self, luck: Random, table: Any, name: str, full: bool | None = None) -> None:
        self.full = luck.random() < 0.6 if full is None else full
        of = luck.randint
        keys: dict[str, Any] = {key: of(1, 6) for key in ("dexterity", "perception", "intelligence")}
        keys |= {key: of(0, 5) for key in ("pilot", "notice", "repair")}
        scores: dict[str, Any] = {"muscle": 9, "combat": of(6, 16), "brains": of(5, 14)}
        self.numbers = keys if self.full else scores
        make: Any = full_sheet if self.full else score_sheet
        self.who: Character = with_life(make(table, name, **self.numbers), 40)
        self.lasting = luck.choice((0, 0, -2, 1))
        if self.lasting:
            condition(self.who, "Circumstances", self.lasting)

    def with_(self, attribute: str, skill: str, score: str) -> int:
        own = self.numbers[attribute] + self.numbers[skill] if self.full else self.numbers[score]
        return int(own) + self.lasting


class Hull:
    """A ship that is hit again and again, and what the book has of it."""

    def __init__(self, luck: Random) -> None:
        self.size, self.cargo, self.supplies = luck.randint(6, 9), luck.randint(0, 2), luck.randint(0, 5)
        self.medical, self.armed = luck.random() < 0.5, luck.random() < 0.5
        self.hits = luck.randint(self.size - 2, self.size)
        self.times: dict[str, int] = {}
        self.out: set[str] = set()
        self.hours: int | None = None

    def fields(self) -> dict[str, Any]:
        guns = {"weapon_1_name": TURRET if self.armed else "", "weapon_1_mount": "turret", "weapon_2_name": ""}
        return {"size": self.size, "cargo": self.cargo, "supplies": self.supplies,
                "medical": "on" if self.medical else "", **guns}  # fmt: skip

    def system(self, face: int) -> str:
        found = TABLE[face - 1]
        if found == MEDICAL and not self.medical:
            return LIFE
        return "sensors" if found == "weapons" and not self.armed else found

    def fails(self, system: str, hours: int) -> None:
        if system == CARGO:
            self.cargo = max(0, self.cargo - 1)
        elif system == STORES:
            self.supplies = 0
        elif system in LASTING and self.times.get(system, 0) < 3:
            self.times[system] = self.times.get(system, 0) + 1
            self.out.add(system)
            if system == LIFE:
                self.hours = hours if self.hours is None else min(hours, self.hours)


class Siege:
    """One gunner who always hits, and an engineer who repairs, worked out and played beside each other."""

    def __init__(self, seed: int, gm: Any, dice: Any) -> None:
        self.luck, self.gm, self.dice = Random(seed), gm, dice
        self.hull = Hull(self.luck)
        self.ship = ship_made(gm, name="Tern", **self.hull.fields())
        self.hunter = ship_made(gm, name="Heron", weapon_1_name=TURRET, weapon_1_mount="turret", weapon_2_name="")
        self.gunner = full_sheet(gm.table, "Gunner", dexterity=30, gun_fu=9)
        self.engineer = Mate(self.luck, gm.table, "Engineer")
        seated(gm, self.hunter, self.gunner, "gunner")
        seated(gm, self.ship, self.engineer.who, "engineer")
        if self.hull.hits:
            damaged(self.ship, hits=self.hull.hits)
        self.fly()

    def fly(self) -> None:
        """They have met, and it is the hunter's time to fire."""
        at_fire(self.gm, self.hunter, self.ship)

    def face(self) -> int:
        return self.luck.randint(1, 10)

    def play(self) -> None:
        for _ in range(16):
            if self.hull.hits >= 2 * self.hull.size:
                break
            self.hit()
            if self.luck.random() < 0.5:
                self.repair()
            self.compare()
            self.next_turn()

    def next_turn(self) -> None:
        go_on(self.gm)
        while encounter(self.gm.table).phase != "choose":
            go_on(self.gm)
        self.fly()

    def hit(self) -> None:
        hull, faces = self.hull, [self.luck.choice(FACES), self.face()]
        hull.hits += 1
        effect = "debris" if hull.hits >= 2 * hull.size else "system-fails" if hull.hits > hull.size else "holds"
        system = hull.system(faces[0]) if effect == "system-fails" else ""
        thrown = {"": 0, LIFE: 2}.get(system, 1)
        self.dice(self.face(), *faces[:thrown])
        response = fire(self.gm, self.gunner, self.hunter, TURRET, self.ship)
        assert response.status_code == 200, said(response)
        facts = facts_of(self.gm.table, "dragonfly.ship-hit")
        assert (facts["hits"], facts["effect"], facts.get("id", "")) == (hull.hits, effect, system)
        if system:
            hull.fails(system, faces[1])

    def repair(self) -> None:
        hull, system = self.hull, self.luck.choice(LASTING)
        given = {"character": self.engineer.who.public_id, "system": system}
        times, face = hull.times.get(system, 0), self.face()
        if system not in hull.out or times > 2:
            self.dice()
            assert self.gm.post("dragonfly.repair", live=True, **given).status_code == 422
            return
        total = self.engineer.with_("intelligence", "repair", "brains") - 5 * (times == 2)
        total += face if self.engineer.full else 0
        self.dice(*([face] if self.engineer.full else []))
        response = self.gm.post("dragonfly.repair", live=True, **given)
        assert response.status_code == 200, said(response)
        facts = facts_of(self.gm.table, "dragonfly.repaired")
        assert (facts["sides"][0]["total"], facts["success"]) == (total, total >= 9)
        if total >= 9:
            hull.out.remove(system)
            hull.hours = None if system == LIFE else hull.hours

    def compare(self) -> None:
        hull, found = self.hull, sheet(self.ship)
        assert found.out & set(LASTING) == hull.out
        assert {one: track(self.ship, one) or 0 for one in LASTING} == {one: hull.times.get(one, 0) for one in LASTING}
        assert (found.hits, found.hours, found.cargo, found.supplies) == (
            hull.hits, hull.hours, hull.cargo, hull.supplies,
        )  # fmt: skip


@pytest.mark.played("dragonfly.ship-hits", "dragonfly.ship-damage-table", "dragonfly.ship-repair")
@pytest.mark.parametrize("seed", range(4))
def test_a_ship_under_fire(gm: Any, dice: Any, seed: int) -> None:
    Siege(seed, gm, dice).play()


class Hunt:
    """A ship that hides from two others, worked out and played beside each other."""

    def __init__(self, seed: int, gm: Any, dice: Any) -> None:
        self.luck, self.gm, self.dice = Random(seed), gm, dice
        luck = self.luck
        self.size, self.gain = luck.randint(1, 8), luck.choice([*GAINS])
        self.ship = ship_made(gm, name="Heron", size=self.size, gain=self.gain, weapon_1_name="", weapon_2_name="")
        self.pilot = Mate(luck, gm.table, "Pilot")
        seated(gm, self.ship, self.pilot.who)
        self.seekers: list[tuple[Character, Mate | None, str]] = []
        for name in ("Magpie", "Tern"):
            gain, mate = luck.choice([*GAINS]), Mate(luck, gm.table, f"{name}’s operator")
            ship = ship_made(gm, name=name, gain=gain, weapon_1_name="", weapon_2_name="")
            manned = luck.random() < 0.8
            if manned:
                seated(gm, ship, mate.who, luck.choice(("sensor-operator", "pilot")))
            self.seekers.append((ship, mate if manned else None, gain))
        meet(gm, self.ship, *(one for one, _, _ in self.seekers))
        self.ranges = {ship.name: luck.choice(RANGES) for ship, _, _ in self.seekers}
        for ship, _, _ in self.seekers:
            set_range(self.ship, ship, self.ranges[ship.name])
        self.blind = {ship.name for ship, _, _ in self.seekers if luck.random() < 0.15}
        for ship, _, _ in self.seekers:
            if ship.name in self.blind:
                damaged(ship, sensors=1, sensors_out=1)
        to_the_run(gm)

    def thrown(self, mate: Mate, faces: list[int]) -> int:
        """What their die shows, laid with the others; 0 for a score."""
        face = self.luck.randint(1, 10) if mate.full else 0
        faces += [face] if face else []
        return face

    def play(self) -> None:
        faces: list[int] = []
        find = self.pilot.with_("perception", "notice", "brains") + GAINS[self.gain] + self.thrown(self.pilot, faces)
        self.cover, low = self.luck.randint(1, 10), 0
        if find >= 9:
            faces.append(self.cover)
            low = self.lies_low() + self.thrown(self.pilot, faces)
        self.dice(*faces)
        response = hide(self.gm, self.ship)
        assert response.status_code == 200, said(response)
        facts = facts_of(self.gm.table, "dragonfly.hid")
        totals = [find, low] if find >= 9 else [find]
        assert ([side["total"] for side in facts["sides"]], facts["found"]) == (totals, find >= 9)
        for ship, mate, gain in self.seekers:
            self.look(ship, mate, gain, low, find >= 9)
        if find >= 9:
            self.moves()

    def lies_low(self) -> int:
        """All that is added to lying low."""
        cover = 2 if self.cover <= 6 else 5 if self.cover <= 9 else 10
        return self.pilot.with_("dexterity", "pilot", "combat") - self.size + cover

    def reaches(self, ship: Character) -> bool:
        """Sensors that are out see what is at visual range alone."""
        return ship.name not in self.blind or range_of(self.ship, ship) == "visual"

    def look(self, ship: Character, mate: Mate | None, gain: str, low: int, found: bool) -> None:
        """The first look of each, with which a ship that is hidden from them is lost."""
        if not found:
            assert not asks_of(self.gm.table, "dragonfly.detect")
        if found and self.reaches(ship):
            total = self.watched(ship, mate, gain, low) if mate is not None else 0
            found = low >= 9 and not (total >= 9 and total >= low)
        assert is_hidden(self.ship, ship) == found, (ship.name, low)

    def bonus(self, ship: Character, mate: Mate, gain: str) -> int:
        own = GAINS[gain] if ship.name not in self.blind else min(0, GAINS[gain])
        return mate.with_("perception", "notice", "brains") + own + SENSED[range_of(self.ship, ship)]

    def watched(self, ship: Character, mate: Mate, gain: str, low: int) -> int:
        """What the operator makes: a score has looked at once, the others are asked."""
        total, faces = self.bonus(ship, mate, gain), list[int]()
        if mate.full:
            total += self.thrown(mate, faces)
            self.answers(ship, faces)
        told = self.told(ship)
        assert [side["total"] for side in told["sides"]] == [low, total]
        return total

    def answers(self, ship: Character, faces: list[int]) -> None:
        [ask] = [one for one in asks_of(self.gm.table, "dragonfly.detect") if one.facts["ship"] == ship.name]
        self.dice(*faces)
        answer = self.gm.post("dragonfly.detect", live=True, ask=ask.public_id)
        assert answer.status_code == 200, said(answer)

    def told(self, ship: Character) -> dict[str, Any]:
        """All of the newest look of that ship."""
        told = Telling.objects.filter(event__table=self.gm.table, event__kind="dragonfly.detected")
        cards = [one.facts for one in told.order_by("-event", "-rank") if one.facts.get("character") == ship.name]
        found: dict[str, Any] = cards[0]
        return found

    def moves(self) -> None:
        """A change of range: from whomever it is hidden, both roll anew; it is their second look of the Turn."""
        ship, mate, gain = self.luck.choice(self.seekers)
        before, hidden = range_of(self.ship, ship), is_hidden(self.ship, ship)
        by = self.luck.choice([step for step in (-1, 1) if 0 <= RANGES.index(before) + step < len(RANGES)])
        seen = self.reaches(ship)
        moved_apart(self.gm, self.ship, ship, by)
        if not (hidden and mate and self.reaches(ship)):
            assert not asks_of(self.gm.table, "dragonfly.detect")
            assert is_hidden(self.ship, ship) == hidden
            return
        faces: list[int] = []
        low = self.lies_low() + self.thrown(self.pilot, faces)
        total = self.bonus(ship, mate, gain) - 2 * seen + self.thrown(mate, faces)
        self.answers(ship, faces)
        told = self.told(ship)
        assert (told["hide_total"], told["sides"][-1]["total"]) == (low, total)
        assert is_hidden(self.ship, ship) == (low >= 9 and not (total >= 9 and total >= low))


@pytest.mark.played("dragonfly.hiding", "dragonfly.sensor-modifiers", "dragonfly.ability-scores")
@pytest.mark.parametrize("seed", range(6))
def test_a_ship_that_hides(gm: Any, dice: Any, seed: int) -> None:
    Hunt(seed, gm, dice).play()
