"""The encounter that runs at a table: which ships are in it, how far apart, and which of them a seat may know of."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from apps.characters.models import Character
from apps.characters.rows import when_deleted
from apps.ships.access import keys_aboard, ships_known_to
from apps.ships.models import Concealment, Encounter, Gap, Spent, Vessel
from apps.table.desk import Desk
from apps.table.models import Table
from apps.table.spans import close_span, open_span
from apps.table.turn import Turn
from apps.table.viewer import Viewer

KIND = "encounter"
TURN = "ship-turn"

OutOfReach = Callable[[list[Vessel], list[Vessel]], set[int]]
_out_of_reach: dict[str, OutOfReach] = {}


def senses(game: str) -> Callable[[OutOfReach], OutOfReach]:
    """Registers a game's function (seekers, others): the keys of those whom the sensors of none of them reach."""

    def register(out_of_reach: OutOfReach) -> OutOfReach:
        _out_of_reach[game] = out_of_reach
        return out_of_reach

    return register


def encounter_of(table: Table) -> Encounter | None:
    """The encounter that runs, or None."""
    desk = table.desk
    return desk.memo("encounter", lambda: _encounter(desk))


def _encounter(desk: Desk) -> Encounter | None:
    return next((one for one in desk.all(Encounter) if one.span.closed_at is None), None)


def running(turn: Turn) -> Encounter:
    """The encounter that runs. Refuses where there is none."""
    found = encounter_of(turn.table)
    if found is None:
        turn.refuse("no-encounter", f"No ships have met. The {turn.viewer.game.gm} begins it.")
    return found


def start(turn: Turn, phase: str, title: str = "") -> Encounter:
    """Opens an encounter with its first turn. Refuses a second one at the same table."""
    if encounter_of(turn.table) is not None:
        turn.refuse("meeting", "Ships have met already. End that before another encounter begins.")
    span = open_span(turn, KIND, title=title, inside=turn.span("scene"))
    return new_turn(turn, turn.create(Encounter, table=turn.table, span=span), phase)


def new_turn(turn: Turn, encounter: Encounter, phase: str) -> Encounter:
    """Closes the turn that runs and opens the next; choices and Pilot rolls are open again."""
    if encounter.turn is not None and encounter.turn.closed_at is None:
        close_span(turn, encounter.turn)
    for one in sailing(encounter):
        turn.change(one, choice="", target=None, piloting=None, levels=None)
    return turn.change(encounter, turn=open_span(turn, TURN, inside=encounter.span), phase=phase)


def end(turn: Turn, encounter: Encounter) -> list[dict[str, Any]]:
    return close_span(turn, encounter.span)


def join(turn: Turn, encounter: Encounter, ships: Iterable[Character], range_: str) -> list[Vessel]:
    """Those that are not in it yet, or are out of it, come in, each at that range from all the others."""
    held = {one.ship_id: one for one in vessels_of(encounter)}
    come = [held.get(ship.pk) or turn.create(Vessel, encounter=encounter, ship=ship) for ship in ships]
    for vessel in come:
        back = vessel.state != "in"
        if back:
            turn.change(vessel, state="in", choice="", target=None, piloting=None, levels=None)
        for other in vessels_of(encounter):
            if other is not vessel:
                _place(turn, vessel, other, range_, back)
    return come


def _place(turn: Turn, vessel: Vessel, other: Vessel, range_: str, anew: bool) -> None:
    """Gives a pair its range; one that it has already changes only `anew`."""
    gap = gap_between(vessel, other)
    if gap is None:
        one, two = sorted((vessel, other), key=lambda it: it.pk)
        turn.create(Gap, one=one, other=two, range=range_)
    elif anew:
        turn.change(gap, range=range_)


def gap_between(one: Vessel, other: Vessel) -> Gap | None:
    encounter = one.encounter
    gaps = encounter.desk.memo_of(encounter, "gaps", lambda: _gaps(encounter))
    return gaps.get(frozenset((one.pk, other.pk)))


def _gaps(encounter: Encounter) -> dict[frozenset[int], Gap]:
    """Those of the encounter by the keys of the two."""
    gaps = [gap for one in vessels_of(encounter) for gap in encounter.desk.all(Gap, one=one)]
    return {frozenset((gap.one_id, gap.other_id)): gap for gap in gaps}


def vessels_of(encounter: Encounter) -> list[Vessel]:
    """Every ship that is in it, or was."""
    return encounter.desk.all(Vessel, encounter=encounter)


def sailing(encounter: Encounter) -> list[Vessel]:
    """The ships that have neither escaped nor been lost."""
    return encounter.desk.all(Vessel, encounter=encounter, state="in")


def crewed_by(viewer: Viewer, encounter: Encounter) -> list[Vessel]:
    """The vessels that this seat's characters are aboard, or that it runs; all for a GM."""
    aboard, seat = keys_aboard(viewer), viewer.seat.pk
    vessels = vessels_of(encounter)
    return [one for one in vessels if viewer.is_gm or one.ship_id in aboard or one.ship.seat_id == seat]


def vessels_seen_by(viewer: Viewer, encounter: Encounter) -> list[Vessel]:
    """The vessels of which this seat may know where they are: its own; of the others those in sight, and of these only
    what is hidden from none of its own ships (a spectator: from nobody at all) and within reach of their sensors.
    A GM sees all."""
    key = ("seen", encounter.pk, viewer.seat.pk)
    return viewer.desk.memo(key, lambda: _seen(viewer, encounter))


def _seen(viewer: Viewer, encounter: Encounter) -> list[Vessel]:
    vessels, mine = vessels_of(encounter), crewed_by(viewer, encounter)
    if viewer.is_gm:
        return vessels
    unseen = {row.hider_id for one in mine or vessels for row in viewer.desk.all(Concealment, seeker=one)}
    unseen |= _far(viewer, mine, vessels)
    known = {one.pk for one in ships_known_to(viewer)}
    return [one for one in vessels if one in mine or (one.ship_id in known and one.pk not in unseen)]


def in_the_open(vessel: Vessel) -> bool:
    """Whether it is in sight and hides from nobody: whoever has no ship there sees it too."""
    return not vessel.ship.hidden and not vessel.desk.all(Concealment, hider=vessel)


def ships_unseen_by(viewer: Viewer) -> set[int]:
    """The keys of the ships (characters) in the encounter that runs of which this seat does not know where they are."""
    encounter = encounter_of(viewer.table)
    if encounter is None:
        return set()
    seen = vessels_seen_by(viewer, encounter)
    return {one.ship_id for one in vessels_of(encounter) if one not in seen}


def _far(viewer: Viewer, mine: list[Vessel], vessels: list[Vessel]) -> set[int]:
    """The keys of those that no ship of this seat's senses; whoever has no ship there watches from nowhere."""
    out_of_reach = _out_of_reach.get(viewer.table.game)
    return out_of_reach(mine, vessels) if out_of_reach and mine else set()


# what is used up


def spent_by(vessel: Vessel, person: Character) -> dict[str, int]:
    """What this person has used up aboard in the turn that runs."""
    rows = vessel.desk.all(Spent, vessel=vessel, person=person, span=vessel.encounter.turn)
    return {row.key: row.value for row in rows}


def spent_aboard(vessel: Vessel, key: str) -> int:
    """How much of that all aboard have used up together in the turn that runs."""
    span = vessel.encounter.turn
    return sum(row.value for row in vessel.desk.all(Spent, vessel=vessel, span=span, key=key)) if span else 0


def spend(turn: Turn, vessel: Vessel, person: Character, key: str, value: int) -> None:
    """Writes one number. Inside the hold."""
    span = vessel.encounter.turn
    row = turn.desk.one(Spent, vessel=vessel, person=person, span=span, key=key)
    if row is None:
        turn.create(Spent, vessel=vessel, person=person, span=span, key=key, value=value)
    else:
        turn.change(row, value=value)


# whoever is deleted


@when_deleted
def forget(turn: Turn, character: Character) -> None:
    """Refuses a ship in the encounter that runs; out of those that are over it goes with its rows."""
    running_ = encounter_of(turn.table)
    if running_ is not None and any(one.ship_id == character.pk for one in sailing(running_)):
        why = f"{character.name} is in the encounter that runs. End that, or let the ship escape from it first."
        turn.refuse("in-encounter", why)
