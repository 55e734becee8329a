"""Evasive maneuvers (dragonfly.evasive-action): the pilot of a ship that is fired on evades or takes it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django import forms

from apps.characters.dragonfly import doing
from apps.characters.dragonfly.points import spent_told_by
from apps.characters.dragonfly.sheet import sheet_of
from apps.characters.forms import acting_for
from apps.characters.models import Character
from apps.checks.dragonfly import odds
from apps.checks.dragonfly.asking import AskedForm
from apps.checks.dragonfly.sides import Added
from apps.checks.thrown import Thrown
from apps.rules.dragonfly.combat.turns import die_key
from apps.rules.dragonfly.ships import dogfight as rules
from apps.rules.dragonfly.ships.odds import Totals, certain, evasion_odds
from apps.rules.dragonfly.ships.sheet import may_maneuver
from apps.rules.odds import percent
from apps.rules.parts import Part
from apps.rules.refusal import Refused
from apps.ships.board import spent_aboard
from apps.ships.dragonfly.crew import (
    EVASIONS,
    FLED,
    PILOT,
    CrewForm,
    added_at,
    hurt_parts,
    keep_face,
    left_the_helm,
    more_actions,
    note,
    of_the_series,
    options_of,
    out_of_order,
    totals_of,
    used_on_others,
    used_up,
)
from apps.ships.dragonfly.sensing import moved
from apps.ships.dragonfly.shots import KIND, Evasion, Shot, dice_of, settle
from apps.ships.dragonfly.steps import DISENGAGE
from apps.ships.models import Vessel
from apps.table import exchanges
from apps.table.acts import act
from apps.table.models import Ask
from apps.table.sure import sure
from apps.table.turn import Turn
from apps.table.viewer import Viewer

EVADE, TAKE = "evade", "take"
SERIES = "defense"


@dataclass(frozen=True)
class Evading:
    """The next evasion of a ship: its `number` in the Turn, what the rules add, the kept die (`face`) of the first one,
    and why it cannot be made, or None."""

    pilot: Character
    number: int
    parts: tuple[Part, ...]
    added: Added
    face: int | None
    why_not: Refused | None

    @property
    def totals(self) -> Totals:
        """How its total may fall."""
        return totals_of(self.added) if self.face is None else certain(self.added.check(face=self.face).total)


def evasion_of(viewer: Viewer, vessel: Vessel, pilot: Character) -> Evading:
    """The evasion that this pilot could make now: the first of a Turn is free, but for a pilot who disengages to flee
    as well (dragonfly.flee-and-evade). Without additional actions one has to choose: who evades does not flee."""
    options, spent, sheet = options_of(viewer, vessel.encounter), used_up(vessel, pilot), sheet_of(pilot)
    number, others, held = spent.get(EVASIONS, 0) + 1, used_on_others(spent), more_actions(sheet)
    fleeing = bool(spent_aboard(vessel, FLED)) or (vessel.choice == DISENGAGE and held > 0)
    why_not = (
        left_the_helm(vessel, pilot)
        or doing.why_unfit(pilot)
        or rules.why_no_evasion(
            evasion_number=number,
            additional_actions=held,
            additional_actions_used=others,
            drive_controls_out=not may_maneuver(out_of_order(viewer, vessel)),
            fleeing=fleeing,
            options=options,
        )
    )
    more = rules.evasion_parts(evasion_number=number, additional_actions_used=others, fleeing=fleeing, options=options)
    parts = (*more, *hurt_parts(sheet, options))
    face = spent.get(kept_key(viewer, vessel)) if sheet.is_full else None
    added = of_the_series(added_at(PILOT, sheet, parts, options), spent, SERIES)
    return Evading(pilot, number, parts, added, face, why_not)


def kept_key(viewer: Viewer, vessel: Vessel) -> str:
    """Under which name the die of the evasions is kept."""
    return f"die-{die_key(act='defense', options=options_of(viewer, vessel.encounter))}"


class AnswerShotForm(CrewForm, AskedForm):
    kinds = (KIND,)
    post_key = PILOT
    how = forms.ChoiceField(
        label="The shot",
        choices=[(EVADE, "Evade"), (TAKE, "Take it")],
        initial=EVADE,
        required=False,
        widget=forms.RadioSelect,
    )

    @property
    def state(self) -> Shot:
        found: Shot = exchanges.state_of(sure(self.row).exchange)
        return found

    def whose(self) -> Character | None:
        if self.row is None:
            return None
        return self.viewer.desk.one(Character, public_id=self.row.facts["character_id"])

    def vessel(self) -> Vessel | None:
        return self.viewer.desk.find(Vessel, self.state.target) if self.row else None

    def evading(self) -> Evading:
        vessel = sure(self.vessel())
        return evasion_of(self.viewer, vessel, self.own_sheet.character)

    def parts(self) -> tuple[Part, ...]:
        return self.evading().parts

    def series(self) -> str:
        return SERIES

    def kept_face(self) -> int | None:
        return self.evading().face if self.vessel() else None

    @property
    def known_total(self) -> int | None:
        """The attack's total, where it is shown before the choice, or was with an answer that was taken back."""
        shown: int | None = sure(self.row).facts.get("total")
        return self.state.check().total if shown is None and self.fallen is not None else shown

    @property
    def feat(self) -> bool:
        return self.evades and super().feat

    @property
    def evades(self) -> bool:
        return self.cleaned_data.get("how") != TAKE


def shot_outlook(viewer: Viewer, form: AnswerShotForm) -> Mapping[str, Any]:
    """The odds of one's own total; against an attack total that is shown, the chance to stay unhit."""
    facts, evading, added = sure(form.row).facts, form.evading(), form.everything()
    found: dict[str, Any] = {
        "heading": f"{facts['by']} fires on {facts['ship']}",
        "subheading": form.own_sheet.name,
        "added": added,
        "own_footer": True,
        "feat_off": form.why_no_feat,
        "evading": evading,
    }
    if not form.evades:
        return found | {"button": "Take it"}
    if evading.why_not:
        return found | {"button": "Evade", "refused_now": evading.why_not.text}
    if added.is_score or evading.face is not None:
        check = added.check(face=evading.face)
        return found | {"score_total": check, "button": f"Evade: {check.total}"}
    return found | {
        "odds": _drawn(added, form.known_total, not form.why_no_feat, form.fallen),
        "button": odds.button(added.bonus, form.cleaned_data.get("face"), form.fallen),
    }


def _drawn(added: Added, total: int | None, may_feat: bool, face: int | None) -> dict[str, Any]:
    found = odds.drawn(added, 1, may_feat, face)
    if total is None:
        return found | {"sentence": "Chance of a total that evades at all: 9 or more"}
    chance = sure(evasion_odds(bonus=added.bonus, attack=certain(total), face=face).chance)
    found.pop("bought", None)
    return found | {"headline": percent(chance), "sentence": f"Chance to stay unhit against {total}", "hints": []}


@act(
    "dragonfly.answer-shot",
    title="Your ship is fired on",
    form=AnswerShotForm,
    button="This it is",
    preview=shot_outlook,
    template="ships/dragonfly/acts/answer-shot.html",
)
def answer_shot(turn: Turn, form: AnswerShotForm) -> None:
    """The pilot evades or takes it; then the sealed die is shown and a hit counts at once."""
    ask: Ask = form.cleaned_data["ask"]
    shot, target, pilot = form.state, form.vessel(), form.own_sheet.character
    vessel = turn.desk.find(Vessel, shot.vessel)
    if vessel is None or target is None:
        turn.refuse("gone", "One of the ships is no longer at the table. The shot can be called off.", "ask")
    acting_for(turn, pilot)
    spent = form.pay(turn) if form.evades else None
    thrown = dice_of(turn, form, ask)
    evasion = _evasion(turn, form, target, thrown) if form.evades else None
    opened = (ask.exchange.opened_by,) if ask.exchange.opened_by else ()
    event = settle(turn, shot, vessel, target, evasion, thrown, opened)
    thrown.settle()
    spent_told_by(turn, event, spent)
    exchanges.answered(turn, ask, event)


def _evasion(turn: Turn, form: AnswerShotForm, target: Vessel, thrown: Thrown) -> Evasion:
    """Throws the evasion, or reads the die of the Turn's first one again. Refuses what the pilot cannot do."""
    evading = form.evading()
    if evading.why_not:
        raise Refused(evading.why_not.code, f"{evading.why_not.text} Take it instead.", "how")
    if evading.face is not None and form.cleaned_data.get("face") is not None:
        turn.refuse("kept-die", f"Further evasions use the die of the first: it shows {evading.face}.", "face")
    added = form.everything()
    check = added.check(thrown) if evading.face is None else added.check(face=evading.face)
    note(turn, target, evading.pilot, EVASIONS)
    moved(turn, target)
    keep_face(turn, target, evading.pilot, kept_key(turn.viewer, target), check.face)
    return Evasion(evading.pilot, added, check, thrown.typed and evading.face is None)


def shot_context(viewer: Viewer, ask: Ask) -> Mapping[str, Any]:
    """What the ask's card tells: never anything of the sealed side."""
    form = AnswerShotForm({"ask": ask.public_id}, viewer=viewer)
    if form.sheet is None or not form.is_valid():
        return {"asked": ask.facts, "state": None, "choice": True}
    evading, added = form.evading(), form.everything()
    found: dict[str, Any] = {
        "asked": ask.facts,
        "state": None,
        "evading": evading,
        "what": added.what,
        "fallen": bool(ask.thrown),
        "feat_off": form.why_no_feat,
        "feat_price": form.feat_price,
        "is_full": form.sheet.is_full,
    }
    if added.is_score or evading.face is not None:
        return found | {"button": f"Evade with {added.check(face=evading.face).total}"}
    total = form.known_total
    if total is not None:
        chance = evasion_odds(bonus=added.bonus, attack=certain(total), face=form.fallen).chance
        found["chance"] = percent(chance) if chance is not None else ""
    return found | {"button": f"Evade: {odds.button(added.bonus, fallen=form.fallen).removeprefix('Roll ')}"}
