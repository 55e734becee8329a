"""Everybody and everything at the table that may bring a die into a pool."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cached_property

from apps.characters.crew.access import is_of_the_crew
from apps.characters.crew.holding import MINOR, held, is_crewmember
from apps.characters.crew.sheet import USUAL, CrewSheet, Rated, Thing, rated, sheet_of
from apps.characters.models import PLACE, SHIP, Character, Rating
from apps.checks.models import Draft
from apps.rules.crew.lists import SHIP_ATTRIBUTES
from apps.table.models import Table

Fighting = Callable[[Table], frozenset[int] | None]
Carrying = Callable[[Character], Iterable[Character]]
_conflicts: list[Fighting] = []
_carriers: list[Carrying] = []


def takes_part(fighting: Fighting) -> Fighting:
    """Registers who takes part in the conflict that runs at a table, by their keys; None where there is none."""
    _conflicts.append(fighting)
    return fighting


def carries(carrying: Carrying) -> Carrying:
    """Registers which ships and vehicles somebody is aboard."""
    _carriers.append(carrying)
    return carrying


def ships_of(person: Character) -> list[Character]:
    """The ships and vehicles that this person is aboard."""
    return [ship for carrying in _carriers for ship in carrying(person)]


@dataclass(frozen=True)
class Bringer:
    """Somebody, a ship or the place: its sheet, a ship's three attributes, the place's Traits."""

    sheet: CrewSheet
    ship_attributes: tuple[Rated, ...] = ()
    traits: tuple[Thing, ...] = ()

    @property
    def id(self) -> str:
        return self.sheet.id

    @property
    def character(self) -> Character:
        return self.sheet.character

    @property
    def name(self) -> str:
        return self.sheet.name

    @property
    def hidden(self) -> bool:
        return self.character.hidden


class Cast:
    """The people, ships and the place of a table, each with its sheet, as they are when it is made.

    `fighting` are the keys of those who take part in the conflict that runs; None where there is none.
    """

    def __init__(self, table: Table) -> None:
        self.everybody = [_bringer(one) for one in table.desk.all(Character) if _may_bring(one)]
        found = (fighting(table) for fighting in _conflicts)
        self.fighting = next((keys for keys in found if keys is not None), None)

    @cached_property
    def _by_id(self) -> dict[str, Bringer]:
        return {one.id: one for one in self.everybody}

    @cached_property
    def _by_key(self) -> dict[int, Bringer]:
        return {one.character.pk: one for one in self.everybody}

    def of(self, public_id: str) -> Bringer | None:
        return self._by_id.get(public_id)

    def of_key(self, key: int) -> Bringer | None:
        return self._by_key.get(key)

    @cached_property
    def place(self) -> Bringer | None:
        return next((one for one in self.everybody if one.character.sheet == PLACE), None)

    @cached_property
    def crew(self) -> list[Bringer]:
        """The crewmembers who are there."""
        return [one for one in self.everybody if is_crewmember(one.character) and one.character.present]

    @cached_property
    def supporting(self) -> list[Bringer]:
        """The Minor GMCs and Extras who are there, and the Major GMCs of the conflict."""
        fighting = self.fighting or frozenset()
        return [
            one
            for one in self.everybody
            if one.character.sheet == MINOR or (one.character.role == "major-gmc" and one.character.pk in fighting)
        ]

    def ships_of(self, person: Bringer | None) -> list[Bringer]:
        """The ships and vehicles that this person is aboard."""
        keys = {ship.pk for ship in ships_of(person.character)} if person is not None else set()
        return [one for one in self.everybody if one.character.pk in keys]

    @cached_property
    def crews_ships(self) -> list[Bringer]:
        """The ships of the crew, whoever is aboard."""
        ships = [one for one in self.everybody if one.character.sheet == SHIP]
        return [one for one in ships if is_of_the_crew(one.character)]


def cast_of(table: Table) -> Cast:
    """The table's cast as it is now."""
    return table.desk.memo("crew cast", lambda: Cast(table))


def _may_bring(one: Character) -> bool:
    if one.sheet in {SHIP, PLACE} or one.role in {"crewmember", "major-gmc"}:
        return True
    return (one.sheet == MINOR and one.present) or one.desk.one(Draft, character=one) is not None


def _bringer(character: Character) -> Bringer:
    sheet = sheet_of(character)
    if character.sheet == SHIP:
        ratings = {row.key: row for row in character.desk.all(Rating, character=character)}
        return Bringer(sheet, rated(SHIP_ATTRIBUTES.get(character.role, ()), ratings, USUAL))  # type: ignore[call-overload]
    if character.sheet == PLACE:
        rows = held(character, "trait")
        return Bringer(sheet, traits=tuple(Thing(row.public_id, row.name, row.amount or USUAL, row) for row in rows))
    return Bringer(sheet)
