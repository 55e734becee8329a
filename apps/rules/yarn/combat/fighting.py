"""Attack against defence, and what gives either of them dice."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, cast

from apps.rules.dice import Dice, system_dice
from apps.rules.numbers import one_of, whole
from apps.rules.refusal import Refused
from apps.rules.registry import rule
from apps.rules.yarn.checks import clash
from apps.rules.yarn.combat.damage import Done, damage_order
from apps.rules.yarn.combat.harm import is_dying, is_messed_up
from apps.rules.yarn.combat.shooting import ranged_attack
from apps.rules.yarn.options import DEFAULTS, Options
from apps.rules.yarn.pool import AVERAGE, HasRoll, Rolled, pool_from, pool_of, ready, throw

# Attack and defence


@dataclass(frozen=True)
class Attacked:
    """Both totals, and what they came to; damage is None where no weapon was named."""

    attack_total: int
    defence_total: int
    hit: bool
    difference: int
    damage: Done | None
    attack: Rolled | None
    defence: Rolled | None

    @property
    def gross(self) -> int | None:
        return self.damage.gross if self.damage else None

    @property
    def suffered(self) -> int | None:
        return self.damage.suffered if self.damage else None


def _told(roll: Mapping[str, Any] | None, total: int | None, field: str) -> None:
    if roll is None and total is None:
        raise Refused("no-roll", f"The {field} is told as a roll, or as its total.", field)
    if total is not None:
        whole(f"{field}_total", total, least=0)


@rule("yarn.attack-roll")
def attack_roll(
    *,
    attack: Mapping[str, Any] | None = None,
    defence: Mapping[str, Any] | None = None,
    attack_total: int | None = None,
    defence_total: int | None = None,
    kept_defence: int | None = None,
    weapon: str = "",
    armour: Sequence[str] = (),
    ammunition: str = "standard",
    metres: float | None = None,
    options: Options = DEFAULTS,
    dice: Dice = system_dice,
) -> Attacked:
    """Higher than the defence is a hit, and the difference goes into damage (yarn.attack-roll).

    Under the switch defence-rolls the total of the first defence against this attacker is kept (`kept_defence`).
    Refuses a side that is not told, and an attack without dice.
    """
    if kept_defence is not None and options.defence_rolls == "per attacker":
        defence, defence_total = None, kept_defence
    _told(attack, attack_total, "attack")
    _told(defence, defence_total, "defence")
    mine = ready(pool_from(attack, "attack")) if attack is not None and attack_total is None else None
    theirs = pool_from(defence, "defence") if defence is not None and defence_total is None else None
    struck = throw(mine, options, dice) if mine else None
    met = throw(theirs, options, dice) if theirs else None
    above, below = struck.total if struck else attack_total or 0, met.total if met else defence_total or 0
    hit, difference = clash(struck, met, options) if struck and met else (above > below, above - below)
    damage = None
    if weapon:
        damage = damage_order(
            difference=difference if hit else 0,
            weapon=weapon,
            ammunition=ammunition,
            armour=armour,
            metres=metres,
            options=options,
            dice=dice,
        )
    return Attacked(above, below, hit, difference, damage, struck, met)


@dataclass(frozen=True)
class Shootout:
    """A shot to its end: totals, damage, and the target's hit points; None where these were not told."""

    attack_total: int
    defence_total: int
    difference: int
    damage: Done
    current: int | None
    messed_up: bool | None
    down: bool | None
    dying: bool | None

    @property
    def gross(self) -> int:
        return self.damage.gross

    @property
    def suffered(self) -> int:
        return self.damage.suffered


@rule("yarn.example-gunfire")
def gunfire(
    *,
    weapon: str,
    metres: float,
    attack: Mapping[str, Any] | None = None,
    attack_total: int | None = None,
    defence_total: int | None = None,
    dodging: bool = False,
    agility: int | str = "none",
    target_moving: bool = False,
    attacker_moving: bool = False,
    armour: Sequence[str] = (),
    ammunition: str = "standard",
    maximum: int | None = None,
    current: int | None = None,
    options: Options = DEFAULTS,
    dice: Dice = system_dice,
) -> Shootout:
    """A shot from its dice to the target's hit points (yarn.example-gunfire). Refuses an attack that is not told."""
    _told(attack, attack_total, "attack")
    if defence_total is None:
        shot = ranged_attack(
            weapon=weapon,
            metres=metres,
            dodging=dodging,
            agility=agility,
            target_moving=target_moving,
            attacker_moving=attacker_moving,
            attack=None if attack_total is not None else attack,
            options=options,
            dice=dice,
        )
        attack_total = shot.attack_total if attack_total is None else attack_total
        defence_total = shot.total
    found = attack_roll(
        attack=attack,
        attack_total=attack_total,
        defence_total=defence_total,
        weapon=weapon,
        armour=armour,
        ammunition=ammunition,
        metres=metres,
        options=options,
        dice=dice,
    )
    return _shootout(found, maximum, current)


def _shootout(found: Attacked, maximum: int | None, current: int | None) -> Shootout:
    """What the shot leaves of the target, where its hit points are told."""
    done = cast(Done, found.damage)
    if current is None or maximum is None:
        return Shootout(found.attack_total, found.defence_total, found.difference, done, None, None, None, None)
    left = current - done.suffered
    states = is_messed_up(left, maximum), left <= 0, is_dying(left, maximum)
    return Shootout(found.attack_total, found.defence_total, found.difference, done, left, *states)


@dataclass(frozen=True)
class Lock:
    """Whether the trait cannot be used for this, and the dice of whoever uses it all the same."""

    locked: bool
    base: int
    dodge_bonus: int


@rule("yarn.trait-lock")
def trait_lock(
    *,
    trait: str,
    combat_trait: bool,
    now: str,
    score: int,
    uses_this_round: Sequence[str] = (),
    used_last_round: Sequence[str] = (),
) -> Lock:
    """A broad trait is for attack or for defence in a round, by its first use (yarn.trait-lock).

    One for fighting is for both. A locked one is worth the dice of anybody.
    """
    side = "attack" if one_of("now", now, ("attack", "defence", "dodge a shot")) == "attack" else "defence"
    for use in uses_this_round:
        one_of("uses_this_round", use, ("attack", "defence"))
    locked = not combat_trait and any(use != side for use in uses_this_round)
    dice = AVERAGE if locked else whole("score", score, least=0)
    return Lock(locked, dice, dice)


# Dice for and against


@rule("yarn.predictable-attack")
def predictable_attack(
    *,
    attacker: str,
    base: int,
    predictable: bool,
    description: str = "",
    bonus: int = 0,
    penalty: int = 0,
    options: Options = DEFAULTS,
    dice: Dice = system_dice,
) -> Rolled:
    """A dull attack of a player's is a penalty die (yarn.predictable-attack), a GMC's never; the switch
    predictable-attacks turns it off. Refuses an attack without dice.
    """
    dull = one_of("attacker", attacker, ("player", "GMC")) == "player" and predictable and options.predictable_attacks
    return throw(ready(pool_of(base=base, bonus=bonus, penalty=penalty + dull)), options, dice)


@dataclass(frozen=True)
class Edge(HasRoll):
    """A roll, and the bonus dice that the GM granted it."""

    granted_bonus: int
    roll: Rolled


@rule("yarn.advantage")
def advantage(
    *,
    base: int,
    granted: Sequence[str],
    bonus: int = 0,
    penalty: int = 0,
    options: Options = DEFAULTS,
    dice: Dice = system_dice,
) -> Edge:
    """A bonus die for each ground that the GM grants (yarn.advantage). Refuses a roll without dice."""
    pool = ready(pool_of(base=base, bonus=bonus + len(granted), penalty=penalty))
    return Edge(len(granted), throw(pool, options, dice))


@dataclass(frozen=True)
class Gang:
    """How many attackers have a bonus die, for each pair; and who they are."""

    bonus_attackers: tuple[int, ...]
    bonus: Mapping[str, int]


@rule("yarn.ganging-up")
def ganging_up(
    *,
    pairs: Sequence[Sequence[int]] = (),
    fighting: int = AVERAGE,
    attackers: Sequence[str] = (),
    defender_chooses: Sequence[str] = (),
) -> Gang:
    """Each attacker beyond the defender's fighting dice has a bonus die (yarn.ganging-up); the defender says which.

    Without a word it is those who joined last. Refuses a choice of another number, or of others.
    """
    many = tuple(max(0, whole("pairs", count) - whole("pairs", dice, least=0)) for dice, count in pairs)
    beyond = max(0, len(attackers) - whole("fighting", fighting, least=0))
    for name in defender_chooses:
        one_of("defender_chooses", name, attackers)
    chosen = tuple(defender_chooses) or tuple(attackers[len(attackers) - beyond :])
    if len(set(chosen)) != beyond:
        raise Refused("how-many", f"{beyond} of the attackers have a bonus die, and {len(chosen)} are chosen.",
                      "defender_chooses")  # fmt: skip
    return Gang(many or (beyond,), {name: int(name in chosen) for name in attackers})


@dataclass(frozen=True)
class BonusOf:
    bonus: int


@rule("yarn.surprise")
def surprise(*, stealth: int = 0, alertness: int = 0, unaware: bool = False, granted: int = 2) -> BonusOf:
    """A bonus die against a target caught off guard, what the GM grants against an unaware one (yarn.surprise)."""
    if unaware:
        return BonusOf(whole("granted", granted, least=0))
    return BonusOf(int(whole("stealth", stealth, least=0) > whole("alertness", alertness, least=0)))


@dataclass(frozen=True)
class RoundBonus:
    """Bonus dice on attack and defence in each of the rounds asked about."""

    bonus: tuple[int, ...]


@rule("yarn.psychological-advantage")
def psychological_advantage(*, gained_in_round: int, duration: str, rounds: Sequence[int]) -> RoundBonus:
    """A bonus die in the next round, or for a deep reason in the whole fight (yarn.psychological-advantage)."""
    start = whole("gained_in_round", gained_in_round, least=0)
    if one_of("duration", duration, ("next round", "whole combat")) == "next round":
        return RoundBonus(tuple(int(one == start + 1) for one in rounds))
    return RoundBonus(tuple(int(one >= start) for one in rounds))


@rule("yarn.desperate-defence")
def desperate_defence(
    *,
    base: int,
    attack_given_up: bool,
    already_attacked: bool = False,
    messed_up: bool = False,
    bonus: int = 0,
    penalty: int = 0,
    options: Options = DEFAULTS,
    dice: Dice = system_dice,
) -> Rolled:
    """Whoever gives up the attack of the round has a bonus die on every defence (yarn.desperate-defence).

    Refuses it without the switch of that name, and after an attack in this round.
    """
    if attack_given_up and options.desperate_defence != "on":
        raise Refused("no-desperate-defence", "This table plays without desperate defence.", "attack_given_up")
    if attack_given_up and already_attacked:
        raise Refused("has-attacked", "The attack of this round is made, and cannot be given up.", "attack_given_up")
    return throw(pool_of(base=base, bonus=bonus + attack_given_up, penalty=penalty + messed_up), options, dice)
