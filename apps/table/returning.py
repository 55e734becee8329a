"""Rows that come back, as when what deleted them is taken back: who has their place meanwhile, and who is gone to whom
they would point again."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from typing import Any

from django.core.exceptions import ObjectDoesNotExist
from django.db.models import ForeignKey, UniqueConstraint

from apps.table.desk import Desk
from apps.table.desk.rows import shape_of
from apps.table.models import Effect, Table
from apps.table.models.play import PlayRow
from apps.table.turn import model_named

Row = tuple[str, int]
"""A row by its model's label and its key."""
Columns = tuple[str, ...]


def holders(desk: Desk, effects: Iterable[Effect]) -> Iterator[Row]:
    """The rows in the place of those that would come back: equal in what only one may have."""
    for one in effects:
        model = model_named(one.model)
        for columns, empty in _had_by_one(model) if one.after is None else ():
            yield from ((one.model, row.pk) for row in _equal(desk, model, one.before or {}, columns, empty))


@cache
def _had_by_one(model: Any) -> tuple[tuple[Columns, Columns], ...]:
    """The columns that no two rows have alike; where that holds for some rows only, also those that tell which, by
    being empty or not."""
    names, fields = shape_of(model).names, model._meta.concrete_fields
    may_be_empty = tuple(field.attname for field in fields if field.null)
    return tuple(
        (tuple(names[name] for name in one.fields), may_be_empty if one.condition else ())
        for one in model._meta.constraints
        if isinstance(one, UniqueConstraint)
    )


def _equal(desk: Desk, model: Any, fields: Mapping[str, Any], columns: Columns, empty: Columns) -> list[Any]:
    wanted = {column: fields[column] for column in columns}
    if None in wanted.values():
        return []
    found = desk.all(model, **wanted)
    return [row for row in found if all((getattr(row, one) is None) == (fields[one] is None) for one in empty)]


def missing(desk: Desk, effects: Iterable[Effect]) -> Iterator[Row]:
    """The rows to which something would point again, and which are neither there nor come back themselves."""
    effects = list(effects)
    back = {(one.model, one.row) for one in effects if one.after is None}
    for one in effects:
        for column, model in _points_at(model_named(one.model)):
            key, label = (one.before or {}).get(column), model._meta.label_lower
            if key is not None and (label, key) not in back and not _is_there(desk, model, key):
                yield label, key


@cache
def _points_at(model: Any) -> tuple[tuple[str, Any], ...]:
    """The columns that lead to rows of play, with the model of these."""
    keys = [field for field in model._meta.concrete_fields if isinstance(field, ForeignKey)]
    found = [(field.attname, field.related_model) for field in keys if field.related_model is not Table]
    return tuple((column, other) for column, other in found if issubclass(other, PlayRow))


def _is_there(desk: Desk, model: Any, key: int) -> bool:
    try:
        desk.get(model, key)
    except ObjectDoesNotExist:
        return False
    return True
