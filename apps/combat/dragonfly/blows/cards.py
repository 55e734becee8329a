"""How attacks are told: every number to whoever may know it, the rest in words."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace
from typing import Self

from msgspec import UNSET, UnsetType, to_builtins

from apps.characters.dragonfly.sheet import DAMAGE_TITLES, sheet_of
from apps.characters.models import Character
from apps.checks.dragonfly.facts import SOMEBODY
from apps.checks.dragonfly.sides import Line
from apps.checks.versus import arms_unseen
from apps.combat.dragonfly.blows.blow import (
    GRAPPLE,
    SHOTS,
    Facts,
    Harmed,
    Outcome,
    Resist,
    Role,
    Scene,
    Step,
    Volley,
    Way,
)
from apps.combat.dragonfly.fighters import told
from apps.rules.dragonfly.checks import Check
from apps.rules.dragonfly.combat.attacks import Blow
from apps.rules.dragonfly.harm import Harm
from apps.table.audience import EVERYBODY, GMS, Audience, players_of
from apps.table.models import Event
from apps.table.turn import Turn, Version

RULES = {
    "hit": "dragonfly.close-attack",
    "knockout": "dragonfly.knockout",
    "grapple": "dragonfly.grapple",
}
DEFENSE_RULES = {"dodge": "dragonfly.dodge", "parry": "dragonfly.parry"}
LINE_RULES = {
    "full-offense": "dragonfly.full-offense",
    "full-defense": "dragonfly.full-defense",
    "additional-action": "dragonfly.extra-action-penalty",
    "ganging-up": "dragonfly.ganging-up",
    "injury": "dragonfly.injury-penalty",
    "heroic-feat": "dragonfly.heroic-feat",
    "righteous-fury": "dragonfly.righteous-fury",
    "missile": "dragonfly.dodge",
}
SEEN_BY_ALL = frozenset({
    "dragonfly.attack-outcome",
    "dragonfly.ranged-attack",
    "dragonfly.multiple-shots",
    "dragonfly.burst-fire",
    *RULES.values(),
    *DEFENSE_RULES.values(),
})  # fmt: skip
"""The rules that a card links where the attacker is unseen: the others tell what they are, or with what they strike."""


# what is told


@dataclass(frozen=True, kw_only=True)
class Made:
    """That somebody attacks."""

    attacker: str
    target: str
    way: str
    sort: str

    def facts(self) -> Facts:
        """As the event holds it."""
        return dict(to_builtins(self))

    def open_to(self, opened: Collection[Role]) -> Made:
        """As whoever may know the numbers of these is told it."""
        return self

    def of_somebody(self) -> Self:
        """As whoever does not see the attacker is told it."""
        return replace(self, attacker=SOMEBODY, way=way_told(self.way, self.sort, seen=False))


@dataclass(frozen=True)
class Side:
    """One side: the die and every number by its name; who may not know them hears the first four alone."""

    total: int
    success: bool
    levels: int
    word: str | None
    what: str | UnsetType = UNSET
    face: int | UnsetType | None = UNSET
    typed: bool | UnsetType = UNSET
    feat: bool | UnsetType = UNSET
    parts: list[Facts] | UnsetType = UNSET
    left_out: list[Facts] | UnsetType = UNSET

    def known(self) -> Side:
        return Side(self.total, self.success, self.levels, self.word)


@dataclass(frozen=True, kw_only=True)
class Settled(Made, Harmed):
    """All of a settled attack. `mover` is whoever moved last, a target that was asked, and `character` their name;
    `back` is what a weapon did that parried a bare hand. `volley` is for shots alone."""

    mover: Role
    character: str
    result: Blow
    levels: int
    attack: Side
    kept: bool
    counts: bool
    how: str
    answer: str
    defense: Side | None
    resist: Resist
    rules: list[str]
    grip: str | UnsetType = UNSET
    back: Harmed | UnsetType = UNSET
    volley: Volley | UnsetType = UNSET

    def facts(self) -> Facts:
        """Of shots with all that their volley tells besides."""
        found = super().facts()
        volley: Facts = found.pop("volley", {})
        return found | volley

    def of_somebody(self) -> Self:
        return replace(super().of_somebody(), rules=[one for one in self.rules if one in SEEN_BY_ALL])

    def open_to(self, opened: Collection[Role]) -> Settled:
        found = self.known(opened, "target")
        return replace(
            found,
            character=self.attacker if self.mover == "attacker" else self.target,
            attack=self.attack if "attacker" in opened else self.attack.known(),
            defense=self.defense if self.defense is None or "target" in opened else self.defense.known(),
            volley=UNSET if self.volley is UNSET else self.volley.known(opened),
            back=UNSET if self.back is UNSET else self.back.known(opened, "attacker"),
        )


def settled(
    scene: Scene, outcome: Outcome, life: Facts | UnsetType, grip: str | UnsetType, back: Harmed | UnsetType
) -> Settled:
    """How the attack ended, and what it changed."""
    attack, defense = scene.attack, scene.defense
    attacker, target = scene.attacker.character, scene.target.character
    return Settled(
        attacker=attacker.name,
        target=target.name,
        character=(target if attack.turn else attacker).name,
        mover="target" if attack.turn else "attacker",
        sort=attack.sort,
        way=attack.way.name,
        result=outcome.result,
        levels=outcome.levels,
        attack=side_of(attack.what, attack.lines, scene.check, attack.typed),
        kept=attack.kept,
        counts=attack.counts,
        how=defense.how,
        answer=defense.words,
        defense=side_of(defense.what, defense.lines, defense.check, defense.typed) if defense.check else None,
        damage=outcome.damage,
        steps=list(outcome.steps),
        resist=outcome.resist,
        rules=list(outcome.rules) or rules_of(scene, outcome),
        life=life,
        state=state_word(target) if outcome.damage else "",
        grip=grip,
        back=back,
        volley=outcome.volley,
    )


def side_of(what: str, lines: Iterable[Line], check: Check, typed: bool) -> Side:
    held = list(lines)
    return Side(
        check.total,
        check.success,
        check.success_levels,
        check.description,
        what,
        check.face,
        typed and check.face is not None,
        any(line.id == "heroic-feat" for line in held),
        [line.told() for line in held],
        [],
    )


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


def steps_of(harm: Harm, way: Way, striker: Role = "attacker", struck: Role = "target") -> list[Step]:
    """The damage of one hit in the order in which it is worked out (dragonfly.damage)."""
    of_levels = [] if way.listed else [Step("Success Levels of the roll", harm.success_levels, "+", striker)]
    feat = [Step("Heroic Feat for damage", harm.heroic_feat, "+", striker)] if harm.heroic_feat else []
    base = "Damage on the sheet, levels included" if way.listed else "Base damage"
    steps = [
        Step(base, harm.base_damage, "", striker),
        *of_levels,
        *feat,
        *([Step("Before armour", harm.before_armor, "=", striker)] if of_levels or feat else []),
        Step("Armour", harm.armor, "−", struck),
        Step("After armour, at least 0", harm.after_armor, "=", struck),
        Step(f"Damage type: {DAMAGE_TITLES[way.damage_type]}", harm.multiplier, "×", struck),
    ]
    if harm.halved:
        steps += [
            Step("Whole damage", harm.multiplied, "=", struck),
            Step("Knockout: half, rounded down", 2, "÷", struck),
        ]
    return [*steps, Step("Damage", harm.damage, "=", struck)]


def state_word(character: Character) -> str:
    """What everybody can see of how badly somebody is hurt."""
    return sheet_of(character).state


# who hears what


def tell(turn: Turn, kind: str, full: Made, attacker: Character, target: Character) -> Event:
    """All of it to the GMs; each side's numbers to those who may read them; nothing where the target is a secret."""
    versions = [(GMS, full, 2)]
    for one in (attacker, target):
        if one.hidden and one.seat_id:
            versions.append((players_of(one.pk), _known(full, attacker, target, knows=one), 1))
    if not target.hidden:
        public = _known(full, attacker, target)
        versions = [(EVERYBODY, full, 2)] if public == full else [*versions, (EVERYBODY, public, 0)]
    return turn.record(kind, list(_spread(versions)))


def _spread(versions: list[tuple[Audience, Made, int]]) -> Iterable[Version]:
    for audience, told_so, rank in versions:
        for word, subject in sorted(audience.atoms):
            yield Version(word, subject, rank, told_so.facts())


def _known(full: Made, attacker: Character, target: Character, knows: Character | None = None) -> Made:
    """What may be known: `knows` is the hidden character of whoever hears it."""
    sides: tuple[tuple[Role, Character], ...] = (("attacker", attacker), ("target", target))
    seen = full if not attacker.hidden or knows == attacker else full.of_somebody()
    named = replace(seen, target=SOMEBODY if target.hidden and knows != target else full.target)
    return named.open_to([role for role, one in sides if told.is_open(one) or knows == one])


def way_told(way: str, sort: str, *, seen: bool) -> str:
    """With what it is done; of a weapon that is not `seen` in anybody's hands, whether it comes from afar."""
    return way if seen or sort == GRAPPLE else arms_unseen(sort == SHOTS)
