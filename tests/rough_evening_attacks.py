"""An evening of Rough Magic: attacks, what is asked before and after them, and who leaps in."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from apps.characters.models import Entry
from tests.acts_of_an_evening import Data, Evening, Step, of_ask, of_event, step, who
from tests.rough_evening_checks import with_points

INES, MAREK, SEL = "Jun Vey", "Bramble Oke", "Sel Marrow"


def arm(e: Evening, name: str, weapon: str) -> str:
    return Entry.objects.get(character=e.row(name), name=weapon).public_id


def fight_of(*names: str) -> Data:
    """A fight of these, who have noticed each other in this order."""

    def given(e: Evening) -> dict[str, Any]:
        ids = [e.character(name) for name in names]
        return {"characters": ids, "noticed": ids, "title": "The lock gate"}

    return given


def strikes(name: str, other: str, weapon: str = "", **more: Any) -> Data:
    """Somebody attacks another, with bare hands where no weapon is named."""
    return lambda e: {
        "character": e.character(name),
        "target": e.character(other),
        "weapon": arm(e, name, weapon) if weapon else "hands",
        "mode": "everybody",
        **more,
    }


def with_power(name: str, power: str) -> Data:
    return lambda e: {"ask": e.ask(name), "guard": f"power:{arm(e, name, power)}"}


def attacks() -> Iterator[Step]:
    """Each act of attacks at least once; secret, hidden, beyond the range, and with powers."""
    yield step("gm", "rough_magic.environment", environment="underwater", first=with_points(INES))
    yield step("gm", "rough_magic.environment", environment="normal", note="back")
    yield step("gm", "rough_magic.start-fight", fight_of(INES, SEL, "Guard 1", MAREK))
    yield step("ines", "rough_magic.attack", strikes(INES, SEL, "Longsaber"), dice=(1, 2), note="a miss")
    yield step("ines", "rough_magic.hit-after-all", of_event("rough_magic.attacked"))
    yield step("gm", "rough_magic.answer-attack", of_ask(guard="take"), note="after the point")
    yield step("gm", "rough_magic.next")
    yield step("gm", "rough_magic.attack", strikes(SEL, INES, "Hook sword"), dice=(5, 5), note="a hit")
    yield step("ines", "rough_magic.answer-attack", of_ask(INES, guard="block"))
    yield step("gm", "rough_magic.attack", strikes(SEL, MAREK, "Hook sword", mode="gm"), dice=(6, 5), note="in secret")
    yield step("marek", "rough_magic.answer-attack", of_ask(MAREK, guard="take"), note="in secret")
    yield step("gm", "rough_magic.attack", strikes(SEL, INES, "Rifle", distance=8), dice=(6, 6), note="to leap before")
    yield step("marek", "rough_magic.leap-in", lambda e: {"attack": e.exchange(), "character": e.character(MAREK)})
    yield step("gm", "rough_magic.heal", who(MAREK, levels=4, sort="lasting", why="A draught"))
    yield step("gm", "rough_magic.attack", strikes(SEL, MAREK, "Stillness", distance=8), dice=(3, 3), note="a power")
    yield step("gm", "rough_magic.answer-attack", of_ask(MAREK, guard="take"), note="for a player")
    yield step("gm", "rough_magic.next", note="the guard’s")
    yield step("gm", "rough_magic.attack", strikes("Warden Ash", INES, "Needle gun", distance=9), dice=(6, 6),
               note="hidden")  # fmt: skip
    yield step("gm", "rough_magic.answer-attack", of_ask(INES, guard="take"), note="hidden")
    yield step("gm", "rough_magic.attack", strikes(MAREK, "Warden Ash"), dice=(6, 6), note="at the hidden")
    yield step("gm", "rough_magic.answer-attack", of_ask(guard="take"), note="of the hidden")
    yield step("gm", "rough_magic.next", note="Marek’s")
    yield step("gm", "rough_magic.attack", strikes(MAREK, "Guard 1", "Boat axe"), dice=(5, 5), note="at a guard")
    yield step("gm", "rough_magic.take-all")
    yield step("gm", "rough_magic.attack", strikes(MAREK, "Sluice door", "Boat axe"), dice=(6, 6), note="at a thing")
    yield step("gm", "rough_magic.next", note="the surroundings")
    yield step("gm", "rough_magic.next", note="another round")
    yield step("gm", "rough_magic.next", note="Marek again")
    yield from beyond()


def beyond() -> Iterator[Step]:
    """What the GM is asked: a shot too far, and a power that is only alike."""
    yield step("gm", "rough_magic.attack", strikes(SEL, MAREK, "Stillness", distance=8), dice=(2, 1), note="once more")
    yield step("marek", "rough_magic.answer-attack", with_power(MAREK, "Torment"), note="with a power")
    yield step("gm", "rough_magic.answer-power", of_ask(allow="no"), note="no")
    yield step("marek", "rough_magic.answer-attack", of_ask(MAREK, guard="take"), note="after the no")
    yield step("marek", "rough_magic.attack", strikes(MAREK, SEL, "Short bow", distance=90), note="too far")
    yield step("gm", "rough_magic.answer-range", of_ask(allow="no"), note="no")
    yield step("marek", "rough_magic.attack", strikes(MAREK, SEL, "Short bow", distance=90), note="too far again")
    yield step("gm", "rough_magic.answer-range", of_ask(allow="yes"), dice=(1, 2))
