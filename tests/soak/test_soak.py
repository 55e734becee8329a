"""150 acts with one kill, on each database. The long one is `make soak`."""

from __future__ import annotations

import asyncio
import os

import pytest

from tests.servers import Lacking, Server
from tests.soak.__main__ import PROCESSES, told
from tests.soak.trial import Report, Soak

ACTS = 150

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("database", [*PROCESSES])
def test_nothing_is_lost_doubled_or_shown_otherwise(database: str, capsys: pytest.CaptureFixture[str]) -> None:
    report = soaked(database)
    with capsys.disabled():
        print("\n" + told(report))
    assert report.wrong == []
    assert report.done >= ACTS
    assert report.kills == 1
    assert report.drops > 0
    assert report.checked >= len(("gm", "four players", "spectator"))


def soaked(database: str) -> Report:
    try:
        with Server(database, PROCESSES[database]) as server:
            return asyncio.run(Soak(server, ACTS, kills=1, seed=20261121).run())
    except Lacking as why:
        if os.environ.get("CI") == "true":
            raise
        pytest.skip(str(why))
