"""What somebody may challenge now, with who settles it and its price; what does not fit says why."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from apps.characters.yarn.people import Participant, of_viewer
from apps.characters.yarn.points import bennies_of, hand_of
from apps.characters.yarn.scenes import Scene, scene_of
from apps.drama.yarn.bans import banned_among
from apps.drama.yarn.challenging import raising
from apps.drama.yarn.challenging.ducking import may_duck
from apps.drama.yarn.challenging.objecting import TITLES
from apps.drama.yarn.challenging.raising import caller_of, known_cast, open_challenge, why_not_raised
from apps.drama.yarn.challenging.rushing import may_rush
from apps.drama.yarn.window import window_of
from apps.table import exchanges
from apps.table.models import Ask, Exchange
from apps.table.panels import panel
from apps.table.viewer import Viewer


@dataclass(frozen=True)
class Offer:
    """One of them: the act's address, or why not."""

    title: str
    line: str
    address: str
    off: str = ""


@panel(
    "yarn-challenges",
    template="drama/yarn/challenging/panels/challenges.html",
    slot="stage",
    order=17,
    game="yarn",
    roles={"player", "gm"},
)
def challenges(viewer: Viewer) -> Mapping[str, Any]:
    """Folded away: what may be challenged in the call that waits, or in the scene that is played."""
    scene, who = scene_of(viewer.desk), of_viewer(viewer)
    if scene is None or who is None or not scene.cast:
        return {}
    busy = open_challenge(viewer.desk)
    if busy is not None:
        return {"busy": True, "waits": _waits(viewer, busy)}
    return {"offers": list(_offers(viewer, scene, who)), "called": window_of(viewer.desk) is not None}


def _waits(viewer: Viewer, challenge: Exchange) -> list[tuple[Ask, str]]:
    """For whom else it waits, and for what."""
    there = {challenge.pk, *(one.pk for one in exchanges.inside_of(challenge))}
    others = [one for one in exchanges.awaited(viewer) if not exchanges.is_asked(viewer, one)]
    return [(one, exchanges.kind_of(one.exchange).waits_for) for one in others if one.exchange_id in there]


def _offers(viewer: Viewer, scene: Scene, who: Participant) -> Iterator[Offer]:
    yield from _casting(viewer, scene, who)
    if window_of(viewer.desk) is not None and caller_of(scene, viewer.desk).key != who.key and not who.is_gm:
        yield from _of_the_call(viewer, scene, who)
    gm = viewer.game.gm
    if not who.is_gm:
        line = "whoever told it changes it, or the players vote"
        yield _offer(viewer, who, raising.NARRATION, "What is told of somebody", line, "yarn.object-narration")
    line = "your word is enough; it may be taken back"
    yield _offer(viewer, who, raising.DICE, "Success told without dice", line, "yarn.demand-dice")
    line = f"the {gm} admits it, then the players vote"
    yield _offer(viewer, who, raising.PLACE, "A detail of the place", line, "yarn.object-place")


def _offer(viewer: Viewer, who: Participant, kind: str, title: str, line: str, address: str) -> Offer:
    no = why_not_raised(viewer.desk, who, kind)
    return Offer(title, line, address, no.text if no is not None else "")


def _of_the_call(viewer: Viewer, scene: Scene, who: Participant) -> Iterator[Offer]:
    forced = banned_among(viewer.desk, known_cast(scene))
    lines = {
        raising.TIME: "the players vote",
        raising.PLOT: "the players vote",
        raising.NOVELTY: "after a force: the players vote" if forced else f"the {viewer.game.gm} judges",
    }
    for kind, line in lines.items():
        yield _offer(viewer, who, kind, TITLES[kind], line, f"yarn.challenge?kind={kind}")


def _casting(viewer: Viewer, scene: Scene, who: Participant) -> Iterator[Offer]:
    desk, options = viewer.desk, viewer.options
    caller, held = caller_of(scene, desk), hand_of(desk, who)
    token = f"1 of your {held} tokens" if held > 1 else "your one token"
    for one in may_duck(desk, who, options):
        no = why_not_raised(desk, who, raising.DUCK, one)
        price = f"else {token} to {caller.name}" if held else "else they stay, as you have no token"
        line = f"free if {caller.name} gives way, {price}"
        yield Offer(f"Keep {one.name} out", line, f"yarn.duck?character={one.public_id}", no.text if no else "")
    for one in may_rush(desk, who, options):
        no = why_not_raised(desk, who, raising.RUSH, one)
        line = f"free if {caller.name} agrees, {_rush_price(viewer, caller, who, token)}"
        yield Offer(f"Bring {one.name} in", line, f"yarn.rush?character={one.public_id}", no.text if no else "")


def _rush_price(viewer: Viewer, caller: Participant, who: Participant, token: str) -> str:
    desk = viewer.desk
    if not bennies_of(desk, who) and not hand_of(desk, who):
        return "else not, as you have nothing to offer"
    price = f"else {_offered(viewer, who, token)} to {caller.name}"
    return price if bennies_of(desk, caller) else f"{price}; no bennie is there to block with"


def _offered(viewer: Viewer, who: Participant, token: str) -> str:
    """What they could pay with."""
    if not hand_of(viewer.desk, who):
        return "1 bennie of yours"
    return f"{token} or a bennie" if bennies_of(viewer.desk, who) else token
