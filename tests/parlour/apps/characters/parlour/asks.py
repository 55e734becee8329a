from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from apps.characters import aside
from apps.rules import find
from apps.table.answering import answers_in, seen_by, unsigned_in
from apps.table.audience import GMS
from apps.table.exchanges import close, exchange_kind
from apps.table.models import Ask, Exchange
from apps.table.turn import Turn
from apps.table.viewer import Viewer

FOLDER = "characters/parlour/asks"


@dataclass(frozen=True)
class Called:
    question: str


def opened(turn: Turn, exchange: Exchange) -> None:
    """All hands are shown; where most are for it, the bets are paid."""
    hands = [{"who": one.facts["who"], "hand": hand} for one, hand in answers_in(exchange)]
    won = find("parlour.vote")(hands=[one["hand"] for one in hands])
    if won:
        for pile in aside.piles_of(exchange):
            aside.pay(turn, aside.giver_of(pile), None, pile.value, exchange, "A bet")
    close(turn, exchange)
    turn.tell("parlour.opened", {"hands": hands, "won": won})


def counted(turn: Turn, exchange: Exchange) -> None:
    ranks = [str(answer) for answer in unsigned_in(exchange)]
    close(turn, exchange)
    turn.tell("parlour.ranks-in", {"ranks": ranks}, GMS, also=None)


def gone_on(turn: Turn, exchange: Exchange) -> None:
    close(turn, exchange)
    turn.tell("parlour.gone-on", {})


def own_answer(viewer: Viewer, one: Ask) -> Mapping[str, Any]:
    return {"given": seen_by(viewer, one)}


for _name, _sealed, _done in (
    ("vote", "till-all-in", opened),
    ("rank", "to-gm", counted),
    ("wait", "own", gone_on),
):
    exchange_kind(
        name=f"parlour.{_name}",
        state=Called,
        template=f"{FOLDER}/asked",
        answer=f"parlour.{_name}",
        sealed=_sealed,
        all_in=_done,
        context=own_answer,
    )
