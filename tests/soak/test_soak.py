"""150 acts with one kill, each database with another game. The long one is `make soak`.

Each is played where the other tests use that database: both are in .ci/run, which plays all tests on both.
"""

from __future__ import annotations

import asyncio
import os

import pytest

from tests.servers import Lacking, Server
from tests.soak.__main__ import PROCESSES, told
from tests.soak.trial import Report, Soak

ACTS = 150

pytestmark = pytest.mark.slow


DATABASE, GAME = ("postgres", "crew") if os.environ.get("DATABASE_URL") else ("sqlite", "dragonfly")


@pytest.mark.parametrize(("database", "game"), [(DATABASE, GAME)])
def test_nothing_is_lost_doubled_or_shown_otherwise(
    database: str, game: str, capsys: pytest.CaptureFixture[str]
) -> None:
    report = soaked(database, game)
    with capsys.disabled():
        print("\n" + told(report))
    assert report.wrong == []
    assert report.done >= ACTS
    assert report.kills == 1
    assert report.drops > 0
    assert report.checked >= len(("gm", "four players", "spectator"))


def soaked(database: str, game: str) -> Report:
    try:
        with Server(database, PROCESSES[database]) as server:
            return asyncio.run(Soak(server, ACTS, kills=1, seed=20261121, game=game).run())
    except Lacking as why:
        if os.environ.get("CI") == "true":
            raise
        pytest.skip(str(why))
