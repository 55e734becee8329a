"""The sheet of a ship, a land vehicle or a watercraft (crew.ship-sheet): only its three attributes differ."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import QuerySet, prefetch_related_objects

from apps.characters.crew import sheet as people
from apps.characters.crew.access import OF_THE_CREW
from apps.characters.crew.sheet import USUAL, Asset, Complication, Feature, Rated
from apps.characters.models import Character, Condition
from apps.rules.crew.lists import SHIP_ATTRIBUTES, SHIP_TYPES
from apps.ships.crew.access import ABOARD
from apps.ships.models import Post
from apps.table.viewer import Viewer

PARTS = (*people.PARTS, "posts__person__seat")
TYPES = {row.id: row for row in SHIP_TYPES}


@dataclass(frozen=True)
class ShipSheet:
    """Everything on it, as plain values. `model` is its class ("Firefly-class transport" or what the table says)."""

    character: Character
    model: str
    notes: str
    of_the_crew: bool
    attributes: tuple[Rated, ...]
    distinctions: tuple[Feature, ...]
    signature_assets: tuple[Feature, ...]
    assets: tuple[Asset, ...]
    complications: tuple[Complication, ...]
    conditions: tuple[Condition, ...]
    aboard: tuple[Post, ...]

    @property
    def id(self) -> str:
        return self.character.public_id

    @property
    def name(self) -> str:
        return self.character.name

    @property
    def type_title(self) -> str:
        """Ship, Land vehicle or Watercraft."""
        return TYPES[self.character.role].title if self.character.role in TYPES else "Ship"

    @property
    def out_by(self) -> tuple[Complication, ...]:
        return tuple(one for one in self.complications if one.takes_out)

    @property
    def taken_out(self) -> bool:
        """While a Complication is d12+ (crew.ship-sheet)."""
        return bool(self.out_by)

    @property
    def why_out(self) -> str:
        return f"by {' and by '.join(f'{one.name} {one.die}' for one in self.out_by)}" if self.out_by else ""

    def size(self, key: str) -> int:
        """The die of one of its attributes; d6 where it has none of that name."""
        return next((one.size for one in self.attributes if one.key == key), USUAL)


def ship_sheet_of(ship: Character) -> ShipSheet:
    """The ship's sheet as it is now."""
    return ship_sheets_of([ship])[0]


def ship_sheets_of(ships: Iterable[Character] | QuerySet[Character]) -> list[ShipSheet]:
    """The sheets of several ships, read together."""
    found = list(ships)
    for one in found:  # rows may have changed since they were last read
        getattr(one, "_prefetched_objects_cache", {}).clear()
    prefetch_related_objects(found, *PARTS)
    return [_sheet(one) for one in found]


def ships_drawn(viewer: Viewer, keys: Iterable[int]) -> list[ShipSheet]:
    """Those sheets for panels, in this order; a drawing that asks again is given what was read before."""
    kept: dict[int, ShipSheet] = viewer.read.setdefault("crew-ships", {})
    wanted = list(keys)
    if new := set(wanted) - kept.keys():
        cast = viewer.table.characters.filter(pk__in=new).select_related("seat")
        kept.update((sheet.character.pk, sheet) for sheet in ship_sheets_of(cast))
    return [kept[key] for key in wanted if key in kept]


def _sheet(ship: Character) -> ShipSheet:
    ratings = {row.key: row for row in ship.ratings.all()}
    texts = {row.key: row.text for row in ship.traits.all()}
    things = people.held_things(ship)
    posts = sorted((one for one in ship.posts.all() if one.key == ABOARD), key=lambda one: (one.order, one.pk))
    return ShipSheet(
        character=ship, model=texts.get("model", ""), notes=texts.get("notes", ""), of_the_crew=OF_THE_CREW in texts,
        attributes=people.rated(SHIP_ATTRIBUTES.get(ship.role, ()), ratings, USUAL),  # type: ignore[call-overload]
        conditions=tuple(sorted(ship.conditions.all(), key=lambda row: row.pk)), aboard=tuple(posts),
        **{name: things[name] for name in ("distinctions", "signature_assets", "assets", "complications")},
    )  # fmt: skip
