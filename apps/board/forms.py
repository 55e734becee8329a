"""What acts on the board are told."""

from __future__ import annotations

from typing import Any

from django import forms

from apps.board import drawing, going
from apps.board.board import absent_from, board_of, cell_of, ground_of, spot_of, spots_known_to
from apps.board.models import Board, Spot
from apps.characters.access import known_to, of_public_id
from apps.characters.forms import CharacterChoice, CharactersChoice, number
from apps.characters.models import Character
from apps.rules.distance import MOST_COLUMNS, MOST_ROWS, Cell, Ground, cell_named, name_of
from apps.rules.registry import Measures
from apps.table.acts import ActForm

GRIDS = [("hex", "Hexes"), ("square", "Squares")]
LEAST, LONGEST = 4, 1000
EVERYBODY_STANDS = "Everybody stands on it already. Whoever comes to the table later can be put there."


class CellField(forms.CharField):
    """A cell by its name, such as K6; `cleaned_data` has column and row."""

    def __init__(self, **about: Any) -> None:
        about.setdefault("widget", forms.TextInput(attrs={"size": 3, "maxlength": 4, "autocomplete": "off"}))
        super().__init__(**about)

    def to_python(self, value: Any) -> Any:
        text = super().to_python(value)
        if not text:
            return None
        cell = cell_named(text)
        if cell is None:
            raise forms.ValidationError("Name a cell by its letter and number, such as C4.", "cell")
        return cell


class ScaleForm(ActForm):
    """How large the board is, and what a cell of it measures."""

    grid = forms.ChoiceField(label="Cells", choices=GRIDS, widget=forms.RadioSelect)
    columns = number("Columns", LEAST, MOST_COLUMNS)
    rows = number("Rows", LEAST, MOST_ROWS)
    per_cell = number("A cell is", 1, LONGEST)
    free = forms.BooleanField(label="Players move their own characters as they like", required=False)

    def setup(self) -> None:
        self.fields["per_cell"].help_text = self.measures.unit
        self.start_with({name: getattr(self.starts_as, name) for name in ("grid", "columns", "rows", "per_cell")})

    @property
    def measures(self) -> Measures:
        found = self.viewer.game.book.board
        return found or Measures("square", "cells", "cell", 1, 12, 10)

    @property
    def starts_as(self) -> Measures | Board:
        return self.measures

    def ground(self) -> Ground:
        data = self.cleaned_data
        return Ground(data["grid"], data["columns"], data["rows"], data["per_cell"])


class LayForm(ScaleForm):
    """A new board, and who stands on it from the start."""

    characters = CharactersChoice(required=False, label="Who stands on it")
    hidden = forms.BooleanField(label="Only for me, until I show it", required=False)
    field_order = ("characters", "grid", "columns", "rows", "per_cell", "free", "hidden")

    def setup(self) -> None:
        super().setup()
        cast = known_to(self.viewer)
        self.choose("characters", cast)
        there = [one.public_id for one in cast if one.present]
        self.start_with({"characters": there, "free": True})


class ChangeForm(ScaleForm):
    """The board that lies there, changed."""

    def setup(self) -> None:
        super().setup()
        if board := board_of(self.viewer):
            self.start_with({"free": board.free})

    @property
    def starts_as(self) -> Measures | Board:
        return board_of(self.viewer) or self.measures


class OnBoardForm(ActForm):
    """About somebody who stands on the board."""

    character = CharacterChoice(
        empty_label=None, error_messages={"invalid_choice": "That one does not stand on the board."}
    )

    def setup(self) -> None:
        self.board = board_of(self.viewer)
        self.spots = spots_known_to(self.viewer, self.board) if self.board else []
        self.choose("character", [one.character for one in self.spots])

    def chosen(self) -> Character | None:
        """Whom the form is about so far."""
        return of_public_id([one.character for one in self.spots], self["character"].value())

    @property
    def spot(self) -> Spot:
        """Where the chosen one stands, in a form that is right."""
        return next(one for one in self.spots if one.character == self.cleaned_data["character"])


class MoveForm(OnBoardForm):
    """Who goes where. What is `put` is no move: a GM only sets right where somebody stands."""

    to = CellField(label="Cell")
    put = forms.BooleanField(label="Only put them there: it is no move", required=False)
    measure = forms.BooleanField(label="Measure first: a tap shows how far it is", required=False)

    def setup(self) -> None:
        super().setup()
        chosen = self.chosen()
        spot = spot_of(self.board, chosen) if self.board and chosen else None
        self.word = going.word_of(self.viewer, chosen) if spot and chosen else None
        if not (self.reach and self.viewer.is_gm):
            del self.fields["put"]
        if spot is not None:
            self.start_with({"to": name_of(cell_of(spot))})

    @property
    def reach(self) -> going.Reach | None:
        """How far the chosen one goes in the move that they have now."""
        return self.word if isinstance(self.word, going.Reach) else None

    def clean_to(self) -> Cell:
        return on_this_board(self.board, self.cleaned_data["to"])

    def picture(self) -> drawing.Drawn | None:
        """The board with the way on it, as far as both are known."""
        chosen = self.chosen()
        if self.board is None or chosen is None:
            return None
        to = cell_named(str(self["to"].value()))
        there = to if to and to in ground_of(self.board) else None
        return drawing.drawn(self.board, self.spots, self._going(self.board, chosen, there))

    def _going(self, board: Board, chosen: Character, to: Cell | None) -> drawing.Going | None:
        """Whoever goes, as the picture shows it. To a player who can go so far only it shows that part of the board."""
        spot, reach, ground = spot_of(board, chosen), self.reach, ground_of(board)
        if spot is None:
            return None
        start = cell_of(spot)
        within = ground.within(start, reach.most) if reach else frozenset()
        harder = going.harder_for(self.viewer, chosen)
        far = frozenset(one for one in ground.cells() if harder(ground.apart(to or start, one)))
        return drawing.Going(spot, to, within, far, whole=self.viewer.is_gm or reach is None)


class PlaceForm(ActForm):
    """Who comes on the board, and where."""

    characters = CharactersChoice(label="Who")
    to = CellField(label="Where", required=False, help_text="A cell, such as C4. Empty: at the edge")

    def setup(self) -> None:
        self.board = board_of(self.viewer)
        waiting = absent_from(self.viewer, self.board) if self.board else known_to(self.viewer)
        self.choose("characters", waiting)
        if not waiting:
            self.fields["characters"].help_text = EVERYBODY_STANDS
        if len(waiting) == 1:
            self.start_with({"characters": [waiting[0].public_id]})

    def clean_to(self) -> Cell | None:
        cell = self.cleaned_data["to"]
        return cell and on_this_board(self.board, cell)


def on_this_board(board: Board | None, cell: Cell) -> Cell:
    """The cell, if the board has it."""
    if board is not None and cell not in ground_of(board):
        last = name_of((board.columns - 1, board.rows - 1))
        raise forms.ValidationError(f"{name_of(cell)} is not on this board: it ends at {last}.", "outside")
    return cell
