"""What somebody's sheet leads to: acts of any app, by their names, as far as whoever reads it may do them now."""

from __future__ import annotations

from collections.abc import Callable

from apps.characters.models import Character
from apps.table import acts
from apps.table.viewer import Viewer

May = Callable[[Viewer, Character], bool]
WORDS = ("check", "recover", "days-pass", "deal-harm", "use-power", "cast", "attack", "shoot", "reload")

_conditions: dict[str, May] = {}


def leads_to(*words: str) -> Callable[[May], May]:
    """Registers when somebody's own sheet leads to these acts, where not always."""

    def register(may: May) -> May:
        for word in words:
            if word not in WORDS or word in _conditions:
                raise RuntimeError(f"{word} is asked about twice, or by no sheet")
            _conditions[word] = may
        return may

    return register


def doings(viewer: Viewer, character: Character) -> dict[str, bool]:
    """Each word, with underscores, and whether the sheet leads there; for whoever may act for them."""
    return {word.replace("-", "_"): _leads(viewer, character, word) for word in WORDS}


def _leads(viewer: Viewer, character: Character, word: str) -> bool:
    condition = _conditions.get(word)
    return acts.open_to(viewer, f"yarn.{word}") and (condition is None or condition(viewer, character))
