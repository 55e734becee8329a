"""What a trigger does (crew.triggers): the effects of the list on the sheets, and those on a pool that grows."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from apps.characters.crew import assets, complications, heroes
from apps.characters.crew.holding import is_crewmember
from apps.characters.models import Character, Entry
from apps.drama.crew import pool_effects
from apps.rules.crew.steps import step, written
from apps.table.turn import Turn

Facts = dict[str, Any]
NEEDS: dict[str, tuple[str, ...]] = {
    "create-asset": ("name",),
    "step-up-asset": ("asset",),
    "create-complication": ("name", "target"),
    "step-down-complication": ("complication",),
    "gain-hero-die": ("die",),
    "step-up": ("pool_die",),
    "step-down": ("pool_die",),
    "double": ("pool_die",),
    "reroll": ("pool_die",),
}
"""The fields that an effect asks for, `pool_die` only while a roll waits that it is about; every other effect is
carried out by the people."""


@dataclass(frozen=True)
class Wished:
    """An effect and what it is about: the `name` of something new, the public ids of the `target` that it burdens and
    of the `entry` that it steps, the `die` that is gained, the `pool_die` of a roll (see pool_effects)."""

    effect: str = ""
    name: str = ""
    target: str = ""
    entry: str = ""
    die: int = 0
    pool_die: str = ""


def carry_out(turn: Turn, character: Character, holder: Character, wished: Wished) -> Facts:
    """Does the effect for `character`, by a trigger on the sheet of `holder`; returns what changed, for the event.

    {"did", "whose", "name", "from", "to"}, sizes as written and None where there is none; empty for an effect that the
    people carry out. Refuses what is not there any more.
    """
    if wished.pool_die and wished.effect in pool_effects.ON_A_POOL:
        return pool_effects.alter(turn, wished.effect, wished.pool_die)
    effect = _EFFECTS.get(wished.effect)
    return effect(turn, character, holder, wished) if effect else {}


def burdened(turn: Turn, wished: Wished) -> Character | None:
    """Whose sheet it changes beside those of the trigger: the target's, or the one that bears the entry."""
    if wished.target:
        return turn.desk.one(Character, public_id=wished.target)
    found = turn.desk.one(Entry, public_id=wished.entry)
    return found.character if found else None


def _did(did: str, whose: str, name: str, before: int | None, after: int | None) -> Facts:
    return {
        "did": did,
        "whose": whose,
        "name": name,
        "from": written(before) if before else None,
        "to": written(after) if after else None,
    }


def _create_asset(turn: Turn, character: Character, holder: Character, wished: Wished) -> Facts:
    row = assets.create(turn, holder, wished.name, creator=character)
    return _did("asset", holder.name, row.name, None, row.amount)


def _step_up_asset(turn: Turn, character: Character, holder: Character, wished: Wished) -> Facts:
    row = _entry(turn, wished, "asset")
    before = row.amount or 6
    after = step(size=before, steps=1, kind="asset").size
    if after == before:
        turn.refuse("largest", f"{row.name} is {written(before)} already, and there is no larger Asset.", "asset")
    turn.change(row, amount=after)
    return _did("asset", row.character.name, row.name, before, after)


def _create_complication(turn: Turn, character: Character, holder: Character, wished: Wished) -> Facts:
    target = turn.desk.one(Character, public_id=wished.target)
    if target is None:
        turn.refuse("gone", "Whoever it is to burden is no longer there.", "target")
    changed = complications.put(turn, target, wished.name)
    return _did("complication", target.name, changed.name, None, changed.after)


def _step_down_complication(turn: Turn, character: Character, holder: Character, wished: Wished) -> Facts:
    row = _entry(turn, wished, "complication")
    changed = complications.step(turn, row, -1)
    return _did("complication", changed.holder.name, changed.name, changed.before, changed.after)


def _gain_hero_die(turn: Turn, character: Character, holder: Character, wished: Wished) -> Facts:
    if not is_crewmember(character):
        turn.refuse("no-hero", "Only crewmembers store Big Damn Hero dice.", "character")
    heroes.put(turn, character, wished.die)
    return _did("hero-die", character.name, "", None, wished.die)


def _entry(turn: Turn, wished: Wished, kind: str) -> Entry:
    found = turn.desk.one(Entry, public_id=wished.entry, kind=kind)
    if found is None:
        turn.refuse("gone", "What it is to step is not there any more.", kind)
    return found


_EFFECTS: dict[str, Callable[[Turn, Character, Character, Wished], Facts]] = {
    "create-asset": _create_asset,
    "step-up-asset": _step_up_asset,
    "create-complication": _create_complication,
    "step-down-complication": _step_down_complication,
    "gain-hero-die": _gain_hero_die,
}
