"""An evening of Yarn: what becomes of harm, by recovery and by days, of players' characters and of the hidden."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tests.acts_of_an_evening import Data, Evening, Step, step, who


def hurt(name: str, by: int) -> Step:
    """Hit points that are gone, by the GM's hand."""
    return step("gm", "yarn.adjust", who(name, track="hit-points", by=-by), note=f"{name} {by}")


def recovers(*names: str, **more: Any) -> Data:
    return lambda e: {"characters": [e.character(one) for one in names], **more}


def days(**spent: tuple[int, str, int]) -> Data:
    """For each, by the last name, how many days, of what, and what the GM takes."""

    def found(e: Evening) -> dict[str, Any]:
        whole = {"Ferrin": "Maud Ferrin", "Amber": "Joss Amber", "Bess": "Old Bess", "Hale": "Hale"}
        sent: dict[str, Any] = {"anyway": "on"}
        for name, values in spent.items():
            id = e.character(whole[name])
            sent |= {f"{word}-{id}": value for word, value in zip(("days", "does", "loss"), values, strict=True)}
        return sent

    return found


def healing() -> Iterator[Step]:
    """Each act that mends at least once; the hidden one heals where nobody sees it."""
    yield hurt("Maud Ferrin", 23)
    yield hurt("Hale", 9)
    yield step("gm", "yarn.recover", recovers("Maud Ferrin", "Hale", share="1/2", why="A bandage"))
    yield hurt("Hale", 4)
    yield step("gm", "yarn.recover", recovers("Hale", share="2/3"), note="hidden")
    yield step("gm", "yarn.critical", who("Maud Ferrin", critical="yes"))
    yield step("gm", "yarn.critical", who("Hale", critical="yes"), note="hidden")
    yield step("gm", "yarn.time-passes", count=3, unit="days", why="Rain")
    yield step("gm", "yarn.days-pass", days(Ferrin=(3, "medical care", 0), Hale=(3, "rest", 1)))
    yield step("gm", "yarn.critical", who("Maud Ferrin", critical="no"), note="no longer")
