"""Plot points: they belong to the player, a few of them to a session, and each buys one thing."""

from collections.abc import Mapping
from dataclasses import dataclass

from apps.rules.listed import pick
from apps.rules.numbers import one_of, whole
from apps.rules.refusal import Refused
from apps.rules.registry import rule
from apps.rules.rough_magic.lists import SPENDING
from apps.rules.rough_magic.options import DEFAULTS, Options

START = 1
EVERYBODY = "all"


@dataclass(frozen=True)
class Points:
    points: int


def gained(points: int, count: int, options: Options) -> int:
    """With so many more, as far as the cap lets them; what somebody has above it they keep."""
    more = whole("points", points, least=0) + count
    return max(points, min(more, options.plot_point_cap)) if options.plot_point_cap else more


def refuse_broke(points: int) -> None:
    """Refuses whoever has no point."""
    if whole("points", points, least=0) < 1:
        raise Refused("no-points", "It costs 1 plot point, and 0 are left.", "points")


@rule("rough_magic.plot-point-session")
def plot_point_session(*, unspent: int, exception: bool = False, options: Options = DEFAULTS) -> Points:
    """One point each; what was left is gone, but for the GM's exception (rough_magic.plot-point-session)."""
    whole("unspent", unspent, least=0)
    return Points(gained(unspent if exception else 0, START, options))


# Earning

REASONS = ("complication", "entertainment", "setback")


@dataclass(frozen=True)
class Purses:
    """Everybody's points."""

    points: Mapping[str, int]


@rule("rough_magic.plot-point-gain")
def plot_point_gain(
    *,
    points: Mapping[str, int],
    reason: str = "entertainment",
    to: str,
    proposed_by: str = "",
    gm_accepts: bool = True,
    options: Options = DEFAULTS,
) -> Purses:
    """A point for one player, or for all, by the GM's grant (rough_magic.plot-point-gain). Refuses a stranger."""
    one_of("reason", reason, REASONS)
    one_of("to", to, (*points, EVERYBODY))
    earns = {name: int(gm_accepts and to in (name, EVERYBODY)) for name in points}
    return Purses({name: gained(count, earns[name], options) for name, count in points.items()})


@rule("rough_magic.complications")
def complications(
    *,
    points: int,
    complication: str,
    called_by: str = "player",
    gm_accepts: bool = True,
    options: Options = DEFAULTS,
) -> Points:
    """A complication that causes a serious problem earns its player a point (rough_magic.complications)."""
    one_of("called_by", called_by, ("player", "gm"))
    return Points(gained(points, int(gm_accepts), options))


# Spending


@dataclass(frozen=True)
class Spent:
    """What a point buys, and for how long; where it is not `legal` the point stays. `waits`: the GM is asked first."""

    legal: bool
    points: int
    effect: str
    lasts: str
    waits: bool


@rule("rough_magic.plot-point-spend")
def plot_point_spend(*, points: int, use: str, gm_accepts: bool = True) -> Spent:
    """One point, one use (rough_magic.plot-point-spend); it is taken only when the GM has not said no."""
    bought = pick("use", use, SPENDING)
    legal = whole("points", points, least=0) > 0 and gm_accepts
    return Spent(legal, points - legal, bought.effect, bought.lasts, bought.waits)


@dataclass(frozen=True)
class Hinted:
    points: int
    hint: str
    shown_to: str


@rule("rough_magic.inspiration")
def inspiration(*, points: int, player: str = "", hint: str = "", shown_to: str = "player") -> Hinted:
    """A hint of the GM for a point, paid when it is given (rough_magic.inspiration). Refuses who has none."""
    one_of("shown_to", shown_to, ("player", EVERYBODY))
    refuse_broke(points)
    return Hinted(points - bool(hint), hint, shown_to)


@dataclass(frozen=True)
class Retconned:
    """What the past is from now on, if the GM accepted it."""

    points: int
    permanent: bool
    log: str
    sheet_change: str


@rule("rough_magic.retcon")
def retcon(*, points: int, fact: str, sheet_change: str = "", gm_accepts: bool = True) -> Retconned:
    """A fact of the past changed for good (rough_magic.retcon); paid when the GM accepts. Refuses who has no point."""
    refuse_broke(points)
    return Retconned(points - gm_accepts, gm_accepts, fact, sheet_change if gm_accepts else "")
