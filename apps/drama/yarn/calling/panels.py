"""Panels of calls: whose it is and what is played now, and the calling order as it came."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from apps.characters.models import Character
from apps.characters.panels import is_led, next_step
from apps.characters.yarn.people import of_viewer
from apps.characters.yarn.scenes import GRANTER, MONTAGE, PETITIONER, PROCEDURAL, SHOPPING, Scene, scene_of
from apps.characters.yarn.spans import EPISODE, open_now
from apps.drama.yarn import turns
from apps.drama.yarn.calling.callers import why_not_jumped
from apps.drama.yarn.calling.ending import is_fought, is_unsettled, why_not_over
from apps.drama.yarn.calling.history import turns_of, turns_to_come
from apps.drama.yarn.calling.marks import closer_played, scenes_of, type_of
from apps.drama.yarn.calling.montages import proposed_for
from apps.drama.yarn.calling.opening import last_episode
from apps.drama.yarn.calling.ordering import is_theirs
from apps.drama.yarn.closes import open_step
from apps.drama.yarn.petition import course
from apps.drama.yarn.petition.quiz import has_come_out
from apps.drama.yarn.petition.sides import has_a_word
from apps.drama.yarn.said import Said
from apps.drama.yarn.shown import Cast, call_for, cast_for
from apps.drama.yarn.window import said_in, said_of, window_of
from apps.table import exchanges
from apps.table.models import Ask, Exchange
from apps.table.panels import panel
from apps.table.viewer import Viewer

Context = Mapping[str, Any]


@panel("yarn-calling", template="drama/yarn/calling/panels/calling.html", slot="stage", order=15, game="yarn")
def calling(viewer: Viewer) -> Context:
    """Between scenes whose call it is, with its button; in a scene who is in it, and the word that it is over."""
    desk, scene = viewer.desk, scene_of(viewer.desk)
    if open_now(desk, EPISODE) is None:
        return {"episode": None, "by_hand": viewer.acts_as_gm, **_unopened(viewer)}
    common: Context = {"episode": True, "by_hand": viewer.acts_as_gm, "may_act": viewer.may_act}
    if scene is None:
        return common if open_step(desk) is not None else {**common, **_between(viewer)}
    window = window_of(desk)
    return {**common, "scene": scene, **(_waits(viewer, scene, window) if window else _plays(viewer, scene))}


def _unopened(viewer: Viewer) -> Context:
    """The episode that is over; and whether something else on the page leads to the next, or has its button."""
    step, over = next_step(viewer), last_episode(viewer.desk)
    return {"led": is_led(viewer) or step in {"characters", "session"}, "step": step, "over": over}


def _between(viewer: Viewer) -> Context:
    desk, coming, who = viewer.desk, turns.coming(viewer.desk), of_viewer(viewer)
    mine = coming is not None and who is not None and coming.who.key == who.key
    jumps = viewer.may_act and who is not None and not who.is_gm and not mine
    return {
        "coming": coming,
        "mine": mine and viewer.may_act,
        "may_jump": jumps and who is not None and why_not_jumped(viewer, who) is None,
        "closed": closer_played(desk),
        "proposed": proposed_for(viewer),
        "number": max((one.number for one in scenes_of(desk)), default=0) + 1,
    }


def _waits(viewer: Viewer, scene: Scene, window: Exchange) -> Context:
    asked = [one for one in viewer.desk.all(Ask, exchange=window) if one.closed_at is None or one.answer is not None]
    return {
        "waits": True,
        "call": call_for(viewer, scene, said_of(window)),
        "gone_on": sum(one.answer is not None for one in asked),
        "gone": [(one.facts["who"], one.answer is not None) for one in asked],
        "asked": viewer.may_act and any(exchanges.is_asked(viewer, one) for one in asked),
        "own": viewer.may_act and is_theirs(viewer, scene),
        "shopping": scene.mode == SHOPPING,
        "busy": bool(exchanges.inside_of(window)),
    }


def _plays(viewer: Viewer, scene: Scene) -> Context:
    return {
        "call": call_for(viewer, scene, _not_said_below(viewer, scene)),
        "cast": _cast(viewer, scene),
        "type": type_of(viewer.desk, scene.span).scene_type if scene.span.inside_id else "",
        "unsettled": is_unsettled(viewer.desk) or is_fought(viewer.desk),
        "unasked": scene.dramatic and not has_come_out(viewer.desk, scene),
        "may_end": viewer.may_act and not why_not_over(viewer, scene) and not _closes_below(viewer, scene),
        "shopping": scene.mode == SHOPPING,
        "montage": scene.mode == MONTAGE,
    }


def _not_said_below(viewer: Viewer, scene: Scene) -> Said:
    """What is sought, where it does not stand with both sides of a drama, or with the dice for it."""
    below = _sides_below(scene) or scene.mode == PROCEDURAL
    said = Said() if below else said_in(viewer.desk, scene.span)
    return Said(seeks=said.seeks, of=said.of, what=said.what)


def _closes_below(viewer: Viewer, scene: Scene) -> bool:
    """Whether the way to close a drama stands with what has come of it."""
    decided = scene.dramatic and course.open_petition(viewer.desk) is None
    return decided and has_come_out(viewer.desk, scene) and has_a_word(viewer, scene)


def _cast(viewer: Viewer, scene: Scene) -> list[Cast]:
    """Everybody in it, less both sides of a drama."""
    below = _sides_below(scene)
    return [one for one in cast_for(viewer, scene, all_of_it=True) if one.character not in below]


def _sides_below(scene: Scene) -> list[Character]:
    """Both sides of a drama, who stand below with what they hold; of whom somebody hides, nobody does, as if no side
    had been named."""
    sides = [one for role in (PETITIONER, GRANTER) for one in scene.in_role(role) if not one.hidden]
    return sides if scene.dramatic and len(sides) > 1 else []


@panel("yarn-calls", template="drama/yarn/calling/panels/calls.html", slot="stage", order=22, game="yarn", per="role")
def calls(viewer: Viewer) -> Context:
    """The calling order: the scenes as they came, then who is next."""
    desk = viewer.desk
    scene = scene_of(desk)
    waiting = scene.caller if scene is not None and window_of(desk) is not None else None
    return {
        "episode": open_now(desk, EPISODE),
        "came": turns_of(desk),
        "come": [] if closer_played(desk) else turns_to_come(desk, waiting),
        "by_hand": viewer.acts_as_gm,
        "open": scene is not None,
    }
