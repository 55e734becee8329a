"""Ships that hide, search and run: every act of hiding and chases, and the clock of life support."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from apps.ships.models import Vessel
from tests.acts_of_an_evening import KESTREL, Data, Evening, Step, of_ask, step

HERON: dict[str, Any] = {**KESTREL, "name": "The Heron", "size": 2, "weapon_1_name": "", "weapon_2_name": ""}


def _vessel(e: Evening, ship: str) -> str:
    return Vessel.objects.filter(encounter__table=e.table, ship=e.row(ship)).latest("pk").public_id


def _with(ship: str, **more: Any) -> Data:
    return lambda e: {"ship": _vessel(e, ship), **more}


def _crew(ship: str, person: str, post: str) -> Data:
    return lambda e: {"ship": e.character(ship), "person": e.character(person), "post": post}


def _range(one: str, other: str, by: int) -> Data:
    return lambda e: {"one": _vessel(e, one), "other": _vessel(e, other), "by": by}


def _engage(ship: str, target: str) -> Data:
    return lambda e: {"ship": _vessel(e, ship), "choice": "engage", "target": _vessel(e, target)}


def _search(seeker: str, hider: str = "") -> Data:
    return lambda e: {"seeker": _vessel(e, seeker), "hider": _vessel(e, hider) if hider else ""}


def _on(turn: str, times: int) -> Iterator[Step]:
    for count in range(times):
        yield step("gm", "dragonfly.dogfight-next", note=f"{turn}, {count}")


def _crews() -> Iterator[Step]:
    """The Heron with Shannon, Magpie with Pell at its sensors, and The Widow with Voss, which is hidden."""
    yield step("gm", "dragonfly.make-ship", lambda e: {**HERON, "seat": e.seat("ines")})
    yield step("gm", "dragonfly.make-ship", lambda e: {"name": "Magpie", "size": 3, "speed": 3, "gain": "normal",
                                                       "seat": e.seat("marek")}, note="the other")  # fmt: skip
    yield step(
        "gm", "dragonfly.make-ship", name="The Widow", size=3, speed=3, gain="very-high", hidden="on", note="hidden"
    )
    yield step("ines", "dragonfly.take-post", _crew("The Heron", "Shannon Reyes", "pilot"))
    yield step("marek", "dragonfly.take-post", _crew("Magpie", "Pell", "pilot"))
    yield step("gm", "dragonfly.take-post", _crew("The Widow", "Voss", "pilot"), note="hidden")
    yield step("gm", "dragonfly.start-dogfight", lambda e: {
        "ships": [e.character(one) for one in ("The Heron", "Magpie", "The Widow")], "range": "medium"})  # fmt: skip


def _hiding() -> Iterator[Step]:
    """The Heron lies low, is lost, searched for, and moves."""
    yield from _on("to the run", 2)
    yield step("ines", "dragonfly.hide", _with("The Heron"), dice=(6, 8, 9))
    yield step("marek", "dragonfly.detect", of_ask("Pell"), dice=(2,))
    yield step("gm", "dragonfly.detect", of_ask(), dice=(9,), note="for somebody hidden")
    yield step("gm", "dragonfly.hide", _with("The Widow", cover="heavy"), dice=(9, 9), note="hidden")
    yield step("gm", "dragonfly.detect", of_ask(), dice=(3,), note="of whom nobody knows")
    yield step("gm", "dragonfly.detect", of_ask(), dice=(3,), note="of whom nobody knows, again")
    yield step("gm", "dragonfly.search", _search("Magpie", "The Heron"))
    yield step("marek", "dragonfly.detect", of_ask("Pell", face=1), note="in vain")
    yield step("gm", "dragonfly.dogfight-range", _range("The Heron", "Magpie", 1))
    yield step("gm", "dragonfly.detect", of_ask(), dice=(9, 2), note="the contest anew")


def _running() -> Iterator[Step]:
    """A hidden ship runs, is felt, comes out, and is hunted with equal engines by one that it sees and one unseen."""
    yield from _on("to the run", 2)
    yield step("ines", "dragonfly.hide", _with("The Heron"), dice=(6, 8, 9), note="before the chase")
    yield step("marek", "dragonfly.detect", of_ask("Pell"), dice=(2,), note="before the chase")
    yield step("gm", "dragonfly.detect", of_ask(), dice=(9,), note="before the chase, for somebody hidden")
    yield from _on("Turn 2", 1)
    yield step("ines", "dragonfly.flee", _with("The Heron"))
    yield step("gm", "dragonfly.hidden-move", lambda e: {"ask": e.ask(), "screened": [_vessel(e, "Magpie")]})
    yield step("ines", "dragonfly.emerge", _with("The Heron"))
    yield step("marek", "dragonfly.engage", _engage("Magpie", "The Heron"))
    yield step("gm", "dragonfly.engage", _engage("The Widow", "The Heron"), note="hidden")
    yield from _on("to the chase", 2)
    yield step("gm", "dragonfly.answer-chase", of_ask(), dice=(5,), note="for a player who knows of nothing")
    yield step("gm", "dragonfly.answer-chase", of_ask(), dice=(5,), note="hidden")
    yield step("ines", "dragonfly.answer-chase", of_ask("Shannon Reyes", way="widen"), dice=(8,))
    yield step("marek", "dragonfly.answer-chase", of_ask("Pell"), dice=(2,))


def _time() -> Iterator[Step]:
    yield step("ines", "dragonfly.edit-ship", lambda e: {
        **HERON, "ship": e.character("The Heron"), "hours": 6, "seen_cargo": 6, "seen_supplies": 9})  # fmt: skip
    yield step("gm", "dragonfly.hours-pass", hours=2)
    yield step("gm", "dragonfly.stop-hours", lambda e: {"ship": e.character("The Heron")})


def hiding() -> Iterator[Step]:
    yield from (*_crews(), *_hiding())


def chases() -> Iterator[Step]:
    yield from (*_crews(), *_running(), *_time())
