"""Which characters a seat may know of, play and change, and who hears what about them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from apps.characters.models import NOBODY, WRITING, Character
from apps.table.audience import EVERYBODY, GMS, Audience, players_of
from apps.table.desk import Desk
from apps.table.models import Seat
from apps.table.viewer import Viewer
from apps.table.word import Word


def keys_played_by(seat: Seat) -> list[int]:
    """The characters of this seat."""
    return [one.pk for one in seat.desk.all(Character, seat=seat)]


def player_of(desk: Desk, character_key: int) -> Seat | None:
    """Who plays the character with that key; nobody, where it is gone."""
    found = desk.find(Character, character_key)
    return found.seat if found is not None else None


def people(cast: Iterable[Character]) -> list[Character]:
    """Those of them that are somebody: no ship, no place, no thing."""
    return [one for one in cast if one.sheet not in NOBODY]


def is_party(one: Character) -> bool:
    """Whom a GM's panel of the party shows where the game has heroes: these, and whoever else somebody plays."""
    return one.role == "hero" or one.seat_id is not None


def known_to(viewer: Viewer) -> list[Character]:
    """The people that this seat knows to exist, in the order in which they were made."""
    return people(all_known_to(viewer))


def somebody(those: Callable[[Iterable[Character]], list[Character]]) -> Callable[[Viewer], bool]:
    """Whether there are such people among those of whom everybody of a seat's role knows: for what is `due`."""

    def found(viewer: Viewer) -> bool:
        cast = people(viewer.desk.all(Character))
        return bool(those(one for one in cast if one.present and (viewer.is_gm or not one.hidden)))

    return found


def played_by(viewer: Viewer) -> list[Character]:
    """The people for whom this seat may act: a player's own, everybody for a GM."""
    return people(all_played_by(viewer))


def all_known_to(viewer: Viewer) -> list[Character]:
    """As `known_to`, ships among them."""
    return [one for one in viewer.desk.all(Character) if one.sheet != WRITING and knows_of(viewer, one)]


def knows_of(viewer: Viewer, character: Character) -> bool:
    """Whether this seat knows that somebody exists."""
    return viewer.is_gm or not character.hidden or character.seat_id == viewer.seat.pk


def all_played_by(viewer: Viewer) -> list[Character]:
    """As `played_by`, ships among them."""
    if viewer.is_gm:
        return [one for one in viewer.desk.all(Character) if one.sheet != WRITING]
    return [] if viewer.is_spectator else viewer.desk.all(Character, seat=viewer.seat)


def of_public_id(cast: Iterable[Character], public_id: Any) -> Character | None:
    """The one of them with that public id."""
    return next((one for one in cast if one.public_id == str(public_id)), None)


opens_sheets: Word[Character] = Word("whose sheets are open")
"""Whose sheets everybody at the table reads; of a game that says nothing of it they are their own."""


def open_to_all(character: Character) -> bool:
    """Whether everybody at the table may read the sheet."""
    return not character.hidden and opens_sheets.of(character.desk.table.game, character)


def opened_sheet(viewer: Viewer, mine: list[Character]) -> Character | None:
    """Whose sheet the address names: one of `mine` or one that is open to all, the first of `mine` where none is
    named; for a GM anybody's."""
    asked = viewer.open.get("sheet", "")
    if viewer.is_gm:
        return of_public_id(known_to(viewer), asked)
    others = [one for one in known_to(viewer) if open_to_all(one)] if asked else []
    found = of_public_id([*mine, *others], asked) or (mine[0] if mine else None)
    return found if found is not None and sheet_open_to(viewer, found) else None


def sheet_open_to(viewer: Viewer, character: Character) -> bool:
    """Whether this seat may read the whole sheet: its player and the GMs, where the game says so everybody."""
    own = character.seat_id == viewer.seat.pk and not viewer.is_spectator
    return viewer.is_gm or own or open_to_all(character)


def readers_of(character: Character) -> Audience:
    """Who reads the whole sheet: the GMs and whoever plays the character, where the game says so everybody."""
    if open_to_all(character):
        return EVERYBODY
    return GMS | players_of(character.pk) if character.seat_id else GMS


def watchers_of(character: Character) -> Audience:
    """Who hears of its numbers in play: everybody for a player's character, else the GMs (and its own player)."""
    return EVERYBODY if character.seat_id and not character.hidden else readers_of(character)


def knowers_of(character: Character) -> Audience:
    """Who knows that it exists."""
    return readers_of(character) if character.hidden else EVERYBODY
