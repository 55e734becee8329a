"""Blows at random on a skin of iron and the armour over it, against what the book's text makes of the same faces
(yarn.power-skin-of-iron)."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from random import Random
from typing import Any

import pytest

from apps.characters.models import Character, Entry, Track
from apps.magic.yarn import running
from apps.table import door
from tests.combat.yarn.attacks.test_oracle import ARMOUR, FACTORS, GUNS, WORN, Noted, half_up
from tests.magic.yarn.conftest import psychic, uses
from tests.people import Person
from tests.yarn_world import made, told

FULL, SCORE, PLAYS = 200, 2, 10
HOLLOW = ("hollow point", "safety slug")


@dataclass(frozen=True)
class Hit:
    """By how much it hits with what, at arm's length or close by."""

    weapon: str
    ammunition: str
    better: int

    @property
    def is_gun(self) -> bool:
        return any(one in self.weapon for one in GUNS)

    @property
    def gross(self) -> int:
        return self.better * (FACTORS[self.weapon] + 2 * (self.ammunition in HOLLOW))


def drawn(chance: Random) -> Hit:
    weapon = chance.choice(list(FACTORS))
    gun = any(one in weapon for one in GUNS)
    loads = ("standard", "armour-piercing", *HOLLOW) if gun else ("standard",)
    return Hit(weapon, chance.choice(loads), chance.randint(1, 12))


def suffered(hit: Hit, layers: tuple[str, ...], skin: int, throws: list[tuple[int, ...]]) -> int:
    """What comes through the skin, as regular armour, and what is worn over it."""
    flat, dice, proof = (sum(ARMOUR[one][n] for one in layers) for n in range(3))
    if hit.ammunition == "armour-piercing":
        return half_up(Fraction(max(0, hit.gross - flat - dice - proof - SCORE), 2))
    roll = flat + skin + (sum(throws.pop(0)) if dice else 0)
    if hit.weapon == "taser":
        return 0 if roll + proof >= hit.better else hit.gross
    if not hit.is_gun:
        return max(0, hit.gross - roll - proof)
    hollow = hit.ammunition in HOLLOW
    left = max(0, hit.gross - (2 * roll if hollow else roll // 2))
    faces = throws.pop(0) if throws else (1,)
    return half_up(Fraction(left, 1 if faces == (1,) else sum(faces) * (2 if hollow else 1)))


@pytest.mark.played("yarn.power-skin-of-iron", "yarn.armour-both", "yarn.ammo-hollow-point", "yarn.taser-armour")
@pytest.mark.parametrize("worn", list(WORN))
def test_the_door_does_what_the_book_says_of_a_skin_of_iron(
    gm: Person, monkeypatch: pytest.MonkeyPatch, worn: str
) -> None:
    clad: dict[str, Any] = {"hit_points": FULL, "armour_1_name": ""}
    for n, one in enumerate(WORN[worn], 1):
        clad |= {f"armour_{n}_name": one, f"armour_{n}_listed": one}
    joss = made(gm, **psychic("skin-of-iron", score=SCORE, shots=6) | clad)
    chance = Random(f"skin {worn}")
    for _ in range(PLAYS):
        monkeypatch.setattr(door, "dice", dice := Noted(chance))
        hardens_and_is_hit(gm, dice, drawn(chance), joss, WORN[worn])


def hardens_and_is_hit(gm: Person, dice: Noted, hit: Hit, joss: Character, layers: tuple[str, ...]) -> None:
    Entry.objects.filter(kind=running.RUNNING).delete()
    Track.objects.filter(character=joss, key="shots").update(value=6)
    for key, value in (("hit-points", FULL), ("temporary-harm", 0)):
        Track.objects.filter(character=joss, key=key).update(value=value)
    uses(gm, joss, "skin-of-iron")
    (kept,), before = dice.throws, len(dice.throws)
    given = {"weapon": hit.weapon, "ammunition": hit.ammunition, "attack": 20 + hit.better, "defence": 20, "metres": 1}
    gm.does("yarn.land-hit", target=joss.public_id, **given)
    card = told(gm.table, "yarn.hit-landed")["people"][0]
    assert card["suffered"] == suffered(hit, layers, sum(kept), dice.throws[before:]), (hit, layers, dice.throws)
    left = [one.amount for one in running.running_on(Character.objects.get(pk=joss.pk))]
    assert left == ([max(kept) - 1] if max(kept) > 1 else []), (hit, kept)
