"""What the database holds after a soak. Called in a process with Django."""

from __future__ import annotations

from typing import Any


def standing(table: int) -> dict[str, int]:
    """How far the table has come."""
    from apps.table.models import Table

    return {"version": Table.objects.get(pk=table).version}


def examine(table: int, after: int) -> dict[str, Any]:
    """Commits after that version, receipts with their events, and each seat's whole log as it may see it."""
    from apps.table import log
    from apps.table.models import Change, Mention, Receipt, Seat, Table
    from apps.table.viewer import Viewer

    row = Table.objects.get(pk=table)
    changes = Change.objects.filter(table=row, version__gt=after).order_by("version")
    receipts = Receipt.objects.filter(seat__table=row).values_list("seat_id", "act", "nonce", "event__public_id")
    seats = Seat.objects.filter(table=row, removed_at=None)
    logs = {seat.pk: [one.event.public_id for one in log.since(Viewer(row, seat), 0)] for seat in seats}
    return {
        "version": row.version,
        "versions": [one.version for one in changes], "receipts": [list(one) for one in receipts],
        "mentions": list(Mention.objects.filter(event__table=row).values_list("event__public_id", "card__public_id")),
        "events": list(changes.exclude(event=None).values_list("event__public_id", "event__kind")), "logs": logs,
    }  # fmt: skip
