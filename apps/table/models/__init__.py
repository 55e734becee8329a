"""The table's rows. Nothing here knows what a character is."""

from .exchanges import Ask, Exchange
from .play import PlayRow
from .record import Change, Effect, Event, Mention, Receipt, Telling
from .tables import Knock, Note, Role, Seat, SeatDevice, Span, Switch, Table

__all__ = [
    "Ask",
    "Change",
    "Effect",
    "Event",
    "Exchange",
    "Knock",
    "Mention",
    "Note",
    "PlayRow",
    "Receipt",
    "Role",
    "Seat",
    "SeatDevice",
    "Span",
    "Switch",
    "Table",
    "Telling",
]
