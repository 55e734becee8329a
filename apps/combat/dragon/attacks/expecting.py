"""The exact odds of an attack and of each answer, from what a seat may know (dragon.visibility)."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Any

from apps.characters.access import sheet_open_to
from apps.checks.dragon import odds
from apps.combat.dragon.attacks.guards import Guard
from apps.combat.dragon.attacks.strike import Sides
from apps.rules.dragon.checks import Pool
from apps.rules.dragon.combat.odds import AttackOdds, Column, attack_odds
from apps.rules.dragon.odds import at_least
from apps.rules.dragon.options import Options
from apps.rules.odds import percent
from apps.table.viewer import Viewer

Drawn = dict[str, Any]
MOST_COLUMNS = odds.MOST_COLUMNS
MOST_CHANCES = 4


def knows_attack(viewer: Viewer, sides: Sides) -> bool:
    """Whether this seat may know the attacker's dice and Strength."""
    return sheet_open_to(viewer, sides.attacker.character)


def knows_target(viewer: Viewer, sides: Sides) -> bool:
    """Whether this seat may know how the target defends, and its hit points."""
    return sheet_open_to(viewer, sides.target.character)


def own_dice(pool: Pool, hints: Iterable[str]) -> Drawn:
    """How one's own successes fall, and never a chance to hit: the other side's dice are the GM's."""
    found = odds.drawn(pool, 1)
    return found | {
        "sentence": "One success or more, before a defence and cover",
        "hints": [*found["hints"], *hints],
    }


def of_attack(attack: Pool | int, sides: Sides, guard: Guard | None = None, known: bool = True) -> AttackOdds:
    """The odds against this answer; `attack` is a number where its successes are known."""
    defence = guard.pool(sides.options) if guard else None
    return attack_odds(attack, sides.blow(known), defence, options=sides.options)


def harm(found: AttackOdds, sentence: str) -> Drawn:
    """The chance to be hit, and the damage as columns; those that fell the target stand out."""
    drawn: Drawn = {
        "headline": percent(found.hit),
        "sentence": sentence,
        "columns": [_column(one) for one in _few(found.columns)],
    }
    if found.falls is not None:
        drawn["hints"] = [f"{percent(found.falls)} to fall by it"]
    return drawn


def _column(one: Column) -> Drawn:
    return {
        "n": str(one.damage),
        "percent": percent(one.chance),
        "width": float(100 * one.chance),
        "kind": "win" if one.falls else "open" if one.damage else "",
    }


def _few(columns: tuple[Column, ...]) -> tuple[Column, ...]:
    """So many as can be drawn; the highest ones as one."""
    if len(columns) <= MOST_COLUMNS:
        return columns
    shown, rest = columns[: MOST_COLUMNS - 1], columns[MOST_COLUMNS - 1 :]
    chance = sum((one.chance for one in rest), Fraction())
    return (*shown, Column(rest[0].damage, chance, rest[0].falls))


def chances(pool: Pool) -> list[Drawn]:
    """How likely so many successes or more are, for the first few numbers of them."""
    most = max(1, min(MOST_CHANCES, pool.dice - pool.off))
    return [{"percent": percent(at_least(pool, n)), "n": n} for n in range(1, most + 1)]


def answer(viewer: Viewer, sides: Sides, guard: Guard, successes: int | None) -> Drawn:
    """What one way to answer is worth to this seat: the chance to be hit where the attack is known, else one's own."""
    options: Options = sides.options
    pool = guard.pool(options)
    if successes is not None or knows_attack(viewer, sides):
        known = knows_target(viewer, sides)
        against = sides.strike.pool(options) if successes is None else successes
        found = of_attack(against, sides, guard, known)
        falls = percent(found.falls) if found.falls is not None and knows_attack(viewer, sides) else ""
        return {"hit": percent(found.hit), "falls": falls}
    return {"chances": chances(pool) if pool else []}
