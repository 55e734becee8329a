"""An evening of Crew: contests from their beginning to their end, with every act that they are made of."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from apps.characters.models import Entry
from apps.checks.crew import contests
from apps.checks.models import Draft
from apps.rules.crew.contest import Place
from apps.table.models import Exchange
from tests.acts_of_an_evening import Data, Evening, Step, step


def running(e: Evening) -> Exchange:
    """The contest that was opened last and is still open."""
    return Exchange.objects.filter(table=e.table, kind=contests.KIND, closed_at=None).latest("pk")


def asked(place: Place, /, **more: Any) -> Data:
    """An answer for one side of the contest."""
    return lambda e: {"ask": contests.ask_of(running(e), place).public_id, **more}


def about(**more: Any) -> Data:
    return lambda e: {"exchange": running(e).public_id, **more}


def tap(place: Place, die: str | Callable[[Evening], str]) -> Data:
    """A die into the pool of that side."""

    def data(e: Evening) -> dict[str, Any]:
        draft = Draft.objects.get(exchange=running(e), side=place)
        return {"draft": draft.public_id, "die": die if isinstance(die, str) else die(e)}

    return data


def distinction(e: Evening) -> str:
    """Wren's first Distinction, as d8."""
    held = Entry.objects.filter(character=e.row("Wren"), kind="distinction").order_by("pk")[0]
    return f"distinction::{held.public_id}:8"


def roll(what: str, who: str, against: str = "", **more: Any) -> Data:
    def data(e: Evening) -> dict[str, Any]:
        other = {"against": e.character(against)} if against else {}
        return {"what": what, "character": e.character(who), **other, **more}

    return data


def of(whom: str, **more: Any) -> Data:
    return lambda e: {"character": e.character(whom), **more}


def pool(person: str, place: Place, *tokens: str | Callable[[Evening], str]) -> Iterator[Step]:
    for token in tokens:
        yield step(person, "crew.draft", tap(place, token))


SHOOTS = ("attribute::physical:", "skill::shoot:")
FIXES = ("attribute::mental:", "skill::fix:")


def contest() -> Iterator[Step]:
    """Wren against a difficulty, against the Marshal, against nothing; dice kept, added, taken back and lost."""
    yield step("gm", "crew.adjust", of("Wren", set=6))
    yield step("gm", "crew.set-hero-die", of("Wren", do="put", die=8))
    yield step("gm", "crew.set-hero-die", of("Wren", do="put", die=6))
    yield from against_a_difficulty()
    yield from against_the_marshal()
    yield from broken_off()
    yield from together()
    yield from overruled()
    yield from badly_beaten()
    yield from taken_out()


def against_a_difficulty() -> Iterator[Step]:
    """13 against 10, a die bought in."""
    yield step("ines", "crew.contest", roll("Get past the guard", "Wren"))
    yield step("gm", "crew.stakes", about(high_stakes="aggressor"))
    yield step("gm", "crew.stakes", about(high_stakes="no"), note="lowered again")
    yield step("gm", "crew.oppose", asked("defender", difficulty=8), (6, 4))
    yield from pool("ines", "aggressor", *SHOOTS, distinction)
    yield step("ines", "crew.throw", asked("aggressor"), (4, 5, 4))
    yield step("ines", "crew.keep", asked("aggressor", dice=["2"]))
    yield step("ines", "crew.hero", asked("aggressor", die="pass"), note="passes")


def against_the_marshal() -> Iterator[Step]:
    """The GM rolls in secret; Wren defends with Big Damn Hero dice, one of which shows a 1."""
    yield step("gm", "crew.contest", roll("Shoot her down", "Marshal Tran", "Wren"), note="a GMC acts")
    yield from pool("ines", "defender", *SHOOTS, distinction)
    yield step("ines", "crew.throw", asked("defender"), (5, 6, 2), note="defends")
    yield step("ines", "crew.announce", asked("defender"))
    yield from pool("gm", "aggressor", *SHOOTS)
    yield step("gm", "crew.throw", asked("aggressor", shown="total"), (8, 6), note="in secret")
    yield step("ines", "crew.hero", asked("defender", die="8"), (1,), note="a 1")
    yield step("ines", "crew.hero-jinx", asked("defender", leave="no"))
    yield step("ines", "crew.hero", asked("defender", die="6"), (2,))
    yield step("gm", "crew.hero", asked("defender", die="pass"), note="the GM for a player")


def broken_off() -> Iterator[Step]:
    """One that the GM moves on from, and one that is called off with the pools that were put together."""
    yield step("marek", "crew.contest", roll("Patch the hull", "Kit"))
    yield step("gm", "crew.move-on", about())
    yield step("marek", "crew.contest", roll("Wrestle", "Kit", "Wren"), note="two crewmembers")
    yield from pool("ines", "defender", *SHOOTS)
    yield step("gm", "call-off", about(), note="a contest")


def together() -> Iterator[Step]:
    """The GM asks both at once: one roll of the opposition stands against each of theirs; then a roll for each."""
    yield step("gm", "crew.ask", of_both("Cross the ravine", difficulty=6))
    yield step("gm", "crew.throw", in_roll_of("Wren", "defender"), (5, 2), note="for all")
    for person, name, dice in (("ines", "Wren", SHOOTS), ("marek", "Kit", FIXES)):
        yield from (step(person, "crew.draft", in_pool_of(name, die)) for die in dice)
        yield step(person, "crew.throw", in_roll_of(name, "aggressor"), (6, 5), note=f"{name} as asked")
    yield step("ines", "crew.hero", in_roll_of("Wren", "aggressor", die="pass"), note="ahead")
    yield step("gm", "crew.ask", of_both("Hold on", rolls="each"), note="a roll for each")
    yield step("gm", "crew.move-on", about(), note="of two")
    yield step("gm", "crew.move-on", about(), note="of one")


def of_both(what: str, **more: Any) -> Data:
    return lambda e: {"what": what, "characters": [e.character("Wren"), e.character("Kit")], **more}


def roll_of(e: Evening, name: str) -> Exchange:
    """The contest in which that crewmember acts."""
    return next(
        one
        for one in Exchange.objects.filter(table=e.table, kind=contests.KIND, closed_at=None)
        if contests.contest_of(one).aggressor.character == e.character(name)
    )


def in_roll_of(name: str, place: Place, **more: Any) -> Data:
    return lambda e: {"ask": contests.ask_of(roll_of(e, name), place).public_id, **more}


def in_pool_of(name: str, die: str) -> Data:
    return lambda e: {"draft": Draft.objects.get(exchange=roll_of(e, name), side="aggressor").public_id, "die": die}


def overruled() -> Iterator[Step]:
    """The GM says what both totals are, one of them without dice."""
    yield step("marek", "crew.contest", roll("Talk the engine round", "Kit"), note="to be overruled")
    yield step("gm", "crew.overrule", about(place="defender", total=9, reason="It has been hot all day"))
    yield step("gm", "crew.overrule", about(place="aggressor", total=12, reason="She knows him"), note="and the other")


def badly_beaten() -> Iterator[Step]:
    """Wren loses by 5 or more, and chooses which of two stored dice goes."""
    yield step("gm", "crew.set-hero-die", of("Wren", do="put", die=6), note="once more")
    yield step("gm", "switches", lambda e: e.switches(bdh_loss_choice="owner chooses"), note="owner chooses")
    yield step("ines", "crew.contest", roll("Outstare the Marshal", "Wren"))
    yield step("gm", "crew.oppose", asked("defender", difficulty=12), (9, 5), note="really hard")
    yield from pool("ines", "aggressor", *SHOOTS)
    yield step("ines", "crew.throw", asked("aggressor", faces="2 3"), note="real dice")
    yield step("ines", "crew.hero", asked("aggressor", die="pass"), note="lost")
    yield step("ines", "crew.lose-hero", lambda e: {"ask": e.ask("Wren"), "die": 6})
    yield step("gm", "switches", lambda e: e.switches(bdh_loss_choice="largest that fits"), note="as before")


def taken_out() -> Iterator[Step]:
    """Whoever is out sets the stakes at 0."""
    yield step("gm", "crew.set-taken-out", of("Wren", out="yes"), note="out")
    yield step("gm", "crew.contest", roll("Drag her off", "Marshal Tran", "Wren"), note="somebody out")
    yield step("ines", "crew.throw", asked("defender", at_zero="on"), note="nothing")
    yield from pool("gm", "aggressor", *SHOOTS)
    yield step("gm", "crew.throw", asked("aggressor"), (5, 4), note="against nothing")
    yield step("gm", "crew.set-taken-out", of("Wren", out="no"), note="back")
