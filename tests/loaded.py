"""Dice of a trial's server, which is another process: faces that the trial has laid down fall first, then it is chance.

The settings `tests.browser.settings` put them on the table. Nothing of the program itself reads them.
"""

from __future__ import annotations

import fcntl
import json
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

from django.apps import AppConfig
from django.conf import settings

from apps.rules.dice import ScriptedDice, system_dice

NAME = "dice-to-fall.json"
"""In the data of the server: a list of faces."""


class LoadedDice:
    """Gives the faces that lie in the file `path`, in order; where none lie there, chance. Where too few lie there, or
    one that the die does not have, the trial is wrong (AssertionError)."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def __call__(self, count: int, sides: int, /) -> tuple[int, ...]:
        with _held(self.path) as faces:
            if not faces:
                return system_dice(count, sides)
            scripted = ScriptedDice(faces)
            fallen = scripted(count, sides)
            faces[:] = scripted.left
        return fallen


def lay(data: Path, faces: Iterable[int]) -> None:
    """These fall next, and nothing that lay there before."""
    with _held(data / NAME) as lying:
        lying[:] = faces


def left(data: Path) -> list[int]:
    """What has not yet fallen."""
    with _held(data / NAME) as lying:
        return [*lying]


@contextmanager
def _held(path: Path) -> Iterator[list[int]]:
    """The faces of the file, for one at a time; as they are afterwards they are kept."""
    with path.open("a+") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        file.seek(0)
        faces: list[int] = json.loads(file.read() or "[]")
        yield faces
        file.seek(0)
        file.truncate()
        json.dump(faces, file)


class Loaded(AppConfig):
    """Puts them on the table of this process."""

    name = "tests.loaded"
    label = "loaded"

    def ready(self) -> None:
        from apps.table import door

        door.dice = LoadedDice(settings.DATA / NAME)
