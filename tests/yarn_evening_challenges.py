"""Evenings of Yarn: a call is challenged in all ways, and so is what is told in a scene."""

from __future__ import annotations

from collections.abc import Iterator

from tests.acts_of_an_evening import Step, step, who
from tests.yarn_evening import hand
from tests.yarn_evening_closing import answers
from tests.yarn_evening_ground import calls


def challenges() -> Iterator[Step]:
    yield step("gm", "yarn.set-hand", lambda e: {"who": e.seat("ines"), "points": "tokens", "count": 1})
    yield calls("The attic", "Maud Ferrin", "Joss Amber", "Old Bess")
    yield step("ines", "yarn.challenge", kind="time-jump", text="I would have gone to the lock that night.")
    yield hand("marek", "call")
    yield hand("gm", "challenge")
    yield answers("gm", "yarn.rework", count="2", unit="hours", note="less time")
    yield step("ines", "yarn.duck", who("Maud Ferrin"))
    yield answers(
        "gm", "yarn.answer-duck", answer="compel", words="She wants to be respected, and all of them are up there."
    )
    yield answers("ines", "yarn.stay", answer="pay")
    yield step("ines", "yarn.rush", who("Maud Ferrin", pays="nothing"))
    yield answers("gm", "yarn.answer-rush", answer="let in")
    yield step("marek", "yarn.challenge", kind="novelty", text="She has asked me that before.", note="novelty")
    yield answers("gm", "yarn.judge-novelty", allow="yes")
    yield answers("gm", "yarn.name-change", text="Bess knows now.")
    yield answers("gm", "yarn.judge-novelty", allow="yes", note="enough")


def objections() -> Iterator[Step]:
    yield calls("The lock", "Maud Ferrin", "Joss Amber", "Old Bess")
    yield step("ines", "yarn.challenge", kind="plot-jump", text="How did we come by the key?")
    yield hand("marek", "challenge")
    yield answers("gm", "yarn.rework", text="Bess gives you the key, and you go down.", note="the situation")
    yield answers("ines", "yarn.accept-rework", allow="yes")
    yield answers("marek", "yarn.accept-rework", allow="yes")
    yield step("gm", "yarn.start-anyway")
    yield step("ines", "yarn.describe", text="The lamp gutters.", kind="circumstance")
    yield step("marek", "yarn.object-narration", lambda e: {"narrator": e.seat("ines"), "text": "The lamp gutters."})
    yield answers("ines", "yarn.answer-narration", answer="vote")
    yield hand("gm", "challenge")
    yield step("gm", "yarn.demand-dice", lambda e: {"narrator": e.seat("marek"), "text": "He swims the lock."})
    yield answers("marek", "yarn.answer-demand", answer="adjust", text="He tries the first stroke.")
    yield answers("gm", "yarn.content", allow="yes")
    yield step("ines", "yarn.object-place", lambda e: {
        "narrator": e.seat("marek"), "text": "A lift goes down.", "ground": "consistency"})  # fmt: skip
    yield answers("gm", "yarn.admit-place", allow="yes")
    yield hand("gm", "call")
