"""How steps of a fight are told, and how a roll is put into words before it is thrown."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from apps.combat.gathering import names, seen
from apps.combat.models import Combatant, Fight
from apps.combat.yarn.rounds import stored
from apps.rules.odds import mean
from apps.rules.yarn.odds import total_odds
from apps.rules.yarn.options import Options
from apps.rules.yarn.pool import Pool
from apps.table.models import Event
from apps.table.telling import tell_both
from apps.table.turn import Turn

Facts = dict[str, Any]


def thrown_words(pool: Pool) -> str:
    """Throw 5, keep the best 3."""
    if not pool.counted:
        return "No dice"
    if pool.thrown == pool.counted:
        return f"{pool.counted} dice" if pool.counted > 1 else "1 die"
    return f"Throw {pool.thrown}, keep the {'worst' if pool.net_penalty else 'best'} {pool.counted}"


def spread(pool: Pool, options: Options) -> str:
    """The same with what it comes to on average."""
    return f"{thrown_words(pool)}: {float(mean(total_odds(pool, options))):.1f} on average".replace(".0 on", " on")


def stand(fight: Fight, now: Iterable[Combatant]) -> Facts:
    return {"round": stored.round_number(fight), "now": names(now)}


def step(
    turn: Turn, kind: str, fight: Fight, full: Facts, public: Facts | None, ended: list[Facts] | None = None
) -> Event:
    """Tells an act that has taken the fight on: who acts now, as far as they may be known. `public` None: the GMs alone
    hear of it."""
    now = stored.acting(fight)
    over = ended or []
    shown = [one for one in over if not one.get("hidden")]
    return tell_both(
        turn,
        kind,
        stand(fight, now) | full | {"ended": over},
        None if public is None else stand(fight, seen(now)) | public | {"ended": shown},
    )


def order_stands(turn: Turn, fight: Fight, rolls: list[Facts]) -> Event:
    """The order, for everybody with those of whom they know; what the GM threw is hers."""
    cast = stored.everybody(fight)
    full = {"order": names(cast), "rolls": rolls}
    return step(turn, "yarn.order-stands", fight, full, {"order": names(seen(cast)), "rolls": []})
