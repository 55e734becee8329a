"""Starts that cannot work: every command says one sentence and what to do, and shows no traceback."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from config.environment import ROOT

pytestmark = pytest.mark.once

NOWHERE = "/sys/fireside"  # where not even root makes a folder
NOBODY = "postgres://fireside:secret@127.0.0.1:1/fireside"


def _refused(words: list[str], **settings: str) -> str:
    """What a command says that ends at once."""
    ours = ("FIRESIDE_", "DJANGO_", "DATABASE_URL", "REDIS_URL")
    environ = {name: value for name, value in os.environ.items() if not name.startswith(ours)} | settings
    command = [sys.executable, str(ROOT / "manage.py"), *words]
    done = subprocess.run(command, env=environ, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 1, done.stdout + done.stderr
    assert "Traceback" not in done.stderr
    assert "is here" not in done.stdout
    return done.stderr


@pytest.fixture
def no_database(tmp_path: Path) -> Path:
    """A data folder in which something else has the database's name."""
    (tmp_path / "fireside.sqlite3").write_text("This is a letter, and no database.\n" * 200)
    return tmp_path


@pytest.fixture
def damaged(tmp_path: Path) -> Path:
    """One whose beginning is whole."""
    path = tmp_path / "fireside.sqlite3"
    database = sqlite3.connect(path)
    with database:
        database.execute("CREATE TABLE notes (words)")
        database.executemany("INSERT INTO notes VALUES (?)", [("x" * 1000,)] * 200)
    database.close()
    with path.open("r+b") as file:
        file.seek(4096 * 3)
        file.write(b"\xff" * 4096 * 20)
    return tmp_path


def test_a_folder_where_nothing_may_be_written() -> None:
    said = _refused(["play"], FIRESIDE_DATA=NOWHERE)
    assert "The server may not write to its data." in said
    assert NOWHERE in said
    assert "FIRESIDE_DATA" in said


@pytest.mark.parametrize("command", ["play", "host"])
def test_a_file_that_is_no_database(command: str, no_database: Path) -> None:
    said = _refused([command], FIRESIDE_DATA=str(no_database))
    assert "The database of the server is damaged." in said
    assert "fireside restore FILE" in said


def test_a_database_that_is_damaged_further_in(damaged: Path) -> None:
    assert "The database of the server is damaged." in _refused(["play"], FIRESIDE_DATA=str(damaged))


@pytest.mark.parametrize("command", ["prepare", "backup"])
def test_postgres_that_is_away(command: str, tmp_path: Path) -> None:
    said = _refused([command], FIRESIDE_DATA=str(tmp_path), DATABASE_URL=NOBODY)
    assert "The database of the server does not answer." in said
    assert "Connection refused" in said
    assert "DATABASE_URL" in said
    assert "secret" not in said


@pytest.mark.parametrize(
    ("package", "setting"),
    [("psycopg", {"DATABASE_URL": NOBODY}), ("redis", {"REDIS_URL": "redis://127.0.0.1:1/0"})],
)
def test_packages_that_are_missing(package: str, setting: dict[str, str], tmp_path: Path) -> None:
    (tmp_path / f"{package}.py").write_text("raise ImportError('it is not installed')")
    said = _refused(["backup", "--quiet"], FIRESIDE_DATA=str(tmp_path), PYTHONPATH=str(tmp_path), **setting)
    assert "pip install -r requirements-scale.lock" in said
