"""What an attack may be expected to do: exact chances and damage, from what a seat may know of the target."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Any

from apps.checks.dragonfly.odds import least_face
from apps.combat.dragonfly.blows import blow
from apps.combat.dragonfly.blows.answers import Choice, Helps, choices_of, kept_face, why_no_defense
from apps.combat.dragonfly.blows.blow import Attack, harm_at
from apps.combat.dragonfly.fighters.standing import Standing
from apps.rules.dragonfly.combat.odds import AttackOdds, attack_odds
from apps.rules.dragonfly.odds import LevelChance
from apps.rules.odds import percent
from apps.table.chances import row


def drawn(attack: Attack, kept: int | None, target: Standing | None, options: Any) -> dict[str, Any]:
    """The odds for the panel. `target` is None where this seat may not read its sheet: then it is the chance against
    nobody's defense, and the damage before armour."""
    plain = against(attack, kept, None, None, options)
    no = why_no_defense(target, attack, options) if target else None
    found: dict[str, Any] = {
        "headline": percent(plain.hit),
        "rows": level_rows(plain.levels),
        "sentence": "Chance to hit: nobody defends" if no else "Chance to hit, if it is not defended against",
        "hints": _hints(attack, plain, kept),
        "facts": [],
    }
    if target is not None and no is None:
        found["facts"] += [_answered(attack, kept, target, one, options) for one in answers(target, attack, options)]
    if damages := expected(attack, plain, target, options):
        found["facts"].append(damages)
    return found


def answers(target: Standing, attack: Attack, options: Any) -> list[Choice]:
    """The defenses that the target could make now."""
    return [one for one in choices_of(target, attack, options, Helps()) if one.why_not is None]


def against(
    attack: Attack, kept: int | None, target: Standing | None, answer: Choice | None, options: Any
) -> AttackOdds:
    """The odds against one answer, or against none."""
    theirs = answer.side(kept_face(target, options)) if target is not None and answer is not None else {}
    return attack_odds(**attack.side(kept), **theirs, counts=attack.counts)


def _answered(attack: Attack, kept: int | None, target: Standing, one: Choice, options: Any) -> dict[str, Any]:
    found = against(attack, kept, target, one, options)
    number = f" ({one.bonus})" if one.is_score else ""
    return {"number": percent(found.hit), "text": f"to hit against: {one.words}{number}"}


def _hints(attack: Attack, plain: AttackOdds, kept: int | None) -> list[str]:
    if not attack.counts:
        return ["A Combat Score of 8 or lower lands only on Full Offense."]
    return [] if attack.is_score else [least_face(plain.least_face, kept)]


def expected(attack: Attack, plain: AttackOdds, target: Standing | None, options: Any) -> dict[str, Any]:
    """The damage of a hit on average, over the Success Levels with which it may land; nothing for a grapple."""
    if attack.sort == blow.GRAPPLE or not attack.way.base_damage or not plain.hit:
        return {}
    mean = sum(
        one.chance * harm_at(attack, one.success_levels, target, options) for one in plain.levels if one.success_levels
    )
    words = "damage on average, if it hits" if target else "damage on average before armour, if it hits"
    return {"number": f"{float(Fraction(mean) / plain.hit):.1f}", "text": words}


def level_rows(levels: Iterable[LevelChance]) -> list[dict[str, Any]]:
    """Every number of Success Levels with its chance, as the kit draws them."""
    return [
        row(one.description or "Failure", one.chance, one.success_levels, fail=not one.success_levels) for one in levels
    ]
