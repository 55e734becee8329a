"""What a hit does: weapons, cover and damage."""

from dataclasses import dataclass

from apps.rules.dragon.checks import opposed_roll
from apps.rules.dragon.lists import ATTACKS, WEAPONS, AttackKind
from apps.rules.dragon.options import DEFAULTS, Options
from apps.rules.listed import pick
from apps.rules.numbers import one_of, whole
from apps.rules.refusal import Refused
from apps.rules.registry import rule

# Weapons and cover


@dataclass(frozen=True)
class Armed:
    """The multiple of a weapon, and how it is used."""

    multiple: int
    attack: AttackKind


@rule("dragon.weapons")
def weapons(*, weapon: str) -> Armed:
    """A weapon of the list (dragon.weapons); a table's own weapons bring their multiple with them."""
    row = pick("weapon", weapon, WEAPONS)
    return Armed(row.multiple, row.attack)


def multiple_of(weapon: str, multiple: int | None) -> int:
    """The multiple that counts: the one given, else that of the weapon."""
    return weapons(weapon=weapon).multiple if multiple is None else whole("multiple", multiple, least=1)


@dataclass(frozen=True)
class Covered:
    net: int


@rule("dragon.cover")
def cover(*, attack_successes: int, defence_successes: int = 0, cover: int) -> Covered:
    """Cover is worth successes, as the GM says, and they add up with those of a defence (dragon.cover)."""
    return Covered(opposed_roll(actor=attack_successes, resist=(defence_successes, cover)).net)


# Damage


@dataclass(frozen=True)
class Damage:
    """What comes of the net successes, before and after Resistance."""

    net: int
    raw_damage: int
    damage: int


def hits(net: int, options: Options = DEFAULTS) -> bool:
    """Whether so many net successes are a hit: 1 or more, with the switch zero-net-hits none as well."""
    return net >= (0 if options.zero_net_hits else 1)


@rule("dragon.damage")
def damage(
    *,
    net: int | None = None,
    attack_successes: int | None = None,
    defence_successes: int = 0,
    cover: int = 0,
    weapon: str = "",
    multiple: int | None = None,
    attack: str,
    strength: int = 0,
    resistance: int,
    bonus: int = 0,
    options: Options = DEFAULTS,
) -> Damage:
    """Net successes x weapon multiple + Strength in melee - Resistance, at least 0 (dragon.damage).

    What does not hit does no damage, Strength or not. `bonus` is what shticks add to a hit. Refuses neither `net` nor
    `attack_successes`.
    """
    left = _net(net, attack_successes, defence_successes, cover)
    one_of("attack", attack, ATTACKS)
    whole("strength", strength, least=0)
    whole("resistance", resistance, least=0)
    times = multiple_of(weapon, multiple)
    raw = left * times + strength * (attack == "melee") + bonus if hits(left, options) else 0
    return Damage(left, raw, max(0, raw - resistance))


def _net(net: int | None, attack: int | None, defence: int, cover: int) -> int:
    if net is not None:
        return whole("net", net)
    if attack is None:
        raise Refused("no-successes", "How well did it hit? Net successes, or those of the attack, are needed.", "net")
    return opposed_roll(actor=attack, resist=(defence, cover)).net
