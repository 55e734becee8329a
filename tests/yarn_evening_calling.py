"""An evening of Yarn: whose call it is, scenes that are called, withdrawn and over, a montage, shopping off stage."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tests.acts_of_an_evening import Evening, Step, step, who
from tests.yarn_evening import asked, hand


def calls(person: str, *cast: str, note: str = "", **more: Any) -> Step:
    """A scene with these."""

    def found(e: Evening) -> dict[str, Any]:
        roles = {key: e.character(more[key]) for key in ("seeks", "of", "place") if more.get(key, "new") != "new"}
        return {**more, **roles, "cast": [e.character(one) for one in cast]}

    return step(person, "yarn.call", found, note=note)


def answers(person: str, word: str) -> Step:
    return step(person, "yarn.object-montage", lambda e: {"ask": asked(e, person).public_id, "word": word}, note=word)


def calling() -> Iterator[Step]:
    """Each act about episodes, turns and calls."""
    yield step("gm", "yarn.end-scene")
    yield step("gm", "yarn.name-theme", theme="What we owe")
    yield step("gm", "yarn.change-order", lambda e: {"who": e.seat("marek"), "what": "move", "place": 2})
    yield step("gm", "yarn.pass-call")
    yield step("gm", "yarn.set-hand", lambda e: {"who": e.seat("marek"), "points": "tokens", "count": 1})
    yield calls("marek", "Maud Ferrin", mode="dramatic", situation="Low tide.", new_place="The shed", of="new",
                new_name="Berta", new_text="Harbour clerk", seeks="Maud Ferrin", what="Respect", time="day", count=2,
                note="for a token")  # fmt: skip
    yield step("marek", "yarn.withdraw-call")
    yield calls("marek", "Maud Ferrin", "Old Bess", mode="procedural", what="To get in", place="The lock",
                time="later", note="again")  # fmt: skip
    yield step("gm", "yarn.correct-time", time="day", count=2)
    yield step("gm", "yarn.change-mode", mode="conference")
    yield step("gm", "yarn.start-anyway")
    yield step("ines", "yarn.end-scene", note="her own")
    yield step("ines", "yarn.call-montage", count=2, unit="week", text="Winter.")
    yield answers("marek", "objects")
    yield answers("gm", "fine")
    yield hand("gm", "for the call")
    yield step("marek", "yarn.in-montage", who("Joss Amber", text="Mends the boat"))
    yield step("gm", "yarn.end-scene", note="the montage")
    yield calls("ines", "Maud Ferrin", "Joss Amber", mode="shopping", what="Rope", place="The lock", note="shopping")
    yield step("gm", "yarn.off-stage", who("Maud Ferrin", things="Rope\nLamps"))
    yield step("gm", "yarn.closer")
