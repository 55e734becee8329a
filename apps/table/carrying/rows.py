"""Which rows belong to a table, and what of them travels."""

from __future__ import annotations

import hashlib
from functools import cache
from typing import Any

from django.apps import apps
from django.db import models
from django.db.models import Q

from apps.table.changing import values
from apps.table.desk.rows import shape_of
from apps.table.exchanges import ALL_IN, kinds_sealed
from apps.table.models import Ask, Change, Effect, Knock, Receipt, SeatDevice, Table

FORMAT = "fireside-table"
VERSION = 1
"""One more whenever what travels has other columns; files of other versions are refused."""

STAYS = (SeatDevice, Knock, Change, Receipt)
"""Which devices hold a seat, who is at the door, what processes and browsers have told each other."""

LEFT_BEHIND = {
    "table.table": {"version", "invite", "gm_invite", "demonstration", "put_away_at"},
    "table.seat": {"link"},
    "table.boundary": {"keeper"},
}
"""What concerns links, browsers or this server alone: it begins anew elsewhere."""


@cache
def at_a_table() -> tuple[Any, ...]:
    """The models of all rows that belong to a table, those that hang on others first and the table last."""
    found = [model for model in apps.get_models() if hasattr(model, "AT_TABLE")]
    return tuple(sorted(found, key=lambda model: (model is Table, -model.AT_TABLE.count("__"))))


def of(model: Any, table_key: int) -> models.QuerySet[Any]:
    """That table's rows of a model."""
    found: models.QuerySet[Any] = model._base_manager.filter(**{model.AT_TABLE: table_key})
    return found


@cache
def travelling() -> dict[str, Any]:
    """The models whose rows travel, by their labels; the table first."""
    return {model._meta.label_lower: model for model in reversed(at_a_table()) if model not in STAYS}


@cache
def columns(label: str) -> dict[str, models.Field[Any, Any]]:
    """The columns that travel, by name."""
    model = travelling()[label]
    by_name = {field.attname: field for field in model._meta.concrete_fields}
    return {name: by_name[name] for name in shape_of(model).columns if name not in LEFT_BEHIND.get(label, ())}


Sealed = frozenset[int]
"""The keys of asks whose answers nobody reads, or not everybody who reads a file."""


def sealed_at(table_key: int) -> Sealed:
    """Answers that stay behind: those for the GMs alone, and those that wait for others. They are given anew."""
    waits = Q(exchange__kind__in=kinds_sealed("till-all-in")) & ~Q(exchange__stage=ALL_IN)
    found = of(Ask, table_key).filter(waits | Q(exchange__kind__in=kinds_sealed("to-gm")))
    return frozenset(found.values_list("pk", flat=True))


def told(row: Any, sealed: Sealed = frozenset()) -> dict[str, Any] | None:
    """A row's columns as the file holds them; None for the record of something that stays behind."""
    if isinstance(row, Effect):
        return _effect(row, sealed)
    found = values(row, only=columns(row._meta.label_lower))
    return found | {"answer": None} if isinstance(row, Ask) and row.pk in sealed else found


def _effect(row: Effect, sealed: Sealed) -> dict[str, Any] | None:
    if row.model not in travelling():
        return None
    kept = set(columns(row.model))
    if row.model == Ask._meta.label_lower and row.row in sealed:
        kept.discard("answer")
    fields = values(row)  # type: ignore[arg-type]
    for side in ("before", "after"):
        if fields[side] is not None:
            fields[side] = {name: value for name, value in fields[side].items() if name in kept}
    return fields


def print_of_columns() -> str:
    """Another one whenever a column that travels comes, goes or changes its kind."""
    found = [_described(label, name, column) for label in travelling() for name, column in columns(label).items()]
    return hashlib.sha256("\n".join(sorted(found)).encode()).hexdigest()[:16]


def _described(label: str, name: str, column: models.Field[Any, Any]) -> str:
    return f"{label}.{name} {type(column).__name__} {column.null} {column.max_length} {column.choices}"
