"""A ship's operator looks for one that hides: the other side of dragonfly.hiding."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from django import forms

from apps.characters.dragonfly import doing
from apps.characters.dragonfly.points import spent_told_by
from apps.characters.dragonfly.sheet import sheet_of
from apps.characters.forms import acting_for
from apps.characters.models import Character, CharacterKey
from apps.checks.dragonfly import odds
from apps.checks.dragonfly.sides import Added, Line, thrown_for
from apps.checks.thrown import Thrown
from apps.checks.versus import whom_to_ask
from apps.rules.dragonfly.checks import Check
from apps.rules.dragonfly.options import Options
from apps.rules.dragonfly.ships.odds import certain, detect_odds
from apps.rules.dragonfly.ships.sensors import detect_parts, find_parts, hidden_from, hide_parts, told_of_hiding
from apps.rules.odds import percent
from apps.rules.refusal import Refused
from apps.ships.dragonfly.crew import (
    SEARCHES,
    aboard,
    action_parts,
    note,
    number_of_next,
    options_of,
    pilot_of,
    totals_of,
    used_up,
    who_is_asked,
    why_no_more,
)
from apps.ships.dragonfly.sheet import ShipSheet, ship_sheet_of
from apps.ships.dragonfly.sight import Facts, crew_of, crew_that_may_know, hiding_of, range_between, rows_of, tell
from apps.ships.dragonfly.stations import (
    OPERATOR,
    PILOT,
    AskedPost,
    VesselChoice,
    lines_of,
    named_ship,
    opened_sides,
    side_of,
    vessel_of,
)
from apps.ships.dragonfly.steps import all_sailing
from apps.ships.models import Concealment, Vessel, VesselKey
from apps.table import exchanges
from apps.table.acts import ActForm, act, gms
from apps.table.audience import EVERYBODY, Atom, Audience
from apps.table.models import Ask, Event
from apps.table.sure import sure
from apps.table.templatetags.kit import minus
from apps.table.turn import Turn
from apps.table.viewer import Viewer

DETECT = "dragonfly.detect"
SCORE = "No die: the Ability Score stands for the roll."
SPREAD = "How your own total may fall. What it is set against you do not know."


@dataclass(frozen=True)
class Looking:
    """A ship looks for one that hides; `hider` 0 is nothing at all. The hider's finished roll is sealed in here.

    Without a `total` the hider's die falls with the answer: the contest is rolled anew. With `search` only what comes
    of it says whether anything was there.
    """

    seeker: VesselKey
    operator: CharacterKey
    hider: VesselKey
    cover: str = ""
    hide: Added | None = None
    face: int | None = None
    typed: bool = False
    total: int | None = None
    search: bool = False


# what is rolled


def gain_of(sheet: ShipSheet) -> str:
    """The gain of the ship's sensors; where they are out of order it helps nobody."""
    helps = sum(part.value for part in find_parts(gain=sheet.gain)) > 0
    return "normal" if "sensors" in sheet.out and helps else sheet.gain


def operator_of(vessel: Vessel) -> Character | None:
    """Who watches the sensors: the operator, else the pilot, else nobody. The dead and unconscious watch nothing."""
    return next((one for one in _at_sensors(vessel) if not doing.why_unfit(one)), None)


def _at_sensors(vessel: Vessel) -> list[Character]:
    """Who is at a post from which the sensors are watched."""
    return [*aboard(vessel, OPERATOR), *aboard(vessel, PILOT)[:1]]


def hide_lines(hider: Vessel, cover: str, options: Options) -> list[Line]:
    """What goes onto the hiding pilot's roll (dragonfly.sensor-modifiers)."""
    return lines_of(*hide_parts(size=ship_sheet_of(hider.ship, options).size, cover=cover))


def number_of_watch(seeker: Vessel, operator: Character, options: Options) -> int:
    """Which additional action of the Turn the operator's roll takes (dragonfly.ship-sheet); 0 where it takes none."""
    spent = used_up(seeker, operator)
    return number_of_next(spent, SEARCHES, options)


def operator_side(seeker: Vessel, operator: Character, hider: Vessel, options: Options) -> Added:
    """All that an operator adds, with every condition counted and no feat; or their Ability Score."""
    number = number_of_watch(seeker, operator, options)
    more = [*look_lines(seeker, hider, options), *lines_of(*action_parts(number))]
    return side_of(operator, OPERATOR, options, *more)


def look_lines(seeker: Vessel, hider: Vessel, options: Options) -> list[Line]:
    """What goes onto the operator's roll (dragonfly.sensor-modifiers)."""
    size = ship_sheet_of(hider.ship, options).size
    gain = gain_of(ship_sheet_of(seeker.ship, options))
    return lines_of(*detect_parts(range=range_between(seeker, hider), gain=gain, size=size, options=options))


def open_lines(look: Looking, seeker: Vessel, hider: Vessel | None, options: Options) -> list[Line]:
    """What the operator may know of that: in a search the gain alone, of a ship just lost the range too."""
    gain = find_parts(gain=gain_of(ship_sheet_of(seeker.ship, options)))
    if look.search or hider is None:
        return lines_of(*gain)
    sensors = detect_parts(
        range=range_between(seeker, hider), gain=gain_of(ship_sheet_of(seeker.ship, options)), size=0
    )
    return lines_of(*sensors)


# opening it


def knows_of(seeker: Vessel, hider: Vessel) -> bool:
    """Whether the seeker's crew has that ship in sight until now."""
    return not hider.ship.hidden and hiding_of(hider, seeker) is None


def look_for(
    turn: Turn, hider: Vessel, seeker: Vessel, cover: str, hide: Added, check: Check, typed: bool, by: Event
) -> None:
    """The operator of one ship rolls against the finished Pilot roll: score sheets at once, players are asked."""
    operator = operator_of(seeker)
    state = Looking(seeker.pk, operator.pk if operator else 0, hider.pk, cover, hide, check.face, typed, check.total)
    if operator is None:
        settle(turn, state, seeker, hider, None, None, False)
    elif not sheet_of(operator).is_full:
        look = operator_side(seeker, operator, hider, options_of(turn.viewer, hider.encounter))
        note(turn, seeker, operator, SEARCHES)
        settle(turn, state, seeker, hider, look, look.check(), False)
    else:
        _ask(turn, state, seeker, hider, operator, by)


def contest_anew(turn: Turn, hider: Vessel, seeker: Vessel, cover: str, total: int | None = None) -> None:
    """Both sides roll again because the range changed, or the seeker alone against the hider's finished `total`. Of a
    ship that its crew does not see the GMs are asked."""
    operator = operator_of(seeker)
    if operator is not None and pilot_of(hider) is not None:
        state = Looking(seeker.pk, operator.pk, hider.pk, cover, total=total)
        _ask(turn, state, seeker, hider, operator, turn.events[0])


def _ask(turn: Turn, state: Looking, seeker: Vessel, hider: Vessel, operator: Character, by: Event) -> None:
    exchange = exchanges.open_exchange(turn, DETECT, state, by=by)
    facts = who_is_asked(operator) | {
        "ship": seeker.ship.name,
        "hider": hider.ship.name,
        "anew": state.total is None,
    }
    exchanges.ask(turn, exchange, _whom(operator, seeker, hider), facts)


def _whom(operator: Character, seeker: Vessel, hider: Vessel) -> Atom:
    """Whoever plays the operator; the GMs where the crew does not see the ship that hides."""
    return whom_to_ask(operator) if knows_of(seeker, hider) else ("gms", 0)


def hand_over(turn: Turn, seeker: Vessel) -> None:
    """Whoever watches this ship's sensors now does so in place of an operator who was asked and is at no post for it
    any more."""
    operator = operator_of(seeker)
    for exchange in exchanges.about(turn.desk, DETECT, seeker=seeker.pk):
        look: Looking = exchanges.state_of(exchange)
        if operator is None or any(one.pk == look.operator for one in _at_sensors(seeker)):
            continue
        hider = turn.desk.find(Vessel, look.hider) if look.hider and not look.search else None
        whom = _whom(operator, seeker, hider) if hider else whom_to_ask(operator)
        exchanges.advance(turn, exchange, replace(look, operator=operator.pk))
        for one in exchanges.asks_of(exchange):
            exchanges.ask_instead(turn, one, whom, who_is_asked(operator))


def call_off_looks(turn: Turn, hider: Vessel, seeker: Vessel | None = None) -> list[Looking]:
    """Closes what is still open about this hiding; from that one ship where it is named. Returns what was asked."""
    found = [one for one in exchanges.open_exchanges(turn.desk, DETECT) if one.state["hider"] == hider.pk]
    if seeker is not None:
        found = [one for one in found if one.state["seeker"] == seeker.pk]
    looks = []
    for exchange in found:
        looks.append(exchanges.state_of(exchange))
        exchanges.close(turn, exchange)
    return looks


# settling it


def settle(
    turn: Turn, state: Looking, seeker: Vessel, hider: Vessel, look: Added | None, found: Check | None, typed: bool
) -> Event:
    """Both sides are in: hidden or not (dragonfly.hiding), by a Concealment for this pair of ships."""
    total = sure(state.total)
    hidden = hidden_from(total, found.total if found else 0)
    seen_before = knows_of(seeker, hider)
    _keep(turn, state, seeker, hider, total, hidden)
    full = named_ship(seeker) | {
        "hider": hider.ship.name,
        "hidden": hidden,
        "search": state.search,
        "hide_total": total,
        "sides": _sides(state, seeker, hider, look, found, typed),
        "nobody": found is None,
    }
    return tell(turn, "dragonfly.detected", full, _told(turn, state, seeker, hider, full, seen_before))


def _keep(turn: Turn, state: Looking, seeker: Vessel, hider: Vessel, total: int, hidden: bool) -> None:
    row = hiding_of(hider, seeker)
    if row is not None and not hidden:
        turn.delete(row)
    elif row is not None and not state.search:
        turn.change(row, roll=total, cover=state.cover)
    elif row is None and hidden:
        turn.create(Concealment, hider=hider, seeker=seeker, cover=state.cover, roll=total)


def _sides(
    state: Looking, seeker: Vessel, hider: Vessel, look: Added | None, found: Check | None, typed: bool
) -> list[Facts]:
    sides = []
    if state.hide is not None:
        mine = state.hide.told(state.hide.check(face=state.face), state.typed)
        sides.append({"who": hider.ship.name, "closed": is_closed(pilot_of(hider)), **mine})
    if look is not None and found is not None:
        sides.append(_own_side(seeker, look, found, typed))
    return sides


def is_closed(person: Character | None) -> bool:
    """Whether this person's numbers are the GMs' alone, because nobody plays them."""
    return person is None or not person.seat_id


def _own_side(seeker: Vessel, look: Added, found: Check, typed: bool) -> Facts:
    return {"who": seeker.ship.name, "closed": is_closed(operator_of(seeker)), **look.told(found, typed)}


def _told(
    turn: Turn, state: Looking, seeker: Vessel, hider: Vessel, full: Facts, seen_before: bool
) -> dict[Audience, Facts]:
    """The seeker's crew learns the outcome, and nothing of a ship of which it knew nothing and knows nothing now."""
    options = options_of(turn.viewer, hider.encounter)
    if told_of_hiding(who="others", options=options).rolls and not hider.ship.hidden and not seeker.ship.hidden:
        return {EVERYBODY: full | {"sides": opened_sides(full["sides"])}}
    if state.search and (full["hidden"] or hider.ship.hidden):
        return {crew_of(seeker): nothing_found(seeker)}
    if full["hidden"] and not seen_before:
        return {}
    outcome = named_ship(seeker) | {"hider": full["hider"], "hidden": full["hidden"], "search": state.search}
    return {crew_that_may_know(seeker, hider): outcome}


def nothing_found(seeker: Vessel) -> Facts:
    return named_ship(seeker) | {"nothing": True, "search": True}


# the operator's answer


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
        if person in _at_sensors(seeker):
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
        event = _nothing(turn, seeker, [_own_side(seeker, look, found, thrown.typed)] if look and found else [])
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


# a search that the Director asks for


class SearchForm(ActForm):
    seeker = VesselChoice(label="Which ship searches")
    hider = VesselChoice(
        label="What hides there",
        required=False,
        help_text="Nothing: the operator rolls all the same, and nobody learns that there was nothing to find.",
    )

    def setup(self) -> None:
        ships = all_sailing(self.viewer) if self.viewer.is_gm else []
        self.choose("seeker", ships)
        self.choose("hider", [one for one in ships if rows_of(one)], "Nothing")


@act("dragonfly.search", title="Ask for a search", form=SearchForm, button="Ask for it", who=gms)
def search(turn: Turn, form: SearchForm) -> None:
    """The operator looks once more against the hider's finished roll. The question says nothing of what is there."""
    seeker, hider = form.cleaned_data["seeker"], form.cleaned_data["hider"]
    operator = operator_of(seeker)
    if operator is None:
        turn.refuse("nobody", f"Nobody watches the sensors of {seeker.ship.name}. Seat somebody there first.", "seeker")
    row = hiding_of(hider, seeker) if hider else None
    if hider and row is None:
        turn.refuse("in-sight", f"{hider.ship.name} is not hidden from {seeker.ship.name}.", "hider")
    hidden = {"hider": hider.ship.name} if hider else {}
    event = tell(turn, "dragonfly.search", named_ship(seeker) | hidden, {crew_of(seeker): named_ship(seeker)})
    state = Looking(
        seeker.pk,
        operator.pk,
        hider.pk if hider else 0,
        row.cover if row else "",
        total=row.roll if row else None,
        search=True,
    )
    exchange = exchanges.open_exchange(turn, DETECT, state, by=event)
    exchanges.ask(turn, exchange, whom_to_ask(operator), who_is_asked(operator) | {"ship": seeker.ship.name})
