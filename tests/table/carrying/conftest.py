"""Tables to be carried, and what is read of one that was."""

from __future__ import annotations

import io
from typing import Any

import pytest

from apps.table.carrying import packing, rows, settling
from apps.table.models import Seat, Table
from tests.acts_of_an_evening import Evening
from tests.people import Person


@pytest.fixture(autouse=True)
def _own_pictures(db: None, settings: Any, tmp_path: Any) -> None:
    settings.MEDIA_ROOT = tmp_path / "media"


def packed(table: Table) -> io.BytesIO:
    file = io.BytesIO()
    packing.pack(table.public_id, file)
    return file


def brought(file: io.BytesIO) -> Table:
    return Table.objects.get(public_id=settling.bring(file))


def names_here(old: Table, new: Table) -> dict[str, str]:
    """By the public ids of the table of old those of the new one: rows stand in the same order."""
    found = {old.public_id: new.public_id}
    for model in rows.travelling().values():
        if hasattr(model, "public_id"):
            before, after = (
                rows.of(model, one.pk).order_by("pk").values_list("public_id", flat=True) for one in (old, new)
            )
            found |= dict(zip(before, after, strict=True))
    return found


def goes_on(tonight: Evening, new: Table) -> Evening:
    """The same people at the table that was brought, each with a device there."""
    here = names_here(tonight.table, new)
    kept = {name: here.get(value, value) for name, value in tonight.kept.items()}
    found = Evening(new, {}, kept)
    for name, person in tonight.people.items():
        assert person.seat is not None
        found.people[name] = Person(Seat.objects.get(public_id=here[person.seat.public_id]), new)
    return found
