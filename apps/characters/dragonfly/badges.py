"""Words for how somebody is, beside their name: other parts of the game know them, and say so here."""

from __future__ import annotations

from collections.abc import Callable

from apps.characters.models import Character

Badge = tuple[str, str]
_sources: list[Callable[[Character], list[Badge]]] = []


def badges_come_from(source: Callable[[Character], list[Badge]]) -> Callable[[Character], list[Badge]]:
    """Registers a function that gives words and their tones, as everybody may know them."""
    _sources.append(source)
    return source


def badges_of(character: Character) -> list[Badge]:
    return [badge for source in _sources for badge in source(character)]
