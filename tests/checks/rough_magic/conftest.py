"""People of Rough Magic as they are made, and their rolls."""

from __future__ import annotations

from typing import Any

from apps.characters.models import Character, Condition, Track
from tests.characters.rough_magic.conftest import ash, bramble, jun, made, sel, table
from tests.combat.conftest import in_words

__all__ = ["ash", "bramble", "jun", "made", "sel", "table"]


def has_points(person: Any, count: int) -> None:
    """Gives somebody so many plot points."""
    Track.objects.update_or_create(
        table=person.table, seat=person.seat, character=None, key="plot-points", defaults={"value": count}
    )


def points_of(person: Any) -> int:
    found = Track.objects.filter(table=person.table, seat=person.seat, key="plot-points").first()
    return found.value if found else 0


def is_in(character: Character, name: str, **about: Any) -> Condition:
    return Condition.objects.create(character=character, name=name, **about)


def loses(character: Character, levels: int) -> None:
    Track.objects.create(table=character.table, character=character, key="lost", value=levels)


def rolls(person: Any, character: Character, status: int = 200, **more: Any) -> Any:
    answer = person.post("rough_magic.check", character=character.public_id, **more)
    assert answer.status_code == status, in_words(answer)
    return answer
