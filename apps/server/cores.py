"""A process of the server keeps to one core.

Python runs one thread at a time. Where the threads of a process hop between cores, each finds in the cache what another
process has left there: with fifty tables at once an act cost half as much again.
"""

from __future__ import annotations

import os
import random
import socket
import sys

CLAIM = "fireside keeps to core {}"

_claims: list[socket.socket] = []


def keep_to_one() -> int | None:
    """Takes a core that no other process of Fireside on this machine has, for this thread and those that it will begin;
    gives its number. Takes none where all are taken, where there is but one, and where the system has no such thing."""
    if not sys.platform.startswith("linux"):
        return None
    allowed = list(os.sched_getaffinity(0))
    random.shuffle(allowed)  # containers do not see each other's claims
    core = next(filter(_claimed, allowed), None) if len(allowed) > 1 else None
    if core is not None:
        os.sched_setaffinity(0, {core})
    return core


def _claimed(core: int) -> bool:
    """A name that is nobody's file, and is free again when this process ends, however it ends."""
    claim = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
    try:
        claim.bind("\0" + CLAIM.format(core))
    except OSError:
        claim.close()
        return False
    _claims.append(claim)
    return True
