"""Assets, and the scenes and Episodes that they last for."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from apps.rules.crew.drama.complications import COMPLICATION_SIZES
from apps.rules.crew.drama.points import plot_point_start
from apps.rules.crew.options import DEFAULTS, Options
from apps.rules.crew.steps import SIZES, Size, read, read_all
from apps.rules.numbers import one_of, whole
from apps.rules.refusal import Refused
from apps.rules.registry import rule

ASSET = 6
ASSET_SIZES = SIZES[1:]
"""A trigger may step up a created Asset."""
Lasts = Literal["scene", "Episode"]
EVENTS = ("scene end", "conflict end", "Episode start", "Episode end")
"""What the GM announces."""
Cause = Literal["high stakes", "complication"]


def heard(events: Sequence[str]) -> tuple[str, ...]:
    """The `events`, each one of EVENTS."""
    return tuple(one_of("events", event, EVENTS) for event in events)


@dataclass(frozen=True)
class Asset:
    """A created Asset, None when it is not there or gone, until when it `lasts`, and the plot points afterwards."""

    legal: bool
    asset: int | None
    lasts: Lasts | None
    pp: int


def why_no_asset(*, pp: int, price: int = 1) -> Refused | None:
    """Why no Asset can be created or kept now, or None if it can. `pp`: at hand, a callback is one more."""
    if pp >= price:
        return None
    costs = f"{price} plot point{'' if price == 1 else 's'}"
    return Refused("no-points", f"This costs {costs}, and {'none is' if not pp else f'only {pp} is'} left.", "pp")


@rule("crew.asset")
def asset(*, name: str = "", create: bool = True, pp: int, flashback: str = "", events: Sequence[str] = ()) -> Asset:
    """An Asset d6 for the rest of the scene, for one plot point (crew.asset). `events`: what has ended since.

    Not `legal`: no point for it. The GM may ask for a `flashback`, which changes no number.
    """
    whole("pp", pp, least=0)
    since = heard(events)
    legal = why_no_asset(pp=pp) is None
    if not (legal and create):
        return Asset(legal, None, None, pp)
    gone = bool({"scene end", "Episode end"} & set(since))
    return Asset(True, None if gone else ASSET, "scene", pp - 1)


@rule("crew.asset-keep")
def asset_keep(
    *,
    asset: Size = ASSET,
    create: bool = False,
    keep_for_episode: bool = True,
    pp: int,
    events: Sequence[str] = (),
) -> Asset:
    """An Asset lasts for the Episode, for one plot point, or two where it is created first (crew.asset-keep).

    `asset` is the size of one that exists. Not `legal`, and nothing paid: too few points for all of it.
    """
    size = ASSET if create else read(asset, "asset", ASSET_SIZES)
    price = create + keep_for_episode
    since = set(heard(events))
    if why_no_asset(pp=whole("pp", pp, least=0), price=price):
        return Asset(False, None if create else size, None if create else "scene", pp)
    ends = {"Episode end"} if keep_for_episode else {"scene end", "Episode end"}
    return Asset(True, None if ends & since else size, "Episode" if keep_for_episode else "scene", pp - price)


@dataclass(frozen=True)
class Stage:
    """What there is afterwards: Assets and Complications by size, and what still keeps a character out."""

    scene_assets: tuple[int, ...]
    episode_assets: tuple[int, ...]
    complications: tuple[int, ...]
    taken_out: tuple[Cause, ...]
    treated_this_scene: bool


@rule("crew.scene")
def scene(
    *,
    events: Sequence[str],
    scene_assets: Sequence[Size] = (),
    episode_assets: Sequence[Size] = (),
    complications: Sequence[Size] = (),
    taken_out: Collection[Cause] = (),
    treated_this_scene: bool = False,
    options: Options = DEFAULTS,
) -> Stage:
    """What the end of a scene takes away (crew.scene): its Assets, the recovery limit, and being Taken Out by stakes.

    Under the switch complications-clear-at "scene end" the Complications too, and who was out by one is back.
    """
    before = Stage(
        read_all(scene_assets, "scene_assets", ASSET_SIZES),
        read_all(episode_assets, "episode_assets", ASSET_SIZES),
        read_all(complications, "complications", COMPLICATION_SIZES),
        tuple(taken_out),
        treated_this_scene,
    )
    since = heard(events)
    if "scene end" not in since:
        return _back(before, "conflict end" in since)
    after = replace(_back(before, True), scene_assets=(), treated_this_scene=False)
    return _cleared(after) if options.complications_clear_at == "scene end" else after


def _back(stage: Stage, over: bool) -> Stage:
    """Whoever was out by high stakes is back once the conflict is `over`."""
    return replace(stage, taken_out=tuple(one for one in stage.taken_out if not over or one != "high stakes"))


def _cleared(stage: Stage) -> Stage:
    return replace(stage, complications=(), taken_out=tuple(one for one in stage.taken_out if one != "complication"))


@dataclass(frozen=True)
class Episode:
    """What there is afterwards; `bdh` are the Big Damn Hero dice in store, `pp` the points of each player."""

    pp: tuple[int, ...]
    bank: int
    episode_assets: tuple[int, ...]
    complications: tuple[int, ...]
    bdh: tuple[int, ...]
    past_episodes: tuple[str, ...]


@rule("crew.episode")
def episode(
    *,
    events: Sequence[str],
    title: str = "",
    players: int = 0,
    old_pp: Sequence[int] = (),
    old_bank: int = 0,
    episode_assets: Sequence[Size] = (),
    complications: Sequence[Size] = (),
    bdh: Sequence[Size] = (),
    past_episodes: Sequence[str] = (),
    options: Options = DEFAULTS,
) -> Episode:
    """What the start or the end of an Episode does (crew.episode).

    Its start sets the points of the players and the bank and, under the switch bdh-kept-between-episodes off, clears
    the Big Damn Hero dice. Its end takes the Assets made to last for it, adds its `title` to the past Episodes and,
    under complications-clear-at "episode end", takes the Complications. Refuses an end without a title.
    """
    before = Episode(
        tuple(old_pp),
        old_bank,
        read_all(episode_assets, "episode_assets", ASSET_SIZES),
        read_all(complications, "complications", COMPLICATION_SIZES),
        read_all(bdh, "bdh"),
        tuple(past_episodes),
    )
    since = heard(events)
    ended = _ended(before, title, options) if "Episode end" in since else before
    return _begun(ended, players, options) if "Episode start" in since else ended


def _ended(episode: Episode, title: str, options: Options) -> Episode:
    if not title.strip():
        raise Refused("no-title", "An Episode needs a title: it is called back by it later.", "title")
    clears = options.complications_clear_at == "episode end"
    past = (*episode.past_episodes, title.strip())
    left = () if clears else episode.complications
    return replace(episode, episode_assets=(), complications=left, past_episodes=past)


def _begun(episode: Episode, players: int, options: Options) -> Episode:
    start = plot_point_start(players=players, old_pp=episode.pp, old_bank=episode.bank, options=options)
    kept = episode.bdh if options.bdh_kept_between_episodes else ()
    return replace(episode, pp=start.pp, bank=start.bank, bdh=kept)
