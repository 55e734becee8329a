"""What every row of play has in common: the desk of its table keeps it in memory."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from django.db import models

if TYPE_CHECKING:
    from apps.table.desk import Desk


class OnDesk(models.Model):
    """A row that a desk may have. `AT_TABLE` is the way from it to its table, as Django's look-ups go.

    On the desk it answers its foreign keys from the desk, and nobody else holds a second instance of it.
    """

    AT_TABLE: ClassVar[str] = "table"

    class Meta:
        abstract = True

    @property
    def desk(self) -> Desk:
        """The desk that keeps this row."""
        held: Desk | None = self.__dict__.get("_desk")
        if held is not None and held.version is not None:
            return held  # as nearly always
        from apps.table.desk import desk_of  # a desk is made of models, and each of its rows knows it

        return desk_of(self)


class PlayRow(OnDesk):
    """A row of play: the desk has every one of its table's."""

    class Meta:
        abstract = True


class RecordRow(OnDesk):
    """A row of the record: the desk has the newest, and others as they are asked for."""

    class Meta:
        abstract = True
