"""An attack from its die to what it does (dragonfly.attack-outcome), for attacks of any sort.

An attack is an `Attack`; it lies in an exchange while its target chooses a defense (`defending.ask`), and `land`
settles it; `SORTS` are the functions that say what it does.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from msgspec import UNSET, UnsetType

from apps.combat import tracking
from apps.combat.dragonfly.blows import cards, volleys
from apps.combat.dragonfly.blows.blow import (
    GRAPPLE,
    HIT,
    KNOCKOUT,
    SHOTS,
    Attack,
    Defense,
    Facts,
    Harmed,
    Outcome,
    Resist,
    Scene,
)
from apps.combat.dragonfly.fighters import moves
from apps.combat.dragonfly.fighters.standing import DAMAGE_FEAT, still_fighting, stop_series
from apps.combat.dragonfly.fighters.told import GRIP_TITLES
from apps.combat.dragonfly.holds import seizing
from apps.combat.dragonfly.wounds import enduring
from apps.combat.dragonfly.wounds.harm import hurt
from apps.rules.dragonfly.combat import damage, defenses
from apps.rules.dragonfly.harm import Harm
from apps.table.models import Event
from apps.table.turn import Turn

SETTLED = "dragonfly.attack-settled"


def land(turn: Turn, attack: Attack, defense: Defense) -> Event:
    """Settles an attack whose defense is chosen: harm, Knockout, hold, a series cut off; tells it. Inside the hold.

    Refuses where one of the two is out of the fight by now. Both sides' acts are counted already.
    """
    scene = _scene(turn, attack, defense)
    outcome = SORTS[attack.sort](scene)
    if outcome.result == "defended" and attack.turn in {0, scene.attacker.fight.turn_id}:
        stop_series(turn, scene.attacker)
    life, back = _harm(turn, scene, outcome), _struck_back(turn, scene, outcome)
    told = cards.settled(scene, outcome, life, _seized(turn, scene, outcome), back)
    _of_the_feat(turn, scene, outcome)
    kind = volleys.KIND if attack.sort == SHOTS else SETTLED
    event = cards.tell(turn, kind, told, scene.attacker.character, scene.target.character)
    _go_down(turn, scene, outcome, event)
    moves.acted(turn, scene.attacker)
    return event


def _scene(turn: Turn, attack: Attack, defense: Defense) -> Scene:
    attacker, target = still_fighting(turn.desk, attack.attacker), still_fighting(turn.desk, attack.target)
    if attacker is None or target is None:
        turn.refuse("gone", "One of the two is not in the fight any more. The attack can be called off.", "ask")
    options = moves.options_of(turn.viewer, attacker.fight)
    return Scene(attack, attacker, target, attack.check(), defense, options)


def _harm(turn: Turn, scene: Scene, outcome: Outcome) -> Facts | UnsetType:
    """Takes the damage off; the Life Points that it cost."""
    return hurt(turn, scene.target.character, outcome.damage).facts() if outcome.damage else UNSET


def _seized(turn: Turn, scene: Scene, outcome: Outcome) -> str | UnsetType:
    """Where a grapple that lands has seized the target."""
    if outcome.result != HIT or scene.attack.sort != GRAPPLE:
        return UNSET
    seizing.seize(turn, scene.attacker.combatant, scene.target.combatant, scene.attack.grip)
    return GRIP_TITLES[scene.attack.grip]


def _struck_back(turn: Turn, scene: Scene, outcome: Outcome) -> Harmed | UnsetType:
    """A bare hand that was parried with a weapon (dragonfly.parry-hurts-unarmed)."""
    harm = back_harm(scene) if outcome.result == "defended" else None
    if harm is None or scene.defense.way is None:
        return UNSET
    found = Harmed(damage=harm.damage, steps=cards.steps_of(harm, scene.defense.way, "target", "attacker"))
    if not harm.damage:
        return found
    character = scene.attacker.character
    life = hurt(turn, character, harm.damage).facts()
    return replace(found, life=life, state=cards.state_word(character))


def back_harm(scene: Scene) -> Harm | None:
    """What the attacker takes from a weapon that parried a bare hand, or None where it does not come to that."""
    parry, way = scene.defense, scene.defense.way
    if parry.how != "parry" or parry.check is None or way is None or way.weapon == "unarmed":
        return None
    limit = defenses.parry_limits(attack_kind=scene.attack.kind, parry_with="weapon", options=scene.options)
    if not limit.hurts_attacker:
        return None
    return defenses.parry_hurts_unarmed(
        parry_total=parry.check.total,
        parry_succeeds=True,
        base_damage=way.base_damage,
        armor=scene.attacker.sheet.armor,
        multiplier=way.times(scene.attacker.sheet),
        listed=way.listed,
        options=scene.options,
    ).harm


def _go_down(turn: Turn, scene: Scene, outcome: Outcome, event: Event) -> None:
    if outcome.resist:
        combatant = scene.target.combatant
        enduring.ask_knockout(turn, combatant, event, outcome.levels, taser=outcome.resist == "taser")


def _of_the_feat(turn: Turn, scene: Scene, outcome: Outcome) -> None:
    """The Heroic Feat for damage goes on the first hit (dragonfly.heroic-feat-damage)."""
    span = scene.attacker.fight.turn
    if scene.attack.damage_feat and outcome.result == HIT and span is not None:
        tracking.set_tally(turn, scene.attacker.combatant, span, DAMAGE_FEAT, 1)


# the three sorts of close combat


def _hit(scene: Scene) -> Outcome:
    """Damage, or a taser's shock (dragonfly.damage, dragonfly.supporting-cast-damage, dragonfly.taser)."""
    result, levels = scene.ends(), scene.levels()
    taser: Resist = "taser" if scene.attack.way.damage_type == "taser" else ""
    if result != HIT or (taser and not scene.attack.way.base_damage):
        return Outcome(result, levels, resist=taser if result == HIT else "")
    harm = damage.attack_harm(**harm_inputs(scene, levels), options=scene.options)
    return Outcome(result, levels, harm.damage, cards.steps_of(harm, scene.attack.way), taser)


def _knockout(scene: Scene) -> Outcome:
    """Half the damage, and a test to stay up (dragonfly.knockout)."""
    result, levels = scene.ends(), scene.levels()
    if result != HIT:
        return Outcome(result, levels)
    harm = damage.knockout_harm(**harm_inputs(scene, levels), options=scene.options)
    return Outcome(result, levels, harm.damage, cards.steps_of(harm, scene.attack.way), "knockout")


def _grapple(scene: Scene) -> Outcome:
    """A hold, and no damage (dragonfly.grapple)."""
    return Outcome(scene.ends(), scene.levels())


def harm_inputs(scene: Scene, levels: int) -> dict[str, Any]:
    """What the rules of damage take."""
    more = {"success_levels": levels, "armor": scene.armor, "multiplier": scene.times}
    return scene.attack.hurting() | more


SORTS: dict[str, Callable[[Scene], Outcome]] = {
    HIT: _hit,
    KNOCKOUT: _knockout,
    GRAPPLE: _grapple,
    SHOTS: volleys.resolve,
}
"""What an attack of each sort does when both sides are in."""
