"""What each kind of event is, and which templates tell it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from apps.table.viewer import Viewer

Part = Callable[["Viewer", Mapping[str, Any]], bool]
"""Whether a seat has a part in what a card tells it, by the card's facts."""

Awaited = Callable[[Mapping[str, Any]], bool]
"""Whether what came of it is still to come, by the card's facts."""


def always(facts: Mapping[str, Any]) -> bool:
    return True


_kinds: dict[str, Kind] = {}


@dataclass(frozen=True)
class Kind:
    """`shape` is "result" for a card with a box of its own, "line" for one sentence, "say" for words that stand by
    themselves in a line. `repeats` says that its words repeat those of the card that it is about, so that it is
    hidden with that one; `guarded`, that what came of it may be hidden from whoever did it, so that they ask the GM
    to take it back; `whole`, that its sentence says itself who does it, so that the name of the seat stands apart
    from it; `by_sight`, that it is told to whoever sees it happen, so that players who hear of it are told no
    secret; `news`, that it changes what people have without a roll of theirs: of a GM's a phone, where the log is
    another tab, tells where the thumb is, as of results; `awaited`, whether it waits for its answer, as an attack for
    its defense: on such a phone it gives way to a result at once.

    Two templates tell it: <folder>/<word>.html the card's body, the same for everybody who hears this version of it,
    and <folder>/<word>.txt one plain sentence (for the export, the search and what Undo says). `gm_buttons` is a
    template with what GMs may do with such a card beyond what they may with any, `own_buttons` one for whoever did it,
    and for those who have a `part` in it.
    """

    name: str
    folder: str
    shape: str
    group: str
    repeats: bool = False
    guarded: bool = False
    whole: bool = False
    by_sight: bool = False
    news: bool = False
    awaited: Awaited | None = None
    gm_buttons: str = ""
    own_buttons: str = ""
    part: Part | None = None

    @property
    def is_result(self) -> bool:
        """Whether it has a box of its own in the log; all else is a line."""
        return self.shape == "result"

    @property
    def _word(self) -> str:
        return self.name.rpartition(".")[2]

    @property
    def html(self) -> str:
        return f"{self.folder}/{self._word}.html"

    @property
    def text(self) -> str:
        return f"{self.folder}/{self._word}.txt"


def kind(
    name: str,
    folder: str,
    shape: str = "line",
    group: str = "other",
    gm_buttons: str = "",
    own_buttons: str = "",
    part: Part | None = None,
    awaited: Awaited | None = None,
    **traits: bool,
) -> Kind:
    """Registers a kind of event. `group` is what the log's filter calls it: rolls, talk, points, sheets, table."""
    if name in _kinds:
        raise RuntimeError(f"two kinds of events are called {name}")
    _kinds[name] = Kind(
        name, folder, shape, group, gm_buttons=gm_buttons, own_buttons=own_buttons, part=part, awaited=awaited, **traits
    )
    return _kinds[name]


def find(name: str) -> Kind:
    return _kinds[name]


def kinds() -> list[Kind]:
    return list(_kinds.values())


def names_of_group(group: str) -> list[str]:
    return [one.name for one in _kinds.values() if one.group == group]


def repeaters() -> list[str]:
    return [one.name for one in _kinds.values() if one.repeats]
