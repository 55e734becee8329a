"""Spells: how they are learned, cast and resisted, and what each does."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import ceil

from apps.rules.dice import Dice, system_dice
from apps.rules.listed import pick
from apps.rules.numbers import whole
from apps.rules.refusal import Refused
from apps.rules.registry import rule
from apps.rules.yarn.magic.shots import fringe_shot_price, pool_size
from apps.rules.yarn.options import DEFAULTS, Options
from apps.rules.yarn.pool import AVERAGE, SIDES, Rolled, pool_of, ready, throw

WEEK = 5
"""Experience dice for a week of study."""


@dataclass(frozen=True)
class Spell:
    """A spell with its fixed numbers; `seconds` is None where its duration is not told."""

    id: str
    title: str
    level: int
    range: str
    duration: str
    effect: str
    seconds: int | None


SPELLS = (
    Spell(
        "lurking-chains",
        "Lurking Chains",
        3,
        "starts within 20 m",
        "10 minutes",
        "clanking chains in the air, moving about 2 m a round at random along hallways, not through walls",
        600,
    ),
    Spell(
        "blessed-black",
        "Blessed Black",
        6,
        "within 10 m of the caster",
        "1 minute, or until the caster ends it",
        "all light sources go out",
        60,
    ),
    Spell(
        "serpents-tongue",
        "Serpent's Tongue",
        9,
        "the caster",
        "1 minute",
        "bonus die on rolls to seduce, intimidate, convince or persuade",
        60,
    ),
    Spell(
        "grip-of-stone",
        "Grip of Stone",
        12,
        "within 15 m, one person or animal",
        "wears off within half an hour",
        "paralysis; strength or the like resists with 12 or more",
        1800,
    ),
    Spell("unswerving-arrow", "Unswerving Arrow", 12, "-", "-", "named in an example only", None),
    Spell("ring-of-gyges", "Ring of Gyges", 15, "the caster", "10 minutes", "invisible; dogs grow uneasy", 600),
    Spell(
        "seven-shields",
        "Seven Shields of Glory",
        18,
        "the caster, weapons stop within 10 cm",
        "1 hour",
        "seven invisible half-metre shields turn every weapon; only more than seven at one instant get through",
        3600,
    ),
)
CHAINS, BLACK, TONGUE, GRIP, _, RING, SHIELDS = SPELLS


def rounds_of(seconds: int | None, seconds_per_round: float) -> int:
    """How many rounds so many seconds last. Refuses a round without length."""
    length = Fraction(str(seconds_per_round))
    if length <= 0:
        raise Refused("no-length", f"A round of {seconds_per_round} seconds is none.", "seconds_per_round")
    return ceil((seconds or 0) / length)


@dataclass(frozen=True)
class SpellOf:
    """A row of the list, and what was asked of several."""

    row: Spell | None
    rounds: tuple[int, ...]
    levels: tuple[int, ...]

    @property
    def level(self) -> int | None:
        return self.row.level if self.row else None

    @property
    def range(self) -> str | None:
        return self.row.range if self.row else None

    @property
    def duration(self) -> str | None:
        return self.row.duration if self.row else None

    @property
    def effect(self) -> str | None:
        return self.row.effect if self.row else None


@rule("yarn.spell-list")
def spell_list(*, spell: str = "", timers_in_rounds_of_3_seconds: Sequence[str] = ()) -> SpellOf:
    """A spell's level and fixed numbers (yarn.spell-list). Refuses one that is not listed."""
    rows = [pick("spell", name, SPELLS) for name in timers_in_rounds_of_3_seconds]
    one = pick("spell", spell, SPELLS) if spell or not rows else None
    return SpellOf(one, tuple(rounds_of(row.seconds, 3) for row in rows), tuple(row.level for row in rows))


# Learning


@dataclass(frozen=True)
class Talents:
    """Whether each has the talent; for the GM."""

    talent: tuple[bool, ...]


@rule("yarn.magic-limits")
def magic_limits(*, characters: int, options: Options = DEFAULTS, dice: Dice = system_dice) -> Talents:
    """Who can learn magic at all: everybody, or by the switch magic-limits one or two in six (yarn.magic-limits)."""
    count = whole("characters", characters, least=0)
    if options.magic_limits == "none":
        return Talents((True,) * count)
    most = 1 if options.magic_limits == "one in six" else 2
    return Talents(tuple(face <= most for face in dice(count, SIDES)))


@dataclass(frozen=True)
class Studied:
    """Throws week by week, and how far the study has come; the pools afterwards."""

    totals: tuple[int, ...]
    thrown: int
    learned_in_week: int | None
    botch_in_week: int | None
    progress: int
    experience_pool: int
    psychic_pool: int
    third_week: str | None

    @property
    def total(self) -> int:
        return self.totals[-1]

    @property
    def learned(self) -> bool:
        return self.learned_in_week is not None

    @property
    def botch(self) -> bool:
        return self.botch_in_week is not None and self.botch_in_week == len(self.totals)


def _botched(faces: Sequence[int], options: Options) -> bool:
    return set(faces) == {1} and not (len(faces) == 1 and options.botch_needs_two_dice)


@rule("yarn.spell-learn")
def spell_learn(
    *,
    level: int,
    experience_pool: int,
    psychic_pool: int | str = "none",
    weeks: int = 1,
    progress: int = 0,
    then_buy_shots: int = 0,
    options: Options = DEFAULTS,
    dice: Dice = system_dice,
) -> Studied:
    """A week and 5 experience dice for a throw, with one die more each week, until it reaches the level
    (yarn.spell-learn). A botch fails, whatever the level. A first spell brings a pool of 1 shot.

    Refuses a week without the dice for it; the study ends where they run out.
    """
    whole("level", level, least=1)
    done, left = whole("progress", progress, least=0), whole("experience_pool", experience_pool, least=0)
    pool = pool_size(psychic_pool)
    if left < WEEK:
        raise Refused("too-few-dice", f"A week of study costs {WEEK} experience dice, and there are {left}.",
                      "experience_pool")  # fmt: skip
    totals: list[int] = []
    learned = botch = third = None
    for week in range(1, whole("weeks", weeks, least=1) + 1):
        if left < WEEK:
            third = "refused" if week == 3 else third
            break
        left -= WEEK
        faces = dice(done + 1, SIDES)
        totals.append(sum(faces))
        if _botched(faces, options):
            botch = week
        elif totals[-1] >= level:
            learned, pool = week, max(pool, 1)
            break
        done += 1
    if then_buy_shots:
        bought = fringe_shot_price(experience_pool=left, psychic_pool=pool, shots_wanted=then_buy_shots)
        left, pool = bought.experience_pool, bought.psychic_pool
    return Studied(tuple(totals), len(faces), learned, botch, done, left, pool, third)


@rule("yarn.spell-learn-botch")
def spell_learn_botch(
    *,
    level: int,
    experience_pool: int,
    weeks: int = 1,
    progress: int = 0,
    options: Options = DEFAULTS,
    dice: Dice = system_dice,
) -> Studied:
    """All ones fail, and bad things can happen (yarn.spell-learn-botch); the week and the dice are gone."""
    return spell_learn(
        level=level,
        experience_pool=experience_pool,
        weeks=weeks,
        progress=progress,
        options=options,
        dice=dice,
    )


# Casting


@dataclass(frozen=True)
class Casts:
    """Whether each casting is allowed, and the shots left."""

    allowed: tuple[bool, ...]
    shots_left: int


@rule("yarn.spell-cast")
def spell_cast(*, psychic_pool: int | str, casts: int) -> Casts:
    """A casting costs 1 shot, and works (yarn.spell-cast)."""
    shots, count = pool_size(psychic_pool), whole("casts", casts, least=0)
    return Casts(tuple(n < shots for n in range(count)), max(0, shots - count))


@dataclass(frozen=True)
class Thrown:
    """A roll to resist, and whether it was enough."""

    roll: Rolled
    resisted: bool

    @property
    def total(self) -> int:
        return self.roll.total


@rule("yarn.spell-resist")
def spell_resist(
    *,
    level: int,
    base: int = AVERAGE,
    bonus: int = 0,
    penalty: int = 0,
    options: Options = DEFAULTS,
    dice: Dice = system_dice,
) -> Thrown:
    """A resistance that equals the level throws the effect off (yarn.spell-resist)."""
    pool = pool_of(base=base, bonus=bonus, penalty=penalty)
    least = whole("level", level, least=1)
    roll = throw(pool, options, dice)
    return Thrown(roll, roll.total >= least)


# Each spell


def _within(metres: float, most: int, what: str) -> None:
    if metres > most:
        raise Refused("out-of-range", f"{what} reaches {most} m, and it is {metres} m.", "metres")


@dataclass(frozen=True)
class Chains:
    most_metres: int
    longest_minutes: int = 10


@rule("yarn.spell-lurking-chains")
def lurking_chains(*, metres: float, rounds: int = 0) -> Chains:
    """Chains clank within 20 m, and wander 2 m a round (yarn.spell-lurking-chains). Refuses a place further off."""
    _within(metres, 20, CHAINS.title)
    return Chains(2 * whole("rounds", rounds, least=0))


BLACK_METRES = 10


@dataclass(frozen=True)
class Dark:
    out: tuple[bool, ...]
    rounds: int
    longest_minutes: int = 1
    darkness: tuple[int, ...] = (1, 2)


@rule("yarn.spell-blessed-black")
def blessed_black(*, metres: Sequence[float] = (), seconds_per_round: float = 3) -> Dark:
    """All lights within 10 m of the caster go out for a minute (yarn.spell-blessed-black)."""
    return Dark(tuple(one <= BLACK_METRES for one in metres), rounds_of(BLACK.seconds, seconds_per_round))


TONGUES = ("seduce", "intimidate", "convince", "persuade")


@rule("yarn.spell-serpents-tongue")
def serpents_tongue(
    *,
    roll: str,
    base: int,
    active: bool,
    bonus: int = 0,
    penalty: int = 0,
    options: Options = DEFAULTS,
    dice: Dice = system_dice,
) -> Rolled:
    """A bonus die to seduce, intimidate, convince or persuade (yarn.spell-serpents-tongue). Refuses no dice."""
    more = active and roll in TONGUES
    return throw(ready(pool_of(base=base, bonus=bonus + more, penalty=penalty)), options, dice)


@dataclass(frozen=True)
class Grip:
    total: int
    paralysed: bool
    longest_minutes: int = 30


@rule("yarn.spell-grip-of-stone")
def grip_of_stone(
    *,
    strength: int = AVERAGE,
    bonus: int = 0,
    penalty: int = 0,
    metres: float = 0,
    options: Options = DEFAULTS,
    dice: Dice = system_dice,
) -> Grip:
    """Paralyses one within 15 m, unless strength reaches the level (yarn.spell-grip-of-stone). Refuses one beyond."""
    _within(metres, 15, GRIP.title)
    met = spell_resist(level=GRIP.level, base=strength, bonus=bonus, penalty=penalty, options=options, dice=dice)
    return Grip(met.total, not met.resisted)


@dataclass(frozen=True)
class Unseen:
    rounds: int
    invisible: bool = True
    longest_minutes: int = 10


@rule("yarn.spell-ring-of-gyges")
def ring_of_gyges(*, seconds_per_round: float = 3) -> Unseen:
    """Nobody sees the caster for 10 minutes (yarn.spell-ring-of-gyges)."""
    return Unseen(rounds_of(RING.seconds, seconds_per_round))


@dataclass(frozen=True)
class Turned:
    """Attacks turned, and those that get through, at each instant."""

    turned: tuple[int, ...]
    through: tuple[int, ...]


@rule("yarn.spell-seven-shields")
def seven_shields(*, instants: Sequence[int]) -> Turned:
    """Seven shields turn seven weapons at one instant (yarn.spell-seven-shields), and again at the next."""
    turned = tuple(min(7, whole("instants", one, least=0)) for one in instants)
    return Turned(turned, tuple(one - held for one, held in zip(instants, turned, strict=True)))
