"""How attacks are told: every number to whoever may know it, the rest in words."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import takewhile
from typing import TYPE_CHECKING, Any

from apps.characters.dragonfly.sheet import DAMAGE_TITLES, sheet_of
from apps.characters.models import Character
from apps.checks.dragonfly.facts import SOMEBODY
from apps.checks.dragonfly.sides import Line
from apps.combat.dragonfly import told
from apps.rules.dragonfly.checks import Check
from apps.rules.dragonfly.harm import Harm
from apps.table.audience import EVERYBODY, GMS, Audience, players_of
from apps.table.models import Event
from apps.table.turn import Turn, Version

if TYPE_CHECKING:
    from apps.combat.dragonfly.blows import Outcome, Scene, Way

Facts = dict[str, Any]
UNREAD = ("face", "typed", "parts", "left_out", "what", "feat")
RULES = {
    "hit": "dragonfly.close-attack", "knockout": "dragonfly.knockout", "grapple": "dragonfly.grapple",
}  # fmt: skip
DEFENSE_RULES = {"dodge": "dragonfly.dodge", "parry": "dragonfly.parry"}
LINE_RULES = {
    "full-offense": "dragonfly.full-offense", "full-defense": "dragonfly.full-defense",
    "additional-action": "dragonfly.extra-action-penalty", "ganging-up": "dragonfly.ganging-up",
    "injury": "dragonfly.injury-penalty", "heroic-feat": "dragonfly.heroic-feat",
    "righteous-fury": "dragonfly.righteous-fury", "missile": "dragonfly.dodge",
}  # fmt: skip


# what is told


def facts_of(scene: Scene, outcome: Outcome) -> Facts:
    """All of a settled attack but what it changed. `character` is whoever moved last: a target that was asked."""
    attack, defense = scene.attack, scene.defense
    attacker, target = scene.attacker.character, scene.target.character
    found: Facts = {
        "attacker": attacker.name, "target": target.name, "character": (target if attack.turn else attacker).name,
        "mover": "target" if attack.turn else "attacker",
        "sort": attack.sort, "way": attack.way.name, "result": outcome.result, "levels": outcome.levels,
        "attack": side_of(attack.what, attack.lines, scene.check, attack.typed), "kept": attack.kept,
        "counts": attack.counts, "how": defense.how, "answer": defense.words, "defense": None,
        "damage": outcome.damage, "steps": list(outcome.steps), "resist": outcome.resist,
        "rules": rules_of(scene, outcome), **outcome.more,
    }  # fmt: skip
    if defense.check is not None:
        found["defense"] = side_of(defense.what, defense.lines, defense.check, defense.typed)
    return found


def side_of(what: str, lines: Iterable[Line], check: Check, typed: bool) -> Facts:
    """One side: the die and every number by its name."""
    held = list(lines)
    return {
        "what": what, "face": check.face, "typed": typed and check.face is not None, "total": check.total,
        "success": check.success, "levels": check.success_levels, "word": check.description,
        "feat": any(line.id == "heroic-feat" for line in held), "parts": [line.told() for line in held],
        "left_out": [],
    }  # fmt: skip


def rules_of(scene: Scene, outcome: Outcome) -> list[str]:
    """The rules that decided, for the links of the card."""
    found = ["dragonfly.attack-outcome", RULES.get(scene.attack.sort, "dragonfly.ranged-attack")]
    found += [DEFENSE_RULES[scene.defense.how]] if scene.defense.how in DEFENSE_RULES else []
    if not scene.attack.counts:
        found.append("dragonfly.feeble-attacker")
    if outcome.steps:
        found.append("dragonfly.supporting-cast-damage" if scene.attack.way.listed else "dragonfly.damage")
    if outcome.resist == "taser":
        found.append("dragonfly.taser")
    return list(dict.fromkeys([*found, *rules_of_lines([*scene.attack.lines, *scene.defense.lines])]))


def rules_of_lines(lines: Iterable[Line]) -> list[str]:
    """The rules from which the numbers of a sum come."""
    ids = [line.id for line in lines]
    held = ["dragonfly.grapple-effects"] if any(id.startswith("held-") for id in ids) else []
    parried = ["dragonfly.parry-limits"] if any(id.startswith("parry-") for id in ids) else []
    return [*dict.fromkeys(LINE_RULES[id] for id in ids if id in LINE_RULES), *held, *parried]


def steps_of(harm: Harm, way: Way, striker: str = "attacker", struck: str = "target") -> tuple[Facts, ...]:
    """The damage of one hit in the order in which it is worked out (dragonfly.damage).

    Each step is {label, value, sign, of}: `sign` is "", "+", "−", "×", "÷" or "="; `of` says whose number it is,
    "attacker" or "target": the card ends there for those who may not know the numbers of that side.
    """
    of_levels = [] if way.listed else [_step("Success Levels of the roll", harm.success_levels, "+", striker)]
    feat = [_step("Heroic Feat for damage", harm.heroic_feat, "+", striker)] if harm.heroic_feat else []
    base = "Damage on the sheet, levels included" if way.listed else "Base damage"
    steps = [
        _step(base, harm.base_damage, "", striker), *of_levels, *feat,
        *([_step("Before armour", harm.before_armor, "=", striker)] if of_levels or feat else []),
        _step("Armour", harm.armor, "−", struck),
        _step("After armour, at least 0", harm.after_armor, "=", struck),
        _step(f"Damage type: {DAMAGE_TITLES[way.damage_type]}", harm.multiplier, "×", struck),
    ]  # fmt: skip
    if harm.halved:
        steps += [
            _step("Whole damage", harm.multiplied, "=", struck),
            _step("Knockout: half, rounded down", 2, "÷", struck),
        ]
    return (*steps, _step("Damage", harm.damage, "=", struck))


def _step(label: str, value: int, sign: str, of: str) -> Facts:
    return {"label": label, "value": value, "sign": sign, "of": of}


def state_word(character: Character) -> str:
    """What everybody can see of how badly somebody is hurt."""
    return sheet_of(character).state


# who hears what


def tell(
    turn: Turn, kind: str, full: Facts, attacker: Character, target: Character, about: tuple[Event, ...] = ()
) -> Event:
    """All of it to the GMs; each side's numbers to those who may read them; nothing where the target is a secret."""
    versions = [(GMS, full, 2)]
    for one in (attacker, target):
        if one.hidden and one.seat_id:
            versions.append((players_of(one.pk), _known(full, attacker, target, knows=one), 1))
    if not target.hidden:
        public = _known(full, attacker, target)
        versions = [(EVERYBODY, full, 2)] if public == full else [*versions, (EVERYBODY, public, 0)]
    return turn.record(kind, list(_spread(versions)), about)


def _spread(versions: list[tuple[Audience, Facts, int]]) -> Iterable[Version]:
    for audience, facts, rank in versions:
        for word, subject in sorted(audience.atoms):
            yield Version(word, subject, rank, facts)


def _known(full: Facts, attacker: Character, target: Character, knows: Character | None = None) -> Facts:
    """What may be known: `knows` is the hidden character of whoever hears it."""
    known = dict(full)
    opened = {
        "attacker": told.is_open(attacker) or knows == attacker,
        "target": told.is_open(target) or knows == target,
    }
    for one, name in ((attacker, "attacker"), (target, "target")):
        if one.hidden and knows != one:
            known[name] = SOMEBODY
    if "mover" in known:
        known["character"] = known[known["mover"]]
    for role, side in (("attacker", "attack"), ("target", "defense")):
        if not opened[role] and known.get(side):
            known[side] = {key: value for key, value in known[side].items() if key not in UNREAD}
    known |= _harm_known(known, opened, "target")
    if "back" in known:
        known["back"] = known["back"] | _harm_known(known["back"], opened, "attacker")
    return known


def _harm_known(facts: Facts, opened: dict[str, bool], struck: str) -> Facts:
    """The sum of the damage as far as its numbers may be known, of `each` shot too; Life Points of open ones alone."""
    found: Facts = {"steps": _steps_known(facts["steps"], opened)} if "steps" in facts else {}
    if "each" in facts:
        found["each"] = [one | _harm_known(one, opened, struck) for one in facts["each"]]
    if not opened[struck]:
        found |= {name: None for name in ("damage", "life") if name in facts}
    return found


def _steps_known(steps: Iterable[Facts], opened: dict[str, bool]) -> list[Facts]:
    """The sum up to the first number that may not be known."""
    return list(takewhile(lambda step: opened[step["of"]], steps))
