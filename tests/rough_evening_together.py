"""Work in common on an evening of Rough Magic: joint tasks, long work, a race."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from apps.checks.rough_magic.together import work
from tests.acts_of_an_evening import Data, Evening, Step, of_ask, of_event, step

SLUICE: dict[str, Any] = {"label": "Open the sluice", "attribute": "brawn", "grade": "frustrating"}


def asked(*names: str, **more: Any) -> Data:
    return lambda e: {**SLUICE, "characters": [e.character(one) for one in names], **more}


def of_work(**more: Any) -> Data:
    """About the newest long work."""
    return lambda e: {"work": work.running(e.table.desk)[-1].id, **_found(e, more)}


def _found(e: Evening, given: dict[str, Any]) -> dict[str, Any]:
    return {key: value(e) if callable(value) else value for key, value in given.items()}


def named(name: str) -> Callable[[Evening], str]:
    return lambda e: e.character(name)


def of_joint(**more: Any) -> Data:
    return lambda e: {"joint": e.exchange(), **_found(e, more)}


def together() -> Iterator[Step]:
    """Each act of work in common, in all the ways that differ."""
    yield step("gm", "rough_magic.joint", asked("Jun Vey", "Bramble Oke", "Sel Marrow"))
    yield step("ines", "rough_magic.join-work", of_ask("Jun Vey", attribute="brawn"), dice=(6, 5))
    yield step(
        "marek", "rough_magic.join-work", of_ask("Bramble Oke", attribute="brawn", faces="1 2"), note="real dice"
    )
    yield step("gm", "undo", of_event("rough_magic.joined"), note="a worker’s roll")
    yield step("marek", "rough_magic.join-work", of_ask("Bramble Oke", attribute="agility"), note="the same dice")
    yield step("gm", "rough_magic.join-work", of_ask(attribute="brawn"), dice=(2, 2), note="the last")
    yield step("gm", "rough_magic.joint", asked("Bramble Oke", "Guard 1", hidden="hidden", net="3"), note="hidden")
    yield step("ines", "rough_magic.work-too", of_joint(character=named("Jun Vey")))
    yield step("ines", "rough_magic.join-work", of_ask("Jun Vey", attribute="brawn"), dice=(6, 6), note="hidden")
    yield step("marek", "rough_magic.sit-out", of_ask("Bramble Oke"))
    yield step("gm", "rough_magic.count-now", of_joint())
    yield step("gm", "rough_magic.joint", asked("Jun Vey"), note="fails")
    yield step("ines", "rough_magic.join-work", of_ask("Jun Vey", attribute="brawn"), dice=(1, 2), note="fails")
    yield step(
        "ines",
        "rough_magic.make-sure",
        lambda e: {"event": e.event("rough_magic.joint-counted"), "character": e.character("Jun Vey")},
    )
    yield step("gm", "rough_magic.joint", asked("Bramble Oke"), note="called off")
    yield step("gm", "call-off", lambda e: {"exchange": e.exchange()})
    yield step("gm", "rough_magic.long-work", name="Build the raft", grade="demanding", needed=3, limit=4)
    yield step("ines", "rough_magic.attempt", of_work(character=named("Jun Vey"), attribute="reason"), dice=(5, 4))
    yield step("gm", "rough_magic.set-work", of_work(needed=5, limit=5))
    yield step(
        "gm", "rough_magic.joint", lambda e: {**of_work()(e), **asked("Jun Vey", "Bramble Oke")(e)}, note="attempt"
    )
    yield step("ines", "rough_magic.join-work", of_ask("Jun Vey", attribute="brawn"), dice=(6, 4), note="attempt")
    yield step("marek", "rough_magic.join-work", of_ask("Bramble Oke", attribute="brawn"), dice=(6, 3), note="attempt")
    yield step("gm", "rough_magic.count-attempt", of_work(how="success"))
    yield step("marek", "rough_magic.attempt", of_work(character=named("Bramble Oke"), attribute="brawn"), dice=(5, 5),
               note="it is done")  # fmt: skip
    yield step("gm", "rough_magic.long-work", name="To the light", grade="challenging", needed=2, hidden="hidden",
               side_1="The skiff", side_2="Sel Marrow", side_2_dv=5, note="a race")  # fmt: skip
    yield step("ines", "rough_magic.attempt", of_work(character=named("Jun Vey"), side=1, attribute="agility"),
               dice=(3, 3), note="a race")  # fmt: skip
    yield step("gm", "rough_magic.attempt", of_work(character=named("Sel Marrow"), side=2, attribute="agility"),
               dice=(1, 1), note="an enemy")  # fmt: skip
    yield step("gm", "rough_magic.end-work", of_work(how="off"))
