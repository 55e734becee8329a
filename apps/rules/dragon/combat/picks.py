"""The speed of a turn: which stat is picked, the dice that it gives, and the rounds that they show."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from apps.rules.dice import Dice, system_dice
from apps.rules.dragon.characters import dice_for
from apps.rules.dragon.checks import SIDES, Faces
from apps.rules.dragon.combat.parts import ROUNDS
from apps.rules.dragon.lists import PRIMARIES, Category, primary_of
from apps.rules.dragon.options import DEFAULTS, Options
from apps.rules.numbers import whole
from apps.rules.refusal import Refused
from apps.rules.registry import rule


@dataclass(frozen=True)
class Pick:
    """The speed of a turn; with no `dice_count` there is no phase in it, which the picker is warned of."""

    primary: int
    category: Category
    dice_count: int


@rule("dragon.speed-choice")
def speed_choice(*, speed: str, primary: int, character: str = "", options: Options = DEFAULTS) -> Pick:
    """One of the five primary stats as speed for the turn (dragon.speed-choice), with its value on the sheet."""
    return Pick(primary, primary_of(speed).category, dice_for(primary, options=options))


def default_pick(primaries: Mapping[str, int]) -> str:
    """For somebody who is not there to pick: the id of the highest Physical primary stat."""
    physical = [row.id for row in PRIMARIES if row.category == "Physical"]
    values = {primary_of(name).id: value for name, value in primaries.items()}
    return max(physical, key=lambda id: values.get(id, 0))


# Dice


@dataclass(frozen=True)
class SpeedDice:
    """Speed dice that have fallen; of a `yahtzee` the phases are still to be chosen."""

    dice_count: int
    faces: Faces
    yahtzee: bool
    phases: tuple[int, ...]


@rule("dragon.speed-dice")
def speed_dice(
    *, speed: int, points_per_die: int | None = None, options: Options = DEFAULTS, dice: Dice = system_dice
) -> SpeedDice:
    """One d10 for two points of speed; each different face is a round with a phase (dragon.speed-dice)."""
    count = dice_for(speed, points_per_die, options)
    faces = dice(count, SIDES)
    return SpeedDice(count, faces, is_yahtzee(faces), shown(faces))


@dataclass(frozen=True)
class Divided:
    """How many speed dice there are, and the phases of those that have fallen."""

    dice_count: int
    phases: tuple[int, ...]


@rule("dragon.speed-divisor")
def speed_divisor(
    *, speed: int, points_per_die: int | None = None, faces: Sequence[int] = (), options: Options = DEFAULTS
) -> Divided:
    """How many points of speed make a die (dragon.speed-divisor); by default as the switch says."""
    return Divided(dice_for(speed, points_per_die, options), shown(faces))


def shown(faces: Sequence[int]) -> tuple[int, ...]:
    """The rounds that these faces give: each different one."""
    return tuple(sorted(set(faces)))


# All the same


@dataclass(frozen=True)
class Yahtzee:
    """The phases of speed dice once those of a yahtzee are turned; `choice_legal` is None where nothing was chosen."""

    dice_count: int
    faces: Faces
    yahtzee: bool
    choice_legal: bool | None
    phases: tuple[int, ...]


def is_yahtzee(faces: Sequence[int]) -> bool:
    """Whether two dice or more all show the same."""
    return len(faces) > 1 and len(set(faces)) == 1


def unanswered(count: int) -> tuple[int, ...]:
    """The phases of a yahtzee of whose dice nobody says what they are turned to: 1 and up, at most 10."""
    return tuple(range(1, min(count, ROUNDS) + 1))


def why_not_turned(*, faces: Sequence[int], chosen: Sequence[int]) -> Refused | None:
    """Why these dice cannot be turned to the numbers chosen, or None if they can."""
    if not is_yahtzee(faces):
        return Refused("no-yahtzee", "Only two dice or more that all show the same may be turned.", "chosen")
    if len(chosen) != len(faces):
        return Refused("one-per-die", f"{len(faces)} dice are turned to {len(faces)} numbers, one for each.", "chosen")
    if not all(1 <= whole("chosen", one) <= ROUNDS for one in chosen):
        return Refused("no-round", f"A die is turned to a number from 1 to {ROUNDS}.", "chosen")
    return None


def turned(faces: Sequence[int], chosen: Sequence[int]) -> tuple[int, ...]:
    """The phases of a yahtzee turned to the numbers chosen; doubles give one. Refuses a choice that is none."""
    if why := why_not_turned(faces=faces, chosen=chosen):
        raise why
    return shown(chosen)


@rule("dragon.yahtzee")
def yahtzee(
    *,
    speed: int,
    chosen: Sequence[int] | None = None,
    points_per_die: int | None = None,
    options: Options = DEFAULTS,
    dice: Dice = system_dice,
) -> Yahtzee:
    """Speed dice, and the numbers to which they are turned if all are the same (dragon.yahtzee).

    Without an answer, or with one that is refused, the phases are 1 up to the number of dice.
    """
    fell = speed_dice(speed=speed, points_per_die=points_per_die, options=options, dice=dice)
    legal = None if chosen is None else why_not_turned(faces=fell.faces, chosen=chosen) is None
    phases = unanswered(fell.dice_count) if fell.yahtzee else fell.phases
    return Yahtzee(fell.dice_count, fell.faces, fell.yahtzee, legal, shown(chosen) if legal and chosen else phases)
