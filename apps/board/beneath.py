"""The picture beneath a board: taking one, taking it away, and showing it to whoever sees the board."""

from __future__ import annotations

from functools import partial

from django.http import FileResponse, Http404, HttpRequest
from django.views.decorators.http import require_GET

from apps.board.board import board_of
from apps.board.laying import may_lay, running, told_to
from apps.characters import portraits
from apps.table.acts import ActForm, act
from apps.table.pages import at_a_seat
from apps.table.shared.acts import Nothing
from apps.table.turn import Turn
from apps.table.viewer import Viewer

PICTURES = portraits.Album("boards", 1600)


class PictureForm(ActForm):
    picture = portraits.PictureField(label="Picture", help_text="PNG, JPEG, WebP or GIF, at most 10 MB")


@act(
    "board-picture",
    title="A picture beneath the board",
    form=PictureForm,
    button="Lay it there",
    who=may_lay,
    prepare=partial(portraits.prepare, album=PICTURES),
)
def lay(turn: Turn, form: PictureForm) -> None:
    """Lays a picture beneath the board, as large as the board; it is cut where it has another shape."""
    board = running(turn)
    turn.change(board, picture=portraits.keep(form.cleaned_data["picture"], PICTURES))
    turn.tell("board-picture", {"gone": False}, **told_to(board))


@act("board-picture-remove", title="Take the picture away", form=Nothing, button="Take it away", who=may_lay)
def take_away(turn: Turn, form: Nothing) -> None:
    board = running(turn)
    if not board.picture:
        turn.refuse("no-picture", "There is no picture beneath the board.")
    turn.change(board, picture="")
    turn.tell("board-picture", {"gone": True}, **told_to(board))


@require_GET
@at_a_seat
def shown(request: HttpRequest, viewer: Viewer) -> FileResponse:
    """The picture beneath the board that this seat sees, under its present name."""
    board = board_of(viewer)
    if board is None or not board.picture or board.picture != request.GET.get("v", ""):
        raise Http404
    path = PICTURES.folder() / board.picture
    if not path.is_file():
        raise Http404
    return portraits.sent(path)
