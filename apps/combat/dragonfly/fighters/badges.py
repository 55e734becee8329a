"""The words beside a combatant's name that everybody may read."""

from __future__ import annotations

from typing import Any

from apps.combat.dragonfly.fighters import moves, told
from apps.combat.dragonfly.fighters.plans import STANCE_TITLES
from apps.combat.dragonfly.fighters.standing import Standing
from apps.combat.dragonfly.fighters.states import NONE, State
from apps.combat.dragonfly.fighters.told import GRIP_TITLES
from apps.combat.sides import changed_side
from apps.rules.dragonfly.combat import fear, injury
from apps.table.games import game_of
from apps.table.switches import values_of
from apps.table.templatetags.kit import minus

Badge = tuple[str, str]


def badges_of(standing: Standing) -> list[Badge]:
    """Words and tones ("good", "warn", "bad", "ember" or none), the worst first. No name of anybody else is in them."""
    found = harm_of(standing)
    if standing.state.dead:
        return found
    if side := changed_side(standing.combatant):
        found.append((side, ""))
    if standing.plan.stance != "normal":
        found.append((STANCE_TITLES[standing.plan.stance], ""))
    found += _fury(standing)
    if moves.aims(standing):
        found.append(_aim(standing))
    if moves.undefended(standing):
        found.append(("Cannot defend", "warn"))
    return found


def harm_of(standing: Standing) -> list[Badge]:
    """What ails a combatant, without what they do about it."""
    state = standing.state
    return [("Dead", "bad")] if state.dead else [*_life(standing, state), *_troubles(standing, state)]


def own_badges(standing: Standing) -> list[Badge]:
    """What their own player reads besides the order: what ails them, and a fury of which not all may have heard."""
    return [*harm_of(standing), *_fury(standing)]


def _fury(standing: Standing) -> list[Badge]:
    return [("Righteous Fury", "ember")] if standing.fury else []


def _aim(standing: Standing) -> Badge:
    """What an aim that was rolled adds is for those to know who know the numbers."""
    bonus = standing.tallies.get(moves.AIM_BONUS, 0)
    return (f"Aiming +{bonus}", "good") if bonus and told.is_open(standing.character) else ("Aiming", "")


def _life(standing: Standing, state: State) -> list[Badge]:
    found: list[Badge] = []
    if injury.is_dying(life_points=standing.sheet.life_points) and not standing.supporting:
        found.append(("Stable", "warn") if state.stable else ("Dying", "bad"))
    if state.unconscious:
        found.append(("Unconscious", "bad"))
    elif state.knocked_out:
        found.append(("Knocked out", "bad"))
    elif penalty := _injury(standing):
        found.append((f"Injured {minus(penalty)}", "bad"))
    return found


def _injury(standing: Standing) -> int:
    """What injury takes off, by the switches that this Turn began with."""
    table = standing.fight.table
    kept: Any = standing.fight.turn.options if standing.fight.turn else {}
    options = game_of(table).options(kept or values_of(table.desk))
    return standing.hurt(options).penalty


def _troubles(standing: Standing, state: State) -> list[Badge]:
    found: list[Badge] = []
    if state.on_fire:
        found.append(("On fire", "bad"))
    if state.panic != NONE and (row := fear.panic_row(state.panic)):
        found.append((f"Panicked: {row.title}", "warn"))
    if standing.holds:
        grips = sorted({GRIP_TITLES[one.grip] for one in standing.holds})
        found.append((f"Held: {', '.join(grips)}", "warn"))
    if standing.seizes:
        found.append(("Holding", ""))
    return found
