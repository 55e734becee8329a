"""The theme of the episode that comes, chosen when the one before it closes, and who has chosen it
(yarn.theme-order): kept with the series."""

from __future__ import annotations

from collections.abc import Callable

from apps.characters import parts
from apps.characters.parts import Holder
from apps.characters.yarn.people import Participant, of_seat
from apps.characters.yarn.spans import SERIES, open_now, series
from apps.table.desk import Desk
from apps.table.models import Event, Span
from apps.table.turn import Turn

CHOOSER = "theme-chooser"
"""The role of whoever has chosen it; nobody has it where the GM did."""
Opening = Callable[[Turn, Span, Event], None]
_opening: list[Opening] = []


def when_episode_opens(opening: Opening) -> Opening:
    """Registers what is done when an episode has opened and its calling order is known."""
    _opening.append(opening)
    return opening


def episode_opens(turn: Turn, episode: Span, by: Event) -> None:
    for opening in _opening:
        opening(turn, episode, by)


def keep_theme(turn: Turn, theme: str, who: Participant) -> None:
    """Notes the theme of the next episode and its chooser, in the place of what was noted before."""
    span = series(turn)
    turn.change(span, text=theme)
    parts.arrange(turn, span, CHOOSER, [Holder(who.seat)] if who.seat is not None else [])


def theme_to_come(desk: Desk) -> str:
    """What was chosen for the next episode; empty where nothing was."""
    span = open_now(desk, SERIES)
    return span.text if span is not None else ""


def chooser_of_theme(desk: Desk) -> Participant | None:
    """The player who has chosen it last; None where the GM did, or they have left."""
    span = open_now(desk, SERIES)
    seats = parts.seats_in(desk, span, CHOOSER) if span is not None else []
    return of_seat(seats[0]) if seats else None
