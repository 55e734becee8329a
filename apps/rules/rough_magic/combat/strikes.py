"""Special ways to strike: ram, sweep, slam, and many against one."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Unpack

from apps.rules.dice import Dice, system_dice
from apps.rules.numbers import one_of, whole
from apps.rules.refusal import Refused
from apps.rules.registry import rule
from apps.rules.rough_magic.combat.circumstances import tick, with_boxes
from apps.rules.rough_magic.combat.values import attack_value, defence_value
from apps.rules.rough_magic.lists import GAITS, AttackKind
from apps.rules.rough_magic.roll import Boxes, Roll, Sides, facts, net, rolled
from apps.rules.rough_magic.together import combined


@dataclass(frozen=True, kw_only=True)
class Rammed(Roll):
    av_bonuses: int
    attack: AttackKind = "close"


RAM = "attacker-ramming"
GAIT_BOX = {"walk": (), "run": ("attacker-running",), "sprint": ("attacker-sprinting",)}


@rule("rough_magic.ramming")
def ramming(
    *,
    moved_straight: bool = True,
    gait: str = "walk",
    av: int | None = None,
    dv: int | None = None,
    brawn: int = 0,
    weapon_ranks: Sequence[int] = (),
    target_brawn: int | None = None,
    target_armour_ranks: Sequence[int] = (),
    circumstances: Sequence[str] = (),
    dice: Dice = system_dice,
) -> Rammed:
    """A movement straight at the target is a bonus on the close attack after it (rough_magic.ramming).

    At a sprint its penalty cancels the bonus.
    """
    keys = [key for key in (*circumstances, *GAIT_BOX[one_of("gait", gait, GAITS)]) if key != RAM]
    ticked = tick([*keys, *[RAM] * moved_straight], "close")
    av = attack_value("brawn", brawn, weapon_ranks) if av is None else av
    dv = defence_value("target_brawn", target_brawn, target_armour_ranks) if dv is None else dv
    made = rolled(av, dv, with_boxes(ticked, {}), dice, ticked.auto)
    return Rammed(**facts(made), av_bonuses=int(moved_straight))


@dataclass(frozen=True, kw_only=True)
class Swept:
    """The rolls of a sweep, in the order of the targets; a total and margin are None where it fails outright."""

    rolls: tuple[Roll, ...]
    av_penalties: int = 1

    @property
    def totals(self) -> tuple[int | None, ...]:
        return tuple(roll.total for roll in self.rolls)

    @property
    def targets(self) -> tuple[int | None, ...]:
        return tuple(roll.target for roll in self.rolls)

    @property
    def margins(self) -> tuple[int | None, ...]:
        return tuple(roll.margin for roll in self.rolls)

    @property
    def success(self) -> tuple[bool | None, ...]:
        return tuple(roll.success for roll in self.rolls)


@rule("rough_magic.sweep")
def sweep(*, av: int, targets: Sequence[int], circumstances: Sequence[str] = (), dice: Dice = system_dice) -> Swept:
    """A roll for each target in reach, each with a penalty (rough_magic.sweep). Refuses no targets."""
    if not targets:
        raise Refused("no-targets", "0 targets are within reach, and a sweep takes at least 1.", "targets")
    ticked = tick([*circumstances, "attacker-sweeping"], "close")
    for dv in targets:
        whole("targets", dv)
    return Swept(rolls=tuple(rolled(av, dv, with_boxes(ticked, {}), dice, ticked.auto) for dv in targets))


@dataclass(frozen=True, kw_only=True)
class Slammed(Roll):
    av: int
    dv: int

    @property
    def prone(self) -> bool | None:
        return self.success


@rule("rough_magic.slamming")
def slamming(
    *,
    agility: int,
    weapon_ranks: Sequence[int] = (),
    target_brawn: int,
    target_armour_ranks: Sequence[int] = (),
    dice: Dice = system_dice,
    **boxes: Unpack[Boxes],
) -> Slammed:
    """A close attack by Agility that hurts and floors (rough_magic.slamming)."""
    av = attack_value("agility", agility, weapon_ranks)
    dv = defence_value("target_brawn", target_brawn, target_armour_ranks) or 0
    return Slammed(**facts(rolled(av, dv, Sides(**boxes), dice)), av=av, dv=dv)


# Many against one

Attacker = tuple[int, int, AttackKind]
"""Attack value, the net of its side, and the kind."""


@dataclass(frozen=True, kw_only=True)
class Combined(Roll):
    """One hit or none: its total is `combined`, its target that of the attack that counts."""

    totals: tuple[int, ...]
    combined: int


@rule("rough_magic.combining-attacks")
def combining_attacks(
    *,
    attackers: Sequence[Attacker],
    dv: int | None = None,
    dv_close: int | None = None,
    dv_ranged: int | None = None,
    dv_net: int = 0,
    dice: Dice = system_dice,
) -> Combined:
    """The highest total of all attackers and one for each of them (rough_magic.combining-attacks).

    The attack with that total counts, with its kind and DV; of equal ones that with the larger margin. Refuses nobody
    and a kind without a DV.
    """
    if not attackers:
        raise Refused("nobody", "0 attack, and it takes at least 1.", "attackers")
    defences = {"close": dv if dv_close is None else dv_close, "ranged": dv if dv_ranged is None else dv_ranged}
    defending = _net_of("dv_net", dv_net)
    sides = [_side(attacker, defences, defending) for attacker in attackers]
    made = [rolled(one[0], defences[one[2]], side, dice) for one, side in zip(attackers, sides, strict=True)]
    totals = tuple(roll.total or 0 for roll in made)
    best = max(made, key=lambda roll: (roll.total, roll.margin))
    faces = tuple(face for roll in made for face in roll.faces)
    total = combined(totals)
    return Combined(total=total, target=best.target, faces=faces, totals=totals, combined=total)


def _side(attacker: Attacker, defences: dict[str, int | None], defending: int) -> Sides:
    av, own, kind = attacker
    whole("av", av)
    if (dv := defences[one_of("attackers", kind, defences)]) is None:
        raise Refused("no-dv", f"A {kind} attack is among them, and no DV against it was told.", f"dv_{kind}")
    whole(f"dv_{kind}", dv)
    mine = _net_of("attackers", own)
    return Sides(int(mine > 0), int(mine < 0), int(defending > 0), int(defending < 0))


def _net_of(field: str, value: int) -> int:
    if value not in (net(0, 1), 0, net(1, 0)):
        raise Refused("not-a-net", f"{value} is no net: it is −3, 0 or 3.", field)
    return value
