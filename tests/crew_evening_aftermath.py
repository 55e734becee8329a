"""The evening of Crew goes on: jinxes, a botch, opportunities, recovery, and what lenders share."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from apps.characters.models import Entry
from apps.table.models import Ask
from tests.acts_of_an_evening import Data, Evening, Given, Step, step
from tests.crew_evening_contest import SHOOTS, about, asked, of, pool, roll
from tests.crew_evening_pool import lends

Faces = tuple[int, ...]
TREATS = ("attribute::mental:", "skill::treat:")


def picked(e: Evening, word: str) -> str:
    """The choice that a word stands for: "new Wren", "step Wren Winded", "pass"."""
    kind, _, rest = word.partition(" ")
    if kind == "new":
        return f"new:{e.character(rest)}"
    if kind == "step":
        whom, _, name = rest.partition(" ")
        held = Entry.objects.get(character=e.row(whom), kind="complication", name=name)
        return f"step:{held.public_id}"
    return word


def of_kind(kind: str, choice: str = "", about_whom: str = "", /, **more: Any) -> Data:
    """An answer to the newest open question of that kind; `choice` as `picked` reads it."""

    def found(e: Evening) -> Given:
        asks = Ask.objects.filter(table=e.table, exchange__kind=kind, closed_at=None, exchange__closed_at=None)
        if about_whom:
            asks = asks.filter(facts__who=about_whom)
        given = {"choice": picked(e, choice)} if choice else {}
        return {"ask": asks.latest("pk").public_id, **given, **more}

    return found


def _inner(kind: str) -> Data:
    def found(e: Evening) -> Given:
        one = e.table.exchanges.filter(kind=kind, closed_at=None).latest("pk")
        return {"exchange": one.public_id}

    return found


def rolls(person: str, whom: str, what: str, theirs: Faces, mine: Faces, /, note: str = "") -> Iterator[Step]:
    """A whole roll with Physical and Shoot against d8 and the Situation d6."""
    yield step(person, "crew.contest", roll(what, whom), note=f"{what} {note}")
    yield step("gm", "crew.oppose", asked("defender", difficulty=8), theirs, note=f"{what} {note}")
    yield from throws(person, mine, note=f"{what} {note}")


def throws(person: str, mine: Faces, tokens: tuple[str, ...] = SHOOTS, note: str = "") -> Iterator[Step]:
    yield from pool(person, "aggressor", *tokens)
    yield step(person, "crew.throw", asked("aggressor"), mine, note=note)


def _burdened(whom: str, name: str, size: int) -> Step:
    return step("gm", "crew.complication", of(whom, do="new", name=name, size=size), note=f"{whom} {name}")


def aftermath() -> Iterator[Step]:
    yield step("gm", "crew.adjust", of("Wren", set=5))
    yield step("gm", "crew.adjust", of("Kit", set=3), note="of Kit")
    yield _burdened("Wren", "Winded", 8)
    yield _burdened("Kit", "Seen", 10)
    yield from _opportunities()
    yield from _jinxes()
    yield from _a_botch()
    yield from _recoveries()


def _opportunities() -> Iterator[Step]:
    """Wren lets one go by and Kit takes it; the next she takes herself."""
    yield step("ines", "crew.contest", roll("Climb the mast", "Wren"), note="opportunity")
    yield step("gm", "crew.oppose", asked("defender", difficulty=8), (3, 1), note="a 1")
    yield step("ines", "crew.answer-opportunity", of_kind("crew.opportunity", "pass"))
    yield step("marek", "crew.answer-opportunity", of_kind("crew.opportunity", "step Kit Seen"), note="of the others")
    yield from throws("ines", (4, 3), note="no jinx")
    yield step("ines", "crew.contest", roll("Cut the rope", "Wren"), note="another opportunity")
    yield step("gm", "crew.oppose", asked("defender", difficulty=8), (1, 4), note="a 1 again")
    yield step("gm", "crew.answer-opportunity", of_kind("crew.opportunity", "step Wren Winded"), note="by the GM")
    yield step("gm", "crew.move-on", about(), note="after the opportunity")


def _jinxes() -> Iterator[Step]:
    """A new Complication, one stepped up, one let go, one called off, and one that a lender shares."""
    yield from rolls("ines", "Wren", "Jump", (3, 2), (1, 8))
    yield step("gm", "crew.answer-jinx", of_kind("crew.jinx", "new Wren", name="Twisted ankle"))
    yield from rolls("ines", "Wren", "Run", (3, 2), (1, 8))
    yield step("gm", "crew.answer-jinx", of_kind("crew.jinx", "step Wren Winded"), note="a step")
    yield from rolls("ines", "Wren", "Hide", (3, 2), (1, 8))
    yield step("gm", "crew.answer-jinx", of_kind("crew.jinx", "pass"), note="let go")
    yield from rolls("ines", "Wren", "Wait", (3, 2), (1, 8))
    yield step("gm", "call-off", _inner("crew.jinx"), note="a jinx")
    yield step("ines", "crew.contest", roll("Lift the hatch", "Wren"), note="lent")
    yield step("gm", "crew.oppose", asked("defender", difficulty=8), (3, 2), note="lent")
    yield step("marek", "crew.lend", lends("Kit", "fix"), note="and shares it")
    yield from throws("ines", (1, 4, 3), note="with a lent die")
    yield step("gm", "crew.answer-jinx", of_kind("crew.jinx", "new Wren", name="Pinned"), note="for both")


def _a_botch() -> Iterator[Step]:
    yield from rolls("ines", "Wren", "Shout", (3, 2), (1, 1))
    yield step("gm", "crew.answer-botch", of_kind("crew.botch", name="Hoarse"))


def _recoveries() -> Iterator[Step]:
    """Kit treats two of Wren's Complications; the second roll is a success with a jinx."""

    def which(name: str) -> Data:
        return lambda e: {
            "complication": Entry.objects.get(character=e.row("Wren"), name=name).public_id,
            "character": e.character("Kit"), "difficulty": 4,
        }  # fmt: skip

    yield step("marek", "crew.recover", which("Winded"))
    yield step("gm", "crew.throw", asked("defender"), (4, 6), note="against a recovery")
    yield from throws("marek", (3, 2), TREATS, note="a recovery")
    yield step("marek", "crew.recover", which("Pinned"), note="again")
    yield step("gm", "crew.throw", asked("defender"), (2, 3), note="against another")
    yield from throws("marek", (9, 1), TREATS, note="another recovery")
    yield step("gm", "crew.answer-jinx", of_kind("crew.jinx", "new Wren", name="Sore"), note="after a recovery")
