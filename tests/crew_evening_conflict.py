"""The evening of Crew goes on: a conflict with thugs, high stakes, somebody Taken Out, an action against the clock."""

from __future__ import annotations

from collections.abc import Iterator

from tests.acts_of_an_evening import Data, Evening, Given, Step, all_of, step
from tests.crew_evening_aftermath import Faces, of_kind, throws
from tests.crew_evening_contest import SHOOTS, asked, of, pool, roll

FIXES = ("attribute::mental:", "skill::fix:")


def conflict() -> Iterator[Step]:
    yield step("gm", "crew.open-conflict", lambda e: {
        "title": "The landing field", "characters": all_of(e, "Wren", "Kit", "Marshal Tran")})  # fmt: skip
    yield step("gm", "crew.conflict-thugs", name="Heavy", die=8, count=2)
    yield step("gm", "crew.conflict-thugs", name="Lookout", die=6, count=1, hidden="on", note="hidden")
    yield step("gm", "crew.conflict-join", lambda e: {"characters": all_of(e, "Deputy", "Sniper")})
    yield step("gm", "crew.conflict-leave", of("Heavy 2"))
    yield from _the_baton()
    yield from _high_stakes()
    yield step("gm", "crew.close-conflict", lambda e: {"leave": all_of(e, "Heavy 1", "Heavy 2", "Lookout")})
    yield from _against_the_clock()


def _to(name: str) -> Data:
    return lambda e: {"to": e.character(name)}


def _the_baton() -> Iterator[Step]:
    yield step("gm", "crew.pass", _to("Wren"))
    yield step("ines", "crew.pass", _to("Heavy 1"), note="a player’s")
    yield step("gm", "crew.pass", _to("Sniper"), note="hidden")
    yield step("gm", "crew.pass", _to("Kit"), note="on")
    yield step("marek", "crew.pass", to="", note="to the GM")


def at_stake(theirs: Faces, mine: Faces, gmc: str = "Marshal Tran", note: str = "") -> Iterator[Step]:
    """Wren acts against a GMC, both with Physical and Shoot, at high stakes for both."""
    yield step("gm", "crew.contest", roll("Get away", "Wren", gmc, high_stakes="both"), note=f"high stakes {note}")
    yield from pool("gm", "defender", *SHOOTS)
    yield step("gm", "crew.throw", asked("defender"), theirs, note=f"high stakes {note}")
    yield from throws("ines", mine, note=f"high stakes {note}")


def _high_stakes() -> Iterator[Step]:
    """Wren loses and stays; then she is Taken Out. The Marshal loses and is kept by the bank, then he is out."""
    yield step("gm", "crew.adjust", of("Wren", set=3))
    yield step("gm", "crew.bank-set", points=2)
    yield from at_stake((8, 5), (3, 4))
    yield step("ines", "crew.answer-stay", of_kind("crew.stay", stay="yes"))
    yield step("gm", "crew.stay-price", of_kind("crew.stay-price", "new Wren", name="Grazed"))
    yield from at_stake((3, 4), (5, 4), note="won")
    yield step("gm", "crew.answer-gmc-stay", of_kind("crew.gmc-stay", stay="yes"))
    yield step("ines", "crew.stay-price", of_kind("crew.stay-price", "new Marshal Tran", name="Hat lost"), note="hers")
    yield from at_stake((3, 4), (5, 4), note="won again")
    yield step("gm", "crew.answer-gmc-stay", of_kind("crew.gmc-stay", stay="no"), note="out")
    yield step("gm", "crew.set-taken-out", of("Marshal Tran", out="no"), note="back for more")
    yield from at_stake((8, 5), (3, 4), note="lost")
    yield step("ines", "crew.answer-stay", of_kind("crew.stay", stay="no"), note="out")


def _clock(**more: object) -> Data:
    def found(e: Evening) -> Given:
        span = e.table.spans.filter(kind="timed", closed_at=None).latest("pk")
        return {"timed": span.public_id, **more}

    return found


def _beat(e: Evening) -> Given:
    return {**_clock(what="Pull the fuses")(e), "character": e.character("Kit")}


def _against_the_clock() -> Iterator[Step]:
    yield step("gm", "crew.timed", name="Start the engines", beats=4, actions=3)
    yield step("marek", "crew.beat", _beat)
    yield step("gm", "crew.oppose", asked("defender", difficulty=8), (3, 4), note="against a beat")
    yield from throws("marek", (5, 4), FIXES, note="a beat")
    yield step("gm", "crew.timed-adjust", _clock(beats=5, actions=1))
    yield step("gm", "crew.timed-off", _clock(how="won"))
