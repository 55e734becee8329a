"""The figures as a page: what was measured, against which aim, and on what machine."""

from __future__ import annotations

import os
import platform
import sqlite3
from collections.abc import Iterable
from dataclasses import dataclass, field
from importlib.metadata import version
from pathlib import Path

from tests.bench.measures import ATTACK_AIMS, ROLL_AIMS, Latency, Measured, Rate, Times
from tests.bench.weight import Part
from tests.servers import ROOT

PAGE = ROOT / "docs" / "benchmarks.md"
FIRST, LAST = "<!-- figures: written by make bench -->", "<!-- end of figures -->"
ROLLS_AIMS = {6: ROLL_AIMS, 30: (25.0, 20.0)}
WOUND_AIMS = {6: (30.0, 20.0)}
RATE_AIMS, RATE_P99_AIM, PAGE_AIMS = (80.0, 150.0), 400, (15.0, 10.0)
FONTS = "The page has a log of 50 rolls; a browser fetches the latin-ext fonts only where it shows letters such as ł."
OTHER_LETTERS = "-latin-ext-"
LOG_AIM, WEIGHT_AIM, MEMORY_AIM, MANY_MEMORY_AIM, PREVIEW_AIM = 1.1, 200, 150, 250, 20


@dataclass
class Figures:
    """All that one run measured."""

    rolls: dict[int, Latency] = field(default_factory=dict)
    scratches: dict[int, Latency] = field(default_factory=dict)
    floors: dict[int, Times] = field(default_factory=dict)
    rates: dict[str, Rate] = field(default_factory=dict)
    memory: dict[str, float] = field(default_factory=dict)
    parts: dict[str, list[Part]] = field(default_factory=dict)
    attack: Latency | None = None
    acts: list[tuple[Measured, Latency]] = field(default_factory=list)
    short: Latency | None = None
    long: Latency | None = None
    short_page: Times | None = None
    long_page: Times | None = None
    preview: Times | None = None


def machine() -> dict[str, str]:
    """What it was measured on; the load is that of before the run."""
    memory = next(line for line in Path("/proc/meminfo").read_text().splitlines() if line.startswith("MemTotal"))
    model = next((line for line in Path("/proc/cpuinfo").read_text().splitlines() if line.startswith("model name")), "")
    names = ("django", "daphne", "channels", "a2wsgi", "websockets")
    return {
        "cores": f"{os.cpu_count()} ({model.partition(': ')[2] or platform.machine()})",
        "memory": f"{int(memory.split()[1]) / 1024**2:.0f} GiB",
        "system": platform.platform(terse=True),
        "versions": ", ".join(
            [
                f"Python {platform.python_version()}",
                f"SQLite {sqlite3.sqlite_version}",
                *(f"{n} {version(n)}" for n in names),
            ]
        ),
        "load before the run": " ".join(f"{one:.1f}" for one in os.getloadavg()),
    }


def written(figures: Figures, about: dict[str, str]) -> str:
    """The part of docs/benchmarks.md that a run writes."""
    parts = [
        "\n".join(f"- {name}: {value}" for name, value in about.items()),
        "### From sending an act to the last screen\n\n" + _latencies(figures),
        "### Acts per second\n\n" + _rates(figures.rates),
        "### A long log\n\n" + _log(figures),
        "### The first page, cold\n\n" + _weight(figures.parts),
        "### Memory\n\n" + _memory(figures.memory),
        "### The odds of a pool\n\n" + _preview(figures.preview),
    ]
    return "\n\n".join(parts) + "\n"


def keep(text: str) -> None:
    """Puts the figures into the page, between its two marks."""
    page = PAGE.read_text() if PAGE.exists() else f"# Benchmarks\n\n{FIRST}\n{LAST}\n"
    before, _, rest = page.partition(FIRST)
    PAGE.write_text(f"{before}{FIRST}\n\n{text}\n{LAST}{rest.partition(LAST)[2]}")


def table(head: Iterable[str], rows: Iterable[Iterable[object]]) -> str:
    heads = list(head)
    lines = ["| " + " | ".join(heads) + " |", "|" + " --- |" * len(heads)]
    return "\n".join([*lines, *("| " + " | ".join(str(one) for one in row) + " |" for row in rows)])


def verdict(value: float, aim: float, unit: str = "", least: bool = False) -> str:
    reached = value >= aim if least else value <= aim
    return f"{'at least' if least else 'at most'} {aim:g}{unit}: {'reached' if reached else '**not reached**'}"


def between(value: float, aims: tuple[float, float], unit: str, least: bool = False) -> str:
    """Which of two aims was reached: what it has to be, and what is wanted."""
    has_to, wanted = aims
    good = value >= wanted if least else value <= wanted
    enough = value >= has_to if least else value <= has_to
    word = "reached" if good else f"**not reached**, nor {has_to:g}" if not enough else f"not reached; {has_to:g} is"
    return f"{wanted:g}{unit}: {word}"


def _latencies(figures: Figures) -> str:
    rows: list[list[object]] = []
    for screens, one in sorted(figures.rolls.items()):
        floor = figures.floors[screens]
        rows.append([f"a roll, {screens} screens", *_times(one.screens), f"{one.answer.p50:.1f}", f"{one.cpu:.1f}",
                     between(one.screens.p95, ROLLS_AIMS[screens], " ms (p95)")])  # fmt: skip
        rows.append(
            [
                f"floor, {screens} sockets",
                *_times(floor),
                "",
                "",
                f"a roll is {one.screens.p50 / floor.p50:.0f} times that",
            ]
        )
    for screens, one in sorted(figures.scratches.items()):
        rows.append([f"a wound (sheets drawn anew), {screens} screens", *_times(one.screens), f"{one.answer.p50:.1f}",
                     f"{one.cpu:.1f}", between(one.screens.p95, WOUND_AIMS[screens], " ms (p95)")
                     if screens in WOUND_AIMS else ""])  # fmt: skip
    others = [(f"{one.name}, 6 screens", one.aims, found) for one, found in figures.acts]
    if figures.attack:
        others.insert(0, ("a full attack (strike, ask, defense, damage), 6 screens", ATTACK_AIMS, figures.attack))
    for name, aims, other in others:
        rows.append([name, *_times(other.screens), f"{other.answer.p50:.1f}", f"{other.cpu:.1f}",
                     between(other.screens.p95, aims, " ms (p95)")])  # fmt: skip
    head = ["milliseconds", "p50", "p95", "p99", "answer p50", "server's time per act", "aim"]
    sizes = ", ".join(
        f"{one.frame} bytes to each of {screens} screens" for screens, one in sorted(figures.rolls.items())
    )
    return table(head, rows) + f"\n\nA roll sends {sizes} on average; the floor sends as many."


def _times(one: Times) -> list[str]:
    return [f"{one.p50:.1f}", f"{one.p95:.1f}", f"{one.p99:.1f}"]


def _rates(rates: dict[str, Rate]) -> str:
    rows = []
    for name, one in rates.items():
        many = "tables" in name
        aim = between(one.per_second, RATE_AIMS, "/s", least=True)
        aim += f"; p99 {verdict(one.answer.p99, RATE_P99_AIM, ' ms')}" if many else ""
        times = [*_times(one.answer), f"{one.screens.p95:.0f}", f"{one.cards_per_second:.0f}"]
        cores = f"{one.server_cores:.2f} + {one.generator_cores:.2f}"
        rows.append([name, f"{one.per_second:.0f}", *times, cores, aim])
    head = [
        "closed loop",
        "acts/s",
        "answer p50 ms",
        "p95",
        "p99",
        "last screen p95",
        "cards/s to screens",
        "cores: server + generator",
        "aim",
    ]
    return table(head, rows)


def _log(figures: Figures) -> str:
    assert figures.short
    assert figures.long
    assert figures.short_page
    assert figures.long_page
    pairs = [
        ("a roll to the last of six, p50 ms", figures.short.screens.p50, figures.long.screens.p50),
        ("server's time per roll, ms", figures.short.cpu, figures.long.cpu),
        ("the table's page, p50 ms", figures.short_page.p50, figures.long_page.p50),
    ]
    rows = [[name, f"{a:.1f}", f"{b:.1f}", f"{b / a:.2f}", verdict(b / a, LOG_AIM)] for name, a, b in pairs]
    rows[2][-1] += f"; {between(figures.short_page.p50, PAGE_AIMS, ' ms')}"
    return table(["", "few events", "10,000 events", "ratio", "aim"], rows)


def _weight(parts: dict[str, list[Part]]) -> str:
    rows = [[_named(one.name), one.plain, one.sent, one.gzipped] for one in parts["player"]]
    rows += [[f"**all, for a {role}**", *(f"**{one}**" for one in _sums(found))] for role, found in parts.items()]
    fetched = {role: [one for one in found if OTHER_LETTERS not in one.name] for role, found in parts.items()}
    rows += [
        [f"**as fetched, by a {role}**", *(f"**{one}**" for one in _sums(found))] for role, found in fetched.items()
    ]
    told = (
        f"What a browser fetches, as sent: {_weighed(fetched)}. With all fonts that the styles name: {_weighed(parts)}."
    )
    return table(["file, for a player", "bytes", "as sent", "gzipped"], rows) + f"\n\n{told} {FONTS}"


def _weighed(parts: dict[str, list[Part]]) -> str:
    return verdict(max(_sums(found)[1] for found in parts.values()) / 1000, WEIGHT_AIM, " kB")


def _sums(parts: list[Part]) -> tuple[int, int, int]:
    return sum(one.plain for one in parts), sum(one.sent for one in parts), sum(one.gzipped for one in parts)


def _named(path: str) -> str:
    return "the page" if path.startswith("/t/") else path.removeprefix("/static/")


def _memory(memory: dict[str, float]) -> str:
    rows = [
        [name, f"{one:.0f}", verdict(one, MANY_MEMORY_AIM if "tables" in name else MEMORY_AIM, " MB")]
        for name, one in memory.items()
    ]
    return table(["megabytes (RSS)", "", "aim"], rows)


def _preview(one: Times | None) -> str:
    assert one
    row = ["Crew: twelve dice against twelve, nothing remembered", f"{one.p50:.1f}", f"{one.p99:.1f}"]
    return table(["processor time, ms", "p50", "p99", "aim"], [[*row, verdict(one.p99, PREVIEW_AIM, " ms")]])
