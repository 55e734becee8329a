"""Repairing what failed (dragonfly.ship-repair): an engineer's roll, one attempt at a time."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django import forms
from django.db.models import QuerySet

from apps.characters import rows
from apps.characters.access import played_by
from apps.characters.forms import CharacterChoice, acting_for, named
from apps.characters.models import SHIP, Character, Use
from apps.checks.dragonfly import odds
from apps.checks.dragonfly.sides import labelled, so_far, thrown_for
from apps.rules.dragonfly.ships import damage as rules
from apps.rules.parts import Part
from apps.rules.refusal import Refused
from apps.ships.access import crew_and_gms
from apps.ships.dragonfly.crew import (
    ENGINEER,
    REPAIRS,
    CrewForm,
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


class RepairForm(CrewForm):
    """Which engineer tries to repair what."""

    post_key = ENGINEER
    character = CharacterChoice(label="Who repairs", error_messages={"required": "Nobody is at the engineer's post."})
    system = forms.ChoiceField(
        label="What", widget=forms.RadioSelect, error_messages={"required": "Nothing is out of order aboard."}
    )

    def setup(self) -> None:
        field = self.fields["character"]
        assert isinstance(field, forms.ModelChoiceField)
        posts = Post.objects.filter(ship__table=self.viewer.table, key=ENGINEER)
        field.queryset = self.alternatives = played_by(self.viewer).filter(pk__in=posts.values("person"))
        self.ship = self._ship_of(self.whose())
        super().setup()
        held = broken(ship_sheet_of(self.ship, self.options)) if self.ship else []
        self.broken = {one.key: one for one in held}
        self._choices("system", [(key, labelled(one.title)) for key, one in self.broken.items()])
        if not self.is_bound and self.initial.get("system") not in self.broken:
            self.initial["system"] = next(iter(self.broken), "")

    def _ship_of(self, person: Character | None) -> Character | None:
        if person is None:
            return None
        ships = self.viewer.table.characters.filter(sheet=SHIP, posts__person=person, posts__key=ENGINEER)
        return ships.select_related("seat").first()

    def whose(self) -> Character | None:
        given = so_far(self, "character")
        if given or self.is_bound:
            return self.alternatives.filter(public_id=given[:24]).first()
        first = self.alternatives.first()
        if first is not None:
            self.initial["character"] = first.public_id
        return first

    alternatives: QuerySet[Character]

    def vessel(self) -> Vessel | None:
        """The ship in the encounter that runs, if it is in one."""
        if self.ship is None:
            return None
        return all_sailing(self.viewer).filter(ship=self.ship).select_related("encounter__turn").first()

    @property
    def chosen(self) -> Broken:
        found: Broken = self.broken[self.cleaned_data["system"]]
        return found

    @property
    def number(self) -> int:
        """Which additional action of the Turn it takes."""
        return number_of_next(self.spent(), REPAIRS, self.options) if self.vessel() else 0

    def parts(self) -> tuple[Part, ...]:
        assert self.sheet is not None
        own = rules.repair_parts(times_damaged=self.chosen.times)
        return (*own, *hurt_parts(self.sheet, self.options), *action_parts(self.number))

    def time(self) -> Span | None:
        """The stretch of play within which one attempt is made; None outside of Turns."""
        vessel = self.vessel()
        return vessel.encounter.turn if vessel else None

    def tried(self) -> bool:
        """Whether this engineer has made an attempt within the time that one takes."""
        assert self.sheet is not None
        made = Use.objects.filter(character=self.sheet.character, rule=RULE)
        if self.options.repair_time == "an hour":
            return made.exists()
        return self.time() is not None and made.filter(span=self.time()).exists()

    def why_not(self) -> Refused | None:
        """Why it cannot be tried now, or None if it can. The Director may allow any attempt."""
        assert self.sheet is not None
        if no := rules.why_no_repair(times_damaged=self.chosen.times):
            return no
        try:
            rules.may_attempt(tried=self.tried(), director_allows=self.viewer.is_gm, options=self.options)
        except Refused as no:
            return Refused(no.code, no.text, "system")
        return why_no_more(self.sheet, self.number)


def repair_outlook(viewer: Viewer, form: RepairForm) -> Mapping[str, Any]:
    """The chance of the repair."""
    assert form.sheet is not None
    assert form.ship is not None
    found: dict[str, Any] = {
        "heading": f"{form.sheet.name} repairs {form.ship.name}", "subheading": form.chosen.title, "own_footer": True,
        "feat_off": form.why_no_feat,
    }  # fmt: skip
    if no := form.why_not():
        return found | {"refused_now": no.text, "button": "Repair"}
    added = form.everything()
    if added.is_score:
        check = added.check()
        return found | {"score_total": check, "added": added, "button": f"Repair: {check.total}"}
    return found | {
        "odds": odds.drawn(added, 1, may_feat=not form.why_no_feat), "added": added,
        "button": odds.button(added.bonus, form.cleaned_data.get("face")),
    }  # fmt: skip


@act("dragonfly.repair", title="Repair a system", form=RepairForm, button="Repair", preview=repair_outlook,
     template="ships/dragonfly/acts/repair.html", menu=65)  # fmt: skip
def repair(turn: Turn, form: RepairForm) -> None:
    """An attempt to get a failed system going again. Its hits stay counted; the clock of life support stops."""
    assert form.sheet is not None
    assert form.ship is not None
    if no := form.why_not():
        raise no
    engineer, chosen = form.sheet.character, form.chosen
    acting_for(turn, engineer)
    spent, thrown, added = form.pay(turn), thrown_for(turn, form), form.everything()
    check = added.check(thrown)
    thrown.settle()
    _note_attempt(turn, form)
    if check.success:
        _works_again(turn, form.ship, chosen)
    facts = {
        **named(engineer), "ship": form.ship.name, "system": chosen.title, "times": chosen.times,
        "success": check.success, "sides": [side_of(engineer, added, check, thrown.typed)],
    }  # fmt: skip
    event = _tell(turn, form, facts)
    if spent:
        spent.told_by(turn, event)


def _note_attempt(turn: Turn, form: RepairForm) -> None:
    assert form.sheet is not None
    vessel = form.vessel()
    if vessel:
        note(turn, vessel, form.sheet.character, REPAIRS)
    turn.create(Use, character=form.sheet.character, rule=RULE, span=form.time(), at=turn.now)


def _works_again(turn: Turn, ship: Character, chosen: Broken) -> None:
    rows.set_track(turn, ship, out_key(chosen.key), 0)
    if chosen.key == rules.LIFE_SUPPORT:
        set_hours(turn, ship, None)


def _tell(turn: Turn, form: RepairForm, facts: dict[str, Any]) -> Event:
    """Of a players' ship whoever sees it hears of it; of another one its crew and the GMs."""
    assert form.ship is not None
    vessel = form.vessel()
    if vessel and form.ship.seat_id:
        return tell(turn, "dragonfly.repaired", facts, vessel)
    return turn.tell("dragonfly.repaired", facts, crew_and_gms(form.ship))
