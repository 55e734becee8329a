"""The only functions that change a character's rows. Each returns what it changed, for the event."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from apps.characters.models import Character, Condition, Entry, Move, Rating, Track, Trait, Use
from apps.table.ids import public_id
from apps.table.returning import stands_alone
from apps.table.turn import Turn

MOST_CHARACTERS = 300
Change = dict[str, Any]
Farewell = Callable[[Turn, Character], None]
_farewells: list[Farewell] = []
_several: set[str] = set()


def when_deleted(farewell: Farewell) -> Farewell:
    """Registers what takes away the rows of another app that point at a character, before it goes."""
    _farewells.append(farewell)
    return farewell


def make_character(turn: Turn, **fields: Any) -> Character:
    """A new character without numbers. Refuses more than 300 at a table."""
    if len(turn.desk.all(Character)) >= MOST_CHARACTERS:
        turn.refuse("too-many", f"A table holds {MOST_CHARACTERS} characters at most. Delete some first.")
    return turn.create(Character, table=turn.table, made_at=turn.now, **fields)


def own_key() -> str:
    """A key for an entry of the table's own."""
    return f"own-{public_id()}"


def set_rating(turn: Turn, character: Character, group: str, key: str, value: int | None, label: str = "") -> None:
    """Writes a rating, or takes it off the sheet where `value` is None."""
    held = turn.desk.one(Rating, character=character, key=key)
    if value is None:
        if held is not None:
            turn.delete(held)
    elif held is None:
        turn.create(Rating, character=character, group=group, key=key, value=value, label=label)
    else:
        turn.change(held, value=value, label=label)


def set_track(turn: Turn, character: Character, key: str, value: int) -> None:
    turn.change(track(turn, character, key), value=value)


def set_override(turn: Turn, character: Character, key: str, override: int | None) -> None:
    """Sets what counts instead of the number by the rules; None means by the rules."""
    turn.change(track(turn, character, key), override=override)


def track(turn: Turn, character: Character, key: str) -> Track:
    """The track of that key, made if the character has none yet."""
    held = turn.desk.one(Track, character=character, key=key)
    return held or turn.create(Track, table=turn.table, character=character, key=key)


def has_several(*keys: str) -> None:
    """Registers under which keys a sheet may hold several texts; any other stands there once, or once about each."""
    _several.update(keys)


def _alike(trait: Mapping[str, Any]) -> Mapping[str, Any]:
    columns = () if trait["key"] in _several else ("character_id", "key", "about_id")
    return {column: trait[column] for column in columns}


stands_alone(Trait, _alike)


def set_trait(turn: Turn, character: Character, key: str, text: str) -> None:
    """Writes a text of the sheet; an empty one leaves no row."""
    held = turn.desk.one(Trait, character=character, key=key)
    if held is not None and not text:
        turn.delete(held)
    elif held is not None:
        turn.change(held, text=text)
    elif text:
        turn.create(Trait, character=character, key=key, text=text)


def delete_character(turn: Turn, character: Character) -> None:
    """Takes the character and every row of it away, each noted, so that undo brings all of it back."""
    for farewell in _farewells:
        farewell(turn, character)
    desk = turn.desk
    for trait in desk.all(Trait, about=character):
        turn.change(trait, about=None)
    for condition in desk.all(Condition, by=character):
        turn.change(condition, by=None)
    tracks = desk.all(Track, character=character)
    for one in tracks:
        for line in (*desk.all(Move, source=one), *desk.all(Move, target=one)):
            turn.delete(line)
    for model in (Rating, Trait, Condition, Entry, Use):
        for row in desk.all(model, character=character):
            turn.delete(row)
    for one in tracks:
        turn.delete(one)
    turn.delete(character)
