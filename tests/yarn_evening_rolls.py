"""An evening of Yarn: rolls of one's own and the GM's, in the open and in secret."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tests.acts_of_an_evening import Data, Step, step
from tests.yarn_evening import asked


def rolled(whom: str, **more: Any) -> Data:
    return lambda e: {"character": e.character(whom), "trait": "", **more}


def asks(*whom: str, **more: Any) -> Step:
    """The GM asks these for a roll."""
    about = {"task": "hard", "label": "Footsteps", **more}
    note = ", ".join((*whom, *more))
    return step(
        "gm", "yarn.ask-check", lambda e: {"characters": [e.character(one) for one in whom], **about}, note=note
    )


def answers(person: str, *faces: int, note: str = "") -> Step:
    """Whoever was asked throws, without a trait."""
    return step(person, "yarn.answer-check", lambda e: {"ask": asked(e, person).public_id, "trait": ""}, dice=faces,
                note=note)  # fmt: skip


def rolls() -> Iterator[Step]:
    """Open and secret rolls against numbers and dice, an experience die, and what needs no roll."""
    yield step("ines", "yarn.check", rolled("Maud Ferrin", task="hard", experience="on", reasons="Nine winters here"),
               dice=(3, 6, 6))  # fmt: skip
    yield step("marek", "yarn.check", rolled("Joss Amber", task="easy", how="dice", penalty=1), dice=(3, 5, 2, 1),
               note="against dice")  # fmt: skip
    yield step("marek", "yarn.check", rolled("Joss Amber", mode="blind", factor=9), dice=(1, 1), note="blind")
    yield step("marek", "yarn.check", rolled("Joss Amber", mode="me", faces="2 5"), note="to myself")
    yield step("gm", "yarn.check", rolled("Old Bess", mode="everybody"), dice=(2, 6), note="in the open")
    yield step("gm", "yarn.check", rolled("Hale", mode="gm", label="Hides"), dice=(4, 4), note="in secret")
    yield step("gm", "yarn.check", rolled("Maud Ferrin", mode="gm"), dice=(1, 1), note="for a player, unsaid")
    yield step("gm", "yarn.secret-roll", lambda e: {"dice": 2, "bonus": 1, "factor": 7}, dice=(2, 3, 4))
    yield step("ines", "yarn.fate", dice=(3, 2), label="The weather")
    yield step("gm", "yarn.no-roll", rolled("Joss Amber", label="Swims the lock", how="impossible"))
    yield asks("Maud Ferrin", "Hale", bonus=1)
    yield step("ines", "yarn.answer-check", lambda e: {"ask": e.ask("Maud Ferrin"), "trait": ""}, dice=(4, 4, 5))
    yield answers("gm", 2, 3, 4, note="for the hidden")
    yield asks("Maud Ferrin", mode="blind", hidden="hidden")
    yield step("ines", "yarn.answer-check", lambda e: {"ask": e.ask("Maud Ferrin"), "trait": ""}, dice=(1, 4),
               note="blind")  # fmt: skip
