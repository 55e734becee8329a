"""A scene is called: its span opens, what it costs lies aside, and the others may go on or challenge it
(yarn.call-scene). It is paid when play begins."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from apps.characters import aside
from apps.characters.models import Character, Move
from apps.characters.points import told_by
from apps.characters.yarn import bennies, clock
from apps.characters.yarn.people import main_of
from apps.characters.yarn.places import new_place
from apps.characters.yarn.points import BENNIES, hand_of, pay, track_of
from apps.characters.yarn.scenes import BYSTANDER, GRANTER, MONTAGE, PETITIONER, Called, Scene, call, scene_of
from apps.characters.yarn.sheet import MINOR
from apps.drama.yarn import turns
from apps.drama.yarn.calling.call_form import NEW, CallForm
from apps.drama.yarn.calling.callers import JUMP
from apps.drama.yarn.newcomers import newcomer, promoted
from apps.drama.yarn.said import Said
from apps.drama.yarn.window import open_window, said_of, when_window_opens, when_window_passes
from apps.rules.yarn.drama.calling import absent_caller_cost
from apps.table.acts import act, anyone
from apps.table.models import Exchange, Seat, Span
from apps.table.spans import ends_with_span
from apps.table.turn import Turn
from apps.table.viewer import Viewer

WHY, RULE = "Without their own character", "yarn.absent-caller-cost"


def outlook(viewer: Viewer, form: CallForm) -> Mapping[str, Any]:
    """What the button costs, once it is a call; all else the form says of itself."""
    cost = form.price.cost
    return {"button": f"Call it · {cost} token aside" if cost else "Call it", "own_footer": True}


@act(
    "yarn.call",
    title="Call a scene",
    form=CallForm,
    button="Call it",
    who=anyone,
    template="drama/yarn/calling/acts/call.html",
    preview=outlook,
    instead_of="open-scene",
)
def call_it(turn: Turn, form: CallForm) -> None:
    """Whoever's turn it is calls, or somebody who jumps the queue for a bennie; the GM for anybody.

    Refuses what is no call yet (no-cast, no-setting, no-goal), a drama without a main character (recurring-only), a
    part for somebody minor (minor), a token that is not there (no-token), and who is not to call (not-your-turn).
    """
    turn.for_somebody_else = turn.viewer.is_gm and not form.who.is_gm
    cast = _cast(turn, form)
    scene, ended = call(turn, _called(turn, form, cast))
    spent = bennies.spend(turn, form.who, JUMP, why="Jumps the queue") if form.jumps else None
    if not form.in_turn:
        turns.mark(turn, scene.span, turns.JUMPED if spent else turns.BY_HAND)
    event = turn.tell("yarn.called", _told(form, scene, cast) | {"ended": ended})
    told_by(turn, event, spent)
    open_window(turn, scene, by=event, said=_said(form, cast))


def _cast(turn: Turn, form: CallForm) -> list[tuple[Character, str]]:
    """Everybody in it, somebody new among them, with the roles that were named."""
    data, of = form.cleaned_data, form.granter
    found = list(form.ticked)
    if form.newcomer:
        made = newcomer(turn, form.newcomer, data["new_text"], form.who, asked_for=form.talks and data["of"] == NEW)
        of = made if data["of"] == NEW else of
        found.append(made)
    seeks = data["seeks"] if form.talks else None
    if form.talks and of is not None and of.role == MINOR and seeks is not None:
        promoted(turn, of, seeks, data["what"] or "Needs something")
    roles = {one.pk: role for one, role in ((seeks, PETITIONER), (of if form.talks else None, GRANTER)) if one}
    return [(one, roles.get(one.pk, BYSTANDER)) for one in found]


def _called(turn: Turn, form: CallForm, cast: list[tuple[Character, str]]) -> Called:
    data = form.cleaned_data
    place = new_place(turn, data["new_place"]) if data["new_place"] else data["place"]
    title = f"{place.name}, {form.before.words}" if form.before.words else place.name
    return Called(form.who, form.called_as, cast, title, place, data["situation"])


def _said(form: CallForm, cast: list[tuple[Character, str]]) -> Said:
    ids = {role: one.public_id for one, role in cast if role != BYSTANDER}
    data, time = form.cleaned_data, form.before
    return Said(
        seconds=time.seconds, time=time.words, seeks=ids.get(PETITIONER, ""), of=ids.get(GRANTER, ""),
        what=data["what"], news=data["news"],
    )  # fmt: skip


def _told(form: CallForm, scene: Scene, cast: list[tuple[Character, str]]) -> dict[str, Any]:
    """For everybody: whoever hides is in no list of it."""
    data = form.cleaned_data
    shown = {role: one.name for one, role in cast if not one.hidden}
    return {
        "caller": form.who.name,
        "number": scene.span.number,
        "title": scene.span.title,
        "mode": scene.mode,
        "names": [one.name for one, _ in cast if not one.hidden],
        "text": data["situation"],
        "seeks": shown.get(PETITIONER, ""),
        "of": shown.get(GRANTER, ""),
        "what": data["what"],
        "news": data["news"],
        "cost": form.price.cost,
        "jumped": form.jumps,
    }


# what it costs, and what comes of it when it is played


def cost_of(scene: Scene) -> int:
    """The tokens that a called scene costs as it is cast now."""
    who, desk = scene.caller, scene.span.desk
    if who is None or turns.marked(scene.span, turns.BY_HAND):
        return 0
    there = main_of(who, desk) in scene.present
    return absent_caller_cost(
        caller=who.key,
        mode=MONTAGE if scene.mode == MONTAGE else "dramatic",
        own_pc_cast=there,
        hand=hand_of(desk, who),
    ).cost


@when_window_opens
def _lies_aside(turn: Turn, scene: Scene, window: Exchange) -> None:
    """As long as the call may fall, what it costs is nobody's; a caller who has nothing left pays nothing."""
    who = scene.caller
    if who is not None and (points := min(cost_of(scene), hand_of(turn.desk, who))):
        aside.set_aside(turn, track_of(turn, who), points, window, WHY, RULE)


@when_window_passes
def _is_played(turn: Turn, scene: Scene, window: Exchange) -> None:
    """Play begins: what lies aside goes to the kitty, time passes, and the turn is over."""
    for pile in aside.piles_of(window):
        if pile.value:
            aside.pay(turn, aside.giver_of(pile), None, pile.value, window, WHY, RULE)
    _over(turn, scene)
    said = said_of(window)
    if said.seconds:
        ended = clock.passes(turn, said.seconds)
        clock.tell_passed(turn, "yarn.time-broken", {"time": said.time}, ended)


def _over(turn: Turn, scene: Scene) -> None:
    if scene.caller is None or turns.marked(scene.span, turns.BY_HAND):
        return
    if turns.marked(scene.span, turns.JUMPED):
        turns.skip_next(turn, scene.caller)
    else:
        turns.taken(turn, scene.caller, scene.span)


@ends_with_span("scene", game="yarn")
def _the_bennie_comes_back(turn: Turn, span: Span) -> list[dict[str, Any]]:
    """Who jumped the queue for a scene that was never played has the bennie again, as the token that lay aside; what
    else was spent in it counts for the next."""
    scene = scene_of(turn.desk)
    if not turns.marked(span, turns.WITHDRAWN) or scene is None:
        return []
    who = scene.caller if turns.marked(span, turns.JUMPED) else None
    bennies.scene_is_not_played(turn, span, who)
    if who is not None and who.seat is not None and _still_here(who.seat):
        moved: Move = pay(turn, None, who, 1, "The scene was not played", "yarn.bennie-queue-jump", BENNIES)
        turn.later(lambda: told_by(turn, turn.events[-1], moved))
    return []


def _still_here(seat: Seat) -> bool:
    return seat.removed_at is None
