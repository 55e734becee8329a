"""The conflict on the stage: who has the baton, who has acted, who can be picked, who is Taken Out."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from apps.characters.models import Character
from apps.checks.crew import contests
from apps.combat import gathering, tracking
from apps.combat.crew import timed
from apps.combat.crew.conflict import taken_out_of
from apps.combat.crew.order import Order, can_pay, choices_of, order_of, starts_next, why_not_pick
from apps.combat.crew.passing import stamp
from apps.combat.models import Combatant
from apps.table.panels import panel
from apps.table.sure import sure
from apps.table.viewer import Viewer

Context = Mapping[str, Any]


@panel("crew-conflict", template="combat/crew/panels/conflict.html", slot="stage", order=12, game="crew")
def crew_conflict(viewer: Viewer) -> Context:
    """The order of this round as this seat knows it, with a tap for whoever it may pick."""
    fight = tracking.fight_of(viewer.table)
    if fight is None or fight.turn is None:
        return {"fight": None, "lost": taken_out_of(viewer) if viewer.acts_as_gm else []}
    order = order_of(viewer, fight)
    no = why_not_pick(viewer, order)
    picks = no is None and viewer.may_act
    return {
        "fight": fight,
        "order": order,
        "comes_in": viewer.acts_as_gm and bool(gathering.others(viewer)),
        "picks": picks,
        "stamp": stamp(order),
        "why": _words(viewer, order, no),
        "may_end": order.now is not None and _may_end(viewer, order),
        "may_roll": _may_roll(viewer, order),
        "rows": _rows(viewer, order, picks),
        "done": [] if picks and starts_next(viewer, order) else [_has_acted(order, one) for one in order.acted],
    }


def _may_end(viewer: Viewer, order: Order) -> bool:
    mine = sure(order.now).character.seat_id == viewer.seat.pk
    return not viewer.watching and (viewer.is_gm or mine)


def _may_roll(viewer: Viewer, order: Order) -> bool:
    """Whether this seat may begin the roll by which whoever has the baton acts; the Taken Out pay for it."""
    if order.now is None or not _may_end(viewer, order) or contests.roll_of(order.now.character):
        return False
    return order.now.pk not in order.taken_out or _can_pay(order, order.now.character)


def _has_acted(order: Order, one: Combatant) -> str:
    return f"{one.character.name}, Taken Out" if one.pk in order.taken_out else one.character.name


def _words(viewer: Viewer, order: Order, no: tuple[str, str] | None) -> str:
    """One line above the order: whose pick it is."""
    if no is not None:
        return no[1]
    if order.over and not starts_next(viewer, order):
        return "All have acted but the Taken Out, who still may for a plot point."
    if order.over:
        left = ("All have acted but the Taken Out", "Whoever else") if order.limited else ("All have acted", "Whoever")
        return f"{left[0]}. {left[1]} is picked starts the next round."
    return "" if order.now else "Pick who goes next." if order.acted else "Pick who goes first."


def _rows(viewer: Viewer, order: Order, picks: bool) -> list[dict[str, Any]]:
    """Whoever acts, those left, the Taken Out; those who have acted only where one of them may start the next round."""
    now = [order.now] if order.now else []
    left = [one for one in order.everybody if one.state == "waiting" and one.pk not in order.taken_out]
    acted = list(order.acted) if picks and starts_next(viewer, order) else []
    choices = choices_of(viewer, order) if picks else ()
    return [_row(order, one, one in choices) for one in [*now, *left, *order.limited, *acted]]


def _row(order: Order, one: Combatant, may: bool) -> dict[str, Any]:
    is_out = one.pk in order.taken_out
    may = may and (not is_out or _can_pay(order, one.character))
    return {"one": one, "character": one.character, "out": is_out, "pick": _pick(order, one, is_out) if may else ""}


def _can_pay(order: Order, character: Character) -> bool:
    """Whether a limited action can be paid for (crew.limited-action)."""
    return can_pay(character, order.options.callback_limit == "free")


def _pick(order: Order, one: Combatant, is_out: bool) -> str:
    """What the tap says that gives somebody the baton."""
    price = ", for 1 plot point" if is_out else ""
    if one.state != "waiting":
        return f"Starts{price}"
    return f"{'Next' if order.gone else 'First'}{price}"


@panel("crew-timed", template="combat/crew/panels/timed.html", slot="stage", order=13, game="crew", per="role")
def crew_timed(viewer: Viewer) -> Context:
    """The timed actions that go on: beats and actions left of each."""
    return timed.drawn(viewer)
