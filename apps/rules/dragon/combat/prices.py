"""What acting costs in phases. One function knows; everything that shows, asks or pays a price asks it."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Literal

from apps.rules.dragon.combat.defences import substat_for, why_no_defence
from apps.rules.dragon.combat.parts import ROUNDS, is_own, number, rounds, why_not_in
from apps.rules.dragon.lists import Category, primary_of, substat_of
from apps.rules.dragon.options import DEFAULTS, Options
from apps.rules.numbers import one_of
from apps.rules.refusal import Refused
from apps.rules.registry import rule

Way = Literal["phase", "bonus", "hold", "next", "trade"]
"""What one acts with: the phase of this round, a bonus phase, a held one, the next one (aborting), two later ones."""
PLENTY = range(1, ROUNDS + 1)
"""Later phases enough for any price, to ask it as such."""
LATER: dict[Way, int] = {"phase": 0, "bonus": 0, "hold": 0, "next": 1, "trade": 2}


@dataclass(frozen=True)
class Price:
    """`count` later phases, besides what one acts with. `next` goes by itself; the others are for the player to name.

    `surcharge`: one of them is for a roll outside the category.
    """

    way: Way
    count: int
    next: tuple[int, ...] = ()
    surcharge: bool = False

    @property
    def to_name(self) -> int:
        """How many the player names."""
        return self.count - len(self.next)

    def suggested(self, later: Sequence[int]) -> tuple[int, ...]:
        """The last ones, which are missed least."""
        free = [one for one in sorted(later) if one not in self.next]
        return tuple(free[len(free) - self.to_name :])

    def left(self, later: Sequence[int], pay: Sequence[int]) -> tuple[int, ...]:
        """The later phases still open after paying. Refuses phases that are not there, and too few or too many."""
        gone = (*self.next, *pay)
        if why := self._why_not(later, pay):
            raise why
        return tuple(one for one in sorted(later) if one not in gone)

    def _why_not(self, later: Sequence[int], pay: Sequence[int]) -> Refused | None:
        for one in pay:
            if one in self.next:
                return Refused("next-goes", f"The phase of round {one} goes by itself: name another.", "pay")
            if one not in later:
                return Refused("no-such-phase", f"There is no open phase in round {one} to give up.", "pay")
        if len(set(pay)) != len(pay) or len(pay) != self.to_name:
            return Refused("pay", f"Name {_phases(self.to_name)} to give up.", "pay")
        return None


def price(
    *,
    speed: Category,
    later: Sequence[int],
    phase_now: bool = False,
    held: Category | None = None,
    bonus: bool = False,
    rolls: Collection[Category] = (),
    defence: bool = False,
    acted: bool = False,
    options: Options = DEFAULTS,
) -> Price | Refused:
    """What it costs to act now with rolls of these categories (dragon.stacked-costs), or why it cannot be.

    `speed` is the category of this turn's speed, `held` that of a kept phase, which it keeps (dragon.hold). A defence
    needs the next phase only: that of this round, else a kept one, else the nearest (dragon.abort); anything else
    without a phase needs two later ones (dragon.trade-two). A roll outside the category costs one more, once
    (dragon.off-category). Whoever has acted in this round does nothing more in it (dragon.once-per-round).
    """
    if acted:
        return Refused("acted", "Nobody acts twice in a round, and this round’s action is done.")
    way: Way = "phase" if phase_now else "bonus" if bonus and not defence else "hold" if held else _spends(defence)
    category = held if way == "hold" else speed
    surcharge = any(roll != category for roll in rolls) and not (defence and options.defence_ignores_category)
    count, open = LATER[way] + surcharge, sorted(later)
    if count > len(open):
        reasons = [*WHY_LATER.get(way, ()), *([_off(category, rolls)] if surcharge else ())]
        return Refused("too-few", f"{_lacking(count, len(open))}: {', and '.join(reasons)}.", "pay")
    return Price(way, count, tuple(open[:1]) if way == "next" else (), surcharge)


def _spends(defence: bool) -> Way:
    return "next" if defence else "trade"


WHY_LATER: dict[Way, list[str]] = {
    "trade": ["without a phase in this round two later ones are given up for one"],
    "next": ["without a phase in this round a defence takes the next one"],
}


def _off(category: Category | None, rolls: Collection[Category]) -> str:
    """Why one phase more is due (dragon.off-category)."""
    return f"a {next(one for one in rolls if one != category)} roll with a {category} phase takes a later one too"


def _lacking(count: int, there: int) -> str:
    left = f"only {there} {'is' if there == 1 else 'are'}" if there else "none is"
    return f"This costs {_phases(count)}, and {left} left in this turn"


def _phases(count: int) -> str:
    return f"{count} later phase{'' if count == 1 else 's'}"


# As the book asks


@dataclass(frozen=True)
class Paid:
    """The later phases that are still open; all of them, and not `legal`, if it is refused."""

    legal: bool
    left: tuple[int, ...]


@dataclass(frozen=True)
class Stacked:
    """As `Paid`, with the price: None for somebody who has acted already."""

    price: int | None
    legal: bool
    left: tuple[int, ...]


def paid(asked: Price | Refused, later: Sequence[int], pay: Sequence[int]) -> Paid:
    """What is left after paying, if it can be paid like this."""
    try:
        return Paid(False, tuple(later)) if isinstance(asked, Refused) else Paid(True, asked.left(later, pay))
    except Refused:
        return Paid(False, tuple(later))


def categories_of(*rolls: str) -> tuple[Category, ...]:
    """The categories of the substats rolled; an empty name is no roll."""
    return tuple(substat_of(roll).category for roll in rolls if roll)


@rule("dragon.stacked-costs")
def stacked_costs(
    *,
    round: int,
    phase_now: bool,
    later: Sequence[int],
    speed: str,
    acted: bool = False,
    roll: str = "",
    action: str = "",
    defence: str = "",
    pay: Sequence[int] = (),
    options: Options = DEFAULTS,
) -> Stacked:
    """The price of an action in later phases, and what is left once `pay` is paid (dragon.stacked-costs).

    Without a `roll` it is a diceless `action`; a `defence` is rolled on Dexterity unless `roll` says otherwise.
    """
    open = rounds("later", later, number(round))
    category, rolls = (
        primary_of(speed).category,
        categories_of(roll or (substat_for(defence, options) if defence else "")),
    )
    ask = partial(
        price, speed=category, phase_now=phase_now, rolls=rolls, defence=bool(defence), acted=acted, options=options
    )
    found, full = paid(ask(later=open), open, pay), ask(later=PLENTY)
    return Stacked(full.count if isinstance(full, Price) else None, found.legal, found.left)


@rule("dragon.trade-two")
def trade_two(
    *,
    round: int,
    phase_now: bool,
    later: Sequence[int],
    speed: str,
    acted: bool = False,
    sub_round: str = "",
    side: str = "",
    roll: str = "",
    action: str = "",
    pay: Sequence[int] = (),
) -> Paid:
    """Two later phases for one in this round (dragon.trade-two), in a part in which one's own side acts.

    Not `legal` with a phase in this round, which is used instead, and for whoever has acted in it.
    """
    open = rounds("later", later, number(round))
    out_of_turn = bool(side and sub_round) and not is_own(side, sub_round)
    if phase_now or out_of_turn:
        return Paid(False, open)
    speed_category, rolls = primary_of(speed).category, categories_of(roll)
    return paid(price(speed=speed_category, later=open, rolls=rolls, acted=acted), open, pay)


@rule("dragon.off-category")
def off_category(
    *,
    round: int,
    phase_now: bool,
    later: Sequence[int],
    speed: str,
    acted: bool = False,
    roll: str = "",
    pay: Sequence[int] = (),
) -> Paid:
    """A roll outside the category of this turn’s speed costs one later phase more (dragon.off-category)."""
    found = stacked_costs(round=round, phase_now=phase_now, acted=acted, later=later, speed=speed, roll=roll, pay=pay)
    return Paid(found.legal, found.left)


@rule("dragon.once-per-round")
def once_per_round(
    *,
    round: int,
    phase_now: bool,
    later: Sequence[int],
    speed: str,
    acted: bool = False,
    sub_round: str = "",
    side: str = "",
    way: str = "",
    roll: str = "",
    action: str = "",
    defence: str = "",
    attack: str = "melee",
    skills: Mapping[str, int] | None = None,
    melee_skills: Collection[str] = (),
    pay: Sequence[int] = (),
) -> Paid:
    """Whoever has acted in this round cannot again (dragon.once-per-round): not by aborting, trading, or a bonus.

    The `way` is abort for a `defence`, trade or this round's own phase for anything else, if it is not said.
    """
    open = rounds("later", later, number(round))
    one_of("way", way or "trade", ("abort", "trade", "bonus"))
    defending = bool(defence) or way == "abort"
    if defending and defence and why_no_defence(defence, attack=attack, skills=skills or {}, melee_skills=melee_skills):
        return Paid(False, open)
    kind = "defence" if defending else "other"
    if side and sub_round and why_not_in(side=side, sub_round=sub_round, kind=kind):
        return Paid(False, open)
    rolls = categories_of(roll or (substat_for(defence) if defending else ""))
    asked = price(
        speed=primary_of(speed).category,
        later=open,
        phase_now=phase_now,
        bonus=way == "bonus",
        rolls=rolls,
        defence=defending,
        acted=acted,
    )
    return paid(asked, open, pay)


@dataclass(frozen=True)
class Aborted:
    """As `Paid`; whether a held phase is still there, and whether one may still act in Late of this round."""

    legal: bool
    left: tuple[int, ...]
    hold_left: bool
    may_act_in_late: bool


@rule("dragon.abort")
def abort(
    *,
    round: int,
    sub_round: str,
    side: str,
    phase_now: bool,
    later: Sequence[int],
    speed: str,
    defence: str,
    attack: str,
    skills: Mapping[str, int],
    acted: bool = False,
    held: int | None = None,
    melee_skills: Collection[str] = (),
    shticks: Collection[str] = (),
    pay: Sequence[int] = (),
    options: Options = DEFAULTS,
) -> Aborted:
    """The next phase for a defence, now (dragon.abort): that of this round, else the held one, else the nearest.

    A held phase is taken to be of this turn's category. Not `legal`: a defence that is not on offer, nothing to pay
    with, or an action in this round already.
    """
    open = rounds("later", later, number(round))
    own, category = is_own(side, "Late"), primary_of(speed).category
    holding = None if held is None else category
    why = why_no_defence(
        defence, attack=attack, skills=skills, melee_skills=melee_skills, shticks=shticks, options=options
    )
    is_own(side, sub_round)
    asked = why or price(
        speed=category,
        later=open,
        phase_now=phase_now,
        held=holding,
        rolls=categories_of(substat_for(defence, options)),
        defence=True,
        acted=acted,
        options=options,
    )
    found = paid(asked, open, pay)
    used_hold = found.legal and isinstance(asked, Price) and asked.way == "hold"
    later_on = price(speed=category, later=open, phase_now=phase_now, held=holding, acted=acted, options=options)
    in_late = own and not found.legal and isinstance(later_on, Price)
    return Aborted(found.legal, found.left, held is not None and not used_hold, in_late)
