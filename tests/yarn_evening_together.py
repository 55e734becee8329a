"""An evening of Yarn: one against another, and several at one task."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from apps.table.models import Exchange
from tests.acts_of_an_evening import Evening, Step, step

PAIR = ("Maud Ferrin", "Joss Amber")


def opposes(person: str, name: str, other: str, **more: Any) -> Step:
    def found(e: Evening) -> dict[str, Any]:
        return {"character": e.character(name), "opponent": e.character(other), "trait": "", **more}

    return step(person, "yarn.oppose", found, note=f"{name} and {other}")


def newest(act: str, person: str, *faces: int, note: str = "", **more: Any) -> Step:
    """The answer to the newest question."""
    return step(person, act, lambda e: {"ask": e.ask(), "trait": "", **more}, dice=faces, note=note)


def of(act: str, person: str, name: str, *faces: int, note: str = "") -> Step:
    return step(person, act, lambda e: {"ask": e.ask(name), "trait": ""}, dice=faces, note=note)


def begins(way: str, *cast: str, **more: Any) -> Step:
    def found(e: Evening) -> dict[str, Any]:
        return {"way": way, "label": "The stone", "characters": [e.character(one) for one in cast], **more}

    return step("gm", "yarn.begin-effort", found, note=way)


def the_effort(e: Evening) -> dict[str, Any]:
    return {"effort": Exchange.objects.filter(table=e.table, closed_at=None).latest("pk").public_id}


def together() -> Iterator[Step]:
    """Players against each other and against the hidden; an effort in secret, one combined, one that is cut short."""
    yield opposes("ines", *PAIR, label="Who blinks", bonus=1)
    yield newest("yarn.answer-oppose", "marek", 6, 2, 5, 3, 3)
    yield opposes("gm", "Hale", "Joss Amber")
    yield newest("yarn.answer-oppose", "marek", 6, 2, 3, 3, note="against the hidden")
    yield opposes("marek", "Joss Amber", "Old Bess")
    yield newest("yarn.answer-oppose", "gm", 2, 2, 5, 5, note="hers", shown="outcome")
    yield begins("either/or", *PAIR, factor=7)
    yield of("yarn.throw-for-effort", "ines", "Maud Ferrin", 6, 5)
    yield of("yarn.throw-for-effort", "marek", "Joss Amber", 4, 4, 6, note="the last")
    yield begins("combining dice", *PAIR, "Old Bess", task="hard")
    yield of("yarn.throw-for-effort", "ines", "Maud Ferrin", note="lends")
    yield step("gm", "yarn.settle-effort", the_effort, dice=(3, 5))
