"""Plot points and the bank (crew.plot-point-uses, crew.bank): paying, gaining, and calling an Episode back instead."""

from __future__ import annotations

from dataclasses import dataclass

from apps.characters import rows
from apps.characters.crew.holding import held as entries_of
from apps.characters.crew.holding import is_crewmember
from apps.characters.models import Character, Entry, Move, Track
from apps.characters.points import move
from apps.rules.refusal import Refused
from apps.table.models import Table
from apps.table.turn import Turn

POINTS, BANK = "plot-points", "bank"


@dataclass(frozen=True)
class Paid:
    """The ledger's line, None where an Episode was called back instead; `left` is what the payer holds now."""

    move: Move | None
    left: int
    callback: str = ""


def held(character: Character) -> int:
    """How many plot points a crewmember holds."""
    found = character.desk.one(Track, character=character, key=POINTS)
    return found.value if found else 0


def bank_of(table: Table) -> int:
    found = table.desk.one(Track, character=None, key=BANK)
    return found.value if found else 0


def bank_track(turn: Turn) -> Track:
    """The bank, made if the table has none yet."""
    found = turn.desk.one(Track, character=None, key=BANK)
    return found or turn.create(Track, table=turn.table, character=None, key=BANK)


def gain(turn: Turn, character: Character, why: str, rule: str, points: int = 1) -> Move:
    """From the pile, which never runs out."""
    return move(turn, None, rows.track(turn, character, POINTS), points, why, rule)


def pay(
    turn: Turn,
    character: Character,
    why: str,
    rule: str,
    *,
    points: int = 1,
    callback: Entry | None = None,
    field: str | None = None,
) -> Paid:
    """A crewmember pays to the pile, anybody else's points come from the bank. Refuses, naming `field`, too few.

    With `callback`, a past Episode of the payer's, one point is not needed: the Episode is ticked instead
    (crew.callback). Afterwards tie the line with `apps.characters.points.told_by(turn, event, paid.move)`.
    """
    if callback is not None:
        _tick(turn, callback)
        points -= 1
    track = rows.track(turn, character, POINTS) if is_crewmember(character) else bank_track(turn)
    if track.value < points:
        raise Refused("no-points", _too_few(character, track.value, points, why), field)
    line = move(turn, track, None, points, why, rule) if points else None
    return Paid(line, track.value, callback.name if callback else "")


def pay_from_bank(turn: Turn, why: str, rule: str, points: int = 1, field: str | None = None) -> Paid:
    """The GM pays for the opposition. Refuses a bank that is too small (crew.bank)."""
    track = bank_track(turn)
    if track.value < points:
        raise Refused("no-points", f"{why} costs {points}, and the bank holds {track.value}.", field)
    return Paid(move(turn, track, None, points, why, rule), track.value)


def callbacks_of(character: Character, free: bool = False) -> list[Entry]:
    """The past Episodes that may still be called back in this one; all of them where the switch sets them `free`."""
    return [one for one in entries_of(character, "episode") if free or one.amount != 1]


def _tick(turn: Turn, episode: Entry) -> None:
    if episode.amount == 1 and turn.options.callback_limit != "free":
        raise Refused("called-back", f"“{episode.name}” was called back in this Episode already.", "callback")
    turn.change(episode, amount=1)


def _too_few(character: Character, has: int, points: int, why: str) -> str:
    whose = character.name if is_crewmember(character) else "the bank"
    left = "none is left" if not has else "1 is left" if has == 1 else f"{has} are left"
    return f"{why} costs {points} plot point{'' if points == 1 else 's'}, and {left} to {whose}."
