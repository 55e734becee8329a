"""What has to be in place before the server starts: data folder, database, static files."""

import contextlib
import json
import shutil
import time
from pathlib import Path

from django.conf import settings
from django.contrib.staticfiles.finders import get_finders
from django.core.management import call_command
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.test.utils import override_settings

from apps.server import backup, contents, copies
from config import secret, troubles

PRINT_OF_SOURCES = "sources.json"
SMALL = 256 * 1024**2
LONGEST_COPY = 24 * 3600  # seconds


def data_folder() -> None:
    for folder in (settings.DATA, settings.MEDIA_ROOT, copies.folder()):
        Path(folder).mkdir(parents=True, exist_ok=True, mode=0o700)


def key() -> None:
    secret.keep(backup.key_file(), settings.SECRET_KEY)


def database(copy_first: bool = True) -> Path | None:
    """Brings the tables up to date. Returns the copy made before; None where nothing was pending or there."""
    schema = contents.schema_here()
    _refuse_damaged()
    contents.refuse_newer(schema)
    executor = MigrationExecutor(connection)
    if not executor.migration_plan(executor.loader.graph.leaf_nodes()):
        return None
    copy = backup.copy_before_migration() if schema and copy_first else None
    call_command("migrate", verbosity=0, interactive=False)
    return copy


def sweep() -> None:
    """Takes away what copies left that were cut short: half of one, in a folder of its own."""
    for half in copies.folder().glob(".making-*"):
        with contextlib.suppress(OSError):
            if time.time() - half.stat().st_mtime > LONGEST_COPY:
                shutil.rmtree(half)


def _refuse_damaged() -> None:
    """A look at a small database of SQLite, which takes a moment: sooner now than in the middle of an evening."""
    if backup.is_sqlite() and contents.there():
        path = Path(connection.settings_dict["NAME"])
        if path.stat().st_size < SMALL and contents.asked_here("PRAGMA quick_check(1)") != [("ok",)]:
            raise troubles.Met(troubles.DAMAGED)


def tighten() -> None:
    """Makes what is kept its owner's alone, whoever put it there and however. Elsewhere than in `data` nothing."""
    places = (settings.MEDIA_ROOT, copies.folder())
    files = [backup.key_file(), *settings.DATA.glob("*.sqlite3*")]
    for path in [*files, *places, *(one for place in places for one in place.rglob("*"))]:
        with contextlib.suppress(OSError):  # another user's, or taken away meanwhile
            path.chmod(0o700 if path.is_dir() else 0o600)


def static_files() -> None:
    """Collects the static files under hashed names, unless those of the last start are still right."""
    print_now = _print_of_sources()
    noted = settings.STATIC_ROOT / PRINT_OF_SOURCES
    if noted.exists() and noted.read_text(encoding="utf-8") == print_now:
        return
    hashed = {**settings.STORAGES, "staticfiles": {"BACKEND": settings.HASHED_FILES}}
    with override_settings(STORAGES=hashed):
        call_command("collectstatic", verbosity=0, interactive=False, clear=True)
    noted.write_text(print_now, encoding="utf-8")


def _print_of_sources() -> str:
    """Path, size and time of every static file: what tells whether anything changed since they were collected."""
    found = {}
    for finder in get_finders():
        for name, storage in finder.list([]):
            stat = Path(storage.path(name)).stat()
            found[name] = [stat.st_size, stat.st_mtime_ns]
    return json.dumps(found, sort_keys=True)
