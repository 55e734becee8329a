"""The exact odds of shots as the kit draws them, from what one seat may know of the target."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from apps.characters.access import sheet_open_to
from apps.checks.dragonfly import odds
from apps.combat.dragonfly.blows import answers, expecting
from apps.combat.dragonfly.blows.blow import Attack
from apps.combat.dragonfly.blows.volleys import does_damage
from apps.combat.dragonfly.fighters.standing import Standing, still_fighting
from apps.rules.dragonfly.combat import wound_odds
from apps.rules.dragonfly.combat.odds import attack_odds
from apps.rules.dragonfly.combat.wound_odds import HarmOdds
from apps.rules.odds import Distribution, mean, percent
from apps.table.chances import row
from apps.table.viewer import Viewer

Facts = dict[str, Any]


def drawn(viewer: Viewer, attacks: Sequence[Attack], options: Any, kept: int | None, face: int | None) -> Facts:
    """The chance to land, how many land, and what the button says; of a known target the defense and the damage too."""
    attack, target = attacks[0], still_fighting(viewer.desk, attacks[0].target)
    own = attack.side(kept)
    found = attack_odds(**own, counts=attack.counts)
    told: Facts = {
        "headline": percent(found.hit),
        "sentence": _sentence(attack, own),
        "hints": [] if attack.is_score else [odds.least_face(found.least_face, kept)],
        "rows": _rows(attack, found, own, options) if len(attacks) == 1 else expecting.level_rows(found.levels),
    }
    if len(attacks) == 1 and target is not None and sheet_open_to(viewer, target.character):
        told["facts"] = of_target(attack, target, own, kept, options)
    return {"odds": told, "button": _button(attack, own, face)}


def _sentence(attack: Attack, own: dict[str, int]) -> str:
    total = own.get("attack_total")
    made = "" if total is None else f"{attack.what} makes {total}: "
    words = "chance to land where nobody defends"
    return made + (words if made else words.capitalize())


def _button(attack: Attack, own: dict[str, int], face: int | None) -> str:
    total = own.get("attack_total")
    return f"Shoot: {total}" if total is not None else f"Shoot: {odds.button(attack.bonus, face)}"


def _rows(attack: Attack, found: Any, own: dict[str, int], options: Any) -> list[Facts]:
    """Success Levels of one shot; how many of several, or of a burst's bullets, land."""
    if attack.more["mode"] == "one":
        return expecting.level_rows(found.levels)
    return hit_rows(chances(attack, None, own, options).hits)


def hit_rows(hits: Distribution[int]) -> list[Facts]:
    return [row("hit" if n == 1 else "hits", chance, n, fail=not n) for n, chance in hits.chances]


def chances(attack: Attack, target: Standing | None, own: dict[str, Any], options: Any) -> HarmOdds:
    """How many land where nobody defends, and what they do; without a target as to somebody without armour."""
    return wound_odds.fire_odds(
        **own,
        **attack.hurting(),
        shots=attack.more["shots"],
        is_burst=attack.more["mode"] == "burst",
        counts=attack.counts,
        options=options,
        armor=target.sheet.armor if target else 0,
        multiplier=attack.times(target.sheet if target else None),
    )


# a target whose sheet this seat may read


def of_target(attack: Attack, target: Standing, own: dict[str, int], kept: int | None, options: Any) -> list[Facts]:
    """The chance against each defense it could make, the damage, and that a taser's victim goes down."""
    found: list[Facts] = []
    if answers.why_no_defense(target, attack, options) is None:
        for one in expecting.answers(target, attack, options):
            chance = expecting.against(attack, kept, target, one, options).hit
            found.append({"number": percent(chance), "text": f"to hit against: {one.words}"})
    if does_damage(attack.way):
        plain = chances(attack, target, own, options).damage
        found.append({"number": _average(plain), "text": "damage on average, where nobody defends"})
    if attack.way.damage_type == "taser":
        found.append(_of_taser(attack, target, own))
    return found


def _average(falls: Distribution[int]) -> str:
    return f"{float(mean(falls)):.1f}".removesuffix(".0")


def _of_taser(attack: Attack, target: Standing, own: dict[str, int]) -> Facts:
    sheet = target.sheet
    key, resists = ("constitution", "constitution") if sheet.is_full else ("muscle_score", "muscle")
    victim = {key: sheet.number(resists)}
    found = wound_odds.taser_odds(**own, **victim, counts=attack.counts)
    return {"number": percent(found.knocked_out), "text": f"that {target.character.name} goes down"}
