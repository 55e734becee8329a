"""Ships, land vehicles and watercraft: their attributes stand in for those of whoever acts through them."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from apps.rules.crew.characters import CREW_SIZES, UNTRAINED
from apps.rules.crew.lists import SHIP_SHEET, SHIP_TYPES, SKILLS, Attribute, SheetRow, pick
from apps.rules.crew.steps import SIZES, Size, read
from apps.rules.numbers import one_of, whole
from apps.rules.refusal import Refused
from apps.rules.registry import rule

SIMPLE = 6
"""The Asset that a simple vehicle or boat is."""


def attribute_sizes(*, gm_leave: bool = False) -> tuple[int, ...]:
    """What a ship's or vehicle's attributes may be: d6 to d10, any size with the GM's leave."""
    return SIZES if gm_leave else CREW_SIZES


@dataclass(frozen=True)
class Aboard:
    """A pool begun with a ship's attribute and the skill of whoever acts through it."""

    pool: tuple[int, int]


def through(type: str, craft: Mapping[str, Size], uses: str, skill: str, skills: Mapping[str, Size]) -> Aboard:
    """The two dice for acting through a craft of that type. `craft` rates its attributes, `skills` those of the person.

    A skill that is not rated is d4. Refuses an attribute that the craft does not have.
    """
    rows = pick("type", type, SHIP_TYPES).attributes
    sizes = {pick("uses", name, rows).id: size for name, size in craft.items()}
    attribute, wanted = pick("uses", uses, rows), pick("skill", skill, SKILLS)
    if attribute.id not in sizes:
        raise Refused("not-rated", f"{attribute.title} is not rated on this sheet.", "uses")
    return Aboard((read(sizes[attribute.id], "uses"), read(skills.get(wanted.id, UNTRAINED), "skill")))


@rule("crew.ship-attributes")
def ship_attributes(*, ship: Mapping[str, Size], uses: str, skill: str, **skills: Size) -> Aboard:
    """The ship's attribute in place of the crewmember's own, with the crewmember's skill (crew.ship-attributes).

    The skill's die comes under its id: `ship_attributes(ship={"engines": 8}, uses="engines", skill="fly", fly=10)`.
    """
    return through("ship", ship, uses, skill, skills)


@dataclass(frozen=True)
class Vehicle:
    """A simple vehicle is an `asset`, a complex one begins a `pool`."""

    asset: int | None = None
    pool: tuple[int, int] | None = None


def _vehicle(
    type: str, kind: str, vehicle: Mapping[str, Size] | None, uses: str, skill: str, skills: Mapping[str, Size]
) -> Vehicle:
    if one_of("kind", kind, ("simple", "complex")) == "simple":
        return Vehicle(asset=SIMPLE)
    return Vehicle(pool=through(type, vehicle or {}, uses, skill, skills).pool)


@rule("crew.land-vehicles")
def land_vehicles(
    *,
    kind: Literal["simple", "complex"],
    vehicle: Mapping[str, Size] | None = None,
    uses: str = "",
    skill: str = "drive",
    **skills: Size,
) -> Vehicle:
    """A land vehicle: simple, an Asset d6; complex, with Body, Handling and Speed (crew.land-vehicles)."""
    return _vehicle("land-vehicle", kind, vehicle, uses, skill, skills)


@rule("crew.watercraft")
def watercraft(
    *,
    kind: Literal["simple", "complex"],
    vehicle: Mapping[str, Size] | None = None,
    uses: str = "",
    skill: str = "drive",
    **skills: Size,
) -> Vehicle:
    """A watercraft: simple, an Asset d6; complex, with Hull, Maneuverability and Power (crew.watercraft)."""
    return _vehicle("watercraft", kind, vehicle, uses, skill, skills)


@dataclass(frozen=True)
class ShipAsset:
    """An Asset made for a ship: the die for any crewmember's pool, and everybody's plot points afterwards."""

    legal: bool
    added: tuple[int, ...]
    creator_pp: int
    user_pp: int


@rule("crew.ship-traits")
def ship_traits(
    *, creator: str, creator_pp: int, user: str, user_pp: int = 0, asset_on: Literal["ship", "person"] = "ship"
) -> ShipAsset:
    """Who may use a new Asset d6: any crewmember where it was made for the ship, else its creator (crew.ship-traits).

    The creator pays 1 plot point, the user none. Not `legal`: no point to create it with, or somebody else's Asset.
    """
    one_of("asset_on", asset_on, ("ship", "person"))
    created = whole("creator_pp", creator_pp, least=0) > 0
    legal = created and (asset_on == "ship" or user == creator)
    paid = creator_pp - created
    return ShipAsset(legal, (SIMPLE,) * legal, paid, paid if user == creator else whole("user_pp", user_pp, least=0))


@dataclass(frozen=True)
class ShipSheet:
    """The fields of the sheet; `attributes` are the titles of its three, `rated` their rows."""

    fields: tuple[SheetRow, ...]
    attributes: tuple[str, ...]
    rated: tuple[Attribute, ...]


@rule("crew.ship-sheet")
def ship_sheet(*, type: str) -> ShipSheet:
    """What the sheet of a ship, land vehicle or watercraft holds (crew.ship-sheet)."""
    rows = pick("type", type, SHIP_TYPES).attributes
    return ShipSheet(SHIP_SHEET, tuple(row.title for row in rows), rows)
