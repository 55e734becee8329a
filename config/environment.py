"""The settings that an owner may give, read once, strictly, into one frozen value.

They stand in the file `fireside.env` beside manage.py, which every command reads, or in the environment, which wins.

Needs nothing but the standard library, so that a mistake can be told before Django is loaded.
`docs/settings.md` lists the same names.
"""

import difflib
import ipaddress
import os
import re
import zoneinfo
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

PREFIX = "FIRESIDE_"
ROOT = Path(__file__).resolve().parent.parent
FILE = ROOT / "fireside.env"
LINE = re.compile(r"([A-Za-z_]+)\s*=\s*(.*)")
HOST_NAME = re.compile(r"(?!-)[a-z0-9-]{1,63}(?<!-)(\.(?!-)[a-z0-9-]{1,63}(?<!-))*", re.ASCII)


def typed(words: str) -> str:
    """A command of ours, as it is typed in the project's folder."""
    return f".\\fireside {words}" if os.name == "nt" else f"./fireside {words}"


class SettingError(ValueError):
    """A setting that is unknown or malformed; the text says which, what it got and what it wants."""


@dataclass(frozen=True)
class Environment:
    data: Path  # absolute
    port: int | None  # None: 8000 or the next free one
    address: str  # an IP address of this machine; empty: all of them
    names: tuple[str, ...]  # lower case, without port
    trust_proxy: bool
    synchronous: str  # NORMAL or FULL
    threads: int
    one_core: bool
    keep_copies: tuple[int, int, int]  # of so many days, weeks and months
    source: str  # an address; empty: ask the host
    debug: bool
    time_zone: str
    database_url: str  # empty: SQLite in the data folder
    redis_url: str  # empty: everything in one process


@dataclass(frozen=True)
class Setting:
    """One setting: its variable, the text used when it is unset, what it wants in words, and its reader."""

    name: str
    default: str
    wants: str
    read: Callable[[str], Any]

    @property
    def field(self) -> str:
        return self.name.removeprefix(PREFIX).lower()

    def value(self, environ: Mapping[str, str]) -> Any:
        text = environ.get(self.name, "").strip() or self.default
        try:
            return self.read(text)
        except PermissionError:
            raise SettingError(f"{self.name} is {text!r}, where this user may not look.") from None
        except (ValueError, OSError, zoneinfo.ZoneInfoNotFoundError):
            raise SettingError(f"{self.name} is {text!r}, but wants {self.wants}.") from None


def _folder(text: str) -> Path:
    path = (ROOT / Path(text).expanduser()).resolve()
    if (path.exists() and not path.is_dir()) or path == ROOT or path in ROOT.parents:
        raise ValueError
    return path


def _port(text: str) -> int | None:
    return _between(text, 1, 65535) if text else None


def _threads(text: str) -> int:
    return _between(text, 1, 64)


def _three_numbers(text: str) -> tuple[int, int, int]:
    days, weeks, months = (_between(part.strip(), 0, 999) for part in text.split(","))
    return max(days, 1), weeks, months  # the newest always stays


def _between(text: str, least: int, most: int) -> int:
    if not (text.isascii() and text.isdigit() and least <= int(text) <= most):
        raise ValueError
    return int(text)


def _address(text: str) -> str:
    return str(ipaddress.ip_address(text)) if text else ""


def _names(text: str) -> tuple[str, ...]:
    names = tuple(name.strip().lower().rstrip(".") for name in text.split(",") if name.strip())
    if not all(HOST_NAME.fullmatch(name) for name in names):
        raise ValueError
    return names


def _yes_or_no(text: str) -> bool:
    return {"1": True, "yes": True, "true": True, "0": False, "no": False, "false": False}[text.lower()]


def _switch(text: str) -> bool:
    try:
        return _yes_or_no(text)
    except KeyError:
        raise ValueError from None


def _synchronous(text: str) -> str:
    if text.upper() not in {"NORMAL", "FULL"}:
        raise ValueError
    return text.upper()


def _time_zone(text: str) -> str:
    return zoneinfo.ZoneInfo(text).key if text else _machines_time_zone()


def _machines_time_zone() -> str:
    """The zone that /etc/localtime points to; UTC where that cannot be told (Windows)."""
    _, found, name = str(Path("/etc/localtime").resolve()).partition("/zoneinfo/")
    return name if found and name in zoneinfo.available_timezones() else "UTC"


def _url(*schemes: str, path: bool = False) -> Callable[[str], str]:
    def read(text: str) -> str:
        parts = urlsplit(text)
        if text and (parts.scheme not in schemes or (path and not parts.path.strip("/"))):
            raise ValueError
        return text

    return read


SETTINGS = (
    Setting("FIRESIDE_DATA", "data", "a folder of its own (relative to the project, or absolute)", _folder),
    Setting("FIRESIDE_PORT", "", "a port from 1 to 65535", _port),
    Setting("FIRESIDE_ADDRESS", "", "an IP address of this machine", _address),
    Setting("FIRESIDE_NAMES", "", "host names separated by commas, without http:// and port", _names),
    Setting("FIRESIDE_TRUST_PROXY", "no", "yes or no", _switch),
    Setting("FIRESIDE_SYNCHRONOUS", "normal", "normal or full", _synchronous),
    Setting("FIRESIDE_THREADS", "3", "a number of threads from 1 to 64", _threads),
    Setting("FIRESIDE_ONE_CORE", "yes", "yes or no", _switch),
    Setting("FIRESIDE_KEEP_COPIES", "7,4,12", "three numbers: of how many days, weeks and months", _three_numbers),
    Setting("FIRESIDE_SOURCE", "", "an address such as https://example.org/fireside.git", _url("https", "http")),
    Setting("FIRESIDE_DEBUG", "no", "yes or no", _switch),
    Setting("FIRESIDE_TIME_ZONE", "", "a time zone such as Europe/Warsaw", _time_zone),
    Setting(
        "DATABASE_URL",
        "",
        "an address such as postgres://user:password@host:5432/fireside",
        _url("postgres", "postgresql", path=True),
    ),
    Setting("REDIS_URL", "", "an address such as redis://127.0.0.1:6379/0", _url("redis", "rediss", "unix")),
)
KNOWN = [setting.name for setting in SETTINGS]


def here() -> Environment:
    """The settings of this process. Refuses with SettingError, as `read` and `written` do."""
    return read({**written(FILE), **os.environ})


def written(file: Path) -> dict[str, str]:
    """The settings in a file: `NAME=value`, one on a line; a line that is empty or begins with # is nothing.

    Refuses, with a SettingError, a file that cannot be read and what in it is no such line, no setting or there twice.
    """
    found: dict[str, str] = {}
    for number, line in enumerate(_lines(file), 1):
        if line and not line.startswith("#"):
            name, value = _parsed(line, f"{file}, line {number}")
            if name in found:
                raise SettingError(f"{file}, line {number}: {name} is there twice.")
            found[name] = value
    return found


def _lines(file: Path) -> list[str]:
    try:
        return [line.strip() for line in file.read_text(encoding="utf-8").splitlines()]
    except FileNotFoundError:
        return []
    except (OSError, ValueError) as why:
        raise SettingError(f"{file} cannot be read: {why}.") from None


def _parsed(line: str, where: str) -> tuple[str, str]:
    found = LINE.fullmatch(line)
    if not found:
        raise SettingError(f"{where}: {line!r} is not NAME=value.")
    name, value = found.groups()
    if name not in KNOWN:
        raise SettingError(f"{where}: {name} is not a setting. {_hint(name)}")
    quoted = len(value) > 1 and value[0] == value[-1] and value[0] in "'\""
    return name, value[1:-1] if quoted else value


def read(environ: Mapping[str, str]) -> Environment:
    """All settings, parsed. Refuses a malformed one and any FIRESIDE_ name that is not known, with a SettingError."""
    _refuse_unknown(environ)
    return Environment(**{setting.field: setting.value(environ) for setting in SETTINGS})


def _refuse_unknown(environ: Mapping[str, str]) -> None:
    for name in sorted(environ):
        if name.startswith(PREFIX) and name not in KNOWN:
            raise SettingError(f"{name} is not a setting (it is {environ[name]!r}). {_hint(name)}")


def _hint(name: str) -> str:
    near = difflib.get_close_matches(name, KNOWN, n=1)
    return f"Did you mean {near[0]}?" if near else f"Known are {', '.join(KNOWN)}."
