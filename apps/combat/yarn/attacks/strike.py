"""An attack that waits for its defence, and the dice of both sides as they would fall now."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

from apps.characters.yarn.circumstances import helpless, unseen
from apps.characters.yarn.sheet import whole_sheet
from apps.checks.versus import arms_unseen, openly
from apps.checks.yarn import experience
from apps.checks.yarn.answers import alone, chosen
from apps.checks.yarn.pools import Built, Extra, Sought, built
from apps.checks.yarn.rolling_acts.side import ALTERNATE, READ, with_the_word
from apps.combat.models import Combatant, CombatantKey
from apps.combat.yarn.attacks import gangs
from apps.combat.yarn.rounds import stored
from apps.rules.listed import pick
from apps.rules.yarn.combat.firing import tactical
from apps.rules.yarn.combat.lists import TACTICS, range_of
from apps.rules.yarn.combat.shooting import BEYOND, circumstances, dodge_dice, in_range
from apps.rules.yarn.options import Options
from apps.rules.yarn.pool import pool_of
from apps.table import exchanges
from apps.table.desk import Desk
from apps.table.models import Ask, Exchange

OPEN, SECRET = KINDS = ("yarn.attack", "yarn.attack-secret")
stored.asks_in_fights(*KINDS)
THROWS, THROWS_SECRETLY = "yarn.throws", "yarn.throws-secret"
"""An attack that waits for real dice, openly or not."""
GROUNDS = {
    "surprise": ("Surprise", "yarn.surprise"),
    "better weaponry": ("Better weapon", "yarn.better-weapon"),
    "better position": ("Better position", "yarn.better-position"),
    "psychological advantage": ("Psychological advantage", "yarn.psychological-advantage"),
    "another": ("Another advantage", "yarn.advantage"),
}
STAND, DODGE, CLUMSY, HELPLESS = "stand", "dodge:", "clumsy", "helpless"
"""Ways to meet a shot: standing, dodging with a trait, dodging as somebody clumsy; without any die."""


@dataclass(frozen=True)
class Aim:
    """One target, and what stands between: metres are None at arm's length. Half dice are bonus dice of the target in
    place of a whole one (yarn.half-dice)."""

    target: CombatantKey
    metres: float | None = None
    cover: int = 0
    darkness: int = 0
    moving: bool = False
    distance_half: bool = False
    cover_half: bool = False


@dataclass(frozen=True)
class Strike:
    """What was declared. `weapon` is a row of the damage factors, `entry` the line of the sheet; `shot` counts the
    single shots of the turn. `grounds` are what a bonus die was asked for, `dull` is the GM's word; `read` are the
    rules asked each time that she has said are on. With `by_hand` the attacker throws real dice. Whoever it is aimed at
    may be `unaware` of it."""

    attacker: CombatantKey
    aims: tuple[Aim, ...]
    what: str
    trait: str
    weapon: str
    called: str
    entry: str = ""
    ammunition: str = "standard"
    tactic: str = "none"
    shot: int = 1
    grounds: tuple[str, ...] = ()
    surprise: int = 0
    bonus: int = 0
    penalty: int = 0
    because: str = ""
    experience: int = 0
    reason: str = ""
    effect: str = ""
    needed: int = 3
    dull: bool = False
    moving: bool = False
    read: tuple[str, ...] = ()
    by_hand: bool = False
    unaware: bool = False

    @property
    def ranged(self) -> bool:
        return self.aims[0].metres is not None


@dataclass(frozen=True)
class Met:
    """How it is met: with a trait, or in one of the ways to meet a shot; giving up the attack for it, with another
    answer that somebody has, with experience dice. `read` are the rules asked each time that the GM has said are on
    for this roll, None for those of the attack. With `by_hand` the target throws real dice."""

    way: str = ""
    desperate: bool = False
    answer: str = ""
    experience: int = 0
    reason: str = ""
    read: tuple[str, ...] | None = None
    by_hand: bool = False

    @property
    def dodges(self) -> bool:
        return self.way == CLUMSY or self.way.startswith(DODGE)


@dataclass(frozen=True)
class Clash:
    """Both who are in it, and one aim of the strike. Before it is declared, `busier` are the extra actions that it will
    cost."""

    strike: Strike
    aim: Aim
    attacker: Combatant
    target: Combatant
    busier: int = 0

    @property
    def options(self) -> Options:
        return with_the_word(stored.options_of(self.attacker.fight), self.strike.read, (*READ, *ALTERNATE))


def options_of_defence(clash: Clash, met: Met) -> Options:
    """The switches that the target's roll is thrown by."""
    return clash.options if met.read is None else with_the_word(stored.options_of(clash.attacker.fight), met.read)


def clash_of(desk: Desk, strike: Strike, aim: Aim) -> Clash | None:
    """None where one of the two is gone."""
    attacker, target = desk.find(Combatant, strike.attacker), desk.find(Combatant, aim.target)
    return Clash(strike, aim, attacker, target) if attacker and target else None


def asked_about(place: int, clash: Clash) -> dict[str, Any]:
    """What the asked may know, and the GMs in a line."""
    return {
        "place": place,
        "who": clash.target.character.name,
        "character_id": clash.target.character.public_id,
        "by": openly(clash.attacker.character),
        "weapon": arms_unseen(clash.strike.ranged) if clash.attacker.character.hidden else clash.strike.called,
        "what": clash.strike.what,
    }


def clash_asked(one: Ask) -> Clash | None:
    """What an ask is about."""
    strike: Strike = exchanges.state_of(one.exchange)
    aim = strike.aims[one.facts["place"]]
    return clash_of(one.desk, strike, aim)


def strike_of(exchange: Exchange) -> Strike:
    found: Strike = exchanges.state_of(exchange)
    return found


def open_attacks(desk: Desk) -> list[Exchange]:
    return exchanges.open_exchanges(desk, *KINDS)


# the attacker's dice


def attack_pool(clash: Clash) -> Built:
    """The attacker's roll (yarn.attack-roll, yarn.trait-lock), with all that is for and against it."""
    strike, who = clash.strike, clash.attacker.character
    now = stored.dice_of(clash.attacker, strike.trait, "attack")
    line = whole_sheet(who).trait(strike.trait) if strike.trait else None
    usable = line is not None and now == line.score
    sought = Sought(who, "attack", strike.trait if usable else "", weapon=strike.weapon, busier=clash.busier)
    return built(sought, _for_attack(clash))


def _for_attack(clash: Clash) -> Iterable[Extra]:
    strike = clash.strike
    for ground in strike.grounds:
        title, rule = GROUNDS[ground]
        yield Extra("bonus", 1, title, rule)
    if strike.surprise:
        yield Extra("bonus", strike.surprise, "Unaware", "yarn.surprise")
    by = unseen(clash.attacker.character)
    if by is not None and not strike.surprise and "surprise" not in strike.grounds:
        yield Extra("bonus", 1, f"{by.source}: nobody sees it coming", by.rule)
    if not strike.ranged and gangs.has_bonus(clash.attacker, clash.target):
        yield Extra("bonus", 1, "Ganging up", "yarn.ganging-up")
    if strike.dull and clash.attacker.character.seat_id and clash.options.predictable_attacks:
        yield Extra("penalty", 1, "Predictable", "yarn.predictable-attack")
    if strike.shot > 1:
        yield Extra("penalty", 1, "Recoil", "yarn.recoil-second-shot")
    yield from _tactic(clash)
    if strike.bonus:
        yield Extra("bonus", strike.bonus, strike.because or "By hand", "yarn.bonus-dice")
    if strike.penalty:
        yield Extra("penalty", strike.penalty, strike.because or "By hand", "yarn.penalty-dice")
    yield from experience.as_extra(clash.attacker.character, strike.experience, strike.reason)


def _tactic(clash: Clash) -> Iterable[Extra]:
    strike = clash.strike
    if strike.tactic == "none":
        return
    tactic = pick("tactic", strike.tactic, TACTICS)
    net = tactical(tactic, strike.weapon, clash.aim.metres or 0, strike.ammunition)[0]
    if net:
        yield Extra("bonus" if net > 0 else "penalty", abs(net), tactic.title.capitalize(), "yarn.gunfire-tactics")


# the defender's dice


def met_by_itself(clash: Clash, *, secret_too: bool = True) -> Met | None:
    """How it is met by somebody who is helpless, without a question: hand to hand without any die, a shot with those of
    the circumstances; without any by somebody who knows nothing of it, unless they react all the same
    (yarn.power-pre-reaction). None where the target does something for the defence."""
    cannot = helpless(clash.target.character, secret_too=secret_too) is not None
    if clash.strike.unaware:
        return Met(HELPLESS) if cannot or not alone(clash.target.character, "attack") else None
    if not cannot:
        return None
    return Met(STAND if clash.strike.ranged else HELPLESS)


def defence_pool(clash: Clash, met: Met) -> Built:
    """The target's roll as it is chosen; of somebody helpless it has no dice."""
    if met.way == HELPLESS:
        return _all_the_same(clash, met)
    return _against_shot(clash, met) if clash.strike.ranged else _at_arms_length(clash, met)


def _all_the_same(clash: Clash, met: Met) -> Built:
    """No dice but those of an answer that counts alone."""
    if not met.answer:
        return Built(pool_of(base=0), 0, ())
    found = chosen(clash.target.character, "attack", met.answer)
    return Built(pool_of(base=0, extra=found.dice), 0, (Extra("extra", found.dice, found.title, found.rule),))


def _at_arms_length(clash: Clash, met: Met) -> Built:
    who = clash.target.character
    now = stored.dice_of(clash.target, met.way, "defence")
    line = whole_sheet(who).trait(met.way) if met.way else None
    usable = line is not None and now == line.score
    return built(Sought(who, "defence", met.way if usable else "", weapon=clash.strike.weapon), _chosen(clash, met))


def _against_shot(clash: Clash, met: Met) -> Built:
    """The dice of the circumstances; a target who stands still is hindered by nothing but where the table says so
    (yarn.ranged-attack, the switch penalties-on-ranged-defence)."""
    base = circumstance_dice(clash)
    sought = Sought(clash.target.character, "defence", base=base, weapon=clash.strike.weapon, agility=met.dodges)
    found = built(sought, [*_dodging(clash, met), *_halves(clash.aim), *_chosen(clash, met)])
    if met.dodges or clash.options.penalties_on_ranged_defence == "always":
        return found
    return _without_penalties(found)


def _without_penalties(found: Built) -> Built:
    extras = tuple(one for one in found.extras if one.sort in ("bonus", "extra"))
    left = replace(found, extras=extras)
    pool = pool_of(base=found.score, extra=left.of("extra"), bonus=left.of("bonus"))
    return replace(left, pool=pool)


def circumstance_dice(clash: Clash) -> int:
    """Dice for distance, cover, motion and darkness (yarn.ranged-defence-dice)."""
    strike, aim = clash.strike, clash.aim
    far = in_range(strike.weapon, aim.metres or 0, clash.options) - aim.distance_half
    moves = aim.moving and helpless(clash.target.character) is None
    return far + circumstances(aim.cover, moves, strike.moving, aim.darkness)


def plain_defence(clash: Clash, met: Met) -> Built:
    """What everybody may know of a defence against a shot: its circumstances, and an average person's dodge."""
    base, halves = circumstance_dice(clash), list(_halves(clash.aim))
    bonus = len(halves) + (dodge_dice(True, "none") if met.dodges else 0)
    return Built(pool_of(base=base, bonus=bonus), base, tuple(halves))


def _halves(aim: Aim) -> Iterable[Extra]:
    if aim.distance_half:
        yield Extra("bonus", 1, "Just over the edge", "yarn.half-dice")
    if aim.cover_half:
        yield Extra("bonus", 1, "Very light cover", "yarn.half-dice")


def _dodging(clash: Clash, met: Met) -> Iterable[Extra]:
    if not met.dodges:
        return
    trait = met.way.removeprefix(DODGE) if met.way != CLUMSY else ""
    line = whole_sheet(clash.target.character).trait(trait) if trait else None
    with_trait = stored.dice_of(clash.target, trait, "dodge a shot")
    agility: int | str = CLUMSY if met.way == CLUMSY else with_trait if with_trait is not None else "none"
    words = f"Dodges: {line.name}" if line is not None and not line.hidden else "Dodges"
    yield Extra("bonus", dodge_dice(True, agility), words, "yarn.dodge")


def _chosen(clash: Clash, met: Met) -> Iterable[Extra]:
    """What somebody adds to a defence of their own will."""
    who = clash.target.character
    if met.desperate and not stored.used(clash.target).get(stored.DESPERATE):
        yield Extra("bonus", 1, "Desperate defence", "yarn.desperate-defence")
    if met.answer:
        found = chosen(who, "attack", met.answer)
        if found.dice:
            yield Extra(found.sort, found.dice, found.title, found.rule)  # type: ignore[arg-type]
    yield from experience.as_extra(who, met.experience, met.reason)


def metres_for_damage(clash: Clash) -> float | None:
    """How far it counts as for what the distance does to damage: a half die is no whole one (yarn.half-dice)."""
    metres = clash.aim.metres
    if metres is None or not clash.aim.distance_half:
        return metres
    place = min(in_range(clash.strike.weapon, metres, clash.options), BEYOND) - 1
    return float(range_of(clash.strike.weapon).metres[place - 1]) if place else metres
