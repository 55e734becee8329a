"""A yes or no that a game says by itself, and that shared code asks for without naming a game."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeVar

Of = TypeVar("Of")


class Word(Generic[Of]):
    """What it is `about`, each game says once, by decorating its function with it; of one that does not it is no."""

    def __init__(self, about: str) -> None:
        self.about = about
        self._says: dict[str, Callable[[Of], bool]] = {}

    def __call__(self, game: str) -> Callable[[Callable[[Of], bool]], Callable[[Of], bool]]:
        def register(says: Callable[[Of], bool]) -> Callable[[Of], bool]:
            if game in self._says:
                raise RuntimeError(f"{game} says twice {self.about}")
            self._says[game] = says
            return says

        return register

    def of(self, game: str, one: Of) -> bool:
        says = self._says.get(game)
        return says is not None and says(one)
