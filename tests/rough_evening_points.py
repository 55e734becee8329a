"""What an evening of Rough Magic has of the story: plot points earned and spent, wishes, and how failures go on."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from apps.characters.models import Entry
from apps.characters.rough_magic import endurance, points
from apps.rules.dice import ScriptedDice
from apps.table.hold import hold
from apps.table.models import Event
from apps.table.sure import sure
from apps.table.turn import Turn
from tests.acts_of_an_evening import Data, Evening, Step, of_ask, of_event, step, who
from tests.people import Person

KEY: dict[str, Any] = {"attribute": "reason", "grade": "challenging", "label": "Where is the key"}


def of_seat(name: str, field: str = "seat", /, **more: Any) -> Data:
    """Data about the person of that name."""
    return lambda e: {field: e.seat(name), **more}


def entry(whom: str, kind: str, name: str = "") -> Callable[[Evening], str]:
    """The public id of what stands on somebody's sheet, the first of its kind where no name is told."""
    return lambda e: next(
        one.public_id for one in Entry.objects.filter(character=e.row(whom), kind=kind).order_by("pk")
        if name in ("", one.name)
    )  # fmt: skip


def in_a_turn(person: Person, what: Callable[[Turn, Event], Any]) -> None:
    """Does something inside the hold, as an act of this person's would."""
    with hold(person.table.public_id):
        turn = Turn(person.viewer, "rough_magic.roleplay", ScriptedDice([]))
        what(turn, turn.tell("rough_magic.said", {"character": "Somebody", "character_id": "", "text": "Hm."}))
        turn.finish()


def loses(name: str, levels: int) -> Callable[[Evening], None]:
    """For a step's `first`: somebody is hurt."""
    return lambda e: in_a_turn(e.people["gm"], lambda turn, card: endurance.lose(turn, e.row(name), levels))


def holds(name: str, count: int) -> Callable[[Evening], None]:
    """For a step's `first`: somebody has so many plot points more."""
    return lambda e: in_a_turn(
        e.people["gm"], lambda turn, card: points.earn(turn, sure(e.people[name].seat), "A fine evening", "", count)
    )


def gaining() -> Iterator[Step]:
    """A session begins; points are given and proposed."""
    yield step("gm", "rough_magic.award", of_seat("marek", "seats", why="The harbour speech"))
    yield step("gm", "rough_magic.open-session", of_seat("marek", "keep", title="The second evening"))
    yield step("gm", "open-scene", title="The sluice", text="Water on the stairs.")
    yield step("gm", "rough_magic.award", to="all", reason="setback", note="to all")
    yield step("gm", "rough_magic.award", lambda e: {"complication": entry("Jun Vey", "complication")(e),
               "by": e.seat("marek")}, note="a complication")  # fmt: skip
    yield step("ines", "rough_magic.propose-point", of_seat("marek", "to", why="The song on the stairs"))
    yield step("gm", "rough_magic.answer-proposal", of_ask(allow="yes"))
    yield step("gm", "rough_magic.set-points", of_seat("marek", points=4, why="One too many"))
    yield step("marek", "rough_magic.propose-point", lambda e: {"to": e.seat("marek"), "why": "They found me",
               "complication": entry("Bramble Oke", "complication")(e)}, note="for himself")  # fmt: skip
    yield step("gm", "rough_magic.answer-proposal", of_ask(allow="no"), note="no")


def spending() -> Iterator[Step]:
    """Each use of a point, at once and with the GM's yes or no."""
    yield step("ines", "rough_magic.boost", who("Jun Vey", trait="agility"), first=holds("ines", 5))
    yield step("marek", "rough_magic.boost", who("Bramble Oke", trait="will", duration="scene"), note="for a scene")
    yield step("gm", "rough_magic.answer-wish", of_ask(allow="round", words="While the tide holds"), note="shorter")
    yield step("gm", "rough_magic.boost", who("Bramble Oke", trait="brawn", duration="scene"), note="for a player")
    yield step("marek", "rough_magic.stunt", lambda e: {"character": e.character("Bramble Oke"), "duration": "scene",
               "power": entry("Bramble Oke", "power", "Wave step")(e), "idea": "It carries all of us"},
               first=holds("marek", 3))  # fmt: skip
    yield step("gm", "rough_magic.answer-wish", of_ask(allow="yes"), note="a stunt")
    yield step("ines", "rough_magic.hint", about="Who has the key")
    yield step("gm", "rough_magic.answer-wish", of_ask(allow="yes", words="Salt on his boots", shown_to="player"),
               note="a hint")  # fmt: skip
    yield step("ines", "rough_magic.retcon", who("Jun Vey", fact="I never learnt to read"))
    yield step("gm", "rough_magic.answer-wish", of_ask(allow="no", words="You read the ledger"), note="no")
    yield step("ines", "rough_magic.retcon", who("Jun Vey", fact="I studied the sign tongue for a year",
               skill="Sign tongue", area="Divers"), note="with a skill")  # fmt: skip
    yield step("gm", "rough_magic.answer-wish", of_ask(allow="yes"), note="a retcon")
    yield step("marek", "rough_magic.spend", what="The roof misses the children")
    yield step("gm", "rough_magic.answer-wish", of_ask(allow="yes", words="By a hand’s breadth"), note="anything")
    yield step("ines", "rough_magic.rally", who("Jun Vey"), first=loses("Jun Vey", 2))


def going_on() -> Iterator[Step]:
    """Talk, and what follows from rolls that failed or went very well."""
    yield step("ines", "rough_magic.roleplay", who("Jun Vey", text="Nice hat. Did it come with the rank?"))
    yield step("gm", "rough_magic.roleplay", who("Warden Ash", text="Wait for them."), note="hidden")
    yield step("ines", "rough_magic.check", who("Jun Vey", **KEY), dice=(1, 3), note="fails")
    yield step("gm", "rough_magic.choose-way", of_ask(way="stirring-the-pot", words="The Ashmen follow them"))
    yield step("gm", "reveal", of_event("rough_magic.way-chosen"))
    yield step("marek", "rough_magic.check", who("Bramble Oke", **KEY), dice=(6, 6), note="more than enough")
    yield step("gm", "rough_magic.choose-way", of_ask(way="own", words="And who paid for it"), note="beyond it")
    yield step("marek", "rough_magic.check", who("Bramble Oke", **KEY), dice=(1, 1), note="fails")
    yield step("gm", "rough_magic.choose-way", of_ask(way="none"), note="none")


def story() -> Iterator[Step]:
    """All of it."""
    yield from gaining()
    yield from spending()
    yield from going_on()
