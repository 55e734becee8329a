"""Which ships of Crew a seat may use, change and board (crew.ship-sheet): the crew's are everybody's in the crew."""

from __future__ import annotations

from django.db.models import Q, QuerySet

from apps.characters.access import all_known_to, played_by
from apps.characters.crew.access import crews_ships
from apps.characters.models import SHIP, Character
from apps.ships.access import ships_open_to
from apps.ships.models import Post
from apps.table.viewer import Viewer

ABOARD = "aboard"


def ships_edited_by(viewer: Viewer) -> QuerySet[Character]:
    """Those whose sheet this seat may change: every one for a GM, the crew's for whoever plays."""
    if viewer.is_gm:
        return viewer.table.characters.filter(sheet=SHIP).select_related("seat").order_by("pk")
    return crews_ships(viewer)


def ships_used_by(viewer: Viewer) -> QuerySet[Character]:
    """Those whose sheet this seat may read and roll with: as above, and those that its characters are aboard."""
    if viewer.is_gm or viewer.is_spectator:
        return ships_edited_by(viewer)
    return _of_table(viewer).filter(Q(pk__in=crews_ships(viewer)) | Q(pk__in=ships_open_to(viewer)))


def ships_to_board(viewer: Viewer) -> QuerySet[Character]:
    """Those aboard which this seat's characters may go: whatever it knows of."""
    known = all_known_to(viewer).filter(sheet=SHIP)
    return known if viewer.is_gm else _of_table(viewer).filter(Q(pk__in=known) | Q(pk__in=ships_used_by(viewer)))


def posts_left_by(viewer: Viewer) -> QuerySet[Post]:
    """The posts that this seat may clear: of its characters, and of whoever it knows aboard a ship that it edits."""
    known = all_known_to(viewer)
    theirs = Q(person__in=played_by(viewer)) | Q(ship__in=ships_edited_by(viewer), person__in=known)
    return Post.objects.filter(theirs, key=ABOARD).select_related("ship__seat", "person__seat").order_by("pk")


def _of_table(viewer: Viewer) -> QuerySet[Character]:
    return viewer.table.characters.filter(sheet=SHIP).select_related("seat").order_by("pk")
