"""A fight of guns: an aim, a shot from the dark, shots at two at once, and a crossbow that is loaded again."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tests.acts_of_an_evening import Data, Step, a_maneuver, all_of, of_ask, step, who

PISTOL: dict[str, Any] = {
    "name": "Pistol", "skill": "gun-fu", "modifier": 0, "base_damage": 3, "damage_type": "bullet", "weapon": "pistol",
    "ammunition": 12, "note": "",
}  # fmt: skip
CROSSBOW = PISTOL | {"name": "Crossbow", "skill": "getting-medieval", "damage_type": "slash-stab",
                     "weapon": "crossbow", "ammunition": ""}  # fmt: skip
FIGHTERS = ("Shannon Reyes", "Pell", "Dockhand 1", "Dockhand 2", "Voss")
RIFLE = PISTOL | {"name": "Old rifle", "weapon": "rifle", "ammunition": ""}


def shot(whom: str, weapon: str, at: str = "", besides: str = "", **more: Any) -> Data:
    """With that weapon of theirs, at somebody, and with one shot at another."""

    def found(e: Any) -> dict[str, Any]:
        row = e.row(whom).entries.filter(name=weapon).latest("pk")
        target = {"target": e.character(at)} if at else {}
        also = {f"also_{e.character(besides)}": 1} if besides else {}
        return {"character": e.character(whom), "maneuver": row.public_id, **target, **also, **more}

    return found


def shots() -> Iterator[Step]:
    yield step("gm", "switches", lambda e: e.switches(spread_volley="on"), note="shots may be spread")
    yield step("ines", "dragonfly.maneuver-add", a_maneuver(**PISTOL), note="a pistol")
    yield step("ines", "dragonfly.maneuver-add", a_maneuver(**CROSSBOW), note="a crossbow")
    yield step("gm", "dragonfly.maneuver-add", a_maneuver("Dockhand 1", **RIFLE, score="combat"), note="of a dockhand")
    yield step("gm", "dragonfly.maneuver-add", a_maneuver("Voss", **RIFLE), note="of somebody hidden")
    yield step("gm", "dragonfly.start-fight", lambda e: {
        "title": "The crane", "characters": all_of(e, *FIGHTERS)})  # fmt: skip
    yield step("ines", "dragonfly.declare", who(
        "Shannon Reyes", text="Aims at them both", aim="on", extra_1="attack", extra_2="other"))  # fmt: skip
    yield step("gm", "dragonfly.fight-next", dice=(4,), note="to initiative")
    yield step("ines", "dragonfly.initiative", of_ask("Shannon Reyes"), dice=(6,))
    yield step("marek", "dragonfly.initiative", of_ask("Pell"), dice=(5, 3, 8))
    yield step("ines", "dragonfly.aim", shot("Shannon Reyes", "Pistol"), dice=(5,))
    yield step("gm", "dragonfly.shoot", shot("Dockhand 1", "Old rifle", "Pell", band="medium"), note="of a score")
    yield step("marek", "dragonfly.defend", of_ask("Pell", how="dodge"), dice=(4,), note="a bullet")
    yield step("gm", "dragonfly.shoot", shot("Voss", "Old rifle", "Shannon Reyes", yards=40), dice=(6,),
               note="from the dark")  # fmt: skip
    yield step("ines", "dragonfly.defend", of_ask("Shannon Reyes", how="dodge"), dice=(7,), note="of nobody seen")
    yield step("gm", "dragonfly.fight-next", note="the other dockhand is done")
    yield step("marek", "dragonfly.fight-act", who("Pell", what="done"))
    yield step("ines", "dragonfly.shoot", shot("Shannon Reyes", "Pistol", "Dockhand 1", "Dockhand 2", shots=2),
               dice=(6,), note="at two at once")  # fmt: skip
    yield step("gm", "dragonfly.defend", of_ask(how="take"), note="the first answer")
    yield step("gm", "dragonfly.defend", of_ask(how="dodge"), note="the last answer")
    yield step("ines", "dragonfly.shoot", shot("Shannon Reyes", "Crossbow", "Dockhand 2"), note="with the kept die")
    yield step("gm", "dragonfly.defend", of_ask(how="take"), note="a bolt")
    yield step("ines", "dragonfly.reload", shot("Shannon Reyes", "Crossbow"))
