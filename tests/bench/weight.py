"""What the first page of a table weighs, cold: everything that a browser fetches for it."""

from __future__ import annotations

import gzip
import re
from dataclasses import dataclass

import lxml.html

from tests.bench.wire import Http

URL = re.compile(r"""url\(\s*["']?([^"')]+)["']?\s*\)""")
HOPE = {"Accept-Encoding": "gzip"}


@dataclass(frozen=True)
class Part:
    """One file: its bytes as the server sends them, gzipped where it does, and gzipped by us."""

    name: str
    plain: int
    sent: int
    gzipped: int


async def weigh(http: Http, path: str) -> list[Part]:
    """The page, then all that it names, and all that those name."""
    parts: dict[str, Part] = {}
    waiting = [path]
    while waiting:
        here = waiting.pop(0)
        if here.partition("#")[0] in parts:
            continue
        answer = await http.get(here, **HOPE)
        assert answer.status == 200, f"{here}: {answer.status}"
        packed = answer.headers.get("content-encoding") == "gzip"
        body = gzip.decompress(answer.body) if packed else answer.body
        small = here.endswith((".woff2", ".png", ".webp"))
        gzipped = len(body) if small else len(gzip.compress(body, 6))
        parts[here] = Part(here, len(body), len(answer.body), min(len(answer.body), gzipped))
        waiting += [one.partition("#")[0] for one in _named(here, answer.headers.get("content-type", ""), body)]
    return list(parts.values())


def _named(here: str, kind: str, body: bytes) -> list[str]:
    if kind.startswith("text/html"):
        root = lxml.html.document_fromstring(body.decode())
        found = root.xpath(
            "//link[contains('stylesheet icon preload manifest', @rel)]/@href | //script/@src | //img/@src"
            " | //*[local-name()='use']/@href"
        )
        return [str(one) for one in found if not str(one).startswith(("#", "data:"))]
    if kind.startswith("text/css"):
        folder = here.rpartition("/")[0]
        return [_joined(folder, one) for one in URL.findall(body.decode()) if not one.startswith(("#", "data:"))]
    return []


def _joined(folder: str, name: str) -> str:
    from urllib.parse import urljoin

    return urljoin(folder + "/", name)
