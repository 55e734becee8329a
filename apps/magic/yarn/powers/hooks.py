"""What powers and spells that run change in what others do: rolls, answers to attacks and powers, blows."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from apps.characters.models import Character, Entry
from apps.characters.yarn.circumstances import Circumstance, tells_circumstances
from apps.characters.yarn.landing import Blow, Stopped, Ward, stops_harm, wards_off
from apps.characters.yarn.sheet import whole_sheet
from apps.characters.yarn.written import Power
from apps.checks.yarn.answers import Answer, may_answer_with
from apps.checks.yarn.pools import Extra, Sought, adds_to_roll
from apps.magic.yarn import running, shots
from apps.magic.yarn.powers.works import (
    BLACK,
    GYGES,
    HUNCHES,
    POWER_WORKS,
    PRE_REACTION,
    SHIELDS,
    SKIN,
    SPELL,
    STONE,
    STRIKE,
    TONGUE,
)
from apps.rules.yarn.combat.damage import Done
from apps.rules.yarn.magic.powers import through_skin
from apps.rules.yarn.magic.shots import help_of
from apps.rules.yarn.magic.spells import BLACK_METRES, TONGUES
from apps.rules.yarn.options import Options
from apps.table.desk import Desk
from apps.table.games import game_of
from apps.table.switches import values_of
from apps.table.turn import Turn

NATURAL = ("", "unarmed")
"""The rows of the damage factors that are hands and feet; empty where nobody said."""
BEST, COUNTER = "best-power", "counter"


def powers_of(character: Character) -> tuple[Power, ...]:
    """The powers of somebody, where the table has any."""
    return whole_sheet(character).powers if _options(character).fringe_powers else ()


def _options(character: Character) -> Options:
    desk = character.desk
    found: Options = game_of(desk.table).options(values_of(desk))
    return found


# rolls


@adds_to_roll
def _lightning_strike(sought: Sought) -> Iterable[Extra]:
    """Dice that count in an attack with hands or feet; pushed as many bonus dice besides."""
    row = running.one_on(sought.who, STRIKE)
    if row is None or sought.what != "attack" or sought.weapon not in NATURAL:
        return
    score, rule = row.facts["score"], "yarn.power-lightning-strike"
    used = (lambda turn: running_out(turn, row)) if row.facts["once"] else None
    yield Extra("extra", score, row.name, rule, used=used)
    if row.facts["pushed"]:
        yield Extra("bonus", score, f"{row.name}, pushed", rule)


def running_out(turn: Turn, row: Entry) -> None:
    """It was used up."""
    if turn.desk.find(Entry, row.pk) is not None:
        turn.delete(row)


@adds_to_roll
def _serpents_tongue(sought: Sought) -> Iterable[Extra]:
    row = running.one_on(sought.who, TONGUE)
    if row is not None and sought.aim in TONGUES:
        yield Extra("bonus", 1, row.name, "yarn.spell-serpents-tongue")


@adds_to_roll
def _open_to_others(sought: Sought) -> Iterable[Extra]:
    """Whoever has hunches is easily swayed by powers, with the switch hunches-vulnerable."""
    if sought.what == "resistance" and sought.aim != SPELL and _options(sought.who).hunches_vulnerable:
        row = next((one for one in powers_of(sought.who) if one.listed == HUNCHES), None)
        if row is not None:
            yield Extra("penalty", 1, row.name, "yarn.power-hunches")


# answers


def _paid(turn: Turn, who: Character) -> None:
    shots.spend(turn, turn.desk.own(who))


@may_answer_with
def _pre_reaction(who: Character, what: str) -> Iterable[Answer]:
    """The power's dice count in the answer to an attack, and in any roll in reaction to something, or alone where none
    is due (yarn.power-pre-reaction)."""
    for one in powers_of(who) if what in {"attack", "reaction"} else ():
        if one.listed == PRE_REACTION:
            line = f"1 shot: {one.score} more dice count"
            yield Answer(PRE_REACTION, one.name, line, one.score, "extra", "yarn.power-pre-reaction",
                         shots.why_not(who), _paid, alone=True)  # fmt: skip


@may_answer_with
def _best_power(who: Character, what: str) -> Iterable[Answer]:
    """A psychic who knows of it pays 1 shot for the dice of the best power."""
    dice = help_of(_scores(who), "", counter=False) if what == "power" else 0
    if dice:
        yield _psychic(who, BEST, "Resist with all power", dice, "bonus")


def countering(who: Character, listed: str) -> Iterable[Answer]:
    """The same with a power that counters this one: its dice count on top."""
    attacking = POWER_WORKS[listed].title if listed in POWER_WORKS else ""
    dice = help_of(_scores(who), attacking, counter=True)
    if dice:
        yield _psychic(who, COUNTER, "Counter it", dice, "extra")


def _scores(who: Character) -> dict[str, int]:
    """The best score of each power by its title in the list."""
    found: dict[str, int] = {}
    for one in powers_of(who):
        title = POWER_WORKS[one.listed].title
        found[title] = max(one.score, found.get(title, 0))
    return found


def _psychic(who: Character, word: str, title: str, dice: int, sort: str) -> Answer:
    line = f"1 shot: {dice} bonus dice" if sort == "bonus" else f"1 shot: {dice} more dice count"
    return Answer(word, title, line, dice, sort, "yarn.fringe-resist-psychic", shots.why_not(who), _paid)


# fights


_IN_FIGHTS: dict[str, dict[str, Any]] = {
    STONE: {"helpless": True, "rule": "yarn.spell-grip-of-stone"},
    GYGES: {"unseen": True, "rule": "yarn.spell-ring-of-gyges"},
    BLACK: {"dark": BLACK_METRES, "rule": "yarn.spell-blessed-black"},
}


@tells_circumstances
def _spells_in_fights(desk: Desk) -> Iterable[Circumstance]:
    """Who is paralysed, whom nobody sees, and around whom all lights are out."""
    for row in running.all_running(desk):
        if found := _IN_FIGHTS.get(row.facts["listed"]):
            yield Circumstance(row.character, row.name, secret=running.is_secret(row), **found)


# blows


@stops_harm
def _seven_shields(turn: Turn, target: Character, blow: Blow, done: Done) -> Iterable[Stopped]:
    """Every weapon is turned away; one that the GM lets through, where more strike at one instant, is not."""
    row = running.one_on(target, SHIELDS)
    if row is None:
        return []
    if row.amount:
        turn.change(row, amount=row.amount - 1)
        return []
    return [Stopped(done.suffered, row.name, "yarn.spell-seven-shields")]


@stops_harm
def _skin_of_iron(turn: Turn, target: Character, blow: Blow, done: Done) -> Iterable[Stopped]:
    """Its total off each blow, as many blows as its highest die; bullets meet it as they meet armour."""
    row = running.one_on(target, SKIN)
    if row is None or running.one_on(target, SHIELDS):
        return []
    armour = [one.listed for one in whole_sheet(target).armour if one.worn]
    total, score = row.facts["total"], row.facts["score"]
    left = through_skin(done.hit, total, score, blow.difference, blow.weapon, blow.ammunition, armour)
    _one_blow_less(turn, row)
    return [Stopped(done.suffered - left, row.name, "yarn.power-skin-of-iron")]


@wards_off
def _shields_and_skin(target: Character) -> Iterable[Ward]:
    """What the next blow meets of the two."""
    shields, skin = running.one_on(target, SHIELDS), running.one_on(target, SKIN)
    if shields is not None:
        yield Ward(everything=not shields.amount, secret=running.is_secret(shields))
    elif skin is not None:
        facts = skin.facts
        yield Ward(facts["total"], facts["score"], secret=running.is_secret(skin))


def _one_blow_less(turn: Turn, row: Entry) -> None:
    if row.amount == 1:
        turn.delete(row)
    else:
        turn.change(row, amount=(row.amount or 1) - 1)
