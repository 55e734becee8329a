"""The steps in which an episode closes, one exchange each, that hand on what was fixed and said (yarn.session-end)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from apps.characters.models import Character
from apps.characters.yarn.approving import is_open
from apps.characters.yarn.people import Participant, main_of, of_key
from apps.characters.yarn.scenes import Scene
from apps.characters.yarn.sheet import whole_sheet
from apps.characters.yarn.spans import EPISODE
from apps.drama.yarn.closes import open_step
from apps.drama.yarn.window import when_window_opens
from apps.table import exchanges
from apps.table.desk import Desk
from apps.table.keys import SpanKey
from apps.table.models import Exchange, Span
from apps.table.spans import ends_with_span
from apps.table.turn import Turn
from apps.table.viewer import Viewer


@dataclass(frozen=True)
class Said:
    """What was said of how somebody's poles came out, by the player or by the GM for them; empty where nothing was."""

    key: str
    text: str
    by_gm: bool = False


@dataclass(frozen=True)
class Closing:
    """Which episode closes; `here` are the keys of the players who took part, in seating order, `ranked` those of them
    with a main character; `hands` as they are fixed; `ballots` is the public id of the exchange that holds them.
    """

    span: SpanKey
    here: tuple[str, ...]
    ranked: tuple[str, ...]
    hands: dict[str, int]
    said: tuple[Said, ...] = ()
    ballots: str = ""

    def with_words(self, said: Said) -> Closing:
        return replace(self, said=(*self.said, said))


@dataclass(frozen=True)
class Candidate:
    """Somebody who is ranked, their main character and what was said of it."""

    who: Participant
    main: Character | None
    said: Said | None

    @property
    def key(self) -> str:
        return self.who.key

    @property
    def name(self) -> str:
        return self.who.name


def closing_in(exchange: Exchange) -> Closing:
    found: Closing = exchanges.state_of(exchange)
    return found


def here(desk: Desk, closing: Closing) -> list[Participant]:
    """The players who took part, less those who have left since."""
    return [one for key in closing.here if (one := of_key(desk, key)) is not None]


def candidates(desk: Desk, closing: Closing) -> list[Candidate]:
    """Whoever is ranked and still here, in seating order."""
    said = {one.key: one for one in closing.said}
    found = [of_key(desk, key) for key in closing.ranked]
    return [Candidate(one, main_of(one, desk), said.get(one.key)) for one in found if one is not None]


def poles_for(viewer: Viewer, character: Character | None) -> tuple[str, ...]:
    """The poles of a main character, as far as these eyes may read them: their player's, the GM's, and everybody's once
    it is approved."""
    if character is None:
        return ()
    reads = is_open(character) or viewer.acts_as_gm or character.seat_id == viewer.seat.pk
    return whole_sheet(character).poles if reads else ()


def facts_of(one: Candidate) -> dict[str, Any]:
    """How an ask or an event names somebody who is ranked."""
    return {"who": one.name, "key": one.key, "character": one.main.name if one.main else ""}


@ends_with_span(EPISODE, game="yarn")
def _nothing_to_wait_for(turn: Turn, span: Span) -> list[dict[str, Any]]:
    """An episode that is over is closed no further."""
    step = open_step(turn.desk)
    if step is not None:
        exchanges.close(turn, step)
    return []


@when_window_opens
def _no_more_calls(turn: Turn, scene: Scene, window: Exchange) -> None:
    """Refuses a call while the episode closes (closing): the closer was the last scene."""
    if open_step(turn.desk) is not None:
        turn.refuse("closing", "The episode closes: no scene is called any more.", "cast")
