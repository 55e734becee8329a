"""Asking to sit down."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from django.http import HttpRequest
from django.utils import timezone

from apps.rules.refusal import Refused
from apps.table.doors.commits import announce
from apps.table.doors.sitting import waiting_at
from apps.table.models import Knock, Table

MOST_OPEN = 20
KEPT = timedelta(days=1)


def knock(table: Table, name: str, colour: str, role: str, token_hash: str, device: str) -> Knock:
    """Somebody asks to sit down. Refuses the twenty-first at one table. Inside the hold."""
    Knock.objects.filter(table=table, at__lt=timezone.now() - KEPT).delete()
    if waiting_at(table).count() >= MOST_OPEN:
        raise Refused("door-full", f"{MOST_OPEN} people wait at this door already. Try again when some are in.")
    made = Knock.objects.create(
        table=table, name=name, colour=colour, role=role, token_hash=token_hash, device=device
    )  # fmt: skip
    announce(table, "door")
    return made


def take_back(table: Table, one: Knock) -> None:
    """Whoever knocked goes away again. Inside the hold."""
    one.delete()
    announce(table, "door")


def of_device(table: Table, token_hash: str) -> Knock | None:
    """The open knock of this browser, if it waits at this table."""
    found: Any = waiting_at(table).filter(token_hash=token_hash).first()
    return found if isinstance(found, Knock) else None


def kind_of_device(request: HttpRequest) -> str:
    """What the browser says that it runs on, so that the GM knows who might be knocking."""
    agent = request.headers.get("User-Agent", "")
    if "iPad" in agent or "Tablet" in agent or ("Android" in agent and "Mobile" not in agent):
        return "on a tablet"
    return "on a phone" if "Mobile" in agent or "iPhone" in agent else "on a computer"
