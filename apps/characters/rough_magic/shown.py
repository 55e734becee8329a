"""A sheet as it is drawn: endurance in five steps, and the values that come of ranks and layers."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from apps.characters.rough_magic.badges import Badge, badges_of
from apps.characters.rough_magic.opening import is_open
from apps.characters.rough_magic.points import held_for
from apps.characters.rough_magic.resting import counts_in_words
from apps.characters.rough_magic.sheet import Arm, RoughSheet
from apps.rules.rough_magic.combat.moves import ground
from apps.rules.rough_magic.lists import ATTRIBUTES, ENDURANCE, GAITS, SCALE, AttackKind
from apps.rules.rough_magic.sheet import BrawnRow, Priced, attribute_scale, brawn_table
from apps.table.viewer import Viewer


@dataclass(frozen=True)
class Step:
    """A level of endurance: `how` is "lost" or "stun" where one was lost so; `now` where they are."""

    title: str
    how: str
    now: bool


def steps_of(sheet: RoughSheet) -> list[Step]:
    """The five levels in their order; what is stunned follows what is lost (rough_magic.endurance-levels)."""
    lost, now = sheet.damage.lost, sheet.damage.lost + sheet.damage.stun
    titles = [row.object if sheet.is_thing else row.title.capitalize() for row in ENDURANCE]
    return [
        Step(title, "" if not n or n > now else "lost" if n <= lost else "stun", n == now)
        for n, title in enumerate(titles)
    ]


@dataclass(frozen=True)
class Value:
    """What somebody attacks and defends with in one kind of fighting; `attack` None without an arm for it."""

    title: str
    attack: int | None
    defence: int


def values_of(sheet: RoughSheet) -> list[Value]:
    """Attack and defence with the best that is at hand, without what states add (rough_magic.close-combat-values)."""
    return [Value(kind.capitalize(), best_attack(sheet, kind), defence) for kind, defence in sheet.defences]


def best_attack(sheet: RoughSheet, kind: AttackKind) -> int | None:
    """The highest attack value of this kind with what is drawn or on; an explosion is not rolled."""
    arms = (one for one in sheet.arms if one.kind == kind and one.on and "exploding" not in one.types)
    return max((attack_with(sheet, one) for one in arms), default=None)


def attack_with(sheet: RoughSheet, arm: Arm) -> int:
    return sheet.rank(arm.attribute) + arm.rank


@dataclass(frozen=True)
class Ranked:
    """An attribute with its rank, what the rank is called and costs, and what it is used for."""

    id: str
    title: str
    used_for: str
    rank: int
    boosted: int
    priced: Priced | None


def ranks_of(sheet: RoughSheet, viewer: Viewer) -> list[Ranked]:
    """All six; 0 and ranks above the scale have no name and no price (rough_magic.attribute-scale)."""
    return [
        Ranked(row.id, row.title, row.used_for, rank, sheet.boosted(row.id), _priced(rank, viewer))
        for row in ATTRIBUTES
        for rank in [sheet.rank(row.id)]
    ]


def _priced(rank: int, viewer: Viewer) -> Priced | None:
    return attribute_scale(rank=rank, options=viewer.options) if 1 <= rank <= SCALE[-1].top else None


@dataclass(frozen=True)
class Shown:
    """One sheet with all that stands beside it."""

    sheet: RoughSheet
    badges: list[Badge]
    steps: list[Step]

    @property
    def id(self) -> str:
        return self.sheet.id

    @property
    def is_open(self) -> bool:
        return is_open(self.sheet)


def shown(sheets: Iterable[RoughSheet], viewer: Viewer, *, reads: bool) -> list[Shown]:
    """Of each what a row shows; with `reads` for those who read the sheets."""
    return [Shown(one, badges_of(one.character, viewer, reads=reads), steps_of(one)) for one in sheets]


@dataclass(frozen=True)
class Whole(Shown):
    """The whole sheet as its owner and the GM read it."""

    ranks: list[Ranked]
    values: list[Value]
    gaits: list[int]
    brawn: BrawnRow
    points: int | None
    resting: list[str]

    @property
    def cost(self) -> int:
        """What the attributes cost in character points."""
        return sum(one.priced.total_cost for one in self.ranks if one.priced)


def whole(sheet: RoughSheet, viewer: Viewer) -> Whole:
    """Everything that is worked out; plot points are their player's (rough_magic.plot-point-session)."""
    (row,) = shown([sheet], viewer, reads=True)
    return Whole(
        sheet=sheet,
        badges=row.badges,
        steps=row.steps,
        ranks=ranks_of(sheet, viewer),
        values=values_of(sheet),
        gaits=[ground(sheet.rank("agility"), gait) for gait in GAITS],
        brawn=brawn_table(brawn=sheet.rank("brawn")),
        points=held_for(sheet.character) if sheet.character.seat is not None else None,
        resting=counts_in_words(sheet.character),
    )
