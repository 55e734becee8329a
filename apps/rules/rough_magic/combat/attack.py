"""An attack step by step, and leaping in before it."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Unpack

from apps.rules.dice import Dice, system_dice
from apps.rules.numbers import one_of, whole
from apps.rules.refusal import Refused
from apps.rules.registry import rule
from apps.rules.rough_magic.combat.circumstances import Ticked, tick, with_boxes
from apps.rules.rough_magic.combat.defences import blocks, dodges, lowered
from apps.rules.rough_magic.combat.turns import forcing
from apps.rules.rough_magic.options import DEFAULTS, Options
from apps.rules.rough_magic.roll import BASE, Boxes, Roll, Sides, levels, rolled, target_of

# Step by step

KINDS = ("plain", "slam", "grapple")


@dataclass(frozen=True)
class Answer:
    """How a hit is met: by the target, or by one who leaps in with this DV."""

    block: bool = False
    dodge: bool = False
    dive_clear: bool = False
    protector_dv: int | None = None

    def fits(self, attack: str, harmful: bool) -> bool:
        """Whether block and dodge count against such an attack."""
        return not (self.block and not blocks(attack, harmful)) and not (self.dodge and not dodges(attack))


@dataclass(frozen=True, kw_only=True)
class Attacked:
    """An attack to its end: the `roll`, how it was met, and the `margin` that is left.

    `stunning`: its levels are counted apart. `sacrificed`: the turn given up for the answer, "none" if none was.
    """

    roll: Roll
    attack: str
    kind: str
    harmful: bool
    stunning: bool
    unnamed: bool
    answer: Answer
    margin: int | None
    sacrificed: str
    states_ended: tuple[str, ...]

    @property
    def legal(self) -> bool:
        """Whether a block or dodge that was chosen fits."""
        return self.answer.fits(self.attack, self.harmful)

    @property
    def total(self) -> int | None:
        return self.roll.total

    @property
    def target(self) -> int | None:
        return self.roll.target

    @property
    def margin_rolled(self) -> int | None:
        return self.roll.margin

    @property
    def hit(self) -> bool:
        return self.margin is not None and self.margin >= 0

    @property
    def endurance_lost(self) -> int:
        return levels(self.margin) if self.harmful and self.margin is not None else 0

    @property
    def prone(self) -> bool:
        return (self.hit and self.kind == "slam") or (self.answer.dive_clear and bool(self.roll.success))

    @property
    def restrained(self) -> bool:
        return self.hit and self.kind == "grapple"

    @property
    def states_set(self) -> tuple[str, ...]:
        """What begins; nobody answers a miss."""
        answered = bool(self.roll.success) and self.legal
        begins = {
            "prone": self.prone,
            "restrained": self.restrained,
            "defeated": self.endurance_lost > 0 and self.unnamed,
            "blocking": answered and self.answer.block,
            "dodging": answered and self.answer.dodge,
            "owing a turn": self.sacrificed != "none",
        }
        return tuple(state for state, so in begins.items() if so)


@rule("rough_magic.attack-sequence")
def attack_sequence(
    *,
    av: int,
    dv: int,
    attack: str,
    adjacent: bool | None = None,
    kind: str = "plain",
    circumstances: Sequence[str] = (),
    harmful: bool = True,
    stunning: bool = False,
    unnamed: bool = False,
    block: bool = False,
    dodge: bool = False,
    dive_clear: bool = False,
    protector_dv: int | None = None,
    forced: bool = False,
    round: int = 1,
    own_place_passed: bool = True,
    dice: Dice = system_dice,
    **boxes: Unpack[Boxes],
) -> Attacked:
    """Boxes, roll, answer, margin, harm, side effects, and states used up (rough_magic.attack-sequence).

    A ranged attack is `adjacent` where it is said. A miss needs no answer. Who leaps in is struck instead, and the
    target's block is nothing to them. A grapple does no harm, a slam floors whom it hits.
    """
    ticked = tick(circumstances, attack, adjacent)
    harmful = harmful and one_of("kind", kind, KINDS) != "grapple"
    answer = Answer(block, dodge, dive_clear, None if protector_dv is None else whole("protector_dv", protector_dv))
    paid = forcing(round=round, own_place_passed=own_place_passed).sacrificed
    roll = rolled(av, dv, with_boxes(ticked, boxes), dice, ticked.auto)
    return Attacked(
        roll=roll,
        attack=attack,
        kind=kind,
        harmful=harmful,
        stunning=stunning,
        unnamed=unnamed,
        answer=answer,
        margin=_met(roll, attack, harmful, answer),
        sacrificed=paid if forced and roll.success else "none",
        states_ended=_used_up(ticked),
    )


def _met(made: Roll, attack: str, harmful: bool, answer: Answer) -> int | None:
    """The margin after the answer; None where nobody is struck."""
    if not made.success or made.margin is None or answer.dive_clear:
        return None if answer.dive_clear and made.success else made.margin
    if answer.protector_dv is not None and made.total is not None:
        return made.total - BASE - answer.protector_dv
    return lowered(made.margin, attack, block=answer.block, dodge=answer.dodge, harmful=harmful)


def _used_up(ticked: Ticked) -> tuple[str, ...]:
    distracted = {"attacker-distracted", "defender-distracted"} & set(ticked.counted)
    return ("distracted",) if distracted else ()


# Leaping in


@dataclass(frozen=True, kw_only=True)
class Shielded(Roll):
    """The attack, as it falls on whoever leapt in."""

    struck: str
    sacrificed: str


@rule("rough_magic.shielding")
def shielding(
    *,
    total: int | None = None,
    protector_dv: int | None = None,
    protector_dv_bonuses: int = 0,
    protector_dv_penalties: int = 0,
    who: str = "",
    attacker: str = "",
    victim: str = "",
    round: int = 1,
    own_place_passed: bool = True,
    victim_target: int | None = None,
    options: Options = DEFAULTS,
) -> Shielded:
    """The total stands and is measured against the protector (rough_magic.shielding), who gives up a turn.

    Under the switch shield-uses "victim's margin" the `victim_target` counts instead. Refuses shielding oneself.
    """
    if who and who in (victim, attacker):
        raise Refused("own-shield", f"{who} cannot leap in: the attack is theirs or falls on them.", "who")
    bonuses = whole("protector_dv_bonuses", protector_dv_bonuses, least=0)
    sides = Sides(dv_bonuses=bonuses, dv_penalties=whole("protector_dv_penalties", protector_dv_penalties, least=0))
    own = options.shield_uses == "protector's defence"
    target = target_of(protector_dv, sides) if own else victim_target
    paid = forcing(what="shield another", round=round, own_place_passed=own_place_passed)
    return Shielded(total=total, target=target, struck=who, sacrificed=paid.sacrificed)
