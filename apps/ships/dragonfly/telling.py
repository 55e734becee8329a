"""Who hears what ships do: their crews, and whoever sees them. Nobody else is told that anything happened."""

from __future__ import annotations

from typing import Any

from apps.characters.models import Character
from apps.checks.dragonfly import fury
from apps.checks.dragonfly.sides import Added
from apps.rules.dragonfly import drama
from apps.rules.dragonfly.checks import Check
from apps.ships.board import in_the_open, vessels_seen_by
from apps.ships.dragonfly import sight
from apps.ships.dragonfly.sight import Facts, crew_of, sees
from apps.ships.models import Vessel
from apps.table.audience import EVERYBODY, NOBODY, Audience, seats
from apps.table.models import Event
from apps.table.turn import Turn
from apps.table.viewer import Viewer, seated

UNSEEN = "A ship that nobody sees"
UNNAMED = "Somebody"


def side_of(person: Character, added: Added, check: Check, typed: bool) -> Facts:
    """One side for an event. The numbers of somebody whom nobody plays are for the GMs (`closed`), and so is the name
    of somebody `hidden`; numbers with a fury in them of which not all have heard are for the GMs and the crew
    (`veiled`)."""
    raging = any(line.id == drama.FURY.label_id for line in added.lines)
    veiled = {"veiled": True} if raging and not fury.is_heard_of(person) else {}
    hidden = {"hidden": True} if person.hidden else {}
    return {"who": person.name, "closed": not person.seat_id, **veiled, **hidden, **added.told(check, typed)}


def tell(
    turn: Turn, kind: str, facts: Facts, *vessels: Vessel, felt: bool = False, about: tuple[Event, ...] = ()
) -> Event:
    """Tells of what these ships do: the GMs all, whoever sees all of the ships what is open.

    What is `felt` by the last one is told to its crew too, without the name of a ship that they do not see.
    """
    opened = _opened(facts)
    also: dict[Audience, Facts] = {watchers(turn, *vessels): _veiled(opened)}
    struck = crew_of(vessels[-1]) if felt and not known_to_crew(vessels[-1], vessels[0]) else NOBODY
    if struck != NOBODY:
        also[struck] = opened | {"ship": UNSEEN, "sides": _nameless(opened)}
    sees = all(known_to_crew(vessels[0], one) for one in vessels)
    nearer = {crew_of(vessels[0]): opened} if sees and _veiled(opened) != opened else {}
    return sight.tell(turn, kind, facts, also, nearer, about=about)


def watchers(turn: Turn, *vessels: Vessel) -> Audience:
    """Everybody, whoever sits down later among them, where all who sit here see all of these ships and none of them
    hides; else their crews and every seat, as far as they see all of them.

    A card is the same for whoever sees it, whichever of the two it was (`by_sight`): it tells no hider of success.
    """
    watching = [one for one in seated(turn.desk) if not one.is_gm]
    seeing = [one for one in watching if _sees_all(Viewer(turn.table, one), vessels)]
    if seeing == watching and all(in_the_open(one) for one in vessels):
        return EVERYBODY
    return _crews_that_see(vessels) | seats(*seeing)


def _sees_all(viewer: Viewer, vessels: tuple[Vessel, ...]) -> bool:
    seen = vessels_seen_by(viewer, vessels[0].encounter)
    return all(one in seen for one in vessels)


def _crews_that_see(vessels: tuple[Vessel, ...]) -> Audience:
    found = NOBODY
    for one in vessels:
        if all(known_to_crew(one, other) for other in vessels):
            found |= crew_of(one)
    return found


def known_to_crew(seeker: Vessel, other: Vessel) -> bool:
    """Whether the crew of a ship may know of the other one."""
    return seeker.pk == other.pk or (sees(seeker, other) and not other.ship.hidden)


def _opened(facts: Facts) -> Facts:
    """The facts without the numbers of those whose sheets are closed, and without the names of those who are hidden."""
    sides: list[Facts] = facts.get("sides", [])
    if not sides:
        return dict(facts)
    unnamed = {"character", "character_id"} if sides[0].get("hidden") else set()
    opened = {key: value for key, value in facts.items() if key not in unnamed}
    return {**opened, "sides": [_open_side(one) for one in sides]}


def _open_side(side: Facts) -> Facts:
    if side.get("hidden"):
        return _bare(side, who=UNNAMED)
    return _bare(side) if side["closed"] else side


def _veiled(opened: Facts) -> Facts:
    """What is open, without the numbers of those whose fury not all have heard of."""
    sides: list[Facts] = opened.get("sides", [])
    return {**opened, "sides": [_bare(one) if one.get("veiled") else one for one in sides]} if sides else opened


def _bare(side: Facts, **changed: Any) -> Facts:
    return {**side, "what": "", "parts": [], "left_out": [], **changed}


def _nameless(facts: Facts) -> list[Facts]:
    """The first side is that of the ship that nobody sees."""
    sides: list[Facts] = facts.get("sides", [])
    return [_bare(one, who=UNNAMED) for one in sides[:1]] + sides[1:]
