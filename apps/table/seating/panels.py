"""Who sits here, and who is at the door."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from apps.table.doors.sitting import waiting_at
from apps.table.live.presence import state
from apps.table.models import Role, Seat
from apps.table.panels import panel
from apps.table.viewer import Viewer

Context = Mapping[str, Any]


@dataclass(frozen=True)
class Person:
    """A seat as the page shows it; `mark` are the letters in its mark."""

    public_id: str
    name: str
    colour: str
    mark: str
    role: str
    state: str

    @property
    def is_gm(self) -> bool:
        return self.role == Role.GM

    @property
    def watches(self) -> bool:
        return self.role == Role.SPECTATOR


def people_of(table_key: int, seats: Iterable[Seat]) -> list[Person]:
    """Everybody who sits here, GMs first; a colour that comes again gets two letters."""
    found, met = [], set()
    for seat in sorted(seats, key=lambda one: (one.role != Role.GM, one.role == Role.SPECTATOR, one.pk)):
        again = seat.colour in met and seat.role == Role.PLAYER
        met.add(seat.colour)
        mark = seat.name[:2].capitalize() if again else seat.name[:1].upper()
        here = state(table_key, seat.pk)
        found.append(Person(seat.public_id, seat.name, seat.colour, mark, seat.role, here))
    return found


@panel("people", template="table/seating/people.html", watches=["seats", "presence"], slot="people", per="role")
def people(viewer: Viewer) -> Context:
    seats = viewer.table.seats.filter(removed_at=None)
    return {"people": people_of(viewer.table.pk, seats), "game": viewer.game}


@panel("door", template="table/seating/door.html", watches=["door", "seats", "table"], slot="stage", order=10,
       per="role", roles={"gm"})  # fmt: skip
def door(viewer: Viewer) -> Context:
    """For the GMs: who knocks, with Let in and Not now; empty while nobody does."""
    return {"knocks": list(waiting_at(viewer.table)), "game": viewer.game}
