"""An attack as it is made, answered and settled: what every file of this folder speaks of."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field, replace
from itertools import takewhile
from typing import Any, Literal, Self

from msgspec import UNSET, UnsetType

from apps.characters.dragonfly.sheet import DragonflySheet, Maneuver
from apps.checks.dragonfly.sides import Line
from apps.combat.dragonfly.fighters import tests_due
from apps.combat.dragonfly.fighters.standing import Standing
from apps.combat.models import CombatantKey
from apps.rules.dragonfly.checks import TARGET, Check
from apps.rules.dragonfly.combat import attacks, damage, defenses, turns
from apps.rules.dragonfly.lists import ATTACK_KINDS, GRIPS, pick
from apps.rules.parts import Part
from apps.table.keys import SpanKey

Facts = dict[str, Any]
Resist = Literal["", "knockout", "taser"]
Role = Literal["attacker", "target"]
Mode = Literal["one", "several", "burst"]
HIT, KNOCKOUT, GRAPPLE, SHOTS = "hit", "knockout", "grapple", "shots"
"""The sorts of attacks; SHOTS are all that is shot or thrown."""
TITLES = {
    **tests_due.TITLES,
    "full-offense": "Full Offense",
    "full-defense": "Full Defense",
    "knockout": "Knockout",
    "additional-action": "Additional action",
    "ganging-up": "Ganging up",
    "righteous-fury": "Righteous Fury",
    "missile": "Against a missile",
    "parry-thrown": "Parrying a thrown weapon",
    "parry-arrow-or-bolt": "Parrying an arrow or bolt",
    "held-both-arms": "Both arms held by two",
    **{f"held-{row.id}": f"Held: {row.title.lower()}" for row in GRIPS},
}


@dataclass(frozen=True)
class Way:
    """What is fought with: `weapon` is an id of WEAPON_KINDS, `damage_type` one of DAMAGE_TYPES, `maneuver` the public
    id of its row on the sheet, if it has one. `listed`: the damage of a score sheet, with its levels in it."""

    name: str
    weapon: str = "unarmed"
    base_damage: int = 0
    damage_type: str = "bash"
    listed: bool = False
    maneuver: str = ""

    def times(self, struck: DragonflySheet | None) -> int:
        """What its damage is multiplied by against whoever has this sheet (dragonfly.damage-types)."""
        own = struck.own_multiplier if struck else None
        return damage.damage_types(
            damage_type=self.damage_type, normal_human=own is None, own_multiplier=own
        ).multiplier


def way_of(sheet: DragonflySheet, one: Maneuver) -> Way:
    """A Combat Maneuver of the sheet."""
    return Way(one.name, one.weapon, one.base_damage, one.damage_type, not sheet.is_full, one.id)


@dataclass(frozen=True)
class Attack:
    """One attack on one target, with its die (`face`; None for a score). It is sealed in an exchange until answered.

    `attacker` and `target` are keys of combatants. `sort` is one of the sorts above. `lines` is all that is added
    (`what` in words), `kept` says that the face is that of an earlier attack of the Turn. `counts` is
    False for an attacker who is too feeble. `damage_feat`: a Heroic Feat for damage waits for its hit. `multiplier` is
    the target's own, by hand. `more` is what the sort needs besides, as plain values: the shots or bullets, the range,
    the cover. `turn` is the key of the Turn in which it waits for its defense, 0 where it never did.
    """

    attacker: CombatantKey
    target: CombatantKey
    sort: str
    way: Way
    what: str
    lines: list[Line]
    face: int | None
    typed: bool = False
    kept: bool = False
    counts: bool = True
    damage_feat: bool = False
    grip: str = ""
    multiplier: int | None = None
    more: dict[str, Any] = field(default_factory=dict)
    turn: SpanKey = 0

    @property
    def kind(self) -> str:
        """What comes at the target, an id of ATTACK_KINDS."""
        if self.sort == GRAPPLE:
            return GRAPPLE
        return str(self.more.get("kind") or defenses.attack_kind_of(self.way.weapon))

    @property
    def missile(self) -> bool:
        """Whether a dodge of it is harder (dragonfly.dodge)."""
        return pick("attack_kind", self.kind, ATTACK_KINDS).missile

    @property
    def is_score(self) -> bool:
        return any(line.kind == "score" for line in self.lines)

    @property
    def bonus(self) -> int:
        """All that is added to the die, or the whole total of a score."""
        return sum(line.value for line in self.lines)

    def side(self, face: int | None) -> dict[str, Any]:
        """What is known of it before the die: its bonus, or the total of a score or of a kept die."""
        if self.is_score:
            return {"attack_total": self.bonus}
        return {"attack_bonus": self.bonus} if face is None else {"attack_total": self.bonus + face}

    def times(self, target: DragonflySheet | None) -> int:
        """The multiplier of the damage type, or that which was said by hand or stands on the target's sheet, as far as
        it is known."""
        return self.way.times(target) if self.multiplier is None else self.multiplier

    def hurting(self) -> dict[str, Any]:
        """What the rules of damage take of it."""
        return {"base_damage": self.way.base_damage, "listed": self.way.listed, "heroic_feat": self.damage_feat}

    def check(self) -> Check:
        """The finished attack."""
        return finished(self.lines, self.face)


@dataclass(frozen=True)
class Defense:
    """How an attack was answered. `how` is "dodge", "parry" or "none"; `words` says it in words. Without a `check`
    nothing was done. `way` is what a parry was made with."""

    how: str
    words: str
    what: str = ""
    lines: tuple[Line, ...] = ()
    check: Check | None = None
    typed: bool = False
    way: Way | None = None
    feat: bool = False

    @property
    def total(self) -> int | None:
        return self.check.total if self.check else None


@dataclass(frozen=True)
class Step:
    """One number of the damage as it is worked out: `sign` is "", "+", "−", "×", "÷" or "="; `of` says whose number it
    is: the card ends there for those who may not know the numbers of that side."""

    label: str
    value: int
    sign: str
    of: Role


@dataclass(frozen=True, kw_only=True)
class Harmed:
    """What was done to somebody, as the card tells it; who may not know the numbers hears None. `life` is there only
    where something was lost, `state` what everybody can see of it."""

    damage: int | None
    steps: list[Step]
    life: Facts | UnsetType | None = UNSET
    state: str | UnsetType = UNSET

    def known(self, opened: Collection[Role], struck: Role) -> Self:
        """The sum up to the first number that may not be known; `opened` are those whose numbers may be."""
        found = replace(self, steps=list(takewhile(lambda step: step.of in opened, self.steps)))
        return found if struck in opened else replace(found, damage=None, life=UNSET if self.life is UNSET else None)


@dataclass(frozen=True, kw_only=True)
class Shot(Harmed):
    """One shot, or one bullet of a burst."""

    n: int
    hit: bool
    levels: int


@dataclass(frozen=True)
class Volley:
    """What the card of shots tells besides: how many there were and how many hit, and `each` where they are several."""

    mode: Mode
    shots: int
    range: str
    each: list[Shot]
    hits: int

    def known(self, opened: Collection[Role]) -> Volley:
        return replace(self, each=[one.known(opened, "target") for one in self.each])


@dataclass(frozen=True)
class Outcome:
    """What an attack came to. `levels` are those it landed with; `damage` is done to the target, and `steps` say how it
    comes about. `resist`: the target must stay up, against `levels`. `rules` are those that decided, where they are not
    those of close combat; `volley` is for shots."""

    result: attacks.Blow
    levels: int = 0
    damage: int = 0
    steps: Sequence[Step] = ()
    resist: Resist = ""
    rules: Sequence[str] = ()
    volley: Volley | UnsetType = UNSET


@dataclass(frozen=True)
class Scene:
    """Both sides, the finished attack, and the defense, as a resolver is given them."""

    attack: Attack
    attacker: Standing
    target: Standing
    check: Check
    defense: Defense
    options: Any

    @property
    def armor(self) -> int:
        return self.target.sheet.armor

    @property
    def times(self) -> int:
        return self.attack.times(self.target.sheet)

    def ends(self) -> attacks.Blow:
        """How the attack ends by its total and the defense's."""
        return attacks.blow(attack_total=self.check.total, defense_total=self.defense.total, counts=self.attack.counts)

    def levels(self) -> int:
        """The Success Levels that it lands with, 0 if it does not."""
        return attacks.attack_outcome(
            attack_total=self.check.total, defense_total=self.defense.total, counts=self.attack.counts
        ).success_levels


def finished(lines: Iterable[Line], face: int | None) -> Check:
    """A total from its lines and a face that has fallen; a score has none."""
    return turns.thrown(values=[line.part() for line in lines], face=face)


def line_of(part: Part, sheet: DragonflySheet | None = None, source: str = "") -> Line:
    """A part of the rules as a line of a card."""
    title = sheet.title(part.label_id) if sheet and sheet.has(part.label_id) else TITLES.get(part.label_id)
    return Line(part.label_id, title or tests_due.title_of(part.label_id), part.value, part.kind, source)


def known_total(attack: Attack, options: Any) -> int | None:
    """The attack's total, where it is known before the choice to defend: a score, a die that fell for an earlier attack
    of the Turn, or any with the switch defend-after-seeing."""
    open_die = attack.is_score or attack.kept or options.defend_after_seeing
    return attack.check().total if open_die else None


def cannot_land(attack: Attack, options: Any) -> bool:
    """Whether everybody knows already that it misses, so that nobody has to defend."""
    total = known_total(attack, options)
    return total is not None and (total < TARGET or not attack.counts)


def harm_at(attack: Attack, levels: int, target: Standing | None, options: Any) -> int:
    """What it does with so many levels; of a target that is not known, before armour."""
    rule = damage.knockout_harm if attack.sort == KNOCKOUT else damage.attack_harm
    return rule(
        **attack.hurting(),
        success_levels=levels,
        armor=target.sheet.armor if target else 0,
        multiplier=attack.times(target.sheet if target else None),
        options=options,
    ).damage
