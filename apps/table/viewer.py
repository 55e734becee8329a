"""What one seat may see of its table, worked out when something is drawn."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from apps.table import audience
from apps.table.desk import Desk
from apps.table.ears import Ears
from apps.table.games import Game, game_of
from apps.table.models import Seat, Table
from apps.table.switches import values_of

LAID_OPEN = ("sheet",)


@dataclass
class Viewer:
    """One seat's eyes. `open` says what this page has laid open beside the usual, such as {"sheet": id}.

    With `watching` a GM looks through the eyes of `seat`, less what is that seat's alone. `secret` is what this
    browser alone can say again, while it does an act; nothing is drawn from it.
    """

    table: Table
    seat: Seat
    watching: bool = False
    looker: Viewer | None = None
    open: Mapping[str, str] = field(default_factory=dict)
    device: str | None = None
    secret: str = ""

    def __post_init__(self) -> None:
        """Eyes see the desk's own rows."""
        desk = self.table.desk
        self.table, self.seat = desk.table, desk.own(self.seat)

    @property
    def role(self) -> str:
        return self.seat.role

    @property
    def is_gm(self) -> bool:
        return self.seat.is_gm

    @property
    def is_spectator(self) -> bool:
        return self.seat.role == "spectator"

    @property
    def may_act(self) -> bool:
        """Whether there is anything to press: not for spectators, nor while a GM looks through somebody's eyes."""
        return not self.is_spectator and not self.watching

    @property
    def acts_as_gm(self) -> bool:
        """A GM who looks with their own eyes."""
        return self.is_gm and not self.watching

    @property
    def url(self) -> str:
        """Where this seat's page is; acts lie below it."""
        return f"/t/{self.table.public_id}/s/{self.seat.public_id}/"

    @property
    def home_url(self) -> str:
        """The page of whoever looks: a GM's own where they look through somebody else's eyes."""
        return self.looker.url if self.looker else self.url

    @property
    def live_url(self) -> str:
        """Where this page's socket is."""
        return f"{self.home_url}live"

    @property
    def news_url(self) -> str:
        """Where this page asks for what is new while it has no socket."""
        return f"{self.home_url}news"

    @property
    def desk(self) -> Desk:
        """The desk of this table: what acts read and pages are drawn from."""
        return self.table.desk

    @property
    def others(self) -> list[Seat]:
        """The seats through whose eyes a GM may look."""
        return [seat for seat in seated(self.desk) if not seat.is_gm]

    @cached_property
    def game(self) -> Game:
        return game_of(self.table)

    @property
    def options(self) -> Any:
        """The table's switches as the game's frozen options."""
        return self.desk.memo("options", lambda: self.game.options(values_of(self.desk)))

    @property
    def atoms(self) -> frozenset[audience.Atom]:
        seat = self.seat
        return self.desk.memo(("atoms", seat.pk), lambda: audience.atoms_of(seat))

    @property
    def characters(self) -> frozenset[int]:
        """Keys of the characters that this seat plays."""
        return frozenset(key for kind, key in self.atoms if kind == "character")

    @property
    def hearing(self) -> frozenset[audience.Atom]:
        """The audiences whose tellings are for these eyes."""
        return frozenset(atom for atom in self.atoms if atom[0] != "seat") if self.watching else self.atoms

    @property
    def ears(self) -> Ears:
        """For reading the record without the desk."""
        return Ears(self.table.pk, self.hearing)

    def through(self, seat: Seat) -> Viewer:
        """The same table seen as `seat` sees it, for a GM."""
        return replace(self, seat=seat, watching=True, looker=self)


def seated(desk: Desk) -> list[Seat]:
    """Everybody who sits at the table, in the order in which they came."""
    return desk.all(Seat, removed_at=None)


def laid_open(query: Mapping[str, Any]) -> dict[str, str]:
    """What a page has laid open beside the usual, from its address or its socket's first message."""
    return {name: str(query[name])[:24] for name in LAID_OPEN if query.get(name)}
