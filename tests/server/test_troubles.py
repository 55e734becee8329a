"""What befalls the server's machine is said in words: where one presses, by /healthz, on the host's page."""

from __future__ import annotations

import contextlib
import errno
import sqlite3
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.conf import settings
from django.core.management import call_command
from django.core.management.base import CommandError
from django.db import DatabaseError, connection
from django.test import Client

from apps.server import backup, health
from apps.table.models import Event
from config import troubles

FULL = "The disk of the server is full."
needs_sqlite = pytest.mark.skipif(connection.vendor != "sqlite", reason="a file that may not grow")


@contextlib.contextmanager
def _full() -> Iterator[None]:
    """The database may not grow: a new row soon finds no place."""
    with connection.cursor() as cursor:
        cursor.execute("VACUUM")
        cursor.execute("PRAGMA page_count")
        cursor.execute(f"PRAGMA max_page_count = {cursor.fetchone()[0]}")
        yield
        cursor.execute("PRAGMA max_page_count = 1073741823")


@pytest.mark.once
@needs_sqlite
@pytest.mark.django_db(transaction=True)
def test_an_act_on_a_full_disk_is_refused_in_words_and_done_when_there_is_room(ines: Any) -> None:
    with _full():
        answers = [ines.post("say", text=f"{number} " * 400, nonce=f"line-{number:04}") for number in range(12)]
        kept = Event.objects.count()
    refused = next(one for one in answers if one.status_code != 200)
    assert (refused.status_code, refused["X-Trouble"]) == (503, "disk-full")
    assert FULL in refused.content.decode()
    assert kept == sum(one.status_code == 200 for one in answers)
    number = answers.index(refused)
    again = ines.post("say", text=f"{number} " * 400, nonce=f"line-{number:04}")
    assert again.status_code == 200
    assert Event.objects.count() == kept + 1


def _raised(error: BaseException, cause: BaseException | None = None) -> BaseException:
    error.__cause__ = cause
    return error


def _of_sqlite(code: int) -> BaseException:
    error = sqlite3.OperationalError("as the driver says it")
    error.sqlite_errorcode = code
    return _raised(DatabaseError("as Django says it"), error)


class OperationalError(Exception):
    """As PostgreSQL's driver raises it."""

    __module__ = "psycopg.errors"

    def __init__(self, words: str, sqlstate: str | None) -> None:
        super().__init__(words)
        self.sqlstate = sqlstate


REFUSED = 'connection to server at "127.0.0.1", port 5432 failed: Connection refused\n\tIs the server running?'


@pytest.mark.parametrize(
    ("error", "code", "words"),
    [
        (_of_sqlite(sqlite3.SQLITE_FULL), "disk-full", "Make room"),
        (_of_sqlite(sqlite3.SQLITE_READONLY), "read-only", "FIRESIDE_DATA"),
        (_of_sqlite(sqlite3.SQLITE_CORRUPT), "damaged", "fireside restore FILE"),
        (_of_sqlite(sqlite3.SQLITE_NOTADB), "damaged", "fireside restore FILE"),
        (_of_sqlite(sqlite3.SQLITE_IOERR | 10 << 8), "disk", "the system's log"),
        (_of_sqlite(sqlite3.SQLITE_BUSY), "held", "another program"),
        (OperationalError("could not extend file", "53100"), "disk-full", "Make room"),
        (OperationalError(REFUSED, None), "away", "Connection refused. Does it run"),
        (OperationalError('FATAL: database "hearth" does not exist', None), "away", "createdb"),
        (OperationalError("terminating connection", "57P01"), "away", "Does it run"),
        (OSError(errno.ENOSPC, "No space left"), "disk-full", "Make room"),
        (PermissionError(errno.EACCES, "Permission denied", "/srv/data"), "read-only", "/srv/data"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_each_trouble_is_known_by_what_the_driver_says(error: BaseException, code: str, words: str) -> None:
    trouble = troubles.of(error)
    assert trouble
    assert trouble.code == code
    assert words in str(trouble)
    assert "\n" not in str(trouble)


@pytest.mark.parametrize(
    "error", [LookupError("a mistake"), _of_sqlite(sqlite3.SQLITE_CONSTRAINT), OperationalError("syntax", "42601")]
)
def test_a_mistake_of_the_program_is_no_trouble(error: BaseException) -> None:
    assert troubles.of(error) is None


@pytest.fixture
def break_the_page(monkeypatch: pytest.MonkeyPatch) -> Callable[[BaseException], None]:
    """Lets the start page meet that error."""

    def broken(error: BaseException) -> None:
        def meets(request: Any) -> None:
            raise error

        monkeypatch.setattr("apps.server.views.seats_of_device", meets)

    return broken


def test_what_may_be_over_soon_is_tried_again_by_the_page(
    client: Client, break_the_page: Callable[[BaseException], None]
) -> None:
    break_the_page(OperationalError(REFUSED, None))
    answer = client.get("/")
    assert answer.status_code == 503
    assert "Retry-After" in answer
    assert "X-Trouble" not in answer
    assert "does not answer. Press again" in answer.content.decode()
    assert "127.0.0.1" not in answer.content.decode(), "what helps is not told to everybody"


@pytest.mark.django_db
def test_damage_that_somebody_met_is_told_until_the_next_start(
    client: Client, break_the_page: Callable[[BaseException], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(health, "_damage", [])
    break_the_page(_of_sqlite(sqlite3.SQLITE_CORRUPT))
    assert "is damaged. Nothing was changed." in client.get("/").content.decode()
    assert client.get("/healthz").json()["database"] == "failed"


def test_a_mistake_stays_a_mistake(client: Client, break_the_page: Callable[[BaseException], None]) -> None:
    client.raise_request_exception = False
    break_the_page(LookupError("a mistake"))
    assert client.get("/").status_code == 500


@pytest.fixture
def little_room(monkeypatch: pytest.MonkeyPatch) -> Callable[[int], None]:
    def left(free: int) -> None:
        monkeypatch.setattr(health, "free_bytes", lambda: free)

    return left


@pytest.mark.django_db
def test_healthz_fails_on_a_full_disk(client: Client, little_room: Callable[[int], None]) -> None:
    little_room(1024**2)
    answer = client.get("/healthz")
    assert (answer.status_code, answer.json()) == (503, {"database": "ok", "channels": "ok", "disk": "failed"})


@pytest.mark.once
@needs_sqlite
@pytest.mark.django_db(transaction=True)
def test_healthz_writes(client: Client) -> None:
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA query_only = on")
    try:
        answer = client.get("/healthz")
    finally:
        with connection.cursor() as cursor:
            cursor.execute("PRAGMA query_only = off")
    assert (answer.status_code, answer.json()["database"]) == (503, "failed")


def test_the_host_is_told_what_is_wrong_now(
    admin_client: Client, little_room: Callable[[int], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert "What is wrong now" not in admin_client.get("/host/").content.decode()
    little_room(100 * 1024**2)
    assert "is nearly full: 100.0\xa0MB are free" in admin_client.get("/host/").content.decode()
    little_room(1024)
    page = admin_client.get("/host/").content.decode()
    assert FULL in page
    assert "nearly" not in page


def test_a_full_disk_is_told_once_and_by_its_folder(
    admin_client: Client, little_room: Callable[[int], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Database and disk both meet it."""

    def full() -> None:
        raise _of_sqlite(sqlite3.SQLITE_FULL)

    monkeypatch.setattr(health, "_database", full)
    little_room(1024)
    page = admin_client.get("/host/").content.decode()
    assert page.count(FULL) == 1
    assert f"({settings.DATA}) Make room" in page


def test_where_the_host_stands_the_page_says_where_to_look(
    client: Client, admin_client: Client, monkeypatch: pytest.MonkeyPatch, break_the_page: Callable[[Any], None]
) -> None:
    error = _of_sqlite(sqlite3.SQLITE_CORRUPT)
    break_the_page(error)

    def meets(*_: Any) -> None:
        raise error

    monkeypatch.setattr(health, "_damage", [])
    monkeypatch.setattr("apps.server.views.facts", meets)
    assert "stands in the server’s log" in admin_client.get("/host/").content.decode()
    assert "server’s log" not in client.get("/").content.decode()


def test_a_copy_that_is_gone_is_said_to_be_gone(admin_client: Client) -> None:
    answer = admin_client.get("/host/copies/2026-01-01T00-00-00-000000Z-everything.zip")
    assert answer.status_code == 404
    assert "There is no copy 2026-01-01T00-00-00-000000Z-everything.zip any more" in answer.content.decode()


@pytest.mark.once
def test_without_room_no_copy_is_made_and_the_reason_is_told(
    admin_client: Client, table: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: Any) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(backup, "_pack", full)
    answer = admin_client.post("/host/copy")
    assert answer.status_code == 503
    assert f"No copy was made. {FULL}" in answer.content.decode()
    with pytest.raises(CommandError, match=FULL):
        call_command("backup")
    assert list((settings.DATA / "backups").glob(".making-*")) == []
