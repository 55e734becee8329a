"""What a call says beside cast and place."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Said:
    """The time that passes before the scene, in seconds and in words; who seeks something of whom, by their public
    ids, and what; what is new since a scene like it."""

    seconds: int = 0
    time: str = ""
    seeks: str = ""
    of: str = ""
    what: str = ""
    news: str = ""
