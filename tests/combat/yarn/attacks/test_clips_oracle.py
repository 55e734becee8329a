"""A submachine gun fired at random through the door until it is empty, against what the book's text makes of it: which
way takes how many rounds, what each adds at which distance, what the second shot loses, who is swept (yarn.clip)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from random import Random
from typing import Any

import pytest

from apps.characters.models import Character, Entry, Track
from apps.combat.models import Tally
from apps.table import door
from apps.table.models import Ask
from tests.combat.yarn.attacks.test_oracle import Noted
from tests.combat.yarn.standing import seated
from tests.people import Person
from tests.yarn_world import made, told

BANDS, FACTOR, SCORE, FULL = (2, 25, 50, 100, 200), 3, 4, 200
DICE = {"single": (0,) * 5, "burst": (1,) * 5, "full-auto": (1,) * 5, "spread": (1, 1, 0, -1, -2)}
MORE = {"single": (0,) * 5, "burst": (1, 1, 0, 0, 0), "full-auto": (2, 2, 1, 0, 0), "spread": (1, 0, 0, 0, 0)}
"""What each way adds to the dice, and to the factor, at each distance."""
PLAYS = 14


@dataclass(frozen=True)
class Fired:
    """What is fired in a round: in which way, at how many, how far off they are, with so many rounds left."""

    way: str
    metres: tuple[int, ...]
    rounds: int
    second: bool = False

    @property
    def takes(self) -> int:
        return {"single": 1, "burst": 3, "full-auto": 10, "spread": 5 * len(self.metres)}[self.way]

    @property
    def needs(self) -> int:
        """Full auto takes ten in the clip, however few are swept."""
        return max(self.takes, 10) if self.way in ("full-auto", "spread") else self.takes


def drawn(chance: Random) -> Fired:
    way = chance.choice(list(DICE))
    count = chance.randint(1, 3) if way == "spread" else 1
    far = tuple(chance.randint(0, chance.choice(BANDS)) for _ in range(count))
    return Fired(way, far, chance.choice((0, 1, 2, 5, 9, 10, 14, 30)))


@pytest.mark.played("yarn.clip", "yarn.recoil-second-shot", "yarn.full-auto-spread", "yarn.burst",
                    "yarn.full-auto-single")  # fmt: skip
def test_the_door_counts_rounds_and_dice_as_the_book_does(gm: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    gunner = made(gm, name="Carver", role="main", hit_points=90, trait_1_name="Shot", trait_1_score=SCORE,
                  trait_1_combat="on", weapon_1_name="It", weapon_1_listed="light-smg", weapon_1_firearm="smg",
                  weapon_1_left=30, weapon_1_clip=30)  # fmt: skip
    people = [made(gm, name=name, role="main", hit_points=FULL) for name in ("Ash", "Birch", "Cob")]
    seated(gm, gunner, *people)
    chance = Random("clips")
    monkeypatch.setattr(door, "dice", dice := Noted(chance))
    for _ in range(PLAYS):
        fired = drawn(chance)
        anew(gunner, fired.rounds)
        left = fires(gm, dice, gunner, people, fired)
        if fired.way == "single" and left is not None:
            fires(gm, dice, gunner, people, replace(fired, rounds=left, second=True))


def anew(gunner: Character, rounds: int) -> None:
    Tally.objects.filter(key__regex="^(shots|fired|lock|acts|attacks)").delete()
    Entry.objects.filter(character=gunner, name="It").update(amount=rounds)
    Track.objects.filter(key="hit-points").exclude(character=gunner).update(value=FULL)


def fires(gm: Person, dice: Noted, gunner: Character, people: list[Character], fired: Fired) -> int | None:
    """What is left in the clip; None where there were too few."""
    answer = gm.post(f"yarn.{'spread' if fired.way == 'spread' else 'shoot'}", plain=True,
                     **posted(gunner, people, fired))  # fmt: skip
    if fired.rounds < fired.needs:
        assert answer.status_code == 422, fired
        assert Entry.objects.get(character=gunner, name="It").amount == fired.rounds
        return None
    assert answer.status_code == 302, fired
    for whom, metres in zip(people, fired.metres, strict=False):
        meets(gm, dice, whom, fired, metres)
    left = Entry.objects.get(character=gunner, name="It").amount
    assert left == fired.rounds - fired.takes, fired
    return left


def posted(gunner: Character, people: list[Character], fired: Fired) -> dict[str, Any]:
    held = {one.name: one.public_id for one in Entry.objects.filter(character=gunner)}
    given = {"character": gunner.public_id, "weapon": held["It"], "trait": held["Shot"]}
    if fired.way == "spread":
        those = [one.public_id for one in people[: len(fired.metres)]]
        return given | {"targets_hit": those, "distances": ", ".join(map(str, fired.metres))}
    return given | {"target": people[0].public_id, "metres": fired.metres[0], "way": fired.way}


def meets(gm: Person, dice: Noted, whom: Character, fired: Fired, metres: int) -> None:
    """The target stands; both rolls and the damage are those of the text."""
    before = len(dice.throws)
    open_ones = Ask.objects.filter(closed_at=None)
    ask = next(one for one in open_ones if one.facts.get("character_id") == whom.public_id)
    gm.does("yarn.defend", ask=ask.public_id, way="stand")
    struck, met = dice.throws[before:]
    far = next(n for n, most in enumerate(BANDS) if metres <= most)
    net = DICE[fired.way][far] - fired.second
    assert (len(struck), len(met)) == (SCORE + abs(net), far + 1), fired
    better = sum(sorted(struck, reverse=net >= 0)[:SCORE]) - sum(met)
    card = told(gm.table, "yarn.attack-settled", "gms")
    assert (card["hit"], card["difference"] or 0) == (better > 0, max(better, 0)), fired
    lost = max(better, 0) * (FACTOR + MORE[fired.way][far])
    assert (card["harm"] or {"suffered": 0})["suffered"] == lost, fired
