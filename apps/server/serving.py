"""Where the server listens, and the command line of Daphne."""

import errno
import os
import socket
import subprocess
import sys
from collections.abc import Iterator
from typing import NoReturn

from config.environment import ROOT, Environment

FIRST_PORT = 8000
LAST_PORT = 8099
LARGEST_FRAME_SENT = 4 * 1024 * 1024  # bytes: autobahn's limit holds for what is sent as well, silently
MOST_ARRIVING = 1024  # connections that come at the same moment; one more would be turned away
EVERYWHERE = {"0.0.0.0", "::"}  # noqa: S104


class PortTaken(Exception):  # noqa: N818 - reads as what happened
    """No port to listen on; the text says which was tried."""


def listening_address(asked: str) -> str:
    """The address to bind: the one asked for; all of IPv6 and IPv4 where one socket can do both, else all of IPv4."""
    if asked:
        return asked
    return "::" if os.name != "nt" and _free("::", 0) else "0.0.0.0"  # noqa: S104


def free_port(environment: Environment, address: str) -> int:
    """The port asked for, or the first free one from 8000. Refuses with PortTaken."""
    for port in _candidates(environment.port):
        if _free(address, port):
            return port
    if environment.port:
        raise PortTaken(
            f"Port {environment.port} is taken by another program. Choose another with FIRESIDE_PORT, "
            "or leave it unset to take the next free one."
        )
    raise PortTaken(f"Every port from {FIRST_PORT} to {LAST_PORT} is taken. Choose one with FIRESIDE_PORT.")


def _candidates(asked: int | None) -> Iterator[int]:
    if asked:
        yield asked
    else:
        yield from range(FIRST_PORT, LAST_PORT + 1)


def _free(address: str, port: int) -> bool:
    family = socket.AF_INET6 if ":" in address else socket.AF_INET
    try:
        with socket.socket(family, socket.SOCK_STREAM) as probe:
            if os.name != "nt":
                probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind((address, port))
            probe.listen(1)
            return True
    except OSError as wrong:
        if wrong.errno == errno.EADDRNOTAVAIL and address not in EVERYWHERE:
            raise PortTaken(f"{address} is no address of this machine. See FIRESIDE_ADDRESS.") from None
        if wrong.errno == errno.EACCES:
            raise PortTaken(f"Port {port} may only be used by the system's administrator.") from None
        return False


def daphne_command(address: str, port: int) -> list[str]:
    """The command that serves: pings that soon cut a stalled reader, sockets without an end, small messages only."""
    kind = "tcp6" if ":" in address else "tcp"
    endpoint = f"{kind}:port={port}:interface={address.replace(':', chr(92) + ':')}:backlog={MOST_ARRIVING}"
    return [
        *(sys.executable, "-m", "config.lean", "--endpoint", endpoint, "--verbosity", "0", "--server-name", "fireside"),
        *("--ping-interval", "10", "--ping-timeout", "15", "--websocket_timeout", "-1"),
        *("--websocket-max-message-size", str(LARGEST_FRAME_SENT), "--websocket-max-frame-size", "4096"),
        "config.asgi:application",
    ]


def become(command: list[str]) -> NoReturn:
    """This process turns into the server, so that what stops the one stops the other."""
    if os.name == "nt":
        sys.exit(subprocess.call(command, cwd=ROOT))  # noqa: S603
    os.chdir(ROOT)
    os.execv(command[0], command)  # noqa: S606
