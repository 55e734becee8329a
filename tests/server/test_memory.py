"""Memory goes back to the system."""

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from apps.server import memory

GREEDY = """
import time
from apps.server import memory
memory.EVERY = 0.05
memory.be_frugal()
class Knot:
    def __init__(self, size):
        self.itself, self.held = self, [bytes(size) for _ in range(30 * 1024 * 1024 // size)]
before = memory.in_use()
for size in (3_000, 30_000, 3_000_000):
    Knot(size)
after = time.monotonic() + 10
while memory.in_use() > before + memory.WORTH and time.monotonic() < after:
    time.sleep(0.05)
print(memory.in_use() - before)
"""

LARGE_ONES_BEFORE = """
import time
from apps.server import memory
memory.EVERY = 0.05
memory.be_frugal()
before = memory.in_use()
large, small, last = bytearray(b"x") * 200_000_000, [bytes(3_000) for _ in range(10_000)], bytes(3_000)
time.sleep(1)
del large, small
after = time.monotonic() + 10
while memory.in_use() > before + memory.WORTH and time.monotonic() < after:
    time.sleep(0.05)
print(memory.in_use() - before)
"""


@pytest.mark.once
@pytest.mark.skipif(memory._glibc() is None, reason="only glibc keeps it")
@pytest.mark.parametrize("script", [GREEDY, LARGE_ONES_BEFORE])
def test_what_is_not_needed_any_more_goes_back(script: str, tmp_path: Path) -> None:
    """Ninety megabytes in pieces of several sizes, of which each points at itself; small pieces that are freed with
    something large, which goes by itself."""
    environ = {**os.environ, "FIRESIDE_DATA": str(tmp_path)}
    done = subprocess.run([sys.executable, "-c", script], env=environ, capture_output=True, text=True, check=True)
    assert int(done.stdout) < memory.WORTH


@pytest.mark.parametrize(("used", "waits"), [(0.0, 1), (memory.QUIET / 2, 1), (1.0, memory.LATEST)])
def test_nobody_waits_while_memory_is_looked_through(used: float, waits: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """`used` of a core: it is put off while acts are done, and not for ever."""
    waited, clock = [], 0.0

    def sleep(seconds: float) -> None:
        nonlocal clock
        clock += seconds * used
        waited.append(seconds)

    monkeypatch.setattr(time, "sleep", sleep)
    monkeypatch.setattr(time, "process_time", lambda: clock)
    memory._wait_for_quiet()
    assert waited == [memory.EVERY] * waits
