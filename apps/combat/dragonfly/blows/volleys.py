"""What shots do when both sides are in: one, several with one roll (dragonfly.multiple-shots), or a burst
(dragonfly.burst-fire)."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field, fields
from typing import Any

from apps.characters.dragonfly.sheet import DAMAGE_TITLES
from apps.combat.dragonfly.blows import blow, cards
from apps.combat.dragonfly.blows.blow import Facts, Mode, Outcome, Resist, Scene, Shot, Step, Volley, Way
from apps.rules.dragonfly.combat import ranged
from apps.rules.dragonfly.combat.ranged import BurstSum, ShotAt, Target
from apps.rules.dragonfly.harm import Harm

KIND, OWN = "dragonfly.shots-settled", "own"
UNREACHED = 1_000_000
"""The defense of a target that left the fight before the shots were shown: they go by, and count as shots."""

RULES: dict[Mode, str] = {
    "one": "dragonfly.ranged-attack",
    "several": "dragonfly.multiple-shots",
    "burst": "dragonfly.burst-fire",
}


@dataclass(frozen=True)
class Fired:
    """What was fired at one target, as an attack's `more` holds it. `kind` is what comes at the target, an id of
    ATTACK_KINDS; `range` and `aim` are for the card. Of shots spread over several targets, `before` are those of the
    same roll that came first, and `earlier` for each of their targets (shots, defense total or None, bonus of the
    attack by the range to it), once it is known.
    """

    mode: Mode
    shots: int
    kind: str
    range: str = ""
    aim: int | None = None
    before: int = 0
    earlier: list[tuple[int, int | None, int]] = field(default_factory=list)

    def more(self) -> Facts:
        return asdict(self)

    def words(self, weapon: str) -> str:
        """Carbine; Carbine, 3 shots; Carbine, a burst of 5."""
        counted = {"one": "", "several": f", {self.shots} shots", "burst": f", a burst of {self.shots}"}
        return weapon + counted[self.mode if self.shots > 1 else "one"]


def fired_of(scene: Scene) -> Fired:
    return Fired(**{one.name: scene.attack.more[one.name] for one in fields(Fired)})


def resolve(scene: Scene) -> Outcome:
    """Every shot by the rules, and what they do together; a taser's shock is resisted with the roll's levels."""
    fired = fired_of(scene)
    if scene.ends() != blow.HIT:
        return Outcome(scene.ends(), rules=_rules(scene, fired), volley=_told(fired, [], 0))
    taser: Resist = "taser" if scene.attack.way.damage_type == "taser" else ""
    if fired.mode == "burst":
        return _of_burst(scene, fired, taser)
    return _of_volley(scene, fired, taser)


def _given(scene: Scene, fired: Fired) -> dict[str, Any]:
    """What the rules take: the shots at other targets first, as far as they came first."""
    others = [
        Target(str(n), total, modifier=bonus - scene.attack.bonus)
        for n, (many, total, bonus) in enumerate(fired.earlier)
        for _ in range(many)
    ]
    others += [Target("gone", UNREACHED)] * (fired.before - len(others))
    own = [Target(OWN, scene.defense.total, scene.armor, scene.times)] * fired.shots
    return {
        "attack_total": scene.check.total,
        "aims": [*others, *own],
        "counts": scene.attack.counts,
        "options": scene.options,
        **scene.attack.hurting(),
    }


def _told(fired: Fired, each: list[Shot], hits: int) -> Volley:
    """What the card tells besides; nothing of other targets of the same roll, of whom not everybody may know."""
    return Volley(fired.mode, fired.shots, fired.range, each, hits)


def _rules(scene: Scene, fired: Fired) -> list[str]:
    way, found = scene.attack.way, [RULES[fired.mode]]
    found += ["dragonfly.range-bands"] if fired.range else []
    found += ["dragonfly.aiming"] if fired.aim is not None else []
    found += ["dragonfly.bows"] if way.weapon in {"bow", "thrown"} else []
    found += ["dragonfly.attack-outcome"]
    found += [cards.DEFENSE_RULES[scene.defense.how]] if scene.defense.how in cards.DEFENSE_RULES else []
    found += [] if scene.attack.counts else ["dragonfly.feeble-attacker"]
    found += ["dragonfly.taser"] if way.damage_type == "taser" else []
    if does_damage(way):
        found.append("dragonfly.supporting-cast-damage" if way.listed else "dragonfly.damage")
    return found


def does_damage(way: Way) -> bool:
    """A taser does none unless the sheet lists some (dragonfly.taser)."""
    return way.damage_type != "taser" or way.base_damage > 0


# several shots


def _of_volley(scene: Scene, fired: Fired, taser: Resist) -> Outcome:
    shots = [one for one in ranged.volley(**_given(scene, fired)).shots if one.target == OWN]
    each = [_of_shot(fired.before + n, one, scene) for n, one in enumerate(shots, 1)]
    hits = sum(one.hit for one in shots)
    harms = [one.harm for one in shots if one.harm and does_damage(scene.attack.way)]
    return Outcome(
        "hit" if hits else "missed",
        shots[0].success_levels,
        sum(one.damage for one in harms),
        _sum_of_shots(scene, fired, harms),
        taser if hits else "",
        _rules(scene, fired),
        _told(fired, each if fired.shots + fired.before > 1 else [], hits),
    )


def _of_shot(n: int, one: ShotAt, scene: Scene) -> Shot:
    harm = one.harm if does_damage(scene.attack.way) else None
    steps = cards.steps_of(harm, scene.attack.way) if harm else []
    return Shot(n=n, hit=one.hit, levels=one.success_levels, damage=harm.damage if harm else 0, steps=steps)


def _sum_of_shots(scene: Scene, fired: Fired, harms: list[Harm]) -> list[Step]:
    if not harms:
        return []
    if fired.shots == 1:
        return cards.steps_of(harms[0], scene.attack.way)
    return [Step("All shots together", sum(one.damage for one in harms), "=", "target")]


# bursts


def _of_burst(scene: Scene, fired: Fired, taser: Resist) -> Outcome:
    found = ranged.burst(**_given(scene, fired))
    own = next(one for one in found.sums if one.target == OWN)
    harmful = does_damage(scene.attack.way)
    bullets = found.bullets[len(found.bullets) - own.bullets_hit :]
    each = [_of_bullet(n, one, scene) for n, one in enumerate(bullets, 1)]
    return Outcome(
        "hit" if bullets else "missed",
        found.success_levels if bullets else 0,
        own.damage if harmful else 0,
        _sum_of_burst(scene, own) if bullets and harmful else [],
        taser if bullets else "",
        _rules(scene, fired),
        _told(fired, each if harmful else [], len(bullets)),
    )


def _of_bullet(n: int, harm: Harm, scene: Scene) -> Shot:
    """One bullet up to the armour: what gets through is multiplied together."""
    base = "Damage on the sheet" if scene.attack.way.listed else "Base damage"
    feat = [Step("Heroic Feat for damage", harm.heroic_feat, "+", "attacker")] if harm.heroic_feat else []
    steps = [
        Step(base, harm.base_damage, "", "attacker"),
        *feat,
        Step("Armour", harm.armor, "−", "target"),
        Step("After armour, at least 0", harm.after_armor, "=", "target"),
    ]
    return Shot(n=n, hit=True, levels=0, damage=harm.after_armor, steps=steps)


def _sum_of_burst(scene: Scene, one: BurstSum) -> list[Step]:
    title = DAMAGE_TITLES[scene.attack.way.damage_type]
    return [
        Step("All bullets that hit, after armour", one.after_armor, "=", "target"),
        Step(f"Damage type: {title}", one.multiplier, "×", "target"),
        Step("Damage", one.damage, "=", "target"),
    ]
