"""The Turn of a dogfight: who aims at whom, who gets behind whom, shots and evasions."""

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import groupby
from typing import Literal

from apps.rules.dice import Dice, system_dice
from apps.rules.dragonfly.characters import qualities
from apps.rules.dragonfly.checks import TARGET, Check, resisted_winner, rolled
from apps.rules.dragonfly.combat.turns import additional_actions as actions_of
from apps.rules.dragonfly.lists import MOUNTS, pick
from apps.rules.dragonfly.options import DEFAULTS, Options
from apps.rules.dragonfly.ships.sheet import NO_CONTROLS, counting, space_range
from apps.rules.numbers import one_of, whole
from apps.rules.parts import Part
from apps.rules.refusal import Refused
from apps.rules.registry import rule

Choice = Literal["engage", "disengage"]
Step = Literal["choose", "maneuver", "fire", "run"]
STEPS: tuple[Step, ...] = ("choose", "maneuver", "fire", "run")
"""The Turn in order: engage or disengage, maneuver for position, fire and evade, chase and hide."""

MISSILES = Part("missiles", -2, "rule")


@dataclass(frozen=True)
class ShipTurn:
    """A Turn's `steps`, and the ships in the order in which they `fire`: those of one group fire together."""

    steps: tuple[Step, ...]
    fire: tuple[tuple[str, ...], ...]


@rule("dragonfly.ship-turn")
def ship_turn(*, maneuver_totals: Mapping[str, int]) -> ShipTurn:
    """The Turn of a dogfight, by the pilots' maneuver totals, highest first (dragonfly.ship-turn)."""
    for total in maneuver_totals.values():
        whole("maneuver_totals", total)
    ships = sorted(maneuver_totals.items(), key=lambda pair: -pair[1])
    groups = groupby(ships, key=lambda pair: pair[1])
    return ShipTurn(STEPS, tuple(tuple(ship for ship, _ in group) for _, group in groups))


@dataclass(frozen=True)
class Chosen:
    """What a pilot chose for this Turn; `target` is None for one who disengages."""

    choice: Choice
    target: str | None


@rule("dragonfly.engage-or-disengage")
def engage_or_disengage(*, choice: Choice, target: str | None = None) -> Chosen:
    """A pilot's choice for this Turn (dragonfly.engage-or-disengage).

    Refuses to engage without a `target`. Whoever disengages aims at nobody.
    """
    one_of("choice", choice, ("engage", "disengage"))
    if choice == "disengage":
        return Chosen(choice, None)
    if not target:
        raise Refused("no-target", "Whoever engages aims at one ship: name the target.", "target")
    return Chosen(choice, target)


# maneuvering


def maneuver_parts(
    *, situational_awareness: bool = False, fast_reaction_time: bool = False, options: Options = DEFAULTS
) -> tuple[Part, ...]:
    """What the pilot's qualities add to Maneuver for Position."""
    has = {"situational-awareness": situational_awareness, "fast-reaction-time": fast_reaction_time}
    held = (quality for quality in qualities(options=options) if has.get(quality.id))
    return counting(*(Part(quality.id, quality.maneuver_for_position, "quality") for quality in held))


@dataclass(frozen=True)
class Position:
    """Where two ships stand; `piloting_levels` are 0 without `position`."""

    attacker_total: int
    target_total: int
    position: bool
    piloting_levels: int
    attacker: Check
    target: Check


@rule("dragonfly.maneuver-for-position")
def maneuver_for_position(
    *,
    attacker_bonus: int,
    attacker_situational_awareness: bool = False,
    attacker_fast_reaction_time: bool = False,
    target_bonus: int,
    target_situational_awareness: bool = False,
    target_fast_reaction_time: bool = False,
    dice: Dice = system_dice,
    options: Options = DEFAULTS,
) -> Position:
    """Two pilots roll for position (dragonfly.maneuver-for-position); the attacker's die falls first.

    The bonuses are everything but the qualities: Attribute + Pilot + modifiers.
    """
    attacker = _pilot(
        "attacker_bonus", attacker_bonus, attacker_situational_awareness, attacker_fast_reaction_time, options
    )
    target = _pilot("target_bonus", target_bonus, target_situational_awareness, target_fast_reaction_time, options)
    return positioned(rolled(attacker, dice), rolled(target, dice), options=options)


def _pilot(field: str, bonus: int, awareness: bool, fast: bool, options: Options) -> tuple[Part, ...]:
    own = maneuver_parts(situational_awareness=awareness, fast_reaction_time=fast, options=options)
    return counting(Part("bonus", whole(field, bonus), "modifier"), *own)


def positioned(attacker: Check, target: Check, *, options: Options = DEFAULTS) -> Position:
    """Where two ships stand after their pilots' finished rolls.

    NO_CONTROLS stands for a ship that cannot maneuver, and never gets position.
    """
    higher = attacker != NO_CONTROLS and in_position(attacker.total, target.total, options=options)
    levels = attacker.success_levels if higher else 0
    return Position(attacker.total, target.total, higher, levels, attacker, target)


def in_position(attacker_total: int, target_total: int, *, options: Options = DEFAULTS) -> bool:
    """Whether a total gets position on another: higher, and with the switch position-needs-nine at least 9."""
    return attacker_total > target_total and (attacker_total >= TARGET or not options.position_needs_nine)


@dataclass(frozen=True)
class Arc:
    """Whether a weapon may fire at a ship, and with which bonus."""

    may_fire: bool
    bonus: int


@rule("dragonfly.firing-arcs")
def firing_arcs(
    *, mount: str, position: bool, target_is_chosen: bool, piloting_levels: int, options: Options = DEFAULTS
) -> Arc:
    """What a weapon may do (dragonfly.firing-arcs); `mount` is an id of MOUNTS.

    `piloting_levels` are the Success Levels of the pilot's total. Without position they count for nothing, but for a
    turret against the chosen target where the switch turrets-always-add-successes is on. A ship that disengaged has no
    chosen target.
    """
    whole("piloting_levels", piloting_levels, least=0)
    behind = position and target_is_chosen
    if pick("mount", mount, MOUNTS).id == "fixed-forward":
        return Arc(behind, piloting_levels if behind else 0)
    adds = target_is_chosen and (position or options.turrets_always_add_successes)
    return Arc(True, piloting_levels if adds else 0)


# shots


def gunnery_parts(*, range: str, position_bonus: int = 0) -> tuple[Part, ...]:
    """What goes onto a shot besides the gunner's own numbers. Refuses ranges beyond Extreme."""
    row = space_range(range=range)
    bonus = Part("position", whole("position_bonus", position_bonus, least=0), "rule")
    return counting(bonus, Part(f"range-{row.id}", row.gunnery_modifier, "rule"))


@dataclass(frozen=True)
class Shot:
    """A shot; a hit is 1 point of damage, whatever the total."""

    attack_total: int
    hit: bool
    check: Check


@rule("dragonfly.open-fire")
def open_fire(
    *,
    dexterity: int,
    gun_fu: int,
    range: str,
    position_bonus: int = 0,
    modifier: int = 0,
    evasive_total: int | None = None,
    dice: Dice = system_dice,
) -> Shot:
    """d10 + Dexterity + Gun Fu + position + range (dragonfly.open-fire), at a ship that evades or (None) does not."""
    own = (
        Part("dexterity", whole("dexterity", dexterity, least=0), "attribute"),
        Part("gun-fu", whole("gun_fu", gun_fu, least=0), "skill"),
        Part("modifier", whole("modifier", modifier), "modifier"),
    )
    parts = counting(*own, *gunnery_parts(range=range, position_bonus=position_bonus))
    if evasive_total is not None:
        whole("evasive_total", evasive_total)
    return shot(rolled(parts, dice), evasive_total)


def shot(attack: Check, evasive_total: int | None) -> Shot:
    """A finished shot at a ship with a finished evasion, or None for none: it needs 9 and has to be higher."""
    return Shot(attack.total, hits(attack.total, evasive_total), attack)


def hits(attack_total: int, evasive_total: int | None) -> bool:
    """Whether a shot with this total hits."""
    if evasive_total is None:
        return attack_total >= TARGET
    return resisted_winner(attack_total, evasive_total, has_defender=True) == "active"


# evasions


def evasion_actions(*, evasion_number: int, fleeing: bool = False, options: Options = DEFAULTS) -> int:
    """How many additional actions the evasions of this Turn take up to this one: the first is free.

    It is not for a pilot who also flees (dragonfly.flee-and-evade), unless the switch free-evasion-while-fleeing is on.
    """
    pays_first = fleeing and not options.free_evasion_while_fleeing
    return whole("evasion_number", evasion_number, least=1) - 1 + pays_first


def why_no_evasion(
    *,
    evasion_number: int,
    additional_actions: int,
    additional_actions_used: int = 0,
    drive_controls_out: bool = False,
    fleeing: bool = False,
    options: Options = DEFAULTS,
) -> Refused | None:
    """Why the ship cannot evade now, or None if it can.

    `additional_actions` are all that the pilot has in a Turn, `additional_actions_used` those spent on other things.
    """
    whole("additional_actions", additional_actions, least=0)
    whole("additional_actions_used", additional_actions_used, least=0)
    needed = evasion_actions(evasion_number=evasion_number, fleeing=fleeing, options=options)
    if drive_controls_out:
        return Refused("no-controls", "The drive controls are out: this ship cannot evade until they are repaired.")
    if needed and additional_actions_used + needed > additional_actions:
        text = f"The pilot has {additional_actions} additional actions in a Turn, and this would take one more."
        return Refused("no-actions", text, "evasion_number")
    return None


def evasion_penalty(
    *, evasion_number: int, additional_actions_used: int = 0, fleeing: bool = False, options: Options = DEFAULTS
) -> int:
    """-2 for each additional action spent so far, this one included; 0 where it is free.

    With the switch penalty-per-series only the evasions' own count.
    """
    whole("additional_actions_used", additional_actions_used, least=0)
    needed = evasion_actions(evasion_number=evasion_number, fleeing=fleeing, options=options)
    used = 0 if options.penalty_per_series else additional_actions_used
    return -2 * (used + needed) if needed else 0


def evasion_parts(
    *, evasion_number: int, additional_actions_used: int = 0, fleeing: bool = False, options: Options = DEFAULTS
) -> tuple[Part, ...]:
    """What goes onto an evasion besides the pilot's own numbers; further evasions use the die of the first.

    With the switch evasion-at-missile-penalty each is at -2 more.
    """
    penalty = evasion_penalty(
        evasion_number=evasion_number,
        additional_actions_used=additional_actions_used,
        fleeing=fleeing,
        options=options,
    )
    missiles = (MISSILES,) if options.evasion_at_missile_penalty else ()
    return counting(Part("additional-action", penalty, "rule"), *missiles)


@dataclass(frozen=True)
class Evasion:
    """An evasion; no die falls and there is no total where it is not `allowed`."""

    allowed: bool
    total: int | None
    evaded: bool
    check: Check | None


@rule("dragonfly.evasive-action")
def evasive_action(
    *,
    dexterity: int,
    pilot: int,
    evasion_number: int = 1,
    additional_actions_used: int = 0,
    modifier: int = 0,
    attack_total: int,
    drive_controls_out: bool = False,
    dice: Dice = system_dice,
    options: Options = DEFAULTS,
) -> Evasion:
    """d10 + Dexterity + Pilot against a shot (dragonfly.evasive-action); equal totals evade."""
    own = (
        Part("dexterity", whole("dexterity", dexterity, least=0), "attribute"),
        Part("pilot", whole("pilot", pilot, least=0), "skill"),
        Part("modifier", whole("modifier", modifier), "modifier"),
    )
    whole("attack_total", attack_total)
    why_not = why_no_evasion(
        evasion_number=evasion_number,
        additional_actions=actions_of(dexterity=dexterity).additional_actions,
        additional_actions_used=additional_actions_used,
        drive_controls_out=drive_controls_out,
        options=options,
    )
    if why_not:
        return Evasion(False, None, False, None)
    more = evasion_parts(
        evasion_number=evasion_number, additional_actions_used=additional_actions_used, options=options
    )
    return evaded(rolled(counting(*own, *more), dice), attack_total)


def evaded(evasion: Check, attack_total: int) -> Evasion:
    """A finished evasion that was allowed, against a finished shot."""
    safe = evasion.success and evasion.total >= attack_total
    return Evasion(True, evasion.total, safe, evasion)
