"""The copies that were made: where they lie, what they are called, and how long they are kept."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

from django.conf import settings

EVERYTHING = "everything.zip"
BEFORE_UPGRADE = "before-upgrade"
NAME = re.compile(r"(\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-\d{6}Z)-([a-z-]+\.(?:zip|sqlite3|dump))")
STAMP = "%Y-%m-%dT%H-%M-%S-%fZ"
PERIODS: tuple[Callable[[datetime], object], ...] = (
    lambda made: made.date(),
    lambda made: made.isocalendar()[:2],
    lambda made: (made.year, made.month),
)
UNTOUCHED = timedelta(days=1)
"""What was made within it stays, however many there are."""


@dataclass(frozen=True, order=True)
class Copy:
    """A file in the folder of copies. Its name tells when it was made (UTC) and what it is."""

    made_at: datetime
    kind: str
    path: Path

    @property
    def name(self) -> str:
        return self.path.name

    @property
    def size(self) -> int:
        return self.path.stat().st_size

    @property
    def before_upgrade(self) -> bool:
        return self.kind.startswith(BEFORE_UPGRADE)


def folder() -> Path:
    path: Path = settings.DATA / "backups"
    return path


def made_folder() -> Path:
    folder().mkdir(parents=True, exist_ok=True, mode=0o700)
    return folder()


def copies() -> list[Copy]:
    """All copies, the oldest first. Files that somebody else has put there are none."""
    found = folder().iterdir() if folder().is_dir() else ()
    return sorted(copy for path in found if (copy := _copy(path)))


def named(name: str) -> Copy | None:
    return next((copy for copy in copies() if copy.name == name), None)


def _copy(path: Path) -> Copy | None:
    fits = NAME.fullmatch(path.name)
    return Copy(datetime.strptime(fits[1], STAMP).replace(tzinfo=UTC), fits[2], path) if fits else None


def stamp() -> str:
    return datetime.now(UTC).strftime(STAMP)


def keep(draft: Path, kind: str) -> Path:
    """Moves a finished copy to its dated name: what lies in the folder is always whole."""
    draft.chmod(0o600)
    return draft.rename(made_folder() / f"{stamp()}-{kind}")


def prune() -> None:
    """Deletes copies that are due, each kind for itself."""
    found = copies()
    for kind in {copy.kind for copy in found}:
        for copy in due([copy for copy in found if copy.kind == kind], datetime.now(UTC)):
            copy.path.unlink(missing_ok=True)


def due(found: list[Copy], now: datetime) -> list[Copy]:
    """All but the newest of each of the last days, weeks and months in which one was made, and those just made."""
    stay = {copy for copy in found if now - copy.made_at < UNTOUCHED}
    for number, period in zip(settings.ENVIRONMENT.keep_copies, PERIODS, strict=True):
        newest = {period(copy.made_at): copy for copy in sorted(found)}
        stay.update(sorted(newest.values(), reverse=True)[:number])
    return [copy for copy in found if copy not in stay]
