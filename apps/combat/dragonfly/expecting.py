"""What an attack may be expected to do: exact chances and damage, from what a seat may know of the target."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from apps.combat.dragonfly import blows, defending
from apps.combat.dragonfly.blows import Attack
from apps.combat.dragonfly.defending import Choice, Helps, choices_of, kept_face, level_rows
from apps.combat.dragonfly.standing import Standing
from apps.rules.dragonfly.combat import damage
from apps.rules.dragonfly.combat.odds import AttackOdds, attack_odds
from apps.rules.odds import percent


def drawn(attack: Attack, kept: int | None, target: Standing | None, options: Any) -> dict[str, Any]:
    """The odds for the panel. `target` is None where this seat may not read its sheet: then it is the chance against
    nobody's defense, and the damage before armour."""
    plain = against(attack, kept, None, None, options)
    no = defending.why_no_defense(target, attack, options) if target else None
    found: dict[str, Any] = {
        "headline": percent(plain.hit), "rows": level_rows(plain.levels),
        "sentence": "Chance to hit: nobody defends" if no else "Chance to hit, if it is not defended against",
        "hints": _hints(attack, plain), "facts": [],
    }  # fmt: skip
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
    fixed = attack.is_score or kept is not None
    own = attack.bonus + (0 if attack.is_score else kept or 0)
    given: dict[str, Any] = {"attack_total": own} if fixed else {"attack_bonus": own}
    if target is not None and answer is not None:
        face = kept_face(target, options)
        still = answer.is_score or face is not None
        given["defense_total" if still else "defense_bonus"] = answer.bonus + (face or 0)
    return attack_odds(**given, counts=attack.counts)


def _answered(attack: Attack, kept: int | None, target: Standing, one: Choice, options: Any) -> dict[str, Any]:
    found = against(attack, kept, target, one, options)
    number = f" ({one.bonus})" if one.is_score else ""
    return {"number": percent(found.hit), "text": f"to hit against: {one.words}{number}"}


def _hints(attack: Attack, plain: AttackOdds) -> list[str]:
    if not attack.counts:
        return ["A Combat Score of 8 or lower lands only on Full Offense."]
    if plain.least_face is None:
        return [] if attack.is_score else ["no face of the die is enough"]
    return ["every face of the die" if plain.least_face <= 1 else f"{plain.least_face} or more on the die"]


def expected(attack: Attack, plain: AttackOdds, target: Standing | None, options: Any) -> dict[str, Any]:
    """The damage of a hit on average, over the Success Levels with which it may land; nothing for a grapple."""
    if attack.sort == blows.GRAPPLE or not attack.way.base_damage or not plain.hit:
        return {}
    mean = sum(
        one.chance * harm_at(attack, one.success_levels, target, options) for one in plain.levels if one.success_levels
    )
    words = "damage on average, if it hits" if target else "damage on average before armour, if it hits"
    return {"number": f"{float(Fraction(mean) / plain.hit):.1f}", "text": words}


def harm_at(attack: Attack, levels: int, target: Standing | None, options: Any) -> int:
    """What it does with so many levels; of a target that is not known, before armour."""
    way, own = attack.way, attack.multiplier
    times = damage.damage_types(damage_type=way.damage_type, normal_human=own is None, own_multiplier=own).multiplier
    rule = damage.knockout_harm if attack.sort == blows.KNOCKOUT else damage.attack_harm
    return rule(
        base_damage=way.base_damage, success_levels=levels, listed=way.listed, heroic_feat=attack.damage_feat,
        armor=target.sheet.armor if target else 0, multiplier=times, options=options,
    ).damage  # fmt: skip
