"""A table's file goes from a server on SQLite to one on PostgreSQL, and back."""

from __future__ import annotations

import json
import os
import zipfile
from pathlib import Path
from typing import Any

from tests.servers import Server

POSTGRES = os.environ.get("DATABASE_URL", "").startswith("postgres")
SEEDING = "tests.server.seeding:"


def test_from_one_database_to_the_other_and_back(tmp_path: Path) -> None:
    if not POSTGRES:
        return  # one of the two is not here
    with Server("sqlite") as home, Server("postgres") as away:
        made = home.call(SEEDING + "furnished")
        held = _fetched(home, tmp_path / "first.zip")
        away.manage("bring_table", str(tmp_path / "first.zip"))
        there = _fetched(away, tmp_path / "second.zip")
        home.call(SEEDING + "without_tables")
        home.manage("bring_table", str(tmp_path / "second.zip"))
        back = _fetched(home, tmp_path / "third.zip")
    assert there == held | {name: held.get(name, 0) + 1 for name in ("table.event", "table.telling")}
    assert back == there | {name: there[name] + 1 for name in ("table.event", "table.telling")}
    with zipfile.ZipFile(tmp_path / "third.zip") as archive:
        assert len([name for name in archive.namelist() if name.startswith("portraits/")]) == 1
        assert made["picture"] not in "".join(archive.namelist())


def _fetched(server: Server, file: Path) -> dict[str, Any]:
    """How many rows of each kind the file of the server's one table holds."""
    server.manage("fetch_table", "Table 1", str(file))
    with zipfile.ZipFile(file) as archive:
        rows: dict[str, Any] = json.loads(archive.read("table.json"))["rows"]
    return rows
