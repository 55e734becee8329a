"""An evening of Yarn: dramatic scenes that come out, by a word, by a vote, both ways, and with many."""

from __future__ import annotations

from collections.abc import Iterator

from tests.acts_of_an_evening import Data, Evening, Step, step
from tests.yarn_evening import asked, hand
from tests.yarn_evening_ground import calls


def sides(petitioner: str, granter: str) -> Data:
    return lambda e: {"petitioner": e.character(petitioner), "granter": e.character(granter)}


def says(person: str, act: str, allow: str, **more: str | int) -> Step:
    """Answers the newest question to this person, yes or no."""

    def found(e: Evening) -> dict[str, str | int]:
        return {"ask": asked(e, person).public_id, "allow": allow, **more}

    return step(person, f"yarn.{act}", found, note=allow)


def tells(person: str, said: str) -> Step:
    return step(person, "yarn.say-two-way", lambda e: {"ask": asked(e, person).public_id, "said": said}, note=said)


def begins(title: str) -> Iterator[Step]:
    """Maud, Joss and Bess are there, and it is played."""
    yield calls(title, "Maud Ferrin", "Joss Amber", "Old Bess")
    yield step("gm", "yarn.start-anyway", note=title)


def petition() -> Iterator[Step]:
    """A scene without anything to contest, and one whose sides are put the other way round and back, then to the
    vote."""
    yield from begins("The attic")
    yield step("ines", "yarn.swap-sides", sides("Maud Ferrin", "Joss Amber"))
    yield step("marek", "yarn.no-contest")
    yield from begins("The pier")
    yield step("marek", "yarn.signal-end", sides("Maud Ferrin", "Joss Amber"))
    yield step("ines", "yarn.swap-sides", sides("Joss Amber", "Maud Ferrin"), note="the other way round")
    yield step("ines", "yarn.swap-sides", sides("Maud Ferrin", "Joss Amber"), note="and back")
    yield says("ines", "got-it", "no")
    yield says("marek", "doubt", "no")
    yield says("gm", "doubt", "yes")
    yield hand("ines", "granted")
    yield hand("marek", "refused")
    yield hand("second", "granted")
    yield step("marek", "yarn.confirm-tokens")


def several() -> Iterator[Step]:
    """Two petitions to each other, and then three people who are asked what else they sought."""
    yield from begins("The attic")
    yield step("gm", "yarn.two-way", sides("Maud Ferrin", "Joss Amber"))
    yield tells("ines", "granted")
    yield tells("marek", "refused")
    yield says("ines", "doubt", "yes")
    yield hand("ines", "refused")
    yield hand("marek", "refused")
    yield hand("second", "granted")
    yield says("marek", "force", "no")
    yield step("gm", "yarn.confirm-tokens")
    yield step("gm", "yarn.ask-around")
    yield says("ines", "sought", "yes")
    yield says("marek", "sought", "yes")
    yield step("gm", "yarn.sought", lambda e: {"ask": asked(e, "gm").public_id, "allow": "no"}, dice=(2,), note="no")
    for person in ("marek", "ines"):
        yield answered(person, "Old Bess")


def answered(person: str, whom: str) -> Step:
    def found(e: Evening) -> dict[str, str]:
        return {"ask": asked(e, person).public_id, "allow": "yes", "whom": e.character(whom)}

    return step(person, "yarn.quiz-answer", found, note=whom)
