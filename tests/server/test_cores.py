"""A process of the server keeps to one core."""

import os
import socket
import subprocess
import sys
import uuid
from collections.abc import Iterator

import pytest

from apps.server import cores

pytestmark = pytest.mark.skipif(
    not sys.platform.startswith("linux"), reason="only Linux lets a process choose its core"
)

SERVER = """
import os, sys
from apps.server import cores
cores.CLAIM = f"{os.getpid()} {{}}"
import config.asgi
print(len(os.sched_getaffinity(0)))
"""


@pytest.fixture
def kept(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[set[int]]]:
    """What processes of a machine with two cores have kept to, one after the other."""
    chosen: list[set[int]] = []
    claims: list[socket.socket] = []
    monkeypatch.setattr(cores, "CLAIM", f"{uuid.uuid4()} {{}}")
    monkeypatch.setattr(cores, "_claims", claims)
    monkeypatch.setattr(os, "sched_getaffinity", lambda process: {0, 1})
    monkeypatch.setattr(os, "sched_setaffinity", lambda process, those: chosen.append(those))
    yield chosen
    for claim in claims:
        claim.close()


def test_each_process_has_a_core_of_its_own_and_one_too_many_runs_where_it_can(kept: list[set[int]]) -> None:
    assert [cores.keep_to_one(), cores.keep_to_one()] in ([0, 1], [1, 0])
    assert cores.keep_to_one() is None
    assert kept in ([{0}, {1}], [{1}, {0}])


def test_the_core_of_a_process_that_ended_is_free_again(kept: list[set[int]]) -> None:
    first = cores.keep_to_one()
    cores.keep_to_one()
    cores._claims.pop(0).close()
    assert cores.keep_to_one() == first


def test_where_there_is_but_one_core_nothing_is_chosen(kept: list[set[int]], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "sched_getaffinity", lambda process: {0})
    assert cores.keep_to_one() is None
    assert kept == []


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A folder that `prepare` has made ready."""
    made = str(tmp_path_factory.mktemp("data"))
    environ = {**os.environ, "FIRESIDE_DATA": made}
    subprocess.run([sys.executable, "manage.py", "prepare"], env=environ, capture_output=True, check=True)
    return made


@pytest.mark.once
@pytest.mark.parametrize(("setting", "cores_of_it"), [("yes", 1), ("no", len(os.sched_getaffinity(0)))])
def test_a_server_does_so_unless_its_owner_does_not_want_it(setting: str, cores_of_it: int, data: str) -> None:
    environ = {**os.environ, "FIRESIDE_DATA": data, "FIRESIDE_ONE_CORE": setting}
    said = subprocess.run([sys.executable, "-c", SERVER], env=environ, capture_output=True, text=True, check=True)
    assert int(said.stdout) == cores_of_it
