"""The ASGI application, for Daphne or any other server.

HTTP is Django's WSGI application in a fixed pool of threads, each with its own lasting database connection.
Sockets stay on the event loop, behind the host and origin checks.
"""

import asyncio
import gc
import os
import signal
import sys
import threading
from collections.abc import Awaitable, Callable
from typing import Any, cast

gc.disable()  # what is loaded now stays: to look for what goes among it is a sixth of the time that loading takes
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

if "pytest" not in sys.modules and threading.current_thread() is threading.main_thread():
    signal.signal(signal.SIGINT, signal.SIG_DFL)  # Ctrl+C while all this is loaded ends it without a traceback

from django.core.wsgi import get_wsgi_application  # noqa: E402

django_pages = get_wsgi_application()  # before any import of models

from channels.routing import URLRouter  # noqa: E402
from channels.sessions import CookieMiddleware  # noqa: E402
from django.conf import settings  # noqa: E402
from django.urls import re_path  # noqa: E402

from apps.server import beginning, bodies, cores, forwarded, hosts, lines, memory, stopping  # noqa: E402
from apps.server.threads import Threaded  # noqa: E402
from apps.table import live  # noqa: E402
from apps.table.live.routing import websocket_urlpatterns  # noqa: E402

Scope = dict[str, Any]
Receive = Callable[[], Awaitable[Any]]
Send = Callable[[Any], Awaitable[None]]

NOT_ALLOWED = 4403
NO_SUCH_SOCKET = 4404

# Seconds. The event loop and the threads that draw share one interpreter; the usual 5 ms are felt at every hand-over.
sys.setswitchinterval(0.0005)

if not settings.TESTING:
    if settings.ENVIRONMENT.one_core:
        cores.keep_to_one()
    beginning.begin()

# What is loaded by now stays, and an act makes thousands of objects that go by themselves: the usual thresholds look
# for circles among them dozens of times a second, which was a fifteenth of all time.
gc.collect()
gc.freeze()
gc.enable()
gc.set_threshold(20_000, 20, 50)

lines.guard()
memory.be_frugal()

pages: Any = Threaded(django_pages, settings.ENVIRONMENT.threads, settings.BODY_WITH_FILE)
ending = stopping.Ending(lambda: pages.under_way)


async def application(scope: Scope, receive: Receive, send: Send) -> None:
    """One connection: an HTTP request or a socket. Other kinds (lifespan) are refused, which servers understand."""
    live.started(asyncio.get_running_loop())  # here, because Daphne has no start-up hook
    if not settings.TESTING:
        ending.watch(asyncio.get_running_loop())
    if ending.asked:
        await stopping.turn_away(scope, receive, send)
    elif scope["type"] == "http":
        await _http(_cleaned(scope), receive, send)
    elif scope["type"] == "websocket":
        await _websocket(_cleaned(scope), receive, send)
    else:
        raise ValueError(f"no application for {scope['type']}")


async def _http(scope: Scope, receive: Receive, send: Send) -> None:
    await bodies.limited(pages)(scope, receive, send)


async def _websocket(scope: Scope, receive: Receive, send: Send) -> None:
    headers = dict(scope["headers"])
    host = _host(headers)
    if hosts.allowed(host) and hosts.same_origin(headers.get(b"origin", b"").decode("latin1"), host):
        await sockets(scope, receive, send)
    else:
        await _close(NOT_ALLOWED, receive, send)


def _cleaned(scope: Scope) -> Scope:
    """The scope without headers whose names hold an underscore (in WSGI they would pass for the dashed ones).

    A client of IPv4 is written as such where the listening socket is IPv6; `loop` leads a thread of the pool back here.
    """
    client = (settings.ENVIRONMENT.trust_proxy and forwarded.client(scope["headers"])) or scope.get("client")
    if client:
        client = [str(client[0]).removeprefix("::ffff:"), client[1]]
    headers = [(name, value) for name, value in scope["headers"] if b"_" not in name]
    return {**scope, "headers": headers, "client": client, "loop": asyncio.get_running_loop()}


def _host(headers: dict[bytes, bytes]) -> str:
    forwarded = headers.get(b"x-forwarded-host") if settings.USE_X_FORWARDED_HOST else None
    return (forwarded or headers.get(b"host", b"")).decode("latin1")


async def _close(code: int, receive: Receive, send: Send) -> None:
    """Accepts first: a refused handshake looks like a lost line to a browser, which would try again for ever."""
    await receive()
    await send({"type": "websocket.accept"})
    await send({"type": "websocket.close", "code": code})


async def _no_such_socket(scope: Scope, receive: Receive, send: Send) -> None:
    await _close(NO_SUCH_SOCKET, receive, send)


sockets = CookieMiddleware(URLRouter([*websocket_urlpatterns, re_path(r"", cast(Any, _no_such_socket))]))
