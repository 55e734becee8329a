"""What is done in a phase: first a diceless action, then a diced one."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from apps.rules.dice import Dice, system_dice
from apps.rules.dragon.characters import movement as movement_of
from apps.rules.dragon.checks import Faces, pool_of, thrown
from apps.rules.dragon.combat.parts import number, rounds
from apps.rules.dragon.combat.prices import categories_of, paid, price
from apps.rules.dragon.lists import DICED, DICELESS, SUBSTATS, Category, primary_of, substat_of
from apps.rules.dragon.options import DEFAULTS, Options
from apps.rules.listed import pick
from apps.rules.numbers import one_of, whole
from apps.rules.refusal import Refused
from apps.rules.registry import rule

# The order


@dataclass(frozen=True)
class PhaseAction:
    """Whether the order is allowed, whether a diced action may still follow, and whether the phase is used by then."""

    legal: bool
    diced_action_left: bool
    phase_used: bool


def is_diced(action: str) -> bool:
    """Whether an action asks for successes: one of DICED, or a substat's name. Any other is a simple task."""
    return action.strip().casefold() in {row.title.casefold() for row in (*DICED, *SUBSTATS)}


def hexes_of(action: str) -> int | None:
    """How far a "move 3" goes, None for anything but a move."""
    match = re.fullmatch(r"move(?: ([0-9]{1,4}))?", action.strip().casefold())
    return int(match[1] or 0) if match else None


def why_not_in_order(*, order: Sequence[str], movement: int | None = None) -> Refused | None:
    """Why these actions cannot be done in one phase in this order, or None if they can."""
    diced = [is_diced(action) for action in order]
    if diced.count(True) > 1:
        return Refused("one-diced", "One diced action in a phase; a second only by splitting the dice.", "order")
    if diced.count(False) > 1:
        return Refused("one-diceless", "One diceless action in a phase: move, look or a simple task.", "order")
    if diced[:1] == [True] and len(diced) > 1:
        return Refused("diceless-first", "The diceless action comes first: move, then strike.", "order")
    return next((why for action in order if (why := why_no_move(hexes_of(action), movement))), None)


def why_no_move(hexes: int | None, movement: int | None) -> Refused | None:
    """Why nobody with that movement number goes so far, or None; `hexes` is None where nobody moves."""
    if hexes is None or (hexes == 0 and movement is None):
        return None
    if movement is None:
        raise Refused("no-movement", "How far may they go? Their movement number is needed.", "movement")
    if movement_of(movement=movement, hexes=hexes).legal:
        return None
    return Refused("too-far", f"{hexes} hexes are too far: the movement is {movement}.", "hexes")


@rule("dragon.phase-action")
def phase_action(*, order: Sequence[str], movement: int | None = None) -> PhaseAction:
    """A diceless action and after it a diced one, each at most once (dragon.phase-action); "move 3" goes 3 hexes."""
    legal = why_not_in_order(order=order, movement=movement) is None
    done = order if legal else ()
    return PhaseAction(legal, not any(map(is_diced, done)), bool(done))


@dataclass(frozen=True)
class Fits:
    legal: bool


@rule("dragon.diceless-actions")
def diceless_actions(*, action: str, movement: int | None = None, hexes: int = 0) -> Fits:
    """Whether an action of DICELESS fits the diceless slot (dragon.diceless-actions): only a move may be too long."""
    moves = pick("action", action, DICELESS).id == "move"
    whole("hexes", hexes, least=0)
    return Fits(why_no_move(hexes if moves else None, movement) is None)


@dataclass(frozen=True)
class Diced:
    """The category of a diced action, and whether a later phase is due for it."""

    category: Category
    surcharge: bool


@rule("dragon.diced-actions")
def diced_actions(*, speed: str, action: str = "", roll: str = "") -> Diced:
    """The category of what is rolled, and the surcharge where the speed is of another (dragon.diced-actions).

    `roll` is a substat; without one the `action`, one of DICED, says what is rolled.
    """
    substat = substat_of(roll or pick("action", action, DICED).substats[0])
    return Diced(substat.category, substat.category != primary_of(speed).category)


# A look around


@dataclass(frozen=True)
class Looked:
    """`successes` is None where nothing was rolled."""

    legal: bool
    successes: int | None
    left: tuple[int, ...]
    diced_action_left: bool
    faces: Faces = ()


@rule("dragon.look-around")
def look_around(
    *,
    round: int,
    phase_now: bool,
    later: Sequence[int],
    speed: str,
    gm: str,
    pool: int,
    roll: str = "",
    action: str = "look around",
    skill: int = 0,
    difficulty: int = 0,
    player: str = "yes",
    pay: Sequence[int] = (),
    options: Options = DEFAULTS,
    dice: Dice = system_dice,
) -> Looked:
    """A roll that a diceless action leads to (dragon.look-around).

    The `gm` says "free": any substat, no price, and the diced action is still there; or "diced": it takes that action
    and may be outside the category. The `player` may decline that ("no") and learns nothing more.
    """
    one_of("gm", gm, ("free", "diced"))
    one_of("player", player, ("yes", "no"))
    open = rounds("later", later, number(round))
    spends, declined = gm == "diced" and player == "yes", gm == "diced" and player == "no"
    rolls = categories_of(roll) if spends else ()
    category = primary_of(speed).category
    cost = paid(price(speed=category, later=open, phase_now=phase_now, rolls=rolls, options=options), open, pay)
    if not cost.legal or declined:
        return Looked(cost.legal, None, cost.left, True)
    fell = thrown(pool_of(dice=pool, skill=skill, difficulty=difficulty, options=options), dice)
    return Looked(True, fell.successes, cost.left, not spends, fell.faces)


# Further than usual


FURTHER = ("Strength", "Energy")
"""The substats that carry somebody further."""


@dataclass(frozen=True)
class ExtraMovement:
    """The hexes are walked at once, as the result of the diced action."""

    target: int
    successes: int
    extra_hexes: int
    faces: Faces = ()


@rule("dragon.extra-movement")
def extra_movement(
    *,
    substat: str,
    pool: int,
    skill: int = 0,
    difficulty: int = 0,
    bonus: int = 0,
    options: Options = DEFAULTS,
    dice: Dice = system_dice,
) -> ExtraMovement:
    """Strength or Energy to go further (dragon.extra-movement): 2 hexes a success, or as the switch says. The `bonus`
    is what shticks take off the target number."""
    one_of("substat", substat_of(substat, "substat").title, FURTHER)
    fell = thrown(pool_of(dice=pool, skill=skill, difficulty=difficulty, bonus=bonus, options=options), dice)
    return ExtraMovement(fell.target, fell.successes, fell.successes * options.extra_move_per_success, fell.faces)
