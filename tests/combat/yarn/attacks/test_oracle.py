"""Attacks played at random through the door, against what the book's text makes of the same faces.

The tables stand here once more, as the book prints them, and nothing of the rules' code is asked: how many dice are
thrown, which count, whether it hits, what the hit does, what is left of the target.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from math import floor
from random import Random
from typing import Any

import pytest

from apps.characters.models import Character, Entry, Track
from apps.combat.models import Tally
from apps.table import door
from apps.table.models import Ask
from tests.combat.yarn.standing import switches
from tests.people import Person
from tests.yarn_world import made, told

FACTORS = {
    "unarmed": 1, "knife": 2, "sword": 3, "throwing-knife": 1, "crossbow": 2, "throwing-axe": 2, "taser": 5,
    "light-handgun": 3, "light-smg": 3, "medium-handgun": 4, "medium-smg": 4, "large-handgun": 5, "large-smg": 5,
    "light-rifle": 6, "heavy-rifle": 7, "shotgun": 10,
}  # fmt: skip
BANDS = {
    "throwing": (2, 4, 8, 16, 32), "crossbow": (2, 10, 20, 40, 80), "taser": (1, 2, 5), "handgun": (2, 10, 20, 40, 80),
    "smg": (2, 25, 50, 100, 200), "rifle": (2, 50, 100, 200, 400), "shotgun": (4, 8, 16, 32, 64),
}  # fmt: skip
GUNS = ("handgun", "smg", "rifle", "shotgun")
TACTICS = {"burst": ((1, 1), (1, 1), (1, 0), (1, 0), (1, 0)), "full-auto": ((1, 2), (1, 2), (1, 1), (1, 0), (1, 0))}
"""Bonus dice, and what is added to the factor, at each distance."""
ARMOUR = {
    "leathers": (1, 0, 0, 0), "jacket": (0, 1, 0, 0), "plate": (0, 2, 0, 1), "vest": (0, 0, 1, 0), "suit": (0, 0, 2, 0),
    "military": (0, 3, 2, 1),
}  # fmt: skip
"""Points and dice of regular armour, bullet-proof dice, and whether it is heavy."""
WORN = {"Bare": (), "Clad": ("leathers", "jacket"), "Heavy": ("plate", "vest"), "Proof": ("military", "suit")}
TABLES: dict[str, dict[str, str]] = {
    "as the book has it": {},
    "optional rules on": {"alternate_damage": "on", "botch": "on", "blow_top": "on"},
    "the other readings": {
        "penalties_on_ranged_defence": "only when dodging", "vest_one_with_hollow_point": "divide by 2",
        "botch": "on", "botch_needs_two_dice": "on",
    },
}  # fmt: skip
PLAYS = 10


class Noted:
    """Dice by chance that note every throw."""

    def __init__(self, chance: Random) -> None:
        self._chance = chance
        self.throws: list[tuple[int, ...]] = []

    def __call__(self, count: int, sides: int, /) -> tuple[int, ...]:
        low = self._chance.random() < 0.15  # so that botches and blown tops come about
        faces = [self._chance.choice((1, 6)) if low else self._chance.randint(1, sides) for _ in range(count)]
        self.throws.append(tuple(faces))
        return tuple(faces)


@dataclass
class Play:
    """One attack, in plain words."""

    weapon: str
    ammunition: str
    way: str
    metres: int | None
    score: int
    bonus: int
    penalty: int
    effect: bool
    cover: int
    darkness: int
    target_moving: bool
    shooter_moving: bool
    dodge: int
    helpless: bool
    target: str
    level: int
    full: int
    throws: Iterator[tuple[int, ...]] = field(default_factory=lambda: iter(()))

    @property
    def kind(self) -> str:
        return next((one for one in BANDS if one in self.weapon), "melee")

    @property
    def far(self) -> int:
        """The distance's place in its row, from 1."""
        assert self.metres is not None
        return next(n for n, most in enumerate(BANDS[self.kind], 1) if self.metres <= most)


def roll(play: Play, count: int, net: int, blown: bool) -> tuple[int, list[int]]:
    """The total of so many dice with a net bonus or penalty, and the kept ones."""
    if count <= 0:
        return 0, []
    faces = sorted(next(play.throws), reverse=net >= 0)
    assert len(faces) == count + abs(net), f"{play}: {faces} thrown"
    kept = faces[:count]
    total = sum(kept)
    more = blown and set(kept) == {6}
    while more:
        (face,) = next(play.throws)
        total, more = total + face, face == 6
    return total, kept


def half_up(number: Fraction) -> int:
    return floor(number + Fraction(1, 2))


def burden(layers: tuple[str, ...]) -> int:
    return sum(ARMOUR[one][3] for one in layers) + max(0, len(layers) - 1)


def attack(play: Play, options: dict[str, str]) -> tuple[int, list[int]]:
    net = play.bonus - play.penalty
    if play.way in TACTICS:
        net += TACTICS[play.way][play.far - 1][0]
    return roll(play, play.score, net, "blow_top" in options)


def defence(play: Play, options: dict[str, str]) -> tuple[int, list[int]]:
    layers, hurt = WORN[play.target], play.level * 2 <= play.full
    if play.helpless:
        return 0, []
    if play.metres is None:
        return roll(play, 3, -hurt - burden(layers), "blow_top" in options)
    count = play.far + play.cover + play.darkness + play.target_moving + play.shooter_moving
    counts = play.dodge or "penalties_on_ranged_defence" not in options
    net = play.dodge - (hurt if counts else 0) - (burden(layers) if play.dodge else 0)
    return roll(play, count, net, "blow_top" in options)


def botched(kept: list[int], options: dict[str, str]) -> bool:
    enough = len(kept) > 1 or "botch_needs_two_dice" not in options
    return "botch" in options and set(kept) == {1} and enough


def difference(play: Play, options: dict[str, str]) -> tuple[int, int, int]:
    """Both totals, and by how much it hits; 0 for a miss."""
    (struck, mine), (met, theirs) = attack(play, options), defence(play, options)
    if botched(mine, options):
        return struck, met, 0
    better = struck - met
    return struck, met, max(better, 1) if botched(theirs, options) else max(better, 0)


def gross(play: Play, struck: int, met: int, better: int, options: dict[str, str]) -> int:
    factor = FACTORS[play.weapon] + (2 if play.ammunition in ("hollow point", "safety slug") else 0)
    if play.way in TACTICS:
        factor += TACTICS[play.way][play.far - 1][1]
    points = better * factor
    if "alternate_damage" in options:
        faces = next(play.throws)
        assert len(faces) == factor
        points = sum(faces) * (2 if struck >= 2 * met else 1)
    if play.kind == "shotgun":
        points = half_up(Fraction(points, play.far))
    return half_up(Fraction(points, 2)) if play.effect else points


def suffered(play: Play, better: int, points: int, options: dict[str, str]) -> int:
    layers = [ARMOUR[one] for one in WORN[play.target]]
    flat, dice, proof = (sum(one[n] for one in layers) for n in range(3))
    if play.kind in GUNS and play.ammunition == "armour-piercing":
        return half_up(Fraction(max(0, points - flat - dice - proof), 2))
    stops = flat + (sum(next(play.throws)) if dice and points else 0)
    if play.kind == "taser":
        return 0 if stops + proof >= better else points
    if play.kind not in GUNS:
        return max(0, points - stops - proof)
    hollow = play.ammunition in ("hollow point", "safety slug")
    left = max(0, points - (2 * stops if hollow else stops // 2))
    if not proof or not left:
        return left
    faces = next(play.throws)
    assert len(faces) == proof
    divisor = sum(faces) * (2 if hollow else 1)
    if faces == (1,) and "vest_one_with_hollow_point" not in options:
        divisor = 1
    return half_up(Fraction(left, divisor))


def drawn(chance: Random, target: str, level: int, full: int) -> Play:
    """An attack by chance, of those that the book allows."""
    weapon = chance.choice([one for one in FACTORS if one != "unarmed"])
    play = Play(
        weapon, "standard", "single", None, chance.choice((2, 4)), chance.randint(0, 3), chance.randint(0, 2),
        chance.random() < 0.2, chance.randint(0, 2), chance.randint(0, 2), chance.random() < 0.3, chance.random() < 0.3,
        chance.choice((0, 0, 1, 2, 4)), chance.random() < 0.1, target, level, full,
    )  # fmt: skip
    if play.kind in BANDS:
        play.metres = chance.randint(0, BANDS[play.kind][chance.randrange(len(BANDS[play.kind]))])
        play.effect = False
    if play.kind in GUNS:
        play.ammunition = chance.choice(("standard", "armour-piercing", "hollow point", "safety slug"))
    if play.kind == "smg":
        play.way = chance.choice(("single", "burst", "full-auto"))
    return play


def posted(gm: Person, play: Play, gunman: Character, target: Character) -> None:
    """The attack and its defence, as a person posts them."""
    held = Entry.objects.get(character=gunman, name="It")
    firearm = "smg" if play.kind == "smg" else ""
    held.facts = held.facts | {"listed": play.weapon, "firearm": firearm, "ammunition": play.ammunition}
    held.save(update_fields=["facts"])
    Tally.objects.filter(key__regex="^(shots|fired)-").delete()
    Tally.objects.filter(key__startswith="lock-").delete()
    trait = Entry.objects.get(character=gunman, name="Shot").public_id if play.score == 4 else ""
    fields: dict[str, Any] = {
        "character": gunman.public_id, "target": target.public_id, "weapon": held.public_id, "trait": trait,
        "bonus": play.bonus, "penalty": play.penalty, "effect": "Trip" if play.effect else "",
    }  # fmt: skip
    if play.metres is None:
        gm.does("yarn.attack", **fields)
    else:
        moving = {"target_moving": play.target_moving, "attacker_moving": play.shooter_moving}
        ticked = {name: "on" for name, so in moving.items() if so}
        gm.does("yarn.shoot", **fields, **ticked, metres=play.metres, way=play.way, cover=play.cover,
                darkness=play.darkness)  # fmt: skip
    gm.does("yarn.defend", ask=Ask.objects.filter(closed_at=None).latest("pk").public_id, way=way_of(play, target))


def way_of(play: Play, target: Character) -> str:
    if play.helpless:
        return "helpless"
    fast = Entry.objects.get(character=target, name="Fast").public_id
    if play.metres is None:
        return Entry.objects.get(character=target, name="Brawler").public_id
    return {0: "stand", 1: "clumsy", 2: "dodge:", 4: f"dodge:{fast}"}[play.dodge]


@pytest.mark.parametrize("options", TABLES.values(), ids=list(TABLES))
@pytest.mark.played("yarn.damage-order", "yarn.ranged-defence-dice", "yarn.armour-stacking", "yarn.gunfire-tactics")
def test_the_door_does_what_the_book_says(gm: Person, monkeypatch: pytest.MonkeyPatch, options: dict[str, str]) -> None:
    gm.does("switches", **switches(gm, turn_order="seating, GM last", **options))
    chance = Random(f"{options}")
    gunman = made(gm, name="Carver", role="main", hit_points=90, trait_1_name="Shot", trait_1_score=4,
                  weapon_1_name="It", weapon_1_listed="knife")  # fmt: skip
    people = {name: clad(gm, name, layers) for name, layers in WORN.items()}
    begins_all(gm, gunman, *people.values())
    for _ in range(PLAYS):
        plays_one(gm, monkeypatch, chance, gunman, people, options)


def clad(gm: Person, name: str, layers: tuple[str, ...]) -> Character:
    """Somebody who wears these, and has 200 hit points."""
    worn = {f"armour_{n}_listed": one for n, one in enumerate(layers, 1)}
    worn |= {f"armour_{n}_name": one for n, one in enumerate(layers, 1)}
    return made(gm, name=name, role="main", hit_points=200, trait_1_name="Fast", trait_1_score=4,
                trait_2_name="Brawler", trait_2_score=3, trait_2_combat="on", **worn)  # fmt: skip


def begins_all(gm: Person, *cast: Character) -> None:
    gm.does("yarn.begin-fight", title="The lock", mode="detailed", characters=[one.public_id for one in cast])


def plays_one(
    gm: Person, monkeypatch: pytest.MonkeyPatch, chance: Random, gunman: Character, people: Any, options: dict[str, str]
) -> None:
    name = chance.choice(list(WORN))
    level = chance.choice((200, 150, 101, 100, 60))
    Track.objects.filter(character=people[name], key="hit-points").update(value=level)
    Track.objects.filter(character=people[name], key="temporary-harm").update(value=0)
    play, dice = drawn(chance, name, level, 200), Noted(chance)
    monkeypatch.setattr(door, "dice", dice)
    posted(gm, play, gunman, people[name])
    card = told(gm.table, "yarn.attack-settled", "gms")
    play.throws = iter(dice.throws)
    struck, met, better = difference(play, options)
    assert (card["attack"]["total"], card["defence"]["total"]) == (struck, met), play
    assert (card["hit"], card["difference"] or 0) == (better > 0, better), play
    lost = suffered(play, better, gross(play, struck, met, better, options), options) if better else 0
    assert (card["harm"] or {"suffered": 0})["suffered"] == lost, play
    assert list(play.throws) == [], f"{play}: dice that nothing asks for"
    if card["harm"]:
        assert card["harm"]["to"] == level - lost, play
