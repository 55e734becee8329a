"""`python -m config.lean` is Daphne's command line, without what its libraries bring along for others.

Twisted and Autobahn load TLS and the whole of WAMP, a protocol of its own: 30 MB of every server, and a third of a
second of its start. TLS is the proxy's here, and what talks to a page is a plain socket.
"""

from __future__ import annotations

import sys
from types import ModuleType

ABSENT = ("OpenSSL", "click", "regex")
"""What these libraries, and Lark, do without where it is not installed."""

EMPTY = {
    "autobahn.wamp.message": ("Message", "Welcome"),
    "autobahn.wamp.websocket": (
        "WampWebSocketServerProtocol",
        "WampWebSocketServerFactory",
        "WampWebSocketClientProtocol",
        "WampWebSocketClientFactory",
    ),
    "autobahn.twisted.wamp": ("ApplicationSession",),
}
"""Modules of WAMP, and the classes that Autobahn's plain sockets name when they are loaded, and never use."""


def be_lean() -> None:
    """To be called before Daphne is imported."""
    for name in ABSENT:
        sys.modules.setdefault(name, None)  # type: ignore[arg-type]  # so it is told that a module is not there
    for name, classes in EMPTY.items():
        sys.modules.setdefault(name, _empty(name, classes))


def _empty(name: str, classes: tuple[str, ...]) -> ModuleType:
    module = ModuleType(name)
    vars(module).update({one: type(one, (), {}) for one in classes})
    return module


if __name__ == "__main__":
    be_lean()
    from daphne.cli import CommandLineInterface

    CommandLineInterface.entrypoint()
