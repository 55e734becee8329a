"""A conflict: opened from whoever is there, joined and left, closed; whoever was Taken Out by high stakes is back then
(crew.high-stakes, crew.taken-out, crew.scene)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from apps.characters import rows
from apps.characters.access import all_known_to, known_to
from apps.characters.crew import out
from apps.characters.crew.forms import die_field
from apps.characters.crew.holding import MINOR
from apps.characters.forms import OwnCharacterForm, named
from apps.characters.models import Character, Condition
from apps.characters.rows import make_character
from apps.combat import gathering, latecomers, tracking
from apps.combat.crew.order import Order, inside, options_of
from apps.combat.ending import EndForm, leave_with_a_fight, tell_end
from apps.combat.gathering import JoinForm, StartForm
from apps.combat.models import Fight
from apps.combat.tracking import is_calm
from apps.table.acts import act, gms
from apps.table.models import Span
from apps.table.spans import ends_with_span
from apps.table.sure import sure
from apps.table.telling import tell_both
from apps.table.turn import Turn
from apps.table.viewer import Viewer

ROUND = "round"
EXTRA = "extra"
NOTHING_TO_CLOSE = "No conflict is open, and nobody is Taken Out by high stakes."
IN_IT = "is in the conflict that is open. Take them out of it first, then delete the sheet."

gathering.keeps_from_leaving("crew", IN_IT)


# opening, joining, leaving


class OpenForm(StartForm):
    example, who = "The cargo bay", "Who is in it"


@act(
    "crew.open-conflict",
    menu=30,
    due=is_calm,
    begins="flame",
    shown_in="panel-crew-conflict",
    title="Open a conflict",
    form=OpenForm,
    who=gms,
    button="Open it",
)
def open_conflict(turn: Turn, form: OpenForm) -> None:
    """Opens a conflict with those who are there; the GM picks who goes first (crew.action-order)."""
    gathering.start(turn, "crew.conflict-opened", form, ROUND)


@act(
    "crew.conflict-join",
    title="Bring somebody into the conflict",
    form=JoinForm,
    who=gms,
    button="Bring them in",
    shown_in="panel-crew-conflict",
)
def conflict_join(turn: Turn, form: JoinForm) -> None:
    """More characters; they can still be picked in this round."""
    fight = tracking.running(turn)
    _come_in(turn, fight, form.cleaned_data["characters"])


latecomers.come_in_by("crew", "crew.conflict-join", OpenForm.stands)


def _come_in(turn: Turn, fight: Fight, characters: Iterable[Character], new: bool = False) -> None:
    came, facts = tracking.join(turn, fight, characters), {"new": new}
    gathering.tell_joined(turn, "crew.conflict-joined", came, facts, facts)


class ThugsForm(gathering.ThugsForm):
    die = die_field("Their die", initial="6")

    field_order = ("name", "die", "count", "hidden")

    def setup(self) -> None:
        self.start_with({"count": 3})


@act(
    "crew.conflict-thugs",
    title="Thugs",
    form=ThugsForm,
    who=gms,
    button="Into the conflict with them",
    shown_in="panel-crew-conflict",
)
def conflict_thugs(turn: Turn, form: ThugsForm) -> None:
    """Several Extras with one die each, numbered, who come into the conflict at once."""
    fight = tracking.running(turn)
    data = form.cleaned_data
    made = [_thug(turn, name, data) for name in form.names()]
    _come_in(turn, fight, made, new=True)


def _thug(turn: Turn, name: str, data: Mapping[str, Any]) -> Character:
    thug = make_character(turn, name=name, sheet=MINOR, role=EXTRA, seat=None, hidden=data["hidden"])
    rows.set_rating(turn, thug, "die", "die", data["die"])
    return thug


class MemberForm(OwnCharacterForm):
    """About somebody in the conflict that runs."""

    def open_characters(self) -> list[Character]:
        there = tracking.fighters(self.viewer.table)
        return [one for one in known_to(self.viewer) if one.pk in there]


@act("crew.conflict-leave", title="Out of the conflict", form=MemberForm, who=gms, button="Out of it")
def conflict_leave(turn: Turn, form: MemberForm) -> None:
    """Takes somebody out of the order: gone, captured, no longer part of it. That is not being Taken Out."""
    fight = tracking.running(turn)
    leaving = sure(tracking.combatant_of(fight, form.cleaned_data["character"]))
    turn.change(leaving, state="out", place=None)
    facts = named(leaving.character)
    tell_both(turn, "crew.conflict-left", facts, None if leaving.character.hidden else facts)


# passing the baton


def next_round(turn: Turn, fight: Fight) -> Fight:
    """Everybody may act again."""
    for one in inside(fight):
        turn.change(one, place=None)
    return tracking.new_turn(turn, fight, ROUND)


def whole_order(turn: Turn, fight: Fight) -> Order:
    """The round with all who are hidden."""
    return Order(fight, tuple(inside(fight)), options_of(turn.viewer, fight))


# closing


leave_with_a_fight("crew", lambda one: one.role == EXTRA)


def would_end(viewer: Viewer, form: EndForm) -> Mapping[str, Any]:
    """Who comes back, and why there is nothing to close."""
    found = [one.name for one in taken_out_of(viewer)]
    idle = tracking.fight_of(viewer.table) is None and not found
    return {"back": found, "refused_now": NOTHING_TO_CLOSE if idle else ""}


@act(
    "crew.close-conflict",
    title="The conflict is over",
    form=EndForm,
    who=gms,
    button="It is over",
    template="combat/crew/acts/close_conflict.html",
    preview=would_end,
    settled=True,
)
def close_conflict(turn: Turn, form: EndForm) -> None:
    """Ends the conflict; whoever was Taken Out by high stakes is back (crew.taken-out), and Extras leave the scene.

    High stakes may take somebody out where no order is kept: then this says that it is over.
    """
    fight, back = tracking.fight_of(turn.table), taken_out_of(turn.viewer)
    if fight is None and not back:
        turn.refuse("no-conflict", NOTHING_TO_CLOSE)
    if fight is not None:
        tracking.end(turn, fight)
    bring_all_back(turn)
    facts = {"title": fight.span.title if fight else ""}
    full = facts | {"back": [one.name for one in back]}
    public = facts | {"back": [one.name for one in back if not one.hidden]}
    tell_end(turn, "crew.conflict-closed", form, full, public)


def taken_out_of(viewer: Viewer) -> list[Character]:
    """Those whom a lost high stakes roll has taken out, as far as this seat knows of them."""
    return [one for one in all_known_to(viewer) if out.by_stakes(one)]


def bring_all_back(turn: Turn) -> list[Character]:
    """Ends what lost high stakes rolls did to anybody at this table; returns to whom."""
    found = [one.character for one in turn.desk.all(Condition, name=out.NAME)]
    return [one for one in found if out.bring_back(turn, one)]


@ends_with_span(tracking.KIND, game="crew")
def conflict_ends(turn: Turn, span: Span) -> list[dict[str, Any]]:
    """However a conflict ends, also with its scene, nobody stays Taken Out by it."""
    return [named(one) | {"name": out.NAME} for one in bring_all_back(turn) if not one.hidden]
