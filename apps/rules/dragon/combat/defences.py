"""Dodge and parry: which of them may meet an attack."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass

from apps.rules.dragon.characters import lifts
from apps.rules.dragon.lists import ATTACKS, DEFENCES, Defence
from apps.rules.dragon.options import DEFAULTS, Options
from apps.rules.numbers import one_of, whole
from apps.rules.refusal import Refused
from apps.rules.registry import rule

DODGE = "Dodge"


@dataclass(frozen=True)
class Defences:
    """Those on offer, and for each the substat and the skill that it is rolled on."""

    offered: tuple[Defence, ...]
    rolled_on: dict[Defence, tuple[str, str]]


@rule("dragon.defences")
def defences(
    *,
    attack: str,
    skills: Mapping[str, int],
    melee_skills: Collection[str] = (),
    shticks: Collection[str] = (),
    options: Options = DEFAULTS,
) -> Defences:
    """What the target of an attack may answer with (dragon.defences).

    A dodge needs the Dodge skill, a parry one of the `melee_skills` and a melee attack, or a shtick that parries ranged
    ones; of several melee skills it is the best. The switch parry-substat says what a parry is rolled on.
    """
    one_of("attack", attack, ATTACKS)
    held = {name: level for name, level in skills.items() if whole("skills", level, least=0)}
    found: dict[Defence, tuple[str, str]] = {}
    if dodge := next((name for name in held if name.strip().casefold() == DODGE.casefold()), ""):
        found["dodge"] = substat_for("dodge", options), dodge
    melee = [name for name in held if name in melee_skills]
    if melee and (attack == "melee" or any(lifts(one, "parry-ranged") for one in shticks)):
        found["parry"] = substat_for("parry", options), max(melee, key=lambda name: held[name])
    return Defences(tuple(found), found)


def substat_for(defence: str, options: Options = DEFAULTS) -> str:
    """The title of the substat that a defence is rolled on."""
    return options.parry_substat if defence == "parry" else "Dexterity"


def why_no_defence(
    defence: str,
    *,
    attack: str,
    skills: Mapping[str, int],
    melee_skills: Collection[str] = (),
    shticks: Collection[str] = (),
    options: Options = DEFAULTS,
) -> Refused | None:
    """Why this defence cannot meet that attack, or None if it can."""
    one_of("defence", defence, DEFENCES)
    found = defences(attack=attack, skills=skills, melee_skills=melee_skills, shticks=shticks, options=options)
    if defence in found.offered:
        return None
    if defence == "dodge":
        return Refused("no-dodge", "A dodge needs the Dodge skill, and the sheet has none.", "defence")
    if not any(skills.get(name) for name in melee_skills):
        return Refused("no-parry", "A parry needs a melee skill, and the sheet has none.", "defence")
    return Refused("ranged", "A ranged attack cannot be parried without a shtick for it.", "defence")
