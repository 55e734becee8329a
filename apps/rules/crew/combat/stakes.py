"""High stakes: who is Taken Out, who pays to stay, and what they can still do."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from apps.rules.crew.contest import PLACES, Place
from apps.rules.crew.drama.complications import COMPLICATION_SIZES
from apps.rules.crew.drama.stage import Cause, heard
from apps.rules.crew.lists import GMCS, pick
from apps.rules.crew.options import DEFAULTS, Options
from apps.rules.crew.steps import BEYOND, LADDER, Fallen, Size, read, read_all, read_fallen, step, written
from apps.rules.crew.totals import KEEP_WHEN_LIMITED, extra_dice, highest_rolling_die, raise_the_stakes, total
from apps.rules.numbers import one_of, whole
from apps.rules.refusal import Refused
from apps.rules.registry import rule

STAKES = ("no", "both", *PLACES)
Price = Literal["new", "raise", "step up"]
PRICES: tuple[Price, ...] = ("new", "raise", "step up")
UNTIL = "end of the conflict"


def at_stake(high_stakes: bool | str, place: str) -> bool:
    """Whether that side is Taken Out if it loses; `high_stakes` is "no", "both" (or True), or the one concerned."""
    if isinstance(high_stakes, bool):
        return high_stakes
    return one_of("high_stakes", high_stakes, STAKES) in ("both", one_of("player", place, PLACES))


@dataclass(frozen=True)
class HighStakes:
    """`success` is the aggressor's. `lost`: the player's side did, at high stakes. `until`: empty unless it is out."""

    success: bool
    lost: bool
    taken_out: bool
    until: str


@rule("crew.high-stakes")
def high_stakes(
    *,
    high_stakes: bool | str,
    player: Place,
    defender_total: int | None = None,
    aggressor_total: int | None = None,
    defender: Sequence[Size] = (),
    aggressor: Sequence[Size] = (),
    pp: int = 0,
    pays: bool = False,
    dice: Fallen = (),
) -> HighStakes:
    """Whether the loser of a roll is Taken Out (crew.high-stakes): `player` is the side asked about.

    `high_stakes` is "no", "both" (or True), "defender" or "aggressor". Give both totals, or both pools and the dice as
    they fell, the defender's first. Whoever `pays` a plot point, if there is one, stays in the fight.
    """
    one_of("player", player, PLACES)
    if defender_total is None or aggressor_total is None:
        defender_total, aggressor_total = (total(dice=part).total for part in both_sides(defender, aggressor, dice))
    success = raise_the_stakes(defender_total=defender_total, aggressor_total=aggressor_total).success
    lost = at_stake(high_stakes, player) and success == (player == "defender")
    out = lost and not (pays and whole("pp", pp, least=0) > 0)
    return HighStakes(success, lost, out, UNTIL if out else "")


def both_sides(defender: Sequence[Size], aggressor: Sequence[Size], dice: Fallen) -> tuple[Fallen, Fallen]:
    """The fallen dice of the defender, then of the aggressor. Refuses dice that are not those of the two pools."""
    pools = (*read_all(defender, "defender", LADDER), *read_all(aggressor, "aggressor", LADDER))
    fallen = read_fallen(dice)
    if tuple(size for size, _ in fallen) != pools:
        raise Refused("other-dice", f"{len(pools)} dice are in the two pools, the defender's first.", "dice")
    return fallen[: len(defender)], fallen[len(defender) :]


# Staying in the fight


@dataclass(frozen=True)
class Stayed:
    """`complication`: the size of a new one; `existing`: of one raised or stepped up, as it was otherwise."""

    pp: int
    gm_choices: tuple[Price, ...]
    complication: int | None
    existing: int | None
    taken_out: bool


def price_size(*, highest: Size | None) -> int:
    """The Complication for staying: the size of the opposing pool's highest rolling die, at least (if none fell) d6."""
    return 6 if highest is None else max(6, min(12, read(highest, "highest", LADDER)))


def price_choices(*, highest: Size | None, existing: Size | None = None) -> tuple[Price, ...]:
    """What may be asked of whoever stays: a new Complication, or with an `existing` one raising it or a step up.

    None as large as the highest rolling die can be raised to it, and d12+ has no step above.
    """
    if existing is None:
        return ("new",)
    before = read(existing, "existing", COMPLICATION_SIZES)
    larger: tuple[Price, ...] = ("raise",) if before < price_size(highest=highest) else ()
    return ("new", *larger, *(("step up",) if before < BEYOND else ()))


def why_no_stay(*, pp: int, lost: bool = True, high_stakes: bool = True) -> Refused | None:
    """Why staying cannot be paid for, or None if it can. `pp`: at hand, a callback is one more."""
    if not (lost and high_stakes):
        return Refused("not-out", "Only whoever lost a high stakes roll pays to stay in the fight.")
    if whole("pp", pp, least=0) == 0:
        return Refused("no-points", "Staying in the fight costs 1 plot point, and none is left.", "pp")
    return None


@dataclass(frozen=True)
class Exacted:
    """What staying has cost in Complications: a new one, or an existing one as it is then."""

    complication: int | None
    existing: int | None
    taken_out: bool


def exact(*, choice: str, highest: Size | None, existing: Size | None = None) -> Exacted:
    """The Complication for staying, by `choice`: "new", "raise" or "step up". Refuses what cannot be had."""
    one_of("gm", choice, PRICES)
    before = None if existing is None else read(existing, "existing", COMPLICATION_SIZES)
    size = price_size(highest=highest)
    if choice == "new":
        return Exacted(size, before, False)
    if before is None:
        raise Refused("none-to-step-up", "There is no Complication yet; make a new one.", "existing")
    if choice not in price_choices(highest=highest, existing=before):
        raise Refused("as-large", f"It is {written(before)} already: {_instead(before, size)}.", "gm")
    after = size if choice == "raise" else step(size=before, steps=1).size
    return Exacted(None, after, after == BEYOND)


def _instead(before: int, size: int) -> str:
    if before == BEYOND:
        return "nothing is larger, so make a new one"
    return f"it cannot be raised to {written(size)}, so make a new one or step it up"


@rule("crew.stay-in-the-fight")
def stay_in_the_fight(
    *,
    high_stakes: bool = True,
    lost: bool = True,
    pp: int,
    pays: bool,
    gm: str = "",
    existing: Size | None = None,
    highest: Size | None = None,
    player: Place = "aggressor",
    defender: Sequence[Size] = (),
    aggressor: Sequence[Size] = (),
    dice: Fallen = (),
    options: Options = DEFAULTS,
) -> Stayed:
    """Whoever lost a high stakes roll pays a plot point and takes a Complication instead (crew.stay-in-the-fight).

    `highest` is the highest rolling die of the opposing pool; or give the `dice` of that pool (of both where both are
    given, the defender's first). `gm` picks from `gm_choices`, empty while it is still to be picked. Without paying,
    or without a point, the crewmember is Taken Out; by a Complication stepped up to d12+ as well.
    """
    before = None if existing is None else read(existing, "existing", COMPLICATION_SIZES)
    if highest is None:
        highest = _opposing_highest(player, defender, aggressor, dice, options)
    no = why_no_stay(pp=pp, lost=lost, high_stakes=high_stakes)
    if no or not pays:
        return Stayed(pp, (), None, before, high_stakes and lost)
    choices = price_choices(highest=highest, existing=before)
    if not gm:
        return Stayed(pp - 1, choices, None, before, False)
    cost = exact(choice=gm, highest=highest, existing=before)
    return Stayed(pp - 1, choices, cost.complication, cost.existing, cost.taken_out)


def _opposing_highest(
    player: Place, defender: Sequence[Size], aggressor: Sequence[Size], dice: Fallen, options: Options
) -> int | None:
    one_of("player", player, PLACES)
    if defender and aggressor and len(dice) == len(defender) + len(aggressor):
        dice = both_sides(defender, aggressor, dice)[player == "defender"]
    return highest_rolling_die(dice=dice, options=options).die if dice else None


@dataclass(frozen=True)
class GmcStayed:
    """`gmc_complication`: the size of a new one; `existing`: of one raised or stepped up, as it was otherwise."""

    legal: bool
    bank: int
    taken_out: bool
    choices: tuple[Price, ...]
    gmc_complication: int | None
    existing: int | None


def why_no_gmc_stay(*, gmc: str, bank: int, lost: bool = True, high_stakes: bool = True) -> Refused | None:
    """Why the bank cannot keep a GMC in the fight, or None if it can."""
    if not pick("gmc", gmc, GMCS).may_stay:
        return Refused("extra", "An Extra cannot be kept in the fight: only Major and Minor GMCs can.", "gmc")
    if lost and high_stakes and whole("bank", bank, least=0) == 0:
        return Refused("no-points", "Keeping a GMC in the fight costs 1, and the bank is empty.", "bank")
    return why_no_stay(pp=bank, lost=lost, high_stakes=high_stakes)


@rule("crew.gmc-stay")
def gmc_stay(
    *,
    gmc: str,
    bank: int,
    gm_pays: bool,
    high_stakes: bool = True,
    lost: bool = True,
    winner: str = "",
    existing: Size | None = None,
    highest: Size | None = None,
    options: Options = DEFAULTS,
) -> GmcStayed:
    """A Major or Minor GMC who lost a high stakes roll is kept in the fight for one of the bank (crew.gmc-stay).

    `gmc` is a role's id. The `winner` picks from `choices` what the GMC takes for it, empty while that is still to be
    picked; with the switch gmc-stay-complication off nothing. `highest`: the highest rolling die of the winner's pool.
    """
    before = None if existing is None else read(existing, "existing", COMPLICATION_SIZES)
    if why_no_gmc_stay(gmc=gmc, bank=bank, lost=lost, high_stakes=high_stakes):
        return GmcStayed(False, bank, high_stakes and lost, (), None, before)
    if not gm_pays:
        return GmcStayed(True, bank, True, (), None, before)
    choices = price_choices(highest=highest, existing=before) if options.gmc_stay_complication else ()
    if not (winner and choices):
        return GmcStayed(True, bank - 1, False, choices, None, before)
    cost = exact(choice=winner, highest=highest, existing=before)
    return GmcStayed(True, bank - 1, cost.taken_out, choices, cost.complication, cost.existing)


# Out, and what is still possible


@dataclass(frozen=True)
class Out:
    """Whether somebody is out, and the Complication afterwards."""

    taken_out: bool
    complication: int | None


@rule("crew.taken-out")
def taken_out(*, cause: Cause, complication: Size | None = None, steps: int = 0, events: Sequence[str] = ()) -> Out:
    """Whether somebody is Taken Out by that `cause` (crew.taken-out); with two of them, until both have ended.

    By "high stakes" until the conflict is over (`events` "conflict end" or "scene end"), by a "complication" while it
    is d12+: give its size and the `steps` since, up or down.
    """
    one_of("cause", cause, ("high stakes", "complication"))
    since = set(heard(events))
    if cause == "high stakes":
        return Out(not since & {"conflict end", "scene end"}, None)
    if complication is None:
        raise Refused("no-complication", "Which Complication? Its size is needed.", "complication")
    after = step(size=complication, steps=steps)
    return Out(after.taken_out, after.size)


@dataclass(frozen=True)
class Limited:
    """A total of one die and of those bought; as nothing had been done, and no total, if not `legal`."""

    legal: bool
    total: int | None
    pp: int


def why_not_limited(*, pp: int, taken_out: bool = True) -> Refused | None:
    """Why no limited action can be paid for, or None if it can. `pp`: at hand, a callback is one more."""
    if not taken_out:
        return Refused("not-out", "Only whoever is Taken Out acts in this way, and pays for it.")
    if whole("pp", pp, least=0) == 0:
        return Refused("no-points", "Acting while Taken Out costs 1 plot point, and none is left.", "pp")
    return None


@rule("crew.limited-action")
def limited_action(*, taken_out: bool = True, pp: int, extra: int = 0, scale: bool = False, dice: Fallen) -> Limited:
    """An action while Taken Out: 1 plot point, one die kept, 1 more for each `extra` (crew.limited-action).

    A Scale die (`scale`) is among the dice, yet one is kept all the same. Not `legal`: not Taken Out, too few points,
    or not that many dice to keep.
    """
    whole("extra", extra, least=0)
    if why_not_limited(pp=pp, taken_out=taken_out):
        return Limited(False, None, pp)
    bought = extra_dice(keep=KEEP_WHEN_LIMITED, pp=pp - 1, extra=extra, dice=dice)
    return Limited(True, bought.total, bought.pp) if bought.legal else Limited(False, None, pp)
