"""Powers used at random through the door, against what the book's text makes of the same faces.

The table stands here once more, as the book prints it, and nothing of the rules' code is asked: how many dice are
thrown, which count, how far it reaches, whether it is resisted, what comes of it and for how long, what it costs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from random import Random
from typing import Any

import pytest

from apps.characters.models import Character, Entry, Track
from apps.magic.yarn import running
from apps.table import door
from tests.combat.yarn.attacks.test_oracle import Noted
from tests.magic.yarn.conftest import ALL_POWERS, left, line, psychic, switched
from tests.people import Person
from tests.yarn_world import made, told

POOL, FULL, ROUND, PLAYS = 6, 40, 3, 4
ROLLED = tuple(one for one in ALL_POWERS if one not in ("lightning-strike", "pre-reaction"))
DISEASES = {"light": 5, "hard": 10, "grave": 15}


@dataclass
class Use:
    """One use of a power, in plain words; `base` are the dice against it, `metres` how far off somebody is."""

    power: str
    score: int
    push: bool
    bonus: int
    penalty: int
    base: int
    metres: int
    near: bool
    known: bool
    sight: bool
    contact: bool
    use: str
    ails: str
    throws: Iterator[tuple[int, ...]] = field(default_factory=lambda: iter(()))

    @property
    def net(self) -> int:
        """Bonus dice less penalty dice: a push is as many bonus dice as the score."""
        aura = (self.near + self.known) if self.power == "aura-sight" else 0
        return self.bonus + aura + self.score * self.push - self.penalty

    def reach(self, total: int) -> float:
        """How far it goes, in metres."""
        far: dict[str, Callable[[], float]] = {
            "mind-scan-(reading)": lambda: total * (2 if self.sight else 1),
            "roaming-eyes,-present": lambda: 100 * total,
            "sending": lambda: total * (1000 if self.known else 10),
            "telekinetic-punch": lambda: total,
            "telepathy": lambda: total if self.use == "read" else total * (5 if self.sight else 500),
        }
        return far.get(self.power, lambda: float("inf"))()

    @property
    def resisted(self) -> bool:
        return self.power in ("aura-sight", "mind-scan-(reading)", "sending", "telekinetic-punch", "telepathy")

    @property
    def refused(self) -> bool:
        """Neither in sight nor well known: nobody is spoken to so."""
        speaks = self.power == "sending" or (self.power == "telepathy" and self.use == "send")
        return speaks and not (self.known or self.sight)


def thrown(use: Use, count: int, net: int) -> tuple[int, list[int]]:
    """The total of so many dice with a net bonus or penalty, and the kept ones."""
    if not count:
        return 0, []
    faces = sorted(next(use.throws), reverse=net >= 0)
    assert len(faces) == count + abs(net), f"{use}: {faces} thrown"
    return sum(faces[:count]), faces[:count]


def drawn(chance: Random, power: str) -> Use:
    def so(share: float = 0.5) -> bool:
        return chance.random() < share

    return Use(
        power, chance.randint(1, 3), so(0.3), chance.choice((0, 0, 1, 3)), chance.choice((0, 0, 1, 4)),
        chance.choice((2, 2, 0, 3)), chance.choice((0, 3, 9, 20, 60, 300, 2000)), so(), so(), so(0.7), so(0.8),
        chance.choice(("read", "send")), chance.choice(list(DISEASES)),
    )  # fmt: skip


def lasts(use: Use, total: int, works: bool) -> int | None:
    """For how many seconds it runs on; None for not at all."""
    sends = use.power == "sending" or (use.power == "telepathy" and use.use == "send")
    seconds = {"telekinesis": total, "skin-of-iron": 600, "roaming-eyes,-present": ROUND * total,
               "roaming-eyes,-past": ROUND * total}  # fmt: skip
    return (60 * total if sends else seconds.get(use.power)) if works else None


@pytest.mark.parametrize("botch", ["off", "on"])
@pytest.mark.played("yarn.fringe-use", "yarn.fringe-push", "yarn.fringe-resist", "yarn.power-list")
def test_the_door_does_what_the_book_says_of_powers(
    gm: Person, bess: Character, monkeypatch: pytest.MonkeyPatch, botch: str
) -> None:
    if botch == "on":
        switched(gm, "botch", botch)
    chance = Random(f"powers {botch}")
    for some in (ROLLED[:6], ROLLED[6:]):
        joss = made(gm, **psychic(*some, shots=POOL) | {"hit_points": FULL, "armour_1_name": ""})
        for power in some * PLAYS:
            plays_one(gm, monkeypatch, drawn(chance, power), Noted(chance), joss, bess, botch == "on")


def plays_one(
    gm: Person, monkeypatch: pytest.MonkeyPatch, use: Use, dice: Noted, joss: Character, bess: Character, botch: bool
) -> None:
    begins_anew(joss, bess, use)
    monkeypatch.setattr(door, "dice", dice)
    answer = gm.post("yarn.use-power", plain=True, **posted(use, joss, bess))
    if use.refused:
        assert answer.status_code == 422, use
        return
    assert answer.status_code == 302, use
    use.throws = iter(dice.throws)
    total, kept = thrown(use, use.score, use.net)
    fails = botch and set(kept) == {1} and use.power != "healing-(disease)"
    reaches = use.metres <= use.reach(total)
    met, against = thrown(use, use.base, 0) if use.resisted and reaches else (None, [])
    beaten = met is None or total > met or (botch and set(against) == {1})
    works = reaches and not fails and beaten
    card = told(gm.table, "yarn.power-used", "gms")
    assert (card["roll"]["total"], card["reaches"], card["works"]) == (total, reaches, works), use
    assert left(joss) == POOL - (2 if use.push else 1), use
    assert list(use.throws) == [], f"{use}: dice that nothing asks for"
    comes_of_it(use, card["came"], total, kept, met or 0, works, bess)
    runs = {one.facts["listed"]: running.seconds_left(one) for one in running.running_on(now(joss))}
    assert runs.get(use.power) == lasts(use, total, works), use


def begins_anew(joss: Character, bess: Character, use: Use) -> None:
    Entry.objects.filter(character__in=(joss, bess), kind=running.RUNNING).delete()
    Entry.objects.filter(character=joss, kind="power").update(amount=use.score)
    Track.objects.filter(character=joss, key="shots").update(value=POOL)
    for key, value in (("hit-points", 9), ("recovery-from", 16), ("temporary-harm", 0)):
        Track.objects.filter(character=bess, key=key).update(value=value)


def posted(use: Use, joss: Character, bess: Character) -> dict[str, Any]:
    ticks = {name: "on" for name in ("push", "near", "known", "sight", "contact") if getattr(use, name)}
    given = {"power": line(joss, use.power), "target": bess.public_id, "metres": use.metres, "use": use.use}
    return given | ticks | {
        "bonus": use.bonus, "penalty": use.penalty, "base": use.base, "affliction": use.ails, "unit": "hours",
    }  # fmt: skip


def comes_of_it(use: Use, came: Any, total: int, kept: list[int], met: int, works: bool, bess: Character) -> None:
    if use.power == "healing-(wounds)":
        healed = min(2 * total if use.contact else 0, 7) if works else None
        assert came.get("healed") == healed, use
    if use.power == "healing-(disease)":
        catches = set(kept) == {1}
        assert (came["catches"], came["cured"]) == (catches, not catches and total > DISEASES[use.ails]), use
    if use.power in ("mind-scan-(reading)", "telepathy") and use.use == "read" and works:
        assert came["outcome"] == ("clear" if total >= 2 * met else "thought"), use
    if use.power == "telekinetic-punch" and works:
        assert (came["harm"]["suffered"], came["harm"]["to"]) == (total, 9 - total), use
    if use.power == "skin-of-iron" and works:
        assert (came["protection"], came["blows"]) == (total, max(kept)), use


def now(character: Character) -> Character:
    return Character.objects.get(pk=character.pk)
