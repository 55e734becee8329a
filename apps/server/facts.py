"""What the host's page tells of the server."""

from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from django.conf import settings
from django.utils import timezone

from apps.server import backup

STARTED = timezone.now()


@dataclass(frozen=True)
class Facts:
    """`data_bytes` is the whole data folder; `last_copy` is None where no copy was ever made."""

    running_since: datetime
    last_copy: datetime | None
    last_copy_was_before_upgrade: bool
    copies_folder: Path
    data_bytes: int


def facts() -> Facts:
    copies = backup.copies()
    last = copies[-1] if copies else None
    return Facts(
        running_since=STARTED,
        last_copy=datetime.fromtimestamp(last.stat().st_mtime, timezone.get_current_timezone()) if last else None,
        last_copy_was_before_upgrade=bool(last and "before-upgrade" in last.name),
        copies_folder=backup.folder(),
        data_bytes=sum(_size(path) for path in settings.DATA.rglob("*")),
    )


def _size(path: Path) -> int:
    try:
        return path.stat().st_size if path.is_file() else 0
    except OSError:  # taken away meanwhile
        return 0
