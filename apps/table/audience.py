"""Who may know: sets of seats, written down by what they are and worked out when something is drawn."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from apps.table.desk import Desk
from apps.table.keys import NewKey, keys_elsewhere
from apps.table.models import Ask, Seat

Atom = tuple[str, int]


@dataclass(frozen=True)
class Audience:
    """Atoms such as ("everybody", 0), ("gms", 0), ("seat", key) and ("character", key), joined with |."""

    atoms: frozenset[Atom]

    def __or__(self, other: Audience) -> Audience:
        return Audience(self.atoms | other.atoms)

    @property
    def public(self) -> bool:
        return ("everybody", 0) in self.atoms


EVERYBODY = Audience(frozenset({("everybody", 0)}))
GMS = Audience(frozenset({("gms", 0)}))
NOBODY = Audience(frozenset())


def seats(*who: Seat) -> Audience:
    return Audience(frozenset(("seat", seat.pk) for seat in who))


def players_of(*character_keys: int) -> Audience:
    """Whoever plays these characters when it is drawn."""
    return Audience(frozenset(("character", key) for key in character_keys))


_characters_of_seat: list[Callable[[Seat], list[int]]] = []
_player_of: list[Callable[[Desk, int], Seat | None]] = []


_subjects = {"everybody": "", "gms": "", "seat": "table.seat"}
"""The model of the row that an atom of that kind names; empty where it names none."""


def characters_come_from(
    label: str, source: Callable[[Seat], list[int]], player: Callable[[Desk, int], Seat | None]
) -> None:
    """Tells the table which model characters are, how to learn which of them a seat plays, and who plays one; it knows
    none itself."""
    _subjects["character"] = label
    _characters_of_seat.append(source)
    _player_of.append(player)


def one_seat(desk: Desk, audience: str, subject: int) -> Seat | None:
    """The seat that an atom stands for, when it is one seat."""
    if audience == "seat":
        return desk.get(Seat, subject)
    if audience == "character":
        return next((seat for player in _player_of if (seat := player(desk, subject))), None)
    return None


def atoms_of(seat: Seat) -> frozenset[Atom]:
    """Every atom that this seat is in."""
    found = {("everybody", 0), ("seat", seat.pk)}
    if seat.is_gm:
        found.add(("gms", 0))
    for source in _characters_of_seat:
        found.update(("character", key) for key in source(seat))
    return frozenset(found)


def asked(ask: Ask, atoms: frozenset[Atom]) -> bool:
    """Whether an ask waits for a seat with these atoms."""
    return (ask.audience, ask.subject) in atoms


@keys_elsewhere("table.telling", known_by=("audience",))
@keys_elsewhere("table.ask", known_by=("audience",))
def _subject_of(fields: dict[str, Any], known: Mapping[str, Any], new: NewKey) -> None:
    if "subject" in fields:
        label = _subjects[known["audience"]]
        fields["subject"] = new(label, fields["subject"]) if label else 0
