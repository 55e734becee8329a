"""Hands as each outcome of a petition would leave them, as far as these eyes see them.

What somebody may not see is reckoned as UNKNOWN and left out of the table, so that no number tells of it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from apps.characters.yarn.people import of_viewer, participants
from apps.drama.yarn.petition import course
from apps.drama.yarn.petition.course import Won
from apps.drama.yarn.petition.flows import both_ways, hand_seen, hands_seen, one_way
from apps.drama.yarn.petition.sides import Sides
from apps.drama.yarn.petition.sides_of_force import (
    given,
    piles,
    short_of,
    why_not_give,
)
from apps.rules.yarn.drama.tokens import force_of
from apps.table.models import Exchange
from apps.table.viewer import Viewer

Hands = Mapping[str, int]

WORDS: tuple[tuple[Won, str], ...] = (("granted", "Granted"), ("refused", "Refused"))


@dataclass(frozen=True)
class Column:
    """An outcome: what it is called, when it comes, and all hands after it."""

    title: str
    line: str
    hands: Hands


def before(viewer: Viewer, exchange: Exchange | None) -> dict[str, int]:
    """Hands with what they have laid aside, as these eyes reckon with them."""
    found = hands_seen(viewer, participants(viewer.desk))
    for pile in piles(exchange) if exchange is not None else ():
        for key, count in given(viewer.desk, pile).items():
            found[key] = found.get(key, 0) + count
    return found


def columns(viewer: Viewer, exchange: Exchange) -> list[Column]:
    """What may come of it from here."""
    sides, stake = course.sides_in(exchange), course.at_stake(exchange)
    if sides is None or stake is None:
        return []
    hands = before(viewer, exchange)
    if exchange.stage == course.TOKENS:
        return [_as_it_came_out(viewer, exchange, sides, hands)]
    if exchange.stage in (course.BOTH, course.BOTH_VOTE):
        return both_columns(sides, hands)
    return _still_open(viewer, exchange, sides, stake, hands)


def _still_open(viewer: Viewer, exchange: Exchange, sides: Sides, stake: Sides, hands: Hands) -> list[Column]:
    """Granted or refused, forced or blocked, of the petition at `stake`."""
    force, _ = piles(exchange)
    if force is not None:
        return _of_a_force(viewer, exchange, stake, hands)
    ends = [Column(title, "", {**hands, **after_word(exchange, sides, outcome, hands)}) for outcome, title in WORDS]
    return ends[1:] + _of_a_force(viewer, exchange, stake, hands) if exchange.stage == course.FORCING else ends


def both_columns(sides: Sides, hands: Hands) -> list[Column]:
    """The ways in which two petitions may come out, before both have said so (yarn.two-way)."""
    pair = (sides.seeks.key, sides.gives.key)
    names = [one.name.split()[0] for one in (sides.petitioner, sides.granter)]
    ways = (("Alike", "", "granted", "granted"),
            (f"{names[0]} won", "not the other", "granted", "refused"),
            (f"{names[1]} won", "not the other", "refused", "granted"))  # fmt: skip
    return [Column(title, line, {**hands, **both_ways(a, b, *pair, hands)[0]}) for title, line, a, b in ways]


def after_word(exchange: Exchange, sides: Sides, outcome: Won, hands: Hands) -> dict[str, int]:
    """Both hands after this word on the petition, with what is said of the other one where there are two."""
    state, pair = course.petition_of(exchange), (sides.seeks.key, sides.gives.key)
    if not state.denied:
        return one_way(outcome, *pair, hands)
    both = state.with_word(outcome)
    return both_ways(both.outcome, both.other, *pair, hands)[0]


def _gifts(found: Hands, hands: Hands, but: str) -> list[dict[str, Any]]:
    """What others give, as the rules are told of it."""
    return [{"who": key, "hand": hands[key], "give": count} for key, count in found.items() if key != but and count]


def _after_a_force(
    viewer: Viewer, exchange: Exchange, sides: Sides, hands: Hands, blocked: bool, more: Hands | None = None
) -> Hands | None:
    """All hands after it, with what some give `more` to its block; None where that side cannot pay."""
    force, block = piles(exchange)
    mine, theirs = sides.seeks.key, sides.gives.key
    to_block = given(viewer.desk, block)
    for key, count in (more or {}).items():
        to_block[key] = to_block.get(key, 0) + count
    found = force_of(
        petitioner=hands[mine],
        granter=hands[theirs],
        supporters=_gifts(given(viewer.desk, force), hands, mine),
        block=blocked,
        block_supporters=_gifts(to_block, hands, theirs),
    )
    if not found.legal or (blocked and not found.legal_block):
        return None
    return {**hands, **found.hands, mine: found.petitioner, theirs: found.granter}


def _of_a_force(viewer: Viewer, exchange: Exchange, sides: Sides, hands: Hands) -> list[Column]:
    forced = _after_a_force(viewer, exchange, sides, hands, blocked=False)
    blocked = _after_a_force(viewer, exchange, sides, hands, blocked=True)
    found = [Column("Forced", "if it stands", forced)] if forced is not None else []
    if blocked is not None:
        found.append(Column("Blocked", "if it is blocked", blocked))
    else:
        found += _blocked_with_help(viewer, exchange, sides, hands)
    return [replace(one, hands=_then_the_other(exchange, sides, one.hands)) for one in found]


def _then_the_other(exchange: Exchange, stake: Sides, hands: Hands) -> Hands:
    """Hands after a force of one of two petitions, once the other one is settled by itself as it stands now."""
    state = course.petition_of(exchange)
    if not state.two_way:
        return hands
    rest = state.outcome if state.denied == "other" else state.other
    return {**hands, **one_way(rest, stake.gives.key, stake.seeks.key, hands)}


def lacks_of_me(viewer: Viewer, exchange: Exchange) -> int:
    """What a block lacks beside the granter's own tokens, where whoever looks can give all of it; else nothing."""
    me, (_, block), sides = of_viewer(viewer), piles(exchange), course.at_stake(exchange)
    if me is None or block is None or sides is None or me.key == sides.gives.key:
        return 0
    if why_not_give(viewer.desk, sides, exchange, block, me) is not None:
        return 0
    hands = hands_seen(viewer, (sides.gives, me))
    lacks = short_of(block) - hands[sides.gives.key]
    return lacks if 0 < lacks <= hands[me.key] else 0


def _blocked_with_help(viewer: Viewer, exchange: Exchange, sides: Sides, hands: Hands) -> list[Column]:
    """The block that stands if whoever looks gives what it lacks, where they can."""
    me, lacks = of_viewer(viewer), lacks_of_me(viewer, exchange)
    if me is None or not lacks:
        return []
    after = _after_a_force(viewer, exchange, sides, hands, blocked=True, more={me.key: lacks})
    return [Column("Blocked", f"if you give {lacks}", after)] if after is not None else []


def _as_it_came_out(viewer: Viewer, exchange: Exchange, sides: Sides, hands: Hands) -> Column:
    state = course.petition_of(exchange)
    if state.outcome in ("forced", "blocked"):
        blocked = state.outcome == "blocked"
        after = _after_a_force(viewer, exchange, sides, hands, blocked) or hands
        return Column(state.outcome.capitalize(), "", after)
    if state.two_way:
        after, _ = both_ways(state.outcome, state.other, sides.seeks.key, sides.gives.key, hands)
        return Column("Two-way", "", {**hands, **after})
    return Column(
        state.outcome.capitalize(), "", {**hands, **one_way(state.outcome, sides.seeks.key, sides.gives.key, hands)}
    )


def table(viewer: Viewer, exchange: Exchange) -> dict[str, Any]:
    """The outcomes side by side, a row for everybody whose hand one of them changes and these eyes see."""
    found, hands = columns(viewer, exchange), before(viewer, exchange)
    sides = course.sides_in(exchange)
    if sides is None:
        return {"columns": [], "rows": []}
    return {"columns": found, "rows": rows(viewer, found, hands, (sides.seeks.key, sides.gives.key))}


def rows(viewer: Viewer, found: list[Column], hands: Hands, main: tuple[str, ...]) -> list[dict[str, Any]]:
    """Petitioner and granter first, then whoever else gains or loses by one of them."""
    listed = []
    for who in sorted(participants(viewer.desk), key=lambda one: (one.key not in main, one.key != main[0])):
        changed = any(one.hands[who.key] != hands[who.key] for one in found)
        if hand_seen(viewer, who) is not None and (changed or who.key in main):
            listed.append({"who": who, "cells": [_cell(one.hands[who.key], hands[who.key]) for one in found]})
    return listed


def _cell(after: int, was: int) -> dict[str, int]:
    return {"after": after, "change": after - was}
