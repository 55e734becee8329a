"""Random plays through the door against the book's own text, worked out here once more and by nothing of apps.rules.

The book: one d10 a point of the substat; 7 or more is a success, the skill lowers that, difficulty raises it; range
adds one beyond 8 hexes and one for each doubling; net successes times the weapon, Strength in melee, Resistance off;
two acts share the smaller substat. The seed is fixed, so that what fails once fails again.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Any

import pytest

from apps.characters.models import Character
from apps.table.models import Ask
from tests.characters.dragon.conftest import made
from tests.combat.conftest import in_words
from tests.combat.dragon.conftest import in_round, told_to_gms
from tests.combat.dragon.struck import left

Dice = Callable[..., Any]
PLAYS = range(4)
PHASES = range(1, 11)
NUMBERS = ("strength", "resistance", "health", "energy", "accuracy", "dexterity")


# the book once more


def successes(faces: Sequence[int], skill: int, hard: int) -> int:
    target = max(2, 7 - skill + hard)  # a 1 never counts: the table's floor
    return len([face for face in faces if face >= target])


def range_of(hexes: int) -> int:
    more, free = 0, 8
    while hexes > free:
        more, free = more + 1, free * 2
    return more


def harm(net: int, times: int, strength: int, resistance: int) -> int:
    return max(0, net * times + strength - resistance) if net > 0 else 0


# people at random


class Luck:
    """What this play is about: sheets, faces, and everything that is chosen."""

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)
        self.of = self.random.randint

    def faces(self, count: int) -> list[int]:
        return [self.of(1, 10) for _ in range(count)]

    def sheet(self, name: str, role: str) -> dict[str, Any]:
        skills = {
            "skill_1_name": "Blades", "skill_1_level": self.of(1, 4), "skill_1_melee": "on",
            "skill_2_name": "Bows", "skill_2_level": self.of(1, 4),
            "skill_3_name": "Dodge", "skill_3_level": self.of(1, 4),
        }  # fmt: skip
        weapons = {
            "weapon_1_name": "Glaive", "weapon_1_multiple": self.of(1, 5), "weapon_1_skill": "Blades",
            "weapon_2_name": "Longbow", "weapon_2_multiple": self.of(1, 5), "weapon_2_skill": "Bows",
            "weapon_2_attack": "ranged",
        }  # fmt: skip
        numbers = {key: self.of(2, 8) for key in NUMBERS}
        return {"name": name, "role": role, "shtick_1_name": "", **numbers, **skills, **weapons}


def line(character: Character, kind: str, name: str) -> str:
    return str(character.entries.get(kind=kind, name=name).public_id)


def sent(person: Any, act: str, **data: Any) -> None:
    answer = person.post(act, **data)
    assert answer.status_code == 200, in_words(answer)


def asked(gm: Any) -> list[str]:
    return [one.public_id for one in Ask.objects.filter(table=gm.table, closed_at=None).order_by("pk")]


# the plays


@pytest.mark.played("dragon.dice-pool", "dragon.target-number", "dragon.skill-effect", "dragon.required-successes")
@pytest.mark.parametrize("seed", PLAYS)
def test_a_roll(gm: Any, dice: Dice, seed: int) -> None:
    luck = Luck(seed)
    sheet = luck.sheet("Ana", "hero")
    ana = made(gm, **sheet)
    for _ in range(2):
        substat = luck.random.choice(NUMBERS)
        taken = luck.random.sample(range(1, 4), luck.of(0, 2))
        hard, needed, faces = luck.of(-2, 3), luck.of(1, 4), luck.faces(sheet[substat])
        names = [line(ana, "skill", sheet[f"skill_{n}_name"]) for n in taken]
        script = dice(*faces)
        sent(
            gm, "dragon.check", character=ana.public_id, substat=substat, skills=names, difficulty=hard, required=needed
        )
        made_it = successes(faces, sum(sheet[f"skill_{n}_level"] for n in taken), hard)
        told = told_to_gms(gm, "check")
        assert (told["successes"], told["success"], script.left) == (made_it, made_it >= needed, [])


@pytest.mark.played("dragon.attack", "dragon.damage", "dragon.range", "dragon.cover", "dragon.defences")
@pytest.mark.parametrize("seed", PLAYS)
def test_an_attack_and_its_answer(gm: Any, dice: Dice, seed: int) -> None:
    luck = Luck(100 + seed)
    mine, theirs = luck.sheet("Ana", "hero"), luck.sheet("Guard", "enemy")
    ana, guard = made(gm, **mine), made(gm, **theirs)
    in_round(gm, {ana: PHASES, guard: PHASES}, (2, "Good"))
    far = luck.of(0, 1)
    weapon, skill, hexes = (("Glaive", 1, 0), ("Longbow", 2, luck.of(1, 70)))[far]
    cover, hard, answer = luck.of(0, 2), luck.of(-1, 2), luck.random.choice(["none", "dodge", *["parry"] * (not far)])
    hit, met = luck.faces(mine["accuracy"]), luck.faces(theirs["dexterity"] if answer != "none" else 0)
    script = dice(*hit, *met)
    given = {"cover": cover, "difficulty": hard} | ({"distance": hexes} if far else {})
    skills = [line(ana, "skill", mine[f"skill_{skill}_name"])]
    sent(gm, "dragon.attack", character=ana.public_id, target=guard.public_id, weapon=line(ana, "weapon", weapon),
         skills=skills, **given)  # fmt: skip
    sent(gm, "dragon.defend", ask=asked(gm)[0], guard=answer)
    attack = successes(hit, mine[f"skill_{skill}_level"], hard + range_of(hexes))
    defence = successes(met, theirs["skill_3_level" if answer == "dodge" else "skill_1_level"], 0)
    does = harm(attack - defence - cover, mine[f"weapon_{skill}_multiple"], 0 if far else mine["strength"],
                theirs["resistance"])  # fmt: skip
    told = told_to_gms(gm, "attack-settled")
    assert (told["attack"]["successes"], told["damage"], script.left) == (attack, does, [])
    assert left(guard) == 5 * (theirs["health"] + theirs["energy"]) - does


@pytest.mark.played("dragon.split-dice", "dragon.damage")
@pytest.mark.parametrize("seed", PLAYS)
def test_dice_that_are_split_between_two(gm: Any, dice: Dice, seed: int) -> None:
    luck = Luck(200 + seed)
    mine, bodies = luck.sheet("Ana", "hero"), [luck.sheet(name, "enemy") for name in ("Guard", "Archer")]
    ana, foes = made(gm, **mine), [made(gm, **one) for one in bodies]
    in_round(gm, {ana: PHASES, **dict.fromkeys(foes, PHASES)}, (2, "Good"))
    share = luck.of(1, mine["accuracy"] - 1)
    shares = (share, mine["accuracy"] - share)
    fell = [luck.faces(n) for n in shares]
    script = dice(*fell[0], *fell[1])
    acts = {f"act_{n}": f"strike {one.public_id} {line(ana, 'weapon', 'Glaive')}" for n, one in enumerate(foes, 1)}
    sent(gm, "dragon.split", character=ana.public_id, share_1=share, **acts)
    for ask in asked(gm):
        sent(gm, "dragon.defend", ask=ask, guard="none")
    for one, body, faces in zip(foes, bodies, fell, strict=True):
        net = successes(faces, mine["skill_1_level"], 0)
        does = harm(net, mine["weapon_1_multiple"], mine["strength"], body["resistance"])
        assert left(one) == 5 * (body["health"] + body["energy"]) - does
    assert script.left == []


@pytest.mark.played("dragon.falling", "dragon.death-check", "dragon.dying")
@pytest.mark.parametrize("seed", PLAYS)
def test_damage_past_hit_points(gm: Any, dice: Dice, seed: int) -> None:
    """Five for each success: more than the excess, unconscious; less, dying by the difference."""
    luck = Luck(300 + seed)
    sheet = luck.sheet("Ana", "hero")
    ana = made(gm, **sheet)
    points, past = 5 * (sheet["health"] + sheet["energy"]), luck.of(1, 20)
    sent(gm, "dragon.hurt", characters=[ana.public_id], damage=points + past, why="The roof")
    faces = luck.faces(sheet["health"])
    script = dice(*faces)
    sent(gm, "dragon.death-check", ask=asked(gm)[0])
    short = past - 5 * successes(faces, 0, 0)
    told = told_to_gms(gm, "death-checked")
    assert (told["outcome"], told["gap"]) == (("dying", short) if short > 0 else ("unconscious", None))
    assert script.left == []
