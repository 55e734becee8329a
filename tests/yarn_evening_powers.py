"""An evening of Yarn: powers are learned, used, resisted, bent by the GM, and come back by the clock."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from apps.characters import entries
from apps.magic.yarn import running
from apps.table.models import Ask
from tests.acts_of_an_evening import Data, Evening, Step, step, who
from tests.yarn_evening import BESS, JOSS, asked

PSYCHIC: dict[str, Any] = JOSS | {
    "experience": 6, "pool": 6, "power_2_name": "Stone face", "power_2_listed": "skin-of-iron", "power_2_score": 2,
    "power_3_name": "Under the words", "power_3_listed": "mind-scan-(reading)", "power_3_score": 2,
    "power_4_name": "The long arm", "power_4_listed": "telekinetic-punch", "power_4_score": 2,
}  # fmt: skip
READER: dict[str, Any] = BESS | {
    "pool": 4, "power_1_name": "She knows", "power_1_listed": "mind-scan-(reading)", "power_1_score": 2,
}  # fmt: skip


MORE = (3,) * 8
"""Faces for whoever pushes, or takes more dice, where a test types something else into the form."""


def line(whom: str, name: str) -> Callable[[Evening], str]:
    """The public id of a power or spell."""
    return lambda e: next(one.public_id for one in entries.held_by(e.row(whom)) if one.name == name)


def uses(person: str, whom: str, power: str, on: str = "", dice: tuple[int, ...] = (), **said: Any) -> Step:
    def found(e: Evening) -> dict[str, Any]:
        target = {"target": e.character(on)} if on else {}
        return {"power": line(whom, power)(e), **target, **said}

    return step(person, "yarn.use-power", found, note=power, dice=(*dice, *MORE) if dice else ())


def resists(person: str, whom: str, way: str, dice: tuple[int, ...]) -> Step:
    """Whoever plays this one answers what they are asked."""

    def found(e: Evening) -> dict[str, Any]:
        if person == "gm":
            return {"ask": asked(e, "gm").public_id, "way": way}
        mine = Ask.objects.filter(table=e.table, closed_at=None, audience="character", subject=e.row(whom).pk)
        return {"ask": mine.latest("pk").public_id, "way": way}

    return step(person, "yarn.resist-power", found, note=whom, dice=dice)


def runs(whom: str, **said: Any) -> Data:
    return lambda e: {"running": running.running_on(e.row(whom))[0].public_id, **said}


def powers() -> Iterator[Step]:
    yield step("marek", "yarn.edit", who("Joss Amber", **PSYCHIC))
    yield step("gm", "yarn.edit", who("Old Bess", **READER))
    yield step("marek", "yarn.learn-power", who("Joss Amber", listed="sending", given_up=2, months=1), dice=(4, 6))
    yield step("marek", "yarn.buy-shot", who("Joss Amber", shots=1))
    yield uses("marek", "Joss Amber", "Stone face", dice=(5, 3))
    yield uses("marek", "Joss Amber", "Under the words", on="Old Bess", metres=6, sight="on", push="on",
               faces="6 5 2 1")  # fmt: skip
    yield resists("gm", "Old Bess", "counter", (2, 3, 4, 1))
    yield uses("gm", "Old Bess", "She knows", on="Maud Ferrin", metres=2, sight="on", dice=(6, 4, 1, 2),
               faces="6 4", met_faces="1 2")  # fmt: skip
    yield uses("gm", "Old Bess", "She knows", on="Joss Amber", metres=2, sight="on", knows="on")
    yield resists("marek", "Joss Amber", "resist", (2, 2, 6, 5, 1))
    yield uses("marek", "Joss Amber", "The long arm", on="Maud Ferrin", metres=3, dice=(4, 3, 1, 2))
    yield step("gm", "yarn.alter-power", runs("Joss Amber", count=2, unit="hours", amount=3, why="He holds on"))
    yield step("marek", "yarn.end-power", runs("Joss Amber"))
    yield step("gm", "yarn.shot-rate", who("Joss Amber", rate="200"))
    yield step("gm", "yarn.time-passes", count=8, unit="hours", note="shots")
