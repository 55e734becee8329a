"""An evening of Rough Magic: levels by hand, states, rest and days, and a death on which both agree."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tests.acts_of_an_evening import Data, Step, of_ask, of_event, step, who


def those(*names: str, **more: Any) -> Data:
    return lambda e: {"characters": [e.character(one) for one in names], **more}


def hurts(*names: str, levels: int = 1, sort: str = "lasting") -> Data:
    return those(*names, levels=levels, sort=sort, why="The chain comes down")


def says(name: str, state: str, does: str = "begins", **more: Any) -> Data:
    return who(name, state=state, does=does, **more)


def life() -> Iterator[Step]:
    """Each act of harm, states and rest at least once; an enemy, a thing and the hidden one among them."""
    yield step("gm", "rough_magic.hurt", hurts("Jun Vey", "Bramble Oke", levels=2))
    yield step("gm", "rough_magic.hurt", hurts("Jun Vey", sort="stunning"), note="stunning")
    yield step("gm", "rough_magic.hurt", hurts("Sel Marrow", "Sluice door", "Warden Ash"), note="hidden")
    yield step("gm", "rough_magic.heal", who("Sluice door", levels=1, sort="lasting", why="Pitch and nails"))
    yield step("gm", "rough_magic.heal", who("Warden Ash", levels=1, sort="lasting", why="A draught"), note="hidden")
    yield step("gm", "rough_magic.state", says("Jun Vey", "prone"))
    yield step("gm", "rough_magic.state", lambda e: {**says("Jun Vey", "taunted")(e), "by": e.character("Warden Ash")},
               note="by the hidden")  # fmt: skip
    yield step("gm", "rough_magic.state", says("Bramble Oke", "boosted", trait="brawn"))
    yield step("gm", "rough_magic.state", says("Sel Marrow", "exhausted"), note="an enemy")
    yield step("gm", "rough_magic.state", says("Warden Ash", "cover"), note="hidden")
    yield step("gm", "rough_magic.state", says("Jun Vey", "prone", "ends"), note="ends")
    yield step("gm", "open-scene", title="The upper gallery", text="Dry stone.", note="what ends with a scene")
    yield step("gm", "rough_magic.rest", those("Jun Vey", "Bramble Oke", "Sel Marrow"))
    yield step("gm", "rough_magic.time-passes", those("Bramble Oke", "Warden Ash", days=8, care="no"), note="hidden")
    yield step("gm", "rough_magic.time-passes", those("Jun Vey", days=1, care="yes", rest_first="on"))
    yield from handling()
    yield from dying()


def of_sheet(name: str, entry: str, field: str, **more: Any) -> Data:
    """Data about a line of somebody's sheet."""
    return lambda e: {field: e.row(name).entries.get(name=entry).public_id, **more}


def handling() -> Iterator[Step]:
    """Gear is used up, taken off and drawn, powers go on and off: by players and the GM, an enemy's among them."""
    yield step("ines", "rough_magic.use-up", of_sheet("Jun Vey", "Burst flask", "gear", count=2))
    yield step("ines", "rough_magic.wear", of_sheet("Jun Vey", "Scale coat", "gear", on="no"))
    yield step("ines", "rough_magic.draw", of_sheet("Jun Vey", "Pistol", "gear", on="no"))
    yield step("gm", "rough_magic.draw", of_sheet("Warden Ash", "Needle gun", "gear", on="no"), note="hidden")
    yield step("marek", "rough_magic.switch-power", of_sheet("Bramble Oke", "Stone skin", "power", to="on"))
    yield step("gm", "rough_magic.switch-power", of_sheet("Sel Marrow", "Stillness", "power", to="off"), note="enemy")


def dying() -> Iterator[Step]:
    """A death that the GM proposes and the player agrees to, one that is refused, and one of the GM's own."""
    yield step("gm", "rough_magic.death", who("Jun Vey", why="She holds the sluice"))
    yield step("ines", "rough_magic.answer-death", of_ask("Jun Vey", allow="yes"))
    yield step("gm", "undo", of_event("rough_magic.died"), note="a death")
    yield step("ines", "rough_magic.answer-death", of_ask("Jun Vey", allow="yes"), note="again")
    yield step("gm", "rough_magic.not-dead", who("Jun Vey", why="The water gave her back"))
    yield step("marek", "rough_magic.death", who("Bramble Oke", why="He stays"), note="a yes that is taken back")
    yield step("marek", "rough_magic.take-yes-back", who("Bramble Oke"))
    yield step("marek", "rough_magic.death", who("Bramble Oke", why="He stays behind"))
    yield step("gm", "rough_magic.answer-death", of_ask(allow="no"), note="no")
    yield step("gm", "rough_magic.death", who("Sel Marrow", why="The hook finds her"), note="the GM’s own")
    yield step("gm", "rough_magic.death", who("Warden Ash", why="Alone, in the dark"), note="hidden")
