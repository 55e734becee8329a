"""An evening of Rough Magic: the fight's order of play."""

from __future__ import annotations

from collections.abc import Iterator

from apps.characters.models import Entry
from apps.table.models import Span
from tests.acts_of_an_evening import Data, Evening, Step, of_ask, step, who

INES, MAREK = "Jun Vey", "Bramble Oke"


def outside(*names: str, **more: str) -> Data:
    """A fight of these, who have noticed each other in this order; Sel Marrow is not aware of them."""

    def given(e: Evening) -> dict[str, object]:
        ids = [e.character(name) for name in names]
        return {"characters": [*ids, e.character("Sel Marrow")], "noticed": ids, **more}

    return given


def placed(whom: str, before: str) -> Data:
    return lambda e: {"character": e.character(whom), "before": e.character(before)}


def of_fight(act: str, *names: str, by: str = "gm", before: str = "", note: str = "", **more: str) -> Step:
    """An act about these, perhaps with a place before somebody."""

    def given(e: Evening) -> dict[str, object]:
        return {
            "characters": [e.character(name) for name in names],
            "before": e.character(before) if before else "",
            **more,
        }

    return step(by, f"rough_magic.{act}", given, note=note)


def order() -> Iterator[Step]:
    """A fight in its order: who comes and goes, turns that are held and used, rounds."""
    yield step("gm", "rough_magic.start-fight", outside(INES, "Guard 1", "Guard 2", MAREK, title="The lock gate"))
    yield step("ines", "rough_magic.hold", who(INES))
    yield step("gm", "rough_magic.next")
    yield step("ines", "rough_magic.break-in", who(INES))
    yield step("ines", "rough_magic.move", who(INES, how="walk", metres=2, where="To the winch"))
    yield step("ines", "rough_magic.next", note="the inner turn")
    yield from acting()
    yield of_fight("fight-join", "Guard 3", before=MAREK)
    yield of_fight("fight-join", "Warden Ash", unaware="on", note="hidden")
    yield of_fight("notice", "Warden Ash", before=MAREK, note="hidden")
    yield of_fight("notice", "Sel Marrow")
    yield step("gm", "rough_magic.place", placed("Sel Marrow", MAREK))
    yield from falling()
    yield step("gm", "rough_magic.next")
    yield step("gm", "rough_magic.next", note="hidden")
    yield step("gm", "rough_magic.fight-side", who("Sel Marrow", side="players"))
    yield step("gm", "rough_magic.fight-side", who("Warden Ash", side="players"), note="hidden")
    yield step("gm", "rough_magic.fight-leave", who("Sel Marrow"))
    yield step("gm", "rough_magic.fight-leave", who("Warden Ash"), note="hidden")
    yield step("gm", "rough_magic.next", note="after somebody left")
    yield step("gm", "undo", lambda e: {"event": e.event("rough_magic.turn-came")}, note="a step")
    yield step("gm", "rough_magic.end-fight")
    yield from by_roll()


def acting() -> Iterator[Step]:
    """What fits in a turn, of the second guard’s and of a player’s, and a defence out of turn."""
    yield step("marek", "rough_magic.wait", who(MAREK))
    yield step("gm", "rough_magic.wait-over")
    yield step("marek", "rough_magic.wait", who(MAREK), note="once more")
    yield step("marek", "rough_magic.force", raised(MAREK, "Stone skin"))
    yield step("gm", "rough_magic.pace", who("Guard 1", gait="run"))
    yield step("gm", "rough_magic.take-task", who("Guard 1", what="block"))
    yield step("gm", "rough_magic.move", who("Guard 1", how="run"))
    yield step("gm", "rough_magic.free-act", who("Guard 1", what="cover"))


def raised(name: str, power: str) -> Data:
    """A power of theirs, raised out of turn."""
    return lambda e: {
        "character": e.character(name),
        "what": "power",
        "power": Entry.objects.get(character=e.row(name), name=power).public_id,
    }


def falling() -> Iterator[Step]:
    """What moves when all have acted: a hook, a cart, a guard, and one of whom nobody knows."""
    yield step("gm", "rough_magic.surroundings", name="The crane’s hook", what="falls", metres=12)
    yield step("gm", "rough_magic.surroundings", name="The ore cart", what="drifts", note="unsteered")
    yield step("gm", "rough_magic.surroundings", who("Guard 1", what="falls", metres=20), note="somebody")
    yield step("gm", "rough_magic.surroundings", who("Warden Ash", what="falls", metres=10), note="hidden")
    yield step("gm", "rough_magic.surroundings-settle", landing("Guard 1", levels=2))
    yield step("gm", "rough_magic.surroundings-settle", landing("Warden Ash", levels=1), note="hidden")


def landing(title: str, **more: int) -> Data:
    return lambda e: {"mover": Span.objects.filter(table=e.table, title=title).latest("pk").public_id, **more}


def by_roll() -> Iterator[Step]:
    """The order is rolled for: by players, and by the GM for the rest; Warden Ash is among them."""
    rolled = all_of("Jun Vey", "Bramble Oke", "Sel Marrow", "Warden Ash", how="roll")
    yield step("gm", "rough_magic.start-fight", rolled, dice=(3, 3, 6, 6), note="by roll")
    yield step("ines", "rough_magic.roll-order", of_ask(INES), dice=(2, 2))
    yield step("gm", "rough_magic.roll-rest", dice=(4, 4))
    yield step("gm", "rough_magic.end-fight", note="by roll")


def all_of(*names: str, **more: str) -> Data:
    return lambda e: {"characters": [e.character(name) for name in names], **more}
