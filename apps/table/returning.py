"""Rows that come back, as when what deleted them is taken back: who has their place meanwhile, and who is gone to whom
they would point again."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from typing import Any

from django.core.exceptions import ObjectDoesNotExist
from django.db.models import ForeignKey, Q, UniqueConstraint

from apps.table.desk import Desk
from apps.table.desk.rows import shape_of
from apps.table.models import Effect, Table
from apps.table.models.play import PlayRow
from apps.table.turn import model_named

Row = tuple[str, int]
"""A row by its model's label and its key."""
Columns = tuple[str, ...]
Alike = Callable[[Mapping[str, Any]], Mapping[str, Any]]
_alone: dict[str, Alike] = {}


def stands_alone(model: Any, alike: Alike) -> None:
    """Registers what no two rows of a model have alike, though the database lets them: from a row's columns those by
    which another would be found, none where there may be several."""
    _alone[model._meta.label_lower] = alike


def holders(desk: Desk, effects: Iterable[Effect]) -> Iterator[Row]:
    """The rows in the place of those that would come back: equal in what only one may have."""
    for one in [each for each in effects if each.after is None]:
        model, before = model_named(one.model), one.before or {}
        for columns, among in _had_by_one(model):
            yield from ((one.model, row.pk) for row in _equal(desk, model, before, columns, among))
        alike = _alone[one.model](before) if one.model in _alone else {}
        yield from ((one.model, row.pk) for row in (desk.all(model, **alike) if alike else ()))


@cache
def _had_by_one(model: Any) -> tuple[tuple[Columns, Q | None], ...]:
    """The columns that no two rows have alike, and among which rows where not among all."""
    names = shape_of(model).names
    once = [one for one in model._meta.constraints if isinstance(one, UniqueConstraint)]
    return tuple((tuple(names[name] for name in one.fields), one.condition) for one in once)


def _equal(desk: Desk, model: Any, fields: Mapping[str, Any], columns: Columns, among: Q | None) -> list[Any]:
    wanted, names = {column: fields[column] for column in columns}, shape_of(model).names
    if None in wanted.values() or not _holds(among, fields, names):
        return []
    return [row for row in desk.all(model, **wanted) if _holds(among, row.__dict__, names)]


def _holds(condition: Q | None, fields: Mapping[str, Any], names: Mapping[str, str]) -> bool:
    """Whether these columns are empty, or not, as the condition of a constraint has it; it asks nothing else."""
    if condition is None:
        return True
    children: list[Any] = condition.children
    answers = [
        _holds(one, fields, names) if isinstance(one, Q) else _is_so(one[0], one[1], fields, names) for one in children
    ]
    return (all(answers) if condition.connector == Q.AND else any(answers)) != condition.negated


def _is_so(lookup: str, empty: bool | None, fields: Mapping[str, Any], names: Mapping[str, str]) -> bool:
    """`empty` is None or True where nothing may stand there."""
    return (fields[names[lookup.removesuffix("__isnull")]] is None) != (empty is False)


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
