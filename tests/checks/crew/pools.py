"""Ways to tap a pool together, and to see what lies there."""

from __future__ import annotations

from typing import Any

from apps.characters.models import PLACE, SHIP, Character, Rating
from apps.checks.crew import drafts
from apps.checks.crew.drafts import Chosen
from apps.checks.models import Draft
from apps.rules.crew.contest import Place
from apps.ships.models import Post
from tests.checks.crew.conftest import entry, the_exchange
from tests.people import Person


def draft(table: Any, place: Place = "aggressor") -> Draft:
    found = drafts.draft_of(the_exchange(table), place)
    assert found is not None, f"the {place} has thrown"
    return found


def token(kind: str, source: Any = "", of: Any = "", size: int = 0) -> str:
    """What a tile posts; characters and entries stand for their public ids."""
    return Chosen(kind, getattr(source, "public_id", source), getattr(of, "public_id", of), size).token  # type: ignore[arg-type]


def tap(person: Person, kind: str, source: Any = "", of: Any = "", size: int = 0, place: Place = "aggressor",
        **more: Any) -> Any:  # fmt: skip
    """One tap on a tile."""
    die = token(kind, source, of, size)
    return person.post("crew.draft", live=True, draft=draft(person.table, place).public_id, die=die, **more)


def lies(table: Any, place: Place = "aggressor") -> list[tuple[str, str, int]]:
    """The pool as it lies there: (kind, label, size)."""
    return [(die.kind, die.label, die.size) for die in drafts.pool_of(draft(table, place))]


def sizes(table: Any, place: Place = "aggressor") -> list[int]:
    return [size for _, _, size in lies(table, place)]


def a_ship(table: Any, *crew: Character, role: str = "ship", **attributes: int) -> Character:
    ship = Character.objects.create(table=table, name="The Long Lena", sheet=SHIP, role=role)
    for key, value in attributes.items():
        Rating.objects.create(character=ship, group="ship-attribute", key=key, value=value)
    for person in crew:
        Post.objects.create(ship=ship, person=person, key="aboard")
    return ship


def the_place(table: Any) -> Character:
    return Character.objects.create(table=table, name="The place", sheet=PLACE, role="place")


def a_gmc(table: Any, name: str, die: int = 6, role: str = "extra", hidden: bool = False) -> Character:
    made = Character.objects.create(table=table, name=name, sheet="minor", role=role, hidden=hidden)
    Rating.objects.create(character=made, group="die", key="die", value=die)
    return made


__all__ = ["a_gmc", "a_ship", "draft", "entry", "lies", "sizes", "tap", "the_place", "token"]
