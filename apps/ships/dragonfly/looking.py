"""How the contest of a ship that hides with one that looks for it is asked, and what comes of it: the other side of
dragonfly.hiding. The operator answers in dragonfly.detecting."""

from __future__ import annotations

from dataclasses import dataclass, replace

from apps.characters.dragonfly import doing
from apps.characters.dragonfly.sheet import sheet_of
from apps.characters.models import Character, CharacterKey
from apps.checks.dragonfly.sides import Added, Line
from apps.checks.versus import whom_to_ask
from apps.rules.dragonfly.checks import Check
from apps.rules.dragonfly.options import Options
from apps.rules.dragonfly.ships.sensors import detect_parts, find_parts, hidden_from, hide_parts, told_of_hiding
from apps.ships.dragonfly.crew import (
    SEARCHES,
    aboard,
    action_parts,
    note,
    number_of_next,
    options_of,
    pilot_of,
    used_up,
    who_is_asked,
)
from apps.ships.dragonfly.sheet import ShipSheet, ship_sheet_of
from apps.ships.dragonfly.sight import Facts, crew_of, crew_that_may_know, hiding_of, range_between, tell
from apps.ships.dragonfly.stations import (
    OPERATOR,
    PILOT,
    lines_of,
    named_ship,
    opened_sides,
    side_of,
)
from apps.ships.models import Concealment, Vessel, VesselKey
from apps.table import exchanges
from apps.table.audience import EVERYBODY, Atom, Audience
from apps.table.models import Event
from apps.table.sure import sure
from apps.table.turn import Turn

DETECT = "dragonfly.detect"


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
    return next((one for one in at_sensors(vessel) if not doing.why_unfit(one)), None)


def at_sensors(vessel: Vessel) -> list[Character]:
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
        if operator is None or any(one.pk == look.operator for one in at_sensors(seeker)):
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
        sides.append(own_side(seeker, look, found, typed))
    return sides


def is_closed(person: Character | None) -> bool:
    """Whether this person's numbers are the GMs' alone, because nobody plays them."""
    return person is None or not person.seat_id


def own_side(seeker: Vessel, look: Added, found: Check, typed: bool) -> Facts:
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
