"""How the target of an attack could answer it: dodge, bare hands, each weapon, and what speaks against each."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from apps.characters.dragonfly.sheet import DragonflySheet
from apps.checks.dragonfly.sides import Line
from apps.combat.dragonfly.blows import gangs
from apps.combat.dragonfly.blows.blow import Attack, Way, line_of, way_of
from apps.combat.dragonfly.blows.striking import feat_part, score_line
from apps.combat.dragonfly.fighters import moves
from apps.combat.dragonfly.fighters.standing import Standing, still_fighting
from apps.rules.dragonfly.combat import defenses, fear, holds, turns
from apps.rules.parts import Part
from apps.rules.refusal import Refused

DODGE, PARRY, WEAPON = "dodge", "parry", "weapon"
PARRIES_WITH = ("hand-weapon", "other")


def why_no_defense(target: Standing, attack: Attack, options: Any) -> Refused | None:
    """Why the target cannot answer this attack at all, or None if it can (dragonfly.defense-allowance)."""
    if not target.state.can_act:
        return Refused("cannot-act", f"{target.character.name} is in no state to defend.")
    no = fear.why_panicked(panic=target.state.panic, act="defense") or defenses.why_no_defense(
        plan=target.plan,
        done=target.done,
        additional_actions=target.more,
        unable=moves.undefended(target),
        options=options,
    )
    return no or why_no_way(target, attack, options)


def why_no_way(target: Standing, attack: Attack, options: Any) -> Refused | None:
    """Both dodge and parry are out of the question: both arms are held by two."""
    dodge = holds.why_held(holds=target.holds, act="dodge")
    parry = holds.why_held(holds=target.holds, act="parry")
    unarmed = defenses.why_no_parry(attack_kind=attack.kind, parry_with="weapon", options=options)
    return dodge if dodge and (parry or unarmed) else None


@dataclass(frozen=True)
class Choice:
    """One way to answer: `id` is what the form sends, `what` is added in words, `why_not` what speaks against it."""

    id: str
    words: str
    what: str
    lines: tuple[Line, ...]
    way: Way | None
    why_not: Refused | None

    @property
    def bonus(self) -> int:
        return sum(line.value for line in self.lines)

    @property
    def is_score(self) -> bool:
        return any(line.kind == "score" for line in self.lines)

    def side(self, face: int | None) -> dict[str, Any]:
        """What is known before the die: its bonus, or the total of a score or of a kept die."""
        if self.is_score:
            return {"defense_total": self.bonus}
        return {"defense_bonus": self.bonus} if face is None else {"defense_total": self.bonus + face}

    @property
    def how(self) -> str:
        return DODGE if self.id == DODGE else PARRY


@dataclass(frozen=True)
class Helps:
    """What the one who answers adds: `lines`, the limbs that are needed (None: all), skills ruled out for a dodge, and
    a weapon that is not on the sheet. `gang`: how many have set upon the attacker, if the defender is one of them."""

    lines: tuple[Line, ...] = ()
    uses: frozenset[str] | None = None
    ruled_out: tuple[str, ...] = ()
    weapon: Way | None = None
    gang: int = 1


def choices_of(target: Standing, attack: Attack, options: Any, helps: Helps) -> list[Choice]:
    """Every way in which the target could answer this attack, dodge first."""
    attacker = still_fighting(target.combatant.desk, attack.attacker)
    gang = gangs.gang_of(target.combatant, attacker.combatant) if attacker else 1
    helps = replace(helps, gang=gang)
    found = [_dodge(target, attack, options, helps)]
    for id, way in parrying(target.sheet, helps.weapon):
        found.append(_parry(target, attack, options, helps, id, way))
    return found


def parrying(sheet: DragonflySheet, weapon: Way | None = None) -> Iterator[tuple[str, Way]]:
    """What somebody can parry with: bare hands, the hand weapons of the sheet, and one that is not on it."""
    yield PARRY, Way("Bare hands")
    for one in sheet.maneuvers:
        if one.weapon in PARRIES_WITH:
            yield one.id, way_of(sheet, one)
    if weapon is not None:
        yield WEAPON, weapon


def _dodge(target: Standing, attack: Attack, options: Any, helps: Helps) -> Choice:
    sheet = target.sheet
    skill = defenses.dodge_skill(
        acrobatics=sheet.number("acrobatics"),
        getting_medieval=sheet.number("getting-medieval"),
        kung_fu=sheet.number("kung-fu"),
        ruled_out=helps.ruled_out,
    )
    own, what = values_of(sheet, skill.id, skill.value)
    parts = _parts(target, attack, options, helps, missile=attack.missile)
    return Choice(
        DODGE, "Dodge", what, (*own, *parts, *helps.lines), None, holds.why_held(holds=target.holds, act="dodge")
    )


def _parry(target: Standing, attack: Attack, options: Any, helps: Helps, id: str, way: Way) -> Choice:
    with_: defenses.ParryWith = "unarmed" if id == PARRY else "weapon"
    skill = defenses.parry_skill(with_)
    own, what = values_of(target.sheet, skill, target.sheet.number(skill))
    parts = _parts(target, attack, options, helps, others=defenses.parry_parts(attack.kind))
    no = holds.why_held(holds=target.holds, act="parry") or defenses.why_no_parry(
        attack_kind=attack.kind, parry_with=with_, options=options
    )
    words = "Parry bare-handed" if id == PARRY else f"Parry with {way.name}"
    return Choice(id, words, what, (*own, *parts, *helps.lines), way, no)


def values_of(sheet: DragonflySheet, skill: str, value: int) -> tuple[tuple[Line, ...], str]:
    """Dexterity and a skill, or the Combat Score, and what that is called."""
    if not sheet.is_full:
        return (score_line(sheet, "combat"),), "Combat"
    values = turns.fighting_values(dexterity=sheet.number("dexterity"), skill=value, skill_id=skill)
    titles = ["Dexterity"] + ([sheet.title(skill)] if value else [])
    return tuple(line_of(part, sheet) for part in values), " + ".join(titles)


def _parts(
    target: Standing, attack: Attack, options: Any, helps: Helps, missile: bool = False, others: tuple[Part, ...] = ()
) -> tuple[Line, ...]:
    """Stance, additional action, gang, missile, what is parried, injury, holds, a Heroic Feat that was announced."""
    parts = defenses.defense_parts(
        stance=target.plan.stance,
        additional_action=target.additional("defense", options),
        attackers=helps.gang,
        missile=missile,
        others=(*others, *target.lines("defense", options, helps.uses), *feat_part(target, "defense")),
        options=options,
    )
    return tuple(line_of(part) for part in parts)


def kept_face(target: Standing, options: Any) -> int | None:
    """The die of the first defense of the Turn, which further ones use again; None for a score, or before it."""
    key = turns.die_key(act="defense", options=options)
    return target.faces.get(key) if key and target.sheet.is_full else None
