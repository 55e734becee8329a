"""The real command, as a person starts it."""

import http.client
import os
import re
import resource
import signal
import socket
import sqlite3
import stat
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest

import manage
from apps.server.addresses import Addresses
from apps.server.management.commands import play
from config.environment import ROOT


@dataclass(frozen=True)
class Running:
    process: subprocess.Popen[str]
    printed: str
    port: int

    def ask(
        self, method: str, path: str, body: bytes = b"", headers: dict[str, str] | None = None
    ) -> tuple[int, bytes]:
        line = http.client.HTTPConnection("127.0.0.1", self.port, timeout=20)
        try:
            line.request(method, path, body or None, headers or {})
            answer = line.getresponse()
            return answer.status, answer.read()
        finally:
            line.close()


def _environ(data: Path, **settings: str) -> dict[str, str]:
    ours = ("FIRESIDE_", "DJANGO_", "DATABASE_URL", "REDIS_URL")
    environ = {name: value for name, value in os.environ.items() if not name.startswith(ours)}
    return {**environ, "FIRESIDE_DATA": str(data), "PYTHONUNBUFFERED": "1", **settings}


def _command(*words: str) -> list[str]:
    return [sys.executable, str(ROOT / "manage.py"), *words]


@contextmanager
def _playing(data: Path, **settings: str) -> Iterator[Running]:
    process = subprocess.Popen(
        _command("play"), env=_environ(data, **settings), stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
        stdin=subprocess.DEVNULL,
    )  # fmt: skip
    try:
        printed = _printed(process)
        port = int(re.search(r"http://localhost:(\d+)", printed)[1])  # type: ignore[index]
        yield Running(process, printed, port)
    finally:
        process.send_signal(signal.SIGTERM)
        process.communicate(timeout=20)


def _printed(process: subprocess.Popen[str]) -> str:
    assert process.stdout
    text = ""
    for line in process.stdout:
        text += line
        if "Ctrl+C" in line:
            return text
    raise AssertionError(f"it ended:\n{text}")


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("play") / "data"


@pytest.fixture(scope="module")
def running(data: Path) -> Iterator[Running]:
    with _playing(data) as running:
        yield running


def test_the_first_start_makes_everything_and_answers(running: Running, data: Path) -> None:
    assert running.ask("GET", "/healthz") == (200, b'{"database": "ok", "channels": "ok", "disk": "ok"}')
    assert running.ask("HEAD", "/healthz") == (200, b"")
    assert stat.S_IMODE((data / "secret-key").stat().st_mode) == 0o600
    assert {path.name for path in data.iterdir()} >= {"fireside.sqlite3", "media", "backups", "static", "secret-key"}
    assert list((data / "backups").iterdir()) == [], "there was nothing to copy"


def test_what_it_prints_answers_by_then(tmp_path: Path) -> None:
    """Whoever opens an address the moment it is there is not turned away."""
    with _playing(tmp_path / "data") as started, socket.socket() as line:
        assert line.connect_ex(("127.0.0.1", started.port)) == 0


def test_it_prints_the_claim_link_and_a_code(running: Running) -> None:
    assert "█" in running.printed or "▄" in running.printed
    link = re.search(r"http://localhost:\d+(/claim/\S+)", running.printed)
    assert link
    assert running.ask("GET", link[1])[0] == 200


def test_the_server_knows_where_others_find_it(running: Running) -> None:
    """For the links that a GM hands on: the first address for the network, but none in a container."""
    listed = tuple(re.findall(r"^    (http://(?!localhost)\S+)$", running.printed, re.MULTILINE))
    kept = Path(f"/proc/{running.process.pid}/environ").read_bytes().decode().split("\0")
    assert f"ANSWERS_AT={play.for_others(Addresses('', listed))}" in kept


@pytest.mark.parametrize(("container", "told"), [((), "http://192.168.1.20:8000"), (("/",), "")])
def test_a_container_does_not_know_its_address(
    container: tuple[str, ...], told: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(play, "CONTAINER", container)
    here = "http://localhost:8000"
    assert play.for_others(Addresses(here, ("http://192.168.1.20:8000", "http://fire.local:8000"))) == told
    assert play.for_others(Addresses(here, ())) == ""


def test_static_files_have_hashed_names_and_come_compressed(running: Running) -> None:
    page = running.ask("GET", "/")[1].decode()
    names = re.findall(r'"(/static/[^"]+\.(?:css|js))"', page)
    assert names
    for name in names:
        assert re.search(r"\.[0-9a-f]{12}\.(css|js)$", name), name
        assert running.ask("GET", name, headers={"Accept-Encoding": "gzip"})[0] == 200


def test_a_body_beyond_the_limit_is_refused_and_a_large_upload_is_not(running: Running) -> None:
    too_large = b"x" * (12 * 1024 * 1024 + 1)
    assert running.ask("POST", "/host/sign-in", too_large)[0] == 413
    boundary = b'--b\r\nContent-Disposition: form-data; name="f"; filename="a"\r\n\r\n'
    upload = boundary + b"x" * (8 * 1024 * 1024) + b"\r\n--b--\r\n"
    kind = {"Content-Type": "multipart/form-data; boundary=b"}
    assert running.ask("POST", "/host/sign-in", upload, kind)[0] == 413
    status, text = running.ask("POST", "/t/xNONE/s/xNONE/act/portrait", upload, kind)
    assert status == 403, "read to its end, then refused for want of a CSRF token"
    assert b"Nothing was changed" in text


def test_the_next_free_port_is_taken(running: Running, tmp_path: Path) -> None:
    with _playing(tmp_path / "data") as second:
        assert second.port > running.port
        assert second.ask("GET", "/healthz")[0] == 200


def test_a_second_server_of_the_same_data_is_shown_to_the_first(running: Running, data: Path) -> None:
    done = subprocess.run(_command("play"), env=_environ(data), capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 1
    named = re.search(r"is in use by the server at (http://\S+) \(process (\d+)\)\. Open that one", done.stderr)
    assert named
    assert named[1] in running.printed
    assert int(named[2]) == running.process.pid
    assert "Fireside is here" not in done.stdout
    assert running.ask("GET", "/healthz")[0] == 200


@pytest.mark.slow
def test_a_server_that_was_killed_is_in_nobodys_way(tmp_path: Path) -> None:
    with _playing(tmp_path / "data") as first:
        first.process.kill()
        first.process.wait()
        with _playing(tmp_path / "data") as second:
            assert second.ask("GET", "/healthz")[0] == 200


def test_a_port_that_was_asked_for_and_is_taken_is_refused(running: Running, tmp_path: Path) -> None:
    environ = _environ(tmp_path / "data", FIRESIDE_PORT=str(running.port))
    done = subprocess.run(_command("play"), env=environ, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 1
    assert f"Port {running.port} is taken" in done.stderr
    assert "Traceback" not in done.stderr


def test_an_unknown_setting_stops_the_start(tmp_path: Path) -> None:
    environ = _environ(tmp_path / "data", FIRESIDE_PROT="8000")
    done = subprocess.run(_command("play"), env=environ, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 1
    assert "FIRESIDE_PORT" in done.stderr
    assert "Traceback" not in done.stderr
    assert not (tmp_path / "data").exists()


@pytest.mark.slow
def test_an_upgrade_copies_the_database_first_and_a_restart_ends_the_link(tmp_path: Path) -> None:
    data = tmp_path / "data"
    with _playing(data) as first:
        old = re.search(r"http://localhost:\d+(/claim/\S+)", first.printed)[1]  # type: ignore[index]
        key = (data / "secret-key").read_text()
    database = sqlite3.connect(data / "fireside.sqlite3")
    with database:
        database.execute("DELETE FROM django_migrations WHERE app = 'server'")
        database.execute("DROP TABLE server_claim")
        database.execute("CREATE TABLE witness (word)")
    database.close()
    with _playing(data) as second:
        assert second.ask("GET", old)[0] == 404
        assert (data / "secret-key").read_text() == key
    [copy] = (data / "backups").iterdir()
    names = {row[0] for row in sqlite3.connect(copy).execute("SELECT name FROM sqlite_master")}
    assert "witness" in names
    assert "server_claim" not in names


def _seconds_of_work() -> float:
    """Processor time of all programs that were started and have ended: what else the machine does is not counted."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def test_a_second_start_takes_seconds_and_collects_nothing_anew(tmp_path: Path) -> None:
    data = tmp_path / "data"
    with _playing(data):
        made = (data / "static" / "staticfiles.json").stat().st_mtime_ns
    before = _seconds_of_work()
    with _playing(data):
        pass
    assert _seconds_of_work() - before < 10
    assert (data / "static" / "staticfiles.json").stat().st_mtime_ns == made


def test_ctrl_c_ends_it_in_a_word_from_the_first_moment_on(monkeypatch: pytest.MonkeyPatch) -> None:
    """While it still loads, too."""

    def interrupted() -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(manage, "main", interrupted)
    with pytest.raises(SystemExit, match="Stopped"):
        manage.run()
