"""What a plot point does to rolls, ranks and harm."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Unpack

from apps.rules.dice import Dice, system_dice
from apps.rules.listed import pick
from apps.rules.numbers import one_of, whole
from apps.rules.registry import rule
from apps.rules.rough_magic.combat.defences import lowered
from apps.rules.rough_magic.combat.moves import ground
from apps.rules.rough_magic.endurance import Damage, recovery
from apps.rules.rough_magic.lists import ATTRIBUTES, MOST, Level
from apps.rules.rough_magic.options import DEFAULTS, Options
from apps.rules.rough_magic.roll import STEP, Boxes, Roll, Sides, bought, facts, levels, rolled
from apps.rules.rough_magic.skills import skill_modifiers
from apps.rules.rough_magic.states import one_round

# Automatic success


@dataclass(frozen=True, kw_only=True)
class Certain(Roll):
    """A roll that was bought; where that was not `legal` nothing fell and nothing was paid."""

    legal: bool
    points: int
    margin_rolled: int | None = None
    left: int | None = None

    @property
    def margin(self) -> int | None:
        """After block or dodge."""
        return self.left

    @property
    def extreme(self) -> bool:
        """Whether the dice show it."""
        return self.margin_rolled is not None and self.margin_rolled >= STEP

    @property
    def endurance_lost(self) -> int:
        return 0 if self.left is None else levels(self.left)


@rule("rough_magic.automatic-success")
def automatic_success(
    *,
    points: int,
    av: int | None = None,
    dv: int | None = None,
    impossible: bool = False,
    attack: str = "",
    block: bool = False,
    dodge: bool = False,
    total: int | None = None,
    options: Options = DEFAULTS,
    dice: Dice = system_dice,
    **boxes: Unpack[Boxes],
) -> Certain:
    """The current roll succeeds, and extremely if the dice say so (rough_magic.automatic-success).

    A `total` is of a roll already made, which the switch auto-success-after-roll may forbid. A block or dodge still
    counts, unless auto-success-holds.
    """
    late = total is not None and not options.auto_success_after_roll
    sides = Sides(**boxes)
    if whole("points", points, least=0) < 1 or impossible or late:
        return Certain(legal=False, points=points)
    made = rolled(av if total is None else None, dv, sides, dice)
    made = made if total is None else Roll(total=total, target=made.target)
    first = bought(made.margin or 0)
    left = lowered(first, attack, block=block, dodge=dodge)
    left = max(0, left) if options.auto_success_holds else left
    return Certain(**facts(made), legal=True, points=points - 1, margin_rolled=first, left=left)


# Boost and stunt

DURATIONS = ("round", "scene")


@dataclass(frozen=True, kw_only=True)
class Boosted(Roll):
    """A rank while the boost lasts, and what hangs on it; where it is not `legal` all is as before."""

    legal: bool
    rank: int
    points: int
    ends: str
    run_m: int | None
    dv_ranged_change: int


@rule("rough_magic.power-boost")
def power_boost(
    *,
    points: int,
    trait: str,
    rank: int,
    duration: str = "round",
    weapon_rank: int = 0,
    dv: int | None = None,
    gm_accepts: bool = True,
    boosted_already: bool = False,
    bought_in_turn_of: str = "",
    round: int = 1,
    order: Sequence[str] = (),
    options: Options = DEFAULTS,
    dice: Dice | None = None,
    **boxes: Unpack[Boxes],
) -> Boosted:
    """One attribute or power up by one, with all that comes of it (rough_magic.power-boost).

    For a scene if the GM agrees. A trait is boosted once, unless the switch boosts-stack is on.
    """
    ends = _ends(duration, bought_in_turn_of, round, order, options)
    agreed = gm_accepts or duration == "round"
    again = boosted_already and not options.boosts_stack
    legal = whole("points", points, least=0) > 0 and agreed and not again
    boosted = whole("rank", rank, least=0) + legal
    agile = trait.casefold() == pick("trait", "agility", ATTRIBUTES).id
    av = boosted + whole("weapon_rank", weapon_rank, least=0)
    return Boosted(
        **facts(rolled(av, dv, Sides(**boxes), dice if legal else None)),
        legal=legal,
        rank=boosted,
        points=points - legal,
        ends=ends,
        run_m=ground(boosted, "run") if agile else None,
        dv_ranged_change=int(agile and legal),
    )


def _ends(duration: str, whose: str, round: int, order: Sequence[str], options: Options) -> str:
    if one_of("duration", duration, DURATIONS) == "scene":
        return "end of the scene"
    if not order:
        return "after the current roll or six seconds"
    return one_round(bought_in_turn_of=whose, round=round, order=order, options=options).ends


@dataclass(frozen=True, kw_only=True)
class Stunt(Roll):
    """A new use of a power, and the roll on it if one was made."""

    legal: bool
    av_bonuses: int
    new_use: str
    points: int


@rule("rough_magic.power-stunt")
def power_stunt(
    *,
    points: int,
    power: str = "",
    idea: str = "",
    bonus_on: str = "",
    duration: str = "round",
    gm_accepts: bool = True,
    stunt_bonus: bool = False,
    av: int | None = None,
    dv: int | None = None,
    expertise: bool = False,
    distracted: bool = False,
    exhausted: bool = False,
    dice: Dice = system_dice,
    **boxes: Unpack[Boxes],
) -> Stunt:
    """A power used in a new way; it still takes the roll (rough_magic.power-stunt).

    Its bonus is netted with others as ever. The point is taken only when the GM accepts the idea.
    """
    one_of("duration", duration, DURATIONS)
    mine = skill_modifiers(expertise=expertise, distracted=distracted, exhausted=exhausted)
    legal = whole("points", points, least=0) > 0 and gm_accepts
    bonus = int(legal and (stunt_bonus or bool(bonus_on)))
    sides = Sides(**boxes).plus(av_bonuses=mine.av_bonuses + bonus * stunt_bonus, av_penalties=mine.av_penalties)
    made = rolled(av if legal else None, dv, sides, dice)
    return Stunt(**facts(made), legal=legal, av_bonuses=bonus, new_use=idea if legal else "", points=points - legal)


# Rally

REST = "half_hour_rest"


@dataclass(frozen=True)
class Rallied:
    """Levels after a rally, and after the rest if that followed; as before where it was not `legal`."""

    legal: bool
    lost: int
    stun: int
    points: int
    half_hour_rest_open: bool

    @property
    def level(self) -> Level:
        return Damage(self.lost, self.stun).level


@rule("rough_magic.rally")
def rally(
    *,
    points: int,
    lost: int = 0,
    stun: int = 0,
    then: str = "",
    count: str = "lost",
    options: Options = DEFAULTS,
) -> Rallied:
    """One recently lost level back at once; a real rest later gives its own (rough_magic.rally).

    `count`: which one the player would rather lower, where there are both. The defeated may rally, unless the switch
    rally-when-defeated is off.
    """
    if then:
        one_of("then", then, (REST,))
    one_of("count", count, ("lost", "stun"))
    before = Damage(lost, stun)
    down = lost + stun == MOST and not options.rally_when_defeated
    legal = whole("points", points, least=0) > 0 and lost + stun > 0 and not down
    after = _lower(before, count) if legal else before
    if legal and then == REST:
        after = recovery(lost=after.lost, stun=after.stun, half_hour_rest=True)
    return Rallied(legal, after.lost, after.stun, points - legal, then != REST)


def _lower(damage: Damage, count: str) -> Damage:
    stun_first = damage.stun > 0 and (count == "stun" or damage.lost == 0)
    return Damage(damage.lost - (not stun_first), damage.stun - stun_first)
