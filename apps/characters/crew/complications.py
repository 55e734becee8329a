"""Complications (crew.complication): made, stepped and lifted here and nowhere else."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from apps.characters.crew.holding import held
from apps.characters.models import Character, Entry
from apps.rules.crew import steps
from apps.table.turn import Turn

MOST = 30


@dataclass(frozen=True)
class Changed:
    """One Complication before and after; None stands for one that was not there, or is gone. `entry` is its public
    id."""

    holder: Character
    name: str
    before: int | None
    after: int | None
    entry: str = ""

    @property
    def taken_out(self) -> bool:
        """Whether it takes its holder out now."""
        return self.after == steps.BEYOND != self.before

    def facts(self) -> dict[str, Any]:
        """{"holder", "holder_id", "name", "from", "to"} with sizes as written ("d8"), None where there is none."""
        return {
            "holder": self.holder.name,
            "holder_id": self.holder.public_id,
            "name": self.name,
            "from": steps.written(self.before) if self.before else None,
            "to": steps.written(self.after) if self.after else None,
        }


def put(turn: Turn, holder: Character, name: str, size: int = 6) -> Changed:
    """A new Complication, d6 to d12+ (14). Refuses more than 30 on one holder."""
    if len(held(holder, "complication")) >= MOST:
        turn.refuse("too-many", f"{holder.name} bears {MOST} Complications. Step one down first.", "name")
    made = turn.create(Entry, character=holder, kind="complication", name=name[:60], amount=size)
    return Changed(holder, name[:60], None, size, made.public_id)


def step(turn: Turn, entry: Entry, by: int) -> Changed:
    """Steps one up, or down where negative; below d6 it is gone (crew.step-ladder)."""
    before = entry.amount or 6
    return _set(turn, entry, steps.step(size=before, steps=by).size)


def set_size(turn: Turn, entry: Entry, size: int) -> Changed:
    """Makes one as large as that, up or down; d6 to d12+ (14)."""
    return _set(turn, entry, size)


def clear(turn: Turn, entry: Entry) -> Changed:
    """Takes one off altogether."""
    return _set(turn, entry, None)


def _set(turn: Turn, entry: Entry, size: int | None) -> Changed:
    changed = Changed(entry.character, entry.name, entry.amount, size, entry.public_id)
    if size is None:
        turn.delete(entry)
    else:
        turn.change(entry, amount=size)
    return changed


def named(holder: Character, name: str) -> Entry | None:
    """The holder's Complication of that name, whatever the case."""
    wanted = name.casefold()
    return next((one for one in held(holder, "complication") if one.name.casefold() == wanted), None)


def newest(holder: Character, name: str) -> Entry:
    """The one of exactly that name that the holder got last."""
    return [one for one in held(holder, "complication") if one.name == name][-1]
