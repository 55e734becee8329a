"""Several contests against one roll: the defender's dice fall once and count in each of them.

They were opened by one act. Until the defender's total stands, the oldest that is open leads: there alone the
defender's pool is put together and asked for, and what falls there falls in the others too. Then each goes its own way.
"""

from __future__ import annotations

from apps.checks.crew import contests
from apps.rules.crew.contest import Contest
from apps.table.models import Exchange


def together(exchange: Exchange) -> list[Exchange]:
    """All that were opened against the same roll, closed ones too, the oldest first; itself alone where none shares."""
    if not contests.contest_of(exchange).shared:
        return [exchange]
    found = exchange.desk.all(Exchange, kind=contests.KIND, opened_by=exchange.opened_by_id)
    return sorted(found, key=lambda one: one.pk)


def waiting(exchange: Exchange) -> list[Exchange]:
    """Those of them that are open and whose defender's total does not stand yet, the oldest first."""
    return [one for one in together(exchange) if one.closed_at is None and not _stands(contests.contest_of(one))]


def _stands(contest: Contest) -> bool:
    return contest.defender.announced


def leader(exchange: Exchange) -> Exchange:
    """The one of them in which the defender's pool is put together; itself once the total stands."""
    found = waiting(exchange)
    return found[0] if exchange in found else exchange


def follows(exchange: Exchange) -> bool:
    """Whether it waits for what falls in another one."""
    return leader(exchange) != exchange


def followers(exchange: Exchange) -> list[Exchange]:
    """The others that still wait for the same roll."""
    return [one for one in waiting(exchange) if one != exchange]
