"""An attack, step by step: its roll against the defence, and what comes of it."""

from dataclasses import dataclass
from functools import partial

from apps.rules.dice import Dice, system_dice
from apps.rules.dragon.checks import Pool, Rolled, pool_of, range_of, thrown
from apps.rules.dragon.combat.damage import Damage, damage, hits, multiple_of
from apps.rules.dragon.combat.harm import Fallen, falling
from apps.rules.dragon.lists import DEFENCES
from apps.rules.dragon.options import DEFAULTS, Options
from apps.rules.numbers import one_of, whole
from apps.rules.refusal import Refused
from apps.rules.registry import rule


@dataclass(frozen=True)
class Attack:
    """An attack to its end. `left` and what follows are None where the hit points are not known."""

    target: int
    attack_successes: int
    defence_successes: int
    net: int
    hit: bool
    damage: int
    left: int | None
    up: bool | None
    death_check: bool | None
    attack_roll: Rolled
    defence_roll: Rolled | None


def attack_pool(
    *,
    accuracy: int,
    skill: int = 0,
    attack: str,
    distance: int | None = None,
    difficulty: int = 0,
    bonus: int = 0,
    options: Options = DEFAULTS,
) -> Pool:
    """What the attacker throws: range counts as difficulty."""
    far = range_of(attack, distance)
    return pool_of(dice=accuracy, skill=skill, difficulty=difficulty + far, bonus=bonus, options=options)


@rule("dragon.attack")
def attack(
    *,
    accuracy: int,
    skill: int = 0,
    weapon: str = "",
    multiple: int | None = None,
    attack: str,
    distance: int | None = None,
    difficulty: int = 0,
    strength: int,
    defence: str = "none",
    dexterity: int | None = None,
    defence_skill: int = 0,
    cover: int = 0,
    resistance: int,
    maximum: int | None = None,
    taken: int = 0,
    options: Options = DEFAULTS,
    dice: Dice = system_dice,
) -> Attack:
    """Attack dice, then those of the defence, then damage and hit points (dragon.attack).

    `defence` is none, dodge or parry, `dexterity` the dice of it. Everything is checked before the first die falls.
    """
    one_of("defence", defence, ("none", *DEFENCES))
    whole("cover", cover, least=0)
    times = multiple_of(weapon, multiple)
    harm = partial(damage, multiple=times, attack=attack, strength=strength, resistance=resistance)
    harm(net=0)  # refuses before the dice what it would refuse after them
    mine = attack_pool(
        accuracy=accuracy, skill=skill, attack=attack, distance=distance, difficulty=difficulty, options=options
    )
    theirs = _defence_pool(defence, dexterity, defence_skill, options)
    struck, met = thrown(mine, dice), thrown(theirs, dice) if theirs else None
    stopped = met.successes if met else 0
    done = harm(attack_successes=struck.successes, defence_successes=stopped, cover=cover, options=options)
    fell = None if maximum is None else falling(maximum=maximum, taken=taken, new_damage=done.damage)
    return _ended(struck, met, done, fell, options)


def _ended(struck: Rolled, met: Rolled | None, done: Damage, fell: Fallen | None, options: Options) -> Attack:
    return Attack(
        target=struck.target,
        attack_successes=struck.successes,
        defence_successes=met.successes if met else 0,
        net=done.net,
        hit=hits(done.net, options),
        damage=done.damage,
        left=fell.left if fell else None,
        up=fell.up if fell else None,
        death_check=fell.death_check if fell else None,
        attack_roll=struck,
        defence_roll=met,
    )


def _defence_pool(defence: str, dexterity: int | None, skill: int, options: Options) -> Pool | None:
    if defence == "none":
        return None
    if dexterity is None:
        raise Refused("no-stat", "How many dice does the defence roll? Dexterity is needed.", "dexterity")
    return pool_of(dice=dexterity, skill=skill, options=options)
