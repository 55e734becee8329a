"""What the asks of a contest show: the stage that it is at, and what may be done now."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from apps.characters.crew import out, points
from apps.characters.crew.holding import is_crewmember
from apps.checks.crew import aftermath, cards, contests, course, rerolling, result
from apps.checks.thrown import Thrown
from apps.rules.crew import contest as rules
from apps.rules.crew.contest import Contest, Place, Side, side_of
from apps.rules.crew.lists import DIFFICULTIES
from apps.rules.crew.odds import hero_odds
from apps.rules.crew.pools import OF_THE_OPPOSITION, may_hold
from apps.rules.crew.totals import Raised, raise_the_stakes
from apps.rules.odds import percent
from apps.table import exchanges
from apps.table.models import Ask, Exchange
from apps.table.viewer import Viewer

ACTS = {
    contests.ROLL: "crew.throw",
    contests.KEEP: "crew.keep",
    contests.HERO: "crew.hero",
    contests.JINX: "crew.hero-jinx",
}
WAITS_FOR = {
    contests.ROLL: "to roll",
    contests.KEEP: "to keep more dice, or let it stand",
    contests.HERO: "a Big Damn Hero die?",
    contests.JINX: "a 1 on a Big Damn Hero die",
}


def answered_with(ask: Ask) -> str:
    """The act that answers a contest's ask at its stage."""
    return ACTS[ask.facts["stage"]]


def context(viewer: Viewer, ask: Ask) -> Mapping[str, Any]:
    """The contest as it stands, with what this side may do and what it holds to pay with."""
    exchange, place = ask.exchange, contests.place_of(ask)
    held = contests.contest_of(exchange)
    side = side_of(held, place)
    found: dict[str, Any] = {
        "contest": held,
        "place": place,
        "side": side,
        "stage": ask.facts["stage"],
        "total": rules.total(side),
        "who": known_as(viewer, side),
        "foe": known_as(viewer, side_of(held, rules.other(place))),
        "stakes": cards.stakes_before(held, place),
        "high": held.high_stakes in {"both", place},
        "fallen": bool(ask.thrown),
        **purse(viewer, side),
    }
    return found | STAGES[ask.facts["stage"]](viewer, exchange, held, place)


def known_as(viewer: Viewer, side: Side) -> str:
    """What this seat may call whoever rolls."""
    character = contests.character_of(viewer.table, side)
    if character is not None and character.hidden and viewer.is_gm:
        return character.name
    return contests.open_name(side, character)


def purse(viewer: Viewer, side: Side) -> dict[str, Any]:
    """What the side pays with: a crewmember's plot points, or the bank."""
    character = contests.character_of(viewer.table, side)
    if character is None or not is_crewmember(character):
        return {"points": points.bank_of(viewer.table), "from_bank": True, "callbacks": []}
    free = viewer.options.callback_limit == "free"
    return {"points": points.held(character), "callbacks": points.callbacks_of(character, free)}


def _rolling(viewer: Viewer, exchange: Exchange, held: Contest, place: Place) -> dict[str, Any]:
    side = side_of(held, place)
    character = contests.character_of(viewer.table, side)
    tap = viewer.is_gm and may_hold(side.kind) is OF_THE_OPPOSITION
    limited = character is not None and out.is_out(character)
    unrolled = not contests.anybody_rolled(held)
    return {"limited": limited, "difficulties": DIFFICULTIES if tap else (), "unrolled": unrolled}


def _keeping(viewer: Viewer, exchange: Exchange, held: Contest, place: Place) -> dict[str, Any]:
    side = side_of(held, place)
    free = contests.options_of(exchange).callback_limit == "free"
    return {
        "dice": cards.dice(side, cards.lenders_of(viewer.table, side)),
        "buyable": _offered(viewer, side, cards.stakes_before(held, place)),
        "raised": _raised(cards.stakes_before(held, place), rules.total(side)),
        "rerolls": rerolling.at_hand(viewer.table, side, free),
    }


def _offered(viewer: Viewer, side: Side, stakes: int | None = None) -> list[dict[str, Any]]:
    """The dice that can still be bought in, the highest first, each with the total that it would make, and what that is
    worth against the stakes."""
    told = cards.dice(side, cards.lenders_of(viewer.table, side))
    dice = {one["index"]: one for one in told if "index" in one}
    made = {index: rules.total(side) + side.faces[index] for index in rules.buyable(side)}
    return [{**dice[index], "makes": one, "raised": _raised(stakes, one)} for index, one in made.items()]


def _raised(stakes: int | None, total: int) -> Raised | None:
    return None if stakes is None else raise_the_stakes(defender_total=stakes, aggressor_total=total)


def _adding(viewer: Viewer, exchange: Exchange, held: Contest, place: Place) -> dict[str, Any]:
    ask = contests.ask_of(exchange, place)
    side, options = side_of(held, place), contests.options_of(exchange)
    hero = rules.may_add_hero(held, place, options)
    late = rules.may_buy_late(held, place, options)
    return {
        "stored": stored(viewer, ask, held, place) if hero else [],
        "buyable": _offered(viewer, side) if late else [],
        "behind": rules.behind(held) == place,
        "across": rules.total(side_of(held, rules.other(place))),
    }


def stored(viewer: Viewer, ask: Ask, held: Contest, place: Place) -> list[dict[str, Any]]:
    """The sizes in store, the largest first, each with the chance that the side wins with it, and by 5 or more."""
    mine, theirs = rules.total(side_of(held, place)), rules.total(side_of(held, rules.other(place)))
    sizes = sorted(set(course.stored(viewer.table, side_of(held, place))), reverse=True)
    again = Thrown.fell(ask, contests.standing(side_of(held, place)))
    faces = [next((face for sides, face in again if sides == size), None) for size in sizes]
    odds = [
        hero_odds(size=size, mine=mine, theirs=theirs, place=place, face=face)
        for size, face in zip(sizes, faces, strict=True)
    ]
    return [
        {"size": size, "chance": percent(one.chance), "exceptional": percent(one.exceptional)}
        for size, one in zip(sizes, odds, strict=True)
    ]


def _deciding(viewer: Viewer, exchange: Exchange, held: Contest, place: Place) -> dict[str, Any]:
    return {"size": side_of(held, place).heroes[-1].size}


STAGES = {contests.ROLL: _rolling, contests.KEEP: _keeping, contests.HERO: _adding, contests.JINX: _deciding}


def loss_context(viewer: Viewer, ask: Ask) -> Mapping[str, Any]:
    """The dice in store that may go."""
    state: result.Losing = exchanges.state_of(ask.exchange)
    character = aftermath.character_at(viewer.table, state.character)
    return {"fitting": result.fitting(character, state) if character else [], "losing": state}
