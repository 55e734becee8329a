"""What the host's page tells of the server."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path

from django.conf import settings
from django.db.models import Min
from django.utils import timezone

from apps.server import copies
from apps.server.copies import Copy
from apps.table.models import Event

STARTED = timezone.now()
LONG = timedelta(days=7)
"""Who makes copies by a plan has a newer one."""


@dataclass(frozen=True)
class Facts:
    """`copies`: the newest first. `data_bytes` is the whole data folder. `uncopied_since`: when the oldest play began
    that is in no copy of everything, where that is long ago; else None."""

    running_since: datetime
    copies: list[Copy]
    copies_folder: Path
    data_bytes: int
    uncopied_since: datetime | None


def facts() -> Facts:
    return Facts(
        running_since=STARTED,
        copies=copies.copies()[::-1],
        copies_folder=copies.folder(),
        data_bytes=sum(_size(path) for path in settings.DATA.rglob("*")),
        uncopied_since=_uncopied_since(),
    )


def _uncopied_since() -> datetime | None:
    whole = [copy.made_at for copy in copies.copies() if copy.kind == copies.EVERYTHING]
    events = Event.objects.filter(at__gt=whole[-1]) if whole else Event.objects.all()
    began: datetime | None = events.aggregate(first=Min("at"))["first"]
    return began if began and timezone.now() - began > LONG else None


def _size(path: Path) -> int:
    try:
        return path.stat().st_size if path.is_file() else 0
    except OSError:  # taken away meanwhile
        return 0
