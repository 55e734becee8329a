"""What a database of Fireside holds: how much, and which migrations made it. In plain SQL: older ones answer too."""

import contextlib
import sqlite3
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from django.conf import settings
from django.db import Error, connection
from django.db.migrations.loader import MigrationLoader

from config import troubles

Ask = Callable[[str], list[Any]]
COUNTS = {
    "tables": "SELECT count(*) FROM table_table",
    "people": "SELECT count(*) FROM table_seat WHERE removed_at IS NULL",
    "events": "SELECT count(*) FROM table_event",
}
NEWER = (
    "This data was written by a newer Fireside: it has {one}, of which this one does not know. Start it with the newer "
    "one, or put back a copy from before the upgrade: docs/copies.md says how."
)
NOTHING = (
    "There is no data of Fireside in {place}. Where the server has its own FIRESIDE_DATA or DATABASE_URL, give this "
    "command the same."
)


class NoData(Exception):  # noqa: N818 - reads as what is the case
    """There is no database of Fireside where one was looked for."""


class Newer(Exception):  # noqa: N818 - reads as what is the case
    """The database knows more than this program."""


@dataclass(frozen=True)
class Contents:
    """Seats that were not removed are people. `schema`: the applied migrations, as "table.0001_initial"."""

    tables: int
    people: int
    events: int
    schema: tuple[str, ...]

    def counts(self) -> dict[str, int]:
        return {name: getattr(self, name) for name in COUNTS}

    def __str__(self) -> str:
        return ", ".join(counted(number, name) for name, number in self.counts().items())


def counted(number: int, of: str) -> str:
    """1 table, 2,000 tables; 1 person, 2 people."""
    one = {"people": "person"}.get(of, of.removesuffix("s"))
    return f"{number:,} {one if number == 1 else of}"


def here() -> Contents:
    """Of this server's database. Never makes one: refuses with NoData."""
    if not there():
        raise NoData(NOTHING.format(place=settings.DATA))
    try:
        connection.ensure_connection()
    except Error as why:
        raise NoData(str(troubles.of(why) or f"The database does not answer: {str(why).strip()}")) from None
    try:
        return _contents(asked_here)
    except Error as why:
        nothing = NOTHING.format(place=f"the database {connection.settings_dict['NAME']}")
        raise NoData(str(troubles.of(why) or nothing)) from None


def there() -> bool:
    """Whether there is a data folder and, for SQLite, a file in which a database may be."""
    if connection.vendor != "sqlite":
        return bool(settings.DATA.is_dir())
    path = Path(connection.settings_dict["NAME"])
    return path.is_file() and path.stat().st_size > 0


def of_sqlite(path: Path) -> Contents:
    """Of a file. Refuses with NoData."""
    try:
        with contextlib.closing(sqlite3.connect(path)) as database:
            return _contents(lambda question: database.execute(question).fetchall())
    except sqlite3.Error:
        raise NoData(f"{path.name} is no database of Fireside.") from None


def asked_here(question: str) -> list[Any]:
    with connection.cursor() as cursor:
        cursor.execute(question)
        return list(cursor.fetchall())


def _contents(ask: Ask) -> Contents:
    counts = {name: int(ask(question)[0][0]) for name, question in COUNTS.items()}
    return Contents(schema=_schema(ask), **counts)


def _schema(ask: Ask) -> tuple[str, ...]:
    return tuple(sorted(f"{app}.{name}" for app, name in ask("SELECT app, name FROM django_migrations")))


def refuse_newer(schema: Iterable[str]) -> None:
    """Refuses with Newer a database with migrations that this program does not have."""
    unknown = sorted(set(schema) - _known())
    if unknown:
        raise Newer(NEWER.format(one=unknown[-1]))


def _known() -> set[str]:
    migrations = MigrationLoader(None, ignore_no_migrations=True).disk_migrations
    names = [*migrations, *(name for one in migrations.values() for name in one.replaces)]
    return {f"{app}.{name}" for app, name in names}


def schema_here() -> tuple[str, ...]:
    """The migrations of this server's database; none where it is new."""
    if not there() or "django_migrations" not in connection.introspection.table_names():
        return ()
    return _schema(asked_here)
