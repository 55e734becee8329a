"""Which ships a seat may know of, read, change and board, and who hears what about them."""

from __future__ import annotations

from django.db.models import Q, QuerySet

from apps.characters.access import all_known_to, all_played_by
from apps.characters.models import SHIP, Character
from apps.ships.models import Post
from apps.table.audience import EVERYBODY, GMS, Audience, players_of
from apps.table.viewer import Viewer


def ships_known_to(viewer: Viewer) -> QuerySet[Character]:
    """The ships that this seat knows to exist: those in sight, its own, and those that its characters are aboard."""
    return (all_known_to(viewer) | _of_table(viewer).filter(_aboard(viewer))).filter(sheet=SHIP)


def ships_run_by(viewer: Viewer) -> QuerySet[Character]:
    """The ships whose sheet this seat may change: a player's own, every one for a GM."""
    return all_played_by(viewer).filter(sheet=SHIP)


def ships_open_to(viewer: Viewer) -> QuerySet[Character]:
    """The ships whose sheet this seat may read: those that it runs and those that its characters are aboard."""
    own = ships_run_by(viewer)
    return own if viewer.is_gm or viewer.is_spectator else own | _of_table(viewer).filter(_aboard(viewer))


def ships_to_board(viewer: Viewer) -> QuerySet[Character]:
    """The ships on which this seat may give its characters a post: the players' own, every one for a GM."""
    if viewer.is_gm:
        return ships_run_by(viewer)
    return ships_known_to(viewer).filter(~Q(seat=None) | _aboard(viewer))


def posts_run_by(viewer: Viewer) -> QuerySet[Post]:
    """The posts that this seat may clear: of its characters, and those of the ships that it runs."""
    theirs = Q(ship__in=ships_run_by(viewer)) | Q(person__in=all_played_by(viewer))
    return Post.objects.filter(theirs).select_related("ship__seat", "person__seat").order_by("pk")


def _of_table(viewer: Viewer) -> QuerySet[Character]:
    return viewer.table.characters.select_related("seat").order_by("pk")


def _aboard(viewer: Viewer) -> Q:
    return Q(pk__in=Post.objects.filter(person__seat=viewer.seat).values("ship"))


def crew_and_gms(ship: Character) -> Audience:
    """Who reads the ship's sheet: the GMs, whoever runs it, and the players of those aboard."""
    aboard = Post.objects.filter(ship=ship).values_list("person", flat=True)
    return GMS | players_of(*aboard, *([ship.pk] if ship.seat_id else []))


def hearers_of(ship: Character, person: Character) -> Audience:
    """Who hears that somebody takes or leaves a post: everybody on a players' ship, else its crew; of somebody hidden
    the GMs and their player alone."""
    if person.hidden:
        return GMS | players_of(person.pk)
    return EVERYBODY if ship.seat_id and not ship.hidden else crew_and_gms(ship) | players_of(person.pk)
