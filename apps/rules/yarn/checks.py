"""What a roll is up against, and what it gains or loses before it falls."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from apps.rules.dice import Dice, system_dice
from apps.rules.listed import pick
from apps.rules.numbers import one_of, whole
from apps.rules.refusal import Refused
from apps.rules.registry import rule
from apps.rules.yarn.lists import TASKS, WEAPONS, Task
from apps.rules.yarn.options import DEFAULTS, Options
from apps.rules.yarn.pool import (
    AVERAGE,
    SIDES,
    Faces,
    HasRoll,
    MayHaveRoll,
    Pool,
    Rolled,
    pool_from,
    pool_of,
    ready,
    throw,
)

Outcome = Literal["success", "draw", "failure"]

# Comparing


@dataclass(frozen=True)
class Compared:
    """A total against another: the bigger the difference, the better, or the worse."""

    outcome: Outcome
    difference: int


def compare(total: int, factor: int) -> Compared:
    """Higher is success, equal a draw, lower failure."""
    difference = total - factor
    return Compared("success" if difference > 0 else "failure" if difference else "draw", difference)


@rule("yarn.compare-roll")
def compare_roll(*, total: int, factor: int) -> Compared:
    """A total against the number to beat (yarn.compare-roll)."""
    return compare(whole("total", total, least=0), whole("factor", factor, least=0))


@dataclass(frozen=True)
class Checked:
    """A roll against a number; what was not asked for, or not thrown, is None."""

    roll: Rolled | None
    outcome: str | None
    difference: int | None

    @property
    def total(self) -> int | None:
        return self.roll.total if self.roll else None

    @property
    def thrown(self) -> int:
        return self.roll.thrown if self.roll else 0

    @property
    def counted(self) -> int:
        return self.roll.counted if self.roll else 0

    @property
    def rolled(self) -> bool:
        return self.roll is not None


def is_botched(roll: Rolled, options: Options) -> bool:
    """Whether the roll is a botch at a table that plays with them."""
    return roll.botch and options.botch == "on"


def checked(roll: Rolled, factor: int | None, options: Options) -> Checked:
    """The roll, compared where there is something to compare it with; a botch fails whatever that is."""
    if factor is None:
        return Checked(roll, None, None)
    found = compare(roll.total, factor)
    return Checked(roll, "failure" if is_botched(roll, options) else found.outcome, found.difference)


# Against a task


@rule("yarn.task-class")
def task_class(
    *,
    task_class: str,
    base: int = AVERAGE,
    experience: bool = False,
    factor: int | None = None,
    options: Options = DEFAULTS,
    dice: Dice = system_dice,
) -> Checked:
    """Automatic and impossible tasks take no roll, a chancy one does (yarn.task-class).

    Refuses a chancy task without a number to beat, or without dice.
    """
    one_of("task_class", task_class, ("automatic", "chancy", "impossible"))
    if task_class != "chancy":
        return Checked(None, "success" if task_class == "automatic" else "failure", None)
    pool, beat = ready(pool_of(base=base, bonus=int(experience))), _factor(factor)
    return checked(throw(pool, options, dice), beat, options)


def _factor(factor: int | None) -> int:
    if factor is None:
        raise Refused("no-factor", "What is there to beat? A roll needs its difficulty factor.", "factor")
    return whole("factor", factor, least=0)


@dataclass(frozen=True)
class Difficulty:
    """What a class of task is up against, or each of several; a roll against it where one was made."""

    tasks: tuple[Task, ...]
    check: Checked | None

    @property
    def factor(self) -> int:
        return self.tasks[0].factor

    @property
    def factors(self) -> tuple[int, ...]:
        return tuple(task.factor for task in self.tasks)

    @property
    def dice_to_roll(self) -> tuple[int, ...] | tuple[tuple[int, ...], ...]:
        return self.tasks[0].dice if len(self.tasks) == 1 else tuple(task.dice for task in self.tasks)

    @property
    def total(self) -> int | None:
        return self.check.total if self.check else None

    @property
    def outcome(self) -> str | None:
        return self.check.outcome if self.check else None

    @property
    def difference(self) -> int | None:
        return self.check.difference if self.check else None


@rule("yarn.difficulty-factors")
def difficulty_factors(
    *,
    task: str = "",
    lookup: Sequence[str] = (),
    base: int | None = None,
    factor: int | None = None,
    options: Options = DEFAULTS,
    dice: Dice = system_dice,
) -> Difficulty:
    """The difficulty factor of a task, and how many dice may be thrown in its place (yarn.difficulty-factors).

    A higher `factor` may be typed for the last row. Refuses a task that is not listed.
    """
    tasks = tuple(pick("task", name, TASKS) for name in (lookup or (task,)))
    if base is None:
        return Difficulty(tasks, None)
    beat = tasks[0].factor if factor is None else whole("factor", factor, least=0)
    return Difficulty(tasks, checked(throw(ready(pool_of(base=base)), options, dice), beat, options))


@dataclass(frozen=True)
class Against:
    """One's own roll against another: `theirs` is the opponent's, or the dice thrown for an obstacle."""

    mine: Rolled
    theirs: Rolled
    outcome: Outcome
    difference: int

    @property
    def total(self) -> int:
        return self.mine.total

    @property
    def opponent_total(self) -> int:
        return self.theirs.total

    obstacle_total = opponent_total


def against(mine: Pool, theirs: Pool, options: Options, dice: Dice, *, inert: bool = False) -> Against:
    """Both pools thrown, one's own first; an obstacle is nobody's roll, and no optional rule reads it."""
    rolled = throw(ready(mine), options, dice)
    other = throw(theirs, DEFAULTS if inert else options, dice)
    found = versus(rolled, other, options, inert=inert)
    return Against(rolled, other, found.outcome, found.difference)


def versus(mine: Rolled, theirs: Rolled, options: Options, *, inert: bool = False) -> Compared:
    """One roll against another: an own botch fails, and one of the other side alone succeeds."""
    found = compare(mine.total, theirs.total)
    if is_botched(mine, options):
        return Compared("failure", found.difference)
    beaten = not inert and is_botched(theirs, options)
    return Compared("success" if beaten else found.outcome, found.difference)


@rule("yarn.difficulty-by-dice")
def difficulty_by_dice(
    *, base: int, task: str, obstacle: int | None = None, options: Options = DEFAULTS, dice: Dice = system_dice
) -> Against:
    """Dice thrown for the obstacle in place of a factor (yarn.difficulty-by-dice).

    `obstacle` picks among the numbers of dice of the row, by default the first. Refuses any other.
    """
    row = pick("task", task, TASKS)
    count = row.dice[0] if obstacle is None else obstacle
    if count not in row.dice:
        known = " or ".join(map(str, row.dice))
        raise Refused("not-its-dice", f"{count} dice are not those of {row.title}: it rolls {known}.", "obstacle")
    return against(pool_of(base=base), pool_of(base=count), options, dice, inert=True)


@rule("yarn.opposed-roll")
def opposed_roll(
    *,
    base: int,
    bonus: int = 0,
    penalty: int = 0,
    opponent: Mapping[str, Any],
    options: Options = DEFAULTS,
    dice: Dice = system_dice,
) -> Against:
    """Both sides roll, each with their own dice, and the higher total wins (yarn.opposed-roll)."""
    theirs = pool_from(opponent, "opponent")
    return against(pool_of(base=base, bonus=bonus, penalty=penalty), theirs, options, dice)


@rule("yarn.technical-trait-use")
def technical_trait_use(
    *,
    score: int,
    use: str,
    bonus: int = 0,
    penalty: int = 0,
    factor: int | None = None,
    options: Options = DEFAULTS,
    dice: Dice = system_dice,
) -> Checked:
    """A technical trait does without a roll whatever is not unusual; without it there is hardly a roll at all
    (yarn.technical-trait-use). Somebody without it has the usual dice where an unskilled person could try.
    """
    one_of("use", use, ("unskilled", "normal use", "unusual"))
    if whole("score", score, least=0) and use != "unusual":
        return Checked(None, "automatic success", None)
    if not score and use != "unskilled":
        return Checked(None, "impossible", None)
    pool = ready(pool_of(base=score or AVERAGE, bonus=bonus, penalty=penalty))
    return checked(throw(pool, options, dice), factor, options)


@dataclass(frozen=True)
class Fate:
    """What two dice say; the GM reads them."""

    faces: Faces
    total: int
    hint: Literal["good", "middling", "bad"]


BAD, MIDDLING = 5, 8
"""The highest totals that are hinted to be so."""


@rule("yarn.hand-of-fate")
def hand_of_fate(*, dice: Dice = system_dice) -> Fate:
    """Two dice where no trait applies: high is good for the players (yarn.hand-of-fate)."""
    faces = dice(2, SIDES)
    total = sum(faces)
    return Fate(faces, total, "bad" if total <= BAD else "middling" if total <= MIDDLING else "good")


# What changes the dice of a roll


@dataclass(frozen=True)
class Experienced(MayHaveRoll):
    """The roll, None where there was none; the `pool` and how much of it is `used` in this session."""

    roll: Rolled | None
    pool: int
    used: int

    @property
    def pool_unused(self) -> int:
        return self.pool - self.used


def why_no_experience(*, pool: int, used: int, purpose_told: bool = True, offered: int = 1) -> Refused | None:
    """Why so many experience dice cannot go into a roll, or None."""
    if offered and not purpose_told:
        return Refused("purpose-unknown", "The GM keeps the purpose of this roll: no experience die can be used.")
    if offered > pool - used:
        why = f"Of {pool} experience dice {used} are used in this session: there are not {offered} left."
        return Refused("dice-used", why, "experience")
    return None


@rule("yarn.experience-die-on-a-roll")
def experience_die(
    *,
    base: int | None = None,
    bonus: int = 0,
    penalty: int = 0,
    experience: bool = False,
    pool: int,
    used: int = 0,
    purpose_told: bool = True,
    event: str = "",
    options: Options = DEFAULTS,
    dice: Dice = system_dice,
) -> Experienced:
    """An experience die is a bonus die on one roll, and used until the next session (yarn.experience-die-on-a-roll).

    The `event` "new session" brings used dice back. Refuses more than are left, and a purpose that the GM keeps.
    """
    one_of("event", event, ("", "new session"))
    used = 0 if event else whole("used", used, least=0, most=whole("pool", pool, least=0))
    if base is None:
        return Experienced(None, pool, used)
    if why := why_no_experience(pool=pool, used=used, purpose_told=purpose_told, offered=int(experience)):
        raise why
    given = ready(pool_of(base=base, bonus=bonus + experience, penalty=penalty))
    return Experienced(throw(given, options, dice), pool, used + experience)


@dataclass(frozen=True)
class Busy(HasRoll):
    """A roll of a round with several actions in it, and what these take from it."""

    roll: Rolled
    fewer: int
    action_penalty: int


def price_of(extra_actions: int) -> tuple[int, int]:
    """Of so many extra actions: dice fewer, and penalty dice, on each roll of the round."""
    whole("extra_actions", extra_actions, least=0)
    return (0, 1) if extra_actions == 1 else (max(0, extra_actions - 1), 0)


MOMENTS = ("start of round", "turn", "later")


def why_not_declared(*, moment: str, options: Options) -> Refused | None:
    """Why extra actions cannot be declared now, or None: at the start of the round, or at one's turn by the switch."""
    one_of("moment", moment, MOMENTS)
    if moment == "later" or (moment == "turn" and options.multiple_actions_declared == "start of round"):
        when = "the round" if options.multiple_actions_declared == "start of round" else "one’s turn"
        return Refused("too-late", f"Extra actions are declared at the start of {when}.", "extra_actions")
    return None


@rule("yarn.multiple-actions")
def multiple_actions(
    *,
    base: int,
    extra_actions: int,
    roll: str = "action",
    bonus: int = 0,
    penalty: int = 0,
    messed_up: bool = False,
    moment: str = "start of round",
    options: Options = DEFAULTS,
    dice: Dice = system_dice,
) -> Busy:
    """One extra action is a penalty die on every roll of the round, more are dice fewer (yarn.multiple-actions).

    Refuses what is declared too late (switch multiple-actions-declared), and an action with no die left; a defence
    then totals 0.
    """
    one_of("roll", roll, ("action", "attack", "defence"))
    fewer, dear = price_of(extra_actions)
    if extra_actions and (why := why_not_declared(moment=moment, options=options)):
        raise why
    pool = pool_of(base=base, fewer=fewer, bonus=bonus, penalty=penalty + dear + messed_up)
    return Busy(throw(pool if roll == "defence" else ready(pool), options, dice), fewer, dear)


TOUCHING = 3
"""The score from which a touching trait helps; with one more its die is counted."""


def touching(score: int) -> tuple[int, int]:
    """What a trait of that score adds to a task that it only touches: extra dice, and bonus dice."""
    whole("score", score, least=0)
    return int(score > TOUCHING), int(score == TOUCHING)


@rule("yarn.tangential-trait")
def tangential_trait(
    *,
    score: int,
    average: int = AVERAGE,
    consent: bool = True,
    bonus: int = 0,
    penalty: int = 0,
    options: Options = DEFAULTS,
    dice: Dice = system_dice,
) -> Rolled:
    """A trait that only touches the task adds a bonus die with a score of 3, an extra one with more
    (yarn.tangential-trait). Refuses a roll that is left without dice.
    """
    one_of("average", str(average), ("0", str(AVERAGE)))
    extra, more = touching(score) if consent else (0, 0)
    return throw(ready(pool_of(base=average, extra=extra, bonus=bonus + more, penalty=penalty)), options, dice)


# Optional readings


@dataclass(frozen=True)
class Read:
    """A roll and how it ended; `limited_success`: it failed, and a six gains something all the same."""

    roll: Rolled
    outcome: str | None
    limited_success: bool = False

    @property
    def total(self) -> int:
        return self.roll.total

    @property
    def sixes(self) -> int:
        return self.roll.sixes


@rule("yarn.unstoppable-six")
def unstoppable_six(
    *,
    base: int,
    bonus: int = 0,
    penalty: int = 0,
    against: int,
    options: Options = DEFAULTS,
    dice: Dice = system_dice,
) -> Read:
    """A six gains something even where the roll fails (yarn.unstoppable-six), with the switch of that name."""
    whole("against", against, least=0)
    roll = throw(ready(pool_of(base=base, bonus=bonus, penalty=penalty)), options, dice)
    outcome = compare(roll.total, against).outcome
    gains = options.unstoppable_six == "on" and outcome == "failure" and roll.sixes > 0
    return Read(roll, outcome, gains)


@dataclass(frozen=True)
class Botched:
    """A roll that may be a botch: against a number, or against a defence (then with `hit` and `difference`)."""

    roll: Rolled
    other: Rolled | None
    outcome: str | None
    hit: bool | None
    difference: int | None
    gross: int | None
    attack_botch: bool
    defence_botch: bool

    @property
    def botch(self) -> bool:
        return self.roll.botch

    @property
    def total(self) -> int:
        return self.roll.total

    attack_total = total

    @property
    def defence_total(self) -> int | None:
        return self.other.total if self.other else None


@rule("yarn.botch")
def botch(
    *,
    base: int | None = None,
    bonus: int = 0,
    penalty: int = 0,
    factor: int | None = None,
    attack: Mapping[str, Any] | None = None,
    defence: Mapping[str, Any] | None = None,
    weapon: str = "",
    options: Options = DEFAULTS,
    dice: Dice = system_dice,
) -> Botched:
    """All kept dice are ones: the action fails whatever the other side has (yarn.botch), with the switch of that name.

    A botched defence is hit by 1 at the least, unless the attack is botched too. Refuses a roll that is told neither by
    `base` nor as an `attack`.
    """
    if attack is not None:
        return _fought(
            ready(pool_from(attack, "attack")), pool_from(defence or {"base": 0}, "defence"), weapon, options, dice
        )
    if base is None:
        raise Refused("no-roll", "Which dice? A roll is told by its base, or as an attack.", "base")
    roll = throw(ready(pool_of(base=base, bonus=bonus, penalty=penalty)), options, dice)
    return Botched(roll, None, checked(roll, factor, options).outcome, None, None, None, False, False)


def _fought(mine: Pool, theirs: Pool, weapon: str, options: Options, dice: Dice) -> Botched:
    factor = pick("weapon", weapon, WEAPONS).factor if weapon else None
    struck, met = throw(mine, options, dice), throw(theirs, options, dice)
    hit, difference = clash(struck, met, options)
    gross = None if factor is None else difference * factor * hit
    return Botched(
        roll=struck,
        other=met,
        outcome=None,
        hit=hit,
        difference=difference,
        gross=gross,
        attack_botch=is_botched(struck, options),
        defence_botch=is_botched(met, options),
    )


def clash(attack: Rolled, defence: Rolled, options: Options, of_defence: Options | None = None) -> tuple[bool, int]:
    """Whether an attack hits, and by how much: equal misses, a botched attack too, and a botched defence does not
    help. `of_defence` are the options of the defence, where the GM has said something else of it."""
    difference = attack.total - defence.total
    if is_botched(attack, options):
        return False, min(difference, 0)
    if is_botched(defence, of_defence or options):
        difference = max(difference, 1)
    return difference > 0, difference
