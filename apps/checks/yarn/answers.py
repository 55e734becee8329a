"""Other ways to answer an attack than with a trait: fights ask, powers and rules of the table offer them here."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from apps.characters.models import Character
from apps.rules.refusal import Refused
from apps.table.turn import Turn

Paying = Callable[[Turn, Character], None]


@dataclass(frozen=True)
class Answer:
    """A way to answer: the word that is sent, what its tile says, its price and effect in a line, the dice that it
    adds, and what is paid when it is chosen. `why_not` says why it cannot be chosen now. One that counts `alone` is
    open to somebody who knows nothing of what comes, too."""

    word: str
    title: str
    line: str
    dice: int = 0
    sort: str = "bonus"
    rule: str = ""
    why_not: Refused | None = None
    pay: Paying | None = None
    alone: bool = False


Offering = Callable[[Character, str], Iterable[Answer]]
_offering: list[Offering] = []


def may_answer_with(offering: Offering) -> Offering:
    """Registers ways in which somebody may answer: (character, what is answered: "attack", "power", or in a roll of
    their own anything else, "reaction")."""
    _offering.append(offering)
    return offering


def answers_for(who: Character, what: str) -> list[Answer]:
    """All ways that are open to somebody beside their traits, those that cannot be chosen now among them."""
    return [one for offering in _offering for one in offering(who, what)]


def alone(who: Character, what: str) -> list[Answer]:
    """The ways that somebody has who knows nothing of it, as far as they can be chosen now."""
    return [one for one in answers_for(who, what) if one.alone and one.why_not is None]


def chosen(who: Character, what: str, word: str) -> Answer:
    """The way of that word. Refuses one that there is not (no-answer), and one that cannot be chosen now."""
    found = next((one for one in answers_for(who, what) if one.word == word), None)
    if found is None:
        raise Refused("no-answer", f"{who.name} cannot answer so.", "answer")
    if found.why_not is not None:
        raise found.why_not
    return found
