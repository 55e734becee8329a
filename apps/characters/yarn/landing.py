"""A blow that lands, by whatever weapon or power: damage, armour layer by layer, what else stops it, hit points.

Dice fall here in the order in which the book asks for them (yarn.damage-order), after those of attack and defence.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import Any

from apps.characters.models import Character
from apps.characters.yarn.harm import Suffered, suffer
from apps.characters.yarn.sheet import whole_sheet
from apps.characters.yarn.written import Layer
from apps.rules.dice import Dice
from apps.rules.yarn.combat import armour as armour_rules
from apps.rules.yarn.combat.armour import Worn, kind_of_attack, protect
from apps.rules.yarn.combat.damage import Done, damage_order
from apps.rules.yarn.combat.lists import weapon_of
from apps.rules.yarn.combat.steps import Step, steps, through_armour
from apps.rules.yarn.options import Options
from apps.table.turn import Turn

STANDARD, NO_TACTIC, TASER, UNARMED = "standard", "none", "taser", "unarmed"


@dataclass(frozen=True)
class Blow:
    """What hits: by how much the attack was better, with which row of the damage factors, loaded with what, fired how,
    from how far in metres; one at a `special_effect` does half.

    `totals` are those of attack and defence, for a table that throws dice for damage; where it is asked each time,
    `dice_for_damage` is the answer (yarn.alternate-damage). A `factor` that the GM types stands for the weapon's.
    `botched` says that the defence was a botch.
    """

    difference: int
    weapon: str
    ammunition: str = STANDARD
    tactic: str = NO_TACTIC
    metres: float | None = None
    special_effect: bool = False
    totals: tuple[int, int] | None = None
    dice_for_damage: bool = False
    factor: int | None = None
    botched: bool = False


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
class Ward:
    """The same before a blow falls, for its odds: `everything` is turned away, or so many points as of regular armour,
    worth so many `dice` where nothing is rolled. A `secret` one is known to the GMs alone."""

    points: int = 0
    dice: int = 0
    everything: bool = False
    secret: bool = False


Warding = Callable[[Character], Iterable[Ward]]
_warding: list[Warding] = []


def wards_off(warding: Warding) -> Warding:
    """Registers what a blow on somebody will meet besides worn armour, as `stops_harm` takes it off."""
    _warding.append(warding)
    return warding


@dataclass(frozen=True)
class Landed:
    """A blow, what armour made of it in which steps, what else stopped some of it, and what was suffered."""

    blow: Blow
    done: Done
    stopped: tuple[Stopped, ...]
    suffered: Suffered
    layers: tuple[Layer, ...] = ()
    steps: tuple[Step, ...] = ()


def worn_by(target: Character) -> tuple[Layer, ...]:
    """The layers that somebody wears, the innermost first."""
    return tuple(one for one in whole_sheet(target).armour if one.worn)


def rated(layers: Iterable[Layer]) -> Worn:
    """What they are worth together (yarn.armour-stacking)."""
    return armour_rules.worn([one.listed for one in layers])


def met_by(target: Character, layers: Iterable[Layer], *, secret_too: bool) -> Worn | None:
    """The same with all else that a blow will meet, as far as it may be known; None where nothing gets through."""
    found = [one for warding in _warding for one in warding(target) if secret_too or not one.secret]
    if any(one.everything for one in found):
        return None
    points, dice = sum(one.points for one in found), sum(one.dice for one in found)
    return replace(rated(layers), more_points=points, more_rating=dice)


def land(turn: Turn, target: Character, blow: Blow, held: Options | None = None) -> Landed:
    """Works the blow out and takes the hit points, by the switches of the table, or those `held` since a fight began.
    Refuses what the rule of the order refuses, before any die."""
    layers = worn_by(target)
    options: Options = (held or turn.options).answered(alternate_damage=blow.dice_for_damage)
    done = worked_out(blow, layers, options, turn.dice)
    shown = steps(
        done,
        difference=blow.difference,
        weapon=blow.weapon,
        ammunition=blow.ammunition,
        armour=rated(layers),
        metres=blow.metres,
        special_effect=blow.special_effect,
        options=options,
    )
    temporary = kind_of_attack(blow.weapon) == TASER
    landed = Landed(blow, done, (), Suffered.nothing(target), layers, shown)
    return _taken(turn, target, landed, temporary=temporary)


def worked_out(blow: Blow, layers: Iterable[Layer], options: Options, dice: Dice) -> Done:
    """The blow through the damage order (yarn.damage-order), of nobody's hit points yet."""
    return damage_order(
        difference=blow.difference,
        weapon=blow.weapon,
        ammunition=blow.ammunition,
        armour=[one.listed for one in layers],
        tactic=blow.tactic,
        metres=blow.metres,
        special_effect=blow.special_effect,
        typed_factor=blow.factor,
        totals=blow.totals,
        options=options,
        dice=dice,
    )


def land_damage(turn: Turn, target: Character, points: int, *, weapon: str = UNARMED, armoured: bool = True) -> Landed:
    """Damage that is no difference times a factor: a blast, a fall. Where it counts, armour does as against a normal
    attack (yarn.damage-without-attack), and so does what stops blows like armour. `weapon` says what it is like,
    for what being down means."""
    layers = worn_by(target) if armoured else ()
    hit = protect(points, "normal", rated(layers), options=turn.options, dice=turn.dice)
    done = Done(1, hit, points)
    shown = (Step(3, "points", points, points, rule="yarn.damage-without-attack"),
             *through_armour(done, "normal", STANDARD, rated(layers)))  # fmt: skip
    landed = Landed(Blow(points, weapon), done, (), Suffered.nothing(target), layers, shown)
    return _taken(turn, target, landed, temporary=False, stops=armoured)


def _taken(turn: Turn, target: Character, found: Landed, *, temporary: bool, stops: bool = True) -> Landed:
    """With what else stops it, the hit points are gone."""
    blow, done = found.blow, found.done
    stopping = _stopping if stops and done.gross else []
    stopped = tuple(one for each in stopping for one in each(turn, target, blow, done))
    left = max(0, done.suffered - sum(one.points for one in stopped))
    hurt = suffer(turn, target, left, weapon=blow.weapon, temporary=temporary, botched=blow.botched)
    return replace(found, stopped=stopped, suffered=hurt)


# telling


def facts_of(landed: Landed) -> dict[str, Any]:
    """What an event says of it to those who may know (see `characters/yarn/_landed.html`): every step of the damage,
    the dice of each layer, the level that came of it, and what somebody is now that they were not before."""
    done, hurt = landed.done, landed.suffered
    return {
        "character": hurt.character.name,
        "character_id": hurt.character.public_id,
        "weapon": weapon_of(landed.blow.weapon).title,
        "difference": landed.blow.difference,
        "factor": done.factor,
        "gross": done.gross,
        "armour_dice": [*done.hit.faces, *done.hit.vest_faces],
        "armour": done.stopped,
        "divisor": done.hit.divisor,
        "steps": [vars(one) | {"faces": list(one.faces)} for one in landed.steps],
        "layers": _layers(landed),
        "stopped": [{"points": one.points, "source": one.source, "rule": one.rule} for one in landed.stopped],
        "suffered": hurt.points,
        "by_dice": bool(done.faces),
        "temporary": hurt.temporary,
        "from": hurt.before.now,
        "to": hurt.after.now,
        "full": hurt.after.full,
        "word": hurt.after.word,
        "now": hurt.now,
        "down_by": down_by(landed.blow.weapon) if hurt.went_down else "",
    }


def facts_for_others(landed: Landed) -> dict[str, Any]:
    """What those are told who do not read the target's numbers, where it is one of the GM's: whom it hit, and in a word
    what it did."""
    full = facts_of(landed)
    return {key: full[key] for key in ("character", "character_id", "word", "now")}


def _layers(landed: Landed) -> list[dict[str, Any]]:
    """The dice of each layer, as they fell: regular ones in the order of the sheet, then bullet-proof ones."""
    faces, vest, found = list(landed.done.hit.faces), list(landed.done.hit.vest_faces), []
    for layer, row in zip(landed.layers, rated(landed.layers).layers, strict=True):
        mine, faces = faces[: row.regular_dice], faces[row.regular_dice :]
        proof, vest = vest[: row.bullet_proof_dice], vest[row.bullet_proof_dice :]
        found.append({"name": layer.name, "faces": mine, "points": row.regular_points, "vest": proof})
    return found


DOWN_BY = {
    "unarmed": "fists",
    "knife": "knives",
    "sword": "knives",
    "throwing-knife": "knives",
    "throwing-axe": "knives",
}
"""The kind of weapon by which the book says what being down means (yarn.down-states); whatever shoots is a gun."""


def down_by(weapon: str) -> str:
    """The id of that kind; a taser is none of them."""
    return "" if kind_of_attack(weapon) == TASER else DOWN_BY.get(weapon, "guns")
