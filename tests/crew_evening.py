"""An evening of Crew: who is there at its beginning, and every act about sheets and ships."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from apps.characters.crew import document
from apps.characters.models import Entry
from tests.acts_of_an_evening import Data, Evening, Given, Step, step, who, who_with_picture

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


LENA_NOW = LENA | {"model": "Freighter", "systems": 8, "notes": "Needs paint."}


def _held(name: str, kind: str, /, field: str, **more: Any) -> Data:
    """Data about the newest entry of that kind that somebody holds."""

    def found(e: Evening) -> Given:
        row: Entry = e.row(name).entries.filter(kind=kind).latest("pk")
        return {field: row.public_id, **more}

    return found


def _aboard(ship: str, person: str) -> Data:
    return lambda e: {"ship": e.character(ship), "person": e.character(person)}


def _post_of(name: str) -> Data:
    return lambda e: {"post": e.row(name).posts_held.latest("pk").public_id}


def sheets() -> Iterator[Step]:
    """Each act about characters, ships and vehicles at least once, by players and the GM, hidden ones among them."""
    yield step("ines", "crew.edit", who("Wren", **WREN | {"shoot": 12, "notes": "Paid him off."}))
    yield step("gm", "crew.edit", who("Deputy", name="Deputy", role="minor-gmc", die=10), note="one die")
    yield step("ines", "portrait", who_with_picture("Wren"))
    yield step("gm", "crew.duplicate", who("Thug 1", copies=2))
    yield step("gm", "crew.duplicate", who("Sniper"), note="hidden")
    yield step("gm", "crew.import", lambda e: {"text": document.written(e.row("Marshal Tran")).decode()})
    yield step("marek", "crew.import", lambda e: {"text": document.written(e.row("Kit")).decode()}, note="a player’s")
    yield step("gm", "delete-character", who("Thug 5"))
    yield step("gm", "crew.adjust", who("Wren", by=2, why="A snappy line"))
    yield step("gm", "crew.adjust", who("Kit", set=0), note="to none")
    yield step("gm", "crew.complication", who("Kit", do="new", name="Twisted Ankle", size=8))
    yield step("gm", "crew.complication", _held("Kit", "complication", "complication", do="up"), note="up")
    yield step("gm", "crew.complication", who("Wren", do="new", name="Half Blind", size=12), note="large")
    yield step("gm", "crew.complication", _held("Wren", "complication", "complication", do="up"), note="out")
    yield step("gm", "crew.complication", _held("Wren", "complication", "complication", do="down"), note="back")
    yield step("gm", "crew.complication", who("Sniper", do="new", name="Sand in the Scope", size=6), note="hidden")
    yield step("gm", "crew.set-taken-out", who("Kit", out="yes"))
    yield step("gm", "crew.set-taken-out", who("Kit", out="no"), note="back")
    yield step("gm", "crew.set-taken-out", who("Sniper", out="yes"), note="hidden")
    yield step("gm", "crew.set-hero-die", who("Wren", do="put", die=10))
    yield step("gm", "crew.set-hero-die", who("Wren", do="put", die=8), note="two")
    yield step("gm", "crew.set-hero-die", who("Wren", do="take", die=10), note="gone")
    yield step("ines", "crew.board", _aboard("The Long Lena", "Wren"))
    yield step("marek", "crew.board", _aboard("The Long Lena", "Kit"), note="another")
    yield step("gm", "crew.board", _aboard("The Long Lena", "Sniper"), note="hidden")
    yield step("marek", "crew.edit-ship", lambda e: {"ship": e.character("The Long Lena"), **LENA_NOW})
    yield step("gm", "crew.make-ship", name="The Raider", type="ship", hull=12, hidden="on", note="hidden")
    yield step("gm", "crew.make-ship", name="Patrol Boat", type="watercraft", power=10, note="of the GM’s")
    yield step("ines", "crew.make-ship", name="Crawler", type="land-vehicle", body=8, note="a player’s")
    yield step("ines", "crew.board", _aboard("Crawler", "Wren"), note="changing over")
    yield step("gm", "crew.board", _aboard("The Raider", "Marshal Tran"), note="a hidden ship")
    yield step("gm", "crew.complication", who("The Long Lena", do="new", name="Coolant Leak", size=12), note="a ship")
    yield step("ines", "crew.complication", _held("The Long Lena", "complication", "complication", do="up"),
               note="by a player")  # fmt: skip
    yield step("gm", "crew.complication", _held("The Long Lena", "complication", "complication", do="lift"), note="off")
    yield step("marek", "crew.leave-ship", _post_of("Kit"))
    yield step("gm", "crew.leave-ship", _post_of("Sniper"), note="hidden")
    yield step("gm", "crew.vehicle-there", who("Kit", name="Mule Cart", kind="land"))
    yield step("gm", "crew.vehicle-there", name="Rowing Boat", kind="water", note="for all")
