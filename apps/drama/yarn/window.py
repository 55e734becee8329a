"""The window after a call: all press "Go on", and then the scene is played (yarn.challenge).

To call is the caller's own "Go on". Whatever stops the window is an exchange inside it; a call that was changed opens
it anew for all.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from apps.characters.yarn.people import Participant, participants
from apps.characters.yarn.scenes import Scene, scene_of
from apps.drama.yarn.said import Said
from apps.drama.yarn.shown import call_for
from apps.drama.yarn.turns import WITHDRAWN, mark
from apps.table import answering, exchanges
from apps.table.acts import ActForm, act, gms
from apps.table.desk import Desk, kept
from apps.table.exchanges import exchange_kind
from apps.table.keys import SpanKey
from apps.table.models import Ask, Event, Exchange, Span
from apps.table.shared.answers import AnswerForm
from apps.table.spans import ends_with_span
from apps.table.turn import Turn
from apps.table.viewer import Viewer

WINDOW = "yarn.window"
FOLDER = "drama/yarn/asks"


@dataclass(frozen=True)
class Window:
    """Which scene waits, which kinds of challenges this call has met, and what was said of it. A challenge comes once
    unless the call is changed."""

    scene: SpanKey
    challenged: tuple[str, ...] = ()
    said: Said = field(default_factory=Said)


Beginning = Callable[[Turn, Scene], None]
Waiting = Callable[[Turn, Scene, Exchange], None]
_beginning: list[Beginning] = []
_opening: list[Waiting] = []
_passing: list[Waiting] = []


def when_window_opens(opening: Waiting) -> Waiting:
    """Registers what is done when a call begins to wait, or to wait anew: what it costs is set aside."""
    _opening.append(opening)
    return opening


def when_window_passes(passing: Waiting) -> Waiting:
    """Registers what is done when nothing stands in the way of a call any more, before its window closes."""
    _passing.append(passing)
    return passing


def when_scene_begins(beginning: Beginning) -> Beginning:
    """Registers what is done when a called scene is played from now on."""
    _beginning.append(beginning)
    return beginning


def open_window(turn: Turn, scene: Scene, by: Event, said: Said | None = None) -> Exchange:
    """Asks everybody but the caller to go on, for a call that was made or changed."""
    exchange = exchanges.open_exchange(turn, WINDOW, Window(scene.span.pk, said=said or Said()), by=by)
    for opening in _opening:
        opening(turn, scene, exchange)
    for one in participants(turn.desk):
        if scene.caller is None or one.key != scene.caller.key:
            exchanges.ask(turn, exchange, one.atom, _asked(one, scene))
    return exchange


def _asked(one: Participant, scene: Scene) -> dict[str, Any]:
    return {"who": one.name, "key": one.key, "scene": scene.span.title}


@kept
def window_of(desk: Desk) -> Exchange | None:
    """The window that is open, if a call waits for people."""
    return next(iter(exchanges.open_exchanges(desk, WINDOW)), None)


def note_challenge(turn: Turn, window: Exchange, kind: str) -> None:
    """Notes that this call has met such a challenge. Refuses the second of a kind (once)."""
    state: Window = exchanges.state_of(window)
    if kind in state.challenged:
        turn.refuse("once", "This call has been challenged so already, and nothing of it was changed since.", "kind")
    exchanges.advance(turn, window, replace(state, challenged=(*state.challenged, kind)))


def said_of(window: Exchange) -> Said:
    """What its call says beside cast and place."""
    found: Window = exchanges.state_of(window)
    return found.said


@kept
def said_in(desk: Desk, span: Span) -> Said:
    """What the newest call of a scene says; nothing of one that was not called."""
    calls = [one for one in desk.all(Exchange, kind=WINDOW) if exchanges.state_of(one).scene == span.pk]
    return said_of(max(calls, key=lambda one: one.pk)) if calls else Said()


def opened_anew(turn: Turn, window: Exchange, by: Event, said: Said | None = None) -> Exchange:
    """A changed call: everybody is asked again, and every kind of challenge may come again. What is said of it stays
    unless something else is `said` now."""
    said = said or said_of(window)
    exchanges.close(turn, window)
    scene = scene_of(turn.desk)
    if scene is None:
        raise LookupError(WINDOW)
    return open_window(turn, scene, by, said)


@ends_with_span("scene", game="yarn")
def _nothing_to_wait_for(turn: Turn, span: Span) -> list[dict[str, Any]]:
    """A scene that closes, or gives way to another call, is waited for no longer: it was never played, and the next
    one has its number."""
    window = window_of(turn.desk)
    if window is not None:
        mark(turn, span, WITHDRAWN)
        turn.change(span, number=0)
        exchanges.close(turn, window)
    return []


class GoOnForm(AnswerForm):
    kinds = (WINDOW,)


@act("yarn.go-on", title="Go on", form=GoOnForm, button="Go on")
def go_on(turn: Turn, form: GoOnForm) -> None:
    """Has nothing against the call. With the last one the scene begins."""
    ask: Ask = form.cleaned_data["ask"]
    answering.give(turn, ask, "go on")
    turn.tell("yarn.gone-on", {})


class StartForm(ActForm):
    """The call that waits."""

    def clean(self) -> dict[str, Any]:
        if window_of(self.viewer.desk) is None:
            self.add_error(None, "No call waits for anybody.")
        return self.cleaned_data


@act("yarn.start-anyway", title="Start the scene", form=StartForm, who=gms, button="Start anyway")
def start_anyway(turn: Turn, form: StartForm) -> None:
    """The GM waits no longer: whoever has not gone on is left out, and a challenge that is still open is closed."""
    window = window_of(turn.desk)
    for inner in exchanges.inside_of(window) if window else []:
        exchanges.close(turn, inner)
    for one in answering.awaited_in(window) if window else []:
        answering.leave_out(turn, one)
    turn.tell("yarn.started-anyway", {})


def _goes_on(turn: Turn, window: Exchange) -> None:
    """A challenge is over: where all have gone on meanwhile the scene begins."""
    if not answering.awaited_in(window):
        _begins(turn, window)


def _begins(turn: Turn, window: Exchange) -> None:
    if exchanges.inside_of(window):
        return  # a challenge stops the window: with its end it goes on
    scene = scene_of(turn.desk)
    if scene is None:
        raise LookupError(WINDOW)
    for passing in _passing:
        passing(turn, scene, window)
    exchanges.close(turn, window)
    turn.tell("yarn.scene-begins", {"title": scene.span.title, "mode": scene.mode})
    for beginning in _beginning:
        beginning(turn, scene)


def _context(viewer: Viewer, one: Ask) -> Mapping[str, Any]:
    scene, said = scene_of(viewer.desk), said_of(one.exchange)
    return {
        "scene": scene,
        "call": call_for(viewer, scene, said) if scene else None,
        "given": answering.seen_by(viewer, one),
        "busy": bool(exchanges.inside_of(one.exchange)),
    }


exchange_kind(
    name=WINDOW,
    state=Window,
    template=f"{FOLDER}/window",
    answer="yarn.go-on",
    sealed="own",
    all_in=_begins,
    inner_closed=_goes_on,
    waits_for="their “Go on”",
    context=_context,
)
