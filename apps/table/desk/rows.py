"""What the desk knows of the models: their columns, which of them it can look rows up by, who points at whom."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from django.core.serializers.json import DjangoJSONEncoder
from django.db import models
from django.db.models.fields.related_descriptors import ForwardManyToOneDescriptor

from apps.table.models import Table
from apps.table.models.play import OnDesk, PlayRow

ALWAYS_FOUND_BY = ("public_id", "kind", "closed_at")
"""Columns that are indexes wherever a model has them, beside its foreign keys; of the record the first alone."""

TOLD_APART_BY = ("key", "kind")
"""Columns that name one of the rows of a holder: whoever asks for a track by its key has not read the other tracks."""

GROWS = "kind"
"""An index whose rows are more with every session: used only where nothing else is asked for, as what is open is."""

_kept: list[type[OnDesk]] = []


def kept_models() -> list[type[OnDesk]]:
    """The models of which the desk keeps every row of its table."""
    return _kept


def learn(found: list[type[models.Model]]) -> None:
    """Tells the desk of the models, when all of them are there: their rows answer foreign keys from the desk."""
    _kept[:] = [one for one in found if issubclass(one, PlayRow) and one is not Table]
    for model in [one for one in found if issubclass(one, OnDesk)]:
        for field in model._meta.concrete_fields:
            if isinstance(field, models.ForeignKey):
                setattr(model, field.name, DeskKey(field))


class DeskKey(ForwardManyToOneDescriptor):  # type: ignore[type-arg]  # it takes none when the program runs
    """A foreign key of a row on the desk gives the desk's own row, never a copy that grows stale."""

    def __get__(self, instance: models.Model | None, cls: type[models.Model] | None = None) -> Any:
        desk = instance.__dict__.get("_desk") if instance is not None else None
        if desk is None:
            return super().__get__(instance, cls)
        key = instance.__dict__.get(self.field.attname)
        return None if key is None else desk.get(self.field.related_model, key)


@dataclass(frozen=True)
class Shape:
    """A model as the desk sees it. `indexes` are the columns by which rows are found, `apart` those that tell the rows
    found so apart; `settle` gives each column's value as the database would give it back; `names` leads from a field's
    name to its column."""

    model: type[models.Model]
    columns: tuple[str, ...]
    indexes: tuple[str, ...]
    apart: tuple[str, ...]
    names: Mapping[str, str]
    settle: Mapping[str, Callable[[Any], Any]]


def _shape_of(model: type[models.Model]) -> Shape:
    fields = [field for field in model._meta.concrete_fields if not field.primary_key]
    indexes = [one.attname for one in fields if isinstance(one, models.ForeignKey) and one.related_model is not Table]
    found_by = ALWAYS_FOUND_BY if issubclass(model, PlayRow) else ALWAYS_FOUND_BY[:1]
    indexes += [one.attname for one in fields if one.name in found_by]
    names = {name: one.attname for one in fields for name in (one.name, one.attname)}
    settle = {one.attname: _settling(one) for one in fields}
    columns = tuple(one.attname for one in fields)
    return Shape(model, columns, tuple(indexes), tuple(one for one in columns if one in TOLD_APART_BY), names, settle)


shape_of: Callable[[Any], Shape] = cache(_shape_of)


def _settling(field: models.Field[Any, Any]) -> Callable[[Any], Any]:
    if isinstance(field, models.JSONField):
        return _as_json_gives_it
    if isinstance(field, models.ForeignKey):
        return lambda value: value.pk if isinstance(value, models.Model) else value
    return field.to_python


def _as_json_gives_it(value: Any) -> Any:
    return json.loads(json.dumps(value, cls=DjangoJSONEncoder))


@dataclass(frozen=True)
class Question:
    """A compiled look-up: the column whose index is used (empty: every row), the others that are compared, and the
    first of these that tells rows apart (empty: none does)."""

    index: str
    apart: str
    compared: tuple[tuple[str, str], ...]


@cache
def question(model: Any, keywords: tuple[str, ...]) -> Question:
    """Refuses (TypeError) what is no column of the model."""
    shape = shape_of(model)
    unknown = [one for one in keywords if one not in shape.names]
    if unknown:
        raise TypeError(f"{model.__name__} has no column {', '.join(unknown)}")
    found_by = [one for one in keywords if shape.names[one] in shape.indexes]
    index = min(found_by, key=lambda one: one == GROWS, default="")
    compared = tuple((one, shape.names[one]) for one in keywords if one != index)
    return Question(index, next((one for one, column in compared if column in shape.apart), ""), compared)


@dataclass(frozen=True)
class Pointing:
    """A foreign key that points at a model, and what becomes of its row when the other one goes."""

    model: Any
    column: str
    cascades: bool


@cache
def pointing_at(model: Any) -> tuple[Pointing, ...]:
    return tuple(
        Pointing(one.related_model, one.field.attname, one.on_delete is models.CASCADE)
        for one in model._meta.related_objects
    )
