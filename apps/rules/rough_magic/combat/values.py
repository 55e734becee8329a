"""What an attack is worth and what meets it."""

from collections.abc import Sequence
from dataclasses import dataclass

from apps.rules.dice import Dice
from apps.rules.numbers import whole
from apps.rules.registry import rule
from apps.rules.rough_magic.roll import Roll, Sides, facts, highest, levels, rolled


@dataclass(frozen=True, kw_only=True)
class Values(Roll):
    """Both values before bonuses and penalties; `dv` None where no defender was told."""

    av: int
    dv: int | None


def attack_value(attribute: str, rank: int, weapon_ranks: Sequence[int]) -> int:
    """The attribute and the highest weapon."""
    return whole(attribute, rank, least=0) + highest("weapon_ranks", weapon_ranks)


def defence_value(attribute: str, rank: int | None, armour_ranks: Sequence[int]) -> int | None:
    """The attribute and the highest armour or shield; None without the attribute."""
    if rank is None:
        return None
    return whole(attribute, rank, least=0) + highest("target_armour_ranks", armour_ranks)


def _values(av: int, dv: int | None, dice: Dice | None) -> Values:
    return Values(**facts(rolled(av, dv, Sides(), dice)), av=av, dv=dv)


@rule("rough_magic.close-combat-values")
def close_combat_values(
    *,
    brawn: int,
    weapon_ranks: Sequence[int] = (),
    target_brawn: int | None = None,
    target_armour_ranks: Sequence[int] = (),
    dice: Dice | None = None,
) -> Values:
    """Brawn and weapon against Brawn and armour (rough_magic.close-combat-values); rolled where dice are given."""
    dv = defence_value("target_brawn", target_brawn, target_armour_ranks)
    return _values(attack_value("brawn", brawn, weapon_ranks), dv, dice)


@rule("rough_magic.ranged-combat-values")
def ranged_combat_values(
    *,
    agility: int,
    weapon_ranks: Sequence[int] = (),
    target_agility: int | None = None,
    target_armour_ranks: Sequence[int] = (),
    dice: Dice | None = None,
) -> Values:
    """Agility and weapon against Agility and armour (rough_magic.ranged-combat-values)."""
    dv = defence_value("target_agility", target_agility, target_armour_ranks)
    return _values(attack_value("agility", agility, weapon_ranks), dv, dice)


@dataclass(frozen=True)
class Lost:
    endurance_lost: int


@rule("rough_magic.endurance-loss")
def endurance_loss(*, margin: int) -> Lost:
    """A hit costs one level and one for each full 3 of its margin (rough_magic.endurance-loss)."""
    return Lost(levels(whole("margin", margin)))
