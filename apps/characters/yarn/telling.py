"""Events about several people at once: everybody hears of those whose numbers are known, of others in a word."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from apps.characters.access import watchers_of
from apps.characters.forms import named
from apps.characters.models import Character
from apps.table.audience import EVERYBODY, GMS
from apps.table.models import Event
from apps.table.turn import Turn

Facts = dict[str, Any]


def tell_people(
    turn: Turn, kind: str, facts: Facts, those: Iterable[tuple[Character, Facts]], openly: Sequence[str] = ()
) -> Event:
    """One event, `people` in its facts. The GMs hear all. Of one of theirs the others hear only the facts that are
    named `openly`; of a hidden one nothing, and of hidden ones alone there is no event for them."""
    rows = [(one, named(one) | about) for one, about in those]
    full = facts | {"people": [about for _, about in rows]}
    if all(watchers_of(one).public for one, _ in rows):
        return turn.tell(kind, full)
    shown = [about if watchers_of(one).public else _less(about, openly) for one, about in rows if not one.hidden]
    return turn.tell(kind, full, to=GMS, also={EVERYBODY: facts | {"people": shown}} if shown else {})


def _less(about: Facts, openly: Sequence[str]) -> Facts:
    return {key: about[key] for key in ("character", "character_id", *openly)}
