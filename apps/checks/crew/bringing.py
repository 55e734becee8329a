"""Everybody and everything at the table that may bring a die into a pool, read together."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

from django.db.models import Q

from apps.characters.crew.access import OF_THE_CREW
from apps.characters.crew.holding import MINOR, is_crewmember
from apps.characters.crew.sheet import USUAL, CrewSheet, Rated, Thing, rated, sheets_of
from apps.characters.models import PLACE, SHIP, Character
from apps.rules.crew.lists import SHIP_ATTRIBUTES
from apps.table.models import Table

CAST = "crew-cast"
"""Under this name a viewer keeps what was read for the drawing that it is part of."""


Fighting = Callable[[Table], frozenset[int] | None]
_conflicts: list[Fighting] = []


def takes_part(fighting: Fighting) -> Fighting:
    """Registers who takes part in the conflict that runs at a table, by their keys; None where there is none."""
    _conflicts.append(fighting)
    return fighting


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
    """The people, ships and the place of a table, each with its sheet; the rows are read when first asked for."""

    def __init__(self, table: Table) -> None:
        self.table = table

    @cached_property
    def everybody(self) -> list[Bringer]:
        rolling = Q(sheet__in=(SHIP, PLACE)) | Q(role__in=("crewmember", "major-gmc")) | Q(sheet=MINOR, present=True)
        rolling |= Q(drafts__isnull=False)
        cast = self.table.characters.filter(rolling).select_related("seat").distinct().order_by("pk")
        return [_bringer(sheet) for sheet in sheets_of(cast)]

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
            one for one in self.everybody
            if one.character.sheet == MINOR or (one.character.role == "major-gmc" and one.character.pk in fighting)
        ]  # fmt: skip

    @cached_property
    def fighting(self) -> frozenset[int] | None:
        """The keys of those who take part in the conflict that runs; None where there is none."""
        found = (fighting(self.table) for fighting in _conflicts)
        return next((keys for keys in found if keys is not None), None)

    @cached_property
    def _aboard(self) -> set[tuple[int, int]]:
        """Pairs (person, ship) of keys."""
        ships = self.table.characters.filter(sheet=SHIP, posts__isnull=False)
        return set(ships.values_list("posts__person", "pk"))

    def ships_of(self, person: Bringer | None) -> list[Bringer]:
        """The ships and vehicles that this person is aboard."""
        if person is None:
            return []
        keys = {ship for one, ship in self._aboard if one == person.character.pk}
        return [one for one in self.everybody if one.character.pk in keys]

    @cached_property
    def crews_ships(self) -> list[Bringer]:
        """The ships of the crew, whoever is aboard."""
        ships = [one for one in self.everybody if one.character.sheet == SHIP]
        return [one for one in ships if any(row.key == OF_THE_CREW for row in one.character.traits.all())]


def _bringer(sheet: CrewSheet) -> Bringer:
    character = sheet.character
    if character.sheet == SHIP:
        ratings = {row.key: row for row in character.ratings.all()}
        return Bringer(sheet, rated(SHIP_ATTRIBUTES.get(character.role, ()), ratings, USUAL))  # type: ignore[call-overload]
    if character.sheet == PLACE:
        traits = [row for row in character.entries.all() if row.kind == "trait"]
        rows = sorted(traits, key=lambda row: row.pk)
        return Bringer(sheet, traits=tuple(Thing(row.public_id, row.name, row.amount or USUAL, row) for row in rows))
    return Bringer(sheet)
