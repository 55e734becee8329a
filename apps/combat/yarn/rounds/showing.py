"""A fight as its rows show it to one role: numbers of players' characters to everybody, of the others to the GMs."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from apps.characters.yarn.circumstances import helpless, unseen
from apps.characters.yarn.levels import Level, level_of
from apps.characters.yarn.sheet import YarnSheet, sheet_of
from apps.combat import gathering
from apps.combat.models import Combatant, Fight
from apps.combat.sides import changed_side
from apps.combat.yarn.rounds import stored
from apps.combat.yarn.rounds.own_turn import edge_of, price_words
from apps.table import exchanges
from apps.table.viewer import Viewer

WIDTH = 200
"""The bar's own units: nought in the middle, the full number at the right end, minus as much at the left one."""
HALF = WIDTH // 2


@dataclass(frozen=True)
class Bar:
    """Hit points as they are drawn, from below nought to the full number."""

    level: Level

    @property
    def x(self) -> float:
        return HALF + min(0.0, self._length)

    @property
    def width(self) -> float:
        return abs(self._length)

    @property
    def _length(self) -> float:
        return max(-HALF, min(HALF, round(HALF * self.level.now / self.level.full, 2)))


@dataclass(frozen=True)
class Row:
    """One fighter. `open` says whether this role reads the numbers."""

    one: Combatant
    sheet: YarnSheet
    open: bool
    tags: tuple[tuple[str, str], ...]

    @property
    def id(self) -> str:
        return self.sheet.id

    @property
    def name(self) -> str:
        return self.sheet.name

    @property
    def bar(self) -> Bar:
        return Bar(self.sheet.level)

    @property
    def on(self) -> bool:
        return self.one.state == "acting"

    @property
    def waits(self) -> bool:
        return bool(stored.used(self.one).get(stored.WAITS))

    @property
    def look(self) -> str:
        done = self.one.state in ("acted", "out") or self.sheet.level.down
        return "now" if self.on else "done" if done and not self.waits else ""

    @property
    def number(self) -> int | None:
        return self.one.initiative if self.open else None


def rows_of(viewer: Viewer, fight: Fight) -> list[Row]:
    """Everybody of whom this role knows, in their order."""
    cast = stored.everybody(fight)
    return [_row(viewer, one) for one in (cast if viewer.is_gm else gathering.seen(cast))]


def _row(viewer: Viewer, one: Combatant) -> Row:
    is_open = viewer.is_gm or bool(one.character.seat_id)
    return Row(one, sheet_of(one.character), is_open, (*_lasting_tags(viewer, one), *_tags(one, is_open)))


def _tags(one: Combatant, is_open: bool) -> list[tuple[str, str]]:
    """The words beside a name: how they are, what they have used, what holds in this round."""
    held, word = stored.used(one), level_of(one.character).word
    found = [(word, "bad" if word in ("down", "dying") else "warn")] if word and word != "hurt" else []
    if side := changed_side(one):
        found.append((side.lower(), ""))
    if one.state == "acting":
        left = stored.acts_left(one)
        found.append((f"{left} action{'' if left == 1 else 's'} left", "ember") if left else ("no action left", ""))
    if one.state == "acted" and not held.get(stored.WAITS):
        found.append(("done", ""))
    if held.get(stored.WAITS):
        found.append(("holds back", ""))
    if extra := held.get(stored.EXTRA, 0):
        found.append((f"{extra} extra: {price_words(extra)}", "warn"))
    if held.get(stored.DESPERATE):
        found.append(("desperate defence", "warn"))
    if is_open and edge_of(one):
        found.append(("upper hand", ""))
    return [*found, *(_lock_tags(one) if is_open else [])]


def _lasting_tags(viewer: Viewer, one: Combatant) -> list[tuple[str, str]]:
    """What powers and spells have done to them, as far as this role knows of it."""
    held = helpless(one.character, secret_too=viewer.is_gm), unseen(one.character, secret_too=viewer.is_gm)
    tones = ("helpless", "bad"), ("unseen", "")
    return [(f"{word}: {by.source}", tone) for by, (word, tone) in zip(held, tones, strict=True) if by]


def _lock_tags(one: Combatant) -> list[tuple[str, str]]:
    return [(f"{name}: {side}", "lock") for name, side in stored.locks_of(one)]


def awaited(fight: Fight) -> list[str]:
    """Whose answer the fight waits for, as far as everybody may know."""
    known = [one for one in stored.waiting_in(fight) if exchanges.kind_of(one).open]
    return [ask.facts["who"] for one in known for ask in exchanges.asks_of(one)]


def head(viewer: Viewer, fight: Fight) -> dict[str, Any]:
    """The line above the rows."""
    options = stored.options_of(fight)
    ordered = "rolled order" if options.turn_order == "initiative" else "as you sit"
    seconds = options.seconds_per_round
    return {
        "round": stored.round_number(fight),
        "line": f"{seconds} second{'' if seconds == 1 else 's'} each · {ordered}",
        "rolling": fight.phase == stored.INITIATIVE,
    }
