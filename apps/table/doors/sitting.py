"""How a seat comes to be, whoever opens the door to it."""

from __future__ import annotations

from typing import Any

from django import forms

from apps.rules.dice import system_dice
from apps.rules.refusal import Refused
from apps.table.changing import Changing
from apps.table.desk import Desk
from apps.table.doors import colours, names
from apps.table.games import game_of
from apps.table.models import Knock, Seat, SeatDevice
from apps.table.turn import Turn
from apps.table.viewer import Viewer, seated


class NameField(forms.CharField):
    """A name that can be read; whether it is free is asked of the table."""

    def __init__(self, longest: int = names.LONGEST, **about: Any) -> None:
        about.setdefault("label", "What shall we call you?")
        super().__init__(max_length=400, strip=False, **about)
        self.longest = longest
        self.widget.attrs.update({"maxlength": longest, "autocomplete": "off", "autocapitalize": "words"})
        self.error_messages["required"] = "A name has at least one letter."

    def clean(self, value: Any) -> str:
        text = super().clean(value)
        try:
            return names.clean(text, self.longest) if text else ""
        except Refused as no:
            raise forms.ValidationError(no.text, no.code) from no


def check_free(desk: Desk, name: str, but: Seat | Knock | None = None) -> None:
    """Refuses a name that somebody at this table or at its door has, or that could be taken for it."""
    if other := names.alike(name, [one.name for one in seated(desk) if one is not but]):
        gm = game_of(desk.table).gm
        yours = "" if but else f" If that is you, with another device, the {gm} has a link to your seat (Menu, Seats)."
        raise forms.ValidationError(
            f"{other} sits here already, and the names look alike.{yours} Take another.", "name-taken"
        )
    if names.alike(name, [one.name for one in waiting_at(desk) if one is not but]):
        raise forms.ValidationError("Somebody with such a name is at the door already. Take another.", "name-taken")


def waiting_at(desk: Desk) -> list[Knock]:
    """The open knocks, oldest first."""
    return desk.all(Knock, seat=None, refused=False)


def seat_fields(desk: Desk, name: str, role: str, wish: str = "") -> dict[str, Any]:
    """The columns of a new seat."""
    colour = colours.fitting(desk, role, wish)
    return {"table": desk.table, "name": name, "name_key": names.name_key(name), "role": role, "colour": colour}


def facts_of(seat: Seat) -> dict[str, Any]:
    """What the log says of somebody who sits down."""
    return {"seat": seat.public_id, "name": seat.name, "role": seat.role, "colour": seat.colour}


def sit_down(desk: Desk, name: str, role: str, wish: str, token_hash: str | None) -> Seat:
    """Takes a seat without anybody's leave: through a GM's link, or with the waiting room off. Inside the hold.

    Without a device nobody holds the seat until its private link is opened.
    """
    door = Changing(desk)
    seat = door.add(Seat, **seat_fields(desk, name, role, wish))
    if token_hash is not None:
        door.add(SeatDevice, seat=seat, token_hash=token_hash)
    turn = Turn(Viewer(desk.table, seat), "sit-down", system_dice, lasting=True)
    turn.tell("sat-down", facts_of(seat))
    turn.finish()
    return seat


def let_in(turn: Turn, knock: Knock) -> Seat:
    """A GM opens the door: the knock becomes a seat on the device that knocked."""
    seat = turn.create(Seat, **seat_fields(turn.desk, knock.name, knock.role, knock.colour))
    turn.create(SeatDevice, seat=seat, token_hash=knock.token_hash)
    turn.change(knock, seat=seat)
    turn.tell("let-in", facts_of(seat))
    return seat


def gms_of(desk: Desk) -> list[Seat]:
    return [seat for seat in seated(desk) if seat.is_gm]
