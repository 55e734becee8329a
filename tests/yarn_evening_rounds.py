"""An evening of Yarn: a fight by rounds, in the order of initiative."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tests.acts_of_an_evening import Evening, Step, step, who


def begins(*cast: str, mode: str = "detailed", note: str = "", **more: str) -> Step:
    """A fight of these."""

    def found(e: Evening) -> dict[str, Any]:
        return {
            "title": "The lock gate",
            "mode": mode,
            "characters": [e.character(one) for one in cast],
            "dice": 3,
            **more,
        }

    return step("gm", "yarn.begin-fight", found, note=note)


def rolls(person: str, whose: str, *dice: int) -> Step:
    """Initiative without a trait."""
    return step(person, "yarn.roll-initiative", lambda e: {"ask": e.ask(whose)}, dice=dice, note=whose)


def rounds() -> Iterator[Step]:
    yield step("gm", "switches", lambda e: e.switches(desperate_defence="on"))
    yield begins("Maud Ferrin", "Joss Amber", "Old Bess", "Hale")
    yield rolls("ines", "Maud Ferrin", 6, 6)
    yield step("gm", "yarn.roll-rest", dice=(5, 5, 3, 3, 3))
    yield step("ines", "yarn.extra-actions", who("Maud Ferrin", extra=2))
    yield step("ines", "yarn.do-something", who("Maud Ferrin", what="Shouts for Joss", speed="jogging"))
    yield step("ines", "yarn.fight-next", seen="")
    yield step("marek", "yarn.hold-back", who("Joss Amber"))
    yield step("marek", "yarn.break-in", who("Joss Amber"))
    yield step("gm", "yarn.desperate", who("Joss Amber"))
    yield step("gm", "yarn.advantage", who("Maud Ferrin", how_long="edge-next", why="The mallet"))
    yield step("gm", "yarn.fight-next", seen="", note="back to whom he broke into")
    yield step("gm", "yarn.quick-cast", name="Dunn", role="minor", fighting=2)
    yield step("gm", "yarn.fight-join", lambda e: {"characters": [e.character("Dunn")], "dice": 2}, dice=(1, 1))
    yield step("gm", "yarn.fight-side", who("Dunn", side="players"))
    yield step("gm", "yarn.fight-side", who("Hale", side="players"), note="of somebody hidden")
    yield step("gm", "yarn.fight-leave", who("Dunn"))
    yield step("gm", "yarn.end-fight")
