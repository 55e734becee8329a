"""What a plot point buys only with the GM's yes (rough_magic.plot-point-spend): it waits, and is paid when it comes.

Each use has one function, found in `GRANTS`, that brings what was wished for and tells of it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from apps.characters.access import knowers_of
from apps.characters.models import Character
from apps.characters.rough_magic.boosts import Duration
from apps.characters.rough_magic.points import held_by
from apps.drama.rough_magic.people import acting_for_player, player
from apps.rules.listed import pick
from apps.rules.rough_magic.lists import SPENDING, Spending
from apps.table import exchanges
from apps.table.audience import EVERYBODY, Audience
from apps.table.desk import Desk
from apps.table.models import Event, Seat
from apps.table.turn import Turn

KIND = "rough_magic.wish"
RULE = "rough_magic.plot-point-spend"


@dataclass(frozen=True)
class Wish:
    """One of the uses of a plot point by its id, whose point (`seat`) and for whom, by public ids.

    `trait` is what is boosted or the power of a stunt; `text` the idea, the fact, the question; `more` what a stunt's
    bonus counts on, or the skill that a retcon brings, with its `area`.
    """

    use: str
    seat: str
    character: str = ""
    trait: str = ""
    text: str = ""
    more: str = ""
    area: str = ""
    duration: Duration = "round"

    @property
    def bought(self) -> Spending:
        return pick("use", self.use, SPENDING)


@dataclass(frozen=True)
class Granted:
    """A wish with the GM's yes: who pays, for whom (None where it is for nobody), in the GM's `words`.

    `shown_to` says who reads a hint: "player" or "all".
    """

    wish: Wish
    payer: Seat
    character: Character | None
    words: str = ""
    shown_to: str = "player"

    @property
    def hero(self) -> Character:
        """Where the use is somebody's. Raises LookupError where it is not."""
        if self.character is None:
            raise LookupError(self.wish.use)
        return self.character


Grant = Callable[[Turn, Granted], Event]
GRANTS: dict[str, Grant] = {}


def granted_by(use: str) -> Callable[[Grant], Grant]:
    """Registers what brings this use of a point: pays, changes and tells."""

    def register(grant: Grant) -> Grant:
        GRANTS[use] = grant
        return grant

    return register


# asking


def open_wishes(desk: Desk, seat: Seat) -> int:
    """How many wishes of somebody wait for the GM."""
    return len(exchanges.about(desk, KIND, seat=seat.public_id))


def refuse_broke(turn: Turn, seat: Seat, field: str) -> None:
    """Refuses whoever has no point that no other wish of theirs waits for."""
    held, waiting = held_by(seat), open_wishes(turn.desk, seat)
    if held > waiting:
        return
    if held:
        turn.refuse("waiting", "Each point you have waits for an answer already.", field)
    turn.refuse("no-points", f"It costs 1 plot point, and {seat.name} has none.", field)


def wish_for(turn: Turn, wish: Wish, payer: Seat, character: Character | None, field: str) -> None:
    """Asks the GM, who pays nothing for asking; what a GM wishes for a player is granted at once, but for a hint."""
    refuse_broke(turn, payer, field)
    acting_for_player(turn, payer)
    if turn.viewer.is_gm and wish.use != "inspiration":
        GRANTS[wish.use](turn, Granted(wish, payer, character))
        return
    facts = told_of(wish, payer, character)
    told = turn.tell("rough_magic.wished", facts, hearers(character))
    exchange = exchanges.open_exchange(turn, KIND, wish, told)
    exchanges.ask(turn, exchange, ("gms", 0), facts)


def told_of(wish: Wish, payer: Seat, character: Character | None) -> dict[str, Any]:
    """What the question and the log say of a wish."""
    return {
        "who": payer.name,
        "use": wish.use,
        "title": wish.bought.title,
        "character": character.name if character else "",
        "text": wish.text,
        "more": with_area(wish.more, wish.area),
        "lasts": wish.duration,
        "rule": RULE,
    }


def with_area(skill: str, area: str) -> str:
    return f"{skill} ({area})" if skill and area else skill


def hearers(character: Character | None) -> Audience:
    return knowers_of(character) if character else EVERYBODY


# who is meant


def payer_and_hero(turn: Turn, wish: Wish) -> tuple[Seat, Character | None]:
    """Both as they are now. Refuses where one of them is gone."""
    payer = player(turn.desk, wish.seat)
    character = turn.desk.one(Character, public_id=wish.character) if wish.character else None
    if payer is None or (wish.character and character is None):
        turn.refuse("gone", "Whoever wished for it is no longer there. Say no.", "ask")
    return payer, character
