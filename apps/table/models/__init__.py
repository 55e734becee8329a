"""The table's rows. Nothing here knows what a character is."""

from .exchanges import Ask, Exchange
from .play import PlayRow
from .record import Change, Effect, Event, Mention, Receipt, Telling
from .tables import Boundary, Knock, Note, Role, Seat, SeatDevice, Span, Switch, Table, Voice

__all__ = [
    "Ask",
    "Boundary",
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
    "Voice",
]
