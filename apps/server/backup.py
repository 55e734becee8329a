"""A copy of all that cannot be made again: database, uploads and key, in one dated zip. Safe while running."""

import contextlib
import json
import sqlite3
import tempfile
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from django.conf import settings
from django.contrib.auth.models import User
from django.db import connection

from apps.server import contents, copies, postgres
from apps.server.contents import Contents, counted
from config import troubles

MANIFEST = "manifest.json"
KEY = "secret-key"
SQLITE = "fireside.sqlite3"
POSTGRES = "fireside.dump"
NOTHING_YET = "There is nothing to copy yet in {data}: nobody has become the host, and no table is open."


class CannotCopy(Exception):  # noqa: N818 - reads as what happened
    """No copy could be made; the text says why and what helps."""


@dataclass(frozen=True)
class Made:
    """A finished copy and what is in it."""

    path: Path
    contents: Contents
    pictures: int

    def __str__(self) -> str:
        size = f"{self.path.stat().st_size / 1024**2:.1f} MB"
        return f"{self.path} ({self.contents}, {counted(self.pictures, 'pictures')}; {size})"


def copy_everything() -> Made:
    """One zip with all that is needed to put everything back; older ones that are due are deleted."""
    holds = _worth_copying()
    with _drafts() as drafts:
        database = copy_database(drafts)
        files = _files(database)
        draft = drafts / copies.EVERYTHING
        _pack(draft, files, holds)
        made = Made(copies.keep(draft, copies.EVERYTHING), holds, sum(name.startswith("media/") for name in files))
    copies.prune()
    return made


def copy_before_migration() -> Path:
    """The database as it is before an upgrade."""
    with _drafts() as drafts:
        database = copy_database(drafts)
        path = copies.keep(database, f"{copies.BEFORE_UPGRADE}{database.suffix}")
    copies.prune()
    return path


def copy_database(into: Path) -> Path:
    """A consistent copy of the database in the folder `into`: fireside.sqlite3 or fireside.dump."""
    try:
        return _copy_sqlite(into / SQLITE) if is_sqlite() else postgres.dump(into / POSTGRES)
    except (postgres.ToolFailed, sqlite3.Error) as why:
        raise CannotCopy(troubles.told(why)) from None


def is_sqlite() -> bool:
    return connection.vendor == "sqlite"


def key_file() -> Path:
    path: Path = settings.DATA / KEY
    return path


def _worth_copying() -> Contents:
    try:
        holds = contents.here()
    except contents.NoData as why:
        raise CannotCopy(str(why)) from None
    if not holds.tables and not User.objects.exists():
        raise CannotCopy(NOTHING_YET.format(data=settings.DATA))
    return holds


@contextlib.contextmanager
def _drafts() -> Iterator[Path]:
    with tempfile.TemporaryDirectory(dir=copies.made_folder(), prefix=".making-") as drafts:
        yield Path(drafts)


def _copy_sqlite(target: Path) -> Path:
    """VACUUM INTO reads one snapshot: writers go on meanwhile, and what they write later is not in the copy."""
    source = sqlite3.connect(connection.settings_dict["NAME"], timeout=20, isolation_level=None)
    with contextlib.closing(source):
        source.execute("VACUUM INTO ?", [str(target)])
    return target


def _files(database: Path) -> dict[str, Path]:
    """By their names in the zip. Uploads last: a picture is written before the database names it."""
    files = {database.name: database}
    if key_file().is_file():
        files[KEY] = key_file()
    root: Path = settings.MEDIA_ROOT
    return files | {f"media/{path.relative_to(root).as_posix()}": path for path in _uploads(root)}


def _uploads(root: Path) -> list[Path]:
    return sorted(path for path in root.rglob("*") if path.is_file())


def _pack(draft: Path, files: dict[str, Path], holds: Contents) -> None:
    """The manifest comes last: it lists what the zip really got."""
    with zipfile.ZipFile(draft, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, path in files.items():
            with contextlib.suppress(FileNotFoundError):  # taken away meanwhile
                archive.write(path, name)
        archive.writestr(MANIFEST, json.dumps(_manifest(archive, holds), indent=1))


def _manifest(archive: zipfile.ZipFile, holds: Contents) -> dict[str, Any]:
    """What the copy holds and which program wrote it: `schema` lists the migrations of its database."""
    return {
        "made_at": datetime.now(UTC).isoformat(timespec="seconds"),
        "holds": holds.counts(),
        "files": {one.filename: one.file_size for one in archive.infolist()},
        "schema": list(holds.schema),
    }
