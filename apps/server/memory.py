"""Memory that is not needed any more goes back to the system.

The C library (glibc) keeps what was freed for later, in a pool for each thread: after a few large pictures and pages a
server would hold several times what it needs, on a small machine for good.
"""

from __future__ import annotations

import ctypes
import gc
import os
import threading
import time
from pathlib import Path

EVERY = 10  # seconds
QUIET = 0.1  # of a core: who waits for an answer does not wait for this as well
LATEST = 12  # times that it is put off
WORTH = 4 * 1024**2  # bytes by which what is in use has changed since then
TRIM_THRESHOLD, MMAP_THRESHOLD, ARENA_MAX = -1, -3, -8  # as malloc.h calls them
LARGE = 256 * 1024  # bytes: what is as large goes back at once when it is freed
POOLS = 2
STATM = Path("/proc/self/statm")


def be_frugal() -> None:
    """From now on little is kept, and what is kept is given back now and then. Does nothing where there is no glibc."""
    library = _glibc()
    if library is None:
        return
    for option, value in ((ARENA_MAX, POOLS), (MMAP_THRESHOLD, LARGE), (TRIM_THRESHOLD, 4 * LARGE)):
        library.mallopt(option, value)
    threading.Thread(target=_give_back_now_and_then, args=(library,), name="memory", daemon=True).start()


def _glibc() -> ctypes.CDLL | None:
    try:
        library = ctypes.CDLL(None)
        return library if STATM.exists() and library.gnu_get_libc_version and library.malloc_trim else None
    except (OSError, TypeError, AttributeError):  # Windows, macOS, musl
        return None


def _give_back_now_and_then(library: ctypes.CDLL) -> None:
    """Whenever more is in use than after the last time, or less: what was large then has left pieces behind."""
    held = in_use()
    while True:
        _wait_for_quiet()
        if abs(in_use() - held) > WORTH:
            gc.collect()  # what points at itself would stay until it is looked for
            library.malloc_trim(0)
            held = in_use()


def _wait_for_quiet() -> None:
    """Until little is going on: to look through fifty tables holds everybody up for a third of a second. A server that
    is always busy has to do it all the same."""
    for _ in range(LATEST):
        busy = time.process_time()
        time.sleep(EVERY)
        if time.process_time() - busy < QUIET * EVERY:
            return


def in_use() -> int:
    """Bytes of this process that are in memory."""
    return int(STATM.read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
