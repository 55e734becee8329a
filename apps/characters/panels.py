"""What everybody at an empty table does next, the same in every game; it goes when the first scene opens."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from apps.characters import ready
from apps.characters.access import opened_sheet, played_by
from apps.characters.fallen import alive_of
from apps.characters.models import Character
from apps.table import acts
from apps.table.doors.opening import invite_path
from apps.table.doors.sitting import waiting_at
from apps.table.models import Seat, Span
from apps.table.panels import panel
from apps.table.spans import FIGHT
from apps.table.turn import open_spans
from apps.table.viewer import Viewer, seated
from apps.table.word import Word

Context = Mapping[str, Any]
Showing = Callable[[Viewer], Context]


def sheet_panel(name: str, game: str) -> Callable[[Showing], Showing]:
    """Registers the panel of the sheet that a seat has open: a player's own, for a GM whichever is named."""
    return panel(
        name,
        template=f"characters/{game}/panels/sheet.html",
        slot="sheet",
        order=40,
        game=game,
        roles={"player", "gm"},
    )


def opened_of_mine(viewer: Viewer) -> tuple[Character | None, list[Character]]:
    """Whose sheet this seat has open, and all that a player plays."""
    mine = [] if viewer.is_gm else played_by(viewer)
    return opened_sheet(viewer, mine), mine


leads: Word[Viewer] = Word("what a seat does next")
"""When a game says by itself what this seat does next, so that nothing else is said of it here."""


def is_led(viewer: Viewer) -> bool:
    """Whether the game says what this seat does next."""
    return leads.of(viewer.table.game, viewer)


@dataclass(frozen=True)
class Step:
    """One of what a GM does on a first evening."""

    id: str
    title: str
    done: bool
    game: str = ""

    @property
    def alone(self) -> bool:
        """Whether nothing else on the stage makes sense yet: nobody is there."""
        return self.id == "invite"

    @property
    def templates(self) -> tuple[str, ...]:
        """A game may say it in words of its own."""
        return words_of(self.game, self.id)


def words_of(game: str, step: str) -> tuple[str, ...]:
    """The templates in which a step is sought, the game's own first."""
    return (f"characters/{game}/_step_{step}.html", f"characters/panels/_step_{step}.html")


def has_begun(viewer: Viewer) -> bool:
    """Whether the evening has: with the first scene, or with a fight for which nobody set one."""
    return any(viewer.desk.all(Span, kind=kind) for kind in ("scene", FIGHT))


@panel("first-steps", template="characters/panels/first-steps.html", slot="stage", order=8, roles={"gm", "player"})
def first_steps(viewer: Viewer) -> Context:
    """A player takes a character; a GM invites, sees to the characters, opens the session and sets the scene."""
    begun = has_begun(viewer)
    if is_led(viewer):
        return {}
    if viewer.is_gm:
        return {} if begun else _leading(viewer)
    mine, alive = played_by(viewer), alive_of(viewer)
    if not alive:
        return {"choosing": True, "begun": begun, "dead": mine, "offers": ready.offers(viewer), "ways": _ways(viewer)}
    return {} if begun else _reading(viewer, alive[0])


def _reading(viewer: Viewer, mine: Character) -> Context:
    """Whom they play, and the way to the sheet; at a desk that stands beside, and is changed from here."""
    game = viewer.table.game
    return {
        "mine": mine,
        "words": words_of(game, "mine"),
        "opened": "session" in open_spans(viewer.desk),
        "edits": f"{game}.edit" if acts.offers(game, "edit") else "",
    }


def _ways(viewer: Viewer) -> list[tuple[str, str]]:
    """The other ways to a character of one's own: the acts that this game has, and what they are called here."""
    game = viewer.table.game
    ways = (("make", "Make your own"), ("import", "Bring one from a file"))
    return [(f"{game}.{word}", words) for word, words in ways if acts.offers(game, word)]


def _leading(viewer: Viewer) -> Context:
    players = [one for one in seated(viewer.desk) if one.role == "player"]
    parts = {one: viewer.desk.all(Character, seat=one) for one in players}
    game, has_met = viewer.game, bool(viewer.desk.all(Span, kind="session"))
    steps = (
        Step("invite", "Invite", bool(players), game.key),
        Step("characters", "Characters", bool(players) and (has_met or all(parts.values())), game.key),
        Step("session", game.book.session.capitalize(), "session" in open_spans(viewer.desk), game.key),
        Step("scene", "Scene", False, game.key),
    )
    now = next(one for one in steps if not one.done)
    found = {"steps": steps, "now": now, "parts": _words(parts), "invite": invite_path(viewer.table)}
    return {**found, "open": open_spans(viewer.desk), "at_the_door": [one.name for one in waiting_at(viewer.desk)]}


def next_step(viewer: Viewer) -> str:
    """The id of the step that a GM is led to on the stage; empty where none is said."""
    if not viewer.is_gm or is_led(viewer) or has_begun(viewer):
        return ""
    now: Step = _leading(viewer)["now"]
    return now.id


def _words(parts: Mapping[Seat, list[Character]]) -> list[tuple[Seat, str]]:
    return [(seat, ", ".join(one.name for one in cast)) for seat, cast in parts.items()]
