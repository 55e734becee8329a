"""make bench: measures a server as `make play` starts it, prints the figures and writes them to docs/benchmarks.md."""

from __future__ import annotations

import argparse
import asyncio
import contextlib
from collections.abc import Iterator

from tests.bench import crew, dragon, measures, report, rough_magic, yarn
from tests.bench.measures import Latency, Measured
from tests.bench.previews import preview_of_twelve
from tests.bench.screens import Hand, Screens, Turns, hands
from tests.bench.weight import weigh
from tests.servers import Lacking, Server

LONG, SHORT = 10_000, 10
SIX, ALL_PLAY = {"players": 4, "spectators": 1}, {"players": 5, "spectators": 0}
GAMES: dict[str, tuple[tuple[Measured, ...], dict[str, int]]] = {
    "crew": (crew.MEASURED, SIX),
    "dragon": (dragon.MEASURED, SIX),
    "rough_magic": (rough_magic.MEASURED, SIX),
    "yarn": (yarn.MEASURED, ALL_PLAY),
}
"""The acts that are measured beside Dragonfly's, and who sits at their table beside the GM."""


async def measured(count: int, seconds: float, tables: int) -> report.Figures:
    """All figures of one run."""
    found = report.Figures(preview=preview_of_twelve())
    with _server("sqlite", 1) as server:
        await _one_table_of_six(server, found, count, seconds)
    for game in GAMES:
        with _server("sqlite", 1) as server:
            await acts_of(game, server, found, count)
    with _server("sqlite", 1) as server:
        await _thirty(server, found, count)
    found.floors = {
        screens: await measures.floor(screens, found.rolls[screens].frame, count) for screens in sorted(found.rolls)
    }
    with _server("sqlite", 1) as server:
        await _many_tables(server, found, "SQLite, one process", seconds, tables)
    with _server("sqlite", 1) as server:
        await _long_log(server, found, count)
    with contextlib.suppress(Lacking), _server("postgres", 2) as server:
        await _many_tables(server, found, "PostgreSQL and Redis, two processes", seconds, tables)
    with contextlib.suppress(Lacking), _server("postgres", 2) as server:
        await _many_tables(server, found, "the same, each table at one process", seconds, tables, by_table=True)
    return found


@contextlib.contextmanager
def _server(database: str, processes: int) -> Iterator[Server]:
    print(f"  a server on {database}, {processes} process(es) ...", flush=True)
    with Server(database, processes) as server:
        yield server
        for line in server.complaints()[:5]:
            print("  the server wrote:", line)


async def _one_table_of_six(server: Server, found: report.Figures, count: int, seconds: float) -> None:
    table = server.call("tests.bench.furnish:furnish", tables=1, players=4, spectators=1)[0]
    found.memory["idle"] = max(server.memory())
    screens = await Screens(server, table).open()
    found.rolls[6] = await measures.latency(server, screens, count)
    found.scratches[6] = await measures.latency(server, screens, count // 2, measures.a_scratch)
    found.memory["with one table of six, after the rolls"] = max(server.memory())
    found.rates["one table of six, four posting"] = await measures.rate(
        server, [screens], hands(server, table), seconds
    )
    found.memory["after the throughput of one table"] = max(server.memory())
    for seat in (table["seats"][0], table["seats"][1]):  # by now the log's page is full
        found.parts[seat["role"]] = await weigh(Hand(server, seat).http, seat["url"])
    who = [seat["character"] for seat in table["seats"] if seat["character"]]
    fighters = [*who, *table["seats"][0]["cast"]]
    server.call("tests.bench.furnish:brawl", table=table["key"], gm=table["seats"][0], who=fighters)
    found.attack = await measures.attacks(server, screens, min(count // 4, measures.MOST_ATTACKS))
    screens.close()


async def acts_of(game: str, server: Server, found: report.Figures, count: int) -> None:
    """What is measured of that game, at one table of six."""
    acts, seats = GAMES[game]
    table = server.call("tests.bench.furnish:furnish", tables=1, game=game, **seats)[0]
    screens = await Screens(server, table).open()
    for one in acts:
        found.acts.append((one, await one.play(server, screens, one.count(count))))
    screens.close()


async def _thirty(server: Server, found: report.Figures, count: int) -> None:
    table = server.call("tests.bench.furnish:furnish", tables=1, players=28, spectators=1)[0]
    screens = await Screens(server, table).open()
    found.rolls[30] = await measures.latency(server, screens, count)
    found.scratches[30] = await measures.latency(server, screens, count // 4, measures.a_scratch)
    screens.close()


async def _many_tables(
    server: Server, found: report.Figures, name: str, seconds: float, tables: int, by_table: bool = False
) -> None:
    """`by_table`: as the proxy of docs/settings.md sends each table's addresses to one of the processes. Otherwise each
    process has as many sockets, and as many who post, as the other."""
    furnished = server.call("tests.bench.furnish:furnish", tables=tables, players=3, spectators=1)
    at = [_all_at(number) if by_table else _from(number // 3) for number in range(tables)]
    opened = [await Screens(server, table, each).open() for table, each in zip(furnished, at, strict=True)]
    posters = [hands(server, table, at[number])[number % 3] for number, table in enumerate(furnished)]
    found.rates[f"{tables} tables of five, one posting at each ({name})"] = await measures.rate(
        server, opened, posters, seconds
    )
    found.memory[f"{tables} tables, {tables * 5} sockets ({name}, each)"] = max(server.memory())
    for screens in opened:
        screens.close()


def _all_at(process: int) -> Turns:
    return lambda number: process


def _from(process: int) -> Turns:
    return lambda number: process + number


async def _long_log(server: Server, found: report.Figures, count: int) -> None:
    short, long = server.call("tests.bench.furnish:furnish", tables=2, players=4, spectators=1)
    await hands(server, long)[0].roll()
    server.call("tests.bench.furnish:fill", table=long["key"], events=LONG)
    pair = [await Screens(server, table).open() for table in (short, long)]
    results: tuple[Latency, Latency, measures.Times, measures.Times] = await measures.compare_logs(
        server, pair[0], pair[1], count
    )
    found.short, found.long, found.short_page, found.long_page = results
    for screens in pair:
        screens.close()


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.bench", description=__doc__)
    parser.add_argument("--rolls", type=int, default=400, help="acts for each latency")
    parser.add_argument("--seconds", type=float, default=10.0, help="for each throughput")
    parser.add_argument("--tables", type=int, default=50)
    parser.add_argument("--dry", action="store_true", help="write nothing to docs/benchmarks.md")
    asked = parser.parse_args()
    machine = report.machine()
    figures = asyncio.run(measured(asked.rolls, asked.seconds, asked.tables))
    text = report.written(figures, machine)
    print(text)
    if not asked.dry:
        report.keep(text)


if __name__ == "__main__":
    main()
