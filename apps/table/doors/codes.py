"""An address as a QR code, drawn into the page."""

from __future__ import annotations

import io

import segno
from django.http import HttpRequest
from django.utils.safestring import SafeString, mark_safe

HERE_ONLY = ("localhost", "127.", "[::1]")


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
    """The whole address, with the host under which this page was asked for."""
    return request.build_absolute_uri(path)


def here_only(request: HttpRequest) -> bool:
    """True where such an address would lead other machines to themselves."""
    return request.get_host().startswith(HERE_ONLY)
