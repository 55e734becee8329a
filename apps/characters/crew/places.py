"""The place of the scene: it bears the Traits of situation and place, and Complications of its own."""

from __future__ import annotations

from apps.characters import rows
from apps.characters.crew.holding import held
from apps.characters.models import PLACE, Character, Entry
from apps.table.models import Table
from apps.table.turn import Turn

MOST = 30
NAME = "The place"


def place_of(table: Table) -> Character | None:
    """The table's place; None while nothing was ever said of it."""
    return table.desk.one(Character, sheet=PLACE)


def the_place(turn: Turn) -> Character:
    """The table's place, made if it has none yet. What stands on it ends with the scene."""
    return place_of(turn.table) or rows.make_character(turn, name=NAME, sheet=PLACE, role="place")


def is_hidden(entry: Entry) -> bool:
    """Whether the GM keeps this Trait of the place to the GMs until it comes into play (crew.visibility)."""
    return bool(entry.facts.get("hidden"))


def traits_of(table: Table, *, hidden: bool = False) -> list[Entry]:
    """The Traits of situation and place; with `hidden` also those that only the GMs know of."""
    place = place_of(table)
    found = held(place, "trait") if place else []
    return [one for one in found if hidden or not is_hidden(one)]


def add_trait(turn: Turn, name: str, size: int = 6, *, hidden: bool = False) -> Entry:
    """A new Trait, d4 to d12. Refuses more than 30."""
    place = the_place(turn)
    if len(held(place, "trait")) >= MOST:
        turn.refuse("too-many", f"The place has {MOST} Traits. Take one away first.", "name")
    facts = {"hidden": True} if hidden else {}
    return turn.create(Entry, character=place, kind="trait", name=name[:60], amount=size, facts=facts)
