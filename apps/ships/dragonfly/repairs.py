"""Repairing what failed (dragonfly.ship-repair): an engineer's roll, one attempt at a time."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django import forms

from apps.characters import rows
from apps.characters.access import played_by
from apps.characters.dragonfly.points import spent_told_by
from apps.characters.forms import CharacterChoice, acting_for, named
from apps.characters.models import Character, Use
from apps.checks.dragonfly import odds
from apps.checks.dragonfly.sides import labelled, thrown_for
from apps.rules.dragonfly.ships import damage as rules
from apps.rules.parts import Part
from apps.rules.refusal import Refused
from apps.ships.access import crew_and_gms
from apps.ships.dragonfly.crew import (
    ENGINEER,
    REPAIRS,
    ChosenCrewForm,
    action_parts,
    hurt_parts,
    note,
    number_of_next,
    why_no_more,
)
from apps.ships.dragonfly.sheet import ShipSheet, out_key, ship_sheet_of
from apps.ships.dragonfly.steps import all_sailing
from apps.ships.dragonfly.telling import side_of, tell
from apps.ships.dragonfly.writing import set_hours
from apps.ships.models import Post, Vessel
from apps.table.acts import act
from apps.table.models import Event, Span
from apps.table.sure import sure
from apps.table.turn import Turn
from apps.table.viewer import Viewer

RULE = "dragonfly.ship-repair"


@dataclass(frozen=True)
class Broken:
    """A system, or one weapon, that is out of order; `key` is that of its track."""

    key: str
    title: str
    times: int


def broken(sheet: ShipSheet) -> list[Broken]:
    """What is out of order aboard. What the Director put out of order by hand counts as damaged once."""
    systems = [Broken(one.id, one.title, max(1, one.times)) for one in sheet.systems if one.out]
    weapons = [Broken(f"weapon-{one.id}", one.name, max(1, one.times)) for one in sheet.weapons if one.out]
    return [*systems, *weapons]


class RepairForm(ChosenCrewForm):
    """Which engineer tries to repair what."""

    post_key = ENGINEER
    character = CharacterChoice(label="Who repairs", error_messages={"required": "Nobody is at the engineer's post."})
    system = forms.ChoiceField(
        label="What", widget=forms.RadioSelect, error_messages={"required": "Nothing is out of order aboard."}
    )

    def setup(self) -> None:
        engineers = {one.person_id for one in self.viewer.desk.all(Post, key=ENGINEER)}
        self.alternatives = [one for one in played_by(self.viewer) if one.pk in engineers]
        self.choose("character", self.alternatives)
        self.ship = self._ship_of(self.whose())
        super().setup()
        held = broken(ship_sheet_of(self.ship, self.options)) if self.ship else []
        self.broken = {one.key: one for one in held}
        self.offer_if_there("system", [(key, labelled(one.title)) for key, one in self.broken.items()])
        if not self.is_bound and self.initial.get("system") not in self.broken:
            self.initial["system"] = next(iter(self.broken), "")

    def _ship_of(self, person: Character | None) -> Character | None:
        post = self.viewer.desk.one(Post, person=person, key=ENGINEER) if person else None
        return post.ship if post else None

    def vessel(self) -> Vessel | None:
        """The ship in the encounter that runs, if it is in one."""
        return next((one for one in all_sailing(self.viewer) if one.ship == self.ship), None)

    @property
    def chosen(self) -> Broken:
        found: Broken = self.broken[self.cleaned_data["system"]]
        return found

    @property
    def number(self) -> int:
        """Which additional action of the Turn it takes."""
        return number_of_next(self.spent(), REPAIRS, self.options) if self.vessel() else 0

    def parts(self) -> tuple[Part, ...]:
        own = rules.repair_parts(times_damaged=self.chosen.times)
        return (*own, *hurt_parts(self.own_sheet, self.options), *action_parts(self.number))

    def time(self) -> Span | None:
        """The stretch of play within which one attempt is made; None outside of Turns."""
        vessel = self.vessel()
        return vessel.encounter.turn if vessel else None

    def tried(self) -> bool:
        """Whether this engineer has made an attempt within the time that one takes."""
        made, time = self.viewer.desk.all(Use, character=self.own_sheet.character, rule=RULE), self.time()
        if self.options.repair_time == "an hour":
            return bool(made)
        return time is not None and any(one.span_id == time.pk for one in made)

    def why_not(self) -> Refused | None:
        """Why it cannot be tried now, or None if it can. The Director may allow any attempt."""
        if no := self.why_unfit or rules.why_no_repair(times_damaged=self.chosen.times):
            return no
        try:
            rules.may_attempt(tried=self.tried(), director_allows=self.viewer.is_gm, options=self.options)
        except Refused as no:
            return Refused(no.code, no.text, "system")
        return why_no_more(self.own_sheet, self.number)


def repair_outlook(viewer: Viewer, form: RepairForm) -> Mapping[str, Any]:
    """The chance of the repair."""
    found: dict[str, Any] = {
        "heading": f"{form.own_sheet.name} repairs {sure(form.ship).name}",
        "subheading": form.chosen.title,
        "own_footer": True,
        "feat_off": form.why_no_feat,
    }
    if no := form.why_not():
        return found | {"refused_now": no.text, "button": "Repair"}
    added = form.everything()
    if added.is_score:
        check = added.check()
        return found | {"score_total": check, "added": added, "button": f"Repair: {check.total}"}
    return found | {
        "odds": odds.drawn(added, 1, may_feat=not form.why_no_feat),
        "added": added,
        "button": odds.button(added.bonus, form.cleaned_data.get("face")),
    }


@act(
    "dragonfly.repair",
    title="Repair a system",
    form=RepairForm,
    button="Repair",
    preview=repair_outlook,
    template="ships/dragonfly/acts/repair.html",
    menu=65,
)
def repair(turn: Turn, form: RepairForm) -> None:
    """An attempt to get a failed system going again. Its hits stay counted; the clock of life support stops."""
    ship = sure(form.ship)
    if no := form.why_not():
        raise no
    engineer, chosen = form.own_sheet.character, form.chosen
    acting_for(turn, engineer)
    spent, thrown, added = form.pay(turn), thrown_for(turn, form), form.everything()
    check = added.check(thrown)
    thrown.settle()
    _note_attempt(turn, form)
    if check.success:
        _works_again(turn, ship, chosen)
    facts = {
        **named(engineer),
        "ship": ship.name,
        "system": chosen.title,
        "times": chosen.times,
        "success": check.success,
        "sides": [side_of(engineer, added, check, thrown.typed)],
    }
    event = _tell(turn, form, facts)
    spent_told_by(turn, event, spent)


def _note_attempt(turn: Turn, form: RepairForm) -> None:
    vessel = form.vessel()
    if vessel:
        note(turn, vessel, form.own_sheet.character, REPAIRS)
    turn.create(Use, character=form.own_sheet.character, rule=RULE, span=form.time(), at=turn.now)


def _works_again(turn: Turn, ship: Character, chosen: Broken) -> None:
    rows.set_track(turn, ship, out_key(chosen.key), 0)
    if chosen.key == rules.LIFE_SUPPORT:
        set_hours(turn, ship, None)


def _tell(turn: Turn, form: RepairForm, facts: dict[str, Any]) -> Event:
    """Of a players' ship whoever sees it hears of it; of another one its crew and the GMs."""
    ship = sure(form.ship)
    vessel = form.vessel()
    if vessel and ship.seat_id:
        return tell(turn, "dragonfly.repaired", facts, vessel)
    return turn.tell("dragonfly.repaired", facts, crew_and_gms(ship))
