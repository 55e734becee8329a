"""What comes of an effort: sums, one roll of everybody's dice, one who is picked in secret, or the worst."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

from apps.characters.access import of_public_id
from apps.characters.models import Character
from apps.checks.yarn.pools import Built, Extra, Sought
from apps.checks.yarn.rolling import facts_of, rolled
from apps.checks.yarn.rolling_acts.difficulty import Against
from apps.rules.dice import Dice
from apps.rules.yarn.checks import checked
from apps.rules.yarn.groups import combined, either_or, simple_addition, worst_roller
from apps.rules.yarn.pool import Faces
from apps.table.turn import Turn

ADDITION, COMBINING, EITHER_OR, WORST = "simple addition", "combining dice", "either/or", "worst roller"


@dataclass(frozen=True)
class Lent:
    """What somebody gave to the effort: the total that they threw, or the dice that they lent. `character` is their
    public id."""

    character: str
    name: str
    total: int | None = None
    base: int = 0
    bonus: int = 0
    penalty: int = 0

    @property
    def plain(self) -> dict[str, Any]:
        return asdict(self)

    @classmethod
    def of(cls, plain: Mapping[str, Any]) -> Lent:
        return cls(**plain)

    @property
    def as_roll(self) -> dict[str, int]:
        """As the rules of groups take it."""
        return {"base": self.base, "bonus": self.bonus, "penalty": self.penalty}


@dataclass(frozen=True)
class Settled:
    """What came of it. `roll` and `leader` are those of dice that were combined; `picked` had the only chance, and
    `told` says how each did as far as they may know."""

    each: Sequence[Lent]
    total: int
    factor: int | None
    outcome: str | None
    difference: int | None
    obstacle: Faces = ()
    roll: dict[str, Any] | None = None
    leader: str = ""
    picked: str = ""
    told: Mapping[str, str] = field(default_factory=dict)


def settled(turn: Turn, way: str, each: Sequence[Lent], against: Against, dice: Dice) -> Settled:
    """Works it out; what the players throw falls before the dice of the obstacle."""
    if way == COMBINING:
        return _combined(turn, each, against, dice)
    obstacle = against.thrown(dice)
    faces = obstacle.faces if obstacle else ()
    factor = obstacle.total if obstacle else against.factor
    if way == EITHER_OR:
        return _either(each, factor or 0, faces, dice)
    totals = [one.total or 0 for one in each]
    if way == ADDITION:
        found = simple_addition(totals=totals, factor=factor)
    else:
        found = worst_roller(totals=totals, against=factor)
    return Settled(each, found.total, factor, found.outcome, found.difference, faces)


def _either(each: Sequence[Lent], factor: int, faces: Faces, dice: Dice) -> Settled:
    by_id = {one.character: one for one in each}
    totals = [one.total or 0 for one in each]
    found = either_or(participants=list(by_id), totals=totals, factor=factor, dice=dice)
    total = by_id[found.picked].total or 0
    return Settled(
        each, total, factor, found.outcome, total - factor, obstacle=faces, picked=found.picked, told=found.told
    )


def _combined(turn: Turn, each: Sequence[Lent], against: Against, dice: Dice) -> Settled:
    """One roll for all; its breaks are those of whoever has the most dice (yarn.group-combining-dice)."""
    leader = max(each, key=lambda one: one.base)
    who = of_public_id(turn.desk.all(Character), leader.character)
    sought = Sought(who) if who is not None else None
    built = Built(combined([one.as_roll for one in each]), leader.base, _sources(each, leader), sought)
    fallen = rolled(turn, built, dice=dice)
    obstacle = against.thrown(dice)
    factor = obstacle.total if obstacle else against.factor
    found = checked(fallen, factor, turn.options)
    return Settled(
        each, fallen.total, factor, found.outcome, found.difference, obstacle.faces if obstacle else (),
        facts_of(built, fallen), leader.character,
    )  # fmt: skip


def _sources(each: Sequence[Lent], leader: Lent) -> tuple[Extra, ...]:
    """Whose dice are bonus dice, and what each brings along."""
    rule = "yarn.group-combining-dice"
    found = []
    for one in each:
        lent = 0 if one is leader else one.base
        found += [Extra("bonus", lent + one.bonus, one.name, rule), Extra("penalty", one.penalty, one.name, rule)]
    return tuple(one for one in found if one.count)
