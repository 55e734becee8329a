import io
import shutil
import sqlite3
import stat
import subprocess
import threading
import zipfile
from pathlib import Path

import pytest
from django.contrib.auth.models import User
from django.core.management import CommandError, call_command
from django.db import connection, connections
from django.test import Client
from pytest_django.fixtures import Settings

from apps.server import backup
from apps.server.models import Claim

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def _own_data_folder(settings: Settings, tmp_path: Path) -> None:
    settings.DATA = tmp_path
    settings.MEDIA_ROOT = tmp_path / "media"
    settings.MEDIA_ROOT.mkdir()


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
    copies = [backup.copy_everything() for _ in range(3)]
    after = len(written)
    stop.set()
    writer.join()
    assert after > before, "the writer was held up all the while"
    hashes = _claims_in(copies[0], tmp_path / "out")
    assert hashes == list(range(len(hashes)))
    assert before <= len(hashes) <= after


def test_uploads_are_in_it_and_nobody_else_may_read_it(tmp_path: Path) -> None:
    (tmp_path / "media" / "portraits").mkdir()
    (tmp_path / "media" / "portraits" / "a.webp").write_bytes(b"picture")
    copy = backup.copy_everything()
    with zipfile.ZipFile(copy) as archive:
        assert archive.read("media/portraits/a.webp") == b"picture"
        assert archive.testzip() is None
    assert stat.S_IMODE(copy.stat().st_mode) == 0o600
    assert stat.S_IMODE(copy.parent.stat().st_mode) == 0o700
    assert [path.name for path in copy.parent.iterdir()] == [copy.name], "drafts are left behind"


def test_the_command_names_the_copy_and_can_be_quiet(tmp_path: Path) -> None:
    said = io.StringIO()
    call_command("backup", stdout=said)
    assert str(backup.copies()[-1]) in said.getvalue()
    said = io.StringIO()
    call_command("backup", "--quiet", stdout=said)
    assert said.getvalue() == ""
    assert len(backup.copies()) == 2


def test_the_host_copies_with_one_button(client: Client) -> None:
    assert client.post("/host/copy").status_code == 302
    assert backup.copies() == []
    client.force_login(User.objects.create_user("Dana"))
    assert "none yet" in client.get("/host/").content.decode()
    assert client.post("/host/copy").headers["Location"] == "/host/"
    assert len(backup.copies()) == 1
    assert "none yet" not in client.get("/host/").content.decode()


def test_without_pg_dump_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(backup, "is_sqlite", lambda: False)
    monkeypatch.setattr(shutil, "which", lambda tool: None)
    with pytest.raises(CommandError, match="postgresql-client"):
        call_command("backup")
    assert backup.copies() == []
