"""Consequences for lenders: whoever lends a skill die shares what the roller suffers."""

from collections.abc import Sequence
from dataclasses import dataclass

from apps.rules.crew.drama.complications import jinx
from apps.rules.crew.heroes import split
from apps.rules.crew.options import DEFAULTS, Options
from apps.rules.crew.steps import BEYOND, LADDER, Fallen, Size, new_complication, read, step
from apps.rules.numbers import whole
from apps.rules.refusal import Refused
from apps.rules.registry import rule


@dataclass(frozen=True)
class Shared:
    """What a bought jinx or a botch does to one lender: a new Complication, or one of the roller's name stepped up."""

    complication: int | None
    existing: int | None
    taken_out: bool


def shared_with_lender(*, ones: int, new: bool, existing: Size | None = None) -> Shared:
    """The lender's share of that many 1s (crew.lend-consequences).

    With a `new` one the same; where one of the roller's is stepped up, the lender's `existing` Complication of the same
    name by as much, or lacking it a new one, d6 and a step more for each 1 beyond the first.
    """
    before = None if existing is None else read(existing, "existing", LADDER[1:])
    if new or before is None:
        made = new_complication(ones)
        return Shared(made.size, before, made.taken_out)
    grown = step(size=before, steps=ones)
    return Shared(None, grown.size, grown.taken_out)


@dataclass(frozen=True)
class Consequences:
    """Roller and lender afterwards. A complication is a new one; existing ones are as they were where nothing came."""

    roller_complication: int | None
    lender_complication: int | None
    roller_existing: int | None
    lender_existing: int | None
    roller_pp: int
    lender_pp: int
    roller_taken_out: bool
    lender_taken_out: bool


@dataclass(frozen=True)
class _Suffered:
    complication: int | None
    existing: int | None
    pp: int
    taken_out: bool


@rule("crew.lend-consequences")
def lend_consequences(
    *,
    roller: Sequence[Size] = (),
    lent: Sequence[Size] = (),
    jinxes: int | None = None,
    gm: str = "pass",
    roller_existing: Size | None = None,
    lender_existing: Size | None = None,
    roller_pp: int = 0,
    lender_pp: int = 0,
    high_stakes: bool = False,
    lost: bool = False,
    roller_pays: bool = False,
    lender_pays: bool = False,
    dice: Fallen = (),
    options: Options = DEFAULTS,
) -> Consequences:
    """What a roll with a lent die does to the roller and to one lender (crew.lend-consequences).

    Give the number of `jinxes`, or the `dice` as they fell, the roller's and then those lent. The lender's Complication
    is as large as the roller's; the roller alone gains a plot point, unless the switch lender-gets-point is on. A lost
    high stakes roll takes both out, and each pays or does not for themselves. Refuses what crew.jinx refuses.
    """
    faces = _faces(roller, lent, dice)
    ones = faces.count(1) if jinxes is None else whole("jinxes", jinxes, least=0)
    botched = bool(faces) and faces.count(1) == len(faces)
    both_out = high_stakes and lost
    roller_is = _roller(ones, botched, gm, roller_existing, whole("roller_pp", roller_pp, least=0))
    gains = options.lender_gets_point and not botched and gm != "pass"
    lender_is = _lender(ones, botched, gm, lender_existing, whole("lender_pp", lender_pp, least=0) + gains)
    own, theirs = _stakes(roller_is, both_out, roller_pays), _stakes(lender_is, both_out, lender_pays)
    return Consequences(
        own.complication,
        theirs.complication,
        own.existing,
        theirs.existing,
        own.pp,
        theirs.pp,
        own.taken_out,
        theirs.taken_out,
    )


def _faces(roller: Sequence[Size], lent: Sequence[Size], dice: Fallen) -> list[int]:
    parts = split(roller, lent, dice) if dice else split((), (), ())
    if parts.rest:
        raise Refused("other-dice", f"{len(parts.rest)} dice belong neither to the roller nor to a lender.", "dice")
    return [face for _, face in (*parts.defender, *parts.aggressor)]


def _roller(ones: int, botched: bool, gm: str, existing: Size | None, pp: int) -> _Suffered:
    before = None if existing is None else read(existing, "roller_existing", LADDER[1:])
    if botched:
        made = new_complication(ones)
        return _Suffered(made.size, before, pp, made.taken_out)
    jinxed = jinx(jinxes=ones, gm=gm, existing=before, pp=pp)
    return _Suffered(jinxed.complication, jinxed.existing, jinxed.pp, jinxed.taken_out)


def _lender(ones: int, botched: bool, gm: str, existing: Size | None, pp: int) -> _Suffered:
    before = None if existing is None else read(existing, "lender_existing", LADDER[1:])
    if gm == "pass" and not botched:
        return _Suffered(None, before, pp, before == BEYOND)
    shared = shared_with_lender(ones=ones, new=botched or gm == "new", existing=before)
    return _Suffered(shared.complication, shared.existing, pp, shared.taken_out)


def _stakes(suffered: _Suffered, out: bool, pays: bool) -> _Suffered:
    """A lost high stakes roll on top: out, unless there is a point and it is paid. It never lifts d12+."""
    stays = pays and suffered.pp > 0
    return _Suffered(
        suffered.complication,
        suffered.existing,
        suffered.pp - (out and stays),
        suffered.taken_out or (out and not stays),
    )
