"""An attack from its die to what it does (dragonfly.attack-outcome), for attacks of any sort.

An attack is an `Attack`; it lies in an exchange while its target chooses a defense (`defending.ask`), and `land`
settles it. What an attack of a sort does when both sides are in is a function registered with `resolves`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from apps.characters.dragonfly.sheet import DragonflySheet
from apps.checks.dragonfly.sides import Line
from apps.combat import tracking
from apps.combat.dragonfly import blow_cards, holding, moves, tests_due, wounds
from apps.combat.dragonfly.standing import Standing, standing_of, stop_series
from apps.combat.models import Combatant
from apps.rules.dragonfly.checks import TARGET, Check
from apps.rules.dragonfly.combat import attacks, damage, defenses, turns
from apps.rules.dragonfly.harm import Harm
from apps.rules.dragonfly.lists import ATTACK_KINDS, GRIPS, pick
from apps.rules.parts import Part
from apps.table.models import Event
from apps.table.turn import Turn

Facts = dict[str, Any]
Resist = Literal["", "knockout", "taser"]
SETTLED = "dragonfly.attack-settled"
HIT, KNOCKOUT, GRAPPLE = "hit", "knockout", "grapple"
steps_of = blow_cards.steps_of
DAMAGE_FEAT = "damage-feat-used"
TITLES = {
    **tests_due.TITLES, "full-offense": "Full Offense", "full-defense": "Full Defense", "knockout": "Knockout",
    "additional-action": "Additional action", "ganging-up": "Ganging up", "righteous-fury": "Righteous Fury",
    "missile": "Against a missile", "parry-thrown": "Parrying a thrown weapon",
    "parry-arrow-or-bolt": "Parrying an arrow or bolt", "held-both-arms": "Both arms held by two",
    **{f"held-{row.id}": f"Held: {row.title.lower()}" for row in GRIPS},
}  # fmt: skip


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


@dataclass(frozen=True)
class Attack:
    """One attack on one target, with its die (`face`; None for a score). It is sealed in an exchange until answered.

    `attacker` and `target` are keys of combatants. `sort` says who resolves it: "hit", "knockout", "grapple", or what
    was registered with `resolves`. `lines` is all that is added (`what` in words), `kept` says that the face is that of
    an earlier attack of the Turn. `counts` is False for an attacker who is too feeble. `damage_feat`: a Heroic Feat for
    damage waits for its hit. `multiplier` is the target's own, by hand. `more` is what the sort needs besides, as plain
    values: the shots or bullets, the range, the cover. `turn` is the key of the Turn in which it waits for its defense,
    0 where it never did.
    """

    attacker: int
    target: int
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
    turn: int = 0

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
class Outcome:
    """What an attack came to. `levels` are those it landed with; `damage` is done to the target, and `steps` say how it
    comes about (see `steps_of`). `resist`: the target must stay up, against `levels`. `more` are further facts for the
    card, known to everybody who hears of it."""

    result: attacks.Blow
    levels: int = 0
    damage: int = 0
    steps: tuple[Facts, ...] = ()
    resist: Resist = ""
    more: Mapping[str, Any] = field(default_factory=dict)


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
    def multiplier(self) -> int:
        """Of the damage type, or the target's own (dragonfly.damage-types)."""
        own = self.attack.multiplier
        return damage.damage_types(
            damage_type=self.attack.way.damage_type, normal_human=own is None, own_multiplier=own
        ).multiplier

    def ends(self) -> attacks.Blow:
        """How the attack ends by its total and the defense's."""
        return attacks.blow(attack_total=self.check.total, defense_total=self.defense.total, counts=self.attack.counts)

    def levels(self) -> int:
        """The Success Levels that it lands with, 0 if it does not."""
        return attacks.attack_outcome(
            attack_total=self.check.total, defense_total=self.defense.total, counts=self.attack.counts
        ).success_levels


Resolver = Callable[[Scene], Outcome]
_resolvers: dict[str, tuple[Resolver, str]] = {}
Holder = Callable[[Turn, "Attack", "Defense"], Event | None]
_holders: dict[str, Holder] = {}


def resolves(sort: str, resolver: Resolver, kind: str = SETTLED) -> None:
    """Registers what an attack of this sort does; `kind` is the event that tells of it.

    The facts of that event are those of SETTLED with the outcome's `more`; see `blow_cards`.
    """
    _resolvers[sort] = (resolver, kind)


def kept_back(sort: str, holder: Holder) -> None:
    """Registers what may keep an attack of this sort back that was answered, because others of the same roll are not:
    it returns the event that tells so, or None where the attack lands now."""
    _holders[sort] = holder


# sums


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


def still_fighting(key: int) -> Standing | None:
    """How this combatant stands now, or None where they are out of the fight."""
    found = Combatant.objects.select_related("character__seat", "fight__turn", "fight__span").filter(pk=key)
    one = found.exclude(state="out").first()
    return standing_of(one) if one else None


# landing


def land(turn: Turn, attack: Attack, defense: Defense, about: tuple[Event, ...] = ()) -> Event:
    """Settles an attack whose defense is chosen: harm, Knockout, hold, a series cut off; tells it. Inside the hold.

    Refuses where one of the two is out of the fight by now. Both sides' acts are counted already.
    """
    holder = _holders.get(attack.sort)
    if holder is not None and (waits := holder(turn, attack, defense)) is not None:
        return waits
    scene = _scene(turn, attack, defense)
    resolver, kind = _resolvers[attack.sort]
    outcome = resolver(scene)
    if outcome.result == "defended" and attack.turn in {0, scene.attacker.fight.turn_id}:
        stop_series(turn, scene.attacker)
    facts = blow_cards.facts_of(scene, outcome) | _harm(turn, scene, outcome) | _struck_back(turn, scene, outcome)
    _of_the_feat(turn, scene, outcome)
    event = blow_cards.tell(turn, kind, facts, scene.attacker.character, scene.target.character, about)
    _go_down(turn, scene, outcome, event)
    moves.acted(turn, scene.attacker)
    return event


def _scene(turn: Turn, attack: Attack, defense: Defense) -> Scene:
    attacker, target = still_fighting(attack.attacker), still_fighting(attack.target)
    if attacker is None or target is None:
        turn.refuse("gone", "One of the two is not in the fight any more. The attack can be called off.", "ask")
    options = moves.options_of(turn.viewer, attacker.fight)
    return Scene(attack, attacker, target, attack.check(), defense, options)


def _harm(turn: Turn, scene: Scene, outcome: Outcome) -> Facts:
    """Takes the damage off, and seizes; what it did to the target."""
    found: Facts = {}
    if outcome.damage:
        found["life"] = wounds.hurt(turn, scene.target.character, outcome.damage).facts()
    if outcome.result == HIT and scene.attack.sort == GRAPPLE:
        holding.seize(turn, scene.attacker.combatant, scene.target.combatant, scene.attack.grip)
        found["grip"] = holding.GRIP_TITLES[scene.attack.grip]
    return found | {"state": blow_cards.state_word(scene.target.character) if outcome.damage else ""}


def _struck_back(turn: Turn, scene: Scene, outcome: Outcome) -> Facts:
    """A bare hand that was parried with a weapon (dragonfly.parry-hurts-unarmed)."""
    harm = back_harm(scene) if outcome.result == "defended" else None
    if harm is None or scene.defense.way is None:
        return {}
    found: Facts = {
        "damage": harm.damage,
        "steps": list(steps_of(harm, scene.defense.way, "target", "attacker")),
    }
    if harm.damage:
        found["life"] = wounds.hurt(turn, scene.attacker.character, harm.damage).facts()
        found["state"] = blow_cards.state_word(scene.attacker.character)
    return {"back": found}


def back_harm(scene: Scene) -> Harm | None:
    """What the attacker takes from a weapon that parried a bare hand, or None where it does not come to that."""
    parry, way = scene.defense, scene.defense.way
    if parry.how != "parry" or parry.check is None or way is None or way.weapon == "unarmed":
        return None
    limit = defenses.parry_limits(attack_kind=scene.attack.kind, parry_with="weapon", options=scene.options)
    if not limit.hurts_attacker:
        return None
    times = damage.damage_types(damage_type=way.damage_type).multiplier
    return defenses.parry_hurts_unarmed(
        parry_total=parry.check.total, parry_succeeds=True, base_damage=way.base_damage,
        armor=scene.attacker.sheet.armor, multiplier=times, listed=way.listed, options=scene.options,
    ).harm  # fmt: skip


def _go_down(turn: Turn, scene: Scene, outcome: Outcome, event: Event) -> None:
    if outcome.resist:
        combatant = scene.target.combatant
        wounds.ask_knockout(turn, combatant, event, outcome.levels, taser=outcome.resist == "taser")


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
    return Outcome(result, levels, harm.damage, steps_of(harm, scene.attack.way), taser)


def _knockout(scene: Scene) -> Outcome:
    """Half the damage, and a test to stay up (dragonfly.knockout)."""
    result, levels = scene.ends(), scene.levels()
    if result != HIT:
        return Outcome(result, levels)
    harm = damage.knockout_harm(**harm_inputs(scene, levels), options=scene.options)
    return Outcome(result, levels, harm.damage, steps_of(harm, scene.attack.way), "knockout")


def _grapple(scene: Scene) -> Outcome:
    """A hold, and no damage (dragonfly.grapple)."""
    return Outcome(scene.ends(), scene.levels())


def harm_inputs(scene: Scene, levels: int) -> dict[str, Any]:
    """What the rules of damage take."""
    way = scene.attack.way
    return {
        "base_damage": way.base_damage, "success_levels": levels, "listed": way.listed,
        "heroic_feat": scene.attack.damage_feat, "armor": scene.armor, "multiplier": scene.multiplier,
    }  # fmt: skip


for _sort, _resolver in ((HIT, _hit), (KNOCKOUT, _knockout), (GRAPPLE, _grapple)):
    resolves(_sort, _resolver)
