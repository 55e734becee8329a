"""What the host does to a table from outside. It is no act: there is no seat; but the table is told."""

from __future__ import annotations

from typing import Any

from django.http import Http404
from django.utils import timezone

from apps.table.audience import EVERYBODY
from apps.table.changing import Changing
from apps.table.desk import Desk
from apps.table.hold import hold
from apps.table.models import Event, Table, Telling

PUT_AWAY = "This table is put away. Whoever runs the server can bring it back, as it was."


class PutAway(Http404):
    """Nobody enters: neither a seat nor a link leads to this table for now."""


def refuse_put_away(table: Table) -> None:
    """Refuses with PutAway; only for those who would be let in otherwise."""
    if table.put_away_at is not None:
        raise PutAway


def put_away(table: str) -> None:
    """From now on nobody enters, and open pages are told so. Everything stays as it is."""
    with hold(table) as desk:
        if desk.table.put_away_at is None:
            tell(desk, "put-away", {}, put_away_at=timezone.now())


def bring_back(table: str) -> None:
    with hold(table) as desk:
        if desk.table.put_away_at is not None:
            tell(desk, "brought-back", {}, put_away_at=None)


def tell(desk: Desk, kind: str, facts: dict[str, Any], **columns: Any) -> Event:
    """Writes an event for everybody that nobody takes back, and with it these columns of the table. Inside the hold."""
    door = Changing(desk)
    if columns:
        door.keep(desk.table, **columns)
    event = door.add(Event, table=desk.table, kind=kind, lasting=True, at=timezone.now())
    for audience, subject in EVERYBODY.atoms:
        door.add(Telling, event=event, table=desk.table, audience=audience, subject=subject, rank=1, facts=facts)
    door.committed(event)
    return event
