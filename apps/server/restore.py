"""Puts a copy in the place of what is there: all of it or nothing, and what was there is kept beside it."""

import contextlib
import shutil
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from django.conf import settings
from django.db import connection

from apps.server import backup, contents, copies, inuse, postgres, prepare
from apps.server.contents import Contents
from apps.server.unpacking import Laid, NotWhole, lay_out
from config import troubles
from config.environment import typed

BESIDE = ("", "-wal", "-shm", "-journal")
"""What SQLite keeps beside a database belongs to that one alone."""
OTHERS = "{number} open this database now: servers on other machines, perhaps. Stop them first."


class CannotRestore(Exception):  # noqa: N818 - reads as what happened
    """Nothing was put back, nothing was changed; the text says why."""


@dataclass(frozen=True)
class Restored:
    """What is there now. `kept` holds what was there before; `same_links` says whether links given out before work."""

    contents: Contents
    pictures: int
    kept: Path | None
    same_links: bool


def restore(source: Path) -> Restored:
    """Puts the copy back. Refuses with CannotRestore, before anything is touched."""
    if not source.exists():
        raise CannotRestore(f"There is no {source}.")
    prepare.data_folder()
    try:
        inuse.take(typed("restore"))
        with tempfile.TemporaryDirectory(dir=settings.DATA, prefix=".restoring-") as place:
            return _put(lay_out(source, Path(place)))
    except (inuse.InUse, NotWhole, contents.Newer, postgres.ToolFailed, OSError) as why:
        raise CannotRestore(troubles.told(why)) from None
    finally:
        inuse.let_go()


def _put(copy: Laid) -> Restored:
    _refuse_company()
    moves = _Moves(settings.DATA / f"replaced-{copies.stamp()}")
    moves.done_or_undone(lambda: _swap(copy, moves))
    prepare.tighten()
    pictures = sum(path.is_file() for path in settings.MEDIA_ROOT.rglob("*"))
    return Restored(contents.here(), pictures, moves.kept(), backup.key_file().exists())


def _refuse_company() -> None:
    """On PostgreSQL a server of another machine may be at work, which no lock here can tell."""
    if not backup.is_sqlite() and (number := postgres.others_connected()):
        raise CannotRestore(OTHERS.format(number="1 other program has" if number == 1 else f"{number} other programs"))


def _swap(copy: Laid, moves: "_Moves") -> None:
    if copy.media:
        moves.swap(copy.media, settings.MEDIA_ROOT)
    if copy.key:
        moves.swap(copy.key, backup.key_file())
    connection.close()
    if backup.is_sqlite():
        path = Path(connection.settings_dict["NAME"])
        moves.swap(copy.database, path, beside=BESIDE)
    else:
        _replace_in_postgres(copy, moves)


def _replace_in_postgres(copy: Laid, moves: "_Moves") -> None:
    if contents.schema_here():
        postgres.dump(moves.aside() / backup.POSTGRES)
    postgres.replace(copy.database, copy.database.parent)


class _Moves:
    """Files that took the place of others, which went to the folder `to`."""

    def __init__(self, to: Path) -> None:
        self.to = to
        self._made: list[tuple[Path, Path]] = []

    def done_or_undone(self, work: Callable[[], Any]) -> None:
        try:
            work()
        except BaseException:
            for was, now in reversed(self._made):
                shutil.move(now, was)
            with contextlib.suppress(OSError):  # it is not empty: what is in it may be all there is
                self.to.rmdir()
            raise

    def swap(self, new: Path, old: Path, beside: tuple[str, ...] = ("",)) -> None:
        for ending in beside:
            there = old.with_name(old.name + ending)
            if there.exists() and (there.is_file() or any(there.iterdir())):
                self._move(there, self.aside() / there.name)
        if old.is_dir():
            old.rmdir()
        self._move(new, old)

    def aside(self) -> Path:
        self.to.mkdir(exist_ok=True, mode=0o700)
        return self.to

    def kept(self) -> Path | None:
        return self.to if self.to.exists() else None

    def _move(self, path: Path, to: Path) -> None:
        shutil.move(path, to)
        self._made.append((path, to))
