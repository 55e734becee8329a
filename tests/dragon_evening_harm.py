"""An evening of Dragon: who is struck down, in a fight and outside it, and what becomes of them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tests.acts_of_an_evening import Data, Step, of_ask, of_event, step, who
from tests.dragon_evening import under_way

PHASES = {"Ketta Vane": (2, 5, 9), "Oskar Thule": (2, 4), "Captain Sorrel": (2, 6), "Bell-witch": (2, 8)}
CAST: dict[str, Any] = {"name": "Salt ghoul", "weapon": "club", "copies": 2, "body": 4}


def hurts(*names: str, damage: int, **more: Any) -> Data:
    return lambda e: {
        "characters": [e.character(one) for one in names], "damage": damage, "why": "The stair breaks", **more,
    }  # fmt: skip


def says(name: str, word: str, **more: Any) -> Data:
    return who(name, word=word, **more)


def harm() -> Iterator[Step]:
    """Each act of harm at least once: by a player and the GM, an enemy and the hidden one among the fallen."""
    yield step("gm", "dragon.quick-cast", **CAST)
    yield step("gm", "dragon.quick-cast", **CAST | {"name": "Drowned one", "copies": 1, "hidden": "on"}, note="hidden")
    yield step("gm", "dragon.hurt", hurts("Ketta Vane", "Captain Sorrel", damage=60, resisted="on"),
               first=under_way(PHASES, (2, "Good")))  # fmt: skip
    yield step("ines", "dragon.death-check", of_ask("Ketta Vane"), dice=(1, 1, 1, 1))
    yield step("gm", "undo", of_event("dragon.death-checked"), note="a check")
    yield step("ines", "dragon.death-check", of_ask("Ketta Vane"), note="the same dice")
    yield step("gm", "dragon.death-check", of_ask(), dice=(1, 7, 9), note="an enemy’s")
    yield step("gm", "dragon.hurt", hurts("Salt ghoul 1", "Salt ghoul 2", damage=90), note="several")
    yield step("gm", "dragon.death-check", of_ask(), dice=(1, 7, 9, 1, 1, 7, 7, 1), note="of several")
    yield step("gm", "dragon.hurt", hurts("Bell-witch", damage=40), note="hidden")
    yield step("gm", "dragon.death-check", of_ask(), dice=(1, 1, 1), note="hidden")
    yield step("gm", "dragon.fate", says("Ketta Vane", "countdown", count=3, unit="rounds"))
    yield step("gm", "dragon.fate", says("Bell-witch", "countdown", count=1, unit="turns"), note="hidden")
    yield step("gm", "dragon.fate", says("Captain Sorrel", "dead"), note="an enemy")
    yield step("gm", "dragon.fate", says("Captain Sorrel", "alive"), note="an enemy")
    yield step("gm", "dragon.fate", says("Ketta Vane", "saved", why="Oskar ties it off"))
    yield step("gm", "dragon.heal", who("Ketta Vane", by=40, why="Wine and needle"))
    yield step("gm", "dragon.heal", who("Bell-witch", by=40, why="The tide"), note="hidden")
    yield step("gm", "dragon.wake", who("Ketta Vane"))
    yield step("gm", "dragon.wake", who("Bell-witch"), note="hidden")
    yield step("gm", "dragon.fate", says("Captain Sorrel", "dying", gap=3), note="an enemy again")
    yield step("gm", "dragon.fate", says("Oskar Thule", "down"))
    yield step("gm", "dragon.set-damage", who("Oskar Thule", set=70, why="The bell"), note="one who lies there")
    yield step("marek", "dragon.death-check", of_ask("Oskar Thule", faces="7 7 7 1 1"), note="real dice")
