"""Panels while an episode closes: how far it is, what was said; and for the GM alone the tally."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from apps.drama.yarn.closes import BALLOT, STATEMENTS, STEPS, THEME, WINNERS, open_step
from apps.drama.yarn.closing.stating import still_to_speak
from apps.drama.yarn.closing.steps import candidates, closing_in
from apps.drama.yarn.closing.tallying import ballots_read, scores_of
from apps.table.exchanges import asks_of
from apps.table.models import Ask, Exchange, Span
from apps.table.panels import panel
from apps.table.viewer import Viewer

TITLES = ("Said", "Ranked", "Bennies", "Theme", "Dice")


def steps(exchange: Exchange) -> list[tuple[str, str]]:
    """The names of all steps, each with how far it is: done, now, or still to come."""
    now = STEPS.index(exchange.kind)
    states = ["done" if n < now else "now" if n == now else "" for n in range(len(STEPS))]
    return [("Hands", "done"), *zip(TITLES, states, strict=True)]


@panel(
    "yarn-closing", template="drama/yarn/closing/panels/closing.html", slot="stage", order=4, game="yarn", per="role"
)
def closing(viewer: Viewer) -> Mapping[str, Any]:
    """The row of steps; what was said, and who speaks next; how many ballots are in."""
    exchange = open_step(viewer.desk)
    if exchange is None:
        return {}
    found = closing_in(exchange)
    there = candidates(viewer.desk, found)
    asks = viewer.desk.all(Ask, exchange=exchange) if exchange.kind == BALLOT else []
    return {
        "episode": viewer.desk.get(Span, found.span),
        "steps": steps(exchange),
        "speaking": exchange.kind == STATEMENTS,
        "said": [one for one in there if one.said is not None],
        "next": still_to_speak(found, there) if exchange.kind == STATEMENTS else [],
        "chooses": _chooses(exchange),
        "in_": sum(one.answer is not None for one in asks),
        "of": len(asks),
    }


def _chooses(exchange: Exchange) -> str:
    """Who names the next theme, while that is waited for."""
    asked = asks_of(exchange) if exchange.kind == THEME else []
    return asked[0].facts["who"] if asked else ""


@panel(
    "yarn-scores",
    template="drama/yarn/closing/panels/scores.html",
    slot="stage",
    order=5,
    game="yarn",
    per="role",
    roles={"gm"},
)
def scores(viewer: Viewer) -> Mapping[str, Any]:
    """The tally while the GM looks at it; nobody else ever does (yarn.bennie-secrecy)."""
    exchange = open_step(viewer.desk)
    if exchange is None or exchange.kind != WINNERS or not viewer.acts_as_gm:
        return {}
    found = closing_in(exchange)
    return {
        "scores": scores_of(viewer.desk, found, viewer.options),
        "ballots": ballots_read(viewer.desk, found, viewer.options),
    }
