"""The three last acts as tiles: what each brings, and why it cannot be had now (yarn.death-token)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from apps.rules.yarn.drama.tokens import LAST_ACTS

WORDS, VANISHING, SACRIFICE = LAST_ACTS
LINES = {
    WORDS: ("Last words", "a scene is called at once; the one that plays ends"),
    VANISHING: ("Vanishes", "may come back later, as yours or as one of the GM’s"),
    SACRIFICE: ("A last sacrifice", "you tell it"),
}


@dataclass(frozen=True)
class LastAct:
    """One of the three, as a tile; `why_not` is told on it where it cannot be taken now."""

    word: str
    title: str
    line: str
    why_not: str


def farewell(taken: Sequence[str], held: int) -> list[LastAct]:
    """All three, for somebody who holds so many tokens and has taken some of them."""
    return [
        LastAct(word, title, line, "taken" if word in taken else "" if held else "needs 1 token")
        for word, (title, line) in LINES.items()
    ]
