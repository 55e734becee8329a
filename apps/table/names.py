"""How several are named in a line: Jun, Bramble and Sel; Tide warden 1, 2 and 4; Guard 1 to 12."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import groupby

NUMBERED = re.compile(r"(.+?) ?([0-9]{1,4})")
FEWEST_IN_A_ROW = 4
"""So many numbers that follow each other are said by the first and the last."""


def listed(words: Sequence[object]) -> str:
    """5, or 5 and 9, or Ines, Marek and June."""
    *first, last = [str(one) for one in words] or [""]
    return f"{', '.join(first)} and {last}" if first else last


def stem(name: str) -> str:
    """What comes before the number of one of several; nothing for a name without one."""
    found = NUMBERED.fullmatch(name)
    return found[1] if found else ""


def name_of_all(called: Iterable[str]) -> str:
    """Tide warden 1, 2 and 4, where all are of a kind; else each by name, listed: Jun, Guard 1 to 12 and Sel."""
    kinds = _kinds(called)
    fewest = 2 if len(kinds) == 1 else FEWEST_IN_A_ROW
    return listed([word for kind, those in kinds for word in _shortened(kind, those, fewest)])


def by_kind(called: Iterable[str]) -> str:
    """Jun, Guard 1 to 12, Sel: in this order, and those of a kind who follow each other in one."""
    return ", ".join(word for kind, those in _kinds(called) for word in _shortened(kind, those))


def _kinds(called: Iterable[str]) -> list[tuple[str, list[str]]]:
    return [(kind, list(those)) for kind, those in groupby(called, key=stem)]


def _shortened(kind: str, called: list[str], fewest: int = 2) -> list[str]:
    return [_of_a_kind(kind, called)] if kind and len(called) >= fewest else called


def _of_a_kind(kind: str, called: Sequence[str]) -> str:
    numbers = [one.removeprefix(kind).strip() for one in called]
    return f"{kind} {listed(_with_rows_in_short(numbers))}"


def _with_rows_in_short(numbers: list[str]) -> list[str]:
    """1 to 4 and 6 for 1, 2, 3, 4 and 6."""
    rows = [[number for _, number in row] for _, row in groupby(enumerate(numbers), key=_steps_on)]
    return [word for row in rows for word in _in_short(row)]


def _in_short(row: list[str]) -> list[str]:
    return [f"{row[0]} to {row[-1]}"] if len(row) >= FEWEST_IN_A_ROW else row


def _steps_on(numbered: tuple[int, str]) -> int:
    """The same for all numbers of a row in which each is one more than the one before it."""
    place, number = numbered
    return int(number) - place
