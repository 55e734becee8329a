"""An attack whose answer is in: net successes, damage, and who hears what of it (dragon.attack, dragon.damage)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from apps.combat.dragon import turns as stored
from apps.combat.dragon.attacks import told
from apps.combat.dragon.attacks.strike import Facts, Sides
from apps.combat.dragon.harm.taking import seen, take
from apps.rules.dragon.combat.damage import Damage, damage, hits
from apps.table.models import Event
from apps.table.turn import Turn

SETTLED = "dragon.attack-settled"
TIMES = "×"
"""The step that counts the weapon."""


@dataclass(frozen=True)
class Answer:
    """How an attack was met: `how` is none, dodge, parry or kept; `side` is the roll, `paid` what it cost.

    `kept` are dice of it that wait for another attack.
    """

    how: str
    title: str
    side: Facts | None = None
    paid: Facts | None = None
    kept: Facts | None = None


def land(turn: Turn, sides: Sides, answer: Answer) -> Event:
    """Settles an attack: the damage is done, and told. Inside the hold."""
    attack = sides.strike.side(sides.options)
    done = _damage(sides, attack, answer)
    steps = _steps(sides, attack, answer, done)
    harmed = take(turn, sides.target.character, done.damage, interrupted=sides.strike.interrupts) if done.damage else {}
    full = _facts(sides, attack, answer, done) | {"steps": steps, "harm": dict(harmed)}
    return told.tell(turn, SETTLED, full, sides.attacker, [sides.target], lambda facts, to: _cut(facts, to, sides))


def _damage(sides: Sides, attack: Facts, answer: Answer) -> Damage:
    blow = sides.blow()
    return damage(
        attack_successes=attack["successes"],
        defence_successes=answer.side["successes"] if answer.side else 0,
        cover=blow.cover,
        multiple=blow.multiple,
        attack=blow.attack,
        strength=blow.strength,
        resistance=blow.resistance,
        bonus=blow.bonus,
        options=sides.options,
    )


def _facts(sides: Sides, attack: Facts, answer: Answer, done: Damage) -> Facts:
    strike = sides.strike
    return {
        "attacker": sides.attacker.character.name,
        "target": sides.target.character.name,
        "character": sides.target.character.name,
        "weapon": strike.arms.name,
        "attack_kind": strike.arms.attack,
        "distance": strike.distance if strike.arms.is_ranged else None,
        "of": strike.of,
        "cover": strike.cover,
        "attack": attack,
        "defence": answer.side,
        "how": answer.how,
        "answer": answer.title,
        "paid": answer.paid,
        "kept": answer.kept,
        "round": stored.round_of(sides.fight).number,
        "net": done.net,
        "hit": hits(done.net, sides.options),
        "damage": done.damage,
        "rules": _rules(sides, answer, done),
    }


def _rules(sides: Sides, answer: Answer, done: Damage) -> list[str]:
    """Those that decided, for the links of the card."""
    found = ["dragon.attack"]
    found += ["dragon.range"] if sides.strike.chosen.far else []
    found += ["dragon.defences"] if answer.side else []
    found += ["dragon.split-dice"] if answer.how == "kept" or sides.strike.of else []
    found += ["dragon.cover"] if sides.strike.cover else []
    return [*found, "dragon.damage"] if done.raw_damage else found


# the sum of it


def _steps(sides: Sides, attack: Facts, answer: Answer, done: Damage) -> list[Facts]:
    """The damage in the order in which it is worked out; `of` says whose number it is, nobody's where all see it."""
    blow = sides.blow()
    found = [_step("Successes", attack["successes"])]
    if answer.side:
        found.append(_step(answer.title, answer.side["successes"], "−"))
    if blow.cover:
        found.append(_step("Cover", blow.cover, "−"))
    found.append(_step("Net successes", done.net, "="))
    if not hits(done.net, sides.options):
        return found
    found.append(_step(sides.strike.arms.name, blow.multiple, TIMES))
    if blow.attack == "melee":
        found.append(_step("Strength", blow.strength, "+", "attacker"))
    if blow.bonus:
        found.append(_step("Shticks", blow.bonus, "+", "attacker"))
    return [*found, _step("Resistance", blow.resistance, "−", "target"), _step("Damage", done.damage, "=", "target")]


def _step(label: str, value: int, sign: str = "", of: str = "") -> Facts:
    return {"label": label, "value": value, "sign": sign, "of": of}


# who hears what


def _cut(full: Facts, to: told.Knows, sides: Sides) -> Facts:
    whose: Mapping[str, Any] = {"attacker": sides.attacker, "target": sides.target}
    opened = {role: to.numbers(one) for role, one in whose.items()}
    own, arms = to.phases(sides.target), to.arms(sides)
    steps = [step | {"label": arms} if step["sign"] == TIMES else step for step in full["steps"]]
    return (
        full
        | told.named(to, sides.attacker, sides.target)
        | {
            "character": to.name(sides.target),
            "weapon": arms,
            "attack": told.side(full["attack"], opened["attacker"]),
            "defence": told.side(full["defence"], opened["target"]),
            "steps": told.steps(steps, lambda of: not of or opened[of]),
            "harm": seen(full["harm"], sides.target.character),
            "paid": full["paid"] if own else None,
            "kept": full["kept"] if own else None,
        }
    )
