"""What meets a hit: block, dodge, a power against a power, diving clear."""

from collections.abc import Sequence
from dataclasses import dataclass

from apps.rules.numbers import one_of, whole
from apps.rules.registry import rule
from apps.rules.rough_magic.combat.moves import ground, swimming
from apps.rules.rough_magic.combat.turns import forcing, turn_engine
from apps.rules.rough_magic.lists import ATTACKS
from apps.rules.rough_magic.options import DEFAULTS, Options
from apps.rules.rough_magic.roll import STEP, levels

UNTIL = "start of the next turn taken"
UNTIL_PAID = "when the sacrificed turn's place has passed"


def blocks(attack: str, harmful: bool) -> bool:
    """Whether a block counts against it."""
    return attack == "close" and harmful


def dodges(attack: str) -> bool:
    """Whether a dodge counts against it."""
    return attack == "ranged"


def lowered(margin: int, attack: str, *, block: bool = False, dodge: bool = False, harmful: bool = True) -> int:
    """The margin after whatever fits; twice is once."""
    return margin - STEP * ((block and blocks(attack, harmful)) or (dodge and dodges(attack)))


def _until(forced: bool, options: Options) -> str:
    return UNTIL_PAID if forced and options.forced_defence_ends == "sacrificed turn" else UNTIL


@dataclass(frozen=True, kw_only=True)
class Met:
    """A hit as it is after the defence; where that is not `legal` the margin is as before. None where none was told."""

    legal: bool
    margin: int | None
    harmful: bool = True

    @property
    def hit(self) -> bool | None:
        return None if self.margin is None else self.margin >= 0

    @property
    def endurance_lost(self) -> int | None:
        return None if self.margin is None else levels(self.margin) * self.harmful


@dataclass(frozen=True, kw_only=True)
class Blocked(Met):
    """With several rounds: what happened in them, and the attacks on the blocker one by one."""

    blocking_until: str
    sequence: tuple[tuple[str, ...], ...] = ()
    margins: tuple[int, ...] = ()

    @property
    def levels_lost(self) -> tuple[int, ...]:
        return tuple(map(levels, self.margins))


@rule("rough_magic.blocking")
def blocking(
    *,
    margin_rolled: int | None = None,
    attack: str = "close",
    harmful: bool = True,
    blocking: bool = False,
    order: Sequence[str] = (),
    forced_block: Sequence[str] = (),
    attacks: Sequence[tuple[str, str, int]] = (),
    options: Options = DEFAULTS,
) -> Blocked:
    """A block takes 3 off the margin of harmful close attacks (rough_magic.blocking), until the next turn taken.

    With an `order` and a `forced_block` it tells the `attacks` of several rounds. By the switch forced-defence-ends
    a forced one is over when the place that paid for it has passed.
    """
    legal = not blocking or blocks(one_of("attack", attack, ATTACKS), harmful)
    margin = None if margin_rolled is None else lowered(margin_rolled, attack, block=blocking, harmful=harmful)
    told = _told(order, forced_block, attacks, options) if forced_block else ((), ())
    until = _until(bool(forced_block), options)
    return Blocked(legal=legal, margin=margin, harmful=harmful, blocking_until=until, sequence=told[0], margins=told[1])


Moment = tuple[int, int]
"""A round and a place in it."""


def _told(
    order: Sequence[str], forced: Sequence[str], attacks: Sequence[tuple[str, str, int]], options: Options
) -> tuple[tuple[tuple[str, ...], ...], tuple[int, ...]]:
    """The rounds with the forced block, and the margins of the attacks on the blocker."""
    who, round, whose = forced[0], forced[1].removeprefix("round "), forced[2]
    since = int(round), order.index(whose.removeprefix("in turn of "))
    paid = int(round) + (order.index(who) <= since[1])
    until = paid + (options.forced_defence_ends == "next turn taken"), order.index(who)
    last = max(until[0], *(int(one[0]) for one in attacks))
    sequence = turn_engine(order=order, rounds=last, events=[[round, "force", who, whose]], options=options).sequence
    moments = [((int(one[0]), order.index(one[1])), one[2]) for one in attacks]
    return sequence, tuple(margin - STEP * (since <= moment < until) for moment, margin in moments)


@rule("rough_magic.esoteric-block")
def esoteric_block(
    *, attack_power: str, defender_powers: Sequence[str], gm_allows: Sequence[str] = (), margin_rolled: int
) -> Met:
    """The same esoteric power blocks it, a similar one if the GM says so (rough_magic.esoteric-block)."""
    legal = attack_power in defender_powers or any(power in gm_allows for power in defender_powers)
    return Met(legal=legal, margin=whole("margin_rolled", margin_rolled) - STEP * legal)


@dataclass(frozen=True, kw_only=True)
class Dodged(Met):
    dodging_until: str


@rule("rough_magic.dodging")
def dodging(
    *, margin_rolled: int, attack: str, dodging: bool = False, forced: bool = False, options: Options = DEFAULTS
) -> Dodged:
    """A dodge takes 3 off the margin of ranged attacks, harmful or not (rough_magic.dodging)."""
    legal = not dodging or dodges(one_of("attack", attack, ATTACKS))
    margin = lowered(whole("margin_rolled", margin_rolled), attack, dodge=dodging)
    return Dodged(legal=legal, margin=margin, dodging_until=_until(forced, options))


@dataclass(frozen=True)
class Dived:
    """Whether one got away; who dived lies prone and has given a turn up. `dv_bonuses`: of cover, if that is all."""

    legal: bool
    avoided: bool
    prone: bool
    sacrificed: str
    dv_bonuses: int = 0


def all_out(agility: int, *, in_water: bool = False, powers: Sequence[int] = ()) -> int:
    """Metres of an all-out move: a sprint, in water an all-out swim; a power that carries farther."""
    own = swimming(agility=agility, gait="sprint").metres if in_water else ground(agility, "sprint")
    return max(own, *powers, 0)


@rule("rough_magic.diving-clear")
def diving_clear(
    *,
    agility: int,
    distance_to_safety: float,
    large: bool = True,
    can_force: bool = True,
    round: int = 1,
    own_place_passed: bool = True,
    into_cover: bool = False,
    in_water: bool = False,
    powers: Sequence[int] = (),
    options: Options = DEFAULTS,
) -> Dived:
    """Away from under a large attack, if safety is within an all-out move (rough_magic.diving-clear); `powers` are the
    all-out metres of powers that move.

    Cover inside the area is as good, unless the switch dive-cover makes it a defence bonus only.
    """
    paid = forcing(what="dive clear", round=round, own_place_passed=own_place_passed)
    if not can_force or distance_to_safety > all_out(agility, in_water=in_water, powers=powers):
        return Dived(False, False, False, "none")
    only_cover = into_cover and options.dive_cover == "defence bonus only"
    return Dived(True, not only_cover, True, paid.sacrificed, int(only_cover))
