"""A browser without scripts, for trials on real servers."""

from __future__ import annotations

import secrets
import urllib.error
import urllib.parse
import urllib.request
from typing import Any

from tests.servers import Server


class Visitor:
    """Whoever sits on this seat (as `furnish` makes it), on the device with its token."""

    def __init__(self, server: Server, seat: dict[str, Any]) -> None:
        self.server, self.seat = server, seat
        self._csrf = secrets.token_hex(16)

    def page(self) -> str:
        status, content = self.get(self.seat["url"])
        assert status == 200, status
        return content.decode()

    def portrait(self, name: str) -> bytes:
        status, content = self.get(f"{self.seat['url']}portrait?of={self.seat['character']}&v={name}")
        assert status == 200, status
        return content

    def get(self, path: str) -> tuple[int, bytes]:
        return self._ask(urllib.request.Request(self.server.address() + path))

    def does(self, act: str, **data: str) -> None:
        """An act without JavaScript; it ends on the seat's page."""
        fields = urllib.parse.urlencode({**data, "csrfmiddlewaretoken": self._csrf}).encode()
        address = f"{self.server.address()}{self.seat['url']}act/{act}"
        status, content = self._ask(urllib.request.Request(address, fields))
        assert status == 200, content.decode()[-2000:]

    def _ask(self, request: urllib.request.Request) -> tuple[int, bytes]:
        from apps.table.devices import COOKIE

        request.add_header("Cookie", f"{COOKIE}={self.seat['token']}; csrftoken={self._csrf}")
        try:
            with urllib.request.urlopen(request, timeout=20) as answer:
                return answer.status, answer.read()
        except urllib.error.HTTPError as refused:
            return refused.code, refused.read()
