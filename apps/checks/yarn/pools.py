"""Dice of all sources for one roll: fights and powers add theirs here, and know nothing of each other.

How many dice count is changed by extra and fewer ones, how many are thrown by bonus and penalty dice (yarn.pool-order).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Literal

from apps.characters.models import Character
from apps.characters.yarn.levels import level_of
from apps.characters.yarn.mending.states import MARK, state_row
from apps.characters.yarn.sheet import whole_sheet
from apps.rules.yarn.combat.armour import exempt
from apps.rules.yarn.combat.harm import messed_up
from apps.rules.yarn.combat.lists import weapon_of
from apps.rules.yarn.combat.shooting import armour_penalty
from apps.rules.yarn.lists import MELEE
from apps.rules.yarn.pool import AVERAGE, Pool, pool_of
from apps.table.turn import Turn

Sort = Literal["bonus", "penalty", "extra", "fewer"]
For = Literal["action", "attack", "defence", "resistance", "power"]


@dataclass(frozen=True)
class Sought:
    """A roll that somebody is to make: for what, and with which trait, by its id; empty for none. `base` is how many
    dice count where it is no trait that says so; `weapon` the damage factor's row of what an attack is made with, or a
    defence against, `aim` what an action is to bring about, where the rules name it ("persuade"). `agility` says that
    it matters here: in an action, or as one dodges a shot. `busier` are extra actions of a round that come with it."""

    who: Character
    what: For = "action"
    trait: str = ""
    base: int | None = None
    weapon: str = ""
    aim: str = ""
    agility: bool = False
    busier: int = 0

    @property
    def score(self) -> int:
        """The dice that count before anything is added: those of the trait, else an average person's."""
        found = whole_sheet(self.who).trait(self.trait) if self.trait else None
        return found.score if found is not None else AVERAGE if self.base is None else self.base


@dataclass(frozen=True)
class Extra:
    """Dice of one source: how many, of which sort, what for in words, and by which rule. `used` is called when they
    were thrown, where that uses them up."""

    sort: Sort
    count: int
    source: str
    rule: str
    used: Callable[[Turn], None] | None = field(default=None, compare=False)


Adding = Callable[[Sought], Iterable[Extra]]
_adding: list[Adding] = []


def adds_to_roll(adding: Adding) -> Adding:
    """Registers dice that something adds to rolls by itself: what somebody wears, has cast, or suffers from."""
    _adding.append(adding)
    return adding


@dataclass(frozen=True)
class Built:
    """The pool, and where all of it comes from, in the order in which it was added."""

    pool: Pool
    score: int
    extras: tuple[Extra, ...]
    sought: Sought | None = None

    def of(self, sort: Sort) -> int:
        """How many dice of that sort."""
        return sum(one.count for one in self.extras if one.sort == sort)


def built(sought: Sought, chosen: Iterable[Extra] = ()) -> Built:
    """The roll with what is added by itself, then what was chosen for it."""
    extras = (*(one for adding in _adding for one in adding(sought)), *chosen)
    plain = Built(Pool(0), sought.score, extras, sought)
    pool = pool_of(
        base=plain.score,
        extra=plain.of("extra"),
        fewer=plain.of("fewer"),
        bonus=plain.of("bonus"),
        penalty=plain.of("penalty"),
    )
    return Built(pool, plain.score, extras, sought)


@adds_to_roll
def _hurt(sought: Sought) -> Iterable[Extra]:
    """Somebody messed up has a penalty die on every action (yarn.messed-up); to resist is none."""
    level = level_of(sought.who)
    penalty = messed_up(current=level.now, maximum=level.full).own_penalty
    if penalty and sought.what != "resistance":
        yield Extra("penalty", penalty, "Messed up", "yarn.messed-up")


@adds_to_roll
def _hindered(sought: Sought) -> Iterable[Extra]:
    """Heavy armour, and layers over layers, where agility matters (yarn.armour-penalty, yarn.armour-stacking)."""
    layers = [one.listed for one in whole_sheet(sought.who).armour if one.worn]
    penalty = armour_penalty(armour=layers, action="agility").penalty_dice if layers and _moves(sought) else 0
    if isinstance(penalty, int) and penalty:
        yield Extra("penalty", penalty, "Armour", "yarn.armour-stacking" if len(layers) > 1 else "yarn.armour-penalty")


@adds_to_roll
def _marked(sought: Sought) -> Iterable[Extra]:
    """A wound that mis-healed may hinder for good where agility matters (yarn.serious-wound-outcome)."""
    mark = state_row(sought.who, MARK)
    if mark is not None and mark.modifier < 0 and _moves(sought):
        yield Extra("penalty", 1, mark.note or MARK, "yarn.serious-wound-outcome")


def _moves(sought: Sought) -> bool:
    """Whether armour is in the way: in attacks but with firearms, in defences but against shots that nobody dodges."""
    if sought.what == "attack":
        return not (sought.weapon and exempt(sought.weapon))
    melee = not sought.weapon or weapon_of(sought.weapon).range_row == MELEE
    return sought.agility or (sought.what == "defence" and melee)
