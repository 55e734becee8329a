"""What a crewmember rolls against: a difficulty with whatever bears on it, or a Major GMC."""

from collections.abc import Sequence
from dataclasses import dataclass

from apps.rules.crew.lists import DIFFICULTIES, Difficulty, pick
from apps.rules.crew.pools import SCALE, DieKind, Pool, PoolDie, check_pool, completed
from apps.rules.crew.steps import LADDER, Size, read, read_all
from apps.rules.crew.totals import kept_free
from apps.rules.refusal import Refused
from apps.rules.registry import rule


@dataclass(frozen=True)
class DifficultyDie:
    """The die, and the row that it stands for."""

    die: int
    row: Difficulty


@rule("crew.difficulty")
def difficulty(*, difficulty: str) -> DifficultyDie:
    """The difficulty die for how hard it is, an id or title of DIFFICULTIES (crew.difficulty). Refuses any other."""
    row = pick("difficulty", difficulty, DIFFICULTIES)
    return DifficultyDie(row.size, row)


@dataclass(frozen=True)
class Opposition:
    """The sizes in the pool, how many are kept, and the same `dice` with what they are."""

    pool: tuple[int, ...]
    keep: int
    dice: Pool


@rule("crew.opposition-other")
def opposition_other(
    *,
    difficulty: str,
    traits: Sequence[Size] = (),
    extras: Size | Sequence[Size] | None = None,
    scale: bool = False,
    crew_complications: Sequence[Size] = (),
) -> Opposition:
    """The pool of an opposition without a Major GMC (crew.opposition-other), of two dice at least.

    `extras` is the die of a Minor GMC or Extra; more than one of them is crew.ganging-up's. A mere difficulty is joined
    by a Trait d6, Situation.
    """
    row = pick("difficulty", difficulty, DIFFICULTIES)
    dice = (
        PoolDie("difficulty", row.size, row.title),
        *_dice("trait", "Trait", traits),
        *_dice("gmc", "GMC", _one_extra(extras)),
        *((PoolDie("scale", SCALE, "Scale"),) * scale),
        *_dice("complication", "Complication", crew_complications),
    )
    whole_pool = completed(dice, "opposition")
    check_pool(whole_pool, "opposition")
    return Opposition(tuple(die.size for die in whole_pool), kept_free(scale=scale), whole_pool)


def _one_extra(extras: Size | Sequence[Size] | None) -> Sequence[Size]:
    given = () if extras is None else (extras,) if isinstance(extras, int | str) else tuple(extras)
    if len(given) > 1:
        text = f"The pool holds the die of one Minor GMC or Extra, not of {len(given)}, unless they gang up."
        raise Refused("two-gmc", text, "extras")
    return given


def _dice(kind: DieKind, label: str, sizes: Sequence[Size]) -> Pool:
    allowed = LADDER if kind == "complication" else LADDER[:-1]
    return tuple(PoolDie(kind, size, label) for size in read_all(sizes, kind, allowed))


@rule("crew.major-gmc")
def major_gmc(
    *,
    attribute: Size,
    skill: Size,
    traits: Sequence[Size] = (),
    distinction: Size | None = None,
    signature_assets: Sequence[Size] = (),
    crew_complications: Sequence[Size] = (),
) -> Opposition:
    """The pool of a Major GMC, who rolls like a crewmember (crew.major-gmc). Refuses a Distinction as d4: it is d8."""
    dice = (
        *_dice("attribute", "Attribute", (attribute,)),
        *_dice("skill", "Skill", (skill,)),
        *_dice("trait", "Trait", traits),
        *_dice("distinction", "Distinction", () if distinction is None else (read(distinction, "distinction", (8,)),)),
        *_dice("signature-asset", "Signature Asset", signature_assets),
        *_dice("complication", "Complication", crew_complications),
    )
    check_pool(dice, "major-gmc")
    return Opposition(tuple(die.size for die in dice), kept_free(scale=False), dice)
