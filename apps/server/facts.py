"""What the host's page tells of the server."""

from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from django.conf import settings
from django.utils import timezone

from apps.server import copies
from apps.server.copies import Copy

STARTED = timezone.now()


@dataclass(frozen=True)
class Facts:
    """`copies`: the newest first. `data_bytes` is the whole data folder."""

    running_since: datetime
    copies: list[Copy]
    copies_folder: Path
    data_bytes: int


def facts() -> Facts:
    return Facts(
        running_since=STARTED,
        copies=copies.copies()[::-1],
        copies_folder=copies.folder(),
        data_bytes=sum(_size(path) for path in settings.DATA.rglob("*")),
    )


def _size(path: Path) -> int:
    try:
        return path.stat().st_size if path.is_file() else 0
    except OSError:  # taken away meanwhile
        return 0
