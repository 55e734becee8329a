"""Chases (dragonfly.chase): a ship runs, others are after it, each pair at its own range."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from django import forms

from apps.characters.access import sheet_open_to
from apps.characters.dragonfly.points import spent_told_by
from apps.characters.dragonfly.sheet import sheet_of
from apps.characters.forms import acting_for
from apps.characters.models import Character, CharacterKey
from apps.checks.dragonfly import odds
from apps.checks.dragonfly.sides import Added, thrown_for
from apps.checks.versus import whom_to_ask
from apps.rules.dragonfly.checks import Check
from apps.rules.dragonfly.lists import BEYOND
from apps.rules.dragonfly.ships import chase as rules
from apps.rules.dragonfly.ships.dogfight import why_no_evasion
from apps.rules.dragonfly.ships.odds import Totals, certain, chase_odds
from apps.rules.dragonfly.ships.sheet import may_run
from apps.rules.odds import percent
from apps.rules.refusal import Refused
from apps.ships.board import gap_between, sailing, spent_aboard
from apps.ships.dragonfly.crew import (
    EVASIONS,
    FLED,
    TRIED,
    action_parts,
    awake_pilot_of,
    more_actions,
    note,
    number_of_next,
    options_of,
    pilot_of,
    totals_of,
    used_on_others,
    used_up,
    who_is_asked,
    why_no_more,
    why_unfit,
)
from apps.ships.dragonfly.sensing import moved, range_changed
from apps.ships.dragonfly.sheet import ShipSheet, ship_sheet_of
from apps.ships.dragonfly.sight import Facts, sees, tell
from apps.ships.dragonfly.stations import (
    PILOT,
    RANGE_TITLES,
    AskedPost,
    SteeredForm,
    lines_of,
    named_ship,
    opened_sides,
    side_of,
    vessel_of,
)
from apps.ships.dragonfly.telling import known_to_crew, watchers
from apps.ships.models import Encounter, Gap, Vessel, VesselKey
from apps.table import exchanges
from apps.table.acts import act
from apps.table.audience import Atom, Audience
from apps.table.models import Ask, Event, Exchange
from apps.table.sure import sure
from apps.table.turn import Turn
from apps.table.viewer import Viewer

KIND = "dragonfly.chase"
NOBODY_FLIES = Added("nobody flies it", [], [], is_score=True)
FLIGHT = "flight"
"""Which additional action of the Turn running took, beside what its pilot has used up."""
WAYS = [("widen", "Widen the gap"), ("close", "Close it")]


@dataclass(frozen=True)
class Chasing:
    """An even chase. Until the pursuer has rolled too, the fleeing pilot's roll is sealed in here.

    `pilot` is who rolls next; `way` where the fleeing ship goes if it wins, "" the usual one.
    """

    fleeing: VesselKey
    pursuing: VesselKey
    pilot: CharacterKey
    side: Added | None = None
    face: int | None = None
    typed: bool = False
    way: str = ""


# running


def refuse_to_flee(viewer: Viewer, vessel: Vessel, pilot: Character) -> None:
    """Refuses where the ship has fled, hidden or engaged in this Turn, whoever flew it then, and where the pilot's
    action is used up: by an evasion that was free (dragonfly.flee-and-evade), or by what was done at another post."""
    if no := why_unfit(viewer, pilot):
        raise Refused(no.code, no.text, "ship")
    spent = used_up(vessel, pilot)
    if spent_aboard(vessel, FLED):
        raise Refused("fled", f"{vessel.ship.name} runs already in this Turn.", "ship")
    if spent_aboard(vessel, TRIED):
        raise Refused(
            "hid", f"{vessel.ship.name} hides in this Turn, which takes the same action. Run in the next.", "ship"
        )
    if vessel.choice == "engage" and not viewer.is_gm:
        raise Refused("engaged", f"{vessel.ship.name} engages in this Turn. A ship that disengages can run.", "ship")
    evaded = spent.get(EVASIONS, 0)
    if evaded and why_no_evasion(
        evasion_number=evaded,
        additional_actions=more_actions(sheet_of(pilot)),
        additional_actions_used=used_on_others(spent),
        fleeing=True,
        options=options_of(viewer, vessel.encounter),
    ):
        text = f"{pilot.name} has evaded in this Turn: to run as well takes an additional action, and there is none."
        raise Refused("evaded", text, "ship")
    if no := why_no_more(sheet_of(pilot), _number_of_flight(viewer, vessel, pilot)):
        raise Refused(no.code, no.text, "ship")


def _number_of_flight(viewer: Viewer, vessel: Vessel, pilot: Character) -> int:
    """Which additional action of the Turn running would take now; 0 where none."""
    options = options_of(viewer, vessel.encounter)
    return number_of_next(used_up(vessel, pilot), FLED, options, fleeing=True)


def _flown(viewer: Viewer, vessel: Vessel, pilot: Character, number: int = 0) -> Added:
    """What the pilot adds in an even chase, with the price of a flight that takes an additional action; nothing where
    the pilot is dead or unconscious."""
    if awake_pilot_of(vessel) is None:
        return NOBODY_FLIES
    number = number or used_up(vessel, pilot).get(FLIGHT, 0)
    return side_of(pilot, PILOT, options_of(viewer, vessel.encounter), *lines_of(*action_parts(number)))


def flee_outlook(viewer: Viewer, form: SteeredForm) -> Mapping[str, Any]:
    """How the pilot's roll may fall where the engines are equal."""
    vessel: Vessel = form.cleaned_data["ship"]
    pilot = _pilot(vessel)
    refuse_to_flee(viewer, vessel, pilot)
    added = _flown(viewer, vessel, pilot, _number_of_flight(viewer, vessel, pilot))
    found = {
        "heading": f"{vessel.ship.name} runs",
        "subheading": pilot.name,
        "own_footer": True,
        "button": f"Run with {vessel.ship.name}",
        "engines_out": not may_run(_sheet(viewer, vessel).out),
    }
    if added.is_score:
        return found | {"score_total": added.check()}
    return found | {"odds": odds.drawn(added, 1, False) | {"sentence": "With equal engines: chance of 9 or more"}}


def _pilot(vessel: Vessel) -> Character:
    return sure(pilot_of(vessel))


@act(
    "dragonfly.flee",
    title="Run",
    form=SteeredForm,
    button="Run",
    preview=flee_outlook,
    template="ships/dragonfly/acts/flee.html",
)
def flee(turn: Turn, form: SteeredForm) -> None:
    """The ship runs; who is after it, it outruns or not when the Turn comes to that."""
    vessel: Vessel = form.cleaned_data["ship"]
    pilot = _pilot(vessel)
    refuse_to_flee(turn.viewer, vessel, pilot)
    acting_for(turn, pilot)
    if number := _number_of_flight(turn.viewer, vessel, pilot):
        note(turn, vessel, pilot, FLIGHT, number)
    note(turn, vessel, pilot, FLED)
    turn.change(vessel, choice="disengage", target=None)
    moved(turn, vessel)
    tell(turn, "dragonfly.fled", named_ship(vessel), {watchers(turn, vessel): named_ship(vessel)})
    if vessel.encounter.phase == "run":
        _run(turn, vessel, pilot)


def resolve(turn: Turn, encounter: Encounter) -> None:
    """The step of running: every ship that flees and was not chased yet. Even chases then wait for their pilots."""
    for vessel in sailing(encounter):
        pilot = pilot_of(vessel)
        runs = vessel.choice == "disengage" and spent_aboard(vessel, FLED) == 1
        if pilot is not None and runs:
            _run(turn, vessel, pilot)


def _run(turn: Turn, vessel: Vessel, pilot: Character) -> None:
    note(turn, vessel, pilot, FLED)
    for pursuer in pursuers_of(vessel):
        _race(turn, vessel, pursuer)


def pursuers_of(vessel: Vessel) -> list[Vessel]:
    """The ships that engage this one and see where it is."""
    others = sailing(vessel.encounter)
    return [one for one in others if one.choice == "engage" and one.target_id == vessel.pk and sees(one, vessel)]


# one chase


def _race(turn: Turn, fleeing: Vessel, pursuing: Vessel) -> None:
    """The faster engines win outright; with equal ones both pilots roll. A hidden ship that hunts moves."""
    moved(turn, pursuing)
    engines = _engines(turn.viewer, fleeing, pursuing)
    if engines == "equal":
        _even(turn, fleeing, pursuing)
        return
    gap = _gap(fleeing, pursuing)
    winner: rules.Runner = "none" if engines == "out" else engines
    way = rules.usual_way(winner)
    _settle(turn, fleeing, pursuing, winner, rules.gap(range=gap.range, way=way) if way else gap.range, engines, [])


def _engines(viewer: Viewer, fleeing: Vessel, pursuing: Vessel) -> rules.Engines:
    one, other = (_sheet(viewer, vessel) for vessel in (fleeing, pursuing))
    return rules.faster(
        fleeing_speed=one.speed,
        pursuing_speed=other.speed,
        fleeing_engines_out=not may_run(one.out),
        pursuing_engines_out=not may_run(other.out),
    )


def _sheet(viewer: Viewer, vessel: Vessel) -> ShipSheet:
    return ship_sheet_of(vessel.ship, options_of(viewer, vessel.encounter))


def _gap(one: Vessel, other: Vessel) -> Gap:
    return sure(gap_between(one, other))


def _even(turn: Turn, fleeing: Vessel, pursuing: Vessel) -> None:
    gap = _gap(fleeing, pursuing)
    facts = named_ship(fleeing) | {"pursuer": pursuing.ship.name, "range": RANGE_TITLES[gap.range]}
    event = tell(turn, KIND, facts, {watchers(turn, fleeing, pursuing): facts})
    exchange = exchanges.open_exchange(turn, KIND, Chasing(fleeing.pk, pursuing.pk, 0), by=event)
    _go_on(turn, exchange, fleeing, pursuing)


def _go_on(turn: Turn, exchange: Exchange, fleeing: Vessel, pursuing: Vessel) -> None:
    """Asks the fleeing pilot, then the pursuer; Ability Scores and empty seats are in at once."""
    state: Chasing = exchanges.state_of(exchange)
    if state.side is None:
        side = _at_once(turn, fleeing)
        if side is None:
            _ask(turn, exchange, state, fleeing, pursuing, True)
            return
        state = replace(state, side=side)
    other = _at_once(turn, pursuing)
    if other is None:
        _ask(turn, exchange, state, pursuing, fleeing, False)
        return
    _both_in(turn, state, fleeing, pursuing, other, other.check(), False, "")
    exchanges.close(turn, exchange)


def _at_once(turn: Turn, vessel: Vessel) -> Added | None:
    """The side of a pilot who never rolls, or of a ship that nobody flies; None of one who rolls."""
    pilot = pilot_of(vessel)
    if pilot is None:
        return NOBODY_FLIES
    added = _flown(turn.viewer, vessel, pilot)
    return added if added.is_score else None


def _ask(turn: Turn, exchange: Exchange, state: Chasing, mine: Vessel, other: Vessel, runs: bool) -> None:
    """Asks whoever flies the ship; the GMs where its crew does not know of the other one."""
    pilot = _pilot(mine)
    exchanges.advance(turn, exchange, replace(state, pilot=pilot.pk))
    facts = who_is_asked(pilot) | {
        "ship": mine.ship.name,
        "other": other.ship.name,
        "runs": runs,
        "range": RANGE_TITLES[_gap(mine, other).range],
    }
    exchanges.ask(turn, exchange, _whom(pilot, mine, other), facts)


def _whom(pilot: Character, mine: Vessel, other: Vessel) -> Atom:
    """Whoever plays the pilot; the GMs where the crew does not know of the other ship."""
    return whom_to_ask(pilot) if known_to_crew(mine, other) else ("gms", 0)


def hand_over(turn: Turn, vessel: Vessel, pilot: Character) -> None:
    """Whoever has taken the helm rolls in the chases that wait for the pilot of this ship; an Ability Score is in at
    once."""
    for exchange in exchanges.open_exchanges(turn.desk, KIND):
        state: Chasing = exchanges.state_of(exchange)
        fleeing, pursuing = (turn.desk.find(Vessel, key) for key in (state.fleeing, state.pursuing))
        mine, other = (fleeing, pursuing) if state.side is None else (pursuing, fleeing)
        if fleeing is None or pursuing is None or mine != vessel:
            continue
        [one] = exchanges.asks_of(exchange)
        if _at_once(turn, vessel) is None:
            exchanges.advance(turn, exchange, replace(state, pilot=pilot.pk))
            exchanges.ask_instead(turn, one, _whom(pilot, vessel, sure(other)), who_is_asked(pilot))
        else:
            exchanges.close_ask(turn, one, None)
            _go_on(turn, exchange, fleeing, pursuing)


def _both_in(
    turn: Turn, state: Chasing, fleeing: Vessel, pursuing: Vessel, other: Added, check: Check, typed: bool, way: str
) -> Event:
    """Two finished rolls; the winner goes where the winner said."""
    side = sure(state.side)
    mine = side.check(face=state.face)
    options, gap = options_of(turn.viewer, fleeing.encounter), _gap(fleeing, pursuing)
    winner = rules.even_chase(mine.total, check.total, options=options)
    chosen = {"fleeing": state.way, "pursuing": way}.get(winner) or None
    done = rules.raced(mine, check, range=gap.range, way=chosen, options=options)  # type: ignore[arg-type]
    sides = [_side(fleeing, side, mine, state.typed), _side(pursuing, other, check, typed)]
    return _settle(turn, fleeing, pursuing, done.winner, done.range, "equal", sides)


def _side(vessel: Vessel, added: Added, check: Check, typed: bool) -> Facts:
    """One side for the card; the numbers of a pilot whom nobody plays are for the GMs (`closed`)."""
    pilot = pilot_of(vessel)
    return {"who": vessel.ship.name, "closed": not (pilot and pilot.seat_id), **added.told(check, typed)}


def _settle(
    turn: Turn, fleeing: Vessel, pursuing: Vessel, winner: str, after: str, engines: str, sides: list[Facts]
) -> Event:
    """The range as it is now, and whether the ship has escaped. Whoever saw them until now hears of it."""
    gap, heard = _gap(fleeing, pursuing), watchers(turn, fleeing, pursuing)
    now = BEYOND if after == rules.ESCAPED else after
    full = named_ship(fleeing) | {
        "pursuer": pursuing.ship.name,
        "winner": winner,
        "engines": engines,
        "sides": sides,
        "before": RANGE_TITLES[gap.range],
        "after": RANGE_TITLES[now],
        "gone": now == BEYOND,
        "range_moved": now != gap.range,
    }
    also: dict[Audience, Facts] = {heard: full | {"sides": opened_sides(sides)}}
    if now != gap.range:
        turn.change(gap, range=now)
        range_changed(turn, gap)
    if now == BEYOND and not any(_near(fleeing, one) for one in sailing(fleeing.encounter)):
        turn.change(fleeing, state="escaped")
    return tell(turn, "dragonfly.chased", full, also)


def _near(fleeing: Vessel, other: Vessel) -> bool:
    """Whether a ship that engages is within Extreme range of one that runs, so that this has not escaped yet."""
    return other.pk != fleeing.pk and other.choice == "engage" and _gap(fleeing, other).range != BEYOND


# the pilots' answers


class ChaseForm(AskedPost):
    way = forms.ChoiceField(label="If the ship wins", choices=WAYS, widget=forms.RadioSelect, required=False)
    kinds = (KIND,)

    def setup(self) -> None:
        super().setup()
        if self.row is not None and not self.is_bound and not self.initial.get("way"):
            self.initial["way"] = "widen" if self.runs else "close"
        self.drop_feat_for_another()

    @property
    def state(self) -> Chasing:
        found: Chasing = exchanges.state_of(sure(self.row).exchange)
        return found

    @property
    def was_shown(self) -> bool:
        """The die of the one who runs lies sealed until the other has rolled."""
        return not self.runs

    @property
    def runs(self) -> bool:
        """Whether the one who runs is asked, and not the pursuer."""
        return bool(sure(self.row).facts["runs"])

    def flown(self) -> Added:
        """The whole roll."""
        number = used_up(sure(self.vessel()), self.own_sheet.character).get(FLIGHT, 0)
        return self.side(*lines_of(*action_parts(number)))

    def character_key(self) -> int:
        return self.state.pilot

    def vessel(self) -> Vessel | None:
        if self.row is None:
            return None
        return vessel_of(self.viewer, self.state.fleeing if self.runs else self.state.pursuing)

    def other(self) -> Vessel | None:
        return vessel_of(self.viewer, self.state.pursuing if self.runs else self.state.fleeing)

    def clean_ask(self) -> Ask:
        found = super().clean_ask()
        if self.vessel() is None or self.other() is None:
            raise forms.ValidationError("One of these ships is no longer in the encounter. Call the chase off.")
        return found


def chase_outlook(viewer: Viewer, form: ChaseForm) -> Mapping[str, Any]:
    """Against a pilot whose sheet this seat may read the chance of each ending, else how the own roll may fall."""
    added, other = form.flown(), sure(form.other())
    drawn = odds.drawn(added, 1, not form.why_no_feat, form.fallen)
    pilot = pilot_of(other)
    if pilot is not None and sheet_open_to(viewer, pilot):
        drawn = _against(form, added, other, pilot)
    ship, no = sure(form.vessel()), form.why_not_at_helm
    return {
        "heading": f"{form.own_sheet.name} flies {ship.ship.name}",
        "subheading": added.what,
        "added": added,
        "own_footer": True,
        "feat_off": form.why_no_feat,
        "button": odds.button(added.bonus, form.cleaned_data.get("face"), form.fallen),
        **({"refused_now": no.text} if no else {"odds": drawn}),
    }


def _against(form: ChaseForm, added: Added, other: Vessel, pilot: Character) -> Facts:
    """The sealed die stays unknown: it counts as any face."""
    theirs = form.state.side or _flown(form.viewer, other, pilot)
    mine, against = _mine(form, added), totals_of(theirs)
    one, two = (mine, against) if form.runs else (against, mine)
    chances = chase_odds(fleeing=one, pursuing=two, options=form.options)
    wins, loses = (chances.fleeing, chances.pursuing) if form.runs else (chances.pursuing, chances.fleeing)
    facts = [
        {"number": percent(loses), "text": f"{other.ship.name} wins"},
        {"number": percent(chances.none), "text": "nobody wins"},
    ]
    return {"headline": percent(wins), "sentence": "Chance to win the chase", "facts": facts}


def _mine(form: ChaseForm, added: Added) -> Totals:
    return totals_of(added) if form.fallen is None else certain(added.check(face=form.fallen).total)


@act(
    "dragonfly.answer-chase",
    title="A chase",
    form=ChaseForm,
    button="Roll",
    preview=chase_outlook,
    template="ships/dragonfly/acts/chase.html",
)
def answer_chase(turn: Turn, form: ChaseForm) -> None:
    """The one who runs rolls sealed, then the pursuer, and both are shown together."""
    ask: Ask = form.cleaned_data["ask"]
    if no := form.why_not_at_helm:
        turn.refuse(no.code, no.text, "ask")
    acting_for(turn, form.own_sheet.character)
    thrown = thrown_for(turn, form, ask)
    spent = form.pay(turn)
    added = form.flown()
    check = added.check(thrown)
    thrown.settle()
    event = (_first if form.runs else _second)(turn, form, ask, added, check, thrown.typed)
    spent_told_by(turn, event, spent)


def _first(turn: Turn, form: ChaseForm, ask: Ask, added: Added, check: Check, typed: bool) -> Event:
    fleeing, pursuing = sure(form.vessel()), sure(form.other())
    state = replace(form.state, side=added, face=check.face, typed=typed, way=form.cleaned_data["way"])
    facts = named_ship(fleeing) | {"pursuer": pursuing.ship.name}
    event = tell(turn, "dragonfly.chase-rolled", facts, {watchers(turn, fleeing, pursuing): facts})
    exchanges.close_ask(turn, ask, event)
    exchanges.advance(turn, ask.exchange, state)
    _go_on(turn, ask.exchange, fleeing, pursuing)
    return event


def _second(turn: Turn, form: ChaseForm, ask: Ask, added: Added, check: Check, typed: bool) -> Event:
    pursuing, fleeing = sure(form.vessel()), sure(form.other())
    event = _both_in(turn, form.state, fleeing, pursuing, added, check, typed, form.cleaned_data["way"])
    exchanges.answered(turn, ask, event)
    return event


def chase_context(viewer: Viewer, ask: Ask) -> Mapping[str, Any]:
    """What the ask's card needs: the own chance, and never anything of the sealed side."""
    form = ChaseForm({"ask": ask.public_id}, viewer=viewer)
    found: Facts = {"asked": ask.facts, "fallen": bool(ask.thrown), "state": None}
    if form.sheet is None or not form.is_valid():
        return found
    added, no = form.flown(), form.why_not_at_helm
    plain, better = (odds.of_added(added, 1, feat, form.fallen) for feat in (None, True))
    return found | {
        "chance": percent(plain.chance),
        "least": odds.least(plain, form.fallen),
        "why_not": no.text if no else "",
        "button": odds.button(added.bonus, fallen=form.fallen),
        "feat": form.feat_offered(percent(better.chance)),
    }
