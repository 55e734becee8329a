"""Changing rows inside the hold: desk and database in step, with before and after of each."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, TypeVar

from django.apps import apps
from django.db import models, transaction

from apps.table import bell
from apps.table.desk import Desk
from apps.table.desk import writing as database
from apps.table.desk.rows import pointing_at, shape_of
from apps.table.models import Change, Effect, Event
from apps.table.models.play import OnDesk, RecordRow

Row = TypeVar("Row", bound=OnDesk)
Facts = Mapping[str, Any]

PLAIN = (int, str, bool, float, list, dict, type(None))


class Changing:
    """The only way in which rows of play change. Inside the hold; `committed` writes down which rows were changed."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self.effects: list[Effect] = []

    def change(self, row: Row, **fields: Any) -> Row:
        """Writes just these fields of `row` and notes what they were; what stays the same is not noted."""
        mine, before = self._written(row, fields)
        if before:
            after = {name: mine.__dict__[name] for name in before}
            self._note(mine, _for_json(before), _for_json(after))
        return mine

    def keep(self, row: Row, **fields: Any) -> Row:
        """Writes fields that undo leaves alone: faces that fell, how often somebody was reminded."""
        return self._written(row, fields)[0]

    def _written(self, row: Row, fields: Facts) -> tuple[Row, dict[str, Any]]:
        """The desk's row with these fields, and what those of them were that were different."""
        mine = self.desk.own(row)
        columns = _settled(type(mine), fields)
        before = {name: mine.__dict__[name] for name, value in columns.items() if mine.__dict__[name] != value}
        if before:
            self.desk.set(mine, {name: columns[name] for name in before})
            database.update(mine, before)
        if row is not mine:
            row.__dict__.update(columns)
        return mine, before

    def create(self, model: type[Row], **fields: Any) -> Row:
        row = model(**fields)
        self._made(row)
        self._note(row, None, values(row))
        return row

    def add(self, model: type[Row], **fields: Any) -> Row:
        """As `create`, for what undo leaves alone: the record itself, and which device holds a seat."""
        row = model(**fields)
        self._made(row)
        return row

    def restore(self, model: Any, key: int, fields: Facts) -> None:
        """Makes a row that was deleted again, with its own key. Only undo calls this."""
        row = model(pk=key, **from_values(model, fields))
        self._made(row)
        self._note(row, None, values(row))

    def _made(self, row: OnDesk) -> None:
        settle = shape_of(type(row)).settle
        for name, settled in settle.items():
            row.__dict__[name] = settled(row.__dict__[name])
        database.insert(row)
        self.desk.add(row)

    def delete(self, row: OnDesk) -> None:
        """Deletes the row and what cannot be without it; what merely points at it points at nothing then."""
        mine = self.desk.own(row)
        self._cut_loose(mine)
        self._note(mine, values(mine), None)
        self._gone(mine)

    def drop(self, row: OnDesk) -> None:
        """As `delete`, for what undo leaves alone."""
        self._gone(self.desk.own(row))

    def _gone(self, row: OnDesk) -> None:
        self.desk.remove(row)
        database.delete(row)

    def _cut_loose(self, row: OnDesk) -> None:
        for one in pointing_at(type(row)):
            if not issubclass(one.model, OnDesk):
                _cut_loose_in_the_database(one.model, one.column, one.cascades, row.pk)
                continue
            for other in self.desk.all(one.model, **{one.column: row.pk}):
                if one.cascades:
                    self.delete(other)
                elif issubclass(one.model, RecordRow):
                    self.keep(other, **{one.column: None})
                else:
                    self.change(other, **{one.column: None})

    def _note(self, row: OnDesk, before: Facts | None, after: Facts | None) -> None:
        label = row._meta.label_lower
        self.effects.append(Effect(model=label, row=row.pk, before=before, after=after))

    def committed(self, event: Event | None = None) -> int:
        """Writes down the commit, and rings after it; returns the table's new version."""
        desk = self.desk
        version = (desk.version or 0) + 1
        desk.comes_to(version)
        database.update(desk.table, ["version"])
        database.insert(Change(table_id=desk.key, version=version, rows=desk.named(), event=event))
        key = desk.key
        transaction.on_commit(lambda: bell.ring(key, version), robust=True)
        return version


def _cut_loose_in_the_database(model: type[models.Model], column: str, cascades: bool, key: int) -> None:
    """The same for rows that no desk keeps."""
    rows = model._base_manager.filter(**{column: key})
    if cascades:
        rows.delete()
    else:
        rows.update(**{column: None})


def _settled(model: type[OnDesk], fields: Facts) -> dict[str, Any]:
    """By column, as the database would give it back."""
    shape = shape_of(model)
    return {shape.names[name]: shape.settle[shape.names[name]](value) for name, value in fields.items()}


def values(row: OnDesk, only: Iterable[str] | None = None) -> dict[str, Any]:
    """The row's columns as plain values for JSON, by attribute name; of those named in `only` where given."""
    shape = shape_of(type(row))
    names = shape.columns if only is None else {shape.names[name] for name in only}
    return _for_json({name: row.__dict__[name] for name in shape.columns if name in names})


def _for_json(columns: Facts) -> dict[str, Any]:
    return {name: value if isinstance(value, PLAIN) else value.isoformat() for name, value in columns.items()}


def from_values(model: type[OnDesk], fields: Facts) -> dict[str, Any]:
    """The opposite of `values`: what the model's constructor and `change` take."""
    by_column = {field.attname: field for field in model._meta.concrete_fields}
    return {name: by_column[name].to_python(value) for name, value in fields.items()}


def model_named(label: str) -> Any:
    return apps.get_model(label)
