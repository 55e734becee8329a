"""What one seat may see of its table, worked out when something is drawn."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from django.db.models import Q

from apps.table import audience
from apps.table.games import Game, game_of
from apps.table.models import Seat, Table

LAID_OPEN = ("sheet",)


@dataclass
class Viewer:
    """One seat's eyes. `open` says what this page has laid open beside the usual, such as {"sheet": id}.

    With `watching` a GM looks through the eyes of `seat`, less what is that seat's alone.
    """

    table: Table
    seat: Seat
    watching: bool = False
    looker: Viewer | None = None
    open: Mapping[str, str] = field(default_factory=dict)
    device: str | None = None

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
    def others(self) -> list[Seat]:
        """The seats through whose eyes a GM may look."""
        return list(self.table.seats.filter(removed_at=None).exclude(role="gm").order_by("pk"))

    @cached_property
    def game(self) -> Game:
        return game_of(self.table)

    @cached_property
    def options(self) -> Any:
        """The table's switches as the game's frozen options."""
        return self.game.options(dict(self.table.switches.values_list("key", "value")))

    @cached_property
    def atoms(self) -> frozenset[audience.Atom]:
        return audience.atoms_of(self.seat)

    @cached_property
    def characters(self) -> frozenset[int]:
        """Keys of the characters that this seat plays."""
        return frozenset(key for kind, key in self.atoms if kind == "character")

    @cached_property
    def read(self) -> dict[str, Any]:
        """What the panels of one drawing have read already, by a name of whoever keeps it there."""
        return {}

    def hears(self, prefix: str = "") -> Q:
        """The condition on tellings (reached by `prefix`) that this seat may hear."""
        condition = Q()
        for kind, key in self._hearing():
            condition |= Q(**{f"{prefix}audience": kind, f"{prefix}subject": key})
        return condition

    def _hearing(self) -> list[audience.Atom]:
        if not self.watching:
            return sorted(self.atoms)
        return sorted(atom for atom in self.atoms if atom[0] not in {"seat"})

    def through(self, seat: Seat) -> Viewer:
        """The same table seen as `seat` sees it, for a GM."""
        return replace(self, seat=seat, watching=True, looker=self)


def laid_open(query: Mapping[str, Any]) -> dict[str, str]:
    """What a page has laid open beside the usual, from its address or its socket's first message."""
    return {name: str(query[name])[:24] for name in LAID_OPEN if query.get(name)}
