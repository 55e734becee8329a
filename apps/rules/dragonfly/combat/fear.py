"""Fear Tests, panic, and snapping out of it."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from apps.rules.dice import Dice, system_dice
from apps.rules.dragonfly.checks import TARGET, Check
from apps.rules.dragonfly.combat.turns import modifier_part, thrown
from apps.rules.dragonfly.lists import PANICS, Panic, pick
from apps.rules.dragonfly.options import DEFAULTS, Options
from apps.rules.numbers import one_of, whole
from apps.rules.parts import Part
from apps.rules.refusal import Refused
from apps.rules.registry import rule

NONE = "none"


# The table


@dataclass(frozen=True)
class PanicFound:
    """What a failed Fear Test does."""

    panic: str
    row: Panic


@rule("dragonfly.panic-table")
def panic_table(*, total: int) -> PanicFound:
    """The row for a failed total (dragonfly.panic-table); under 0 it is Total Terror too. Refuses 9 or more."""
    whole("total", total, most=TARGET - 1)
    row = next(row for row in PANICS if row.total_from is None or row.total_from <= total)
    return PanicFound(row.id, row)


def panic_row(panic: str, /) -> Panic | None:
    """The row with this id; None for "none"."""
    return None if panic == NONE else pick("panic", panic, PANICS)


def panic_of(check: Check, /) -> str:
    """What a finished Fear Test leads to: "none" or the id of a row."""
    return NONE if check.success else panic_table(total=check.total).panic


# The tests


def fear_values(*, willpower: int, quality_bonus: int = 0) -> tuple[Part, ...]:
    """Twice Willpower, and once what the qualities add."""
    whole("willpower", willpower, least=0)
    whole("quality_bonus", quality_bonus)
    parts = (
        Part("willpower", willpower, "attribute"),
        Part("attribute-doubled", willpower, "attribute"),
        Part("qualities", quality_bonus, "quality"),
    )
    return tuple(part for part in parts if part.value)


@dataclass(frozen=True)
class FearTest:
    """A Fear Test; `panic` is "none" or the id of a row of the Panic Table."""

    total: int
    success: bool
    panic: str
    check: Check


@rule("dragonfly.fear-test")
def fear_test(
    *,
    willpower: int,
    quality_bonus: int = 0,
    modifier: int = 0,
    lines: Sequence[Part] = (),
    dice: Dice = system_dice,
) -> FearTest:
    """d10 + twice Willpower + qualities + modifier against 9 (dragonfly.fear-test).

    `lines` are named modifiers, such as a Heroic Feat.
    """
    values = fear_values(willpower=willpower, quality_bonus=quality_bonus)
    check = thrown(values=values, lines=(*lines, *modifier_part(modifier)), dice=dice)
    return FearTest(check.total, check.success, panic_of(check), check)


@dataclass(frozen=True)
class Retest:
    """A new Fear Test, with the modifier that was left."""

    modifier_used: int
    total: int
    success: bool
    panic: str
    check: Check


def retest_modifier(*, first_modifier: int, retest_number: int) -> int:
    """What is left of the first test's modifier: a penalty gets 1 smaller with each retest, a bonus stays."""
    whole("first_modifier", first_modifier)
    whole("retest_number", retest_number, least=1)
    return first_modifier if first_modifier >= 0 else min(0, first_modifier + retest_number)


@rule("dragonfly.panic-retest")
def panic_retest(
    *,
    willpower: int,
    quality_bonus: int = 0,
    first_modifier: int,
    retest_number: int,
    lines: Sequence[Part] = (),
    dice: Dice = system_dice,
) -> Retest:
    """A new Fear Test after a Turn of panic (dragonfly.panic-retest); its own `panic` replaces the old one."""
    left = retest_modifier(first_modifier=first_modifier, retest_number=retest_number)
    test = fear_test(willpower=willpower, quality_bonus=quality_bonus, modifier=left, lines=lines, dice=dice)
    return Retest(left, test.total, test.success, test.panic, test.check)


def why_no_retest(*, panic: str, options: Options = DEFAULTS) -> Refused | None:
    """Why there is no new Fear Test, or None if there is one after each Turn (dragonfly.panic-retest).

    Whoever runs away has one; with the switch retest-total-terror, Total Terror too.
    """
    row = panic_row(panic)
    if row is None:
        return Refused("no-panic", "This character is not in panic and needs no new Fear Test.", "panic")
    if row.id == "run-away" or (row.id == "total-terror" and options.retest_total_terror):
        return None
    if row.ends_with_turn:
        return Refused("ends-with-turn", f"{row.title} ends by itself with the Turn, without a new Fear Test.", "panic")
    return Refused("director-ends", f"{row.title} has no new Fear Test: it lasts until the Director ends it.", "panic")


# What it does


def why_panicked(*, panic: str, act: Literal["attack", "defense", "full-defense"]) -> Refused | None:
    """Why panic keeps a character from attacking, defending or going on Full Defense, or None if it does not."""
    one_of("act", act, ("attack", "defense", "full-defense"))
    row = panic_row(panic)
    if row is None or {"attack": row.attacks, "defense": row.defenses, "full-defense": row.full_defense}[act]:
        return None
    words = {"attack": "attack", "defense": "defend", "full-defense": "go on Full Defense"}
    return Refused("panic", f"{row.title}: in this panic a character cannot {words[act]}.")


def panic_parts(panic: str, /) -> tuple[Part, ...]:
    """What panic takes off each defense."""
    row = panic_row(panic)
    return (Part(f"panic-{row.id}", row.defense_modifier, "rule"),) if row and row.defense_modifier else ()


def after_turn(panic: str, /) -> str:
    """What is left of a panic when its Turn is over: "none", or the same that lasts on."""
    row = panic_row(panic)
    return NONE if row is None or row.ends_with_turn else row.id


def startled_order(*, places: Sequence[Sequence[str]], startled: str, creature: str) -> tuple[tuple[str, ...], ...]:
    """The order of acting where a Startled character waits for the creature: moved back only as far as needed.

    `places` are names that act together, from first to last. Who comes after the creature anyway stays.
    """
    order = [tuple(place) for place in places]
    where = {name: n for n, place in enumerate(order) for name in place}
    for field, name in (("startled", startled), ("creature", creature)):
        if name not in where:
            raise Refused("not-in-order", f"“{name}” has no place in this Turn's order of acting.", field)
    if where[startled] > where[creature]:
        return tuple(order)
    left = [tuple(name for name in place if name != startled) for place in order]
    left.insert(where[creature] + 1, (startled,))
    return tuple(place for place in left if place)
