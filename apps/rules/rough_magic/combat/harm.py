"""What lost levels do: to those who are at the end of their strength, to the nameless, to things."""

from dataclasses import dataclass
from typing import Unpack

from apps.rules.dice import Dice, system_dice
from apps.rules.numbers import one_of, whole
from apps.rules.refusal import Refused
from apps.rules.registry import rule
from apps.rules.rough_magic.combat.defences import lowered
from apps.rules.rough_magic.lists import ENDURANCE, MOST, Level
from apps.rules.rough_magic.options import DEFAULTS, Options
from apps.rules.rough_magic.roll import Boxes, Roll, Sides, facts, levels, rolled

EXHAUSTED = 3
ACTIONS = ("task", "movement", "free", "roleplay")


@dataclass(frozen=True, kw_only=True)
class Spent(Roll):
    """A roll at the end of one's strength; not `legal`, and nothing rolled, for the defeated."""

    legal: bool
    av_penalties: int


@rule("rough_magic.exhausted")
def exhausted(
    *,
    lost: int,
    action: str = "task",
    av: int | None = None,
    dv: int | None = None,
    dice: Dice = system_dice,
    **boxes: Unpack[Boxes],
) -> Spent:
    """Three levels lost are a penalty on all that is rolled but talk, four end every action (rough_magic.exhausted)."""
    whole("lost", lost, least=0, most=MOST)
    one_of("action", action, ACTIONS)
    sides = Sides(**boxes)
    if lost == MOST:
        return Spent(legal=False, av_penalties=0)
    is_rolled = action == "task" or (av is not None and action != "roleplay")
    penalties = int(lost == EXHAUSTED and is_rolled)
    return Spent(**facts(rolled(av, dv, sides.plus(av_penalties=penalties), dice)), legal=True, av_penalties=penalties)


@dataclass(frozen=True)
class Fallen:
    """What a hit makes of somebody who was fresh; `margin` after block or dodge."""

    margin: int
    level: Level
    restrained: bool


@rule("rough_magic.unnamed")
def unnamed(
    *,
    unnamed: bool = True,
    margin: int | None = None,
    margin_rolled: int = 0,
    harmful: bool = True,
    blocking: bool = False,
    dodging: bool = False,
    attack: str = "close",
    options: Options = DEFAULTS,
) -> Fallen:
    """Any harmful hit defeats somebody without a name (rough_magic.unnamed); a grapple only holds them.

    Refuses them a block or dodge with the switch unnamed-may-react off.
    """
    one_of("attack", attack, ("close", "ranged", "grapple"))
    if unnamed and (blocking or dodging) and not options.unnamed_may_react:
        raise Refused("unnamed", "At this table those without a name take what hits them.", "blocking")
    if margin is None:
        margin = lowered(whole("margin_rolled", margin_rolled), attack, block=blocking, dodge=dodging, harmful=harmful)
    harms = harmful and attack != "grapple"
    lost = min(MOST, levels(margin)) if harms else 0
    level = ENDURANCE[MOST if unnamed and lost else lost].title
    return Fallen(margin, level, attack == "grapple" and margin >= 0)


@dataclass(frozen=True)
class Thing:
    """An object after an attack on it, if there was one."""

    endurance_lost: int
    lost: int

    @property
    def level(self) -> str:
        return ENDURANCE[self.lost].object


@rule("rough_magic.objects")
def objects(*, lost: int, margin: int | None = None, stunning: bool = False, options: Options = DEFAULTS) -> Thing:
    """Things have five levels by other names (rough_magic.objects); stun does nothing to them but by switch."""
    whole("lost", lost, least=0, most=MOST)
    harms = margin is not None and (not stunning or options.stun_hurts_objects)
    taken = levels(whole("margin", margin)) if harms else 0
    return Thing(taken, min(MOST, lost + taken))
