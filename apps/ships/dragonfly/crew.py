"""Who sits where when ships meet: what they roll with, and what they have used up in the Turn."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from apps.characters.access import sheet_open_to
from apps.characters.dragonfly import doing
from apps.characters.dragonfly.points import FeatsOfTurn, turns_count
from apps.characters.dragonfly.points import Spent as Paid
from apps.characters.dragonfly.sheet import DragonflySheet, sheet_of
from apps.characters.forms import first_unless_named
from apps.characters.models import Character
from apps.checks.dragonfly.sides import (
    FEAT,
    Added,
    Line,
    SideForm,
    condition_line,
    own_numbers,
    pay_for_feat,
)
from apps.rules.dragonfly.combat.injury import injury_penalty
from apps.rules.dragonfly.combat.turns import additional_actions, additional_part
from apps.rules.dragonfly.lists import SPACE_RANGES
from apps.rules.dragonfly.odds import total_spread
from apps.rules.dragonfly.options import Options
from apps.rules.dragonfly.ships.dogfight import evasion_actions, maneuver_parts
from apps.rules.dragonfly.ships.odds import Totals, certain
from apps.rules.dragonfly.ships.sheet import post_roll
from apps.rules.parts import Part
from apps.rules.refusal import Refused
from apps.ships.board import encounter_of, sailing, spend, spent_by
from apps.ships.dragonfly.sheet import ShipSheet, ship_sheet_of
from apps.ships.models import Encounter, Post, Vessel
from apps.table.models import Span
from apps.table.turn import Turn
from apps.table.viewer import Viewer

PILOT, GUNNER, ENGINEER = "pilot", "gunner", "engineer"
MANEUVERS, FIXED_SHOTS, TURRET_SHOTS = "maneuvers", "fixed-shots", "turret-shots"
REPAIRS, SEARCHES = "repairs", "searches"
EVASIONS, FEATS, STOPPED = "evasions", "feats", "stopped"
FLED, TRIED = "fled", "hidings"
TITLES = {
    "injury": "Injury",
    "additional-action": "Additional action",
    "position": "Firing position",
    "righteous-fury": "Righteous Fury",
    "missiles": "As against missiles",
    "second-hit": "Damaged a second time",
    "situational-awareness": "Situational Awareness",
    "fast-reaction-time": "Fast Reaction Time",
    **{f"range-{row.id}": f"{row.title} range" for row in SPACE_RANGES},
}


def options_of(viewer: Viewer, encounter: Encounter) -> Options:
    """The switches by which this Turn is played: those that it began with."""
    found: Options = encounter.desk.memo_of(encounter, "options", lambda: _options(viewer, encounter))
    return found


def _options(viewer: Viewer, encounter: Encounter) -> Any:
    return viewer.game.options(encounter.turn.options) if encounter.turn else viewer.options


# who sits where


def aboard(vessel: Vessel, post_key: str) -> list[Character]:
    """Who is at this post of the ship, in their order."""
    held = vessel.desk.all(Post, ship=vessel.ship_id, key=post_key)
    return [one.person for one in sorted(held, key=lambda one: (one.order, one.pk))]


def pilot_of(vessel: Vessel) -> Character | None:
    """Who flies the ship, or None where nobody does."""
    return next(iter(aboard(vessel, PILOT)), None)


def who_is_asked(person: Character) -> dict[str, str]:
    """How an ask's facts name whom it is about."""
    return {"who": person.name, "character_id": person.public_id}


def awake_pilot_of(vessel: Vessel) -> Character | None:
    """The pilot, if they can fly it: neither dead nor unconscious."""
    pilot = pilot_of(vessel)
    return None if pilot is None or doing.why_unfit(pilot) else pilot


def left_the_helm(vessel: Vessel, person: Character) -> Refused | None:
    """Why somebody does not roll as the ship's pilot any more, or None while they are: whoever flies it does."""
    if pilot_of(vessel) == person:
        return None
    why = f"{person.name} has left the helm of {vessel.ship.name}: whoever takes it rolls."
    return Refused("left-the-helm", why)


def why_unfit(viewer: Viewer, person: Character) -> Refused | None:
    """Why a player's character can do nothing aboard: dead or unconscious (dragonfly.consciousness-test). A GM is never
    locked out."""
    return None if viewer.is_gm else doing.why_unfit(person)


def sheet_of_vessel(viewer: Viewer, vessel: Vessel) -> ShipSheet:
    return ship_sheet_of(vessel.ship, options_of(viewer, vessel.encounter))


def out_of_order(viewer: Viewer, vessel: Vessel) -> frozenset[str]:
    """The ids of the ship's systems that are out."""
    return sheet_of_vessel(viewer, vessel).out


# what they roll with


def line_of(part: Part, sheet: DragonflySheet) -> Line:
    """A part of the rules as a line of the card; what is added to an Ability Score is a modifier of it."""
    return Line(part.label_id, TITLES[part.label_id], part.value, part.kind if sheet.is_full else "modifier")


def hurt_parts(sheet: DragonflySheet, options: Options) -> tuple[Part, ...]:
    """What injury takes off a roll, as in any fight (dragonfly.injury-penalty)."""
    return injury_penalty(
        life_points=sheet.life_points,
        max_life_points=sheet.max_life_points,
        supporting=not sheet.is_full,
        options=options,
    ).parts


def pilot_parts(sheet: DragonflySheet, options: Options) -> tuple[Part, ...]:
    """What a pilot's qualities and injuries add to Maneuver for Position."""
    own = maneuver_parts(
        situational_awareness=sheet.has("situational-awareness"),
        fast_reaction_time=sheet.has("fast-reaction-time"),
        options=options,
    )
    return (*own, *hurt_parts(sheet, options))


def added_at(post_key: str, sheet: DragonflySheet, parts: Iterable[Part], options: Options) -> Added:
    """All that somebody at a post adds with every condition counted and no feat."""
    roll = post_roll(post=post_key, options=options)
    more = [condition_line(one) for one in sheet.conditions if one.modifier]
    more += [line_of(part, sheet) for part in parts]
    if not sheet.is_full:
        score = Line(roll.score, sheet.title(roll.score), sheet.number(roll.score), "score")
        return Added(score.label, [score, *more], [], is_score=True)
    own, what, _ = own_numbers(sheet, roll.attribute, roll.skill, False)
    return Added(what, [*own, *more], [])


def feat_on(series: str) -> str:
    """Under which name it is counted that a Heroic Feat is on the rolls of this series."""
    return f"feat-on-{series}"


def of_the_series(added: Added, spent: Mapping[str, int], series: str) -> Added:
    """With the Heroic Feat that was put on the first roll of this series: those that use its die again profit too
    (dragonfly.heroic-feat)."""
    if added.feat or added.is_score or not spent.get(feat_on(series)):
        return added
    return replace(added, lines=[*added.lines, FEAT], feat=True)


def totals_of(added: Added) -> Totals:
    """How the total of this side may fall."""
    return certain(added.check().total) if added.is_score else total_spread(added.bonus)


def maneuver_totals(viewer: Viewer, vessel: Vessel) -> Totals | None:
    """What this seat knows of the ship's maneuver total: the finished one, how it may fall, or nothing (None)."""
    pilot = pilot_of(vessel)
    if vessel.piloting is not None or pilot is None:
        return certain(vessel.piloting or 0)
    if not sheet_open_to(viewer, pilot):
        return None
    if doing.why_unfit(pilot):
        return certain(0)
    sheet, options = sheet_of(pilot), options_of(viewer, vessel.encounter)
    return totals_of(added_at(PILOT, sheet, pilot_parts(sheet, options), options))


# what is used up in a Turn


def more_actions(sheet: DragonflySheet) -> int:
    """The additional actions of a Turn (dragonfly.additional-actions)."""
    if not sheet.is_full:
        return sheet.additional_actions
    return additional_actions(dexterity=sheet.number("dexterity")).additional_actions


def used_up(vessel: Vessel, person: Character) -> dict[str, int]:
    """What this person has used up in the Turn that runs; nothing between Turns."""
    return spent_by(vessel, person) if vessel.encounter.turn else {}


def note(turn: Turn, vessel: Vessel, person: Character, key: str, by: int = 1) -> None:
    """Counts one more of something that is limited in a Turn."""
    if vessel.encounter.turn:
        spend(turn, vessel, person, key, used_up(vessel, person).get(key, 0) + by)


def _turn_of(person: Character) -> Span | None:
    """The Turn of the ships aboard one of which they have a post."""
    vessel = vessel_with(person)
    return vessel.encounter.turn if vessel else None


def _feats_made(person: Character) -> int:
    vessel = vessel_with(person)
    return used_up(vessel, person).get(FEATS, 0) if vessel else 0


def _note_feat(turn: Turn, person: Character) -> None:
    if vessel := vessel_with(person):
        note(turn, vessel, person, FEATS)


def vessel_with(person: Character) -> Vessel | None:
    """The ship in the encounter that runs on which this person has a post."""
    encounter = encounter_of(person.table)
    ships = {one.ship_id for one in person.desk.all(Post, person=person)}
    return next((one for one in sailing(encounter) if one.ship_id in ships), None) if encounter else None


turns_count(FeatsOfTurn(_turn_of, _feats_made, lambda person: False, _note_feat))


def keep_face(turn: Turn, vessel: Vessel, person: Character, key: str, face: int | None) -> None:
    """Keeps the face of a die that further rolls of this Turn use again."""
    if face is not None and key not in used_up(vessel, person):
        spend(turn, vessel, person, key, face)


def actions_in(spent: Mapping[str, int]) -> int:
    """The rolls of a Turn that take an action each, evasions apart.

    Maneuvering is part of engaging: with the fixed-forward weapons it is one action (dragonfly.open-fire). So is
    running (dragonfly.flee-and-evade), or hiding in its place, however many are after the ship.
    """
    runs = bool(spent.get(FLED) or spent.get(TRIED))
    flying = max(spent.get(MANEUVERS, 0), spent.get(FIXED_SHOTS, 0), int(runs))
    return flying + sum(spent.get(key, 0) for key in (TURRET_SHOTS, REPAIRS, SEARCHES))


def used_on_others(spent: Mapping[str, int]) -> int:
    """The additional actions that went into anything but evading."""
    return max(0, actions_in(spent) - 1)


def number_of_next(spent: Mapping[str, int], key: str, options: Options, fleeing: bool = False) -> int:
    """Which additional action of the Turn the next roll of this sort takes; 0 where it takes none."""
    after = actions_in({**spent, key: spent.get(key, 0) + 1})
    if after <= max(1, actions_in(spent)):
        return 0
    evaded, runs = spent.get(EVASIONS, 0), fleeing or bool(spent.get(FLED))
    evading = evasion_actions(evasion_number=evaded, fleeing=runs, options=options) if evaded else 0
    return after - 1 + evading * (not options.penalty_per_series)


def why_no_more(sheet: DragonflySheet, number: int) -> Refused | None:
    """Why the roll that would take this additional action cannot be made, or None if it can."""
    held = more_actions(sheet)
    if number <= held:
        return None
    has = f"{held} additional action{'' if held == 1 else 's'}" if held else "no additional actions"
    return Refused("no-actions", f"{sheet.name} has {has} in a Turn, and this would take one more.")


def action_parts(number: int) -> tuple[Part, ...]:
    """What the additional action of that number takes off."""
    return additional_part(number)


# the form of a roll at a post


class CrewForm(SideForm):
    """A roll at a post: what helps and hinders, a Heroic Feat, a real die. Attribute and skill are the post's."""

    post_key = PILOT

    def setup(self) -> None:
        super().setup()
        for name in ("attribute", "skill", "withheld", "score"):
            self.fields.pop(name, None)

    def vessel(self) -> Vessel | None:
        """The ship on which it is rolled."""
        raise NotImplementedError

    def parts(self) -> tuple[Part, ...]:
        """What the rules add to it."""
        raise NotImplementedError

    def clean(self) -> dict[str, Any]:
        given = super().clean()
        given["score"] = post_roll(post=self.post_key, options=self.options).score
        return given

    @property
    def options(self) -> Options:
        vessel = self.vessel()
        return options_of(self.viewer, vessel.encounter) if vessel else self.viewer.options

    def chosen_roll(self) -> tuple[str, str, bool]:
        roll = post_roll(post=self.post_key, options=self.options)
        return roll.attribute, roll.skill, False

    def everything(self) -> Added:
        added = self.added(*(line_of(part, self.own_sheet) for part in self.parts()))
        return of_the_series(added, self.spent(), self.series())

    def series(self) -> str:
        """Which rolls of the Turn use the die of their first one again, the attacks or the defenses; empty where none
        do. With one-die-per-turn both have the same die, and a Heroic Feat on one of them is not on the other."""
        return ""

    def kept_face(self) -> int | None:
        """The die that this roll uses again, where it has fallen in this Turn."""
        return None

    def spent(self) -> dict[str, int]:
        vessel = self.vessel()
        return used_up(vessel, self.sheet.character) if vessel and self.sheet else {}

    @property
    def why_unfit(self) -> Refused | None:
        """Why whoever is at the post can do nothing, or None."""
        return why_unfit(self.viewer, self.own_sheet.character)

    @property
    def why_not_at_helm(self) -> Refused | None:
        """Why the pilot who was asked does not roll: they can do nothing, or have left the helm. None if they do; a GM
        is never locked out."""
        vessel = self.vessel()
        left = None if vessel is None or self.viewer.is_gm else left_the_helm(vessel, self.own_sheet.character)
        return left or self.why_unfit

    def no_feat(self) -> Refused | None:
        """Why no Heroic Feat can be made now: one in a Turn (dragonfly.heroic-feat), and before the die falls."""
        no = super().no_feat()
        if no is None and self.kept_face() is not None:
            return Refused("die-fallen", "The die has fallen: a Heroic Feat is announced before it.", "heroic_feat")
        return no

    def pay(self, turn: Turn) -> Paid | None:
        """Pays for the Heroic Feat before any die falls. Refuses a second one in the Turn of an encounter."""
        if not self.feat:
            return None
        if no := self.no_feat():
            raise no
        paid, vessel, series = pay_for_feat(turn, self), self.vessel(), self.series()
        if vessel and series:
            note(turn, vessel, self.own_sheet.character, feat_on(series))
        return paid


class ChosenCrewForm(CrewForm):
    """The same for one of those who sit at such a post; before anybody is named it is the first of them."""

    alternatives: list[Character]

    def whose(self) -> Character | None:
        return first_unless_named(self, self.alternatives)
