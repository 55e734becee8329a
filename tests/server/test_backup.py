import io
import json
import os
import shutil
import sqlite3
import stat
import subprocess
import sys
import threading
import zipfile
from pathlib import Path

import pytest
from django.contrib.auth.models import User
from django.core.management import CommandError, call_command
from django.db import OperationalError, connection, connections
from django.test import Client
from pytest_django.fixtures import Settings

from apps.server import backup, copies
from apps.server.models import Claim
from config.environment import ROOT
from tests.people import open_a_table, sit_down

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def _own_data_folder(settings: Settings, tmp_path: Path) -> None:
    settings.DATA = tmp_path
    settings.MEDIA_ROOT = tmp_path / "media"
    settings.MEDIA_ROOT.mkdir()
    (tmp_path / "secret-key").write_text("k" * 64)


@pytest.fixture(autouse=True)
def dana() -> User:
    return User.objects.create_user("Dana")


def _claims_in(copy: Path, into: Path) -> list[int]:
    """The rows of a copy, in the order in which they were written, as whoever puts it back would get them."""
    with zipfile.ZipFile(copy) as archive:
        archive.extractall(into)
    if connection.vendor == "sqlite":
        database = sqlite3.connect(into / "fireside.sqlite3")
        assert database.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        return [int(row[0]) for row in database.execute("SELECT token_hash FROM server_claim ORDER BY id")]
    command = ["pg_restore", "--data-only", "--table=server_claim", "--file=-", str(into / "fireside.dump")]
    text = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    rows = [line.split("\t") for line in text.splitlines() if line.count("\t") == 2]
    return [int(row[1]) for row in sorted(rows, key=lambda row: int(row[0]))]


def _write_until(stop: threading.Event, written: list[int]) -> None:
    try:
        while not stop.is_set():
            Claim.objects.create(token_hash=str(len(written)))
            written.append(len(written))
    finally:
        connections.close_all()


def test_a_copy_made_while_somebody_writes_is_whole(tmp_path: Path) -> None:
    stop, written = threading.Event(), list[int]()
    writer = threading.Thread(target=_write_until, args=(stop, written))
    writer.start()
    while len(written) < 20:
        stop.wait(0.01)
    before = len(written)
    made = [backup.copy_everything().path for _ in range(3)]
    after = len(written)
    stop.set()
    writer.join()
    assert after > before, "the writer was held up all the while"
    hashes = _claims_in(made[0], tmp_path / "out")
    assert hashes == list(range(len(hashes)))
    assert before <= len(hashes) <= after


def test_uploads_are_in_it_and_nobody_else_may_read_it(tmp_path: Path) -> None:
    (tmp_path / "media" / "portraits").mkdir()
    (tmp_path / "media" / "portraits" / "a.webp").write_bytes(b"picture")
    copy = backup.copy_everything().path
    with zipfile.ZipFile(copy) as archive:
        assert archive.read("media/portraits/a.webp") == b"picture"
        assert archive.testzip() is None
    assert stat.S_IMODE(copy.stat().st_mode) == 0o600
    assert stat.S_IMODE(copy.parent.stat().st_mode) == 0o700
    assert [path.name for path in copy.parent.iterdir()] == [copy.name], "drafts are left behind"


def test_the_command_names_the_copy_and_can_be_quiet(tmp_path: Path) -> None:
    said = io.StringIO()
    call_command("backup", stdout=said)
    assert str(copies.copies()[-1].path) in said.getvalue()
    said = io.StringIO()
    call_command("backup", "--quiet", stdout=said)
    assert said.getvalue() == ""
    assert len(copies.copies()) == 2


def test_the_host_copies_with_one_button(client: Client, dana: User) -> None:
    assert client.post("/host/copy").status_code == 302
    assert copies.copies() == []
    client.force_login(dana)
    assert "none yet" in client.get("/host/").content.decode()
    assert client.post("/host/copy").headers["Location"] == "/host/#copies"
    assert len(copies.copies()) == 1
    assert "none yet" not in client.get("/host/").content.decode()


def test_without_pg_dump_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(backup, "is_sqlite", lambda: False)
    monkeypatch.setattr(shutil, "which", lambda tool: None)
    with pytest.raises(CommandError, match="postgresql-client"):
        call_command("backup")
    assert copies.copies() == []


def test_a_copy_says_what_it_holds_and_of_which_schema() -> None:
    table = open_a_table()
    for name in ("Odile", "Ines"):
        sit_down(table, name)
    said = io.StringIO()
    call_command("backup", stdout=said)
    assert "1 table, 2 people, 0 events, 0 pictures; " in said.getvalue()
    with zipfile.ZipFile(copies.copies()[-1].path) as archive:
        told = json.loads(archive.read("manifest.json"))
        assert archive.read("secret-key") == b"k" * 64
        assert set(told["files"]) == set(archive.namelist()) - {"manifest.json"}
    assert told["holds"] == {"tables": 1, "people": 2, "events": 0}
    assert "table.0001_initial" in told["schema"]


def test_a_server_that_nobody_has_used_is_no_copy(dana: User) -> None:
    dana.delete()
    with pytest.raises(CommandError, match="nothing to copy yet"):
        call_command("backup")
    assert copies.copies() == []


def test_a_database_that_does_not_answer_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    def away() -> None:
        raise OperationalError("connection refused")

    monkeypatch.setattr(connection, "ensure_connection", away)
    with pytest.raises(CommandError, match="does not answer: connection refused"):
        call_command("backup")


def test_the_host_is_told_why_there_is_no_copy(client: Client, dana: User, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(into: Path) -> Path:
        raise backup.CannotCopy("database or disk is full")

    client.force_login(dana)
    monkeypatch.setattr(backup, "copy_database", full)
    answer = client.post("/host/copy")
    assert answer.status_code == 503
    assert "No copy was made. database or disk is full" in answer.content.decode()


@pytest.mark.parametrize("settings_given", [{}, {"DATABASE_URL": "postgres://nobody@127.0.0.1:1/nothing"}])
def test_where_there_is_no_data_nothing_is_copied_and_nothing_made(
    tmp_path: Path, settings_given: dict[str, str]
) -> None:
    place = tmp_path / "wrong"
    environ = {name: value for name, value in os.environ.items() if name not in {"DATABASE_URL", "REDIS_URL"}}
    environ |= {"FIRESIDE_DATA": str(place), **settings_given}
    command = [sys.executable, str(ROOT / "manage.py"), "backup", "--quiet"]
    done = subprocess.run(command, env=environ, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 1
    assert f"There is no data of Fireside in {place}" in done.stderr
    assert "FIRESIDE_DATA" in done.stderr
    assert not place.exists()


def test_an_empty_file_is_no_database(tmp_path: Path) -> None:
    (tmp_path / "fireside.sqlite3").touch()
    environ = {name: value for name, value in os.environ.items() if name not in {"DATABASE_URL", "REDIS_URL"}}
    command = [sys.executable, str(ROOT / "manage.py"), "backup"]
    environ |= {"FIRESIDE_DATA": str(tmp_path)}
    done = subprocess.run(command, env=environ, capture_output=True, text=True, timeout=60, check=False)
    assert "There is no data of Fireside" in done.stderr
    assert not (tmp_path / "backups").exists()
