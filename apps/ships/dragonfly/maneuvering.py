"""Maneuver for Position (dragonfly.maneuver-for-position): every pilot is asked for one roll in the Turn."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from apps.characters.dragonfly.points import spent_told_by
from apps.characters.dragonfly.sheet import sheet_of
from apps.characters.forms import acting_for, named
from apps.characters.models import Character, CharacterKey
from apps.checks.dragonfly import odds
from apps.checks.dragonfly.asking import AskedForm
from apps.checks.dragonfly.sides import Added, thrown_for
from apps.checks.versus import whom_to_ask
from apps.rules.dragonfly.checks import Check
from apps.rules.dragonfly.ships.odds import position_odds
from apps.rules.dragonfly.ships.sheet import may_maneuver
from apps.rules.odds import percent
from apps.rules.parts import Part
from apps.ships.board import sailing
from apps.ships.dragonfly.crew import (
    MANEUVERS,
    PILOT,
    CrewForm,
    added_at,
    awake_pilot_of,
    maneuver_totals,
    note,
    options_of,
    out_of_order,
    pilot_of,
    pilot_parts,
    who_is_asked,
)
from apps.ships.dragonfly.sensing import moved
from apps.ships.dragonfly.steps import ENGAGE, has_position, targets_of
from apps.ships.dragonfly.telling import side_of, tell
from apps.ships.models import Encounter, Vessel, VesselKey
from apps.table import exchanges
from apps.table.acts import act
from apps.table.models import Ask, Event
from apps.table.sure import sure
from apps.table.turn import Turn
from apps.table.viewer import Viewer

KIND = "dragonfly.maneuver"


@dataclass(frozen=True)
class Maneuvering:
    """A ship whose pilot is asked to maneuver for position."""

    vessel: VesselKey
    pilot: CharacterKey


def ask_pilots(turn: Turn, encounter: Encounter, by: Event) -> None:
    """Asks the pilot of every ship whose total does not stand without a roll."""
    for vessel in sailing(encounter):
        if not _stands(turn, vessel):
            _ask(turn, vessel, sure(pilot_of(vessel)), by)


def _stands(turn: Turn, vessel: Vessel) -> bool:
    """Whether the ship's total stands at once: Ability Scores do; a ship that nobody awake flies or whose drive
    controls are out counts as a total of 0 and never gets position."""
    pilot = awake_pilot_of(vessel)
    if pilot is None or not may_maneuver(out_of_order(turn.viewer, vessel)):
        turn.change(vessel, piloting=0, levels=None)
    elif pilot.sheet != "full":
        _by_score(turn, vessel, pilot)
    else:
        return False
    return True


def hand_over(turn: Turn, vessel: Vessel, pilot: Character) -> None:
    """Whoever has taken the helm rolls in place of the one who was asked there."""
    one = exchanges.ask_about(turn.desk, KIND, vessel=vessel.pk)
    if one is None:
        return
    if _stands(turn, vessel):
        exchanges.close(turn, one.exchange)
        return
    exchanges.advance(turn, one.exchange, Maneuvering(vessel.pk, pilot.pk))
    exchanges.ask_instead(turn, one, whom_to_ask(pilot), who_is_asked(pilot))


def _by_score(turn: Turn, vessel: Vessel, pilot: Character) -> None:
    sheet, options = sheet_of(pilot), options_of(turn.viewer, vessel.encounter)
    added = added_at(PILOT, sheet, pilot_parts(sheet, options), options)
    _settle(turn, vessel, pilot, added, added.check(), typed=False)


def _ask(turn: Turn, vessel: Vessel, pilot: Character, by: Event) -> None:
    exchange = exchanges.open_exchange(turn, KIND, Maneuvering(vessel.pk, pilot.pk), by=by)
    exchanges.ask(turn, exchange, whom_to_ask(pilot), who_is_asked(pilot) | {"ship": vessel.ship.name})


def _settle(
    turn: Turn, vessel: Vessel, pilot: Character, added: Added, check: Check, typed: bool, about: tuple[Event, ...] = ()
) -> Event:
    """The pilot's total of this Turn; it is used in every comparison."""
    turn.change(vessel, piloting=check.total, levels=check.success_levels)
    note(turn, vessel, pilot, MANEUVERS)
    if vessel.choice == ENGAGE:
        moved(turn, vessel)
    facts = {**named(pilot), "ship": vessel.ship.name, "sides": [side_of(pilot, added, check, typed)]}
    return tell(turn, "dragonfly.maneuvered", facts, vessel, about=about)


def tell_positions(turn: Turn, encounter: Encounter) -> None:
    """Who got into firing position on whom, for every ship that engages."""
    for vessel in sailing(encounter):
        target = vessel.target
        if vessel.choice != ENGAGE or target is None or target.state != "in":
            continue
        got = has_position(vessel, target, options_of(turn.viewer, encounter))
        facts = {
            "ship": vessel.ship.name,
            "target": target.ship.name,
            "position": got,
            "total": vessel.piloting or 0,
            "target_total": target.piloting or 0,
            "levels": (vessel.levels or 0) if got else 0,
            "rolled": vessel.levels is not None,
        }
        tell(turn, "dragonfly.position", facts, vessel, target)


# the answer


class ManeuverForm(CrewForm, AskedForm):
    kinds = (KIND,)
    post_key = PILOT

    @property
    def state(self) -> Maneuvering:
        found: Maneuvering = exchanges.state_of(sure(self.row).exchange)
        return found

    def character_key(self) -> int:
        return self.state.pilot

    def vessel(self) -> Vessel | None:
        return self.viewer.desk.find(Vessel, self.state.vessel) if self.row else None

    def parts(self) -> tuple[Part, ...]:
        return pilot_parts(self.own_sheet, self.options)


def maneuver_outlook(viewer: Viewer, form: ManeuverForm) -> Mapping[str, Any]:
    """The odds of one's own total, and of firing position as far as this seat knows the other pilot."""
    vessel = sure(form.vessel())
    added = form.everything()
    found = {
        "heading": f"{form.own_sheet.name} flies {vessel.ship.name}",
        "subheading": added.what,
        "own_footer": True,
        "added": added,
        "button": odds.button(added.bonus, form.cleaned_data.get("face"), form.fallen),
        "feat_off": form.why_no_feat,
    }
    if no := form.why_not_at_helm:
        return found | {"refused_now": no.text}
    return found | {"odds": drawn(viewer, vessel, vessel.target, added, not form.why_no_feat, form.fallen)}


def drawn(
    viewer: Viewer, vessel: Vessel, target: Vessel | None, added: Added, may_feat: bool, face: int | None = None
) -> dict[str, Any]:
    """The levels of the pilot's own total; above them the chance of position, where this seat can know it."""
    found = odds.drawn(added, 1, may_feat, face)
    chance = chance_of_position(viewer, vessel, target, added.bonus, face)
    if chance and target:
        sentence = f"Chance of firing position on {target.ship.name}"
        found |= {"headline": chance, "sentence": sentence, "hints": []}
        found.pop("bought", None)
    return found


def outlook_of(viewer: Viewer, vessel: Vessel, target: Vessel) -> dict[str, Any]:
    """The same before the pilot is asked, with every condition counted; nothing for a ship that cannot maneuver."""
    pilot = awake_pilot_of(vessel)
    if pilot is None or not may_maneuver(out_of_order(viewer, vessel)):
        return {"refused_now": "This ship cannot maneuver: its total is 0, and it gets no firing position."}
    sheet, options = sheet_of(pilot), options_of(viewer, vessel.encounter)
    added = added_at(PILOT, sheet, pilot_parts(sheet, options), options)
    if added.is_score:
        return {"score_total": added.check()}
    return {"odds": drawn(viewer, vessel, target, added, may_feat=False)}


def chance_of_position(
    viewer: Viewer, vessel: Vessel, target: Vessel | None, bonus: int, face: int | None = None
) -> str:
    """The chance of getting behind the target, or nothing where this seat cannot know it."""
    if target is None or target not in targets_of(viewer, vessel):
        return ""
    found = position_odds(
        bonus=bonus, target=maneuver_totals(viewer, target), options=options_of(viewer, vessel.encounter), face=face
    )
    return percent(found.chance) if found.chance is not None else ""


@act(
    "dragonfly.answer-maneuver",
    title="Maneuver for position",
    form=ManeuverForm,
    button="Roll",
    preview=maneuver_outlook,
    template="ships/dragonfly/acts/maneuver.html",
)
def answer_maneuver(turn: Turn, form: ManeuverForm) -> None:
    """The pilot's roll of the Turn, with qualities, injuries and a Heroic Feat."""
    ask: Ask = form.cleaned_data["ask"]
    vessel, pilot = form.vessel(), form.own_sheet.character
    if vessel is None or vessel.state != "in":
        turn.refuse("gone", "That ship is not in the encounter any more. The roll can be called off.", "ask")
    if no := form.why_not_at_helm:
        turn.refuse(no.code, no.text, "ask")
    acting_for(turn, pilot)
    thrown = thrown_for(turn, form, ask)
    spent = form.pay(turn)
    added = form.everything()
    check = added.check(thrown)
    thrown.settle()
    event = _settle(turn, vessel, pilot, added, check, thrown.typed)
    spent_told_by(turn, event, spent)
    exchanges.answered(turn, ask, event)


def maneuver_context(viewer: Viewer, ask: Ask) -> Mapping[str, Any]:
    """What the ask's card needs: what is rolled, the chance of position, and whether a feat is possible."""
    form = ManeuverForm({"ask": ask.public_id}, viewer=viewer)
    vessel = form.vessel()
    if form.sheet is None or vessel is None or not form.is_valid():
        return {"asked": ask.facts, "choice": True}
    added, no = form.everything(), form.why_not_at_helm
    seen = vessel.target if vessel.target and vessel.target in targets_of(viewer, vessel) else None
    return {
        "asked": ask.facts,
        "what": added.what,
        "why_not": no.text if no else "",
        "button": odds.button(added.bonus, fallen=form.fallen),
        "least": f"to get behind {seen.ship.name}" if seen else "",
        "chance": chance_of_position(viewer, vessel, seen, added.bonus, form.fallen),
        "feat_off": form.why_no_feat,
        "with_feat": chance_of_position(viewer, vessel, seen, added.bonus + 10, form.fallen),
        "feat_price": form.feat_price,
        "fallen": bool(ask.thrown),
    }
