"""What something that lasts does by itself to attacks and defences: powers and spells tell it, fights ask about it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from apps.characters.models import Character
from apps.table.desk import Desk

DARK = 2
"""The dice for darkness of somebody whom nobody can see (yarn.ranged-defence-dice)."""


@dataclass(frozen=True)
class Circumstance:
    """What lasts on somebody, by its name and the rule of it: they are `helpless`, nobody sees them (`unseen`), or so
    many metres around them it is `dark` (None for not at all). A `secret` one is known to the GMs alone."""

    who: Character
    source: str
    rule: str
    helpless: bool = False
    unseen: bool = False
    dark: float | None = None
    secret: bool = False


Telling = Callable[[Desk], Iterable[Circumstance]]
_telling: list[Telling] = []


def tells_circumstances(telling: Telling) -> Telling:
    """Registers what lasts at a table and works on fights."""
    _telling.append(telling)
    return telling


def circumstances(desk: Desk, *, secret_too: bool = True) -> list[Circumstance]:
    """All of them, or those of which everybody knows."""
    return [one for telling in _telling for one in telling(desk) if secret_too or not one.secret]


def helpless(who: Character, *, secret_too: bool = True) -> Circumstance | None:
    """What leaves somebody without an attack or a defence of their own; None where nothing does."""
    found = circumstances(who.desk, secret_too=secret_too)
    return next((one for one in found if one.helpless and one.who == who), None)


def unseen(who: Character, *, secret_too: bool = True) -> Circumstance | None:
    """By what nobody can see somebody."""
    found = circumstances(who.desk, secret_too=secret_too)
    return next((one for one in found if one.unseen and one.who == who), None)


def darkness_around(
    who: Character, metres_to: Callable[[Character], float | None], *, secret_too: bool = True
) -> Circumstance | None:
    """By what it is dark where somebody is, who is so many metres from another; where nobody knows how many, it is."""
    for one in circumstances(who.desk, secret_too=secret_too):
        far = 0 if one.who == who else metres_to(one.who)
        if one.dark is not None and (far is None or far <= one.dark):
            return one
    return None
