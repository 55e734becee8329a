"""The floor: what the same number of sockets gets from a bare broadcast, without HTTP, database or audiences.

`python -m tests.bench.floor PORT`: whatever one socket sends, all are sent.
"""

from __future__ import annotations

import asyncio
import subprocess
import sys
import time
from types import TracebackType

from websockets.asyncio.server import ServerConnection, broadcast, serve

from tests.servers import ROOT, free_port


class Floor:
    """The bare server in a process of its own."""

    def __enter__(self) -> Floor:
        port = free_port()
        self.address = f"http://127.0.0.1:{port}"
        self._process = subprocess.Popen([sys.executable, "-m", "tests.bench.floor", str(port)], cwd=ROOT)
        time.sleep(1)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._process.kill()
        self._process.wait()


async def _serve(port: int) -> None:
    everybody: set[ServerConnection] = set()

    async def one(socket: ServerConnection) -> None:
        everybody.add(socket)
        try:
            async for text in socket:
                broadcast(everybody, text)
        finally:
            everybody.discard(socket)

    async with serve(one, "127.0.0.1", port, compression=None, max_size=None):
        await asyncio.Future()


if __name__ == "__main__":
    asyncio.run(_serve(int(sys.argv[1])))
