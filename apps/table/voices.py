"""Who hears what a seat says and rolls: a switch of its own, kept on the server, until it is changed."""

from __future__ import annotations

from apps.table.models import Voice
from apps.table.viewer import Viewer

EVERYBODY = "everybody"
MODES = (EVERYBODY, "gm", "blind", "me")


def standing(viewer: Viewer, offered: tuple[str, ...] = MODES) -> str:
    """How this seat's switch stands. Where that is not offered, the GMs hear it: never more than was meant."""
    if viewer.watching:
        return EVERYBODY  # the switch is that seat's alone
    voice = viewer.desk.one(Voice, seat=viewer.seat)
    mode = voice.mode if voice else EVERYBODY
    return mode if mode in offered else "gm"


def told_to(mode: str, gm: str) -> str:
    """Who hears it, in words; nothing where everybody does. `gm` is the game's word."""
    return {"gm": f"to the {gm}", "blind": "blind", "me": "only you"}.get(mode, "")
