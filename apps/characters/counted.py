"""Work that is counted: a span of its own with numbers of the table's, which go when it ends."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from apps.characters.models import Track
from apps.table.choices import OneRow
from apps.table.desk import Desk
from apps.table.models import Span
from apps.table.spans import open_span
from apps.table.turn import Turn


@dataclass(frozen=True)
class Counted:
    """Work that goes on: its span, and its numbers by the game's own words for them."""

    span: Span
    counts: Mapping[str, Track]

    @property
    def id(self) -> str:
        return self.span.public_id

    @property
    def name(self) -> str:
        return self.span.title

    def value(self, word: str, otherwise: int = 0) -> int:
        """The number of that word."""
        return self.counts[word].value if word in self.counts else otherwise


def begin(
    turn: Turn, kind: str, name: str, counts: Mapping[str, int], *, inside: Span | None = None, text: str = ""
) -> Span:
    """Opens such work inside another span, or to go on until it is ended, with all it has to count."""
    span = open_span(turn, kind, title=name, text=text, inside=inside)
    for word, value in counts.items():
        count(turn, span, word, value)
    return span


def count(turn: Turn, span: Span, word: str, value: int) -> Track:
    """One more number of it, which is its maximum as well."""
    key = f"{_before(span)}{word}{_after(span)}"
    return turn.create(Track, table=turn.table, character=None, key=key, value=value, maximum=value)


def running(desk: Desk, kind: str) -> list[Counted]:
    """The work of that kind that goes on, the first begun first."""
    tracks = desk.all(Track, character=None, seat=None)
    return [Counted(span, _counts(tracks, span)) for span in desk.all(Span, kind=kind, closed_at=None)]


def _counts(tracks: list[Track], span: Span) -> dict[str, Track]:
    before, after = _before(span), _after(span)
    return {one.key.removeprefix(before).removesuffix(after): one for one in tracks if one.key.endswith(after)}


def _before(span: Span) -> str:
    return f"{span.kind}-"


def _after(span: Span) -> str:
    return f"-{span.public_id}"


def forget(turn: Turn, span: Span) -> None:
    """Takes its numbers away: what `ends_with_span` does for a kind of such work."""
    for track in turn.desk.all(Track, character=None, seat=None):
        if track.key.endswith(_after(span)):
            turn.delete(track)


class CountedChoice(OneRow):
    """One of the spans of such work, by the name that it was given."""

    def __init__(self, label: str, gone: str, **about: Any) -> None:
        super().__init__(label=label, error_messages={"invalid_choice": gone}, **{"empty_label": None, **about})

    def label_from_instance(self, span: Any) -> str:
        return str(span.title)
