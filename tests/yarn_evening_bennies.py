"""An evening of Yarn: bennies buy tokens, dice and a fire."""

from __future__ import annotations

from collections.abc import Iterator

from tests.acts_of_an_evening import Step, step
from tests.yarn_evening_ground import calls


def has(person: str, points: str, count: int) -> Step:
    """The GM lays so many into somebody's hand."""
    return step("gm", "yarn.set-hand", lambda e: {"who": e.seat(person), "points": points, "count": count},
                note=f"{person} {points}")  # fmt: skip


def spending() -> Iterator[Step]:
    yield has("ines", "bennies", 2)
    yield has("marek", "bennies", 2)
    yield step("ines", "yarn.buy-token")
    yield step("marek", "yarn.burn", lambda e: {"victim": e.seat("ines"), "kind": "drama"})
    yield calls("The weir", "Maud Ferrin", "Joss Amber", mode="procedural")
    yield step("gm", "yarn.start-anyway")
    yield step("ines", "yarn.buy-procedural", what="card")
    yield step("marek", "yarn.buy-procedural", what="procedural-token", note="a token")
    yield step("marek", "yarn.use-procedural")
    yield step("marek", "yarn.use-procedural", note="back")
