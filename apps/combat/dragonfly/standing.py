"""One combatant as they stand in this Turn: sheet, state, what was declared, what is used up, who holds them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from apps.characters.dragonfly.sheet import DragonflySheet, sheets_drawn, sheets_of
from apps.characters.models import Character, Use
from apps.combat import tracking
from apps.combat.dragonfly.states import State, state_on
from apps.combat.models import Combatant, Declaration, Fight, Hold
from apps.rules.dragonfly.combat import fear, injury, turns
from apps.rules.dragonfly.combat import holds as hold_rules
from apps.rules.dragonfly.drama import FURY
from apps.rules.parts import Part
from apps.table.turn import Turn
from apps.table.viewer import Viewer

FURY_RULE = "dragonfly.righteous-fury"
FEAT_RULE = "dragonfly.heroic-feat"
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

    def lines(self, act: turns.Act, options: object, uses: frozenset[str] | None = None) -> tuple[Part, ...]:
        """What injury, holds, fury and panic add to a roll; `uses` are the limbs that it needs (None: all)."""
        hurt = injury.injury_penalty(
            life_points=self.sheet.life_points, max_life_points=self.sheet.max_life_points,
            supporting=self.supporting, options=options,  # type: ignore[arg-type]
        )  # fmt: skip
        held = hold_rules.holds_together(holds=self.holds, uses=uses)
        fury = (FURY,) if self.fury and act == "attack" else ()
        panic = fear.panic_parts(self.state.panic) if act == "defense" else ()
        return (*hurt.parts, *held.parts, *fury, *panic)


def standing_of(combatant: Combatant) -> Standing:
    """How the combatant stands in the Turn that runs. Read inside the hold where it decides something."""
    return standings_of([combatant])[0]


def standings_of(combatants: Iterable[Combatant], sheets: list[DragonflySheet] | None = None) -> list[Standing]:
    """How several combatants of one fight stand, read together: a few questions, however many they are. `sheets` are
    theirs, where they were read already."""
    found = list(combatants)
    if not found:
        return []
    fight, characters = found[0].fight, [one.character for one in found]
    declared = {one.combatant_id: one for one in Declaration.objects.filter(combatant__in=found, turn=fight.turn)}
    tallies = tracking.tallies_of_all(found, fight.turn)
    raging, held, holding = _raging(fight, characters), _held(found), _holding(found)
    return [
        _standing(
            one, sheet, declared.get(one.pk), tallies.get(one.pk, {}), tuple(held.get(one.pk, ())),
            fury=one.character_id in raging, seizes=one.pk in holding,
        )
        for one, sheet in zip(found, sheets or sheets_of(characters), strict=True)
    ]  # fmt: skip


def standings_drawn(viewer: Viewer, fight: Fight) -> list[Standing]:
    """Everybody in the fight, those who act first in front, for panels: they are read once in a drawing."""
    read: dict[int, list[Standing]] = viewer.read.setdefault("standings", {})
    if fight.pk not in read:
        found = list(tracking.combatants_of(fight))
        read[fight.pk] = standings_of(found, sheets_drawn(viewer, [one.character_id for one in found]))
    return read[fight.pk]


def _raging(fight: Fight, characters: list[Character]) -> frozenset[int]:
    """Those of them whose Righteous Fury lasts."""
    uses = Use.objects.filter(character__in=characters, rule=FURY_RULE, span=fight.span)
    return frozenset(uses.values_list("character_id", flat=True))


def _held(combatants: list[Combatant]) -> dict[int, list[hold_rules.Held]]:
    found: dict[int, list[hold_rules.Held]] = {}
    for one in Hold.objects.filter(held__in=combatants).order_by("pk"):
        found.setdefault(one.held_id, []).append(hold_rules.Held(holder=str(one.holder_id), grip=one.grip))
    return found


def _holding(combatants: list[Combatant]) -> frozenset[int]:
    """Those of them who hold somebody of whom everybody knows."""
    holds = Hold.objects.filter(holder__in=combatants, held__character__hidden=False)
    return frozenset(holds.values_list("holder_id", flat=True))


def _standing(
    combatant: Combatant, sheet: DragonflySheet, declared: Declaration | None, tallies: Mapping[str, int],
    holds: tuple[hold_rules.Held, ...], *, fury: bool, seizes: bool,
) -> Standing:  # fmt: skip
    more = turns.additional_actions(dexterity=sheet.number("dexterity")).additional_actions
    state = state_on(sheet.character)
    return Standing(
        fight=combatant.fight, combatant=combatant, sheet=sheet, state=state, declaration=declared,
        plan=_calm_enough(plan_of(declared), state), drama=tuple(declared.plan.get("drama", ())) if declared else (),
        done=turns.Done(
            attacks=tallies.get("attacks", 0), defenses=tallies.get("defenses", 0), others=tallies.get("others", 0),
            stopped=bool(tallies.get("stopped")),
        ),
        faces={key.removeprefix("die-"): value for key, value in tallies.items() if key.startswith("die-")},
        holds=holds, fury=fury, more=more if sheet.is_full else sheet.additional_actions, tallies=tallies,
        seizes=seizes,
    )  # fmt: skip


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


def count(
    turn: Turn, standing: Standing, act: turns.Act, *, stopped: bool = False, die: str | None = None,
    face: int | None = None,
) -> None:  # fmt: skip
    """Notes that an act of this sort was made in the Turn, that a series was stopped, and the face of its d10."""
    span = standing.fight.turn
    assert span is not None
    tracking.raise_tally(turn, standing.combatant, span, COUNTED[act])
    if stopped:
        tracking.set_tally(turn, standing.combatant, span, "stopped", 1)
    if die and face is not None and die not in standing.faces:
        tracking.set_tally(turn, standing.combatant, span, f"die-{die}", face)


def stop_series(turn: Turn, standing: Standing) -> None:
    """A target defended: no further attacks of this Turn (dragonfly.multiple-attacks)."""
    assert standing.fight.turn is not None
    tracking.set_tally(turn, standing.combatant, standing.fight.turn, "stopped", 1)
