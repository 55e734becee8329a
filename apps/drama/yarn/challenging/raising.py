"""Raising a challenge: who may, against what, one at a time and each kind once per call (yarn.challenge)."""

from __future__ import annotations

from apps.characters.models import Character
from apps.characters.yarn.people import Participant, the_gm
from apps.characters.yarn.scenes import Scene, scene_of
from apps.drama.yarn.turns import BY_HAND, marked
from apps.drama.yarn.window import Window, note_challenge, said_of, window_of
from apps.rules.refusal import Refused
from apps.rules.yarn.drama.challenges import challenge
from apps.table import exchanges
from apps.table.desk import Desk, kept
from apps.table.models import Exchange
from apps.table.turn import Turn

DUCK, RUSH, TIME, PLOT, NARRATION, NOVELTY, DICE, PLACE = KINDS = (
    "own-casting", "being-left-out", "time-jump", "plot-jump", "narration", "novelty", "practical-success", "location",
)  # fmt: skip
OF_A_CALL = (TIME, PLOT, NOVELTY)
"""What is challenged in a call alone, before it is played."""
EXCHANGES = ("yarn.duck", "yarn.rush", "yarn.rework", "yarn.novelty", "yarn.narration", "yarn.place")


def scene_played(turn: Turn) -> Scene:
    """The scene that plays. Refuses where it is over."""
    scene = scene_of(turn.desk)
    if scene is None:
        turn.refuse("no-scene", "The scene is over.")
    return scene


def caller_of(scene: Scene, desk: Desk) -> Participant:
    """Who called it; of a scene that was merely set the GM."""
    return scene.caller or the_gm(desk)


def known_cast(scene: Scene) -> list[Character]:
    """Who is in it as far as everybody knows: what comes of a challenge says nothing of who hides."""
    return [one for one in scene.present if not one.hidden]


def noted_as(kind: str, character: Character | None = None) -> str:
    """What a call remembers: of casting it is each character's own challenge."""
    return f"{kind} {character.public_id}" if character is not None else kind


def why_not_raised(desk: Desk, who: Participant, kind: str, character: Character | None = None) -> Refused | None:
    """Why somebody cannot raise it now, or None."""
    scene, window = scene_of(desk), window_of(desk)
    if scene is None or (window is None and kind in OF_A_CALL):
        return Refused("no-call", "No call waits that could be challenged.", "kind")
    if open_challenge(desk) is not None:
        return Refused("one-at-a-time", "One challenge at a time: settle the one that is open first.", "kind")
    if kind in OF_A_CALL and caller_of(scene, desk).key == who.key:
        return Refused("own-call", "It is your own call: nobody challenges that of theirs.", "kind")
    if kind == TIME and not _skips_time(scene, window):
        return Refused("no-jump", "No time passes before this scene, so no jump of it can be challenged.", "kind")
    state: Window | None = exchanges.state_of(window) if window is not None else None
    if state is not None and noted_as(kind, character) in state.challenged:
        return challenge(kind=kind, challenger=who.key, earlier_kinds=[kind]).why
    return None if kind == RUSH else challenge(kind=kind, challenger=who.key).why


def _skips_time(scene: Scene, window: Exchange | None) -> bool:
    """Whether time passes before it, as called; of a scene that was set by hand nobody said it."""
    return window is None or marked(scene.span, BY_HAND) or said_of(window).seconds > 0


@kept
def open_challenge(desk: Desk) -> Exchange | None:
    """What was challenged and is not settled yet: its exchange, or the vote that it came to."""
    window = window_of(desk)
    inside = exchanges.inside_of(window) if window is not None else []
    return next(iter([*inside, *exchanges.open_exchanges(desk, *EXCHANGES)]), None)


def raised(turn: Turn, who: Participant, kind: str, character: Character | None = None) -> Exchange | None:
    """Notes it against the call that waits, if one does, and takes the challenger's own "Go on" back; returns the
    window. Refuses as `why_not_raised` says."""
    no = why_not_raised(turn.desk, who, kind, character)
    if no is not None:
        raise no
    window = window_of(turn.desk)
    if window is None:
        return None
    note_challenge(turn, window, noted_as(kind, character))
    for one in exchanges.asks_of(window):
        if one.facts["key"] == who.key and one.answer is not None:
            turn.change(one, answer=None)
    return window
