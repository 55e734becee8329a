"""Attacks at random through the door, against arithmetic that was written beside the program from the game's text: two
values, boxes netted on each side, what the one who is hit answers, levels lost, and what begins and ends with it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Any

import pytest

from apps.characters.models import Character, Condition, Entry, Track
from tests.combat.rough_magic.attacks.conftest import attacks, lost, made, states, told

PLAYS = 12
BASE = {
    "close": ("brawn", "brawn"), "ranged": ("agility", "agility"), "mental": ("will", "will"),
    "slam": ("agility", "brawn"), "ram": ("brawn", "brawn"), "grapple": ("brawn", "brawn"),
}  # fmt: skip
FAR = ("ranged", "mental")
OURS = ["distracted", "surprised", "running", "sprinting", "restrained", "blind and deaf"]
THEIRS = [
    "distracted", "surprised", "running", "sprinting", "restrained", "blind and deaf", "prone", "cover", "cowering",
    "blocking", "dodging",
]  # fmt: skip
BESET = {"distracted", "surprised", "restrained", "blind and deaf", "cowering"}


@dataclass
class Fighter:
    """Ranks, the rank and types of the one weapon, of the armour, and what they are in."""

    ranks: dict[str, int]
    weapon: int
    types: list[str]
    harmless: bool
    armour: int
    unnamed: bool
    states: set[str]
    lost: int


def a_fighter(random: Random) -> Fighter:
    types = random.sample(["penetrating", "stunning", "sensory", "terrifying"], random.choice([0, 0, 1, 2]))
    return Fighter(
        ranks={key: random.randint(1, 7) for key in ("agility", "brawn", "will")},
        weapon=random.randint(1, 5),
        types=types,
        harmless=random.random() < 0.15,
        armour=random.randint(1, 3),
        unnamed=random.random() < 0.2,
        states=set(),
        lost=random.choice([0, 0, 1, 2, 3]),
    )


def sheet_of(one: Fighter, name: str, attack: str) -> dict[str, Any]:
    kind = "power" if attack == "mental" else "gear"
    weapon = {"name": "Bane", "rank": one.weapon, "attack": attack if attack in FAR else "close", "types": one.types}
    weapon |= {"harmless": "on"} if one.harmless else {}
    weapon |= {"range": 50} if attack in FAR else {}
    weapon |= {"on": "on"} if kind == "power" else {}
    armour = {"gear_2_name": "Mail", "gear_2_rank": one.armour, "gear_2_defends": "both"}
    unnamed = {"unnamed": "on"} if one.unnamed else {}
    sheet = {"name": name, "role": "enemy", "mass": 25, **one.ranks, **armour, **unnamed}
    return sheet | {f"{kind}_1_{key}": value for key, value in weapon.items()}


def net(plus: bool, minus: bool) -> int:
    return 3 * (plus - minus)


@dataclass
class Strike:
    """One attack: who strikes whom with what from how far."""

    mine: Fighter
    theirs: Fighter
    attack: str
    distance: int

    @property
    def far(self) -> bool:
        return self.attack in FAR

    @property
    def grapple(self) -> bool:
        """Brawn against Brawn: neither weapon nor armour counts, and nobody is hurt."""
        return self.attack == "grapple"

    @property
    def types(self) -> list[str]:
        return [] if self.grapple else self.mine.types

    @property
    def near(self) -> bool:
        return not self.far or self.distance <= 2

    @property
    def harmless(self) -> bool:
        return self.grapple or self.mine.harmless

    @property
    def fails(self) -> bool:
        """What nobody could hit."""
        haste = "sprinting" in self.mine.states and self.far
        return "blind and deaf" in self.mine.states or haste

    def value(self) -> int:
        """The attack value with its boxes."""
        mine, theirs = self.mine, self.theirs.states
        haste = "running" if self.far else "sprinting"
        hampered = mine.states & {"distracted", "surprised", "restrained", haste}
        helped = theirs & BESET or ("prone" in theirs and self.near) or self.attack == "ram"
        rank = mine.ranks[BASE[self.attack][0]] + (0 if self.grapple else mine.weapon)
        return rank + net(bool(helped), bool(hampered) or mine.lost == 3)

    def needed(self) -> int:
        """The target number: halved upwards by what penetrates, before the bonus."""
        theirs = self.theirs
        armour = 0 if self.attack in ("mental", "grapple") else theirs.armour
        defence = theirs.ranks[BASE[self.attack][1]] + armour
        if "penetrating" in self.types:
            defence = -(-defence // 2)
        guarded = theirs.states & {"cover", "running", "sprinting"} or ("prone" in theirs.states and not self.near)
        return 8 + defence + net(bool(guarded), False)

    def fits(self, guard: str) -> bool:
        """Which answer meets such an attack, apart from who gives it."""
        if guard == "block":
            return not (self.far or self.harmless)
        return guard == "dodge" and self.far

    def may(self, guard: str) -> bool:
        """Whether whoever is hit may choose it now."""
        theirs = self.theirs.states
        running = {"block": "blocking", "dodge": "dodging"}.get(guard, "") in theirs
        if guard == "take":
            return True
        if "blind and deaf" in theirs or running:
            return False
        free = "restrained" not in theirs or guard == "block"
        return free and (guard == "dive" or self.fits(guard))

    def left(self, margin: int, guard: str) -> int | None:
        """The margin after the answer; None where it was got away from."""
        if guard == "dive":
            return None
        runs = {"block": "blocking", "dodge": "dodging"}
        met = any(self.fits(one) and (one == guard or state in self.theirs.states) for one, state in runs.items())
        return margin - 3 * met

    def levels(self, left: int | None) -> int:
        """How many boxes it fills: one, and one for each full three; all of somebody without a name."""
        if left is None or left < 0 or self.harmless:
            return 0
        return 4 if self.theirs.unnamed else min(4 - self.theirs.lost, 1 + left // 3)


class Table:
    """Two fighters as rows, and as the book has them."""

    def __init__(self, gm: Any, random: Random, attack: str) -> None:
        self.gm, self.random, self.attack = gm, random, attack
        self.mine, self.theirs = a_fighter(random), a_fighter(random)
        self.who, self.whom = (made(gm, sheet_of(one, name, attack)) for one, name in self._named())
        self.arm = Entry.objects.get(character=self.who, name="Bane").public_id

    def _named(self) -> list[tuple[Fighter, str]]:
        return [(self.mine, "Ana"), (self.theirs, "Bo")]

    @property
    def act(self) -> str:
        return self.attack if self.attack in ("slam", "ram", "grapple") else "attack"

    def again(self) -> Strike:
        """Both as fresh as chance has them, in other states."""
        Condition.objects.filter(character__in=(self.who, self.whom)).delete()
        for character, one, among in ((self.who, self.mine, OURS), (self.whom, self.theirs, THEIRS)):
            one.lost = 0 if one.unnamed else self.random.choice([0, 0, 1, 2, 3])
            Track.objects.filter(character=character, key__in=("lost", "stun")).delete()
            Track.objects.create(table=character.table, character=character, key="lost", value=one.lost)
            one.states = set(self.random.sample(among, self.random.choice([0, 0, 1, 1, 2, 3])))
            one.states -= {"running"} if "sprinting" in one.states else set()
            one.states -= {"restrained"} if self.attack == "ram" and one is self.mine else set()
            for state in sorted(one.states):
                Condition.objects.create(character=character, name=state)
        distance = self.random.choice([1, 2, 3, 20, 50]) if self.attack in FAR else self.random.randint(0, 2)
        return Strike(self.mine, self.theirs, self.attack, distance)

    def strikes(self, strike: Strike, pair: tuple[int, int], guard: str) -> dict[str, Any]:
        arm = "hands" if strike.grapple else self.arm
        ask = attacks(self.gm, self.who, self.whom, arm, act=self.act, distance=strike.distance)
        rolled = told(self.gm, "attacked")
        if ask is None:
            assert strike.fails or sum(pair) + strike.value() < strike.needed()
            return {"hit": rolled["hit"], "margin": rolled["margin"]}
        if not strike.may(guard):
            answer = self.gm.post("rough_magic.answer-attack", ask=ask.public_id, guard=guard)
            assert answer.status_code == 422, (guard, strike)
            guard = "take"
        answer = self.gm.post("rough_magic.answer-attack", ask=ask.public_id, guard=guard)
        assert answer.status_code == 200, (guard, strike)
        settled = told(self.gm, "attack-settled")
        return {"hit": settled["hit"], "margin": rolled["margin"], "guard": guard, "left": settled["margin_left"]}

    def filled(self, whom: Character) -> int:
        return sum(lost(whom))


@pytest.mark.played(
    "rough_magic.attack-sequence", "rough_magic.combat-modifiers", "rough_magic.slamming", "rough_magic.ramming",
    "rough_magic.attack-types",
)  # fmt: skip
@pytest.mark.parametrize("attack", BASE)
@pytest.mark.parametrize("seed", range(2))
def test_attacks_come_out_as_the_text_has_them(
    gm: Any, table: Any, dice: Callable[..., Any], attack: str, seed: int
) -> None:
    random = Random(f"{attack}{seed}")
    two = Table(gm, random, attack)
    for _ in range(PLAYS):
        strike, guard = two.again(), random.choice(["take", "take", "block", "dodge", "dive"])
        pair = random.randint(1, 6), random.randint(1, 6)
        margin = sum(pair) + strike.value() - strike.needed()
        dice(*(() if strike.fails else pair))
        found = two.strikes(strike, pair, guard)
        if strike.fails or margin < 0:
            assert not found["hit"], strike
            assert two.filled(two.whom) == strike.theirs.lost
            continue
        left = strike.left(margin, found["guard"])
        levels = strike.levels(left)
        assert (found["margin"], found["left"]) == (margin, left), (strike, found)
        assert two.filled(two.whom) == strike.theirs.lost + levels, strike
        assert_states(two, strike, left, found["guard"])


def assert_states(two: Table, strike: Strike, left: int | None, guard: str) -> None:
    """An attack ends a distraction of both; what begins is of the guard, and of the types of what hit. The defeated
    neither block nor dodge any more."""
    hit = left is not None and left >= 0
    types = {"sensory": "blind and deaf", "terrifying": "cowering"}
    begun = {"dive": {"prone"}, "block": {"blocking"}, "dodge": {"dodging"}}.get(guard, set())
    begun = begun | {types[one] for one in strike.types if one in types and hit}
    begun = begun | ({"slam": {"prone"}, "grapple": {"restrained"}}.get(strike.attack, set()) if hit else set())
    down = strike.theirs.lost + strike.levels(left) == 4
    after = (strike.theirs.states | begun) - {"distracted"} - ({"blocking", "dodging"} if down else set())
    assert set(states(two.whom)) == after - ({"cover"} if guard == "dive" else set()), strike
    assert set(states(two.who)) == strike.mine.states - {"distracted"}
