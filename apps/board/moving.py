"""Going from one cell to another: who may, how far, and what the form shows before it is done."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from apps.board import drawing, going
from apps.board.board import cell_of, ground_of, measures_of, taken_cells
from apps.board.forms import MoveForm
from apps.board.going import Reach, Word
from apps.board.models import Board, Spot
from apps.characters.models import Character
from apps.rules.distance import Cell, Ground, name_of
from apps.rules.refusal import Refused
from apps.table.viewer import Viewer

Facts = dict[str, Any]


def why_not(viewer: Viewer, board: Board, character: Character, word: Word) -> Refused | None:
    """Why this seat does not move that one now, or None if it does. A GM moves everybody; players their own, when it
    is their move by the word of the game, or where the board is free and the game says nothing."""
    if viewer.is_gm:
        return None
    if not going.moves(viewer, character):
        return Refused("not-yours", f"You measure from {character.name}; others move them.", "character")
    if isinstance(word, Refused):
        return word
    if word is None and not board.free:
        return Refused("not-free", f"On this board the {viewer.game.gm} moves everybody.", "character")
    return None


def why_not_so_far(viewer: Viewer, reach: Reach | None, found: Mapping[str, Any]) -> Refused | None:
    """Why nobody goes so far in one move, or None. A GM may go on with it."""
    if viewer.is_gm or reach is None or found["distance"] <= reach.most:
        return None
    return Refused("too-far", f"{_words(viewer, found, reach)}: {found['to']} is too far for one move.", "to")


def _words(viewer: Viewer, found: Mapping[str, Any], reach: Reach | None) -> str:
    """3 of 5 hexes."""
    if reach is None:
        return f"{found['distance']} {found['unit']}"
    return f"{found['distance']} of {reach.most} {unit_of(viewer)}"


def unit_of(viewer: Viewer) -> str:
    """The unit of the table's game, of many."""
    measures = measures_of(viewer)
    return measures.unit if measures else ""


def way(viewer: Viewer, board: Board, start: Cell, to: Cell) -> Facts:
    """From where to where, and how far that is."""
    distance, measures = ground_of(board).apart(start, to), measures_of(viewer)
    unit = measures.unit_for(distance) if measures else ""
    return {"from": name_of(start), "to": name_of(to), "distance": distance, "unit": unit}


def outlook(viewer: Viewer, form: MoveForm) -> Facts:
    """The board with the way on it, how far everybody is from its end, and what the button would do."""
    board, spot, to = form.board, form.spot, form.cleaned_data["to"]
    if board is None:
        return {}
    character, found = spot.character, way(viewer, board, cell_of(spot), to)
    no, reach = why_not(viewer, board, character, form.word), form.reach
    return {
        "heading": f"Measure from {character.name}" if no else f"Move {character.name}",
        "subheading": reach.told if reach else "",
        "own_footer": True,
        "mover": character.public_id,
        "way": found,
        "reach": reach,
        "unit": unit_of(viewer),
        "words": _words(viewer, found, reach),
        "moves": found["distance"] or cell_of(spot) != to,
        "too_far": why_not_so_far(viewer, reach, found),
        "beyond": reach is not None and found["distance"] > reach.most,
        "refused_now": no.text if no else _advice(form.word),
        "may_move": no is None,
        "measurable": _at_once(no, reach) != "",
        "measured": "on" if form.cleaned_data["measure"] else "",
        "at_once": "" if form.cleaned_data["measure"] else _at_once(no, reach),
        "harder_from": _harder_from(viewer, character, board),
        "others": _others(form, spot, to),
    }


def _at_once(no: Refused | None, reach: Reach | None) -> str:
    """Of which cells a tap moves somebody there, as a selector. What is too far, or dear, is not done by one tap."""
    if no or (reach and reach.dear):
        return ""
    return ".in" if reach else "path"


def _harder_from(viewer: Viewer, character: Character, board: Board) -> tuple[int, str] | None:
    """The least distance on this board that adds something to a shot of theirs, and what it adds."""
    harder = going.harder_for(viewer, character)
    lengths = range(board.per_cell * (board.columns + board.rows))
    return next(((one, words) for one in lengths if (words := harder(one))), None)


def _advice(word: Word) -> str:
    """What the game would say to a player, for a GM who goes on."""
    return f"{word.text} You may put them anywhere." if isinstance(word, Refused) else ""


def _others(form: MoveForm, spot: Spot, to: Cell) -> list[Facts]:
    """Everybody else, nearest to the end of the way first."""
    ground, step = ground_of(spot.board), stepping(form, spot)
    harder = going.harder_for(form.viewer, spot.character)
    rows = [
        {
            "token": drawing.token_of(one),
            "now": ground.apart(cell_of(spot), cell_of(one)),
            "then": (then := ground.apart(to, cell_of(one))),
            "harder": harder(then),
            **step(cell_of(one)),
        }
        for one in form.spots
        if one is not spot
    ]
    return sorted(rows, key=lambda row: (row["then"], row["token"].name))


def stepping(form: MoveForm, spot: Spot) -> Callable[[Cell], Facts]:
    """The ways that are offered to a cell where somebody stands, each as the name of the cell where it ends, or "":
    `beside` them if that is within reach, else `nearer`; and `away` from them."""
    ground, start, reach = ground_of(spot.board), cell_of(spot), form.reach
    taken = taken_cells(form.spots, but=spot)
    free = ground.within(start, reach.most) - taken if reach else frozenset()

    def ways(goal: Cell) -> Facts:
        beside = None if ground.touch(start, goal) else ground.beside(goal, start, taken)
        if reach is None:
            return {"beside": _named(beside)}
        near = beside is not None and ground.apart(start, beside) <= reach.most
        return {
            "beside": _named(beside if near else None),
            "nearer": _named(None if near else _nearer(ground, goal, start, free)),
            "away": _named(ground.further(goal, start, free)),
        }

    return ways


def _nearer(ground: Ground, goal: Cell, start: Cell, free: frozenset[Cell]) -> Cell | None:
    return None if ground.touch(start, goal) else ground.nearer(goal, start, free)


def _named(cell: Cell | None) -> str:
    return name_of(cell) if cell else ""
