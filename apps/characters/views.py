"""Pages about characters: a portrait's file, the ledger of points, a sheet for printing, its export."""

from __future__ import annotations

from typing import Any

from django.core.paginator import Paginator
from django.http import FileResponse, Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.text import slugify
from django.views.decorators.http import require_GET

from apps.characters.access import all_known_to, known_to, of_public_id, sheet_open_to
from apps.characters.entries import sheet_for, written_for
from apps.characters.models import Character
from apps.characters.points import ledger
from apps.characters.portraits import place, sent
from apps.table import games
from apps.table.pages import at_a_seat
from apps.table.viewer import Viewer

A_PAGE = 50


@require_GET
@at_a_seat
def portrait(request: HttpRequest, viewer: Viewer) -> FileResponse:
    """The picture of a character of whom this seat knows, under its present name."""
    character = of_public_id(all_known_to(viewer), request.GET.get("of", ""))
    if character is None or not character.portrait or character.portrait != request.GET.get("v", ""):
        raise Http404
    path = place() / character.portrait
    if not path.is_file():
        raise Http404
    return sent(path)


@require_GET
@at_a_seat
def points(request: HttpRequest, viewer: Viewer) -> HttpResponse:
    """The ledger, as far as this seat hears of it."""
    page = Paginator(ledger(viewer), A_PAGE).get_page(request.GET.get("page"))
    row = [f"characters/{viewer.table.game}/move.html", "characters/move.html"]
    context = {"viewer": viewer, "game": viewer.game, "page": page, "row": row}
    return _private(render(request, "characters/points.html", context))


@require_GET
@at_a_seat
def print_sheet(request: HttpRequest, viewer: Viewer) -> HttpResponse:
    """One sheet on paper."""
    character = open_character(viewer, request)
    sheet = sheet_for(viewer, character, _of_game(viewer, "sheet"))
    context = {"viewer": viewer, "game": viewer.game, "sheet": sheet}
    return _private(render(request, f"characters/{viewer.table.game}/print.html", context))


@require_GET
@at_a_seat
def export(request: HttpRequest, viewer: Viewer) -> HttpResponse:
    """One character as a document that can be imported again."""
    character = open_character(viewer, request)
    text = written_for(viewer, character, _of_game(viewer, "document"))
    response = HttpResponse(text, content_type="application/json; charset=utf-8")
    name = slugify(character.name) or "character"
    response["Content-Disposition"] = f'attachment; filename="{name}.json"'
    return _private(response)


def open_character(viewer: Viewer, request: HttpRequest) -> Character:
    """The character that the address names, if its sheet is open to this seat; else 404."""
    found = of_public_id(known_to(viewer), request.GET.get("character", ""))
    if found is None or not sheet_open_to(viewer, found):
        raise Http404
    return found


def _of_game(viewer: Viewer, name: str) -> Any:
    """404 where this game has no such page."""
    found = games.module_of("apps.characters", viewer.table.game, name)
    if found is None:
        raise Http404
    return found


def _private(response: HttpResponse) -> HttpResponse:
    response["Cache-Control"] = "no-store"
    return response
