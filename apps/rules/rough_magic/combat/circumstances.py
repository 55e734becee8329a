"""What changes an attack roll: each circumstance is a box on one of its two sides."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Unpack

from apps.rules.dice import Dice, system_dice
from apps.rules.numbers import one_of
from apps.rules.registry import rule
from apps.rules.rough_magic.lists import ATTACKS, BOXES, CIRCUMSTANCES, Auto, Circumstance
from apps.rules.rough_magic.roll import Boxes, Roll, Sides, facts, net, rolled


@dataclass(frozen=True)
class Ticked(Sides):
    """The boxes of an attack, counted, and what settles it outright; `counted` are the keys that count for it."""

    auto: Auto = "none"
    counted: tuple[str, ...] = ()


def _counts(row: Circumstance, attack: str, adjacent: bool) -> bool:
    """Whether the row is about this kind of attack."""
    return {
        "any": True,
        "close": attack == "close",
        "ranged": attack == "ranged",
        "close or adjacent": adjacent,
        "ranged, not adjacent": not adjacent,
    }[row.when]


def tick(circumstances: Sequence[str], attack: str, adjacent: bool | None = None) -> Ticked:
    """The boxes with these keys, on both sides. A key may be named twice and counts once."""
    one_of("attack", attack, ATTACKS)
    keys = {one_of("circumstances", key, BOXES) for key in circumstances}
    close = attack == "close" or bool(adjacent)
    rows = [row for row in CIRCUMSTANCES if row.id in keys and _counts(row, attack, close)]
    does = [(row.side, row.does) for row in rows]
    settled = {what for side, what in does if side == "roll"}
    auto: Auto = "fail" if "fail" in settled else "success" if settled else "none"
    return Ticked(
        av_bonuses=does.count(("AV", 3)),
        av_penalties=does.count(("AV", -3)),
        dv_bonuses=does.count(("DV", 3)),
        auto=auto,
        counted=tuple(row.id for row in rows),
    )


def with_boxes(ticked: Ticked, boxes: Boxes) -> Sides:
    """The boxes of the table and those counted by hand."""
    counts = {"av_bonuses": ticked.av_bonuses, "av_penalties": ticked.av_penalties, "dv_bonuses": ticked.dv_bonuses}
    return Sides(**boxes).plus(**counts)


@rule("rough_magic.combat-modifiers")
def combat_modifiers(*, circumstances: Sequence[str] = (), attack: str, adjacent: bool | None = None) -> Ticked:
    """All that changes an attack roll, each side netted by itself (rough_magic.combat-modifiers).

    A close attack is adjacent, a ranged one where it is said. Refuses a key that is not in the table.
    """
    return tick(circumstances, attack, adjacent)


# One by one


@dataclass(frozen=True)
class OwnSide:
    """What a circumstance puts on the attacker's side, and that side's net with all that was told."""

    av_bonuses: int
    av_penalties: int
    av_net: int
    auto: Auto = "none"


def _own(bonuses: int, penalties: int, *, also: Ticked | None = None, auto: Auto = "none") -> OwnSide:
    more = also or Ticked()
    return OwnSide(bonuses, penalties, net(bonuses + more.av_bonuses, penalties + more.av_penalties), auto)


@dataclass(frozen=True, kw_only=True)
class Boxed(Roll):
    """A roll with what one circumstance put on its sides."""

    av_bonuses: int = 0
    dv_bonuses: int = 0


@rule("rough_magic.prone")
def prone(
    *,
    attack: str,
    adjacent: bool | None = None,
    av: int | None = None,
    dv: int | None = None,
    defender_running: bool = False,
    dice: Dice = system_dice,
    **boxes: Unpack[Boxes],
) -> Boxed:
    """A prone defender is easier to hit from near, harder from afar, never both (rough_magic.prone)."""
    own = tick(["defender-prone"], attack, adjacent)
    put = {"av_bonuses": own.av_bonuses, "dv_bonuses": own.dv_bonuses}
    sides = Sides(**boxes).plus(**put).plus(dv_bonuses=int(defender_running))
    return Boxed(**facts(rolled(av, dv, sides, dice), **put))


@rule("rough_magic.cover")
def cover(
    *,
    has_cover: bool = False,
    av: int | None = None,
    dv: int | None = None,
    dice: Dice = system_dice,
    **boxes: Unpack[Boxes],
) -> Boxed:
    """Behind an obstruction a defender has a bonus (rough_magic.cover)."""
    sides = Sides(**boxes).plus(dv_bonuses=int(has_cover))
    return Boxed(**facts(rolled(av, dv, sides, dice)), dv_bonuses=int(has_cover))


@rule("rough_magic.surprise")
def surprise(*, attacker_surprised: bool = False, defender_surprised: bool = False) -> OwnSide:
    """The surprised attack worse and are easier to hit (rough_magic.surprise)."""
    return _own(int(defender_surprised), int(attacker_surprised))


@rule("rough_magic.perceiving")
def perceiving(*, attacker_perceives: bool = True, defender_perceives: bool = True) -> OwnSide:
    """Whom one cannot perceive one cannot hit; who is not perceived hits easier (rough_magic.perceiving)."""
    return _own(int(not defender_perceives), 0, auto="none" if attacker_perceives else "fail")


@rule("rough_magic.two-handed")
def two_handed(
    *, two_handed: bool = False, hands: int = 2, attack: str = "close", attacker_running: bool = False
) -> OwnSide:
    """A two-handed weapon in one hand is a penalty (rough_magic.two-handed)."""
    one_of("hands", str(hands), ("1", "2"))
    running = tick(["attacker-running"] * attacker_running, attack)
    return _own(0, int(two_handed and hands == 1), also=running)


ENVIRONMENTS = ("normal", "underwater", "zero-g")


@rule("rough_magic.underwater-zero-g")
def underwater_zero_g(
    *, environment: str = "normal", at_home: bool = False, attack: str = "close", defender_prone: bool = False
) -> OwnSide:
    """Who is not at home underwater or in zero-G attacks with a penalty there (rough_magic.underwater-zero-g)."""
    strange = one_of("environment", environment, ENVIRONMENTS) != "normal" and not at_home
    return _own(0, int(strange), also=tick(["defender-prone"] * defender_prone, attack))
