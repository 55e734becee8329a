"""A scene is over; what it was in its episode; and a mode that changes while it is played (yarn.scene-types)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import forms

from apps.characters import parts
from apps.characters.yarn.people import of_seat
from apps.characters.yarn.scenes import CALLS, MONTAGE, Scene, end, scene_of
from apps.characters.yarn.spans import open_now
from apps.drama.yarn import turns
from apps.drama.yarn.calling.call_form import MODES
from apps.drama.yarn.calling.marks import declare_closer, played_in, type_of
from apps.drama.yarn.calling.ordering import is_theirs, next_name
from apps.drama.yarn.window import window_of
from apps.table import exchanges
from apps.table.acts import ActForm, act, gms
from apps.table.desk import Desk
from apps.table.spans import FIGHT
from apps.table.turn import Turn
from apps.table.viewer import Viewer


def why_not_over(viewer: Viewer, scene: Scene) -> str:
    """Why this seat cannot say that the scene is over: the GM can at any time, a player who is in it, or called it,
    once nothing in it waits and nobody fights."""
    if viewer.is_gm:
        return ""
    if window_of(viewer.desk) is not None:
        return "It has not begun yet: whoever called it may withdraw it."
    if scene.cast and not (scene.has(of_seat(viewer.seat)) or is_theirs(viewer, scene)):
        return "Somebody who is in the scene says that it is over."
    if is_unsettled(viewer.desk):
        return "Something in it still waits for an answer."
    return f"They still fight: the {viewer.game.gm} ends that first." if is_fought(viewer.desk) else ""


def is_unsettled(desk: Desk) -> bool:
    """Whether something that everybody knows of still waits for an answer."""
    return any(exchanges.kind_of(one).open for one in exchanges.open_exchanges(desk))


def is_fought(desk: Desk) -> bool:
    """Whether a fight runs, in one roll or round by round, which would end with the scene."""
    return open_now(desk, FIGHT) is not None


def what_falls(viewer: Viewer, form: OverForm) -> Mapping[str, Any]:
    """What the GM lets fall by ending the scene now."""
    waits, fought = is_unsettled(viewer.desk), is_fought(viewer.desk)
    lines = (
        ("Something in it still waits for an answer: it falls with the scene, and no token moves.", waits),
        ("The fight ends with it, and the order; hit points stay as they are.", fought),
    )
    return {"subheading": " ".join(line for line, holds in lines if holds)}


class OverForm(ActForm):
    """The scene that plays."""

    def clean(self) -> dict[str, Any]:
        scene = scene_of(self.viewer.desk)
        no = "No scene is open." if scene is None else why_not_over(self.viewer, scene)
        if no:
            self.add_error(None, no)
        return self.cleaned_data


@act(
    "yarn.end-scene",
    title="Close the scene",
    form=OverForm,
    button="It is over",
    preview=what_falls,
    instead_of="close-scene",
)
def end_scene(turn: Turn, form: OverForm) -> None:
    """Anybody in it says so; after a montage its caller calls again (yarn.montage), else the turn goes on."""
    scene = scene_of(turn.desk)
    if scene is None:
        raise LookupError("scene")
    closer = type_of(turn.desk, scene.span).session_ends if scene.span.inside_id else False
    ended = end(turn, scene)
    if scene.mode == MONTAGE and scene.caller is not None:
        turns.calls_again(turn, scene.caller, "montage")
    facts = {"title": scene.span.title, "number": scene.span.number, "ended": ended, "closer": closer}
    turn.tell("yarn.scene-ended", facts | {"next": "" if closer else next_name(turn.desk)})


class CloserForm(ActForm):
    """The scene that plays, or the last one that did."""

    def clean(self) -> dict[str, Any]:
        if not played_in(self.viewer.desk):
            self.add_error(None, "No scene of this episode has been played yet.")
        elif type_of(self.viewer.desk, played_in(self.viewer.desk)[-1]).session_ends:
            self.add_error(None, "It is the closer already.")
        return self.cleaned_data


def what_a_closer_does(viewer: Viewer, form: CloserForm) -> Mapping[str, Any]:
    """Which scene it is, and what comes after it, in a sentence."""
    title = played_in(viewer.desk)[-1].title
    return {"subheading": f"“{title}” rounds the episode off: nobody calls after it, and the episode can be closed."}


@act(
    "yarn.closer",
    title="This is the closer",
    form=CloserForm,
    who=gms,
    button="It is the closer",
    preview=what_a_closer_does,
)
def closer(turn: Turn, form: CloserForm) -> None:
    """The scene that plays, or the last one, rounds the episode off: nobody calls after it (yarn.scene-types)."""
    scene = played_in(turn.desk)[-1]
    declare_closer(turn, scene)
    turn.tell("yarn.closer", {"title": scene.title, "number": scene.number})


class ModeForm(ActForm):
    mode = forms.ChoiceField(label="It is now", choices=list(MODES.items()), widget=forms.RadioSelect)

    def setup(self) -> None:
        scene = scene_of(self.viewer.desk)
        if scene is not None:
            self.start_with({"mode": scene.mode})

    def clean(self) -> dict[str, Any]:
        scene = scene_of(self.viewer.desk)
        if scene is None or scene.caller is None:
            self.add_error(None, "No scene that was called is open.")
        elif scene.mode == self.cleaned_data.get("mode"):
            self.add_error("mode", "That is its mode already.")
        return self.cleaned_data


@act("yarn.change-mode", title="Change the mode", form=ModeForm, who=gms, button="So it goes on")
def change_mode(turn: Turn, form: ModeForm) -> None:
    """The GM switches it when it changes in play; the log has both (yarn.scene-mode)."""
    scene = scene_of(turn.desk)
    if scene is None or scene.caller is None:
        raise LookupError("scene")
    now: str = form.cleaned_data["mode"]
    for held in parts.in_order(turn.desk, scene.span, f"{CALLS} {scene.mode}"):
        turn.change(held, role=f"{CALLS} {now}")
    turn.tell("yarn.mode-changed", {"title": scene.span.title, "from": scene.mode, "to": now})
