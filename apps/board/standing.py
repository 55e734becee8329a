"""Who stands where: putting people on the board, moving them, taking them off."""

from __future__ import annotations

from apps.board import moving
from apps.board.board import cell_of, hearers
from apps.board.forms import MoveForm, OnBoardForm, PlaceForm
from apps.board.laying import line_up, may_lay, running, tell
from apps.characters.access import knowers_of
from apps.characters.forms import acting_for, named
from apps.rules.distance import name_of
from apps.table.acts import act
from apps.table.turn import Turn


@act("place", title="Put somebody on the board", form=PlaceForm, button="Put them there", who=may_lay)
def place(turn: Turn, form: PlaceForm) -> None:
    """Puts people on the board, around a cell or at the edge."""
    board, data = running(turn), form.cleaned_data
    placed = line_up(turn, board, data["characters"], data["to"])
    tell(turn, board, "token-placed", {}, placed)


@act(
    "move-token",
    title="Move somebody",
    form=MoveForm,
    button="Move",
    template="board/acts/move.html",
    preview=moving.outlook,
)
def move(turn: Turn, form: MoveForm) -> None:
    """Somebody goes to another cell. Refuses who may not move them now, the cell where they stand, and what is too far
    for one move by the rules of the game. A GM may go on with it."""
    board, spot, to = running(turn), form.spot, form.cleaned_data["to"]
    character, reach = spot.character, form.reach
    found = moving.way(turn.viewer, board, cell_of(spot), to)
    if no := moving.why_not(turn.viewer, board, character, form.word):
        raise no
    if cell_of(spot) == to:
        turn.refuse("there", f"{character.name} stands on {name_of(to)} already. Tap another cell.", "to")
    if no := moving.why_not_so_far(turn.viewer, reach, found):
        raise no
    acting_for(turn, character)
    turn.change(spot, x=to[0], y=to[1])
    event = turn.tell("token-moved", named(character) | found, to=hearers(board, knowers_of(character)))
    if reach and not form.cleaned_data.get("put"):
        reach.walked(turn, event)


@act("take-off", title="Take somebody off the board", form=OnBoardForm, button="Take them off", who=may_lay)
def take_off(turn: Turn, form: OnBoardForm) -> None:
    board, spot = running(turn), form.spot
    character = spot.character
    turn.delete(spot)
    turn.tell("token-taken-off", named(character), to=hearers(board, knowers_of(character)))
