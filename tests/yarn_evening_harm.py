"""An evening of Yarn: who is hurt and how badly, a reason to live, last acts, a serious wound."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from apps.table.models import Ask
from tests.acts_of_an_evening import Data, Evening, Step, step, who


def harms(*names: str, count: int, **more: Any) -> Data:
    return lambda e: {
        "characters": [e.character(one) for one in names], "how": "points", "count": count, "armour": "on", **more
    }  # fmt: skip


def hits(name: str, weapon: str, attack: int, **more: Any) -> Data:
    return lambda e: {"target": e.character(name), "weapon": weapon, "attack": attack, **more}


def of_ask(kind: str, **more: Any) -> Data:
    """An answer to the newest open question of exchanges of that kind."""

    def found(e: Evening) -> dict[str, Any]:
        asks = Ask.objects.filter(table=e.table, closed_at=None, exchange__kind=kind)
        return {"ask": asks.latest("pk").public_id, **more}

    return found


def switched(e: Evening) -> dict[str, Any]:
    held = dict(e.table.switches.values_list("key", "value"))
    return held | {"serious-wounds": "asked each time"}


def harm() -> Iterator[Step]:
    """Each act of harm at least once, on a player's character, one of the GM's and the hidden one."""
    yield step("gm", "switches", switched)
    yield step("gm", "yarn.deal-harm", harms("Joss Amber", "Old Bess", "Hale", count=3, how="dice", why="The boiler"),
               dice=(4, 4, 5, 2))  # fmt: skip
    yield step("gm", "yarn.land-hit", hits("Maud Ferrin", "light-handgun", 15, why="Pike fires"))
    yield step("gm", "yarn.judge-wound", of_ask("yarn.wound", allow="yes", note="The lung"))
    yield step("gm", "yarn.wound-outcome", who("Maud Ferrin", outcome="deadly", loss=3))
    yield step("gm", "yarn.serious-wound", who("Hale", note="The hip"), note="hidden")
    yield step("ines", "yarn.reason-to-live", of_ask("yarn.death", choice="hold on", reason="The child"))
    yield step("gm", "yarn.set-hand", lambda e: {"who": e.seat("ines"), "points": "tokens", "count": 2})
    yield step("gm", "yarn.judge-death", of_ask("yarn.death", allow="no", why="Not tonight."))
    yield step("ines", "yarn.last-act", of_ask("yarn.death", wanted="heroic sacrifice", text="She holds the door."))
    yield step("ines", "yarn.last-act", of_ask("yarn.death", wanted="last words"), note="a scene")
    yield step("ines", "yarn.last-act", of_ask("yarn.death", wanted="nothing more"), note="enough")
    yield step("gm", "yarn.deal-harm", harms("Hale", count=60, why="The tide"), note="hidden")
    yield step("gm", "yarn.judge-wound", of_ask("yarn.wound", allow="no"), note="hidden")
    yield step("gm", "yarn.judge-death", of_ask("yarn.death-secret", allow="yes", raised="on"), note="hidden")
