"""The way back to a GM's own seat, when every device and every link to it is lost. The host makes it."""

from __future__ import annotations

from apps.rules.dice import system_dice
from apps.table import hosting, ids
from apps.table.audience import GMS, seats
from apps.table.desk import Desk
from apps.table.doors import opening, sitting
from apps.table.models import Seat, SeatDevice
from apps.table.turn import Turn
from apps.table.viewer import Viewer


def gm_named(desk: Desk, public_id: str) -> Seat | None:
    """The seat of that public id, while a GM sits there."""
    return next((seat for seat in sitting.gms_of(desk) if seat.public_id == public_id), None)


def make_link(desk: Desk, seat: Seat) -> None:
    """Any earlier link for a GM dies, and the table is told. Inside the hold."""
    hosting.tell(desk, "gm-link-given", {"seat": seat.public_id, "name": seat.name}, gm_invite=opening.new_gm_link())


def token(seat: Seat) -> str:
    """Its secret; it dies with the number of `Table.gm_invite`, as every link for a GM does."""
    return ids.derived_token("gm-seat", seat.table.public_id, seat.table.gm_invite, seat.public_id)


def fits(seat: Seat, given: str) -> bool:
    return bool(seat.table.gm_invite) and ids.same(token(seat), given)


def path(seat: Seat) -> str:
    return f"/g/{seat.table.public_id}/{seat.public_id}/{token(seat)}"


def sit_down_again(seat: Seat, token_hash: str) -> None:
    """The seat is held by this device alone; its private link and this one are spent. Inside the hold."""
    turn = Turn(Viewer(seat.desk.table, seat), "lost-seat", system_dice, lasting=True)
    for device in turn.desk.all(SeatDevice, seat=seat):
        turn.drop(device)
    turn.add(SeatDevice, seat=seat, token_hash=token_hash)
    turn.keep(turn.table, gm_invite=0)
    turn.change(seat, link=seat.link + 1)
    turn.tell("link-renewed", {"seat": seat.public_id, "name": seat.name}, to=GMS | seats(seat))
    turn.finish()
