"""The tables of this server, as the host sees and runs them. Of each no more is shown than its name, size and GM."""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from typing import Any

from django import forms
from django.contrib.auth.decorators import login_required
from django.core.files.uploadedfile import UploadedFile
from django.http import FileResponse, Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.text import slugify
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from apps.server import copies
from apps.table import games, hosting
from apps.table.carrying import packing, removing, settling
from apps.table.carrying.pictures import of_table
from apps.table.carrying.reading import NotATable
from apps.table.devices import device_hash
from apps.table.models import Event, Seat, Table
from config.environment import typed

Page = Callable[..., HttpResponse]


@dataclass(frozen=True)
class TableLine:
    """All that the host may know of a table. `sitting` counts its seats, `gms` names who leads it; `url` leads to the
    seat that the host's own browser has there, if any."""

    key: int
    public_id: str
    name: str
    game: games.Game
    sitting: int
    gms: tuple[str, ...]
    put_away: bool
    url: str = ""


def lines(device: str = "") -> list[TableLine]:
    """Every table of this server, those put away last, the newest first; with the seats of that device."""
    tables = Table.objects.order_by("-opened_at").prefetch_related("seats")
    mine = dict(_seats_of(device))
    return sorted((_line(table, mine.get(table.pk, "")) for table in tables), key=lambda line: line.put_away)


def _seats_of(device: str) -> list[tuple[int, str]]:
    held = Seat.objects.filter(devices__token_hash=device, removed_at=None)
    return list(held.order_by("-pk").values_list("table_id", "public_id"))


def _line(table: Table, seat: str = "") -> TableLine:
    sitting = [one for one in table.seats.all() if one.removed_at is None]
    leading = tuple(one.name for one in sitting if one.is_gm)
    url = reverse("table", args=[table.public_id, seat]) if seat else ""
    away = table.put_away_at is not None
    return TableLine(table.pk, table.public_id, table.name, games.game_of(table), len(sitting), leading, away, url)


def of_the_host(page: Page) -> Page:
    """A page about one table, for the host alone. Refuses an unknown table with 404."""

    @wraps(page)
    def found(request: HttpRequest, table: str) -> HttpResponse:
        row = Table.objects.filter(public_id=table).prefetch_related("seats").first()
        if row is None:
            raise Http404
        seat = dict(_seats_of(device_hash(request))).get(row.pk, "")
        return page(request, _line(row, seat))

    answered: Page = never_cache(login_required(found))
    return answered


@of_the_host
@require_safe
def table_page(request: HttpRequest, line: TableLine) -> HttpResponse:
    """What can be done with one table."""
    return render(request, "server/table.html", {"table": line})


@of_the_host
@require_POST
def put_away(request: HttpRequest, line: TableLine) -> HttpResponse:
    hosting.put_away(line.public_id)
    return redirect("host-table", table=line.public_id)


@of_the_host
@require_POST
def bring_back(request: HttpRequest, line: TableLine) -> HttpResponse:
    hosting.bring_back(line.public_id)
    return redirect("host-table", table=line.public_id)


# deleting


class DeleteForm(forms.Form):
    """The table's name, typed: nobody deletes the wrong one in passing."""

    use_required_attribute = False
    name = forms.CharField(
        max_length=200, required=False, label="Its name", widget=forms.TextInput(attrs={"autocomplete": "off"})
    )

    def __init__(self, *args: Any, line: TableLine, **about: Any) -> None:
        super().__init__(*args, **about)
        self.line = line

    def clean_name(self) -> str:
        name = _as_typed(self.cleaned_data["name"])
        if name != _as_typed(self.line.name):
            raise forms.ValidationError(f"Nothing was deleted. Type its name as it stands above: {self.line.name}")
        return name


def _as_typed(name: str) -> str:
    """Without what a keyboard does not have: how an apostrophe is bent, and how wide a space is."""
    return " ".join(name.replace("’", "'").split()).casefold()


@of_the_host
def delete(request: HttpRequest, line: TableLine) -> HttpResponse:
    """Says what goes, and deletes the table when its name is typed."""
    form = DeleteForm(request.POST if request.method == "POST" else None, line=line)
    if form.is_valid():
        removing.remove(line.public_id)
        return redirect(reverse("host") + "#tables")
    context = {
        "table": line,
        "form": form,
        "events": Event.objects.filter(table=line.key).count(),
        "pictures": sum(1 for _ in of_table(line.key)),
        "copy": next(reversed([copy for copy in copies.copies() if not copy.before_upgrade]), None),
    }
    return render(request, "server/delete-table.html", context, status=422 if form.is_bound else 200)


# as one file


@of_the_host
@require_safe
def fetch(request: HttpRequest, line: TableLine) -> HttpResponse:
    """The whole table as a file. Whoever has it can read every whisper; nobody enters by it."""
    file = tempfile.TemporaryFile()  # noqa: SIM115 - it is closed with the answer
    packing.pack(line.public_id, file)
    file.seek(0)
    name = f"{slugify(line.name) or 'table'}.fireside.zip"
    response = FileResponse(file, as_attachment=True, filename=name, content_type="application/zip")
    response["Content-Encoding"] = "identity"  # packed already: it keeps its length, by which a browser shows progress
    return response  # type: ignore[return-value]


class BringForm(forms.Form):
    """A table's file. Bringing it in is tried at once: what is wrong with it is said beside the field."""

    use_required_attribute = False
    file = forms.FileField(
        label="A table’s file",
        required=False,
        widget=forms.FileInput(attrs={"accept": ".zip,application/zip"}),
        help_text=f"At most 12 MB; a larger one is brought on the server’s machine: {typed('bring_table')}",
    )

    brought = ""

    def clean_file(self) -> UploadedFile[Any] | None:
        file: UploadedFile[Any] | None = self.cleaned_data["file"]
        if file is None:
            raise forms.ValidationError("Choose a file first.")
        try:
            self.brought = settling.bring(file)
        except NotATable as why:
            raise forms.ValidationError(str(why)) from why
        return file
