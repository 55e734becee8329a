"""Who uses the data folder: a lock in it, which ends with the process that holds it, however that ends.

One server holds it alone. Those that share a table through Redis hold it together.
"""

import contextlib
import os
import sys
from pathlib import Path

from django.conf import settings

TAKEN = "{data} is in use by {who}. {advice}"
ADVICE = "Stop that first."
HANDED_ON = "DATA_FOLDER_IS_HELD"
"""In the environment of a server whose data folder `play` has taken for it."""
_held: list[int] = []


class InUse(Exception):  # noqa: N818 - reads as what is the case
    """Another process holds the data folder; the text says which."""


def take(who: str, together: bool = False, advice: str = ADVICE) -> None:
    """Holds the data folder until this process ends. Refuses with InUse."""
    file = os.open(_path(), os.O_RDWR | os.O_CREAT, 0o600)
    if not _locked(file, together):
        os.close(file)
        raise InUse(TAKEN.format(data=settings.DATA, who=_who() or "another Fireside", advice=advice))
    _held.append(file)
    note(who)


def take_to_serve() -> None:
    """As a server does when it starts; nothing is left to do where `play` has done it."""
    if HANDED_ON not in os.environ:
        take("a server", together=bool(settings.ENVIRONMENT.redis_url))


def note(who: str) -> None:
    """Says who holds it, for those who find it held."""
    _path().write_text(f"{who} (process {os.getpid()})", encoding="utf-8")


def hand_on() -> None:
    """Lets the program that this process turns into hold it on."""
    os.environ[HANDED_ON] = "yes"
    for file in _held:
        os.set_inheritable(file, True)


def let_go() -> None:
    while _held:
        os.close(_held.pop())


def _path() -> Path:
    path: Path = settings.DATA / "in-use"
    return path


def _who() -> str:
    return _path().read_text(encoding="utf-8", errors="replace").strip()[:200]


if sys.platform == "win32":
    import msvcrt

    FAR_OUT = 1 << 30  # beyond the words: what is locked there nobody may read

    def _locked(file: int, together: bool) -> bool:
        if together:
            return True
        os.lseek(file, FAR_OUT, os.SEEK_SET)
        with contextlib.suppress(OSError):
            msvcrt.locking(file, msvcrt.LK_NBLCK, 1)
            return True
        return False
else:
    import fcntl

    def _locked(file: int, together: bool) -> bool:
        with contextlib.suppress(BlockingIOError):
            fcntl.flock(file, (fcntl.LOCK_SH if together else fcntl.LOCK_EX) | fcntl.LOCK_NB)
            return True
        return False
