"""Plot points: where they come from and what they buy; the pile, the bank, awards and callbacks."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from apps.rules.crew.characters import distinction as distinction_die
from apps.rules.crew.drama.complications import jinx
from apps.rules.crew.lists import PILE_REASONS, PLOT_POINT_GAINS, PLOT_POINT_USES, pick
from apps.rules.crew.options import DEFAULTS, Options
from apps.rules.crew.steps import Fallen, Size
from apps.rules.crew.totals import extra_dice, total
from apps.rules.numbers import whole
from apps.rules.refusal import Refused
from apps.rules.registry import rule

STARTING_POINTS = 1
"""What every player has when an Episode starts, and what one who joins later gets; the bank has as many for each."""


@dataclass(frozen=True)
class Started:
    """Plot points of each player, in the order given, and those of the bank."""

    pp: tuple[int, ...]
    bank: int


@rule("crew.plot-point-start")
def plot_point_start(
    *, players: int, old_pp: Sequence[int] = (), old_bank: int = 0, options: Options = DEFAULTS
) -> Started:
    """One plot point for each player and as many in the bank as there are players (crew.plot-point-start).

    What is left of the last Episode is gone; under the switch plot-points-carry the new points come on top of it.
    """
    whole("players", players, least=0)
    for left in old_pp:
        whole("old_pp", left, least=0)
    whole("old_bank", old_bank, least=0)
    if old_pp and len(old_pp) != players:
        raise Refused("not-each", f"{players} players are named, and {len(old_pp)} numbers of points.", "old_pp")
    if not options.plot_points_carry:
        return Started((STARTING_POINTS,) * players, players)
    carried = tuple(old_pp) or (0,) * players
    return Started(tuple(left + STARTING_POINTS for left in carried), old_bank + players)


@dataclass(frozen=True)
class Points:
    """Plot points afterwards."""

    pp: int


@rule("crew.plot-point-gains")
def plot_point_gains(
    *, pp: int, distinction: Size | None = None, jinxes: int = 0, gm: str = "pass", cause: str = ""
) -> Points:
    """Plot points after what earned some, each of them one (crew.plot-point-gains).

    That is a Distinction as d4, a jinx that the GM buys ("new" or "step up"), or a `cause`, an id of PLOT_POINT_GAINS.
    """
    whole("pp", pp, least=0)
    thrown = distinction_die(distinction=distinction, pp=pp).pp if distinction is not None else pp
    bought = jinx(jinxes=jinxes, gm=gm, existing=6 if gm == "step up" else None, pp=thrown).pp
    return Points(bought + bool(cause and pick("cause", cause, PLOT_POINT_GAINS)))


@dataclass(frozen=True)
class Used:
    """Whether all was paid for, and the `rules` that say what it does; as before where it was not."""

    legal: bool
    pp: int
    rules: tuple[str, ...]


@rule("crew.plot-point-uses")
def plot_point_uses(*, uses: Sequence[str], pp: int) -> Used:
    """Plot points after these `uses`, each an id of PLOT_POINT_USES and one point (crew.plot-point-uses)."""
    rows = [pick("uses", use, PLOT_POINT_USES) for use in uses]
    if len(rows) > whole("pp", pp, least=0):
        return Used(False, pp, ())
    return Used(True, pp - len(rows), tuple(row.rule for row in rows))


@dataclass(frozen=True)
class Called:
    """Whether the Episode pays; `already_called` are those called back in this Episode, now with this one."""

    legal: bool
    pp: int
    already_called: tuple[str, ...]


def why_no_callback(
    *, callback: str, already_called: Sequence[str], agreed: bool = True, options: Options = DEFAULTS
) -> Refused | None:
    """Why an Episode cannot be called back now, or None if it can."""
    if callback in already_called and options.callback_limit != "free":
        return Refused("called-back", f"“{callback}” was called back in this Episode already.", "callback")
    if not agreed:
        return Refused("not-agreed", f"The GM does not see what “{callback}” has to do with this.", "callback")
    return None


@rule("crew.callback")
def callback(
    *,
    callback: str,
    already_called: Sequence[str] = (),
    use: str,
    agreed: bool = True,
    pp: int = 0,
    options: Options = DEFAULTS,
) -> Called:
    """An earlier Episode is mentioned in place of a plot point (crew.callback).

    `use` is what it stands for, an id of PLOT_POINT_USES. Each Episode once per Episode, unless the switch
    callback-limit frees it; where the GM does not agree it is not ticked.
    """
    pick("use", use, PLOT_POINT_USES)
    whole("pp", pp, least=0)
    called = tuple(already_called)
    if why_no_callback(callback=callback, already_called=called, agreed=agreed, options=options):
        return Called(False, pp, called)
    return Called(True, pp, called if callback in called else (*called, callback))


@dataclass(frozen=True)
class Awarded:
    """Plot points afterwards; `log_entry` is the reason, in the words of whoever gave it."""

    pp: int
    log_entry: str


@rule("crew.award")
def award(*, pp: int, reason: str = "", player: str = "") -> Awarded:
    """One plot point from the pile for great play (crew.award)."""
    return Awarded(whole("pp", pp, least=0) + 1, reason)


def why_no_nomination(
    *, nominator: str, nominee: str, seconded: Sequence[str] = (), options: Options = DEFAULTS
) -> Refused | None:
    """Why a player cannot nominate or second another, or None if they can; `seconded` are those who have said so.

    Never under the switch award-nominations off.
    """
    if not options.award_nominations:
        return Refused("no-nominations", "At this table the GM gives plot points without nominations.")
    if nominator == nominee:
        return Refused("oneself", "Nobody can nominate themselves.", "nominee")
    if nominator in seconded:
        return Refused("seconded", "You have backed this nomination already.")
    return None


UNLIMITED: Literal["unlimited"] = "unlimited"


@dataclass(frozen=True)
class Given:
    """Plot points handed out; the pile never runs out."""

    pp_given: int
    pile: Literal["unlimited"] = UNLIMITED


@rule("crew.pile")
def pile(*, reason: str, player: str = "", times: int = 1) -> Given:
    """One plot point each time (crew.pile); `reason` is an id of PILE_REASONS. The GM takes none for a GMC from it."""
    pick("reason", reason, PILE_REASONS)
    return Given(whole("times", times, least=0))


@dataclass(frozen=True)
class Banked:
    """The bank afterwards, as before if not `legal`; `gm_total` is None where no dice were given."""

    legal: bool
    bank: int
    gm_total: int | None


@rule("crew.bank")
def bank(
    *, bank: int, extra: int = 0, gm_pays: bool = False, trigger: bool = False, keep: int = 2, dice: Fallen = ()
) -> Banked:
    """The bank after one point for each use (crew.bank): an `extra` die kept, a GMC kept in the fight (`gm_pays`), a
    Major GMC's `trigger`. With the GM's `dice`, of which `keep` are free, the total too.
    """
    price = whole("extra", extra, least=0) + gm_pays + trigger
    whole("bank", bank, least=0)
    legal = price <= bank and (not dice or extra_dice(keep=keep, pp=bank, extra=extra, dice=dice).legal)
    made = total(keep=keep, extra=extra * legal, dice=dice).total if dice else None
    return Banked(legal, bank - price * legal, made)
