"""What may befall the machine that Fireside runs on, in words: for whoever plays, and for whoever runs the server.

Needs nothing but the standard library, because a start may fail before Django is loaded.
"""

from __future__ import annotations

import errno
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from config.environment import typed

PAGE_FINAL = "{happened} Nothing was changed. Tell whoever runs the server, and press again when that is mended."
PAGE_PASSING = "{happened} Press again in a moment: it will be done once."


@dataclass(frozen=True)
class Trouble:
    """`happened` may be told to anybody, `help` to whoever runs the server. `passes`: it may be over in a moment."""

    code: str
    happened: str
    help: str
    passes: bool = False

    @property
    def for_players(self) -> str:
        return (PAGE_PASSING if self.passes else PAGE_FINAL).format(happened=self.happened)

    def __str__(self) -> str:
        return f"{self.happened} {self.help}"


FULL = Trouble("disk-full", "The disk of the server is full.", "Make room on it.")
READ_ONLY = Trouble(
    "read-only",
    "The server may not write to its data.",
    "Look whose the data folder is, and whether its disk is read-only; FIRESIDE_DATA may name another folder.",
)
DAMAGED = Trouble(
    "damaged",
    "The database of the server is damaged.",
    f"Stop the server and put a copy back: {typed('restore FILE')}. What is there now is kept: docs/copies.md.",
)
HELD = Trouble(
    "held",
    "The database of the server is held by another program.",
    "Let that end: a copy that is being made with other tools, or somebody who looks into it.",
    passes=True,
)
AWAY = Trouble(
    "away", "The database of the server does not answer.", "Does it run, and is DATABASE_URL right?", passes=True
)
MISSING = "Make it with createuser and createdb, as docs/hosting.md has it, or mend DATABASE_URL."
FAILING = Trouble(
    "disk",
    "The disk of the server cannot be written or read.",
    "It is full or broken: look what the system's log says.",
)
OF_SQLITE = {5: HELD, 6: HELD, 8: READ_ONLY, 10: FAILING, 11: DAMAGED, 13: FULL, 14: READ_ONLY, 26: DAMAGED}
"""By the primary error codes of SQLite."""
OF_POSTGRES = {"53100": FULL, "58030": FAILING, "25006": READ_ONLY, "XX001": DAMAGED, "XX002": DAMAGED}
OF_THE_SYSTEM = {
    errno.ENOSPC: FULL, errno.EDQUOT: FULL, errno.EIO: FAILING, errno.EROFS: READ_ONLY, errno.EACCES: READ_ONLY,
    errno.EPERM: READ_ONLY, errno.ENOTDIR: READ_ONLY,
}  # fmt: skip


class Met(Exception):  # noqa: N818 - reads as what happened
    """A trouble that was looked for and found."""

    def __init__(self, trouble: Trouble) -> None:
        super().__init__(str(trouble))
        self.trouble = trouble


def of(error: BaseException) -> Trouble | None:
    """The trouble that an error tells of, itself or by what caused it; None where it is a mistake of the program."""
    looks: tuple[Callable[[BaseException], Trouble | None], ...] = (_met, _sqlite, _postgres, _system)
    return next((found for one in _chain(error) for look in looks if (found := look(one))), None)


def told(error: BaseException) -> str:
    """For whoever runs the server: the trouble and what helps, or the error's own words."""
    return str(of(error) or str(error).strip() or type(error).__name__)


def _chain(error: BaseException) -> Iterator[BaseException]:
    one: BaseException | None = error
    while one is not None:
        yield one
        one = one.__cause__ or one.__context__


def _met(error: BaseException) -> Trouble | None:
    return error.trouble if isinstance(error, Met) else None


def _sqlite(error: BaseException) -> Trouble | None:
    return OF_SQLITE.get(getattr(error, "sqlite_errorcode", 0) & 0xFF)


def _postgres(error: BaseException) -> Trouble | None:
    """Without a state the server was not reached, or let nobody in."""
    if not type(error).__module__.startswith("psycopg"):
        return None
    state = getattr(error, "sqlstate", None)
    if state and not state.startswith(("08", "57P")):
        return OF_POSTGRES.get(state)
    if type(error).__name__ not in {"OperationalError", "InterfaceError", "AdminShutdown", "CannotConnectNow"}:
        return None
    return replace(AWAY, help=f"{_first_line(error)} {_advice(error)}")


def _first_line(error: BaseException) -> str:
    line = (str(error).strip().splitlines() or [""])[0].rstrip(".")
    return line[:1].upper() + line[1:] + "."


def _advice(error: BaseException) -> str:
    return MISSING if "does not exist" in str(error) else AWAY.help


def _system(error: BaseException) -> Trouble | None:
    if not isinstance(error, OSError) or error.errno not in OF_THE_SYSTEM:
        return None
    trouble = OF_THE_SYSTEM[error.errno]
    return replace(trouble, help=f"({error.filename}) {trouble.help}") if error.filename else trouble
