"""In, the second half: what was read gets keys and names of its own here, all of it or nothing."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from itertools import groupby, islice
from operator import attrgetter
from pathlib import Path
from typing import IO, Any

from django.db import DataError, IntegrityError, models
from django.template import TemplateSyntaxError

from apps.rules.refusal import Refused
from apps.table import desk as desks
from apps.table import games, hosting, ids, keys, kinds, log, panels
from apps.table.desk import Desk
from apps.table.hold import hold, writing
from apps.table.models import Exchange, Switch, Table
from apps.table.viewer import Viewer, seated

from . import fresh, pictures, rows
from .reading import EFFECT, NotATable, Row, Survey, TableFile, strange

AT_ONCE = 500
A_NAME = re.compile(r"(?<![A-Za-z0-9])x[A-Za-z0-9]{12}(?![A-Za-z0-9])")
LATER = ("inside_id", "cause_id")
"""Columns of rows that are younger than what they name."""
CONTRADICTS = "its rows contradict each other"
WRONG = (
    IntegrityError, DataError, LookupError, ValueError, TypeError, AttributeError, ArithmeticError, RecursionError,
    TemplateSyntaxError, Refused,
)  # fmt: skip
"""What the program says of rows that make no table, though each looked well by itself."""


def bring(file: IO[bytes]) -> str:
    """Opens the table that the file holds; returns its public id. Refuses with NotATable, and nothing is changed."""
    source = TableFile(file)
    place = _Place(source.survey())
    kept: list[Path] = []
    try:
        with writing():
            _write(source, place)
            kept += _write_pictures(source, place)
            return _opened(place)
    except BaseException as why:
        desks.forget(place.table_key)
        for path in kept:
            path.unlink(missing_ok=True)
        if isinstance(why, WRONG) and not isinstance(why, NotATable):
            raise strange(CONTRADICTS) from why
        raise


def _write(source: TableFile, place: _Place) -> None:
    place.take()
    for label, found in groupby(source.rows(), attrgetter("label")):
        settled = (place.settled(row) for row in found)
        while some := list(islice(settled, AT_ONCE)):
            rows.travelling()[label]._base_manager.bulk_create(some)


def _write_pictures(source: TableFile, place: _Place) -> Iterator[Path]:
    for folder, name in source.pictures():
        path = place.folder(folder) / place.files[folder, name]
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        yield path
        path.write_bytes(source.picture(folder, name))
        path.chmod(0o600)


def _opened(place: _Place) -> str:
    with hold(place.table_key) as desk:
        _add_new_switches(desk.table)
        hosting.tell(desk, "brought-here", {})
    with hold(place.table_key) as desk:
        _refuse_unsound(desk)
        return desk.table.public_id


def _add_new_switches(table: Table) -> None:
    """A game may have more of them by now: they begin at their default."""
    held = set(Switch.objects.filter(table=table).values_list("key", flat=True))
    book = games.game_of(table).book.defaults()
    Switch.objects.bulk_create(Switch(table=table, key=key, value=book[key]) for key in book if key not in held)


def _refuse_unsound(desk: Desk) -> None:
    """Draws every page of the table once: what cannot be shown cannot be played."""
    game = games.game_of(desk.table)
    for one in desk.all(Switch):
        game.book.switch(one.key).parse(one.value)
    for exchange in desk.all(Exchange, closed_at=None):
        game.options(exchange.options)
    for seat in seated(desk):
        viewer = Viewer(desk.table, seat)
        for panel in panels.panels_of(viewer):
            panels.draw(panel, viewer)
        for told in log.page(viewer):
            log.draw_card(told, viewer)


class _Place:
    """Where the rows of a file come to stand: which key and which name here is which of the file's."""

    def __init__(self, found: Survey) -> None:
        self.found = found
        self.table_key = 0
        self._keys: dict[str, dict[int, int]] = {}
        self._names = {name: ids.public_id() for name in found.names | found.names_gone}
        self.files = {one: sure_place(one[0]).new_name() for one in found.files}

    def take(self) -> None:
        """Keys that no row has or had; in the order of the file's, because younger rows have higher ones."""
        for label in self.found.keys.keys() | self.found.gone.keys():
            old = sorted(self.found.keys.get(label, set()) | self.found.gone.get(label, set()))
            self._keys[label] = dict(zip(old, fresh.keys(rows.travelling()[label], len(old)), strict=True))
        [self.table_key] = self._keys["table.table"].values()

    def folder(self, place: str) -> Path:
        return sure_place(place).folder()

    def new(self, label: str, key: int) -> int:
        """The key here of a row that the file has, or that one of its acts has deleted. Refuses (KeyError) others."""
        return self._keys[label][key] if key else 0

    def settled(self, row: Row) -> models.Model:
        """The row as it stands here, not written yet."""
        self._refuse_strangers(row)
        known = self.found.known.get((row.label, row.key), {})
        fields = self._fields(row.label, row.fields, known)
        if row.label == EFFECT:
            self._settle_effect(fields)
        columns = rows.columns(row.label)
        values = {name: columns[name].to_python(value) for name, value in fields.items()}
        made: models.Model = rows.travelling()[row.label](pk=self.new(row.label, row.key), **values)
        return made

    def _refuse_strangers(self, row: Row) -> None:
        for name, value in row.fields.items():
            column = rows.columns(row.label)[name]
            if value is not None and isinstance(column, models.ForeignKey):
                label = column.related_model._meta.label_lower
                if value not in self.found.keys.get(label, ()) or (name in LATER and value >= row.key):
                    raise strange(f"a row of {row.label} names one that is not there")
        if row.label in {"table.event", "table.exchange"}:
            self._refuse_unknown_kind(row)

    def _refuse_unknown_kind(self, row: Row) -> None:
        game, dot, _ = row.fields["kind"].rpartition(".")
        if dot and game != self.found.game:
            raise strange(f"{row.fields['kind']} is not of its game")
        if row.label == "table.event":
            kinds.find(row.fields["kind"])

    def _fields(self, label: str, fields: Mapping[str, Any], known: Mapping[str, Any]) -> dict[str, Any]:
        found = {name: self._value(label, name, value) for name, value in fields.items()}
        keys.rewrite(label, found, known, self.new)
        return found

    def _value(self, label: str, name: str, value: Any) -> Any:
        column = rows.columns(label)[name]
        if isinstance(column, models.ForeignKey):
            return None if value is None else self.new(column.related_model._meta.label_lower, value)
        if kind := pictures.columns_with_files().get((label, name)):
            return self.files.get((kind.place, value), "")
        return value if label == EFFECT else self._renamed(value)

    def _settle_effect(self, fields: dict[str, Any]) -> None:
        label, key = fields["model"], fields["row"]
        known = self.found.known.get((label, key), {})
        fields["row"] = self.new(label, key)
        for side in ("before", "after"):
            if fields[side] is not None:
                fields[side] = self._fields(label, fields[side], known)

    def _renamed(self, value: Any) -> Any:
        """With the names that things have here, wherever in a text or in JSON they stand."""
        if isinstance(value, str):
            return A_NAME.sub(lambda found: self._names.get(found[0], found[0]), value)
        if isinstance(value, dict):
            return {self._renamed(name): self._renamed(one) for name, one in value.items()}
        return [self._renamed(one) for one in value] if isinstance(value, list) else value


def sure_place(place: str) -> pictures.Named:
    found = pictures.of_place(place)
    if found is None:
        raise LookupError(place)
    return found
