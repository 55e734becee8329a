"""What a seat can do for a ship now, each a tap from the board."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import partial
from urllib.parse import urlencode

from apps.characters.models import Character
from apps.rules.refusal import Refused
from apps.ships.dragonfly.chasing import refuse_to_flee
from apps.ships.dragonfly.crew import ENGINEER, aboard, awake_pilot_of, pilot_of, why_unfit
from apps.ships.dragonfly.fury import who_may_rage, why_no_fury
from apps.ships.dragonfly.gunnery import FireForm, fire_outlook, manned_by
from apps.ships.dragonfly.hiding import refuse_to_hide
from apps.ships.dragonfly.repairs import broken
from apps.ships.dragonfly.scope import Scope
from apps.ships.dragonfly.sight import range_between
from apps.ships.dragonfly.steps import DISENGAGE, ENGAGE, RANGES, fires_now, proposed_target, targets_of
from apps.ships.models import Post, Vessel
from apps.table import exchanges
from apps.table.models import Ask
from apps.table.viewer import Viewer

ANSWERS = {
    "dragonfly.maneuver": "Maneuver for position",
    "dragonfly.shot": "Answer the shot",
    "dragonfly.chase": "Roll for the chase",
    "dragonfly.detect": "Watch the sensors",
}
FIRE = "dragonfly.fire"
Given = tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class Deed:
    """One tap. `at_once` does it, else it opens the form; `chance` is shown beside it; `why_not` says why it is off."""

    label: str
    act: str
    given: Given = ()
    at_once: bool = False
    chance: str = ""
    main: bool = False
    chosen: bool = False
    why_not: str = ""

    @property
    def address(self) -> str:
        return f"{self.act}?{urlencode(self.given)}"


def deeds_of(scope: Scope, vessel: Vessel) -> list[Deed]:
    """All that this seat can do for this ship now."""
    viewer = scope.viewer
    if not viewer.may_act:
        return []
    if vessel.state != "in":
        return list(_repairs(scope, vessel))
    steers = _steers(viewer, vessel)
    found = [*_answers(scope, vessel)]
    if steers and (scope.step == "choose" or viewer.is_gm):
        found += _choices(scope, vessel)
    if scope.step == "fire" and fires_now(vessel):
        found += _shots(scope, vessel)
    if steers and (vessel.choice == DISENGAGE or (scope.step == "run" and vessel.choice != ENGAGE)):
        found += _ways_out(viewer, vessel)
    if scope.step in {"choose", "fire"}:
        found += _furies(scope, vessel)
    return [*found, *_repairs(scope, vessel), *_out_of_secrecy(viewer, vessel)]


def due_of(scope: Scope, vessel: Vessel) -> str:
    """What the table waits for this seat to do for this ship, beside what is asked: a choice, or its shots."""
    if scope.viewer.watching or vessel.state != "in":
        return ""
    if scope.step == "choose" and not vessel.choice and _steers(scope.viewer, vessel) and awake_pilot_of(vessel):
        return "engage or disengage."
    if scope.step == "fire" and fires_now(vessel) and any(not one.why_not for one in _shots(scope, vessel)):
        return "your fire."
    return ""


def at_hand(scope: Scope, vessel: Vessel, deeds: list[Deed]) -> list[Deed]:
    """What stands above the board: all that players can do, and of the GMs' what the table waits for."""
    if not scope.viewer.is_gm:
        return deeds
    pilot = pilot_of(vessel)
    waits = due_of(scope, vessel) and not (pilot and pilot.seat_id)
    return [one for one in deeds if one.at_once or one.act == FIRE] if waits else []


def _steers(viewer: Viewer, vessel: Vessel) -> bool:
    pilot = pilot_of(vessel)
    return viewer.is_gm or (pilot is not None and pilot.seat_id == viewer.seat.pk)


def _plays(viewer: Viewer, person: Character) -> bool:
    return viewer.is_gm or person.seat_id == viewer.seat.pk


def _answers(scope: Scope, vessel: Vessel) -> Iterable[Deed]:
    """What is asked of this seat about the ship."""
    for ask in scope.asks:
        if ask.exchange.kind in ANSWERS and _is_about(ask, vessel):
            act = exchanges.kind_of(ask.exchange).answer
            yield Deed(ANSWERS[ask.exchange.kind], act, (("ask", ask.public_id),), main=True)


def _is_about(ask: Ask, vessel: Vessel) -> bool:
    return bool(ask.facts.get("ship") == vessel.ship.name)


# engaging


def _choices(scope: Scope, vessel: Vessel) -> Iterable[Deed]:
    """While pilots choose a tap for each target; later the Director’s form."""
    ship = ("ship", vessel.public_id)
    if scope.step != "choose":
        yield Deed("Change the choice", "dragonfly.engage", (ship,))
        return
    pilot = pilot_of(vessel)
    no = why_unfit(scope.viewer, pilot) if pilot else None
    choose = partial(Deed, act="dragonfly.engage", at_once=True, why_not=no.text if no else "")
    for target in targets_of(scope.viewer, vessel):
        chosen = vessel.choice == ENGAGE and vessel.target_id == target.pk
        given = (ship, ("choice", ENGAGE), ("target", target.public_id))
        yield choose(f"Engage {target.ship.name}", given=given, chosen=chosen)
    yield choose("Disengage", given=(ship, ("choice", DISENGAGE)), chosen=vessel.choice == DISENGAGE)


def _ways_out(viewer: Viewer, vessel: Vessel) -> Iterable[Deed]:
    """Each with the reason where the Turn has no room for it any more."""
    ship: Given = (("ship", vessel.public_id),)
    pilot = pilot_of(vessel)
    if pilot is not None:
        yield Deed("Run", "dragonfly.flee", ship, why_not=_refusal(refuse_to_flee, viewer, vessel, pilot))
        yield Deed("Hide", "dragonfly.hide", ship, why_not=_refusal(refuse_to_hide, viewer, vessel, pilot))
    yield Deed("Come out of hiding", "dragonfly.emerge", ship)


def _refusal(refuse: Callable[[Viewer, Vessel, Character], None], viewer: Viewer, ship: Vessel, by: Character) -> str:
    """Why it cannot be done in this Turn any more; what is only too early is on offer."""
    try:
        refuse(viewer, ship, by)
    except Refused as no:
        return "" if no.code == "not-now" else no.text
    return ""


# firing


def _shots(scope: Scope, vessel: Vessel) -> Iterable[Deed]:
    """A shot with each weapon that this seat’s people man: at the chosen target, else at the nearest that is no
    friend."""
    viewer = scope.viewer
    target = proposed_target(vessel, sorted(targets_of(viewer, vessel), key=lambda one: _nearness(vessel, one)))
    if target is None:
        return
    people = [post.person for post in viewer.desk.all(Post, ship=vessel.ship_id)]
    crew = {one.pk: one for one in people if _plays(viewer, one)}
    for person in crew.values():
        for weapon in manned_by(vessel, person):
            yield _shot(viewer, person, weapon.id, weapon.name, target)


def _nearness(own: Vessel, other: Vessel) -> tuple[int, int]:
    return RANGES.index(range_between(own, other)), other.pk


def _shot(viewer: Viewer, person: Character, weapon: str, name: str, target: Vessel) -> Deed:
    given = (("character", person.public_id), ("weapon", weapon), ("target", target.public_id))
    form = FireForm(dict(given), viewer=viewer)
    label = f"{name} at {target.ship.name}"
    if not form.is_valid():
        return Deed(label, FIRE, given)
    shown = fire_outlook(viewer, form)
    chance = shown["odds"]["headline"] if "odds" in shown else ""
    if "score_total" in shown:
        again = "once more, " if form.kept_face() is not None else ""
        chance = f"{again}makes {shown['score_total'].total}"
    return Deed(label, FIRE, given, chance=chance, main=True, why_not=shown.get("refused_now", ""))


def _furies(scope: Scope, vessel: Vessel) -> Iterable[Deed]:
    """For each who fires its weapons, as long as it is possible and not asked for yet."""
    for person in who_may_rage(scope.viewer):
        if manned_by(vessel, person) and why_no_fury(scope.viewer, person) is None:
            label = f"Righteous Fury: {person.name} · 2 Drama Points"
            yield Deed(label, "dragonfly.fury-aboard", (("character", person.public_id),))


# repairs


def _repairs(scope: Scope, vessel: Vessel) -> Iterable[Deed]:
    if not broken(scope.sheets[vessel.pk]):
        return
    for person in aboard(vessel, ENGINEER):
        if _plays(scope.viewer, person):
            yield Deed(f"Repair: {person.name}", "dragonfly.repair", (("character", person.public_id),))


# a ship of which nobody knows


def _out_of_secrecy(viewer: Viewer, vessel: Vessel) -> Iterable[Deed]:
    if viewer.is_gm and vessel.ship.hidden:
        given = (("character", vessel.ship.public_id), ("hidden", "no"))
        yield Deed("Show to the players", "character-hidden", given)
