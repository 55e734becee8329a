"""Ways of firing: single shots, bursts and full auto, what they add, and the rounds that they use."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from apps.rules.dice import Dice, system_dice
from apps.rules.listed import pick
from apps.rules.numbers import one_of, whole
from apps.rules.refusal import Refused
from apps.rules.registry import rule
from apps.rules.yarn.checks import clash, price_of
from apps.rules.yarn.combat.armour import loaded
from apps.rules.yarn.combat.lists import FIREARMS, PER_TARGET, TACTICS, Firearm, Tactic, weapon_of
from apps.rules.yarn.combat.shooting import circumstances, in_range
from apps.rules.yarn.options import DEFAULTS, Options
from apps.rules.yarn.pool import HasRoll, Rolled, pool_from, pool_of, ready, throw

WAYS = ("one shot", "two shots", "burst", "full auto")
BURST, FULL_AUTO, SPREAD = TACTICS


def allows(firearm: Firearm, way: str) -> bool:
    """Whether a class of firearm can be fired in this way."""
    shots = {"one shot": 1, "two shots": 2}
    return firearm.shots >= shots[way] if way in shots else firearm.automatic


@dataclass(frozen=True)
class Ways:
    """For each pair: whether it goes, how many attack rolls it makes, and what the second of them loses."""

    allowed: tuple[bool, ...]
    attack_rolls: tuple[int, ...]
    second_shot_penalty: tuple[int, ...]


@rule("yarn.gunfire-options")
def gunfire_options(*, wanted: Sequence[Sequence[str]]) -> Ways:
    """What a class of firearm can do in a round (yarn.gunfire-options). Refuses another class, or another way."""
    pairs = [(pick("wanted", firearm, FIREARMS), one_of("wanted", way, WAYS)) for firearm, way in wanted]
    goes = tuple(allows(firearm, way) for firearm, way in pairs)
    two = [way == "two shots" for _, way in pairs]
    rolls = tuple(may * (1 + twice) for may, twice in zip(goes, two, strict=True))
    return Ways(goes, rolls, tuple(int(may and twice) for may, twice in zip(goes, two, strict=True)))


@dataclass(frozen=True)
class Recoil(HasRoll):
    """A shot, and its penalty die for recoil."""

    recoil: int
    roll: Rolled


@rule("yarn.recoil-second-shot")
def recoil_second_shot(
    *,
    firearm: str,
    base: int,
    shot: int = 1,
    shots: int | None = None,
    roll: str = "attack",
    bonus: int = 0,
    penalty: int = 0,
    options: Options = DEFAULTS,
    dice: Dice = system_dice,
) -> Recoil:
    """The second single shot of a round takes a penalty die (yarn.recoil-second-shot).

    Under the switch second-shot it is an extra action as well, whose price all rolls of the round pay. Refuses a
    second shot of a firearm that has one.
    """
    fired = max(whole("shot", shot, least=1, most=2), whole("shots", shots or shot, least=1, most=2))
    row = pick("firearm", firearm, FIREARMS)
    if fired > row.shots:
        raise Refused("one-shot", f"{row.title} fires {row.shots} single shot in a round.", "shot")
    recoil = int(shot > 1 and roll == "attack")
    dear = price_of(1)[1] if fired > 1 and options.second_shot == "extra action as well" else 0
    pool = ready(pool_of(base=base, bonus=bonus, penalty=penalty + recoil + dear))
    return Recoil(recoil, throw(pool, options, dice))


# Tactics


@dataclass(frozen=True)
class TacticOf:
    """Dice and damage factor for each distance; penalty dice are negative."""

    net_dice: tuple[int, ...]
    factor: tuple[int, ...]


def tactical(tactic: Tactic, weapon: str, metres: float, ammunition: str = "standard") -> tuple[int, int]:
    """The dice and the damage factor of a tactic at a distance."""
    place = in_range(weapon, metres) - 1
    return tactic.dice[place], loaded(weapon, ammunition) + tactic.factor[place]


def automatic(weapon: str, firearm: str = "") -> None:
    """Refuses a weapon that fires neither bursts nor full auto; a rifle does if it is an automatic one."""
    row = weapon_of(weapon)
    name = firearm or ("SMG" if row.range_row == "SMG" else "")
    if not name or not pick("firearm", name, FIREARMS).automatic:
        raise Refused("not-automatic", f"{row.title} fires neither bursts nor full auto.", "weapon")


@rule("yarn.gunfire-tactics")
def gunfire_tactics(*, tactic: str, weapon: str, metres: Sequence[float], firearm: str = "") -> TacticOf:
    """What a tactic adds at each distance (yarn.gunfire-tactics). Refuses a weapon that cannot, and no range."""
    automatic(weapon, firearm)
    found = [tactical(pick("tactic", tactic, TACTICS), weapon, one) for one in metres]
    return TacticOf(tuple(dice for dice, _ in found), tuple(factor for _, factor in found))


def used(way: str, rounds: int, options: Options) -> int:
    """The rounds that a way of firing uses."""
    if way == "single":
        return 1
    if way == "burst":
        return BURST.rounds
    if way == "full auto, 1 target":
        return rounds if options.full_auto_ammo == "whole clip" else FULL_AUTO.rounds
    targets = re.fullmatch(r"full auto, spread, ([0-9]+) targets?", way)
    if targets is None:
        raise Refused("no-way", f"“{way}” is no way of firing.", "fired")
    return PER_TARGET * int(targets[1])


def why_no_rounds(way: str, rounds: int, options: Options) -> Refused | None:
    """Why there are too few rounds for this, or None; full auto needs 10 in the clip."""
    least = FULL_AUTO.rounds if way.startswith("full auto") else 0
    need = max(least, used(way, rounds, options))
    if options.count_ammunition and rounds < need:
        return Refused("too-few-rounds", f"There are {rounds} rounds in the clip, and it takes {need}.", "rounds")
    return None


def left_after(way: str, rounds: int, options: Options) -> int:
    """The rounds left. Refuses what there are too few for."""
    if why := why_no_rounds(way, rounds, options):
        raise why
    return rounds - used(way, rounds, options) if options.count_ammunition else rounds


@dataclass(frozen=True)
class Clip:
    """Rounds left after each, "refused" where there were too few."""

    rounds_left: tuple[int | str, ...]


@rule("yarn.clip")
def clip(*, rounds: int, fired: Sequence[str], options: Options = DEFAULTS) -> Clip:
    """A shot uses 1 round, a burst 3, full auto 10, a spread 5 for each target (yarn.clip).

    The switch full-auto-ammo empties the clip; count-ammunition off counts nothing. Refuses another way of firing.
    """
    whole("rounds", rounds, least=0)
    left: list[int | str] = []
    for way in fired:
        if why_no_rounds(way, rounds, options):
            left.append("refused")
            continue
        rounds = left_after(way, rounds, options)
        left.append(rounds)
    return Clip(tuple(left))


@dataclass(frozen=True)
class Fired:
    """What a tactic gives, what the attack came to where it was thrown, and the rounds left."""

    net_dice: int
    factor: int | None
    rounds_left: int | None
    attack: Rolled | None = None
    defence: Rolled | None = None
    hit: bool | None = None
    difference: int | None = None

    @property
    def bonus(self) -> int:
        return max(0, self.net_dice)

    @property
    def thrown(self) -> int | None:
        return self.attack.thrown if self.attack else None

    @property
    def attack_total(self) -> int | None:
        return self.attack.total if self.attack else None

    @property
    def defence_total(self) -> int | None:
        return self.defence.total if self.defence else None

    @property
    def gross(self) -> int | None:
        if self.factor is None or self.difference is None:
            return None
        return self.factor * self.difference * bool(self.hit)


def fire(
    tactic: Tactic,
    *,
    weapon: str,
    metres: float,
    attack: Mapping[str, Any] | None,
    left: int | None,
    others: int,
    ammunition: str,
    bonus: int,
    options: Options,
    dice: Dice,
) -> Fired:
    """One attack roll with what the tactic gives, against the dice of the circumstances."""
    net, factor = tactical(tactic, weapon, metres, ammunition)
    if attack is None:
        return Fired(net, factor, left)
    told = {
        **attack,
        "bonus": attack.get("bonus", 0) + bonus + max(0, net),
        "penalty": attack.get("penalty", 0) + max(0, -net),
    }
    mine = ready(pool_from(told, "attack"))
    struck, met = throw(mine, options, dice), throw(pool_of(base=in_range(weapon, metres) + others), options, dice)
    hit, difference = clash(struck, met, options)
    return Fired(net, factor, left, struck, met, hit, difference)


@rule("yarn.burst")
def burst(
    *,
    weapon: str,
    metres: float,
    rounds: int | None = None,
    attack: Mapping[str, Any] | None = None,
    ammunition: str = "standard",
    cover: int = 0,
    target_moving: bool = False,
    attacker_moving: bool = False,
    firearm: str = "",
    options: Options = DEFAULTS,
    dice: Dice = system_dice,
) -> Fired:
    """Three rounds, a bonus die, and 1 on the factor up to short range (yarn.burst).

    Refuses a firearm that cannot, fewer than three rounds, and a target out of range.
    """
    automatic(weapon, firearm)
    left = None if rounds is None else left_after("burst", whole("rounds", rounds, least=0), options)
    others = circumstances(cover, target_moving, attacker_moving, 0)
    return fire(BURST, weapon=weapon, metres=metres, attack=attack, left=left, others=others, ammunition=ammunition,
                bonus=0, options=options, dice=dice)  # fmt: skip


@rule("yarn.full-auto-single")
def full_auto_single(
    *,
    weapon: str,
    metres: float,
    rounds: int | None = None,
    attack: Mapping[str, Any] | None = None,
    ammunition: str = "standard",
    cover: int = 0,
    target_moving: bool = False,
    attacker_moving: bool = False,
    firearm: str = "",
    options: Options = DEFAULTS,
    dice: Dice = system_dice,
) -> Fired:
    """A bonus die, and 2 on the factor up to short range, 1 at medium (yarn.full-auto-single).

    Refuses a firearm that cannot, fewer than ten rounds, and a target out of range.
    """
    automatic(weapon, firearm)
    left = None if rounds is None else left_after("full auto, 1 target", whole("rounds", rounds, least=0), options)
    others = circumstances(cover, target_moving, attacker_moving, 0)
    return fire(FULL_AUTO, weapon=weapon, metres=metres, attack=attack, left=left, others=others, ammunition=ammunition,
                bonus=0, options=options, dice=dice)  # fmt: skip


@dataclass(frozen=True)
class Spread:
    """Who is attacked and how many could be; and one target's attack, None where no distance was given."""

    most_targets: int
    targets: tuple[str, ...]
    rounds_left: int | None
    fired: Fired | None

    @property
    def net_dice(self) -> int | None:
        return self.fired.net_dice if self.fired else None

    @property
    def factor(self) -> int | None:
        return self.fired.factor if self.fired else None

    @property
    def thrown(self) -> int | None:
        return self.fired.thrown if self.fired else None

    @property
    def attack_total(self) -> int | None:
        return self.fired.attack_total if self.fired else None

    @property
    def defence_total(self) -> int | None:
        return self.fired.defence_total if self.fired else None

    @property
    def hit(self) -> bool | None:
        return self.fired.hit if self.fired else None

    @property
    def difference(self) -> int | None:
        return self.fired.difference if self.fired else None

    @property
    def gross(self) -> int | None:
        return self.fired.gross if self.fired else None


def in_line(row: Sequence[str], wanted: Sequence[str]) -> tuple[str, ...]:
    """Everybody from the first to the last who is aimed at: nobody between them is skipped."""
    places = [row.index(one_of("wanted", name, row)) for name in wanted]
    return tuple(row[min(places) : max(places) + 1]) if places else ()


@rule("yarn.full-auto-spread")
def full_auto_spread(
    *,
    rounds: int,
    bullets: int | None = None,
    row: Sequence[str] = (),
    wanted: Sequence[str] = (),
    weapon: str = "",
    metres: float | None = None,
    attack: Mapping[str, Any] | None = None,
    bonus: int = 0,
    firearm: str = "",
    options: Options = DEFAULTS,
    dice: Dice = system_dice,
) -> Spread:
    """A target for every five bullets, each with an attack roll of its own (yarn.full-auto-spread).

    Refuses fewer than ten rounds in the clip, more bullets than there are, more targets than bullets reach, and a
    firearm that cannot.
    """
    whole("rounds", rounds, least=0)
    if why := why_no_rounds("full auto, spread, 1 targets", rounds, options):
        raise why
    most = whole("bullets", rounds if bullets is None else bullets, least=0, most=rounds) // PER_TARGET
    targets = in_line(row, wanted)
    if len(targets) > most:
        why_not = f"{len(targets)} stand in the line of fire, and the bullets reach {most}."
        raise Refused("too-many-targets", why_not, "wanted")
    left = rounds - PER_TARGET * len(targets) if targets and options.count_ammunition else None
    if metres is None or not weapon:
        return Spread(most, targets, left, None)
    automatic(weapon, firearm)
    fired = fire(SPREAD, weapon=weapon, metres=metres, attack=attack, left=left, others=0, ammunition="standard",
                 bonus=bonus, options=options, dice=dice)  # fmt: skip
    return Spread(most, targets, left, fired)
