"""Questions that every act asks: their text is built once, because building it costs several times what asking does."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.db import connection, models

from apps.table.models import Receipt, Table


class Asked:
    """A question of the database, built from a queryset when it is first asked. Values come in the order of its own."""

    def __init__(self, built: Callable[[], models.QuerySet[Any, Any]]) -> None:
        self._built = built
        self._texts: dict[str, str] = {}

    def first(self, *values: Any) -> tuple[Any, ...] | None:
        """The first row's columns as the database gives them, or None."""
        with connection.cursor() as cursor:
            cursor.execute(self._text(), values)
            found: tuple[Any, ...] | None = cursor.fetchone()
        return found

    def _text(self) -> str:
        vendor = connection.vendor
        if vendor not in self._texts:
            self._texts[vendor] = self._built().query.get_compiler(connection=connection).as_sql()[0]
        return self._texts[vendor]


_version = Asked(lambda: Table.objects.filter(pk=0).values_list("version"))
_locked = Asked(lambda: Table.objects.select_for_update().filter(pk=0).values_list("version"))
_receipt = Asked(lambda: Receipt.objects.filter(seat=0).filter(act="-").filter(nonce="-").values_list("event"))


def version_of(table_key: int, *, locked: bool = False) -> int | None:
    """How far a table has come, or None where there is none; `locked` locks its row until the transaction ends."""
    found = (_locked if locked else _version).first(table_key)
    return found[0] if found else None


def receipt_of(seat_key: int, act: str, nonce: str) -> tuple[int | None] | None:
    """What an earlier submit with this nonce has done, as its event's key alone; None where there was none."""
    return _receipt.first(seat_key, act, nonce)
