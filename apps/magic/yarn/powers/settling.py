"""A power or spell comes out: its roll, then the resistance to it, then what it does, and who hears of which."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from apps.characters.forms import named
from apps.characters.models import Character, Entry
from apps.characters.yarn.people import player_of
from apps.checks import versus
from apps.checks.yarn.pools import Built, Extra, Sought, built
from apps.checks.yarn.real_dice import Hands
from apps.checks.yarn.rolling import facts_of, rolled
from apps.checks.yarn.rolling_acts.secrecy import ANNOUNCED, without_sources
from apps.checks.yarn.rolling_acts.side import with_the_word
from apps.magic.yarn.powers.works import DISEASE, NEVER, SPELL, Came, Using, Works, numbers, works_of
from apps.rules.yarn.checks import is_botched
from apps.rules.yarn.options import Options
from apps.rules.yarn.pool import AVERAGE
from apps.table.audience import EVERYBODY, GMS, Audience, players_of
from apps.table.desk import Desk
from apps.table.models import Event
from apps.table.turn import Turn, Version

PUSHED = 2
"""Shots for a use that is pushed (yarn.fringe-push)."""
LET = "let"
"""The answer of somebody who does not resist."""
BOTCHED = -1
"""The total of a botched resistance: less than anything."""


@dataclass(frozen=True)
class Resistance:
    """How somebody resists: with `base` dice or a trait, and dice of other sources. `how` is LET for not at all; `read`
    is what the GM says of this roll, where it is not what she said of the power's; `typed` are real dice."""

    how: str = ""
    trait: str = ""
    base: int = AVERAGE
    extras: tuple[Extra, ...] = ()
    read: tuple[str, ...] | None = None
    typed: bool = False


def row_of(desk: Desk, using: Using) -> Entry | None:
    """The line of the power or spell on its user's sheet; None where it was struck out."""
    return desk.one(Entry, public_id=using.power)


def price_of(using: Using) -> int:
    return PUSHED if using.push else 1


def power_pool(user: Character, using: Using, score: int) -> Built:
    """The power's dice: a push is worth as many bonus dice as its score (yarn.fringe-push)."""
    chosen = [
        Extra("bonus", score if using.push else 0, "Pushed", "yarn.fringe-push"),
        Extra("bonus", works_of(using).bonus(using), "Near or known", "yarn.power-aura-sight"),
        Extra("bonus", using.bonus, "What makes it easier", "yarn.fringe-circumstances"),
        Extra("penalty", using.penalty, "What makes it harder", "yarn.fringe-circumstances"),
    ]
    return built(Sought(user, "power", base=score), [one for one in chosen if one.count])


def resistance_pool(target: Character, resistance: Resistance, using: Using) -> Built:
    """Two dice for most, or what the GM lets count instead (yarn.fringe-resist)."""
    sought = Sought(target, "resistance", resistance.trait, resistance.base, aim=SPELL if using.level else "")
    return built(sought, [one for one in resistance.extras if one.count])


@dataclass(frozen=True)
class Thrown:
    """A power's roll as it fell; of a spell, and of a power that is not rolled, its level."""

    total: int
    kept: tuple[int, ...] = ()
    botched: bool = False


def settle(
    turn: Turn, using: Using, resistance: Resistance, options: Options | None = None, hands: Hands | None = None
) -> Event:
    """Throws what is to be thrown, the power's dice first, and does what comes of it; with the switches that it began
    with, where it had to wait, and by the `hands` of those who throw real dice. Refuses a power without dice."""
    played: Options = options or turn.options
    user, row = turn.desk.get(Character, using.user), row_of(turn.desk, using)
    target = turn.desk.find(Character, using.target) if using.target else None
    works, score = works_of(using), (row.amount or 1) if row is not None else 1
    told: dict[str, Any] = {}
    own = with_the_word(played, using.read)
    hands = hands or Hands(turn.dice)
    thrown = _throw(turn, using, user, score, own, told)
    hands.next_throw()
    reaches = works.reaches(using, thrown.total)
    resists = reaches and resistance.how != LET and works.resisted(using, own) != NEVER
    met = _met(turn, using, target, resistance, played, told) if resists and target is not None else None
    hands.next_throw()
    name = row.name if row is not None else works.title
    does = reaches and not thrown.botched and _beats(using, thrown, met)
    came = Came(turn, own, using, user, target, name, score, thrown.total, thrown.kept, met, does)
    told |= {"reaches": reaches, "works": does, "resisted": met is not None, "botched": thrown.botched}
    told["asked"] = bool(resistance.how)
    return _tell(turn, came, works, told | _what_came(came, works))


def _throw(turn: Turn, using: Using, user: Character, score: int, options: Options, told: dict[str, Any]) -> Thrown:
    """The power's own dice. All ones fail where the table has botches; in healing a disease they have a rule of their
    own."""
    if not works_of(using).rolls:
        return Thrown(using.level)
    pool = power_pool(user, using, score)
    fallen = rolled(turn, pool, options=options)
    told["roll"] = facts_of(pool, fallen, typed=bool(using.faces))
    return Thrown(fallen.total, fallen.kept, is_botched(fallen, options) and using.listed != DISEASE)


def _met(
    turn: Turn, using: Using, target: Character, resistance: Resistance, played: Options, told: dict[str, Any]
) -> int:
    """The total against it; a botch holds out against nothing."""
    options = with_the_word(played, using.read if resistance.read is None else resistance.read)
    pool = resistance_pool(target, resistance, using)
    fallen = rolled(turn, pool, own_action=False, options=options)
    told["met"] = facts_of(pool, fallen, typed=resistance.typed)
    return BOTCHED if is_botched(fallen, options) else fallen.total


def _beats(using: Using, thrown: Thrown, met: int | None) -> bool:
    """A spell's level is as much as it is resisted by at the least; a power has to be more."""
    return met is None or (met < using.level if using.level else thrown.total > met)


def _what_came(came: Came, works: Works) -> dict[str, Any]:
    done = works.does(came) if came.works else {}
    return {"came": done, "numbers": dict(numbers(came.using.listed, came.total))}


# telling


def about(user: Character, target: Character | None, using: Using, name: str) -> dict[str, Any]:
    """Who uses what on whom, at which price."""
    works = works_of(using)
    return named(user) | {
        "power": name,
        "listed": works.id,
        "title": works.title,
        "rule": works.rule,
        "spell": bool(using.level),
        "push": using.push,
        "price": price_of(using),
        "target": target.name if target else "",
        "use": using.use,
        "metres": using.metres,
    }


def openly(facts: dict[str, Any], user: Character, target: Character | None, options: Options) -> dict[str, Any]:
    """What everybody hears: of one of the GM's neither name, where they hide, nor dice that resist, nor numbers, nor
    what their dice come from; how high a spell is only where the table shows it."""
    if options.spell_levels_hidden:
        facts = {key: value for key, value in facts.items() if key != "level"}
    if player_of(user).is_gm and "roll" in facts:
        facts = facts | {"roll": without_sources(facts["roll"])}
    if target is None or not player_of(target).is_gm:
        return facts
    came = dict(facts.get("came", {}))
    if "harm" in came:
        came["harm"] = {"gross": came["harm"]["gross"], "word": came["harm"]["word"]}
    came.pop("to", None)
    shown = {key: value for key, value in facts.items() if key != "met"}
    return shown | {"target": versus.openly(target)} | ({"came": came} if "came" in facts else {})


def tell_both(
    turn: Turn, kind: str, facts: dict[str, Any], using: Using, user: Character, target: Character | None
) -> Event:
    """A secret one to the GMs, anything else to everybody, as far as everybody may know."""
    if using.secret:
        heard = _heard(turn, facts, target)
        return turn.record(kind, [Version(*atom, rank, told) for one, told, rank in heard for atom in one.atoms])
    public = openly(facts, user, target, turn.options)
    return turn.tell(kind, facts) if public == facts else turn.tell(kind, facts, to=GMS, also={EVERYBODY: public})


def _heard(
    turn: Turn, facts: Mapping[str, Any], target: Character | None
) -> Iterator[tuple[Audience, dict[str, Any], int]]:
    """All of it to the GMs; to whoever was asked to resist their own dice, not what they were up against. What befalls
    a player's character everybody sees, whoever did it; and that there was a throw, where the table wants that
    (hidden-rolls-announced)."""
    yield GMS, {**facts}, 2
    came = facts.get("came", {})
    seen = {key: came[key] for key in ("harm", "healed", "twice", "state") if key in came}
    if target is not None and not player_of(target).is_gm:
        felt = {"unseen": True, "target": target.name, "came": seen}
        if facts.get("asked"):
            yield players_of(target.pk), felt | {"met": facts.get("met")}, 1
        if seen:
            yield EVERYBODY, felt, 0
            return
    if "roll" in facts and turn.options.hidden_rolls_announced:
        yield EVERYBODY, ANNOUNCED, 0


def _tell(turn: Turn, came: Came, works: Works, told: dict[str, Any]) -> Event:
    facts = about(came.user, came.target, came.using, came.name) | told
    if told.get("asked"):
        facts["bearer"] = came.user.name  # not whoever resists, with whose answer the dice fell
    if came.using.level and came.met is not None:
        facts["level"] = came.using.level
    return tell_both(turn, "yarn.power-used", facts, came.using, came.user, came.target)
