"""An address as a QR code, drawn into the page."""

from __future__ import annotations

import io
import os

import segno
from django.http import HttpRequest
from django.utils.safestring import SafeString, mark_safe

HERE_ONLY = ("localhost", "127.", "[::1]")
ANSWERS_AT = "ANSWERS_AT"
"""In the environment of a server that `play` has started: its address for others, `http://host:port`, or nothing."""


def qr(address: str) -> SafeString:
    """The code as an SVG element; dark on light, because many scanners read nothing else."""
    code = segno.make(address, error="m", micro=False)
    drawn = code.svg_inline(border=2, omitsize=True, dark="#1c1410", svgclass=None, lineclass=None)
    return mark_safe(drawn.replace("<svg ", '<svg aria-hidden="true" shape-rendering="crispEdges" ', 1))  # noqa: S308 - made of squares, no text


def picture(address: str) -> bytes:
    """The code as a picture of its own."""
    drawn = io.BytesIO()
    code = segno.make(address, error="m", micro=False)
    code.save(drawn, kind="svg", border=2, omitsize=True, dark="#1c1410", light="#fffdf8")
    return drawn.getvalue()


def full(request: HttpRequest, path: str) -> str:
    """The whole address, with the host under which this page was asked for: or, where that leads other machines to
    themselves, with the one under which they find this server."""
    return known(request) + path if known(request) else request.build_absolute_uri(path)


def known(request: HttpRequest) -> str:
    """Where others find this server, for whoever came by an address of this machine alone; else empty."""
    return os.environ.get(ANSWERS_AT, "") if _came_from_here(request) else ""


def here_only(request: HttpRequest) -> bool:
    """True where such an address would lead other machines to themselves."""
    return _came_from_here(request) and not known(request)


def _came_from_here(request: HttpRequest) -> bool:
    return request.get_host().startswith(HERE_ONLY)
