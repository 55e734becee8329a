"""make soak: prints what was played and what came of it; fails when anything was lost, doubled or shown differently."""

from __future__ import annotations

import argparse
import asyncio
import random
import sys
from collections import Counter
from itertools import product

from tests.servers import Lacking, Server
from tests.soak.hands import HANDS
from tests.soak.trial import Report, Soak

PROCESSES = {"sqlite": 1, "postgres": 2}
NAMES = {"sqlite": "SQLite, one process", "postgres": "PostgreSQL and Redis, two processes"}


async def soaked(database: str, game: str, acts: int, kills: int, seed: int) -> Report:
    """One soak on a server of its own."""
    server = await asyncio.to_thread(lambda: Server(database, PROCESSES[database]).__enter__())
    try:
        return await Soak(server, acts, kills, seed, game).run()
    finally:
        await asyncio.to_thread(server.__exit__)


def told(report: Report) -> str:
    lines = [
        ("acts acknowledged", report.done), ("refused", sum(one.status in {403, 404, 422} for one in report.submits)),
        ("sent more than once", report.repeated), ("kinds of acts", len({one.act for one in report.submits})),
        ("kills", report.kills), ("lines dropped", report.drops), ("pages reloaded", report.reloads),
        ("frames", report.frames), ("pages compared", report.checked), ("of them right after a heartbeat", report.late),
        ("seconds", round(report.seconds)), ("events lost", report.lost), ("events doubled", report.doubled),
        ("pages that differ", report.differing), ("anything else wrong", len(report.wrong)),
    ]  # fmt: skip
    return "\n".join(
        [f"{report.game.title()}: {NAMES[report.database]}", *(f"  {name:<34}{value:>8}" for name, value in lines)]
    )


def kinds(report: Report) -> str:
    count = Counter(one.act for one in report.submits if one.status == 200)
    refused = Counter(one.act for one in report.submits if one.status != 200)
    return (
        "  "
        + ", ".join(f"{act} {number}" for act, number in count.most_common())
        + ("\n  refused: " + ", ".join(f"{act} {number}" for act, number in refused.most_common()))
    )


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.soak", description=__doc__)
    parser.add_argument("--acts", type=int, default=1000)
    parser.add_argument("--kills", type=int, default=3)
    parser.add_argument("--database", choices=[*PROCESSES, "both"], default="both")
    parser.add_argument("--game", choices=[*HANDS, "both"], default="both")
    parser.add_argument("--seed", type=int, default=random.randrange(10**6))
    asked = parser.parse_args()
    print(f"{asked.acts} acts, {asked.kills} kills, --seed {asked.seed}")
    failed = False
    databases = PROCESSES if asked.database == "both" else [asked.database]
    for database, game in product(databases, HANDS if asked.game == "both" else [asked.game]):
        try:
            report = asyncio.run(soaked(database, game, asked.acts, asked.kills, asked.seed))
        except Lacking as why:
            print(f"{NAMES[database]}: not played. {why}")
            failed = True
            continue
        print(told(report), kinds(report), *report.wrong[:10], sep="\n", flush=True)
        failed = failed or bool(report.wrong) or report.done < asked.acts
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
