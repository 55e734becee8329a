"""The encounter that runs at a table: which ships are in it, how far apart, and which of them a seat may know of."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from django.db.models import Q, QuerySet

from apps.characters.models import Character
from apps.characters.rows import when_deleted
from apps.ships.access import ships_known_to
from apps.ships.models import Concealment, Encounter, Gap, Post, Spent, Vessel
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
    return Encounter.objects.filter(table=table, span__closed_at=None).select_related("span", "turn").first()


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
    for one in encounter.vessels.filter(state="in"):
        turn.change(one, choice="", target=None, piloting=None, levels=None)
    return turn.change(encounter, turn=open_span(turn, TURN, inside=encounter.span), phase=phase)


def end(turn: Turn, encounter: Encounter) -> list[dict[str, Any]]:
    return close_span(turn, encounter.span)


def join(turn: Turn, encounter: Encounter, ships: Iterable[Character], range_: str) -> list[Vessel]:
    """Those that are not in it yet, or had escaped, come in, each at that range from all the others."""
    held = {one.ship_id: one for one in encounter.vessels.all()}
    come = [held.get(ship.pk) or turn.create(Vessel, encounter=encounter, ship=ship) for ship in ships]
    for vessel in come:
        back = vessel.state == "escaped"
        if back:
            turn.change(vessel, state="in", choice="", target=None, piloting=None, levels=None)
        for other in encounter.vessels.exclude(pk=vessel.pk):
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
    return Gap.objects.filter(Q(one=one, other=other) | Q(one=other, other=one)).first()


def vessels_of(encounter: Encounter) -> QuerySet[Vessel]:
    return encounter.vessels.select_related("ship__seat", "target__ship", "encounter__turn").order_by("pk")


def crewed_by(viewer: Viewer, encounter: Encounter) -> QuerySet[Vessel]:
    """The vessels that this seat's characters are aboard, or that it runs; all for a GM."""
    vessels = vessels_of(encounter)
    if viewer.is_gm:
        return vessels
    aboard = Post.objects.filter(person__seat=viewer.seat).values("ship")
    return vessels.filter(Q(ship__in=aboard) | Q(ship__seat=viewer.seat))


def vessels_seen_by(viewer: Viewer, encounter: Encounter) -> QuerySet[Vessel]:
    """The vessels of which this seat may know where they are: its own; of the others those in sight, and of these only
    what is hidden from none of its own ships (a spectator: from nobody at all) and within reach of their sensors.
    A GM sees all."""
    vessels = vessels_of(encounter)
    if viewer.is_gm:
        return vessels
    mine = crewed_by(viewer, encounter)
    seekers = mine if mine.exists() else vessels
    unseen = Concealment.objects.filter(seeker__in=seekers).values("hider")
    known = vessels.filter(ship__in=ships_known_to(viewer)).exclude(pk__in=unseen).exclude(pk__in=_far(viewer, mine))
    return vessels.filter(Q(pk__in=known.values("pk")) | Q(pk__in=mine.values("pk")))


def ships_unseen_by(viewer: Viewer) -> set[int]:
    """The keys of the ships (characters) in the encounter that runs of which this seat does not know where they are."""
    encounter = encounter_of(viewer.table)
    if encounter is None:
        return set()
    seen = vessels_seen_by(viewer, encounter).values("pk")
    return set(encounter.vessels.exclude(pk__in=seen).values_list("ship", flat=True))


def _far(viewer: Viewer, mine: QuerySet[Vessel]) -> set[int]:
    """The keys of those that no ship of this seat's senses; whoever has no ship there watches from nowhere."""
    out_of_reach, seekers = _out_of_reach.get(viewer.table.game), list(mine)
    if out_of_reach is None or not seekers:
        return set()
    return out_of_reach(seekers, list(vessels_of(seekers[0].encounter)))


# what is used up


def spent_by(vessel: Vessel, person: Character) -> dict[str, int]:
    """What this person has used up aboard in the turn that runs."""
    rows = Spent.objects.filter(vessel=vessel, person=person, span=vessel.encounter.turn)
    return dict(rows.values_list("key", "value"))


def spend(turn: Turn, vessel: Vessel, person: Character, key: str, value: int) -> None:
    """Writes one number. Inside the hold."""
    span = vessel.encounter.turn
    row = Spent.objects.filter(vessel=vessel, person=person, span=span, key=key).first()
    if row is None:
        turn.create(Spent, vessel=vessel, person=person, span=span, key=key, value=value)
    else:
        turn.change(row, value=value)


# whoever is deleted


@when_deleted
def forget(turn: Turn, character: Character) -> None:
    """Takes a ship, or somebody aboard, out of the encounters that are over. Refuses a ship in the one that runs."""
    running_ = encounter_of(turn.table)
    if running_ is not None and running_.vessels.filter(ship=character, state="in").exists():
        why = f"{character.name} is in the encounter that runs. End that, or let the ship escape from it first."
        turn.refuse("in-encounter", why)
    for used in Spent.objects.filter(person=character):
        turn.delete(used)
    for vessel in Vessel.objects.filter(ship=character):
        _forget_vessel(turn, vessel)


def _forget_vessel(turn: Turn, vessel: Vessel) -> None:
    for other in vessel.hunted_by.all():
        turn.change(other, target=None)
    pairs = [*Gap.objects.filter(Q(one=vessel) | Q(other=vessel))]
    hidings = [*Concealment.objects.filter(Q(hider=vessel) | Q(seeker=vessel))]
    for row in (*Spent.objects.filter(vessel=vessel), *pairs, *hidings, vessel):
        turn.delete(row)
