"""The contests that are open, for everybody: both sides with every die, what it has come to, and what is awaited."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from apps.checks.crew import cards, contest_asks, contests, sharing
from apps.rules.crew import contest as rules
from apps.rules.crew.contest import Contest, Place, side_of
from apps.table import exchanges
from apps.table.models import Ask, Exchange
from apps.table.panels import panel
from apps.table.viewer import Viewer

STEPS = ("Stakes set", "Answered", "Extra dice", "Aftermath", "Closed")
AFTERMATH, JINXES = "Aftermath", "Jinxes"
HIGH_STAKES = {
    "no": "",
    "both": "high stakes",
    "defender": "high stakes for the defender",
    "aggressor": "high stakes for the aggressor",
}
OF_ONES = frozenset({"crew.jinx", "crew.opportunity"})
"""The questions that 1s bring: where nothing else is open, the aftermath is called after them."""


@panel(
    "crew-contest",
    template="checks/crew/panels/contest.html",
    slot="stage",
    order=20,
    per="role",
    game="crew",
)
def crew_contest(viewer: Viewer) -> Mapping[str, Any]:
    """All that everybody sees of a contest, the newest first; a GM's has the buttons to move it on. The last one that
    came to a result stays to be looked at until the scene ends. Those against one roll stand together."""
    shown = [*contests.running(viewer.table), *contests.last_ended(viewer.table)]
    groups = {group[0].pk: group for group in map(sharing.together, shown)}
    return {"contests": [Group([drawn(viewer, one) for one in group]) for group in groups.values()]}


@dataclass(frozen=True)
class Group:
    """A contest, or several against one roll, the oldest first."""

    all: list[dict[str, Any]]

    @property
    def first(self) -> dict[str, Any]:
        return self.all[0]

    @property
    def leader(self) -> dict[str, Any]:
        """The one that shows what the defender has come to."""
        return next((one for one in self.all if not one["closed"]), self.first)

    @property
    def over(self) -> bool:
        return all(one["closed"] for one in self.all)

    @property
    def to_roll(self) -> list[str]:
        """Who has to roll yet, as this role knows them: the defender before the others."""
        sides = [self.leader["sides"][0], *(one["sides"][1] for one in self.all if not one["closed"])]
        return [one.get("true_name") or one["name"] for one in sides if not (self.over or one["rolled"])]


def drawn(viewer: Viewer, exchange: Exchange) -> dict[str, Any]:
    """One contest as this role sees it."""
    held, closed = contests.contest_of(exchange), exchange.closed_at is not None
    outcome = outcome_of(exchange, held)
    sides = {place: _side(viewer, exchange, held, place) | _ranked(outcome, place) for place in contests.PLACES}
    return {
        "exchange": exchange,
        "contest": held,
        "heading": "The last roll" if closed else "Against time" if held.purpose == "timed" else "Contest",
        "high_stakes": HIGH_STAKES[held.high_stakes],
        "steps": steps(exchange, held),
        "outcome": outcome,
        "winner": sides[outcome.winner] if outcome else None,
        "loser": sides[rules.other(outcome.winner)] if outcome else None,
        "sides": list(sides.values()),
        "waiting": [*_asked_here(exchange), *_asked_inside(exchange)],
        "untouched": not contests.anybody_rolled(held),
        "closed": closed,
    }


def steps(exchange: Exchange, held: Contest) -> list[tuple[str, str]]:
    """The steps with "done", "now" or nothing."""
    done = [held.defender.announced, rules.has_rolled(held.aggressor), exchange.stage == contests.RESULT]
    inside = {one.kind for one in exchanges.inside_of(exchange)}
    done.append(done[-1] and not inside)
    now = done.index(False) if False in done else len(done)
    titles = [JINXES if title == AFTERMATH and inside and inside <= OF_ONES else title for title in STEPS]
    return [(title, "done" if n < now else "now" if n == now else "") for n, title in enumerate(titles)]


@dataclass(frozen=True)
class Outcome:
    """Who is ahead; with `over` it ended so, and the winner gains a Big Damn Hero die of the size in `gained`,
    and the loser has lost one of the size in `lost`."""

    winner: Place
    margin: int
    exceptional: bool
    over: bool
    gained: int | None
    lost: int = 0

    @property
    def ranking(self) -> str:
        """The winner's standing in words."""
        if not self.over:
            return "ahead"
        return f"wins by {self.margin}" if self.margin else "wins, the totals are equal"


def outcome_of(exchange: Exchange, held: Contest) -> Outcome | None:
    """Who is ahead once both totals stand, and whether that is how it ended."""
    if not (held.defender.announced and held.aggressor.announced):
        return None
    options = contests.options_of(exchange)
    ended, over = rules.result(held, options), exchange.stage == contests.RESULT
    changes = rules.hero_changes(held, options) if over else ()
    gained = next((one.size for one in changes if one.won), None)
    return Outcome(ended.winner, ended.margin, ended.exceptional, over, gained, held.hero_lost)


def _side(viewer: Viewer, exchange: Exchange, held: Contest, place: Place) -> dict[str, Any]:
    facts = cards.of_side(viewer.table, exchange, held, place)
    if not viewer.is_gm:
        hidden = contests.is_veiled(contests.ask_of(exchange, place))
        facts = cards.veiled(facts) if hidden else cards.openly(facts)
    character = contests.character_of(viewer.table, side_of(held, place))
    seat = character.seat if character is not None and (viewer.is_gm or not character.hidden) else None
    return {**facts, "seat": seat}


def _ranked(outcome: Outcome | None, place: Place) -> dict[str, Any]:
    """How this side stands against the other one."""
    if outcome is None or outcome.winner != place:
        return {"won": False, "ranking": ""}
    return {"won": outcome.over, "ranking": outcome.ranking}


def _asked_here(exchange: Exchange) -> list[tuple[Ask, str]]:
    """The questions of the contest itself, each with what it waits for."""
    return [
        (one, contest_asks.WAITS_FOR[one.facts["stage"]])
        for one in exchange.desk.all(Ask, exchange=exchange, closed_at=None)
    ]


def _asked_inside(exchange: Exchange) -> list[tuple[Ask, str]]:
    """What is open inside, the oldest first."""
    inside = reversed(exchanges.inside_of(exchange))
    return [
        (ask, exchanges.kind_of(one).waits_for)
        for one in inside
        for ask in one.desk.all(Ask, exchange=one, closed_at=None)
    ]
