"""Asking to sit down."""

from __future__ import annotations

from datetime import timedelta

from django.http import HttpRequest
from django.utils import timezone

from apps.rules.refusal import Refused
from apps.table.changing import Changing
from apps.table.desk import Desk
from apps.table.doors.sitting import waiting_at
from apps.table.models import Knock

MOST_OPEN = 20
KEPT = timedelta(days=1)


def knock(desk: Desk, name: str, colour: str, role: str, token_hash: str, device: str) -> Knock:
    """Somebody asks to sit down. Refuses the twenty-first at one table. Inside the hold."""
    old = [one for one in desk.all(Knock) if one.at < timezone.now() - KEPT]
    if len([one for one in waiting_at(desk) if one not in old]) >= MOST_OPEN:
        raise Refused("door-full", f"{MOST_OPEN} people wait at this door already. Try again when some are in.")
    door = Changing(desk)
    for one in old:
        door.drop(one)
    made = door.add(Knock, table=desk.table, name=name, colour=colour, role=role, token_hash=token_hash, device=device)
    door.committed()
    return made


def take_back(one: Knock) -> None:
    """Whoever knocked goes away again. Inside the hold."""
    door = Changing(one.desk)
    door.drop(one)
    door.committed()


def of_device(desk: Desk, token_hash: str) -> Knock | None:
    """The open knock of this browser, if it waits at this table."""
    return next((one for one in waiting_at(desk) if one.token_hash == token_hash), None)


def kind_of_device(request: HttpRequest) -> str:
    """What the browser says that it runs on, so that the GM knows who might be knocking."""
    agent = request.headers.get("User-Agent", "")
    if "iPad" in agent or "Tablet" in agent or ("Android" in agent and "Mobile" not in agent):
        return "on a tablet"
    return "on a phone" if "Mobile" in agent or "iPhone" in agent else "on a computer"
