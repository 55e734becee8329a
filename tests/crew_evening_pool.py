"""An evening of Crew: pools put together tap by tap, loans, and what the GM puts in the way."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from apps.checks.crew.contests import ask_of
from apps.checks.crew.gangs import ALL
from apps.checks.models import Draft
from apps.rules.crew.contest import Place
from tests.acts_of_an_evening import Data, Evening, Step, step
from tests.crew_evening_contest import SHOOTS, about, asked, of, roll, running, tap


def entry(whom: str, kind: str, name: str, size: int = 0) -> Callable[[Evening], str]:
    """The token of something on a sheet, of the roller's own."""

    def token(e: Evening) -> str:
        held = e.row(whom).entries.get(kind=kind, name=name)
        return f"{kind}::{held.public_id}:{size or ''}"

    return token


def gmc(name: str) -> Callable[[Evening], str]:
    return lambda e: f"gmc:{e.character(name)}:die:"


def loan(lender: str, skill: str) -> Callable[[Evening], str]:
    return lambda e: f"loan:{e.character(lender)}:{skill}:"


def in_pool(place: Place, /, **more: Any) -> Data:
    return lambda e: {"draft": Draft.objects.get(exchange=running(e), side=place).public_id, **more}


def struck(place: Place, die: Callable[[Evening], str]) -> Data:
    return lambda e: {**tap(place, die)(e), "strike": "on"}


def lends(whom: str, skill: str, /, **more: Any) -> Data:
    return lambda e: {**in_pool("aggressor")(e), "character": e.character(whom), "skill": skill, **more}


def pool() -> Iterator[Step]:
    """A pool with everything that helps against one with everything in the way; then against somebody hidden."""
    yield step("ines", "crew.contest", roll("Over the fence", "Wren"), note="for a pool")
    yield from _what_helps()
    yield from _loans()
    yield from _what_is_in_the_way()
    yield step("gm", "crew.throw", asked("defender"), (5, 4, 3, 2, 6, 2, 7), note="with thugs")
    doubles = trigger("distinction", "Loyal to a fault", _doubled)
    yield step("ines", "crew.trigger", doubles, note="doubles a die")
    yield step("ines", "crew.throw", asked("aggressor"), (6, 7, 3, 2, 4, 5, 5), note="with a loan and scale")
    yield from _thrown_anew()
    yield step("gm", "crew.move-on", about(), note="after the pools")
    yield from _against_somebody_hidden()


def _what_helps() -> Iterator[Step]:
    quick = entry("Wren", "distinction", "Quick on the draw", 8)
    for die in (*SHOOTS, entry("Wren", "specialty", "Carbines"), quick):
        yield step("ines", "crew.draft", tap("aggressor", die), note="what helps")
    yield step("gm", "crew.draft", struck("aggressor", quick), note="says no")
    yield step("ines", "crew.draft", tap("aggressor", entry("Wren", "distinction", "Loyal to a fault", 4)), note="d4")


def trigger(kind: str, name: str, die: Callable[[Evening], str]) -> Data:
    """Wren's trigger there, for a die of the roll."""

    def data(e: Evening) -> dict[str, Any]:
        held = e.row("Wren").entries.get(kind=kind, name=name)
        return {"character": e.character("Wren"), "trigger": f"{held.public_id}-0", "pool_die": die(e)}

    return data


def _doubled(e: Evening) -> str:
    return f"{Draft.objects.get(exchange=running(e), side='aggressor').public_id}:attribute::physical:"


def _fell_first(e: Evening) -> str:
    return f"{ask_of(running(e), 'aggressor').public_id}:0"


def _thrown_anew() -> Iterator[Step]:
    """While her total does not stand yet, a die of Wren's falls again."""
    yield step("gm", "crew.adjust", of("Wren", set=5), note="to reroll")
    anew = trigger("signature-asset", "Grandfather’s carbine", _fell_first)
    yield step("ines", "crew.trigger", anew, (7,), note="a die anew")


def _loans() -> Iterator[Step]:
    yield step("marek", "crew.lend", lends("Kit", "fix"))
    yield step("marek", "crew.draft", tap("aggressor", loan("Kit", "fix")), note="takes it back")
    yield step("gm", "crew.adjust", of("Kit", set=2), note="of Kit")
    yield step("gm", "crew.set-taken-out", of("Kit", out="yes"), note="Kit")
    yield step("marek", "crew.lend", lends("Kit", "operate"), note="another skill")
    yield step("gm", "crew.set-taken-out", of("Kit", out="no"), note="Kit back")


def _what_is_in_the_way() -> Iterator[Step]:
    yield step("gm", "crew.draft", tap("defender", "difficulty:::10"), note="how hard")
    yield step("gm", "crew.trait", in_pool("defender", label="Barbed wire", size="8"))
    yield step("gm", "crew.draft", tap("defender", ALL), note="all of them")
    yield step("gm", "crew.draft", tap("defender", gmc("Sniper")), note="one who is hidden")
    yield step("gm", "crew.draft", tap("aggressor", "scale:::"), note="scale")
    yield step("gm", "crew.alter-die", in_pool("aggressor", die="skill::shoot:", steps="1"))


def _against_somebody_hidden() -> Iterator[Step]:
    yield step("gm", "crew.contest", roll("Cross the yard", "Wren", "Sniper"), note="against somebody hidden")
    yield step("gm", "crew.draft", tap("defender", "difficulty:::8"), note="of somebody hidden")
    yield step("ines", "crew.draft", tap("aggressor", "attribute::physical:"), note="against somebody hidden")
    yield step("gm", "call-off", about(), note="a pool")
