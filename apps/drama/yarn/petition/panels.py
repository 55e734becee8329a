"""The panel of a dramatic scene: its steps, who asks whom, the piles of a force, and where hands would stand."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.safestring import SafeString

from apps.characters.yarn.people import of_viewer
from apps.characters.yarn.scenes import Scene, scene_in
from apps.drama.yarn.bans import banned_among
from apps.drama.yarn.petition import course, outcomes, quiz, showing
from apps.drama.yarn.petition.flows import sight
from apps.drama.yarn.petition.sides import Sides, drama, has_a_word, is_uncontested, shown_in, sides_of
from apps.drama.yarn.petition.sides_of_force import piles
from apps.drama.yarn.window import window_of
from apps.table import exchanges
from apps.table.desk import Desk, kept
from apps.table.models import Ask, Exchange, Span
from apps.table.panels import panel, part
from apps.table.viewer import Viewer

PARTS = "drama/yarn/petition/panels"


@dataclass(frozen=True)
class AsItStands:
    """How the dramatic scene stands, whoever looks. `sides` is None where nobody knows yet who asks whom."""

    scene: Scene
    exchange: Exchange | None
    sides: Sides | None
    waiting: bool
    settled: bool
    given_up: bool
    over: bool
    asked: bool

    @property
    def is_sought(self) -> bool:
        """Whether it is not known yet what was won, so that who asks whom may still change."""
        return not self.settled and not self.over and (self.exchange is None or self.exchange.stage == course.GOT_IT)

    @property
    def is_quiet(self) -> bool:
        """Whether it is played and nobody is asked anything of what comes of it."""
        return self.exchange is None and not (self.waiting or self.asked or self.given_up)


@kept
def _as_it_stands(desk: Desk) -> AsItStands | None:
    scene = drama(desk)
    if scene is None:
        return None
    exchange = course.open_petition(desk)
    return AsItStands(
        scene,
        exchange,
        sides=_sides(desk, scene, exchange),
        waiting=window_of(desk) is not None,
        settled=bool(course.settled_in(desk, scene.span)),
        given_up=is_uncontested(scene),
        over=quiz.has_come_out(desk, scene),
        asked=bool(exchanges.open_exchanges(desk, course.SOUGHT, course.QUIZ)),
    )


def _sides(desk: Desk, scene: Scene, exchange: Exchange | None) -> Sides | None:
    return course.at_stake(exchange) if exchange is not None else sides_of(desk, scene)


@panel("yarn-petition", template="drama/yarn/petition/panels/petition.html", slot="stage", order=18, game="yarn")
def petition(viewer: Viewer) -> Mapping[str, Any]:
    """The dramatic scene as it stands; empty where there is none."""
    now = _as_it_stands(viewer.desk)
    if now is None:
        return {}
    return {
        "scene": now.scene,
        "exchange": now.exchange,
        "sides": now.sides,
        "over": now.over,
        "given_up": now.given_up,
        "steps": _steps(viewer, showing.steps(now.waiting, now.exchange, now.over)),
        "banned": banned_among(viewer.desk, shown_in(now.scene)),
        "vote": _vote(viewer, now.scene),
        "table": _table(viewer, now.exchange),
        **_said(viewer, now),
        **(_of_petition(viewer, now.exchange) if now.exchange is not None else {}),
    }


def _said(viewer: Viewer, now: AsItStands) -> Mapping[str, Any]:
    """What whoever looks may say of it now, and how both sides stand beside that."""
    speaks = viewer.may_act and not now.waiting and has_a_word(viewer, now.scene)
    may_swap = speaks and now.is_sought
    yields = may_swap and not now.given_up and now.sides is not None and _yields(viewer, now.sides)
    return {
        "speaks": speaks,
        "may_swap": may_swap,
        "standing": _standing(viewer, now.scene, now.exchange, may_swap) if now.sides is not None else "",
        "may_end": speaks and now.is_quiet,
        "plays": now.is_quiet and not now.over,
        "yields": yields,
        "uncontested": showing.uncontested(viewer, now.sides) if yields and now.sides is not None else [],
        "asks_around": viewer.acts_as_gm and now.is_quiet,
        "two_way": viewer.acts_as_gm and not (now.waiting or now.asked or now.over) and _undecided(now.exchange),
        "moves": speaks and now.exchange is not None and now.exchange.stage == course.TOKENS,
    }


def _of_petition(viewer: Viewer, exchange: Exchange) -> Mapping[str, Any]:
    laid = [_pile(viewer, exchange, one) for one in _laid(exchange)]
    return {"piles": laid, "waits": _waits(viewer, exchange)}


# what several seats are sent alike


def _steps(viewer: Viewer, steps: list[dict[str, str]]) -> SafeString:
    key = tuple(one["how"] for one in steps)
    return part(viewer, f"{PARTS}/_steps.html", key, lambda: {"steps": steps})


def _standing(viewer: Viewer, scene: Scene, exchange: Exchange | None, may_swap: bool) -> SafeString:
    def shown() -> Mapping[str, Any]:
        _reads(viewer, scene.span, exchange)
        now = scene_in(viewer.desk, scene.span)
        sides = _sides(viewer.desk, now, exchange)
        found = showing.standing(viewer, now, sides)
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
        return {"table": outcomes.table(viewer, exchange)}

    me = viewer.seat.pk if outcomes.lacks_of_me(viewer, exchange) else 0
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
