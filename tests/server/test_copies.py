"""The list of copies: how long each is kept, and who may fetch one."""

import os
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, cast

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone
from django.utils.formats import date_format
from pytest_django.fixtures import Settings

from apps.server import copies, prepare
from apps.server.copies import Copy
from apps.table.models import Event, Table
from config import environment

NOW = datetime(2026, 11, 22, 12, tzinfo=UTC)


@pytest.fixture(autouse=True)
def _own_data_folder(settings: Settings, tmp_path: Path) -> None:
    settings.DATA = tmp_path
    copies.made_folder()


def _file(made_at: datetime, kind: str = copies.EVERYTHING) -> Path:
    path = copies.folder() / f"{made_at.strftime(copies.STAMP)}-{kind}"
    path.write_bytes(b"all of it")
    return path


def _nightly(nights: int) -> list[Copy]:
    return sorted(Copy(NOW - timedelta(days=night), copies.EVERYTHING, Path(str(night))) for night in range(nights))


def _stay(found: list[Copy]) -> list[int]:
    """How many days ago those were made that stay."""
    gone = set(copies.due(found, NOW))
    return [(NOW - copy.made_at).days for copy in reversed(found) if copy not in gone]


def test_a_year_of_nights_leaves_days_weeks_and_months() -> None:
    stay = _stay(_nightly(400))
    assert stay[:7] == list(range(7)), "the last seven days"
    weeks = {(NOW - timedelta(days=days)).isocalendar()[:2] for days in stay if days < 28}
    months = {(made.year, made.month) for made in (NOW - timedelta(days=days) for days in stay)}
    assert len(weeks) == 4
    assert len(months) == 12
    assert len(stay) <= 7 + 4 + 12


def test_the_numbers_are_the_owners(settings: Settings) -> None:
    settings.ENVIRONMENT = environment.read({"FIRESIDE_KEEP_COPIES": "2,0,0"})
    assert _stay(_nightly(30)) == [0, 1]


def test_what_was_made_today_stays_however_many() -> None:
    found = sorted(Copy(NOW - timedelta(hours=hours), copies.EVERYTHING, Path(str(hours))) for hours in range(20))
    assert copies.due(found, NOW) == []


def test_copies_that_stopped_are_not_deleted_by_growing_old() -> None:
    long_ago = [Copy(copy.made_at - timedelta(days=700), copy.kind, copy.path) for copy in _nightly(3)]
    assert copies.due(long_ago, NOW) == []


def test_each_kind_counts_for_itself_and_other_files_stay(settings: Settings) -> None:
    settings.ENVIRONMENT = environment.read({"FIRESIDE_KEEP_COPIES": "1,0,0"})
    old, older = (datetime.now(UTC) - timedelta(days=days) for days in (10, 20))
    upgrade, copy, gone = _file(older, "before-upgrade.sqlite3"), _file(old), _file(older)
    mine = copies.folder() / "my own.zip"
    mine.touch()
    copies.prune()
    assert {upgrade, copy, mine} == set(copies.folder().iterdir())
    assert not gone.exists()


@pytest.fixture
def dana(db: None) -> User:
    return User.objects.create_user("Dana")


def test_the_host_sees_each_with_name_time_and_size(client: Client, dana: User) -> None:
    client.force_login(dana)
    names = [_file(NOW - timedelta(days=days)).name for days in range(7)]
    page = client.get("/host/").content.decode()
    for name in names:
        assert f'href="/host/copies/{name}"' in page
    assert "22 November 2026" in page
    assert "9\xa0bytes" in page
    assert page.index(names[0]) < page.index(names[1]), "the newest first"


@pytest.mark.parametrize(
    ("played", "copied", "told"),
    [(30, None, 30), (30, 20, None), (15, 20, 15), (3, None, None), (None, None, None), (30, 1, None)],
)
def test_the_host_is_told_of_play_that_is_in_no_copy(
    client: Client, dana: User, played: int | None, copied: int | None, told: int | None
) -> None:
    """All in days ago. An upgrade's copy of the database is not one of everything."""
    client.force_login(dana)
    now = timezone.now()
    if played is not None:
        table = Table.objects.create(game="dragonfly", name="Friday")
        Event.objects.create(table=table, kind="table.opened", at=now - timedelta(days=played))
    if copied is not None:
        _file(now - timedelta(days=copied))
    _file(now, "before-upgrade.sqlite3")
    page = client.get("/host/").content.decode()
    since = told is not None and date_format(now - timedelta(days=told), "j F Y")
    assert ("is in no copy" in page) == bool(since)
    if since:
        assert f"since {since}" in page


def test_a_copy_is_fetched_whole_and_kept_by_nobody_between(client: Client, dana: User) -> None:
    client.force_login(dana)
    path = _file(NOW)
    answer = client.get(f"/host/copies/{path.name}", headers={"accept-encoding": "gzip"})
    assert answer.streaming
    assert b"".join(cast(Any, answer).streaming_content) == path.read_bytes()
    assert {"no-store", "private"} <= set(answer.headers["Cache-Control"].split(", "))
    assert answer.headers["Content-Length"] == "9"
    assert answer.headers["Content-Disposition"] == f'attachment; filename="{path.name}"'


def test_nobody_else_gets_one(client: Client, dana: User) -> None:
    path = _file(NOW)
    answer = client.get(f"/host/copies/{path.name}")
    assert answer.status_code == 302
    assert answer.headers["Location"].startswith("/host/sign-in")


@pytest.mark.parametrize("name", ["secret-key", "..%2Fsecret-key", "%2e%2e%2fsecret-key", "my own.zip", ".", ""])
def test_nothing_but_a_copy_is_given(client: Client, dana: User, tmp_path: Path, name: str) -> None:
    client.force_login(dana)
    (tmp_path / "secret-key").write_text("key")
    (copies.folder() / "secret-key").write_text("key")
    (copies.folder() / "my own.zip").write_text("mine")
    assert client.get(f"/host/copies/{name}").status_code == 404


def test_half_a_copy_that_was_cut_short_is_swept_away_and_one_being_made_is_not() -> None:
    old, new = (copies.made_folder() / name for name in (".making-old", ".making-new"))
    for half in (old, new):
        half.mkdir()
        (half / "fireside.sqlite3").touch()
    os.utime(old, (0, 0))
    prepare.sweep()
    assert [half.exists() for half in (old, new)] == [False, True]
