"""An evening of Crew: who is there at its beginning, and every act about sheets and ships."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tests.acts_of_an_evening import Step, step

WREN: dict[str, Any] = {
    "name": "Wren", "role": "crewmember", "mental": 6, "physical": 8, "social": 8,
    "shoot": 10, "sneak": 8, "move": 6, "fly": 8, "treat": 6, "notice": 8,
    "specialty_1_name": "Carbines", "specialty_1_skill": "shoot",
    "specialty_2_name": "Old star charts", "specialty_2_skill": "know",
    "distinction_1_name": "Loyal to a fault", "distinction_1_text": "Nobody of mine is left behind.",
    "distinction_1_trigger_1": "Step up a Complication to double a die", "distinction_1_trigger_1_points": "0",
    "distinction_1_trigger_1_effect": "double",
    "distinction_2_name": "Quick on the draw",
    "signature_1_name": "Long coat full of pockets", "signature_1_die": 6,
    "signature_2_name": "Grandfather’s carbine", "signature_2_die": 8,
    "signature_2_trigger_1": "Spend a plot point to reroll a die", "signature_2_trigger_1_points": "-1",
    "signature_2_trigger_1_effect": "reroll",
    "episode_1_name": "The Harrow Heist", "episode_2_name": "Nine Moons", "notes": "Owes the harbour master.",
}  # fmt: skip
"""Ines's crewmember: Physical d8, Shoot d10 with the Specialty Carbines, two past Episodes."""
KIT: dict[str, Any] = {
    "name": "Kit", "role": "crewmember", "mental": 10, "physical": 6, "social": 6,
    "fix": 10, "operate": 8, "craft": 8, "know": 6, "drive": 6,
    "specialty_1_name": "Engines", "specialty_1_skill": "fix",
    "distinction_1_name": "Talks to machines", "distinction_1_text": "They answer, mostly.",
    "distinction_1_trigger_1": "Gain a plot point when a machine lets you down",
    "distinction_1_trigger_1_points": "1", "distinction_1_trigger_1_effect": "",
    "signature_1_name": "Box of spares", "signature_1_die": 8, "episode_1_name": "Nine Moons",
}  # fmt: skip
"""Marek's crewmember: Mental d10, Fix d10 with the Specialty Engines, one past Episode."""
TRAN: dict[str, Any] = {
    "name": "Marshal Tran", "role": "major-gmc", "mental": 8, "physical": 10, "social": 12,
    "shoot": 10, "trick": 10, "influence": 8, "notice": 6, "focus": 8,
    "specialty_1_name": "Interrogation", "specialty_1_skill": "influence",
    "distinction_1_name": "The law never sleeps", "distinction_1_trigger_1": "Spend a point to call a deputy",
    "distinction_1_trigger_1_points": "-1", "signature_1_name": "Marshal’s badge", "signature_1_die": 8,
}  # fmt: skip
LENA: dict[str, Any] = {
    "name": "The Long Lena", "type": "ship", "model": "Short-haul freighter", "engines": 8, "hull": 10, "systems": 6,
    "of_the_crew": "on", "distinction_1_name": "Held together by spit", "signature_1_name": "Hidden hold",
    "signature_1_die": 8,
}  # fmt: skip


def beginning() -> Iterator[Step]:
    """Two crewmembers, GMCs of every kind, the crew's ship; the session and a scene run."""
    yield step("gm", "open-session", title="The first evening")
    yield step("gm", "open-scene", title="A dusty landing field", text="Wind.\nNobody is about.")
    yield step("ines", "crew.make", **WREN)
    yield step("marek", "crew.make", **KIT)
    yield step("gm", "crew.make", **TRAN)
    yield step("gm", "crew.quick-gmc", name="Deputy", role="minor-gmc", die=8)
    yield step("gm", "crew.quick-gmc", name="Thug", role="extra", die=6, copies=3, note="several")
    yield step("gm", "crew.quick-gmc", name="Sniper", role="minor-gmc", die=10, hidden="on", note="hidden")
    yield step("gm", "crew.make-ship", **LENA)
