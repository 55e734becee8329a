"""An evening of Yarn: a spell is learned week by week, and spells are cast."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tests.acts_of_an_evening import Step, step, who
from tests.yarn_evening import JOSS
from tests.yarn_evening_powers import line, resists

WIZARD: dict[str, Any] = JOSS | {
    "experience": 12, "pool": 5,
    "spell_2_name": "The ring", "spell_2_listed": "ring-of-gyges",
    "spell_3_name": "Stone", "spell_3_listed": "grip-of-stone",
}  # fmt: skip


def studies(spell: str, dice: tuple[int, ...]) -> Step:
    def found(e: Any) -> dict[str, Any]:
        return {"character": e.character("Joss Amber"), "spell": line("Joss Amber", spell)(e)}

    return step("marek", "yarn.learn-spell", found, dice=dice, note=str(dice))


def casts(spell: str, on: str = "", **said: Any) -> Step:
    def found(e: Any) -> dict[str, Any]:
        return {"spell": line("Joss Amber", spell)(e), **({"target": e.character(on)} if on else {}), **said}

    return step("marek", "yarn.cast", found, note=spell)


def spells() -> Iterator[Step]:
    yield step("marek", "yarn.edit", who("Joss Amber", **WIZARD))
    yield studies("Black water", (1, 3))
    yield studies("Black water", (2, 3, 4))
    yield casts("Black water")
    yield casts("The ring")
    yield casts("Stone", on="Old Bess", metres=10)
    yield resists("gm", "Old Bess", "resist", (5, 4))
    yield casts("Stone", on="Maud Ferrin", metres=10)
    yield resists("ines", "Maud Ferrin", "resist", (6, 6))
    yield step("gm", "yarn.time-passes", count=30, unit="minutes", note="all of it ends")
