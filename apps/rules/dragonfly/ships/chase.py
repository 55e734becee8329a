"""Chases: outrunning, being caught up with, and slipping away."""

from dataclasses import dataclass
from typing import Literal

from apps.rules.dice import Dice, system_dice
from apps.rules.dragonfly.checks import Check, resisted_winner, rolled
from apps.rules.dragonfly.combat.turns import additional_actions as actions_of
from apps.rules.dragonfly.lists import SPACE_RANGES
from apps.rules.dragonfly.options import DEFAULTS, Options
from apps.rules.dragonfly.ships.dogfight import evasion_penalty, why_no_evasion
from apps.rules.dragonfly.ships.sheet import counting, space_range
from apps.rules.numbers import one_of, whole
from apps.rules.parts import Part
from apps.rules.refusal import Refused
from apps.rules.registry import rule

ESCAPED = "escaped"

Runner = Literal["fleeing", "pursuing", "none"]
Engines = Literal["fleeing", "pursuing", "equal", "out"]
Way = Literal["widen", "close"]
WAYS: tuple[Way, ...] = ("widen", "close")


def faster(
    *, fleeing_speed: int, pursuing_speed: int, fleeing_engines_out: bool = False, pursuing_engines_out: bool = False
) -> Engines:
    """Whose engines are faster. A ship without engines is slower than any with; with both out nothing changes."""
    whole("fleeing_speed", fleeing_speed, least=0)
    whole("pursuing_speed", pursuing_speed, least=0)
    if fleeing_engines_out or pursuing_engines_out:
        both = fleeing_engines_out and pursuing_engines_out
        return "out" if both else ("pursuing" if fleeing_engines_out else "fleeing")
    if fleeing_speed == pursuing_speed:
        return "equal"
    return "fleeing" if fleeing_speed > pursuing_speed else "pursuing"


def even_chase(fleeing_total: int, pursuing_total: int, *, options: Options = DEFAULTS) -> Runner:
    """Who wins with equal engines and finished totals: it takes 9, and nobody defends.

    With the switch chase-by-higher-total the higher total wins, 9 or not.
    """
    if options.chase_by_higher_total and fleeing_total != pursuing_total:
        return "fleeing" if fleeing_total > pursuing_total else "pursuing"
    won = resisted_winner(fleeing_total, pursuing_total, has_defender=False)
    words: dict[str, Runner] = {"active": "fleeing", "opposing": "pursuing"}
    return words.get(won, "none")


def gap(*, range: str, way: Way) -> str:
    """The range one level wider or closer: never under Visual, and beyond Extreme the ship has "escaped"."""
    one_of("way", way, WAYS)
    order = space_range(range=range).order + (1 if way == "widen" else -1)
    return SPACE_RANGES[max(0, order)].id if order < len(SPACE_RANGES) else ESCAPED


def usual_way(winner: Runner) -> Way | None:
    """Which way a winner would go: the fleer widens the gap, the pursuer closes it; None where nobody won."""
    ways: dict[Runner, Way] = {"fleeing": "widen", "pursuing": "close"}
    return ways.get(winner)


@dataclass(frozen=True)
class Chase:
    """A Turn of a chase; the totals are None where the engines alone decide. `range` afterwards, or "escaped"."""

    fleeing_total: int | None
    pursuing_total: int | None
    winner: Runner
    range: str
    fleeing: Check | None
    pursuing: Check | None


@rule("dragonfly.chase")
def chase(
    *,
    fleeing_speed: int,
    pursuing_speed: int,
    range: str,
    fleeing_bonus: int | None = None,
    pursuing_bonus: int | None = None,
    fleeing_engines_out: bool = False,
    pursuing_engines_out: bool = False,
    way: Way | None = None,
    dice: Dice = system_dice,
    options: Options = DEFAULTS,
) -> Chase:
    """A Turn of a chase (dragonfly.chase); with equal engines the fleeing pilot's die falls first.

    `way` is where the winner of an even chase goes, None the usual one. Refuses an even chase without both bonuses.
    """
    space_range(range=range)
    one_of("way", way or "close", WAYS)
    engines = faster(
        fleeing_speed=fleeing_speed,
        pursuing_speed=pursuing_speed,
        fleeing_engines_out=fleeing_engines_out,
        pursuing_engines_out=pursuing_engines_out,
    )
    if engines != "equal":
        winner: Runner = "none" if engines == "out" else engines
        return Chase(None, None, winner, _after(range, winner, None), None, None)
    one, other = (
        _pilot(field, bonus) for field, bonus in (("fleeing_bonus", fleeing_bonus), ("pursuing_bonus", pursuing_bonus))
    )
    return raced(rolled(one, dice), rolled(other, dice), range=range, way=way, options=options)


def _pilot(field: str, bonus: int | None) -> tuple[Part, ...]:
    if bonus is None:
        raise Refused("bonus-missing", "The engines are equal, so both pilots roll: a bonus is missing.", field)
    return counting(Part("bonus", whole(field, bonus), "modifier"))


def raced(fleeing: Check, pursuing: Check, *, range: str, way: Way | None = None, options: Options = DEFAULTS) -> Chase:
    """A Turn of an even chase with two finished rolls."""
    winner = even_chase(fleeing.total, pursuing.total, options=options)
    return Chase(fleeing.total, pursuing.total, winner, _after(range, winner, way), fleeing, pursuing)


def _after(range: str, winner: Runner, way: Way | None) -> str:
    usual = usual_way(winner)
    return gap(range=range, way=way or usual) if usual else space_range(range=range).id


@dataclass(frozen=True)
class Both:
    """Whether a pilot who flees may evade too, and at which modifier."""

    may_do_both: bool
    evasion_modifier: int


@rule("dragonfly.flee-and-evade")
def flee_and_evade(*, dexterity: int, additional_actions_used: int = 0, options: Options = DEFAULTS) -> Both:
    """Fleeing and evading in one Turn (dragonfly.flee-and-evade): the first evasion takes an additional action.

    With the switch free-evasion-while-fleeing it stays free.
    """
    why_not = why_no_evasion(
        evasion_number=1,
        additional_actions=actions_of(dexterity=dexterity).additional_actions,
        additional_actions_used=additional_actions_used,
        fleeing=True,
        options=options,
    )
    penalty = evasion_penalty(
        evasion_number=1, additional_actions_used=additional_actions_used, fleeing=True, options=options
    )
    return Both(why_not is None, 0 if why_not else penalty)


@rule("dragonfly.chase-to-hide")
def chase_to_hide(*, fled_this_turn: bool) -> None:
    """Refuses to hide in the Turn in which the pilot fled: it takes the same action (dragonfly.chase-to-hide).

    Hiding instead of fleeing changes no range; the rest is dragonfly.hiding.
    """
    if fled_this_turn:
        text = "The pilot has fled in this Turn: slipping away takes the same action, so it waits for the next Turn."
        raise Refused("fled", text)
