"""Spells cast at random through the door while time goes by, against what the book's text makes of them: how far each
reaches, who holds out against it, for how long it lasts, what it costs."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Any

import pytest

from apps.characters.models import Character, Entry, Track
from apps.magic.yarn import running
from apps.table import door
from tests.combat.yarn.attacks.test_oracle import Noted
from tests.magic.yarn.conftest import left, line, switched, wizard
from tests.people import Person
from tests.yarn_world import made, told

LASTS = {"lurking-chains": 600, "blessed-black": 60, "serpents-tongue": 60, "grip-of-stone": 1800, "ring-of-gyges": 600,
         "seven-shields": 3600}  # fmt: skip
REACHES = {"lurking-chains": 20, "grip-of-stone": 15}
GRIP, POOL, PLAYS = 12, 6, 30


@dataclass(frozen=True)
class Cast:
    """One casting, with so many shots left, and so many seconds that go by after it."""

    spell: str
    metres: int
    base: int
    shots: int
    passes: int

    @property
    def refused(self) -> bool:
        return not self.shots or self.metres > REACHES.get(self.spell, self.metres)


def drawn(chance: Random) -> Cast:
    spell = chance.choice(list(LASTS))
    near = REACHES.get(spell, 20)
    seconds = LASTS[spell] + chance.choice((-30, -1, 0, 1, 60))
    return Cast(spell, chance.choice((0, near - 1, near, near + 1)), chance.choice((2, 3, 4)), chance.choice((0, 1, 6)),
                seconds)  # fmt: skip


@pytest.mark.parametrize("botch", ["off", "on"])
@pytest.mark.played("yarn.spell-cast", "yarn.spell-list", "yarn.spell-resist", "yarn.spell-grip-of-stone")
def test_the_door_does_what_the_book_says_of_spells(
    gm: Person, bess: Character, monkeypatch: pytest.MonkeyPatch, botch: str
) -> None:
    if botch == "on":
        switched(gm, "botch", botch)
    joss = made(gm, **wizard(*LASTS, shots=POOL))
    chance = Random(f"spells {botch}")
    for _ in range(PLAYS):
        monkeypatch.setattr(door, "dice", dice := Noted(chance))
        plays_one(gm, dice, drawn(chance), joss, bess, botch == "on")


def plays_one(gm: Person, dice: Noted, cast: Cast, joss: Character, bess: Character, botch: bool) -> None:
    begins_anew(joss, cast.shots)
    given: dict[str, Any] = {"spell": line(joss, cast.spell), "metres": cast.metres, "base": cast.base}
    answer = gm.post("yarn.cast", plain=True, target=bess.public_id, **given)
    assert answer.status_code == (422 if cast.refused else 302), cast
    if cast.refused:
        assert left(joss) == cast.shots
        return
    works = cast.spell != "grip-of-stone" or not holds_out(dice, cast, botch)
    assert (told(gm.table, "yarn.power-used", "gms")["works"], left(joss)) == (works, cast.shots - 1), cast
    assert runs(joss, bess) == ([(cast.spell, LASTS[cast.spell])] if works else []), cast
    gm.does("yarn.time-passes", count=cast.passes, unit="seconds")
    over = not works or cast.passes >= LASTS[cast.spell]
    assert runs(joss, bess) == ([] if over else [(cast.spell, LASTS[cast.spell] - cast.passes)]), cast


def holds_out(dice: Noted, cast: Cast, botch: bool) -> bool:
    """A total that equals the level throws it off; all ones never do, where there are botches."""
    (faces,) = dice.throws
    assert len(faces) == cast.base
    return sum(faces) >= GRIP and not (botch and set(faces) == {1})


def begins_anew(joss: Character, shots: int) -> None:
    Entry.objects.filter(kind=running.RUNNING).delete()
    Track.objects.filter(character=joss, key="shots").update(value=shots)
    Track.objects.filter(character=joss, key="shot-seconds").update(value=0)


def runs(*those: Character) -> list[tuple[str, int | None]]:
    """What runs on them, and for how many seconds still."""
    found = [row for one in those for row in running.running_on(Character.objects.get(pk=one.pk))]
    return [(one.facts["listed"], running.seconds_left(one)) for one in found]
