"""Three ships meet, one of them unseen: a Turn of a dogfight from the first choice to debris."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from apps.ships.models import Vessel
from tests.acts_of_an_evening import KESTREL, Data, Evening, Step, of_ask, step

ASHFALL: dict[str, Any] = {"name": "Ashfall", "size": 2, "speed": 4, "gain": "normal", "weapon_1_name": "Turret",
                           "weapon_1_mount": "turret"}  # fmt: skip
WIDOW: dict[str, Any] = {**ASHFALL, "name": "The Widow", "size": 3}


def _vessel(e: Evening, ship: str) -> str:
    return Vessel.objects.filter(encounter__table=e.table, ship=e.row(ship)).latest("pk").public_id


def _crew(ship: str, person: str, post: str) -> Data:
    return lambda e: {"ship": e.character(ship), "person": e.character(person), "post": post}


def _at_the_helm(ship: str) -> Data:
    return lambda e: {"post": e.row(ship).posts.get(key="pilot").public_id}


def _ships(range_: str, *names: str) -> Data:
    return lambda e: {"ships": [e.character(one) for one in names], "range": range_}


def _pair(one: str, other: str, by: int) -> Data:
    return lambda e: {"one": _vessel(e, one), "other": _vessel(e, other), "by": by}


def _engage(ship: str, target: str) -> Data:
    return lambda e: {"ship": _vessel(e, ship), "choice": "engage", "target": _vessel(e, target)}


def _shot(gunner: str, ship: str, weapon: str, target: str) -> Data:
    def given(e: Evening) -> dict[str, str]:
        held = e.row(ship).entries.get(kind="weapon", name=weapon)
        return {"character": e.character(gunner), "weapon": held.public_id, "target": _vessel(e, target)}

    return given


def _fury(person: str) -> Data:
    return lambda e: {"character": e.character(person), "why": "The lifeboat"}


def _hit(ship: dict[str, Any], hits: int) -> Data:
    return lambda e: {**ship, "ship": e.character(ship["name"]), "hits": hits, "seen_cargo": ship.get("cargo", 0),
                      "seen_supplies": ship.get("supplies", 0)}  # fmt: skip


def dogfight() -> Iterator[Step]:
    """The Kestrel maneuvers with 15, The Widow with 14, Ashfall with 10."""
    yield step("gm", "dragonfly.make-ship", lambda e: {**KESTREL, "seat": e.seat("ines")})
    yield step("gm", "dragonfly.make-ship", **ASHFALL, note="the other")
    yield step("gm", "dragonfly.make-ship", **WIDOW, hidden="on", note="hidden")
    yield step("ines", "dragonfly.edit-ship", _hit(KESTREL, 4))
    yield step("gm", "dragonfly.edit-ship", _hit(ASHFALL, 2), note="the other")
    yield step("ines", "dragonfly.take-post", _crew("The Kestrel", "Shannon Reyes", "pilot"))
    yield step("marek", "dragonfly.take-post", _crew("The Kestrel", "Pell", "gunner"), note="at the turret")
    yield step("marek", "dragonfly.take-post", _crew("The Kestrel", "Pell", "engineer"), note="two posts")
    yield step("gm", "dragonfly.take-post", _crew("Ashfall", "Dockhand 1", "pilot"), note="the other")
    yield step("gm", "dragonfly.take-post", _crew("The Widow", "Sniper", "pilot"), note="hidden")
    yield step("gm", "dragonfly.take-post", _crew("The Widow", "Voss", "gunner"), note="hidden, its gunner")
    yield step("gm", "dragonfly.start-dogfight", _ships("medium", "The Kestrel", "Ashfall"))
    yield step("gm", "dragonfly.dogfight-join", _ships("close", "The Widow"), note="hidden")
    yield step("gm", "dragonfly.dogfight-range", _pair("The Kestrel", "Ashfall", -1))
    yield step("gm", "dragonfly.dogfight-range", _pair("The Widow", "The Kestrel", 1), note="hidden")
    yield step("ines", "dragonfly.engage", _engage("The Kestrel", "Ashfall"))
    yield step("gm", "dragonfly.engage", _engage("Ashfall", "The Kestrel"), note="the other")
    yield step("gm", "dragonfly.engage", _engage("The Widow", "The Kestrel"), note="hidden")
    yield step("gm", "dragonfly.dogfight-next", note="to the maneuvers")
    yield step("ines", "dragonfly.leave-post", _at_the_helm("The Kestrel"), note="hands over the helm")
    yield step("marek", "dragonfly.take-post", _crew("The Kestrel", "Pell", "pilot"), note="is asked instead")
    yield step("marek", "dragonfly.leave-post", _at_the_helm("The Kestrel"), note="gives it back")
    yield step("ines", "dragonfly.take-post", _crew("The Kestrel", "Shannon Reyes", "pilot"), note="is asked again")
    yield step("ines", "dragonfly.answer-maneuver", of_ask("Shannon Reyes"), dice=(8,))
    yield step("gm", "dragonfly.dogfight-next", note="The Kestrel fires")
    yield step("ines", "dragonfly.fire", _shot("Shannon Reyes", "The Kestrel", "Bow gun", "Ashfall"), dice=(7,))
    yield step("second", "dragonfly.answer-shot", of_ask(how="evade"), dice=(2,), note="a system fails")
    yield step("marek", "dragonfly.fire", _shot("Pell", "The Kestrel", "Turret", "Ashfall"), dice=(9,), note="debris")
    yield step("gm", "dragonfly.dogfight-next", note="The Widow fires")
    yield step("gm", "dragonfly.fire", _shot("Voss", "The Widow", "Turret", "The Kestrel"), dice=(9,), note="hidden")
    yield step("ines", "dragonfly.answer-shot", of_ask("Shannon Reyes", how="take"), dice=(3,), note="hit")
    yield step("gm", "dragonfly.dogfight-next", note="run or hide")
    yield step("gm", "dragonfly.dogfight-next", note="Turn 2")
    yield step(
        "marek", "dragonfly.repair", lambda e: {"character": e.character("Pell"), "system": "engines"}, dice=(9,)
    )
    yield step("ines", "dragonfly.fury-aboard", _fury("Shannon Reyes"))
    yield step("gm", "dragonfly.answer-fury-aboard", of_ask(allow="yes", words="They fired on the lifeboat"))
    yield step("gm", "dragonfly.edit-ship", _hit(ASHFALL, 1), note="debris no more")
    yield step("gm", "dragonfly.dogfight-join", _ships("long", "Ashfall"), note="debris comes back")
    yield step("gm", "dragonfly.end-dogfight")
