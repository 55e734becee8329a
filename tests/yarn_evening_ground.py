"""An evening of Yarn: a scene of the GM's is called, waited for, and begins."""

from __future__ import annotations

from collections.abc import Iterator

from tests.acts_of_an_evening import Evening, Step, step
from tests.yarn_evening import asked


def goes_on(person: str) -> Step:
    """Presses “Go on”."""
    return step(person, "yarn.go-on", lambda e: {"ask": asked(e, person).public_id})


def calls(title: str, *cast: str, mode: str = "dramatic") -> Step:
    """A scene of the GM's with these."""

    def found(e: Evening) -> dict[str, object]:
        return {"title": title, "mode": mode, "cast": [e.character(one) for one in cast], "situation": "Rain."}

    return step("gm", "yarn.set-scene", found, note=title)


def scenes() -> Iterator[Step]:
    yield calls("The attic", "Maud Ferrin", "Joss Amber", "Old Bess")
    yield goes_on("ines")
    yield goes_on("marek")
    yield calls("The yard", "Joss Amber", "Hale", mode="procedural")
    yield goes_on("ines")
    yield step("gm", "yarn.start-anyway")
