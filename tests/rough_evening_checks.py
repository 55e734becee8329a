"""An evening of Rough Magic: rolls of every sort, asked ones, and those that are turned afterwards."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from apps.characters.models import Character
from apps.characters.rough_magic.points import payer_of, track_of
from apps.characters.rough_magic.states import begin
from apps.table.turn import Turn
from tests.acts_of_an_evening import Data, Evening, Step, of_ask, step
from tests.combat.wounded import a_turn_of

CLIMB: dict[str, Any] = {"attribute": "agility", "grade": "demanding", "label": "Up the chain"}
LISTEN: dict[str, Any] = {"attribute": "perception", "grade": "demanding", "label": "Footsteps"}


def rolled(name: str, **more: Any) -> Data:
    return lambda e: {"character": e.character(name), **CLIMB, **more}


def against(name: str, other: str, **more: Any) -> Data:
    return lambda e: {"character": e.character(name), "attribute": "agility", "opponents": [e.character(other)], **more}


def asked(*names: str, **more: Any) -> Data:
    return lambda e: {**LISTEN, "characters": [e.character(one) for one in names], **more}


def with_points(name: str, count: int = 2) -> Callable[[Evening], None]:
    """For a step's `first`: whoever plays them has so many plot points."""

    def has(turn: Turn, character: Character) -> None:
        seat = payer_of(character)
        turn.change(track_of(turn, seat), value=count)

    return of_the_gm(name, has)


def in_state(name: str, state: str) -> Callable[[Evening], None]:
    return of_the_gm(name, lambda turn, character: begin(turn, character, state))


def of_the_gm(name: str, does: Callable[[Turn, Character], Any]) -> Callable[[Evening], None]:
    return lambda e: a_turn_of(e.people["gm"], lambda turn: does(turn, turn.desk.get(Character, e.row(name).pk)))


def of_kept(word: str, **more: Any) -> Data:
    return lambda e: {"event": e.kept[word], **more}


def checks() -> Iterator[Step]:
    """Open and secret rolls, against numbers and people, asked ones, points before and after, and coming round."""
    yield step("ines", "rough_magic.check", rolled("Jun Vey"), dice=(3, 5))
    yield step("ines", "rough_magic.check", rolled("Jun Vey", mode="gm"), dice=(3, 5), note="to the GM")
    yield step("marek", "rough_magic.check", rolled("Bramble Oke", mode="blind"), dice=(3, 5), note="blind")
    yield step("marek", "rough_magic.check", rolled("Bramble Oke", mode="me", faces="2 2"), note="to myself")
    yield step("ines", "rough_magic.check", rolled("Jun Vey", grade="routine"), note="routine")
    yield step("ines", "rough_magic.check", against("Jun Vey", "Sel Marrow"), dice=(1, 3), note="against an enemy",
               keeps="missed")  # fmt: skip
    yield step("ines", "rough_magic.automatic-success", of_kept("missed"), first=with_points("Jun Vey"))
    yield step("ines", "rough_magic.check", rolled("Jun Vey", point="success"), dice=(1, 1), note="bought")
    yield step("marek", "rough_magic.check", rolled("Bramble Oke", point="boost-agility"), dice=(4, 4), keeps="boosted",
               first=with_points("Bramble Oke"), note="boosted")  # fmt: skip
    yield step("gm", "rough_magic.overrule", of_kept("boosted", total=20))
    yield step("gm", "rough_magic.check", rolled("Warden Ash"), dice=(3, 5), note="hidden")
    yield step("gm", "rough_magic.check", against("Sel Marrow", "Jun Vey"), dice=(3, 5), note="an enemy")
    yield step("gm", "rough_magic.ask-check", asked("Jun Vey", "Bramble Oke"))
    yield step("ines", "rough_magic.answer-check", of_ask("Jun Vey"), dice=(5, 5))
    yield step("gm", "rough_magic.answer-check", of_ask("Bramble Oke"), dice=(5, 6), note="for a player")
    yield step("gm", "rough_magic.ask-check", asked("Bramble Oke", hidden="hidden", skill="Survival"), note="hidden")
    yield step("marek", "rough_magic.answer-check", of_ask("Bramble Oke"), dice=(1, 2), note="hidden number")
    yield step(
        "gm",
        "rough_magic.ask-check",
        lambda e: asked("Jun Vey", mode="gm", opponents=[e.character("Warden Ash")])(e),
        note="in secret",
    )
    yield step("ines", "rough_magic.answer-check", of_ask("Jun Vey"), dice=(1, 2), note="in secret")
    yield step("gm", "rough_magic.ask-check", asked("Warden Ash"), note="of nobody’s")
    yield step("gm", "call-off", lambda e: {"exchange": e.exchange()})
    yield step("ines", "rough_magic.recover", lambda e: {"character": e.character("Jun Vey")}, dice=(6, 5),
               first=in_state("Jun Vey", "blind and deaf"))  # fmt: skip
    yield step("gm", "rough_magic.recover", lambda e: {"character": e.character("Sel Marrow")}, dice=(1, 1),
               first=in_state("Sel Marrow", "cowering"), note="in vain")  # fmt: skip
