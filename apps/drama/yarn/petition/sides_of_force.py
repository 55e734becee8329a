"""The two piles of a force: who may lay tokens on which, and what lies there (yarn.force-support)."""

from __future__ import annotations

from dataclasses import dataclass

from apps.characters import aside
from apps.characters.models import Move
from apps.characters.yarn.people import Participant, participants
from apps.characters.yarn.points import hand_of, track_of
from apps.characters.yarn.scenes import scene_of
from apps.drama.yarn.petition import course
from apps.drama.yarn.petition.sides import Sides, is_in, playing, there
from apps.rules.refusal import Refused
from apps.rules.yarn.drama.tokens import why_no_gift
from apps.rules.yarn.lists import BLOCK, FORCE
from apps.table import exchanges
from apps.table.desk import Desk
from apps.table.models import Exchange
from apps.table.turn import Turn

PRICES = {course.FORCE: FORCE, course.BLOCK: BLOCK}
GATHERING, LAID = "open", "laid"
RULE = "yarn.force-support"


@dataclass(frozen=True)
class Declared:
    """A force, or its block: by whose key it was declared."""

    by: str


def may_be_helped(desk: Desk, sides: Sides) -> bool:
    """Whether anybody else is there, who might lay a token on a force or its block."""
    scene = playing(desk)
    others = there(scene) if scene is not None else []
    return any(one.key not in (sides.seeks.key, sides.gives.key) for one in others)


def may_be_given(exchange: Exchange, pile: Exchange) -> bool:
    """Whether anybody else is there who might lay a token on it: nobody does who has helped the other side."""
    scene, sides = playing(pile.desk), course.at_stake(exchange)
    force, block = piles(exchange)
    across = given(pile.desk, block if pile.kind == course.FORCE else force)
    taken = {*across, *((sides.seeks.key, sides.gives.key) if sides is not None else ())}
    return any(one.key not in taken for one in (there(scene) if scene is not None else []))


def piles(exchange: Exchange) -> tuple[Exchange | None, Exchange | None]:
    """The force of a petition and its block, as far as there are any."""
    return exchange.desk.memo_of(exchange, "yarn piles", lambda: _piles(exchange))


def _piles(exchange: Exchange) -> tuple[Exchange | None, Exchange | None]:
    force = _inside(exchange, course.FORCE)
    return force, _inside(force, course.BLOCK) if force is not None else None


def _inside(outer: Exchange, kind: str) -> Exchange | None:
    return next((one for one in exchanges.inside_of(outer) if one.kind == kind), None)


def short_of(pile: Exchange) -> int:
    """How many tokens are still missing."""
    return PRICES[pile.kind] - aside.aside_for(pile)


def given(desk: Desk, pile: Exchange | None) -> dict[str, int]:
    """Who has laid how many, by their keys, in the order in which they first gave."""
    return dict(desk.memo_of(pile, "yarn laid", lambda: _laid(pile))) if pile is not None else {}


def _laid(pile: Exchange) -> dict[str, int]:
    keys = {one.seat.pk if one.seat else None: one.key for one in participants(pile.desk)}
    laid = [(aside.giver_of(one).seat_id, one.value) for one in aside.piles_of(pile)]
    return {keys[seat]: count for seat, count in laid if count and seat in keys}


def lay(turn: Turn, pile: Exchange, who: Participant, count: int, why: str) -> Move:
    """Tokens out of a hand; they are spent by nothing else while they lie there."""
    return aside.set_aside(turn, track_of(turn, who), count, pile, why, RULE)


def why_not_give(desk: Desk, sides: Sides, exchange: Exchange, pile: Exchange, who: Participant) -> Refused | None:
    """Why somebody cannot lay a token there, or None."""
    force, block = piles(exchange)
    main, across = (sides.seeks, sides.gives) if pile.kind == course.FORCE else (sides.gives, sides.seeks)
    other = given(desk, block if pile.kind == course.FORCE else force)
    if who.key == across.key:
        return Refused("both-sides", f"{who.name} is on the other side.", "side")
    scene = scene_of(desk)
    there = who.key == main.key or (scene is not None and is_in(scene, who))
    gift = {"who": who.name, "give": 1, "hand": hand_of(desk, who), "present": there}
    return why_no_gift(gift, [who.name] if who.key in other else [])
