"""A whole contest in one go: dice and decisions in, everything that comes of it out."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from apps.rules.crew.combat.stakes import high_stakes as lost_at_stakes
from apps.rules.crew.contest import (
    PLACES,
    Contest,
    Place,
    Side,
    botch,
    buyable,
    hero_changes,
    jinx_places,
    jinxes,
    other,
    result,
    side_of,
    with_hero,
    with_side,
)
from apps.rules.crew.drama.complications import jinx, opportunity
from apps.rules.crew.heroes import Pairs, big_damn_hero_loss, refuse_hero_die, split, without
from apps.rules.crew.options import DEFAULTS, Options
from apps.rules.crew.pools import PoolDie, RollerKind
from apps.rules.crew.steps import BEYOND, LADDER, Fallen, Size, new_complication, read, read_all, written
from apps.rules.crew.totals import refuse_extra
from apps.rules.numbers import one_of, whole
from apps.rules.refusal import Refused
from apps.rules.registry import rule


@dataclass(frozen=True)
class Exchanged:
    """How it ended. `success` is the aggressor's, `exceptional` the winner's; `jinxes` are the player's 1s,
    `opportunity` the other side's. `complication` is a new one's size, `existing` that of the one there was."""

    defender_total: int
    aggressor_total: int
    success: bool
    margin: int
    exceptional: bool
    jinxes: int
    opportunity: int
    bdh: tuple[int, ...]
    complication: int | None
    existing: int | None
    pp: int
    taken_out: bool


@rule("crew.exchange")
def exchange(
    *,
    defender: Sequence[Size],
    aggressor: Sequence[Size],
    player: Place,
    dice: Fallen,
    high_stakes: bool | str = False,
    pp: int = 0,
    bdh: Sequence[Size] = (),
    extra: int = 0,
    use: Size | None = None,
    take_back: bool = True,
    gm: str = "pass",
    existing: Size | None = None,
    buy: bool = False,
    pays: bool = False,
    options: Options = DEFAULTS,
) -> Exchanged:
    """One roll against another, settled whole for the crewmember on the side `player` (crew.exchange).

    `dice` fell in this order: the defender's pool, the aggressor's, the Big Damn Hero die in `use`. Decisions: `extra`
    dice kept, `gm`'s answer to the jinxes, `buy` for an opportunity (both about the `existing` Complication), and
    whether the player `pays` to stay in the fight; what that costs in Complications is crew.stay-in-the-fight's to say.
    Refuses dice that are not those of the pools, and each decision that its own rule refuses.
    """
    one_of("player", player, PLACES)
    parts = split(defender, aggressor, dice)
    if len(parts.rest) != (use is not None):
        raise Refused("other-dice", f"{len(parts.rest)} dice have fallen that belong to no pool.", "dice")
    contest = Contest("", _side("defender", player, parts.defender), _side("aggressor", player, parts.aggressor))
    crew = Crew(whole("pp", pp, least=0), read_all(bdh, "bdh"), _existing(existing))
    # A point for the jinxes of the pool may be spent at once, so it is there before anything that costs one.
    early = _bought_early(side_of(contest, player), gm)
    contest, crew = _with_extra(contest, player, extra, replace(crew, pp=crew.pp + early))
    if use is not None:
        contest, crew = _with_hero(contest, player, read(use, "use"), parts.rest[0][1], take_back, crew, options)
    crew = _jinxed(side_of(contest, player), gm, crew, early)
    if buy:
        crew = _opportunity_bought(side_of(contest, other(player)), crew, options)
    crew = replace(crew, store=_store_after(contest, player, crew.store, options))
    return _ended(contest, player, high_stakes, pays, crew, options)


@dataclass(frozen=True)
class Crew:
    """What the crewmember has at some point of it."""

    pp: int
    store: tuple[int, ...]
    existing: int | None
    complication: int | None = None
    out: bool = False


def _existing(size: Size | None) -> int | None:
    return None if size is None else read(size, "existing", LADDER[1:])


def _side(place: Place, player: Place, fallen: Pairs) -> Side:
    """A side that has thrown and let its total stand."""
    pool = tuple(PoolDie("asset", size, written(size)) for size, _ in fallen)
    kind: RollerKind = "crewmember" if place == player else "opposition"
    return Side(kind=kind, pool=pool, faces=tuple(face for _, face in fallen), announced=True)


def _bought_early(side: Side, gm: str) -> int:
    return int(gm != "pass" and bool(jinx_places(side)) and not botch(side))


def _with_extra(contest: Contest, player: Place, extra: int, crew: Crew) -> tuple[Contest, Crew]:
    side = side_of(contest, player)
    refuse_extra(whole("extra", extra, least=0), len(buyable(side)), crew.pp)
    kept = replace(side, extra=buyable(side)[:extra])
    return with_side(contest, player, kept), replace(crew, pp=crew.pp - extra)


def _with_hero(
    contest: Contest, player: Place, size: int, face: int, take_back: bool, crew: Crew, options: Options
) -> tuple[Contest, Crew]:
    refuse_hero_die(bdh=crew.store, pp=crew.pp, use=size, options=options)
    contest = with_hero(contest, player, size, lambda count, sides: (face,) * count, take_back, options)
    returned = side_of(contest, player).heroes[-1].returned
    store = crew.store if returned else without(crew.store, size)
    return contest, replace(crew, pp=crew.pp - 1, store=store)


def _jinxed(side: Side, gm: str, crew: Crew, early: int) -> Crew:
    """A botch makes a Complication by itself; of jinxes the GM makes what they like, having paid if `early`."""
    if botch(side):
        made = new_complication(len(side.faces))
        return replace(crew, complication=made.size, out=made.taken_out)
    of = jinx(jinxes=jinxes(side), gm=gm, existing=crew.existing)
    out = of.taken_out or of.existing == BEYOND
    return replace(crew, complication=of.complication, existing=of.existing, pp=crew.pp + of.pp - early, out=out)


def _opportunity_bought(opposition: Side, crew: Crew, options: Options) -> Crew:
    """The player's Complication steps down: the one there was."""
    if crew.existing is None:
        raise Refused("no-complication", "There is no Complication that an opportunity could step down.", "existing")
    ones = len(jinx_places(opposition))
    bought = opportunity(opportunity=ones, complication=crew.existing, pp=crew.pp, options=options)
    if not bought.legal:
        raise Refused("no-opportunity", "An opportunity needs a 1 of the opposition and a plot point for it.", "buy")
    return replace(crew, existing=bought.complication, pp=bought.pp, out=crew.complication == BEYOND)


def _store_after(contest: Contest, player: Place, store: tuple[int, ...], options: Options) -> tuple[int, ...]:
    for change in hero_changes(contest, options):
        if change.place == player:
            lost = big_damn_hero_loss(bdh=store, exceptional=not change.won, die=change.size, options=options)
            store = (*store, change.size) if change.won else lost.bdh
    return store


def _ended(
    contest: Contest, player: Place, high_stakes: bool | str, pays: bool, crew: Crew, options: Options
) -> Exchanged:
    ended = result(contest, options)
    defender, aggressor = ended.defender_total, ended.aggressor_total
    staked = lost_at_stakes(
        high_stakes=high_stakes,
        player=player,
        pp=crew.pp,
        pays=pays,
        defender_total=defender,
        aggressor_total=aggressor,
    )
    return Exchanged(
        defender_total=defender,
        aggressor_total=aggressor,
        success=ended.success,
        margin=ended.margin,
        exceptional=ended.exceptional,
        jinxes=jinxes(side_of(contest, player)),
        opportunity=len(jinx_places(side_of(contest, other(player)))),
        bdh=crew.store,
        complication=crew.complication,
        existing=crew.existing,
        pp=crew.pp - (staked.lost and not staked.taken_out),
        taken_out=staked.taken_out or crew.out,
    )
