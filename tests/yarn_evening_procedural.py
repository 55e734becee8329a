"""An evening of Yarn: a procedural scene with breaks, and what they leave behind."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from apps.characters.models import Entry
from apps.table.models import Exchange
from tests.acts_of_an_evening import Data, Evening, Step, step
from tests.yarn_evening import asked
from tests.yarn_evening_ground import calls
from tests.yarn_evening_rolls import rolled


def of(name: str, *, good: bool, **more: Any) -> Data:
    """A form about that consequence of theirs."""

    def found(e: Any) -> dict[str, Any]:
        held = Entry.objects.filter(character=e.row(name), kind="consequence")
        return {"entry": next(one.public_id for one in held if one.facts["good"] is good), **more}

    return found


def throws(person: str, name: str, *faces: int, **more: Any) -> Step:
    data: Data = lambda e: {"ask": e.ask(name), **more}  # noqa: E731 - one of two lines
    return step(person, "yarn.throw-consequences", data, dice=faces, note=name)


def hears(person: str, word: str) -> Step:
    """Answers to what is told without dice."""

    def found(e: Evening) -> dict[str, Any]:
        return {"ask": asked(e, person).public_id, "word": word}

    return step(person, "yarn.hear-success", found, note=word)


def the_telling(e: Evening) -> dict[str, Any]:
    held = Exchange.objects.filter(table=e.table, kind="yarn.telling", closed_at=None)
    return {"telling": held.latest("pk").public_id}


def telling() -> Iterator[Step]:
    """Successes without dice: one objected to, one that stands, and the goal of a whole scene."""
    yield step("ines", "yarn.tell-success", text="We mend the boat")
    yield hears("marek", "object")
    yield step("ines", "yarn.decide-success", lambda e: {"ask": asked(e, "ines").public_id, "word": "put off"})
    yield step("marek", "yarn.tell-success", text="I find the key", note="again")
    yield step("gm", "yarn.success-stands", the_telling)
    yield calls("The market", "Maud Ferrin", mode="procedural")
    yield step("gm", "yarn.nobody-resists", text="Buy horses")
    yield hears("ines", "fine")
    yield hears("marek", "fine")


def procedural() -> Iterator[Step]:
    """Breaks of two in the yard, dice for them when it is over, consequences that are said, come up and fade."""
    yield calls("The yard", "Maud Ferrin", "Joss Amber", mode="procedural")
    yield step("ines", "yarn.check", rolled("Maud Ferrin", factor=7), dice=(6, 6), note="good break")
    yield step("gm", "yarn.check", rolled("Maud Ferrin", mode="everybody"), dice=(1, 1), note="bad break")
    yield step("marek", "yarn.check", rolled("Joss Amber"), dice=(6, 6), note="Joss")
    yield calls("The attic", "Maud Ferrin", mode="procedural")
    yield throws("ines", "Maud Ferrin", 6, 1)
    yield throws("marek", "Joss Amber", declined="on")
    yield step("ines", "yarn.say-consequence", of("Maud Ferrin", good=True, text="He owes her one"))
    yield step("gm", "yarn.say-consequence", of("Maud Ferrin", good=False, text="She was seen", private="on"),
               note="in private")  # fmt: skip
    yield step("ines", "yarn.bring-consequence", of("Maud Ferrin", good=True))
    yield step("gm", "yarn.fade-consequence", of("Maud Ferrin", good=False))
