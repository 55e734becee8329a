"""The experience pool: used dice, awards, and what is bought with dice for good."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from apps.rules.numbers import one_of, whole
from apps.rules.refusal import Refused
from apps.rules.registry import rule
from apps.rules.yarn.checks import why_no_experience
from apps.rules.yarn.lists import HIGHEST, RAISES, Raise, kind_of
from apps.rules.yarn.options import DEFAULTS, Options
from apps.rules.yarn.verdict import Named, Verdict

NEW_TRAIT = 5

# Use


@dataclass(frozen=True)
class Offered(Verdict):
    """Bonus dice of an offer, none if it is not `legal`, and what is left of the pool in this session."""

    most_on_one_roll: int
    bonus_dice: int
    left: int


@rule("yarn.experience-pool")
def experience_pool(
    *,
    pool: int,
    used: int = 0,
    roll_explained: bool = True,
    offered_on_one_roll: int = 1,
    justification: str = "",
    refused: bool = False,
    session_starts: bool = False,
    options: Options = DEFAULTS,
) -> Offered:
    """Each die of the pool improves one roll a session (yarn.experience-pool).

    Not legal: on a roll that is not explained, more than one (without the switch multiple-experience-dice), more than
    are left, or for a reason that the GM refuses.
    """
    used = 0 if session_starts else whole("used", used, least=0, most=whole("pool", pool, least=0))
    offered = whole("offered_on_one_roll", offered_on_one_roll, least=0)
    most = pool - used if options.multiple_experience_dice else 1
    why = why_no_experience(pool=pool, used=used, purpose_told=roll_explained, offered=offered)
    if why is None and offered > most:
        why = Refused("one-die", f"{offered} dice are offered, and one roll takes {most}.", "offered_on_one_roll")
    if why is None and offered and refused:
        why = Refused("not-justified", "The GM does not take this for a reason: no die is used.", "justification")
    spent = 0 if why else offered
    return Offered(why, most, spent, pool - used - spent)


@rule("yarn.multiple-experience-dice")
def multiple_experience_dice(
    *, pool: int, used: int = 0, reasons: int, accepted: int, options: Options = DEFAULTS
) -> Offered:
    """Several dice on one roll, one for each reason that the GM accepts (yarn.multiple-experience-dice).

    Not legal: several without the switch of that name, or more than are left.
    """
    whole("accepted", accepted, least=0, most=whole("reasons", reasons, least=0))
    return experience_pool(pool=pool, used=used, offered_on_one_roll=accepted, options=options)


# Awards


@dataclass(frozen=True)
class Awarded:
    """The dice for each who was there, and the pools afterwards; None where they get different numbers."""

    dice_awarded: int | None
    pools: Mapping[str, int]


@rule("yarn.award-dice")
def award_dice(
    *,
    pools: Mapping[str, int],
    active: Sequence[str],
    dice_awarded: int | Mapping[str, int] | None = None,
    dice_by_reason: Mapping[str, int] | None = None,
    options: Options = DEFAULTS,
) -> Awarded:
    """The same number of dice for each PC that was active, in one number or by reasons (yarn.award-dice).

    A table of different numbers is refused unless the switch equal-awards is off, and so is an award to nobody's pool.
    """
    for name in active:
        one_of("active", name, pools)
    if isinstance(dice_awarded, Mapping):
        if options.equal_awards:
            raise Refused("equal-awards", "At this table all active PCs get the same number of dice.", "dice_awarded")
        each = {name: whole("dice_awarded", dice_awarded.get(name, 0), least=0) for name in active}
        return Awarded(None, {name: dice + each.get(name, 0) for name, dice in pools.items()})
    listed = sum(whole("dice_by_reason", dice, least=0) for dice in (dice_by_reason or {}).values())
    dice = whole("dice_awarded", listed if dice_awarded is None else dice_awarded, least=0)
    return Awarded(dice, {name: held + dice * (name in active) for name, held in pools.items()})


# Spending


@dataclass(frozen=True)
class Spent(Verdict):
    """The pool afterwards, and how many of its dice are used in this session."""

    pool: int
    used: int


def why_not_bought(*, pool: int, price: int, requirement_met: bool = True, gm_approves: bool = True) -> Refused | None:
    """Why an improvement cannot be bought, or None."""
    if whole("price", price, least=0) > whole("pool", pool, least=0):
        return Refused("too-few-dice", f"This costs {price} experience dice, and the pool has {pool}.", "pool")
    if not requirement_met:
        return Refused("not-done", "What this needs in the game world is not done yet.", "requirement_met")
    return None if gm_approves else Refused("not-approved", "The GM does not approve of it.", "gm_approves")


@rule("yarn.spend-experience")
def spend_experience(
    *,
    pool: int,
    improvement: str = "",
    price: int,
    requirement_met: bool = True,
    gm_approves: bool = True,
    used: int = 0,
) -> Spent:
    """Dice given up for good, those used in this session first (yarn.spend-experience).

    Not legal: too few dice, something left to do in the game world, or no word of the GM's.
    """
    whole("used", used, least=0, most=whole("pool", pool, least=0))
    why = why_not_bought(pool=pool, price=price, requirement_met=requirement_met, gm_approves=gm_approves)
    return Spent(why, pool, used) if why else Spent(None, pool - price, max(0, used - price))


@dataclass(frozen=True)
class NewTrait(Verdict):
    """The score of the new trait, 0 if it is not `legal`, and the pool afterwards."""

    pool: int
    score: int


def why_no_new_trait(
    *, pool: int, narrow: bool, technical: bool, casual: bool, training: bool, too_broad: bool, options: Options
) -> Refused | None:
    """Why a new trait cannot be developed, or None."""
    if too_broad:
        return Refused("too-broad", "A new trait is never as broad as a central one.", "too_broad")
    if narrow and not options.narrow_traits:
        return Refused("no-narrow-traits", "This table plays without narrow traits.", "kind")
    if not training and (technical or not casual):
        return Refused("no-training", "Only casual traits come without training, and no technical ones.", "training")
    return why_not_bought(pool=pool, price=NEW_TRAIT)


@rule("yarn.new-trait")
def new_trait(
    *,
    name: str,
    pool: int,
    kind: str,
    casual: bool = False,
    training: bool = False,
    too_broad: bool = False,
    sign: str = "",
    options: Options = DEFAULTS,
) -> NewTrait:
    """5 dice for a side trait, one die better than anybody's (yarn.new-trait).

    The switch narrow-development gives narrow ones the good column instead. Not legal: too broad, untrained, a narrow
    one where the table has none, or too few dice.
    """
    row = kind_of(kind, "kind")
    why = why_no_new_trait(
        pool=pool,
        narrow=row.narrow,
        technical=not row.average,
        casual=casual,
        training=training,
        too_broad=too_broad,
        options=options,
    )
    good = row.narrow and options.narrow_development == "good column"
    return NewTrait(why, pool, 0) if why else NewTrait(None, pool - NEW_TRAIT, row.good if good else row.average + 1)


# Raising a score

TRAITS = ("central", "side")
DOLLARS = 1000
PARTS = ("highly specialized", "nearly full time", "trainer found")


@dataclass(frozen=True)
class Improved(Named, Verdict):
    """The score and the pool afterwards, what it costs, and what is `lacking`."""

    score: int
    pool: int | None
    price: int
    lacking: tuple[str, ...]
    training_needed: str
    affordable_score: int | None
    prices: Mapping[int, int]

    @property
    def named(self) -> Mapping[str, int]:
        return {f"price_to_{score}": price for score, price in self.prices.items()}


def steps_between(score: int, to: int) -> tuple[Raise, ...]:
    """The rows from one score to another, one step at a time."""
    return tuple(row for row in RAISES if score <= row.score < to)


def _price(score: int, to: int, times: int) -> int:
    return times * sum(row.dice for row in steps_between(score, to))


def trained(training: str, row: Raise, times: int) -> bool:
    """Whether this training is enough for a step: a time full time, or twice that beside other activities; to the
    highest score the parts that its row asks for. "sufficient" is the GM's word.
    """
    parts = [part.strip() for part in training.casefold().split(",")]
    if "sufficient" in parts:
        return True
    if row.score == HIGHEST - 1:
        pay = [
            int(match[1].replace(".", "")) for part in parts if (match := re.match(r"([0-9.]+) dollars a month", part))
        ]
        return set(PARTS) <= set(parts) and max(pay, default=0) >= DOLLARS
    found = [re.fullmatch(r"([0-9]+) (month|year)s?,? (full time|beside other activities)", part) for part in parts]
    spent = [int(m[1]) * (12 if m[2] == "year" else 1) / (1 if m[3] == "full time" else 2) for m in found if m]
    return max(spent, default=0) >= row.months * times


def _lacking(
    *, trait: str, score: int, to: int, pool: int | None, training: str, game_world: bool, price: int
) -> tuple[str, ...]:
    times = 2 if trait == "central" else 1
    rows = steps_between(score, to)
    by_training = [row for row in rows if row.score >= 3]
    wrong = {
        "score": not score < to <= HIGHEST or score < 1,
        "dice": pool is not None and price > pool,
        "training": not all(trained(training, row, times) for row in by_training),
        "game world": len(by_training) < len(rows) and not game_world,
    }
    return tuple(what for what in ("dice", "training", "game world", "score") if wrong[what])


def improve(
    *, trait: str, score: int, to: int, pool: int | None, training: str = "", game_world: bool = True
) -> Improved:
    """A score raised step by step; the central trait costs twice the dice and twice the time."""
    times = 2 if one_of("trait", trait, TRAITS) == "central" else 1
    whole("score", score, least=0)
    price = _price(score, whole("to", to, least=1), times)
    lacking = _lacking(
        trait=trait, score=score, to=to, pool=pool, training=training, game_world=game_world, price=price
    )
    last = next(reversed(steps_between(score, to)), None)
    prices = {n: _price(score, n, times) for n in range(2, HIGHEST + 1)}
    reach = None if pool is None else max((n for n, p in prices.items() if n > score and p <= pool), default=score)
    needed = "" if last is None else last.takes_central if trait == "central" else last.takes
    why = Refused("lacking", f"What is lacking: {', '.join(lacking)}.", "to") if lacking else None
    left = pool if pool is None or why else pool - price
    return Improved(why, score if why else to, left, price, lacking, needed, reach, prices)


@rule("yarn.improve-trait")
def improve_trait(
    *, trait: str, score: int, to: int, pool: int, training: str = "", game_world: bool = True
) -> Improved:
    """A trait raised one step after another for dice, deeds and training (yarn.improve-trait).

    Not legal: what is in `lacking`. A score of 6 is outside the rules.
    """
    return improve(
        trait=trait,
        score=score,
        to=to,
        pool=whole("pool", pool, least=0),
        training=training,
        game_world=game_world,
    )


@rule("yarn.central-double")
def central_double(
    *,
    trait: str = "central",
    score: int,
    to: int = HIGHEST,
    pool: int | None = None,
    training: str = "",
    game_world: bool = True,
) -> Improved:
    """Raising the central trait takes twice the dice and twice the time (yarn.central-double); without a `pool` only
    the price is asked.
    """
    return improve(trait=trait, score=score, to=to, pool=pool, training=training, game_world=game_world)
