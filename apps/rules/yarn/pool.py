"""A roll: how many d6 are thrown, which of them count, and what the kept ones show."""

from collections.abc import Mapping
from dataclasses import dataclass

from apps.rules.dice import Dice, system_dice
from apps.rules.numbers import one_of, whole
from apps.rules.refusal import Refused
from apps.rules.registry import rule
from apps.rules.yarn.options import DEFAULTS, Options

SIDES = 6
AVERAGE = 2
"""The dice of anybody without a fitting trait, at a task that anybody may try."""
BREAK = 2
"""So many sixes are a good break, so many ones a bad one."""

Faces = tuple[int, ...]


@dataclass(frozen=True)
class Pool:
    """So many dice are `counted`: the best with a `net_bonus`, the lowest with a `net_penalty`; one of both is 0."""

    counted: int
    net_bonus: int = 0
    net_penalty: int = 0

    @property
    def thrown(self) -> int:
        """With no dice to count nothing is thrown, whatever the bonus."""
        return self.counted + self.net_bonus + self.net_penalty if self.counted else 0

    def kept(self, faces: Faces) -> tuple[int, ...]:
        """The places of the dice that count, as they fell; of equal dice the one thrown last is dropped."""
        sign = 1 if self.net_bonus else -1
        leaving = sorted(range(len(faces)), key=lambda place: (sign * faces[place], -place))
        return tuple(sorted(leaving[len(faces) - self.counted :]))


def pool_of(*, base: int, extra: int = 0, fewer: int = 0, bonus: int = 0, penalty: int = 0) -> Pool:
    """The one place where dice of all sources come together: `extra` and `fewer` change how many count, bonus and
    penalty dice cancel one for one and change only how many are thrown."""
    named = {"base": base, "extra": extra, "fewer": fewer, "bonus": bonus, "penalty": penalty}
    for field, value in named.items():
        whole(field, value, least=0)
    net = bonus - penalty
    return Pool(max(0, base + extra - fewer), max(0, net), max(0, -net))


def pool_from(roll: Mapping[str, object], field: str) -> Pool:
    """A roll given as a table: base, extra, fewer, bonus, penalty, each but the first 0; a note changes nothing."""
    known = ("base", "extra", "fewer", "bonus", "penalty")
    if "base" not in roll or set(roll) - {*known, "note"}:
        raise Refused("no-roll", f"A roll is told by its base, and by extra, fewer, bonus and penalty: {field}.", field)
    return pool_of(**{key: whole(key, roll[key]) for key in known if key in roll})


def ready(pool: Pool) -> Pool:
    """The pool of somebody's own action. Refuses one without dice: bonus dice do not help it."""
    if not pool.counted:
        raise Refused("no-dice", "No die is left to count, so this cannot be tried.", "base")
    return pool


@dataclass(frozen=True)
class Rolled:
    """A pool that has fallen. `further` dice are those that blew the top off."""

    pool: Pool
    faces: Faces
    kept: Faces
    dropped: Faces
    further: Faces
    total: int
    sixes: int
    botch: bool
    all_sixes: bool
    good_break: bool
    bad_break: bool

    @property
    def thrown(self) -> int:
        return self.pool.thrown

    @property
    def counted(self) -> int:
        return self.pool.counted

    @property
    def net_bonus(self) -> int:
        return self.pool.net_bonus

    @property
    def net_penalty(self) -> int:
        return self.pool.net_penalty


class HasRoll:
    """What its `roll` shows, of an outcome that has one."""

    roll: Rolled

    @property
    def thrown(self) -> int:
        return self.roll.thrown

    @property
    def counted(self) -> int:
        return self.roll.counted

    @property
    def dropped(self) -> Faces:
        return self.roll.dropped

    @property
    def total(self) -> int:
        return self.roll.total


class MayHaveRoll:
    """What its `roll` shows, of an outcome for which dice may have been thrown; else None."""

    roll: Rolled | None

    @property
    def thrown(self) -> int | None:
        return self.roll.thrown if self.roll else None

    @property
    def counted(self) -> int | None:
        return self.roll.counted if self.roll else None

    @property
    def dropped(self) -> Faces | None:
        return self.roll.dropped if self.roll else None

    @property
    def total(self) -> int | None:
        return self.roll.total if self.roll else None


def throw(pool: Pool, options: Options, dice: Dice) -> Rolled:
    """The pool, thrown; with all kept dice sixes it may go on (yarn.blowing-the-top-off)."""
    faces = dice(pool.thrown, SIDES) if pool.thrown else ()
    places = pool.kept(faces)
    kept = tuple(faces[place] for place in places)
    all_sixes = bool(kept) and set(kept) == {SIDES}
    further = _further(dice) if all_sixes and options.blow_top == "on" else ()
    broken = faces if options.breaks_count_dropped_dice else kept
    revenge = faces if options.unstoppable_six_counts_dropped_dice else kept
    return Rolled(
        pool=pool,
        faces=faces,
        kept=kept,
        dropped=tuple(sorted(face for place, face in enumerate(faces) if place not in places)),
        further=further,
        total=sum(kept) + sum(further),
        sixes=revenge.count(SIDES),
        botch=bool(kept) and set(kept) == {1} and not (len(kept) == 1 and options.botch_needs_two_dice),
        all_sixes=all_sixes,
        good_break=broken.count(SIDES) >= BREAK,
        bad_break=broken.count(1) >= BREAK,
    )


def _further(dice: Dice) -> Faces:
    """A die more, and another after each six."""
    further = dice(1, SIDES)
    while further[-1] == SIDES:
        further += dice(1, SIDES)
    return further


@rule("yarn.trait-roll")
def trait_roll(
    *,
    base: int | None = None,
    trait: str = "",
    average_task: bool = True,
    bonus: int = 0,
    penalty: int = 0,
    options: Options = DEFAULTS,
    dice: Dice = system_dice,
) -> Rolled:
    """As many dice as the trait's score, added up (yarn.trait-roll); 2 where no trait fits.

    Refuses a roll without dice: without a trait, a task that an average person may not try.
    """
    if base is None or trait == "none":
        base = AVERAGE if average_task else 0
    return throw(ready(pool_of(base=base, bonus=bonus, penalty=penalty)), options, dice)


@rule("yarn.bonus-dice")
def bonus_dice(*, base: int, bonus: int, options: Options = DEFAULTS, dice: Dice = system_dice) -> Rolled:
    """Bonus dice are thrown too, and as many of the lowest left out (yarn.bonus-dice). Refuses a base of 0."""
    return throw(ready(pool_of(base=base, bonus=bonus)), options, dice)


@rule("yarn.penalty-dice")
def penalty_dice(*, base: int, penalty: int, options: Options = DEFAULTS, dice: Dice = system_dice) -> Rolled:
    """Penalty dice are thrown too, and as many of the highest left out (yarn.penalty-dice). Refuses a base of 0."""
    return throw(ready(pool_of(base=base, penalty=penalty)), options, dice)


@rule("yarn.dice-cancel")
def dice_cancel(
    *, base: int, bonus: int = 0, penalty: int = 0, options: Options = DEFAULTS, dice: Dice = system_dice
) -> Rolled:
    """Bonus and penalty dice cancel one for one (yarn.dice-cancel). Refuses a base of 0."""
    return throw(ready(pool_of(base=base, bonus=bonus, penalty=penalty)), options, dice)


ROLLS = ("own action", "defence")


@rule("yarn.pool-order")
def pool_order(
    *,
    base: int,
    extra: int = 0,
    fewer: int = 0,
    bonus: int = 0,
    penalty: int = 0,
    roll: str = "own action",
    note: str = "",
    options: Options = DEFAULTS,
    dice: Dice = system_dice,
) -> Rolled:
    """Every roll, put together in one order and read (yarn.pool-order).

    Refuses an own action with no die left to count; such a defence totals 0.
    """
    one_of("roll", roll, ROLLS)
    pool = pool_of(base=base, extra=extra, fewer=fewer, bonus=bonus, penalty=penalty)
    return throw(pool if roll == "defence" else ready(pool), options, dice)


@rule("yarn.break")
def breaks(
    *, base: int, bonus: int = 0, penalty: int = 0, options: Options = DEFAULTS, dice: Dice = system_dice
) -> Rolled:
    """Two sixes among the kept dice are a good break, two ones a bad one; one roll can give both (yarn.break).

    The switch breaks-count-dropped-dice looks at all dice. Refuses a base of 0.
    """
    return throw(ready(pool_of(base=base, bonus=bonus, penalty=penalty)), options, dice)


@rule("yarn.blowing-the-top-off")
def blowing_the_top_off(
    *, base: int, bonus: int = 0, penalty: int = 0, options: Options = DEFAULTS, dice: Dice = system_dice
) -> Rolled:
    """All kept dice are sixes: another die is added, and one more after each six (yarn.blowing-the-top-off).

    Only with the switch blow-top. Refuses a base of 0.
    """
    return throw(ready(pool_of(base=base, bonus=bonus, penalty=penalty)), options, dice)
