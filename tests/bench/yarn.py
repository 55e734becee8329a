"""What is measured of Yarn: the hands of a vote, a force, a roll with all that helps and hinders, an attack of twelve
dice with its answer, a burst over three, a power that is resisted."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import Any

from tests.bench import measures
from tests.bench.measures import ATTACK_AIMS, ROLL_AIMS, TAP_AIMS, THROW_AIMS, WARM_UP, Latency, Measured, Stopwatch
from tests.bench.screens import CARD, Hand, Screens, hands, newest
from tests.bench.wire import Answer
from tests.servers import Server

VOTES = b'id="panel-yarn-votes"'
MIXED = {"task": "hard", "bonus": "3", "penalty": "2", "trait": ""}
MUCH = "200"


async def votes(server: Server, screens: Screens, count: int) -> Latency:
    """All six vote on whether something was granted: each hand until all see that it is in, the last one too."""
    gm, players = Hand(server, screens.seats[0]), hands(server, screens.table)
    watch = Stopwatch(server, screens, count)
    while watch.goes_on:
        await _refused(gm, players)
        await gm.act("yarn.doubt", ask=await newest("ask", gm), allow="yes")
        screens.watch.sign = VOTES
        for one in (*players, gm):
            ask = await newest("ask", one)
            await asyncio.sleep(0.05)
            await watch.times(partial(one.act, "yarn.vote", ask=ask, hand="granted"))
        screens.watch.sign = CARD
        await _over(gm)
    return watch.latency()


async def forces(server: Server, screens: Screens, count: int) -> Latency:
    """Two tokens force what was refused; whoever refused is asked to block it."""
    gm, players = Hand(server, screens.seats[0]), hands(server, screens.table)
    watch = Stopwatch(server, screens, count, WARM_UP // 4)
    for _ in watch.rounds:
        await gm.may("yarn.set-hand", who=players[0].seat["id"], points="tokens", count="2")
        await _refused(gm, players)
        await gm.act("yarn.let-it-be")
        ask = await newest("ask", players[0])
        await asyncio.sleep(0.1)
        await watch.times(partial(players[0].act, "yarn.force", ask=ask, allow="yes", own="2"))
        await players[1].act("yarn.block", ask=await newest("ask", players[1]), allow="no")
        await _over(gm)
    return watch.latency()


async def _refused(gm: Hand, players: list[Hand]) -> None:
    """A scene of two, in which the first one sought something and says that it was not won."""
    two = {"petitioner": players[0].seat["character"], "granter": players[1].seat["character"]}
    await gm.act("yarn.set-scene", title="The quay", mode="dramatic", cast=list(two.values()))
    await gm.act("yarn.start-anyway")
    await gm.act("yarn.signal-end", **two)
    await players[0].act("yarn.got-it", ask=await newest("ask", players[0]), allow="no")


async def _over(gm: Hand) -> None:
    await gm.act("yarn.confirm-tokens")
    await gm.act("yarn.end-scene")


async def rolls(server: Server, screens: Screens, count: int) -> Latency:
    """Three bonus dice and two penalty dice on two average ones."""

    async def rolled(hand: Hand, number: int) -> tuple[float, Answer]:
        return await hand.act("yarn.check", character=hand.seat["character"], **MIXED)

    return await measures.latency(server, screens, count, rolled)


async def attacks(server: Server, screens: Screens, count: int) -> Latency:
    """One of the GM's strikes with eight dice, a player meets it with four, and all are told what it does."""
    gm, player = Hand(server, screens.seats[0]), hands(server, screens.table)[0]
    blow = {"character": gm.seat["cast"][0], "target": player.seat["character"], "weapon": "hands"}
    blow["trait"] = gm.seat["fighting"]
    watch = Stopwatch(server, screens, count, WARM_UP // 4)
    for _ in watch.rounds:
        await _fight(gm, [blow["character"], blow["target"]])
        await asyncio.sleep(0.1)
        await watch.times_question(
            lambda: gm.act("yarn.attack", **blow),
            lambda ask: player.act("yarn.defend", ask=ask, way=player.seat["lines"]["Gunman"]),
        )
        await _fought(gm, [blow["target"]])
    return watch.latency()


async def bursts(server: Server, screens: Screens, count: int) -> Latency:
    """Three of the GM's are swept; what is measured is the last answer, with which it hits or misses all."""
    gm, player = Hand(server, screens.seats[0]), hands(server, screens.table)[0]
    swept, lines = gm.seat["cast"][:3], player.seat["lines"]
    burst = {"character": player.seat["character"], "weapon": lines["Grease gun"], "trait": lines["Gunman"],
             "distances": "9", "targets_hit": swept}  # fmt: skip
    watch = Stopwatch(server, screens, count, WARM_UP // 8)
    for _ in watch.rounds:
        await _fight(gm, [player.seat["character"], *swept])
        await gm.act("yarn.spread", **burst)
        for _ in swept[1:]:
            await gm.act("yarn.defend", ask=await newest("ask", gm), way="stand")
        ask = await newest("ask", gm)
        await asyncio.sleep(0.1)
        await watch.times(partial(gm.act, "yarn.defend", ask=ask, way="stand"))
        await _fought(gm, swept)
    return watch.latency()


async def powers(server: Server, screens: Screens, count: int) -> Latency:
    """A player reads one of the GM's, who resists it."""
    gm, player = Hand(server, screens.seats[0]), hands(server, screens.table)[0]
    read = {"power": player.seat["lines"]["Under the words"], "target": gm.seat["cast"][0], "metres": "3",
            "sight": "on", "knows": "on"}  # fmt: skip
    watch = Stopwatch(server, screens, count, WARM_UP // 4)
    for _ in watch.rounds:
        await gm.may("yarn.adjust", character=player.seat["character"], track="shots", by="9")
        await asyncio.sleep(0.1)
        await watch.times_question(
            lambda: player.act("yarn.use-power", **read),
            lambda ask: gm.act("yarn.resist-power", ask=ask, way="resist"),
        )
    return watch.latency()


async def _fight(gm: Hand, who: list[Any]) -> None:
    """These, and who acts when is settled."""
    await gm.act("yarn.begin-fight", title="On the gate", mode="detailed", characters=who)
    await gm.may("yarn.roll-rest")


async def _fought(gm: Hand, hurt: list[Any]) -> None:
    """The fight is over, and whoever was hurt is whole again."""
    await gm.act("yarn.end-fight")
    for one in hurt:
        await gm.may("yarn.adjust", character=one, track="hit-points", by=MUCH)


MEASURED = (
    Measured("Yarn: a hand of a vote of six", TAP_AIMS, votes),
    Measured("Yarn: a force with two tokens", TAP_AIMS, forces, part=4, most=50),
    Measured("Yarn: a roll with bonus and penalty dice", ROLL_AIMS, rolls),
    Measured("Yarn: an attack of twelve dice with its answer", ATTACK_AIMS, attacks, part=4, most=50),
    Measured("Yarn: a burst hits three", THROW_AIMS, bursts, part=8, most=25),
    Measured("Yarn: a power that is resisted", ATTACK_AIMS, powers, part=4, most=50),
)
