"""An evening of Yarn: supporting characters come in, matter to somebody, are listed; a scene moves."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tests.acts_of_an_evening import Data, Evening, Step, step, who
from tests.yarn_evening_calling import calls


def both(one: str, other: str, **more: Any) -> Data:
    """What one character is or needs of the other."""
    return lambda e: {"character": e.character(one), "who": e.character(other), **more}


def keeper(e: Evening) -> dict[str, Any]:
    return {"seat": e.seat("marek")}


def people() -> Iterator[Step]:
    """Each act about supporting characters and places."""
    yield calls("gm", "Maud Ferrin", "Old Bess", mode="dramatic", situation="Rain.", place="The lock")
    yield step("gm", "yarn.start-anyway")
    yield step("marek", "yarn.introduce", name="Berta", text="Harbour clerk", here="on")
    yield step("ines", "yarn.promote", both("Maud Ferrin", "Berta", need="Her respect"))
    yield step("ines", "yarn.link-recurring", both("Maud Ferrin", "Old Bess", label="Owes her"))
    yield step("gm", "yarn.name-keeper", keeper)
    yield step("marek", "yarn.describe-anew", who("Old Bess", text="Remembers everything"))
    yield step("ines", "yarn.move-scene", new_place="The marsh", text="Fog.")
