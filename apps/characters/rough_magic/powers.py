"""Powers on and off, and what each changes while it is on (rough_magic.powers)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from apps.characters.access import played_by
from apps.characters.models import Character, Entry
from apps.characters.rough_magic.sheet import Power, RoughSheet
from apps.table.turn import Turn
from apps.table.viewer import Viewer

KIND = "power"
AGAINST = {"close": "close attacks", "ranged": "ranged attacks", "both": "close and ranged attacks"}
Change = Callable[[Power], str]
_changes: list[Change] = []


def changes_while_on(change: Change) -> Change:
    """Registers something that a power does while it is on, in words; none where it does not do that."""
    _changes.append(change)
    return change


def effects_of(power: Power) -> list[str]:
    """All that it does while it is on; of what is only told, its text says it."""
    return [words for change in _changes if (words := change(power))]


@changes_while_on
def _defends(power: Power) -> str:
    return f"rank {power.rank} in the defence against {AGAINST[power.defends]}" if power.defends else ""


@changes_while_on
def _attacks(power: Power) -> str:
    arm = power.arm
    if arm is None:
        return ""
    reach = f", up to {arm.range} m" if arm.range else ""
    return " ".join([*arm.types, arm.kind, f"attack of rank {power.rank}{reach}"])


@changes_while_on
def _helps(power: Power) -> str:
    return f"rank {power.rank} for {power.helps}" if power.helps else ""


@changes_while_on
def _moves(power: Power) -> str:
    if not power.metres:
        return ""
    return f"moves {power.metres} m" + (f", {power.all_out} m all out" if power.all_out else "")


@changes_while_on
def _blocks(power: Power) -> str:
    return "may block esoteric powers" if power.esoteric else ""


# switching


def powers_at_hand(viewer: Viewer) -> list[Entry]:
    """The powers of those for whom this seat may act."""
    return [row for one in played_by(viewer) for row in viewer.desk.all(Entry, character=one, kind=KIND)]


def defending_off(character: Character) -> list[Entry]:
    """The powers that would defend them, if they were on."""
    rows = character.desk.all(Entry, character=character, kind=KIND)
    return [row for row in rows if row.facts.get("defends") and not is_on(row)]


def is_on(row: Entry) -> bool:
    return bool(row.amount)


def switch(turn: Turn, row: Entry, on: bool) -> None:
    """Switches a power; what it takes is the caller's to count. Refuses nothing."""
    turn.change(row, amount=int(on))


def switched(sheet: RoughSheet, power_id: str, on: bool) -> RoughSheet:
    """The sheet as it would be."""
    powers = tuple(replace(one, on=on) if one.id == power_id else one for one in sheet.powers)
    return replace(sheet, powers=powers)
