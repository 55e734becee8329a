"""What is looked up: the words of the game, and the pitch of a series."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from apps.rules.listed import pick
from apps.rules.registry import rule
from apps.rules.yarn.lists import WORDS

NAMED = ("people", "places", "things")


@dataclass(frozen=True)
class Meaning:
    """What a word of the game means."""

    meaning: str


@rule("yarn.glossary")
def glossary(*, word: str) -> Meaning:
    """What a word means (yarn.glossary). Refuses one that is not listed."""
    return Meaning(pick("word", word, WORDS).meaning)


@dataclass(frozen=True)
class Pitch:
    """What a pitch offers; it is `complete` with its nutshell."""

    complete: bool
    themes: tuple[str, ...]
    complications: tuple[str, ...]
    names: Mapping[str, tuple[str, ...]]


@rule("yarn.series-pitch")
def series_pitch(*, entries: Mapping[str, Any]) -> Pitch:
    """Themes to choose from, complications for callers and names for what is invented (yarn.series-pitch).

    A table may add entries of its own.
    """
    names: Mapping[str, Sequence[str]] = entries.get("names") or {}
    return Pitch(
        complete=bool(str(entries.get("nutshell", "")).strip()),
        themes=_list(entries.get("themes")),
        complications=_list(entries.get("tightening the screws")),
        names={kind: tuple(names.get(kind, ())) for kind in NAMED},
    )


def _list(entry: str | Sequence[str] | None) -> tuple[str, ...]:
    if not entry:
        return ()
    return (entry,) if isinstance(entry, str) else tuple(entry)
