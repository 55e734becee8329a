"""What the demonstrations of all games ask about their characters."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from apps.characters.models import Character, Entry
from apps.table.demonstration import Stage
from apps.table.models import Ask


def bring_cast(stage: Stage, script: str) -> None:
    """Makes everybody in the `cast.toml` beside that script (its `__file__`), in the order of the list."""
    for row in tomllib.loads(Path(script).with_name("cast.toml").read_text(encoding="utf-8"))["cast"]:
        who, act = row.pop("who"), row.pop("act")
        whose = {"seat": stage.seats[row.pop("seat")].public_id} if "seat" in row else {}
        stage.does(who, act, **dict(typed(row)), **whose)


def typed(row: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    """What is typed into the form's fields: a list is its numbered lines (`skill` brings `skill_1_name`), a group its
    own fields, and true a tick."""
    for name, value in row.items():
        if isinstance(value, dict):
            yield from typed(value)
        elif isinstance(value, list):
            for at, line in enumerate(value, 1):
                yield from ((f"{name}_{at}_{key}", one) for key, one in typed(line))
        else:
            yield name, "on" if value is True else value


def the(stage: Stage, name: str) -> str:
    """A character's public id."""
    return stage.table.desk.all(Character, name=name)[0].public_id


def line_of(stage: Stage, name: str, called: str) -> str:
    """The public id of that line of their sheet: a trait, a weapon, what came of a scene."""
    owner = stage.table.desk.all(Character, name=name)[0]
    return next(one.public_id for one in stage.table.desk.all(Entry, character=owner) if one.name == called)


def open_asks(stage: Stage) -> list[Ask]:
    """All questions that wait for somebody, the oldest first."""
    return [one for one in stage.table.desk.all(Ask, closed_at=None) if one.exchange.closed_at is None]


def asked(stage: Stage, **facts: object) -> str:
    """The public id of the newest open question of which this is told."""
    return next(one.public_id for one in reversed(open_asks(stage)) if facts.items() <= one.facts.items())
