"""python -m tests.strain: a server under what strangers and large things do to it, measured for docs/reliability.md."""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import io
import secrets
import time
from collections import Counter
from collections.abc import Callable, Coroutine
from typing import Any

from PIL import Image

from tests.bench.wire import CSRF, Http
from tests.servers import Server
from tests.soak.trial import Soak

MANY = 1000
HANDSHAKE = (
    "GET {path} HTTP/1.1\r\nHost: {host}\r\nOrigin: http://{host}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
    "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: MDEyMzQ1Njc4OWFiY2RlZg==\r\n\r\n"
)
BOUNDARY = "a-line-of-its-own"


class Strain:
    """One server with a table, and what is done to it."""

    def __init__(self, server: Server, table: dict[str, Any]) -> None:
        self.server = server
        self.table = table
        self.slowest = 0.0

    @property
    def memory(self) -> str:
        return f"{self.server.memory()[0]:.0f} MB"

    async def line(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        return await asyncio.open_connection("127.0.0.1", self.server.ports[0])

    async def somebody_plays(self) -> None:
        """Somebody at the table looks at their page and speaks, from the same network as everybody else here."""
        seat = self.table["seats"][1]
        while True:
            began = time.monotonic()
            browser = Http(self.server.address(), f"fireside={seat['token']}")
            assert (await browser.get(seat["url"])).status == 200
            said = await browser.act(seat["url"], "say", {"text": "Ahoy"}, secrets.token_hex(8), live=True)
            assert said.status == 200, said.status
            browser.close()
            self.slowest = max(self.slowest, time.monotonic() - began)
            await asyncio.sleep(0.5)

    async def slow(self) -> str:
        """Heads that never end, a byte a second each."""
        lines = [await self.line() for _ in range(MANY)]
        began, open_then = time.monotonic(), 0
        waiting = {asyncio.create_task(_until_closed(*one)): None for one in lines}
        while waiting and time.monotonic() - began < 60:
            done, _ = await asyncio.wait(waiting, timeout=1, return_when=asyncio.ALL_COMPLETED)
            for one in done:
                del waiting[one]
            open_then = len(waiting) if time.monotonic() - began < 10 else open_then
        return f"{open_then} of {MANY} open after 10 s, {len(waiting)} after {time.monotonic() - began:.0f} s"

    async def strangers(self) -> str:
        """Sockets of a seat by browsers that do not hold it."""
        path, host = f"{self.table['seats'][1]['url']}live", self.server.address().removeprefix("http://")
        began = time.monotonic()

        async def one() -> int:
            reader, writer = await self.line()
            writer.write(HANDSHAKE.format(path=path, host=host).encode())
            told = b""
            with contextlib.suppress(OSError):  # closed before this end has said goodbye
                while more := await asyncio.wait_for(reader.read(1000), 60):
                    told += more
            writer.close()
            return int.from_bytes(told[told.index(b"\x88\x02") + 2 :][:2], "big") if b"\x88\x02" in told else 0

        codes = Counter(await asyncio.gather(*(one() for _ in range(MANY))))
        return f"closed with {dict(codes)} after {time.monotonic() - began:.1f} s"

    async def announced(self) -> str:
        return await self._brings("Content-Length: 5368709120", bytes(65536))

    async def chunked(self) -> str:
        return await self._brings("Transfer-Encoding: chunked", b"10000\r\n" + bytes(65536) + b"\r\n", 200 * 2**20)

    async def _brings(self, header: str, piece: bytes, most: int = 5 * 2**30) -> str:
        reader, writer = await self.line()
        began, sent = time.monotonic(), 0
        writer.write(f"POST /host/sign-in HTTP/1.1\r\nHost: localhost\r\n{header}\r\n\r\n".encode())
        answer = asyncio.create_task(reader.readline())
        await asyncio.sleep(0)
        with contextlib.suppress(OSError):
            while sent < most and not answer.done():
                writer.write(piece)
                await writer.drain()
                sent += len(piece)
                await asyncio.sleep(0)
        told = (await answer).decode().strip()
        writer.close()
        return f"“{told}” after {time.monotonic() - began:.2f} s and {sent / 2**20:.1f} MB"

    async def pictures(self) -> str:
        """Four people send the largest pictures there may be, five each."""
        sent = [_png("RGBA", 4898), _jpeg(), _png("P", 4898)]
        players = [seat for seat in self.table["seats"] if seat.get("character")]
        found = await asyncio.gather(*(self._send(seat, sent) for seat in players))
        return f"answered {dict(sum(found, Counter()))}, {self.memory} then"

    async def _send(self, seat: dict[str, Any], pictures: list[bytes]) -> Counter[int]:
        browser, codes = Http(self.server.address(), f"fireside={seat['token']}"), Counter[int]()
        for number in range(5):
            body = _form(seat["character"], pictures[number % len(pictures)])
            kind = {"Content-Type": f"multipart/form-data; boundary={BOUNDARY}", "X-CSRFToken": CSRF}
            codes[(await browser._ask("POST", f"{seat['url']}act/portrait", body, kind)).status] += 1
        browser.close()
        return codes

    async def pages(self) -> str:
        """Everybody loads their page and the whole log fifty times."""
        size = 0
        for seat in self.table["seats"]:
            browser = Http(self.server.address(), f"fireside={seat['token']}")
            for _ in range(50):
                for path in ("", "log", "export-log?as=json"):
                    size = max(size, len((await browser.get(seat["url"] + path)).body))
            browser.close()
        return f"the largest of {size / 1024:.0f} kB, {self.memory} then"


async def _until_closed(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    with contextlib.suppress(OSError):
        writer.write(b"GET / HTTP/1.1\r\nX-Slow: ")
        while not reader.at_eof():
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(reader.read(1000), 1)
            writer.write(b"x")
            await writer.drain()
    writer.close()


def _png(mode: str, side: int) -> bytes:
    kept = io.BytesIO()
    Image.new(mode, (side, side)).save(kept, "PNG", compress_level=1)
    return kept.getvalue()


def _jpeg() -> bytes:
    kept = io.BytesIO()
    Image.effect_noise((1500, 1000), 60).resize((6000, 4000)).convert("RGB").save(kept, "JPEG", quality=80)
    return kept.getvalue()


def _form(character: str, picture: bytes) -> bytes:
    parts = [(f'name="character"\r\n\r\n{character}').encode(), b'name="picture"; filename="x"\r\n\r\n' + picture]
    lines = [f"--{BOUNDARY}\r\nContent-Disposition: form-data; ".encode() + part + b"\r\n" for part in parts]
    return b"".join(lines) + f"--{BOUNDARY}--\r\n".encode()


async def measured(strain: Strain, what: Callable[[], Coroutine[Any, Any, str]]) -> None:
    """Tells what came of it, what somebody at the table felt of it, and what is held when it is over."""
    strain.slowest = 0.0
    player = asyncio.create_task(strain.somebody_plays())
    try:
        told = await what()
        await asyncio.sleep(1)
    finally:
        player.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await player
    await asyncio.sleep(12)  # memory is looked for every ten seconds
    print(
        f"{what.__name__}: {told}; page and act {strain.slowest:.2f} s at most; {strain.memory} afterwards", flush=True
    )


async def main(acts: int) -> None:
    server = await asyncio.to_thread(Server().__enter__)
    try:
        table = (await asyncio.to_thread(server.call, "tests.bench.furnish:furnish"))[0]
        strain = Strain(server, table)
        print(f"at the start: {strain.memory}")
        for what in (strain.slow, strain.strangers, strain.announced, strain.chunked, strain.pictures, strain.pages):
            await measured(strain, what)
        for line in server.complaints():
            print(line)
        if acts:
            report = await Soak(server, acts, 0, 7).run()
            print(
                f"an evening: {report.done} acts in {report.seconds:.0f} s, wrong {report.wrong}; {strain.memory} then"
            )
            await asyncio.sleep(25)
            print(f"and half a minute later {strain.memory}")
    finally:
        await asyncio.to_thread(server.__exit__)


if __name__ == "__main__":
    asked = argparse.ArgumentParser(prog="python -m tests.strain", description=__doc__)
    asked.add_argument("--acts", type=int, default=0, help="acts of an evening played at random at the end")
    asyncio.run(main(asked.parse_args().acts))
