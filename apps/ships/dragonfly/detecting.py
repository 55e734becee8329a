"""An operator watches the sensors, and answers so what dragonfly.looking asks."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from django import forms

from apps.characters.dragonfly.points import spent_told_by
from apps.characters.forms import acting_for
from apps.checks.dragonfly import odds
from apps.checks.dragonfly.sides import Added, Line, thrown_for
from apps.checks.thrown import Thrown
from apps.rules.dragonfly.options import Options
from apps.rules.dragonfly.ships.odds import certain, detect_odds
from apps.rules.dragonfly.ships.sensors import hidden_from
from apps.rules.odds import percent
from apps.rules.refusal import Refused
from apps.ships.dragonfly.crew import (
    SEARCHES,
    action_parts,
    note,
    pilot_of,
    totals_of,
    why_no_more,
)
from apps.ships.dragonfly.looking import (
    DETECT,
    Looking,
    at_sensors,
    hide_lines,
    look_lines,
    nothing_found,
    number_of_watch,
    open_lines,
    own_side,
    settle,
)
from apps.ships.dragonfly.sight import Facts, crew_of, tell
from apps.ships.dragonfly.stations import (
    OPERATOR,
    PILOT,
    AskedPost,
    lines_of,
    side_of,
    vessel_of,
)
from apps.ships.models import Vessel
from apps.table import exchanges
from apps.table.acts import act
from apps.table.models import Ask, Event
from apps.table.sure import sure
from apps.table.templatetags.kit import minus
from apps.table.turn import Turn
from apps.table.viewer import Viewer

SCORE = "No die: the Ability Score stands for the roll."
SPREAD = "How your own total may fall. What it is set against you do not know."


class DetectForm(AskedPost):
    kinds = (DETECT,)
    post_key = OPERATOR

    def setup(self) -> None:
        super().setup()
        if self.row is None:
            return
        if self.look.total is None and self.look.hider:
            self.fields.pop("face", None)
        self.drop_feat_for_another()

    @property
    def look(self) -> Looking:
        found: Looking = exchanges.state_of(sure(self.row).exchange)
        return found

    def character_key(self) -> int:
        return self.look.operator

    def vessel(self) -> Vessel | None:
        return vessel_of(self.viewer, self.look.seeker) if self.row is not None else None

    def hider(self) -> Vessel | None:
        return vessel_of(self.viewer, self.look.hider) if self.look.hider else None

    def clean_ask(self) -> Ask:
        found = super().clean_ask()
        gone = not self.look.search and self.hider() is None
        if self.vessel() is None or gone:
            raise forms.ValidationError("That ship is no longer in the encounter. This can be called off.")
        return found

    def seeker(self) -> Vessel:
        return sure(self.vessel())

    def everything(self) -> Added:
        """The whole roll; in a search for nothing there is no range."""
        hider = self.hider()
        if hider is None:
            return self.known()
        return self._with(look_lines(self.seeker(), hider, self.options))

    def known(self) -> Added:
        """What of it this seat may know."""
        if self.viewer.is_gm and self.hider() is not None:
            return self.everything()
        return self._with(open_lines(self.look, self.seeker(), self.hider(), self.options))

    def _with(self, lines: list[Line]) -> Added:
        return self.side(*lines, *lines_of(*action_parts(self.number)))

    @property
    def was_shown(self) -> bool:
        """The operator hears what was noticed, and the GMs the dice; of a contest rolled anew there are two."""
        return self.viewer.is_gm and self.look.total is not None

    @property
    def number(self) -> int:
        """Which additional action of the Turn it takes. What its player may not know of takes none."""
        return 0 if self.for_another else number_of_watch(self.seeker(), self.own_sheet.character, self.options)

    @property
    def why_nobody(self) -> str:
        """Why the operator cannot watch now, or nothing. A GM may have them watch all the same."""
        no = None if self.viewer.is_gm else self._left() or self.why_unfit or why_no_more(self.own_sheet, self.number)
        return no.text if no else ""

    def _left(self) -> Refused | None:
        """Why somebody who has left the sensors does not watch them, or None while they do."""
        seeker, person = self.seeker(), self.own_sheet.character
        if person in at_sensors(seeker):
            return None
        return Refused("left-the-sensors", f"{person.name} does not watch the sensors of {seeker.ship.name} any more.")


def detect_outlook(viewer: Viewer, form: DetectForm) -> Mapping[str, Any]:
    """The GMs see the chance against the finished roll, the operator how the own roll may fall."""
    added, hider = form.known(), form.hider()
    found = {
        "heading": f"{form.own_sheet.name} watches the sensors",
        "subheading": form.seeker().ship.name,
        "own_footer": True,
        "feat_off": form.why_no_feat,
        "added": added,
        "button": _words(form, added),
    }
    if form.why_nobody:
        return found | {"refused_now": form.why_nobody}
    if viewer.is_gm and hider is not None:
        sentence = f"Chance to notice {hider.ship.name}"
        return found | {"odds": {"headline": _chance(form, added, hider), "sentence": sentence}}
    if added.is_score:
        return found | {"odds": {"headline": minus(added.check().total), "sentence": SCORE}}
    return found | {"odds": odds.open_part(added) | {"sentence": SPREAD}}


def _words(form: DetectForm, added: Added) -> str:
    """What the button says."""
    if form.why_nobody:
        return "Nobody watches"
    if added.is_score:
        return f"Watch with {minus(added.check().total)}"
    return odds.button(added.bonus, form.cleaned_data.get("face"), form.fallen)


def _chance(form: DetectForm, added: Added, hider: Vessel) -> str:
    total = form.look.total
    hide = certain(total) if total is not None else totals_of(hider_side(form.look, hider, form.options))
    if added.is_score:
        mine = added.check().total
        return percent(hide.chance(lambda theirs: not hidden_from(theirs, mine)))
    chance = sure(detect_odds(bonus=added.bonus, hide=hide, face=form.fallen).chance)
    return percent(chance)


def hider_side(look: Looking, hider: Vessel, options: Options) -> Added:
    """What the hiding pilot adds where the contest is rolled anew."""
    pilot = sure(pilot_of(hider))
    return side_of(pilot, PILOT, options, *hide_lines(hider, look.cover, options))


@act(
    "dragonfly.detect",
    title="Watch the sensors",
    form=DetectForm,
    button="Roll",
    preview=detect_outlook,
    template="ships/dragonfly/acts/detect.html",
)
def detect(turn: Turn, form: DetectForm) -> None:
    """The operator rolls, unless no action is left for it. Where the contest is rolled anew, the hider's die falls
    first."""
    ask: Ask = form.cleaned_data["ask"]
    seeker, hider, free = form.seeker(), form.hider(), not form.why_nobody
    acting_for(turn, form.own_sheet.character)
    thrown = thrown_for(turn, form, ask)
    spent = form.pay(turn) if free else None
    state = form.look
    if hider is not None and state.total is None:
        state = _rolled_anew(state, hider, form.options, thrown)
    look = form.everything() if free else None
    found = look.check(thrown) if look else None
    thrown.settle()
    if free and not form.for_another:
        note(turn, seeker, form.own_sheet.character, SEARCHES)
    if hider is None:
        event = _nothing(turn, seeker, [own_side(seeker, look, found, thrown.typed)] if look and found else [])
    else:
        event = settle(turn, state, seeker, hider, look, found, thrown.typed)
    spent_told_by(turn, event, spent)
    exchanges.answered(turn, ask, event)


def _rolled_anew(state: Looking, hider: Vessel, options: Options, thrown: Thrown) -> Looking:
    hide = hider_side(state, hider, options)
    check = hide.check(thrown)
    return replace(state, hide=hide, face=check.face, total=check.total)


def _nothing(turn: Turn, seeker: Vessel, sides: list[Facts]) -> Event:
    """A search where nothing hides reads as one that found nothing."""
    told = nothing_found(seeker)
    return tell(turn, "dragonfly.detected", told | {"sides": sides, "nobody": not sides}, {crew_of(seeker): told})


def look_context(viewer: Viewer, ask: Ask) -> Mapping[str, Any]:
    """What the ask's card needs: for the GMs the chance to notice the ship, for the operator the own roll alone."""
    form = DetectForm({"ask": ask.public_id}, viewer=viewer)
    found: Facts = {"asked": ask.facts, "fallen": bool(ask.thrown), "state": None}
    if form.sheet is None or not form.is_valid():
        return found
    added, hider = form.known(), form.hider()
    found |= {"button": _words(form, added), "why_nobody": form.why_nobody}
    if not form.why_nobody:
        found["feat"] = form.feat_offered()
    if viewer.is_gm and hider is not None:
        found |= {"chance": _chance(form, added, hider), "least": "to notice it"}
    return found
