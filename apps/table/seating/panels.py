"""Who sits here, and who is at the door."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from apps.table.desk import Desk
from apps.table.desk.desk import reads_outside
from apps.table.doors.sitting import waiting_at
from apps.table.live.presence import mark, state
from apps.table.models import Role
from apps.table.panels import panel
from apps.table.viewer import Viewer, seated

Context = Mapping[str, Any]

reads_outside("presence", mark)


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


def people_of(desk: Desk) -> list[Person]:
    """Everybody who sits here, GMs first; a colour that comes again gets two letters."""
    desk.read("presence")
    found, met = [], set()
    for seat in sorted(seated(desk), key=lambda one: (one.role != Role.GM, one.role == Role.SPECTATOR, one.pk)):
        again = seat.colour in met and seat.role == Role.PLAYER
        met.add(seat.colour)
        mark = seat.name[:2].capitalize() if again else seat.name[:1].upper()
        here = state(desk.key, seat.pk)
        found.append(Person(seat.public_id, seat.name, seat.colour, mark, seat.role, here))
    return found


@panel("people", template="table/seating/people.html", slot="people", per="role")
def people(viewer: Viewer) -> Context:
    """Who sits here, by name where there is room, else how many of them are here and the names in a fold."""
    found = people_of(viewer.desk)
    return {"people": found, "here": sum(one.state == "here" for one in found), "game": viewer.game}


@panel("door", template="table/seating/door.html", slot="stage", order=10, per="role", roles={"gm"})
def door(viewer: Viewer) -> Context:
    """For the GMs: who knocks, with Let in and Not now; empty while nobody does."""
    return {"knocks": waiting_at(viewer.desk), "game": viewer.game}
