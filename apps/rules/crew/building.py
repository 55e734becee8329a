"""Building a pool: which dice it begins with, which may join it, and what other crewmembers lend."""

from collections.abc import Sequence
from dataclasses import dataclass

from apps.rules.crew.lists import pick
from apps.rules.crew.options import DEFAULTS, Options
from apps.rules.crew.pools import SCALE, SPECIALTY, DieKind, Pool, PoolDie, check_pool, pays_when_thrown
from apps.rules.crew.steps import LADDER, SIZES, Size, read, read_all
from apps.rules.crew.totals import kept_free
from apps.rules.numbers import whole
from apps.rules.refusal import Refused
from apps.rules.registry import rule

HELPS, IN_THE_WAY = 8, 4
"""The die of a Distinction that helps, and of one that gets in the way."""
LIMITED_PRICE = 1


@dataclass(frozen=True)
class DieRow:
    """A row of crew.pool-dice. `sizes` are those on the sheet; `usual` is the one where the row leaves no choice."""

    id: DieKind
    title: str
    sizes: tuple[int, ...]
    how_many: str
    usual: int | None = None


POOL_DICE = (
    DieRow("attribute", "Attribute", SIZES[1:4], "exactly one"),
    DieRow("skill", "Skill", SIZES, "exactly one"),
    DieRow("specialty", "Specialty", (SPECIALTY,), "one at most", SPECIALTY),
    DieRow("distinction", "Distinction", (HELPS, IN_THE_WAY), "one at most", HELPS),
    DieRow("signature-asset", "Signature Asset", (6, 8), "any that fit"),
    DieRow("asset", "Asset in your favour", SIZES[1:], "any that fit", 6),
    DieRow("complication", "Complication in your favour", LADDER[1:], "any that fit"),
    DieRow("scale", "Scale die", (SCALE,), "one at most", SCALE),
    DieRow("loan", "Skill lent by another crewmember", SIZES, "one for each lender"),
)


@dataclass(frozen=True)
class Added:
    """The dice that join, what they cost and what they earn when thrown; `why` not, where it is not `legal`."""

    legal: bool
    added: tuple[int, ...]
    price: int
    pp_gain_when_thrown: int
    why: str = ""


@rule("crew.pool-dice")
def pool_dice(*, kind: str, size: Size | None = None) -> Added:
    """Whether a die of this `kind`, an id or title of POOL_DICE, may join in this `size` (crew.pool-dice).

    Without a size it is the usual one. All are free: an Asset was paid for when it was created. Not `legal`: a size
    that such a die does not have, or none where the row leaves a choice. Refuses a kind that is not listed.
    """
    row = pick("kind", kind, POOL_DICE)
    try:
        die = _sized(row, size)
    except Refused as no:
        return Added(False, (), 0, 0, no.text)
    return Added(True, (die,), 0, int(row.id == "distinction" and die == IN_THE_WAY))


def _sized(row: DieRow, size: Size | None) -> int:
    if size is not None:
        return read(size, "size", row.sizes)
    if row.usual is None:
        raise Refused("which-size", f"Which size? {row.title} may be of several.", "size")
    return row.usual


@dataclass(frozen=True)
class Built:
    """The sizes in the pool and the same as `dice` with their kinds; the plot points left. Where it is not `legal` the
    pool is empty, nothing was paid, and `why` says why."""

    legal: bool
    pool: tuple[int, ...]
    pp: int
    pp_gain_when_thrown: int
    keep: int
    dice: Pool = ()
    why: str = ""


@rule("crew.pool")
def pool(
    *,
    crewmember: str = "",
    task: str = "",
    attribute: Size | None = None,
    skill: Size | None = None,
    specialty: bool = False,
    distinction: Size | None = None,
    signature_assets: Sequence[Size] = (),
    assets: Sequence[Size] = (),
    foe_complications: Sequence[Size] = (),
    scale: bool = False,
    lent: Sequence[Size] = (),
    taken_out: bool = False,
    pp: int = 0,
    options: Options = DEFAULTS,
) -> Built:
    """A crewmember's pool: attribute and skill, then whatever joins them (crew.pool).

    Whoever is Taken Out pays a plot point and keeps one die. Not `legal`: no attribute or skill, a Distinction that is
    neither d8 nor d4, a second Signature Asset where the switch allows one, no point to act with. Refuses no size.
    """
    whole("pp", pp, least=0)
    keep = kept_free(scale=scale, limited=taken_out)
    parts: tuple[tuple[DieKind, Sequence[Size]], ...] = (
        ("attribute", _some(attribute)),
        ("skill", _some(skill)),
        ("specialty", (SPECIALTY,) * specialty),
        ("distinction", _some(distinction)),
        ("signature-asset", signature_assets),
        ("asset", assets),
        ("complication", foe_complications),
        ("scale", (SCALE,) * scale),
        ("loan", lent),
    )
    dice = tuple(PoolDie(kind, size, _title(kind)) for kind, sizes in parts for size in read_all(sizes, kind, LADDER))
    price = LIMITED_PRICE * taken_out
    try:
        _refuse_built(dice, pp, price, options)
    except Refused as no:
        return Built(False, (), pp, 0, keep, (), no.text)
    return Built(True, tuple(die.size for die in dice), pp - price, int(pays_when_thrown(dice)), keep, dice)


def _some(size: Size | None) -> tuple[Size, ...]:
    return () if size is None else (size,)


def _title(kind: DieKind) -> str:
    return pick("kind", kind, POOL_DICE).title


def _refuse_built(dice: Pool, pp: int, price: int, options: Options) -> None:
    if pp < price:
        raise Refused("no-points", "Acting while Taken Out costs 1 plot point, and none is left.", "pp")
    for die in dice:
        if die.kind == "distinction":
            read(die.size, "distinction", (IN_THE_WAY, HELPS))
    check_pool(dice, options=options)


@dataclass(frozen=True)
class Lent:
    """The dice that join the roller's pool, in the order of the lenders, and `dice`, each marked with its lender."""

    added: tuple[int, ...]
    dice: Pool


@rule("crew.lend")
def lend(*, skill: Size, lent: Sequence[Size], lenders: Sequence[str] = (), agreed: bool = True) -> Lent:
    """Skill dice of other crewmembers, one of each lender, next to the roller's own `skill` (crew.lend).

    `lenders` are their ids, in the order of the dice. Nothing is added unless roller and GM have `agreed`. Refuses a
    second die of the same lender, and as many lenders as there are no dice for.
    """
    read(skill, "skill")
    sizes = read_all(lent, "lent")
    names = tuple(lenders) or ("",) * len(sizes)
    if len(names) != len(sizes):
        raise Refused("one-each", f"{len(sizes)} dice are lent by {len(names)}: each lends one.", "lenders")
    if lenders and len(set(names)) < len(names):
        raise Refused("two-loans", "Each crewmember lends one skill die, and somebody is named twice.", "lenders")
    dice = tuple(PoolDie("loan", size, _title("loan"), of=name) for size, name in zip(sizes, names, strict=True))
    return Lent(sizes, dice) if agreed else Lent((), ())
