"""A copy of all that cannot be made again: database and uploads, in one dated zip. Safe while running."""

import contextlib
import os
import shutil
import sqlite3
import subprocess
import tempfile
import zipfile
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from django.conf import settings
from django.db import connections


class CannotCopy(Exception):  # noqa: N818 - reads as what happened
    """No copy could be made; the text says why and what helps."""


def folder() -> Path:
    path: Path = settings.DATA / "backups"
    path.mkdir(parents=True, exist_ok=True, mode=0o700)
    return path


def copies() -> list[Path]:
    """All copies, the oldest first; their names begin with the UTC time."""
    return sorted([*folder().glob("*.zip"), *folder().glob("*.sqlite3")])


def copy_everything() -> Path:
    """One zip with the database and the uploads, readable by its owner alone."""
    with tempfile.TemporaryDirectory(dir=folder(), prefix=".making-") as making:
        database = copy_database(Path(making))
        draft = Path(making) / "everything.zip"
        with zipfile.ZipFile(draft, "w", zipfile.ZIP_DEFLATED) as archive:
            archive.write(database, database.name)
            _add_uploads(archive)
        return _kept(draft, "everything.zip")


def copy_before_migration() -> Path | None:
    """The SQLite database as it is before an upgrade; None where there is none yet or PostgreSQL keeps it."""
    if not is_sqlite() or not Path(_database()["NAME"]).exists():
        return None
    with tempfile.TemporaryDirectory(dir=folder(), prefix=".making-") as making:
        return _kept(copy_database(Path(making)), "before-upgrade.sqlite3")


def copy_database(into: Path) -> Path:
    """A consistent copy of the database in the folder `into`: fireside.sqlite3 or fireside.dump."""
    return _copy_sqlite(into / "fireside.sqlite3") if is_sqlite() else _dump_postgres(into / "fireside.dump")


def is_sqlite() -> bool:
    return connections["default"].vendor == "sqlite"


def _database() -> dict[str, Any]:
    return connections["default"].settings_dict


def _copy_sqlite(target: Path) -> Path:
    """VACUUM INTO reads one snapshot: writers go on meanwhile, and what they write later is not in the copy."""
    source = sqlite3.connect(_database()["NAME"], timeout=20, isolation_level=None)
    with contextlib.closing(source):
        source.execute("VACUUM INTO ?", [str(target)])
    return target


def _dump_postgres(target: Path) -> Path:
    tool = shutil.which("pg_dump")
    if not tool:
        raise CannotCopy("The database is PostgreSQL's, and pg_dump is not installed here. Install postgresql-client.")
    database = _database()
    command = [tool, "--format=custom", "--no-password", "--file", str(target), "--dbname", database["NAME"]]
    for flag, key in (("--host", "HOST"), ("--port", "PORT"), ("--username", "USER")):
        command += [flag, str(database[key])] if database.get(key) else []
    environ = {**os.environ, "PGPASSWORD": database.get("PASSWORD") or ""}
    done = subprocess.run(command, env=environ, capture_output=True, text=True, check=False)  # noqa: S603
    if done.returncode:
        raise CannotCopy(f"pg_dump could not copy the database: {done.stderr.strip()}")
    return target


def _add_uploads(archive: zipfile.ZipFile) -> None:
    root: Path = settings.MEDIA_ROOT
    for path in sorted(root.rglob("*")):
        if path.is_file():
            with contextlib.suppress(FileNotFoundError):  # taken away meanwhile
                archive.write(path, Path("media") / path.relative_to(root))


def _kept(draft: Path, name: str) -> Path:
    """Moves a finished copy to its dated name: what lies in the folder is always whole."""
    draft.chmod(0o600)
    stamp = datetime.now(UTC).strftime("%Y-%m-%dT%H-%M-%S-%fZ")
    return draft.rename(folder() / f"{stamp}-{name}")
