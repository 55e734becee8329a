"""A line to a server that can be cut: at its address the server is met, until nobody is."""

from __future__ import annotations

import contextlib
import socket
from threading import Thread

HERE = "127.0.0.1"


class Line:
    def __init__(self, port: int) -> None:
        self._port, self._whole = port, True
        self._ends: list[socket.socket] = []
        self._door = socket.create_server((HERE, 0))
        self.address = f"http://{HERE}:{self._door.getsockname()[1]}"
        Thread(target=self._meet, daemon=True).start()

    def cut(self) -> None:
        """Who is on it is dropped, and who comes is turned away."""
        self._whole = False
        while self._ends:
            _ended(self._ends.pop())

    def mend(self) -> None:
        self._whole = True

    def close(self) -> None:
        self.cut()
        _ended(self._door)

    def _meet(self) -> None:
        while self._door.fileno() >= 0:
            with contextlib.suppress(OSError):  # who went again at once, and the door when it is closed
                self._meets(self._door.accept()[0])

    def _meets(self, came: socket.socket) -> None:
        try:
            server = socket.create_connection((HERE, self._port)) if self._whole else None
        except OSError:
            server = None
        if server:
            self._join(came, server)
        else:
            _ended(came)

    def _join(self, came: socket.socket, server: socket.socket) -> None:
        self._ends += [came, server]
        for one, other in ((came, server), (server, came)):
            Thread(target=_carry, args=(one, other), daemon=True).start()


def _carry(one: socket.socket, other: socket.socket) -> None:
    with contextlib.suppress(OSError):
        while some := one.recv(65536):
            other.sendall(some)
    _ended(one)
    _ended(other)


def _ended(end: socket.socket) -> None:
    """Also for whoever waits at it in another thread."""
    with contextlib.suppress(OSError):
        end.shutdown(socket.SHUT_RDWR)
    end.close()
