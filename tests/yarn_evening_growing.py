"""An evening of Yarn: experience dice are awarded and spent, and hit points rise with what was bought."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from apps.characters import entries
from tests.acts_of_an_evening import Data, Evening, Step, step, who
from tests.yarn_evening import asked


def the_trait(whom: str, name: str, **more: Any) -> Data:
    """A trait of theirs, by its row."""

    def found(e: Evening) -> dict[str, Any]:
        (row,) = [one for one in entries.held_by(e.row(whom)) if one.name == name]
        return {"trait": row.public_id, **more}

    return found


def word(person: str, act: str, /, dice: tuple[int, ...] = (), note: str = "", **given: Any) -> Step:
    """What this person answers to what they are asked."""
    return step(person, act, lambda e: {"ask": asked(e, person).public_id, **given}, dice=dice, note=note)


NEW = {"name": "Reads people", "sign": "Looks a moment too long", "kind": "standard", "casual": "on"}


def growing() -> Iterator[Step]:
    yield step("gm", "yarn.approve", who("Maud Ferrin", approved="yes"))
    yield step("gm", "yarn.award-dice", lambda e: {
        "characters": [e.character("Maud Ferrin"), e.character("Joss Amber")], "play": 9, "feats": 9, "why": "The lock",
    })  # fmt: skip
    yield step("ines", "yarn.note-training", who("Maud Ferrin", text="Two weeks of boxing"))
    yield step("ines", "yarn.new-trait", who("Maud Ferrin", **NEW))
    yield word("gm", "yarn.judge-improvement", allow="no", remark="When you have met more of them.")
    yield step("ines", "yarn.new-trait", who("Maud Ferrin", **NEW), note="again")
    yield word("second", "yarn.judge-improvement", allow="yes", note="by the other")
    yield step("ines", "yarn.improve-trait", the_trait("Maud Ferrin", "Strong as a drayman", to=4, deed="on", months=3))
    yield word("gm", "yarn.judge-improvement", allow="yes", note="sufficient")
    yield word("ines", "yarn.raise-hit-points", choice="2d6", dice=(4, 5))
    yield step("gm", "yarn.new-trait", who("Joss Amber", **NEW | {"tough": "on"}), note="for a player")
    yield word("marek", "yarn.raise-hit-points", choice="roll", dice=(6, 5, 6, 5, 4, 3), note="anew")
