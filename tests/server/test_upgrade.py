"""Copies that earlier versions made, each with a table of each game, are put back, brought up to date and played on.

`copies/<commit>-<database>.zip` was made by `manage.py backup` of that commit, after its demonstrations were set up, a
portrait was given and the scene “On the pier” was opened; each seat has the device whose token `_visitors` says.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.server.visitors import Visitor
from tests.servers import Server

DATABASE = "postgres" if os.environ.get("DATABASE_URL", "").startswith("postgres") else "sqlite"
COPIES = Path(__file__).parent / "copies"


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    """Not running."""
    with Server(DATABASE) as running:
        running.kill()
        yield running


@pytest.mark.parametrize("commit", ["18da628", "7075d4e"])
def test_a_copy_of_an_earlier_version_is_played_on(server: Server, commit: str) -> None:
    said = server.manage("restore", str(COPIES / f"{commit}-{DATABASE}.zip"))
    assert "There are now 2 tables, " in said
    server.manage("prepare")
    server.start()
    for told in server.call("tests.server.seeding:seats_and_tokens"):
        _play_on(server, told)
    assert server.call("tests.server.seeding:carried") == 2
    assert server.complaints() == []
    server.kill()


def _play_on(server: Server, told: dict[str, Any]) -> None:
    everybody = {one["name"]: Visitor(server, one) for one in told["seats"]}
    gm, player = everybody[told["gm"]], everybody[told["player"]]
    for one in everybody.values():
        assert "On the pier" in one.page()
    assert gm.portrait(told["portrait"])[8:12] == b"WEBP"
    gm.does("undo", event=told["scene"])
    assert "taken back by " in player.page()
    gm.does("undo", event=told["older"])
    gm.does("open-scene", title="Behind the pier")
    player.does("say", text="/r 2d6+3 # gulls")
    assert "Behind the pier" in player.page()
    assert "gulls" in gm.page()
