"""PostgreSQL's own tools, called for this server's database."""

import os
import shutil
import subprocess
from pathlib import Path

from django.db import connection

LACKING = "The database is PostgreSQL's, and {tool} is not installed here. Install postgresql-client."
FLAGS = (("--host", "HOST"), ("--port", "PORT"), ("--username", "USER"))
MIGRATIONS = ("--data-only", "--table=django_migrations")
OTHERS = """
    SELECT count(*) FROM pg_stat_activity
    WHERE datname = current_database() AND usename IS NOT NULL AND pid <> pg_backend_pid()
"""


class ToolFailed(Exception):  # noqa: N818 - reads as what happened
    """A tool is not there or could not do it; the text says which and why."""


def dump(target: Path) -> Path:
    """A consistent copy of the database, safe while it is written to."""
    _run("pg_dump", "--format=custom", "--no-password", "--file", str(target), *_database())
    return target


def as_sql(dump: Path, target: Path) -> Path:
    """All that a dump holds, read to its end; nobody's in particular."""
    _run("pg_restore", "--no-owner", "--no-privileges", "--file", str(target), str(dump))
    return target


def schema(dump: Path) -> list[str]:
    """The migrations of a dump's database."""
    lines = _run("pg_restore", *MIGRATIONS, "--file=-", str(dump)).splitlines()
    rows = [line.split("\t") for line in lines if line.count("\t") == 3]
    return [f"{app}.{name}" for _, app, name, _ in rows]


def replace(by: Path, folder: Path) -> None:
    """Puts the SQL in the place of this program's tables, in one transaction: all of it or nothing."""
    drops = folder / "drops.sql"
    drops.write_text("".join(f"DROP TABLE {name} CASCADE;\n" for name in _our_tables()), encoding="utf-8")
    connection.close()
    files = [f"--file={one}" for one in (drops, by)]
    once = ("--no-psqlrc", "--quiet", "--single-transaction", "--set=ON_ERROR_STOP=1", "--output=" + os.devnull)
    _run("psql", *once, *files, *_database(), "--no-password")


def others_connected() -> int:
    """How many other programs have this database open."""
    with connection.cursor() as cursor:
        cursor.execute(OTHERS)
        return int(cursor.fetchone()[0])


def _our_tables() -> list[str]:
    """Every table of an app that was ever migrated here. Others may share the database."""
    names = connection.introspection.table_names()
    if "django_migrations" not in names:
        return []
    with connection.cursor() as cursor:
        cursor.execute("SELECT DISTINCT app FROM django_migrations")
        apps = {"django", *(row[0] for row in cursor.fetchall())}
    return [connection.ops.quote_name(name) for name in names if name.partition("_")[0] in apps]


def _database() -> list[str]:
    database = connection.settings_dict
    flags = [f"{flag}={database[key]}" for flag, key in FLAGS if database.get(key)]
    return [*flags, f"--dbname={database['NAME']}"]


def _run(tool: str, *words: str) -> str:
    path = shutil.which(tool)
    if not path:
        raise ToolFailed(LACKING.format(tool=tool))
    environ = {**os.environ, "PGPASSWORD": connection.settings_dict.get("PASSWORD") or ""}
    command = [path, *words]
    done = subprocess.run(command, env=environ, capture_output=True, text=True, check=False)  # noqa: S603
    if done.returncode:
        raise ToolFailed(f"{tool} could not do it: {done.stderr.strip()[-600:]}")
    return done.stdout
