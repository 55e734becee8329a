"""Which ships a seat may know of, read, change and board, and who hears what about them."""

from __future__ import annotations

from apps.characters.access import all_played_by, knows_of, played_by
from apps.characters.models import SHIP, Character
from apps.ships.models import Post
from apps.table.audience import EVERYBODY, GMS, Audience, players_of
from apps.table.desk import Desk
from apps.table.viewer import Viewer


def ships_of(desk: Desk) -> list[Character]:
    """Every ship of the table."""
    return desk.all(Character, sheet=SHIP)


def ships_known_to(viewer: Viewer) -> list[Character]:
    """The ships that this seat knows to exist: those in sight, its own, and those that its characters are aboard."""
    aboard = keys_aboard(viewer)
    return [one for one in ships_of(viewer.desk) if knows_of(viewer, one) or one.pk in aboard]


def ships_run_by(viewer: Viewer) -> list[Character]:
    """The ships whose sheet this seat may change: a player's own, every one for a GM."""
    return [one for one in all_played_by(viewer) if one.sheet == SHIP]


def ships_open_to(viewer: Viewer) -> list[Character]:
    """The ships whose sheet this seat may read: those that it runs and those that its characters are aboard."""
    if viewer.is_gm or viewer.is_spectator:
        return ships_run_by(viewer)
    aboard = keys_aboard(viewer)
    return [one for one in ships_of(viewer.desk) if one.seat_id == viewer.seat.pk or one.pk in aboard]


def ships_to_board(viewer: Viewer) -> list[Character]:
    """The ships on which this seat may give its characters a post: the players' own, every one for a GM."""
    aboard = keys_aboard(viewer)
    return [one for one in ships_known_to(viewer) if viewer.is_gm or one.seat_id or one.pk in aboard]


def is_ashore(viewer: Viewer) -> bool:
    """Whether this seat plays somebody, and nobody of theirs is aboard anything."""
    mine = played_by(viewer)
    return bool(mine) and not any(viewer.desk.all(Post, person=one) for one in mine)


def posts_run_by(viewer: Viewer) -> list[Post]:
    """The posts that this seat may clear: of its characters, and those of the ships that it runs."""
    mine = {one.pk for one in all_played_by(viewer)}
    return [one for one in viewer.desk.all(Post) if mine & {one.ship_id, one.person_id}]


def keys_aboard(viewer: Viewer) -> set[int]:
    """The keys of the ships that this seat's characters are aboard."""
    desk = viewer.desk
    return {post.ship_id for one in desk.all(Character, seat=viewer.seat) for post in desk.all(Post, person=one)}


def crew_of(ship: Character) -> Audience:
    """The players of those aboard, and whoever runs the ship."""
    aboard = [post.person_id for post in ship.desk.all(Post, ship=ship)]
    return players_of(*aboard, *([ship.pk] if ship.seat_id else []))


def crew_and_gms(ship: Character) -> Audience:
    """Who reads the ship's sheet: the GMs, whoever runs it, and the players of those aboard."""
    return GMS | crew_of(ship)


def hearers_of(ship: Character, person: Character) -> Audience:
    """Who hears that somebody takes or leaves a post: everybody on a players' ship, else its crew; of somebody hidden
    the GMs and their player alone."""
    if person.hidden:
        return GMS | players_of(person.pk)
    return EVERYBODY if ship.seat_id and not ship.hidden else crew_and_gms(ship) | players_of(person.pk)
