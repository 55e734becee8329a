"""Dragging and throwing whoever is held (rough_magic.grapple-move): how far, by Brawn and their mass."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import forms

from apps.board.board import board_of, cell_of, ground_of, spot_of, taken_for
from apps.board.forms import CellField, on_this_board
from apps.characters.forms import acting_for, number
from apps.characters.models import Character, Condition
from apps.characters.rough_magic import states
from apps.characters.rough_magic.sheet import sheet_of
from apps.checks.rough_magic.check import refuse_unable
from apps.combat.rough_magic.holds import gripping, telling
from apps.combat.rough_magic.holds.releasing import GripForm, somebody_is_held
from apps.combat.rough_magic.order import turns_of
from apps.combat.rough_magic.order.before import Before, before_a_task
from apps.rules.distance import Cell
from apps.rules.refusal import Refused
from apps.rules.rough_magic.combat.holds import Dragged, grapple_move
from apps.table.acts import act
from apps.table.turn import Turn
from apps.table.viewer import Viewer

MOST_METRES = 9999


def carried(holder: Character, held: Character) -> Dragged:
    """How far somebody moves or throws another in one round."""
    return grapple_move(brawn=sheet_of(holder).rank("brawn"), mass=sheet_of(held).mass)


class HaulForm(GripForm):
    """Whom, and how far; on a board also to which cell."""

    takes = "movement"

    metres = number("Metres", 0, MOST_METRES, required=False)
    cell = CellField(label="To the cell", required=False)

    def setup(self) -> None:
        super().setup()
        if board_of(self.viewer) is None:
            del self.fields["cell"]
        if (grip := self.so_far()) is not None:
            self.start_with({"metres": carried(*telling.both(grip)).metres or 0})

    @property
    def before(self) -> Before | None:
        grip = self.so_far()
        return before_a_task(self.viewer, grip.by, self.takes) if grip is not None else None

    def clean_cell(self) -> Cell | None:
        cell: Cell | None = self.cleaned_data["cell"]
        return on_this_board(board_of(self.viewer), cell) if cell else None

    def far(self, held: Character) -> int:
        """As far as the cell is away, where one is named and they stand on the board; else as it was typed."""
        board, cell = board_of(self.viewer), self.cleaned_data.get("cell")
        spot = spot_of(board, held) if board else None
        if board and spot and cell is not None:
            return ground_of(board).apart(cell_of(spot), cell)
        return self.cleaned_data["metres"] or 0


class ThrowForm(HaulForm):
    """Thrown they stand, unless the GM says otherwise."""

    takes = "task"

    prone = forms.BooleanField(label="They land prone", required=False)

    def setup(self) -> None:
        super().setup()
        if not self.viewer.is_gm:
            del self.fields["prone"]


def why_not_so_far(holder: Character, held: Character, metres: int) -> Refused | None:
    """Why they are not carried so far, or None if they are. A GM may go on with it."""
    most = carried(holder, held).metres
    if most is None:
        return Refused("too-heavy", f"{held.name} is too heavy for {holder.name} to move.", "metres")
    if metres > most:
        return Refused("too-far", f"{metres} of {most} m: {holder.name} moves {held.name} no further.", "metres")
    return None


def outlook(viewer: Viewer, form: HaulForm) -> Mapping[str, Any]:
    """How far at the most, and what it costs. Of another's mass a player reads nothing but that."""
    holder, held = telling.both(form.cleaned_data["grip"])
    thrown = isinstance(form, ThrowForm)
    no = why_not_so_far(holder, held, form.far(held))
    return {
        "heading": f"{holder.name} {'throws' if thrown else 'drags'} {held.name}",
        "subheading": "Your task; it ends the hold" if thrown else "Your movement; the hold stays",
        "most": carried(holder, held).metres,
        "refused_now": no.text if no else "",
        "button": f"{'Throw' if thrown else 'Drag'} {held.name} {form.far(held)} m",
    }


def _hauled(turn: Turn, form: HaulForm, action: str) -> tuple[Character, Character, int]:
    """What both acts do first. Refuses what is too far, but to a GM, and what the turn has no room for."""
    holder, held = telling.both(form.cleaned_data["grip"])
    metres = form.far(held)
    no = why_not_so_far(holder, held, metres)
    if no and not turn.viewer.is_gm:
        raise no
    acting_for(turn, holder)
    refuse_unable(turn, sheet_of(holder))
    turns_of.uses(turn, holder, action)
    return holder, held, metres


@act(
    "rough_magic.move-grappled",
    title="Drag whom you hold",
    form=HaulForm,
    button="Drag",
    menu=43,
    due=somebody_is_held,
    preview=outlook,
    template="combat/rough_magic/acts/haul.html",
)
def drag(turn: Turn, form: HaulForm) -> None:
    """Both go so far, and the hold stays: it is the movement of the turn."""
    holder, held, metres = _hauled(turn, form, "movement")
    _put(turn, held, form.cleaned_data.get("cell"), follows=holder)
    _leave_cover(turn, metres, holder, held)
    facts = {"metres": metres, "rule": "rough_magic.grapple-move"}
    telling.tell(turn, "rough_magic.dragged", holder, held, facts)


@act(
    "rough_magic.throw",
    title="Throw whom you hold",
    form=ThrowForm,
    button="Throw",
    menu=44,
    due=somebody_is_held,
    preview=outlook,
    template="combat/rough_magic/acts/haul.html",
)
def throw(turn: Turn, form: ThrowForm) -> None:
    """They fly so far and are free: it is the task of the turn. They land on their feet, unless the GM says no."""
    grip: Condition = form.cleaned_data["grip"]
    holder, held, metres = _hauled(turn, form, "task")
    prone = bool(form.cleaned_data.get("prone"))
    gripping.let_go(turn, [grip])
    if prone:
        states.begin(turn, held, "prone", by=holder)
    _put(turn, held, form.cleaned_data.get("cell"))
    _leave_cover(turn, metres, held)
    facts = {"metres": metres, "prone": prone, "rule": "rough_magic.grapple-move"}
    telling.tell(turn, "rough_magic.threw", holder, held, facts)


def _leave_cover(turn: Turn, metres: int, *those: Character) -> None:
    """Whoever is moved away is behind it no more (rough_magic.cover)."""
    for one in those if metres else ():
        states.happened(turn, one, "left cover")


def _put(turn: Turn, held: Character, cell: Cell | None, follows: Character | None = None) -> None:
    """On the board they are where they were brought, and whoever drags stands beside them."""
    board = board_of(turn.viewer)
    spot = spot_of(board, held) if board and cell is not None else None
    if board is None or spot is None or cell is None:
        return
    turn.change(spot, x=cell[0], y=cell[1])
    other = spot_of(board, follows) if follows else None
    if other is not None:
        beside = ground_of(board).beside(cell, cell_of(other), taken_for(other)) or cell
        turn.change(other, x=beside[0], y=beside[1])
