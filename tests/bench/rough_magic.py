"""What is measured of Rough Magic: a roll with boxes ticked on either side."""

from __future__ import annotations

from tests.bench import measures
from tests.bench.measures import Latency
from tests.bench.screens import Hand, Screens
from tests.bench.wire import Answer
from tests.servers import Server

CHIPS = {"boxes": ["helps", "hinders", "harder", "easier"], "seen": "helps- hinders- harder- easier-"}


async def rolls(server: Server, screens: Screens, count: int) -> Latency:
    """A roll with a box of every sort, told to everybody."""

    async def rolled(hand: Hand, number: int) -> tuple[float, Answer]:
        who = hand.seat["character"]
        return await hand.act("rough_magic.check", character=who, attribute="reason", grade="demanding", **CHIPS)

    return await measures.latency(server, screens, count, rolled)
