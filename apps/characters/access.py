"""Which characters a seat may know of, play and change, and who hears what about them."""

from __future__ import annotations

from django.db.models import Q, QuerySet

from apps.characters.models import PLACE, SHIP, Character
from apps.table.audience import EVERYBODY, GMS, Audience, players_of
from apps.table.models import Seat
from apps.table.viewer import Viewer


def keys_played_by(seat: Seat) -> list[int]:
    """The characters of this seat."""
    return list(Character.objects.filter(seat=seat).values_list("pk", flat=True))


def people(cast: QuerySet[Character]) -> QuerySet[Character]:
    """Those of them that are somebody: no ship and no place."""
    return cast.exclude(sheet__in=(SHIP, PLACE))


def known_to(viewer: Viewer) -> QuerySet[Character]:
    """The people that this seat knows to exist, in the order in which they were made."""
    return people(all_known_to(viewer))


def played_by(viewer: Viewer) -> QuerySet[Character]:
    """The people for whom this seat may act: a player's own, everybody for a GM."""
    return people(all_played_by(viewer))


def all_known_to(viewer: Viewer) -> QuerySet[Character]:
    """As `known_to`, ships among them."""
    cast = _cast(viewer)
    return cast if viewer.is_gm else cast.filter(Q(hidden=False) | Q(seat=viewer.seat))


def all_played_by(viewer: Viewer) -> QuerySet[Character]:
    """As `played_by`, ships among them."""
    cast = _cast(viewer)
    if viewer.is_gm:
        return cast
    return cast.none() if viewer.is_spectator else cast.filter(seat=viewer.seat)


def _cast(viewer: Viewer) -> QuerySet[Character]:
    return viewer.table.characters.select_related("seat").order_by("pk")


def sheet_open_to(viewer: Viewer, character: Character) -> bool:
    """Whether this seat may read the whole sheet: its player and the GMs."""
    return viewer.is_gm or (character.seat_id == viewer.seat.pk and not viewer.is_spectator)


def readers_of(character: Character) -> Audience:
    """Who reads the whole sheet: the GMs and whoever plays the character."""
    return GMS | players_of(character.pk) if character.seat_id else GMS


def watchers_of(character: Character) -> Audience:
    """Who hears of its numbers in play: everybody for a player's character, else the GMs (and its own player)."""
    return EVERYBODY if character.seat_id and not character.hidden else readers_of(character)


def knowers_of(character: Character) -> Audience:
    """Who knows that it exists."""
    return readers_of(character) if character.hidden else EVERYBODY
