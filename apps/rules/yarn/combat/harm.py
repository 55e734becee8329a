"""What damage leaves: being messed up, down or dying, serious wounds, and recovery."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import ceil
from typing import Any

from apps.rules.dice import Dice
from apps.rules.listed import pick
from apps.rules.numbers import one_of, whole
from apps.rules.refusal import Refused
from apps.rules.registry import rule
from apps.rules.yarn.combat.armour import TASER_FACTOR
from apps.rules.yarn.combat.damage import share as share_of
from apps.rules.yarn.combat.lists import DOWN_STATES
from apps.rules.yarn.combat.shooting import in_range
from apps.rules.yarn.options import DEFAULTS, Options
from apps.rules.yarn.pool import MayHaveRoll, Rolled, pool_of, ready, throw

Pairs = Sequence[Sequence[int]]
SERIOUS = 20
MOST_LOSS = 15


def is_messed_up(current: int, maximum: int) -> bool:
    """At half the hit points or fewer, half not rounded."""
    return 2 * current <= maximum


def is_dying(current: int, maximum: int) -> bool:
    return current <= -maximum


def _pairs(pairs: Pairs) -> tuple[tuple[int, int], ...]:
    return tuple((whole("pairs", current), whole("pairs", maximum, least=1)) for current, maximum in pairs)


@dataclass(frozen=True)
class MessedUp(MayHaveRoll):
    """Whether so, one or each; the penalty die of it, and a roll where one was made."""

    messed_up: bool | tuple[bool, ...]
    own_penalty: int
    roll: Rolled | None = None


@rule("yarn.messed-up")
def messed_up(
    *,
    pairs: Pairs = (),
    current: int | None = None,
    maximum: int | None = None,
    roll: str = "",
    base: int | None = None,
    bonus: int = 0,
    penalty: int = 0,
    options: Options = DEFAULTS,
    dice: Dice | None = None,
) -> MessedUp:
    """At half the hit points or fewer every action takes a penalty die (yarn.messed-up); rolled if `dice` are given.

    Refuses hit points that are not told.
    """
    if pairs:
        return MessedUp(tuple(is_messed_up(*pair) for pair in _pairs(pairs)), 0)
    if current is None or maximum is None:
        raise Refused("no-hit-points", "Hit points are told as those now and the full ones.", "current")
    hurt = is_messed_up(whole("current", current), whole("maximum", maximum, least=1))
    if base is None or dice is None:
        return MessedUp(hurt, int(hurt))
    pool = ready(pool_of(base=base, bonus=bonus, penalty=penalty + hurt))
    return MessedUp(hurt, int(hurt), throw(pool, options, dice))


@dataclass(frozen=True)
class Down:
    """Who is out of the fight, and who at death's door."""

    down: tuple[bool, ...]
    dying: tuple[bool, ...]


@rule("yarn.down")
def down(*, pairs: Pairs) -> Down:
    """At 0 hit points or fewer somebody is out of the fight (yarn.down)."""
    told = _pairs(pairs)
    return Down(tuple(current <= 0 for current, _ in told), tuple(is_dying(*pair) for pair in told))


@dataclass(frozen=True)
class StateOf:
    state: str


@rule("yarn.down-states")
def down_states(*, weapon: str) -> StateOf:
    """What being down usually means, by the kind of weapon (yarn.down-states). Refuses one that is not listed."""
    return StateOf(pick("weapon", weapon, DOWN_STATES).state)


@dataclass(frozen=True)
class Death:
    """Whether somebody is dying, the question that is open, and whether they live, None until it is settled."""

    dying: bool | tuple[bool, ...]
    current: int | None
    pending: str
    alive: bool | None


@rule("yarn.death")
def death(
    *,
    pairs: Pairs = (),
    maximum: int | None = None,
    current: int | None = None,
    damage: int = 0,
    choice: str = "",
    reason: str = "",
    accepted: bool | None = None,
) -> Death:
    """At minus the maximum or below it takes a reason to live, and the GM's verdict on it (yarn.death).

    Refuses hit points that are not told, and to hold on without a reason.
    """
    if pairs:
        return Death(tuple(is_dying(*pair) for pair in _pairs(pairs)), None, "none", None)
    if current is None or maximum is None:
        raise Refused("no-hit-points", "Hit points are told as those now and the full ones.", "current")
    left = whole("current", current) - whole("damage", damage, least=0)
    if not is_dying(left, whole("maximum", maximum, least=1)):
        return Death(False, left, "none", True)
    if one_of("choice", choice, ("", "hold on", "let go")) != "hold on":
        return Death(True, left, "none" if choice else "reason to live", False if choice else None)
    if not reason.strip():
        raise Refused("no-reason", "To hold on takes a reason to live.", "reason")
    return Death(True, left, "verdict" if accepted is None else "none", accepted)


@dataclass(frozen=True)
class Tasered:
    """Temporary damage in all, the hit points that count now, and those after recovery."""

    temporary: int
    effective: int
    messed_up: bool
    down: bool
    dying: bool
    after_recovery: int


@rule("yarn.taser")
def taser(
    *,
    difference: int,
    metres: float,
    maximum: int,
    reference: int | None = None,
    lasting: int = 0,
    temporary: int = 0,
    options: Options = DEFAULTS,
) -> Tasered:
    """Five times the difference, recorded apart, and gone on recovery (yarn.taser).

    It messes up and puts down, but kills only under the switch taser-can-kill. Refuses a target beyond 5 m.
    """
    in_range("Taser", metres)
    shocked = whole("temporary", temporary, least=0) + TASER_FACTOR * max(0, whole("difference", difference))
    level = whole("maximum", maximum, least=1) - whole("lasting", lasting, least=0)
    now = level - shocked
    back = recovered(level, maximum if reference is None else reference, Fraction(1, 2))
    deadly = now if options.taser_can_kill else level
    return Tasered(shocked, now, is_messed_up(now, maximum), now <= 0, is_dying(deadly, maximum), back)


# Recovery


def recovered(current: int, reference: int, part: Fraction) -> int:
    """That part of what was lost since the last recovery, rounded up."""
    return max(current, ceil(current + part * (reference - current)))


@dataclass(frozen=True)
class Recovery:
    """The new level, or the levels after each step."""

    recovered: int | None
    levels: tuple[int, ...]


STEP = re.compile(r"-([0-9]+)|(recover)|daily healing \+([0-9]+)")


@rule("yarn.recovery-half")
def recovery_half(
    *,
    current: int | None = None,
    reference: int | None = None,
    maximum: int | None = None,
    start: int | None = None,
    steps: Sequence[str] = (),
) -> Recovery:
    """Half of what was lost since the last recovery comes back (yarn.recovery-half), and the new level is what the next
    one is counted from.

    Refuses levels that are not told, and a step that is none.
    """
    level = start if current is None else current
    if level is None:
        raise Refused(
            "no-hit-points", "From which level? Hit points are told as those now, or at the start.", "current"
        )
    known = reference if reference is not None else start if start is not None else maximum
    point = whole("reference", level if known is None else known)
    if not steps:
        return Recovery(recovered(whole("current", level), point, Fraction(1, 2)), ())
    levels = []
    for step in steps:
        level, point = _step(step, level, point, maximum)
        levels.append(level)
    return Recovery(None, tuple(levels))


def _step(step: str, level: int, point: int, maximum: int | None) -> tuple[int, int]:
    """Level and reference after a step; what heals otherwise raises the reference to itself."""
    found = STEP.fullmatch(step)
    if found is None:
        raise Refused("no-step", f"“{step}” is no step: -N, recover, or daily healing +N.", "steps")
    if found[1]:
        return level - int(found[1]), point
    if found[2]:
        return (recovered(level, point, Fraction(1, 2)),) * 2
    healed = level + int(found[3])
    healed = healed if maximum is None else min(maximum, healed)
    return healed, max(point, healed)


@dataclass(frozen=True)
class Granted:
    """Who recovers, and whose recovery stays open."""

    applied: tuple[str, ...]
    left_pending: tuple[str, ...]


@rule("yarn.recovery-conditions")
def recovery_conditions(*, open: Sequence[str], granted: Sequence[str], roll_outcome: str | None = None) -> Granted:
    """Recovery comes when the GM grants it, and where a roll was asked for, if it succeeds (yarn.recovery-conditions).

    Refuses to grant it to somebody who has none open.
    """
    for name in granted:
        one_of("granted", name, open)
    goes = roll_outcome is None or one_of("roll_outcome", roll_outcome, ("success", "draw", "failure")) == "success"
    applied = tuple(name for name in open if goes and name in granted)
    return Granted(applied, tuple(name for name in open if name not in applied))


@rule("yarn.recovery-fraction")
def recovery_fraction(
    *, current: int, reference: int, share: str | None = None, options: Options = DEFAULTS
) -> Recovery:
    """Another share than half comes back, as the GM says (yarn.recovery-fraction), else that of recovery-share.

    Refuses what is no share.
    """
    part = share_of(options.recovery_share if share is None else share)
    return Recovery(recovered(whole("current", current), whole("reference", reference), part), ())


# Serious wounds


@dataclass(frozen=True)
class Serious:
    """Whether a serious wound is proposed to the GM, for each blow."""

    serious: tuple[bool, ...]


@rule("yarn.serious-wound")
def serious_wound(*, blows: Sequence[Mapping[str, Any]], options: Options = DEFAULTS) -> Serious:
    """A blow of 20 points or more, after armour, usually leaves a serious wound (yarn.serious-wound), with the switch
    serious-wounds; a taser's does not.
    """
    on = options.serious_wounds == "on"
    hard = (whole("suffered", one["suffered"]) >= SERIOUS and not one.get("temporary") for one in blows)
    return Serious(tuple(on and blow for blow in hard))


def word_on_wound(points: int, options: Options, *, temporary: bool = False, botched: bool = False) -> str:
    """What one blow leaves (yarn.serious-wound): "sure" for a serious wound, "asked" where the GM says whether it is
    one, as at a table that asks each time, or after a `botched` defence; else an empty text."""
    hurts = points > 0 and not temporary and options.serious_wounds != "off"
    hard = serious_wound(blows=[{"suffered": points}], options=options.answered(serious_wounds=True)).serious[0]
    if not hurts or not (hard or botched):
        return ""
    return "sure" if hard and options.serious_wounds == "on" else "asked"


@dataclass(frozen=True)
class Outcome:
    """Hit points day by day of a deadly wound, or whole points regained by one that mis-heals."""

    levels: tuple[int, ...]
    points_regained_in_all: tuple[int, ...]
    lasting_mark: bool


@rule("yarn.serious-wound-outcome")
def serious_wound_outcome(
    *,
    current: int | None = None,
    loss_per_day: int = 0,
    days: int | Sequence[int] = 0,
    care: bool = False,
    mis_healing: bool = False,
    normal_rate_per_day: float = 0,
) -> Outcome:
    """Untended a wound mis-heals at half the speed and marks for good, or costs hit points each day
    (yarn.serious-wound-outcome). Refuses a loss that is not 1 to 15 a day.
    """
    if mis_healing:
        asked = (days,) if isinstance(days, int) else tuple(days)
        rate = Fraction(str(normal_rate_per_day)) / (1 if care else 2)
        return Outcome((), tuple(int(rate * whole("days", day, least=0)) for day in asked), not care)
    count = whole("days", days, least=0)
    if care:
        return Outcome((current or 0,) * count, (), False)
    loss = whole("loss_per_day", loss_per_day, least=1, most=MOST_LOSS)
    return Outcome(tuple(whole("current", current) - loss * day for day in range(1, count + 1)), (), False)
