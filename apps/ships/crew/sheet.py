"""The sheet of a ship, a land vehicle or a watercraft (crew.ship-sheet): only its three attributes differ."""

from __future__ import annotations

from dataclasses import dataclass

from apps.characters.crew import sheet as people
from apps.characters.crew.access import OF_THE_CREW
from apps.characters.crew.sheet import USUAL, Asset, Complication, Feature, Rated
from apps.characters.models import Character, Condition, Rating, Trait
from apps.rules.crew.lists import SHIP_ATTRIBUTES, SHIP_TYPES
from apps.ships.crew.access import ABOARD
from apps.ships.models import Post

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
    """The ship's sheet as it is now: one worked out before a change does not know of it."""
    desk = ship.desk
    return desk.memo_of(ship, "crew ship sheet", lambda: _sheet(desk.own(ship)))


def _sheet(ship: Character) -> ShipSheet:
    desk, things = ship.desk, people.held_things(ship)
    ratings = {row.key: row for row in desk.all(Rating, character=ship)}
    texts = {row.key: row.text for row in desk.all(Trait, character=ship)}
    posts = sorted(desk.all(Post, ship=ship, key=ABOARD), key=lambda one: (one.order, one.pk))
    return ShipSheet(
        character=ship,
        model=texts.get("model", ""),
        notes=texts.get("notes", ""),
        of_the_crew=OF_THE_CREW in texts,
        attributes=people.rated(SHIP_ATTRIBUTES.get(ship.role, ()), ratings, USUAL),  # type: ignore[call-overload]
        conditions=tuple(desk.all(Condition, character=ship)),
        aboard=tuple(posts),
        **{name: things[name] for name in ("distinctions", "signature_assets", "assets", "complications")},
    )
