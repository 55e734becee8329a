"""Hit points: where they come from, how they grow, and how days bring them back."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from apps.rules.dice import Dice, system_dice
from apps.rules.numbers import one_of, whole
from apps.rules.refusal import Refused
from apps.rules.registry import rule
from apps.rules.yarn.lists import ACTIVITIES, HEALING, STATES
from apps.rules.yarn.options import DEFAULTS, Options
from apps.rules.yarn.pool import AVERAGE, SIDES, Faces
from apps.rules.yarn.verdict import Verdict

A_DIE = 7
"""Hit points for each die of a relevant trait; twice as many d6 may be rolled instead."""
FLOOR = A_DIE * AVERAGE
MOST_RISE = 12
CHOICES = ("average", "roll")


@dataclass(frozen=True)
class HitPoints:
    """The full hit points, and the dice thrown for them."""

    hit_points: int
    faces: Faces = ()

    @property
    def dice_count(self) -> int:
        return len(self.faces)

    @property
    def total(self) -> int:
        return sum(self.faces)


def _relevant(relevant: Sequence[int], choice: Sequence[str], allowed: tuple[str, ...] = CHOICES) -> tuple[str, ...]:
    """The choice for each relevant trait, all average where nobody chose."""
    for score in relevant:
        whole("relevant", score, least=1)
    for one in choice:
        one_of("choice", one, allowed)
    if choice and relevant and len(choice) != len(relevant):
        why = f"There are {len(relevant)} relevant traits and {len(choice)} choices: one for each."
        raise Refused("one-for-each", why, "choice")
    return tuple(choice) or ("average",) * len(relevant)


@rule("yarn.hit-points")
def hit_points(*, relevant: Sequence[int], choice: Sequence[str] = (), flaw: str = "") -> HitPoints:
    """7 for each die of the best relevant trait, 14 at the least (yarn.hit-points); a flaw changes nothing."""
    _relevant(relevant, choice, ("average",))
    return HitPoints(max((FLOOR, *(A_DIE * score for score in relevant))))


@rule("yarn.hit-points-roll")
def hit_points_roll(
    *, relevant: Sequence[int], choice: Sequence[str] = ("roll",), options: Options = DEFAULTS, dice: Dice = system_dice
) -> HitPoints:
    """Twice as many d6 as the relevant trait has dice, in place of 7 for each (yarn.hit-points-roll).

    Without one there are 14, and a roll of 4d6 only under the switch hp-roll-without-trait. A roll below 14 counts as
    14, unless hp-floor is off. Refuses several traits: these are yarn.hit-points-several.
    """
    if len(relevant) > 1:
        raise Refused("one-trait", f"This is a roll for one trait, and {len(relevant)} are relevant.", "relevant")
    rolls = "roll" in _relevant(relevant, choice)
    scores = relevant or (AVERAGE,) * (rolls and options.hp_roll_without_trait)
    if not (rolls and scores):
        return hit_points(relevant=relevant)
    faces = dice(2 * scores[0], SIDES)
    return HitPoints(_floored(sum(faces), options), faces)


def _floored(total: int, options: Options) -> int:
    return max(total, FLOOR) if options.hp_floor else total


@dataclass(frozen=True)
class Several:
    """The figure of each relevant trait, of which the highest counts; no change is legal after the first roll."""

    figures: tuple[int, ...]
    hit_points: int
    rolls: tuple[Faces, ...]
    why_no_change: Refused | None
    legal_change: bool = False


@rule("yarn.hit-points-several")
def hit_points_several(
    *,
    relevant: Sequence[int],
    choice: Sequence[str] = (),
    after_first_roll: str = "",
    options: Options = DEFAULTS,
    dice: Dice = system_dice,
) -> Several:
    """Each relevant trait by itself, at its average or rolled, and the highest figure counts (yarn.hit-points-several).

    All choices come before the first die; a change after it is not legal.
    """
    choices = _relevant(relevant, choice)
    pairs = tuple(zip(relevant, choices, strict=False))
    rolls = tuple(dice(2 * score, SIDES) if how == "roll" else () for score, how in pairs)
    figures = tuple(sum(faces) or A_DIE * score for (score, _), faces in zip(pairs, rolls, strict=True))
    counted = [_floored(n, options) if faces else max(n, FLOOR) for n, faces in zip(figures, rolls, strict=True)]
    why = Refused("dice-fell", "The first die has fallen: no choice can be changed now.", "after_first_roll")
    return Several(figures, max(counted, default=FLOOR), rolls, why if after_first_roll else None)


# Growing


@dataclass(frozen=True)
class Grown:
    """Hit points that have risen, both the full ones and those now; with the dice of it."""

    full: int
    current: int
    faces: Faces

    @property
    def dice_count(self) -> int:
        return len(self.faces)

    @property
    def total(self) -> int:
        return sum(self.faces)


def _grown(full: int, current: int | None, rise: int, faces: Faces) -> Grown:
    now = full if current is None else whole("current", current, most=full)
    return Grown(full + rise, now + rise, faces)


@rule("yarn.hit-point-increase")
def hit_point_increase(
    *, full: int, current: int | None = None, other_hit_point_traits: int = 0, choice: str, dice: Dice = system_dice
) -> Grown:
    """7 more, or two dice, where no other trait had a hand in the hit points (yarn.hit-point-increase).

    Refuses it where another had: that is yarn.hit-point-reroll.
    """
    if whole("other_hit_point_traits", other_hit_point_traits, least=0):
        why = "Another trait had a hand in these hit points: they are rolled anew."
        raise Refused("other-traits", why, "other_hit_point_traits")
    one_of("choice", choice, ("+7", "2d6"))
    whole("full", full, least=1)
    faces = dice(2, SIDES) if choice == "2d6" else ()
    return _grown(full, current, sum(faces) or A_DIE, faces)


@rule("yarn.hit-point-reroll")
def hit_point_reroll(
    *, full: int, current: int | None = None, new_score: int, other_hit_point_traits: int = 1, dice: Dice = system_dice
) -> Grown:
    """Twice the dice of the improved trait; what is above the present number is the rise, 12 at most
    (yarn.hit-point-reroll). Refuses it where no other trait had a hand in the hit points.
    """
    whole("other_hit_point_traits", other_hit_point_traits, least=1)
    faces = dice(2 * whole("new_score", new_score, least=1), SIDES)
    return _grown(whole("full", full, least=1), current, min(max(0, sum(faces) - full), MOST_RISE), faces)


# Healing by days


@dataclass(frozen=True)
class Patients:
    """How each is, and what each may do all day."""

    state: tuple[str, ...]
    open_activities: tuple[tuple[str, ...], ...]


def state_of(hit_points: int, critical: bool) -> str:
    """The GM's mark goes before the number."""
    return "critical" if critical else "mobile" if hit_points > 0 else "bed-ridden"


@rule("yarn.patient-state")
def patient_state(*, hit_points: Sequence[int], critical: Sequence[bool] = ()) -> Patients:
    """Mobile with 1 hit point or more, bed-ridden with fewer, critical when the GM says so (yarn.patient-state)."""
    marks = tuple(critical) or (False,) * len(hit_points)
    if len(marks) != len(hit_points):
        raise Refused("one-for-each", f"{len(hit_points)} characters and {len(marks)} marks: one for each.", "critical")
    states = tuple(state_of(whole("hit_points", n), mark) for n, mark in zip(hit_points, marks, strict=True))
    return Patients(states, tuple(tuple(do for do in ACTIVITIES if HEALING[do, state]) for state in states))


@dataclass(frozen=True)
class Healed(Verdict):
    """What a day of it brings: so many points in so many days; with `loss_possible` the GM may take some instead."""

    points: int
    in_days: int
    loss_possible: bool


def why_not_done(activity: str, state: str) -> Refused | None:
    """Why somebody in this state cannot spend the day so, or None."""
    if HEALING[one_of("activity", activity, ACTIVITIES), one_of("state", state, STATES)]:
        return None
    return Refused("not-active", f"Nobody who is {state} can be {activity}.", "activity")


@rule("yarn.long-term-healing")
def long_term_healing(*, activity: str, state: str) -> Healed:
    """What the table gives for a day (yarn.long-term-healing). Not legal: to be active in bed."""
    why = why_not_done(activity, state)
    row = HEALING[activity, state]
    return Healed(None, row.points, row.days, row.loss) if row else Healed(why, 0, 1, False)


@dataclass(frozen=True)
class Days(Verdict):
    """Hit points after days of healing, day by day, and after each of several jumps; as before if not `legal`."""

    current: int
    per_day: tuple[int, ...]
    loss_possible: bool
    odd_day: int
    after: tuple[int, ...]


@rule("yarn.healing-days")
def healing_days(
    *,
    current: int,
    full: int,
    activity: str = "",
    days: int = 0,
    activities: Sequence[str] = (),
    critical: bool = False,
    odd_day: int = 0,
    gm_loss: int = 0,
    jumps: Sequence[Mapping[str, Any]] = (),
    options: Options = DEFAULTS,
) -> Days:
    """Day after day, by what is done and the state of that morning, up to the full hit points (yarn.healing-days).

    A point that takes two days comes with the second one running; the switch healing-odd-day-carries lets an odd day
    wait for the next jump. Not legal: to be active in bed, and a loss that no star allows.
    """
    whole("current", current, most=whole("full", full, least=1))
    odd = whole("odd_day", odd_day, least=0, most=1) * options.healing_odd_day_carries
    spells = tuple((jump["activity"], jump["days"]) for jump in jumps) or tuple((one, 1) for one in activities)
    spells = spells or ((activity, days),)
    as_before = (current, (), False, odd_day, ())
    healer, after = _Healer(current, full, critical, odd), []
    for what, length in spells:
        for _ in range(whole("days", length, least=0)):
            if why := healer.day(what):
                return Days(why, *as_before)
        after.append(healer.current)
        if jumps and not options.healing_odd_day_carries:
            healer.odd = 0
    if whole("gm_loss", gm_loss, least=0) and not healer.loss_possible:
        return Days(Refused("no-star", "On none of these days may the GM take hit points.", "gm_loss"), *as_before)
    per_day = tuple(healer.per_day)
    if gm_loss and per_day:
        per_day = (*per_day[:-1], per_day[-1] - gm_loss)
    odd = healer.odd * options.healing_odd_day_carries
    return Days(None, healer.current - gm_loss, per_day, healer.loss_possible, odd, tuple(after) if jumps else ())


class _Healer:
    """Somebody who heals, one day after another."""

    def __init__(self, current: int, full: int, critical: bool, odd: int) -> None:
        self.current, self.full, self.critical, self.odd = current, full, critical, odd
        self.per_day: list[int] = []
        self.loss_possible = False
        self._running: tuple[str, str] | None = None

    def day(self, activity: str) -> Refused | None:
        """One day; why it cannot be, if so."""
        running = activity, state_of(self.current, self.critical)
        row = HEALING[one_of("activity", activity, ACTIVITIES), running[1]]
        if row is None:
            return why_not_done(*running)
        if self._running not in (None, running) or row.days == 1:
            self.odd = 0
        self._running = running
        self.odd = (self.odd + 1) % row.days
        self.current = min(self.full, self.current + row.points * (not self.odd))
        self.loss_possible = self.loss_possible or row.loss
        self.per_day.append(self.current)
        return None
