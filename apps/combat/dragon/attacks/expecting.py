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
from apps.rules.dragon.odds import at_least, success_odds
from apps.rules.dragon.options import Options
from apps.rules.odds import percent
from apps.table.chances import column, row
from apps.table.viewer import Viewer

Drawn = dict[str, Any]
MOST_COLUMNS = odds.MOST_COLUMNS
MOST_CHANCES = 4
TAKES_OFF = "takes one success off or more"


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
    """The chance to be hit, that to be hurt by it, and the damage as columns; those that fell the target stand out."""
    falls = [f"{percent(found.falls)} to fall by it"] if found.falls is not None else []
    return {
        "headline": percent(found.hit),
        "sentence": sentence,
        "hints": [f"{percent(found.hurt)} to be hurt", *falls],
        "columns": [_column(one) for one in _few(found.columns)],
    }


def _column(one: Column) -> Drawn:
    return column(one.damage, one.chance, "win" if one.falls else "open" if one.damage else "")


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


def part(title: str, what: str, pool: Pool, says: str) -> Drawn:
    """One part of split dice and its odds, in lines: there is little room beside the other part."""
    found = {"headline": percent(at_least(pool)), "hints": [says], "rows": _rows(pool)}
    return {"title": title, "what": what, "dice": pool.dice, "target": pool.target, "odds": found}


def _rows(pool: Pool) -> list[Drawn]:
    """Each number of successes with its chance."""
    return [
        row("success" if n == 1 else "successes", chance, n, fail=n == 0)
        for n, chance in sorted(success_odds(pool).chances)
        if n < MOST_COLUMNS
    ]


def answer(viewer: Viewer, sides: Sides, guard: Guard, successes: int | None) -> Drawn:
    """What one way to answer is worth to this seat: the chance to be hit where the attack is known, else one's own."""
    options: Options = sides.options
    pool = guard.pool(options)
    if successes is not None or knows_attack(viewer, sides):
        known = knows_target(viewer, sides)
        against = sides.strike.pool(options) if successes is None else successes
        found = of_attack(against, sides, guard, known)
        if not knows_attack(viewer, sides):
            return {"hit": percent(found.hit)}
        falls = percent(found.falls) if found.falls is not None else ""
        return {"hit": percent(found.hit), "hurt": percent(found.hurt), "falls": falls}
    return {"chances": chances(pool) if pool else []}
