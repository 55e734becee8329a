"""What gives a hidden ship away: moving, firing, and a range that changes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

from django import forms

from apps.rules.dragonfly.ships.sensors import hidden_movement
from apps.ships.board import crewed_by, sailing
from apps.ships.dragonfly.looking import call_off_looks, contest_anew
from apps.ships.dragonfly.sight import (
    Facts,
    crew_of,
    crew_that_may_know,
    hidden_from,
    hiding_of,
    reaches,
    rows_of,
    tell,
)
from apps.ships.dragonfly.stations import named_ship, vessel_of
from apps.ships.models import Concealment, Encounter, Gap, Vessel, VesselKey
from apps.table import exchanges
from apps.table.acts import act, gms
from apps.table.audience import Audience
from apps.table.models import Ask, Event
from apps.table.shared.answers import AnswerForm
from apps.table.sure import sure
from apps.table.turn import Turn
from apps.table.viewer import Viewer

MOVED = "dragonfly.hidden-move"


def presences(viewer: Viewer, encounter: Encounter) -> bool:
    """Whether the sensors of this seat's ships show that something is there, but not where."""
    mine = crewed_by(viewer, encounter)
    felt = [row for one in mine for row in viewer.desk.all(Concealment, seeker=one, presence_known=True)]
    return any(row.hider.state == "in" for row in felt)


# a new range


def range_changed(turn: Turn, gap: Gap) -> None:
    """Each hiding between these two is contested anew (dragonfly.hiding), once the act has told its event.

    No die falls in the act that changed the range: it would differ by whether somebody hides. Whoever cannot look from
    there has not found it.
    """
    for hider, seeker in ((gap.one, gap.other), (gap.other, gap.one)):
        row = hiding_of(hider, seeker)
        looks = [one for one in call_off_looks(turn, hider, seeker) if not one.search]
        cover = row.cover if row else looks[-1].cover if looks else None
        if cover is not None and reaches(seeker, hider):
            turn.later(partial(contest_anew, turn, hider, seeker, cover))
        elif cover is not None and row is None:
            turn.create(Concealment, hider=hider, seeker=seeker, cover=cover, roll=looks[-1].total or 0)


def came_in(turn: Turn, vessels: Iterable[Vessel]) -> None:
    """Ships that come in look for whoever hides there (dragonfly.automatic-sensing): they see nothing of it before
    their operators have rolled against its finished roll. What comes back hides no more. Called once the act has told
    its event."""
    for seeker in vessels:
        for row in turn.desk.all(Concealment, hider=seeker):
            turn.delete(row)
    for seeker in vessels:
        rows = [row for one in sailing(seeker.encounter) for row in turn.desk.all(Concealment, hider=one)]
        for row in {one.hider_id: one for one in sorted(rows, key=lambda one: one.pk)}.values():
            _looks_first(turn, row, seeker)


def _looks_first(turn: Turn, row: Concealment, seeker: Vessel) -> None:
    if hiding_of(row.hider, seeker) is None:
        turn.create(Concealment, hider=row.hider, seeker=seeker, cover=row.cover, roll=row.roll)
    if reaches(seeker, row.hider):
        contest_anew(turn, row.hider, seeker, row.cover, row.roll)


# moving while hidden


@dataclass(frozen=True)
class Moved:
    """A ship moved that hides: the GMs say who sees it come out."""

    vessel: VesselKey


def moved(turn: Turn, vessel: Vessel) -> None:
    """Whatever takes a hidden ship's engines gives it away (dragonfly.hidden-movement).

    The GMs are asked from whom it is screened. Whoever moves learns nothing of it, nor whether anybody was asked.
    """
    if rows_of(vessel) and not _asked_already(vessel):
        turn.later(lambda: _ask_who_sees(turn, vessel))


def _asked_already(vessel: Vessel) -> bool:
    return any(one.state["vessel"] == vessel.pk for one in exchanges.open_exchanges(vessel.desk, MOVED))


def _ask_who_sees(turn: Turn, vessel: Vessel) -> None:
    names = [one.ship.name for one in hidden_from(vessel)]
    if names:
        exchange = exchanges.open_exchange(turn, MOVED, Moved(vessel.pk), by=turn.events[0])
        exchanges.ask(turn, exchange, ("gms", 0), {"ship": vessel.ship.name, "names": names})


class HiddenMoveForm(AnswerForm):
    kinds = (MOVED,)
    screened = forms.MultipleChoiceField(
        label="Out of the line of sight of",
        required=False,
        widget=forms.CheckboxSelectMultiple,
        help_text="They learn that a ship is there, and not where. All others find it.",
    )

    def setup(self) -> None:
        seekers = hidden_from(self.vessel) if self.vessel else []
        self.offer("screened", [(one.public_id, one.ship.name) for one in seekers])

    @property
    def vessel(self) -> Vessel | None:
        return vessel_of(self.viewer, self.state.vessel) if self.row else None

    def clean_ask(self) -> Ask:
        found = super().clean_ask()
        if self.vessel is None:
            raise forms.ValidationError("That ship is no longer in the encounter. Call the question off.")
        return found


def move_outlook(viewer: Viewer, form: HiddenMoveForm) -> Mapping[str, Any]:
    """Which ship it is."""
    return {"heading": f"{form.vessel.ship.name} moves while it hides"} if form.vessel else {}


@act(
    "dragonfly.hidden-move",
    title="A hidden ship moves",
    form=HiddenMoveForm,
    button="Tell them",
    who=gms,
    preview=move_outlook,
    template="ships/dragonfly/acts/hidden-move.html",
)
def hidden_move(turn: Turn, form: HiddenMoveForm) -> None:
    """Whoever has the ship in the line of sight knows where it is; the others that something is there."""
    ask: Ask = form.cleaned_data["ask"]
    vessel = sure(form.vessel)
    screened = set(form.cleaned_data["screened"])
    seen: list[Vessel] = []
    felt: list[Vessel] = []
    for row in rows_of(vessel):
        known = hidden_movement(moved=True, out_of_line_of_sight=row.seeker.public_id in screened)
        if known.location_known:
            call_off_looks(turn, vessel, row.seeker)
            turn.delete(row)
        else:
            turn.change(row, presence_known=True)
        (seen if known.location_known else felt).append(row.seeker)
    event = _told(turn, vessel, seen, felt)
    exchanges.answered(turn, ask, event)


def _told(turn: Turn, vessel: Vessel, seen: list[Vessel], felt: list[Vessel]) -> Event:
    full = named_ship(vessel) | {"seen": [one.ship.name for one in seen], "felt": [one.ship.name for one in felt]}
    also: dict[Audience, Facts] = {crew_of(one): {"by": one.ship.name, "located": False} for one in felt}
    for one in seen:
        also[crew_that_may_know(one, vessel)] = {"by": one.ship.name, "ship": vessel.ship.name, "located": True}
    return tell(turn, MOVED, full, also)


def move_context(viewer: Viewer, ask: Ask) -> Mapping[str, Any]:
    """The ships from which it may be screened, for the answer by one tap."""
    vessel = vessel_of(viewer, exchanges.state_of(ask.exchange).vessel)
    return {"asked": ask.facts, "seekers": hidden_from(vessel) if vessel else []}
