"""What powers and spells have set going: on whom, until which second of the story, and what is left of it.

Each is a line of its own on the character: a hidden one is known to the GMs alone, as any hidden line.
"""

from __future__ import annotations

from typing import Any

from apps.characters.forms import named
from apps.characters.models import Character, Entry
from apps.characters.yarn.clock import Timed, ends_with_time, now
from apps.table.desk import Desk
from apps.table.turn import Turn

RUNNING = "running"
"""The kind of these lines."""


def begin(
    turn: Turn, on: Character, listed: str, name: str, *, by: Character, seconds: int | None = None,
    amount: int | None = None, secret: bool = False, **more: Any,
) -> Entry:  # fmt: skip
    """Sets it going, in the place of one of the same that runs already; without seconds it lasts until it is ended."""
    for one in running_on(on, listed):
        turn.delete(one)
    until = None if seconds is None else now(turn.desk) + seconds
    facts = {"listed": listed, "until": until, "by": by.public_id, **more}
    return turn.create(Entry, character=on, kind=RUNNING, name=name, facts=facts, amount=amount, hidden=secret)


def all_running(desk: Desk) -> list[Entry]:
    """Everything that runs, hidden or not."""
    return desk.all(Entry, kind=RUNNING)


def running_on(character: Character, *listed: str) -> list[Entry]:
    """What of these runs on somebody, or all of it."""
    held = character.desk.all(Entry, character=character, kind=RUNNING)
    return [one for one in held if not listed or one.facts["listed"] in listed]


def one_on(character: Character, listed: str) -> Entry | None:
    return next(iter(running_on(character, listed)), None)


def seconds_left(row: Entry) -> int | None:
    """For how long it goes on; None where the clock does not end it."""
    until = row.facts["until"]
    return None if until is None else until - now(row.desk)


def is_secret(row: Entry) -> bool:
    """Whether the GMs alone know of it."""
    return row.hidden or row.character.hidden


def about(row: Entry) -> dict[str, Any]:
    """How the facts of an event name it: somebody is no longer so."""
    return named(row.character) | {"what": row.facts.get("state") or f"under {row.name}", "hidden": is_secret(row)}


@ends_with_time
def _timed(desk: Desk) -> list[Timed]:
    held = [(one, left) for one in all_running(desk) if (left := seconds_left(one)) is not None]
    return [Timed(one, left, one.name, about(one)) for one, left in held]
