"""Getting out of a scene, and into one."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from apps.rules.numbers import one_of, whole
from apps.rules.refusal import Refused
from apps.rules.registry import rule
from apps.rules.yarn.drama.parties import found, member
from apps.rules.yarn.options import DEFAULTS, Options
from apps.rules.yarn.orders import GM as THE_GM
from apps.rules.yarn.orders import Names
from apps.rules.yarn.verdict import Verdict

# Ducking


@dataclass(frozen=True)
class Ducked(Verdict):
    """The cast and both hands afterwards; with fewer than two left the caller starts over."""

    cast: Names
    hand: int
    caller_hand: int
    left: bool

    @property
    def caller_starts_over(self) -> bool:
        return self.left and len(self.cast) < 2


@rule("yarn.duck")
def duck(
    *,
    cast: Sequence[str],
    player: str,
    caller_answer: str,
    player_answer: str = "stay",
    hand: int = 0,
    caller_hand: int = 0,
    options: Options = DEFAULTS,
) -> Ducked:
    """The caller gives way for nothing, or compels; then the player stays, or pays the caller 1 token (yarn.duck).

    Not legal: without a token in hand, or for a recurring character under the switch gm-may-duck-and-rush. Refuses a
    character that is not cast.
    """
    who = found(player, cast, "player")
    one_of("caller_answer", caller_answer, ("give way", "compel"))
    one_of("player_answer", player_answer, ("stay", "pay"))
    whole("hand", hand, least=0)
    whole("caller_hand", caller_hand, least=0)
    if who.is_recurring and not options.gm_may_duck_and_rush:
        why = Refused("not-the-gms", "At this table the GM does not duck for a recurring character.", "player")
        return Ducked(why, tuple(cast), hand, caller_hand, False)
    without = tuple(one for one in cast if one != who.written)
    if caller_answer == "give way":
        return Ducked(None, without, hand, caller_hand, True)
    if player_answer == "stay":
        return Ducked(None, tuple(cast), hand, caller_hand, False)
    if not hand:
        why = Refused("no-token", "To duck costs a token, and the hand is empty: the character stays.", "hand")
        return Ducked(why, tuple(cast), 0, caller_hand, False)
    return Ducked(None, without, hand - 1, caller_hand + 1, True)


@dataclass(frozen=True)
class Pair(Ducked):
    """Also who calls the new scene, None where the old one goes on, and who cannot be cast in it."""

    next_caller: str | None
    barred: Names


@rule("yarn.duck-pair")
def duck_pair(
    *,
    cast: Sequence[str],
    caller: str,
    player: str,
    caller_answer: str,
    player_answer: str = "stay",
    hand: int = 0,
    caller_hand: int = 0,
    ducked: Sequence[str] = (),
    options: Options = DEFAULTS,
) -> Pair:
    """With one left of the cast the caller calls another scene, without those who ducked (yarn.duck-pair).

    `ducked` are those who did so before.
    """
    given = duck(
        cast=cast,
        player=player,
        caller_answer=caller_answer,
        player_answer=player_answer,
        hand=hand,
        caller_hand=caller_hand,
        options=options,
    )
    over = given.caller_starts_over
    barred = (*ducked, member(player).name) if given.left else tuple(ducked)
    return Pair(given.why, given.cast, given.hand, given.caller_hand, given.left, caller if over else None, barred)


# Rushing

PAYS = ("token", "bennie")


@dataclass(frozen=True)
class Rushed(Verdict):
    """Whether the character is in, and what all hold afterwards; the GM never has a bennie."""

    joined: bool
    hand: int
    bennies: int
    caller_hand: int
    caller_bennies: int
    GM: int | None
    gm_bennies: int = 0


def why_not_rushed(*, pays: str, hand: int, bennies: int, rusher: str, options: Options) -> Refused | None:
    """Why nobody can rush a scene with this, or None."""
    if rusher == THE_GM and not options.gm_may_duck_and_rush:
        return Refused(
            "not-the-gms", "At this table the GM does not rush a scene with a recurring character.", "rusher"
        )
    if (hand if pays == "token" else bennies) < 1:
        return Refused(
            "nothing-to-pay", f"To rush the scene costs a token or a bennie, and there is no {pays}.", "pays"
        )
    return None


@rule("yarn.rush")
def rush(
    *,
    caller: str = "",
    consent: bool,
    pays: str = "token",
    block: bool = False,
    hand: int = 0,
    bennies: int = 0,
    caller_hand: int = 0,
    caller_bennies: int = 0,
    caller_spent: int = 0,
    GM: int | None = None,
    rusher: str = "",
    options: Options = DEFAULTS,
) -> Rushed:
    """Free with the caller's consent, else for 1 token or 1 bennie, which the caller gets (yarn.rush).

    The caller may block it for a bennie, one in a scene. To the GM as caller a token goes, and a bennie is just gone.
    Not legal: without what is paid, or for the GM under the switch gm-may-duck-and-rush.
    """
    one_of("pays", pays, PAYS)
    for field, value in (("hand", hand), ("bennies", bennies), ("caller_hand", caller_hand)):
        whole(field, value, least=0)
    by_gm = caller == THE_GM
    pool = (caller_hand if GM is None else GM) if by_gm else GM
    if consent:
        return Rushed(None, True, hand, bennies, caller_hand, caller_bennies, pool)
    if why := why_not_rushed(pays=pays, hand=hand, bennies=bennies, rusher=rusher, options=options):
        return Rushed(why, False, hand, bennies, caller_hand, caller_bennies, pool)
    if block and may_block(caller_bennies, caller_spent, by_gm):
        return Rushed(None, False, hand, bennies, caller_hand, caller_bennies - 1, pool)
    if pays == "bennie":
        return Rushed(None, True, hand, bennies - 1, caller_hand, caller_bennies + (not by_gm), pool)
    if by_gm:
        return Rushed(None, True, hand - 1, bennies, caller_hand + 1, caller_bennies, (pool or 0) + 1)
    return Rushed(None, True, hand - 1, bennies, caller_hand + 1, caller_bennies, pool)


def may_block(bennies: int, spent: int, by_gm: bool = False) -> bool:
    """Whether a caller can block a rush: with a bennie, and none spent in this scene; the GM has none."""
    return whole("caller_bennies", bennies, least=0) > 0 and not spent and not by_gm


@dataclass(frozen=True)
class Blocked:
    """Who is in: a truth, or with several rushes the names; and what is held afterwards."""

    joined: bool | Names
    hand: int
    bennies: int
    caller_hand: int
    caller_bennies: int
    hands: Mapping[str, int]


@rule("yarn.rush-block")
def rush_block(
    *,
    consent: bool = False,
    pays: str = "token",
    block: bool = False,
    hand: int = 0,
    bennies: int = 0,
    caller_hand: int = 0,
    caller_bennies: int = 0,
    caller_spent: int = 0,
    rushes: Sequence[Mapping[str, Any]] = (),
) -> Blocked:
    """A bennie of the caller's keeps a player out, who keeps what was offered (yarn.rush-block); one in a scene."""
    mine: dict[str, Any] = {"caller_hand": caller_hand, "caller_bennies": caller_bennies, "caller_spent": caller_spent}
    if not rushes:
        one = rush(consent=consent, pays=pays, block=block, hand=hand, bennies=bennies, **mine)
        return Blocked(one.joined, one.hand, one.bennies, one.caller_hand, one.caller_bennies, {})
    joined: list[str] = []
    hands: dict[str, int] = {}
    for given in rushes:
        theirs = {key: value for key, value in given.items() if key != "by"}
        one = rush(consent=consent, **theirs, **mine)
        blocked = one.legal and not one.joined
        spent = mine["caller_spent"] + blocked
        mine = {"caller_hand": one.caller_hand, "caller_bennies": one.caller_bennies, "caller_spent": spent}
        hands[given["by"]] = one.hand
        joined += [given["by"]] * one.joined
    return Blocked(tuple(joined), hand, bennies, mine["caller_hand"], mine["caller_bennies"], hands)
