"""A seat changes hands only with the yes of whoever sits in it."""

from __future__ import annotations

from dataclasses import dataclass

from apps.table.exchanges import exchange_kind


@dataclass(frozen=True)
class SeatOffer:
    """The GM would give `seat` to somebody called `name`; `knock` is theirs where they wait at the door."""

    seat: str
    name: str
    knock: str


exchange_kind(
    name="seat-offer",
    state=SeatOffer,
    template="table/seating/offer",
    answer="answer-seat-offer",
    open=False,
)
