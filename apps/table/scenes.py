"""What is said beside a scene that is set: whoever knows of more than the scene has a field in its form."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from django import forms

from apps.table.turn import Turn
from apps.table.viewer import Viewer


@dataclass(frozen=True)
class Beside:
    """The field of that key, or None where there is nothing to say, and what is done with what is said there."""

    key: str
    field: Callable[[Viewer], forms.Field | None]
    done: Callable[[Turn, Any], None]


_all: list[Beside] = []


def said_with_a_scene(beside: Beside) -> None:
    """Registers a field of the form that sets a scene."""
    _all.append(beside)


def fields_beside(viewer: Viewer) -> Iterator[tuple[str, forms.Field]]:
    """What is asked at this table now, by its key."""
    for one in _all:
        if (field := one.field(viewer)) is not None:
            yield one.key, field


def do_beside(turn: Turn, said: dict[str, Any]) -> None:
    """Does what was said in those fields, before the scene begins."""
    for one in _all:
        if said.get(one.key):
            one.done(turn, said[one.key])
