"""The panel of a dramatic scene: its steps, who asks whom, the piles of a force, and where hands would stand."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.safestring import SafeString

from apps.characters.yarn.people import of_viewer
from apps.characters.yarn.scenes import Scene
from apps.drama.yarn.bans import banned_among
from apps.drama.yarn.petition import course, quiz, showing
from apps.drama.yarn.petition.flows import sight
from apps.drama.yarn.petition.sides import Sides, drama, has_a_word, is_uncontested, shown_in, sides_of
from apps.drama.yarn.petition.sides_of_force import piles
from apps.drama.yarn.window import window_of
from apps.table import exchanges
from apps.table.desk import Desk
from apps.table.models import Ask, Exchange, Span
from apps.table.panels import panel, part
from apps.table.viewer import Viewer

PARTS = "drama/yarn/petition/panels"


@panel("yarn-petition", template="drama/yarn/petition/panels/petition.html", slot="stage", order=18, game="yarn")
def petition(viewer: Viewer) -> Mapping[str, Any]:
    """The dramatic scene as it stands; empty where there is none."""
    desk = viewer.desk
    scene = drama(desk)
    if scene is None:
        return {}
    exchange, waiting = course.open_petition(desk), window_of(desk) is not None
    settled, given_up = course.settled_in(desk, scene.span), is_uncontested(scene)
    over = quiz.has_come_out(desk, scene)
    sides = _sides(desk, scene, exchange)
    asked = bool(exchanges.open_exchanges(desk, course.SOUGHT, course.QUIZ))
    speaks = viewer.may_act and not waiting and has_a_word(viewer, scene)
    may_swap = speaks and not settled and not over and (exchange is None or exchange.stage == course.GOT_IT)
    return {
        "scene": scene,
        "steps": _steps(viewer, showing.steps(waiting, exchange, over)),
        "standing": _standing(viewer, scene, exchange, may_swap) if sides is not None else "",
        "sides": sides,
        "exchange": exchange,
        "speaks": speaks,
        "over": over,
        "given_up": given_up,
        "banned": banned_among(desk, shown_in(scene)),
        "may_end": speaks and exchange is None and not asked and not given_up,
        "may_swap": may_swap,
        "yields": speaks and sides is not None and not settled and not over and not given_up and _yields(viewer, sides)
        and (exchange is None or exchange.stage == course.GOT_IT),
        "uncontested": showing.uncontested(viewer, sides) if sides is not None else [],
        "vote": _vote(viewer, scene),
        "piles": [_pile(viewer, exchange, one) for one in _laid(exchange)] if exchange is not None else [],
        "waits": _waits(viewer, exchange) if exchange is not None else [],
        "table": _table(viewer, exchange),
        "asks_around": viewer.acts_as_gm and not (waiting or asked or given_up) and exchange is None,
        "two_way": viewer.acts_as_gm and not (waiting or asked or over) and _undecided(exchange),
        "moves": speaks and exchange is not None and exchange.stage == course.TOKENS,
    }  # fmt: skip


# what several seats are sent alike


def _steps(viewer: Viewer, steps: list[dict[str, str]]) -> SafeString:
    key = tuple(one["how"] for one in steps)
    return part(viewer, f"{PARTS}/_steps.html", key, lambda: {"steps": steps})


def _sides(desk: Desk, scene: Scene, exchange: Exchange | None) -> Sides | None:
    return course.at_stake(exchange) if exchange is not None else sides_of(desk, scene)


def _standing(viewer: Viewer, scene: Scene, exchange: Exchange | None, may_swap: bool) -> SafeString:
    def shown() -> Mapping[str, Any]:
        _reads(viewer, scene.span, exchange)
        sides = _sides(viewer.desk, scene, exchange)
        found = showing.standing(viewer, scene, sides)
        return {"standing": found, "sides": sides, "may_swap": may_swap, **_drawn_for(viewer, may_swap)}

    key = (scene.span.pk, exchange.pk if exchange is not None else 0, sight(viewer), viewer.seat.pk if may_swap else 0)
    return part(viewer, f"{PARTS}/_standing.html", key, shown)


def _laid(exchange: Exchange) -> list[Exchange]:
    """The force and, once it has enough, its block."""
    return [one for one in piles(exchange) if one is not None and course.at_stake(exchange) is not None]


def _pile(viewer: Viewer, exchange: Exchange, row: Exchange) -> SafeString:
    """Whoever may lay tokens there, or take some back, is sent one of their own."""
    mine = showing.pile_for(viewer, exchange, row)
    own = mine.may_give or mine.may_take_back

    def shown() -> Mapping[str, Any]:
        _reads(viewer, exchange, row)
        pile, sides = showing.pile_for(viewer, exchange, row), course.at_stake(exchange)
        return {"pile": pile, "sides": sides, **_drawn_for(viewer, own)}

    return part(viewer, f"{PARTS}/_pile.html", (row.pk, viewer.seat.pk if own else 0), shown)


def _vote(viewer: Viewer, scene: Scene) -> SafeString | None:
    """Its hands are open to all who see the table, once all are in."""
    vote = showing.newest_vote(viewer.desk, scene.span)
    if vote is None:
        return None
    return part(viewer, f"{PARTS}/_vote.html", (vote.pk,), lambda: {"vote": showing.last_vote(viewer, scene)})


def _moves(viewer: Viewer, exchange: Exchange) -> SafeString:
    def shown() -> Mapping[str, Any]:
        _reads(viewer, exchange)
        return {"table": showing.table(viewer, exchange)}

    me = viewer.seat.pk if showing.lacks_of_me(viewer, exchange) else 0
    return part(viewer, "drama/yarn/petition/_moves.html", (exchange.pk, sight(viewer), me), shown)


def _drawn_for(viewer: Viewer, own: bool) -> dict[str, Any]:
    """The address of a seat is in nothing that others are sent as well."""
    return {"viewer": viewer if own else None, "colour": viewer.options.token_colour}


def _reads(viewer: Viewer, *rows: Span | Exchange | None) -> None:
    for one in rows:
        if one is not None:
            viewer.desk.reads(one)


def _waits(viewer: Viewer, exchange: Exchange) -> list[Ask]:
    """What waits for others at this stage; who has voted stands with the vote."""
    around = [exchange, *(one for one in piles(exchange) if one is not None)]
    return [ask for one in around for ask in exchanges.asks_of(one) if not exchanges.is_asked(viewer, ask)]


def _table(viewer: Viewer, exchange: Exchange | None) -> SafeString | None:
    """The outcomes side by side. A GM who is asked whether the tokens move has them in that question, and so has
    whoever is asked about two petitions."""
    if exchange is None or (exchange.stage == course.TOKENS and viewer.acts_as_gm):
        return None
    if exchange.stage == course.BOTH and any(exchanges.is_asked(viewer, one) for one in exchanges.asks_of(exchange)):
        return None
    return _moves(viewer, exchange)


def _yields(viewer: Viewer, sides: Sides) -> bool:
    who = of_viewer(viewer)
    return who is not None and (who.is_gm or who.key == sides.gives.key)


def _undecided(exchange: Exchange | None) -> bool:
    if exchange is None:
        return True
    forced = course.petition_of(exchange).outcome in ("forced", "blocked")
    return exchange.stage in (course.GOT_IT, course.DOUBT, course.TOKENS) and not forced
