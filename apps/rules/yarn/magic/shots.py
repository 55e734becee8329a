"""Learning a power, the psychic pool, and what a use costs."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from apps.rules.dice import Dice, system_dice
from apps.rules.numbers import one_of, whole
from apps.rules.refusal import Refused
from apps.rules.registry import rule
from apps.rules.yarn.options import DEFAULTS, Options
from apps.rules.yarn.pool import AVERAGE, SIDES, Faces, HasRoll, Rolled, pool_from, pool_of, ready, throw
from apps.rules.yarn.traits import FLAT_POOL

HOURS = 24
PRICE = 2
"""Experience dice for a shot, and shots for a push."""


def pool_size(psychic_pool: int | str) -> int:
    """The size of a pool; "none" is no pool."""
    return 0 if psychic_pool == "none" else whole("psychic_pool", psychic_pool, least=0)


def why_no_shots(shots: int, price: int = 1) -> Refused | None:
    """Why a use cannot be paid, or None."""
    if whole("shots", shots, least=0) >= price:
        return None
    cost, left = "1 psychic shot" if price == 1 else f"{price} psychic shots", "1 is" if shots == 1 else f"{shots} are"
    return Refused("no-shots", f"This costs {cost}, and {left} left.", "shots")


# Learning


@dataclass(frozen=True)
class Acquired:
    """Whether the power is there, its score, and both pools afterwards; the throw is the GM's secret."""

    acquired: bool
    score: int
    experience_pool: int
    psychic_pool: int
    faces: Faces
    shown_to_player: bool = False


@rule("yarn.fringe-learn")
def fringe_learn(
    *,
    experience_pool: int,
    given_up: int,
    first_power: bool = True,
    psychic_pool: int | str = "none",
    psi_mute: bool = False,
    lowest_face: int = SIDES,
    months: int = 1,
    options: Options = DEFAULTS,
    dice: Dice = system_dice,
) -> Acquired:
    """A month of study, dice given up for good, and a 6 among them is a power of 1 die (yarn.fringe-learn).

    The first power brings a pool of 1 shot. Refuses less than a month, more dice than there are, and powers at a table
    that has none (fringe-powers).
    """
    if not options.fringe_powers:
        raise Refused("no-powers", "This table plays without fringe powers.", "given_up")
    whole("months", months, least=1)
    whole("given_up", given_up, least=1, most=whole("experience_pool", experience_pool, least=0))
    least, pool = whole("lowest_face", lowest_face, least=1, most=SIDES), pool_size(psychic_pool)
    faces = dice(given_up, SIDES)
    acquired = max(faces) >= least and not psi_mute
    pool = max(pool, 1) if acquired and first_power else pool
    return Acquired(acquired, int(acquired), experience_pool - given_up, pool, faces)


@dataclass(frozen=True)
class Mute:
    """The hidden mark, and whether the power is there; a player is told of the second alone."""

    psi_mute: bool
    acquired: bool

    @property
    def shown_to_player(self) -> str:
        return "acquired" if self.acquired else "not acquired"


def is_psi_mute(options: Options, dice: Dice) -> bool:
    """The secret die at the first attempt, thrown with the switch psi-mute alone."""
    return options.psi_mute and dice(1, SIDES) == (1,)


@rule("yarn.psi-mute")
def psi_mute(
    *, attempt: int, given_up: int, psi_mute: bool = False, options: Options = DEFAULTS, dice: Dice = system_dice
) -> Mute:
    """A secret die at the first attempt: a 1 can never learn (yarn.psi-mute), with the switch of that name."""
    whole("given_up", given_up, least=1)
    first = whole("attempt", attempt, least=1) == 1
    mute = options.psi_mute and (psi_mute or (first and is_psi_mute(options, dice)))
    return Mute(mute, SIDES in dice(given_up, SIDES) and not mute)


# The pool


@dataclass(frozen=True)
class Size:
    pool: int


@rule("yarn.fringe-pool")
def fringe_pool(
    *, start: bool, powers: int, choice: str = "take 3", psychic_pool: int = 0, dice: Dice = system_dice
) -> Size:
    """3 shots or the highest of a die for each power at the start, 1 for the first power in play (yarn.fringe-pool).

    Refuses a pool for no power.
    """
    whole("powers", powers, least=1)
    if not start:
        return Size(max(1, whole("psychic_pool", psychic_pool, least=0)))
    if one_of("choice", choice, ("take 3", "throw")) == "take 3":
        return Size(FLAT_POOL)
    return Size(max(dice(powers, SIDES)))


@dataclass(frozen=True)
class Bought:
    """Both pools afterwards, and the most shots that could be bought."""

    experience_pool: int
    psychic_pool: int
    most_shots: int


@rule("yarn.fringe-shot-price")
def fringe_shot_price(*, experience_pool: int, psychic_pool: int | str, shots_wanted: int) -> Bought:
    """Two experience dice for a shot, for good (yarn.fringe-shot-price). Refuses it without a pool, or the dice."""
    most = whole("experience_pool", experience_pool, least=0) // PRICE
    pool, wanted = pool_size(psychic_pool), whole("shots_wanted", shots_wanted, least=0)
    if not pool:
        raise Refused(
            "no-pool", "There is no psychic pool yet: it comes with the first power or spell.", "psychic_pool"
        )
    if wanted > most:
        why = f"{wanted} shots cost {PRICE * wanted} experience dice, and there are {experience_pool}."
        raise Refused("too-few-dice", why, "shots_wanted")
    return Bought(experience_pool - PRICE * wanted, pool + wanted, most)


@dataclass(frozen=True)
class Used(HasRoll):
    """The roll of a power, and the shots left."""

    roll: Rolled
    shots: int


def use(score: int, shots: int, price: int, bonus: int, penalty: int, options: Options, dice: Dice) -> Used:
    """A power's dice for so many shots. Refuses what cannot be paid, or has no dice."""
    if why := why_no_shots(shots, price):
        raise why
    return Used(throw(ready(pool_of(base=score, bonus=bonus, penalty=penalty)), options, dice), shots - price)


@rule("yarn.fringe-use")
def fringe_use(
    *,
    score: int,
    shots: int,
    bonus: int = 0,
    penalty: int = 0,
    options: Options = DEFAULTS,
    dice: Dice = system_dice,
) -> Used:
    """A use costs 1 shot, whatever comes of it (yarn.fringe-use). Refuses it without one."""
    return use(score, shots, 1, bonus, penalty, options, dice)


@rule("yarn.fringe-push")
def fringe_push(
    *,
    score: int,
    shots: int,
    bonus: int = 0,
    penalty: int = 0,
    options: Options = DEFAULTS,
    dice: Dice = system_dice,
) -> Used:
    """2 shots for as many bonus dice as the score (yarn.fringe-push). Refuses it without them."""
    return use(score, shots, PRICE, bonus + score, penalty, options, dice)


@dataclass(frozen=True)
class Clocked:
    """Shots left, and the hours for one, of each case."""

    left: tuple[int, ...]
    hours_each: tuple[float, ...]


@rule("yarn.fringe-pool-recovery")
def fringe_pool_recovery(*, cases: Sequence[Mapping[str, Any]], options: Options = DEFAULTS) -> Clocked:
    """A whole pool returns in 24 hours, one shot after another (yarn.fringe-pool-recovery); the switch
    psychic-recovery brings them all at the end. Refuses a rate that is none.
    """
    left, each = [], []
    for case in cases:
        pool = whole("pool", case["pool"], least=1)
        rate = Fraction(str(case.get("rate", "1")))
        if rate <= 0:
            raise Refused("no-rate", f"{case['rate']} is no rate at which shots return.", "cases")
        hours = Fraction(HOURS, pool) / rate
        passed = Fraction(str(case["hours"]))
        whole_day = passed * rate >= HOURS
        one_by_one = options.psychic_recovery == "one by one"
        back = int(passed / hours) if one_by_one else pool * whole_day
        left.append(min(pool, whole("left", case["left"], least=0) + back))
        each.append(float(hours))
    return Clocked(tuple(left), tuple(each))


# Resisting


@dataclass(frozen=True)
class Resisted:
    """The resistance, and whether the power beats it."""

    roll: Rolled
    works: bool
    difference: int

    @property
    def resistance(self) -> int:
        return self.roll.total


def resist(power_total: int, base: int, bonus: int, penalty: int, options: Options, dice: Dice) -> Resisted:
    """A power must beat the resistance; equal is not enough."""
    pool = pool_of(base=base, bonus=bonus, penalty=penalty)
    total = whole("power_total", power_total, least=0)
    roll = throw(pool, options, dice)
    return Resisted(roll, total > roll.total, total - roll.total)


@rule("yarn.fringe-resist")
def fringe_resist(
    *,
    power_total: int,
    base: int = AVERAGE,
    bonus: int = 0,
    penalty: int = 0,
    options: Options = DEFAULTS,
    dice: Dice = system_dice,
) -> Resisted:
    """Whoever a power works against rolls to resist, usually 2 dice (yarn.fringe-resist)."""
    return resist(power_total, base, bonus, penalty, options, dice)


COUNTERS = frozenset({"telepathy", "mind scan"})
"""Powers that could counter each other."""


@dataclass(frozen=True)
class Psychic(HasRoll):
    """The roll to resist, and the shots left."""

    roll: Rolled
    shots: int

    resistance = HasRoll.total


@rule("yarn.fringe-resist-psychic")
def fringe_resist_psychic(
    *,
    knows: bool,
    shots: int,
    attacking: str,
    own_powers: Mapping[str, int],
    choice: str = "none",
    options: Options = DEFAULTS,
    dice: Dice = system_dice,
) -> Psychic:
    """A psychic who knows of it pays 1 shot for bonus dice, or for extra dice of a power that counters this one
    (yarn.fringe-resist-psychic). Refuses it to who does not know, has no shot, or no such power.
    """
    if one_of("choice", choice, ("best power", "counter", "none")) == "none":
        return Psychic(throw(pool_of(base=AVERAGE), options, dice), shots)
    if not knows:
        raise Refused("does-not-know", "Only who knows that a power is used can pay to resist it.", "knows")
    if why := why_no_shots(shots):
        raise why
    best = help_of(own_powers, attacking, counter=choice == "counter")
    if not best:
        raise Refused("no-power", f"None of these powers counters {attacking}.", "own_powers")
    pool = pool_of(base=AVERAGE, bonus=best) if choice == "best power" else pool_of(base=AVERAGE, extra=best)
    return Psychic(throw(pool, options, dice), shots - 1)


def help_of(own_powers: Mapping[str, int], attacking: str, *, counter: bool) -> int:
    """The dice of the best power, or of the best that counters this one; 0 without any."""
    fits = (score for name, score in own_powers.items() if not counter or _counters(name, attacking))
    return max((whole("own_powers", score, least=0) for score in fits), default=0)


def _counters(name: str, attacking: str) -> bool:
    """By the name of a power, or of one of its two uses: “Mind Scan (reading)”."""
    return {one.casefold().partition(" (")[0] for one in (name, attacking)} <= COUNTERS


@dataclass(frozen=True)
class Circumstances:
    power_total: int
    resistance: int
    works: bool


@rule("yarn.fringe-circumstances")
def fringe_circumstances(
    *, power: Mapping[str, Any], target: Mapping[str, Any], options: Options = DEFAULTS, dice: Dice = system_dice
) -> Circumstances:
    """The situation gives either side its dice (yarn.fringe-circumstances). Refuses a power without dice."""
    mine, theirs = ready(pool_from(power, "power")), pool_from(target, "target")
    rolled, met = throw(mine, options, dice), throw(theirs, options, dice)
    return Circumstances(rolled.total, met.total, rolled.total > met.total)
