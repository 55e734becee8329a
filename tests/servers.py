"""Real servers for trials: processes of their own on a database of their own, both gone afterwards.

    with Server("postgres", processes=2) as server:
        table = server.call("tests.bench.furnish:furnish", tables=1)[0]
        ...
        server.kill(0)
        server.start(0)

What a trial wants of the database it asks with `call`, which runs a function in a process with the server's settings,
so that one trial may use several databases.
"""

from __future__ import annotations

import contextlib
import json
import os
import secrets
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import traceback
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from apps.server.serving import daphne_command

ROOT = Path(__file__).resolve().parent.parent
PATIENCE = 40.0  # seconds for a server to answer
REDIS_HERE = "redis://127.0.0.1:6379/0"
GET_POSTGRES = (
    "PostgreSQL is not at hand. Give DATABASE_URL (postgres://user:password@host:5432/name, a role that may make "
    "databases), or install it: sudo apt install postgresql, then service postgresql start, and run this as root."
)
GET_REDIS = "Redis is not at hand. Give REDIS_URL, or sudo apt install redis-server and redis-server --daemonize yes."
CALLS = "import tests.servers; tests.servers.answer_calls()"


class Lacking(Exception):  # noqa: N818 - reads as what happened
    """A service that the trial needs is not there; the text says how to get it."""


class Server:
    """One Fireside: `processes` of Daphne, started as `manage.py play` does, on SQLite or on PostgreSQL with Redis."""

    def __init__(self, database: str = "sqlite", processes: int = 1, **settings: str) -> None:
        self.database = database
        self.data = Path(tempfile.mkdtemp(prefix="fireside-trial-"))
        self.ports = [free_port() for _ in range(processes)]
        self.processes: list[subprocess.Popen[bytes] | None] = [None] * processes
        self._settings = settings
        self._postgres: _Postgres | None = None
        self._callee: subprocess.Popen[str] | None = None
        self.environ: dict[str, str] = {}

    def __enter__(self) -> Server:
        try:
            self.environ = self._environment()
            self.manage("prepare")
            for place in range(len(self.ports)):
                self.start(place)
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        for place in range(len(self.ports)):
            self.kill(place)
        if self._callee:
            self._callee.communicate()
        if self._postgres:
            self._postgres.drop()
        shutil.rmtree(self.data, ignore_errors=True)

    def _environment(self) -> dict[str, str]:
        ours = {name: value for name, value in os.environ.items() if not name.startswith(("FIRESIDE_", "DJANGO_"))}
        for name in ("DATABASE_URL", "REDIS_URL", "PYTEST_XDIST_WORKER", "PYTHONDONTWRITEBYTECODE"):
            ours.pop(name, None)  # the last, because a host's Python keeps what it has compiled
        ours |= {"FIRESIDE_DATA": str(self.data), "PYTHONUNBUFFERED": "1", "DJANGO_SETTINGS_MODULE": "tests.settings"}
        if self.database == "postgres":
            ours["REDIS_URL"] = redis_url()
            self._postgres = _Postgres()
            ours["DATABASE_URL"] = self._postgres.url
        elif len(self.ports) > 1:
            ours["REDIS_URL"] = redis_url()
        return ours | self._settings

    # processes

    def start(self, place: int = 0) -> None:
        """Starts that process and waits until it answers."""
        command = daphne_command("127.0.0.1", self.ports[place])
        with (self.data / f"server-{place}.log").open("ab") as log:
            self.processes[place] = subprocess.Popen(command, cwd=ROOT, env=self.environ, stdout=log, stderr=log)
        self._wait(place)

    def _wait(self, place: int) -> None:
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            running = self.processes[place]
            if running is None or running.poll() is not None:
                break
            with (
                contextlib.suppress(OSError),
                urllib.request.urlopen(self.address(place) + "/healthz", timeout=5) as got,
            ):
                if got.status == 200:
                    return
            time.sleep(0.05)
        raise RuntimeError(f"the server does not answer:\n{self.log(place)[-4000:]}")

    def kill(self, place: int = 0) -> None:
        """As a power cut would: SIGKILL, nothing is told to anybody."""
        running = self.processes[place]
        if running is not None:
            running.send_signal(signal.SIGKILL)
            running.wait()
            self.processes[place] = None

    def address(self, place: int = 0) -> str:
        return f"http://127.0.0.1:{self.ports[place]}"

    def log(self, place: int = 0) -> str:
        path = self.data / f"server-{place}.log"
        return path.read_text(errors="replace") if path.exists() else ""

    def complaints(self) -> list[str]:
        """What the processes wrote that sounds wrong, the first line of each."""
        lines = [line for place in range(len(self.ports)) for line in self.log(place).splitlines()]
        return [line for line in lines if " ERROR " in line or line.startswith("Traceback") or " CRITICAL " in line]

    def memory(self) -> list[float]:
        """Megabytes that each process holds now (RSS)."""
        return [_rss(one.pid) for one in self.processes if one is not None]

    def cpu(self) -> float:
        """Seconds of processor time that the processes have used."""
        return sum(_cpu(one.pid) for one in self.processes if one is not None)

    # the database

    def call(self, function: str, **arguments: Any) -> Any:
        """Runs "package.module:function" in a process with the server's settings; gives what it gives, by JSON."""
        self._callee = self._callee or self._begin_to_call()
        asked, answers = self._callee.stdin, self._callee.stdout
        assert asked is not None
        assert answers is not None
        print(json.dumps([function, arguments]), file=asked, flush=True)
        gave, failed = json.loads(answers.readline() or '[null, "its process is gone"]')
        if failed:
            raise RuntimeError(f"{function} failed:\n{failed[-4000:]}")
        return gave

    def _begin_to_call(self) -> subprocess.Popen[str]:
        with (self.data / "calls.log").open("a") as log:
            return subprocess.Popen(
                [sys.executable, "-c", CALLS], cwd=ROOT, env=self.environ, stdin=subprocess.PIPE,
                stdout=subprocess.PIPE, stderr=log, text=True,
            )  # fmt: skip

    def manage(self, *words: str, **settings: str) -> str:
        """What a command of manage.py says. Fails with RuntimeError where it does, and with what it said then."""
        done = subprocess.run(
            [sys.executable, "manage.py", *words], cwd=ROOT, env=self.environ | settings, capture_output=True,
            text=True, check=False, timeout=120,
        )  # fmt: skip
        if done.returncode:
            raise RuntimeError(f"manage.py {words[0]} failed:\n{done.stderr[-4000:]}")
        return done.stdout


def answer_calls() -> None:
    """The other end of `Server.call`. The program is loaded once, which takes longer than what is called; each call
    finds it as it was then, because it has a process of its own."""
    import importlib

    import django

    django.setup()
    answers, sys.stdout = sys.stdout, sys.stderr
    for line in sys.stdin:
        function, arguments = json.loads(line)
        module, _, name = function.partition(":")
        called = getattr(importlib.import_module(module), name)
        if os.fork() == 0:
            print(json.dumps(_called(called, arguments)), file=answers, flush=True)
            os._exit(0)
        os.wait()


def _called(function: Callable[..., Any], arguments: dict[str, Any]) -> tuple[Any, str]:
    """What it gave, or how it failed."""
    from django.db import connections

    try:
        return function(**arguments), ""
    except Exception:
        return None, traceback.format_exc()
    finally:
        connections.close_all()


@contextlib.contextmanager
def running(database: str = "sqlite", processes: int = 1, **settings: str) -> Iterator[Server]:
    """For a fixture: `with running() as server: yield server`."""
    with Server(database, processes, **settings) as server:
        yield server


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def _rss(pid: int) -> float:
    for line in Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith("VmRSS:"):
            return int(line.split()[1]) / 1024
    return 0.0


def _cpu(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


# services


def redis_url() -> str:
    """Redis as the environment names it, or the one on this machine. Refuses with Lacking."""
    url = os.environ.get("REDIS_URL") or REDIS_HERE
    try:
        import redis

        redis.Redis.from_url(url, socket_connect_timeout=2).ping()
    except Exception as why:
        raise Lacking(f"{GET_REDIS} ({why})") from None
    return url


class _Postgres:
    """A database of its own in a PostgreSQL server, by the role of DATABASE_URL or by one made for it."""

    def __init__(self) -> None:
        self.name = f"fireside_trial_{secrets.token_hex(4)}"
        given = os.environ.get("DATABASE_URL", "")
        self._admin = given if given.startswith("postgres") else ""
        password = secrets.token_hex(16)
        if self._admin:
            self._sql(f"CREATE DATABASE {self.name}")
            self.url = f"{self._admin.rpartition('/')[0]}/{self.name}"
        else:
            self._sql(
                f"CREATE ROLE {self.name} LOGIN PASSWORD '{password}'", f"CREATE DATABASE {self.name} OWNER {self.name}"
            )
            self.url = f"postgres://{self.name}:{password}@127.0.0.1:{self._port()}/{self.name}"

    def drop(self) -> None:
        also = [] if self._admin else [f"DROP ROLE IF EXISTS {self.name}"]
        self._sql(f"DROP DATABASE IF EXISTS {self.name} WITH (FORCE)", *also)

    def _port(self) -> str:
        return self._sql("SHOW port").strip()

    def _sql(self, *statements: str) -> str:
        return self._as_role(statements) if self._admin else _as_postgres(statements)

    def _as_role(self, statements: tuple[str, ...]) -> str:
        try:
            import psycopg

            with psycopg.connect(self._admin, autocommit=True, connect_timeout=5) as connection:
                for one in statements:
                    connection.execute(one)
        except Exception as why:
            raise Lacking(f"{GET_POSTGRES} ({why})") from None
        return ""


def _as_postgres(statements: tuple[str, ...]) -> str:
    """As the system's own user of PostgreSQL, which root may be."""
    words = ["su", "postgres", "-s", "/bin/sh", "-c", "psql -Atq -v ON_ERROR_STOP=1"]
    try:
        done = subprocess.run(
            words, input=";\n".join(statements) + ";\n", text=True, cwd="/", capture_output=True, check=False
        )
    except OSError as why:
        raise Lacking(f"{GET_POSTGRES} ({why})") from None
    if done.returncode:
        raise Lacking(f"{GET_POSTGRES} ({done.stderr.strip()[-200:]})")
    return done.stdout
