"""A blow that lands, by whatever weapon or power: damage, armour layer by layer, what else stops it, hit points.

Dice fall here in the order in which the book asks for them (yarn.damage-order), after those of attack and defence.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from apps.characters.models import Character
from apps.characters.yarn.harm import Suffered, suffer
from apps.characters.yarn.sheet import whole_sheet
from apps.rules.yarn.combat.armour import kind_of_attack, protect, worn
from apps.rules.yarn.combat.damage import Done, damage_order
from apps.table.turn import Turn

STANDARD, NO_TACTIC, TASER, UNARMED = "standard", "none", "taser", "unarmed"


@dataclass(frozen=True)
class Blow:
    """What hits: by how much the attack was better, with which row of the damage factors, loaded with what, fired how,
    from how far in metres; one at a `special_effect` does half."""

    difference: int
    weapon: str
    ammunition: str = STANDARD
    tactic: str = NO_TACTIC
    metres: float | None = None
    special_effect: bool = False


@dataclass(frozen=True)
class Stopped:
    """Points that something else than worn armour takes off, and by which rule."""

    points: int
    source: str
    rule: str


Stopping = Callable[[Turn, Character, Blow, Done], Iterable[Stopped]]
_stopping: list[Stopping] = []


def stops_harm(stopping: Stopping) -> Stopping:
    """Registers what takes something off a blow after armour, of which `Done` tells: (turn, target, blow, done). It is
    asked of every blow that would do damage before armour, and may change rows of its own, such as blows left."""
    _stopping.append(stopping)
    return stopping


@dataclass(frozen=True)
class Landed:
    """A blow, what armour made of it, what else stopped some of it, and what was suffered."""

    blow: Blow
    done: Done
    stopped: tuple[Stopped, ...]
    suffered: Suffered


def land(turn: Turn, target: Character, blow: Blow) -> Landed:
    """Works the blow out and takes the hit points. Refuses what the rule of the order refuses, before any die."""
    armour = [one.listed for one in whole_sheet(target).armour if one.worn]
    done = damage_order(
        difference=blow.difference,
        weapon=blow.weapon,
        ammunition=blow.ammunition,
        armour=armour,
        tactic=blow.tactic,
        metres=blow.metres,
        special_effect=blow.special_effect,
        options=turn.options,
        dice=turn.dice,
    )
    return _suffered(turn, target, blow, done)


def land_damage(turn: Turn, target: Character, points: int) -> Landed:
    """Damage that is no difference times a factor, against armour as a normal attack (yarn.damage-without-attack)."""
    armour = worn([one.listed for one in whole_sheet(target).armour if one.worn])
    done = Done(1, protect(points, "normal", armour, options=turn.options, dice=turn.dice))
    return _suffered(turn, target, Blow(points, UNARMED), done)


def _suffered(turn: Turn, target: Character, blow: Blow, done: Done) -> Landed:
    stopped = tuple(one for stopping in _stopping for one in stopping(turn, target, blow, done)) if done.gross else ()
    left = max(0, done.suffered - sum(one.points for one in stopped))
    temporary = kind_of_attack(blow.weapon) == TASER
    return Landed(blow, done, stopped, suffer(turn, target, left, weapon=blow.weapon, temporary=temporary))


def facts_of(landed: Landed) -> dict[str, Any]:
    """What an event says of it to those who may know: the steps folded into one line, and the level that came of it."""
    done, hurt = landed.done, landed.suffered
    return {
        "difference": landed.blow.difference,
        "factor": done.factor,
        "gross": done.gross,
        "armour_dice": [*done.hit.faces, *done.hit.vest_faces],
        "armour": done.stopped,
        "divisor": done.hit.divisor,
        "stopped": [{"points": one.points, "source": one.source, "rule": one.rule} for one in landed.stopped],
        "suffered": hurt.points,
        "from": hurt.before.now,
        "to": hurt.after.now,
        "word": hurt.after.word,
    }
