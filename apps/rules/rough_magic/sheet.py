"""Sheets: attributes and what they give, skills, gear, powers, complications."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from apps.rules.listed import pick
from apps.rules.numbers import one_of, whole
from apps.rules.refusal import Refused
from apps.rules.registry import rule
from apps.rules.rough_magic.lists import (
    ATTRIBUTES,
    CHARACTER_FIELDS,
    GEAR_FIELDS,
    KNOWN_SKILLS,
    OBJECT_FIELDS,
    POWER_FIELDS,
    SCALE,
    UNNAMED_FIELDS,
    RankBand,
)
from apps.rules.rough_magic.options import DEFAULTS, Options

UNWRITTEN = 2
"""What an attribute counts as that the sheet of somebody unnamed leaves empty."""
MASS = 80
"""Kilograms, where a sheet says nothing."""

# Attributes


@dataclass(frozen=True)
class Attributed:
    """What an attribute is good for; None for what is not its business."""

    value: int
    walk_m: int | None = None
    ranged_av_base: int | None = None
    ranged_dv_base: int | None = None
    close_av_base: int | None = None
    close_dv_base: int | None = None


def walk(agility: int) -> int:
    """Base movement in metres."""
    return (3 * agility + 1) // 2


@rule("rough_magic.attributes")
def attributes(*, attribute: str, rank: int) -> Attributed:
    """What these rules take from an attribute (rough_magic.attributes). Refuses one that is none of the six."""
    name = pick("attribute", attribute, ATTRIBUTES).id
    value = whole("rank", rank, least=0)
    if name == "agility":
        return Attributed(value, walk_m=walk(value), ranged_av_base=value, ranged_dv_base=value)
    if name == "brawn":
        return Attributed(value, close_av_base=value, close_dv_base=value)
    return Attributed(value)


@dataclass(frozen=True)
class Priced:
    """What a rank is called and costs; `shown`: whether the table wants to see points at all."""

    description: str
    cost: int
    total_cost: int
    shown: bool


@rule("rough_magic.attribute-scale")
def attribute_scale(*, rank: int, options: Options = DEFAULTS) -> Priced:
    """The band of a rank from 1 to 12 and its price in character points (rough_magic.attribute-scale).

    Nothing is bought here: the switch point-costs-shown says whether prices are told.
    """
    whole("rank", rank, least=1, most=SCALE[-1].top)
    prices = [_band(each).cost for each in range(1, rank + 1)]
    return Priced(_band(rank).title, prices[-1], sum(prices), options.point_costs_shown)


def _band(rank: int) -> RankBand:
    return next(band for band in SCALE if rank <= band.top)


@dataclass(frozen=True)
class BrawnRow:
    lift_kg: int
    throw_m: int


@rule("rough_magic.brawn-table")
def brawn_table(*, brawn: int) -> BrawnRow:
    """What can be lifted, and how far a throw goes (rough_magic.brawn-table); both grow tenfold in six ranks."""
    whole("brawn", brawn, least=0)
    return BrawnRow(round(25 * 10 ** (brawn / 6)), round(10 ** ((brawn - 1) / 6)))


# Skills, gear, powers


@dataclass(frozen=True)
class Skilled:
    """`attribute` is the usual one, empty where the skill is not one of those listed."""

    av_bonuses: int
    attribute: str


@rule("rough_magic.skills")
def skills(*, skill: str, areas: Sequence[str] = (), area: str = "", task: str = "") -> Skilled:
    """A bonus where the task falls into an area of expertise (rough_magic.skills); `task` decides nothing by itself."""
    usual = {row.title.casefold(): row.attribute for row in KNOWN_SKILLS}
    expert = bool(area) and area.casefold() in map(str.casefold, areas)
    return Skilled(int(expert), usual.get(skill.strip().casefold(), ""))


@dataclass(frozen=True)
class Armoured:
    """The one layer that counts, and the DV with it where the attribute was told."""

    layer: int
    close_dv: int | None
    ranged_dv: int | None


def _armoured(layer: int, brawn: int | None, agility: int | None) -> dict[str, int | None]:
    """Both defence values."""
    close = None if brawn is None else whole("brawn", brawn, least=0) + layer
    ranged = None if agility is None else whole("agility", agility, least=0) + layer
    return {"layer": layer, "close_dv": close, "ranged_dv": ranged}


def _refuse_fields(field: str, row: Mapping[str, Any], known: Collection[str]) -> None:
    for name in row:
        one_of(field, name, known)


@rule("rough_magic.gear")
def gear(
    *,
    piece: Mapping[str, Any] | None = None,
    armour: int = 0,
    energy_shield: int = 0,
    agility: int | None = None,
    brawn: int | None = None,
) -> Armoured:
    """Of several pieces only the highest rank counts (rough_magic.gear).

    A `piece` counts here if it adds to DV. Refuses a field that gear does not have.
    """
    piece = piece or {}
    _refuse_fields("piece", piece, GEAR_FIELDS)
    defends = whole("piece", piece.get("rank", 0), least=0) if "DV" in str(piece.get("adds_to", "")) else 0
    worn = (whole("armour", armour, least=0), whole("energy_shield", energy_shield, least=0), defends)
    return Armoured(**_armoured(max(worn), brawn, agility))  # type: ignore[arg-type]


RAISE = "raise a defensive power"
POWER_USES = {
    "activate a power": "free action",
    "deactivate a power": "free action",
    "activate a power and attack with it": "task action",
    RAISE: "free action",
}


@dataclass(frozen=True, kw_only=True)
class Powered(Armoured):
    """What an act with a power takes, and what the power does while it is on."""

    uses: str
    metres: int
    esoteric: bool
    stunts: bool


@rule("rough_magic.powers")
def powers(
    *,
    power: Mapping[str, Any] | None = None,
    action: str = "activate a power",
    forced: bool = False,
    rank: int = 0,
    brawn: int | None = None,
    agility: int | None = None,
    armour: int = 0,
) -> Powered:
    """What it takes to use a power, and the defence with it on (rough_magic.powers): the higher layer counts.

    Only raising a defensive power may be forced. Refuses a field that a power does not have.
    """
    power = power or {}
    _refuse_fields("power", power, POWER_FIELDS)
    uses = POWER_USES[one_of("action", action, POWER_USES)]
    if forced and action != RAISE:
        raise Refused("not-defensive", f"A forced action may not {action}: it only defends.", "forced")
    own = whole("rank", power.get("rank", rank), least=0)
    defence = _armoured(max(own, whole("armour", armour, least=0)), brawn, agility)
    metres = whole("power", power.get("movement", 0), least=0)
    return Powered(
        **defence,  # type: ignore[arg-type]
        uses="forced action" if forced else uses,
        metres=metres,
        esoteric=bool(power.get("esoteric", False)),
        stunts=True,
    )


# The sheet

BARE = {"weapon_rank": 0, "armour_rank": 0}
EMPTY: dict[str, dict[str, int]] = {
    "character": {"mass": MASS},
    "unnamed": {**{row.id: UNWRITTEN for row in ATTRIBUTES}, **BARE},
    "object": {},
}


@dataclass(frozen=True)
class Sheet:
    """Its lines, and what those of them count as that are left empty."""

    fields: tuple[str, ...]
    empty: Mapping[str, int]


@rule("rough_magic.sheet")
def sheet(*, kind: str = "character") -> Sheet:
    """What stands on a sheet (rough_magic.sheet): somebody unnamed has a short one, an object three lines."""
    known = {"character": CHARACTER_FIELDS, "unnamed": UNNAMED_FIELDS, "object": OBJECT_FIELDS}
    fields = known[one_of("kind", kind, known)]
    return Sheet(fields, {field: count for field, count in EMPTY[kind].items() if field in fields})
