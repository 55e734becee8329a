"""The panel of a dramatic scene: its steps, who asks whom, the piles of a force, and where hands would stand."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from apps.characters.yarn.people import of_viewer
from apps.drama.yarn.bans import banned_among
from apps.drama.yarn.petition import course, quiz, showing
from apps.drama.yarn.petition.sides import Sides, drama, has_a_word, is_uncontested, shown_in, sides_of
from apps.drama.yarn.petition.sides_of_force import piles
from apps.drama.yarn.window import window_of
from apps.table import exchanges
from apps.table.models import Ask, Exchange
from apps.table.panels import panel
from apps.table.viewer import Viewer


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
    sides = course.at_stake(exchange) if exchange is not None else sides_of(desk, scene)
    asked = bool(exchanges.open_exchanges(desk, course.SOUGHT, course.QUIZ))
    speaks = viewer.may_act and not waiting and has_a_word(viewer, scene)
    return {
        "scene": scene,
        "steps": showing.steps(waiting, exchange, over),
        "sides": sides,
        "standing": showing.standing(viewer, scene, sides),
        "exchange": exchange,
        "speaks": speaks,
        "over": over,
        "given_up": given_up,
        "banned": banned_among(desk, shown_in(scene)),
        "may_end": speaks and exchange is None and not asked and not given_up,
        "may_swap": speaks and not settled and not over and (exchange is None or exchange.stage == course.GOT_IT),
        "yields": speaks and sides is not None and not settled and not over and not given_up and _yields(viewer, sides)
        and (exchange is None or exchange.stage == course.GOT_IT),
        "uncontested": showing.uncontested(viewer, sides) if sides is not None else [],
        "vote": showing.last_vote(viewer, scene),
        "piles": showing.piles_for(viewer, exchange) if exchange is not None else [],
        "waits": _waits(viewer, exchange) if exchange is not None else [],
        "table": _table(viewer, exchange),
        "asks_around": viewer.acts_as_gm and not (waiting or asked or given_up) and exchange is None,
        "two_way": viewer.acts_as_gm and not (waiting or asked or over) and _undecided(exchange),
        "moves": speaks and exchange is not None and exchange.stage == course.TOKENS,
    }  # fmt: skip


def _waits(viewer: Viewer, exchange: Exchange) -> list[Ask]:
    """What waits for others at this stage; who has voted stands with the vote."""
    around = [exchange, *(one for one in piles(exchange) if one is not None)]
    return [ask for one in around for ask in exchanges.asks_of(one) if not exchanges.is_asked(viewer, ask)]


def _table(viewer: Viewer, exchange: Exchange | None) -> Any:
    """The outcomes side by side. A GM who is asked whether the tokens move has them in that question, and so has
    whoever is asked about two petitions."""
    if exchange is None or (exchange.stage == course.TOKENS and viewer.acts_as_gm):
        return None
    if exchange.stage == course.BOTH and any(exchanges.is_asked(viewer, one) for one in exchanges.asks_of(exchange)):
        return None
    return showing.table(viewer, exchange)


def _yields(viewer: Viewer, sides: Sides) -> bool:
    who = of_viewer(viewer)
    return who is not None and (who.is_gm or who.key == sides.gives.key)


def _undecided(exchange: Exchange | None) -> bool:
    if exchange is None:
        return True
    forced = course.petition_of(exchange).outcome in ("forced", "blocked")
    return exchange.stage in (course.GOT_IT, course.DOUBT, course.TOKENS) and not forced
