"""What lenders share of the roller’s fate (crew.lend-consequences): the same Complications, as large as theirs."""

from __future__ import annotations

from collections.abc import Iterable

from apps.characters.crew import complications, points
from apps.characters.crew.complications import Changed
from apps.characters.models import Character, Move
from apps.rules.crew.steps import BEYOND, new_complication
from apps.table.turn import Turn

RULE = "crew.lend-consequences"


def share_new(turn: Turn, lenders: Iterable[Character], name: str, size: int) -> list[Changed]:
    """Each lender gets the same new Complication."""
    return [complications.put(turn, one, name, size) for one in lenders]


def share_step(turn: Turn, lenders: Iterable[Character], name: str, jinxes: int) -> list[Changed]:
    """Each lender's Complication of that name steps up as often; whoever has none gets one as large as new ones are."""
    return [_stepped(turn, one, name, jinxes) for one in lenders]


def _stepped(turn: Turn, lender: Character, name: str, jinxes: int) -> Changed:
    held = complications.named(lender, name)
    if held is not None:
        return complications.step(turn, held, jinxes)
    return complications.put(turn, lender, name, new_complication(jinxes).size or BEYOND)


def paid_too(turn: Turn, lenders: Iterable[Character], gets_point: bool) -> list[Move]:
    """The plot points of lenders for a jinx that was bought: none, but by the switch lender-gets-point."""
    if not gets_point:
        return []
    return [points.gain(turn, one, "Jinx on a lent die", RULE) for one in lenders]
