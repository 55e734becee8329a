"""One combatant as they stand in this Turn: sheet, state, what was declared, what is used up, who holds them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, TypeVar

from apps.characters.dragonfly.points import is_furious
from apps.characters.dragonfly.sheet import DragonflySheet, sheet_of
from apps.characters.models import Character
from apps.combat import tracking
from apps.combat.dragonfly.fighters.states import State, state_of
from apps.combat.models import Combatant, Declaration, Fight
from apps.rules.dragonfly.combat import attacks, fear, injury, turns
from apps.rules.dragonfly.combat import holds as hold_rules
from apps.rules.dragonfly.drama import FURY
from apps.rules.parts import Part
from apps.rules.refusal import Refused
from apps.table.desk import Desk
from apps.table.models import Span
from apps.table.turn import Turn

GONE = "That has gone in the meantime. Look where the fight stands."
Thing = TypeVar("Thing")
FEAT_RULE = "dragonfly.heroic-feat"
DAMAGE_FEAT = "damage-feat-used"
OTHER_FEAT = "other-feat-used"
"""Written on the plan that announced the feat, so that the plan is not taken back while the roll stands."""
COUNTED: dict[turns.Act, str] = {"attack": "attacks", "defense": "defenses", "other": "others"}


@dataclass(frozen=True)
class Standing:
    """`drama` are the announced uses for this Turn ("attack", "defense", "damage", "initiative"); `faces` the kept d10s
    by their key ("attack", "defense", "turn"); `more` how many additional actions a Turn gives; `tallies` all that
    was used up or marked in this Turn; `seizes` that they hold somebody of whom everybody knows."""

    fight: Fight
    combatant: Combatant
    sheet: DragonflySheet
    state: State
    declaration: Declaration | None
    plan: turns.Plan
    drama: tuple[str, ...]
    done: turns.Done
    faces: Mapping[str, int]
    holds: tuple[hold_rules.Held, ...]
    fury: bool
    more: int
    tallies: Mapping[str, int]
    seizes: bool

    @property
    def character(self) -> Character:
        return self.combatant.character

    @property
    def supporting(self) -> bool:
        return not self.sheet.is_full

    @property
    def has_used_other_feat(self) -> bool:
        """Whether a roll has used the Heroic Feat that was announced for another one than an attack or a defense."""
        return bool(self.declaration and self.declaration.plan.get(OTHER_FEAT))

    def hurt(self, options: Any) -> injury.Injury:
        """What injury takes off (dragonfly.injury-penalty)."""
        return injury.injury_penalty(
            life_points=self.sheet.life_points,
            max_life_points=self.sheet.max_life_points,
            supporting=self.supporting,
            options=options,
        )

    def additional(self, act: turns.Act, options: Any) -> int:
        """Which additional action of the Turn the next act of this sort is, 0 for a free one."""
        return turns.additional_number(act=act, plan=self.plan, done=self.done, options=options)

    def why_no_attack(self, options: Any) -> Refused | None:
        """Why no attack fits into the Turn any more, or None if one does."""
        return attacks.why_no_attack(plan=self.plan, done=self.done, additional_actions=self.more, options=options)

    def why_not_more(self, act: turns.Act, options: Any) -> Refused | None:
        """Why no further act of this sort fits into the Turn, or None if one does."""
        return turns.why_not_more(
            act=act, plan=self.plan, done=self.done, additional_actions=self.more, options=options
        )

    def lines(self, act: turns.Act, options: Any, uses: frozenset[str] | None = None) -> tuple[Part, ...]:
        """What injury, holds, fury and panic add to a roll; `uses` are the limbs that it needs (None: all)."""
        held = hold_rules.holds_together(holds=self.holds, uses=uses)
        fury = (FURY,) if self.fury and act == "attack" else ()
        panic = fear.panic_parts(self.state.panic) if act == "defense" else ()
        return (*self.hurt(options).parts, *held.parts, *fury, *panic)


def standing_of(combatant: Combatant) -> Standing:
    """How the combatant stands in the Turn that runs: one worked out before a change does not know of it."""
    mine = combatant.desk.own(combatant)
    return mine.desk.memo_of(mine, "standing", lambda: _standing(mine))


def _standing(combatant: Combatant) -> Standing:
    fight, character = combatant.fight, combatant.character
    sheet, state = sheet_of(character), state_of(character)
    declared = tracking.declaration_of(fight, combatant)
    tallies = tracking.tallies_of(combatant, fight.turn)
    more = turns.additional_actions(dexterity=sheet.number("dexterity")).additional_actions
    return Standing(
        fight=fight,
        combatant=combatant,
        sheet=sheet,
        state=state,
        declaration=declared,
        plan=_calm_enough(plan_of(declared), state),
        drama=tuple(declared.plan.get("drama", ())) if declared else (),
        done=_done(tallies),
        faces={key.removeprefix("die-"): value for key, value in tallies.items() if key.startswith("die-")},
        holds=tuple(held_by(combatant)),
        fury=is_furious(character),
        more=more if sheet.is_full else sheet.additional_actions,
        tallies=tallies,
        seizes=any(not one.held.character.hidden for one in tracking.holds_of(combatant)),
    )


def _done(tallies: Mapping[str, int]) -> turns.Done:
    """What they have done in this Turn, by what was counted."""
    attacks, defenses, others = (tallies.get(name, 0) for name in COUNTED.values())
    return turns.Done(attacks, defenses, others, bool(tallies.get("stopped")))


def still_fighting(desk: Desk, key: int) -> Standing | None:
    """How this combatant stands now, or None where they are out of the fight."""
    one = desk.find(Combatant, key)
    return standing_of(one) if one is not None and one.state != "out" else None


def there(thing: Thing | None, text: str = GONE, field: str = "character") -> Thing:
    """What has to be there where this is asked; refuses where it has gone."""
    if thing is None:
        raise Refused("gone", text, field)
    return thing


def turn_of(fight: Fight) -> Span:
    """The Turn that runs."""
    return there(fight.turn, "No Turn of this fight runs any more.")


def held_by(combatant: Combatant) -> list[hold_rules.Held]:
    """Who holds them where, as the rules take it."""
    return [hold_rules.Held(holder=str(one.holder_id), grip=one.grip) for one in tracking.holds_on(combatant)]


def _calm_enough(plan: turns.Plan, state: State) -> turns.Plan:
    """The plan without a Full Defense that panic has broken (dragonfly.panic-table)."""
    broken = plan.stance == "full-defense" and fear.why_panicked(panic=state.panic, act="full-defense")
    return replace(plan, stance="normal") if broken else plan


def plan_of(declared: Declaration | None) -> turns.Plan:
    """The plan that was declared; without one: a normal stance, one own action, nothing additional."""
    if declared is None:
        return turns.Plan()
    plan = declared.plan
    return turns.Plan(plan.get("stance", "normal"), plan.get("action", "attack"), tuple(plan.get("extra", ())))


def has_damage_feat(standing: Standing) -> bool:
    """Whether a Heroic Feat for damage was announced and waits for its hit (dragonfly.heroic-feat-damage)."""
    return "damage" in standing.drama and not standing.tallies.get(DAMAGE_FEAT)


def count(turn: Turn, standing: Standing, act: turns.Act, *, die: str | None = None, face: int | None = None) -> None:
    """Notes that an act of this sort was made in the Turn, and the face of its d10."""
    span = turn_of(standing.fight)
    tracking.raise_tally(turn, standing.combatant, span, COUNTED[act])
    if die and face is not None and die not in standing.faces:
        tracking.set_tally(turn, standing.combatant, span, f"die-{die}", face)


def stop_series(turn: Turn, standing: Standing) -> None:
    """A target defended: no further attacks of this Turn (dragonfly.multiple-attacks)."""
    tracking.set_tally(turn, standing.combatant, turn_of(standing.fight), "stopped", 1)
