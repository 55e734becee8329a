"""Which ships of Crew a seat may use, change and board (crew.ship-sheet): the crew's are everybody's in the crew."""

from __future__ import annotations

from apps.characters.access import knows_of, played_by
from apps.characters.crew.access import crews_ships
from apps.characters.models import Character
from apps.checks.crew.bringing import carries
from apps.ships.access import ships_of, ships_open_to
from apps.ships.models import Post
from apps.table.viewer import Viewer

ABOARD = "aboard"


@carries
def ships_under(person: Character) -> list[Character]:
    """The ships and vehicles that somebody is aboard."""
    return [post.ship for post in person.desk.all(Post, person=person)]


def ships_edited_by(viewer: Viewer) -> list[Character]:
    """Those whose sheet this seat may change: every one for a GM, the crew's for whoever plays."""
    return ships_of(viewer.desk) if viewer.is_gm else crews_ships(viewer)


def ships_used_by(viewer: Viewer) -> list[Character]:
    """Those whose sheet this seat may read and roll with: as above, and those that its characters are aboard."""
    edited = ships_edited_by(viewer)
    if viewer.is_gm or viewer.is_spectator:
        return edited
    used = [*edited, *ships_open_to(viewer)]
    return [one for one in ships_of(viewer.desk) if one in used]


def ships_to_board(viewer: Viewer) -> list[Character]:
    """Those aboard which this seat's characters may go: whatever it knows of."""
    used = ships_used_by(viewer)
    return [one for one in ships_of(viewer.desk) if knows_of(viewer, one) or one in used]


def posts_left_by(viewer: Viewer) -> list[Post]:
    """The posts that this seat may clear: of its characters, and of whoever it knows aboard a ship that it edits."""
    mine, edited = played_by(viewer), ships_edited_by(viewer)
    posts = viewer.desk.all(Post, key=ABOARD)
    return [one for one in posts if one.person in mine or (one.ship in edited and knows_of(viewer, one.person))]
